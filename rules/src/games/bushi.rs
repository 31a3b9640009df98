//! Bushi, a game for two. Its rules came with the boxed game, and with a way to play it with Icehouse pyramids; they
//! name no designer. Headings in quotation marks are those of the original.
//!
//! **Board and pieces** ("Preparation"). Each seat has twelve pieces, the Bushi: four small, four medium, four large.
//! The text speaks of a board 9 spaces wide and deep, its picture shows 10; both are played, as variants `9x9` and
//! `10x10`, the corners left out. Large and medium ones stand on the back row, the others in front of it; the 9x9 set-up
//! is ours, with the fourth large one in the middle of the front row. Seat 1 is dark, seat 2 light, across the board; dark
//! begins ("Game play").
//!
//! **Turns** ("Movement"). A seat does one of these:
//! - *Step*: a Bushi goes to an empty space next to it, in any of the eight directions.
//! - *Jump*: a Bushi jumps over one next to it that is of its own size or smaller, of either side, to the empty space
//!   just behind ("Not allowed": over a larger one). If it jumped over one of its own side, it may jump on, over own or
//!   enemy ones, in any direction. If it jumped over an enemy, it is done; then one other Bushi of the seat may move: a
//!   step, or jumps over own ones only. A Bushi never lands twice on one space in a turn, and not where it began.
//! - *Take off*: a Bushi that stands on the far row leaves the board. This is a whole turn.
//!
//! Whoever has jumped may stop. A turn ends by itself when nothing can follow. Nothing is captured.
//!
//! **End** ("End of the game"). The first seat with all twelve off the board wins. A seat without a step at the start of
//! its turn is skipped; if neither has one, it is a draw. It is also a draw when a position is there for the third time
//! at the start of a turn (the [game](crate::Game) counts), and after 500 turns. These endings are ours: the original
//! knows only winning.

mod board;
mod guide;
mod picture;
mod refusal;
mod step;
mod text;
mod turn;

use board::{Board, DIRECTIONS, line};
pub use board::{Spaces, Ten};
pub use refusal::Refusal;
pub use step::Step;
use turn::Progress;

use crate::clicks::{Click, Clicks};
use crate::grid::square::Square;
use crate::guide::{EndReason, Guide};
use crate::info::Info;
use crate::outcome::Outcome;
use crate::picture::{Change, Diagram, Layout, Piece};
use crate::position::Position;
use crate::seat::{BySeat, Seat, Seats};
use crate::setup::Setup;

/// Small, medium and large.
const SIZES: usize = 3;
/// Pieces of each size that a seat has.
const OF_A_SIZE: u16 = 4;
/// Pieces of a seat.
const ARMY: u16 = 12;
/// The game is over after this many turns.
const LAST_TURN: u16 = 500;

const START_TEN: &str = "#MMGGGGMM#/3KKKK3/10/10/10/10/10/10/3kkkk3/#mmggggmm# 1 12 0,0 - 0";
const START_NINE: &str = "#MMGGGMM#/2KKGKK2/9/9/9/9/9/2kkgkk2/#mmgggmm# 1 12 0,0 - 0";

/// A position of Bushi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bushi {
    board: Board,
    /// The pieces on the board, by seat.
    armies: [Spaces; 2],
    /// The pieces on the board, by size.
    sizes: [Spaces; SIZES],
    in_play: Seats,
    /// Nobody when the game is over.
    to_move: Option<Seat>,
    progress: Progress,
    turns: u16,
}

impl Bushi {
    /// A seat's pieces on the board.
    pub fn army(&self, seat: Seat) -> Spaces {
        self.armies[seat.index()]
    }

    /// The pieces on the board of one size: 0 for the small ones, 2 for the large ones.
    pub fn of_size(&self, size: usize) -> Spaces {
        self.sizes.get(size).copied().unwrap_or(Spaces::EMPTY)
    }

    fn occupied(&self) -> Spaces {
        self.armies[0] | self.armies[1]
    }

    fn empty_spaces(&self) -> Spaces {
        self.board.spaces() & !self.occupied()
    }

    /// How many pieces of a seat are off the board.
    fn off(&self, seat: Seat) -> u16 {
        ARMY - self.army(seat).count()
    }

    /// The row that a seat's pieces leave the board from.
    pub fn far_row(&self, seat: Seat) -> Spaces {
        let last = self.board.grid().ranks - 1;
        self.board.rank(if seat == Seat::FIRST { last } else { 0 })
    }

    /// The size of the piece on a space, 0 for a small one.
    fn size_on(&self, square: Square) -> Option<usize> {
        self.sizes.iter().position(|size| size.has(square))
    }

    fn piece_on(&self, square: Square) -> Option<Piece> {
        let seat = self.armies.iter().position(|army| army.has(square))?;
        Some(picture::piece(Seat::from_index(seat)?, self.size_on(square)?))
    }

    /// The pieces that a piece of this size can jump over.
    fn up_to(&self, size: usize) -> Spaces {
        self.sizes[..=size]
            .iter()
            .fold(Spaces::EMPTY, |smaller, &size| smaller | size)
    }

    /// Where these pieces can step in a direction.
    fn steps_to(&self, pieces: Spaces, direction: i32) -> Spaces {
        pieces.to(direction) & self.empty_spaces()
    }

    /// Where these pieces can jump in a direction, over any of `over`.
    fn jumps_to(&self, pieces: Spaces, over: Spaces, direction: i32) -> Spaces {
        let landings = (0..SIZES).map(|size| {
            let beside = (pieces & self.sizes[size]).to(direction);
            (beside & over & self.up_to(size)).to(direction)
        });
        landings.fold(Spaces::EMPTY, |all, some| all | some) & self.empty_spaces()
    }

    /// Whether one of these pieces has a step, or a jump over one of `over`.
    fn can_move(&self, pieces: Spaces, over: Spaces) -> bool {
        let open = |direction| {
            !(self.steps_to(pieces, direction) | self.jumps_to(pieces, over, direction)).is_empty()
        };
        DIRECTIONS.into_iter().any(open)
    }

    /// Whether a seat could begin a turn.
    fn can_begin(&self, seat: Seat) -> bool {
        let army = self.army(seat);
        !(army & self.far_row(seat)).is_empty() || self.can_move(army, self.occupied())
    }

    /// What can be jumped over: only own pieces, once an enemy was jumped over this turn.
    fn jumpable(&self, seat: Seat) -> Spaces {
        match self.progress.done {
            None => self.occupied(),
            Some(_) => self.army(seat),
        }
    }

    /// Where the Bushi that is jumping has been this turn.
    fn visited(&self) -> Spaces {
        let trail = self.progress.trail.as_slice().iter();
        trail.fold(Spaces::EMPTY, |visited, &square| visited | Spaces::one(square))
    }

    /// The pieces that can be moved when none is jumping.
    fn movable(&self, seat: Seat) -> Spaces {
        let done = self.progress.done.map_or(Spaces::EMPTY, Spaces::one);
        self.army(seat) & !done
    }

    /// Whether another step, apart from `end`, can follow in the unfinished turn.
    fn can_continue(&self, seat: Seat) -> bool {
        let over = self.jumpable(seat);
        match self.progress.jumper {
            None => self.can_move(self.movable(seat), over),
            Some(jumper) => DIRECTIONS.into_iter().any(|direction| {
                let to = self.jumps_to(Spaces::one(jumper), over, direction);
                !(to & !self.visited()).is_empty()
            }),
        }
    }

    fn add_steps(&self, pieces: Spaces, steps: &mut Vec<Step>) {
        for direction in DIRECTIONS {
            let back = |to| board::beyond(to, direction, -1).expect("where it came from");
            let to = self.steps_to(pieces, direction).iter();
            steps.extend(to.map(|to| Step::Move { from: back(to), to }));
        }
    }

    fn add_jumps(&self, pieces: Spaces, over: Spaces, steps: &mut Vec<Step>) {
        let visited = self.visited();
        for direction in DIRECTIONS {
            let back = |to| board::beyond(to, direction, -2).expect("where it came from");
            let to = (self.jumps_to(pieces, over, direction) & !visited).iter();
            steps.extend(to.map(|to| Step::Move { from: back(to), to }));
        }
    }

    /// Whether the game is over for another reason than that nobody can begin a turn. Asked only between turns.
    fn ended(&self) -> bool {
        self.in_play.count() == 1 || self.turns == LAST_TURN || self.armies.iter().any(|army| army.is_empty())
    }

    /// The seat that begins the next turn, if it is this seat's turn: the other seat if this one has no step. One of them
    /// always has one: some piece stands beside an empty space.
    fn next(&self, seat: Seat) -> Option<Seat> {
        let able = |&seat: &Seat| self.can_begin(seat);
        [seat, seat.other()]
            .into_iter()
            .filter(|_| !self.ended())
            .find(able)
    }

    fn move_piece(&mut self, seat: Seat, from: Square, to: Square, on_change: &mut impl FnMut(Change)) {
        let (Some(size), Some(piece)) = (self.size_on(from), self.piece_on(from)) else {
            return;
        };
        for set in [&mut self.armies[seat.index()], &mut self.sizes[size]] {
            set.remove(from);
            set.insert(to);
        }
        on_change(Change::Moved {
            piece,
            from: self.board.cell(from),
            to: self.board.cell(to),
        });
    }

    fn play_move(&mut self, seat: Seat, from: Square, to: Square, on_change: &mut impl FnMut(Change)) {
        self.move_piece(seat, from, to, on_change);
        let over = line(from, to)
            .filter(|&(_, far)| far == 2)
            .and_then(|(direction, _)| board::beyond(from, direction, 1));
        let Some(over) = over else {
            return self.end_turn(seat);
        };
        if self.army(seat).has(over) {
            self.progress.jumper = Some(to);
            self.progress.trail.push(from);
        } else {
            self.progress = Progress {
                done: Some(to),
                ..Progress::FRESH
            };
        }
        if !self.can_continue(seat) {
            self.end_turn(seat);
        }
    }

    fn take_off(&mut self, seat: Seat, from: Square, on_change: &mut impl FnMut(Change)) {
        let piece = self.piece_on(from);
        self.armies[seat.index()].remove(from);
        self.sizes.iter_mut().for_each(|size| size.remove(from));
        let cell = self.board.cell(from);
        piece
            .into_iter()
            .for_each(|piece| on_change(Change::Removed { cell, piece }));
        self.end_turn(seat);
    }

    fn end_turn(&mut self, seat: Seat) {
        self.progress = Progress::FRESH;
        self.turns += 1;
        self.to_move = self.next(seat.other());
    }
}

static INFO: Info = Info {
    name: "bushi",
    title: "Bushi",
    seats: 2..=2,
    default_seats: 2,
    variants: &["10x10", "9x9"],
    colours: &["dark", "light"],
    pieces: picture::PIECES,
    buttons: picture::BUTTONS,
    tallies: picture::TALLIES,
    scores: &[],
    rules_version: 1,
};

impl Position for Bushi {
    type Step = Step;
    type Refusal = Refusal;

    const INFO: &'static Info = &INFO;

    fn start(setup: Setup) -> Bushi {
        let start = if setup.variant() == "9x9" {
            START_NINE
        } else {
            START_TEN
        };
        start.parse().expect("the set-up")
    }

    fn setup(&self) -> Setup {
        let variant = match self.board {
            Board::Nine => "9x9",
            Board::Ten => "10x10",
        };
        Setup { seats: 2, variant }
    }

    fn to_move(&self) -> Option<Seat> {
        self.to_move
    }

    fn in_play(&self) -> Seats {
        self.in_play
    }

    fn mid_turn(&self) -> bool {
        self.progress != Progress::FRESH
    }

    fn legal_steps_into(&self, steps: &mut Vec<Step>) {
        let Some(seat) = self.to_move else { return };
        let over = self.jumpable(seat);
        match self.progress.jumper {
            Some(jumper) => self.add_jumps(Spaces::one(jumper), over, steps),
            None => {
                self.add_steps(self.movable(seat), steps);
                self.add_jumps(self.movable(seat), over, steps);
            }
        }
        if self.mid_turn() {
            steps.push(Step::End);
        } else {
            let leaving = self.army(seat) & self.far_row(seat);
            steps.extend(leaving.iter().map(Step::Off));
        }
    }

    fn refusal(&self, step: &Step) -> Option<Refusal> {
        self.refusal_to_play(*step)
    }

    fn play_with(&mut self, step: &Step, on_change: &mut impl FnMut(Change)) {
        let Some(seat) = self.to_move else { return };
        match *step {
            Step::Move { from, to } => self.play_move(seat, from, to, on_change),
            Step::Off(from) => self.take_off(seat, from, on_change),
            Step::End => self.end_turn(seat),
        }
    }

    fn drop_seat(&mut self, seat: Seat) {
        self.in_play.remove(seat);
        self.to_move = None;
    }

    fn clicks(&self, step: &Step) -> Clicks {
        let cell = |square| Click::Cell(self.board.cell(square));
        match *step {
            Step::Move { to, .. } if self.progress.jumper.is_some() => vec![cell(to)],
            Step::Move { from, to } => vec![cell(from), cell(to)],
            Step::Off(from) => vec![cell(from), Click::Button(picture::OFF)],
            Step::End => vec![Click::Button(picture::END)],
        }
    }

    fn standing(&self) -> Outcome {
        let won = BySeat::from_fn(2, |seat| [u16::from(self.army(seat).is_empty()), 0]);
        Outcome::by_score(won, self.in_play)
    }

    fn layout(setup: Setup) -> Layout {
        picture::layout(Bushi::start(setup).board)
    }

    fn diagram(&self) -> Diagram {
        self.draw()
    }

    fn guide(&self) -> Guide {
        self.ask()
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

    fn repeatable(&self) -> Option<Bushi> {
        Some(Bushi { turns: 0, ..*self })
    }
}
