//! What a table waits for: the countdown before the start, a host who stays away, and being forgotten. Pure.

use std::time::Duration;

use tokio::time::Instant;

use super::state::{Phase, State};
use crate::ids::PlayerId;

/// From the moment all are there to the first turn.
pub const COUNTDOWN: Duration = Duration::from_secs(5);
/// How long a host may be away before somebody else is the host.
pub const HOST_AWAY: Duration = Duration::from_secs(60);
/// How long a table without visitors is kept in memory.
pub const IDLE: Duration = Duration::from_secs(10);

/// The moments a table waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// The game starts.
    pub start: Option<Instant>,
    /// The host has been away for too long.
    pub hand_over: Option<Instant>,
    /// The room is forgotten.
    pub forget: Option<Instant>,
}

/// A moment has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// The game starts.
    Start,
    /// The host has been away for too long.
    HandOver,
    /// The room is forgotten.
    Forget,
}

impl Clock {
    /// Sets and unsets the moments by what is the case now; a wait that goes on keeps its end.
    pub fn set(&mut self, now: Instant, state: &State, present: &dyn Fn(PlayerId) -> bool, visitors: bool) {
        let Phase::Waiting { chairs, order } = &state.phase else {
            *self = Clock {
                forget: self.forget,
                ..Clock::default()
            };
            return self.set_forget(now, visitors);
        };
        let ready = chairs.iter().all(|chair| chair.is_some_and(present));
        let other = order
            .iter()
            .any(|&player| player != state.host && present(player));
        self.start = wait(self.start, ready, now + COUNTDOWN);
        self.hand_over = wait(self.hand_over, !present(state.host) && other, now + HOST_AWAY);
        self.set_forget(now, visitors);
    }

    fn set_forget(&mut self, now: Instant, visitors: bool) {
        self.forget = wait(self.forget, !visitors, now + IDLE);
    }

    /// The next moment, and what it brings.
    pub fn next(&self) -> Option<(Instant, Due)> {
        let moments = [
            (self.start, Due::Start),
            (self.hand_over, Due::HandOver),
            (self.forget, Due::Forget),
        ];
        moments
            .into_iter()
            .filter_map(|(at, due)| Some((at?, due)))
            .min_by_key(|&(at, _)| at)
    }
}

fn wait(running: Option<Instant>, holds: bool, end: Instant) -> Option<Instant> {
    holds.then(|| running.unwrap_or(end))
}
