//! Whole games over real sockets.

use serde_json::{Value, json};
use thicket_rules::GameKind;

use super::common::base::{Base, both};
use super::common::client::Person;
use super::common::party::{Dice, Party};
use super::common::server::Server;

both! {
    async fn a_game_is_played_to_its_end_and_becomes_its_record(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 4).await;
        let mut watcher = Person::nobody(server.address).join(&party.code).await;
        party.play_out(&mut Dice(7)).await;

        let over = watcher.until(|message| !message["event"]["ending"].is_null()).await;
        let seen = over["event"].clone();
        let outcome = party.game.status().outcome().unwrap();
                assert_eq!(seen["ending"]["ranks"], json!(outcome.ranks.as_slice()));

        let record: Value = party.people[0].get(&format!("/g/{}/record.json", party.code))
            .send().await.unwrap().json().await.unwrap();
        let turns: Vec<&str> = record["turns"].as_array().unwrap().iter()
            .map(|turn| turn["turn"].as_str().unwrap()).collect();
        assert_eq!(turns, party.game.plies());
        let ending = &seen["ending"];
        assert_eq!(record["ending"], json!({ "reason": "rules", "ranks": ending["ranks"], "scores": ending["scores"] }));
        let text = party.people[0].read(&format!("/g/{}/record.txt", party.code)).await;
        let read: thicket_rules::Record = text.parse().unwrap();
        assert_eq!(read.turns, party.game.plies());
        assert_eq!(read.head.get("Seat2"), Some("Ben"));
        server.stop().await;
    }
}

/// Plies after which all players but one resign, if the game is still on.
const LONG_ENOUGH: usize = 40;

#[tokio::test]
async fn every_game_is_played_and_recorded_with_all_its_seats() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    for &kind in GameKind::ALL {
        let seats = *kind.info().seats.end();
        let mut party = Party::started_at(kind, server.address, seats).await;
        let dice = &mut Dice(11);
        while party.game.status().to_move().is_some() {
            match party.game.ply_count() {
                0..LONG_ENOUGH => party.play(&dice.turn(party.game.as_ref())).await,
                _ => party.resign(party.to_move()).await,
            }
        }
        let address = format!("/g/{}/record.txt", party.code);
        let text = party.people[0].read(&address).await;
        let read: thicket_rules::Record = text.parse().unwrap();
        assert_eq!(read.turns, party.game.plies(), "{kind}");
        assert_eq!(read.head.get("Game"), Some(kind.info().name));
        let page = party.people[0].read(&format!("/g/{}", party.code)).await;
        for colour in &kind.info().colours[..usize::from(seats)] {
            assert!(
                page.contains(&format!("<i class=\"dot seat {colour}\">")),
                "{kind}: {colour}"
            );
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn turns_are_checked_and_a_refusal_changes_nothing() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let mut party = Party::started(server.address, 2).await;
    let play = |turn: u32, steps: Value| json!({ "t": "play", "turn": turn, "steps": steps });
    let ann = &mut party.sockets[0];
    ann.refused(play(1, json!(["e5"])), "wrong_turn").await;
    ann.refused(play(0, json!(["d99"])), "illegal_step").await;
    ann.refused(play(0, json!(["i9"])), "illegal_step").await;
    ann.refused(play(0, json!(["e5", "e6"])), "illegal_step").await;
    ann.refused(play(0, json!([])), "unfinished").await;
    party.sockets[1]
        .refused(play(0, json!(["e5"])), "not_your_turn")
        .await;
    party.play("pass").await;
    party.play("e5").await;
    let ann = &mut party.sockets[0];
    ann.refused(play(2, json!(["e6"])), "unfinished").await;
    party.play("e6,e7").await;
    assert_eq!(party.game.plies(), ["pass", "e5", "e6,e7"]);
    server.stop().await;
}

#[tokio::test]
async fn others_play_on_when_one_resigns_and_the_last_one_wins() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let mut party = Party::started(server.address, 3).await;
    party.play("e5").await;
    party.resign(2).await;
    party.sockets[2]
        .refused(json!({ "t": "resign" }), "dropped")
        .await;
    party.play("e6").await;
    party.play("e7").await;
    party.resign(0).await;
    let over = party.sockets[1]
        .until(|message| !message["event"]["ending"].is_null())
        .await;
    assert_eq!(
        over["event"]["ending"]["why"],
        json!({ "seats": [1], "words": "resigned last" })
    );
    assert_eq!(over["event"]["ending"]["ranks"], json!([2, 1, 3]));
    party.sockets[1].refused(json!({ "t": "resign" }), "over").await;
    server.stop().await;
}

#[tokio::test]
async fn a_watcher_sees_and_changes_nothing() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let mut party = Party::started(server.address, 2).await;
    let mut nobody = Person::nobody(server.address).join(&party.code).await;
    nobody
        .refused(json!({ "t": "play", "turn": 0, "steps": ["e5"] }), "no_name")
        .await;
    let eve = Person::named(server.address, "Eve").await;
    let mut socket = eve.join(&party.code).await;
    socket
        .refused(json!({ "t": "play", "turn": 0, "steps": ["e5"] }), "not_seated")
        .await;
    socket.refused(json!({ "t": "resign" }), "not_seated").await;
    socket
        .refused(json!({ "t": "sit", "chair": 0, "name": "Eve" }), "not_waiting")
        .await;
    party.play("e5").await;
    assert_eq!(socket.until_event("played").await["event"]["ply"]["text"], "e5");
    server.stop().await;
}

#[tokio::test]
async fn a_preview_shows_what_steps_would_do_and_changes_nothing() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let mut party = Party::started(server.address, 2).await;
    party.play("pass").await;
    party.play("b2").await;
    let ann = &mut party.sockets[0];
    let ask = |steps: Value| json!({ "t": "preview", "turn": 2, "steps": steps });
    let first = ann.command(ask(json!([]))).await;
    assert_eq!(first["preview"]["clicks"]["pass"], "pass");
    assert_eq!(first["preview"]["complete"], false);
    let staged = ann.command(ask(json!(["a2"]))).await;
    assert_eq!(staged["preview"]["clicks"]["end"], "end");
    assert_eq!(staged["preview"]["end"], json!([]));
    ann.refused(ask(json!(["b2"])), "illegal_step").await;
    let occupied = ann.command(ask(json!(["b2"]))).await;
    assert_eq!(occupied["sentence"], "b2 is occupied.");
    ann.refused(json!({ "t": "preview", "turn": 1, "steps": [] }), "wrong_turn")
        .await;
    party.play("a2,b1").await;
    party.play("q17").await;
    let would = party.sockets[0]
        .command(json!({ "t": "preview", "turn": 4, "steps": ["c2"] }))
        .await;
    assert_eq!(would["preview"]["complete"], true);
    let taken = would["preview"]["changes"]
        .as_array()
        .unwrap()
        .iter()
        .any(|change| change["c"] == "taken");
    assert!(taken, "{would}");
    assert_eq!(party.game.ply_count(), 4);
    server.stop().await;
}
