//! Backfills: fills in what older versions did not store, while the server runs: in small steps, with pauses, by one
//! node.
//!
//! A step is one small transaction, after which as much time is left to others as it took. A node that stops or dies
//! leaves the rest to the next one, which goes on from where it was.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};
use uuid::Uuid;

use crate::store::{Backfilled, Step, Store, StoreError};
use crate::tables::Tables;
use crate::time::now_ms;

/// How long finding out what is left to do may take.
const DETECTION: Duration = Duration::from_secs(1);
/// The shortest pause after a step that has written something.
const PAUSE: Duration = Duration::from_millis(2);
/// How often progress is stored, so that another node can go on from there.
const STORE_EVERY: Duration = Duration::from_secs(2);
/// How often progress is logged.
const LOG_EVERY: Duration = Duration::from_secs(10);
/// The wait before the progress of another node is checked again, and the first one after a failure.
const CHECK_AGAIN: Duration = Duration::from_secs(2);
/// The longest wait after failures.
const MAX_WAIT: Duration = Duration::from_secs(5 * 60);

/// What may be missing in a database of an older version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    Lists,
    Searches,
    Statistics,
    Tallies,
    Checksums,
    Ratings,
}

impl Work {
    const ALL: [Work; 6] = [
        Work::Lists,
        Work::Searches,
        Work::Ratings,
        Work::Statistics,
        Work::Tallies,
        Work::Checksums,
    ];

    fn name(self) -> &'static str {
        match self {
            Work::Lists => "lists",
            Work::Searches => "searches",
            Work::Statistics => "statistics",
            Work::Tallies => "tallies",
            Work::Checksums => "checksums",
            Work::Ratings => "ratings",
        }
    }

    /// The notice on pages that may show too little until it is done.
    fn notice(self) -> &'static str {
        match self {
            Work::Lists => {
                "The server was updated and is still adding older tables to the lists, so some may be missing here for a while."
            }
            Work::Searches => {
                "The server was updated and is still preparing older games for searches, so some may be missing here for a while."
            }
            Work::Statistics => {
                "The server was updated and is still counting older games, so the numbers here are too small for a while."
            }
            Work::Tallies => {
                "The server was updated and is still counting the games that players have in common, so some may be missing here for a while."
            }
            Work::Checksums => "The server was updated and is still making the checksums of older games.",
            Work::Ratings => {
                "The server was updated and is rating all games again, so the ratings here are still the old ones for a while."
            }
        }
    }
}

/// The work that is not done yet. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Backfill {
    pending: Arc<[AtomicBool; 6]>,
}

struct Worker {
    backfill: Backfill,
    tables: Tables,
    store: Store,
    node: Uuid,
}

impl Backfill {
    /// The notice for a page that depends on these works, if one is not done.
    #[must_use]
    pub fn notice(&self, works: &[Work]) -> Option<&'static str> {
        let pending = works
            .iter()
            .find(|&&work| self.pending[work as usize].load(Ordering::Relaxed));
        pending.map(|work| work.notice())
    }

    /// Finds out what is left to do, before the first page is shown. What is not known in time counts as left, until the
    /// work is done.
    pub async fn detect(&self, store: &Store) {
        for work in Work::ALL {
            self.set(work, true);
        }
        let detection = async {
            for work in Work::ALL {
                self.set(work, is_visible(work, store).await.unwrap_or(true));
            }
        };
        drop(timeout(DETECTION, detection).await);
    }

    fn set(&self, work: Work, pending: bool) {
        self.pending[work as usize].store(pending, Ordering::Relaxed);
    }

    /// Does all of it, or waits until another node has; ends early when the server stops.
    pub async fn run(self, tables: Tables, store: Store, stop: CancellationToken) {
        let worker = Worker {
            backfill: self,
            tables,
            store,
            node: Uuid::now_v7(),
        };
        if stop.run_until_cancelled(worker.run()).await.is_none() {
            worker.store.release_backfills(worker.node);
        }
    }
}

impl Worker {
    async fn run(&self) {
        for work in Work::ALL {
            let mut wait = CHECK_AGAIN;
            while let Err(error) = self.finish(work).await {
                warn!(work = work.name(), %error, "older data cannot be filled in now; it will be tried again");
                sleep(wait).await;
                wait = (2 * wait).min(MAX_WAIT);
            }
            self.backfill.set(work, false);
        }
    }

    /// Returns when there is nothing more to do.
    async fn finish(&self, work: Work) -> Result<(), StoreError> {
        loop {
            let state = self.store.backfilled(work.name()).await?;
            if !is_needed(work, state, &self.store).await? {
                return Ok(());
            }
            if self.store.take_backfill(work.name(), self.node, now_ms()).await? {
                self.fill(work, state.unwrap_or_default()).await?;
            } else {
                self.backfill.set(work, is_visible(work, &self.store).await?);
                sleep(CHECK_AGAIN).await;
            }
        }
    }

    /// Does the work to its end, unless another node takes it over.
    async fn fill(&self, work: Work, mut state: Backfilled) -> Result<(), StoreError> {
        if !is_walk(work) {
            state = Backfilled::default();
        }
        let mut progress = Progress::new(work);
        let mut stored = Instant::now();
        loop {
            let began = Instant::now();
            let Some(step) = self.step(work, &state).await? else {
                break;
            };
            state.after = step.last;
            state.filled += step.filled as i64;
            if step.filled > 0 {
                self.backfill.set(work, true);
            }
            progress.log(&self.store, step).await;
            if stored.elapsed() > STORE_EVERY {
                stored = Instant::now();
                if !self.record(work, state).await? {
                    return Ok(());
                }
            }
            sleep(began.elapsed().max(PAUSE)).await;
        }
        // Work found by an index needs no mark that it is done.
        state.finished = is_walk(work);
        self.record(work, state).await?;
        progress.end();
        Ok(())
    }

    async fn record(&self, work: Work, state: Backfilled) -> Result<bool, StoreError> {
        self.store
            .record_backfill(work.name(), self.node, now_ms(), state)
            .await
    }

    /// `None` if there are no more rows.
    async fn step(&self, work: Work, state: &Backfilled) -> Result<Option<Step>, StoreError> {
        match work {
            Work::Lists => self.tables.fill_listings(state.after).await,
            Work::Searches => self.store.fill_record_filters(state.after).await,
            Work::Statistics => self.store.count_games(state.after).await,
            Work::Tallies => self.store.tally_games(state.after).await,
            Work::Checksums => self.store.fill_record_chains(state.after).await,
            Work::Ratings => self.store.rate_games().await,
        }
    }
}

/// Whether there may be something to do.
async fn is_needed(work: Work, state: Option<Backfilled>, store: &Store) -> Result<bool, StoreError> {
    match work {
        Work::Searches => store.has_unfilled_records().await,
        Work::Statistics => store.has_uncounted_records().await,
        Work::Tallies => store.has_untallied_records().await,
        Work::Ratings => Ok(store.unrated_games().await? > 0),
        Work::Lists | Work::Checksums => Ok(!state.is_some_and(|state| state.finished)),
    }
}

/// Whether pages are known to show too little. Until a walk has found something, nothing may be missing.
async fn is_visible(work: Work, store: &Store) -> Result<bool, StoreError> {
    let state = store.backfilled(work.name()).await?;
    let found = !is_walk(work) || state.is_some_and(|state| state.filled > 0);
    Ok(found && is_needed(work, state, store).await?)
}

/// Whether all rows are walked through once, since no index finds the remaining ones.
fn is_walk(work: Work) -> bool {
    matches!(work, Work::Lists | Work::Checksums)
}

/// Log lines about some work: when something is found to do, at intervals, and at the end.
struct Progress {
    work: Work,
    began: Instant,
    logged: Option<Instant>,
    /// `None` if counting takes too long.
    total: Option<i64>,
    looked: usize,
    filled: usize,
}

impl Progress {
    fn new(work: Work) -> Progress {
        Progress {
            work,
            began: Instant::now(),
            logged: None,
            total: None,
            looked: 0,
            filled: 0,
        }
    }

    async fn log(&mut self, store: &Store, step: Step) {
        self.looked += step.looked;
        self.filled += step.filled;
        let work = self.work.name();
        match self.logged {
            None if self.filled == 0 => return,
            None => {
                let left = match self.work {
                    Work::Lists => store.tables_after(step.last).await,
                    Work::Searches => store.unfilled_records(step.last).await,
                    Work::Statistics => store.uncounted_after(step.last).await,
                    Work::Tallies => store.untallied_after(step.last).await,
                    Work::Checksums => store.records_after(step.last).await,
                    Work::Ratings => store.unrated_games().await.ok(),
                };
                self.total = left.map(|left| left + self.looked as i64);
            }
            Some(logged) if logged.elapsed() < LOG_EVERY => return,
            Some(_) => (),
        }
        let (filled, looked, total) = (self.filled, self.looked, self.total);
        info!(work, filled, looked, total, "older data is being filled in");
        self.logged = Some(Instant::now());
    }

    fn end(&self) {
        if self.logged.is_some() {
            let (work, filled) = (self.work.name(), self.filled);
            let seconds = self.began.elapsed().as_secs_f64();
            info!(work, filled, seconds, "older data was filled in");
        }
    }
}
