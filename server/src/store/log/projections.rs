//! The rows that are written in the transaction of an event.

use super::{lobby, rematches};
use crate::ids::{PlayerId, TableId};
use crate::model::log::projection::{NewTable, Projection, TableState};
use crate::store::engine::sql::{Tx, execute};
use crate::store::records::chains;
use crate::store::{NewEvent, records};

/// Writes the projections of the events that were written, except how their tables stand.
pub(in crate::store) async fn insert(tx: &mut Tx<'_>, events: &[&NewEvent]) -> sqlx::Result<()> {
    for event in events {
        for projection in &event.projections {
            insert_one(tx, event, projection).await?;
        }
    }
    Ok(())
}

/// How tables stand after these events, which come sorted by their tables: the latest state of each.
pub(in crate::store) fn states<'e>(events: &[&'e NewEvent]) -> Vec<(TableId, &'e TableState)> {
    let mut states: Vec<(TableId, &TableState)> = Vec::with_capacity(events.len());
    for event in events {
        for projection in &event.projections {
            if let Projection::TableState(state) = projection {
                keep_latest(&mut states, event.table, state);
            }
        }
    }
    states
}

/// One statement must not write the same row twice.
fn keep_latest<'s>(states: &mut Vec<(TableId, &'s TableState)>, table: TableId, state: &'s TableState) {
    match states.last_mut() {
        Some((last, latest)) if *last == table => {
            if state.seq > latest.seq {
                *latest = state;
            }
        }
        _ => states.push((table, state)),
    }
}

async fn insert_one(tx: &mut Tx<'_>, event: &NewEvent, projection: &Projection) -> sqlx::Result<()> {
    let table = event.table;
    match projection {
        Projection::Seated { player, name, seat } => seat_player(tx, table, *player, name, *seat).await,
        Projection::Unseated { player } => unseat_player(tx, table, *player).await,
        Projection::Record(record) => {
            records::insert(tx, record).await?;
            chains::insert(tx, &record.head, event.seq).await
        }
        Projection::Listed { at, kept_until, by } => lobby::list(tx, table, *at, *kept_until, *by).await,
        Projection::Unlisted => lobby::unlist(tx, table).await,
        Projection::RematchProposed {
            table: next,
            code,
            by,
        } => rematches::insert(tx, table, *next, code, by).await,
        // Written before the event, or together with those of other events.
        Projection::Table(_) | Projection::TransferLinkUsed { .. } | Projection::TableState(_) => Ok(()),
    }
}

/// The table may be created by another event at the same time, with the same code; the event's number decides which of the
/// two wins. Where only the code is taken, the event has no table and is refused.
pub(in crate::store) async fn create_table(tx: &mut Tx<'_>, table: &NewTable) -> sqlx::Result<()> {
    const CREATE: &str = "INSERT INTO tables (id, code, kind, public, created_at)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    execute!(tx, CREATE;
        table.id, table.code.as_str(), &table.kind, table.public, table.created_at)
    .map(drop)
}

pub(in crate::store) async fn seat_player(
    tx: &mut Tx<'_>,
    table: TableId,
    player: PlayerId,
    name: &str,
    seat: u8,
) -> sqlx::Result<()> {
    const SEAT: &str = "INSERT INTO sitters (table_id, player_id, name, seated, seat) VALUES ($1, $2, $3, TRUE, $4)
        ON CONFLICT (table_id, player_id) DO UPDATE SET name = excluded.name, seated = TRUE, seat = excluded.seat";
    execute!(tx, SEAT; table, player, name, i64::from(seat)).map(drop)
}

async fn unseat_player(tx: &mut Tx<'_>, table: TableId, player: PlayerId) -> sqlx::Result<()> {
    const UNSEAT: &str =
        "UPDATE sitters SET seated = FALSE, seat = NULL WHERE table_id = $1 AND player_id = $2";
    execute!(tx, UNSEAT; table, player).map(drop)
}
