//! `/statistics/{kind}`: how the games of a kind go: which seats win, how games end, and how long they are.

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
use crate::pages::{PageContext, html};
use crate::protocol::{BalanceView, EndingCountView, LengthCountView, StatisticsView};
use crate::records::search::ENDINGS;
use crate::records::statistics::statistics;

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
    let statistics = statistics(&app.records, kind, people).await?;
    let context = PageContext::of(&user).depending(&app.backfill, &[Work::Statistics]);
    Ok(html(&page(context, kind, people, statistics), StatusCode::OK))
}

fn page(context: PageContext, kind: GameKind, people: bool, statistics: StatisticsView) -> StatisticsPage {
    let info = kind.info();
    let others = GameKind::ALL.iter().filter(|&&other| other != kind);
    let seats = statistics.seats.into_iter();
    StatisticsPage {
        context,
        kind: info.name.to_owned(),
        title: info.title.to_owned(),
        people,
        games: statistics.games,
        mean_turns: statistics.mean_turns,
        balances: seats.map(|seats| balance(info.colours, seats)).collect(),
        endings: bars(statistics.endings.iter().map(ending)),
        lengths: bars(statistics.lengths.iter().map(length)),
        others: others
            .map(|other| (other.info().name, other.info().title))
            .collect(),
    }
}

fn balance(colours: &[&str], balance: BalanceView) -> Balance {
    let colour = |seat: usize| colours.get(seat - 1).copied().unwrap_or_default().to_owned();
    let of_seat = |(seat, wins): (usize, i64)| (format!("Seat {seat}, {}", colour(seat)), colour(seat), wins);
    let shared = if balance.seats == 2 {
        "Draw"
    } else {
        "Shared first place"
    };
    let shared = (shared.to_owned(), String::new(), balance.shared);
    Balance {
        seats: balance.seats,
        games: balance.games,
        mean_turns: balance.mean_turns,
        wins: bars((1..).zip(balance.wins).map(of_seat).chain([shared])),
    }
}

fn ending(ending: &EndingCountView) -> (String, String, i64) {
    let words = ENDINGS.iter().find(|(reason, _)| *reason == ending.reason);
    let words = words.map_or("", |(_, words)| words);
    (words.to_owned(), String::new(), ending.games)
}

fn length(length: &LengthCountView) -> (String, String, i64) {
    let words = match length.most {
        Some(most) => format!("{} to {most} turns", length.least),
        None => format!("{} turns or more", length.least),
    };
    (words, String::new(), length.games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::statistics::of_tallies;
    use crate::store::GameTally;

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
        let statistics = of_tallies(GameKind::Bushi, &tallies);
        let page = page(PageContext::default(), GameKind::Bushi, false, statistics);
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
