//! Reading: every query takes a connection of the pool and has a deadline.

use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Database, Pool};
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout_at};

use crate::store::StoreError;

/// For a query, including the wait for a connection.
pub(in crate::store) const READ_TIMEOUT: Duration = Duration::from_secs(3);

/// Runs one query on a connection of the pool: `read!(store, conn => sqlx::query(…).fetch_all(conn))`.
macro_rules! read {
    ($store:expr, $conn:ident => $query:expr) => {
        $crate::store::engine::sql::on!(&$store.pools, pool => {
            let deadline = tokio::time::Instant::now() + $crate::store::engine::read::READ_TIMEOUT;
            let mut guard = $crate::store::engine::read::acquire(pool, deadline).await?;
            let $conn = &mut *guard;
            let outcome = tokio::time::timeout_at(deadline, $query).await;
            if let Ok(Ok(_)) = &outcome {
                $store.answers.record();
            }
            $crate::store::engine::read::settle(guard, outcome)
        })
    };
}
pub(in crate::store) use read;

/// The rows for some ids: `$sql` ends with `IN (`, and what follows the list may be given.
macro_rules! read_in {
    ($store:expr, $sql:expr, $ids:expr $(, $rest:literal)?) => {
        match $ids {
            [] => Ok(Vec::new()),
            ids => $crate::store::engine::read::read!($store, conn => async {
                let mut sql = sqlx::QueryBuilder::new($sql);
                $crate::store::engine::sql::push_list(&mut sql, ids)$(.push($rest))?;
                sql.build_query_as().persistent(false).fetch_all(conn).await
            }),
        }
    };
}
pub(in crate::store) use read_in;

pub(in crate::store) async fn acquire<DB: Database>(
    pool: &Pool<DB>,
    deadline: Instant,
) -> Result<PoolConnection<DB>, StoreError> {
    match timeout_at(deadline, pool.acquire()).await {
        Ok(conn) => Ok(conn?),
        Err(_) => Err(StoreError::Timeout),
    }
}

/// A connection whose query timed out is closed: it may never answer.
pub(in crate::store) fn settle<DB: Database, T>(
    conn: PoolConnection<DB>,
    outcome: Result<sqlx::Result<T>, Elapsed>,
) -> Result<T, StoreError> {
    match outcome {
        Ok(done) => Ok(done?),
        Err(_) => {
            drop(conn.detach());
            Err(StoreError::Timeout)
        }
    }
}
