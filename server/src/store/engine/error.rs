//! Why the store cannot do what it was asked for.

use sqlx::Error;

/// Why a query was not answered or a change was not made.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(#[source] Error),
    /// The database did not answer a query in time.
    #[error("the database did not answer in time")]
    Timeout,
    /// A change was surely not made.
    #[error("nothing was written: {0}")]
    NotWritten(String),
    /// A change was made, or was not.
    #[error("it is not known whether anything was written: {0}")]
    Unknown(String),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
}

/// What Postgres answers when a statement took longer than `statement_timeout`.
const POSTGRES_QUERY_CANCELED: &str = "57014";

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        let code = error.as_database_error().and_then(|error| error.code());
        match error {
            Error::PoolTimedOut => Self::Timeout,
            Error::PoolClosed => Self::Closed,
            _ if code.as_deref() == Some(POSTGRES_QUERY_CANCELED) => Self::Timeout,
            error => Self::Database(error),
        }
    }
}
