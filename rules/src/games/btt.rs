//! Branches and Twigs and Thorns, a game for two to six seats by Andrew Plotkin, who calls it "Barsoomite Go" as well.
//!
//! **Board and pieces.** The board has eight files; for two, three, four, five and six seats it has 4, 6, 8, 10 and 12
//! ranks, so that nulls, roots and pyramids together fill it. Every seat has a stash of five small, five medium and
//! five large pyramids, worth one, two and three points, and begins with five tokens. The other tokens are in the pot.
//!
//! **Setting up.** In their first turns the seats put nulls on the board, one each, and then roots: 1 and 1 for two
//! seats, 1 and 2 for three, 2 and 2 for four, 2 and 3 for five, 3 and 3 for six. A null is a hole: nobody plays there.
//! The squares that are not nulls have to stay connected, side by side. A root goes on any empty square.
//!
//! **Turns.** A seat lays a pyramid from its stash on an empty square so that it points at a square beside it that
//! holds a root or any pyramid. Pointing at a root or an own pyramid costs nothing. A seat that points at the pyramid
//! of another one pays that pyramid's points to the pot, and the other seat gets the points of the pyramid that was
//! laid. Whenever a seat has too few tokens to pay, all seats first take five more from the pot.
//!
//! **End.** The game ends when the board is full, when no seat in play has a pyramid left, and when only one seat has
//! not dropped. More tokens rank higher; equal tokens share the rank.
//!
//! What the original leaves open is settled like this: seats that dropped still receive tokens; when seats drop while
//! setting up, the others go on in turn until all nulls and roots are there.

mod board;
mod guide;
mod picture;
mod pyramid;
mod refusal;
mod step;
mod text;

pub use board::Content;
use board::{Board, Squares, is_connected};
use pyramid::Stash;
pub use pyramid::{Direction, Pyramid, Size};
pub use refusal::Refusal;
pub use step::Step;

use crate::clicks::{Click, Clicks};
use crate::grid::square::{Grid, Square};
use crate::guide::{EndReason, Guide};
use crate::info::Info;
use crate::outcome::Outcome;
use crate::picture::{Cell, Change, Diagram, Layout};
use crate::position::Position;
use crate::seat::{BySeat, Seat, Seats};
use crate::setup::Setup;

/// Tokens that every seat starts with, and that every seat takes when one cannot pay.
const PURSE: u16 = 5;

/// The board for a number of seats.
fn grid(seats: u8) -> Grid {
    Grid {
        files: 8,
        ranks: 2 * seats,
    }
}

/// How many nulls are put on the board for a number of seats.
fn nulls(seats: u8) -> u8 {
    seats / 2
}

/// How many roots are put on the board for a number of seats.
fn roots(seats: u8) -> u8 {
    seats - nulls(seats)
}

/// What is put on the board next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Nulls,
    Roots,
    Pyramids,
}

/// A position of Branches and Twigs and Thorns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Btt {
    board: Board,
    /// Nobody when the game is over.
    to_move: Option<Seat>,
    in_play: Seats,
    tokens: BySeat<u16>,
    stashes: BySeat<Stash>,
}

impl Btt {
    fn empty(seats: u8) -> Btt {
        Btt {
            board: Board::empty(grid(seats)),
            to_move: Some(Seat::FIRST),
            in_play: Seats::first(seats),
            tokens: BySeat::all(seats, PURSE),
            stashes: BySeat::all(seats, Stash::FULL),
        }
    }

    /// How many seats the table has.
    fn table(&self) -> u8 {
        self.tokens.seats()
    }

    /// The tokens that a seat holds.
    pub fn tokens(&self, seat: Seat) -> u16 {
        self.tokens[seat]
    }

    /// How many pyramids of a size a seat can still lay.
    pub fn stash(&self, seat: Seat, size: Size) -> u8 {
        self.stashes[seat][size]
    }

    /// All squares with what is on them, in order.
    pub fn contents(&self) -> impl Iterator<Item = (Square, Content)> + '_ {
        self.board.iter()
    }

    /// What is on a square of the board.
    pub fn content(&self, square: Square) -> Content {
        self.board[square]
    }

    /// The squares beside one, with what is on them.
    pub fn beside(&self, square: Square) -> impl Iterator<Item = (Square, Content)> + '_ {
        self.board
            .beside(square)
            .map(|(_, beside)| (beside, self.board[beside]))
    }

    fn cell(&self, square: Square) -> Cell {
        grid(self.table()).cell(square)
    }

    fn phase(&self) -> Phase {
        if self.board.null_count() < nulls(self.table()) {
            Phase::Nulls
        } else if self.board.root_count() < roots(self.table()) {
            Phase::Roots
        } else {
            Phase::Pyramids
        }
    }

    /// Whether the game is over. Asked only between turns.
    fn ended(&self) -> bool {
        let full = self.board.empty_count() == 0;
        let spent = self.in_play.iter().all(|seat| self.stashes[seat].count() == 0);
        self.in_play.count() == 1 || full || spent
    }

    /// Where a pyramid can lie, and what it can point at from there.
    fn placements(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        self.board.empty_squares().flat_map(|on| {
            let beside = self.board.beside(on).map(|(_, at)| at);
            beside
                .filter(|&at| self.board[at].can_be_pointed_at())
                .map(move |at| (on, at))
        })
    }

    /// Lays a pyramid that points at another square, and pays if it points at another seat's pyramid.
    fn lay(&mut self, seat: Seat, size: Size, on: Square, at: Square) -> Content {
        let pointing = self.board.direction(on, at).unwrap_or(Direction::Up);
        self.stashes[seat][size] -= 1;
        if let Some(target) = self.board[at].pyramid().filter(|target| target.owner != seat) {
            self.pay(seat, target.size.points());
            self.tokens[target.owner] += size.points();
        }
        Content::Pyramid(Pyramid {
            owner: seat,
            size,
            pointing,
        })
    }

    fn pay(&mut self, seat: Seat, points: u16) {
        if self.tokens[seat] < points {
            self.tokens = BySeat::from_fn(self.table(), |seat| self.tokens[seat] + PURSE);
        }
        self.tokens[seat] -= points;
    }

    /// Gives the turn to the next seat after `seat`, or to nobody if the game is over.
    fn pass_turn(&mut self, seat: Seat) {
        self.to_move = self.in_play.after(seat).filter(|_| !self.ended());
    }
}

static INFO: Info = Info {
    name: "btt",
    title: "Branches and Twigs and Thorns",
    seats: 2..=6,
    default_seats: 4,
    variants: &[],
    colours: &["white", "black", "red", "blue", "green", "yellow"],
    pieces: picture::PIECES,
    buttons: picture::BUTTONS,
    tallies: picture::TALLIES,
    scores: &["tokens"],
    rules_version: 1,
};

impl Position for Btt {
    type Step = Step;
    type Refusal = Refusal;

    const INFO: &'static Info = &INFO;

    fn start(setup: Setup) -> Self {
        Btt::empty(setup.seats())
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

    fn with_to_move(&self, seat: Seat) -> Option<Self> {
        let to_move = Some(seat);
        Some(Btt { to_move, ..*self })
    }

    fn legal_steps_into(&self, steps: &mut Vec<Step>) {
        let Some(seat) = self.to_move else { return };
        match self.phase() {
            Phase::Nulls => {
                let open = self.board.open();
                let keeps = |&on: &Square| is_connected(open & !Squares::one(on));
                steps.extend(self.board.empty_squares().filter(keeps).map(Step::Null));
            }
            Phase::Roots => steps.extend(self.board.empty_squares().map(Step::Root)),
            Phase::Pyramids => {
                let mut sizes = self.stashes[seat].sizes();
                let Some(size) = sizes.next() else { return };
                let first = steps.len();
                steps.extend(self.placements().map(|(on, at)| Step::Pyramid { size, on, at }));
                // A pyramid of another size can lie in the same places.
                let places = first..steps.len();
                for other in sizes {
                    let next = steps.len();
                    steps.extend_from_within(places.clone());
                    for step in &mut steps[next..] {
                        if let Step::Pyramid { size, .. } = step {
                            *size = other;
                        }
                    }
                }
            }
        }
    }

    fn refusal(&self, step: &Step) -> Option<Refusal> {
        self.refusal_to_play(*step)
    }

    fn play_with(&mut self, step: &Step, on_change: &mut impl FnMut(Change)) {
        let Some(seat) = self.to_move else { return };
        let (on, content) = match *step {
            Step::Null(on) => (on, Content::Null),
            Step::Root(on) => (on, Content::Root),
            Step::Pyramid { size, on, at } => (on, self.lay(seat, size, on, at)),
        };
        self.board.put(on, content);
        if let Some(piece) = picture::piece(content) {
            let cell = self.cell(on);
            on_change(Change::Put { cell, piece });
        }
        self.pass_turn(seat);
    }

    fn drop_seat(&mut self, seat: Seat) {
        self.in_play.remove(seat);
        if self.to_move == Some(seat) || self.ended() {
            self.pass_turn(seat);
        }
    }

    fn clicks(&self, step: &Step) -> Clicks {
        let touch = |square| Click::Cell(self.cell(square));
        match *step {
            Step::Null(on) | Step::Root(on) => vec![touch(on)],
            Step::Pyramid { size, on, at } => {
                vec![Click::Button(picture::button(size)), touch(on), touch(at)]
            }
        }
    }

    fn standing(&self) -> Outcome {
        let scores = BySeat::from_fn(self.table(), |seat| [self.tokens[seat], 0]);
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

    fn end_reason(&self) -> Option<EndReason> {
        self.why_over()
    }
}
