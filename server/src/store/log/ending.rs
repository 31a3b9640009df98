//! What is written with the event that ends a game: its record, and everything that is counted and kept beside it.

use std::collections::HashMap;

use super::new_entry::NewEntry;
use super::{notices, plans, projections, table_state};
use crate::ids::{PlayerId, TableId};
use crate::model::record::Record;
use crate::store::engine::script::Script;
use crate::store::engine::sql::{Engine, Tx, on};
use crate::store::records::{self, day_lists, ratings, statistics, tallies};

/// Writes the ends of some games, whose events are written. On Postgres all together, since rows that several nodes change have to be
/// changed in one order. Nobody else writes to SQLite, where a script for each game has few forms, which stay prepared.
pub(super) async fn insert(tx: &mut Tx<'_>, ends: &[&NewEntry]) -> sqlx::Result<()> {
    let together = match tx {
        Engine::Sqlite(_) => 1,
        Engine::Postgres(_) => ends.len().max(1),
    };
    for ends in ends.chunks(together) {
        insert_together(tx, ends).await?;
    }
    Ok(())
}

async fn insert_together(tx: &mut Tx<'_>, ends: &[&NewEntry]) -> sqlx::Result<()> {
    let mut written = Vec::with_capacity(ends.len());
    for record in ends.iter().filter_map(|event| event.record()) {
        written.push((record, names_at(tx, record.head.table).await?));
    }
    let mut script = Script::new(tx);
    for (record, names) in &written {
        plans::delete_at(&mut script, record.head.table).await?;
        records::insert(&mut script, record, names).await?;
    }
    notices::insert(&mut script, ends).await?;
    table_state::mark_finished(&mut script, &projections::states(ends)).await?;
    let records: Vec<&Record> = written.iter().map(|(record, _)| *record).collect();
    ratings::rate(&mut script, &records).await?;
    statistics::count_ended(&mut script, &records).await?;
    tallies::tally_ended(&mut script, &records).await?;
    let checksums = ends
        .iter()
        .filter_map(|event| Some((event.entry.table, event.checksum()?)));
    day_lists::add_ended(&mut script, &checksums.collect::<Vec<_>>()).await?;
    script.run().await.map(drop)
}

/// The names of the players of a table by now.
async fn names_at(tx: &mut Tx<'_>, table: TableId) -> sqlx::Result<HashMap<PlayerId, String>> {
    const FIND: &str = "SELECT player_id, name FROM table_players WHERE table_id = $1";
    let names: Vec<(PlayerId, String)> =
        on!(tx, tx => sqlx::query_as(FIND).bind(table).fetch_all(&mut **tx).await)?;
    Ok(names.into_iter().collect())
}
