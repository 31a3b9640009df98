//! What players have seen of a table: turns since then are counted in their lists, and shown to them when they come back.

use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use super::common::base::both;
use super::common::client::Person;
use super::common::party::{Dice, Party};
use super::common::server::Server;

/// Reads a page until it has, or has no more, this text.
async fn until(person: &Person, path: &str, text: &str, has: bool) {
    let mut page = String::new();
    for _ in 0..200 {
        page = person.read(path).await;
        if page.contains(text) == has {
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("{text:?} is {} {path}: {page}", if has { "not on" } else { "on" });
}

both! {
    async fn what_a_player_had_in_sight_is_known_on_all_their_devices_and_to_nobody_else(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 3).await;
        let (mut dice, table) = (Dice(7), format!("/g/{}", party.code));
        let (ann, ben) = (party.people[0].clone(), party.people[1].clone());
        let mut play = async |party: &mut Party| {
            let turn = dice.turn(party.game.as_ref());
            party.play(&turn).await;
        };
        let visible = |visible: bool| json!({ "t": "visible", "visible": visible });
        assert!(!ann.read(&table).await.contains("\"looked\""), "nothing is known yet");
        party.sockets[0].send(visible(true)).await;
        play(&mut party).await;
        party.sockets[0].send(visible(false)).await;
        until(&ann, &table, "\"looked\":1", true).await;
        let before = ann.read("/lists/my").await;
        assert!(!before.contains("since you looked"), "{before}");

        // A page that is open and not in sight sees nothing.
        play(&mut party).await;
        assert!(ann.read("/my").await.contains("1 turn since you looked"));
        play(&mut party).await;
        assert!(ann.read("/my").await.contains("2 turns since you looked"));
        assert!(ann.read(&table).await.contains("\"looked\":1"));
        for page in [table.as_str(), "/my"] {
            let other = ben.read(page).await;
            assert!(!other.contains("\"looked\"") && !other.contains("since you looked"), "{other}");
        }

        // They look at another device, and go.
        let version = |list: &str| list.split_once("data-version=\"").unwrap().1[..16].to_owned();
        let before = version(&ann.read("/lists/my").await);
        let mut phone = ann.join(&party.code).await;
        phone.send(visible(true)).await;
        phone.must(json!({ "t": "say", "text": "Here." })).await;
        drop(phone);
        until(&ann, &table, "\"looked\":3", true).await;
        until(&ann, "/my", "since you looked", false).await;
        assert_ne!(version(&ann.read("/lists/my").await), before, "an open list hears of it");
        party.resign(0).await;
        server.stop().await;
    }
}
