//! Games of the strongest level against itself, with some random turns, so that positions come up in which somebody is ahead.

use thicket_rules::{BySeat, Game, GameKind, Outcome};

use crate::bot::engine;
use crate::budget::{Budget, Meter, Stop};
use crate::engine::Found;
use crate::knowledge::Knowledge;
use crate::level::Skill;

/// Games begin with so many random turns of each seat at most, and one turn in so many is random later.
const OPENING: u32 = 3;
const RANDOM: u32 = 16;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay {
    /// The game.
    pub kind: GameKind,
    /// Seats of each table.
    pub seats: u8,
    /// What may be looked at in a step.
    pub nodes: u64,
}

/// A game that is over.
pub(crate) struct Played<P: Knowledge> {
    /// The positions in which a search looked for a step, with what it found.
    pub(crate) searched: Vec<(P, Found<P>)>,
    pub(crate) outcome: Outcome,
}

impl<P: Knowledge> Played<P> {
    /// Those that begin a turn, with the chances that the search believed in.
    pub(crate) fn positions(self) -> impl Iterator<Item = (P, BySeat<f32>)> {
        let begin = self
            .searched
            .into_iter()
            .filter(|(position, _)| !position.mid_turn());
        begin.map(|(position, found)| (position, found.chances))
    }
}

impl SelfPlay {
    /// Plays a game, which the seed decides. None if the game is not played with so many seats.
    pub(crate) fn play<P: Knowledge>(&self, seed: u64) -> Option<Played<P>> {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut game = Game::<P>::new(P::INFO.setup(self.seats, "").ok()?);
        let mut random = engine::<P>(self.kind, Skill::Random, self.seats, seed);
        let mut best = engine::<P>(self.kind, Skill::Strongest, self.seats, seed);
        let opening = rng.u32(0..=OPENING) as usize * usize::from(self.seats);
        let mut searched = Vec::new();
        let mut is_random = false;
        while game.status().to_move().is_some() {
            let position = game.position();
            if !position.mid_turn() {
                is_random = game.plies().len() < opening || rng.u32(0..RANDOM) == 0;
            }
            let engine = if is_random { &mut random } else { &mut best };
            let stop = Stop::default();
            let mut meter = Meter::new(&Budget::nodes(self.nodes), &stop);
            let found = engine.search(&game, position, &mut meter)?;
            let before = (!is_random).then(|| position.clone());
            game.play(&found.step, &mut |_| ()).ok()?;
            searched.extend(before.map(|before| (before, found)));
        }
        Some(Played {
            searched,
            outcome: game.status().outcome()?,
        })
    }
}
