//! `thicket verify`: what was tampered with is listed.

mod columns;

use futures_util::future::join_all;
use serde_json::json;

use super::*;
use crate::common::party::Party;
use crate::common::server::Server;

/// Ends a game of two after a few turns.
async fn finished(server: &Server) -> String {
    let mut party = Party::started(server.address, 2).await;
    for turn in ["e5", "f6", "g7"] {
        party.play(turn).await;
    }
    party.resign(0).await;
    party.code
}

/// Two agree on a draw.
async fn agreed(server: &Server) -> String {
    let mut party = Party::started(server.address, 2).await;
    for turn in ["e5", "e6"] {
        party.play(turn).await;
    }
    let offer = party
        .offer(0, 2, json!({ "what": "take_back", "turns": 1 }))
        .await;
    party.answer(1, offer, true).await;
    let offer = party.offer(0, 3, json!({ "what": "draw" })).await;
    party.answer(1, offer, true).await;
    party.code
}

/// What is found, after the first line, which is about the version.
async fn verify(base: &Base) -> Ended {
    let ended = run(&["verify", "--database-url", &base.url], "").await;
    let (versions, said) = ended.said.split_once('\n').expect("two lines");
    assert!(versions.starts_with("The database is of version "), "{versions}");
    Ended {
        said: said.to_owned(),
        ..ended
    }
}

#[tokio::test]
async fn where_no_database_is_none_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nothing.db");
    let ended = run(
        &["verify", "--database-url", &format!("sqlite:{}", file.display())],
        "",
    )
    .await;
    assert_eq!(ended.status, 1);
    assert!(
        ended.complained.contains("there is no database at"),
        "{}",
        ended.complained
    );
    assert!(!file.exists());
}

both! {
    async fn a_database_that_was_left_alone_agrees_with_itself(base: Base) {
        Server::start(&base).await.stop().await;
        let empty = verify(&base).await;
        assert_eq!((empty.status, empty.complained.as_str()), (0, ""));
        assert_eq!(empty.said, "0 records and 0 unfinished games replayed; 0 disagree.\n");
        let server = Server::start(&base).await;
        let (_, _, mut unfinished) = tokio::join!(
            finished(&server), agreed(&server), Party::started(server.address, 3)
        );
        unfinished.play("pass").await;
        unfinished.people[0].create(4, "random", false).await;
        server.stop().await;
        let fine = verify(&base).await;
        assert_eq!(fine.said, "2 records and 2 unfinished games replayed; 0 disagree.\n");
        assert_eq!((fine.status, fine.complained.as_str()), (0, ""));
    }

    async fn what_was_tampered_with_is_listed_by_its_code(base: Base) {
        let server = Server::start(&base).await;
        let codes = join_all((0..9).map(|_| finished(&server))).await;
        let mut unfinished = Party::started(server.address, 2).await;
        unfinished.play("e5").await;
        server.stop().await;
        let [fine, rank, ending, turn, event, illegal, gone, lost, players] = &codes[..] else { panic!() };

        let text = if base.is_postgres() { "::text" } else { "" };
        let json = if base.is_postgres() { "::jsonb" } else { "" };
        let at = |code: &str| format!("WHERE table_id = (SELECT id FROM tables WHERE code = '{code}')");
        let replace = |table: &str, column: &str, old: &str, new: &str, code: &str| {
            let new = format!("replace({column}{text}, '{old}', '{new}'){json}");
            format!("UPDATE {table} SET {column} = {new} {}", at(code))
        };
        let drop_event = |code: &str, seq: u32| format!("DELETE FROM events {} AND seq = {seq}", at(code));
        let mut rival = base.rival().await;
        for sql in [
            format!("UPDATE record_seats SET rank = 1 {}", at(rank)),
            replace("records", "ending", "resignation", "rules", ending),
            replace("records", "turns", "g7", "h8", turn),
            replace("events", "body", "g7", "h8", event),
            replace("events", "body", "g7", "f6", illegal),
            format!("DELETE FROM record_seats {}", at(gone)),
            format!("DELETE FROM record_chains {}", at(gone)),
            format!("DELETE FROM records {}", at(gone)),
            drop_event(lost, 5),
            format!("UPDATE record_seats SET player_id = (SELECT id FROM players ORDER BY id DESC LIMIT 1) {}", at(players)),
            replace("events", "body", "e5", "zz", &unfinished.code),
        ] {
            rival.execute(sql).await;
        }
        let wrong = verify(&base).await;
        assert_eq!((wrong.status, wrong.complained.as_str()), (1, ""), "{wrong:?}");
        let listed: Vec<&str> = wrong.said.lines().filter_map(|line| line.split_once(": ")).map(|(code, _)| code).collect();
        assert!(!listed.contains(&fine.as_str()), "{}", wrong.said);
        for (what, code) in [
            ("rank", rank), ("ending", ending), ("turn", turn), ("event", event), ("illegal event", illegal),
            ("deleted record", gone), ("lost event", lost), ("players", players), ("unfinished", &unfinished.code),
        ] {
            assert!(listed.contains(&code.as_str()), "{what} ({code}):\n{}", wrong.said);
        }
        // Before the third turn: the table, the second player, the start and two turns.
        assert!(wrong.said.contains(&format!("{event}: event 6 was changed\n")), "{}", wrong.said);
        assert!(wrong.said.contains(&format!("{lost}: event 5 is missing\n")), "{}", wrong.said);
        assert!(wrong.said.contains("\n8 records and 2 unfinished games replayed; 9 disagree.\n"), "{}", wrong.said);
    }
}
