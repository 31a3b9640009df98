//! What is no event goes through the writer too: together with events, or alone where it fails.

use futures_util::future::join_all;
use thicket_server::store::StoreError;
use tokio::join;

use super::*;
use crate::common::base::both;

both! {
    async fn changes_and_events_share_a_transaction(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let ann = player(&store, "Ann").await;
        let (session, link) = (SessionToken::fresh().hash(), SessionToken::fresh().hash());
        let before = store.groups();
        let outcomes = join!(
            store.append(event(table.id, 2)),
            store.create_guest(PlayerId::fresh(), "Ben", session, NOON, NOON + 1),
            store.rename(ann, "Anna"),
            store.append(event(table.id, 3)),
            store.make_transfer_link(link, table.id, ann, NOON + 1, NOON),
            store.put_table_state(table.id, state(3), vec![]),
        );
        assert!(outcomes.0.is_ok() && outcomes.3.is_ok());
        assert!(outcomes.1.is_ok() && outcomes.2.is_ok() && outcomes.4.is_ok() && outcomes.5.unwrap());
        let now = store.groups();
        assert_eq!((now.appends - before.appends, now.commits - before.commits), (2, 1));
    }

    async fn a_change_that_fails_fails_only_itself(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let session = SessionToken::fresh().hash();
        store.create_guest(PlayerId::fresh(), "Ann", session, NOON, NOON + 1).await.unwrap();
        let outcomes = join!(
            store.append(event(table.id, 2)),
            store.create_guest(PlayerId::fresh(), "Ben", session, NOON, NOON + 1),
            store.make_transfer_link(session, table.id, PlayerId::fresh(), NOON + 1, NOON),
            store.create_guest(PlayerId::fresh(), "Cid", SessionToken::fresh().hash(), NOON, NOON + 1),
        );
        assert!(outcomes.0.is_ok() && outcomes.3.is_ok(), "{outcomes:?}");
        for outcome in [outcomes.1, outcomes.2] {
            assert!(matches!(outcome, Err(StoreError::NotWritten(_))), "{outcome:?}");
        }
        assert_eq!(seqs(&store, table.id).await, [1, 2]);
    }

    async fn a_crowd_of_newcomers_waits_for_few_commits(base: Base) {
        let store = base.open().await;
        let before = store.groups();
        let newcomer = || store.create_guest(PlayerId::fresh(), "Ann", SessionToken::fresh().hash(), NOON, NOON + 1);
        let outcomes = join_all((0..200).map(|_| newcomer())).await;
        assert!(outcomes.iter().all(Result::is_ok));
        assert!(store.groups().commits - before.commits <= 4, "{:?}", store.groups());
        assert_eq!(base.rival().await.count("SELECT COUNT(*) FROM players WHERE name = 'Ann'").await, 200);
    }

    async fn a_locked_database_fails_a_change_in_time_and_surely(base: Base) {
        let store = base.open().await;
        let ann = player(&store, "Ann").await;
        let mut rival = base.rival().await;
        if base.is_postgres() {
            rival.execute("BEGIN; LOCK TABLE players IN EXCLUSIVE MODE").await;
        } else {
            rival.lock().await;
        }
        let outcomes = join!(store.rename(ann, "Anna"), store.rename(ann, "Annie"));
        for outcome in [outcomes.0, outcomes.1] {
            assert!(matches!(outcome, Err(StoreError::NotWritten(_))), "{outcome:?}");
        }
        rival.execute("ROLLBACK").await;
        assert_eq!(store.player_names(&[ann]).await.unwrap(), [(ann, "Ann".to_owned())]);
        assert!(store.rename(ann, "Anna").await.is_ok());
    }
}
