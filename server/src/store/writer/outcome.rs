//! The outcome of a write.

use crate::store::StoreError;

/// Of a write whose transaction was committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Outcome {
    Written,
    Unchanged,
    Conflict,
    /// The log lacks the event before this one.
    Gap,
    /// The transfer link cannot be used any more.
    LinkUsed,
    /// The entry of a chat has this number.
    Numbered(i64),
    /// An entry of a chat with its id was written before, and has this number. It may differ.
    Found(i64),
}

/// Why something was not written, or may not be.
#[derive(Clone, Debug)]
pub(in crate::store) enum Fault {
    Closed,
    /// The connection was replaced since the log was last read.
    Reconnected,
    /// No transaction could be begun, or its session was ended before the commit.
    Begin(String),
    Database(String),
    /// A row cannot be written.
    Row(String),
    /// The commit failed or was not answered: it may have been written.
    Unknown(String),
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Closed => Self::Closed,
            Fault::Reconnected => Self::NotWritten("the connection was replaced".to_owned()),
            Fault::Begin(reason) | Fault::Database(reason) | Fault::Row(reason) => Self::NotWritten(reason),
            Fault::Unknown(reason) => Self::Unknown(reason),
        }
    }
}
