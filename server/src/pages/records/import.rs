//! A record from outside on the board: nothing of it is stored.

use axum::extract::State;
use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::http::StatusCode;
use axum::response::Response;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::{PageError, unreadable_form};
use crate::http::address::ClientAddress;
use crate::pages::table::imported_page;
use crate::pages::{PageContext, html};
use crate::records::play_import;

#[derive(Debug, askama::Template)]
#[template(path = "import.html")]
struct ImportPage {
    context: PageContext,
    problem: Option<String>,
    text: String,
}

pub async fn show(user: CurrentUser) -> Response {
    let page = ImportPage {
        context: PageContext::of(&user),
        problem: None,
        text: String::new(),
    };
    html(&page, StatusCode::OK)
}

/// `POST /import`: the game of the text or the file that was sent.
pub async fn import(
    State(app): State<App>,
    user: CurrentUser,
    from: ClientAddress,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Response, PageError> {
    app.limits.import(from)?;
    let text = read(form.map_err(|_| unreadable_form())?).await?;
    let sent = text.clone();
    match app.pool.run_request(from, move || play_import(&sent)).await? {
        Ok(imported) => Ok(imported_page(&app, &user, &imported)),
        Err(error) => {
            let page = ImportPage {
                context: PageContext::of(&user),
                problem: Some(error.to_string()),
                text,
            };
            Ok(html(&page, StatusCode::UNPROCESSABLE_ENTITY))
        }
    }
}

/// The file if there is one, else the text.
async fn read(mut form: Multipart) -> Result<String, PageError> {
    let mut text = String::new();
    while let Some(field) = form.next_field().await? {
        let is_file = field.name() == Some("file");
        let bytes = field.bytes().await?;
        // Where no file is chosen, browsers send an empty one.
        if !is_file || !bytes.is_empty() {
            text = String::from_utf8_lossy(&bytes).into_owned();
        }
    }
    Ok(text)
}
