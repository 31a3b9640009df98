//! When a game starts, and who takes the first seat.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;

use crate::common::base::{Base, both};
use crate::common::client::{Person, Socket, hello};
use crate::common::party::Party;
use crate::common::server::Server;

#[tokio::test]
async fn the_countdown_stops_when_a_player_leaves() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--countdown", "60s"]).await;
    let party = Party::seated(server.address, 2).await;
    let [ann, ben] = &party.people[..] else { panic!() };
    let [mut a, mut b]: [Socket; 2] = party.sockets.try_into().ok().unwrap();

    let live = a.until_live(&[ann, ben], true).await;
    let left = live["countdown"].as_u64().unwrap();
    assert!((1..=60_000).contains(&left), "{left}");
    b.must(json!({ "t": "stand" })).await;
    a.until_live(&[ann], false).await;
    b.sit(ben, 1).await;
    a.until_live(&[ann, ben], true).await;
    drop(b);
    a.until_live(&[ann], false).await;
    let _back = ben.join(&party.code).await;
    a.until_live(&[ann, ben], true).await;
    a.refused(
        json!({ "t": "play", "turn": 0, "steps": ["pass"] }),
        "not_playing",
    )
    .await;
    server.stop().await;
}

#[tokio::test]
async fn the_game_starts_when_the_countdown_has_ended() {
    const COUNTDOWN: Duration = Duration::from_secs(1);
    let base = Base::sqlite();
    let server = Server::with(&base, &["--countdown", "1s"]).await;
    let ann = Person::named(server.address, "Ann").await;
    let ben = Person::named(server.address, "Ben").await;
    let code = ann.create(2, "seated", false).await;
    let (mut a, mut b) = (ann.join(&code).await, ben.join(&code).await);
    let begun = Instant::now();
    b.sit(&ben, 1).await;
    a.until_live(&[&ann, &ben], true).await;
    a.until_event("started").await;
    assert!(begun.elapsed() >= COUNTDOWN);
    b.until_event("started").await;
    a.must(json!({ "t": "play", "turn": 0, "steps": ["pass"] })).await;
    server.stop().await;
}

#[tokio::test]
async fn the_start_is_cancelled_and_asked_for_again() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--countdown", "60s"]).await;
    let [ann, ben, eve] = [
        Person::named(server.address, "Ann").await,
        Person::named(server.address, "Ben").await,
        Person::named(server.address, "Eve").await,
    ];
    let code = ann.create(2, "seated", false).await;
    let [mut first, mut second, mut watcher] = [
        ann.join(&code).await,
        ben.join(&code).await,
        eve.join(&code).await,
    ];
    let hold = |held: bool| json!({ "t": "hold_start", "held": held });
    watcher.refused(hold(true), "not_seated").await;
    first.must(hold(true)).await;
    // Whoever comes or goes begins anew.
    second
        .must(json!({ "t": "sit", "chair": 1, "name": "Ben" }))
        .await;
    first.until_live(&[&ann, &ben], true).await;
    second.must(hold(true)).await;
    first.until_live(&[&ann, &ben], false).await;
    let mut late = eve.connect(&code).await.unwrap();
    late.send(hello(None)).await;
    let snapshot = late.until(|message| message["t"] == "snapshot").await;
    assert_eq!(snapshot["table"]["held_by"], json!(ben.id));
    first.must(hold(false)).await;
    first.until_live(&[&ann, &ben], true).await;
    server.stop().await;
}

#[tokio::test]
async fn the_countdown_needs_all_players_to_be_present() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(3, "seated", false).await;
    let [ben, cem] = [
        Person::named(server.address, "Ben").await,
        Person::named(server.address, "Cem").await,
    ];
    let _a = ann.join(&code).await;
    ben.join(&code).await.sit(&ben, 1).await;
    let mut c = cem.join(&code).await;
    c.sit(&cem, 2).await;
    c.until_live(&[&ann, &cem], false).await;
    let mut b = ben.join(&code).await;
    b.until_live(&[&ann, &ben, &cem], true).await;
    c.until_live(&[&ann, &ben, &cem], true).await;
    server.stop().await;
}

/// Friends take these chairs, the host the first one; the names in order of play.
async fn order_of_play(host: &Person, starter: &str, others: [(&Person, u8); 2]) -> Vec<String> {
    let code = host.create(3, starter, false).await;
    let mut sockets = vec![host.join(&code).await];
    for (person, chair) in others {
        let mut socket = person.join(&code).await;
        socket.sit(person, chair).await;
        sockets.push(socket);
    }
    let started = sockets[0].until_event("started").await;
    let seats = started["event"]["seats"].as_array().unwrap().iter();
    seats
        .map(|seat| seat["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn the_first_seat_is_the_first_chair_or_random() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let [ann, ben, cem] = ["Ann", "Ben", "Cem"].map(|name| Person::named(server.address, name));
    let (ann, ben, cem) = (ann.await, ben.await, cem.await);
    let as_seated = order_of_play(&ann, "seated", [(&ben, 2), (&cem, 1)]);
    let random = join_all((0..24).map(|_| order_of_play(&ann, "random", [(&ben, 2), (&cem, 1)])));
    let (as_seated, random) = tokio::join!(as_seated, random);
    assert_eq!(
        as_seated,
        ["Ann", "Cem", "Ben"],
        "by chairs, not by who came first"
    );
    for order in &random {
        let clockwise = [
            ["Ann", "Cem", "Ben"],
            ["Cem", "Ben", "Ann"],
            ["Ben", "Ann", "Cem"],
        ];
        assert!(clockwise.iter().any(|turned| order == turned), "{order:?}");
    }
    for name in ["Ann", "Ben", "Cem"] {
        assert!(
            random.iter().any(|order| order[0] == name),
            "{name} never begins: {random:?}"
        );
    }
    server.stop().await;
}

both! {
    async fn a_game_starts_though_it_cannot_be_told_how_many_were_finished(base: Base) {
        let server = Server::start(&base).await;
        let mut rival = base.rival().await;
        rival.hide("finished_games").await;
        let mut party = Party::started(server.address, 2).await;
        party.play("e5").await;
        rival.show("finished_games").await;
        party.resign(0).await;
        server.stop().await;
    }

    async fn the_most_experienced_takes_the_first_seat(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        party.resign(0).await;
        let [ann, ben] = &party.people[..] else { panic!() };
        let new = Person::named(server.address, "New").await;
        let cem = Person::named(server.address, "Cem").await;
        let one = order_of_play(&new, "experienced", [(&cem, 1), (ben, 2)]);
        let tied = join_all((0..12).map(|_| order_of_play(&new, "experienced", [(ann, 1), (ben, 2)])));
        let (one, tied) = tokio::join!(one, tied);
        assert_eq!(one, ["Ben", "New", "Cem"]);
        let firsts = |name: &str| tied.iter().filter(|order| order[0] == name).count();
        assert!(firsts("Ann") > 0 && firsts("Ben") > 0 && firsts("New") == 0, "{tied:?}");
        server.stop().await;
    }
}
