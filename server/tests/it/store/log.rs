//! What is appended is read back; the second of two events with one number loses; all or nothing.

use thicket_server::seq::Seq;
use thicket_server::store::{AppendError, Appended, TableRow};

use super::*;
use crate::common::base::both;

both! {
    async fn what_is_appended_is_read_back(base: Base) {
        let store = base.open().await;
        let table = new_table();
        let mut events = vec![created(&table)];
        events.extend((2..=5).map(|seq| event(table.id, seq)));
        events[3].entry.player = Some(player(&store, "Ann").await);
        events[4].entry.command = None;
        for event in &events {
            assert_eq!(store.append(event.clone()).await, Ok(Appended { seq: event.entry.seq }));
        }
        store.close().await;

        let store = base.open().await;
        let rows: Vec<_> = events.iter().map(|event| event.entry.clone()).collect();
        assert_eq!(comparable(&store.events(table.id).await.unwrap()), comparable(&rows));
        assert_eq!(comparable(&store.events_after(table.id, Seq(3)).await.unwrap()), comparable(&rows[3..]));
        assert!(store.events(TableId::fresh()).await.unwrap().is_empty());
        let found = store.event_by_id(rows[2].table, rows[2].id).await.unwrap().unwrap();
        assert_eq!(comparable_row(&found), comparable_row(&rows[2]));
        assert!(store.event_by_id(rows[2].table, EventId::fresh()).await.unwrap().is_none());
        let row = Some(TableRow::from(table.clone()));
        assert_eq!(store.table(table.id).await.unwrap(), row);
        assert_eq!(store.table_by_code(&table.code).await.unwrap(), row);
        assert_eq!(store.table_by_code(&TableCode::fresh()).await.unwrap(), None);
    }

    async fn of_two_events_with_one_number_the_second_loses(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let first = event(table.id, 2);
        store.append(first.clone()).await.unwrap();
        let late = player(&store, "Late").await;
        let second = event_with(table.id, 2, vec![seated(late, "Late", 0)]);
        assert_eq!(store.append(second).await, Err(AppendError::Conflict));
        assert_eq!(store.events(table.id).await.unwrap()[1].id, first.entry.id);
        assert_eq!(store.names_at(table.id).await.unwrap(), []);
        // Another server, in effect: a second store over the same database.
        let other = base.open().await;
        assert_eq!(other.append(event(table.id, 2)).await, Err(AppendError::Conflict));
        assert_eq!(other.append(event(table.id, 3)).await, Ok(Appended { seq: Seq(3) }));
        assert_eq!(store.append(event(table.id, 3)).await, Err(AppendError::Conflict));
    }

    // The rematch of a game that people ask for at two servers in the same instant, which is rarely hit.
    async fn of_two_who_create_one_table_one_loses(base: Base) {
        let stores = [base.open().await, base.open().await];
        for _ in 0..500 {
            let table = new_table();
            let [one, other] = stores.each_ref().map(async |store| {
                match store.append(created(&table)).await {
                    // On a busy machine the one that comes first may take longer than the other waits for it.
                    Err(AppendError::Failed(error)) if error.contains("lock timeout") => store.append(created(&table)).await,
                    outcome => outcome,
                }
            });
            let outcomes = tokio::join!(one, other);
            let won = Ok(Appended { seq: Seq(1) });
            let lost = Err(AppendError::Conflict);
            assert!([(won.clone(), lost.clone()), (lost, won)].contains(&outcomes), "{outcomes:?}");
        }
    }

    async fn a_projection_that_fails_fails_its_event(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let ann = player(&store, "Ann").await;
        let projections = vec![seated(ann, "Ann", 0), seated(PlayerId::fresh(), "Nobody", 1)];
        let outcome = store.append(event_with(table.id, 2, projections)).await;
        assert!(matches!(outcome, Err(AppendError::Failed(_))), "{outcome:?}");
        assert_eq!(seqs(&store, table.id).await, [1]);
        assert_eq!(store.names_at(table.id).await.unwrap(), []);

        // A code that is taken: neither the table nor its event.
        let twin = NewTable { id: TableId::fresh(), ..table.clone() };
        assert_eq!(store.append(created(&twin)).await, Err(AppendError::Conflict));
        assert_eq!(store.table(twin.id).await.unwrap(), None);
        assert_eq!(store.table_by_code(&table.code).await.unwrap(), Some(table.into()));
    }

    async fn no_event_is_written_whose_predecessor_is_missing(base: Base) {
        let store = base.open().await;
        let (table, other) = (table(&store).await, table(&store).await);
        let ann = player(&store, "Ann").await;
        let turn = |table, seq| event_with(table, seq, vec![Projection::TableState(state(seq))]);
        for id in [table.id, other.id] {
            store.append(turn(id, 2)).await.unwrap();
        }
        assert_eq!(store.append(turn(table.id, 4)).await, Err(AppendError::Behind));
        let sit = event_with(table.id, 5, vec![seated(ann, "Ann", 0), Projection::TableState(state(5))]);
        assert_eq!(store.append(sit).await, Err(AppendError::Behind));
        // In one group, too, the others are written.
        let (gap, next, elsewhere) = tokio::join!(
            store.append(turn(table.id, 5)),
            store.append(turn(table.id, 3)),
            store.append(turn(other.id, 3)),
        );
        assert_eq!((gap, next.is_ok(), elsewhere.is_ok()), (Err(AppendError::Behind), true, true));
        assert_eq!(seqs(&store, table.id).await, [1, 2, 3]);
        assert_eq!(store.names_at(table.id).await.unwrap(), []);
        // A standby took over that had received less.
        base.rival().await.execute("DELETE FROM events WHERE seq > 2; UPDATE table_state SET seq = 2").await;
        assert_eq!(store.append(turn(table.id, 4)).await, Err(AppendError::Behind));
        store.append(turn(table.id, 3)).await.unwrap();
        assert_eq!(store.last_numbers(&[table.id]).await.unwrap(), [(table.id, Seq(3))]);
    }

    async fn what_lists_show_of_a_table_catches_up_with_its_log(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let turn = |seq| event_with(table.id, seq, vec![Projection::TableState(state(seq))]);
        store.append(turn(2)).await.unwrap();
        store.append(event(table.id, 3)).await.unwrap();
        store.append(turn(4)).await.unwrap();
        assert_eq!(store.last_numbers(&[table.id]).await.unwrap(), [(table.id, Seq(4))]);
    }

    async fn an_event_needs_its_table(base: Base) {
        let store = base.open().await;
        let outcome = store.append(event(TableId::fresh(), 1)).await;
        assert!(matches!(outcome, Err(AppendError::Failed(_))), "{outcome:?}");
    }
}
