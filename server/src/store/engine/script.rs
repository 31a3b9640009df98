//! Statements that are run one after the other, whatever those before them found.
//!
//! SQLite's connection lives in a thread of its own, and each query costs two switches of threads. So SQLite gets all
//! statements of a script as one query. Postgres gets each as it comes.

use std::fmt::Write;

use sqlx::error::BoxDynError;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, AssertSqlSafe, Encode, Error, SqlSafeStr, Sqlite, Type};

use super::sql::{Engine, Tx};

/// A longer script is run once: it would take the place of many prepared statements.
const MOST_KEPT: usize = 16;
/// How many scripts stay prepared.
pub(in crate::store) const SCRIPTS: usize = 24;

/// Statements of a transaction.
pub(in crate::store) struct Script<'s, 't> {
    tx: &'s mut Tx<'t>,
    waiting: Waiting,
}

/// What SQLite has not got yet.
#[derive(Default)]
pub(in crate::store) struct Waiting {
    sql: String,
    arguments: SqliteArguments,
    statements: usize,
}

/// Adds a statement. The second expression binds its parameters: `query` is one of sqlx, or has the same `bind`.
macro_rules! add {
    ($script:expr, $sql:expr, $query:ident => $bound:expr) => {
        match $script.parts() {
            ($crate::store::engine::sql::Engine::Sqlite(_), waiting) => {
                let $query = waiting.statement($sql);
                ($bound).end()
            }
            ($crate::store::engine::sql::Engine::Postgres(tx), _) => {
                let $query = sqlx::query($sql);
                ($bound).execute(&mut **tx).await.map(drop)
            }
        }
    };
}
pub(in crate::store) use add;

impl<'s, 't> Script<'s, 't> {
    pub(in crate::store) fn new(tx: &'s mut Tx<'t>) -> Self {
        Script {
            tx,
            waiting: Waiting::default(),
        }
    }

    /// Both sides, for [`add!`].
    pub(in crate::store) fn parts(&mut self) -> (&mut Tx<'t>, &mut Waiting) {
        (self.tx, &mut self.waiting)
    }

    /// The transaction, which may not have run all statements yet.
    pub(in crate::store) fn transaction(&self) -> &Tx<'t> {
        self.tx
    }

    /// Runs what was added, and gives the transaction for whatever has to see it.
    pub(in crate::store) async fn run(&mut self) -> sqlx::Result<&mut Tx<'t>> {
        if let Engine::Sqlite(tx) = self.tx
            && self.waiting.statements > 0
        {
            let Waiting {
                sql,
                arguments,
                statements,
            } = std::mem::take(&mut self.waiting);
            let query = sqlx::query_with(AssertSqlSafe(sql), arguments);
            query
                .persistent(statements <= MOST_KEPT)
                .execute(&mut **tx)
                .await?;
        }
        Ok(self.tx)
    }
}

impl Waiting {
    pub(in crate::store) fn statement(&mut self, sql: impl SqlSafeStr) -> Statement<'_> {
        let before = self.arguments.len();
        push_renumbered(&mut self.sql, sql.into_sql_str().as_str(), before);
        self.sql.push_str(";\n");
        self.statements += 1;
        Statement {
            arguments: &mut self.arguments,
            failed: None,
        }
    }
}

/// A statement for SQLite whose parameters are being bound.
pub(in crate::store) struct Statement<'w> {
    arguments: &'w mut SqliteArguments,
    failed: Option<BoxDynError>,
}

impl Statement<'_> {
    pub(in crate::store) fn bind<'v, T: Encode<'v, Sqlite> + Type<Sqlite>>(mut self, value: T) -> Self {
        if let Err(error) = self.arguments.add(value) {
            self.failed.get_or_insert(error);
        }
        self
    }

    /// # Errors
    /// The first value that cannot be written.
    pub(in crate::store) fn end(self) -> sqlx::Result<()> {
        self.failed.map_or(Ok(()), |error| Err(Error::Encode(error)))
    }
}

/// Appends a statement with `$1` or the first `?` as the parameter after those `before` it.
fn push_renumbered(text: &mut String, sql: &str, before: usize) {
    let (mut rest, mut unnumbered) = (sql, 0);
    while let Some(at) = rest.find(['$', '?']) {
        let (head, tail) = rest.split_at(at);
        let after = &tail[1..];
        let digits = after
            .find(|char: char| !char.is_ascii_digit())
            .unwrap_or(after.len());
        let number = after[..digits].parse().unwrap_or_else(|_| {
            unnumbered += 1;
            unnumbered
        });
        text.push_str(head);
        write!(text, "${}", before + number).expect("text");
        rest = &after[digits..];
    }
    text.push_str(rest);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use sqlx::{Connection, Row};

    use super::*;
    use crate::store::engine::open;
    use crate::store::engine::sql::Conn;

    async fn database(folder: &std::path::Path) -> Conn {
        let url = format!("sqlite://{}/test.db", folder.display());
        let mut conn = open::connect_options(&url).unwrap().connect().await.unwrap();
        let Engine::Sqlite(sqlite) = &mut conn else {
            panic!("not SQLite")
        };
        let create = "CREATE TABLE pairs (one BIGINT PRIMARY KEY, other TEXT)";
        sqlx::query(create).execute(sqlite).await.unwrap();
        conn
    }

    async fn pairs(conn: Conn) -> Vec<(i64, Option<String>)> {
        let Engine::Sqlite(mut conn) = conn else {
            panic!("not SQLite")
        };
        let rows = sqlx::query("SELECT one, other FROM pairs ORDER BY one");
        let rows = rows.fetch_all(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        rows.iter().map(|row| (row.get(0), row.get(1))).collect()
    }

    #[tokio::test]
    async fn each_statement_has_its_own_parameters() {
        let folder = tempfile::tempdir().unwrap();
        let mut conn = database(folder.path()).await;
        let mut tx = conn.begin(&[]).await.unwrap();
        let mut script = Script::new(&mut tx);
        add!(script, "INSERT INTO pairs VALUES ($1, $2), ($1 + 1, $2)", query => query.bind(1_i64).bind("a"))
            .unwrap();
        add!(script, "INSERT INTO pairs VALUES (?, ?)", query => query.bind(5_i64).bind("b")).unwrap();
        add!(script, "UPDATE pairs SET other = $2 WHERE one = $1", query => query.bind(2_i64).bind("c"))
            .unwrap();
        script.run().await.unwrap();
        add!(script, "INSERT INTO pairs VALUES ($1, NULL)", query => query.bind(9_i64)).unwrap();
        script.run().await.unwrap();
        script.run().await.unwrap();
        tx.commit().await.unwrap();
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(
            pairs(conn).await,
            [(1, text("a")), (2, text("c")), (5, text("b")), (9, None)]
        );
    }

    #[tokio::test]
    async fn a_statement_that_fails_ends_the_script() {
        let folder = tempfile::tempdir().unwrap();
        let mut conn = database(folder.path()).await;
        let mut tx = conn.begin(&[]).await.unwrap();
        let mut script = Script::new(&mut tx);
        for _ in 0..2 {
            add!(script, "INSERT INTO pairs VALUES ($1, $2)", query => query.bind(1_i64).bind("a")).unwrap();
        }
        let failed = script.run().await.map(drop).unwrap_err();
        assert!(
            failed
                .as_database_error()
                .is_some_and(|error| error.is_unique_violation())
        );
        tx.rollback().await.unwrap();
        assert_eq!(pairs(conn).await, []);
    }
}
