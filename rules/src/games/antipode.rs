//! Antipode, a game for two by Shane Hendrickson, published in June 2011 as an entry for the Thousand-Year Game Design
//! Challenge.
//!
//! **Board and pieces.** The board is a hexagon of 61 hexagons, five to a side, and stands between the players so that
//! each has a corner in front. 61 tokens are blue on one side and red on the other. At the start one lies on each
//! corner, the colours alternating, and each player's pawn stands on the token of their colour in front of them:
//! the blue pawn on a1, the red one on i9. Blue takes the first turn.
//!
//! **Turns.** A turn is two steps, and both have to be made.
//! - The player puts a token down, their colour up, on any space without one. Then the tokens on all neighbouring spaces
//!   are flipped, whatever their colour.
//! - The player moves their pawn along a straight line, as far as they like, to a token that shows their colour. The
//!   pawn passes over empty spaces and over tokens of both colours, never over the other pawn. The tokens that it
//!   passes over are flipped, not the one it leaves and not the one it comes to.
//!
//! A token under a pawn is never flipped. A token may not be put where the pawn could not be moved after it.
//!
//! **End.** After both steps of a turn a player wins who has a *connection*: a chain of neighbouring tokens of their
//! colour from one corner to the opposite one. It does not matter who made it, and one that the pawn broke again does not
//! count. A player who cannot make a turn, though there is a space left, loses.
//!
//! What the instructions leave open is settled like this: if no space is left and nobody has a connection, the game is a draw;
//! a player who has made a turn that leaves the other one a connection has lost.

mod board;
mod guide;
mod picture;
mod refusal;
mod step;
mod text;

pub use board::{Board, Hexagon};
use board::{CORNERS, DIRECTIONS, connects};
pub use refusal::Refusal;
pub use step::Step;

use crate::clicks::{Click, Clicks};
use crate::grid::hex::{Hex, cell};
use crate::guide::{EndReason, Guide};
use crate::info::Info;
use crate::outcome::{Outcome, Score};
use crate::picture::{Change, Diagram, Layout};
use crate::position::Position;
use crate::seat::{BySeat, Seat, Seats};
use crate::setup::Setup;

/// Seats at a table.
const SEATS: u8 = 2;

fn seats() -> impl Iterator<Item = Seat> {
    Seats::first(SEATS).iter()
}

/// The straight lines from a space to each side, as far as the spaces are open.
fn lines_from(hex: Hex, open: Board) -> impl Iterator<Item = Board> {
    DIRECTIONS
        .into_iter()
        .map(move |direction| Board::one(hex).run(direction, open))
}

/// What happens next, or how the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// The seat puts a token down.
    Token(Seat),
    /// The seat's token is down, and its pawn moves.
    Pawn(Seat),
    Won(Seat),
    Drawn,
}

/// A position of Antipode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Antipode {
    /// The tokens that show each seat's colour.
    tokens: [Board; SEATS as usize],
    /// Where each seat's pawn stands: always on a token of its own colour.
    pawns: [Hex; SEATS as usize],
    in_play: Seats,
    phase: Phase,
}

impl Antipode {
    /// The pairs of opposite corners.
    pub const CORNERS: [[Board; 2]; 3] = CORNERS;

    /// The tokens that show a seat's colour.
    pub fn tokens_of(&self, seat: Seat) -> Board {
        self.tokens[seat.index()]
    }

    /// Where a seat's pawn stands.
    pub fn pawn(&self, seat: Seat) -> Hex {
        self.pawns[seat.index()]
    }

    /// The spaces without a token.
    pub fn empty(&self) -> Board {
        !(self.tokens[0] | self.tokens[1])
    }

    /// The tokens on `spaces` that can be flipped: no pawn stands on them.
    fn flippable(&self, spaces: Board) -> Board {
        spaces & !self.empty() & !(Board::one(self.pawns[0]) | Board::one(self.pawns[1]))
    }

    /// The seat's tokens after it has put another one down.
    fn with_token(&self, seat: Seat, hex: Hex) -> Board {
        let put = Board::one(hex);
        let mut tokens = self.tokens[seat.index()];
        tokens ^= self.flippable(put.neighbours());
        tokens | put
    }

    /// The spaces that the seat's pawn can reach along the lines, whatever lies on them.
    fn reach(&self, seat: Seat) -> Board {
        let open = !Board::one(self.pawn(seat.other()));
        lines_from(self.pawn(seat), open).fold(Board::EMPTY, |reach, line| reach | line)
    }

    /// The spaces where the seat can put a token so that its pawn can move.
    fn places(&self, seat: Seat) -> impl Iterator<Item = Hex> {
        let reach = self.reach(seat);
        self.empty()
            .iter()
            .filter(move |&hex| self.with_token(seat, hex).meets(reach))
    }

    /// The spaces that the seat's pawn can move to.
    fn targets(&self, seat: Seat) -> Board {
        self.reach(seat) & self.tokens[seat.index()]
    }

    /// The phase after a turn of this seat.
    fn after_turn_of(&self, seat: Seat) -> Phase {
        let next = seat.other();
        if let Some(winner) = seats().find(|seat| connects(self.tokens[seat.index()])) {
            Phase::Won(winner)
        } else if self.empty() == Board::EMPTY {
            Phase::Drawn
        } else if self.places(next).next().is_none() {
            Phase::Won(seat)
        } else {
            Phase::Token(next)
        }
    }

    fn put(&mut self, seat: Seat, hex: Hex, on_change: &mut impl FnMut(Change)) {
        let flipped = self.flippable(Board::one(hex).neighbours());
        self.tokens[seat.index()] |= Board::one(hex);
        on_change(Change::Put {
            cell: cell(hex),
            piece: picture::token(seat),
        });
        self.flip(flipped, on_change);
        self.phase = Phase::Pawn(seat);
    }

    fn move_pawn(&mut self, seat: Seat, to: Hex, on_change: &mut impl FnMut(Change)) {
        let passed = self.flippable(self.between(seat, to));
        let from = std::mem::replace(&mut self.pawns[seat.index()], to);
        on_change(Change::Moved {
            piece: picture::pawn(seat),
            from: cell(from),
            to: cell(to),
        });
        self.flip(passed, on_change);
        self.phase = self.after_turn_of(seat);
    }

    /// The spaces that the seat's pawn passes over on its way.
    fn between(&self, seat: Seat, to: Hex) -> Board {
        let (pawn, end) = (self.pawn(seat), Board::one(to));
        let leads_there = |&direction: &i32| Board::one(pawn).run(direction, Board::ALL).has(to);
        let direction = DIRECTIONS.into_iter().find(leads_there);
        direction.map_or(Board::EMPTY, |direction| Board::one(pawn).run(direction, !end))
    }

    fn flip(&mut self, flipped: Board, on_change: &mut impl FnMut(Change)) {
        for hex in flipped.iter() {
            let owner = seats()
                .find(|seat| self.tokens[seat.index()].has(hex))
                .expect("a token");
            on_change(Change::Flipped {
                cell: cell(hex),
                from: picture::token(owner),
                to: picture::token(owner.other()),
            });
        }
        self.tokens.iter_mut().for_each(|tokens| *tokens ^= flipped);
    }
}

static INFO: Info = Info {
    name: "antipode",
    title: "Antipode",
    seats: SEATS..=SEATS,
    default_seats: SEATS,
    variants: &[],
    colours: &["blue", "red"],
    pieces: picture::PIECES,
    buttons: &[],
    tallies: picture::TALLIES,
    scores: &[],
    rules_version: 1,
};

impl Position for Antipode {
    type Step = Step;
    type Refusal = Refusal;

    const INFO: &'static Info = &INFO;

    fn start(_: Setup) -> Antipode {
        const START: &str = "b3r/6/7/8/r7b/8/7/6/b3r 1 12 a1,i9 -";
        START.parse().expect("the start")
    }

    fn setup(&self) -> Setup {
        Setup {
            seats: SEATS,
            variant: "",
        }
    }

    fn to_move(&self) -> Option<Seat> {
        match self.phase {
            Phase::Token(seat) | Phase::Pawn(seat) => Some(seat),
            Phase::Won(_) | Phase::Drawn => None,
        }
    }

    fn in_play(&self) -> Seats {
        self.in_play
    }

    fn mid_turn(&self) -> bool {
        matches!(self.phase, Phase::Pawn(_))
    }

    fn legal_steps_into(&self, steps: &mut Vec<Step>) {
        match self.phase {
            Phase::Token(seat) => steps.extend(self.places(seat).map(Step::Put)),
            Phase::Pawn(seat) => {
                let from = self.pawn(seat);
                steps.extend(self.targets(seat).iter().map(|to| Step::Move { from, to }));
            }
            Phase::Won(_) | Phase::Drawn => (),
        }
    }

    fn refusal(&self, step: &Step) -> Option<Refusal> {
        self.refusal_to_play(*step)
    }

    fn play_with(&mut self, step: &Step, on_change: &mut impl FnMut(Change)) {
        match (self.phase, *step) {
            (Phase::Token(seat), Step::Put(hex)) => self.put(seat, hex, on_change),
            (Phase::Pawn(seat), Step::Move { to, .. }) => self.move_pawn(seat, to, on_change),
            _ => (),
        }
    }

    fn drop_seat(&mut self, seat: Seat) {
        self.in_play.remove(seat);
        self.phase = Phase::Won(seat.other());
    }

    fn clicks(&self, step: &Step) -> Clicks {
        match *step {
            Step::Put(hex) | Step::Move { to: hex, .. } => vec![Click::Cell(cell(hex))],
        }
    }

    fn standing(&self) -> Outcome {
        let rank = |seat| match self.phase {
            Phase::Won(winner) if winner != seat => 2,
            _ => 1,
        };
        Outcome {
            ranks: BySeat::from_fn(SEATS, rank),
            scores: BySeat::all(SEATS, Score::default()),
        }
    }

    fn layout(_: Setup) -> Layout {
        picture::layout()
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

    fn end_reason(&self) -> Option<EndReason> {
        self.why_over()
    }
}
