//! What is kept of a game beside its record, so that no page and no start of a game reads all games of a player: its
//! [pairs](super::pairs), and the [numbers of finished games](super::finished_games).

use std::collections::HashSet;

use sqlx::QueryBuilder;

use super::{finished_games, pairs};
use crate::ids::TableId;
use crate::model::record::{Record, RecordHead};
use crate::store::engine::read::read;
use crate::store::engine::script::Script;
use crate::store::engine::sql::{Tx, on, push_list};
use crate::store::writer::job::{Lane, WriteJob};
use crate::store::{Step, Store, StoreError};
use crate::time::UnixMs;

/// How many games are tallied in one transaction, where an older version did not.
const GROUP: i64 = 50;

impl Store {
    /// Whether there are games of versions that did not tally them.
    pub async fn has_untallied_records(&self) -> Result<bool, StoreError> {
        const FIND: &str = "SELECT 1 FROM records WHERE NOT tallied LIMIT 1";
        let found: Option<i32> = read!(self, conn => sqlx::query_scalar(FIND).fetch_optional(conn))?;
        Ok(found.is_some())
    }

    /// How many of them there are after a table, if that can be told in time.
    pub async fn untallied_after(&self, after: TableId) -> Option<i64> {
        const COUNT: &str = "SELECT COUNT(*) FROM records WHERE NOT tallied AND table_id > $1";
        self.count_left(COUNT, after).await
    }

    /// Tallies some of these games after a table; none if there are no more.
    pub async fn tally_games(&self, after: TableId) -> Result<Option<Step>, StoreError> {
        const FIND: &str = "SELECT finished_at, table_id FROM records WHERE NOT tallied AND table_id > $1
            ORDER BY table_id LIMIT $2";
        let places: Vec<(UnixMs, TableId)> =
            read!(self, conn => sqlx::query_as(FIND).bind(after).bind(GROUP).fetch_all(conn))?;
        let Some(&(_, last)) = places.last() else {
            return Ok(None);
        };
        let heads = self.records().heads(&places).await?;
        let filled = heads.len();
        self.writer.write(TallyGames(heads)).await?;
        Ok(Some(Step::of(last, filled)))
    }
}

/// Tallies games that have ended just now.
pub(in crate::store) async fn tally_ended(
    script: &mut Script<'_, '_>,
    records: &[&Record],
) -> sqlx::Result<()> {
    let heads: Vec<&RecordHead> = records.iter().map(|record| &record.head).collect();
    tally(script, &heads).await
}

async fn tally(script: &mut Script<'_, '_>, heads: &[&RecordHead]) -> sqlx::Result<()> {
    for head in heads.iter().filter(|head| head.public) {
        pairs::insert(script, head.table).await?;
    }
    finished_games::count(script, heads).await
}

/// Tallies those of these games that no other node has tallied meanwhile.
#[derive(Debug)]
struct TallyGames(Vec<RecordHead>);

impl WriteJob for TallyGames {
    const LANE: Lane = Lane::Backfills;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        let tables: Vec<TableId> = self.0.iter().map(|head| head.table).collect();
        let marked: Vec<TableId> = on!(&mut *tx, tx => {
            let mut sql = QueryBuilder::new("UPDATE records SET tallied = TRUE WHERE NOT tallied AND table_id IN (");
            push_list(&mut sql, &tables).push(" RETURNING table_id");
            sql.build_query_scalar().persistent(false).fetch_all(&mut **tx).await
        })?;
        let marked: HashSet<TableId> = marked.into_iter().collect();
        let heads = self.0.iter().filter(|head| marked.contains(&head.table));
        let mut script = Script::new(tx);
        tally(&mut script, &heads.collect::<Vec<_>>()).await?;
        script.run().await?;
        Ok(!marked.is_empty())
    }
}
