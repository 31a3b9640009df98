//! Records: complete, in order, and listed for those who may see them.

use thicket_server::model::chained_record::chain_start;
use thicket_server::model::player::bot::BotLevel;
use thicket_server::model::record::chain::Chain;
use thicket_server::model::record::filter::RecordFilter;
use thicket_server::model::record::{Record, RecordHead, RecordOrigin, RecordSeat, RecordTurn};
use thicket_server::store::{AppendError, RecordsPage};
use thicket_server::time::UnixMs;

use super::*;
use crate::common::base::both;

pub(super) fn record(table: &NewTable, finished_at: UnixMs, players: &[PlayerId]) -> Record {
    let seat = |(i, player): (usize, &PlayerId)| RecordSeat {
        seat: i as i64 + 1,
        player: *player,
        name: format!("Name {i}"),
        rank: i as i64 + 1,
        guest: i == 0,
        device: None,
        rating: None,
        owner: None,
        bot: (i == 1).then_some(BotLevel::ALL[2]),
    };
    let head = RecordHead {
        table: table.id,
        code: table.code.clone(),
        kind: table.kind.clone(),
        setup: players.len().to_string(),
        rules_version: 1,
        format: 1,
        public: table.public,
        started_at: NOON,
        finished_at,
        plies: 3,
        ending: json!({ "reason": "rules", "ranks": [1, 2], "scores": [[3, 4], [0, 1]] }),
        rated: false,
        rating_weights: None,
        clock: (!table.public).then(|| "300+5".to_owned()),
        from: (!table.public).then(|| RecordOrigin {
            code: table.code.clone(),
            turn: 2,
        }),
        seats: players.iter().enumerate().map(seat).collect(),
    };
    let turn = |text: &str, at| RecordTurn {
        text: text.into(),
        at,
        spent: (!table.public).then_some(7),
        reason: None,
    };
    Record {
        head,
        turns: vec![
            turn("e5", NOON + 1),
            turn("xe5,-c7,-c8,-c9", NOON + 2),
            turn("drop:2", NOON + 3),
        ],
    }
}

/// What the end of a game writes: its record, and its checksum.
pub(super) fn ended(record: &Record) -> Vec<Projection> {
    let chain = Chain::begin(chain_start(&record.head));
    vec![
        Projection::Record(Box::new(record.clone())),
        Projection::Checksum(Box::new(chain)),
    ]
}

/// Plays a table to its end.
async fn finish(store: &Store, table: &NewTable, at: UnixMs, players: &[PlayerId]) -> Record {
    store.append(created(table)).await.unwrap();
    let record = record(table, at, players);
    store
        .append(event_with(table.id, 2, ended(&record)))
        .await
        .unwrap();
    record
}

fn by_link() -> NewTable {
    NewTable {
        public: false,
        ..new_table()
    }
}

/// The whole list, page by page.
async fn list(store: &Store, viewer: Option<PlayerId>, limit: usize) -> Vec<TableId> {
    let (mut seen, mut before) = (vec![], None);
    loop {
        let page = store
            .records()
            .search(&RecordsPage {
                viewer,
                before,
                limit,
                ..RecordsPage::default()
            })
            .await
            .unwrap()
            .heads;
        assert!(page.len() <= limit);
        let Some(last) = page.last() else { return seen };
        before = Some((last.finished_at, last.table));
        seen.extend(page.iter().map(|head| head.table));
    }
}

both! {
    async fn a_record_is_read_back_as_it_was_written(base: Base) {
        let store = base.open().await;
        let players = [player(&store, "Ann").await, player(&store, "Ben").await];
        let table = new_table();
        let record = finish(&store, &table, NOON, &players).await;
        assert_eq!(store.records().record(table.id).await.unwrap(), Some(record.clone()));
        assert_eq!(store.records().record(TableId::fresh()).await.unwrap(), None);
        assert_eq!(store.all_records(None, 9).await.unwrap(), std::slice::from_ref(&record));
        assert_eq!(store.all_records(Some(table.id), 9).await.unwrap(), []);
        let page = RecordsPage { limit: 9, ..RecordsPage::default() };
        assert_eq!(store.records().search(&page).await.unwrap().heads, [record.head]);
        let people = RecordFilter { people: true, ..RecordFilter::default() };
        let page = RecordsPage { filter: people, ..page };
        assert_eq!(store.records().search(&page).await.unwrap().heads, [], "one of the seats is a bot");
    }

    async fn a_record_that_cannot_be_written_leaves_no_event(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let ann = player(&store, "Ann").await;
        // The second seat's player does not exist: the record and the first seat were already written by then.
        let bad = record(&table, NOON, &[ann, PlayerId::fresh()]);
        let (outcome, other) = tokio::join!(
            store.append(event_with(table.id, 2, ended(&bad))),
            store.append(created(&new_table())),
        );
        assert!(matches!(outcome, Err(AppendError::Failed(_))), "{outcome:?}");
        assert!(other.is_ok());
        assert_eq!(seqs(&store, table.id).await, [1]);
        assert_eq!(store.records().record(table.id).await.unwrap(), None);
        assert_eq!(store.records().finished_counts("bushwhacked", &[ann]).await.unwrap(), [0]);
    }

    async fn finished_games_are_counted_by_kind(base: Base) {
        let store = base.open().await;
        let (ann, ben, cid) =
            (player(&store, "Ann").await, player(&store, "Ben").await, player(&store, "Cid").await);
        finish(&store, &new_table(), NOON, &[ann, ben]).await;
        finish(&store, &by_link(), NOON, &[ann]).await;
        finish(&store, &NewTable { kind: "bushi".into(), ..new_table() }, NOON, &[ben, ann]).await;
        // Those by link went on from other games, and do not count.
        assert_eq!(store.records().finished_counts("bushwhacked", &[cid, ben, ann]).await.unwrap(), [0, 1, 1]);
        assert_eq!(store.records().finished_counts("bushi", &[ann, ben, cid]).await.unwrap(), [1, 1, 0]);
    }

    async fn pages_hold_every_record_once_newest_first(base: Base) {
        let store = base.open().await;
        let ann = player(&store, "Ann").await;
        let mut expected = vec![];
        for i in 0..12 {
            // Many end in the same millisecond, and some of Ann's own are by link.
            let table = if i % 3 == 0 { by_link() } else { new_table() };
            let record = finish(&store, &table, NOON + i / 5, &[ann]).await;
            expected.push((record.head.finished_at, table.id));
        }
        expected.sort();
        let expected: Vec<_> = expected.into_iter().rev().map(|(_, table)| table).collect();
        for limit in [1, 2, 5, 12, 13] {
            assert_eq!(list(&store, Some(ann), limit).await, expected, "pages of {limit}");
        }
    }

    async fn games_by_link_are_listed_for_their_players_only(base: Base) {
        let store = base.open().await;
        let (ann, ben) = (player(&store, "Ann").await, player(&store, "Ben").await);
        let (public, anns, both) = (new_table(), by_link(), by_link());
        finish(&store, &public, NOON, &[ann, ben]).await;
        finish(&store, &anns, NOON + 1, &[ann]).await;
        finish(&store, &both, NOON + 2, &[ben, ann]).await;
        assert_eq!(list(&store, None, 9).await, [public.id]);
        assert_eq!(list(&store, Some(PlayerId::fresh()), 9).await, [public.id]);
        assert_eq!(list(&store, Some(ann), 9).await, [both.id, anns.id, public.id]);
        assert_eq!(list(&store, Some(ben), 9).await, [both.id, public.id]);
        // Whoever has the link sees it.
        assert!(store.records().record(anns.id).await.unwrap().is_some());
    }
}
