//! What is appended is read back; who comes second loses; all or nothing.

use thicket_server::store::{AppendError, Appended, Sitter};

use super::*;
use crate::common::base::both;

both! {
    async fn what_is_appended_is_read_back(base: Base) {
        let store = base.open().await;
        let table = new_table();
        let mut events = vec![created(&table)];
        events.extend((2..=5).map(|seq| event(table.id, seq)));
        events[3].player = Some(player(&store, "Ann").await);
        events[4].command = None;
        for event in &events {
            assert_eq!(store.append(event.clone()).await, Ok(Appended { seq: event.seq }));
        }
        store.close().await;

        let store = base.open().await;
        let rows: Vec<_> = events.iter().map(NewEvent::row).collect();
        assert_eq!(store.events(table.id).await.unwrap(), rows);
        assert_eq!(store.events_after(table.id, 3).await.unwrap(), rows[3..]);
        assert_eq!(store.events(TableId::fresh()).await.unwrap(), []);
        assert_eq!(store.table(table.id).await.unwrap(), Some(table.clone()));
        assert_eq!(store.table_by_code(&table.code).await.unwrap(), Some(table.clone()));
        assert_eq!(store.table_by_code(&TableCode::fresh()).await.unwrap(), None);
    }

    async fn of_two_events_with_one_number_the_second_loses(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let first = event(table.id, 2);
        store.append(first.clone()).await.unwrap();
        let sat = Beside::Sat { player: player(&store, "Late").await, name: "Late".into() };
        let second = NewEvent { beside: vec![sat], ..event(table.id, 2) };
        assert_eq!(store.append(second).await, Err(AppendError::Conflict));
        assert_eq!(store.events(table.id).await.unwrap()[1], first.row());
        assert_eq!(store.sitters(table.id).await.unwrap(), []);
        // Another server, in effect: a second store over the same database.
        let other = base.open().await;
        assert_eq!(other.append(event(table.id, 2)).await, Err(AppendError::Conflict));
        assert_eq!(other.append(event(table.id, 3)).await, Ok(Appended { seq: 3 }));
        assert_eq!(store.append(event(table.id, 3)).await, Err(AppendError::Conflict));
    }

    async fn chairs_are_taken_and_left_with_their_events(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let (ann, ben) = (player(&store, "Ann").await, player(&store, "Ben").await);
        let sat = |player, name: &str| Beside::Sat { player, name: name.into() };
        let step = |seq, beside| store.append(NewEvent { beside, ..event(table.id, seq) });
        step(2, vec![sat(ann, "Ann"), sat(ben, "Ben")]).await.unwrap();
        step(3, vec![sat(ann, "Queen Ann")]).await.unwrap();
        step(4, vec![Beside::Stood { player: ben }]).await.unwrap();
        let sitters = store.sitters(table.id).await.unwrap();
        assert_eq!(sitters, [Sitter { player: ann, name: "Queen Ann".into() }]);
        assert_eq!(store.tables_of(ann, 9).await.unwrap(), [table]);
        assert_eq!(store.tables_of(ben, 9).await.unwrap(), []);
    }

    async fn the_newest_tables_of_a_player_come_first(base: Base) {
        let store = base.open().await;
        let ann = player(&store, "Ann").await;
        let mut made = vec![];
        for age in [3, 1, 2] {
            let table = NewTable { created_at: NOON - age, ..new_table() };
            let sat = Beside::Sat { player: ann, name: "Ann".into() };
            let beside = vec![Beside::Created(table.clone()), sat];
            store.append(NewEvent { beside, ..event(table.id, 1) }).await.unwrap();
            made.push(table);
        }
        made.sort_by_key(|table| std::cmp::Reverse(table.created_at));
        assert_eq!(store.tables_of(ann, 2).await.unwrap(), made[..2]);
    }

    async fn what_stands_beside_an_event_fails_with_it(base: Base) {
        let store = base.open().await;
        let table = table(&store).await;
        let ann = player(&store, "Ann").await;
        let beside = vec![
            Beside::Sat { player: ann, name: "Ann".into() },
            Beside::Sat { player: PlayerId::fresh(), name: "Nobody".into() },
        ];
        let outcome = store.append(NewEvent { beside, ..event(table.id, 2) }).await;
        assert!(matches!(outcome, Err(AppendError::Failed(_))), "{outcome:?}");
        assert_eq!(seqs(&store, table.id).await, [1]);
        assert_eq!(store.sitters(table.id).await.unwrap(), []);

        // A code that is taken: neither the table nor its event.
        let twin = NewTable { id: TableId::fresh(), ..table.clone() };
        let outcome = store.append(created(&twin)).await;
        assert!(matches!(outcome, Err(AppendError::Failed(_))), "{outcome:?}");
        assert_eq!(store.table(twin.id).await.unwrap(), None);
        assert_eq!(store.table_by_code(&table.code).await.unwrap(), Some(table));
    }

    async fn an_event_needs_its_table(base: Base) {
        let store = base.open().await;
        let outcome = store.append(event(TableId::fresh(), 1)).await;
        assert!(matches!(outcome, Err(AppendError::Failed(_))), "{outcome:?}");
    }
}
