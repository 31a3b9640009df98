//! Downloading everything, and deleting it: games stay, names and seats go.

use std::time::Duration;

use tokio::time::sleep;

use super::*;
use crate::common::client::TIMEOUT;
use thicket_server::time::UnixMs;

async fn data(person: &Person) -> Value {
    let answer = person.get("/session/data").send().await.unwrap();
    assert!(
        answer.headers()["content-disposition"]
            .to_str()
            .unwrap()
            .starts_with("attachment")
    );
    answer.json().await.unwrap()
}

both! {
    async fn everything_can_be_downloaded(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        party.play("e5").await;
        let say = json!({ "t": "say", "text": "good luck" });
        party.sockets[0].must(say).await;
        party.resign(1).await;
        let ann = sign_up(&party.people[0], "Ann").await;
        let waiting = ann.create(3, "seated", false).await;
        let data = data(&ann).await;
        assert_eq!((&data["format"], &data["name"], &data["player"]), (&json!(1), &json!("Ann"), &json!(party.people[0].id)));
        assert!(data["account"]["since"].as_str().unwrap().ends_with('Z'));
        assert_eq!(data["sessions"].as_array().unwrap().len(), 1);
        assert_eq!(data["games"][0]["code"], json!(party.code));
        assert_eq!((&data["games"][0]["seat"], &data["games"][0]["rank"]), (&json!(1), &json!(1)));
        assert_eq!(data["chat"][0]["text"], "good luck");
        let tables: Vec<&Value> = data["tables"].as_array().unwrap().iter().map(|table| &table["code"]).collect();
        assert_eq!(tables, [&json!(party.code), &json!(waiting)]);
        assert!(!data.to_string().contains("argon2"));
        let nobody = Person::nobody(server.address).get("/session/data").send().await.unwrap();
        assert_eq!(nobody.status(), 303);
        server.stop().await;
    }

    async fn a_deleted_account_leaves_its_games_behind(base: Base) {
        let server = Server::start(&base).await;
        let mut over = Party::started(server.address, 2).await;
        over.play("e5").await;
        over.sockets[0].must(json!({ "t": "say", "text": "good luck" })).await;
        over.resign(1).await;
        let ann = sign_up(&over.people[0], "Ann").await;
        let friends = vec![ann.clone(), Person::named(server.address, "Ben").await, Person::named(server.address, "Cem").await];
        let mut running = Party::of(friends, false).await.begun().await;
        running.play("e5").await;
        let waiting = ann.create(2, "seated", true).await;

        let page = told(send(&ann, "/session/delete", &[("password", "not my password")]).await, 422).await;
        assert!(page.contains("That is not your password."), "{page}");
        assert_eq!(name_of(&ann).await.as_deref(), Some("Ann"));
        let page = ann.read("/session/delete").await;
        assert!(page.contains("2 unfinished tables"), "{page}");
        let answer = send(&ann, "/session/delete", &[("password", PASSWORD)]).await;
        assert_eq!((answer.status().as_u16(), place(&answer)), (303, "/"));

        // Her seat drops, the others play on, and her page knows her no longer.
        assert_eq!(running.sockets[0].until_closed().await, Some(3000));
        let dropped = running.sockets[1].until_event("dropped").await;
        assert_eq!(dropped["event"]["ply"]["seat"], 1, "{dropped}");
        assert_eq!(name_of(&ann).await, None);
        let gone = async {
            while !server.store.leaving_players().await.unwrap().is_empty() {
                sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(TIMEOUT, gone).await.unwrap();
        let table = over.people[1].read(&format!("/g/{waiting}")).await;
        assert!(!table.contains("<bdi>Ann</bdi>"), "{table}");
        // The game that she finished is there, without her name and her words.
        let text = over.people[1].read(&format!("/g/{}/record.txt", over.code)).await;
        assert!(text.contains("Deleted player") && !text.contains("Ann"), "{text}");
        let page = over.people[1].read(&format!("/g/{}", over.code)).await;
        assert!(!page.contains("good luck") && !page.contains("<bdi>Ann</bdi>"), "{page}");
        // The name is free, and the password opens nothing.
        let again = send(&ann, "/sign-in", &[("name", "Ann"), ("password", PASSWORD)]).await;
        assert_eq!(again.status(), 422);
        sign_up(&Person::nobody(server.address), "Ann").await;
        server.stop().await;
    }

    async fn a_guest_can_be_deleted_too_with_all_on_the_device(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(2, "seated", false).await;
        let mut socket = ann.join(&code).await;
        let added = ann.post(&format!("/g/{code}/companions")).json(&json!({ "name": "Zoe" })).send().await.unwrap();
        assert_eq!(added.status(), 200);
        socket.until_event("started").await;
        let mut watcher = Person::nobody(server.address).join(&code).await;
        send(&ann, "/session/delete", &[]).await;
        let over = watcher.until_event("dropped").await;
        assert!(over["event"]["ending"].is_object(), "{over}");
        assert_eq!(socket.until_closed().await, Some(3000));
        assert_eq!(base.rival().await.count("SELECT COUNT(*) FROM players WHERE name IN ('Ann', 'Zoe')").await, 0);
        assert_eq!(base.rival().await.count("SELECT COUNT(*) FROM record_seats WHERE name <> 'Deleted player'").await, 0);
        server.stop().await;
    }

    async fn seats_are_given_up_also_by_a_server_that_starts_later(base: Base) {
        let server = Server::start(&base).await;
        let party = Party::started(server.address, 2).await;
        let id = party.people[0].id.parse().unwrap();
        server.stop().await;
        let store = base.open().await;
        store.delete_player(id, UnixMs(1_763_640_000_000)).await.unwrap();
        store.close().await;
        let server = Server::start(&base).await;
        let mut ben = party.people[1].at(server.address).join(&party.code).await;
        let over = async { while ben.command(json!({ "t": "resign" })).await["code"] != "over" { sleep(Duration::from_millis(20)).await } };
        // Ben's own answer may come first: then the game is over by that.
        drop(tokio::time::timeout(TIMEOUT, over).await);
        let gone = async {
            while !server.store.leaving_players().await.unwrap().is_empty() {
                sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(TIMEOUT, gone).await.unwrap();
        server.stop().await;
    }
}
