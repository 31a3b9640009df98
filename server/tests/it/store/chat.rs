//! The chat in the store: numbers, what is kept, and what is deleted.

use futures_util::future::join_all;
use thicket_server::ids::{CommandId, PlayerId, TableId};
use thicket_server::model::player::audience::Audience;
use thicket_server::model::player::chat::{CHAT_CAPACITY, CHAT_LIFE};
use thicket_server::store::{ChatRow, NewChat, Store};

use super::table;
use crate::common::base::{Base, both};
use crate::files::holding;
use thicket_server::time::UnixMs;

fn line(table: TableId, text: &str) -> NewChat {
    NewChat {
        table,
        command: CommandId::fresh(),
        row: ChatRow {
            n: 0,
            player: PlayerId::fresh(),
            name: "Ann".to_owned(),
            at: UnixMs(7),
            audience: Audience::Players,
            text: text.to_owned(),
            about: None,
            silenced: false,
            member: false,
            owner: None,
        },
    }
}

fn silence(table: TableId, about: PlayerId, silenced: bool) -> NewChat {
    let mut entry = line(table, "Eve");
    (entry.row.about, entry.row.silenced) = (Some(about), silenced);
    entry
}

async fn numbers(store: &Store, table: TableId) -> Vec<i64> {
    let rows = store.chat_after(table, 0).await.unwrap();
    rows.iter().map(|row| row.n).collect()
}

both! {
    async fn lines_read_back_in_order_and_one_that_is_sent_again_counts_once(base: Base) {
        let store = base.open().await;
        let (here, there) = (table(&store).await.id, table(&store).await.id);
        let lines = [line(here, "hi"), line(here, "👍 <b>"), silence(here, PlayerId::fresh(), true)];
        for (n, entry) in (1..).zip(&lines) {
            assert_eq!(store.write_chat(entry).await.unwrap().n(), n);
        }
        assert_eq!(store.write_chat(&line(there, "other")).await.unwrap().n(), 1, "numbers are a table's own");
        assert_eq!(store.write_chat(&lines[1]).await.unwrap().n(), 2, "the same again");
        // The id of a command is its player's own.
        let other = NewChat { command: lines[1].command, ..line(here, "mine") };
        assert_eq!(store.write_chat(&other).await.unwrap().n(), 4);
        store.close().await;

        let store = base.open().await;
        assert_eq!(store.write_chat(&lines[0]).await.unwrap().n(), 1, "also after a restart");
        let rows = store.chat_after(here, 1).await.unwrap();
        let wanted: Vec<ChatRow> = (2..).zip([&lines[1], &lines[2], &other])
            .map(|(n, entry)| ChatRow { n, ..entry.row.clone() })
            .collect();
        assert_eq!(rows, wanted);
        let mut last = store.last_chat_numbers(&[here, there, TableId::fresh()]).await.unwrap();
        last.sort_unstable();
        assert_eq!(last, [(here, 4), (there, 1)]);
    }

    async fn of_writers_of_one_number_each_gets_another(base: Base) {
        let (a, b) = (base.open().await, base.open().await);
        let here = table(&a).await.id;
        let lines: Vec<NewChat> = (0..20).map(|n| line(here, &n.to_string())).collect();
        let both = [&a, &b];
        let writes = lines.iter().enumerate().map(|(at, entry)| both[at % 2].write_chat(entry));
        let mut written: Vec<i64> = join_all(writes).await.into_iter().map(|written| written.unwrap().n()).collect();
        written.sort_unstable();
        assert_eq!(written, (1..=20).collect::<Vec<i64>>());
        assert_eq!(numbers(&a, here).await, written);
    }

    async fn the_oldest_lines_go_but_not_who_is_silenced(base: Base) {
        let store = base.open().await;
        let here = table(&store).await.id;
        let (eve, bob) = (PlayerId::fresh(), PlayerId::fresh());
        for entry in [silence(here, eve, true), silence(here, bob, true), silence(here, eve, false)] {
            store.write_chat(&entry).await.unwrap();
        }
        assert_eq!(numbers(&store, here).await, [2, 3], "of each the last");
        for _ in 0..CHAT_CAPACITY + 2 {
            store.write_chat(&line(here, "hi")).await.unwrap();
        }
        let end = CHAT_CAPACITY as i64 + 5;
        let wanted: Vec<i64> = [2, 3].into_iter().chain(6..=end).collect();
        assert_eq!(numbers(&store, here).await, wanted);
    }

    async fn old_chats_are_deleted_when_their_games_are_over_for_long(base: Base) {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let store = base.open().await;
        let (kept_for, now) = (CHAT_LIFE.as_millis() as i64, 100 * DAY);
        let mut rival = base.rival().await;
        // When the last event was, when the game ended, and when the line was written.
        let cases = [
            ("over for long", 60, Some(60), 90, true),
            ("over not long ago", 80, Some(80), 1, false),
            ("over, with an old last event", 1, Some(80), 1, false),
            ("never over, and quiet", 60, None, 61, true),
            ("never over, with an event", 80, None, 1, false),
            ("never over, with a line", 1, None, 80, false),
        ];
        let mut ids = Vec::new();
        for (_, changed, ended, said, _) in cases {
            // Tables as old as their first events.
            let id = TableId(uuid::Uuid::from_u128(TableId::earliest(UnixMs(DAY)).0.as_u128() + 1 + ids.len() as u128));
            let hex = id.0.simple().to_string();
            let literal = if base.is_postgres() { format!("'{id}'") } else { format!("X'{hex}'") };
            let code = format!("code{}", ids.len());
            rival.execute(format!("INSERT INTO tables (id, code, kind, public, created_at)
                VALUES ({literal}, '{code}', 'bushi', TRUE, {DAY})")).await;
            rival.execute(format!("INSERT INTO table_state (table_id, seq, phase, variant, seats, public, changed_at)
                VALUES ({literal}, 1, 'playing', '', 2, TRUE, {})", changed * DAY)).await;
            if let Some(ended) = ended {
                rival.execute(format!("INSERT INTO records (table_id, code, kind, setup, rules_version, format, public,
                    started_at, finished_at, plies, turns, ending)
                    VALUES ({literal}, '{code}', 'bushi', '2', 1, 1, TRUE, 0, {}, 0, '[]', '{{}}')", ended * DAY)).await;
            }
            let mut entry = line(id, "gg");
            entry.row.at = UnixMs(said * DAY);
            store.write_chat(&entry).await.unwrap();
            ids.push(id);
        }
        let young = table(&store).await.id;
        store.write_chat(&line(young, "hi")).await.unwrap();
        assert!(store.outdated_chats(UnixMs(60 * DAY + kept_for - 1), 9).await.unwrap().is_empty());

        // Time without a server counts where the game is not over.
        rival.execute(format!("INSERT INTO outages (since, until) VALUES ({}, {})", 75 * DAY, 90 * DAY)).await;
        assert_eq!(store.outdated_chats(UnixMs(now), 9).await.unwrap(), ids[..1]);
        rival.execute("DELETE FROM outages").await;

        let mut found = store.outdated_chats(UnixMs(now), 9).await.unwrap();
        found.sort_unstable();
        let wanted: Vec<TableId> = ids.iter().zip(cases).filter(|(_, case)| case.4).map(|(&id, _)| id).collect();
        assert_eq!(found, wanted);
        assert_eq!(store.outdated_chats(UnixMs(now), 1).await.unwrap().len(), 1);
        store.delete_chat(wanted[0]).await.unwrap();
        assert!(numbers(&store, wanted[0]).await.is_empty());
        assert_eq!(store.outdated_chats(UnixMs(now), 9).await.unwrap(), wanted[1..]);
        for (id, (what, .., outdated)) in ids.iter().zip(cases) {
            let left = numbers(&store, *id).await.len();
            assert_eq!(left, usize::from(!outdated || *id == wanted[1]), "{what}");
        }
    }
}

#[tokio::test]
async fn the_lines_of_a_deleted_chat_are_in_no_page_that_is_given_up() {
    let base = Base::sqlite();
    let store = base.open().await;
    let here = table(&store).await.id;
    // They fill many pages, which are joined as they become empty: of two, one is no longer used.
    for _ in 0..CHAT_CAPACITY {
        let text = "the quokka knows it all ".repeat(20);
        store.write_chat(&line(here, &text)).await.unwrap();
    }
    let words = ["quokka"];
    assert!(!holding(&base, &words).is_empty());
    store.delete_chat(here).await.unwrap();
    store.close().await;
    let given_up = base.rival().await.count("PRAGMA freelist_count").await;
    assert!(given_up > 0);
    assert_eq!(holding(&base, &words), Vec::<String>::new());
}
