//! What players agree on: draws, the end of a game, and turns that are taken back.

use serde_json::{Value, json};

use super::common::base::both;
use super::common::client::hello;
use super::common::party::Party;
use super::common::server::Server;

async fn record(party: &Party, form: &str) -> String {
    let path = format!("/g/{}/record.{form}", party.code);
    let answer = party.people[0].get(&path).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    answer.text().await.unwrap()
}

fn draw() -> Value {
    json!({ "what": "draw" })
}

fn score() -> Value {
    json!({ "what": "score" })
}

/// Everybody goes on at another server.
async fn come_back(party: &mut Party, server: &Server) {
    for (place, person) in party.people.iter_mut().enumerate() {
        *person = person.at(server.address);
        party.sockets[place] = person.join(&party.code).await;
    }
}

both! {
    async fn the_end_of_a_game_needs_the_agreement_of_all_in_play(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 3).await;
        party.play("e5").await;
        let command = json!({ "t": "offer", "turn": 1, "proposal": draw() });
        party.sockets[0].refused(command, "bad_offer").await;
        let first = party.offer(0, 1, score()).await;
        party.sockets[0].refused(json!({ "t": "answer", "offer": first, "agree": true }), "not_asked").await;
        party.answer(1, first, true).await;
        // The next turn is played before the third has agreed: the offer is void.
        party.play("e6").await;
        party.sockets[2].refused(json!({ "t": "answer", "offer": first, "agree": true }), "no_offer").await;
        party.offer(2, 2, score()).await;
        // So it is when somebody leaves.
        party.resign(1).await;
        let command = json!({ "t": "offer", "turn": 3, "proposal": score() });
        party.sockets[1].refused(command, "dropped").await;
        let offer = party.offer(0, 3, score()).await;
        server.stop().await;

        let server = Server::start(&base).await;
        come_back(&mut party, &server).await;
        let mut watcher = party.people[1].connect(&party.code).await.unwrap();
        watcher.send(hello(None)).await;
        let snapshot = watcher.until(|message| message["t"] == "snapshot").await;
        assert_eq!(
            snapshot["table"]["offer"],
            json!({ "id": offer, "seat": 1, "proposal": score(), "asked": [3], "agreed": [], "to": null }),
            "an offer outlives the server"
        );
        party.answer(2, offer, true).await;
        let over = watcher.until(|message| !message["event"]["ending"].is_null()).await;
        let ending = over["event"]["ending"].clone();
        assert_eq!(ending["why"]["words"], "The players agreed to end the game and score the board as it stood");
        assert_eq!(ending["headline"], json!({ "seats": [1, 3], "words": "share first place" }));
        party.sockets[2].refused(json!({ "t": "answer", "offer": offer, "agree": true }), "over").await;

        let json: Value = serde_json::from_str(&record(&party, "json").await).unwrap();
        assert_eq!(json["ending"], json!({ "reason": "scored", "ranks": [1, 3, 1], "scores": ending["scores"] }));
        assert_eq!(json["turns"].as_array().unwrap().len(), 3);
        let text = record(&party, "txt").await;
        assert!(text.contains("[Ending \"agreement\"]\n[Ranks \"1 3 1\"]"), "{text}");
        let page = party.people[0].read(&format!("/g/{}", party.code)).await;
        assert!(page.contains("The players agreed to end the game and score the board as it stood."));
        server.stop().await;
    }

    async fn an_offer_or_answer_that_arrives_late_agrees_to_nothing(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        party.play("e5").await;
        party.play("e6").await;
        let offer = party.offer(0, 2, draw()).await;
        // Ben offered a draw a turn ago, and the message arrives only now. Nor does a new offer agree to another.
        for (turn, code) in [(0, "wrong_turn"), (1, "wrong_turn"), (3, "wrong_turn"), (2, "offered")] {
            let late = json!({ "t": "offer", "turn": turn, "proposal": draw() });
            party.sockets[1].refused(late, code).await;
        }
        party.play("e7").await;
        let answer = |offer: u64, agree: bool| json!({ "t": "answer", "offer": offer, "agree": agree });
        party.sockets[1].refused(answer(offer, true), "no_offer").await;
        let second = party.offer(1, 3, draw()).await;
        party.sockets[0].refused(answer(offer, true), "no_offer").await;
        party.sockets[0].refused(answer(second + 1, true), "no_offer").await;
        party.answer(0, second, true).await;
        party.sockets[0].refused(answer(second, true), "over").await;
        assert!(record(&party, "txt").await.contains("[Ending \"agreement\"]\n[Ranks \"1 1\"]"));
        server.stop().await;
    }

    async fn who_was_declined_waits_before_asking_again(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 3).await;
        party.play("e5").await;
        let offer = party.offer(0, 1, score()).await;
        party.answer(2, offer, false).await;
        let told = party.sockets[1].until_event("declined").await;
        assert_eq!(told["event"]["seat"], 3);
        server.stop().await;
        let server = Server::start(&base).await;
        come_back(&mut party, &server).await;
        let again = json!({ "t": "offer", "turn": 1, "proposal": score() });
        party.sockets[0].refused(again, "offer_too_soon").await;
        // The others may ask.
        let offer = party.offer(1, 1, score()).await;
        party.answer(0, offer, true).await;
        party.answer(2, offer, true).await;
        assert!(record(&party, "txt").await.ends_with("1. e5\n"), "an answer to an offer is no turn");
        server.stop().await;
    }

    async fn a_turn_that_is_taken_back_is_in_the_log_and_not_in_the_record(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        for turn in ["e5", "e6", "e7"] {
            party.play(turn).await;
        }
        // To Ben's own last turn.
        let offer = party.offer(1, 3, json!({ "what": "take_back", "turns": 2 })).await;
        server.stop().await;
        let server = Server::start(&base).await;
        come_back(&mut party, &server).await;
        let seen = party.sockets[1].seq;
        party.answer(0, offer, true).await;
        let told = party.sockets[1].until_event("taken_back").await;
        assert_eq!((&told["event"]["turns"], told["seq"].as_u64()), (&json!(2), Some(seen + 1)));
        party.game.take_back(2).unwrap();
        // The position is the one after the first turn, and what was composed for another one is refused.
        for late in [1, 2, 3] {
            let play = json!({ "t": "play", "turn": late, "steps": ["e6"] });
            party.sockets[1].refused(play, "wrong_turn").await;
            let preview = json!({ "t": "preview", "turn": late, "steps": [] });
            party.sockets[1].refused(preview, "wrong_turn").await;
        }
        party.sockets[0].refused(json!({ "t": "play", "turn": 4, "steps": ["e8"] }), "not_your_turn").await;
        party.sockets[1].must(json!({ "t": "play", "turn": 4, "steps": ["f6"] })).await;

        let table = party.people[0].read(&format!("/g/{}", party.code)).await;
        assert!(table.contains("f6"), "the page lists the turns that count");
        server.stop().await;
        let server = Server::start(&base).await;
        come_back(&mut party, &server).await;
        let mut watcher = party.people[1].connect(&party.code).await.unwrap();
        watcher.send(hello(None)).await;
        let snapshot = watcher.until(|message| message["t"] == "snapshot").await;
        let texts = |list: &Value, text: &dyn Fn(&Value) -> Value| -> Vec<Value> {
            list.as_array().unwrap().iter().map(text).collect()
        };
        let table = &snapshot["table"];
        assert_eq!(texts(&table["plies"], &|ply| ply["text"].clone()), ["e5", "f6"]);
        let taken = texts(&table["taken_back"], &|taken| json!([taken["at"], taken["number"], taken["ply"]["text"]]));
        assert_eq!(taken, [json!([1, 2, "e6"]), json!([2, 3, "e7"])]);
        assert_eq!(table["turn"], 5);
        party.sockets[0].must(json!({ "t": "resign" })).await;
        let text = record(&party, "txt").await;
        assert!(text.ends_with("1. e5 2. f6 3. drop:1\n"), "{text}");
        server.stop().await;
    }
}
