//! Moving a whole server from one database to another, and back.

use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use sqlx::{Connection, PgConnection, SqliteConnection};
use thicket_server::store::{DUMPED_TABLES, SKIPPED_TABLES};

use super::*;
use crate::common::process::Process;

const SERVER: &str = "server.ndjson.gz";

pub(super) async fn export(base: &Base, folder: &Path) -> (Option<i32>, String) {
    thicket(&["export", "--database-url", &base.url, folder.to_str().unwrap()]).await
}

async fn import(base: &Base, folder: &Path) -> (Option<i32>, String) {
    thicket(&["import", "--database-url", &base.url, folder.to_str().unwrap()]).await
}

pub(super) fn unpacked(file: &Path) -> String {
    let mut text = String::new();
    let mut file = MultiGzDecoder::new(std::fs::File::open(file).unwrap());
    file.read_to_string(&mut text).unwrap();
    text
}

fn pack(file: &Path, text: &str) {
    let mut packed = GzEncoder::new(std::fs::File::create(file).unwrap(), Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap();
}

/// The rows of an export, in an order that does not depend on the database.
fn rows(folder: &Path) -> Vec<String> {
    let text = unpacked(&folder.join(SERVER));
    let rows = text.lines().filter(|line| line.contains("\"table\""));
    let mut rows: Vec<String> = rows.map(str::to_owned).collect();
    rows.sort();
    rows
}

/// A server with a bit of everything: a finished game, one that is on, a table that waits, an account, a companion, a chat.
async fn lived_in(base: &Base) -> Party {
    let server = Server::start(base).await;
    let member = Person::named(server.address, "Ann").await;
    let form = [("name", "Ann"), ("password", "quiet green moss")];
    let answer = member.post("/sign-up").form(&form).send().await.unwrap();
    assert_eq!(answer.status(), 303);
    let friends = people(&server, ["Ben", "Cem \u{2603} <i>"]).await;
    finished(friends.clone(), true).await;
    let waiting = friends[0].create(3, "random", true).await;
    let dee = json!({ "name": "Dee" });
    let companion = friends[0].post(&format!("/g/{waiting}/companions")).json(&dee);
    assert_eq!(companion.send().await.unwrap().status(), 200);
    let mut playing = Party::of(friends, false).await.begun().await;
    playing.play("e5").await;
    playing.play("f6").await;
    let line = json!({ "t": "say", "text": "Nice \"move\"!" });
    playing.sockets[0].must(line).await;
    server.stop().await;
    playing
}

async fn moves(from: Base, to: Base) {
    let playing = lived_in(&from).await;
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    let (status, said) = export(&from, &first).await;
    assert!(status == Some(0) && said.contains("\n1 games and "), "{said}");
    for file in [SERVER, "games.ndjson.gz"] {
        let mode = std::fs::metadata(first.join(file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
    assert_eq!(verify(&first.join("games.ndjson.gz")).await.0, Some(0));
    let (status, said) = export(&from, &first).await;
    assert!(status == Some(1) && said.contains("is there already"), "{said}");

    let (status, said) = import(&to, &first).await;
    assert!(status == Some(0) && said.ends_with(" rows imported.\n"), "{said}");
    let (status, said) = export(&to, &second).await;
    assert_eq!(status, Some(0), "{said}");
    let (before, after) = (rows(&first), rows(&second));
    assert!(before.len() > 90, "bots, events and more: {}", before.len());
    assert_eq!(before, after);
    let (status, said) = import(&to, &first).await;
    assert!(status == Some(1) && said.contains("is not empty"), "{said}");
    let (status, said) = thicket(&["verify", "--database-url", &to.url]).await;
    let fine = "1 records and 2 unfinished games replayed; 0 disagree.\n";
    assert!(status == Some(0) && said.ends_with(fine), "{said}");

    // Whoever played goes on with the same cookie.
    let server = Server::start(&to).await;
    let ben = playing.people[0].at(server.address);
    let mut socket = ben.join(&playing.code).await;
    let turn = playing.game.ply_count();
    socket
        .must(json!({ "t": "play", "turn": turn, "steps": ["g7"] }))
        .await;
    server.stop().await;
}

#[tokio::test]
async fn a_server_moves_from_sqlite_to_postgres() {
    moves(Base::sqlite(), Base::postgres().await).await;
}

#[tokio::test]
async fn a_server_moves_from_postgres_to_sqlite() {
    moves(Base::postgres().await, Base::sqlite()).await;
}

both! {
    async fn a_broken_export_is_refused_with_its_line_and_leaves_nothing(base: Base) {
        let source = Base::sqlite();
        lived_in(&source).await;
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("whole");
        assert_eq!(export(&source, &whole).await.0, Some(0));
        let text = unpacked(&whole.join(SERVER));
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let broken = folder.path().join("broken");
        std::fs::create_dir(&broken).unwrap();
        let event = lines.iter().position(|line| line.contains("\"table\":\"events\"")).unwrap();
        let with = |at: usize, line: &str| {
            let mut lines = lines.clone();
            lines[at] = line;
            lines.concat()
        };
        let count = lines.len();
        for (text, named) in [
            (lines[..count / 2].concat(), format!("line {}: the file ends too early", count / 2 + 1)),
            (with(event, "{}\n"), format!("line {}: this is no row", event + 1)),
            (with(event, "{\"table\":\"pg_user\",\"row\":{}}\n"), format!("{}: there is no table \"pg_user\"", event + 1)),
            (with(event, &lines[event].replace("\"seq\":1", "\"seq\":\"x\"")), format!("{}: events.seq cannot be \"x\"", event + 1)),
            (with(event, &lines[event].replace("\"at\":1", "\"at\":2")), format!("line {count}: the file was changed")),
            (lines[..1].concat() + &lines[event..].concat(), "the database failed".to_owned()),
            (with(0, "{\"thicket\":\"server\",\"format\":1,\"schema\":1}\n"), "line 1: the export has tables of version 1".to_owned()),
            (with(0, "{\"thicket\":\"games\",\"format\":1}\n"), "line 1: this is no export of a server".to_owned()),
        ] {
            pack(&broken.join(SERVER), &text);
            let (status, said) = import(&base, &broken).await;
            assert!(status == Some(1) && said.contains(&named) && said.lines().count() == 1, "{named}: {said}");
        }
        std::fs::write(broken.join(SERVER), "no gzip").unwrap();
        assert_eq!(import(&base, &broken).await.0, Some(1));
        // Nothing of all that was kept.
        let (status, said) = import(&base, &whole).await;
        assert_eq!(status, Some(0), "{said}");
    }

    // A table that a migration brings has to be listed, so that it is not forgotten when a server moves.
    async fn every_table_of_the_database_is_listed(base: Base) {
        base.open().await.close().await;
        let mut found: Vec<String> = if base.is_postgres() {
            let mut conn = PgConnection::connect(&base.url).await.unwrap();
            sqlx::query_scalar("SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()")
                .fetch_all(&mut conn).await.unwrap()
        } else {
            let mut conn = SqliteConnection::connect(&base.url).await.unwrap();
            sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
                .fetch_all(&mut conn).await.unwrap()
        };
        found.sort();
        let mut listed: Vec<&str> = DUMPED_TABLES.iter().map(|moved| moved.table).chain(SKIPPED_TABLES.iter().copied()).collect();
        listed.sort_unstable();
        listed.dedup();
        assert_eq!(found, listed, "a table is missing in store/dump/mod.rs, or is no more");
    }
}

#[tokio::test]
async fn a_database_that_is_served_is_left_alone() {
    let (source, served) = (Base::sqlite(), Base::sqlite());
    lived_in(&source).await;
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(export(&source, folder.path()).await.0, Some(0));
    let process = Process::start(&served).await;
    let (status, said) = import(&served, folder.path()).await;
    assert!(status == Some(1) && said.starts_with("thicket: "), "{said}");
    // Reading is no harm: what is exported is one moment of a server that goes on.
    let copy = folder.path().join("copy");
    assert_eq!(export(&served, &copy).await.0, Some(0));
    process.kill().await;
}
