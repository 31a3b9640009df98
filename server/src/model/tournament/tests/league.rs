//! Leagues: seasons follow each other by themselves, everybody meets everybody in their division, and the best go up.

use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use thicket_pairings::league::{FEWEST, MOST};

use super::super::form::BadTerms;
use super::super::league::REST;
use super::super::state::{Round, Status};
use super::*;
use crate::model::record::seat_outcome::SeatMark;

const LEAGUE: Format = Format::League { division: 6 };
const DAY: i64 = 24 * 60 * MINUTE;

/// A league at tables of two whose first season is paired.
fn begun(players: usize) -> TestResult<(Story, Vec<PlayerId>)> {
    let mut story = Story::begin(terms(LEAGUE, 2, 2, CORRESPONDENCE)?)?;
    let people: Vec<PlayerId> = (0..players).map(|_| story.sign_up()).collect::<Result<_, _>>()?;
    story.now = START;
    assert!(matches!(
        story.due(),
        Some(TournamentEvent::Begun { rounds: 0, .. })
    ));
    assert!(matches!(
        story.due(),
        Some(TournamentEvent::Paired { round: 1, .. })
    ));
    Ok((story, people))
}

fn last_season(story: &Story) -> TestResult<&Round> {
    Ok(story.state.rounds().last().ok_or("a season")?)
}

/// The divisions of the last season.
fn divisions(story: &Story) -> TestResult<Vec<Vec<PlayerId>>> {
    Ok(last_season(story)?.divisions.clone())
}

/// Ends all games of the season: who comes first in `strongest` wins.
fn finish_season(story: &mut Story, strongest: &[PlayerId]) -> TestResult {
    let tables = last_season(story)?.tables.clone();
    for table in tables.iter().filter(|table| table.result.is_none()) {
        let rank = |player: &PlayerId| strongest.iter().position(|other| other == player);
        let players = &table.paired.players;
        let places = players.iter().map(|player| {
            let better = players.iter().filter(|other| rank(other) < rank(player));
            SeatOutcome::place(better.count() as u8 + 1)
        });
        let places: Vec<SeatOutcome> = places.collect();
        story.finish(table.paired.game.as_ref().ok_or("a game")?.id, &places)?;
    }
    Ok(())
}

fn next_season(story: &mut Story) {
    story.now += REST;
    assert!(matches!(story.due(), Some(TournamentEvent::Paired { .. })));
}

#[test]
fn a_season_follows_the_last_one_by_itself() -> TestResult {
    let (mut story, people) = begun(12)?;
    let upper: BTreeSet<PlayerId> = people[..6].iter().copied().collect();
    assert_eq!(divisions(&story)?.len(), 2);
    assert_eq!(
        divisions(&story)?[0].iter().copied().collect::<BTreeSet<_>>(),
        upper
    );
    assert_eq!(story.state.rounds()[0].tables.len(), 2 * 15);
    story.now += 40 * DAY;
    assert_eq!(story.due(), None, "all games are played to their end");
    assert_eq!(story.state.due_at(), None);
    finish_season(&mut story, &people)?;
    assert_eq!(story.state.due_at(), Some(UnixMs(story.now + REST)));
    // A sign-up does not put the next season off.
    story.now += REST - 1;
    let newcomer = story.sign_up()?;
    story.act(people[7], &Action::Withdraw)?;
    assert_eq!(story.due(), None);
    story.now += 1;
    assert!(matches!(
        story.due(),
        Some(TournamentEvent::Paired { round: 2, .. })
    ));
    let of = |numbers: &[usize]| numbers.iter().map(|at| people[*at]).collect::<Vec<_>>();
    // The fifth and sixth go down. Two would come up, of whom one has left: the fifth stays.
    assert_eq!(divisions(&story)?[0], of(&[0, 1, 2, 3, 6, 4]));
    assert_eq!(
        divisions(&story)?[1],
        [of(&[5, 8, 9, 10, 11]), vec![newcomer]].concat()
    );
    Ok(())
}

#[test]
fn an_outage_is_no_part_of_the_rest() -> TestResult {
    let (mut story, people) = begun(4)?;
    finish_season(&mut story, &people)?;
    let since = UnixMs(story.now + DAY);
    story.outages.push(Outage {
        since,
        until: since + DAY,
    });
    story.now += REST;
    assert_eq!(story.due(), None);
    story.now += DAY;
    assert!(matches!(
        story.due(),
        Some(TournamentEvent::Paired { round: 2, .. })
    ));
    Ok(())
}

#[test]
fn the_best_reach_the_top() -> TestResult {
    let (mut story, mut people) = begun(18)?;
    // The last to sign up is the strongest.
    people.reverse();
    for _ in 0..5 {
        finish_season(&mut story, &people)?;
        next_season(&mut story);
    }
    let top: BTreeSet<PlayerId> = divisions(&story)?[0].iter().copied().collect();
    assert!(people[..4].iter().all(|player| top.contains(player)));
    let moves = story.state.moves(story.state.rounds().len() - 1);
    assert_eq!(moves, [(0, 2), (2, 2), (2, 0)]);
    Ok(())
}

#[test]
fn a_league_with_too_few_players_is_over() -> TestResult {
    let (mut story, people) = begun(4)?;
    for player in &people[1..] {
        story.act(*player, &Action::Withdraw)?;
    }
    finish_season(&mut story, &people)?;
    story.now += REST;
    assert_eq!(story.due(), Some(TournamentEvent::Finished));
    assert_eq!(story.state.standings()[0].player, people[0]);
    Ok(())
}

#[test]
fn places_are_free_again_after_the_season() -> TestResult {
    let mut form = form(LEAGUE, 2, 2, CORRESPONDENCE)?;
    form.most = 4;
    let mut story = Story::begin(form.parse(UnixMs(0))?)?;
    let people: Vec<PlayerId> = (0..4).map(|_| story.sign_up()).collect::<Result<_, _>>()?;
    story.now = START;
    story.due().ok_or("something due")?;
    story.due().ok_or("something due")?;
    story.act(people[0], &Action::Withdraw)?;
    let newcomer = PlayerId::fresh();
    assert_eq!(story.act(newcomer, &SIGN_UP), Err(Refusal::Full));
    finish_season(&mut story, &people)?;
    next_season(&mut story);
    story.act(newcomer, &SIGN_UP)?;
    assert_eq!(story.act(people[0], &SIGN_UP), Err(Refusal::Full));
    Ok(())
}

#[test]
fn who_does_not_come_is_out_in_the_next_season() -> TestResult {
    let (mut story, people) = begun(5)?;
    let tables = story.state.rounds()[0].tables.clone();
    let table = tables
        .iter()
        .find(|table| table.paired.players.contains(&people[0]));
    let paired = &table.ok_or("a table")?.paired;
    let missing = |player: &PlayerId| SeatOutcome {
        mark: (*player == people[0]).then_some(SeatMark::DidNotCome),
        ..SeatOutcome::place(if *player == people[0] { 2 } else { 1 })
    };
    let result: Vec<SeatOutcome> = paired.players.iter().map(missing).collect();
    story.finish(paired.game.as_ref().ok_or("a game")?.id, &result)?;
    finish_season(&mut story, &people)?;
    next_season(&mut story);
    assert!(!divisions(&story)?.concat().contains(&people[0]));
    Ok(())
}

#[test]
fn leagues_that_cannot_be_are_refused() -> TestResult {
    let parse = |division, seats, fewest, clock| {
        let terms = form(Format::League { division }, seats, fewest, clock)?.parse(UnixMs(0));
        TestResult::Ok(terms.map(|terms| terms.game().fewest))
    };
    assert_eq!(parse(3, 2, 2, CORRESPONDENCE)?, Err(BadTerms::Division));
    assert_eq!(parse(9, 2, 2, CORRESPONDENCE)?, Err(BadTerms::Division));
    assert_eq!(parse(6, 2, 2, REAL_TIME)?, Err(BadTerms::LeagueClock));
    assert_eq!(parse(4, 4, 3, CORRESPONDENCE)?, Ok(3));
    assert_eq!(parse(4, 4, 4, CORRESPONDENCE)?, Ok(4));
    Ok(())
}

/// Over random seasons: everybody who is there is in one division, meets everybody else in it, and has each seat about as often;
/// standings are counted from the results; two nodes decide the same.
#[test]
fn random_seasons_keep_the_laws() -> TestResult {
    for seed in 0..12 {
        let mut dice = StdRng::seed_from_u64(seed);
        let seats = dice.random_range(2..=4);
        let fewest = dice.random_range(2..=seats);
        let division = dice.random_range(4..=8);
        let format = Format::League { division };
        let mut story = Story::begin(terms(format, seats, fewest, CORRESPONDENCE)?)?;
        for _ in 0..dice.random_range(4..20) {
            story.sign_up()?;
        }
        story.now = START;
        story.due().ok_or("something due")?;
        for season in 1..5 {
            story.seed = dice.random();
            let context = story.context();
            let replayed = State::replay(&story.log)?;
            let decided = story.state.decide_due(&context).ok_or("something due")?;
            assert_eq!(replayed.decide_due(&context).as_ref(), Some(&decided));
            story.append(decided);
            if story.state.status == Status::Finished {
                break;
            }
            assert_eq!(story.state.rounds().len(), season);
            check_season(&story)?;
            play_season(&mut story, &mut dice)?;
            check_standings(&story, seats)?;
            for entrant in story.state.entrants().to_vec() {
                match (entrant.present, dice.random_range(0..6)) {
                    (true, 0) => story.act(entrant.player, &Action::Withdraw)?,
                    (false, 0..3) => drop(story.act(entrant.player, &SIGN_UP)),
                    _ => (),
                }
            }
            let _ = story.act(PlayerId::fresh(), &SIGN_UP);
            story.now += REST;
        }
        assert_eq!(State::replay(&story.log)?, story.state);
    }
    Ok(())
}

fn check_season(story: &Story) -> TestResult {
    let round = last_season(story)?;
    let all: Vec<PlayerId> = round.divisions.concat();
    let once: BTreeSet<PlayerId> = all.iter().copied().collect();
    assert_eq!(once.len(), all.len(), "nobody is in two divisions");
    let present: BTreeSet<PlayerId> = story.state.present().map(|entrant| entrant.player).collect();
    assert_eq!(once, present);
    let is_legal = |players: &Vec<PlayerId>| (FEWEST..=MOST).contains(&players.len());
    assert!(round.divisions.len() == 1 || round.divisions.iter().all(is_legal));
    let mut tables = 0;
    for division in &round.divisions {
        let mut meetings: BTreeMap<BTreeSet<PlayerId>, usize> = BTreeMap::new();
        let mut seats: BTreeMap<(PlayerId, usize), BTreeMap<usize, usize>> = BTreeMap::new();
        let own = round.tables.iter().filter(|table| {
            table
                .paired
                .players
                .iter()
                .any(|player| division.contains(player))
        });
        for table in own {
            tables += 1;
            let players = &table.paired.players;
            assert!(players.iter().all(|player| division.contains(player)));
            for (seat, one) in players.iter().enumerate() {
                let taken = seats.entry((*one, players.len())).or_default();
                *taken.entry(seat).or_default() += 1;
                for other in &players[seat + 1..] {
                    *meetings.entry(BTreeSet::from([*one, *other])).or_default() += 1;
                }
            }
        }
        assert_eq!(
            meetings.len(),
            division.len() * (division.len() - 1) / 2,
            "everybody meets everybody"
        );
        for ((_, size), taken) in seats {
            let count = |seat| taken.get(&seat).copied().unwrap_or(0);
            let counts: Vec<usize> = (0..size).map(count).collect();
            assert!(
                counts.iter().max() <= counts.iter().min().map(|least| least + 1).as_ref(),
                "{counts:?}"
            );
        }
    }
    assert_eq!(tables, round.tables.len(), "each table belongs to one division");
    Ok(())
}

fn play_season(story: &mut Story, dice: &mut StdRng) -> TestResult {
    loop {
        let open = story.open_tables();
        let Some(&(table, seats)) = open.choose(dice) else {
            return Ok(());
        };
        assert_eq!(story.state.decide_due(&story.context()), None);
        let scores: Vec<u8> = (0..seats).map(|_| dice.random_range(0..4)).collect();
        let places = scores.iter().map(|score| {
            let better = scores.iter().filter(|other| *other > score);
            SeatOutcome {
                mark: (dice.random_range(0..12) == 0).then_some(SeatMark::Left),
                ..SeatOutcome::place(better.count() as u8 + 1)
            }
        });
        let places: Vec<SeatOutcome> = places.collect();
        story.finish(table, &places)?;
    }
}

/// Points counted from the results of the season alone, in 120ths.
fn check_standings(story: &Story, seats: u8) -> TestResult {
    let round = last_season(story)?;
    let mut points: BTreeMap<PlayerId, u32> = BTreeMap::new();
    for table in &round.tables {
        let result = table.result.as_ref().ok_or("a result")?;
        let others = result.len() as u32 - 1;
        for (player, own) in table.paired.players.iter().zip(result) {
            let halves: u32 = match own.mark {
                Some(_) => 0,
                None => {
                    result
                        .iter()
                        .map(|other| match (other.mark, own.place.cmp(&other.place)) {
                            (Some(_), _) | (None, std::cmp::Ordering::Less) => 2,
                            (None, std::cmp::Ordering::Equal) => 1,
                            (None, std::cmp::Ordering::Greater) => 0,
                        })
                        .sum::<u32>()
                        - 1
                }
            };
            *points.entry(*player).or_default() += (u32::from(seats) - 1) * halves * (60 / others);
        }
    }
    let rows = story.state.standings();
    assert_eq!(rows.len(), round.divisions.concat().len());
    for row in &rows {
        let own = points.get(&row.player).copied().unwrap_or_default();
        assert_eq!(row.standing.points.units(), own);
        let division = &round.divisions[row.division.ok_or("a division")? - 1];
        let better = division
            .iter()
            .filter(|other| points.get(*other) > points.get(&row.player));
        assert!(row.standing.rank > better.count());
    }
    Ok(())
}
