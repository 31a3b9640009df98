//! Groups of changes: how they form, how they fail, and what their callers are answered.
//!
//! These tests run on one thread, so events that are appended by one `join!` or `join_all` are all in the queue before the
//! writer wakes: they are one group, which the count of commits proves.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use thicket_server::store::{AppendError, Durability, Groups};
use tokio::join;
use tokio::task::unconstrained;

use super::*;
use crate::common::base::{Base, both};
use crate::common::proxy::Proxy;

/// What was written since an earlier count.
fn since(store: &Store, before: Groups) -> (u64, u64) {
    let now = store.groups();
    (now.appends - before.appends, now.commits - before.commits)
}

fn failed<T: std::fmt::Debug>(outcome: &Result<T, AppendError>) {
    assert!(matches!(outcome, Err(AppendError::Failed(_))), "{outcome:?}");
}

both! {
    async fn what_waits_together_is_written_together(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let before = store.groups();
        let append = |seq| {
            let (store, event) = (store.clone(), event(table.id, seq));
            async move { store.append(event).await }
        };
        // Otherwise the task would be interrupted between them.
        let outcomes = unconstrained(join_all((2..=401).map(append))).await;
        assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
        assert_eq!(since(&store, before), (400, 2), "256 is the most that one group holds");
        assert_eq!(seqs(&store, table.id).await, (1..=401).collect::<Vec<_>>());
    }

    async fn a_group_holds_a_megabyte_at_most(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let before = store.groups();
        let text = body(&json!({ "text": "x".repeat(300_000) }));
        let large = |seq| with_body(event(table.id, seq), text.clone());
        let outcomes = join_all((2..=8).map(|seq| store.append(large(seq)))).await;
        assert!(outcomes.iter().all(Result::is_ok));
        assert_eq!(since(&store, before), (7, 3), "three of them are under a megabyte, four are over it");
    }

    async fn two_writers_of_one_number_in_one_group(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let (ann, ben) = (player(&store, "Ann").await, player(&store, "Ben").await);
        let sit = |player, name: &str| event_with(table.id, 2, vec![seated(player, name, 0)]);
        let (first, second) = (sit(ann, "Ann"), sit(ben, "Ben"));
        let before = store.groups();
        let (won, lost) = join!(store.append(first.clone()), store.append(second));
        assert_eq!(since(&store, before), (1, 1), "they were not in one group");
        assert!(won.is_ok(), "{won:?}");
        assert_eq!(lost, Err(AppendError::Conflict));
        assert_eq!(store.events(table.id).await.unwrap()[1].id, first.entry.id);
        assert_eq!(store.names_at(table.id).await.unwrap(), [(ann, "Ann".to_owned())]);
    }

    async fn two_creators_of_one_table_in_one_group(base: Base) {
        let store = base.open().await;
        let table = new_table();
        let (won, lost) = join!(store.append(created(&table)), store.append(created(&table)));
        assert!(won.is_ok(), "{won:?}");
        assert_eq!(lost, Err(AppendError::Conflict));
    }

    async fn two_tables_of_one_code_in_one_group(base: Base) {
        let store = base.open().await;
        let table = new_table();
        let twin = NewTable { id: TableId::fresh(), ..table.clone() };
        let (won, lost) = join!(store.append(created(&table)), store.append(created(&twin)));
        assert!(won.is_ok(), "{won:?}");
        assert_eq!(lost, Err(AppendError::Conflict));
        assert_eq!(store.table_by_code(&table.code).await.unwrap(), Some(table.into()));
    }

    async fn a_bad_row_fails_only_itself(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let stranger = seated(PlayerId::fresh(), "Nobody", 1);
        let no_number = event(table.id, 0);
        let no_table = event(TableId::fresh(), 1);
        let bad_projection = event_with(table.id, 4, vec![stranger]);
        let mut no_id = event(table.id, 6);
        no_id.entry.id = store.events(table.id).await.unwrap()[0].id;
        let before = store.groups();
        let outcomes = join!(
            store.append(event(table.id, 2)),
            store.append(no_number),
            store.append(event(table.id, 3)),
            store.append(no_table),
            store.append(bad_projection),
            store.append(event(table.id, 5)),
            store.append(no_id),
            store.append(event(table.id, 5)),
        );
        assert!(outcomes.0.is_ok() && outcomes.2.is_ok() && outcomes.5.is_ok(), "{outcomes:?}");
        failed(&outcomes.1);
        failed(&outcomes.3);
        failed(&outcomes.4);
        failed(&outcomes.6);
        assert_eq!(outcomes.7, Err(AppendError::Conflict));
        assert_eq!(since(&store, before), (3, 4), "one group that failed, then each by itself");
        assert_eq!(seqs(&store, table.id).await, [1, 2, 3, 5]);
    }

    async fn a_control_character_hurts_nobody_else(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let poisoned = with_body(event(table.id, 3), body(&json!({ "said": "\u{0}" })));
        let (before, row) = (store.groups(), poisoned.entry.clone());
        let outcomes =
            join!(store.append(event(table.id, 2)), store.append(poisoned), store.append(event(table.id, 4)));
        assert!(outcomes.0.is_ok() && outcomes.2.is_ok(), "{outcomes:?}");
        // JSONB of Postgres has no room for it; SQLite keeps it faithfully.
        if base.is_postgres() {
            failed(&outcomes.1);
            assert_eq!(since(&store, before), (2, 2));
            assert_eq!(seqs(&store, table.id).await, [1, 2, 4]);
        } else {
            assert!(outcomes.1.is_ok(), "{outcomes:?}");
            assert_eq!(since(&store, before), (3, 1));
            assert_eq!(comparable(&store.events(table.id).await.unwrap())[2], comparable_row(&row));
        }
    }

    async fn a_group_whose_commit_failed_is_resolved_event_by_event(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let mut rival = base.rival().await;
        // Number 13 breaks the connection, or the commit, at the commit and not before.
        if base.is_postgres() {
            rival.execute("CREATE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$").await;
            rival.execute("CREATE CONSTRAINT TRIGGER unlucky AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW WHEN (new.seq = 13) EXECUTE FUNCTION go_away()").await;
        } else {
            rival.execute("CREATE TABLE owing (id UUID REFERENCES players (id) DEFERRABLE INITIALLY DEFERRED)").await;
            rival.execute("CREATE TRIGGER unlucky AFTER INSERT ON events WHEN new.seq = 13
                BEGIN INSERT INTO owing VALUES (x'00'); END").await;
        }
        let (unlucky, other) = join!(store.append(event(table.id, 13)), store.append(event(table.id, 2)));
        assert!(other.is_ok(), "{other:?}");
        // A SQLite connection that was closed has surely not committed; a server that went away may have.
        match unlucky {
            Err(AppendError::Unknown(_)) if base.is_postgres() => {}
            outcome => failed(&outcome),
        }
        assert!(store.append(event(table.id, 3)).await.is_ok(), "the connection is replaced");
        assert_eq!(seqs(&store, table.id).await, [1, 2, 3]);
        assert!(store.durability().await.is_ok());
    }

    async fn a_locked_database_fails_an_append_and_surely(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let mut rival = base.rival().await;
        rival.lock().await;
        let begun = Instant::now();
        let outcome = store.append(event(table.id, 2)).await;
        failed(&outcome);
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        rival.execute("ROLLBACK").await;
        store.append(event(table.id, 3)).await.unwrap();
        assert_eq!(seqs(&store, table.id).await, [1, 3]);
    }

    async fn what_gathers_during_a_flush_is_the_next_group(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let mut rival = base.rival().await;
        rival.lock().await;
        let before = store.groups();
        let first = tokio::spawn({
            let (store, event) = (store.clone(), event(table.id, 2));
            async move { store.append(event).await }
        });
        tokio::time::sleep(Duration::from_millis(200)).await;
        let rest = join_all((3..=12).map(|seq| store.append(event(table.id, seq))));
        let let_go = async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            rival.execute("ROLLBACK").await;
        };
        let (rest, ()) = join!(rest, let_go);
        assert!(first.await.unwrap().is_ok() && rest.iter().all(Result::is_ok));
        assert_eq!(since(&store, before), (11, 2));
    }

    async fn closing_writes_what_is_queued_and_takes_no_more(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let queued = join_all((2..=9).map(|seq| store.append(event(table.id, seq))));
        let (queued, ()) = join!(queued, store.close());
        assert!(queued.iter().all(Result::is_ok), "{queued:?}");
        failed(&store.append(event(table.id, 10)).await);
        assert!(store.ready().await.is_err() && store.durability().await.is_err());
        store.close().await;
        let store = base.open().await;
        assert_eq!(seqs(&store, table.id).await, (1..=9).collect::<Vec<_>>());
        assert!(store.ready().await.is_ok());
    }

    async fn the_writer_flushes_at_every_commit(base: Base) {
        drop(base.open().await);
        if base.is_postgres() {
            // The database is set not to flush at a commit; the writer's connection does so all the same.
            let mut rival = base.rival().await;
            let name = base.url.split(['/', '?']).nth(3).unwrap();
            rival.execute(format!("ALTER DATABASE {name} SET synchronous_commit = off")).await;
        }
        let store = base.open().await;
        let durability = store.durability().await.unwrap();
        let expected = if base.is_postgres() {
            // The tests' own server runs without flushes, which must show.
            Durability::Postgres { synchronous_commit: "on".into(), fsync: "off".into() }
        } else {
            Durability::Sqlite { journal_mode: "wal".into(), synchronous: 2 }
        };
        assert_eq!(durability, expected);
        assert_eq!(durability.is_full(), !base.is_postgres());
    }
}

#[tokio::test]
async fn an_idle_connection_that_died_is_replaced_unseen() {
    let base = crate::common::base::Base::postgres().await;
    let store = base.open().await;
    let table = table(&store).await;
    let mut rival = base.rival().await;
    let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    rival.execute(others).await;
    assert!(store.append(event(table.id, 2)).await.is_ok());
    assert_eq!(seqs(&store, table.id).await, [1, 2]);
}

#[tokio::test]
async fn after_a_reconnect_events_wait_for_a_look_at_their_log() {
    let base = crate::common::base::Base::postgres().await;
    let store = base.open().await;
    let (one, other) = (table(&store).await, table(&store).await);
    let known = store.changes().reconnects().count();
    let known_as_of = |reconnects, table, seq| NewEntry {
        reconnects: Some(reconnects),
        ..event(table, seq)
    };
    store.append(known_as_of(known, one.id, 2)).await.unwrap();
    let mut rival = base.rival().await;
    let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    rival.execute(others).await;
    let (outdated, free) = join!(
        store.append(known_as_of(known, one.id, 3)),
        store.append(event(other.id, 2)),
    );
    assert_eq!((outdated, free.is_ok()), (Err(AppendError::Behind), true));
    let now = store.changes().reconnects().count();
    assert_eq!(now, known + 1);
    store.append(known_as_of(now, one.id, 3)).await.unwrap();
    assert_eq!(seqs(&store, one.id).await, [1, 2, 3]);
}

/// The server commits, and the connection breaks before it can say so.
#[tokio::test]
async fn a_commit_whose_answer_is_lost_is_found_to_be_written() {
    let base = crate::common::base::Base::postgres().await;
    let proxy = Proxy::start(&base);
    let store = Store::open(&proxy.url).await.unwrap();
    let table = table(&store).await;
    let ann = player(&store, "Ann").await;
    proxy.break_next_commit();
    let event = event_with(
        table.id,
        2,
        vec![seated(ann, "Ann", 0), Projection::TableState(state(2))],
    );
    assert!(store.append(event).await.is_ok());
    assert!(proxy.has_broken());
    assert_eq!(seqs(&store, table.id).await, [1, 2]);
}

#[tokio::test]
async fn a_row_that_another_server_keeps_locked_fails_its_own_event_alone() {
    let base = crate::common::base::Base::postgres().await;
    let store = base.open().await;
    let (blocked, free) = (table(&store).await, table(&store).await);
    let ann = player(&store, "Ann").await;
    store
        .append(event_with(blocked.id, 2, vec![seated(ann, "Ann", 0)]))
        .await
        .unwrap();
    let mut rival = base.rival().await;
    rival
        .execute("BEGIN; UPDATE table_players SET name = 'Locked'")
        .await;
    let (stuck, other) = join!(
        store.append(event_with(blocked.id, 3, vec![seated(ann, "Anna", 0)])),
        store.append(event(free.id, 2)),
    );
    failed(&stuck);
    assert!(other.is_ok(), "{other:?}");
    rival.execute("ROLLBACK").await;
    store.append(event(blocked.id, 3)).await.unwrap();
}

#[tokio::test]
async fn nodes_that_note_the_same_at_once_write_it_in_the_same_order_postgres() {
    let base = Base::postgres().await;
    let stores = [base.open().await, base.open().await];
    let ann = player(&stores[0], "Ann").await;
    let mut tables = Vec::new();
    for _ in 0..40 {
        let table = new_table();
        let projections = vec![Projection::Table(table.clone()), seated(ann, "Ann", 0)];
        stores[0]
            .append(event_with(table.id, 1, projections))
            .await
            .unwrap();
        tables.push(table.id);
    }
    let before = stores.each_ref().map(Store::groups);
    for (&one, &other) in tables.iter().zip(tables.iter().rev()) {
        stores[0].record_away(one, ann, Some(NOON));
        stores[1].record_away(other, ann, Some(NOON));
    }
    join!(stores[0].close(), stores[1].close());
    for (store, before) in stores.iter().zip(before) {
        assert_eq!(
            since(store, before),
            (0, 1),
            "one transaction, in which each row was free or soon was"
        );
    }
}
