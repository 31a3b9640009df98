//! Games that go on from a position of another one, and the stories that records tell.

use serde_json::{Value, json};
use thicket_rules::Record;

use super::common::base::both;
use super::common::client::Person;
use super::common::party::Party;
use super::common::server::Server;

/// Asks for a table that goes on from a position: the status, and where it leads.
async fn go_on(person: &Person, code: &str, turn: usize) -> (u16, String) {
    let form = [("turn", turn.to_string()), ("name", person.name.clone())];
    let path = format!("/g/{code}/continue");
    let answer = person.post(&path).form(&form).send().await.unwrap();
    let place = answer.headers().get("location");
    let place = place.map_or("", |place| place.to_str().unwrap()).to_owned();
    (answer.status().as_u16(), place)
}

/// The table as the data of its page has it.
async fn table(person: &Person, code: &str) -> Value {
    let page = person.read(&format!("/g/{code}")).await;
    let (_, data) = page.split_once("id=\"table\">").unwrap();
    let page: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    page["table"].clone()
}

fn texts(table: &Value) -> Vec<&str> {
    let plies = table["plies"].as_array().unwrap().iter();
    plies.map(|ply| ply["text"].as_str().unwrap()).collect()
}

both! {
    async fn a_game_goes_on_from_a_position_of_a_record(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        party.play("e5").await;
        party.play("f9").await;
        let [eve, fay] = [Person::named(server.address, "Eve").await, Person::named(server.address, "Fay").await];
        assert_eq!(go_on(&eve, &party.code, 1).await.0, 409, "the game is not over");
        party.resign(0).await;
        assert_eq!(go_on(&eve, &party.code, 3).await.0, 409, "somebody had left");
        assert_eq!(go_on(&eve, &party.code, 4).await.0, 409, "there is no such turn");
        let asked = eve.get(&format!("/g/{}/continue?turn=2", party.code)).send().await.unwrap();
        assert_eq!(asked.status(), 200);
        assert!(asked.text().await.unwrap().contains("the position after turn 2"));
        let (status, place) = go_on(&eve, &party.code, 2).await;
        assert_eq!(status, 303);
        let code = place.strip_prefix("/g/").unwrap();
        let before = table(&eve, code).await;
        assert_eq!((texts(&before), &before["turn"]), (vec!["e5", "f9"], &json!(2)));
        assert_eq!(before["from"], json!({ "code": party.code, "turn": 2 }));
        assert_eq!((&before["phase"], &before["chairs"][1]), (&json!("waiting"), &Value::Null));
        let (mut first, mut second) = (eve.join(code).await, fay.join(code).await);
        first.refused(json!({ "t": "change_seats", "seats": 3 }), "no_such_setup").await;
        let page = eve.read(&format!("/g/{code}")).await;
        assert!(page.contains("id=\"table-dialog\"") && !page.contains("name=\"seats\""), "{page}");
        second.sit(&fay, 1).await;
        first.until_event("started").await;
        let back = json!({ "t": "offer", "turn": 2, "proposal": { "what": "take_back", "turns": 1 } });
        first.refused(back, "bad_offer").await;
        second.refused(json!({ "t": "play", "turn": 2, "steps": ["e6"] }), "not_your_turn").await;
        first.must(json!({ "t": "play", "turn": 2, "steps": ["e6"] })).await;
        for file in ["0.svg", "1.svg", "2.svg"] {
            let pictures = [&party.code, code].map(|code| format!("/g/{code}/{file}"));
            assert_eq!(eve.read(&pictures[0]).await, eve.read(&pictures[1]).await, "{file}");
        }
        server.stop().await;
        // The turns are part of the log: another server has them, too.
        let server = Server::start(&base).await;
        let (eve, fay) = (eve.at(server.address), fay.at(server.address));
        assert_eq!(texts(&table(&eve, code).await), ["e5", "f9", "e6"]);
        let mut second = fay.join(code).await;
        second.must(json!({ "t": "resign" })).await;
        let text = eve.read(&format!("/g/{code}/record.txt")).await;
        assert!(text.contains(&format!("[From \"{}#2\"]", party.code)), "{text}");
        let record: Record = text.parse().unwrap();
        assert_eq!(record.turns, ["e5", "f9", "e6", "drop:2"]);
        let mut game = record.head.start_recorded().unwrap();
        thicket_rules::replay(game.as_mut(), &record.turns.join(" "), |_, _| ()).unwrap();
        let json: Value = serde_json::from_str(&eve.read(&format!("/g/{code}/record.json")).await).unwrap();
        assert_eq!(json["from"], json!({ "code": party.code, "turn": 2 }));
        let list = eve.read("/records").await;
        assert!(list.contains("<span class=\"tag\">continued</span>"), "{list}");
        let ids = [eve.id.parse().unwrap(), party.people[0].id.parse().unwrap()];
        let counts = server.store.records().finished_counts("bushwhacked", &ids).await.unwrap();
        assert_eq!(counts, [0, 1], "games that went on from others do not count");
        let plain = eve.read(&format!("/g/{}/record.txt", party.code)).await;
        assert!(!plain.contains("From"), "{plain}");
        server.stop().await;
    }

    async fn a_record_tells_the_story_of_its_table(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 3).await;
        party.play("e5").await;
        party.play("f9").await;
        let offer = party.offer(1, 2, json!({ "what": "take_back", "turns": 1 })).await;
        party.answer(0, offer, true).await;
        party.answer(2, offer, true).await;
        party.resign(2).await;
        party.resign(0).await;
        let page = party.people[0].read(&format!("/g/{}", party.code)).await;
        let (_, story) = page.split_once("id=\"story\"").unwrap();
        let story = story.split_once("</details>").unwrap().0;
        for sentence in [
            "Ann opened the table.",
            "Ben sat down.",
            "The game began: Ann is white, Ben is ",
            "Turn 2 (f9) was taken back, as Ben had asked.",
            "Cem left the game.",
            "Ann left the game.",
        ] {
            assert!(story.contains(sentence), "{sentence}: {story}");
        }
        let turn = page.split_once("id=\"turn-list\"").unwrap().1.split_once("</li>").unwrap().0;
        assert!(turn.contains("class=\"took\""), "games without clocks say how long turns took: {turn}");
        server.stop().await;
    }
}
