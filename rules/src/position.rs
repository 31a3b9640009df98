//! What every game implements: the trait [`Position`], with the laws that `tests/conformance` checks.

use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use crate::clicks::{Click, Clicks};
use crate::guide::{EndReason, Guide};
use crate::info::Info;
use crate::outcome::{Outcome, Status};
use crate::picture::{Change, Diagram, Layout};
use crate::seat::{BySeat, Seat, Seats};
use crate::setup::Setup;

/// The text is not a position of this game: the sentence says why.
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

/// The step is not legal in the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IllegalStep<P: Position> {
    /// The game is over.
    Over,
    /// The rules forbid it here.
    Refused {
        /// The step.
        step: P::Step,
        /// Why.
        refusal: P::Refusal,
    },
}

impl<P: Position> fmt::Display for IllegalStep<P> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            IllegalStep::Over => write!(f, "the game is over"),
            IllegalStep::Refused { refusal, .. } => refusal.fmt(f),
        }
    }
}

impl<P: Position> std::error::Error for IllegalStep<P> {}

/// A position of one game: everything that its future depends on, except for what only the history knows (see
/// [`Game`](crate::Game)).
///
/// A position plays *steps*; a *turn* is all the steps of one seat before play passes on. Positions are small and
/// cheap to copy: bots copy millions.
///
/// Laws, for every kind and number of seats, in every position that play can reach:
/// - a seat is to move exactly when there is a legal step;
/// - [`legal_steps`](Position::legal_steps) lists exactly the steps that [`refusal`](Position::refusal) allows;
/// - the same position gives the same legal steps, in the same order;
/// - `parse(print(step)) == step`, and `parse(print(position)) == position` while a seat is to move;
/// - no two legal steps have the same clicks, and no step's clicks are the beginning of another's;
/// - [`step_of`](Position::step_of) a legal step's clicks is that step;
/// - [`guide`](Position::guide) asks for something while a seat is to move, and [`end_reason`](Position::end_reason)
///   says why the game is over if it ended with several seats in play;
/// - the [`Change`]s reported by [`play_with`](Position::play_with), applied to the diagram before, give the diagram
///   after;
/// - every game ends, and after any drop it goes on or ends.
///
/// ```
/// use thicket_rules::bushwhacked::Bushwhacked;
/// use thicket_rules::{Position, Seat};
///
/// let setup = Bushwhacked::INFO.setup(3, "")?;
/// let mut position = Bushwhacked::start(setup);
///
/// let step = "a2".parse()?;
/// assert!(position.is_legal(&step));
/// position.play(&step)?;
/// assert_eq!(position.to_move(), Seat::new(2));
///
/// // A step that is not legal changes nothing, and the error says why.
/// assert_eq!(position.play(&step).unwrap_err().to_string(), "a2 is occupied");
/// assert!(!position.legal_steps().contains(&step));
///
/// // A position is its text.
/// assert_eq!(position.to_string().parse::<Bushwhacked>()?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Position:
    Clone + Eq + Hash + fmt::Debug + fmt::Display + FromStr<Err = ParsePosition> + Send + Sync + 'static
{
    /// The smallest thing that a player enters. It has exactly one spelling.
    type Step: Clone + Ord + Hash + fmt::Debug + fmt::Display + FromStr<Err = ParseStep> + Send + Sync;

    /// Why a step is not legal, with a sentence for the player.
    type Refusal: Clone + Eq + fmt::Debug + fmt::Display + Send + Sync;

    /// What every game of this kind shares.
    const INFO: &'static Info;

    /// The position before the first turn.
    fn start(setup: Setup) -> Self;

    /// The setup of the game that this position belongs to.
    fn setup(&self) -> Setup;

    /// The seat to move; none when the game is over.
    fn to_move(&self) -> Option<Seat>;

    /// The seats that have not dropped.
    fn in_play(&self) -> Seats;

    /// Whether the seat to move has played some steps of its turn and must or may play more. Never, where a step is a
    /// whole turn.
    fn mid_turn(&self) -> bool {
        false
    }

    /// The same board between the same turns, but with this seat to move, which is in play: for turns that are planned
    /// while others think. Asked only between turns while the game goes on, and only with more than two seats: a game
    /// for two alone needs none.
    fn with_to_move(&self, _seat: Seat) -> Option<Self> {
        None
    }

    /// Appends the legal steps; none when the game is over.
    fn legal_steps_into(&self, steps: &mut Vec<Self::Step>);

    /// Why the seat to move cannot play this step; `None` if it is legal. Asked only while a seat is to move.
    fn refusal(&self, step: &Self::Step) -> Option<Self::Refusal>;

    /// Plays a step that is known to be legal, and reports what changes on the board, in order.
    fn play_with(&mut self, step: &Self::Step, on_change: &mut impl FnMut(Change));

    /// Takes a seat that is in play out of the game. Only between turns.
    fn drop_seat(&mut self, seat: Seat);

    /// The cells and buttons to click, in order, to enter a legal step.
    fn clicks(&self, step: &Self::Step) -> Clicks;

    /// Ranks and scores if play stopped now. Seats that dropped share the last rank; the game puts them in order.
    fn standing(&self) -> Outcome;

    /// The board, without what stands on it.
    fn layout(setup: Setup) -> Layout;

    /// What stands on the board and what the seats hold.
    fn diagram(&self) -> Diagram;

    /// What the seats hold: [`Diagram::tallies`] without the rest of the diagram. Worth writing where that is cheaper.
    fn tallies(&self) -> Vec<BySeat<u16>> {
        self.diagram().tallies
    }

    /// What is compared to find repetitions, if the game is a draw when the same position, with the same seat to move,
    /// begins a turn for the third time: the position without its turn counter.
    fn repeatable(&self) -> Option<Self> {
        None
    }

    /// A shorter way to write a turn that is legal here, for people who know the game's own notation; none where that
    /// is how records write it. In records, steps have their one spelling.
    fn shorthand(&self, _turn: &[Self::Step]) -> Option<String> {
        None
    }

    /// What the seat to move is asked for. Asked only while a seat is to move.
    fn guide(&self) -> Guide;

    /// What a legal step costs the seat to move, as a sentence; none if it costs nothing.
    fn cost(&self, _step: &Self::Step) -> Option<String> {
        None
    }

    /// The step that these clicks would enter if it were legal, so that one can say why it is not; none if they enter
    /// none. For a legal step's [`clicks`](Position::clicks) it is that step.
    fn step_of(&self, _clicks: &[Click]) -> Option<Self::Step> {
        None
    }

    /// A turn that is legal here in words that follow the player's name: "passes". None where its [`Change`]s say it
    /// all.
    fn in_words(&self, _turn: &[Self::Step]) -> Option<String> {
        None
    }

    /// Why the game is over; none while it goes on, and when only one seat is left in play.
    fn end_reason(&self) -> Option<EndReason>;

    /// Who is to move, or how the game ended.
    fn status(&self) -> Status {
        match self.to_move() {
            Some(seat) => Status::ToMove(seat),
            None => Status::Over(self.standing()),
        }
    }

    /// The legal steps.
    fn legal_steps(&self) -> Vec<Self::Step> {
        let mut steps = Vec::new();
        self.legal_steps_into(&mut steps);
        steps
    }

    /// Why a step is not legal; `None` if it is.
    fn why_illegal(&self, step: &Self::Step) -> Option<IllegalStep<Self>> {
        if self.to_move().is_none() {
            return Some(IllegalStep::Over);
        }
        let refusal = self.refusal(step)?;
        Some(IllegalStep::Refused {
            step: step.clone(),
            refusal,
        })
    }

    /// Whether the step is legal.
    fn is_legal(&self, step: &Self::Step) -> bool {
        self.to_move().is_some() && self.refusal(step).is_none()
    }

    /// Plays a step that is known to be legal, as [`play_with`](Position::play_with) does, without its reports.
    fn play_unchecked(&mut self, step: &Self::Step) {
        self.play_with(step, &mut |_| ());
    }

    /// Plays a step, or says why it is not legal and changes nothing.
    fn play(&mut self, step: &Self::Step) -> Result<(), IllegalStep<Self>> {
        match self.why_illegal(step) {
            Some(illegal) => Err(illegal),
            None => {
                self.play_unchecked(step);
                Ok(())
            }
        }
    }
}
