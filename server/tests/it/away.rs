//! Who is away, since when, and how the others go on.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::sleep;

use super::common::base::both;
use super::common::client::{Socket, TIMEOUT};
use super::common::party::Party;
use super::common::server::Server;

/// For how many milliseconds a player has been away, once a socket has been told that they are.
async fn away_for(socket: &mut Socket, player: &str) -> u64 {
    let find = |live: &Value| {
        let mut away = live["away"].as_array()?.iter();
        away.find(|one| one["player"] == player)?["ms"].as_u64()
    };
    loop {
        match find(&socket.live) {
            Some(ms) => return ms,
            None => drop(socket.receive().await.expect("the connection to last")),
        }
    }
}

/// Offers to go on without the first seat until that is not too soon any more; the number of the offer.
async fn offer_to_go_on(socket: &mut Socket) -> u64 {
    let since = Instant::now();
    loop {
        let offer = json!({ "t": "offer", "turn": 0, "proposal": { "what": "drop", "seat": 1 } });
        let answer = socket.command(offer).await;
        match answer["code"].as_str() {
            None => return answer["seq"].as_u64().unwrap(),
            code => assert_eq!(code, Some("offer_too_soon"), "{answer}"),
        }
        assert!(since.elapsed() < TIMEOUT);
        sleep(Duration::from_millis(100)).await;
    }
}

both! {
    async fn a_closed_tab_leaves_no_seat_and_a_restart_changes_no_time(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 3).await;
        let ann = party.people[0].id.clone();
        drop(party.sockets.remove(0));
        away_for(&mut party.sockets[0], &ann).await;
        let offer = json!({ "t": "offer", "turn": 0, "proposal": { "what": "drop", "seat": 1 } });
        party.sockets[0].refused(offer, "offer_too_soon").await;
        let since = Instant::now();
        server.stop().await;
        sleep(Duration::from_millis(700)).await;

        let server = Server::start(&base).await;
        party.people.iter_mut().for_each(|person| *person = person.at(server.address));
        let mut ben = party.people[1].join(&party.code).await;
        let away = away_for(&mut ben, &ann).await;
        assert!(u128::from(away) + 200 >= since.elapsed().as_millis(), "{away}");
        // Who comes back is not away, and plays on.
        let mut back = party.people[0].join(&party.code).await;
        let empty = |live: &Value| live["away"].as_array().is_some_and(|away| away.iter().all(|one| one["player"] != ann));
        while !empty(&ben.live) {
            ben.receive().await.expect("the connection to last");
        }
        back.must(json!({ "t": "play", "turn": 0, "steps": ["e5"] })).await;
        server.stop().await;
    }

    async fn the_others_agree_to_go_on_without_who_is_away(base: Base) {
        let server = Server::with(&base, &["--away", "500ms"]).await;
        let mut party = Party::started(server.address, 3).await;
        let ann = party.people[0].id.clone();
        drop(party.sockets.remove(0));
        away_for(&mut party.sockets[0], &ann).await;
        let offer = offer_to_go_on(&mut party.sockets[0]).await;
        server.stop().await;

        let server = Server::with(&base, &["--away", "500ms"]).await;
        party.people.iter_mut().for_each(|person| *person = person.at(server.address));
        let mut ben = party.people[1].join(&party.code).await;
        let mut cem = party.people[2].join(&party.code).await;
        let agree = json!({ "t": "answer", "offer": offer, "agree": true });
        cem.must(agree).await;
        let dropped = ben.until_event("dropped").await;
        assert_eq!((&dropped["event"]["ply"]["seat"], &dropped["event"]["ending"]), (&json!(1), &Value::Null));
        ben.must(json!({ "t": "play", "turn": 1, "steps": ["e5"] })).await;
        cem.must(json!({ "t": "play", "turn": 2, "steps": ["e6"] })).await;
        let mut late = party.people[0].join(&party.code).await;
        late.refused(json!({ "t": "play", "turn": 3, "steps": ["e7"] }), "dropped").await;
        server.stop().await;
    }
}
