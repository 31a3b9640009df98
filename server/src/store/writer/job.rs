//! What the writer is given to write: values that write themselves. It groups them, and knows nothing of what they write.

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
/// Any node may note who is away, a deadline, or who is present, and often several note the same. Of each kind the rows of a
/// transaction come in their order, and it writes to nothing else: then nodes wait for each other, and neither for the
/// other's wait to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::store) enum Lane {
    /// Turns, which SQLite can write in one statement.
    Turns,
    /// Other events, and what nodes do not do at the same time.
    Main,
    Away,
    Deadlines,
    /// Where somebody waits for players.
    Present,
    Attempts,
    /// Whatever is wrong with chats, turns are written.
    Chats,
    Reviews,
    /// What is filled in for rows of older versions.
    Backfills,
}

/// The first row that a job changes, where rows come in their order.
pub(in crate::store) type Key = (Uuid, Option<PlayerId>);

/// What others have to be told of a job.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::store) struct Effects {
    /// It may end sessions, or leave what nodes keep in memory stale.
    pub(in crate::store) ends_sessions: bool,
    /// It takes away something that somebody has written, so that no copy of it should stay.
    pub(in crate::store) erases: bool,
    pub(in crate::store) table: Option<TableId>,
    /// The chat of this table gets an entry, which is the same one however often it is written.
    pub(in crate::store) chat: Option<TableId>,
}

impl Effects {
    pub(in crate::store) const NONE: Effects = Effects {
        ends_sessions: false,
        erases: false,
        table: None,
        chat: None,
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

/// Something to be written, defined beside its SQL.
pub(in crate::store) trait WriteJob: Debug + Send + Sync + 'static {
    /// With which others it is written.
    const LANE: Lane = Lane::Main;
    /// What comes of it, whatever it holds.
    const EFFECTS: Effects = Effects::NONE;

    /// Where it comes among others of its lane.
    fn key(&self) -> Option<Key> {
        None
    }

    /// What comes of it.
    fn effects(&self) -> Effects {
        Self::EFFECTS
    }

    /// Writes it. Tells whether there was anything to change.
    fn run(&self, tx: &mut Tx<'_>) -> impl Future<Output = sqlx::Result<bool>> + Send;
}

/// A [`WriteJob`] of any kind, or something whose outcome says more.
pub(in crate::store) trait AnyJob: Debug + Send + Sync + 'static {
    fn lane(&self) -> Lane;

    fn key(&self) -> Option<Key> {
        None
    }

    fn effects(&self) -> Effects;

    /// About how large it is in the database's journal.
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
