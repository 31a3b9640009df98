//! A database of its own for each test, and tests that run on both engines.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::sync::OnceLock;

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use thicket_server::store::Store;

use super::postgres;

/// A database with nothing in its tables.
pub(crate) struct Base {
    pub(crate) url: String,
    _folder: Option<tempfile::TempDir>,
}

/// Another program's connection to it.
pub(crate) enum Rival {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Base {
    /// Its file is a copy of one that was made once: the migrations take longer than many a test.
    pub(crate) fn sqlite() -> Self {
        static TEMPLATE: OnceLock<Vec<u8>> = OnceLock::new();
        let template = || {
            let base = Self::empty_sqlite();
            let open = async || base.open().await.close().await;
            let runtime = || tokio::runtime::Runtime::new().unwrap().block_on(open());
            // The thread of a test has a runtime already.
            std::thread::scope(|scope| scope.spawn(runtime).join().unwrap());
            std::fs::read(base.path()).unwrap()
        };
        let base = Self::empty_sqlite();
        let mut file = OpenOptions::new();
        let mut file = file
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(base.path())
            .unwrap();
        file.write_all(TEMPLATE.get_or_init(template)).unwrap();
        base
    }

    /// A database whose file is not there yet.
    pub(crate) fn empty_sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("thicket.db").display());
        Self {
            url,
            _folder: Some(folder),
        }
    }

    pub(crate) async fn postgres() -> Self {
        Self::on(postgres::shared()).await
    }

    /// A database of a Postgres server that other tests do not use.
    pub(crate) async fn on(server: &postgres::Server) -> Self {
        Self::at(server.database().await)
    }

    /// A database that is there already.
    pub(crate) fn at(url: String) -> Self {
        Self { url, _folder: None }
    }

    /// This database, connected to with more options in the URL.
    pub(crate) fn with_options(mut self, options: &str) -> Self {
        self.url = format!("{}&{options}", self.url);
        self
    }

    fn path(&self) -> &str {
        self.url.strip_prefix("sqlite:").expect("a file")
    }

    pub(crate) fn is_postgres(&self) -> bool {
        self.url.starts_with("postgres")
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.url).await.unwrap()
    }

    pub(crate) async fn rival(&self) -> Rival {
        if self.is_postgres() {
            Rival::Postgres(PgConnection::connect(&self.url).await.unwrap())
        } else {
            Rival::Sqlite(SqliteConnection::connect(&self.url).await.unwrap())
        }
    }
}

impl Rival {
    pub(crate) async fn execute(&mut self, sql: impl Into<String>) {
        let sql = AssertSqlSafe(sql.into());
        match self {
            Self::Sqlite(conn) => drop(conn.execute(sql).await.unwrap()),
            Self::Postgres(conn) => drop(conn.execute(sql).await.unwrap()),
        }
    }

    pub(crate) async fn count(&mut self, sql: &'static str) -> i64 {
        match self {
            Self::Sqlite(conn) => sqlx::query_scalar(sql).fetch_one(conn).await.unwrap(),
            Self::Postgres(conn) => sqlx::query_scalar(sql).fetch_one(conn).await.unwrap(),
        }
    }

    /// Makes every query about this table fail until [`Rival::show`].
    pub(crate) async fn hide(&mut self, table: &str) {
        self.execute(format!("ALTER TABLE {table} RENAME TO hidden_{table}"))
            .await;
    }

    pub(crate) async fn show(&mut self, table: &str) {
        self.execute(format!("ALTER TABLE hidden_{table} RENAME TO {table}"))
            .await;
    }

    /// Makes this kind of change (`INSERT`, `UPDATE`) to a table fail until [`Rival::allow`].
    pub(crate) async fn forbid(&mut self, change: &str, table: &str) {
        let sql = match self {
            Self::Sqlite(_) => {
                format!(
                    "CREATE TRIGGER forbidden BEFORE {change} ON {table} BEGIN SELECT RAISE(ABORT, 'forbidden'); END"
                )
            }
            Self::Postgres(_) => format!(
                "CREATE FUNCTION forbid() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'forbidden'; END $$;
                 CREATE TRIGGER forbidden BEFORE {change} ON {table} FOR EACH ROW EXECUTE FUNCTION forbid()"
            ),
        };
        self.execute(sql).await;
    }

    pub(crate) async fn allow(&mut self, table: &str) {
        let sql = match self {
            Self::Sqlite(_) => "DROP TRIGGER forbidden".to_owned(),
            Self::Postgres(_) => format!("DROP TRIGGER forbidden ON {table}; DROP FUNCTION forbid()"),
        };
        self.execute(sql).await;
    }

    /// Keeps everybody else from writing events until `ROLLBACK`.
    pub(crate) async fn lock(&mut self) {
        match self {
            Self::Sqlite(_) => self.execute("BEGIN IMMEDIATE").await,
            Self::Postgres(_) => self.execute("BEGIN; LOCK TABLE events IN EXCLUSIVE MODE").await,
        }
    }
}

/// Runs each test on both engines: `both! { async fn name(base: Base) { … } }`.
macro_rules! both {
    ($(async fn $name:ident($base:ident: Base) $body:block)*) => { $(
        pub(crate) mod $name {
            use super::*;

            pub(crate) async fn run($base: $crate::common::base::Base) $body

            #[tokio::test]
            async fn sqlite() {
                run($crate::common::base::Base::sqlite()).await;
            }

            #[tokio::test]
            async fn postgres() {
                run($crate::common::base::Base::postgres().await).await;
            }
        }
    )* };
}
pub(crate) use both;
