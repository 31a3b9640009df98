//! Every column of the rows that a game leaves behind is compared with its log.

use thicket_server::store::FROM_LOGS;

use super::*;
use crate::common::base::Rival;
use crate::common::client::Person;
use thicket_server::time::UnixMs;

/// Columns that no log determines, and why a change of them is not found. Nothing else may be missing in the comparison.
const OTHERS: [(&str, &str, &str); 9] = [
    ("table_players", "away_since", "who is there is not in the log"),
    ("table_players", "nudged_at", "the same"),
    ("table_players", "looked", "who has looked is not in the log"),
    (
        "table_state",
        "asked_until",
        "how long servers were down meanwhile is not in the log",
    ),
    (
        "record_seats",
        "rating_before",
        "`thicket ratings verify` computes it again",
    ),
    ("records", "rating_weights", "the same"),
    ("record_seats", "uncertainty_before", "the same"),
    ("record_seats", "rating_after", "the same"),
    ("record_seats", "uncertainty_after", "the same"),
];

/// Columns whose change hides others of their row or has a line of another kind: each is changed in a game of its own.
const ALONE: [(&str, &str, &str); 9] = [
    (
        "records",
        "code",
        "event 1, the code, the game or the version of the rules was changed",
    ),
    (
        "records",
        "kind",
        "event 1, the code, the game or the version of the rules was changed",
    ),
    (
        "records",
        "rules_version",
        "event 1, the code, the game or the version of the rules was changed",
    ),
    (
        "record_chains",
        "sha256",
        "the checksum is not that of the events",
    ),
    (
        "record_chains",
        "links",
        "the link of event 1 was changed, and no event",
    ),
    ("record_chains", "list", MISSING),
    ("record_chains", "place", MISSING),
    (
        "record_seats",
        "seat",
        "record_seats.seat is 3, which is no seat of the game",
    ),
    ("table_players", "player_id", "table_players.player_id is "),
];

/// The record is missing in its list, whose line counts such records and names no game.
const MISSING: &str = "";

impl Rival {
    async fn columns(&mut self, table: &str) -> Vec<(String, String)> {
        const SQLITE: &str = "SELECT name, lower(type) FROM pragma_table_info($1) ORDER BY name";
        const POSTGRES: &str = "SELECT column_name::text, data_type::text FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name = $1 ORDER BY column_name";
        match self {
            Rival::Sqlite(conn) => sqlx::query_as(SQLITE).bind(table).fetch_all(conn).await.unwrap(),
            Rival::Postgres(conn) => sqlx::query_as(POSTGRES)
                .bind(table)
                .fetch_all(conn)
                .await
                .unwrap(),
        }
    }
}

/// Another value for a column of this type.
fn changed(column: &str, kind: &str) -> String {
    let value = match kind {
        "bigint" => format!("COALESCE({column}, 0) + 1"),
        "double precision" => format!("COALESCE({column}, 0) + 1"),
        "boolean" => format!("NOT COALESCE({column}, FALSE)"),
        // Not what a name becomes that is changed, too.
        "text" if column == "name_key" => format!("{column} || 'y'"),
        "text" => format!("COALESCE({column}, '') || 'x'"),
        "jsonb" => "'[]'".to_owned(),
        "uuid" => "(SELECT id FROM players WHERE name = 'Zoe')".to_owned(),
        other => panic!("{column} has the type {other}"),
    };
    format!("{column} = {value}")
}

/// Of the tables with several rows for a game, the row that is changed.
fn row(table: &str) -> &'static str {
    match table {
        "record_seats" => " AND seat = 2",
        "table_players" => " AND seat = 1",
        _ => "",
    }
}

/// Ends a public game of two, whose players propose another one.
async fn played(server: &Server) -> String {
    let people = vec![
        Person::named(server.address, "Ann").await,
        Person::named(server.address, "Ben").await,
    ];
    let mut party = Party::of(people, true).await.begun().await;
    for turn in ["e5", "f6", "g7"] {
        party.play(turn).await;
    }
    party.resign(0).await;
    let rematch = format!("/g/{}/rematch", party.code);
    let answer = party.people[0].post(&rematch).send().await.unwrap();
    assert_eq!(answer.status(), 303);
    party.code
}

async fn admin(base: &Base, args: &[&str]) {
    let ended = run(&[&["admin", "--database-url", &base.url][..], args].concat(), "").await;
    assert_eq!(ended.status, 0, "{args:?}: {ended:?}");
}

/// The lines of a game, without its code.
fn lines<'s>(said: &'s str, code: &str) -> Vec<&'s str> {
    let lines = said.lines().filter_map(|line| line.split_once(": "));
    lines
        .filter(|(of, _)| *of == code)
        .map(|(_, what)| what)
        .collect()
}

/// How many records are missing in the lists of all days.
fn missing(said: &str) -> i64 {
    let missing = said.lines().filter_map(|line| {
        let (_, records) = line.strip_prefix("list ")?.split_once(": record")?;
        let mut numbers = records
            .split_whitespace()
            .filter_map(|word| word.parse::<i64>().ok());
        let (first, second) = (numbers.next()?, numbers.next()?);
        // "record 6 of 17 is missing" or "records 6 to 7 of 17 are missing".
        match records.strip_suffix(" are missing") {
            Some(_) => Some(second - first + 1),
            None => records.ends_with(" is missing").then_some(1),
        }
    });
    missing.sum()
}

both! {
    async fn every_column_that_was_changed_is_named(base: Base) {
        let server = Server::start(&base).await;
        Person::named(server.address, "Zoe").await;
        let games = 1 + FROM_LOGS.len() + ALONE.len();
        let mut codes = join_all((0..games).map(|_| played(&server))).await;
        server.stop().await;
        let fine = verify(&base).await;
        assert_eq!((fine.status, fine.complained.as_str()), (0, ""), "{}", fine.said);

        let untouched = codes.pop().unwrap();
        let mut rival = base.rival().await;
        let mut wanted: Vec<(String, String)> = Vec::new();
        let mut unlisted = 0;
        for (table, key) in FROM_LOGS {
            let columns = rival.columns(table).await;
            assert!(columns.len() > 3, "{table}: {columns:?}");
            let of = |code: &str| format!("WHERE {key} = (SELECT id FROM tables WHERE code = '{code}'){}", row(table));
            let mut all = Vec::new();
            let together = codes.pop().unwrap();
            for (column, kind) in columns.iter().map(|(column, kind)| (column.as_str(), kind.as_str())).filter(|(column, _)| *column != key) {
                if let Some((_, _, line)) = ALONE.iter().find(|(of, name, _)| (*of, *name) == (table, column)) {
                    let code = codes.pop().unwrap();
                    let set = match column {
                        "sha256" | "links" if base.is_postgres() => {
                            format!("{column} = set_byte({column}, 0, 255 - get_byte({column}, 0))")
                        }
                        "sha256" | "links" => format!(
                            "{column} = unhex(CASE substr(hex({column}), 1, 1) WHEN 'A' THEN 'B' ELSE 'A' END
                                || substr(hex({column}), 2))"
                        ),
                        "list" | "place" => format!("{column} = 99"),
                        _ => changed(column, kind),
                    };
                    rival.execute(format!("UPDATE {table} SET {set} {}", of(&code))).await;
                    // The code itself was changed.
                    let code = if (table, column) == ("records", "code") { format!("{code}x") } else { code };
                    if *line == MISSING {
                        unlisted += 1;
                    } else {
                        wanted.push((code, (*line).to_owned()));
                    }
                } else {
                    all.push(changed(column, kind));
                    if !OTHERS.iter().any(|(of, name, _)| (*of, *name) == (table, column)) {
                        wanted.push((together.clone(), format!("{table}.{column}")));
                    }
                }
            }
            if !all.is_empty() {
                rival.execute(format!("UPDATE {table} SET {} {}", all.join(", "), of(&together))).await;
            }
        }
        assert!(wanted.len() > 60, "{wanted:?}");
        let wrong = verify(&base).await;
        assert_eq!((wrong.status, wrong.complained.as_str()), (1, ""), "{}", wrong.said);
        assert!(lines(&wrong.said, &untouched).is_empty(), "{}", wrong.said);
        assert_eq!(missing(&wrong.said), unlisted, "{}", wrong.said);
        for (code, line) in wanted {
            let is_named = lines(&wrong.said, &code).iter().any(|said| {
                said.strip_prefix(&line).is_some_and(|rest| !rest.starts_with(|next: char| next == '_' || next.is_alphabetic()))
            });
            assert!(is_named, "{code}: {line}\n{}", wrong.said);
        }
    }

    async fn what_is_counted_of_all_games_is_compared_with_them(base: Base) {
        let server = Server::start(&base).await;
        join_all((0..2).map(|_| played(&server))).await;
        server.stop().await;
        let mut rival = base.rival().await;
        for column in ["kind", "seats", "bots", "reason", "length", "winner", "games", "plies"] {
            let kind = match column {
                "kind" | "reason" => "text",
                "bots" => "boolean",
                _ => "bigint",
            };
            let back = match kind {
                "text" => format!("{column} = replace({column}, 'x', '')"),
                "boolean" => format!("{column} = NOT {column}"),
                _ => format!("{column} = {column} - 1"),
            };
            rival.execute(format!("UPDATE game_tallies SET {}", changed(column, kind))).await;
            let wrong = verify(&base).await;
            assert!(wrong.status == 1 && wrong.said.contains("game_tallies has "), "{column}: {}", wrong.said);
            rival.execute(format!("UPDATE game_tallies SET {back}")).await;
        }
        rival.execute("UPDATE finished_games SET games = games + 1").await;
        let wrong = verify(&base).await;
        assert!(wrong.status == 1 && wrong.said.contains("finished_games has 2 games of bushwhacked of player "), "{}", wrong.said);
        rival.execute("UPDATE finished_games SET games = games - 1").await;
        rival.execute("INSERT INTO rated_games (kind, games) VALUES ('bushwhacked', 1)").await;
        let wrong = verify(&base).await;
        assert!(wrong.status == 1 && wrong.said.contains("rated_games has 1 games of bushwhacked, but there are 0"), "{}", wrong.said);
        rival.execute("DELETE FROM rated_games").await;
        assert_eq!(verify(&base).await.status, 0);
    }

    // What people and whoever runs the server may do changes rows without the log, and nothing is wrong then.
    async fn what_may_be_changed_is_not_wrong(base: Base) {
        let server = Server::start(&base).await;
        let code = played(&server).await;
        let other = played(&server).await;
        let member = Person::named(server.address, "Cem").await;
        let friend = Person::named(server.address, "Dee").await;
        let mut party = Party::of(vec![member.clone(), friend.clone()], true).await.begun().await;
        party.play("e5").await;
        party.resign(0).await;
        let form = [("name", "Cem"), ("password", "quiet green moss")];
        assert_eq!(member.post("/sign-up").form(&form).send().await.unwrap().status(), 303);
        server.store.rename(server.store.guests_named("Dee", 1).await.unwrap()[0].id, "Deedee").await.unwrap();
        server.stop().await;
        admin(&base, &["hide", &code]).await;
        admin(&base, &["rename", "Cem", "Cemal"]).await;
        let store = base.open().await;
        let ann = store.guests_named("Ann", 1).await.unwrap()[0].id;
        store.delete_player(ann, UnixMs(0)).await.unwrap();
        store.close().await;
        let fine = verify(&base).await;
        assert_eq!((fine.status, fine.complained.as_str()), (0, ""), "{}", fine.said);
        let mut rival = base.rival().await;
        rival.execute(format!("UPDATE records SET public = FALSE WHERE code = '{other}'")).await;
        let wrong = verify(&base).await;
        assert_eq!(lines(&wrong.said, &other), ["records.public is false and should be true"], "{}", wrong.said);
    }
}
