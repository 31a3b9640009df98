//! Games without a clock in which nobody has played for long.

use serde_json::json;

use super::common::base::{Base, both};
use super::common::client::hello;
use super::common::party::Party;
use super::common::server::Server;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// All that has happened was so long ago.
async fn make_older(base: &Base, days: i64) {
    let mut rival = base.rival().await;
    let ms = days * DAY;
    rival.execute(format!("UPDATE events SET at = at - {ms}")).await;
    rival
        .execute(format!(
            "UPDATE table_state SET deadline = deadline - {ms}, asked_until = asked_until - {ms}, changed_at = changed_at - {ms}"
        ))
        .await;
}

both! {
    async fn everybody_is_asked_whether_a_game_goes_on_before_it_is_abandoned(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        party.play("e5").await;
        let (people, code) = (party.people.clone(), party.code.clone());
        drop(party);
        server.stop().await;
        make_older(&base, 31).await;

        let server = Server::start(&base).await;
        let [ann, ben] = [0, 1].map(|place: usize| people[place].at(server.address));
        let mut socket = ben.connect(&code).await.unwrap();
        socket.send(hello(None)).await;
        let asked = socket.until(|message| message["t"] == "snapshot" && message["table"]["offer"].is_object() || message["event"]["e"] == "offered").await;
        let (offer, proposal) = match asked["t"].as_str() {
            Some("snapshot") => (asked["table"]["offer"]["id"].clone(), asked["table"]["offer"]["proposal"].clone()),
            _ => (asked["seq"].clone(), asked["event"]["proposal"].clone()),
        };
        assert_eq!(proposal, json!({ "what": "abandon" }));
        for person in [&ann, &ben] {
            let page = person.read("/my").await;
            assert!(page.contains(", ends in 15 days unless somebody goes on"), "{page}");
        }
        socket.must(json!({ "t": "answer", "offer": offer, "agree": false })).await;
        let page = ann.read("/my").await;
        assert!(page.contains("Ben’s turn") && !page.contains("unless somebody goes on"), "{page}");
        drop(socket);
        server.stop().await;

        // Thirty days later they are asked again, and nobody answers for fourteen more. Nobody opens the table: it is found all the same.
        make_older(&base, 31).await;
        let server = Server::start(&base).await;
        while base.rival().await.count("SELECT COUNT(*) FROM events WHERE CAST(body AS TEXT) LIKE '%abandon%'").await < 2 {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        server.stop().await;
        make_older(&base, 15).await;
        let server = Server::start(&base).await;
        let ann = ann.at(server.address);
        for _ in 0..200 {
            if ann.read(&format!("/g/{code}")).await.contains("Nobody played for 30 days") {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        let page = ann.read(&format!("/g/{code}")).await;
        assert!(page.contains("Nobody played for 30 days") && page.contains("Ben let the game go on."), "{page}");
        let text = ann.read(&format!("/g/{code}/record.txt")).await;
        assert!(text.contains("[Ending \"abandoned\"]"), "{text}");
        server.stop().await;
    }
}
