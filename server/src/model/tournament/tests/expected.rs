//! The standings of a log, computed anew from its events alone.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::*;
use crate::model::record::seat_outcome::SeatMark;

/// A seat of a finished table.
#[derive(Clone, Copy)]
struct Seat {
    player: PlayerId,
    outcome: SeatOutcome,
}

/// For each round, the tables whose results are known, and the byes.
type Rounds = Vec<(Vec<Vec<Seat>>, Vec<PlayerId>)>;

/// Points in 120ths and the four tie-breaks of everybody, the best first.
pub(super) fn standings(
    log: &[TournamentEntry],
    seats: u8,
    bye: bool,
    captures: bool,
) -> Vec<(PlayerId, u32, Vec<i64>)> {
    let rounds = rounds(log);
    let full = u32::from(seats) - 1;
    let mut points: BTreeMap<PlayerId, u32> = entrants(log).into_iter().map(|player| (player, 0)).collect();
    for (tables, byes) in &rounds {
        for table in tables {
            for seat in table {
                *points.entry(seat.player).or_default() += points_at(seat, table, full);
            }
        }
        for player in byes {
            *points.entry(*player).or_default() += if bye { full * 120 } else { 0 };
        }
    }
    let mut rows: Vec<(PlayerId, u32, Vec<i64>)> = points
        .iter()
        .map(|(&player, &own)| {
            let tied = |other: &PlayerId| points[other] == own;
            let mut values = vec![meetings(&rounds, player, &tied)];
            values.push(buchholz(&rounds, player, &points));
            (player, own, values)
        })
        .collect();
    for (player, _, values) in &mut rows {
        let tables = rounds.iter().flat_map(|(tables, _)| tables);
        let own: Vec<(&Seat, &Vec<Seat>)> = tables
            .filter_map(|table| Some((at(table, *player)?, table)))
            .collect();
        let is_first = |(seat, table): &&(&Seat, &Vec<Seat>)| {
            seat.outcome.mark.is_none()
                && table
                    .iter()
                    .filter(|other| other.player != *player)
                    .all(|other| better(seat, other) == Ordering::Greater)
        };
        values.push(own.iter().filter(is_first).count() as i64);
        if captures {
            let unmarked = own.iter().filter(|(seat, _)| seat.outcome.mark.is_none());
            values.push(unmarked.map(|(seat, _)| i64::from(seat.outcome.captures)).sum());
        }
    }
    rows.sort_by(|one, other| (other.1, &other.2).cmp(&(one.1, &one.2)));
    rows
}

/// Those who began, and those who signed up later.
fn entrants(log: &[TournamentEntry]) -> Vec<PlayerId> {
    let mut running = false;
    let mut entrants = Vec::new();
    for entry in log {
        match &entry.event {
            TournamentEvent::Begun { players, .. } => {
                running = true;
                entrants.clone_from(players);
            }
            TournamentEvent::SignedUp { player, .. } if running && !entrants.contains(player) => {
                entrants.push(*player)
            }
            _ => {}
        }
    }
    entrants
}

fn rounds(log: &[TournamentEntry]) -> Rounds {
    let mut results: BTreeMap<TableId, Vec<SeatOutcome>> = BTreeMap::new();
    for entry in log {
        if let TournamentEvent::TableFinished { table, seats }
        | TournamentEvent::Corrected { table, seats, .. } = &entry.event
        {
            results.insert(*table, seats.clone());
        }
    }
    let round = |entry: &TournamentEntry| match &entry.event {
        TournamentEvent::Paired { tables, byes, .. } => {
            let seats = tables.iter().filter_map(|table| {
                let first = vec![SeatOutcome::place(1); table.players.len()];
                let outcomes = match &table.game {
                    Some(game) => results.get(&game.id)?.clone(),
                    None => first,
                };
                let absent = SeatOutcome {
                    mark: Some(SeatMark::DidNotCome),
                    ..SeatOutcome::place(9)
                };
                let players = table.players.iter().zip(outcomes);
                let absent = table.absent.iter().map(|player| (player, absent));
                Some(
                    players
                        .chain(absent)
                        .map(|(&player, outcome)| Seat { player, outcome })
                        .collect(),
                )
            });
            Some((seats.collect(), byes.clone()))
        }
        _ => None,
    };
    log.iter().filter_map(round).collect()
}

fn at(table: &[Seat], player: PlayerId) -> Option<&Seat> {
    table.iter().find(|seat| seat.player == player)
}

fn better(one: &Seat, other: &Seat) -> Ordering {
    match (one.outcome.mark, other.outcome.mark) {
        (None, None) => other.outcome.place.cmp(&one.outcome.place),
        (None, Some(_)) => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
        (Some(_), Some(_)) => Ordering::Equal,
    }
}

/// A first place is worth as much at a small table as at a full one, and who shares places shares their points.
fn points_at(seat: &Seat, table: &[Seat], full: u32) -> u32 {
    if seat.outcome.mark.is_some() {
        return 0;
    }
    let others = table.len() as u32 - 1;
    if others == 0 {
        return 0;
    }
    let halves: u32 = table
        .iter()
        .filter(|other| other.player != seat.player)
        .map(|other| match better(seat, other) {
            Ordering::Greater => 2,
            Ordering::Equal => 1,
            Ordering::Less => 0,
        })
        .sum();
    full * halves * (60 / others)
}

/// Whether two sat at a table and both came.
fn met(table: &[Seat], player: PlayerId) -> impl Iterator<Item = &Seat> {
    let came = |seat: &&Seat| seat.outcome.mark != Some(SeatMark::DidNotCome);
    let has_come = at(table, player).filter(came).is_some();
    table
        .iter()
        .filter(move |seat| has_come && seat.player != player)
        .filter(came)
}

fn meetings(rounds: &Rounds, player: PlayerId, tied: &dyn Fn(&PlayerId) -> bool) -> i64 {
    let tables = rounds.iter().flat_map(|(tables, _)| tables);
    tables
        .filter_map(|table| {
            let own = at(table, player)?;
            let others = met(table, player).filter(|other| tied(&other.player));
            Some(others.map(|other| better(own, other) as i64).sum::<i64>())
        })
        .sum()
}

/// In parts of a 120th that a mean of up to five opponents has: 60.
fn buchholz(rounds: &Rounds, player: PlayerId, points: &BTreeMap<PlayerId, u32>) -> i64 {
    rounds
        .iter()
        .map(|(tables, _)| {
            let table = tables.iter().find(|table| at(table, player).is_some());
            let opponents: Vec<i64> = table
                .into_iter()
                .flat_map(|table| met(table, player))
                .map(|other| i64::from(points[&other.player]))
                .collect();
            match opponents.len() as i64 {
                0 => i64::from(points[&player]) * 60,
                count => opponents.iter().sum::<i64>() * 60 / count,
            }
        })
        .sum()
}
