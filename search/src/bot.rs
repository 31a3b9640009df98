//! A bot: plays turns of a game of any kind.

use std::fmt;

use thicket_rules::{AnyGame, BySeat, Game, GameKind, Position};

use crate::alphabeta::AlphaBeta;
use crate::budget::{Budget, Meter, Stop};
use crate::calibration::{Belief, Calibration};
use crate::engine::Engine;
use crate::evaluator::Evaluator;
use crate::knowledge::{Knowledge, KnowledgeVisitor, Method, with_knowledge};
use crate::level::{Sight, Skill};
use crate::mcts::TreeSearch;
use crate::simple::{Greedy, Random};
use crate::weights::Weights;

/// Of what is left of the budget, so many hundredths are spent on the first step of a turn, and on each that follows. If the first
/// one is the whole turn, what is left after it is spent as well.
const FIRST: u32 = 85;
const FOLLOWING: u32 = 50;

/// What a bot thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The best turn, or the rest of it if it has begun.
    pub steps: Vec<String>,
    /// Each seat's chance to come first, from 0 to 1 and all together 1. A first place that is shared counts as a part of one.
    pub chances: BySeat<f32>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// Plays a kind of game for one seat or several. It remembers what it thought at its turns before, so a game has a bot of
/// its own.
pub struct Bot(Box<dyn Thinker>);

impl fmt::Debug for Bot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Bot")
    }
}

impl Bot {
    /// A bot for games of a kind, at a table with so many seats. The same seed, game and number of nodes give the same
    /// turns.
    pub fn new(kind: GameKind, seats: u8, skill: Skill, seed: u64) -> Bot {
        with_knowledge(
            kind,
            NewBot {
                kind,
                seats,
                skill,
                seed,
            },
        )
    }

    /// The best turn that it finds, or the rest of one. None if the game is over or of another kind. It answers soon after
    /// it is stopped or the budget is used up, whatever the budget.
    pub fn think(&mut self, game: &dyn AnyGame, budget: &Budget, stop: &Stop) -> Option<Thought> {
        self.0.think(game, budget, stop)
    }

    /// Each seat's chance to come first after each of these turns of the seat to move, all looked at alike, so that their
    /// difference is what one turn costs against another. None if a turn is not legal or the budget is not enough.
    pub fn compare(
        &mut self,
        game: &dyn AnyGame,
        turns: &[&[String]],
        budget: &Budget,
        stop: &Stop,
    ) -> Option<Vec<BySeat<f32>>> {
        self.0.compare(game, turns, budget, stop)
    }

    /// The memory that it takes to remember what it thought, in bytes.
    pub fn memory(&self) -> usize {
        self.0.memory()
    }
}

struct NewBot {
    kind: GameKind,
    seats: u8,
    skill: Skill,
    seed: u64,
}

impl KnowledgeVisitor for NewBot {
    type Out = Bot;

    fn visit<P: Knowledge>(self) -> Bot {
        Bot(Box::new(BotOf::<P> {
            engine: engine(self.kind, self.skill, self.seats, self.seed),
            calibration: Calibration::of(self.kind, self.seats),
        }))
    }
}

pub(crate) fn engine<P: Knowledge>(kind: GameKind, skill: Skill, seats: u8, seed: u64) -> Box<dyn Engine<P>> {
    if skill == Skill::Random {
        return Box::new(Random(fastrand::Rng::with_seed(seed)));
    }
    let handicap = skill.handicap(kind);
    let evaluator = |weights| Evaluator::new(weights, handicap.error, seed);
    match (handicap.sight, P::METHOD) {
        (Sight::OwnTurn, _) => Box::new(Greedy(evaluator(P::GREEDY))),
        (_, Method::AlphaBeta) if seats == 2 => Box::new(AlphaBeta::new(evaluator(P::Weights::TUNED), seed)),
        _ => Box::new(TreeSearch::new(evaluator(P::Weights::TUNED), seed)),
    }
}

/// A bot that knows the kind of its games only at run time.
trait Thinker: Send {
    fn think(&mut self, game: &dyn AnyGame, budget: &Budget, stop: &Stop) -> Option<Thought>;
    fn compare(
        &mut self,
        game: &dyn AnyGame,
        turns: &[&[String]],
        budget: &Budget,
        stop: &Stop,
    ) -> Option<Vec<BySeat<f32>>>;
    fn memory(&self) -> usize;
}

struct BotOf<P: Knowledge> {
    engine: Box<dyn Engine<P>>,
    calibration: Option<Calibration>,
}

impl<P: Knowledge> BotOf<P> {
    /// What chances that the search believes in are worth in a position.
    fn calibrated(&self, position: &P, chances: BySeat<f32>) -> BySeat<f32> {
        let belief = Belief::new(position, chances);
        let corrected = belief.zip(self.calibration.as_ref());
        corrected.map_or(chances, |(belief, calibration)| calibration.apply(&belief))
    }
}

impl<P: Knowledge> Thinker for BotOf<P> {
    fn think(&mut self, game: &dyn AnyGame, budget: &Budget, stop: &Stop) -> Option<Thought> {
        let game: &Game<P> = game.as_any().downcast_ref()?;
        game.status().to_move()?;
        let mut meter = Meter::new(budget, stop);
        let mut position = game.position().clone();
        let (mut steps, mut chances) = (Vec::new(), None);
        loop {
            let is_first = steps.is_empty();
            let mut part = meter.part(if is_first { FIRST } else { FOLLOWING });
            let mut found = self.engine.search(game, &position, &mut part)?;
            meter.add(&part);
            let mut after = position.clone();
            after.play(&found.step).ok()?;
            if is_first && !after.mid_turn() && self.engine.improves() {
                found = self.engine.search(game, &position, &mut meter)?;
                after = position.clone();
                after.play(&found.step).ok()?;
            }
            position = after;
            steps.push(found.step.to_string());
            chances.get_or_insert(found.chances);
            if !position.mid_turn() {
                break;
            }
        }
        Some(Thought {
            steps,
            chances: self.calibrated(game.position(), chances?),
            nodes: meter.spent(),
        })
    }

    fn compare(
        &mut self,
        game: &dyn AnyGame,
        turns: &[&[String]],
        budget: &Budget,
        stop: &Stop,
    ) -> Option<Vec<BySeat<f32>>> {
        let game: &Game<P> = game.as_any().downcast_ref()?;
        let after: Option<Vec<Game<P>>> = turns.iter().map(|turn| after(game, turn)).collect();
        let after = after?;
        let chances = self.engine.compare(&after, &mut Meter::new(budget, stop))?;
        // Where the game is over, also by repetition, they are the outcome.
        let calibrated = |(game, chances): (&Game<P>, BySeat<f32>)| match game.status().to_move() {
            Some(_) => self.calibrated(game.position(), chances),
            None => chances,
        };
        Some(after.iter().zip(chances).map(calibrated).collect())
    }

    fn memory(&self) -> usize {
        self.engine.memory()
    }
}

/// The game after a turn; none if that is not legal, or not whole.
fn after<P: Position>(game: &Game<P>, turn: &[String]) -> Option<Game<P>> {
    let mut after = game.clone();
    for step in turn {
        after.play(&step.parse().ok()?, &mut |_| ()).ok()?;
    }
    (after.plies().len() > game.plies().len() && !after.position().mid_turn()).then_some(after)
}
