//! The stored rows of tables beside their logs, column by column, to be compared with them.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use serde_json::{Map, Value, json};
use sqlx::{Connection, QueryBuilder};
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use crate::ids::{PlayerId, TableId};
use crate::model::log::entry::StoredEntry;
use crate::store::engine::cells::{Column, cell, columns, names};
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::{acquire, settle};
use crate::store::engine::sql::{Borrowed, Engine, on, push_list};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// How long reading the rows of one page of tables may take.
const PAGE_TIMEOUT: Duration = Duration::from_secs(60);
/// The tables of the database whose rows follow from the log of a game, with the column that says which game it is.
pub const FROM_LOGS: [(&str, &str); 8] = [
    ("tables", "id"),
    ("table_state", "table_id"),
    ("table_players", "table_id"),
    ("records", "table_id"),
    ("record_seats", "table_id"),
    ("record_chains", "table_id"),
    ("record_pairs", "table_id"),
    ("rematches", "table_id"),
];

/// A row by column names.
pub type Row = Map<String, Value>;

/// A player who sat at a table, as the whole server knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub player: PlayerId,
    pub name: String,
    /// When they signed up, if they did.
    pub member_since: Option<UnixMs>,
}

from_row!(Known {
    player: "id",
    name,
    member_since
});

/// Everything about one table, in one state.
#[derive(Clone, Debug)]
pub struct GameRows {
    pub table: TableId,
    pub events: Vec<StoredEntry>,
    pub people: HashMap<PlayerId, Known>,
    rows: HashMap<&'static str, Vec<Row>>,
}

impl GameRows {
    pub fn of(&self, table: &str) -> &[Row] {
        self.rows.get(table).map_or(&[], Vec::as_slice)
    }

    pub fn one(&self, table: &str) -> Option<&Row> {
        self.of(table).first()
    }
}

impl Store {
    /// In order of their ids, starting after `after`.
    pub async fn game_rows(&self, after: Option<TableId>, limit: i64) -> Result<Vec<GameRows>, StoreError> {
        let after = after.unwrap_or(TableId(Uuid::nil()));
        let deadline = Instant::now() + PAGE_TIMEOUT;
        match &self.pools {
            Engine::Sqlite(pool) => {
                let mut conn = acquire(pool, deadline).await?;
                let read = async {
                    let mut tx = conn.begin().await?;
                    page(Engine::Sqlite(&mut *tx), after, limit).await
                };
                let outcome = timeout_at(deadline, read).await;
                settle(conn, outcome)
            }
            Engine::Postgres(pool) => {
                let mut conn = acquire(pool, deadline).await?;
                let read = async {
                    let mut tx = conn.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ").await?;
                    page(Engine::Postgres(&mut *tx), after, limit).await
                };
                let outcome = timeout_at(deadline, read).await;
                settle(conn, outcome)
            }
        }
    }
}

async fn page(mut conn: Borrowed<'_>, after: TableId, limit: i64) -> sqlx::Result<Vec<GameRows>> {
    const FIND: &str = "SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2";
    let ids: Vec<TableId> = on!(&mut conn, conn => sqlx::query_scalar(FIND).bind(after).bind(limit)
        .fetch_all(&mut **conn).await)?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut games: HashMap<TableId, GameRows> = ids.iter().map(|&id| (id, GameRows::empty(id))).collect();
    for (table, key) in FROM_LOGS {
        let columns = columns(conn.again(), table).await?;
        for row in rows(conn.again(), table, key, &columns, &ids).await? {
            let game = row[key].as_str().and_then(|id| id.parse().ok());
            if let Some(game) = game.and_then(|game: TableId| games.get_mut(&game)) {
                game.rows.entry(table).or_default().push(row);
            }
        }
    }
    for event in events(conn.again(), &ids).await? {
        if let Some(game) = games.get_mut(&event.table) {
            game.events.push(event);
        }
    }
    let known = people(conn.again(), games.values()).await?;
    for game in games.values_mut() {
        game.people = game
            .sitting()
            .filter_map(|player| Some((player, known.get(&player)?.clone())))
            .collect();
    }
    Ok(ids.iter().filter_map(|id| games.remove(id)).collect())
}

impl GameRows {
    fn empty(table: TableId) -> GameRows {
        GameRows {
            table,
            events: Vec::new(),
            people: HashMap::new(),
            rows: HashMap::new(),
        }
    }

    /// Those whom its rows name.
    fn sitting(&self) -> impl Iterator<Item = PlayerId> + use<> {
        let rows = self.of("table_players").iter().chain(self.of("record_seats"));
        let players = rows.filter_map(|row| row.get("player_id")?.as_str()?.parse().ok());
        players.collect::<BTreeSet<PlayerId>>().into_iter()
    }
}

async fn rows(
    conn: Borrowed<'_>,
    table: &str,
    key: &str,
    columns: &[Column],
    ids: &[TableId],
) -> sqlx::Result<Vec<Row>> {
    // A table of a later version.
    if columns.is_empty() {
        return Ok(Vec::new());
    }
    let find = format!("SELECT {} FROM {table} WHERE {key} IN (", names(columns.iter()));
    on!(conn, conn => {
        let mut sql = QueryBuilder::new(find);
        push_list(&mut sql, ids);
        let rows = sql.build().persistent(false).fetch_all(conn).await?;
        let cells = |row| {
            let cells = columns.iter().map(|column| (column.name.clone(), readable(cell(row, column).map(|cell| cell.to_json()))));
            cells.collect()
        };
        Ok(rows.iter().map(cells).collect())
    })
}

/// An unreadable cell differs from every expected one.
fn readable(cell: sqlx::Result<Value>) -> Value {
    cell.unwrap_or_else(|error| json!({ "unreadable": error.to_string() }))
}

async fn events(conn: Borrowed<'_>, ids: &[TableId]) -> sqlx::Result<Vec<StoredEntry>> {
    on!(conn, conn => {
        let mut sql = QueryBuilder::new(crate::store::records::chains::EVENTS_OF);
        push_list(&mut sql, ids).push(" ORDER BY table_id, seq");
        sql.build_query_as().persistent(false).fetch_all(conn).await
    })
}

async fn people<'g>(
    conn: Borrowed<'_>,
    games: impl Iterator<Item = &'g GameRows>,
) -> sqlx::Result<HashMap<PlayerId, Known>> {
    const FIND: &str = "SELECT p.id, p.name, a.created_at AS member_since FROM players p
        LEFT JOIN accounts a ON a.player_id = p.id WHERE p.id IN (";
    let players: BTreeSet<PlayerId> = games.flat_map(GameRows::sitting).collect();
    let players: Vec<PlayerId> = players.into_iter().collect();
    if players.is_empty() {
        return Ok(HashMap::new());
    }
    let known: Vec<Known> = on!(conn, conn => {
        let mut sql = QueryBuilder::new(FIND);
        push_list(&mut sql, &players);
        sql.build_query_as().persistent(false).fetch_all(conn).await
    })?;
    Ok(known.into_iter().map(|known| (known.player, known)).collect())
}
