//! Jobs of the writer: values that write themselves. It groups them, and knows nothing of what they write.

use std::fmt::Debug;

use futures_util::future::BoxFuture;
use uuid::Uuid;

use super::outcome::Outcome;
use crate::ids::{PlayerId, TableId};
use crate::store::engine::sql::Tx;

/// What a row needs in the database's journal beside its text, in bytes.
pub(in crate::store) const ROW_BYTES: usize = 128;

/// Jobs that go into one transaction if they wait together. Lanes are written in this order.
///
/// Any node may record who is away, a deadline, or who is present, and often several record the same. The rows of
/// each of these kinds are sorted in a transaction that writes nothing else, so that of two nodes only one waits for
/// the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::store) enum Lane {
    /// Turns, which are written in one statement.
    Turns,
    /// Other events, and what nodes do not do at the same time.
    Main,
    Away,
    Deadlines,
    /// Where somebody waits for players.
    Present,
    /// What becomes of plans, which any node that serves a table records.
    Plans,
    Attempts,
    /// A lane of their own, so that a problem with chats stops no turns.
    Chats,
    /// What is sent to players who have no page open.
    Deliveries,
    Reviews,
    /// What is filled in for rows of older versions.
    Backfills,
}

/// The first row that a job changes, where rows are sorted.
pub(in crate::store) type Key = (Uuid, Option<PlayerId>);

#[derive(Clone, Copy, Debug, Default)]
pub(in crate::store) struct Effects {
    /// It may end sessions, or make stale what nodes keep in memory.
    pub(in crate::store) ends_sessions: bool,
    /// It deletes something that somebody has written, so that no copy of it should stay.
    pub(in crate::store) erases: bool,
    pub(in crate::store) table: Option<TableId>,
    /// The chat of this table gets an entry, which is the same one however often it is written.
    pub(in crate::store) chat: Option<TableId>,
    /// It changes the plans of a player at this table.
    pub(in crate::store) plans: Option<TableId>,
}

impl Effects {
    pub(in crate::store) const NONE: Effects = Effects {
        ends_sessions: false,
        erases: false,
        table: None,
        chat: None,
        plans: None,
    };
    pub(in crate::store) const ENDS_SESSIONS: Effects = Effects {
        ends_sessions: true,
        ..Effects::NONE
    };
    pub(in crate::store) const ERASES: Effects = Effects {
        erases: true,
        ..Effects::NONE
    };
    pub(in crate::store) const ENDS_SESSIONS_AND_ERASES: Effects = Effects {
        ends_sessions: true,
        ..Effects::ERASES
    };
}

/// A job, defined beside its SQL.
pub(in crate::store) trait WriteJob: Debug + Send + Sync + 'static {
    const LANE: Lane = Lane::Main;
    /// For all values of the type; see `effects`.
    const EFFECTS: Effects = Effects::NONE;

    /// Its place among others of its lane.
    fn key(&self) -> Option<Key> {
        None
    }

    fn effects(&self) -> Effects {
        Self::EFFECTS
    }

    /// Returns whether there was anything to change.
    fn run(&self, tx: &mut Tx<'_>) -> impl Future<Output = sqlx::Result<bool>> + Send;
}

/// A [`WriteJob`] of any type, or one with a richer outcome.
pub(in crate::store) trait AnyJob: Debug + Send + Sync + 'static {
    fn lane(&self) -> Lane;

    fn key(&self) -> Option<Key> {
        None
    }

    fn effects(&self) -> Effects;

    /// Its approximate size in the database's journal.
    fn bytes(&self) -> usize {
        ROW_BYTES
    }

    fn run<'t>(&'t self, tx: &'t mut Tx<'_>) -> BoxFuture<'t, sqlx::Result<Outcome>>;
}

impl<J: WriteJob> AnyJob for J {
    fn lane(&self) -> Lane {
        J::LANE
    }

    fn key(&self) -> Option<Key> {
        WriteJob::key(self)
    }

    fn effects(&self) -> Effects {
        WriteJob::effects(self)
    }

    fn run<'t>(&'t self, tx: &'t mut Tx<'_>) -> BoxFuture<'t, sqlx::Result<Outcome>> {
        Box::pin(async {
            Ok(match WriteJob::run(self, tx).await? {
                true => Outcome::Written,
                false => Outcome::Unchanged,
            })
        })
    }
}
