//! Reading games, positions, tables, records and players, as pages show them.

use serde_json::{Value, json};
use thicket_rules::GameKind;

use super::contract::Program;
use crate::cli::admin::member;
use crate::common::base::{Base, both};
use crate::common::client::Person;
use crate::common::party::{Dice, Party};
use crate::common::server::Server;

/// A game that is over after `e5 f9` and a resignation, at a table that is public or not.
async fn finished(server: &Server, names: [&str; 2], public: bool) -> Party {
    let people = [
        Person::named(server.address, names[0]).await,
        Person::named(server.address, names[1]).await,
    ];
    let mut party = Party::of(people.to_vec(), public).await.begun().await;
    party.play("e5").await;
    party.play("f9").await;
    party.resign(0).await;
    party
}

#[tokio::test]
async fn every_setup_of_every_game_has_its_board() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let program = Program::new(Person::nobody(server.address)).await;
    let games = program.read("/api/games").await;
    let names: Vec<&str> = games
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        GameKind::ALL
            .iter()
            .map(|kind| kind.info().name)
            .collect::<Vec<_>>()
    );
    for kind in GameKind::ALL {
        let info = kind.info();
        for variant in info.variants.iter().copied().chain([""]) {
            for seats in info.seats.clone() {
                let Ok(game) = kind.start(seats, variant) else {
                    continue;
                };
                let setup = program
                    .read(&format!("/api/games/{kind}?seats={seats}&variant={variant}"))
                    .await;
                let cells = setup["kind"]["layout"]["cells"].as_array().unwrap().len();
                assert_eq!(
                    (cells, &setup["seats"]),
                    (game.layout().cells.len(), &json!(seats))
                );
                assert_eq!(setup["position"], game.position_text());
            }
        }
    }
    let known = program.get("/api/games/bushi").await;
    let tag = known.header("etag").to_owned();
    let again = program
        .person
        .get("/api/games/bushi")
        .header("if-none-match", &tag);
    assert_eq!(program.send("GET", "/api/games/bushi", again).await.status, 304);
    server.stop().await;
}

#[tokio::test]
async fn positions_are_those_of_the_rules() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let program = Program::new(Person::nobody(server.address)).await;
    for kind in GameKind::ALL {
        let (mut dice, seats) = (Dice(11), kind.info().default_seats);
        let mut game = kind.start(seats, "").unwrap();
        for _ in 0..8 {
            if game.status().to_move().is_none() {
                break;
            }
            let turn = dice.turn(game.as_ref());
            let steps: Vec<&str> = turn.split(',').collect();
            let before = json!({ "game": kind.to_string(), "turns": game.plies(), "steps": steps[..1] });
            let tried = program.post("/api/positions", &before).await.json();
            let text = game.position_text();
            for step in &steps {
                game.play(step).unwrap();
            }
            assert_eq!(tried["complete"], steps.len() == 1, "{tried}");
            // From the text of the position as from the turns.
            let question = json!({ "game": kind.to_string(), "position": text, "steps": steps });
            let found = program.post("/api/positions", &question).await.json();
            assert_eq!(found["position"], game.position_text());
            assert_eq!(
                (&found["legal"], &found["complete"]),
                (&json!(game.legal()), &json!(true))
            );
            assert_eq!(
                found["to_move"],
                json!(game.status().to_move().map(|seat| seat.number()))
            );
        }
    }
    server.stop().await;
}

both! {
    async fn a_table_is_read_while_it_is_played_and_afterwards(base: Base) {
        let server = Server::start(&base).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let mut party = Party::started(server.address, 3).await;
        party.play("e5").await;
        let path = format!("/api/tables/{}", party.code);
        let playing = program.read(&path).await;
        let table = &playing["table"];
        assert_eq!((&table["phase"], &table["plies"][0]["text"]), (&json!("playing"), &json!("e5")));
        assert_eq!((&table["chairs"][1]["name"], &playing["kind"]["name"]), (&json!("Ben"), &json!("bushwhacked")));
        assert_eq!(program.get(&format!("/api/records/{}", party.code)).await.status, 404);
        let drawn = program.get(&format!("{path}/board.svg?turn=0")).await;
        assert!(drawn.text().starts_with("<svg"));
        assert_eq!(program.get(&format!("{path}/board.svg?turn=2")).await.status, 404);
        party.resign(0).await;
        party.resign(1).await;
        let over = program.read(&path).await;
        assert_eq!((&over["table"]["phase"], &over["table"]["ending"]["ranks"]), (&json!("over"), &json!([3, 2, 1])));
        let drawn = program.get(&format!("{path}/board.png")).await;
        assert_eq!(&drawn.body[1..4], b"PNG");
        let again = program.person.get(&format!("{path}/board.png")).header("if-none-match", drawn.header("etag"));
        assert_eq!(program.send("GET", &format!("{path}/board.png"), again).await.status, 304);
        server.stop().await;
    }

    async fn records_are_the_files_that_people_download(base: Base) {
        let server = Server::start(&base).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let party = finished(&server, ["Ann", "Ben"], false).await;
        let (code, person) = (&party.code, &party.people[0]);
        let record = program.get(&format!("/api/records/{code}")).await;
        let file: Value = person.read(&format!("/g/{code}/record.json")).await.parse().unwrap();
        assert_eq!((record.json(), record.json()["turns"].as_array().unwrap().len()), (file, 3));
        let again = program.person.get(&format!("/api/records/{code}")).header("if-none-match", record.header("etag"));
        assert_eq!(program.send("GET", &format!("/api/records/{code}"), again).await.status, 304);
        let text = program.get(&format!("/api/records/{code}/text")).await.text();
        assert_eq!(text, person.read(&format!("/g/{code}/record.txt")).await);
        assert!(program.read("/api/records").await["records"].as_array().unwrap().is_empty(), "it is private");
        server.stop().await;
    }

    async fn records_are_searched_page_by_page(base: Base) {
        let server = Server::start(&base).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let mut codes = Vec::new();
        for names in [["Ann", "Ben"], ["Cem", "Dee"], ["Ann", "Cem"]] {
            codes.insert(0, finished(&server, names, true).await.code);
        }
        let (mut found, mut next) = (Vec::new(), String::new());
        loop {
            let page = program.read(&format!("/api/records?limit=1{next}")).await;
            let records = page["records"].as_array().unwrap();
            found.extend(records.iter().map(|record| record["code"].as_str().unwrap().to_owned()));
            match page["next"].as_str() {
                Some(place) => next = format!("&before={place}"),
                None => break,
            }
        }
        assert_eq!(found, codes);
        let of = async |query: &str| {
            let page = program.read(&format!("/api/records?{query}")).await;
            page["records"].as_array().unwrap().len()
        };
        assert_eq!(of("player=Ann").await, 2);
        assert_eq!(of("player=Ann&player=Cem").await, 1);
        assert_eq!(of("game=bushi").await, 0);
        assert_eq!(of("ending=resignation&winner=2&seats=2&longest=3&rated=no&clock=untimed").await, 3);
        let lines = program.get("/api/records.ndjson?player=Ann").await.text();
        let lines: Vec<Value> = lines.lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!((lines.len(), &lines[3]["end"]["lines"]), (4, &json!(2)));
        assert_eq!(lines[1], program.read(&format!("/api/records/{}", codes[0])).await);
        server.stop().await;
    }

    async fn a_review_is_made_and_read(base: Base) {
        let server = Server::with(&base, &["--bot-think", "20ms"]).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let party = finished(&server, ["Ann", "Ben"], false).await;
        let path = format!("/api/records/{}/review", party.code);
        assert_eq!(program.get(&path).await.status, 404);
        let made = program.send("POST", &path, program.person.http.post(program.person.url(&path))).await;
        let last: Value = made.text().lines().last().unwrap().parse().unwrap();
        assert_eq!(last["t"], "ready");
        assert_eq!(program.read(&path).await["chances"].as_array().unwrap().len(), 4);
        let going_on = Party::started(server.address, 2).await;
        let early = program.get(&format!("/api/records/{}/review", going_on.code)).await;
        assert_eq!((early.status, &early.json()["code"]), (409, &json!("not_over")));
        server.stop().await;
    }

    async fn players_and_their_games_are_counted(base: Base) {
        let server = Server::start(&base).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let people = vec![member(&server, "Ann").await, Person::named(server.address, "Ben").await];
        let mut party = Party::of(people, true).await.begun().await;
        party.play("e5").await;
        party.resign(1).await;
        assert_eq!(program.read("/api/players?name=an").await, json!({ "names": ["Ann"], "owners": {} }));
        assert_eq!(program.read("/api/players").await, json!({ "names": [], "owners": {} }));
        let ann = program.read("/api/players/ann").await;
        assert_eq!((&ann["name"], &ann["games"], &ann["opponents"][0]["name"]), (&json!("Ann"), &json!(1), &json!("Ben")));
        assert_eq!(ann["played"][0]["by_seat"], json!([{ "seat": 1, "games": 1, "won": 1 }]));
        assert_eq!(program.get("/api/players/Ben").await.status, 404, "guests have no profile");
        let board = program.read("/api/leaderboards/bushwhacked").await;
        assert_eq!(board, json!({ "game": "bushwhacked", "players": [] }));
        let statistics = program.read("/api/statistics/bushwhacked?opponents=people").await;
        assert_eq!((&statistics["games"], &statistics["seats"][0]["wins"]), (&json!(1), &json!([1, 0])));
        assert_eq!(statistics["endings"], json!([{ "reason": "resignation", "games": 1 }]));
        server.stop().await;
    }
}
