//! The laws of clocks, over random games and over random times.

mod holidays;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use thicket_rules::{GameKind, Seat};

use super::simulation::Simulation;
use super::{TestResult, context, name, terms};
use crate::ids::{CommandId, PlayerId, TableCode, TableId};
use crate::model::clock_terms::{ClockTerms, Pace};
use crate::model::game::clock::{Clocks, OUTAGE_CREDIT};
use crate::model::game::playing::Playing;
use crate::model::log::action::{Action, Command, Due};
use crate::model::log::decision::Context;
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::log::outage::Outage;
use crate::model::log::projection::Projection;
use crate::model::record::ending::{DropReason, Reason};
use crate::model::refusal::RefusalCode as Code;
use crate::model::table::lost::Lost;
use crate::model::table::state::{Phase, State};
use crate::model::terms::Terms;
use crate::model::{Creation, create};
use crate::time::UnixMs;

const SECOND: i64 = 1000;
const HOUR: i64 = 60 * 60 * SECOND;

fn playing(state: &State) -> &Playing {
    match &state.phase {
        Phase::Waiting(_) => panic!("the game has not begun"),
        Phase::Playing(playing) => playing,
        Phase::Over(over) => &over.played,
    }
}

fn clocks(state: &State) -> Option<Clocks> {
    match &state.phase {
        Phase::Waiting(_) => None,
        Phase::Playing(_) | Phase::Over(_) => playing(state).clocks.clone(),
    }
}

/// How much time an event may give to a seat.
fn gain(event: &LogEntry, seat: Seat, mover: Option<Seat>, pace: Pace) -> i64 {
    let at = event.at;
    match &event.event {
        Event::Played { .. } if mover == Some(seat) => pace.increment,
        Event::OutageCredited {
            seat: credited,
            since,
            until,
            credit,
        } if *credited == seat.number() => credit + (*until - *since),
        // What the holiday had lasted before its table knew of it.
        Event::OnHoliday {
            seat: rests, since, ..
        } if *rests == seat.number() => (at - *since).max(0),
        _ => 0,
    }
}

/// Checks one event of a game with clocks.
fn check(before: &Clocks, event: &LogEntry, after: &Clocks, seats: u8, pace: Pace) -> TestResult {
    let (at, mover) = (event.at, before.running().map(|running| running.seat));
    for seat in (1..=seats).filter_map(Seat::new) {
        // Time goes with its player.
        let held_before = match event.event {
            Event::SidesSwapped { .. } => Seat::new(3 - seat.number()).ok_or("a seat")?,
            _ => seat,
        };
        let (had, has) = (before.left(held_before, at), after.left(seat, at));
        assert!(had >= 0 && has >= 0, "{event:?}: {had}, {has}");
        let gain = gain(event, seat, mover, pace);
        assert!(
            has <= had + gain,
            "{event:?}: seat {seat} had {had} and has {has}"
        );
    }
    let deadline = before.deadline().ok_or("a deadline")?;
    match &event.event {
        Event::Played { .. } => assert!(at < deadline, "{event:?} after {deadline}"),
        Event::Dropped {
            reason: DropReason::Time,
            seat,
            ..
        } => {
            assert_eq!(mover.map(Seat::number), Some(*seat));
            assert!(at >= deadline, "{event:?} before {deadline}");
            assert_eq!(before.left(mover.ok_or("a seat to move")?, deadline - 1), 1);
            assert_eq!(after.left(mover.ok_or("a seat to move")?, at), 0);
        }
        _ => {}
    }
    Ok(())
}

#[test]
fn no_seat_gains_time_but_by_its_turns_and_outages() -> TestResult {
    let mut checked = 0;
    for seed in 0..200 {
        let mut simulation = Simulation::begin(seed)?;
        for _ in 0..220 {
            let before = clocks(&simulation.state).filter(|clocks| clocks.running().is_some());
            if simulation.step().is_err() {
                continue;
            }
            let pace = simulation.state.terms.clock.pace();
            let (Some(before), Some(after), Some(pace)) = (before, clocks(&simulation.state), pace) else {
                continue;
            };
            println!("seed {seed}");
            let event = simulation.log.last().ok_or("an event")?;
            check(&before, event, &after, simulation.state.terms.seats, pace)?;
            checked += 1;
        }
    }
    assert!(checked > 1000, "{checked} events");
    Ok(())
}

/// Two servers whose times differ write turns that seem to go back in time.
#[test]
fn times_that_run_backwards_give_nobody_time() -> TestResult {
    let mut dice = StdRng::seed_from_u64(1);
    let pace = pace("60+5")?;
    for _ in 0..200 {
        let mut now = UnixMs(0);
        let mut clocks = Clocks::new(pace, 3, Some(Seat::FIRST), now);
        let mut last = now;
        while let Some(running) = clocks.running() {
            now += dice.random_range(0..30_000);
            let at = now - dice.random_range(0..5_000);
            if clocks.overdue(at).is_some() {
                break;
            }
            let next = Seat::from_index((running.seat.index() + 1) % 3);
            let before = clocks.bank(running.seat);
            let spent = clocks.turn_played(next, at);
            assert!(spent >= 0 && spent <= (at - last).max(0), "{spent}");
            assert_eq!(clocks.bank(running.seat), before - spent + pace.increment);
            last = last.max(at);
            assert_eq!(
                clocks.running().ok_or("a running clock")?.from,
                last,
                "no turn begins before the last one"
            );
        }
    }
    Ok(())
}

fn pace(text: &str) -> TestResult<Pace> {
    let terms: ClockTerms = text.parse()?;
    Ok(terms.pace().ok_or("a pace")?)
}

#[test]
fn a_day_has_its_night() -> TestResult {
    let [one, two] = [1, 2].map(Seat::new);
    let mut clocks = Clocks::new(pace("1d+8h, cap 2d, grace 12h")?, 2, one, UnixMs(0));
    let day = 24 * HOUR;
    assert_eq!(clocks.deadline(), Some(UnixMs(12 * HOUR + day)));
    assert_eq!(
        clocks.left(Seat::FIRST, UnixMs(12 * HOUR)),
        day,
        "it does not run before"
    );
    assert_eq!(clocks.turn_played(two, UnixMs(11 * HOUR)), 0);
    assert_eq!(clocks.bank(Seat::FIRST), day + 8 * HOUR);
    assert_eq!(clocks.turn_played(one, UnixMs(11 * HOUR + 15 * HOUR)), 3 * HOUR);
    for _ in 0..5 {
        let now = clocks.running().ok_or("a running clock")?.from;
        clocks.turn_played(two, now);
        clocks.turn_played(one, now);
    }
    assert_eq!(clocks.banks(), [2 * day, 2 * day], "the cap");
    Ok(())
}

#[test]
fn an_outage_is_accounted_for_once() -> TestResult {
    let mut clocks = Clocks::new(pace("60+0")?, 2, Some(Seat::FIRST), UnixMs(0));
    let outage = |since: i64, until: i64| Outage {
        since: UnixMs(since * SECOND),
        until: UnixMs(until * SECOND),
    };
    let [one, other, before] = [outage(10, 100), outage(90, 130), outage(-20, -10)];
    assert_eq!(clocks.owed(&[before]), None);
    assert_eq!(clocks.owed(&[other, one, before]), Some(one));
    clocks.credit(one, OUTAGE_CREDIT);
    assert_eq!(clocks.deadline(), Some(UnixMs((60 + 90 + 20) * SECOND)));
    assert_eq!(clocks.left(Seat::FIRST, UnixMs(100 * SECOND)), 70 * SECOND);
    assert_eq!(clocks.owed(&[other, one, before]), Some(other));
    clocks.credit(other, OUTAGE_CREDIT);
    assert_eq!(
        clocks.deadline(),
        Some(UnixMs((60 + 90 + 20 + 30 + 20) * SECOND)),
        "what they share counts once"
    );
    assert_eq!(clocks.owed(&[other, one, before]), None);
    // A turn that begins in an outage loses the rest of it only.
    clocks.turn_played(Seat::new(2), UnixMs(140 * SECOND));
    clocks.credit(outage(135, 150), OUTAGE_CREDIT);
    assert_eq!(clocks.deadline(), Some(UnixMs((140 + 60 + 10 + 20) * SECOND)));
    Ok(())
}

/// A game that began at 0 with these clocks.
fn game(clock: &str, seats: u8) -> TestResult<(State, Vec<PlayerId>)> {
    let people: Vec<PlayerId> = (0..seats).map(|_| PlayerId::fresh()).collect();
    let (id, code) = (TableId::fresh(), TableCode::fresh());
    let creation = Creation {
        id,
        code: code.clone(),
        terms: Terms {
            clock: clock.parse()?,
            ..terms(GameKind::Bushwhacked, seats)?
        },
        host: people[0],
        name: name("Host")?,
        kept: None,
    };
    let at = context(0, 0, Vec::new());
    let mut state = State::new(id, code, &create(creation, &at).entry)?;
    for (chair, label) in (1..seats).zip(["Ben", "Cem", "Dee"]) {
        let name = name(label)?;
        let sit = Action::Sit {
            chair,
            name,
            companion_of: None,
        };
        super::act(&mut state, people[usize::from(chair)], sit, 0)?;
    }
    let start = state.decide_due(Due::Start, &at).ok_or("something due")?;
    state.apply(&start.entry)?;
    Ok((state, people))
}

fn play(state: &mut State, by: PlayerId, step: &str, now: i64) -> Result<(), Code> {
    let turn = state.game().ok_or(Code::NotPlaying)?.ply_count() as u32;
    let steps = vec![step.to_owned()];
    super::act(state, by, Action::Play { turn, steps }, now)
}

fn flag(state: &mut State, now: i64) -> TestResult<Option<Event>> {
    let Some(decision) = state.decide_overdue(&context(now, 0, Vec::new())) else {
        return Ok(None);
    };
    state.apply(&decision.entry)?;
    Ok(Some(decision.entry.event))
}

#[test]
fn a_turn_counts_up_to_the_last_millisecond() -> TestResult {
    let (mut state, people) = game("60+5", 2)?;
    assert_eq!(state.deadline(&[]), Some(UnixMs(60_000)));
    assert_eq!(flag(&mut state, 59_999)?, None);
    play(&mut state, people[0], "e5", 59_999)?;
    assert_eq!(
        playing(&state).clocks.as_ref().ok_or("clocks")?.banks(),
        [5_001, 60_000]
    );
    assert_eq!(state.deadline(&[]), Some(UnixMs(119_999)));
    assert_eq!(play(&mut state, people[1], "e6", 119_999), Err(Code::TryAgain));
    assert!(flag(&mut state, 119_999)?.is_some());
    assert_eq!(play(&mut state, people[1], "e6", 119_999), Err(Code::Over));
    let Phase::Over(over) = &state.phase else {
        panic!("the game goes on")
    };
    assert_eq!(
        (over.ending.reason, &over.ending.ranks[..]),
        (Reason::Time, &[1, 2][..])
    );
    let times: Vec<_> = over.played.facts.iter().map(|time| time.spent).collect();
    assert_eq!(times, [Some(59_999), Some(60_000)]);
    let reasons: Vec<_> = over.played.facts.iter().map(|facts| facts.reason).collect();
    assert_eq!(reasons, [None, Some(DropReason::Time)]);
    Ok(())
}

#[test]
fn of_several_one_drops_and_the_others_play_on() -> TestResult {
    let (mut state, people) = game("60+5", 3)?;
    play(&mut state, people[0], "e5", 10_000)?;
    let flagged = flag(&mut state, 70_100)?;
    let expected = Event::Dropped {
        seat: 2,
        reason: DropReason::Time,
        ending: None,
    };
    assert_eq!(flagged, Some(expected));
    assert_eq!(
        state.deadline(&[]),
        Some(UnixMs(130_100)),
        "the next turn begins when that is known"
    );
    assert_eq!(play(&mut state, people[1], "e6", 70_200), Err(Code::Dropped));
    play(&mut state, people[2], "e6", 80_100)?;
    // Who is not to move may leave, and the clock that runs runs on.
    let deadline = state.deadline(&[]);
    let ends = Command {
        id: CommandId::fresh(),
        by: people[2],
        action: Action::Resign,
    };
    let decision = state.decide(&ends, &context(80_200, 0, Vec::new()))?;
    assert_eq!(deadline, Some(UnixMs(80_100 + 55_000)));
    state.apply(&decision.entry)?;
    assert_eq!(state.deadline(&[]), None, "the game is over");
    Ok(())
}

#[test]
fn a_seat_loses_no_time_to_turns_that_the_database_has_lost() -> TestResult {
    let (mut state, people) = game("60+5", 2)?;
    play(&mut state, people[0], "e5", 10_000)?;
    // The turns after that, and the minutes that they took, are no more.
    let lost = Lost { events: 4, turns: 4 };
    let decision = state
        .decide_lost(lost, &context(500_000, 0, Vec::new()))
        .ok_or("an event")?;
    assert_eq!(
        decision.entry.event,
        Event::EventsLost {
            events: 4,
            turns: 4,
            since: UnixMs(10_000),
            credit: OUTAGE_CREDIT
        }
    );
    let listed = decision
        .projections
        .iter()
        .find_map(|projection| match projection {
            Projection::TableState(state) => state.deadline,
            _ => None,
        });
    state.apply(&decision.entry)?;
    assert_eq!(
        state.deadline(&[]),
        Some(UnixMs(500_000 + 60_000 + OUTAGE_CREDIT))
    );
    assert_eq!(state.deadline(&[]), listed);
    assert_eq!(flag(&mut state, 579_999)?, None);
    play(&mut state, people[1], "e6", 510_000)?;
    assert_eq!(playing(&state).facts[1].spent, Some(10_000));
    Ok(())
}

#[test]
fn an_outage_comes_before_the_deadline_in_it() -> TestResult {
    let (mut state, people) = game("60+5", 2)?;
    let outages = [Outage {
        since: UnixMs(30_000),
        until: UnixMs(500_000),
    }];
    let context = Context {
        outages: outages.into(),
        ..context(500_000, 0, Vec::new())
    };
    let decision = state.decide_overdue(&context).ok_or("something overdue")?;
    state.apply(&decision.entry)?;
    assert_eq!(
        state.deadline(&[]),
        Some(UnixMs(60_000 + 470_000 + OUTAGE_CREDIT))
    );
    assert!(state.decide_overdue(&context).is_none());
    play(&mut state, people[0], "e5", 510_000)?;
    assert_eq!(playing(&state).facts[0].spent, Some(40_000));
    Ok(())
}
