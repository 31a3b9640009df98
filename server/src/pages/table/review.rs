//! The review of a game that is over: `GET /g/{code}/review` if it was made, and `POST` to have it made.

use std::convert::Infallible;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::watch;

use crate::app::App;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::at_table::AtTable;
use crate::protocol::ReviewProgress;

/// The review; nothing (204) if it was not made.
pub async fn show(State(app): State<App>, AtTable(row): AtTable) -> Result<Response, PageError> {
    Ok(match app.reviews.find(row.id).await? {
        Some(review) => Json(review).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

/// Has it made, and streams its progress: a [`ReviewProgress`] on each line, until it is ready or failed. Closing the
/// connection stops waiting for it.
pub async fn make(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
) -> Result<Response, PageError> {
    let progress = app.reviews.follow(row.id, || app.limits.review(from)).await?;
    let about = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    // A proxy that buffers lines would hide the progress.
    let unbuffered = [("x-accel-buffering", "no")];
    Ok((about, unbuffered, lines(progress)).into_response())
}

fn lines(progress: watch::Receiver<ReviewProgress>) -> Body {
    let sent = Sent::default();
    Body::from_stream(stream::unfold(Some((progress, sent)), async |state| {
        let (mut progress, mut sent) = state?;
        let is_over = sent.something && progress.changed().await.is_err();
        let now = match is_over {
            true => interrupted(),
            false => sent.now(progress.borrow_and_update().clone()),
        };
        let goes_on = matches!(
            now,
            ReviewProgress::Looking { .. } | ReviewProgress::Refining { .. }
        );
        Some((
            Ok::<Bytes, Infallible>(line(&now)),
            goes_on.then_some((progress, sent)),
        ))
    }))
}

/// What was sent so far.
#[derive(Default)]
struct Sent {
    something: bool,
    /// The review after the first look.
    rough: bool,
}

impl Sent {
    /// What is to be sent now: the review after the first look only once.
    fn now(&mut self, mut progress: ReviewProgress) -> ReviewProgress {
        self.something = true;
        if let ReviewProgress::Refining { review, .. } = &mut progress {
            *review = review.take().filter(|_| !self.rough);
            self.rough = true;
        }
        progress
    }
}

fn line(progress: &ReviewProgress) -> Bytes {
    let mut line = serde_json::to_vec(progress).expect("progress");
    line.push(b'\n');
    line.into()
}

fn interrupted() -> ReviewProgress {
    ReviewProgress::Failed {
        sentence: "The review was interrupted. Please try again in a moment.".to_owned(),
    }
}
