//! Writing into the outbox, in the transaction of an event, whom it concerns: those of their channels that are for that.

use std::sync::LazyLock;

use super::new_entry::NewEntry;
use crate::ids::PlayerId;
use crate::model::log::notice::NoticeKind;
use crate::store::engine::rows::Insert;
use crate::store::engine::script::{Script, add};

const INTO: &str = "INSERT INTO outbox (channel_id, table_id, seq, notice, at)";

/// The statement that writes a notice for a player's own channels. `notice` are the columns from the table on, as SQL.
pub(super) fn to_player(notice: &str, player: &str) -> String {
    format!(
        "{INTO} SELECT c.id, {notice} FROM channels c
         WHERE c.player_id = {player} AND c.table_id IS NULL AND c.disabled_at IS NULL ON CONFLICT DO NOTHING"
    )
}

/// The statement that writes a notice for those who follow a table.
pub(super) fn to_watchers(notice: &str, table: &str) -> String {
    format!(
        "{INTO} SELECT c.id, {notice} FROM channels c
         WHERE c.table_id = {table} AND c.disabled_at IS NULL ON CONFLICT DO NOTHING"
    )
}

/// For many events at once.
static INSERT: LazyLock<Insert> = LazyLock::new(|| {
    Insert::typed(&["UUID", "BIGINT", "TEXT", "BIGINT", "UUID"], |rows| {
        format!(
            "WITH given (table_id, seq, notice, at, player_id) AS (VALUES {rows}) {INTO}
             SELECT c.id, given.table_id, given.seq, given.notice, given.at FROM given JOIN channels c ON c.player_id = given.player_id
                WHERE c.table_id IS NULL AND c.disabled_at IS NULL
             UNION ALL
             SELECT c.id, given.table_id, given.seq, given.notice, given.at FROM given JOIN channels c ON c.table_id = given.table_id
                WHERE given.player_id IS NULL AND c.disabled_at IS NULL
             ON CONFLICT DO NOTHING"
        )
    })
});

type Row<'e> = (&'e NewEntry, NoticeKind, Option<PlayerId>);

/// Writes whom written events concern.
pub(super) async fn insert(script: &mut Script<'_, '_>, events: &[&NewEntry]) -> sqlx::Result<()> {
    let rows: Vec<Row<'_>> = events.iter().copied().flat_map(rows_of).collect();
    let mut rest = rows.as_slice();
    while !rest.is_empty() {
        let (sql, size) = INSERT.for_rows(script.transaction(), rest.len());
        let (now, others) = rest.split_at(size);
        insert_rows(script, sql, now).await?;
        rest = others;
    }
    Ok(())
}

/// Without a player for those who follow the table.
fn rows_of(event: &NewEntry) -> impl Iterator<Item = Row<'_>> {
    let own = event
        .notices()
        .map(move |notice| (event, notice.kind, Some(notice.player)));
    own.chain([(event, NoticeKind::Event, None)])
}

async fn insert_rows(script: &mut Script<'_, '_>, sql: &'static str, rows: &[Row<'_>]) -> sqlx::Result<()> {
    add!(script, sql, query => rows.iter().fold(query, |query, (event, kind, player)| {
        let entry = &event.entry;
        query.bind(entry.table).bind(entry.seq).bind(kind.name()).bind(entry.at).bind(*player)
    }))
}
