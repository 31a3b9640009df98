//! Changes before the start: what the host may change, and how players change their chairs.

use serde_json::{Value, json};

use super::common::base::both;
use super::common::client::{Person, Socket, hello};
use super::common::cluster::{Cluster, buses};
use super::common::lists::{Lists, Row};
use super::common::server::Server;

/// What was chosen in the form of a clock.
fn clock(clock: &str, minutes: &str) -> Value {
    let form = json!({
        "clock": clock, "minutes": minutes, "seconds": "10", "days": "7", "hours": "12", "cap": "14", "grace": "12",
    });
    json!({ "t": "change_clock", "clock": form })
}

fn swap(from: (&Person, u8), to: (&Person, u8)) -> Value {
    json!({ "from": from.0.id, "from_chair": from.1, "to": to.0.id, "to_chair": to.1 })
}

fn offer(swap: &Value) -> Value {
    json!({ "t": "offer_swap", "swap": swap })
}

fn answer(swap: &Value, agree: bool) -> Value {
    json!({ "t": "answer_swap", "swap": swap, "agree": agree })
}

fn names(chairs: &Value) -> Vec<&str> {
    let chairs = chairs.as_array().unwrap().iter();
    chairs.map(|chair| chair["name"].as_str().unwrap_or("")).collect()
}

/// What Ann did to the table, as its page says it.
fn by_ann(did: &str) -> String {
    format!("\u{2068}Ann\u{2069} {did}.")
}

/// The next change that a socket is told of.
async fn changed(socket: &mut Socket) -> Value {
    socket.until_event("table_changed").await["event"]["table"].clone()
}

/// The table as somebody sees it who arrives now.
async fn shown(person: &Person, code: &str) -> Value {
    let mut socket = person.connect(code).await.unwrap();
    socket.send(hello(None)).await;
    socket.until(|message| message["t"] == "snapshot").await["table"].clone()
}

/// Waits until the lobby says of the table with this code what `fits`.
async fn until_row(lobby: &mut Lists, code: &str, fits: impl Fn(&Row) -> bool) {
    let is_there = |rows: &[Vec<Row>; 2]| rows[0].iter().any(|row| row.code == code && fits(row));
    while !lobby.lobby().as_ref().is_some_and(is_there) {
        assert!(
            lobby.receive().await,
            "the connection has ended: {:?}",
            lobby.lobby()
        );
    }
}

both! {
    async fn everybody_sees_what_the_host_changes_and_the_lists_follow(base: Base) {
        let server = Server::start(&base).await;
        let [ann, ben] = [Person::named(server.address, "Ann").await, Person::named(server.address, "Ben").await];
        let code = ann.create(3, "seated", true).await;
        let (mut host, mut other) = (ann.join(&code).await, ben.join(&code).await);
        other.sit(&ben, 1).await;
        let mut lobby = Lists::open(&Person::nobody(server.address), "/lobby/socket").await;
        until_row(&mut lobby, &code, |row| row.state == "2 of 3 players").await;

        host.must(clock("600+10", "")).await;
        let table = changed(&mut other).await;
        assert_eq!(table["clock"]["short"], "10+10");
        assert_eq!(table["change"], by_ann("changed the clock to 10+10"));
        until_row(&mut lobby, &code, |row| row.title == "Bushwhacked · 10+10").await;

        host.must(json!({ "t": "arrange_chairs", "chairs": [null, ben.id, ann.id] })).await;
        assert_eq!(names(&changed(&mut other).await["chairs"]), ["", "Ben", "Ann"]);
        host.must(json!({ "t": "change_seats", "seats": 4 })).await;
        assert_eq!(names(&changed(&mut other).await["chairs"]), ["", "Ben", "Ann", ""]);
        until_row(&mut lobby, &code, |row| row.state == "2 of 4 players").await;
        host.must(json!({ "t": "change_seats", "seats": 2 })).await;
        let table = changed(&mut other).await;
        assert_eq!((names(&table["chairs"]), &table["held_by"]), (vec!["Ben", "Ann"], &json!(ann.id)));
        assert_eq!(table["change"], by_ann("changed the table to 2 players"));

        for (command, code) in [
            (clock("real_time", "0"), "bad_clock"),
            (clock("tomorrow", ""), "bad_clock"),
            (clock("600+10", ""), "unchanged"),
            (json!({ "t": "change_seats", "seats": 7 }), "no_such_setup"),
            (json!({ "t": "arrange_chairs", "chairs": [ann.id, ann.id] }), "chairs_changed"),
            (json!({ "t": "arrange_chairs", "chairs": [] }), "chairs_changed"),
        ] {
            host.refused(command, code).await;
        }
        other.refused(clock("untimed", ""), "not_host").await;
        other.refused(json!({ "t": "shuffle_chairs" }), "not_host").await;
        host.must(json!({ "t": "shuffle_chairs" })).await;
        assert_eq!(changed(&mut other).await["change"], by_ann("shuffled the seats"));
        server.stop().await;
    }

    async fn a_change_stops_the_countdown_until_somebody_starts(base: Base) {
        let server = Server::with(&base, &["--countdown", "60s"]).await;
        let [ann, ben] = [Person::named(server.address, "Ann").await, Person::named(server.address, "Ben").await];
        let code = ann.create(2, "seated", false).await;
        let (mut host, mut other) = (ann.join(&code).await, ben.join(&code).await);
        other.sit(&ben, 1).await;
        other.until_live(&[&ann, &ben], true).await;
        host.must(clock("real_time", "7.5")).await;
        other.until_live(&[&ann, &ben], false).await;
        other.must(json!({ "t": "hold_start", "held": false })).await;
        host.until_live(&[&ann, &ben], true).await;
        let ask = swap((&ben, 1), (&ann, 0));
        other.must(offer(&ask)).await;
        host.until_live(&[&ann, &ben], false).await;
        server.stop().await;
    }

    async fn a_game_is_played_and_recorded_as_it_was_changed(base: Base) {
        let server = Server::start(&base).await;
        let [ann, ben] = [Person::named(server.address, "Ann").await, Person::named(server.address, "Ben").await];
        let code = ann.create(4, "seated", true).await;
        let (mut host, mut other) = (ann.join(&code).await, ben.join(&code).await);
        other.sit(&ben, 3).await;
        for command in [
            clock("600+10", ""),
            json!({ "t": "arrange_chairs", "chairs": [ben.id, null, null, ann.id] }),
            json!({ "t": "change_seats", "seats": 2 }),
        ] {
            host.must(command).await;
        }
        other.must(json!({ "t": "hold_start", "held": false })).await;
        let started = host.until_event("started").await;
        assert_eq!(started["event"]["seats"][0]["name"], "Ben");
        assert_eq!(started["event"]["clocks"]["left"], json!([600_000, 600_000]));
        other.must(json!({ "t": "play", "turn": 0, "steps": ["e5"] })).await;
        host.must(json!({ "t": "resign" })).await;
        let text = ann.read(&format!("/g/{code}/record.txt")).await;
        for line in ["[Seats \"2\"]", "[Seat1 \"Ben\"]", "[Seat2 \"Ann\"]", "[Clock \"600+10\"]"] {
            assert!(text.contains(line), "{line}: {text}");
        }
        server.stop().await;
    }

    async fn what_was_changed_and_asked_outlives_the_server(base: Base) {
        let server = Server::with(&base, &["--countdown", "60s"]).await;
        let [ann, ben, eve] = [
            Person::named(server.address, "Ann").await,
            Person::named(server.address, "Ben").await,
            Person::named(server.address, "Eve").await,
        ];
        let code = ann.create(2, "seated", false).await;
        let (mut host, mut other) = (ann.join(&code).await, ben.join(&code).await);
        other.sit(&ben, 1).await;
        host.must(clock("correspondence", "")).await;
        let ask = swap((&ben, 1), (&ann, 0));
        other.must(offer(&ask)).await;
        host.must(answer(&ask, false)).await;
        let back = swap((&ann, 0), (&ben, 1));
        host.must(offer(&back)).await;
        server.stop().await;

        let server = Server::with(&base, &["--countdown", "60s"]).await;
        let (ann, ben) = (ann.at(server.address), ben.at(server.address));
        let table = shown(&eve.at(server.address), &code).await;
        assert_eq!((&table["swaps"], &table["held_by"]), (&json!([back]), &json!(ann.id)));
        assert_eq!(table["change"], by_ann("changed the clock to 7 days + 12 h"));
        let mut other = ben.join(&code).await;
        other.refused(offer(&ask), "offered").await;
        other.must(answer(&back, true)).await;
        let table = shown(&ann, &code).await;
        assert_eq!((names(&table["chairs"]), &table["swaps"]), (vec!["Ben", "Ann"], &json!([])));
        assert_eq!(table["change"], by_ann("and \u{2068}Ben\u{2069} swapped seats"));
        let ask = swap((&ben, 0), (&ann, 1));
        other.refused(offer(&ask), "offer_too_soon").await;
        server.stop().await;
    }

    async fn players_move_and_swap_and_nobody_else_answers(base: Base) {
        let server = Server::start(&base).await;
        let [ann, ben, cem] = [
            Person::named(server.address, "Ann").await,
            Person::named(server.address, "Ben").await,
            Person::named(server.address, "Cem").await,
        ];
        let code = ann.create(4, "seated", false).await;
        let (mut first, mut second) = (ann.join(&code).await, ben.join(&code).await);
        let mut third = cem.join(&code).await;
        third.refused(json!({ "t": "change_chair", "chair": 1 }), "not_seated").await;
        second.sit(&ben, 1).await;
        third.sit(&cem, 2).await;
        second.refused(json!({ "t": "change_chair", "chair": 0 }), "chair_taken").await;
        second.must(json!({ "t": "change_chair", "chair": 3 })).await;
        assert_eq!(names(&changed(&mut first).await["chairs"]), ["Ann", "", "Cem", "Ben"]);
        let ask = swap((&ben, 3), (&ann, 0));
        second.must(offer(&ask)).await;
        let offered = first.until_event("swap_offered").await;
        assert_eq!(offered["event"]["swap"], ask);
        third.refused(answer(&ask, true), "not_asked").await;
        third.refused(answer(&ask, false), "not_asked").await;
        // Who moves away takes the question with them.
        second.must(json!({ "t": "change_chair", "chair": 1 })).await;
        assert_eq!(changed(&mut first).await["swaps"], json!([]));
        first.refused(answer(&ask, true), "no_offer").await;
        let ask = swap((&cem, 2), (&ann, 0));
        third.must(offer(&ask)).await;
        first.must(answer(&ask, true)).await;
        assert_eq!(names(&shown(&ben, &code).await["chairs"]), ["Cem", "Ben", "Ann", ""]);
        server.stop().await;
    }
}

buses! {
    async fn changes_at_one_node_are_seen_and_answered_at_another(cluster: Cluster) {
        let cluster: Cluster = cluster.with(2, &[]).await;
        let [a, b] = [0, 1].map(|place| cluster.nodes[place].address);
        let [ann, ben] = [Person::named(a, "Ann").await, Person::named(b, "Ben").await];
        let code = ann.create(3, "seated", true).await;
        let mut lobby = Lists::open(&Person::nobody(b), "/lobby/socket").await;
        let (mut host, mut other) = (ann.join(&code).await, ben.join(&code).await);
        other.sit(&ben, 1).await;
        host.must(clock("300+5", "")).await;
        assert_eq!(changed(&mut other).await["clock"]["short"], "5+5");
        until_row(&mut lobby, &code, |row| row.title == "Bushwhacked · 5+5").await;
        let ask = swap((&ben, 1), (&ann, 0));
        other.must(offer(&ask)).await;
        host.until_event("swap_offered").await;
        // Both change the chairs at the same moment: one of them is first, and the other is decided anew.
        let arrange = json!({ "t": "arrange_chairs", "chairs": [ann.id, null, ben.id] });
        let (_, answered) = tokio::join!(host.command(arrange), other.command(answer(&ask, false)));
        let withdrawn = answered["t"] == "done" || answered["code"] == "no_offer";
        assert!(withdrawn, "{answered}");
        host.must(json!({ "t": "change_seats", "seats": 2 })).await;
        other.until(|message| message["event"]["table"]["change"] == by_ann("changed the table to 2 players")).await;
        other.must(json!({ "t": "hold_start", "held": false })).await;
        let started = host.until_event("started").await;
        assert_eq!(started["event"]["clocks"]["left"], json!([300_000, 300_000]));
        cluster.stop().await;
    }
}
