//! Who is told of a tournament, and when.

use super::*;
use crate::model::log::notice::NoticeKind::{
    self, TournamentConfirm, TournamentMoved, TournamentOver, TournamentSoon,
};
use crate::model::tournament::notices::expected_start;

/// Starts after two hours.
fn story(clock: &str) -> TestResult<Story> {
    let form = TermsForm {
        starts_at: UnixMs(2 * START),
        ..form(Format::Swiss { rounds: 3 }, 2, 2, clock)?
    };
    Story::begin(form.parse(UnixMs(0))?)
}

/// What the last entry tells: the kind of each notice, and when it is told.
fn told(story: &Story) -> TestResult<Vec<(NoticeKind, i64)>> {
    let notices = story.state.notices(story.log.last().ok_or("an entry")?);
    Ok(notices.iter().map(|notice| (notice.kind, notice.at.0)).collect())
}

#[test]
fn who_signs_up_is_told_an_hour_before_or_at_once_and_when_to_confirm() -> TestResult {
    let confirm = 2 * START - 10 * MINUTE;
    for (now, soon, asked) in [
        (0, Some(START), confirm),
        (START + 1, Some(START + 1), confirm),
        (confirm - 1, Some(confirm - 1), confirm),
        (confirm, None, confirm),
        // An outage has postponed the start.
        (2 * START + 1, None, 2 * START + 1),
    ] {
        for clock in [REAL_TIME, CORRESPONDENCE] {
            let mut story = story(clock)?;
            story.now = now;
            let player = story.sign_up()?;
            let soon = soon.map(|at| (TournamentSoon, at));
            let asked = (clock == REAL_TIME).then_some((TournamentConfirm, asked));
            let expected: Vec<_> = soon.into_iter().chain(asked).collect();
            assert_eq!(told(&story)?, expected, "{clock} at {now}");
            let notices = story.state.notices(story.log.last().ok_or("an entry")?);
            assert!(notices.iter().all(|notice| notice.player == Some(player)));
            story.act(player, &Action::Withdraw)?;
            assert_eq!(told(&story)?, []);
        }
    }
    Ok(())
}

#[test]
fn all_who_take_part_are_told_of_another_start_and_again_when_it_comes_near() -> TestResult {
    for (starts_at, soon, asked) in [
        (4 * START, Some(3 * START), 4 * START - 10 * MINUTE),
        (START + 10 * MINUTE, None, START),
        (2 * START, None, 2 * START - 10 * MINUTE),
        (2 * START + 1, Some(START + 1), 2 * START + 1 - 10 * MINUTE),
    ] {
        for clock in [REAL_TIME, CORRESPONDENCE] {
            let form = TermsForm {
                starts_at: UnixMs(3 * START),
                ..form(Format::Swiss { rounds: 3 }, 2, 2, clock)?
            };
            let mut story = Story::begin(form.parse(UnixMs(0))?)?;
            story.sign_up()?;
            story.now = START;
            let action = Action::MoveStart {
                starts_at: UnixMs(starts_at),
                why: Reason::parse("It rains.")?,
            };
            story.act(story.state.director, &action)?;
            let soon = soon.map(|at| (TournamentSoon, at));
            let asked = (clock == REAL_TIME).then_some((TournamentConfirm, asked));
            let expected: Vec<_> = [(TournamentMoved, START)]
                .into_iter()
                .chain(soon)
                .chain(asked)
                .collect();
            assert_eq!(told(&story)?, expected, "{clock} at {starts_at}");
            let seq = story.state.seq;
            let notices = story.state.notices(story.log.last().ok_or("an entry")?);
            assert!(
                notices
                    .iter()
                    .all(|notice| notice.player.is_none() && notice.seq == seq)
            );
            // Who comes later is told of this start, too.
            story.sign_up()?;
            let notices = story.state.notices(story.log.last().ok_or("an entry")?);
            assert!(!notices.is_empty() || clock == CORRESPONDENCE);
            assert!(notices.iter().all(|notice| notice.seq == seq));
        }
    }
    Ok(())
}

#[test]
fn all_who_take_part_are_told_of_the_end_and_who_comes_late_of_no_start() -> TestResult {
    let mut story = story(CORRESPONDENCE)?;
    for _ in 0..4 {
        story.sign_up()?;
    }
    story.now = 2 * START;
    while story.due().is_some() && !story.state.is_playing() {
        assert_eq!(told(&story)?, []);
    }
    story.sign_up()?;
    assert_eq!(told(&story)?, []);
    let why = Reason::parse("It rains.")?;
    story.act(story.state.director, &Action::Cancel { why })?;
    assert_eq!(told(&story)?, [(TournamentOver, 2 * START)]);
    assert_eq!(
        story.state.notices(story.log.last().ok_or("an entry")?)[0].player,
        None
    );
    Ok(())
}

#[test]
fn a_start_is_expected_later_by_what_outages_took_of_the_time_to_confirm() {
    let expected = |since: i64, until: i64| {
        let outage = Outage {
            since: UnixMs(since * MINUTE),
            until: UnixMs(until * MINUTE),
        };
        expected_start(UnixMs(START), &[outage], UnixMs(58 * MINUTE)).0 / MINUTE
    };
    assert_eq!(expected(10, 40), 60);
    assert_eq!(expected(10, 53), 63);
    assert_eq!(expected(51, 58), 67);
}
