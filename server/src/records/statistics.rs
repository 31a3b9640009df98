//! How the games of a kind go: which seats win, how games end, and how long they are.

use std::collections::{BTreeMap, BTreeSet};

use thicket_rules::GameKind;

use super::search::{ENDINGS, ending_name};
use crate::model::record::filter::LENGTHS;
use crate::protocol::{BalanceView, EndingCountView, LengthCountView, StatisticsView};
use crate::store::{GameTally, RecordStore, StoreError};

/// The statistics of a game: of all its games, or of those without bots.
pub(crate) async fn statistics(
    records: &RecordStore,
    kind: GameKind,
    people: bool,
) -> Result<StatisticsView, StoreError> {
    let mut tallies = records.tallies(kind.info().name).await?;
    tallies.retain(|tally| !(people && tally.bots));
    Ok(of_tallies(kind, &tallies))
}

pub(crate) fn of_tallies(kind: GameKind, tallies: &[GameTally]) -> StatisticsView {
    let seats: BTreeSet<i64> = tallies.iter().map(|tally| tally.seats).collect();
    StatisticsView {
        game: kind.info().name,
        games: sum(tallies, |_| true),
        mean_turns: mean_turns(tallies, |_| true),
        seats: seats.into_iter().map(|seats| balance(seats, tallies)).collect(),
        endings: endings(tallies),
        lengths: lengths(tallies),
    }
}

fn sum(tallies: &[GameTally], meant: impl Fn(&GameTally) -> bool) -> i64 {
    let tallies = tallies.iter().filter(|tally| meant(tally));
    tallies.map(|tally| tally.games).sum()
}

fn mean_turns(tallies: &[GameTally], meant: impl Fn(&GameTally) -> bool) -> i64 {
    let games = sum(tallies, &meant).max(1);
    let plies: i64 = tallies
        .iter()
        .filter(|tally| meant(tally))
        .map(|tally| tally.plies)
        .sum();
    (plies + games / 2) / games
}

fn balance(seats: i64, tallies: &[GameTally]) -> BalanceView {
    let wins = |winner: i64| sum(tallies, |tally| tally.seats == seats && tally.winner == winner);
    BalanceView {
        seats,
        games: sum(tallies, |tally| tally.seats == seats),
        mean_turns: mean_turns(tallies, |tally| tally.seats == seats),
        wins: (1..=seats).map(wins).collect(),
        shared: wins(0),
    }
}

fn endings(tallies: &[GameTally]) -> Vec<EndingCountView> {
    let count = |&(reason, _): &(_, &str)| {
        let name = ending_name(reason);
        let games = sum(tallies, |tally| tally.reason == name);
        EndingCountView { reason, games }
    };
    let counts = ENDINGS.iter().map(count);
    counts.filter(|ending| ending.games > 0).collect()
}

/// Without classes at either end that no game is in.
fn lengths(tallies: &[GameTally]) -> Vec<LengthCountView> {
    let mut games: BTreeMap<i64, i64> = BTreeMap::new();
    for tally in tallies {
        *games.entry(tally.length).or_default() += tally.games;
    }
    let (first, last) = (games.keys().next().copied(), games.keys().last().copied());
    let meant = |least: &i64| first <= Some(*least) && Some(*least) <= last;
    let ends = LENGTHS.iter().skip(1).map(|next| Some(next - 1)).chain([None]);
    let classes = LENGTHS.into_iter().zip(ends).filter(|(least, _)| meant(least));
    let count = |(least, most)| LengthCountView {
        least,
        most,
        games: games.get(&least).copied().unwrap_or(0),
    };
    classes.map(count).collect()
}
