//! Why the store cannot do what it was asked for.

use sqlx::Error;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database failed: {0}")]
    Database(#[source] Error),
    #[error("the database did not answer in time")]
    Timeout,
    #[error("nothing was written: {0}")]
    NotWritten(String),
    #[error("it is not known whether anything was written: {0}")]
    Unknown(String),
    #[error("the store is closed")]
    Closed,
}

/// The code of Postgres for a statement that took longer than `statement_timeout`.
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
