//! What the search knows of a game beyond its rules: how good a position is, and which steps are worth a look.

use thicket_rules::antipode::Antipode;
use thicket_rules::btt::Btt;
use thicket_rules::bushi::Bushi;
use thicket_rules::bushka::Bushka;
use thicket_rules::bushwhacked::Bushwhacked;
use thicket_rules::{BySeat, GameKind, Position, Seat};

use crate::level::Handicap;
use crate::reasons::Reason;
use crate::weights::Weights;

/// How the best turn is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    /// Monte Carlo tree search: a tree that grows where play is good for the seat to move, for any number of seats.
    Tree,
    /// Alpha-beta: all turns up to a depth, for two seats.
    AlphaBeta,
}

/// What the search knows of a game.
pub(crate) trait Knowledge: Position {
    /// The numbers of the evaluation.
    type Weights: Weights;

    /// The numbers of the weights of steps, where these are learnt.
    type StepWeights: Weights;

    /// The numbers by which the greedy player judges, who does not see what follows its turn.
    const GREEDY: Self::Weights = Self::Weights::TUNED;

    /// The search that plays a table for two better. More seats are always played by [`Method::Tree`].
    const METHOD: Method;

    /// How many steps of a position the tree looks at, those with the highest weights; besides, some of each sort.
    const WIDTH: usize = usize::MAX;

    /// How much the tree prefers steps that were hardly tried to those that paid.
    const EXPLORATION: f32 = 1.1;

    /// How far the tree trusts the weights of steps: they are multiplied by this before they are read as the logarithm of odds.
    const SHARPNESS: f32 = 0.7;

    /// How many steps of a position alpha-beta looks at, those with the highest weights; besides, some of each sort, and all if
    /// those lose.
    const BREADTH: usize = usize::MAX;

    /// What makes each level weaker than the strongest, which comes after these. The second is the greedy
    /// player, except where greed is no better than chance. Games differ in how much a mistake costs, and in how much more is seen by who looks at more
    /// positions.
    const HANDICAPS: &[Handicap];

    /// How many turns are played, as the weights say, before a leaf of the tree is evaluated.
    const PLAYOUT: u32;

    /// How well each seat stands, in the unit of [`chances`](crate::chance::chances). Asked only while the game goes on.
    fn evaluate(&self, weights: &Self::Weights) -> BySeat<f32>;

    /// The same as searches ask, where they have an evaluation of their own.
    fn evaluate_in_search(&self, weights: &Self::Weights) -> BySeat<f32> {
        self.evaluate(weights)
    }

    /// Appends a weight for each of these legal steps: how likely it is the best one, as the logarithm of odds. Says
    /// little, but is quick.
    fn weigh(&self, steps: &[Self::Step], known: &Self::StepWeights, weights: &mut Vec<f32>);

    /// How far the game has come, from 0 at the start to 1 at the end.
    fn progress(&self) -> f32;

    /// The sort of a step, from 0 to 7. Most steps are of sort 0; those of another are unlike them, as a pass is unlike a stone.
    fn sort(_step: &Self::Step) -> usize {
        0
    }

    /// Whether most of the steps end the game, so that all of them can be looked at.
    fn is_last_step(&self) -> bool {
        false
    }

    /// Whether an evaluation means nothing here, as in the middle of an exchange. Alpha-beta goes on then.
    fn is_unsettled(&self) -> bool {
        false
    }

    /// Whether nobody can win any more but by a capture at once.
    fn is_drawn(&self) -> bool {
        false
    }

    /// What a turn does for a seat besides captures, control and threats, which are the same for all games.
    fn reasons(_before: &Self, _after: &Self, _seat: Seat) -> Vec<Reason> {
        Vec::new()
    }
}

/// Code that runs with the type of a kind's positions, and what is known of them.
pub(crate) trait KnowledgeVisitor {
    /// What it returns.
    type Out;
    /// Runs with the type `P`.
    fn visit<P: Knowledge>(self) -> Self::Out;
}

/// Calls the visitor with the type of this kind's positions.
pub(crate) fn with_knowledge<V: KnowledgeVisitor>(kind: GameKind, visitor: V) -> V::Out {
    match kind {
        GameKind::Bushwhacked => visitor.visit::<Bushwhacked>(),
        GameKind::Bushi => visitor.visit::<Bushi>(),
        GameKind::Bushka => visitor.visit::<Bushka>(),
        GameKind::Antipode => visitor.visit::<Antipode>(),
        GameKind::Btt => visitor.visit::<Btt>(),
    }
}
