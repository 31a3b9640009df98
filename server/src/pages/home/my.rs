//! One's own tables: where it is one's turn, the others, and the games that ended last.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::backfill::Work;
use crate::error::PageError;
use crate::ids::PlayerId;
use crate::lobby::ListRow;
use crate::model::log::projection::TablePhase;
use crate::pages::records::{RecordRow, row};
use crate::pages::{PageContext, html};

const MAX_AT_HOME: i64 = 20;
const MAX_TABLES: i64 = 100;
const MAX_FINISHED: i64 = 10;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "my.html")]
pub struct MyPage {
    pub context: PageContext,
    pub tables: MyTables,
}

#[derive(Clone, Debug, askama::Template)]
#[template(path = "my_tables.html")]
pub struct MyTables {
    pub own: OwnTables,
    pub finished: Vec<RecordRow>,
}

#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "yours.html")]
pub struct OwnTables {
    /// Empty for somebody without a name.
    pub version: String,
    /// The one where it has been for longest first.
    pub turns: Vec<ListRow>,
    /// The last changed first.
    pub playing: Vec<ListRow>,
    /// The last changed first.
    pub waiting: Vec<ListRow>,
    /// Tables that the lobby no longer lists, since nobody was there: titles and codes.
    pub closed: Vec<(String, String)>,
}

impl OwnTables {
    pub fn is_empty(&self) -> bool {
        [&self.turns, &self.playing, &self.waiting]
            .iter()
            .all(|tables| tables.is_empty())
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
    };
    Ok(html(&page, StatusCode::OK))
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
    let mut own = OwnTables::default();
    let Some(player) = user.id() else { return Ok(own) };
    // Before the tables: they may be newer than their version says, but never older.
    own.version = app.lobby.own_version(player).await?;
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
            _ if row.your_turn => own.turns.insert(0, row),
            TablePhase::Waiting => own.waiting.push(row),
            TablePhase::Playing | TablePhase::Over => own.playing.push(row),
        }
    }
    Ok(own)
}
