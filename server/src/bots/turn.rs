//! A turn that a bot is to play: how long it may take, and how it is found.

use std::time::Duration;

use rand::RngExt;
use rand::seq::IndexedRandom;
use thicket_rules::{AnyGame, Seat};
use thicket_search::{self as search, Budget, Level, Skill, Stop};
use tokio::time::Instant;

use crate::config::Timings;
use crate::ids::{CommandId, TableId};
use crate::model::log::action::Action;
use crate::model::log::proposal::Proposal;
use crate::model::player::bot::{Bot, is_bot};
use crate::model::table::state::{Phase, State};
use crate::time::monotonic_unix_ms;

use super::search_cache::{SearchCache, SearchKey};

/// Bots use at most one part in so many of the time that their clock has left.
const SHARE: u32 = 10;
const ON_THE_WAY: Duration = Duration::from_millis(300);
/// How long a search may wait for a thread. After that it gets less time, and in the end none.
const WAIT: Duration = Duration::from_secs(3);
/// More steps than any turn has.
const MAX_STEPS: usize = 200;
/// After so many turns, bots that are among themselves agree to end the game.
const MAX_GAME_TURNS: u32 = 1_000;

#[derive(Debug)]
pub(super) struct BotTurn {
    pub(super) bot: Bot,
    pub(super) number: u32,
    game: Box<dyn AnyGame>,
    /// Constant for all turns of the bot in a game, so that it misjudges alike.
    seed: u64,
    key: SearchKey,
    /// `None` without clocks.
    allowed: Option<Duration>,
    is_endless: bool,
    /// Whether it may take the side that has just played the first turn.
    may_swap: bool,
}

/// What a bot does at its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Steps(Vec<String>),
    /// The side that has opened has the better chance, so it takes that.
    SwapSides,
}

impl Answer {
    pub(super) fn action(self, turn: u32) -> Action {
        match self {
            Answer::Steps(steps) => Action::Play { turn, steps },
            Answer::SwapSides => Action::SwapSides { turn },
        }
    }
}

impl BotTurn {
    /// The turn that is to be played at a table now; `None` if no bot is to move.
    pub(super) fn of(state: &State) -> Option<BotTurn> {
        let bot = state.bot_to_move()?;
        let Phase::Playing(playing) = &state.phase else {
            return None;
        };
        let seat = playing.game.status().to_move()?;
        let left = playing
            .clocks
            .as_ref()
            .map(|clocks| clocks.left(seat, monotonic_unix_ms()));
        let mut in_play = playing.game.in_play().iter();
        let among_themselves =
            in_play.all(|seat| playing.seats.get(seat.index()).copied().is_some_and(is_bot));
        Some(BotTurn {
            bot,
            number: playing.turn,
            game: playing.game.clone(),
            seed: seed(state.id, bot),
            key: SearchKey {
                table: state.id,
                bot: bot.id(),
                kind: state.terms.kind,
                seats: playing.game.seats(),
            },
            allowed: left.map(allowed),
            may_swap: state.may_swap_sides().is_some(),
            is_endless: among_themselves && playing.turn >= MAX_GAME_TURNS,
        })
    }

    /// Derived from the turn, so that of two nodes that have the bot play only one counts.
    pub(super) fn command(&self) -> CommandId {
        CommandId(uuid::Uuid::from_u128(u128::from(self.number)))
    }

    /// The earliest time to send the turn: bots take their time, as people do.
    pub(super) fn earliest(&self, now: Instant, timings: &Timings) -> Instant {
        let pace = timings.bot_pace.mul_f64(rand::rng().random_range(1.0..=2.0));
        now + self.allowed.map_or(pace, |allowed| allowed.min(pace))
    }

    /// Ends a game of bots alone that would go on for ever.
    pub(super) fn end(&self) -> Option<Action> {
        let proposal = match self.game.seats() {
            ..=2 => Proposal::Draw,
            _ => Proposal::Score,
        };
        let turn = self.number;
        self.is_endless.then_some(Action::Offer { turn, proposal })
    }

    pub(super) fn search(
        &self,
        now: Instant,
        timings: &Timings,
        searches: &SearchCache,
        stop: Stop,
    ) -> impl FnOnce() -> Option<Answer> + use<> {
        let (key, game, seed) = (self.key, self.game.clone(), self.seed);
        let may_swap = self.may_swap;
        let searches = searches.clone();
        let longest = self
            .allowed
            .map_or(timings.bot_think, |allowed| allowed.min(timings.bot_think));
        let end = now
            + longest
            + self
                .allowed
                .map_or(WAIT, |allowed| allowed.saturating_sub(longest).min(WAIT));
        let level = Level::new(self.bot.level.number());
        move || {
            let skill = Skill::Level(level?);
            let budget = within(
                skill.budget(key.kind),
                longest.min(end.saturating_duration_since(Instant::now())),
            );
            let new = || search::Bot::new(key.kind, key.seats, skill, seed);
            let mut bot = searches.take(key).unwrap_or_else(new);
            let thought = bot.think(game.as_ref(), &budget, &stop);
            searches.put(key, bot);
            let thought = thought?;
            let own = game.status().to_move()?;
            let is_better = |(seat, chance): (Seat, f32)| seat != own && chance > thought.chances[own];
            Some(match may_swap && thought.chances.iter().any(is_better) {
                true => Answer::SwapSides,
                false => Answer::Steps(thought.steps),
            })
        }
    }

    /// Any legal turn, for when a search has failed.
    pub(super) fn any(&self) -> Vec<String> {
        let (mut game, mut steps) = (self.game.boxed_clone(), Vec::new());
        while game.ply_count() == self.game.ply_count() && steps.len() < MAX_STEPS {
            let legal = game.legal();
            let Some(step) = legal.choose(&mut rand::rng()) else {
                break;
            };
            if game.play(step).is_err() {
                break;
            }
            steps.push(step.clone());
        }
        steps
    }
}

/// `left` is in milliseconds.
fn allowed(left: i64) -> Duration {
    let left = Duration::from_millis(left.max(0).unsigned_abs());
    left.saturating_sub(ON_THE_WAY) / SHARE
}

fn within(budget: Budget, longest: Duration) -> Budget {
    let time = budget.time.map_or(longest, |time| time.min(longest));
    Budget {
        time: Some(time),
        ..budget
    }
}

fn seed(table: TableId, bot: Bot) -> u64 {
    let (high, low) = table.0.as_u64_pair();
    let (_, bot) = bot.id().0.as_u64_pair();
    high ^ low ^ bot
}

#[cfg(test)]
mod tests {
    use thicket_rules::GameKind;

    use super::*;
    use crate::model::player::bot::BotLevel;

    #[test]
    fn levels_are_those_of_the_search() {
        for kind in GameKind::ALL {
            assert_eq!(
                BotLevel::strongest(kind.info()).number(),
                Level::count(*kind),
                "{kind}"
            );
        }
    }
}
