//! Positions for practice: one for each game and day, and one node that looks for them.

use thicket_server::store::{Looked, NewPractice};
use uuid::Uuid;

use super::records::{ended, record};
use super::*;
use crate::common::base::both;

const KIND: &str = "bushwhacked";
/// Some day or other.
const DAY: i64 = 20_411;

/// A finished game, public or not, that ended so many milliseconds after noon.
async fn game(store: &Store, players: &[PlayerId], after: i64, public: bool) -> NewTable {
    let table = NewTable {
        public,
        ..new_table()
    };
    store.append(created(&table)).await.unwrap();
    let record = record(&table, NOON + after, players);
    store
        .append(event_with(table.id, 2, ended(&record)))
        .await
        .unwrap();
    table
}

fn position(table: &NewTable) -> NewPractice {
    NewPractice {
        position: "some text".into(),
        seat: 2,
        table: table.id,
        ply: 2,
        line: "e5 f6,g7".into(),
        gap: 31,
    }
}

/// The next game for a node that looks, if it may.
async fn next(store: &Store, node: Uuid, now: UnixMs, since: i64) -> Option<(Looked, Option<TableId>)> {
    let looked = store.take_practice(KIND, node, now).await.unwrap()?;
    let records = store.records();
    let next = records
        .next_for_practice(KIND, &looked, NOON + since)
        .await
        .unwrap();
    Some((looked, next.map(|(_, table)| table)))
}

both! {
    async fn games_that_end_come_first_and_then_older_ones(base: Base) {
        let store = base.open().await;
        let players = [player(&store, "Ann").await, player(&store, "Ben").await];
        let old = [game(&store, &players, 1, true).await, game(&store, &players, 2, true).await];
        game(&store, &players, 3, false).await;
        let node = Uuid::now_v7();
        let (looked, first) = next(&store, node, NOON + 10, 0).await.unwrap();
        assert_eq!(first, Some(old[1].id), "the last public one");
        assert_eq!(next(&store, Uuid::now_v7(), NOON + 11, 0).await, None, "another node is at it");
        let looked = Looked { first: (NOON + 2, old[1].id), ..looked };
        let found = Some((DAY, position(&old[1])));
        assert!(!store.record_practice(KIND, Uuid::now_v7(), looked, found.clone()).await.unwrap());
        assert_eq!(store.last_practice_day(KIND).await.unwrap(), None, "only the node that looks writes");
        assert!(store.record_practice(KIND, node, looked, found).await.unwrap());

        let new = [game(&store, &players, 20, true).await, game(&store, &players, 30, true).await];
        let node = Uuid::now_v7();
        let (kept, then) = next(&store, node, NOON + 40, 0).await.unwrap();
        assert_eq!((kept, then), (looked, Some(new[0].id)));
        let (_, later) = next(&store, node, NOON + 400_000, 25).await.unwrap();
        assert_eq!(later, Some(new[1].id), "those that are new for too long are passed over");
        let looked = Looked { last: (NOON + 30, new[1].id), ..looked };
        assert!(store.record_practice(KIND, node, looked, None).await.unwrap());
        let (_, last) = next(&store, node, NOON + 500_000, 0).await.unwrap();
        assert_eq!(last, Some(old[0].id), "then the older ones");
        let looked = Looked { first: (NOON + 1, old[0].id), ..looked };
        store.record_practice(KIND, node, looked, None).await.unwrap();
        assert_eq!(next(&store, node, NOON + 600_000, 0).await.unwrap().1, None);
        store.close().await;
    }

    async fn a_day_has_one_position_of_a_kind_as_long_as_its_game_is_public(base: Base) {
        let store = base.open().await;
        let records = store.records();
        let players = [player(&store, "Ann").await, player(&store, "Ben").await];
        let mut tables = Vec::new();
        for (day, after) in [(DAY, 1), (DAY, 2), (DAY + 1, 3), (DAY + 3, 4)] {
            let table = game(&store, &players, after, true).await;
            let node = Uuid::now_v7();
            let (looked, _) = next(&store, node, NOON + 10 + after, 0).await.unwrap();
            let found = Some((day, position(&table)));
            assert!(store.record_practice(KIND, node, looked, found).await.unwrap());
            tables.push(table);
        }
        let days = async |before: i64, kind: Option<&str>| {
            let rows = records.practice_before((before, ""), kind, 10).await.unwrap();
            rows.iter().map(|row| row.day - DAY).collect::<Vec<_>>()
        };
        let of_day = records.practice(KIND, DAY).await.unwrap().unwrap();
        assert_eq!((of_day.found, of_day.code), (position(&tables[0]), tables[0].code.clone()), "the first one stays");
        for kind in [None, Some(KIND)] {
            assert_eq!(days(DAY + 4, kind).await, [3, 1, 0]);
            assert_eq!(days(DAY + 3, kind).await, [1, 0]);
        }
        assert_eq!(days(DAY + 4, Some("bushka")).await, [0; 0]);
        let rows = records.practice_before((DAY + 1, "c"), None, 10).await.unwrap();
        assert_eq!(rows.len(), 2, "of one day by their games");
        assert_eq!(store.last_practice_day(KIND).await.unwrap(), Some(DAY + 3));
        assert_eq!(records.first_practice_day(KIND).await.unwrap(), Some(DAY));
        assert_eq!(records.practice_until(KIND, DAY + 2).await.unwrap().unwrap().day, DAY + 1);
        store.hide_table(tables[2].id).await.unwrap();
        assert_eq!(records.practice(KIND, DAY + 1).await.unwrap(), None);
        assert_eq!(records.practice_until(KIND, DAY + 2).await.unwrap().unwrap().day, DAY);
        assert_eq!(days(DAY + 4, None).await, [3, 0]);
        store.close().await;
    }
}
