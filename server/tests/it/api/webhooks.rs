//! Webhooks: what receivers are sent, also when they or the servers are away for a while.

mod receiver;

use std::collections::HashSet;
use std::net::SocketAddr;
use std::time::Duration;

use data_encoding::BASE64;
use reqwest::StatusCode;
use ring::hmac;
use tokio::time::{sleep, timeout};

use thicket_rules::GameKind;
use thicket_server::model::tournament::decide::Action;
use thicket_server::model::tournament::words::Reason;

use receiver::Receiver;

use crate::accounts::tokens::hidden;
use crate::accounts::{send, sign_in, sign_up};
use crate::common::base::{Base, Rival, both};
use crate::common::client::{Person, TIMEOUT};
use crate::common::cluster::Cluster;
use crate::common::party::Party;
use crate::common::process::Process;
use crate::common::server::Server;
use crate::push::tournaments::{form, id_of, signed_up};

/// To receivers in the tests, which are at this machine.
const PRIVATE: &[&str] = &["--private-webhooks"];

/// For which tables a webhook is.
enum Tables {
    All,
    This,
}

/// Makes a webhook on the page of an account, and returns that page.
async fn make(person: &Person, url: &str, form: &str, table: &str) -> String {
    let page = person.read("/session/webhooks").await;
    let id = hidden(&page, "id");
    let fields = [
        ("id", id.as_str()),
        ("url", url),
        ("form", form),
        ("table", table),
    ];
    send(person, "/session/webhooks", &fields)
        .await
        .text()
        .await
        .unwrap()
}

/// Two at a table whose game is about to begin. The first of them has an account with a webhook for all of her tables, or for this one:
/// it is there before she comes.
async fn two(server: SocketAddr, receiver: &Receiver, form: &str, tables: Tables) -> Party {
    let ann = sign_up(&Person::nobody(server), "Ann").await;
    let ben = Person::named(server, "Ben").await;
    let kind = GameKind::Bushwhacked;
    let code = ann.create_of(kind, 2, "seated", false).await;
    let mut second = ben.join(&code).await;
    second.sit(&ben, 1).await;
    let table = match tables {
        Tables::All => "",
        Tables::This => &code,
    };
    make(&ann, &receiver.url(), form, table).await;
    let first = ann.join(&code).await;
    Party {
        people: vec![ann, ben],
        sockets: vec![first, second],
        game: kind.start(2, "").unwrap(),
        code,
    }
}

/// The secret that the page shows.
fn secret(page: &str) -> Vec<u8> {
    let (_, rest) = page.split_once("whsec_").expect("a secret");
    BASE64.decode(rest.split('<').next().unwrap().as_bytes()).unwrap()
}

both! {
    async fn players_are_told_what_concerns_them_in_signed_messages(base: Base) {
        let server = Server::with(&base, PRIVATE).await;
        let receiver = Receiver::start().await;
        let party = two(server.address, &receiver, "standard", Tables::All).await;
        let page = party.people[0].read("/session/webhooks").await;
        let mut party = party.begun().await;
        receiver.until(2).await;
        party.play("d3").await;
        party.play("d4").await;
        // What she had played by then she would not be told of.
        receiver.until(3).await;
        party.play("d5").await;
        party.resign(1).await;
        let messages = receiver.until(4).await;
        let mut kinds = receiver.kinds();
        // Of the first two it does not matter which one comes first.
        kinds[..2].sort();
        assert_eq!(kinds, ["begun", "your_turn", "your_turn", "over"]);

        let turn = &messages[2]["data"];
        assert_eq!(turn["table"], party.code.as_str());
        assert_eq!(turn["url"], format!("http://{}/g/{}", server.address, party.code));
        assert_eq!(turn["players"], serde_json::json!(["Ann", "Ben"]));
        let key = hmac::Key::new(hmac::HMAC_SHA256, &secret(&page));
        let mut ids = HashSet::new();
        for (headers, body) in receiver.received() {
            let [id, at, signature] =
                ["webhook-id", "webhook-timestamp", "webhook-signature"].map(|name| headers[name].to_str().unwrap());
            let signature = BASE64.decode(signature.strip_prefix("v1,").unwrap().as_bytes()).unwrap();
            hmac::verify(&key, format!("{id}.{at}.{body}").as_bytes(), &signature).unwrap();
            assert!(ids.insert(id.to_owned()), "a message of its own");
        }
        server.stop().await;
    }

    async fn tournaments_are_told_in_messages_and_sentences(base: Base) {
        let server = Server::with(&base, PRIVATE).await;
        let (receiver, chat) = (Receiver::start().await, Receiver::start().await);
        let ann = sign_up(&Person::named(server.address, "Ann").await, "Ann").await;
        let ben = sign_up(&Person::named(server.address, "Ben").await, "Ben").await;
        make(&ann, &receiver.url(), "standard", "").await;
        make(&ben, &chat.url(), "slack", "").await;
        let cup = form("300+5", 30 * 60_000);
        let starts_at = cup.starts_at;
        let (tournaments, id) = signed_up(&server.store, cup, &[&ann, &ben]).await;
        let soon = receiver.until(1).await.remove(0);
        assert_eq!(soon["type"], "tournament.soon");
        let url = format!("http://{}/tournaments/{id}", server.address);
        let data = serde_json::json!({ "tournament": id, "url": url, "name": "Spring Cup", "game": "bushka", "starts_at": starts_at });
        assert_eq!(soon["data"], data);
        let sentence = chat.until(1).await.remove(0)["text"].as_str().unwrap().to_owned();
        assert!(sentence.contains("Ben has to confirm in the last ten minutes."), "{sentence}");
        let why = Reason::parse("It rains.").unwrap();
        tournaments.act(id, id_of(&ann), &Action::Cancel { why }).await.unwrap();
        assert_eq!(receiver.until(2).await[1]["type"], "tournament.over");
        let sentence = format!("The tournament Spring Cup, in which Ben plays, was cancelled: It rains. {url}");
        assert_eq!(chat.until(2).await[1]["text"], sentence);

        let (_, id) = signed_up(&server.store, form("1d+8h, cap 2d, grace 8h", 2_000), &[&ann, &ben]).await;
        let ready = receiver.until(3).await.remove(2);
        assert_eq!(ready["type"], "table.ready");
        assert_eq!(ready["data"]["tournament"], serde_json::json!({ "id": id, "name": "Spring Cup", "round": 1 }));
        let sentence = chat.until(3).await.remove(2)["text"].as_str().unwrap().to_owned();
        assert!(sentence.starts_with("Ben’s table in round 1 of Spring Cup is ready: Bushka with Ann."), "{sentence}");
        sleep(Duration::from_secs(3)).await;
        assert_eq!(chat.messages().len(), 3, "not that it is his turn besides");
        server.stop().await;
    }

    async fn what_a_receiver_missed_is_sent_again_with_the_same_id(base: Base) {
        let server = Server::with(&base, PRIVATE).await;
        let receiver = Receiver::start().await;
        receiver.answers(500);
        let party = two(server.address, &receiver, "standard", Tables::This).await;
        let _party = party.begun().await;
        receiver.until(2).await;
        let page = sign_in_page(&server, "Ann").await;
        assert!(page.contains("it answered with status 500"), "{page}");
        receiver.answers(200);
        let messages = receiver.until(3).await;
        assert_eq!(messages[2]["data"]["event"]["event"]["e"], "started");
        let ids: HashSet<_> = receiver.received().iter().map(|(headers, _)| headers["webhook-id"].clone()).collect();
        assert_eq!(ids.len(), 1, "one message, three times");
        sleep(Duration::from_secs(2)).await;
        assert_eq!(receiver.received().len(), 3, "it was taken");
        server.stop().await;
    }
}

async fn sign_in_page(server: &Server, name: &str) -> String {
    let person = sign_in(&Person::nobody(server.address), name).await;
    person.read("/session/webhooks").await
}

/// All that happens at a table is told, in order, whoever does it and whichever server is killed meanwhile.
#[tokio::test]
async fn nothing_is_lost_when_the_server_is_killed_before_it_sends() {
    let base = Base::sqlite();
    let process = Process::with_options(&base, "info", PRIVATE).await;
    let receiver = Receiver::start().await;
    let party = two(process.address, &receiver, "standard", Tables::This).await;
    let mut party = party.begun().await;
    receiver.until(1).await;
    receiver.answers(503);
    party.play("d3").await;
    party.play("d4").await;
    process.kill().await;
    receiver.answers(200);
    let process = Process::with_options(&base, "info", PRIVATE).await;
    let delivered = async {
        loop {
            let numbers: Vec<u64> = receiver
                .messages()
                .iter()
                .map(|message| message["data"]["seq"].as_u64().unwrap())
                .collect();
            if numbers.windows(2).all(|pair| pair[0] <= pair[1])
                && numbers.iter().collect::<HashSet<_>>().len() == 3
            {
                return numbers;
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    // Whoever had the channel for itself is gone, and its lease ends by itself.
    let delivered = timeout(Duration::from_secs(120), delivered).await;
    assert!(delivered.is_ok(), "{:#?}", receiver.messages());
    process.terminate().await;
}

/// Several nodes look for what is to be sent, and one sends it.
#[tokio::test]
async fn of_several_nodes_one_sends() {
    let cluster = Cluster::postgres().await.with(3, PRIVATE).await;
    let receiver = Receiver::start().await;
    let party = two(cluster.nodes[0].address, &receiver, "discord", Tables::This).await;
    let mut party = party.begun().await;
    for turn in ["d3", "d4", "d5"] {
        party.play(turn).await;
    }
    receiver.until(4).await;
    sleep(Duration::from_secs(3)).await;
    let texts: Vec<String> = receiver
        .messages()
        .iter()
        .map(|message| message["content"].as_str().unwrap().to_owned())
        .collect();
    let link = format!("http://{}/g/{}", cluster.nodes[0].address, party.code);
    let expected = [
        format!("The game began: Ann is white, Ben is red. {link}"),
        format!("Ann: d3. {link}"),
        format!("Ben: d4. {link}"),
        format!("Ann: d5. {link}"),
    ];
    assert_eq!(texts, expected);
    cluster.stop().await;
}

#[tokio::test]
async fn nothing_is_sent_into_private_networks_unless_the_operator_says_so() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = sign_up(&Person::nobody(server.address), "Ann").await;
    for (url, sentence) in [
        ("https://127.0.0.1/hook", "in a private network"),
        ("https://[::1]/hook", "in a private network"),
        ("http://example.org/hook", "has to begin with https://"),
        ("example.org", "not an address on the web"),
    ] {
        let page = make(&ann, url, "standard", "").await;
        assert!(page.contains(sentence), "{url}: {page}");
    }
    make(&ann, "https://localhost/hook", "standard", "").await;
    let page = ann.read("/session/webhooks").await;
    let which = hidden(&page, "which");
    let tried = send(&ann, "/session/webhooks/test", &[("which", which.as_str())]).await;
    let tried = tried.text().await.unwrap();
    assert!(
        tried.contains("was not delivered: This address is in a private network"),
        "{tried}"
    );
    let ben = sign_up(&Person::nobody(server.address), "Ben").await;
    let others = send(&ben, "/session/webhooks/test", &[("which", which.as_str())]).await;
    assert_eq!(others.status(), StatusCode::NOT_FOUND, "of somebody else");
    server.stop().await;
}

#[tokio::test]
async fn a_webhook_that_has_failed_for_a_day_is_switched_off_and_its_owner_sees_why() {
    let base = Base::sqlite();
    let server = Server::with(&base, PRIVATE).await;
    let receiver = Receiver::start().await;
    receiver.answers(404);
    let party = two(server.address, &receiver, "slack", Tables::All).await;
    let mut party = party.begun().await;
    receiver.until(1).await;
    let mut rival = base.rival().await;
    let failing = async {
        while rival
            .count("SELECT COUNT(*) FROM channels WHERE failures > 0")
            .await
            == 0
        {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TIMEOUT, failing).await.expect("a failure");
    rival
        .execute("UPDATE channels SET failing_from = failing_from - 86400000, not_before = 0")
        .await;
    let ann = &party.people[0];
    let off = async {
        while !ann.read("/my").await.contains("switched off") {
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(TIMEOUT, off).await.expect("switched off");
    let page = ann.read("/session/webhooks").await;
    assert!(page.contains("it answered with status 404"), "{page}");
    let count = receiver.received().len();
    party.play("d3").await;
    party.play("d4").await;
    sleep(Duration::from_secs(2)).await;
    assert_eq!(receiver.received().len(), count, "nothing more is sent");
    receiver.answers(200);
    let which = hidden(&page, "which");
    send(
        &party.people[0],
        "/session/webhooks/enable",
        &[("which", which.as_str())],
    )
    .await;
    party.play("d5").await;
    party.play("d6").await;
    let messages = receiver.until(count + 1).await;
    let text = messages[count]["text"].as_str().unwrap();
    assert!(
        text.starts_with("It is Ann’s turn in Bushwhacked with Ben. http://"),
        "{text}"
    );
    server.stop().await;
}

/// The day of failures begins anew with whatever is delivered.
#[tokio::test]
async fn a_webhook_that_works_now_and_then_is_not_switched_off() {
    let base = Base::sqlite();
    let server = Server::with(&base, PRIVATE).await;
    let receiver = Receiver::start().await;
    receiver.answers(500);
    let party = two(server.address, &receiver, "standard", Tables::This).await;
    let mut party = party.begun().await;
    receiver.until(1).await;
    party.play("d3").await;
    let mut rival = base.rival().await;
    until_failures(&mut rival, 1).await;
    receiver.answers_next(200);
    let count = receiver.received().len();
    rival
        .execute("UPDATE channels SET failing_from = failing_from - 86400000, not_before = 0, failures = 5")
        .await;
    receiver.until(count + 2).await;
    until_failures(&mut rival, 1).await;
    let off = "SELECT COUNT(*) FROM channels WHERE disabled_at IS NOT NULL";
    assert_eq!(rival.count(off).await, 0);
    assert_eq!(
        rival.count("SELECT COUNT(*) FROM outbox").await,
        1,
        "the first one was delivered"
    );
    server.stop().await;
}

/// Waits until so many attempts have failed one after the other.
async fn until_failures(rival: &mut Rival, failures: i64) {
    let counted = async {
        while rival
            .count("SELECT COALESCE(MAX(failures), 0) FROM channels")
            .await
            != failures
        {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TIMEOUT, counted).await.expect("a failure");
}
