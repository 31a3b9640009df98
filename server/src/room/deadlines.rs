//! What a table waits for: the countdown before the start, the return of the host, and being closed. Pure.

use std::time::Duration;

use tokio::time::Instant;

use crate::config::Timings;
use crate::ids::PlayerId;
use crate::model::game::overdue::BOT_RETRY;
use crate::model::log::action::Due;
use crate::model::player::bot::is_bot;
use crate::model::table::state::{Phase, State};
use crate::model::terms::ClockTerms;
use crate::time::UnixMs;

/// How long a clock that has run out waits for a turn that was received in time and has not reached the table yet.
const IN_FLIGHT: Duration = Duration::from_millis(250);

/// The times at which something happens at a table by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Deadlines {
    pub start: Option<Instant>,
    /// The host has been away for too long.
    pub replace_host: Option<Instant>,
    /// The seat to move has run out of time.
    pub flag: Option<Instant>,
    /// The player to move has not come to their table of a tournament. It is not stored with the others: while nobody is at the table,
    /// nobody waits for them.
    pub no_show: Option<Instant>,
    /// The bot to move has not played for long, and is asked again.
    pub bot: Option<Instant>,
    /// Nobody has been there for a while: the room is closed.
    pub close: Option<Instant>,
    /// What another node waited for, continued if it still applies.
    resumed: Option<Instant>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expired {
    Due(Due),
    RequestBotTurn,
    Close,
}

impl Deadlines {
    /// The deadlines of a table for whose next one another node has been waiting.
    pub fn resumed(due: Option<Instant>) -> Deadlines {
        Deadlines {
            resumed: due,
            ..Deadlines::default()
        }
    }

    /// Sets and clears the deadlines for the present state. One that still applies keeps its time.
    pub fn set(
        &mut self,
        now: Instant,
        timings: &Timings,
        state: &State,
        present: &dyn Fn(PlayerId) -> bool,
        visited: bool,
    ) {
        let (mut ready, mut host_missed) = (false, false);
        if let Phase::Waiting(waiting) = &state.phase {
            let other = |&player: &PlayerId| player != state.host && !is_bot(player) && present(player);
            // Where a turn may take days nobody has to wait at the table until the last one comes.
            let waits_for_people = !matches!(state.terms.clock, ClockTerms::Correspondence(_));
            let is_there = |player| !waits_for_people || present(player);
            let complete = waiting.chairs.iter().all(|chair| chair.is_some_and(is_there));
            ready = complete && waiting.held_by.is_none();
            host_missed = !present(state.host) && waiting.order.iter().any(other);
        }
        let resumed = self.resumed.take();
        let after = |wait| resumed.map_or(now + wait, |due| due.min(now + wait));
        self.start = set_while(self.start, ready, after(timings.countdown));
        self.replace_host = set_while(self.replace_host, host_missed, after(timings.host_away));
        self.close = set_while(self.close, !visited, now + timings.idle_room);
    }

    /// Sets the deadline of the clock that runs.
    pub fn set_clock(&mut self, now: Instant, now_ms: UnixMs, deadline: Option<UnixMs>) {
        self.flag = deadline.and_then(|at| now.checked_add(at.duration_since(now_ms) + IN_FLIGHT));
    }

    /// Sets when the player to move counts as one who did not come.
    pub fn set_no_show(&mut self, now: Instant, now_ms: UnixMs, at: Option<UnixMs>) {
        self.no_show = at.and_then(|at| now.checked_add(at.duration_since(now_ms)));
    }

    /// Sets when the bot to move is asked again.
    pub fn set_bot(&mut self, now: Instant, state: &State) {
        let waits = state.bot_to_move().is_some();
        self.bot = waits.then(|| now + Duration::from_millis(BOT_RETRY.unsigned_abs()));
    }

    /// Waits once more before the room is closed.
    pub fn close_later(&mut self, now: Instant, timings: &Timings) {
        self.close = Some(now + timings.idle_room.max(Duration::from_secs(1)));
    }

    pub fn due_in_game(&self) -> Option<Instant> {
        [self.flag, self.bot].into_iter().flatten().min()
    }

    pub fn due(&self) -> Option<Instant> {
        [self.start, self.replace_host, self.due_in_game()]
            .into_iter()
            .flatten()
            .min()
    }

    pub fn next(&self) -> Option<(Instant, Expired)> {
        let deadlines = [
            (self.start, Expired::Due(Due::Start)),
            (self.replace_host, Expired::Due(Due::ReplaceHost)),
            (self.flag, Expired::Due(Due::Flag)),
            (self.no_show, Expired::Due(Due::NoShow)),
            (self.bot, Expired::RequestBotTurn),
            (self.close, Expired::Close),
        ];
        deadlines
            .into_iter()
            .filter_map(|(at, expired)| Some((at?, expired)))
            .min_by_key(|&(at, _)| at)
    }
}

/// The deadline that was set before, as long as its condition `holds`; else `None`.
fn set_while(set: Option<Instant>, holds: bool, new: Instant) -> Option<Instant> {
    holds.then(|| set.unwrap_or(new))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use thicket_rules::GameKind;

    use super::*;
    use crate::ids::{EventId, TableCode, TableId};
    use crate::model::log::entry::LogEntry;
    use crate::model::log::event::Event;
    use crate::model::terms::Terms;
    use crate::model::tests::terms;
    use crate::seq::Seq;

    /// A table for three, with Ann as its host, and its deadlines.
    struct Story {
        state: State,
        deadlines: Deadlines,
        zero: Instant,
        people: [PlayerId; 3],
    }

    const ANN: usize = 0;
    const BEN: usize = 1;
    const CEM: usize = 2;

    impl Story {
        fn begin() -> Story {
            Story::with_clock("untimed")
        }

        fn with_clock(clock: &str) -> Story {
            let people = [PlayerId::fresh(), PlayerId::fresh(), PlayerId::fresh()];
            let terms = Terms {
                clock: clock.parse().unwrap(),
                ..terms(GameKind::Bushwhacked, 3).unwrap()
            };
            let host = people[ANN];
            let created = entry(
                1,
                Event::Created {
                    terms,
                    host,
                    kept: None,
                },
            );
            let state = State::new(TableId::fresh(), TableCode::fresh(), &created).unwrap();
            let (deadlines, zero) = (Deadlines::default(), Instant::now());
            Story {
                state,
                deadlines,
                zero,
                people,
            }
        }

        fn apply(&mut self, event: Event) {
            self.state.apply(&entry(self.state.seq.next().0, event)).unwrap();
        }

        fn sit(&mut self, who: usize, chair: u8) {
            let player = self.people[who];
            self.apply(Event::Sat {
                player,
                chair,
                companion_of: None,
            });
        }

        fn stand(&mut self, who: usize) {
            let player = self.people[who];
            let removed = false;
            self.apply(Event::Stood { player, removed });
        }

        fn hold(&mut self, who: usize, held: bool) {
            let player = self.people[who];
            self.apply(Event::StartHeld { player, held });
        }

        /// What is awaited, and at which second, when these are present at this second.
        fn at(&mut self, second: u64, present: &[usize]) -> Option<(u64, Expired)> {
            let now = self.zero + Duration::from_secs(second);
            let here = |player| present.iter().any(|&who| self.people[who] == player);
            let visited = !present.is_empty();
            self.deadlines
                .set(now, &Timings::default(), &self.state, &here, visited);
            let (at, expired) = self.deadlines.next()?;
            Some(((at - self.zero).as_secs(), expired))
        }
    }

    fn entry(seq: u64, event: Event) -> LogEntry {
        LogEntry {
            id: EventId::fresh(),
            table: TableId(uuid::Uuid::nil()),
            seq: Seq(seq),
            at: UnixMs(0),
            player: None,
            command: None,
            event,
            name: None,
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
        assert_eq!(story.at(3, &[ANN, BEN, CEM]), Some((5, Expired::Due(Due::Start))));
        assert_eq!(
            story.at(4, &[ANN, BEN, CEM]),
            Some((5, Expired::Due(Due::Start))),
            "it goes on"
        );
        assert_eq!(story.at(4, &[ANN, CEM]), None, "Ben is gone");
        assert_eq!(
            story.at(9, &[ANN, BEN, CEM]),
            Some((11, Expired::Due(Due::Start))),
            "from anew"
        );
        story.stand(CEM);
        assert_eq!(story.at(10, &[ANN, BEN, CEM]), None);
    }

    #[test]
    fn the_countdown_needs_nobody_where_a_turn_may_take_days() {
        let mut story = Story::with_clock("7d+12h, cap 14d, grace 8h");
        story.sit(BEN, 1);
        assert_eq!(story.at(1, &[ANN, BEN]), None, "a chair is free");
        story.sit(CEM, 2);
        assert_eq!(story.at(2, &[CEM]), Some((4, Expired::Due(Due::Start))));
        assert_eq!(
            story.at(3, &[]),
            Some((4, Expired::Due(Due::Start))),
            "also when they go"
        );
        story.hold(BEN, true);
        assert_eq!(
            story.at(4, &[BEN]).map(|(_, due)| due),
            Some(Expired::Due(Due::ReplaceHost))
        );
    }

    #[test]
    fn the_countdown_can_be_held_until_somebody_lets_it_go_on_or_changes_seats() {
        let mut story = Story::begin();
        story.sit(BEN, 1);
        story.sit(CEM, 2);
        let all = [ANN, BEN, CEM];
        assert_eq!(story.at(0, &all), Some((2, Expired::Due(Due::Start))));
        story.hold(BEN, true);
        assert_eq!(story.at(1, &all), None);
        story.hold(CEM, false);
        assert_eq!(story.at(5, &all), Some((7, Expired::Due(Due::Start))));
        story.hold(ANN, true);
        assert_eq!(story.at(6, &all), None);
        story.stand(CEM);
        story.sit(CEM, 2);
        assert_eq!(story.at(9, &all), Some((11, Expired::Due(Due::Start))));
    }

    #[test]
    fn a_host_may_be_away_for_less_than_a_minute() {
        let mut story = Story::begin();
        story.sit(BEN, 1);
        assert_eq!(story.at(0, &[BEN]), Some((60, Expired::Due(Due::ReplaceHost))));
        assert_eq!(
            story.at(59, &[BEN]),
            Some((60, Expired::Due(Due::ReplaceHost))),
            "it goes on"
        );
        assert_eq!(story.at(59, &[ANN, BEN]), None, "back in time");
        assert_eq!(
            story.at(60, &[BEN]),
            Some((120, Expired::Due(Due::ReplaceHost))),
            "from anew"
        );
        assert_eq!(story.at(61, &[CEM]), None, "who does not sit cannot be the host");
    }

    #[test]
    fn what_another_node_waited_for_is_taken_over_if_it_applies() {
        let mut story = Story::begin();
        story.sit(BEN, 1);
        story.sit(CEM, 2);
        let (zero, everybody) = (story.zero, [ANN, BEN, CEM]);
        story.deadlines = Deadlines::resumed(Some(zero + Duration::from_secs(2)));
        assert_eq!(story.at(1, &everybody), Some((2, Expired::Due(Due::Start))));
        assert_eq!(story.deadlines.due(), Some(zero + Duration::from_secs(2)));
        story.deadlines = Deadlines::resumed(Some(zero));
        assert_eq!(
            story.at(1, &everybody),
            Some((0, Expired::Due(Due::Start))),
            "overdue"
        );
        story.deadlines = Deadlines::resumed(Some(zero + Duration::from_secs(900)));
        assert_eq!(
            story.at(1, &everybody),
            Some((3, Expired::Due(Due::Start))),
            "never longer"
        );
        story.deadlines = Deadlines::resumed(Some(zero));
        assert_eq!(story.at(1, &[ANN, CEM]), None, "Ben is gone");
        assert_eq!(story.deadlines.due(), None);
        assert_eq!(
            story.at(2, &everybody),
            Some((4, Expired::Due(Due::Start))),
            "from anew"
        );
    }

    #[test]
    fn a_clock_waits_for_turns_on_their_way() {
        let (mut deadlines, zero) = (Deadlines::default(), Instant::now());
        let flag = |seconds: u64| {
            Some((
                zero + Duration::from_secs(seconds) + IN_FLIGHT,
                Expired::Due(Due::Flag),
            ))
        };
        deadlines.set_clock(zero, UnixMs(1_000), Some(UnixMs(3_000)));
        assert_eq!(deadlines.next(), flag(2));
        deadlines.set_clock(zero, UnixMs(9_000), Some(UnixMs(3_000)));
        assert_eq!(deadlines.next(), flag(0), "it has passed");
        deadlines.set_clock(zero, UnixMs(9_000), None);
        assert_eq!(deadlines.next(), None);
    }

    #[test]
    fn a_room_without_visitors_is_closed() {
        let mut story = Story::begin();
        assert_eq!(story.at(0, &[]), Some((10, Expired::Close)));
        assert_eq!(story.at(9, &[]), Some((10, Expired::Close)), "it goes on");
        assert_eq!(story.at(9, &[CEM]), None);
        assert_eq!(story.at(20, &[]), Some((30, Expired::Close)));
    }

    #[test]
    fn a_game_waits_only_to_be_closed() {
        let mut story = Story::begin();
        story.sit(BEN, 1);
        story.sit(CEM, 2);
        story.at(0, &[BEN, CEM]);
        let seats = story.people.to_vec();
        story.apply(Event::Started { seats });
        assert_eq!(story.at(1, &[BEN, CEM]), None);
        assert_eq!(story.at(2, &[]), Some((12, Expired::Close)));
    }
}
