//! Turns that are written in one statement, which is a transaction by itself: nearly all that is ever written.

mod postgres;
mod sqlite;

use super::new_entry::NewEntry;
use crate::store::engine::sql::{Conn, Engine};
use crate::store::writer::event::TurnBatch;
pub(super) use sqlite::{QUERIES, prepare};

/// Writes a group of events, if all of them are turns. With them Postgres sends these notifications.
pub(super) async fn write(conn: &mut Conn, events: &[&NewEntry], notifications: &[String]) -> TurnBatch {
    let turns = events.iter().map(|event| Some((*event, event.turn()?)));
    let Some(turns) = turns.collect::<Option<Vec<_>>>() else {
        return TurnBatch::Refused;
    };
    match conn {
        Engine::Sqlite(conn) => sqlite::write(conn, &turns).await,
        Engine::Postgres(conn) => postgres::write(conn, &turns, notifications).await,
    }
}
