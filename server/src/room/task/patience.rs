//! How long players wait for one who is away, and how they nudge them.

use std::collections::HashMap;

use super::Task;
use crate::config::Timings;
use crate::ids::PlayerId;
use crate::model::log::decision::Patience;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::room::Answer;
use crate::time::millis;

/// A player who was not at the table for so long is not asked whether to go on without somebody (milliseconds).
const ASKED: i64 = 24 * 60 * 60 * 1000;
/// How long a nudged player is not nudged again, in milliseconds.
const NUDGE_AGAIN: i64 = 60 * 60 * 1000;

impl Task {
    pub(super) fn nudge(&mut self, by: PlayerId, turn: u32) -> Answer {
        let context = self.context(HashMap::new());
        let player = self.read(|state| state.playing()?.check_nudge(by, turn, &context))?;
        let since = context.now - NUDGE_AGAIN;
        if self
            .nudged
            .is_some_and(|(at_turn, at)| at_turn == turn && at > since)
        {
            let sentence = "They were nudged recently.";
            return Err(Refusal::new(Code::OfferTooSoon, sentence));
        }
        self.environment
            .store
            .record_nudge(self.id(), player, context.now);
        self.nudged = Some((turn, context.now));
        self.seating_changed = true;
        Ok(self.read(|state| state.seq.0))
    }
}

pub(super) fn patience(timings: &Timings) -> Patience {
    Patience {
        away: millis(timings.away),
        away_of_two: millis(timings.away_of_two),
        turn: millis(timings.away_turn),
        nudge: millis(timings.away_nudge),
        asked: ASKED,
    }
}
