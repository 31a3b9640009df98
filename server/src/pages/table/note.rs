//! A player's own note about a table: a page with a form, and the same as JSON for the table's script.

use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, Json};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::at_table::AtTable;
use crate::http::json::JsonBody;
use crate::model::player::note::{NOTE_CHARACTERS, NoteText};
use crate::pages::parts::done::Done;
use crate::pages::{PageContext, html};
use crate::tables::SavedNote;
use crate::time::UnixMs;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "note.html")]
pub struct NotePage {
    pub context: PageContext,
    pub code: String,
    pub text: String,
    /// The version that the text is to replace.
    pub version: i64,
    pub most: usize,
    /// What another device has written meanwhile.
    pub elsewhere: Option<String>,
    pub problem: Option<String>,
}

/// A note that is saved, and the version that its writer has read; zero if there was none.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteForm {
    text: String,
    version: i64,
}

/// For the table's script.
#[derive(Clone, Debug, Serialize)]
pub struct NoteAnswer {
    /// Whether the note is as it was sent; else another device has changed it.
    saved: bool,
    text: String,
    version: i64,
}

/// `GET /g/{code}/note`.
pub async fn show(
    State(app): State<App>,
    AtTable(row): AtTable,
    user: CurrentUser,
) -> Result<Response, PageError> {
    let note = app.tables.note(&row, user.id()).await?;
    let page = NotePage {
        text: note.text,
        version: note.changed_at.0,
        ..NotePage::empty(&user, row.code.to_string())
    };
    Ok(html(&page, StatusCode::OK))
}

/// `POST /g/{code}/note`: saves it, or shows both versions if another device has changed it.
pub async fn save(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    form: Result<Form<NoteForm>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(NoteForm { text, version }) = form?;
    app.limits.choice(from)?;
    let page = NotePage {
        text: text.clone(),
        version,
        ..NotePage::empty(&user, row.code.to_string())
    };
    let parsed = match NoteText::parse(&text) {
        Ok(parsed) => parsed,
        Err(error) => {
            let problem = Some(error.to_string());
            return Ok(html(
                &NotePage { problem, ..page },
                StatusCode::UNPROCESSABLE_ENTITY,
            ));
        }
    };
    match app
        .tables
        .save_note(&row, user.id(), &parsed, UnixMs(version))
        .await?
    {
        SavedNote::Saved(_) => {
            let mut response = Redirect::to(&format!("/g/{}/note", row.code)).into_response();
            Done::NoteSaved.announce(response.headers_mut());
            Ok(response)
        }
        SavedNote::Changed(newest) => {
            let page = NotePage {
                version: newest.changed_at.0,
                elsewhere: Some(newest.text),
                ..page
            };
            Ok(html(&page, StatusCode::CONFLICT))
        }
    }
}

/// `GET /g/{code}/note.json`.
pub async fn read(
    State(app): State<App>,
    AtTable(row): AtTable,
    user: CurrentUser,
) -> Result<Json<NoteAnswer>, PageError> {
    let note = app.tables.note(&row, user.id()).await?;
    Ok(Json(NoteAnswer {
        saved: true,
        text: note.text,
        version: note.changed_at.0,
    }))
}

/// `POST /g/{code}/note.json`.
pub async fn write(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    JsonBody(NoteForm { text, version }): JsonBody<NoteForm>,
) -> Result<Json<NoteAnswer>, PageError> {
    app.limits.choice(from)?;
    let parsed = NoteText::parse(&text).map_err(|error| PageError::malformed(error.to_string()))?;
    let saved = app
        .tables
        .save_note(&row, user.id(), &parsed, UnixMs(version))
        .await?;
    let (saved, note) = match saved {
        SavedNote::Saved(note) => (true, note),
        SavedNote::Changed(note) => (false, note),
    };
    Ok(Json(NoteAnswer {
        saved,
        text: note.text,
        version: note.changed_at.0,
    }))
}

impl NotePage {
    fn empty(user: &CurrentUser, code: String) -> NotePage {
        NotePage {
            context: PageContext::of(user),
            code,
            text: String::new(),
            version: 0,
            most: NOTE_CHARACTERS,
            elsewhere: None,
            problem: None,
        }
    }
}
