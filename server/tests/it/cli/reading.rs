//! Commands that only read: they leave databases of every version as they are, and disturb no server.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use futures_util::future::join_all;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Connection, SqlSafeStr, SqlStr, SqliteConnection};

use super::*;
use crate::common::base::Rival;
use crate::common::party::Party;
use crate::common::process::Process;
use crate::common::server::Server;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The migrations with these numbers.
fn migrations(versions: impl Fn(i64) -> bool) -> Vec<Migration> {
    let files = fs::read_dir(folder("../migrations")).unwrap();
    let migration = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let (version, description) = name.split_once('_').unwrap();
        let description = description.replace('_', " ");
        let sql: SqlStr = AssertSqlSafe(fs::read_to_string(&path).unwrap()).into_sql_str();
        Migration::new(
            version.parse().unwrap(),
            description.into(),
            MigrationType::Simple,
            sql,
            false,
        )
    };
    let files = files.map(|file| migration(file.unwrap().path()));
    let mut files: Vec<Migration> = files.filter(|migration| versions(migration.version)).collect();
    files.sort_by_key(|migration| migration.version);
    files
}

fn newest() -> i64 {
    migrations(|_| true).last().unwrap().version
}

/// Brings a database from no version to this one.
async fn migrate(rival: &mut Rival, version: i64) {
    let migrations = Migrator::with_migrations(migrations(|number| number <= version));
    match rival {
        Rival::Sqlite(conn) => migrations.run_direct(None, conn, false).await.unwrap(),
        Rival::Postgres(conn) => migrations.run_direct(None, conn, false).await.unwrap(),
    }
}

/// A SQLite database as a program of this version would have left it, with the games of the first release; every other one as a
/// copy that was made by VACUUM INTO.
async fn of_version(version: i64) -> Base {
    let base = Base::sqlite();
    let file = base.url.strip_prefix("sqlite:").unwrap();
    fs::copy(folder("tests/it/databases/0.1.0.db"), file).unwrap();
    let mut rival = base.rival().await;
    if version % 2 == 0 {
        rival.execute("PRAGMA journal_mode = WAL").await;
    }
    migrate(&mut rival, version).await;
    let Rival::Sqlite(conn) = rival else { panic!() };
    conn.close().await.unwrap();
    base
}

/// Every file of a SQLite database, to the byte.
fn files(base: &Base) -> BTreeMap<PathBuf, Vec<u8>> {
    let file = Path::new(base.url.strip_prefix("sqlite:").unwrap());
    let files = fs::read_dir(file.parent().unwrap()).unwrap();
    let files = files.map(|file| file.unwrap().path());
    files
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect()
}

async fn command(base: &Base, args: &[&str]) -> Ended {
    run(
        &[&[args[0], "--database-url", &base.url], &args[1..]].concat(),
        "",
    )
    .await
}

async fn is_verified_as_it_is(version: i64) {
    let base = of_version(version).await;
    let (before, newest) = (files(&base), newest());
    let ended = command(&base, &["verify"]).await;
    assert_eq!(
        (ended.status, ended.complained.as_str()),
        (0, ""),
        "{version}: {ended:?}"
    );
    let versions = format!("The database is of version {version}, this program knows {newest}.");
    assert!(ended.said.starts_with(&versions), "{ended:?}");
    let is_copy = ended.said.contains("a copy of it that was brought up to date");
    assert_eq!(is_copy, version < newest, "{ended:?}");
    assert!(
        ended
            .said
            .contains("1 records and 2 unfinished games replayed; 0 disagree."),
        "{ended:?}"
    );
    assert!(files(&base) == before, "version {version} was changed");
}

#[tokio::test]
async fn databases_of_all_versions_are_verified_and_stay_as_they_are() {
    join_all((1..=newest()).map(is_verified_as_it_is)).await;
}

#[tokio::test]
async fn an_old_database_is_exported_read_and_not_written_to() {
    let newest = newest();
    let old = Ended {
        status: 1,
        said: String::new(),
        complained: format!(
            "thicket: The database is of version 4, this program knows {newest}: start the server once, which brings it up to date.\n"
        ),
    };
    let base = of_version(4).await;
    let notes = fs::read_to_string(folder("tests/it/databases/0.1.0.json")).unwrap();
    let notes: serde_json::Value = serde_json::from_str(&notes).unwrap();
    let code = notes["over"].as_str().unwrap();
    let before = files(&base);
    let out = tempfile::tempdir().unwrap();
    let (export, temporary) = (out.path().join("export"), out.path().join("tmp"));
    fs::create_dir(&temporary).unwrap();
    let exported = program(&["export", "--database-url", &base.url, export.to_str().unwrap()])
        .env("TMPDIR", &temporary)
        .output()
        .await
        .unwrap();
    assert!(exported.status.success(), "{exported:?}");
    assert_eq!(
        fs::read_dir(&temporary).unwrap().count(),
        0,
        "the copy is removed"
    );
    let chat = command(&base, &["admin", "chat", code]).await;
    assert_eq!((chat.status, chat.complained.as_str()), (0, ""));
    let ratings = command(&base, &["ratings", "verify"]).await;
    assert_eq!((ratings.status, ratings.complained.as_str()), (0, ""));
    for args in [
        &["admin", "hide", code][..],
        &["admin", "sign-out", "--all"],
        &["ratings", "recompute"],
    ] {
        assert_eq!(command(&base, args).await, old, "{args:?}");
    }
    assert!(files(&base) == before, "the database was changed");

    // What was exported is of this version.
    let other = Base::sqlite();
    let imported = command(&other, &["import", export.to_str().unwrap()]).await;
    assert_eq!((imported.status, imported.complained.as_str()), (0, ""));
    let ended = command(&other, &["verify"]).await;
    assert!(
        ended.status == 0
            && ended
                .said
                .contains("1 records and 2 unfinished games replayed; 0"),
        "{ended:?}"
    );
}

#[tokio::test]
async fn a_running_server_and_what_a_killed_one_left_are_read_as_they_are() {
    let base = Base::sqlite();
    let server = Process::start(&base).await;
    let mut party = Party::started(server.address, 2).await;
    party.play("e5").await;
    party.resign(0).await;
    let mut party = Party::started(server.address, 2).await;
    party.play("e5").await;
    let export = tempfile::tempdir().unwrap();
    for args in [&["verify"][..], &["export", export.path().to_str().unwrap()]] {
        let ended = command(&base, args).await;
        assert_eq!((ended.status, ended.complained.as_str()), (0, ""), "{ended:?}");
    }
    party.play("f6").await;
    server.kill().await;
    let before = files(&base);
    let wal = before
        .iter()
        .find(|(path, _)| path.to_str().unwrap().ends_with("-wal"));
    assert!(
        !wal.unwrap().1.is_empty(),
        "the last turn is in the journal alone"
    );
    let ended = command(&base, &["verify"]).await;
    assert!(
        ended
            .said
            .contains("1 records and 1 unfinished games replayed; 0"),
        "{ended:?}"
    );
    for (path, bytes) in before {
        // The index of the journal has the marks of those who read.
        if !path.to_str().unwrap().ends_with("-shm") {
            assert!(fs::read(&path).unwrap() == bytes, "{path:?} was changed");
        }
    }
}

/// A backup on a medium that cannot be written, read by somebody who may do nothing else.
#[tokio::test]
async fn a_folder_that_cannot_be_written_is_enough() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    Party::started(server.address, 2).await.resign(0).await;
    server.stop().await;
    let file = PathBuf::from(base.url.strip_prefix("sqlite:").unwrap());
    let parent = file.parent().unwrap();
    let set = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    set(&file, 0o444);
    set(parent, 0o555);
    let verify = async || {
        let mut command = program(&["verify", "--database-url", &base.url]);
        if rustix::process::getuid().is_root() {
            command.uid(65534).gid(65534);
        }
        let output = command.output().await.unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    };
    let (status, said) = verify().await;
    assert!(
        status == Some(0) && said.contains("1 records and 0 unfinished games replayed; 0"),
        "{said}"
    );
    let left: Vec<_> = fs::read_dir(parent)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert!(
        !left.iter().any(|name| name.to_str().unwrap().ends_with("-wal")),
        "{left:?}"
    );
    // With a journal that only a new file would make readable.
    set(parent, 0o755);
    fs::write(file.with_file_name("thicket.db-wal"), "").unwrap();
    set(parent, 0o555);
    let (status, said) = verify().await;
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.ends_with(
            "has a -wal file, which cannot be read where no file can be made: copy both into another folder\n"
        ),
        "{said}"
    );
    set(parent, 0o755);
}

/// Leaves no table, and of SQLite a file with nothing in it.
async fn empty(base: &Base) {
    match base.url.strip_prefix("sqlite:") {
        Some(file) => fs::write(file, "").unwrap(),
        None => {
            base.rival()
                .await
                .execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
                .await
        }
    }
}

both! {
    async fn an_empty_database_and_that_of_a_newer_program_are_only_looked_at(base: Base) {
        empty(&base).await;
        let empty = command(&base, &["verify"]).await;
        assert!(empty.status == 1 && empty.complained.contains("there is nothing of Thicket in the database"), "{empty:?}");
        assert_eq!(empty.complained.lines().count(), 1, "{empty:?}");
        base.open().await.close().await;
        let newer = "UPDATE _sqlx_migrations SET version = 1000 WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)";
        base.rival().await.execute(newer).await;
        let sentence = format!("thicket: The database is of version 1000, this program knows {}.\n", newest());
        let out = tempfile::tempdir().unwrap();
        let out = out.path().to_str().unwrap();
        for args in [&["verify"][..], &["export", out], &["admin", "chat", "x"], &["admin", "sign-out", "--all"], &["ratings", "verify"]] {
            let ended = command(&base, args).await;
            assert_eq!((ended.status, ended.complained.as_str()), (1, sentence.as_str()), "{args:?}");
        }
    }
}

/// By a role that may only read, on the tables of the first version and on some later ones.
#[tokio::test]
async fn a_postgres_of_an_older_version_is_read_by_who_may_do_nothing_else() {
    for version in [1, 9, newest()] {
        let base = Base::postgres().await;
        empty(&base).await;
        let mut rival = base.rival().await;
        migrate(&mut rival, 1).await;
        for statement in statements_of_0_1_0().await {
            rival.execute(statement).await;
        }
        migrate(&mut rival, version).await;
        let role = format!("reader_{}", uuid::Uuid::now_v7().simple());
        for sql in [
            format!("CREATE ROLE {role} LOGIN"),
            format!("GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}"),
            format!("GRANT USAGE ON SCHEMA public TO {role}"),
        ] {
            rival.execute(sql).await;
        }
        let reader = Base::at(with_user(&base.url, &role));
        let ended = command(&reader, &["verify"]).await;
        assert_eq!(
            (ended.status, ended.complained.as_str()),
            (0, ""),
            "{version}: {ended:?}"
        );
        assert!(
            ended
                .said
                .starts_with(&format!("The database is of version {version}, ")),
            "{ended:?}"
        );
        assert!(
            ended
                .said
                .contains("1 records and 2 unfinished games replayed; 0 disagree."),
            "{ended:?}"
        );
        let out = tempfile::tempdir().unwrap();
        let ended = command(&reader, &["export", out.path().to_str().unwrap()]).await;
        assert_eq!(
            (ended.status, ended.complained.as_str()),
            (0, ""),
            "{version}: {ended:?}"
        );
        rival.execute(format!("DROP OWNED BY {role}")).await;
        rival.execute(format!("DROP ROLE {role}")).await;
    }
}

fn with_user(url: &str, user: &str) -> String {
    let mut url = url::Url::parse(url).unwrap();
    url.set_username(user).unwrap();
    url.into()
}

/// The rows of the database of the first release, as statements that Postgres understands.
async fn statements_of_0_1_0() -> Vec<String> {
    let url = format!(
        "sqlite:{}?mode=ro",
        folder("tests/it/databases/0.1.0.db").display()
    );
    let mut conn = SqliteConnection::connect(&url).await.unwrap();
    let mut statements = Vec::new();
    for table in [
        "players",
        "sessions",
        "tables",
        "events",
        "sitters",
        "records",
        "record_seats",
    ] {
        let columns: Vec<(String, String)> = sqlx::query_as("SELECT name, type FROM pragma_table_info($1)")
            .bind(table)
            .fetch_all(&mut conn)
            .await
            .unwrap();
        let value = |(name, kind): &(String, String)| match kind.as_str() {
            "UUID" => format!("COALESCE('''' || NULLIF(hex({name}), '') || '''::uuid', 'NULL')"),
            "BYTEA" => format!("'''\\x' || hex({name}) || '''::bytea'"),
            "BOOLEAN" => format!("CASE WHEN {name} THEN 'TRUE' ELSE 'FALSE' END"),
            _ => format!("quote({name})"),
        };
        let values: Vec<String> = columns.iter().map(value).collect();
        let sql = format!("SELECT {} FROM {table}", values.join(" || ', ' || "));
        let rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql))
            .fetch_all(&mut conn)
            .await
            .unwrap();
        let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        let insert = |row| format!("INSERT INTO {table} ({}) VALUES ({row})", names.join(", "));
        statements.extend(rows.into_iter().map(insert));
    }
    statements
}
