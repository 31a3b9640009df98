//! The list of finished games, and the search in it.

pub(super) mod chart;
pub mod download;
pub mod import;
pub mod players;
pub mod profile;
pub mod ratings;
pub mod statistics;

mod form;
mod versus;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use thicket_rules::GameKind;

use super::{PageContext, html, titled};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::backfill::Work;
use crate::clock_words::timed;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::model::player::rating::RatingChange;
use crate::model::record::{RecordHead, RecordSeat};
use crate::pages::parts::profile_address::address;
use crate::record::bot_words;
use crate::records::lines::lines;
use crate::records::search::{Search, place_of};
use crate::store::{self, DELETED, RecordList};
use crate::time::{machine_time, page_date};

pub use form::{Chip, Choice, SearchForm};
pub use versus::{Versus, VersusLine};

/// A page of records, newest first.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "records.html")]
pub struct RecordsPage {
    pub context: PageContext,
    pub rows: Vec<RecordRow>,
    pub form: SearchForm,
    pub versus: Option<Versus>,
    /// `None` on the first page.
    pub newest: Option<String>,
    pub older: Option<String>,
    /// JSON lines of these games, if there are any.
    pub download: Option<String>,
    /// Where the search stopped before its end.
    pub further: Option<Further>,
}

#[derive(Clone, Debug)]
pub struct Further {
    /// The day up to which games were searched.
    pub date: String,
    pub address: String,
}

#[derive(Clone, Debug)]
pub struct RecordRow {
    pub code: String,
    pub title: String,
    pub players: Vec<RankedPlayer>,
    pub turns: usize,
    /// For programs: `2026-11-20T18:30:00Z`.
    pub at: String,
    /// For people: `20 November 2026`.
    pub date: String,
    pub public: bool,
    pub continued: bool,
}

impl RecordRow {
    /// Whether all share the first place.
    pub(super) fn is_draw(&self) -> bool {
        self.players.iter().all(|player| player.rank == 1)
    }
}

#[derive(Clone, Debug)]
pub struct RankedPlayer {
    pub name: String,
    pub colour: String,
    pub rank: u8,
    /// See [`bot_words`].
    pub bot: Option<String>,
    /// `None` for players without an account.
    pub profile: Option<String>,
    /// Before the game and after it, if it changed.
    pub rating: Option<(i64, i64)>,
}

const PAGE: usize = 30;

/// `GET /records`: the public ones and one's own that fit what is looked for, newest first.
pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    query: Result<Query<Vec<(String, String)>>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(pairs) = query?;
    let search = Search::read(&pairs)?;
    // A form sends its empty fields, too: the address that people share has none of them.
    if pairs.iter().any(|(_, value)| value.is_empty()) {
        return Ok(Redirect::to(&search.address()).into_response());
    }
    // One more than is shown tells whether there are older ones.
    let asked = store::RecordsPage {
        viewer: user.id(),
        filter: search.filter(),
        before: search.before,
        limit: PAGE + 1,
        ..store::RecordsPage::default()
    };
    let found = app.records.search(&asked).await?;
    let context = PageContext::of(&user).depending(&app.backfill, &[Work::Searches, Work::Tallies]);
    let page = RecordsPage {
        versus: Versus::of(&search, &app.records).await?,
        ..page(context, &search, &found)
    };
    Ok(html(&page, StatusCode::OK))
}

/// `GET /records.ndjson`: the same games as JSON lines, sent as they are read.
pub async fn stream(
    State(app): State<App>,
    user: CurrentUser,
    from: ClientAddress,
    query: Result<Query<Vec<(String, String)>>, QueryRejection>,
) -> Result<Response, PageError> {
    app.limits.download(from)?;
    let Query(pairs) = query?;
    let search = Search::read(&pairs)?;
    Ok(lines(app.records.clone(), search, user.id(), "/records.ndjson"))
}

fn page(context: PageContext, search: &Search, found: &RecordList) -> RecordsPage {
    let more = found.heads.len() > PAGE;
    let shown = &found.heads[..found.heads.len().min(PAGE)];
    let older = shown.last().filter(|_| more).map(place_of);
    RecordsPage {
        context,
        form: SearchForm::of(search),
        versus: None,
        rows: shown.iter().map(row).collect(),
        newest: search.before.map(|_| search.first_page().address()),
        download: (!shown.is_empty()).then(|| search.first_page().download()),
        older: older.map(|place| search.after(place).address()),
        further: found.stopped.map(|place| Further {
            date: page_date(place.0),
            address: search.after(place).address(),
        }),
    }
}

fn title(head: &RecordHead, title: &str, variant: &str) -> String {
    let title = timed(titled(title, variant), head.clock.as_deref());
    if head.rated { title + " · rated" } else { title }
}

/// `None` without an account.
fn profile_of(seat: &RecordSeat) -> Option<String> {
    let has_one = !seat.guest && seat.bot.is_none() && seat.name != DELETED;
    has_one.then(|| address(&seat.name))
}

/// As people read it.
fn rounded(RatingChange { before, after }: RatingChange) -> (i64, i64) {
    (before.rating.round() as i64, after.rating.round() as i64)
}

pub(super) fn row(head: &RecordHead) -> RecordRow {
    let info = head.kind.parse().map(GameKind::info).ok();
    let variant = head.setup.split_once(' ').map_or("", |(_, variant)| variant);
    let colour = |seat: i64| info.and_then(|info| info.colours.get(usize::try_from(seat - 1).ok()?).copied());
    let player = |seat: &RecordSeat| RankedPlayer {
        name: seat.name.clone(),
        colour: colour(seat.seat).unwrap_or_default().to_owned(),
        rank: seat.rank.try_into().unwrap_or(0),
        bot: bot_words(seat),
        profile: profile_of(seat),
        rating: seat.rating.map(rounded),
    };
    let mut players: Vec<RankedPlayer> = head.seats.iter().map(player).collect();
    players.sort_by_key(|player| player.rank);
    RecordRow {
        code: head.code.to_string(),
        title: title(head, info.map_or(head.kind.as_str(), |info| info.title), variant),
        players,
        turns: head.plies.try_into().unwrap_or(0),
        at: machine_time(head.finished_at),
        date: page_date(head.finished_at),
        public: head.public,
        continued: head.from.is_some(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::ids::TableId;
    use askama::Template;

    #[test]
    fn a_search_that_stopped_early_offers_to_look_further_back() {
        let pairs = [("board", "9x9"), ("winner", "shared")].map(|(name, value)| (name.into(), value.into()));
        let search = Search::read(&pairs).unwrap();
        let place = (crate::time::UnixMs(1_795_132_800_000), TableId(uuid::Uuid::max()));
        let found = RecordList {
            heads: Vec::new(),
            stopped: Some(place),
        };
        let html = page(PageContext::default(), &search, &found).render().unwrap();
        let further = search.after(place).address().replace('&', "&#38;");
        assert!(
            html.contains("Nothing found yet.") && html.contains("back to 20 November 2026"),
            "{html}"
        );
        assert!(
            html.contains(&format!(
                "<a rel=\"next\" href=\"{further}\">Search further back</a>"
            )),
            "{html}"
        );
    }
}
