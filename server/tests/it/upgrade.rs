//! Databases of released versions: every later version opens them, and the games in them go on.
//!
//! `databases/<version>.db` is what a version left behind, with notes in `<version>.json`. For a new release,
//! `THICKET_RELEASE=0.2.0 cargo test -p thicket-server --test it upgrade::leave -- --ignored` makes another one.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use thicket_rules::GameKind;
use thicket_server::ids::TableId;
use thicket_server::model::log::projection::TablePhase;
use thicket_server::seq::Seq;
use thicket_server::store::Store;
use tokio::time::{sleep, timeout};

use super::common::base::Base;
use super::common::client::{Person, TIMEOUT};
use super::common::party::{Dice, Party};
use super::common::process::program;
use super::common::server::Server;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/databases")
}

#[tokio::test]
async fn databases_of_released_versions_go_on() {
    let mut versions = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "db") {
            goes_on(&path, "").await;
            versions += 1;
        }
    }
    assert!(versions >= 1);
}

/// It does not say when a server was running, so the time since its last event is no time that anybody had.
#[tokio::test]
async fn a_database_of_version_0_1_0_may_be_old() {
    let days = 60 * 24 * 60 * 60 * 1000_i64;
    let aged = format!("UPDATE events SET at = at - {days}");
    goes_on(&folder().join("0.1.0.db"), &aged).await;
}

/// Opens a copy of a database, changed by this statement if there is one, and plays on.
async fn goes_on(path: &Path, change: &str) {
    let notes = std::fs::read_to_string(path.with_extension("json")).unwrap();
    let notes: Value = serde_json::from_str(&notes).unwrap();
    let text = |name: &str| notes[name].as_str().unwrap().to_owned();
    let base = Base::sqlite();
    std::fs::copy(path, base.url.strip_prefix("sqlite:").unwrap()).unwrap();
    match change {
        "" => verify(path, &base).await,
        change => base.rival().await.execute(change).await,
    }
    let server = Server::start(&base).await;
    let ann = Person {
        cookie: Some(text("cookie")),
        name: "Ann".into(),
        ..Person::nobody(server.address)
    };
    let listed = async {
        while !ann.read("/").await.contains(&text("playing")) {
            sleep(Duration::from_millis(20)).await;
        }
    };
    let listed = timeout(TIMEOUT, listed).await;
    assert!(listed.is_ok(), "{path:?}: her table is still hers");
    let record = ann
        .get(&format!("/g/{}/record.txt", text("over")))
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    assert_eq!(record, text("record"), "{path:?}");
    let mut socket = ann.join(&text("playing")).await;
    let turn: usize = notes["turn"].as_u64().unwrap() as usize;
    socket
        .must(json!({ "t": "play", "turn": turn, "steps": [text("step")] }))
        .await;
    server.stop().await;
}

async fn verify(path: &Path, base: &Base) {
    let verified = program(&["verify", "--database-url", &base.url])
        .output()
        .await
        .unwrap();
    assert!(
        verified.status.success(),
        "{path:?}: {}",
        String::from_utf8_lossy(&verified.stdout)
    );
}

/// What the migration finds in the records is not replayed; what it cannot know is left to the server.
#[tokio::test]
async fn tables_of_version_0_1_0_are_listed_as_they_stand() {
    let notes = std::fs::read_to_string(folder().join("0.1.0.json")).unwrap();
    let notes: Value = serde_json::from_str(&notes).unwrap();
    let base = Base::sqlite();
    let file = base.url.strip_prefix("sqlite:").unwrap();
    std::fs::copy(folder().join("0.1.0.db"), file).unwrap();

    let store = base.open().await;
    let over = find(&store, &notes["over"]).await;
    let playing = find(&store, &notes["playing"]).await;
    let listed = store.listed_tables(&[over, playing]).await.unwrap();
    assert_eq!(listed.len(), 1, "the game that goes on has no state yet");
    let record = store.records().record(over).await.unwrap().unwrap();
    assert_eq!(listed[0].state.phase, TablePhase::Over);
    assert_eq!((listed[0].state.seats, listed[0].state.variant.as_str()), (3, ""));
    assert_eq!(
        listed[0].state.seq,
        Seq(store.events(over).await.unwrap().len() as i64 as u64)
    );
    let people = listed[0]
        .people
        .iter()
        .map(|person| (i64::from(person.seat) + 1, &person.name));
    assert!(people.eq(record.head.seats.iter().map(|seat| (seat.seat, &seat.name))));
    assert_eq!(
        missing(&store).await,
        2,
        "the one that goes on and the one that waits"
    );
    store.close().await;

    let server = Server::start(&base).await;
    let filled = async {
        while missing(&server.store).await > 0 {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(TIMEOUT, filled).await.unwrap();
    server.stop().await;
    let store = base.open().await;
    let listed = store.listed_tables(&[playing]).await.unwrap().remove(0);
    let names: Vec<&str> = listed.people.iter().map(|person| person.name.as_str()).collect();
    assert_eq!(
        (listed.state.phase, names),
        (TablePhase::Playing, vec!["Ann", "Ben"])
    );
    let ann = listed.people[0].player;
    assert_eq!(listed.state.to_move, Some(ann));
    assert_eq!(store.tables_of(ann, 9).await.unwrap(), [listed]);
}

/// How many tables no list knows yet.
async fn missing(store: &Store) -> usize {
    let tables = store
        .tables_with_states(TableId(uuid::Uuid::nil()), 9)
        .await
        .unwrap();
    tables.iter().filter(|(_, is_known)| !is_known).count()
}

async fn find(store: &Store, code: &Value) -> TableId {
    let code = code.as_str().unwrap().parse().unwrap();
    store.table_by_code(&code).await.unwrap().unwrap().id
}

/// Leaves a database behind, as this version makes it.
#[tokio::test]
#[ignore = "makes a file for the repository"]
async fn leave() {
    let version = std::env::var("THICKET_RELEASE").expect("THICKET_RELEASE");
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let mut over = Party::started(server.address, 3).await;
    over.play("e5").await;
    over.resign(1).await;
    over.play_out(&mut Dice(1)).await;
    let mut playing = Party::started(server.address, 2).await;
    let mut dice = Dice(2);
    for _ in 0..20 {
        let turn = dice.turn(playing.game.as_ref());
        playing.play(&turn).await;
    }
    Person::named(server.address, "Cem")
        .await
        .create(4, "random", true)
        .await;
    let record = format!("/g/{}/record.txt", over.code);
    let record = over.people[0].read(&record).await;
    let legal = playing.game.legal();
    let step = legal
        .iter()
        .find(|step| *step == "pass")
        .or(legal.first())
        .unwrap();
    assert_eq!(playing.to_move(), 0, "it is Ann's turn");
    assert_eq!(playing.game.info().name, GameKind::Bushwhacked.info().name);
    let notes = json!({
        "over": over.code, "record": record, "playing": playing.code, "turn": playing.game.ply_count(),
        "step": step, "cookie": playing.people[0].cookie,
    });
    server.stop().await;
    std::fs::create_dir_all(folder()).unwrap();
    let file = folder().join(format!("{version}.db"));
    base.rival()
        .await
        .execute(format!("VACUUM INTO '{}'", file.display()))
        .await;
    std::fs::write(
        file.with_extension("json"),
        serde_json::to_string_pretty(&notes).unwrap() + "\n",
    )
    .unwrap();
}
