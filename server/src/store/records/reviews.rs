//! Reviews of finished games. Losing one costs only the time to make it again.

use serde_json::value::RawValue;
use sqlx::types::Json;

use crate::ids::TableId;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::{Key, Lane, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// A review to be kept.
#[derive(Clone, Debug)]
pub struct NewReview {
    pub table: TableId,
    /// By which version of the search it was made.
    pub engine: String,
    pub made_at: UnixMs,
    pub body: Box<RawValue>,
}

impl Store {
    /// The review of a game by this version of the search.
    pub async fn review(&self, table: TableId, engine: &str) -> Result<Option<Box<RawValue>>, StoreError> {
        const FIND: &str = "SELECT body FROM reviews WHERE table_id = $1 AND engine = $2";
        let found: Option<Json<Box<RawValue>>> = read!(self, conn => {
            sqlx::query_scalar(FIND).bind(table).bind(engine).fetch_optional(conn)
        })?;
        Ok(found.map(|Json(body)| body))
    }

    /// Stores a review, in place of one by another version.
    pub async fn put_review(&self, review: NewReview) -> Result<(), StoreError> {
        self.writer.write(review).await.map(drop)
    }
}

impl WriteJob for NewReview {
    const LANE: Lane = Lane::Reviews;

    fn key(&self) -> Option<Key> {
        Some((self.table.0, None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const PUT: &str = "INSERT INTO reviews (table_id, engine, made_at, body) VALUES ($1, $2, $3, $4)
            ON CONFLICT (table_id) DO UPDATE SET engine = excluded.engine, made_at = excluded.made_at, body = excluded.body";
        execute!(tx, PUT; self.table, &self.engine, self.made_at, Json(&self.body))?;
        Ok(true)
    }
}
