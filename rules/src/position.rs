//! What every game tells about itself: the trait [`Position`], with the laws that `tests/conformance.rs` holds it to.

use std::fmt;
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::clicks::Clicks;
use crate::picture::{Change, Diagram, Layout};
use crate::seat::{BySeat, Seat, Seats};
use crate::setup::Setup;

/// What stays the same in every game of a kind.
#[derive(Debug)]
pub struct Info {
    /// The name in records, addresses and on the command line: `bushwhacked`.
    pub name: &'static str,
    /// The name on pages.
    pub title: &'static str,
    /// How many seats a table may have.
    pub seats: RangeInclusive<u8>,
    /// How many it has where nobody says.
    pub default_seats: u8,
    /// The variants, the default first; empty where the game has none.
    pub variants: &'static [&'static str],
    /// The colour of each seat.
    pub colours: &'static [&'static str],
    /// The pieces: the symbol in [`Piece`](crate::Piece) and what it is called.
    pub pieces: &'static [(&'static str, &'static str)],
    /// The buttons in [`Click`](crate::Click): what is pressed and what stands on it.
    pub buttons: &'static [(&'static str, &'static str)],
    /// What is counted for each seat while the game goes on, in the order of [`Diagram::tallies`].
    pub tallies: &'static [&'static str],
    /// What the parts of a [`Score`] are, the weightiest first; empty where the game knows only ranks.
    pub scores: &'static [&'static str],
    /// The version of the rules as programmed; a record says which one it was played by.
    pub rules_version: u16,
}

/// Up to two numbers, the weightier first; [`Info::scores`] says what they are.
pub type Score = [u16; 2];

/// How a game ended, or would end if play stopped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// 1 plus the number of seats that did strictly better; a draw is everybody at 1.
    pub ranks: BySeat<u8>,
    /// What the ranks rest on, where the game has scores.
    pub scores: BySeat<Score>,
}

impl Outcome {
    /// Ranks the seats in play by `scores`, more first and equal shared, and puts those that dropped last together.
    pub fn by_score(scores: BySeat<Score>, in_play: Seats) -> Outcome {
        let key = |seat| {
            (
                in_play.contains(seat),
                if in_play.contains(seat) {
                    scores[seat]
                } else {
                    Score::default()
                },
            )
        };
        let better = |seat| scores.iter().filter(|&(other, _)| key(other) > key(seat)).count();
        let ranks = BySeat::from_fn(scores.seats(), |seat| 1 + better(seat) as u8);
        Outcome { ranks, scores }
    }

    /// The same scores, but the seats in play share the first rank.
    pub(crate) fn drawn(self, in_play: Seats) -> Outcome {
        let equal = Outcome::by_score(BySeat::all(self.ranks.seats(), Score::default()), in_play);
        Outcome {
            scores: self.scores,
            ..equal
        }
    }

    /// Puts the seats that dropped in order, the first to drop last. `dropped` is in the order of the drops.
    pub(crate) fn order_dropped(&mut self, dropped: &[Seat]) {
        let seats = self.ranks.seats();
        for (drop, &seat) in dropped.iter().enumerate() {
            self.ranks[seat] = seats - drop as u8;
        }
    }
}

/// Who is to move, or how it ended: never both, never neither.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// The next step is this seat's.
    ToMove(Seat),
    /// The game is over.
    Over(Outcome),
}

impl Status {
    /// The seat whose step is next, if the game goes on.
    pub fn to_move(self) -> Option<Seat> {
        match self {
            Status::ToMove(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }

    /// The outcome, if the game is over.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Status::ToMove(_) => None,
            Status::Over(outcome) => Some(outcome),
        }
    }
}

/// The text is not a position of this game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePosition(pub String);

impl fmt::Display for ParsePosition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "not a position: {}", self.0)
    }
}

impl std::error::Error for ParsePosition {}

/// The text is not the spelling of any step of this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseStep;

impl fmt::Display for ParseStep {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "no step of this game is spelt like that")
    }
}

impl std::error::Error for ParseStep {}

/// The step is not legal in the position it was played in: the sentence says why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalStep(pub String);

impl fmt::Display for IllegalStep {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for IllegalStep {}

/// A position of one game: everything its future depends on, save what the history holds (see [`Game`](crate::Game)).
///
/// A position plays *steps*; a *turn* is all the steps of one seat before play passes on. Positions are small, and
/// copying one is cheap: bots copy millions.
///
/// Laws, for every kind and number of seats, in every position that play can reach:
/// - a seat is to move exactly when there is a legal step;
/// - the same position gives the same legal steps, in the same order;
/// - `parse(print(step)) == step`, and `parse(print(position)) == position` while a seat is to move;
/// - no two legal steps share their clicks, and no step's clicks are the beginning of another's;
/// - the [`Change`]s told by [`play_seen`](Position::play_seen), made to the diagram before, give the diagram after;
/// - every game ends, and after any drop it goes on or ends;
/// - [`why_illegal`](Position::why_illegal) has a sentence for every step that is not legal.
pub trait Position:
    Clone + Eq + Hash + fmt::Debug + fmt::Display + FromStr<Err = ParsePosition> + Send + Sync + 'static
{
    /// The smallest thing a player enters. Its text is its only spelling.
    type Step: Clone + Ord + fmt::Debug + fmt::Display + FromStr<Err = ParseStep> + Send + Sync;

    /// What every game of this kind shares.
    const INFO: &'static Info;

    /// The position before the first turn.
    fn start(setup: Setup<Self>) -> Self;

    /// The setup of the games that come to such positions.
    fn setup(&self) -> Setup<Self>;

    /// Who is to move, or how it ended. Seats that dropped are equal last here; the game puts them in order.
    fn status(&self) -> Status;

    /// The seats that have not dropped.
    fn in_play(&self) -> Seats;

    /// Whether some of the steps of this turn are made and the turn goes on.
    fn mid_turn(&self) -> bool;

    /// Appends the legal steps; none when the game is over.
    fn legal_steps_into(&self, steps: &mut Vec<Self::Step>);

    /// Plays a step that is known to be legal, and tells what happens on the board, in order.
    fn play_seen(&mut self, step: &Self::Step, see: &mut impl FnMut(Change));

    /// Takes a seat that is in play out of the game. Only between turns.
    fn drop_seat(&mut self, seat: Seat);

    /// Why a step that is not legal here is not, in a sentence for a player.
    fn why_illegal(&self, step: &Self::Step) -> String;

    /// The cells and buttons to touch, in order, to enter a legal step.
    fn clicks(&self, step: &Self::Step) -> Clicks;

    /// Ranks and scores if play stopped now.
    fn standing(&self) -> Outcome;

    /// The board, without what stands on it.
    fn layout(setup: Setup<Self>) -> Layout;

    /// What stands on the board and what the seats hold.
    fn diagram(&self) -> Diagram;

    /// What is compared where the same position with the same seat to move, at the start of a turn for the third time,
    /// is a draw: the position without its turn counter. Nothing where the game knows no such draw.
    fn repeatable(&self) -> Option<Self> {
        None
    }

    /// A short way to write a whole turn that is legal here, for people who know the game's own notation. Records and
    /// steps have their one spelling.
    fn shorthand(&self, turn: &[Self::Step]) -> String {
        let steps: Vec<String> = turn.iter().map(Self::Step::to_string).collect();
        steps.join(",")
    }

    /// Plays a step that is known to be legal.
    fn play_unchecked(&mut self, step: &Self::Step) {
        self.play_seen(step, &mut |_| ());
    }

    /// The legal steps.
    fn legal_steps(&self) -> Vec<Self::Step> {
        let mut steps = Vec::new();
        self.legal_steps_into(&mut steps);
        steps
    }

    /// Whether the step is legal.
    fn is_legal(&self, step: &Self::Step) -> bool {
        self.legal_steps().contains(step)
    }

    /// Plays a step, or says why it cannot be played and changes nothing.
    fn play(&mut self, step: &Self::Step) -> Result<(), IllegalStep> {
        if !self.is_legal(step) {
            return Err(IllegalStep(self.why_illegal(step)));
        }
        self.play_unchecked(step);
        Ok(())
    }
}
