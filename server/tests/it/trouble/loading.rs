//! Rooms of tables that cannot be loaded, or are closed again: nothing is left of them.

use std::time::Duration;

use futures_util::future::join;
use thicket_rules::GameKind;
use thicket_server::config::Timings;
use thicket_server::ids::{PlayerId, TableCode};
use thicket_server::model::terms::{ClockTerms, Starter, Terms};
use thicket_server::names::PlayerName;
use thicket_server::room::LoadError;
use thicket_server::room::rooms::Rooms;
use thicket_server::store::{Store, TableRow};
use thicket_server::tables::{NewTable, Tables};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::until;
use crate::common::base::{Base, both};
use thicket_server::time::UnixMs;

/// Makes the log of a table unreadable, by the code in its address.
fn damage(code: &str) -> String {
    format!("UPDATE events SET format = 99 WHERE table_id = (SELECT id FROM tables WHERE code = '{code}')")
}

both! {
    async fn a_table_that_fails_to_load_leaves_nothing_behind(base: Base) {
        let store = base.open().await;
        let (rooms, tables) = rooms(&store, Duration::from_millis(100));
        let (code, row) = table(&store, &tables).await;
        for _ in 0..50 {
            let random = TableCode::fresh();
            assert!(tables.find(&random).await.unwrap().is_none());
        }
        assert_eq!(rooms.slots(), 0, "codes that do not exist cost nothing");
        base.rival().await.execute(damage(&code)).await;
        for _ in 0..3 {
            assert!(matches!(rooms.room(&row).await, Err(LoadError::Log(_) | LoadError::Waiting)));
        }
        until(|| rooms.slots() == 0).await;
        store.close().await;
    }

    async fn a_room_that_is_closed_leaves_nothing_behind(base: Base) {
        let store = base.open().await;
        let (rooms, tables) = rooms(&store, Duration::from_millis(100));
        let (_, row) = table(&store, &tables).await;
        let room = rooms.room(&row).await.unwrap();
        assert_eq!((room.id, rooms.slots()), (row.id, 1));
        until(|| rooms.slots() == 0).await;
        rooms.room(&row).await.unwrap();
        store.close().await;
    }
}

/// Rooms that close soon after their last visitor has gone.
fn rooms(store: &Store, wait: Duration) -> (Rooms, Tables) {
    let timings = Timings {
        idle_room: wait,
        retry_wait: wait,
        ..Timings::default()
    };
    let (bots, _) = tokio::sync::mpsc::unbounded_channel();
    let rooms = Rooms::new(store.clone(), timings, bots, CancellationToken::new());
    let tables = Tables::new(store.clone(), rooms.clone());
    (rooms, tables)
}

/// A table of two; its code, and its row in the store.
async fn table(store: &Store, tables: &Tables) -> (String, TableRow) {
    let (host, name) = (PlayerId::fresh(), "Ann");
    store
        .create_guest(host, name, [7; 32], UnixMs(0), UnixMs(i64::MAX))
        .await
        .unwrap();
    let terms = Terms {
        kind: GameKind::Bushwhacked,
        seats: 2,
        variant: String::new(),
        starter: Starter::Seated,
        public: true,
        clock: ClockTerms::Untimed,
        explorable: true,
        keeps_lines: false,
        pie_rule: false,
        rated: false,
        from: None,
        club: None,
        tournament: None,
    };
    let name = PlayerName::parse(name).unwrap();
    let code = tables.create(NewTable::new(terms, host, name)).await.unwrap();
    let row = tables.find(&code).await.unwrap().unwrap();
    (code.to_string(), row)
}

#[tokio::test]
async fn a_visitor_who_gives_up_while_a_table_is_loaded_leaves_nothing_behind() {
    let base = Base::postgres().await;
    let store = base.open().await;
    let (rooms, tables) = rooms(&store, Duration::from_secs(60));
    let (_, row) = table(&store, &tables).await;
    let mut rival = base.rival().await;
    rival
        .execute("BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        .await;
    let (one, other) = (rooms.room(&row), rooms.room(&row));
    let both = join(one, other);
    assert!(timeout(Duration::from_millis(200), both).await.is_err());
    assert_eq!(rooms.slots(), 0);
    rival.execute("ROLLBACK").await;
    rooms.room(&row).await.unwrap();
    assert_eq!(rooms.slots(), 1);
    store.close().await;
}
