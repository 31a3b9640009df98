//! `/statistics/{kind}`: how the games of a kind go: which seats win, how games end, and how long they are.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use thicket_rules::GameKind;

use super::chart::{Bar, bars};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::backfill::Work;
use crate::error::PageError;
use crate::model::record::filter::LENGTHS;
use crate::pages::records::{ENDINGS, ending_name};
use crate::pages::{PageContext, html};
use crate::store::GameTally;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "statistics.html")]
pub struct StatisticsPage {
    pub context: PageContext,
    pub kind: String,
    pub title: String,
    pub people: bool,
    pub games: i64,
    /// On average.
    pub mean_turns: i64,
    pub balances: Vec<Balance>,
    pub endings: Vec<Bar>,
    pub lengths: Vec<Bar>,
    /// Names in addresses and on pages.
    pub others: Vec<(&'static str, &'static str)>,
}

#[derive(Clone, Debug)]
pub struct Balance {
    pub seats: i64,
    pub games: i64,
    /// On average.
    pub mean_turns: i64,
    /// Of each seat, and the games in which several shared the first place.
    pub wins: Vec<Bar>,
}

#[derive(Debug, Deserialize)]
pub struct StatisticsQuery {
    /// `people` leaves out games with bots.
    #[serde(default)]
    opponents: String,
}

pub async fn show(
    State(app): State<App>,
    Path(name): Path<String>,
    user: CurrentUser,
    asked: Result<Query<StatisticsQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(StatisticsQuery { opponents }) = asked?;
    let kind: GameKind = name.parse().map_err(|_| PageError::not_found())?;
    let people = opponents == "people";
    let mut tallies = app.records.tallies(kind.info().name).await?;
    let context = PageContext::of(&user).depending(&app.backfill, &[Work::Statistics]);
    tallies.retain(|tally| !(people && tally.bots));
    Ok(html(&page(context, kind, people, &tallies), StatusCode::OK))
}

fn page(context: PageContext, kind: GameKind, people: bool, tallies: &[GameTally]) -> StatisticsPage {
    let info = kind.info();
    let seats: BTreeSet<i64> = tallies.iter().map(|tally| tally.seats).collect();
    let others = GameKind::ALL.iter().filter(|&&other| other != kind);
    StatisticsPage {
        context,
        kind: info.name.to_owned(),
        title: info.title.to_owned(),
        people,
        games: sum(tallies, |_| true),
        mean_turns: mean_turns(tallies, |_| true),
        balances: seats
            .into_iter()
            .map(|seats| balance(info.colours, seats, tallies))
            .collect(),
        endings: endings(tallies),
        lengths: lengths(tallies),
        others: others
            .map(|other| (other.info().name, other.info().title))
            .collect(),
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

fn balance(colours: &[&str], seats: i64, tallies: &[GameTally]) -> Balance {
    let wins = |winner: i64| sum(tallies, |tally| tally.seats == seats && tally.winner == winner);
    let colour = |seat: i64| {
        let index = usize::try_from(seat - 1).ok();
        index
            .and_then(|index| colours.get(index))
            .copied()
            .unwrap_or_default()
            .to_owned()
    };
    let of_seat = |seat: i64| (format!("Seat {seat}, {}", colour(seat)), colour(seat), wins(seat));
    let shared = if seats == 2 { "Draw" } else { "Shared first place" };
    let shared = (shared.to_owned(), String::new(), wins(0));
    Balance {
        seats,
        games: sum(tallies, |tally| tally.seats == seats),
        mean_turns: mean_turns(tallies, |tally| tally.seats == seats),
        wins: bars((1..=seats).map(of_seat).chain([shared])),
    }
}

fn endings(tallies: &[GameTally]) -> Vec<Bar> {
    let count = |(reason, words): &(_, &str)| {
        let reason = ending_name(*reason);
        let games = sum(tallies, |tally| tally.reason == reason);
        ((*words).to_owned(), String::new(), games)
    };
    let counts = ENDINGS.iter().map(count).filter(|(.., games)| *games > 0);
    bars(counts)
}

/// From the shortest to the longest, without classes at either end that no game is in.
fn lengths(tallies: &[GameTally]) -> Vec<Bar> {
    let mut games: BTreeMap<i64, i64> = BTreeMap::new();
    for tally in tallies {
        *games.entry(tally.length).or_default() += tally.games;
    }
    let (first, last) = (games.keys().next().copied(), games.keys().last().copied());
    let meant = |least: &i64| first <= Some(*least) && Some(*least) <= last;
    let ends = LENGTHS.iter().skip(1).map(|next| Some(next - 1)).chain([None]);
    let classes = LENGTHS.into_iter().zip(ends).filter(|(least, _)| meant(least));
    bars(classes.map(|(least, most)| {
        let words = match most {
            Some(most) => format!("{least} to {most} turns"),
            None => format!("{least} turns or more"),
        };
        (words, String::new(), games.get(&least).copied().unwrap_or(0))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(winner: i64, length: i64, games: i64) -> GameTally {
        GameTally {
            kind: "bushi".to_owned(),
            seats: 2,
            bots: false,
            reason: "rules".to_owned(),
            length,
            winner,
            games,
            plies: games * (length + 4),
        }
    }

    #[test]
    fn every_game_is_in_each_chart() {
        let tallies = [tally(1, 10, 5), tally(2, 30, 3), tally(0, 30, 2)];
        let page = page(PageContext::default(), GameKind::Bushi, false, &tallies);
        assert_eq!((page.games, page.mean_turns), (10, 24));
        let counts = |bars: &[Bar]| bars.iter().map(|bar| bar.count).collect::<Vec<_>>();
        assert_eq!(counts(&page.balances[0].wins), [5, 3, 2]);
        assert_eq!(counts(&page.endings), [10]);
        let lengths: Vec<(&str, i64)> = page
            .lengths
            .iter()
            .map(|bar| (bar.words.as_str(), bar.count))
            .collect();
        assert_eq!(
            lengths,
            [
                ("10 to 19 turns", 5),
                ("20 to 29 turns", 0),
                ("30 to 39 turns", 5)
            ]
        );
    }
}
