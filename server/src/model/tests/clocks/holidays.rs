//! Clocks of players who are on holiday.

use std::sync::Arc;

use super::*;
use crate::model::player::holiday::{Holiday, Holidays};

/// A game of days between two players of whom some are on holiday.
struct Away {
    state: State,
    people: Vec<PlayerId>,
    holidays: Holidays,
}

impl Away {
    fn begin() -> TestResult<Away> {
        let (state, people) = game("2d+0h, cap 2d, grace 8h", 2)?;
        let holidays = Holidays::new();
        Ok(Away {
            state,
            people,
            holidays,
        })
    }

    fn context(&self, hour: i64) -> Context {
        Context {
            holidays: Arc::new(self.holidays.clone()),
            ..context(hour * HOUR, 0, Vec::new())
        }
    }

    fn play(&mut self, place: usize, step: &str, hour: i64) -> TestResult {
        let command = Command {
            id: CommandId::fresh(),
            by: self.people[place],
            action: Action::Play {
                turn: self.state.game().ok_or("a game")?.ply_count() as u32,
                steps: vec![step.to_owned()],
            },
        };
        let decision = self.state.decide(&command, &self.context(hour))?;
        self.state.apply(&decision.entry)?;
        Ok(())
    }

    /// What is due at this time, given in hours; the number of events.
    fn pass(&mut self, hour: i64) -> TestResult<usize> {
        let context = self.context(hour);
        let mut count = 0;
        while let Some(decision) = self.state.decide_overdue(&context) {
            self.state.apply(&decision.entry)?;
            let listed = self.state.table_state().deadline;
            assert!(decision.projections.iter().any(
                |projection| matches!(projection, Projection::TableState(state) if state.deadline == listed)
            ));
            count += 1;
        }
        Ok(count)
    }

    fn deadline(&self) -> TestResult<i64> {
        Ok(self.state.deadline(&[]).ok_or("a deadline")?.0 / HOUR)
    }
}

fn holiday(since: i64, until: i64) -> Holiday {
    Holiday {
        since: UnixMs(since * HOUR),
        until: UnixMs(until * HOUR),
    }
}

#[test]
fn the_clock_of_a_player_on_holiday_rests() -> TestResult {
    let mut away = Away::begin()?;
    assert_eq!(away.deadline()?, 56);
    away.holidays.insert(away.people[0], holiday(20, 100));
    assert_eq!(away.pass(19)?, 0, "it has not begun");
    assert_eq!(away.pass(21)?, 1);
    // Eight hours of grace and twelve of the clock were over.
    assert_eq!(away.deadline()?, 100 + 36);
    assert_eq!(away.pass(135)?, 0);
    away.play(0, "e5", 110)?;
    let spent = playing(&away.state).facts[0].spent;
    assert_eq!(spent, Some(22 * HOUR), "before and after the holiday");
    assert_eq!(clocks(&away.state).ok_or("clocks")?.bank(Seat::FIRST), 26 * HOUR);
    Ok(())
}

#[test]
fn who_is_back_sooner_has_their_clock_run_again() -> TestResult {
    let mut away = Away::begin()?;
    away.holidays.insert(away.people[0], holiday(4, 100));
    assert_eq!(away.pass(4)?, 1);
    assert_eq!(away.deadline()?, 148);
    away.holidays.insert(away.people[0], holiday(4, 30));
    assert_eq!(away.pass(30)?, 1);
    assert_eq!(away.deadline()?, 78);
    // A turn that comes to them on holiday waits for its end, too, and they can play all the same.
    away.holidays.insert(away.people[1], holiday(31, 90));
    assert_eq!(away.pass(31)?, 1);
    away.play(0, "e5", 40)?;
    assert_eq!(away.deadline()?, 138);
    away.play(1, "e6", 41)?;
    assert_eq!(
        clocks(&away.state)
            .ok_or("clocks")?
            .bank(Seat::new(2).ok_or("a seat")?),
        48 * HOUR
    );
    Ok(())
}

#[test]
fn a_holiday_that_a_table_has_missed_counts_and_a_deadline_before_it_stands() -> TestResult {
    let mut away = Away::begin()?;
    away.holidays.insert(away.people[0], holiday(20, 100));
    assert_eq!(
        away.pass(110)?,
        1,
        "its clock has 36 hours left after the holiday"
    );
    assert_eq!(away.deadline()?, 136);

    let mut away = Away::begin()?;
    away.holidays.insert(away.people[0], holiday(56, 100));
    assert_eq!(away.pass(57)?, 1);
    assert!(
        matches!(away.state.phase, Phase::Over(_)),
        "its time had run out before"
    );
    Ok(())
}

#[test]
fn whoever_takes_over_a_seat_is_not_on_holiday_with_it() -> TestResult {
    let mut away = Away::begin()?;
    away.holidays.insert(away.people[0], holiday(10, 100));
    assert_eq!(away.pass(10)?, 1);
    away.holidays.clear();
    assert_eq!(away.pass(12)?, 1);
    assert_eq!(away.pass(12)?, 0);
    assert_eq!(away.deadline()?, 12 + 46);
    Ok(())
}
