//! `POST /tables`: a table is made.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use thicket_rules::GameKind;

use super::home::{self, Again};
use crate::app::App;
use crate::auth::{ClientAddress, CurrentUser, name_guest, set_cookie};
use crate::error::PageError;
use crate::ids::{EventId, PlayerId, TableCode, TableId};
use crate::model::projection::{NewTable, Projection, TablePhase, TableState};
use crate::moment::now_ms;
use crate::names::PlayerName;
use crate::protocol::Starter;
use crate::room::event::{EVENT_FORMAT, Event, Terms};
use crate::store::{AppendError, NewEvent, StoreError};

/// The form on the home page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    kind: String,
    seats: u8,
    #[serde(default)]
    variant: String,
    starter: Starter,
    public: bool,
    name: String,
}

/// Makes a table, gives its maker the first chair, and leads there.
pub async fn create(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    form: Result<Form<Wanted>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(wanted) = form?;
    let again = async |problem: &str| {
        let (kind, name) = (wanted.kind.as_str(), wanted.name.as_str());
        home::again(&app, &user, Again { kind, name, problem }).await
    };
    let name = match PlayerName::parse(&wanted.name) {
        Ok(name) => name,
        Err(error) => return again(&error.to_string()).await,
    };
    let terms = terms(&wanted).map_err(PageError::Bad)?;
    if let Err(error) = app.limits.table(from) {
        return again(&error.to_string()).await;
    }
    let (player, token) = name_guest(&app, &user, &name).await?;
    let code = open_table(&app, terms, player.id, &name).await?;
    let mut response = Redirect::to(&format!("/g/{code}")).into_response();
    if let Some(token) = token {
        set_cookie(response.headers_mut(), &app, &token);
    }
    Ok(response)
}

fn terms(wanted: &Wanted) -> Result<Terms, String> {
    let kind: GameKind = wanted
        .kind
        .parse()
        .map_err(|_| "There is no such game here.".to_owned())?;
    // The game says which seats and variants it has, and what its default is called.
    let game = kind
        .start(wanted.seats, &wanted.variant)
        .map_err(|error| format!("{error}."))?;
    Ok(Terms {
        kind,
        seats: game.seats(),
        variant: game.variant().to_owned(),
        starter: wanted.starter,
        public: wanted.public,
    })
}

async fn open_table(
    app: &App,
    terms: Terms,
    host: PlayerId,
    name: &PlayerName,
) -> Result<TableCode, PageError> {
    let (id, code, now) = (TableId::fresh(), TableCode::fresh(), now_ms());
    let (kind, public) = (terms.kind.to_string(), terms.public);
    let table = NewTable {
        id,
        code: code.clone(),
        kind,
        public,
        created_at: now,
    };
    let state = TableState {
        seq: 1,
        phase: TablePhase::Waiting,
        variant: terms.variant.clone(),
        seats: terms.seats,
        public,
        to_move: None,
        deadline: None,
        changed_at: now,
    };
    let event = Event::Created { terms, host };
    let created = NewEvent {
        id: EventId::fresh(),
        table: id,
        seq: 1,
        player: Some(host),
        command: None,
        at: now,
        format: EVENT_FORMAT,
        body: serde_json::value::to_raw_value(&event).expect("event"),
        projections: vec![
            Projection::Table(table),
            Projection::Seated {
                player: host,
                name: name.to_string(),
                seat: 0,
            },
            Projection::TableState(state),
        ],
    };
    app.store.append(created).await?;
    Ok(code)
}

impl From<AppendError> for PageError {
    fn from(error: AppendError) -> PageError {
        tracing::warn!(%error, "a table could not be stored");
        PageError::Store(StoreError::Closed)
    }
}
