//! Reviews of finished games: made when somebody asks for one, and stored in the database.
//!
//! A review is made once at a node, however many ask for it, and cancelled when the last of them has gone. Each
//! position is a search of its own on the [`Pool`], behind all turns of bots and all hints. If the server stops
//! meanwhile, the review is made again when somebody asks again.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use serde_json::value::to_raw_value;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use super::making::Making;
use super::practice::{self, ClearPosition};
use super::review::Review;
use crate::error::PageError;
use crate::http::limits::{REVIEWED_AT_ONCE, TooMuch};
use crate::ids::TableId;
use crate::model::record::Record;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::pool::Pool;
use crate::protocol::{ReviewProgress, ReviewView};
use crate::record;
use crate::store::{NewReview, Store};
use crate::time::now_ms;

/// The version of stored reviews; see also [`thicket_search::VERSION`].
const VERSION: u32 = 6;

#[derive(Clone, Debug)]
pub struct Reviews {
    store: Store,
    pool: Pool,
    think: Duration,
    shutdown: CancellationToken,
    /// The reviews that are being made, and their progress.
    running: Arc<Mutex<HashMap<TableId, Running>>>,
}

type Running = Arc<watch::Sender<ReviewProgress>>;

/// A review that is being made. Dropping this removes it from the list, also after a panic.
struct Listed {
    reviews: Reviews,
    table: TableId,
    progress: Running,
}

impl Drop for Listed {
    fn drop(&mut self) {
        let mut running = self.reviews.running();
        let other = running.get(&self.table);
        if other.is_some_and(|other| Arc::ptr_eq(other, &self.progress)) {
            running.remove(&self.table);
        }
    }
}

impl Reviews {
    pub(crate) fn new(store: Store, pool: Pool, think: Duration, shutdown: CancellationToken) -> Reviews {
        Reviews {
            store,
            pool,
            think,
            shutdown,
            running: Arc::default(),
        }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<TableId, Running>> {
        self.running.lock()
    }

    /// The review of a table's game, if it was made. An error if the game is not over or this version cannot read its
    /// record.
    pub async fn find(&self, table: TableId) -> Result<Option<ReviewView>, PageError> {
        let record = self.record(table).await?;
        let Some(review) = self.kept(table).await? else {
            return Ok(None);
        };
        let shown = tokio::task::spawn_blocking(move || review.view(&record)).await;
        Ok(Some(shown.map_err(|_| PageError::panicked())??))
    }

    /// Has the review of a table's game made, unless it is there, and reports its progress. It is cancelled when all
    /// receivers that were returned here are dropped. `count` is called before a review is begun.
    ///
    /// # Errors
    /// When the game is not over, this version cannot read the record, or `count` refuses.
    pub async fn follow(
        &self,
        table: TableId,
        count: impl FnOnce() -> Result<(), TooMuch>,
    ) -> Result<watch::Receiver<ReviewProgress>, PageError> {
        let record = self.record(table).await?;
        record::start(&record.head)?;
        if self.kept(table).await?.is_some() {
            return Ok(watch::channel(ReviewProgress::Ready).1);
        }
        let mut running = self.running();
        if let Some(progress) = running.get(&table) {
            return Ok(progress.subscribe());
        }
        if running.len() >= REVIEWED_AT_ONCE {
            return Err(TooMuch::Reviews.into());
        }
        count()?;
        let (done, of) = (0, record.turns.len());
        let (progress, follower) = watch::channel(ReviewProgress::Looking { done, of });
        let progress = Arc::new(progress);
        running.insert(table, Arc::clone(&progress));
        drop(running);
        let listed = Listed {
            reviews: self.clone(),
            table,
            progress,
        };
        let making = make(listed, record);
        tokio::spawn(self.shutdown.clone().run_until_cancelled_owned(making));
        Ok(follower)
    }

    async fn record(&self, table: TableId) -> Result<Record, PageError> {
        let record = self.store.records().record(table).await?;
        let not_over = || Refusal::new(Code::NotOver, "Only games that are over can be reviewed.");
        Ok(record.ok_or_else(not_over)?)
    }

    /// A position of a game in which one turn is clearly the best, if there is one. It is looked for in spare time.
    pub async fn find_clear_position(&self, record: Record) -> Result<Option<ClearPosition>, PageError> {
        let known = self.kept(record.head.table).await?;
        Ok(practice::find(self.pool.clone(), record, known.map(|review| review.0)).await)
    }

    async fn kept(&self, table: TableId) -> Result<Option<Review>, PageError> {
        let kept = self.store.review(table, &engine()).await?;
        Ok(kept.and_then(|body| serde_json::from_str(body.get()).ok()))
    }

    async fn is_left(&self, table: TableId, progress: &Running) {
        loop {
            progress.closed().await;
            let mut running = self.running();
            if progress.is_closed() {
                running.remove(&table);
                return;
            }
        }
    }

    /// Makes the review and keeps it. How that ended.
    async fn evaluate_all(&self, record: Record, progress: &Running) -> ReviewProgress {
        let table = record.head.table;
        let Some(making) = Making::new(self.pool.clone(), self.think, record).await else {
            return failed();
        };
        match making.make(progress).await {
            Some(review) => self.store_review(table, &review).await,
            None => failed(),
        }
    }

    async fn store_review(&self, table: TableId, review: &Review) -> ReviewProgress {
        let Ok(body) = to_raw_value(review) else {
            return failed();
        };
        let review = NewReview {
            table,
            engine: engine(),
            made_at: now_ms(),
            body,
        };
        match self.store.put_review(review).await {
            Ok(()) => ReviewProgress::Ready,
            Err(error) => {
                warn!(%table, %error, "a review could not be kept");
                failed()
            }
        }
    }
}

/// Makes a review as long as anybody waits for it.
async fn make(listed: Listed, record: Record) {
    let Listed {
        reviews, progress, ..
    } = &listed;
    tokio::select! {
        last = reviews.evaluate_all(record, progress) => { progress.send_replace(last); }
        () = reviews.is_left(listed.table, progress) => (),
    }
}

fn engine() -> String {
    format!("{}.{VERSION}", thicket_search::VERSION)
}

fn failed() -> ReviewProgress {
    ReviewProgress::Failed {
        sentence: "The review could not be made. Please try again in a moment.".to_owned(),
    }
}

#[cfg(test)]
mod tests;
