//! Lists: how tables stand and who sits there, without reading any log.

use thicket_server::store::{ListedPlayer, ListedTable, TableRow};
use thicket_server::time::UnixMs;

use super::*;
use crate::common::base::both;

fn person(seat: u8, player: PlayerId, name: &str) -> ListedPlayer {
    let name = name.into();
    ListedPlayer {
        seat,
        player,
        name,
        owner: None,
        nudged: false,
        looked: None,
    }
}

fn ids(tables: &[ListedTable]) -> Vec<TableId> {
    tables.iter().map(|listed| listed.table.id).collect()
}

/// A table where these players sit; its last event is `age` milliseconds old.
async fn table_with(store: &Store, people: &[(PlayerId, &str)], age: i64) -> NewTable {
    let table = new_table();
    let mut projections = vec![Projection::Table(table.clone())];
    for (seat, (player, name)) in (0..).zip(people) {
        projections.push(seated(*player, name, seat));
    }
    let changed_at = NOON - age;
    projections.push(Projection::TableState(TableState {
        changed_at,
        ..state(1)
    }));
    store.append(event_with(table.id, 1, projections)).await.unwrap();
    table
}

both! {
    async fn a_table_is_listed_as_its_last_event_left_it(base: Base) {
        let store = base.open().await;
        let (ann, ben) = (player(&store, "Ann").await, player(&store, "Ben").await);
        let table = table_with(&store, &[(ann, "Ann"), (ben, "Ben")], 0).await;
        let last = TableState { to_move: Some(ben), deadline: Some(NOON + 9), variant: String::new(), ..state(2) };
        let projections = vec![seated(ann, "Queen Ann", 1), seated(ben, "Ben", 0), Projection::TableState(last.clone())];
        store.append(event_with(table.id, 2, projections)).await.unwrap();
        let people = vec![person(0, ben, "Ben"), person(1, ann, "Queen Ann")];
        let listed = ListedTable { table: TableRow::from(table.clone()), state: last, present_at: None, asked_until: None, people };
        assert_eq!(store.tables_of(ann, 9).await.unwrap(), std::slice::from_ref(&listed));
        assert_eq!(store.listed_tables(&[TableId::fresh(), table.id]).await.unwrap(), [listed]);
        assert_eq!(store.listed_tables(&[]).await.unwrap(), []);
    }

    async fn the_events_of_one_group_leave_the_last_state(base: Base) {
        let store = base.open().await;
        let ann = player(&store, "Ann").await;
        let tables = [table_with(&store, &[(ann, "Ann")], 0).await, table_with(&store, &[(ann, "Ann")], 0).await];
        let before = store.groups();
        let append = |seq: i64, place: usize| {
            store.append(event_with(tables[place].id, seq, vec![Projection::TableState(state(seq))]))
        };
        let outcomes = tokio::join!(append(2, 0), append(2, 1), append(3, 0), append(3, 1), append(3, 0));
        assert!(outcomes.3.is_ok() && outcomes.4.is_err(), "{outcomes:?}");
        assert_eq!(store.groups().commits - before.commits, 1);
        let listed = store.listed_tables(&[tables[1].id, tables[0].id]).await.unwrap();
        assert_eq!(ids(&listed), [tables[1].id, tables[0].id]);
        assert!(listed.iter().all(|listed| listed.state == state(3)), "{listed:?}");
        // Nobody wants the same number here.
        let outcomes = tokio::join!(append(4, 0), append(4, 1), append(5, 1));
        assert!(outcomes.0.is_ok() && outcomes.1.is_ok() && outcomes.2.is_ok(), "{outcomes:?}");
        assert_eq!(store.groups().commits - before.commits, 2);
        let listed = store.listed_tables(&[tables[0].id, tables[1].id]).await.unwrap();
        assert_eq!([&listed[0].state, &listed[1].state], [&state(4), &state(5)]);
        assert_eq!(seqs(&store, tables[1].id).await, [1, 2, 3, 4, 5]);
    }

    async fn a_state_that_is_older_changes_nothing(base: Base) {
        let store = base.open().await;
        let ann = player(&store, "Ann").await;
        let table = table_with(&store, &[(ann, "Ann")], 0).await;
        let old = TableState { seats: 4, phase: TablePhase::Over, ..state(1) };
        let people = vec![person(3, ann, "Old Ann")];
        assert!(!store.put_table_state(table.id, old, people.clone()).await.unwrap());
        let listed = store.tables_of(ann, 9).await.unwrap().remove(0);
        assert_eq!((listed.state.seq.0, &listed.people[..]), (1, &[person(0, ann, "Ann")][..]));
        assert!(store.put_table_state(table.id, state(2), people.clone()).await.unwrap());
        assert_eq!(store.tables_of(ann, 9).await.unwrap()[0].people, people);
    }

    async fn the_table_that_changed_last_comes_first(base: Base) {
        let store = base.open().await;
        let ann = player(&store, "Ann").await;
        let mut made = vec![];
        for age in [3, 1, 2] {
            made.push((age, table_with(&store, &[(ann, "Ann")], age).await.id));
        }
        made.sort();
        let made: Vec<_> = made.into_iter().map(|(_, id)| id).collect();
        assert_eq!(ids(&store.tables_of(ann, 2).await.unwrap()), made[..2]);
    }

    async fn where_it_is_ones_turn_the_clock_that_runs_out_first_comes_first(base: Base) {
        let store = base.open().await;
        let (ann, ben) = (player(&store, "Ann").await, player(&store, "Ben").await);
        let mut made = vec![];
        // By their places: two with clocks, two without, one where it is the turn of somebody else.
        for (place, to_move, clock, deadline, age) in
            [(2, ann, None, 1, 30), (1, ann, Some("600+10"), 70, 10), (4, ben, Some("600+10"), 5, 9), (0, ann, Some("300+5"), 60, 20), (3, ann, None, 0, 25)]
        {
            let table = new_table();
            let now = TableState {
                phase: TablePhase::Playing,
                to_move: Some(to_move),
                clock: clock.map(str::to_owned),
                deadline: Some(NOON + deadline),
                changed_at: NOON - age,
                ..state(1)
            };
            let people = [seated(ann, "Ann", 0), seated(ben, "Ben", 1)];
            let projections = [Projection::Table(table.clone()), Projection::TableState(now)].into_iter().chain(people).collect();
            store.append(event_with(table.id, 1, projections)).await.unwrap();
            made.push((place, table.id));
        }
        made.sort();
        let made: Vec<_> = made.into_iter().map(|(_, id)| id).collect();
        assert_eq!(ids(&store.tables_of(ann, 9).await.unwrap()), made);
        assert_eq!(ids(&store.tables_of(ann, 1).await.unwrap()), made[..1], "the most urgent is never left out");
        let own = store.own_tables(&[ann]).await.unwrap();
        let timed = own.iter().filter(|own| own.sitter == ann && own.deadline.is_some());
        assert_eq!(timed.count(), 2, "only where it is her turn");
    }

    async fn whoever_leaves_keeps_the_name_and_loses_the_seat(base: Base) {
        let store = base.open().await;
        let (ann, ben) = (player(&store, "Ann").await, player(&store, "Ben").await);
        let table = table_with(&store, &[(ann, "Queen Ann"), (ben, "Ben")], 0).await;
        store.append(event_with(table.id, 2, vec![Projection::Unseated { player: ann }])).await.unwrap();
        assert_eq!(ids(&store.tables_of(ann, 9).await.unwrap()), []);
        assert_eq!(store.tables_of(ben, 9).await.unwrap()[0].people, [person(1, ben, "Ben")]);
        let names = store.names_at(table.id).await.unwrap();
        assert_eq!(names, [(ann, "Queen Ann".to_owned()), (ben, "Ben".to_owned())]);
        // And comes back, under another name.
        store.append(event_with(table.id, 3, vec![seated(ann, "Annie", 0)])).await.unwrap();
        assert_eq!(store.tables_of(ann, 9).await.unwrap()[0].people[0], person(0, ann, "Annie"));
    }

    async fn finished_games_leave_the_list(base: Base) {
        let store = base.open().await;
        let ann = player(&store, "Ann").await;
        let (over, open) = (table_with(&store, &[(ann, "Ann")], 0).await, table_with(&store, &[(ann, "Ann")], 0).await);
        let last = Projection::TableState(TableState { phase: TablePhase::Over, ..state(2) });
        store.append(event_with(over.id, 2, vec![last])).await.unwrap();
        assert_eq!(ids(&store.tables_of(ann, 9).await.unwrap()), [open.id]);
        assert_eq!(store.listed_tables(&[over.id]).await.unwrap()[0].state.phase, TablePhase::Over);
    }

    async fn tables_of_an_older_version_are_found_and_filled(base: Base) {
        let store = base.open().await;
        let ann = player(&store, "Ann").await;
        let (first, second) = (table(&store).await, table(&store).await);
        table_with(&store, &[(ann, "Ann")], 0).await;
        let known = async |after, limit| {
            let tables = store.tables_with_states(after, limit).await.unwrap();
            tables.into_iter().map(|(_, is_known)| is_known).collect::<Vec<bool>>()
        };
        let start = TableId(uuid::Uuid::nil());
        assert_eq!(known(start, 9).await, [false, false, true]);
        assert_eq!(known(first.id, 1).await, [false]);
        assert_eq!(known(second.id, 9).await, [true]);
        assert!(store.put_table_state(first.id, state(1), vec![person(0, ann, "Ann")]).await.unwrap());
        assert_eq!(known(start, 9).await, [true, false, true]);
        assert!(ids(&store.tables_of(ann, 9).await.unwrap()).contains(&first.id));
    }
}

both! {
    async fn the_lobby_lists_where_somebody_was_seen_and_no_chair_is_kept(base: Base) {
        let store = base.open().await;
        let (ann, ben) = (player(&store, "Ann").await, player(&store, "Ben").await);
        let listed = async |kept_until: Option<UnixMs>| {
            let table = new_table();
            let waiting = TableState { phase: TablePhase::Waiting, public: true, to_move: None, ..state(1) };
            let projections = vec![
                Projection::Table(table.clone()),
                seated(ann, "Ann", 0),
                Projection::TableState(waiting),
                Projection::Listed { at: NOON, kept_until, by: PlayerId::fresh() },
            ];
            store.append(event_with(table.id, 1, projections)).await.unwrap();
            table.id
        };
        let (open, kept) = (listed(None).await, listed(Some(NOON + 100)).await);
        let waiting = async |since, now| ids(&store.waiting_tables(since, now, None, 9).await.unwrap());
        assert_eq!(waiting(NOON - 1, NOON).await, [open]);
        assert_eq!(waiting(NOON - 1, NOON + 100).await.len(), 2);
        assert!(waiting(NOON, NOON + 100).await.is_empty());
        store.record_present(vec![kept], NOON + 50);
        while waiting(NOON, NOON + 100).await != [kept] {
            tokio::task::yield_now().await;
        }
        let playing = TableState { phase: TablePhase::Playing, public: true, to_move: Some(ben), ..state(2) };
        let begins = vec![seated(ben, "Ben", 1), Projection::TableState(playing), Projection::Unlisted];
        store.append(event_with(open, 2, begins)).await.unwrap();
        assert_eq!(waiting(NOON - 1, NOON + 100).await, [kept]);
        let mut seats = store.seats_at(&[open]).await.unwrap();
        seats.sort_by_key(|seat| seat.own.sitter);
        let seats: Vec<_> = seats.iter().map(|seat| (seat.own.table, seat.own.player, seat.is_listed)).collect();
        assert_eq!(seats, [(open, ann, true), (open, ben, true)]);
        let own = store.own_tables(&[ann, ben]).await.unwrap();
        let turns = own.iter().filter(|table| table.to_move);
        assert_eq!(turns.map(|table| table.player).collect::<Vec<_>>(), [ben]);
    }
}
