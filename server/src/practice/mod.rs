//! Practice: positions from public games in which one turn is clearly the best, one for each game and day.
//!
//! They are looked for in spare time, game by game, until there are some for the days to come. One node at a time looks at the
//! games of a kind; which ones were looked at is a row in the database, so that none is looked at twice.

mod id;
mod shown;

use std::time::Duration;

use thicket_rules::GameKind;
use tokio::time::{sleep, timeout};
use tracing::{info, warn};
use uuid::Uuid;

pub use id::{Day, PracticeId};
pub use shown::{ListedPosition, ShownPosition, of_the_day, page};

use crate::analysis::{ClearPosition, Reviews};
use crate::error::PageError;
use crate::http::limits::PRACTICE_DAYS;
use crate::ids::TableId;
use crate::store::{Looked, NewPractice, RecordStore, Store, StoreError};
use crate::time::{UnixMs, now_ms};

/// Of the games that have ended since the last look, older ones are passed over: there are enough others.
const NEW_FOR: Duration = Duration::from_secs(24 * 60 * 60);
/// The longest that a game is looked at, with all waiting for others. It is shorter than the time for which games are left to a node.
const LONGEST_LOOK: Duration = Duration::from_secs(5 * 60);

/// Looks for positions.
#[derive(Clone, Debug)]
pub struct Practice {
    store: Store,
    records: RecordStore,
    reviews: Reviews,
}

impl Practice {
    #[must_use]
    pub fn new(store: Store, reviews: Reviews) -> Practice {
        Practice {
            records: store.records(),
            store,
            reviews,
        }
    }

    /// Looks at a game now and then; never if the time between is zero.
    pub async fn look_regularly(self, every: Duration) {
        if every.is_zero() {
            return;
        }
        loop {
            sleep(every).await;
            if let Err(error) = self.look(now_ms()).await {
                warn!(%error, "no game was looked at for practice");
            }
        }
    }

    /// Looks at a game of the kind that has positions for the fewest days. False if there is none to look at, or other nodes are
    /// at it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn look(&self, now: UnixMs) -> Result<bool, PageError> {
        let today = Day::of(now).0;
        let mut kinds = Vec::new();
        for &kind in GameKind::ALL {
            let next = self.next_day(kind, today).await?;
            if next < today + PRACTICE_DAYS {
                kinds.push((next, kind));
            }
        }
        kinds.sort_by_key(|(next, _)| *next);
        for (next, kind) in kinds {
            if self.look_at(kind, now, next).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The first day from today on for which there is no position.
    async fn next_day(&self, kind: GameKind, today: i64) -> Result<i64, StoreError> {
        let last = self.store.last_practice_day(kind.info().name).await?;
        Ok(last.map_or(today, |last| today.max(last + 1)))
    }

    /// Looks at a game of a kind for a position of this day. False if there is none, or another node is at it.
    async fn look_at(&self, kind: GameKind, now: UnixMs, day: i64) -> Result<bool, PageError> {
        let (name, node) = (kind.info().name, Uuid::now_v7());
        let Some(looked) = self.store.take_practice(name, node, now).await? else {
            return Ok(false);
        };
        let next = self
            .records
            .next_for_practice(name, &looked, now - NEW_FOR)
            .await?;
        let Some(place) = next else {
            self.store.record_practice(name, node, looked, None).await?;
            return Ok(false);
        };
        let found = self.find(place.1).await?.map(|found| (day, found));
        if let Some((_, NewPractice { table, ply, gap, .. })) = &found {
            info!(kind = name, day = %Day(day), %table, ply, gap, "a position for practice");
        }
        let looked = with(looked, place);
        self.store.record_practice(name, node, looked, found).await?;
        Ok(true)
    }

    /// A position of a game, if there is one for practice.
    async fn find(&self, table: TableId) -> Result<Option<NewPractice>, PageError> {
        let Some(record) = self.records.record(table).await? else {
            return Ok(None);
        };
        let find = self.reviews.find_clear_position(record);
        let found = timeout(LONGEST_LOOK, find).await.unwrap_or(Ok(None))?;
        Ok(found.map(|found| new(table, &found)))
    }
}

fn new(table: TableId, found: &ClearPosition) -> NewPractice {
    NewPractice {
        position: found.position.clone(),
        seat: found.seat.number(),
        table,
        ply: i64::try_from(found.ply).unwrap_or(i64::MAX),
        line: found.line.join(" "),
        gap: (found.gap * 100.0).round() as i64,
    }
}

/// The games that were looked at, with one more at one of their ends.
fn with(looked: Looked, place: (UnixMs, TableId)) -> Looked {
    match place > looked.last {
        true => Looked {
            last: place,
            ..looked
        },
        false => Looked {
            first: place,
            ..looked
        },
    }
}
