//! The lists of records, by which a game that is gone altogether is noticed.

use thicket_server::model::record::day_list::DayList;
use thicket_server::time::{list_day, now_ms};

use super::moving::{export, unpacked};
use super::*;
use crate::common::base::Rival;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

async fn verify_base(base: &Base) -> (Option<i32>, String) {
    thicket(&["verify", "--database-url", &base.url]).await
}

/// Takes a game out of the database, with everything that was ever stored of it.
async fn remove(rival: &mut Rival, code: &str) {
    for table in [
        "record_chains",
        "record_pairs",
        "record_seats",
        "records",
        "rematches",
        "chat",
        "lobby_tables",
        "table_players",
        "table_state",
        "events",
    ] {
        let of = format!("WHERE table_id = (SELECT id FROM tables WHERE code = '{code}')");
        rival.execute(format!("DELETE FROM {table} {of}")).await;
    }
    rival
        .execute(format!("DELETE FROM tables WHERE code = '{code}'"))
        .await;
}

/// Has the statistics say that there was one game fewer, as somebody would who hides that one is gone.
async fn count_one_less(rival: &mut Rival) {
    rival
        .execute("UPDATE game_tallies SET games = games - 1, plies = plies - 4")
        .await;
}

async fn wait_for(rival: &mut Rival, none: &'static str) {
    for _ in 0..400 {
        if rival.count(none).await == 0 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("{none}");
}

/// Five games that were listed yesterday and two of today, in order.
async fn played(base: &Base) -> Vec<String> {
    let server = Server::start(base).await;
    let mut rival = base.rival().await;
    wait_for(&mut rival, "SELECT COUNT(*) FROM day_lists WHERE day = ''").await;
    let friends = people(&server, ["Ann", "Ben"]).await;
    let mut codes = Vec::new();
    for game in 0..7 {
        if game == 5 {
            server.store.update_day_lists(now_ms() + DAY_MS).await.unwrap();
        }
        codes.push(finished(friends.clone(), true).await);
    }
    server.stop().await;
    codes
}

both! {
    async fn a_game_that_was_removed_altogether_is_noticed(base: Base) {
        let codes = played(&base).await;
        let store = base.open().await;
        let lists = store.day_lists().await.unwrap();
        store.close().await;
        let counts: Vec<(i64, i64, bool)> =
            lists.iter().map(|list| (list.list, list.records, list.sha256.is_some())).collect();
        assert_eq!(counts, [(1, 5, true), (2, 2, false)]);
        let day = &lists[0].day;
        assert!(*day == list_day(now_ms()) || *day == list_day(now_ms() - DAY_MS));
        let (status, said) = verify_base(&base).await;
        let last = format!("The last list of records that is closed: {}.\n", lists[0]);
        assert!(status == Some(0) && said.ends_with(&last), "{said}");

        let mut rival = base.rival().await;
        remove(&mut rival, &codes[1]).await;
        let (status, said) = verify_base(&base).await;
        assert!(status == Some(1) && said.contains("game_tallies has 7 games of bushwhacked"), "{said}");
        count_one_less(&mut rival).await;
        let (status, said) = verify_base(&base).await;
        let missing = format!("list 1 of {day}: record 2 of 5 is missing\n");
        assert!(status == Some(1) && said.contains(&missing), "{said}");
        assert!(said.contains("6 records and 0 unfinished games replayed; 0 disagree."), "{said}");

        // Also of the list that is not closed.
        remove(&mut rival, &codes[6]).await;
        count_one_less(&mut rival).await;
        let (_, said) = verify_base(&base).await;
        assert!(said.contains(&missing) && said.contains(": record 2 of 2 is missing\n"), "{said}");

        // Whoever closes the gap finds that the sum does not fit any more.
        rival.execute("UPDATE record_chains SET place = 1 - place WHERE list = 1 AND place > 2").await;
        rival.execute("UPDATE record_chains SET place = -place WHERE list = 1 AND place < 0").await;
        rival.execute("UPDATE day_lists SET records = 4 WHERE list = 1").await;
        let (status, said) = verify_base(&base).await;
        let sum = format!("list 1 of {day}: its sum is not that of its records and of the list before\n");
        assert!(status == Some(1) && said.contains(&sum), "{said}");
        rival.execute("DELETE FROM day_lists").await;
        let (status, said) = verify_base(&base).await;
        assert!(status == Some(1) && said.contains("list 1 is missing\n"), "{said}");
    }

    async fn the_files_of_an_export_are_compared_with_its_lists(base: Base) {
        let codes = played(&base).await;
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let (status, said) = export(&base, folder).await;
        assert_eq!(status, Some(0), "{said}");
        let both = |games: &str| {
            let files = [games, "lists.ndjson.gz"].map(|name| folder.join(name).to_str().unwrap().to_owned());
            async move { thicket(&["verify", &files[0], &files[1]]).await }
        };
        let (status, said) = both("games.ndjson.gz").await;
        assert!(status == Some(0) && said.contains("list 1 of ") && said.ends_with("7 games checked; 0 wrong.\n"), "{said}");
        let games = unpacked(&folder.join("games.ndjson.gz"));
        let some = |keep: &dyn Fn(&str) -> bool| {
            let lines = games.lines().filter(|line| line.contains("\"code\"") && keep(line));
            let lines: Vec<&str> = lines.collect();
            std::fs::write(folder.join("some.ndjson"), lines.join("\n")).unwrap();
        };
        some(&|line| !line.contains(&codes[3]));
        let (status, said) = both("some.ndjson").await;
        assert!(status == Some(1) && said.contains(": record 4 of 5 is missing\n"), "{said}");
        some(&|line| !line.contains(&codes[5]));
        let (status, said) = both("some.ndjson").await;
        assert!(status == Some(1) && said.contains(": record 1 of 2 is missing\n"), "{said}");

        let lists = unpacked(&folder.join("lists.ndjson.gz"));
        let list: Value = serde_json::from_str(lists.lines().nth(1).unwrap()).unwrap();
        assert_eq!((&list["list"], &list["records"]), (&json!(1), &json!(5)));
        assert!(DayList::of_json(&list).unwrap().sha256.is_some());
        let alone = folder.join("lists.ndjson.gz");
        let (status, said) = verify(&alone).await;
        assert!(status == Some(0) && said.contains("not compared"), "{said}");
    }

    // Records of older versions, and of nodes of an older version that run beside this one.
    async fn records_in_no_list_are_added_by_whichever_node_is_first(base: Base) {
        played(&base).await;
        let mut rival = base.rival().await;
        for sql in [
            "UPDATE record_chains SET list = NULL, place = NULL",
            "DELETE FROM day_lists",
            "INSERT INTO day_lists (list, day, records) VALUES (1, '', 0)",
        ] {
            rival.execute(sql).await;
        }
        let (status, said) = verify_base(&base).await;
        assert!(status == Some(0) && said.contains("7 records are in no list yet"), "{said}");
        let (one, other) = (base.open().await, base.open().await);
        for day in 0..3 {
            let now = now_ms() + day * DAY_MS;
            let kept = [&one, &other, &one, &other].map(|store| store.update_day_lists(now));
            for kept in futures_util::future::join_all(kept).await {
                kept.unwrap();
            }
        }
        let lists = one.day_lists().await.unwrap();
        one.close().await;
        other.close().await;
        let records: i64 = lists.iter().map(|list| list.records).sum();
        let closed = lists.iter().filter(|list| list.sha256.is_some()).count();
        assert_eq!((records, closed, lists.len()), (7, 1, 2), "{lists:?}");
        let (status, said) = verify_base(&base).await;
        assert_eq!(status, Some(0), "{said}");
        assert!(!said.contains("in no list"), "{said}");
    }
}
