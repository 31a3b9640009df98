//! The page of the player of this browser, with their account and their sessions.

use axum::http::HeaderMap;
use data_encoding::BASE64URL_NOPAD;

use crate::app::App;
use crate::auth::{CurrentUser, agent};
use crate::error::PageError;
use crate::ids::{PlayerId, SessionId};
use crate::pages::PageContext;
use crate::store::{ListedSession, Passkey, Player};
use crate::time::{machine_time, page_date};

/// How many unfinished tables are counted.
const MAX_COUNTED: i64 = 100;

#[derive(Clone, Debug, Default, askama::Template)]
#[template(path = "session.html")]
pub(in crate::pages) struct SessionPage {
    pub context: PageContext,
    pub tables: usize,
    /// Empty for a guest.
    pub since: String,
    pub sessions: Vec<SessionRow>,
    /// Why something was not done.
    pub refused: Option<Refused>,
    pub changed: bool,
    pub passkeys: Vec<PasskeyRow>,
    pub can_add: bool,
    /// The default name of a new passkey.
    pub label: String,
}

/// Something on this page that was not done.
#[derive(Clone, Debug)]
pub(in crate::pages) struct Refused {
    /// Where the page says so: `password`, `new`, `add-passkey`, `everywhere`, or the id of a session or of a passkey.
    pub place: String,
    pub sentence: String,
}

impl SessionPage {
    /// The sentence for this place, if any.
    fn refusal(&self, place: &str) -> Option<&str> {
        let refused = self.refused.as_ref().filter(|refused| refused.place == place)?;
        Some(&refused.sentence)
    }
}

#[derive(Clone, Debug)]
pub(in crate::pages) struct SessionRow {
    pub id: String,
    pub agent: String,
    pub since: String,
    /// The last day of use, for people and for programs.
    pub seen: (String, String),
    pub here: bool,
}

/// A passkey in the list of its owner.
#[derive(Clone, Debug)]
pub(in crate::pages) struct PasskeyRow {
    pub id: String,
    pub name: String,
    pub since: String,
    /// The last day of use; empty if there was none.
    pub used: String,
    pub synced: bool,
}

impl From<Passkey> for PasskeyRow {
    fn from(passkey: Passkey) -> PasskeyRow {
        PasskeyRow {
            id: BASE64URL_NOPAD.encode(&passkey.credential),
            name: passkey.name,
            since: page_date(passkey.created_at),
            used: passkey.used_at.map(page_date).unwrap_or_default(),
            synced: passkey.backup_eligible,
        }
    }
}

pub(in crate::pages) async fn page(
    app: &App,
    user: &CurrentUser,
    player: &Player,
    here: Option<SessionId>,
    headers: &HeaderMap,
) -> Result<SessionPage, PageError> {
    let tables = unfinished(app, player.id).await?;
    let account = app.accounts.of(player.id).await?;
    let (sessions, passkeys) = match account {
        Some(_) => (
            app.sessions.of(player.id).await?,
            app.passkeys.of(player.id).await?,
        ),
        None => Default::default(),
    };
    Ok(SessionPage {
        context: PageContext::of(user),
        tables,
        since: account.map_or(String::new(), |account| page_date(account.created_at)),
        sessions: sessions.iter().map(|session| row(session, here)).collect(),
        passkeys: passkeys.into_iter().map(PasskeyRow::from).collect(),
        can_add: app.relying_party(headers).is_some(),
        label: agent(headers),
        ..SessionPage::default()
    })
}

/// The number of unfinished tables where a player, or somebody on their device, sits.
pub(in crate::pages) async fn unfinished(app: &App, player: PlayerId) -> Result<usize, PageError> {
    Ok(app.tables.of_player(player, MAX_COUNTED).await?.len())
}

fn row(session: &ListedSession, here: Option<SessionId>) -> SessionRow {
    let agent = match session.agent.is_empty() {
        true => "A browser".to_owned(),
        false => session.agent.clone(),
    };
    SessionRow {
        id: session.id.to_string(),
        agent,
        since: page_date(session.started_at),
        seen: (page_date(session.seen_at), machine_time(session.seen_at)),
        here: Some(session.id) == here,
    }
}
