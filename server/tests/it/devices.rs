//! Several people on one device: one browser seats them, and acts for each.

use reqwest::Response;
use serde_json::{Value, json};
use tokio::time::{Duration, Instant, sleep};

use super::common::base::{Base, both};
use super::common::client::{Person, Socket, TIMEOUT, fresh_id};
use super::common::cluster::buses;
use super::common::lists::Lists;
use super::common::process::program;
use super::common::server::Server;

async fn ask_to_add(owner: &Person, code: &str, name: &str) -> Response {
    let request = owner.post(&format!("/g/{code}/companions"));
    request.json(&json!({ "name": name })).send().await.unwrap()
}

/// Adds somebody on the device of a person.
async fn add(owner: &Person, code: &str, name: &str) -> Person {
    let answer = ask_to_add(owner, code, name).await;
    assert_eq!(answer.status(), 200, "{}", answer.text().await.unwrap());
    let view: Value = answer.json().await.unwrap();
    assert_eq!(
        (&view["name"], &view["companion_of"]),
        (&json!(name), &json!(owner.id))
    );
    Person {
        id: view["id"].as_str().unwrap().to_owned(),
        name: name.to_owned(),
        cookie: None,
        ..owner.clone()
    }
}

async fn refused(owner: &Person, code: &str, name: &str) -> (u16, String) {
    let answer = ask_to_add(owner, code, name).await;
    let status = answer.status().as_u16();
    let body: Value = answer.json().await.unwrap();
    (status, body["code"].as_str().unwrap_or_default().to_owned())
}

/// The secret of a link for the seat of somebody on the same device.
async fn secret(owner: &Person, code: &str, player: &Person) -> String {
    let request = owner.post(&format!("/g/{code}/transfer"));
    let answer = request.json(&json!({ "as": player.id })).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{}", answer.text().await.unwrap());
    let made: Value = answer.json().await.unwrap();
    assert!(made["qr"].as_str().unwrap().contains("<svg"));
    let (_, secret) = made["link"].as_str().unwrap().split_once("#move=").unwrap();
    secret.to_owned()
}

async fn take(person: &Person, code: &str, secret: &str) {
    let request = person.post(&format!("/g/{code}/transfer/take"));
    let answer = request.json(&json!({ "secret": secret })).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{}", answer.text().await.unwrap());
}

fn turn(player: &Person, number: usize, step: &str) -> Value {
    json!({ "t": "play", "as": player.id, "turn": number, "steps": [step] })
}

/// Ann's table, where others sit on her device; the people in order of their seats, and her socket.
async fn on_one_device(ann: &Person, others: &[&str]) -> (String, Vec<Person>, Socket) {
    let seats = others.len() as u8 + 1;
    let code = ann.create(seats, "seated", false).await;
    let mut people = vec![ann.clone()];
    for name in others {
        people.push(add(ann, &code, name).await);
    }
    let socket = ann.join(&code).await;
    (code, people, socket)
}

both! {
    async fn four_friends_play_on_one_device(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let (code, people, mut socket) = on_one_device(&ann, &["Ben", "Cem", "Dee"]).await;
        let started = socket.until_event("started").await;
        assert_eq!(started["event"]["shared_devices"], json!([[1, 2, 3, 4]]));
        socket.until_live(&people.iter().collect::<Vec<_>>(), false).await;
        for (number, step) in ["e5", "e6", "e7", "e8"].iter().enumerate() {
            socket.must(turn(&people[number], number, step)).await;
        }
        socket.refused(turn(&people[1], 4, "e9"), "not_your_turn").await;
        let offer = json!({ "t": "offer", "as": people[3].id, "turn": 4, "proposal": { "what": "take_back", "turns": 1 } });
        let offer = socket.must(offer).await["seq"].clone();
        for player in &people[..3] {
            socket.must(json!({ "t": "answer", "as": player.id, "offer": offer, "agree": true })).await;
        }
        socket.must(turn(&people[3], 5, "e8")).await;

        // Commands are answered once, under each player, also after a restart.
        let id = fresh_id();
        let played = socket.command_with(&id, turn(&ann, 6, "e9")).await;
        drop(socket);
        server.stop().await;
        let server = Server::start(&base).await;
        let ann = ann.at(server.address);
        let mut socket = ann.join(&code).await;
        assert_eq!(socket.command_with(&id, turn(&ann, 6, "e9")).await["seq"], played["seq"]);
        socket.must(turn(&people[1], 7, "e10")).await;
        for player in &people[1..3] {
            socket.must(json!({ "t": "resign", "as": player.id })).await;
        }
        socket.must(json!({ "t": "resign" })).await;
        let record: Value = ann.get(&format!("/g/{code}/record.json")).send().await.unwrap().json().await.unwrap();
        assert_eq!(record["shared_devices"], json!([[1, 2, 3, 4]]));
        let page = Person::nobody(server.address).read(&format!("/g/{code}")).await;
        assert!(page.contains("played on one device"), "{page}");
        let text = ann.read(&format!("/g/{code}/record.txt")).await;
        assert!(!text.to_lowercase().contains("device"), "record text has no words for it: {text}");
        server.stop().await;
        let verified = program(&["verify", "--database-url", &base.url]).output().await.unwrap();
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    }

    async fn nobody_acts_for_people_on_other_devices(base: Base) {
        let server = Server::start(&base).await;
        let [ann, eve] = [Person::named(server.address, "Ann").await, Person::named(server.address, "Eve").await];
        let code = ann.create(3, "seated", false).await;
        let mut hers = eve.join(&code).await;
        assert_eq!(refused(&eve, &code, "Fay").await, (403, "not_seated".to_owned()));
        assert_eq!(refused(&Person::nobody(server.address), &code, "Fay").await.1, "no_name");
        let ben = add(&ann, &code, "Ben").await;
        hers.sit(&eve, 2).await;
        hers.refused(json!({ "t": "stand", "as": ben.id }), "not_here").await;
        hers.refused(json!({ "t": "stand", "as": ann.id }), "not_here").await;
        hers.refused(json!({ "t": "say", "as": ben.id, "text": "Hello" }), "malformed").await;
        hers.refused(json!({ "t": "stand", "as": ben.id, "more": 1 }), "malformed").await;
        let request = eve.post(&format!("/g/{code}/transfer")).json(&json!({ "as": ben.id }));
        assert_eq!(request.send().await.unwrap().status(), 403);
        let mut nobody = Person::nobody(server.address).join(&code).await;
        nobody.refused(json!({ "t": "stand", "as": ben.id }), "no_name").await;
        server.stop().await;
    }

    async fn somebody_is_the_same_player_under_the_same_name(base: Base) {
        let server = Server::with(&base, &["--countdown", "1h"]).await;
        let ann = Person::named(server.address, "Ann").await;
        let (code, people, mut socket) = on_one_device(&ann, &["Ben", "Cem"]).await;
        let ben = &people[1];
        assert_eq!(add(&ann, &code, "Ben").await.id, ben.id, "he sits there already");
        assert_eq!(refused(&ann, &code, "Dee").await, (409, "chair_taken".to_owned()));
        socket.must(json!({ "t": "stand", "as": ben.id })).await;
        socket.until_live(&[&ann, &people[2]], false).await;
        socket.refused(json!({ "t": "stand", "as": ben.id }), "not_here").await;
        assert_eq!(refused(&ann, &code, "ann").await, (409, "name_taken".to_owned()));
        assert_eq!(add(&ann, &code, "Ben").await.id, ben.id);
        socket.until_live(&[&ann, ben, &people[2]], true).await;

        let next = ann.create(2, "seated", false).await;
        assert_eq!(add(&ann, &next, "Ben").await.id, ben.id);
        let eve = Person::named(server.address, "Eve").await;
        let other = eve.create(2, "seated", false).await;
        assert_ne!(add(&eve, &other, "Ben").await.id, ben.id, "another device has its own people");
        server.stop().await;
    }

    async fn a_seat_moves_to_a_phone_in_the_middle_of_the_game(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let (code, people, mut socket) = on_one_device(&ann, &["Ben", "Cem"]).await;
        socket.until_event("started").await;
        socket.must(turn(&ann, 0, "e5")).await;
        let link = secret(&ann, &code, &people[1]).await;
        let phone = Person::named(server.address, "Phone").await;
        take(&phone, &code, &link).await;
        let moved = socket.until_event("seat_transferred").await;
        assert_eq!(moved["event"]["to"]["companion_of"], Value::Null);
        socket.refused(turn(&people[1], 1, "e6"), "not_here").await;
        socket.until_live(&[&ann, &people[2]], false).await;
        let mut his = phone.join(&code).await;
        his.must(turn(&phone, 1, "e6")).await;
        socket.must(turn(&people[2], 2, "e7")).await;

        // The owner of the device goes on elsewhere, too: the seats that are left stay.
        let request = ann.post(&format!("/g/{code}/transfer")).send().await.unwrap();
        let made: Value = request.json().await.unwrap();
        let (_, link) = made["link"].as_str().unwrap().split_once("#move=").unwrap();
        let other = Person::named(server.address, "Other").await;
        take(&other, &code, link).await;
        other.join(&code).await.must(json!({ "t": "resign" })).await;
        his.must(json!({ "t": "resign" })).await;
        let record: Value = ann.get(&format!("/g/{code}/record.json")).send().await.unwrap().json().await.unwrap();
        assert_eq!(record["shared_devices"], json!([[1, 2, 3]]), "as it was when the game began");
        server.stop().await;
    }

    async fn the_turn_of_somebody_on_the_device_is_that_of_its_owner(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let (code, people, mut socket) = on_one_device(&ann, &["Ben"]).await;
        let mut lists = Lists::open(&ann, "/my/socket").await;
        socket.until_event("started").await;
        lists.until_turns(&[&code]).await;
        socket.must(turn(&ann, 0, "e5")).await;
        let other = ann.create(2, "seated", false).await;
        let page = ann.read("/my").await;
        let own = page.split_once("your turn").map(|(before, _)| before);
        assert!(own.is_some_and(|before| before.contains(&code)), "{page}");
        let (_, listed) = page.split_once("<ul").unwrap();
        assert_eq!(listed.matches(&format!("href=\"/g/{code}\"")).count(), 1, "it is listed once");
        assert!(page.contains(&other));
        let link = secret(&ann, &code, &people[1]).await;
        take(&Person::named(server.address, "Phone").await, &code, &link).await;
        lists.until_turns(&[]).await;
        server.stop().await;
    }

    async fn one_tap_takes_the_chairs_of_all_on_the_device(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let (code, people, mut socket) = on_one_device(&ann, &["Ben"]).await;
        socket.until_event("started").await;
        socket.must(json!({ "t": "resign", "as": people[1].id })).await;
        let answer = ann.post(&format!("/g/{code}/rematch")).send().await.unwrap();
        let place = answer.headers()["location"].to_str().unwrap().to_owned();
        let mut next = ann.join(place.strip_prefix("/g/").unwrap()).await;
        if next.events.is_empty() {
            next.until_live(&[&ann, &people[1]], false).await;
        }
        next.must(turn(&people[1], 0, "e5")).await;
        next.must(turn(&ann, 1, "e6")).await;
        server.stop().await;
    }

    async fn whoever_only_brought_the_others_takes_their_chairs_for_a_rematch(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(3, "seated", false).await;
        let ben = add(&ann, &code, "Ben").await;
        let mut socket = ann.join(&code).await;
        socket.must(json!({ "t": "stand" })).await;
        let [cem, dee] = [add(&ann, &code, "Cem").await, add(&ann, &code, "Dee").await];
        socket.until_event("started").await;
        for player in [&cem, &ben] {
            socket.must(json!({ "t": "resign", "as": player.id })).await;
        }
        let answer = ann.post(&format!("/g/{code}/rematch")).send().await.unwrap();
        let place = answer.headers()["location"].to_str().unwrap().to_owned();
        let mut next = ann.join(place.strip_prefix("/g/").unwrap()).await;
        next.until_live(&[&ben, &cem, &dee], false).await;
        next.must(turn(&ben, 0, "e5")).await;
        next.must(turn(&dee, 1, "e6")).await;
        server.stop().await;
    }

    async fn whom_the_host_removed_does_not_come_back_under_another_name(base: Base) {
        let server = Server::with(&base, &["--countdown", "1h"]).await;
        let [ann, eve] = [Person::named(server.address, "Ann").await, Person::named(server.address, "Eve").await];
        let code = ann.create(4, "seated", false).await;
        let mut host = ann.join(&code).await;
        eve.join(&code).await.sit(&eve, 1).await;
        let fay = add(&eve, &code, "Fay").await;
        host.must(json!({ "t": "remove", "player": fay.id })).await;
        assert_eq!(refused(&eve, &code, "Gil").await.1, "removed");
        server.stop().await;
    }
}

#[tokio::test]
async fn one_browser_adds_so_many_names_and_no_more() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--countdown", "1h"]).await;
    let ann = Person::named(server.address, "Ann").await;
    for number in 0..24 {
        let code = ann.create(2, "seated", false).await;
        add(&ann, &code, &format!("Friend {number}")).await;
    }
    let code = ann.create(2, "seated", false).await;
    assert_eq!(
        refused(&ann, &code, "One more").await,
        (429, "too_fast".to_owned())
    );
    add(&ann, &code, "Friend 7").await;
    server.stop().await;
}

buses! {
    async fn people_on_one_device_are_known_at_every_node(cluster: Cluster) {
        let cluster = cluster.with(2, &[]).await;
        let [a, b] = [0, 1].map(|place| cluster.nodes[place].address);
        let [ann, eve] = [Person::named(a, "Ann").await, Person::named(b, "Eve").await];
        let code = ann.create(3, "seated", false).await;
        let mut hers = eve.join(&code).await;
        let mut socket = ann.join(&code).await;
        // She adds him at one node, and acts for him at another.
        let ben = add(&ann.at(b), &code, "Ben").await;
        hers.sit(&eve, 2).await;
        hers.until_live(&[&ann, &ben, &eve], false).await;
        // Each node has to hear of what happened at the other.
        let since = Instant::now();
        for follower in [&mut hers, &mut socket] {
            while follower.seq < 4 {
                assert!(since.elapsed() < TIMEOUT, "the game does not begin");
                follower.receive().await.expect("the connection to last");
                sleep(Duration::from_millis(1)).await;
            }
        }
        socket.must(turn(&ann, 0, "e5")).await;
        let mut moved = ann.at(b).join_having(&code, Some(socket.seq)).await;
        moved.must(turn(&ben, 1, "e6")).await;
        drop((socket, moved));
        hers.until_live(&[&eve], false).await;
        cluster.stop().await;
    }
}
