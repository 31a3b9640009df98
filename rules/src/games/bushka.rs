//! Bushka, a game for two by Christian Freeling. Headings in quotation marks are those of his rules.
//!
//! **Board and pieces** ("General", "Initial position"). The 50 dark squares of a board eleven wide and nine high, and the
//! oblique lines through them: letter lines a to j run up to the right, number lines 1 to 9 and 0 up to the left. A square
//! is named by its two lines. Each seat has 17 men on the three rows nearest to it; seat 1 is white and begins. Forward is
//! up for white, down for black. The farthest six squares are a seat's back rank.
//!
//! **Moves** ("Piece movement", "Phalanx movement").
//! - A man moves one square forward along a line to a vacant square. A king moves any distance along an open line.
//! - A phalanx is an unbroken row of two or more own men on a line; kings are never part of one. It, or two or more men at
//!   its front, moves one square forward: its last man goes to the vacant square in front.
//! - A man that comes to stand on the back rank becomes a king.
//!
//! **Captures** ("Capture") are compulsory, and made by approaching.
//! - A phalanx, or two or more men at its front, moves one square along its line, forward or backward, onto a vacant
//!   square just beyond which an enemy stands. A king there is captured alone; a man with the unbroken run of men behind
//!   it on the line. This goes before every other capture, and never goes on.
//! - A man moves onto a vacant square next to it, in any of the four directions, just beyond which an enemy stands, and
//!   captures that one piece. A king slides along a line to the last vacant square before an enemy, over at least one,
//!   and captures it. The same piece goes on as long as it can. What it captured leaves the board at the end; until then
//!   it blocks, and is not captured again. The square where the piece started is vacant meanwhile.
//! - Of the phalanx captures, and otherwise of the piece captures, only those that take the most pieces are legal.
//!
//! Whether a man is isolated need not be looked at: a man that is not has a phalanx capture on that line, which goes
//! first, and once it captures it is isolated by definition.
//!
//! **End** ("Object"). A seat without a legal move loses. It is a draw when a position is there for the third time with
//! the same seat to move (the [game](crate::Game) counts), and after 500 turns, which is our guard.

mod board;
mod capture;
mod guide;
mod picture;
mod refusal;
mod short;
mod spot;
mod step;
mod text;

use board::{DIRECTIONS, DOWN_LEFT, DOWN_RIGHT, direction_between, row};
pub use board::{Dark, Spots, UP_LEFT, UP_RIGHT};
pub use refusal::Refusal;
pub use spot::Spot;
pub use step::{Path, Step};

use crate::clicks::{Click, Clicks};
use crate::guide::{EndReason, Guide};
use crate::info::Info;
use crate::outcome::Outcome;
use crate::picture::{Change, Diagram, Layout, Piece};
use crate::position::Position;
use crate::seat::{BySeat, Seat, Seats};
use crate::setup::Setup;

/// Pieces of a seat.
const ARMY: u16 = 17;
/// The game is over after this many turns.
const LAST_TURN: u16 = 500;

const START: &str = "bbbbbb/bbbbb/bbbbbb/5/6/5/wwwwww/wwwww/wwwwww 1 12 0";

/// A position of Bushka. The seats take turns, so the number of turns says who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bushka {
    /// By seat.
    men: [Spots; 2],
    /// By seat.
    kings: [Spots; 2],
    in_play: Seats,
    over: bool,
    turns: u16,
}

impl Bushka {
    fn empty() -> Bushka {
        Bushka {
            men: [Spots::EMPTY; 2],
            kings: [Spots::EMPTY; 2],
            in_play: Seats::first(2),
            over: false,
            turns: 0,
        }
    }

    /// The seat whose turn it is, or would be if the game were not over.
    fn active(&self) -> Seat {
        Seat::from_index(usize::from(self.turns % 2)).expect("one of two seats")
    }

    /// A seat's men.
    pub fn men_of(&self, seat: Seat) -> Spots {
        self.men[seat.index()]
    }

    /// A seat's kings.
    pub fn kings_of(&self, seat: Seat) -> Spots {
        self.kings[seat.index()]
    }

    fn men(&self) -> Spots {
        self.men[self.active().index()]
    }

    /// Men and kings of the seat to move.
    fn pieces(&self) -> Spots {
        self.men() | self.kings[self.active().index()]
    }

    fn enemy_men(&self) -> Spots {
        self.men[self.active().other().index()]
    }

    fn enemy_kings(&self) -> Spots {
        self.kings[self.active().other().index()]
    }

    fn enemies(&self) -> Spots {
        self.enemy_men() | self.enemy_kings()
    }

    fn vacant(&self) -> Spots {
        !(self.men[0] | self.men[1] | self.kings[0] | self.kings[1])
    }

    /// The two directions in which men of the seat to move go forward.
    fn forward(&self) -> [i32; 2] {
        match self.active() {
            Seat::FIRST => [UP_RIGHT, UP_LEFT],
            _ => [DOWN_RIGHT, DOWN_LEFT],
        }
    }

    /// Where the men of a seat become kings.
    fn back_rank(seat: Seat) -> Spots {
        row(if seat == Seat::FIRST { spot::HEIGHT - 1 } else { 0 })
    }

    /// Appends the moves that capture nothing.
    fn moves_into(&self, steps: &mut Vec<Step>) {
        for direction in self.forward() {
            for to in (self.men().to(direction) & self.vacant()).iter() {
                let men = Spots::one(to).run(-direction, self.men());
                steps.extend(men.iter().map(|from| Step::Move { from, to }));
            }
        }
        for from in self.kings[self.active().index()].iter() {
            for direction in DIRECTIONS {
                let open = Spots::one(from).run(direction, self.vacant());
                steps.extend(open.iter().map(|to| Step::Move { from, to }));
            }
        }
    }

    /// Whether the seat to move has to capture. Of a game that is over it says nothing.
    pub fn must_capture(&self) -> bool {
        self.man_captures()
            || self.kings[self.active().index()]
                .iter()
                .any(|king| self.king_captures(king))
    }

    /// Whether the seat to move has a legal step.
    fn can_move(&self) -> bool {
        let to = |pieces: Spots, direction: i32| pieces.to(direction).meets(self.vacant());
        let kings = self.kings[self.active().index()];
        self.forward()
            .into_iter()
            .any(|direction| to(self.men(), direction))
            || DIRECTIONS.into_iter().any(|direction| to(kings, direction))
            || self.man_captures()
    }

    fn ended(&self) -> bool {
        self.in_play.count() == 1 || self.turns == LAST_TURN || !self.can_move()
    }

    fn piece_on(&self, spot: Spot) -> Option<Piece> {
        let seat_in = |sets: [Spots; 2]| {
            let index = sets.iter().position(|set| set.has(spot))?;
            Seat::from_index(index)
        };
        let man = seat_in(self.men).map(picture::man);
        man.or_else(|| seat_in(self.kings).map(picture::king))
    }

    /// Moves a piece, and makes a man on its back rank a king.
    fn move_piece(&mut self, seat: Seat, from: Spot, to: Spot, on_change: &mut impl FnMut(Change)) {
        let Some(piece) = self.piece_on(from) else { return };
        let (men, kings) = (&mut self.men[seat.index()], &mut self.kings[seat.index()]);
        let king = kings.has(from);
        men.remove(from);
        kings.remove(from);
        on_change(Change::Moved {
            piece,
            from: from.cell(),
            to: to.cell(),
        });
        let crowned = !king && Bushka::back_rank(seat).has(to);
        if king || crowned { kings } else { men }.insert(to);
        if crowned {
            on_change(Change::Flipped {
                cell: to.cell(),
                from: piece,
                to: picture::king(seat),
            });
        }
    }

    fn capture(&mut self, seat: Seat, path: &Path, on_change: &mut impl FnMut(Change)) {
        let taken = self.taken_in_order(path);
        for leg in path.as_slice().windows(2) {
            self.move_piece(seat, leg[0], leg[1], on_change);
        }
        for spot in taken {
            let Some(piece) = self.piece_on(spot) else {
                continue;
            };
            let enemy = seat.other().index();
            self.men[enemy].remove(spot);
            self.kings[enemy].remove(spot);
            on_change(Change::Taken {
                cell: spot.cell(),
                piece,
                by: seat,
            });
        }
    }

    /// What a legal capture takes: a phalanx the nearest piece first, a piece one at each stop.
    fn taken_in_order(&self, path: &Path) -> Vec<Spot> {
        if let Some((front, direction)) = self.phalanx(path) {
            let mut taken: Vec<Spot> = self.touched(front, direction).iter().collect();
            if direction < 0 {
                taken.reverse();
            }
            return taken;
        }
        let beyond = |leg: &[Spot]| {
            let direction = direction_between(leg[0], leg[1])?;
            (Spots::one(leg[1]).to(direction) & self.enemies()).first()
        };
        path.as_slice().windows(2).filter_map(beyond).collect()
    }
}

static INFO: Info = Info {
    name: "bushka",
    title: "Bushka",
    seats: 2..=2,
    default_seats: 2,
    variants: &[],
    colours: &["white", "black"],
    pieces: picture::PIECES,
    buttons: &[],
    tallies: picture::TALLIES,
    scores: &[],
    rules_version: 1,
};

impl Position for Bushka {
    type Step = Step;
    type Refusal = Refusal;

    const INFO: &'static Info = &INFO;

    fn start(_: Setup) -> Bushka {
        START.parse().expect("the set-up")
    }

    fn setup(&self) -> Setup {
        Setup {
            seats: 2,
            variant: "",
        }
    }

    fn to_move(&self) -> Option<Seat> {
        (!self.over).then(|| self.active())
    }

    fn in_play(&self) -> Seats {
        self.in_play
    }

    fn legal_steps_into(&self, steps: &mut Vec<Step>) {
        if self.over {
            return;
        }
        let before = steps.len();
        self.captures_into(steps);
        if steps.len() == before {
            self.moves_into(steps);
        }
    }

    fn refusal(&self, step: &Step) -> Option<Refusal> {
        self.refusal_to_play(step)
    }

    fn play_with(&mut self, step: &Step, on_change: &mut impl FnMut(Change)) {
        let seat = self.active();
        match step {
            Step::Move { from, to } => self.move_piece(seat, *from, *to, on_change),
            Step::Capture(path) => self.capture(seat, path, on_change),
        }
        self.turns += 1;
        self.over = self.ended();
    }

    fn drop_seat(&mut self, seat: Seat) {
        self.in_play.remove(seat);
        self.over = true;
    }

    fn clicks(&self, step: &Step) -> Clicks {
        let cell = |spot: &Spot| Click::Cell(spot.cell());
        match step {
            Step::Move { from, to } => vec![cell(from), cell(to)],
            Step::Capture(path) => path.as_slice().iter().map(cell).collect(),
        }
    }

    fn standing(&self) -> Outcome {
        let lost = self.over && !self.can_move();
        let won = BySeat::from_fn(2, |seat| [u16::from(lost && seat != self.active()), 0]);
        Outcome::by_score(won, self.in_play)
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

    /// Whether the number of turns is odd says whose turn it is.
    fn repeatable(&self) -> Option<Bushka> {
        Some(Bushka {
            turns: self.turns % 2,
            ..*self
        })
    }

    fn shorthand(&self, turn: &[Step]) -> Option<String> {
        let short: Vec<String> = turn.iter().map(|step| self.short(step)).collect();
        Some(short.join(","))
    }
}
