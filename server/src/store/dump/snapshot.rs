//! Reading the rows of a dump.

use serde_json::Value;
use sqlx::QueryBuilder;

use super::reading::Reading;
use super::{BEGIN_READING, DUMPED_TABLES, DumpedTable, MoveError, PAGE, begin};
use crate::store::engine::cells::{Cell, Column, cell, columns, names, push_cells};
use crate::store::engine::sql::{Conn, on};

/// Reads all rows in one state, whatever is written meanwhile.
#[derive(Debug)]
pub struct Snapshot {
    conn: Conn,
    /// The index in [`DUMPED_TABLES`].
    part: usize,
    columns: Vec<Column>,
    /// The key of the last row that was read.
    after: Option<Vec<Cell>>,
}

impl Snapshot {
    pub async fn open(reading: &Reading) -> Result<Snapshot, MoveError> {
        let mut conn = begin(&reading.options, "BEGIN", BEGIN_READING).await?;
        let columns = columns(conn.borrowed(), DUMPED_TABLES[0].table).await?;
        Ok(Snapshot {
            conn,
            part: 0,
            columns,
            after: None,
        })
    }

    /// The next rows and the name of their table; `None` after the last ones.
    pub async fn next_rows(&mut self) -> Result<Option<(&'static str, Vec<Value>)>, MoveError> {
        while let Some(moved) = DUMPED_TABLES.get(self.part) {
            let rows = self.page(*moved).await?;
            if let Some(last) = rows.last() {
                self.after = Some(self.key(last));
                let rows = rows.iter().map(|row| self.json(row)).collect();
                return Ok(Some((moved.table, rows)));
            }
            self.part += 1;
            self.after = None;
            if let Some(next) = DUMPED_TABLES.get(self.part) {
                self.columns = columns(self.conn.borrowed(), next.table).await?;
            }
        }
        Ok(None)
    }

    async fn page(&mut self, moved: DumpedTable) -> sqlx::Result<Vec<Vec<Cell>>> {
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
