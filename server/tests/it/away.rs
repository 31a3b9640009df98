//! Who is away, since when, and how the others go on.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thicket_server::model::log::projection::TablePhase;
use thicket_server::time::now_ms;
use tokio::time::sleep;

use super::common::base::both;
use super::common::client::{Person, Socket, TIMEOUT};
use super::common::lists::Lists;
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

    async fn all_others_hand_an_away_seat_to_a_watcher(base: Base) {
        let server = Server::with(&base, &["--away-nudge", "300ms"]).await;
        let mut party = Party::started(server.address, 3).await;
        let wes = Person::named(server.address, "Wes").await;
        let mut watching = wes.join(&party.code).await;
        let ask = json!({ "t": "ask_for_seat", "turn": 0, "seat": 1, "name": "Wes" });
        watching.refused(ask.clone(), "bad_offer").await;
        let ann = party.people[0].id.clone();
        drop(party.sockets.remove(0));
        away_for(&mut party.sockets[0], &ann).await;
        sleep(Duration::from_millis(300)).await;
        let offer = watching.must(ask).await["seq"].clone();
        let asked = party.sockets[0].until_event("seat_asked").await;
        assert_eq!((&asked["event"]["player"]["name"], &asked["event"]["asked"]), (&json!("Wes"), &json!([2, 3])));
        let agree = json!({ "t": "answer", "offer": offer, "agree": true });
        party.sockets[0].must(agree.clone()).await;
        server.stop().await;

        // The question and the answer survive a restart; the name of whoever asked, too.
        let server = Server::with(&base, &["--away-nudge", "0ms"]).await;
        let [ann, cem] = [0, 2].map(|place| party.people[place].at(server.address));
        let wes = wes.at(server.address);
        let page = cem.read(&format!("/g/{}", party.code)).await;
        assert!(page.contains("Wes"), "{page}");
        let mut cem = cem.join(&party.code).await;
        cem.must(agree).await;
        let mut wes = wes.join(&party.code).await;
        wes.must(json!({ "t": "play", "turn": 0, "steps": ["e5"] })).await;
        let mut late = ann.join(&party.code).await;
        late.refused(json!({ "t": "play", "turn": 1, "steps": ["e6"] }), "not_seated").await;
        server.stop().await;
    }

    async fn a_nudge_reaches_the_other_pages_of_whoever_is_away(base: Base) {
        let server = Server::with(&base, &["--away-nudge", "200ms"]).await;
        let mut party = Party::started(server.address, 2).await;
        let mut lists = Lists::open(&party.people[0], "/my/socket").await;
        lists.until_nudged(&[]).await;
        let nudge = json!({ "t": "nudge", "turn": 0 });
        party.sockets[1].refused(nudge.clone(), "bad_offer").await;
        let ann = party.people[0].id.clone();
        drop(party.sockets.remove(0));
        let ben = &mut party.sockets[0];
        away_for(ben, &ann).await;
        ben.refused(json!({ "t": "nudge", "turn": 1 }), "wrong_turn").await;
        sleep(Duration::from_millis(200)).await;
        ben.must(nudge.clone()).await;
        ben.refused(nudge, "offer_too_soon").await;
        lists.until_nudged(&[&party.code]).await;
        let page = party.people[0].read("/my").await;
        assert!(page.contains("your turn, and the others are waiting"), "{page}");
        // Whoever comes has been told.
        drop(party.people[0].join(&party.code).await);
        lists.until_nudged(&[]).await;
        server.stop().await;
    }

    async fn a_database_that_nobody_served_for_forty_days_is_as_it_was(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        party.sockets[0].must(json!({ "t": "play", "turn": 0, "steps": ["e5"] })).await;
        party.sockets[0].must(json!({ "t": "say", "text": "take your time" })).await;
        party.sockets.clear();
        server.stop().await;
        // As if all that had been so long ago, also the last word of the server: it was off, or this is an old backup.
        let mut rival = base.rival().await;
        let ms = 40 * 24 * 60 * 60 * 1000_i64;
        for (table, column) in [("events", "at"), ("table_state", "deadline"), ("table_state", "changed_at"),
            ("table_players", "away_since"), ("chat", "at"), ("alive", "at"), ("outages", "since"), ("outages", "until")] {
            rival.execute(format!("UPDATE {table} SET {column} = {column} - {ms}")).await;
        }

        let server = Server::start(&base).await;
        // Deadlines that have passed are looked at every second.
        let table = server.store.table_by_code(&party.code.parse().unwrap()).await.unwrap().unwrap();
        let since = Instant::now();
        let now = now_ms();
        while !server.store.overdue(now, 9).await.unwrap().is_empty() {
            assert!(since.elapsed() < TIMEOUT, "the deadline is not put off");
            sleep(Duration::from_millis(50)).await;
        }
        let listed = server.store.listed_tables(&[table.id]).await.unwrap().remove(0);
        assert_eq!(listed.state.phase, TablePhase::Playing);
        // Nor have they kept each other waiting.
        let [ann, ben] = [0, 1].map(|place| party.people[place].at(server.address));
        let mut ann = ann.join(&party.code).await;
        ann.until_line("take your time").await;
        ann.refused(json!({ "t": "offer", "turn": 1, "proposal": { "what": "drop", "seat": 2 } }), "offer_too_soon").await;
        ben.join(&party.code).await.must(json!({ "t": "play", "turn": 1, "steps": ["e6"] })).await;
        server.stop().await;
    }
}
