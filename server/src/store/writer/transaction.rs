//! One transaction of the writer: a group of writes, committed or rolled back as a whole.

use std::future::Future;
use std::io::ErrorKind;
use std::time::Duration;

use sqlx::Error;
use sqlx::error::DatabaseError;
use sqlx::sqlite::SqliteError;
use tokio::time::timeout;

use super::event::{Event, TurnBatch};
use super::notify;
use super::outcome::{Fault, Outcome};
use super::queue::Queued;
use crate::bus::{Bus, BusMessage};
use crate::store::engine::sql::{Conn, Tx};

/// The time limit for one step of a transaction.
pub(in crate::store) const STEP: Duration = Duration::from_secs(3);
/// The time limit for a commit.
pub(in crate::store) const COMMIT: Duration = Duration::from_secs(5);

/// Writes a group and commits it, or rolls back; other nodes are notified of its events. Also returns whether the
/// connection is still sound.
pub(in crate::store) async fn transact<E: Event>(
    conn: &mut Conn,
    group: &[&Queued<E>],
    bus: &Bus,
) -> (Result<Vec<Outcome>, Fault>, bool) {
    let mut news = match bus {
        Bus::None => Vec::new(),
        _ => notify::events(group),
    };
    let notifications = bus.notifications(&news);
    let events = group.iter().map(|write| write.event());
    if let Some(events) = events.collect::<Option<Vec<_>>>() {
        match E::write_turns(conn, &events, &notifications).await {
            TurnBatch::Written => {
                bus.after_commit(news);
                return (Ok(vec![Outcome::Written; group.len()]), true);
            }
            TurnBatch::Failed(fault, is_sound) => return (Err(fault), is_sound),
            TurnBatch::Refused => (),
        }
    }
    let mut tx = match within(STEP, conn.begin(&notifications)).await {
        Ok(tx) => tx,
        Err(error) => return (Err(Fault::Begin(error.to_string())), false),
    };
    match within(STEP, write_and_notify(&mut tx, group, bus)).await {
        Ok((outcomes, lines)) => match within(COMMIT, tx.commit()).await {
            Ok(()) => {
                news.extend(lines);
                bus.after_commit(news);
                (Ok(outcomes), true)
            }
            Err(error) => (Err(commit_fault(&error)), false),
        },
        Err(error) => {
            // Only a database that has answered is asked to roll back.
            let answered = error.as_database_error().is_some();
            let is_sound = answered && within(STEP, tx.rollback()).await.is_ok();
            (Err(fault(&error)), is_sound)
        }
    }
}

/// Also returns what else other nodes are to be notified of, if there are any: how far the group brings the chats of
/// its tables, and whether it ends sessions.
async fn write_and_notify<E: Event>(
    tx: &mut Tx<'_>,
    group: &[&Queued<E>],
    bus: &Bus,
) -> sqlx::Result<(Vec<Outcome>, Vec<BusMessage>)> {
    let outcomes = write(tx, group).await?;
    let mut lines = match bus {
        Bus::None => Vec::new(),
        _ => [
            notify::lines(group, &outcomes),
            notify::tables(group, &outcomes),
            notify::plans(group, &outcomes),
        ]
        .concat(),
    };
    if !bus.is_none() && notify::ends_sessions(group, &outcomes) {
        lines.push(BusMessage::SessionsEnded);
    }
    tx.notify(&bus.notifications(&lines)).await?;
    Ok((outcomes, lines))
}

/// Events come last, sorted by table, and those of a table stay in order.
async fn write<E: Event>(tx: &mut Tx<'_>, group: &[&Queued<E>]) -> sqlx::Result<Vec<Outcome>> {
    let mut outcomes = vec![Outcome::Written; group.len()];
    let mut events: Vec<(usize, &E)> = Vec::with_capacity(group.len());
    for (place, write) in group.iter().enumerate() {
        match write {
            Queued::Event(event) => events.push((place, event)),
            Queued::Job(job) => outcomes[place] = job.run(tx).await?,
        }
    }
    events.sort_by_key(|(_, event)| event.table());
    let (places, events): (Vec<usize>, Vec<&E>) = events.into_iter().unzip();
    for (place, outcome) in places.into_iter().zip(E::insert(tx, &events).await?) {
        outcomes[place] = outcome;
    }
    Ok(outcomes)
}

/// The code of Postgres for a session that it has ended since its transaction stood still.
const IDLE_IN_TRANSACTION: &str = "25P03";

/// Whether the database has ended the session before the commit: nothing was written, and a new one can write all of
/// it.
fn lost_session(error: &Error) -> bool {
    match error {
        Error::Database(error) => error.code().is_some_and(|code| code == IDLE_IN_TRANSACTION),
        Error::Io(error) => matches!(
            error.kind(),
            ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::UnexpectedEof
        ),
        _ => false,
    }
}

fn fault(error: &Error) -> Fault {
    match error {
        error if lost_session(error) => Fault::Begin(error.to_string()),
        Error::Database(error) if blames_row(error.as_ref()) => Fault::Row(error.to_string()),
        Error::Encode(_) => Fault::Row(error.to_string()),
        _ => Fault::Database(error.to_string()),
    }
}

/// Why a commit failed. A database that answers has surely not committed where it names a row or the lack of space;
/// anything else may have happened while it flushed.
fn commit_fault(error: &Error) -> Fault {
    match error {
        Error::Database(_) if lost_session(error) => Fault::Begin(error.to_string()),
        Error::Database(error) if blames_row(error.as_ref()) => Fault::Row(error.to_string()),
        Error::Database(error) if sqlite_code(error.as_ref()) == Some(SQLITE_FULL) => {
            Fault::Database(error.to_string())
        }
        _ => Fault::Unknown(error.to_string()),
    }
}

/// Why a transaction of a single statement failed, which is begun and committed by itself. If the file was locked, it
/// was not begun.
pub(in crate::store) fn single_fault(error: &Error) -> Fault {
    match error {
        Error::Database(error) if sqlite_code(error.as_ref()) == Some(SQLITE_BUSY) => {
            Fault::Begin(error.to_string())
        }
        _ => commit_fault(error),
    }
}

const SQLITE_BUSY: u32 = 5;
const SQLITE_FULL: u32 = 13;
/// A value too big, a constraint, a value of the wrong type.
const SQLITE_ROW_CODES: [u32; 3] = [18, 19, 20];
/// Prefixes of codes: bad data, a constraint, a deadlock with another server, a limit such as the size of an index
/// row, a row that another server keeps locked.
const POSTGRES_ROW_CODES: [&str; 5] = ["22", "23", "40", "54", "55P03"];

/// Whether one row is to blame for an error, so that the others can be written without it.
pub(in crate::store) fn blames_row(error: &dyn DatabaseError) -> bool {
    match sqlite_code(error) {
        Some(code) => SQLITE_ROW_CODES.contains(&code),
        None => {
            let code = error.code().unwrap_or_default();
            POSTGRES_ROW_CODES.iter().any(|begin| code.starts_with(begin))
        }
    }
}

/// The primary code of an error of SQLite: the low byte.
fn sqlite_code(error: &dyn DatabaseError) -> Option<u32> {
    error.try_downcast_ref::<SqliteError>()?;
    let code: u32 = error.code()?.parse().ok()?;
    Some(code & 0xff)
}

/// The outcome of a step, or a timeout.
pub(in crate::store) async fn within<T>(
    limit: Duration,
    step: impl Future<Output = sqlx::Result<T>>,
) -> sqlx::Result<T> {
    timeout(limit, step)
        .await
        .unwrap_or_else(|late| Err(Error::Io(late.into())))
}
