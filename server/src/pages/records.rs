//! The list of finished games.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use thicket_rules::GameKind;

use super::{Frame, html, titled};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::clock_words::timed;
use crate::error::PageError;
use crate::ids::TableId;
use crate::model::bot::BotLevel;
use crate::model::record::{RecordHead, RecordSeat};
use crate::moment::{machine_time, page_date};
use crate::store;

/// A page of records, newest first.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "records.html")]
pub struct RecordsPage {
    /// What every page has.
    pub frame: Frame,
    /// The games on this page.
    pub rows: Vec<RecordRow>,
    /// Whether only games of people alone are listed.
    pub people: bool,
    /// Whether this is not the first page.
    pub paged: bool,
    /// Where the next page begins, if there is one: the value of `before`.
    pub older: Option<String>,
}

/// A finished game in the list.
#[derive(Clone, Debug)]
pub struct RecordRow {
    /// Its code in the address.
    pub code: String,
    /// The game.
    pub title: String,
    /// The players, first place first.
    pub players: Vec<RankedPlayer>,
    /// How many turns it took.
    pub turns: usize,
    /// When it ended, for programs: `2026-11-20T18:30:00Z`.
    pub at: String,
    /// The same for people: `20 November 2026`.
    pub date: String,
    /// Whether everybody may find it.
    pub public: bool,
}

/// A player with a rank.
#[derive(Clone, Debug)]
pub struct RankedPlayer {
    /// The name.
    pub name: String,
    /// The colour of the seat.
    pub colour: String,
    /// The rank; shared ranks are equal.
    pub rank: u8,
    /// How well it plays, if it is a bot.
    pub level: Option<u8>,
}

/// How many records stand on one page.
const PAGE: usize = 30;

/// Where a page begins.
#[derive(Deserialize)]
pub struct From {
    before: Option<String>,
    /// Whose games are listed: of people alone, or all.
    #[serde(default)]
    players: Players,
}

/// Which games are listed, by who plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Players {
    /// All games.
    #[default]
    All,
    /// Those of people alone.
    People,
}

/// `GET /records`: the public ones and one's own, newest first.
pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    from: Result<Query<From>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(from) = from?;
    let unknown = || PageError::Bad("There is no such page of records.".to_owned());
    let before = from
        .before
        .as_deref()
        .map(|text| read_place(text).ok_or_else(unknown))
        .transpose()?;
    // One more than is shown tells whether there are older ones.
    let asked = store::RecordsPage {
        viewer: user.id(),
        before,
        people: from.players == Players::People,
        limit: PAGE as i64 + 1,
    };
    let heads = app.store.records(asked).await?;
    let more = heads.len() > PAGE;
    let shown = &heads[..heads.len().min(PAGE)];
    let page = RecordsPage {
        frame: Frame::of(&user),
        rows: shown.iter().map(row).collect(),
        people: from.players == Players::People,
        paged: before.is_some(),
        older: shown.last().filter(|_| more).map(place),
    };
    Ok(html(&page, StatusCode::OK))
}

/// A place in the list, as it stands in an address: the time and the table of the record before it.
fn place(head: &RecordHead) -> String {
    format!("{}-{}", head.finished_at, head.table.0.simple())
}

fn read_place(text: &str) -> Option<(i64, TableId)> {
    let (at, table) = text.split_once('-')?;
    Some((at.parse().ok()?, table.parse().ok()?))
}

/// A finished game as a list shows it.
pub(super) fn row(head: &RecordHead) -> RecordRow {
    let info = head.kind.parse().map(GameKind::info).ok();
    let variant = head.setup.split_once(' ').map_or("", |(_, variant)| variant);
    let colour = |seat: i64| info.and_then(|info| info.colours.get(usize::try_from(seat - 1).ok()?).copied());
    let player = |seat: &RecordSeat| RankedPlayer {
        name: seat.name.clone(),
        colour: colour(seat.seat).unwrap_or_default().to_owned(),
        rank: seat.rank.try_into().unwrap_or(0),
        level: seat.bot.map(BotLevel::number),
    };
    let mut players: Vec<RankedPlayer> = head.seats.iter().map(player).collect();
    players.sort_by_key(|player| player.rank);
    RecordRow {
        code: head.code.to_string(),
        title: timed(
            titled(info.map_or(head.kind.as_str(), |info| info.title), variant),
            head.clock.as_deref(),
        ),
        players,
        turns: head.plies.try_into().unwrap_or(0),
        at: machine_time(head.finished_at),
        date: page_date(head.finished_at),
        public: head.public,
    }
}
