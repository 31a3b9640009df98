//! Draws by agreement.

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

both! {
    async fn a_draw_needs_the_agreement_of_all_in_play(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 3).await;
        let offer = |turn: usize| json!({ "t": "offer_draw", "turn": turn });
        party.play("e5").await;
        party.sockets[0].must(offer(1)).await;
        party.sockets[0].refused(offer(1), "offered").await;
        party.sockets[1].must(offer(1)).await;
        // The next turn is played before the third has agreed: the offers are void.
        party.play("e6").await;
        party.sockets[2].must(offer(2)).await;
        // So they are when somebody leaves.
        party.resign(1).await;
        party.sockets[1].refused(offer(3), "dropped").await;
        party.sockets[0].must(offer(3)).await;
        let code = party.code.clone();
        server.stop().await;

        let server = Server::start(&base).await;
        party.people.iter_mut().for_each(|person| *person = person.at(server.address));
        let mut watcher = party.people[1].connect(&code).await.unwrap();
        watcher.send(hello(None)).await;
        let snapshot = watcher.until(|message| message["t"] == "snapshot").await;
        assert_eq!(snapshot["table"]["offers"], json!([1]), "an offer outlives the server");
        let mut last = party.people[2].join(&code).await;
        last.must(offer(3)).await;
        let over = watcher.until(|message| !message["event"]["ending"].is_null()).await;
        let ending = over["event"]["ending"].clone();
        assert_eq!((&ending["reason"], &ending["ranks"]), (&json!("agreement"), &json!([1, 3, 1])));
        last.refused(offer(3), "over").await;

        let json: Value = serde_json::from_str(&record(&party, "json").await).unwrap();
        assert_eq!(json["ending"], ending);
        assert_eq!(json["turns"].as_array().unwrap().len(), 3);
        let text = record(&party, "txt").await;
        assert!(text.contains("[Ending \"agreement\"]\n[Ranks \"1 3 1\"]"), "{text}");
        let page = party.people[0].read(&format!("/g/{code}")).await;
        assert!(page.contains("The players agreed on a draw."));
        server.stop().await;
    }
}

both! {
    async fn an_offer_that_arrives_late_agrees_to_nothing(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let offer = |turn: usize| json!({ "t": "offer_draw", "turn": turn });
        party.play("e5").await;
        party.play("e6").await;
        party.sockets[0].must(offer(2)).await;
        // Ben offered a draw a turn ago, and the message arrives only now.
        for turn in [0, 1, 3] {
            party.sockets[1].refused(offer(turn), "wrong_turn").await;
        }
        party.play("e7").await;
        party.sockets[1].refused(offer(2), "wrong_turn").await;
        party.sockets[1].must(offer(3)).await;
        party.sockets[0].must(offer(3)).await;
        party.sockets[1].refused(offer(3), "over").await;
        server.stop().await;
    }
}

both! {
    async fn whoever_declines_ends_all_offers(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 3).await;
        let offer = |turn: usize| json!({ "t": "offer_draw", "turn": turn });
        let decline = |turn: usize| json!({ "t": "decline_draw", "turn": turn });
        party.play("e5").await;
        party.sockets[2].refused(decline(1), "no_offer").await;
        party.sockets[0].must(offer(1)).await;
        party.sockets[1].must(offer(1)).await;
        party.sockets[1].refused(decline(1), "offered").await;
        party.sockets[2].refused(decline(0), "wrong_turn").await;
        party.sockets[2].must(decline(1)).await;
        party.sockets[2].refused(decline(1), "no_offer").await;
        let told = party.sockets[0].until(|message| message["event"]["e"] == "draw_declined").await;
        assert_eq!(told["event"]["seat"], 3);
        // The others have to offer again, and the last offer still ends the game.
        party.sockets[2].must(offer(1)).await;
        party.sockets[0].must(offer(1)).await;
        let code = party.code.clone();
        server.stop().await;

        let server = Server::start(&base).await;
        party.people.iter_mut().for_each(|person| *person = person.at(server.address));
        let mut last = party.people[1].join(&code).await;
        last.must(offer(1)).await;
        assert!(record(&party, "txt").await.ends_with("1. e5\n"), "an answer to an offer is no turn");
        server.stop().await;
    }
}
