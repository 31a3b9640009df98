//! Everything that lasts in the database, row by row, so that a server can be moved to another database.

use data_encoding::HEXLOWER;
use serde_json::{Map, Value};
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, ColumnIndex, Decode, Executor, QueryBuilder, Row, Type};
use uuid::Uuid;

use super::OpenError;
use super::alive::ALIVE_FOR;
use super::open::connect_options;
use super::sql::{Conn, Engine, on};
use crate::model::bot::Bot;
use crate::moment::now_ms;

/// A table whose rows move, or a part of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The name of the table.
    pub table: &'static str,
    /// Which of its rows; empty for all.
    only: &'static str,
}

const fn all_of(table: &'static str) -> Moved {
    Moved { table, only: "" }
}

/// What moves with a server, each table after those that its rows refer to. A new table has its line here or in [`LEFT`].
pub const MOVED: [Moved; 19] = [
    Moved {
        table: "players",
        only: "companion_of IS NULL",
    },
    // They refer to those whose devices they play on.
    Moved {
        table: "players",
        only: "companion_of IS NOT NULL",
    },
    all_of("accounts"),
    all_of("passkeys"),
    // Of their secrets only hashes are stored. Without its session a guest could never come back.
    all_of("sessions"),
    all_of("tables"),
    all_of("events"),
    all_of("sitters"),
    all_of("table_state"),
    all_of("lobby_tables"),
    all_of("chat"),
    all_of("transfer_links"),
    all_of("rematches"),
    all_of("records"),
    all_of("record_seats"),
    all_of("record_chains"),
    all_of("leaving_players"),
    // By these the new server knows since when none was running: that time counts for nobody's clock.
    all_of("alive"),
    all_of("outages"),
];

/// The tables that do not move: what they say is about the last minutes, or about the database itself.
pub const LEFT: [&str; 6] = [
    "_sqlx_migrations",
    "heartbeat",
    "attempts",
    "passkey_challenges",
    "ended_sessions",
    "stale",
];

/// How many rows are read or written at once.
const PAGE: usize = 200;

/// Why rows could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// There are players or tables in it already.
    #[error("this database is not empty: a server can only be moved into an empty one")]
    NotEmpty,
    /// A server says that it is running.
    #[error("a server is running on this database: please stop it first")]
    Running,
    /// The rows are of a table that does not move.
    #[error("there is no table {0:?} to be filled")]
    UnknownTable(String),
    /// A row is not one of its table.
    #[error("{0}")]
    Row(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Uuid,
    Text,
    Number,
    Real,
    Flag,
    Bytes,
    Json,
}

/// A column of a table.
#[derive(Clone, Debug)]
struct Column {
    name: String,
    kind: Kind,
    /// Its place in the primary key, from 1; 0 if it is no part of it.
    key: i64,
}

/// What stands in a column of a row.
#[derive(Clone, Debug)]
enum Cell {
    Uuid(Option<Uuid>),
    Text(Option<String>),
    Number(Option<i64>),
    Real(Option<f64>),
    Flag(Option<bool>),
    Bytes(Option<Vec<u8>>),
    Json(Option<Json<Value>>),
}

impl Kind {
    /// The kind of a type as either database calls it.
    fn of(name: &str) -> Option<Kind> {
        Some(match name.to_ascii_lowercase().as_str() {
            "uuid" => Kind::Uuid,
            "text" => Kind::Text,
            "bigint" | "int8" => Kind::Number,
            "double precision" | "float8" => Kind::Real,
            "boolean" | "bool" => Kind::Flag,
            "bytea" => Kind::Bytes,
            "jsonb" => Kind::Json,
            _ => return None,
        })
    }
}

impl Cell {
    fn to_json(&self) -> Value {
        match self {
            Cell::Uuid(cell) => cell.map(|id| id.to_string()).into(),
            Cell::Text(cell) => cell.clone().into(),
            Cell::Number(cell) => (*cell).into(),
            Cell::Real(cell) => (*cell).into(),
            Cell::Flag(cell) => (*cell).into(),
            Cell::Bytes(cell) => cell.as_deref().map(|bytes| HEXLOWER.encode(bytes)).into(),
            Cell::Json(cell) => cell.clone().map_or(Value::Null, |Json(value)| value),
        }
    }

    /// None if the value is of another kind.
    fn of_json(kind: Kind, value: &Value) -> Option<Cell> {
        let is_null = value.is_null();
        let text = || value.as_str();
        Some(match kind {
            Kind::Uuid if is_null => Cell::Uuid(None),
            Kind::Uuid => Cell::Uuid(Some(text()?.parse().ok()?)),
            Kind::Text if is_null => Cell::Text(None),
            Kind::Text => Cell::Text(Some(text()?.to_owned())),
            Kind::Number if is_null => Cell::Number(None),
            Kind::Number => Cell::Number(Some(value.as_i64()?)),
            Kind::Real if is_null => Cell::Real(None),
            Kind::Real => Cell::Real(Some(value.as_f64()?)),
            Kind::Flag if is_null => Cell::Flag(None),
            Kind::Flag => Cell::Flag(Some(value.as_bool()?)),
            Kind::Bytes if is_null => Cell::Bytes(None),
            Kind::Bytes => Cell::Bytes(Some(HEXLOWER.decode(text()?.as_bytes()).ok()?)),
            Kind::Json if is_null => Cell::Json(None),
            Kind::Json => Cell::Json(Some(Json(value.clone()))),
        })
    }
}

/// Binds the cells of an iterator to a query, each as what it is.
macro_rules! push_cells {
    ($list:expr, $cells:expr) => {
        for cell in $cells {
            match cell {
                Cell::Uuid(cell) => $list.push_bind(*cell),
                Cell::Text(cell) => $list.push_bind(cell.clone()),
                Cell::Number(cell) => $list.push_bind(*cell),
                Cell::Real(cell) => $list.push_bind(*cell),
                Cell::Flag(cell) => $list.push_bind(*cell),
                Cell::Bytes(cell) => $list.push_bind(cell.clone()),
                Cell::Json(cell) => $list.push_bind(cell.clone()),
            };
        }
    };
}

fn cell<'r, R: Row>(row: &'r R, Column { name, kind, .. }: &Column) -> sqlx::Result<Cell>
where
    for<'c> &'c str: ColumnIndex<R>,
    Uuid: Decode<'r, R::Database> + Type<R::Database>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    f64: Decode<'r, R::Database> + Type<R::Database>,
    bool: Decode<'r, R::Database> + Type<R::Database>,
    Vec<u8>: Decode<'r, R::Database> + Type<R::Database>,
    Json<Value>: Decode<'r, R::Database> + Type<R::Database>,
{
    let name = name.as_str();
    Ok(match kind {
        Kind::Uuid => Cell::Uuid(row.try_get(name)?),
        Kind::Text => Cell::Text(row.try_get(name)?),
        Kind::Number => Cell::Number(row.try_get(name)?),
        Kind::Real => Cell::Real(row.try_get(name)?),
        Kind::Flag => Cell::Flag(row.try_get(name)?),
        Kind::Bytes => Cell::Bytes(row.try_get(name)?),
        Kind::Json => Cell::Json(row.try_get(name)?),
    })
}

/// The columns of a table, in the order of their names.
async fn columns(conn: &mut Conn, table: &str) -> sqlx::Result<Vec<Column>> {
    const SQLITE: &str = "SELECT name, type, pk FROM pragma_table_info($1) ORDER BY name";
    const POSTGRES: &str = "SELECT c.column_name::text, c.udt_name::text, COALESCE(k.ordinal_position, 0)::bigint
        FROM information_schema.columns c
        LEFT JOIN information_schema.table_constraints p ON p.table_schema = c.table_schema
            AND p.table_name = c.table_name AND p.constraint_type = 'PRIMARY KEY'
        LEFT JOIN information_schema.key_column_usage k ON k.constraint_schema = p.constraint_schema
            AND k.constraint_name = p.constraint_name AND k.table_name = c.table_name AND k.column_name = c.column_name
        WHERE c.table_schema = current_schema() AND c.table_name = $1 ORDER BY c.column_name";
    let columns: Vec<(String, String, i64)> = match conn {
        Engine::Sqlite(conn) => sqlx::query_as(SQLITE).bind(table).fetch_all(conn).await?,
        Engine::Postgres(conn) => sqlx::query_as(POSTGRES).bind(table).fetch_all(conn).await?,
    };
    let column = |(name, kind, key): (String, String, i64)| {
        let unknown = || sqlx::Error::Decode(format!("{table}.{name} has the type {kind}").into());
        Ok(Column {
            kind: Kind::of(&kind).ok_or_else(unknown)?,
            name,
            key,
        })
    };
    columns.into_iter().map(column).collect()
}

fn names<'c>(columns: impl Iterator<Item = &'c Column>) -> String {
    columns
        .map(|column| column.name.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

/// The number of the last migration: rows fit only into tables of the same one.
#[must_use]
pub fn schema() -> i64 {
    let migrations = super::migrations::all();
    migrations
        .iter()
        .map(|migration| migration.version)
        .max()
        .unwrap_or(0)
}

/// Reads all rows as they are at one moment, whatever is written meanwhile.
#[derive(Debug)]
pub struct Snapshot {
    conn: Conn,
    /// The place in [`MOVED`].
    part: usize,
    columns: Vec<Column>,
    /// The key of the last row that was read.
    after: Option<Vec<Cell>>,
}

impl Snapshot {
    /// A snapshot of the database at this URL, whose tables are up to date.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn open(url: &str) -> Result<Snapshot, MoveError> {
        let options = connect_options(url)?;
        let conn = options.connect().await;
        let mut conn = conn.map_err(|error| options.connect_error(error))?;
        match &mut conn {
            Engine::Sqlite(conn) => drop(conn.execute("BEGIN").await?),
            Engine::Postgres(conn) => {
                conn.execute("SET idle_in_transaction_session_timeout = 0")
                    .await?;
                conn.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                    .await?;
            }
        }
        let columns = columns(&mut conn, MOVED[0].table).await?;
        Ok(Snapshot {
            conn,
            part: 0,
            columns,
            after: None,
        })
    }

    /// The next rows and the name of their table; none after the last ones.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn next_rows(&mut self) -> Result<Option<(&'static str, Vec<Value>)>, MoveError> {
        while let Some(moved) = MOVED.get(self.part) {
            let rows = self.page(*moved).await?;
            if let Some(last) = rows.last() {
                self.after = Some(self.key(last));
                let rows = rows.iter().map(|row| self.json(row)).collect();
                return Ok(Some((moved.table, rows)));
            }
            self.part += 1;
            self.after = None;
            if let Some(next) = MOVED.get(self.part) {
                self.columns = columns(&mut self.conn, next.table).await?;
            }
        }
        Ok(None)
    }

    async fn page(&mut self, moved: Moved) -> sqlx::Result<Vec<Vec<Cell>>> {
        let all = names(self.columns.iter());
        let key = names(self.by_key().into_iter());
        let from = format!("SELECT {all} FROM {} WHERE TRUE", moved.table);
        let only = match moved.only {
            "" => String::new(),
            only => format!(" AND {only}"),
        };
        let order = format!(" ORDER BY {key} LIMIT {PAGE}");
        on!(&mut self.conn, conn => {
            let mut sql = QueryBuilder::new(from + &only);
            if let Some(after) = &self.after {
                sql.push(format!(" AND ({key}) > ("));
                let mut list = sql.separated(", ");
                push_cells!(list, after);
                sql.push(")");
            }
            let rows = sql.push(order).build().persistent(false).fetch_all(conn).await?;
            let cells = |row| self.columns.iter().map(|column| cell(row, column)).collect();
            rows.iter().map(cells).collect()
        })
    }

    /// The columns of the primary key, in its order.
    fn by_key(&self) -> Vec<&Column> {
        let mut key: Vec<&Column> = self.columns.iter().filter(|column| column.key > 0).collect();
        key.sort_by_key(|column| column.key);
        key
    }

    fn key(&self, row: &[Cell]) -> Vec<Cell> {
        let of = |wanted: &Column| {
            let at = self.columns.iter().position(|column| column.name == wanted.name);
            at.and_then(|at| row.get(at)).cloned()
        };
        self.by_key().into_iter().filter_map(of).collect()
    }

    fn json(&self, row: &[Cell]) -> Value {
        let cells = self.columns.iter().zip(row);
        let cells = cells.map(|(column, cell)| (column.name.clone(), cell.to_json()));
        Value::Object(cells.collect())
    }
}

/// Fills an empty database in one transaction: as long as it is not committed, nothing is there.
#[derive(Debug)]
pub struct Filling {
    conn: Conn,
    table: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

impl Filling {
    /// Begins to fill the database at this URL, whose tables are up to date.
    ///
    /// # Errors
    /// When it cannot be opened, is not empty, or a server is running on it.
    pub async fn open(url: &str) -> Result<Filling, MoveError> {
        let options = connect_options(url)?;
        let conn = options.connect().await;
        let mut conn = conn.map_err(|error| options.connect_error(error))?;
        match &mut conn {
            Engine::Sqlite(conn) => drop(conn.execute("BEGIN IMMEDIATE").await?),
            Engine::Postgres(conn) => {
                conn.execute("SET idle_in_transaction_session_timeout = 0")
                    .await?;
                conn.execute("BEGIN; LOCK TABLE players, tables IN EXCLUSIVE MODE")
                    .await?;
            }
        }
        let mut filling = Filling {
            conn,
            table: String::new(),
            columns: Vec::new(),
            rows: Vec::new(),
        };
        filling.clear().await?;
        Ok(filling)
    }

    /// Checks that there is nothing to be lost, and takes out the bots and the rows of servers that have run here.
    async fn clear(&mut self) -> Result<(), MoveError> {
        let players = self.count("SELECT COUNT(*) FROM players").await?;
        if players > Bot::all().count() as i64 || self.count("SELECT COUNT(*) FROM tables").await? > 0 {
            return Err(MoveError::NotEmpty);
        }
        let lately = now_ms() - ALIVE_FOR.as_millis() as i64;
        let running = format!("SELECT COUNT(*) FROM alive WHERE NOT stopped AND at >= {lately}");
        if matches!(self.conn, Engine::Postgres(_)) && self.count(&running).await? > 0 {
            return Err(MoveError::Running);
        }
        for moved in MOVED.iter().rev() {
            let delete = format!("DELETE FROM {}", moved.table);
            on!(&mut self.conn, conn => conn.execute(AssertSqlSafe(delete)).await.map(drop))?;
        }
        Ok(())
    }

    async fn count(&mut self, sql: &str) -> sqlx::Result<i64> {
        let sql = AssertSqlSafe(sql.to_owned());
        on!(&mut self.conn, conn => sqlx::query_scalar(sql).persistent(false).fetch_one(conn).await)
    }

    /// Adds a row; it is written with those that follow. Tells whether rows were written.
    ///
    /// # Errors
    /// When it is no row of that table, or the rows before it cannot be written.
    pub async fn add(&mut self, table: &str, row: &Value) -> Result<bool, MoveError> {
        let is_due = self.table != table || self.rows.len() >= PAGE;
        if is_due {
            self.write().await?;
        }
        if self.table != table {
            if !MOVED.iter().any(|moved| moved.table == table) {
                return Err(MoveError::UnknownTable(table.to_owned()));
            }
            self.columns = columns(&mut self.conn, table).await?;
            table.clone_into(&mut self.table);
        }
        let row = self.cells(row).map_err(MoveError::Row)?;
        self.rows.push(row);
        Ok(is_due)
    }

    fn cells(&self, row: &Value) -> Result<Vec<Cell>, String> {
        let empty = Map::new();
        let row = row.as_object().unwrap_or(&empty);
        let cell = |column: &Column| {
            let Column { name, kind, .. } = column;
            let value = row.get(name);
            let value = value.ok_or_else(|| format!("a row of {} has no {name}", self.table))?;
            Cell::of_json(*kind, value).ok_or_else(|| format!("{}.{name} cannot be {value}", self.table))
        };
        let cells: Result<Vec<Cell>, String> = self.columns.iter().map(cell).collect();
        match row
            .keys()
            .find(|name| !self.columns.iter().any(|column| column.name == **name))
        {
            Some(unknown) => Err(format!("{} has no column {unknown:?}", self.table)),
            None => cells,
        }
    }

    /// Writes the rows that were added.
    ///
    /// # Errors
    /// When the database refuses one of them.
    pub async fn write(&mut self) -> Result<(), MoveError> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let into = format!("INSERT INTO {} ({}) ", self.table, names(self.columns.iter()));
        on!(&mut self.conn, conn => {
            let mut sql = QueryBuilder::new(into);
            sql.push_values(&rows, |mut list, row| push_cells!(list, row));
            sql.build().persistent(false).execute(conn).await.map(drop)
        })?;
        Ok(())
    }

    /// Writes the rest and makes all of it last.
    ///
    /// # Errors
    /// When the database refuses it: then nothing is there.
    pub async fn commit(mut self) -> Result<(), MoveError> {
        self.write().await?;
        on!(&mut self.conn, conn => conn.execute("COMMIT").await.map(drop))?;
        Ok(self.conn.close().await?)
    }
}
