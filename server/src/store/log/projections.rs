//! Writing projections in the transaction of an event.

use super::new_entry::NewEntry;
use super::{invitations, lobby, rematches, table_players, table_state, tables};
use crate::ids::TableId;
use crate::model::log::projection::{Projection, TableState};
use crate::store::engine::sql::Tx;
use crate::store::tournaments::tables as tournament_tables;

/// Writes the projections of the written events, except table states and what [`ending`](super::ending) writes.
pub(in crate::store) async fn insert(tx: &mut Tx<'_>, events: &[&NewEntry]) -> sqlx::Result<()> {
    for event in events {
        for projection in &event.projections {
            insert_one(tx, event, projection).await?;
        }
    }
    Ok(())
}

/// The latest state of each table. The events are sorted by table.
pub(in crate::store) fn states<'e>(events: &[&'e NewEntry]) -> Vec<(TableId, &'e TableState)> {
    let mut states: Vec<(TableId, &TableState)> = Vec::with_capacity(events.len());
    for event in events {
        for projection in &event.projections {
            if let Projection::TableState(state) = projection {
                push_latest(&mut states, event.entry.table, state);
            }
        }
    }
    states
}

/// One statement must not write the same row twice.
fn push_latest<'s>(states: &mut Vec<(TableId, &'s TableState)>, table: TableId, state: &'s TableState) {
    match states.last_mut() {
        Some((last, latest)) if *last == table => {
            if state.seq > latest.seq {
                *latest = state;
            }
        }
        _ => states.push((table, state)),
    }
}

async fn insert_one(tx: &mut Tx<'_>, event: &NewEntry, projection: &Projection) -> sqlx::Result<()> {
    let table = event.entry.table;
    match projection {
        Projection::Seated { player, name, seat } => {
            table_players::seat(tx, table, *player, name, *seat).await
        }
        Projection::Unseated { player } => table_players::unseat(tx, table, *player).await,
        Projection::Listed { at, kept_until, by } => lobby::list(tx, table, *at, *kept_until, *by).await,
        Projection::Unlisted => lobby::unlist(tx, table).await,
        Projection::Invited { player, by } => {
            invitations::insert(tx, table, *player, *by, event.entry.at).await
        }
        Projection::RematchProposed {
            table: next,
            code,
            by,
        } => rematches::insert(tx, table, *next, code, by).await,
        Projection::AskedToGoOn { until } => table_state::ask_to_go_on(tx, table, *until).await,
        Projection::ClubTable(club) => tables::put_in_club(tx, table, *club).await,
        Projection::TournamentTableBegun => tournament_tables::begin(tx, table).await,
        Projection::TournamentResult(result) => tournament_tables::end(tx, table, &result.seats).await,
        // Written before the event, or together with those of other events.
        Projection::Table(_)
        | Projection::TransferLinkUsed { .. }
        | Projection::TableState(_)
        | Projection::Record(_)
        | Projection::Checksum(_)
        | Projection::Notice(_) => Ok(()),
    }
}
