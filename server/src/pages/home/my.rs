//! One's own tables: where one is invited, where it is one's turn, the others, and the games that ended last.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use thicket_rules::GameKind;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::backfill::Work;
use crate::error::PageError;
use crate::ids::{IdempotencyKey, PlayerId, TableId};
use crate::lobby::ListRow;
use crate::model::log::projection::TablePhase;
use crate::model::record::{RecordHead, RecordSeat};
use crate::pages::records::{RecordRow, row};
use crate::pages::{PageContext, html, titled};
use crate::store::{DELETED, StoreError};
use crate::time::{UnixMs, now_ms};

const MAX_AT_HOME: i64 = 20;
const MAX_TABLES: i64 = 100;
const MAX_FINISHED: i64 = 10;
/// How many of the last games are searched for people to play with again, and how many groups of them are shown.
const RECENT: i64 = 20;
const MAX_GROUPS: usize = 3;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "my.html")]
pub struct MyPage {
    pub context: PageContext,
    pub tables: MyTables,
    pub groups: Vec<AgainRow>,
    /// Whether a webhook of theirs was switched off because it failed.
    pub webhook_off: bool,
}

#[derive(Clone, Debug, askama::Template)]
#[template(path = "my_tables.html")]
pub struct MyTables {
    pub own: OwnTables,
    pub finished: Vec<RecordRow>,
}

/// Those with whom the reader played, to be invited again.
#[derive(Clone, Debug)]
pub struct AgainRow {
    /// Their last game.
    pub code: String,
    pub title: String,
    pub names: Vec<String>,
    /// What tells this form from any other: sent twice, it opens one table.
    pub form: IdempotencyKey,
}

#[derive(Clone, Debug)]
pub struct InvitationRow {
    pub table: ListRow,
    pub by: String,
    /// Whether whoever invites has an account, and can be blocked.
    pub member: bool,
}

#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "yours.html")]
pub struct OwnTables {
    /// Empty for somebody without a name.
    pub version: String,
    /// The latest first.
    pub invitations: Vec<InvitationRow>,
    /// Where the clock runs out first is first; after them those without a clock, where it has been for longest first.
    pub turns: Vec<ListRow>,
    /// The last changed first.
    pub playing: Vec<ListRow>,
    /// The last changed first.
    pub waiting: Vec<ListRow>,
    /// Tables that the lobby no longer lists, since nobody was there: titles and codes.
    pub closed: Vec<(String, String)>,
    /// When the list was made.
    pub now: UnixMs,
}

impl OwnTables {
    pub fn is_empty(&self) -> bool {
        [&self.turns, &self.playing, &self.waiting]
            .iter()
            .all(|tables| tables.is_empty())
    }

    /// Whether it says of any table how much time is left.
    pub fn tells_times(&self) -> bool {
        self.turns.iter().any(|row| row.left.is_some())
    }

    /// The codes of the tables where others have nudged the reader.
    pub fn nudged(&self) -> String {
        let nudged = self.turns.iter().filter(|row| row.nudged);
        nudged
            .map(|row| row.code.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }
}

pub async fn show(State(app): State<App>, user: CurrentUser) -> Result<Response, PageError> {
    let page = MyPage {
        context: PageContext::of(&user).depending(&app.backfill, &[Work::Lists, Work::Searches]),
        tables: my_tables(&app, &user).await?,
        groups: again(&app, &user).await?,
        webhook_off: webhook_off(&app, &user).await?,
    };
    Ok(html(&page, StatusCode::OK))
}

async fn webhook_off(app: &App, user: &CurrentUser) -> Result<bool, PageError> {
    match user.player.as_ref().filter(|player| player.member) {
        Some(player) => Ok(app.delivery.has_disabled(player.id).await?),
        None => Ok(false),
    }
}

/// `GET /lists/my`: the list of that page, for its script.
pub async fn list(State(app): State<App>, user: CurrentUser) -> Result<Response, PageError> {
    Ok(html(&my_tables(&app, &user).await?, StatusCode::OK))
}

/// `GET /lists/yours`: the list of the home page.
pub async fn list_at_home(State(app): State<App>, user: CurrentUser) -> Result<Response, PageError> {
    Ok(html(&tables_at_home(&app, &user).await?, StatusCode::OK))
}

pub(super) async fn tables_at_home(app: &App, user: &CurrentUser) -> Result<OwnTables, PageError> {
    own_tables(app, user, MAX_AT_HOME).await
}

async fn my_tables(app: &App, user: &CurrentUser) -> Result<MyTables, PageError> {
    let finished = match user.id() {
        Some(player) => app.records.finished_games(player, MAX_FINISHED).await?,
        None => Vec::new(),
    };
    Ok(MyTables {
        own: own_tables(app, user, MAX_TABLES).await?,
        finished: finished.iter().map(row).collect(),
    })
}

/// The unfinished tables where the reader, or somebody on their device, sits.
async fn own_tables(app: &App, user: &CurrentUser, limit: i64) -> Result<OwnTables, PageError> {
    let mut own = OwnTables {
        now: now_ms(),
        ..OwnTables::default()
    };
    let Some(player) = user.id() else { return Ok(own) };
    // Before the tables: they may be newer than their version says, but never older.
    own.version = app.lobby.turns(player).await?.version;
    own.invitations = invitations(app, player).await?;
    let companions = app.tables.companions(player).await?.into_iter();
    let players: Vec<PlayerId> = companions.map(|companion| companion.id).chain([player]).collect();
    for listed in app.tables.of_player(player, limit).await? {
        let Some(row) = app.lobby.own_row(&listed, &players) else {
            continue;
        };
        if app.lobby.has_left(&listed) {
            own.closed.push((row.title.clone(), row.code.to_string()));
        }
        match listed.state.phase {
            _ if row.your_turn => own.turns.push(row),
            TablePhase::Waiting => own.waiting.push(row),
            TablePhase::Playing | TablePhase::Over => own.playing.push(row),
        }
    }
    Ok(own)
}

async fn invitations(app: &App, player: PlayerId) -> Result<Vec<InvitationRow>, PageError> {
    let mut rows = Vec::new();
    let found = app.people.invitations(player).await?;
    let tables: Vec<TableId> = found.iter().map(|invitation| invitation.table).collect();
    for listed in app.tables.listed(&tables).await? {
        let by = found
            .iter()
            .find(|invitation| invitation.table == listed.table.id);
        let table = app.lobby.own_row(&listed, &[player]);
        if let Some((table, by)) = table.zip(by) {
            let (by, member) = (by.name.clone(), by.member);
            rows.push(InvitationRow { table, by, member });
        }
    }
    Ok(rows)
}

/// The groups of people with whom the reader played last, each with the last game.
async fn again(app: &App, user: &CurrentUser) -> Result<Vec<AgainRow>, StoreError> {
    let Some(player) = user.id() else {
        return Ok(Vec::new());
    };
    let mut groups: Vec<(Vec<PlayerId>, AgainRow)> = Vec::new();
    for head in app.records.finished_games(player, RECENT).await? {
        let others = others(&head, player);
        let mut ids: Vec<PlayerId> = others.iter().map(|seat| seat.player).collect();
        ids.sort_unstable();
        if !ids.is_empty() && groups.len() < MAX_GROUPS && groups.iter().all(|(known, _)| *known != ids) {
            groups.push((ids, again_row(&head, &others)));
        }
    }
    Ok(groups.into_iter().map(|(_, row)| row).collect())
}

/// These groups for the home page, which is there without them, too.
pub(super) async fn again_at_home(app: &App, user: &CurrentUser) -> Vec<AgainRow> {
    again(app, user).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "whom a player has played with could not be read");
        Vec::new()
    })
}

/// The people who played in browsers of their own.
fn others(head: &RecordHead, player: PlayerId) -> Vec<&RecordSeat> {
    let is_there = |seat: &&RecordSeat| {
        let owner = seat.device.unwrap_or(seat.player);
        seat.bot.is_none() && owner == seat.player && owner != player && seat.name != DELETED
    };
    head.seats.iter().filter(is_there).collect()
}

fn again_row(head: &RecordHead, others: &[&RecordSeat]) -> AgainRow {
    let known: Option<GameKind> = head.kind.parse().ok();
    let variant = head.setup.split_once(' ').map_or("", |(_, variant)| variant);
    AgainRow {
        code: head.code.to_string(),
        title: titled(
            known.map_or(head.kind.as_str(), |kind| kind.info().title),
            variant,
        ),
        names: others.iter().map(|seat| seat.name.clone()).collect(),
        form: IdempotencyKey::fresh(),
    }
}
