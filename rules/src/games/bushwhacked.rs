//! Bushwhacked, a game for two to four seats by Kevin Reilly. Section numbers are those of his instructions.
//!
//! **Board and pieces.** The board is 17 squares wide and deep (5.1). Black stones on marked points are the bases:
//! nine for four seats (3.1), seven for three, without `d14` and `n4` (3.2), five for two, without the four corner
//! points (3.3). A base is never played on. Every seat starts with 30 play stones in its hand and 20 capture stones
//! in its reserve (3.5). White, red, blue and yellow take their turns in this order (2.2, 5.1).
//!
//! **Turns.** A seat places stones, passes, or trades in.
//! - It places at least one play stone, and one more for each pass that it has saved (5.1). It may place fewer; what
//!   it does not use is lost.
//! - It passes and saves the pass for its next turns, but never has more than two (5.1, 8.4).
//! - It names a capture stone of another seat and removes three of its own capture stones from the board. All four go
//!   back to their reserves, and a capture stone of the seat takes the named one's square (7.1, 7.2).
//!
//! Placing and trading in use up the saved passes. Then the captures of this seat are made, and nobody else's (8.3).
//!
//! **Captures.** Only play stones are captured (8.2). A stone is captured if
//! - play stones of the seat stand on three of its four sides (8.1): it is *surrounded*;
//! - a play stone of the seat stands beside it, the square behind that one is empty, and play stones of the seat
//!   stand to the left and right of that empty square (8.5): it is *pierced*;
//! - it is surrounded once the capture stones gained in this very turn count as sides (8.7): a *chain*.
//!
//! First all stones that are surrounded or pierced are captured, then, wave by wave, those that the gained stones help
//! to surround. A captured stone goes back to its owner's hand (8.6), and a capture stone of the seat takes its square
//! (8.1), as long as there is one in the reserve. Within a wave the order is a1, b1, … q1, a2, … q17.
//!
//! **Bases.** A seat controls a base while its stones, of either kind, stand on all four sides of it (6.1).
//!
//! **End.** The game ends when a seat has no stone in hand after its turn (9.1), after 500 turns (ours: trading in
//! could go on for ever), and when only one seat has not dropped. The original also ends it when no square is left,
//! which the number of stones makes impossible. More bases rank higher (9.1), then more capture stones on the board
//! (9.2), then the rank is shared.
//!
//! What the instructions leave open is settled like this: a pass captures too; stones of a seat that dropped stay, block,
//! control and can be captured; what a trade in gains counts for a chain.

mod bases;
mod board;
mod capture;
mod guide;
mod picture;
mod refusal;
mod step;
mod text;

pub use board::{Board, Seventeen};
use board::{GRID, beside};
use picture::{capture_stone, play_stone};
pub use refusal::Refusal;
pub use step::Step;

use crate::clicks::{Click, Clicks};
use crate::grid::square::Square;
use crate::guide::{EndReason, Guide};
use crate::info::Info;
use crate::outcome::Outcome;
use crate::picture::{Cell, Change, Diagram, Layout};
use crate::position::Position;
use crate::seat::{BySeat, Seat, Seats};
use crate::setup::Setup;

/// The most seats at a table.
const SEATS: usize = 4;
/// Play stones of a seat.
const STONES: u16 = 30;
/// Capture stones of a seat.
const RESERVE: u16 = 20;
/// The most passes a seat can have saved.
const MAX_SAVED: u8 = 2;
/// Own capture stones that a seat gives for another seat's.
const TRADED: u8 = 3;
/// The game is over after this many turns.
const LAST_TURN: u16 = 500;

// Even with all stones on the board some squares are empty, so the seat to move always has a place for a stone.
const _: () = assert!(SEATS * (STONES as usize + RESERVE as usize) + 9 < 17 * 17);

fn cell(square: Square) -> Cell {
    GRID.cell(square)
}

/// How far the unfinished turn has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Progress {
    /// Not begun, or the game is over.
    Fresh,
    /// This many stones are placed, and another can be.
    Placed(u8),
    /// This many stones are removed for the one on `wanted`.
    Trading { wanted: Square, removed: u8 },
}

/// A position of Bushwhacked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bushwhacked {
    /// Play stones on the board, by seat. The rest of a seat's stones are in its hand.
    play: [Board; SEATS],
    /// Capture stones on the board, by seat. The rest are in its reserve.
    capture: [Board; SEATS],
    saved: BySeat<u8>,
    in_play: Seats,
    /// Nobody when the game is over.
    to_move: Option<Seat>,
    progress: Progress,
    turns: u16,
}

impl Bushwhacked {
    fn empty(seats: u8) -> Bushwhacked {
        Bushwhacked {
            play: [Board::EMPTY; SEATS],
            capture: [Board::EMPTY; SEATS],
            saved: BySeat::all(seats, 0),
            in_play: Seats::first(seats),
            to_move: Some(Seat::FIRST),
            progress: Progress::Fresh,
            turns: 0,
        }
    }

    /// How many seats the table has.
    fn table(&self) -> u8 {
        self.saved.seats()
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seats::first(self.table()).iter()
    }

    /// The squares of the bases.
    pub fn bases(&self) -> Board {
        bases::squares_of(self.table())
    }

    /// The four sides of each base: above, below, left and right of it.
    pub fn base_sides(&self) -> &'static [[Square; 4]] {
        Bushwhacked::base_sides_for(self.table())
    }

    /// The four sides of each base at a table for so many seats.
    pub const fn base_sides_for(seats: u8) -> &'static [[Square; 4]] {
        bases::sides_of(seats)
    }

    /// The play stones in a seat's hand.
    pub fn hand(&self, seat: Seat) -> u16 {
        STONES - self.play[seat.index()].count()
    }

    fn reserve(&self, seat: Seat) -> u16 {
        RESERVE - self.capture[seat.index()].count()
    }

    /// The passes that a seat has saved.
    pub fn saved(&self, seat: Seat) -> u8 {
        self.saved[seat]
    }

    /// A seat's play stones on the board.
    pub fn play_stones(&self, seat: Seat) -> Board {
        self.play[seat.index()]
    }

    /// A seat's capture stones on the board.
    pub fn capture_stones(&self, seat: Seat) -> Board {
        self.capture[seat.index()]
    }

    /// The squares where a stone can be placed.
    pub fn empty_squares(&self) -> Board {
        let stones = self.play.iter().chain(&self.capture);
        !stones.fold(self.bases(), |taken, &board| taken | board)
    }

    /// The bases that a seat controls.
    pub fn controlled(&self, seat: Seat) -> Board {
        let [up, down, left, right] = beside(self.play[seat.index()] | self.capture[seat.index()]);
        self.bases() & up & down & left & right
    }

    fn control(&self) -> [Board; SEATS] {
        let mut control = [Board::EMPTY; SEATS];
        self.seats()
            .for_each(|seat| control[seat.index()] = self.controlled(seat));
        control
    }

    /// Whether the game is over. Asked only between turns.
    fn ended(&self) -> bool {
        self.in_play.count() == 1 || self.turns == LAST_TURN || self.seats().any(|seat| self.hand(seat) == 0)
    }

    /// Plays a step, and reports everything but control.
    fn carry_out(&mut self, step: &Step, on_change: &mut impl FnMut(Change)) {
        let Some(seat) = self.to_move else { return };
        match *step {
            Step::Place(square) => self.place(seat, square, on_change),
            Step::End => self.end_turn(seat, 0, Board::EMPTY, on_change),
            Step::Pass => self.end_turn(seat, self.saved[seat] + 1, Board::EMPTY, on_change),
            Step::Trade(wanted) => self.progress = Progress::Trading { wanted, removed: 0 },
            Step::Remove(square) => self.remove(seat, square, on_change),
        }
    }

    fn place(&mut self, seat: Seat, square: Square, on_change: &mut impl FnMut(Change)) {
        self.play[seat.index()].insert(square);
        on_change(Change::Put {
            cell: cell(square),
            piece: play_stone(seat),
        });
        let placed = match self.progress {
            Progress::Placed(stones) => stones + 1,
            _ => 1,
        };
        self.progress = Progress::Placed(placed);
        if placed > self.saved[seat] || self.hand(seat) == 0 {
            self.end_turn(seat, 0, Board::EMPTY, on_change);
        }
    }

    fn remove(&mut self, seat: Seat, square: Square, on_change: &mut impl FnMut(Change)) {
        let Progress::Trading { wanted, removed } = self.progress else {
            return;
        };
        self.capture[seat.index()].remove(square);
        on_change(Change::Removed {
            cell: cell(square),
            piece: capture_stone(seat),
        });
        if removed + 1 < TRADED {
            self.progress = Progress::Trading {
                wanted,
                removed: removed + 1,
            };
            return;
        }
        let owner = self
            .seats()
            .find(|seat| self.capture[seat.index()].has(wanted))
            .expect("a stone's owner");
        self.capture[owner.index()].remove(wanted);
        self.replace(seat, wanted, capture_stone(owner), on_change);
        self.end_turn(seat, 0, Board::one(wanted), on_change);
    }

    fn end_turn(&mut self, seat: Seat, saved: u8, gained: Board, on_change: &mut impl FnMut(Change)) {
        self.capture_all(seat, gained, on_change);
        self.saved[seat] = saved;
        self.progress = Progress::Fresh;
        self.turns += 1;
        self.pass_turn(seat);
    }

    /// Gives the turn to the next seat after `seat`, or to nobody if the game is over.
    fn pass_turn(&mut self, seat: Seat) {
        self.to_move = self.in_play.after(seat).filter(|_| !self.ended());
    }
}

static INFO: Info = Info {
    name: "bushwhacked",
    title: "Bushwhacked",
    seats: 2..=4,
    default_seats: 4,
    variants: &[],
    colours: &["white", "red", "blue", "yellow"],
    pieces: picture::PIECES,
    buttons: picture::BUTTONS,
    tallies: picture::TALLIES,
    scores: &["bases", "capture stones"],
    rules_version: 1,
};

impl Position for Bushwhacked {
    type Step = Step;
    type Refusal = Refusal;

    const INFO: &'static Info = &INFO;

    fn start(setup: Setup) -> Bushwhacked {
        Bushwhacked::empty(setup.seats())
    }

    fn setup(&self) -> Setup {
        Setup {
            seats: self.table(),
            variant: "",
        }
    }

    fn to_move(&self) -> Option<Seat> {
        self.to_move
    }

    fn in_play(&self) -> Seats {
        self.in_play
    }

    fn mid_turn(&self) -> bool {
        self.progress != Progress::Fresh
    }

    fn with_to_move(&self, seat: Seat) -> Option<Self> {
        let to_move = Some(seat);
        Some(Bushwhacked { to_move, ..*self })
    }

    fn legal_steps_into(&self, steps: &mut Vec<Step>) {
        let Some(seat) = self.to_move else { return };
        let own = self.capture[seat.index()];
        if let Progress::Trading { .. } = self.progress {
            steps.extend(own.iter().map(Step::Remove));
            return;
        }
        // Quicker than to extend the list, which asks for one square at a time.
        let empty = self.empty_squares();
        steps.reserve(usize::from(empty.count()));
        empty.iter().for_each(|square| steps.push(Step::Place(square)));
        if let Progress::Placed(_) = self.progress {
            steps.push(Step::End);
            return;
        }
        if self.saved[seat] < MAX_SAVED {
            steps.push(Step::Pass);
        }
        if own.count() >= u16::from(TRADED) {
            steps.extend(self.tradable(seat).iter().map(Step::Trade));
        }
    }

    fn refusal(&self, step: &Step) -> Option<Refusal> {
        self.refusal_to_play(*step)
    }

    fn play_with(&mut self, step: &Step, on_change: &mut impl FnMut(Change)) {
        let before = self.control();
        self.carry_out(step, on_change);
        self.report_control(&before, on_change);
    }

    // A search plays millions of steps, and asks for no reports.
    fn play_unchecked(&mut self, step: &Step) {
        self.carry_out(step, &mut |_| ());
    }

    fn drop_seat(&mut self, seat: Seat) {
        self.in_play.remove(seat);
        if self.to_move == Some(seat) || self.ended() {
            self.pass_turn(seat);
        }
    }

    fn clicks(&self, step: &Step) -> Clicks {
        match *step {
            Step::Place(square) | Step::Remove(square) => vec![Click::Cell(cell(square))],
            Step::End => vec![Click::Button(picture::END)],
            Step::Pass => vec![Click::Button(picture::PASS)],
            Step::Trade(square) => vec![Click::Button(picture::TRADE), Click::Cell(cell(square))],
        }
    }

    fn standing(&self) -> Outcome {
        let scores = BySeat::from_fn(self.table(), |seat| {
            [self.controlled(seat).count(), self.capture[seat.index()].count()]
        });
        Outcome::by_score(scores, self.in_play)
    }

    fn layout(setup: Setup) -> Layout {
        picture::layout(setup.seats())
    }

    fn diagram(&self) -> Diagram {
        self.draw()
    }

    fn guide(&self) -> Guide {
        self.ask()
    }

    fn cost(&self, step: &Step) -> Option<String> {
        self.cost_of(*step)
    }

    fn step_of(&self, clicks: &[Click]) -> Option<Step> {
        self.step_by(clicks)
    }

    fn in_words(&self, turn: &[Step]) -> Option<String> {
        guide::words(turn)
    }

    fn end_reason(&self) -> Option<EndReason> {
        self.why_over()
    }

    fn tallies(&self) -> Vec<BySeat<u16>> {
        self.count_stones()
    }
}
