//! Arenas: nobody plays at two tables, nobody waits for long, points are those of the games, and it ends when its time is over.

use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::super::state::Status;
use super::*;
use crate::model::record::seat_outcome::SeatMark;

const ARENA: Format = Format::Arena { minutes: 60 };
const SECOND: i64 = 1000;

/// An arena of so many players at tables of so many seats, which has just begun.
fn begun(players: usize, seats: u8) -> TestResult<(Story, Vec<PlayerId>)> {
    let mut story = Story::begin(terms(ARENA, seats, seats, REAL_TIME)?)?;
    let people: Vec<PlayerId> = (0..players).map(|_| story.sign_up()).collect::<Result<_, _>>()?;
    story.now = START - MINUTE;
    for &player in &people {
        story.act(player, &Action::Confirm)?;
    }
    story.now = START;
    assert!(matches!(
        story.due(),
        Some(TournamentEvent::Begun { rounds: 0, .. })
    ));
    Ok((story, people))
}

/// All tables whose games go on.
fn open(story: &Story) -> Vec<(TableId, Vec<PlayerId>)> {
    let tables = story.state.rounds().iter().flat_map(|round| &round.tables);
    tables
        .filter(|table| table.result.is_none())
        .filter_map(|table| Some((table.paired.game.as_ref()?.id, table.paired.players.clone())))
        .collect()
}

fn places(places: &[u8]) -> Vec<SeatOutcome> {
    places.iter().copied().map(SeatOutcome::place).collect()
}

#[test]
fn whoever_is_free_gets_the_next_table_at_once() -> TestResult {
    let (mut story, _) = begun(4, 2)?;
    assert!(matches!(
        story.due(),
        Some(TournamentEvent::Paired { round: 1, .. })
    ));
    let first = open(&story);
    assert_eq!(first.len(), 2);
    assert_eq!(story.due(), None, "everybody plays");
    story.finish(first[0].0, &places(&[1, 2]))?;
    assert_eq!(story.due(), None, "the same two meet again only after a while");
    story.now += 19 * SECOND;
    assert_eq!(story.due(), None);
    story.finish(first[1].0, &places(&[1, 2]))?;
    assert!(matches!(
        story.due(),
        Some(TournamentEvent::Paired { round: 2, .. })
    ));
    let pairs = |tables: &[(TableId, Vec<PlayerId>)]| -> BTreeSet<BTreeSet<PlayerId>> {
        let players = tables.iter().map(|(_, players)| players);
        players.map(|players| players.iter().copied().collect()).collect()
    };
    let second = pairs(&open(&story));
    assert_eq!(second.len(), 2);
    assert!(second.is_disjoint(&pairs(&first)), "others meet");
    Ok(())
}

#[test]
fn the_same_table_is_made_again_after_twenty_seconds() -> TestResult {
    let (mut story, _) = begun(2, 2)?;
    story.due().ok_or("something due")?;
    story.finish(open(&story)[0].0, &places(&[1, 2]))?;
    story.now += 19 * SECOND;
    assert_eq!(story.due(), None);
    story.now += SECOND;
    assert!(matches!(story.due(), Some(TournamentEvent::Paired { .. })));
    Ok(())
}

#[test]
fn who_pauses_is_not_seated_and_who_comes_late_is() -> TestResult {
    let (mut story, people) = begun(3, 2)?;
    story.due().ok_or("something due")?;
    let (table, seated) = open(&story)[0].clone();
    let third = *people
        .iter()
        .find(|player| !seated.contains(player))
        .ok_or("a third")?;
    story.act(third, &Action::Withdraw)?;
    story.act(seated[0], &Action::Withdraw)?;
    story.finish(table, &places(&[1, 2]))?;
    story.now += 30 * SECOND;
    assert_eq!(story.due(), None, "one is left");
    let late = story.sign_up()?;
    assert!(matches!(story.due(), Some(TournamentEvent::Paired { .. })));
    let now: BTreeSet<PlayerId> = open(&story)[0].1.iter().copied().collect();
    assert_eq!(now, BTreeSet::from([seated[1], late]));
    // Who comes back while they still play waits for nothing.
    story.act(late, &Action::Withdraw)?;
    story.act(late, &SIGN_UP)?;
    story.act(third, &SIGN_UP)?;
    assert_eq!(story.due(), None);
    Ok(())
}

#[test]
fn it_ends_when_its_time_is_over_and_nobody_plays_any_more() -> TestResult {
    let (mut story, _) = begun(4, 2)?;
    story.outages.push(Outage {
        since: UnixMs(START + MINUTE),
        until: UnixMs(START + 6 * MINUTE),
    });
    story.due().ok_or("something due")?;
    story.now = START + 64 * MINUTE;
    for (table, _) in open(&story) {
        story.finish(table, &places(&[1, 2]))?;
    }
    assert!(
        matches!(story.due(), Some(TournamentEvent::Paired { .. })),
        "an outage does not count"
    );
    story.now = START + 65 * MINUTE;
    assert_eq!(story.due(), None, "two games go on");
    let last = open(&story);
    story.finish(last[0].0, &places(&[1, 2]))?;
    assert_eq!(story.due(), None);
    story.finish(last[1].0, &places(&[1, 1]))?;
    assert_eq!(story.due(), Some(TournamentEvent::Finished));
    assert_eq!(
        story
            .state
            .standings()
            .iter()
            .map(|row| row.standing.played)
            .sum::<usize>(),
        8
    );
    assert!(story.state.due_at().is_none());
    Ok(())
}

#[test]
fn three_wins_in_a_row_count_eight() -> TestResult {
    let (mut story, people) = begun(2, 2)?;
    let winner = people[0];
    for points in [2, 4, 8] {
        story.now += 30 * SECOND;
        story.due().ok_or("something due")?;
        let (table, seated) = open(&story)[0].clone();
        let won = if seated[0] == winner { [1, 2] } else { [2, 1] };
        story.finish(table, &places(&won))?;
        let row = story.state.standings()[0].clone();
        assert_eq!((row.player, row.standing.points.units()), (winner, points * 120));
        assert_eq!(row.standing.tie_breaks, [i64::from(points.ilog2())]);
    }
    Ok(())
}

/// Points of a player, counted from the events alone.
fn expected(log: &[TournamentEntry], player: PlayerId) -> TestResult<u32> {
    let mut tables: BTreeMap<TableId, Vec<PlayerId>> = BTreeMap::new();
    let (mut points, mut streak) = (0, 0);
    for entry in log {
        match &entry.event {
            TournamentEvent::Paired { tables: paired, .. } => {
                for table in paired {
                    tables.insert(table.game.as_ref().ok_or("a game")?.id, table.players.clone());
                }
            }
            TournamentEvent::TableFinished { table, seats } => {
                let Some(own) = tables[table].iter().position(|seated| *seated == player) else {
                    continue;
                };
                let key = |seat: &SeatOutcome| {
                    (
                        seat.mark.is_some(),
                        if seat.mark.is_some() { 0 } else { seat.place },
                    )
                };
                let mine = key(&seats[own]);
                let others = || {
                    seats
                        .iter()
                        .enumerate()
                        .filter(|(at, _)| *at != own)
                        .map(|(_, seat)| key(seat))
                };
                let single: u32 = others()
                    .map(|other| if mine < other { 2 } else { u32::from(mine == other) })
                    .sum();
                let is_first = !mine.0 && others().all(|other| mine < other);
                if !mine.0 {
                    points += if streak >= 2 { 2 * single } else { single };
                }
                streak = if is_first { streak + 1 } else { 0 };
            }
            _ => (),
        }
    }
    Ok(points)
}

#[test]
fn random_arenas_keep_the_laws() -> TestResult {
    let mut games = 0;
    for seed in 0..60 {
        let mut dice = StdRng::seed_from_u64(seed);
        let seats = dice.random_range(2..=4);
        let (mut story, mut people) = begun(dice.random_range(usize::from(seats)..14), seats)?;
        while story.state.status == Status::Running {
            story.now += dice.random_range(0..15 * SECOND);
            story.seed = dice.random();
            match dice.random_range(0..8) {
                0 => drop(story.act(*people.choose(&mut dice).ok_or("somebody")?, &Action::Withdraw)),
                1 => drop(story.act(*people.choose(&mut dice).ok_or("somebody")?, &SIGN_UP)),
                2 if people.len() < 20 => people.push(story.sign_up()?),
                3..=5 => {
                    if let Some((table, seated)) = open(&story).choose(&mut dice) {
                        let mut result: Vec<u8> = (1..=seated.len() as u8).collect();
                        result.rotate_left(dice.random_range(0..seated.len()));
                        let mut result = places(&result);
                        if dice.random_range(0..6) == 0 {
                            let mark = [SeatMark::Left, SeatMark::DidNotCome][dice.random_range(0..2)];
                            let at = dice.random_range(0..result.len());
                            result[at].mark = Some(mark);
                        }
                        story.finish(*table, &result)?;
                    }
                }
                _ => due(&mut story)?,
            }
        }
        assert_eq!(story.state.status, Status::Finished);
        assert_eq!(State::replay(&story.log)?, story.state, "seed {seed}");
        let rows = story.state.standings();
        for row in &rows {
            assert_eq!(
                row.standing.points.units(),
                expected(&story.log, row.player)? * 120,
                "seed {seed}"
            );
        }
        let ranked = |pair: &[super::super::standings::PlayerStanding]| {
            pair[0].standing.points >= pair[1].standing.points
        };
        assert!(rows.windows(2).all(ranked), "the best come first");
        games += story
            .state
            .rounds()
            .iter()
            .map(|round| round.tables.len())
            .sum::<usize>();
    }
    assert!(games > 2_000, "{games}");
    Ok(())
}

/// What is due is decided alike from the log, and seats those who wait, at one table each.
fn due(story: &mut Story) -> TestResult {
    let (context, before) = (story.context(), story.state.clone());
    let decided = story.state.decide_due(&context);
    assert_eq!(story.state, before, "deciding changes nothing");
    assert_eq!(State::replay(&story.log)?.decide_due(&context), decided);
    if let Some(TournamentEvent::Paired { tables, .. }) = &decided {
        let busy: BTreeSet<PlayerId> = open(story).into_iter().flat_map(|(_, seated)| seated).collect();
        let mut seen = BTreeSet::new();
        for table in tables {
            assert_eq!(table.players.len(), usize::from(story.state.terms.game().seats));
            for player in &table.players {
                assert!(seen.insert(*player) && !busy.contains(player), "one table each");
                assert!(story.state.entrant(*player).ok_or("an entrant")?.present);
            }
        }
    }
    if let Some(event) = decided {
        story.append(event);
    }
    Ok(())
}
