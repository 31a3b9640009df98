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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use thicket_rules::GameKind;

    use super::*;
    use crate::protocol::Starter;
    use crate::room::event::{Event, Terms};

    /// A table for three, with Ann as its host, and the moments it waits for.
    struct Story {
        state: State,
        clock: Clock,
        zero: Instant,
        people: [PlayerId; 3],
    }

    const ANN: usize = 0;
    const BEN: usize = 1;
    const CEM: usize = 2;

    impl Story {
        fn begin() -> Story {
            let people = [PlayerId::fresh(), PlayerId::fresh(), PlayerId::fresh()];
            let terms = Terms {
                kind: GameKind::Bushwhacked,
                seats: 3,
                variant: String::new(),
                starter: Starter::Seated,
                public: false,
            };
            let state = State::created(terms, people[ANN]).unwrap();
            let (clock, zero) = (Clock::default(), Instant::now());
            Story {
                state,
                clock,
                zero,
                people,
            }
        }

        fn sit(&mut self, who: usize, chair: u8) {
            let player = self.people[who];
            self.state.apply(&Event::Sat { player, chair }, None).unwrap();
        }

        fn stand(&mut self, who: usize) {
            let player = self.people[who];
            let removed = false;
            self.state.apply(&Event::Stood { player, removed }, None).unwrap();
        }

        /// What is awaited, and at which second, when these are present at this second.
        fn at(&mut self, second: u64, present: &[usize]) -> Option<(u64, Due)> {
            let now = self.zero + Duration::from_secs(second);
            let here = |player| present.iter().any(|&who| self.people[who] == player);
            self.clock.set(now, &self.state, &here, !present.is_empty());
            let (at, due) = self.clock.next()?;
            Some(((at - self.zero).as_secs(), due))
        }

        fn host_after(&self, present: &[usize]) -> Option<usize> {
            let here = |player| present.iter().any(|&who| self.people[who] == player);
            match self.state.hand_over(here)? {
                Event::HostChanged { host } => self.people.iter().position(|&player| player == host),
                other => unreachable!("{other:?}"),
            }
        }
    }

    #[test]
    fn the_countdown_needs_all_chairs_and_all_people() {
        let mut story = Story::begin();
        assert_eq!(story.at(0, &[ANN]), None);
        story.sit(BEN, 1);
        assert_eq!(story.at(1, &[ANN, BEN, CEM]), None, "a chair is free");
        story.sit(CEM, 2);
        assert_eq!(story.at(2, &[ANN, BEN]), None, "Cem is away");
        assert_eq!(story.at(3, &[ANN, BEN, CEM]), Some((8, Due::Start)));
        assert_eq!(story.at(6, &[ANN, BEN, CEM]), Some((8, Due::Start)), "it goes on");
        assert_eq!(story.at(7, &[ANN, CEM]), None, "Ben is gone");
        assert_eq!(story.at(9, &[ANN, BEN, CEM]), Some((14, Due::Start)), "from anew");
        story.stand(CEM);
        assert_eq!(story.at(10, &[ANN, BEN, CEM]), None);
    }

    #[test]
    fn a_host_may_be_away_for_less_than_a_minute() {
        let mut story = Story::begin();
        story.sit(BEN, 1);
        assert_eq!(story.at(0, &[BEN]), Some((60, Due::HandOver)));
        assert_eq!(story.at(59, &[BEN]), Some((60, Due::HandOver)), "it goes on");
        assert_eq!(story.at(59, &[ANN, BEN]), None, "back in time");
        assert_eq!(story.at(60, &[BEN]), Some((120, Due::HandOver)), "from anew");
        assert_eq!(story.at(61, &[CEM]), None, "who does not sit cannot be the host");
    }

    #[test]
    fn the_longest_seated_who_is_present_is_the_next_host() {
        let mut story = Story::begin();
        story.sit(BEN, 1);
        story.sit(CEM, 2);
        assert_eq!(story.host_after(&[BEN, CEM]), Some(BEN));
        assert_eq!(story.host_after(&[CEM]), Some(CEM));
        story.stand(BEN);
        story.sit(BEN, 1);
        assert_eq!(story.host_after(&[BEN, CEM]), Some(CEM));
        assert_eq!(story.host_after(&[ANN]), None);
    }

    #[test]
    fn a_room_without_visitors_is_forgotten() {
        let mut story = Story::begin();
        assert_eq!(story.at(0, &[]), Some((10, Due::Forget)));
        assert_eq!(story.at(9, &[]), Some((10, Due::Forget)), "it goes on");
        assert_eq!(story.at(9, &[CEM]), None);
        assert_eq!(story.at(20, &[]), Some((30, Due::Forget)));
    }

    #[test]
    fn a_game_waits_for_nothing_but_to_be_forgotten() {
        let mut story = Story::begin();
        story.sit(BEN, 1);
        story.sit(CEM, 2);
        story.at(0, &[BEN, CEM]);
        let seats = story.people.to_vec();
        story.state.apply(&Event::Started { seats }, None).unwrap();
        assert_eq!(story.at(1, &[BEN, CEM]), None);
        assert_eq!(story.at(2, &[]), Some((12, Due::Forget)));
    }
}
