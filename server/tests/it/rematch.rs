//! Rematches: the same people at a new table, each of whom sits down by asking for it.

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::time::{Duration, Instant, sleep};

use super::common::base::both;
use super::common::client::{Person, TIMEOUT};
use super::common::cluster::{Cluster, buses};
use super::common::party::Party;
use super::common::server::Server;

/// Asks for the rematch of a table; the code of its table.
async fn rematch(person: &Person, code: &str) -> String {
    let answer = person.post(&format!("/g/{code}/rematch")).send().await.unwrap();
    assert_eq!(answer.status(), 303, "{}", answer.text().await.unwrap());
    let place = answer.headers()["location"].to_str().unwrap();
    place.strip_prefix("/g/").unwrap().to_owned()
}

/// A game of these people that is over.
async fn finished(people: Vec<Person>) -> Party {
    let mut party = Party::of(people, true).await.begun().await;
    let last = party.people.len() - 1;
    for place in 0..last {
        party.resign(place).await;
    }
    party
}

async fn named(server: &Server, names: &[&str]) -> Vec<Person> {
    join_all(names.iter().map(|name| Person::named(server.address, name))).await
}

/// The table as somebody who arrives sees it.
async fn table(person: &Person, code: &str) -> Value {
    page(person, code).await["table"].clone()
}

/// The data of a table's page.
async fn page(person: &Person, code: &str) -> Value {
    let page = person.read(&format!("/g/{code}")).await;
    let (_, data) = page.split_once("id=\"table\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

fn names(chairs: &Value) -> Vec<Option<String>> {
    let chairs = chairs.as_array().unwrap().iter();
    chairs
        .map(|chair| chair["name"].as_str().map(str::to_owned))
        .collect()
}

both! {
    async fn the_same_people_play_again_one_seat_further_on(base: Base) {
        let server = Server::start(&base).await;
        let mut party = finished(named(&server, &["Ann", "Ben", "Cem"]).await).await;
        let [ann, ben, cem] = &party.people.clone()[..] else { panic!("three people") };
        let eve = Person::named(server.address, "Eve").await;
        let answer = eve.post(&format!("/g/{}/rematch", party.code)).send().await.unwrap();
        assert_eq!(answer.status(), 403, "only those who played propose one");

        let next = rematch(cem, &party.code).await;
        for socket in &mut party.sockets {
            let event = socket.until_event("rematch").await;
            assert_eq!(event["event"]["rematch"], json!({ "code": next, "by": "Cem" }));
        }
        // Nobody is seated without asking for it, and the chairs are kept.
        let seen = table(&eve, &next).await;
        assert_eq!(names(&seen["chairs"]), [None, Some("Cem".to_owned()), None]);
        assert_eq!(names(&seen["kept"]["chairs"]), [Some("Ben".to_owned()), None, Some("Ann".to_owned())]);
        assert_eq!(rematch(&eve, &party.code).await, next, "a watcher follows");
        let mut watcher = eve.join(&next).await;
        watcher.refused(json!({ "t": "sit", "chair": 0, "name": "Eve" }), "chair_taken").await;

        assert_eq!(rematch(ann, &party.code).await, next);
        assert_eq!(rematch(ann, &party.code).await, next, "a second tap changes nothing");
        assert_eq!(rematch(ben, &party.code).await, next);
        let seen = table(&eve, &next).await;
        assert_eq!(names(&seen["chairs"]), ["Ben", "Cem", "Ann"].map(|name| Some(name.to_owned())));
        assert_eq!(seen["kept"], Value::Null);
        let _here = join_all([ann, ben, cem].map(|person| person.join(&next))).await;
        let started = watcher.until_event("started").await;
        assert_eq!(started["event"]["seats"][0]["name"], "Ben", "who was second begins");
        server.stop().await;
    }

    async fn the_page_of_a_finished_game_hears_of_a_rematch(base: Base) {
        let server = Server::start(&base).await;
        let party = finished(named(&server, &["Ann", "Ben"]).await).await;
        let [ann, ben] = &party.people[..] else { panic!("two people") };
        let shown = page(ben, &party.code).await;
        assert_eq!((&shown["live"], &shown["rematch"]), (&json!(true), &Value::Null));
        let mut socket = ben.join_having(&party.code, shown["seq"].as_u64()).await;
        assert_eq!(socket.events, [] as [Value; 0], "nothing is missing");
        let next = rematch(ann, &party.code).await;
        let event = socket.until_event("rematch").await;
        assert_eq!(event["event"]["rematch"], json!({ "code": next, "by": "Ann" }));
        let shown = page(ben, &party.code).await;
        assert_eq!((&shown["live"], &shown["rematch"]["code"]), (&json!(false), &json!(next)));
        server.stop().await;
    }

    async fn all_who_ask_at_once_meet_at_one_table(base: Base) {
        let server = Server::start(&base).await;
        for _ in 0..5 {
            let party = finished(named(&server, &["Ann", "Ben", "Cem", "Dee"]).await).await;
            let codes = join_all(party.people.iter().map(|person| rematch(person, &party.code))).await;
            assert!(codes.iter().all(|code| *code == codes[0]), "{codes:?}");
            let seen = table(&party.people[0], &codes[0]).await;
            assert_eq!(names(&seen["chairs"]), ["Ben", "Cem", "Dee", "Ann"].map(|name| Some(name.to_owned())));
        }
        server.stop().await;
    }

    async fn a_rematch_outlives_the_server_and_the_game_before_it(base: Base) {
        let server = Server::start(&base).await;
        let party = finished(named(&server, &["Ann", "Ben"]).await).await;
        let [ann, ben] = &party.people.clone()[..] else { panic!("two people") };
        let answer = ann.post(&format!("/g/{}/rematch", ann.create(2, "seated", true).await)).send().await.unwrap();
        assert_eq!(answer.status(), 409, "a game that is not over has none");
        let next = rematch(ann, &party.code).await;
        server.stop().await;

        let server = Server::start(&base).await;
        let (ann, ben) = (ann.at(server.address), ben.at(server.address));
        let page = ben.read(&format!("/g/{}", party.code)).await;
        assert!(page.contains("Join the rematch with <bdi>Ann</bdi>"), "{page}");
        let kept = table(&ben, &next).await;
        assert_eq!(names(&kept["kept"]["chairs"]), [Some("Ben".to_owned()), None], "also after a restart");
        assert_eq!(rematch(&ben, &party.code).await, next);
        let mut again = Party { code: next.clone(), sockets: vec![ben.join(&next).await, ann.join(&next).await], ..party };
        again.people.reverse();
        let mut again = again.begun().await;
        again.sockets[0].must(json!({ "t": "resign" })).await;
        assert_ne!(rematch(&ann, &next).await, next, "and so on");
        server.stop().await;
    }

    async fn a_table_that_a_dead_server_did_not_create_is_created_by_the_next_who_comes(base: Base) {
        let server = Server::start(&base).await;
        let party = finished(named(&server, &["Ann", "Ben"]).await).await;
        let mut rival = base.rival().await;
        rival.forbid("INSERT", "tables").await;
        let [ann, ben] = &party.people[..] else { panic!("two people") };
        let answer = ann.post(&format!("/g/{}/rematch", party.code)).send().await.unwrap();
        assert_eq!(answer.status(), 503);
        rival.allow("tables").await;
        let next = rematch(ben, &party.code).await;
        let seen = table(ben, &next).await;
        assert_eq!(seen["host"], json!(ann.id), "who proposed it");
        assert_eq!(rematch(ann, &party.code).await, next);
        server.stop().await;
    }
}

/// Waits until a node shows the rematch on the page of a table.
async fn until_proposed(person: &Person, code: &str) {
    let since = Instant::now();
    while !person
        .read(&format!("/g/{code}"))
        .await
        .contains("Join the rematch with")
    {
        assert!(since.elapsed() < TIMEOUT, "no rematch is shown");
        sleep(Duration::from_millis(20)).await;
    }
}

buses! {
    async fn players_of_two_nodes_meet_at_one_table(cluster: Cluster) {
        let cluster: Cluster = cluster.with(2, &[]).await;
        let [a, b] = [0, 1].map(|place| cluster.nodes[place].address);
        let people = vec![Person::named(a, "Ann").await, Person::named(b, "Ben").await];
        for round in 0..3 {
            let mut party = finished(people.clone()).await;
            let [ann, ben] = &people[..] else { panic!("two people") };
            let (first, second) = match round {
                0 => {
                    let first = rematch(ann, &party.code).await;
                    party.sockets[1].until_event("rematch").await;
                    until_proposed(ben, &party.code).await;
                    (first, rematch(ben, &party.code).await)
                }
                _ => tokio::join!(rematch(ann, &party.code), rematch(ben, &party.code)),
            };
            assert_eq!(first, second);
            let mut here = ann.join(&first).await;
            let _there = ben.join(&first).await;
            here.until(|message| message["event"]["e"] == "started" || message["table"]["phase"] == "playing").await;
        }
        cluster.stop().await;
    }
}
