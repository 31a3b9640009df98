//! What is written with the event that ends a game: its record, and everything that is counted and kept beside it.

use std::collections::HashMap;

use super::new_entry::NewEntry;
use super::{notices, plans, projections, table_state};
use crate::ids::{PlayerId, TableId};
use crate::model::chained_record::chain_start;
use crate::model::record::Record;
use crate::model::record::chain::{Chain, ChainedEvent};
use crate::seq::Seq;
use crate::store::engine::script::Script;
use crate::store::engine::sql::{Engine, Tx, on};
use crate::store::records::{self, day_lists, ratings, statistics, tallies};
use crate::time::UnixMs;

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
    let mut chains = Vec::with_capacity(ends.len());
    let mut written = Vec::with_capacity(ends.len());
    for (event, record) in ends.iter().filter_map(|event| Some((event, event.record()?))) {
        let Past { names, events } = past(tx, record.head.table, event.entry.seq).await?;
        chains.push((record.head.table, Chain::over(chain_start(&record.head), &events)));
        written.push((record, names));
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
    day_lists::add_ended(&mut script, &chains).await?;
    script.run().await.map(drop)
}

/// What the database knows of a table whose game has ended.
struct Past {
    /// The names of its players by now.
    names: HashMap<PlayerId, String>,
    /// The log up to the event that ended the game.
    events: Vec<ChainedEvent>,
}

/// Finds the log of a table up to an event as one JSON array of `[at, by, event, format, seq]`, and the names of its players as one of
/// `[player, name]`, both in any order: a row for each event would cost more than the checksum. The id of whoever caused an event is
/// NULL where nobody did.
macro_rules! past_as_json {
    ($id:literal, $text:literal) => {
        concat!(
            "SELECT (SELECT '[' || STRING_AGG('[' || CAST(at AS TEXT) || ',' || COALESCE('\"' || ",
            $id,
            " || '\"', 'null') || ',' || CAST(body AS TEXT) || ',' || CAST(format AS TEXT) || ',' || CAST(seq AS TEXT) || ']', ',')
                || ']' FROM events WHERE table_id = $1 AND seq <= $2),
            (SELECT '[' || STRING_AGG('[\"' || ",
            $id,
            " || '\",' || ",
            $text,
            " || ']', ',') || ']' FROM table_players WHERE table_id = $1)"
        )
    };
}

type EventCells = (UnixMs, Option<PlayerId>, serde_json::Value, i64, Seq);

async fn past(tx: &mut Tx<'_>, table: TableId, last: Seq) -> sqlx::Result<Past> {
    let sql = match tx {
        Engine::Sqlite(_) => past_as_json!("NULLIF(HEX(player_id), '')", "json_quote(name)"),
        Engine::Postgres(_) => past_as_json!("CAST(player_id AS TEXT)", "CAST(to_json(name) AS TEXT)"),
    };
    let (log, names): (String, Option<String>) =
        on!(&mut *tx, tx => sqlx::query_as(sql).bind(table).bind(last).fetch_one(&mut **tx).await)?;
    let unreadable = |error: serde_json::Error| sqlx::Error::Decode(error.into());
    let mut rows: Vec<EventCells> = serde_json::from_str(&log).map_err(unreadable)?;
    rows.sort_by_key(|(.., seq)| *seq);
    let event = |(at, by, event, format, seq)| ChainedEvent {
        at,
        by,
        event,
        format,
        seq,
    };
    let names: Vec<(PlayerId, String)> = match names {
        Some(names) => serde_json::from_str(&names).map_err(unreadable)?,
        None => Vec::new(),
    };
    Ok(Past {
        names: names.into_iter().collect(),
        events: rows.into_iter().map(event).collect(),
    })
}
