//! Rematches: at which table the players of a finished game may play again.

use crate::ids::{TableCode, TableId};
use crate::store::engine::from_row::{from_row, parse};
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::{Store, StoreError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RematchRow {
    pub code: TableCode,
    pub by_name: String,
}

from_row!(RematchRow, row => RematchRow {
    code: parse(row, "code")?,
    by_name: row.try_get("by_name")?,
});

impl Store {
    pub async fn rematch(&self, table: TableId) -> Result<Option<RematchRow>, StoreError> {
        const FIND: &str = "SELECT code, by_name FROM rematches WHERE table_id = $1";
        read!(self, conn => sqlx::query_as(FIND).bind(table).fetch_optional(conn))
    }
}

/// Written in the transaction of the event, whose number decides between two proposals.
pub(in crate::store) async fn insert(
    tx: &mut Tx<'_>,
    table: TableId,
    next: TableId,
    code: &TableCode,
    by: &str,
) -> sqlx::Result<()> {
    const INSERT: &str = "INSERT INTO rematches (table_id, next, code, by_name) VALUES ($1, $2, $3, $4)";
    execute!(tx, INSERT; table, next, code.as_str(), by).map(drop)
}
