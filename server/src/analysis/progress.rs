//! The progress of a review as lines of JSON.

use axum::body::Bytes;
use futures_util::stream::{self, Stream};
use tokio::sync::watch;

use crate::http::lines::line;
use crate::protocol::ReviewProgress;

/// A line for each step of a review, until it is ready or failed.
pub fn progress_lines(progress: watch::Receiver<ReviewProgress>) -> impl Stream<Item = Bytes> + Send {
    let sent = Sent::default();
    stream::unfold(Some((progress, sent)), async |state| {
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
        Some((line(&now), goes_on.then_some((progress, sent))))
    })
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

fn interrupted() -> ReviewProgress {
    ReviewProgress::Failed {
        sentence: "The review was interrupted. Please try again in a moment.".to_owned(),
    }
}
