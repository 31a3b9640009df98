//! Open data: the files of all public games, and what they are.

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::Response;
use tower::ServiceExt;
use tower_http::services::ServeFile;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::open_data::{self, OpenDataFile};
use crate::pages::{PageContext, html};

/// The list of the files.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "data.html")]
pub struct DataPage {
    pub context: PageContext,
    pub files: Vec<FileRow>,
}

#[derive(Clone, Debug)]
pub struct FileRow {
    pub name: String,
    /// In words: "1.5 MB".
    pub size: String,
}

/// `GET /data`
pub async fn show(State(app): State<App>, user: CurrentUser) -> Result<Response, PageError> {
    let files = open_data::files(&open_data::folder(&app.config.data))
        .await
        .map_err(unreadable)?;
    let months = files.into_iter().filter(|file| file.month.is_some());
    let page = DataPage {
        context: PageContext::of(&user),
        files: months.map(FileRow::from).collect(),
    };
    Ok(html(&page, StatusCode::OK))
}

impl From<OpenDataFile> for FileRow {
    fn from(file: OpenDataFile) -> FileRow {
        let size = match file.size {
            0..1_000 => format!("{} bytes", file.size),
            1_000..1_000_000 => format!("{:.1} kB", file.size as f64 / 1e3),
            _ => format!("{:.1} MB", file.size as f64 / 1e6),
        };
        FileRow {
            name: file.name,
            size,
        }
    }
}

/// `GET /data/{file}`: the file, or the part of it that is asked for.
pub async fn file(
    State(app): State<App>,
    Path(name): Path<String>,
    from: ClientAddress,
    request: Request,
) -> Result<Response, PageError> {
    if !open_data::is_file(&name) {
        return Err(PageError::not_found());
    }
    app.limits.download(from)?;
    let file = ServeFile::new(open_data::folder(&app.config.data).join(&name));
    let (mut head, _) = request.into_parts();
    // A part is sent only of the file that the reader has begun with; else they get the whole one that is there now.
    let begun_with = head.headers.remove(header::IF_RANGE);
    let whole = begun_with.is_some().then(|| head.clone());
    head.headers.extend(begun_with.map(|tag| (header::IF_MATCH, tag)));
    let mut answer = serve(&file, head).await;
    if let Some(mut whole) = whole.filter(|_| answer.status() == StatusCode::PRECONDITION_FAILED) {
        whole.headers.remove(header::RANGE);
        answer = serve(&file, whole).await;
    }
    match answer.status() {
        StatusCode::NOT_FOUND => Err(PageError::not_found()),
        _ => Ok(answer),
    }
}

async fn serve(file: &ServeFile, head: Parts) -> Response {
    let request = Request::from_parts(head, Body::empty());
    match file.clone().oneshot(request).await {
        Ok(answer) => answer.map(Body::new),
        Err(never) => match never {},
    }
}

fn unreadable(error: std::io::Error) -> PageError {
    tracing::warn!(%error, "the files of open data cannot be listed");
    PageError::unavailable("The files cannot be listed now. Please try again later.")
}
