//! One's own tables: where it is one's turn, the others, and the games that ended last.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::backfill::Work;
use crate::error::PageError;
use crate::ids::PlayerId;
use crate::model::log::projection::TablePhase;
use crate::pages::records::{RecordRow, row};
use crate::pages::{PageContext, html};
use crate::protocol::TableRowView;

/// How many unfinished tables are listed.
const MAX_TABLES: i64 = 100;
/// How many finished games are listed.
const MAX_FINISHED: i64 = 10;

/// The tables of a player.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "my.html")]
pub struct MyPage {
    pub context: PageContext,
    pub own: OwnTables,
    pub finished: Vec<RecordRow>,
}

/// The unfinished tables of a player.
#[derive(Clone, Debug, Default)]
pub struct OwnTables {
    /// Where it is their turn; where it has been for longest first.
    pub turns: Vec<TableRowView>,
    /// Other games that are being played, the last changed first.
    pub playing: Vec<TableRowView>,
    /// Tables that wait for players, the last changed first.
    pub waiting: Vec<TableRowView>,
    /// The titles of those that the lobby lists no longer, since nobody was there, with their codes.
    pub closed: Vec<(String, String)>,
}

impl OwnTables {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        [&self.turns, &self.playing, &self.waiting]
            .iter()
            .all(|tables| tables.is_empty())
    }
}

/// `GET /my`
pub async fn show(State(app): State<App>, user: CurrentUser) -> Result<Response, PageError> {
    let finished = match user.id() {
        Some(player) => app.store.finished_games(player, MAX_FINISHED).await?,
        None => Vec::new(),
    };
    let page = MyPage {
        context: PageContext::of(&user).depending(&app.backfill, &[Work::Lists]),
        own: own_tables(&app, &user, MAX_TABLES).await?,
        finished: finished.iter().map(row).collect(),
    };
    Ok(html(&page, StatusCode::OK))
}

/// The unfinished tables where the reader sits, or somebody on their device.
pub(in crate::pages) async fn own_tables(
    app: &App,
    user: &CurrentUser,
    limit: i64,
) -> Result<OwnTables, PageError> {
    let mut own = OwnTables::default();
    let Some(player) = user.id() else { return Ok(own) };
    let companions = app.store.companions(player).await?.into_iter();
    let players: Vec<PlayerId> = companions.map(|companion| companion.id).chain([player]).collect();
    for listed in app.tables.of_player(player, limit).await? {
        let Some(row) = app.lobby.own_row(&listed, &players) else {
            continue;
        };
        if app.lobby.has_left(&listed) {
            own.closed.push((row.title.clone(), row.code.to_string()));
        }
        match listed.state.phase {
            _ if row.your_turn => own.turns.insert(0, row),
            TablePhase::Waiting => own.waiting.push(row),
            TablePhase::Playing | TablePhase::Over => own.playing.push(row),
        }
    }
    Ok(own)
}
