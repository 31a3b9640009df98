//! Restoring dumped rows.

use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, Executor, QueryBuilder};

use super::{DUMPED_TABLES, MoveError, PAGE, begin};
use crate::model::player::bot::Bot;
use crate::store::engine::cells::{Cell, Column, columns, names, push_cells};
use crate::store::engine::open::connect_options;
use crate::store::engine::sql::{Conn, Engine, on};
use crate::store::log::alive::ALIVE_FOR;
use crate::time::now_ms;

/// Fills an empty database in one transaction, which becomes visible with its commit.
#[derive(Debug)]
pub struct Restore {
    conn: Conn,
    table: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

impl Restore {
    /// Begins to fill the database at this URL, whose tables are up to date. An error if it is not empty, or a server
    /// runs on it.
    pub async fn open(url: &str) -> Result<Restore, MoveError> {
        let conn = begin(
            &connect_options(url)?,
            "BEGIN IMMEDIATE",
            "BEGIN; LOCK TABLE players, tables IN EXCLUSIVE MODE",
        )
        .await?;
        let mut restore = Restore {
            conn,
            table: String::new(),
            columns: Vec::new(),
            rows: Vec::new(),
        };
        restore.clear().await?;
        Ok(restore)
    }

    /// Checks that no data would be lost, and deletes the bots and the rows of servers that have run here.
    async fn clear(&mut self) -> Result<(), MoveError> {
        let players = self.count("SELECT COUNT(*) FROM players").await?;
        if players > Bot::all().count() as i64 || self.count("SELECT COUNT(*) FROM tables").await? > 0 {
            return Err(MoveError::NotEmpty);
        }
        let lately = now_ms() - ALIVE_FOR;
        let running = format!("SELECT COUNT(*) FROM alive WHERE NOT stopped AND at >= {lately}");
        if matches!(self.conn, Engine::Postgres(_)) && self.count(&running).await? > 0 {
            return Err(MoveError::Running);
        }
        for moved in DUMPED_TABLES.iter().rev() {
            let delete = format!("DELETE FROM {}", moved.table);
            on!(&mut self.conn, conn => conn.execute(AssertSqlSafe(delete)).await.map(drop))?;
        }
        Ok(())
    }

    async fn count(&mut self, sql: &str) -> sqlx::Result<i64> {
        let sql = AssertSqlSafe(sql.to_owned());
        on!(&mut self.conn, conn => sqlx::query_scalar(sql).persistent(false).fetch_one(conn).await)
    }

    /// Adds a row; it is written with later ones. Returns whether rows were written.
    pub async fn add(&mut self, table: &str, row: &Value) -> Result<bool, MoveError> {
        let is_due = self.table != table || self.rows.len() >= PAGE;
        if is_due {
            self.write().await?;
        }
        if self.table != table {
            if !DUMPED_TABLES.iter().any(|moved| moved.table == table) {
                return Err(MoveError::UnknownTable(table.to_owned()));
            }
            self.columns = columns(self.conn.borrowed(), table).await?;
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

    /// Writes the rest and commits.
    pub async fn commit(mut self) -> Result<(), MoveError> {
        self.write().await?;
        on!(&mut self.conn, conn => conn.execute("COMMIT").await.map(drop))?;
        Ok(self.conn.close().await?)
    }
}
