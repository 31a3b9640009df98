//! Open data: all public games as files, one for each month, which anybody may download.
//!
//! Once a night one node writes them anew, since names change and games are hidden: in small steps, with as much time left to others as
//! each step took. A month that is as it was keeps its file, so that a download which broke off goes on where it was. A node
//! that stops or dies leaves the rest of the months to the next one.

mod files;

use std::path::PathBuf;
use std::time::Duration;

use tokio::time::{Instant, sleep};
use tracing::{info, warn};
use uuid::Uuid;

pub use files::{OpenDataFile, files, is_file};

use self::files::MonthFile;
use crate::config::DataConfig;
use crate::ids::TableId;
use crate::model::record::filter::RecordFilter;
use crate::store::{Backfilled, RecordStore, RecordsPage, Store, StoreError};
use crate::time::{UnixMs, month_start, now_ms};

/// Its name among the works of which one node does each.
const WORK: &str = "open data";
/// How often each node looks whether there is something to do; also how long after the start.
const LOOK_EVERY: Duration = Duration::from_secs(10 * 60);
/// When nights begin, in milliseconds after midnight (UTC).
const NIGHT_BEGINS_MS: i64 = 2 * 60 * 60 * 1000;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// How often the work is taken again: it is left to a node for ten seconds.
const RENEW_EVERY: Duration = Duration::from_secs(2);
/// How many games are read at once.
const BATCH: usize = 20;

#[derive(Debug, thiserror::Error)]
pub enum OpenDataError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the files of open data cannot be written: {0}")]
    Io(#[from] std::io::Error),
    #[error("another node has taken over")]
    TakenOver,
}

/// Where the files are. Nodes that share a database share the folder, too.
#[must_use]
pub fn folder(data: &DataConfig) -> PathBuf {
    data.data_dir.join("open-data")
}

/// Writes the files into a folder.
#[derive(Clone, Debug)]
pub struct OpenData {
    store: Store,
    records: RecordStore,
    folder: PathBuf,
}

/// The right of this node to write the files of a night, and how far it has come.
#[derive(Debug)]
struct Lease {
    store: Store,
    node: Uuid,
    /// The night, and the beginning of the month that was written last.
    state: Backfilled,
    renewed: Instant,
}

impl OpenData {
    #[must_use]
    pub fn new(store: Store, folder: PathBuf) -> OpenData {
        OpenData {
            records: store.records(),
            store,
            folder,
        }
    }

    /// Writes all files at once; how many games are in them.
    ///
    /// # Errors
    /// When the database does not answer, or the folder cannot be written to.
    pub async fn write(&self) -> Result<u64, OpenDataError> {
        let (mut games, mut before) = (0, UnixMs::MAX);
        while let Some(month) = self.month_before(before).await? {
            games += self.write_month(month, None).await?;
            before = month;
        }
        self.tidy().await?;
        Ok(games)
    }

    /// Writes them each night, unless another node does.
    pub async fn write_nightly(self) {
        loop {
            sleep(LOOK_EVERY).await;
            if let Err(error) = self.write_tonight(now_ms()).await {
                warn!(%error, "open data is not up to date");
            }
        }
    }

    /// Writes the files of this night, or those that are left of them. False if that is done, or another node is at it.
    ///
    /// # Errors
    /// As [`OpenData::write`], and when another node takes over.
    pub async fn write_tonight(&self, now: UnixMs) -> Result<bool, OpenDataError> {
        let night = (now.0 - NIGHT_BEGINS_MS).div_euclid(DAY_MS);
        let is_done = |state: &Backfilled| state.filled == night && state.after.0.is_nil();
        let node = Uuid::now_v7();
        let known = self.store.backfilled(WORK).await?;
        if known.as_ref().is_some_and(is_done) || !self.store.take_backfill(WORK, node, now_ms()).await? {
            return Ok(false);
        }
        // Another node may have come further meanwhile.
        let known = self.store.backfilled(WORK).await?.unwrap_or_default();
        if is_done(&known) {
            self.store.release_backfills(node);
            return Ok(false);
        }
        let begun = Backfilled {
            after: TableId(Uuid::max()),
            filled: night,
            finished: false,
        };
        let mut lease = Lease {
            store: self.store.clone(),
            node,
            state: if known.filled == night { known } else { begun },
            renewed: Instant::now(),
        };
        let mut games = 0;
        while let Some(month) = self.month_before(lease.state.after.made_at()).await? {
            games += self.write_month(month, Some(&mut lease)).await?;
            lease.state.after = TableId::earliest(month);
            lease.renew().await?;
        }
        self.tidy().await?;
        lease.state.after = TableId(Uuid::nil());
        lease.renew().await?;
        self.store.release_backfills(node);
        info!(games, "open data was written");
        Ok(true)
    }

    /// The beginning of the last month before a time in which a public game ended.
    async fn month_before(&self, until: UnixMs) -> Result<Option<UnixMs>, StoreError> {
        let page = RecordsPage {
            filter: RecordFilter {
                until: Some(until),
                ..RecordFilter::default()
            },
            limit: 1,
            ..RecordsPage::default()
        };
        let found = self.records.search(&page).await?;
        Ok(found.heads.first().map(|head| month_start(head.finished_at)))
    }

    /// Writes the file of a month; how many games it has.
    async fn write_month(&self, month: UnixMs, mut lease: Option<&mut Lease>) -> Result<u64, OpenDataError> {
        let mut file = MonthFile::create(&self.folder, month).await?;
        let mut page = RecordsPage {
            filter: RecordFilter {
                since: Some(month),
                until: Some(month_start(month + Duration::from_secs(32 * 24 * 60 * 60))),
                ..RecordFilter::default()
            },
            limit: BATCH,
            ..RecordsPage::default()
        };
        let mut games = 0;
        loop {
            let began = Instant::now();
            let heads = self.records.search(&page).await?.heads;
            let Some(last) = heads.last() else { break };
            page.before = Some((last.finished_at, last.table));
            games += heads.len() as u64;
            file = file.add(self.records.chained_heads(heads).await?).await?;
            if let Some(lease) = &mut lease {
                lease.pause(began.elapsed()).await?;
            }
        }
        file.finish().await?;
        Ok(games)
    }

    /// Removes the files of months that have no public games any more, and writes the description.
    async fn tidy(&self) -> Result<(), OpenDataError> {
        for file in files(&self.folder).await? {
            let Some(month) = file.month else { continue };
            let next = month_start(month + Duration::from_secs(32 * 24 * 60 * 60));
            if self.month_before(next).await? != Some(month) {
                std::fs::remove_file(self.folder.join(&file.name))?;
            }
        }
        files::describe(&self.folder).await?;
        Ok(())
    }
}

impl Lease {
    /// Leaves as much time to others as a step took.
    async fn pause(&mut self, took: Duration) -> Result<(), OpenDataError> {
        sleep(took).await;
        match self.renewed.elapsed() > RENEW_EVERY {
            true => self.renew().await,
            false => Ok(()),
        }
    }

    async fn renew(&mut self) -> Result<(), OpenDataError> {
        self.renewed = Instant::now();
        let kept = self
            .store
            .record_backfill(WORK, self.node, now_ms(), self.state)
            .await?;
        if kept {
            Ok(())
        } else {
            Err(OpenDataError::TakenOver)
        }
    }
}
