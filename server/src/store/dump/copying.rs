//! Copying a database into a SQLite file with tables of the same version.

use std::path::Path;

use futures_util::TryStreamExt;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection, Executor, QueryBuilder};

use super::{BEGIN_READING, PAGE, PATIENT};
use crate::store::engine::cells::{Cell, cell, columns, names, push_cells};
use crate::store::engine::migrations;
use crate::store::engine::sql::{Conn, ConnectOptions, Engine, on};

/// Copies everything in a database of this version into a file.
pub(super) async fn copy_into(from: &ConnectOptions, file: &Path, version: i64) -> sqlx::Result<()> {
    match from.connect().await? {
        Engine::Sqlite(mut from) => {
            let file = file.to_string_lossy().into_owned();
            sqlx::query("VACUUM INTO $1")
                .bind(file)
                .execute(&mut from)
                .await?;
            from.close().await
        }
        Engine::Postgres(mut from) => {
            let to = SqliteConnectOptions::new().filename(file).create_if_missing(true);
            let mut to = to.foreign_keys(false).connect().await?;
            migrations::up_to(version)
                .run_direct(None, &mut to, false)
                .await?;
            from.execute(PATIENT).await?;
            from.execute(BEGIN_READING).await?;
            let mut to = Engine::Sqlite(to);
            copy_tables(&mut from, &mut to).await?;
            to.close().await
        }
    }
}

async fn copy_tables(from: &mut PgConnection, to: &mut Conn) -> sqlx::Result<()> {
    const TABLES: &str = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '_sqlx%'";
    let tables: Vec<String> = on!(&mut *to, to => sqlx::query_scalar(TABLES).fetch_all(to).await)?;
    on!(&mut *to, to => to.execute("BEGIN").await.map(drop))?;
    for table in tables {
        copy_rows(from, to, &table).await?;
    }
    on!(to, to => to.execute("COMMIT").await.map(drop))
}

async fn copy_rows(from: &mut PgConnection, to: &mut Conn, table: &str) -> sqlx::Result<()> {
    let columns = columns(to.borrowed(), table).await?;
    // A migration may have put rows there.
    on!(&mut *to, to => to.execute(AssertSqlSafe(format!("DELETE FROM {table}"))).await.map(drop))?;
    let names = names(columns.iter());
    let mut found = sqlx::query(AssertSqlSafe(format!("SELECT {names} FROM {table}"))).fetch(from);
    let mut rows: Vec<Vec<Cell>> = Vec::with_capacity(PAGE);
    let into = format!("INSERT INTO {table} ({names}) ");
    while let Some(row) = found.try_next().await? {
        rows.push(
            columns
                .iter()
                .map(|column| cell(&row, column))
                .collect::<sqlx::Result<_>>()?,
        );
        if rows.len() == PAGE {
            insert(to, &into, &rows).await?;
            rows.clear();
        }
    }
    match rows.is_empty() {
        true => Ok(()),
        false => insert(to, &into, &rows).await,
    }
}

async fn insert(to: &mut Conn, into: &str, rows: &[Vec<Cell>]) -> sqlx::Result<()> {
    on!(to, to => {
        let mut sql = QueryBuilder::new(into);
        sql.push_values(rows, |mut list, row| push_cells!(list, row));
        sql.build().persistent(false).execute(to).await.map(drop)
    })
}
