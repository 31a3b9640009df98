//! The pie rule over real sockets: the swap, a restart after it, and what the record and the ratings say.

use serde_json::{Value, json};
use thicket_rules::GameKind;
use tokio::time::{Duration, sleep, timeout};

use super::accounts::sign_up;
use super::common::base::both;
use super::common::client::{Person, Socket, TIMEOUT};
use super::common::party::Dice;
use super::common::process::program;
use super::common::server::Server;

/// A table for two with the pie rule, by the form of the home page.
async fn table(people: &[Person; 2], more: &[(&str, &str)]) -> (String, [Socket; 2]) {
    let [ann, ben] = people;
    let mut form = vec![
        ("kind", "bushwhacked"),
        ("seats-bushwhacked", "2"),
        ("starter", "seated"),
        ("public", "false"),
        ("pie_rule", "true"),
        ("name", ann.name.as_str()),
    ];
    form.extend_from_slice(more);
    let answer = ann.post("/tables").form(&form).send().await.unwrap();
    assert_eq!(answer.status(), 303, "{}", answer.text().await.unwrap());
    let place = answer.headers()["location"].to_str().unwrap();
    let code = place.strip_prefix("/g/").unwrap().to_owned();
    let page = ben.read(place).await;
    assert!(
        page.contains("the other player may take that side (pie rule)"),
        "the invited read it"
    );
    let mut sockets = [ann.join(&code).await, ben.join(&code).await];
    sockets[1].sit(ben, 1).await;
    for socket in &mut sockets {
        socket.until_event("started").await;
    }
    (code, sockets)
}

fn swap(turn: u32) -> Value {
    json!({ "t": "swap_sides", "turn": turn })
}

/// Who sits where, as a page that comes now is told.
async fn seats(person: &Person, code: &str) -> (Vec<String>, Value) {
    let table: Value = serde_json::from_str(&person.read(&format!("/api/tables/{code}")).await).unwrap();
    let chairs = table["table"]["chairs"].as_array().unwrap().iter();
    let names = chairs.map(|chair| chair["name"].as_str().unwrap().to_owned());
    (names.collect(), table["table"].clone())
}

/// Whether the lobby says that its first table has the rule.
async fn listed(person: &Person) -> Value {
    let lobby: Value = serde_json::from_str(&person.read("/api/lobby").await).unwrap();
    lobby["waiting"][0]["pie_rule"].clone()
}

async fn until_listed(person: &Person, wanted: bool) {
    let found = async {
        while listed(person).await != wanted {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TIMEOUT, found).await.expect("the lobby in time");
}

both! {
    async fn the_side_that_opened_is_taken_and_stays_so_after_a_restart(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        let people = [sign_up(&nobody, "Ann").await, sign_up(&nobody, "Ben").await];
        let (code, [mut ann, mut ben]) = table(&people, &[("clock", "300+3"), ("rated", "true")]).await;
        ann.refused(swap(0), "no_swap").await;
        ann.must(json!({ "t": "play", "turn": 0, "steps": ["e5"] })).await;
        ben.until_event("played").await;
        ann.refused(swap(1), "not_your_turn").await;
        ben.refused(swap(0), "wrong_turn").await;
        ben.must(swap(1)).await;
        let told = ann.until_event("sides_swapped").await;
        let (names, shown) = seats(&people[1], &code).await;
        assert_eq!(names, ["Ben", "Ann"]);
        assert_eq!(told["event"]["player"], shown["chairs"][0]["id"]);
        assert_eq!(told["event"]["clocks"]["running"]["seat"], 2);
        ben.refused(swap(2), "no_swap").await;
        server.stop().await;
        // As a version before the column left it; `verify` compares it with the log.
        let mut rival = base.rival().await;
        rival.execute("UPDATE table_state SET pie_rule = FALSE".to_owned()).await;
        let (_, fill) = include_str!("../../../migrations/0046_listed_pie_rule.sql").split_once("UPDATE").unwrap();
        rival.execute(format!("UPDATE{fill}")).await;
        drop(rival);

        let server = Server::start(&base).await;
        let people = people.map(|person| person.at(server.address));
        let (names, shown) = seats(&people[0], &code).await;
        assert_eq!(names, ["Ben", "Ann"]);
        assert_eq!((&shown["pie_rule"], &shown["sides_swapped"], &shown["turn"]), (&json!(true), &json!(true), &json!(2)));
        let mut ann = people[0].join(&code).await;
        let mut ben = people[1].join(&code).await;
        ben.refused(json!({ "t": "play", "turn": 2, "steps": ["e6"] }), "not_your_turn").await;
        ann.must(json!({ "t": "play", "turn": 2, "steps": ["e6"] })).await;
        ann.must(json!({ "t": "resign" })).await;
        ben.until_event("dropped").await;
        // The text has those who sat there at the end, and its turns are those of the rules.
        let text = people[0].read(&format!("/g/{code}/record.txt")).await;
        assert!(text.contains("[Seat1 \"Ben\"]\n[Seat2 \"Ann\"]"), "{text}");
        assert!(text.contains("[Ranks \"1 2\"]") && text.contains("1. e5 2. e6"), "{text}");
        let record: Value = serde_json::from_str(&people[0].read(&format!("/g/{code}/record.json")).await).unwrap();
        let rating = |seat: usize| record["seats"][seat]["rating"]["after"]["rating"].as_f64().unwrap();
        assert!(rating(0) > 1500.0 && rating(1) < 1500.0, "who sat there at the end has the result: {record}");
        let page = people[0].read(&format!("/g/{code}")).await;
        assert!(page.contains("Ben took the side of Ann, who had opened, so both changed seats."), "{page}");
        server.stop().await;
        let verified = program(&["verify", "--database-url", &base.url]).output().await.unwrap();
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    }

    async fn a_bot_takes_the_side_that_has_the_better_chance(base: Base) {
        let server = Server::with(&base, &["--bot-pace", "0s", "--bot-think", "300ms"]).await;
        let ann = Person::named(server.address, "Ann").await;
        let form = [("kind", "btt"), ("seats", "2"), ("starter", "seated"), ("public", "false"), ("pie_rule", "true"), ("name", "Ann")];
        let answer = ann.post("/tables").form(&form).send().await.unwrap();
        let place = answer.headers()["location"].to_str().unwrap().to_owned();
        let code = place.strip_prefix("/g/").unwrap();
        let mut socket = ann.join(code).await;
        socket.must(json!({ "t": "seat_bot", "chair": 1, "level": 5 })).await;
        socket.until_event("started").await;
        // Who begins here nearly always wins.
        let mut dice = Dice(1);
        let game = GameKind::Btt.start(2, "").unwrap();
        let turn = dice.turn(game.as_ref());
        let steps: Vec<&str> = turn.split(',').collect();
        socket.must(json!({ "t": "play", "turn": 0, "steps": steps })).await;
        socket.until_event("sides_swapped").await;
        let (names, _) = seats(&ann, code).await;
        assert_eq!(names[1], "Ann");
        socket.must(json!({ "t": "resign" })).await;
        server.stop().await;
    }

    async fn the_pie_rule_is_a_choice_and_for_two(base: Base) {
        let server = Server::start(&base).await;
        let people = [Person::named(server.address, "Ann").await, Person::named(server.address, "Ben").await];
        // Where the form does not show it, it has no effect.
        let form = [("kind", "bushwhacked"), ("seats", "3"), ("starter", "seated"), ("public", "false"), ("pie_rule", "true"), ("name", "Ann")];
        let answer = people[0].post("/tables").form(&form).send().await.unwrap();
        let place = answer.headers()["location"].to_str().unwrap().to_owned();
        assert!(!people[1].read(&place).await.contains("pie rule"));
        // By default nobody has it.
        let code = people[0].create(2, "seated", false).await;
        assert!(people[1].read(&format!("/g/{code}")).await.contains("<p class=\"about pie-rule\" hidden>"));
        let (mut ann, mut ben) = (people[0].join(&code).await, people[1].join(&code).await);
        ben.sit(&people[1], 1).await;
        ann.until_event("started").await;
        ann.must(json!({ "t": "play", "turn": 0, "steps": ["e5"] })).await;
        ben.until_event("played").await;
        ben.refused(swap(1), "no_swap").await;
    }

    async fn the_host_changes_it_before_the_start_and_lists_say_so(base: Base) {
        let server = Server::with(&base, &["--countdown", "1h"]).await;
        let [ann, ben] = ["Ann", "Ben"].map(|name| Person::named(server.address, name));
        let people = [ann.await, ben.await];
        let code = people[0].create(3, "seated", true).await;
        let change = |pie_rule: bool| json!({ "t": "change_pie_rule", "pie_rule": pie_rule });
        let (mut ann, mut ben) = (people[0].join(&code).await, people[1].join(&code).await);
        ben.sit(&people[1], 1).await;
        ben.refused(change(true), "not_host").await;
        ann.refused(change(false), "unchanged").await;
        // It may be chosen first, and has an effect where two play.
        ann.must(change(true)).await;
        let changed = ben.until_event("table_changed").await;
        let table = &changed["event"]["table"];
        assert_eq!((&table["pie_rule"], &table["change"]), (&json!(true), &json!("\u{2068}Ann\u{2069} chose the pie rule.")));
        assert_eq!(listed(&people[0]).await, false);
        ann.must(json!({ "t": "change_seats", "seats": 2 })).await;
        until_listed(&people[0], true).await;
        assert!(people[1].read("/").await.contains("· pie rule"));
        let page = people[1].read(&format!("/g/{code}")).await;
        assert!(page.contains("<p class=\"about pie-rule\">"), "{page}");
        // Who wants a quick game has not chosen it.
        let quick = people[1].post("/quick").form(&[("kind", "bushwhacked"), ("name", "Ben")]).send().await.unwrap();
        assert_ne!(quick.headers()["location"], *format!("/g/{code}"));
        ann.must(change(false)).await;
        until_listed(&people[0], false).await;
    }
}
