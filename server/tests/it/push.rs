//! Web push: what browsers are told by a push service of the tests, which reads it as a browser does.

pub(crate) mod tournaments;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use data_encoding::BASE64URL_NOPAD;
use parking_lot::Mutex;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};
use web_push_native::p256::SecretKey;
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::{Auth, decrypt};

use super::common::base::{Base, both};
use super::common::client::{Person, TIMEOUT};
use super::common::cluster::Cluster;
use super::common::party::Party;
use super::common::process::Process;
use super::common::server::Server;

/// To a push service that is at this machine.
const PRIVATE: &[&str] = &["--private-webhooks"];

/// A push service with one browser, and what that browser has received.
struct Browser {
    address: SocketAddr,
    secret: SecretKey,
    auth: [u8; 16],
    service: Arc<Service>,
}

#[derive(Default)]
struct Service {
    received: Mutex<Vec<(HeaderMap, Vec<u8>)>>,
    /// What it answers; 0 for 201.
    status: AtomicU16,
}

impl Browser {
    async fn start() -> Browser {
        let service = Arc::new(Service::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new()
            .route("/send/browser", post(receive))
            .with_state(Arc::clone(&service));
        tokio::spawn(async { axum::serve(listener, router).await });
        Browser {
            address,
            secret: SecretKey::from_slice(&[7; 32]).unwrap(),
            auth: [9; 16],
            service,
        }
    }

    fn endpoint(&self) -> String {
        format!("http://{}/send/browser", self.address)
    }

    fn answers(&self, status: u16) {
        self.service.status.store(status, Ordering::Relaxed);
    }

    /// Has a person's server tell this browser.
    async fn subscribe(&self, person: &Person) {
        let public = self.secret.public_key().to_encoded_point(false);
        let keys = json!({ "p256dh": BASE64URL_NOPAD.encode(public.as_bytes()), "auth": BASE64URL_NOPAD.encode(&self.auth) });
        let subscription = json!({ "endpoint": self.endpoint(), "expirationTime": null, "keys": keys });
        let answer = person
            .post("/session/push")
            .json(&subscription)
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 204, "{}", answer.text().await.unwrap());
    }

    fn requests(&self) -> usize {
        self.service.received.lock().len()
    }

    /// What the browser reads.
    fn messages(&self) -> Vec<Value> {
        let received = self.service.received.lock().clone();
        let read = |(_, body): (HeaderMap, Vec<u8>)| {
            let text = decrypt(body, &self.secret, &Auth::from(self.auth)).unwrap();
            serde_json::from_slice(&text).unwrap()
        };
        received.into_iter().map(read).collect()
    }

    /// The title of each notice, or that one is closed.
    fn shown(&self) -> Vec<String> {
        let title = |message: Value| message["title"].as_str().unwrap_or("closed").to_owned();
        self.messages().into_iter().map(title).collect()
    }

    /// Waits until it has received so many.
    async fn until(&self, count: usize) -> Vec<String> {
        let sent = async {
            while self.requests() < count {
                sleep(Duration::from_millis(50)).await;
            }
        };
        assert!(
            timeout(3 * TIMEOUT, sent).await.is_ok(),
            "{count} messages, not {:#?}",
            self.shown()
        );
        self.shown()
    }
}

async fn receive(State(service): State<Arc<Service>>, headers: HeaderMap, body: Bytes) -> StatusCode {
    service.received.lock().push((headers, body.to_vec()));
    let status = service.status.load(Ordering::Relaxed);
    StatusCode::from_u16(status).unwrap_or(StatusCode::CREATED)
}

/// Two guests, who are at no table yet.
async fn guests(server: SocketAddr) -> Vec<Person> {
    vec![
        Person::named(server, "Ann").await,
        Person::named(server, "Ben").await,
    ]
}

/// Their game begins.
async fn begin(people: Vec<Person>) -> Party {
    Party::of(people, false).await.begun().await
}

/// How long nothing is told, if nothing is to be told: a node looks every second.
const A_WHILE: Duration = Duration::from_millis(3500);

both! {
    async fn a_guest_is_told_of_turns_and_that_they_are_over(base: Base) {
        let server = Server::with(&base, PRIVATE).await;
        let browser = Browser::start().await;
        let people = guests(server.address).await;
        browser.subscribe(&people[1]).await;
        browser.subscribe(&people[1]).await;
        let mut party = begin(people).await;
        assert_eq!(browser.until(1).await, ["Your game has begun"]);
        party.play("d3").await;
        assert_eq!(browser.until(2).await[1..], ["Your turn"]);
        let turn = &browser.messages()[1];
        assert_eq!(turn["table"], party.code.as_str());
        assert_eq!(turn["body"], "Bushwhacked with Ann");
        assert_eq!(turn["waiting"], 1);
        party.play("d4").await;
        assert_eq!(browser.until(3).await[2..], ["closed"]);
        let closed = &browser.messages()[2];
        assert_eq!((&closed["close"], &closed["waiting"]), (&turn["table"], &json!(0)));
        party.resign(0).await;
        assert_eq!(browser.until(4).await[3..], ["The game is over"]);

        let key: Value = party.people[1].get("/session/push").send().await.unwrap().json().await.unwrap();
        for (headers, _) in browser.service.received.lock().iter() {
            assert_eq!(headers["content-encoding"], "aes128gcm");
            assert_eq!(headers["topic"], party.code.as_str());
            assert!(headers["ttl"].to_str().unwrap().parse::<u32>().unwrap() >= 60);
            let token = headers["authorization"].to_str().unwrap().strip_prefix("vapid t=").unwrap();
            let (token, public) = token.split_once(", k=").unwrap();
            assert_eq!(public, key["key"].as_str().unwrap());
            let (signed, signature) = token.rsplit_once('.').unwrap();
            let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
            UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(public))
                .verify(signed.as_bytes(), &decode(signature))
                .unwrap();
            let claims: Value = serde_json::from_slice(&decode(signed.split_once('.').unwrap().1)).unwrap();
            assert_eq!(claims["aud"], format!("http://{}", browser.address));
        }
        server.stop().await;
    }

    async fn who_has_the_table_in_sight_is_told_nothing(base: Base) {
        let server = Server::with(&base, PRIVATE).await;
        let browser = Browser::start().await;
        let mut party = begin(guests(server.address).await).await;
        browser.subscribe(&party.people[1]).await;
        party.sockets[1].send(json!({ "t": "visible", "visible": true })).await;
        party.play("d3").await;
        sleep(A_WHILE).await;
        assert_eq!(browser.shown(), [""; 0]);
        // The page goes out of sight, and it is the next turn that is told.
        party.sockets[1].send(json!({ "t": "visible", "visible": false })).await;
        party.play("d4").await;
        party.play("d5").await;
        assert_eq!(browser.until(1).await, ["Your turn"]);
        server.stop().await;
    }

    async fn what_is_not_wanted_is_not_told_and_nothing_after_the_session(base: Base) {
        let server = Server::with(&base, PRIVATE).await;
        let browser = Browser::start().await;
        let people = guests(server.address).await;
        let ben = people[1].clone();
        browser.subscribe(&ben).await;
        let page = ben.read("/session/notices").await;
        assert!(page.contains("Where you are notified") && !page.contains("Nowhere yet"), "{page}");
        let save = async |fields: &[(&str, &str)]| ben.post("/session/notices").form(fields).send().await.unwrap();
        assert_eq!(save(&[("turns", "on"), ("from", "22:00"), ("until", "8")]).await.status(), 422);
        assert_eq!(save(&[("over", "on"), ("from", ""), ("until", ""), ("zone", "")]).await.status(), 303);
        let mut party = begin(people).await;
        party.play("d3").await;
        sleep(A_WHILE).await;
        assert_eq!(browser.shown(), [""; 0], "neither that it begins nor the turn");
        ben.post("/session/end").send().await.unwrap();
        party.resign(0).await;
        sleep(A_WHILE).await;
        assert_eq!(browser.shown(), [""; 0], "nor that it is over");
        server.stop().await;
    }

    async fn a_browser_that_is_gone_is_forgotten_and_a_service_that_is_away_waited_for(base: Base) {
        let server = Server::with(&base, PRIVATE).await;
        let (gone, away) = (Browser::start().await, Browser::start().await);
        let people = guests(server.address).await;
        gone.subscribe(&people[0]).await;
        away.subscribe(&people[1]).await;
        gone.answers(410);
        away.answers(503);
        let mut party = begin(people).await;
        gone.until(1).await;
        party.play("d3").await;
        away.until(1).await;
        away.answers(201);
        // The pause after the first failure is five seconds.
        let told = away.until(2).await;
        assert_eq!(told[1..], ["Your turn"], "which says that it has begun");
        let page = party.people[0].read("/session/notices").await;
        assert!(page.contains("Nowhere yet"), "{page}");
        assert_eq!(gone.requests(), 1);
        server.stop().await;
    }
}

#[tokio::test]
async fn addresses_that_are_none_and_keys_that_are_none_are_refused() {
    let base = Base::sqlite();
    let server = Server::with(&base, &[]).await;
    let ann = Person::named(server.address, "Ann").await;
    let browser = Browser::start().await;
    let public = browser.secret.public_key().to_encoded_point(false);
    let public = BASE64URL_NOPAD.encode(public.as_bytes());
    let auth = BASE64URL_NOPAD.encode(&browser.auth);
    let subscribe = async |endpoint: &str, p256dh: &str| {
        let body = json!({ "endpoint": endpoint, "keys": { "p256dh": p256dh, "auth": auth } });
        ann.post("/session/push")
            .json(&body)
            .send()
            .await
            .unwrap()
            .status()
    };
    assert_eq!(
        subscribe(&browser.endpoint(), &public).await,
        422,
        "in a private network"
    );
    assert_eq!(subscribe("https://push.example.net/1", "AAAA").await, 422);
    assert_eq!(subscribe("nothing", &public).await, 422);
    assert_eq!(subscribe("https://push.example.net/1", &public).await, 204);
    let nobody = Person::nobody(server.address);
    let answer = nobody
        .post("/session/push")
        .json(&json!({}))
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 303, "to the page to sign in");
    server.stop().await;
}

#[tokio::test]
async fn nothing_is_lost_when_the_server_is_killed_before_it_sends() {
    let base = Base::sqlite();
    let browser = Browser::start().await;
    browser.answers(503);
    let process = Process::with_options(&base, "info", PRIVATE).await;
    let people = guests(process.address).await;
    browser.subscribe(&people[1]).await;
    let mut party = begin(people).await;
    party.play("d3").await;
    browser.until(1).await;
    process.kill().await;
    browser.answers(201);
    let sent = browser.requests();
    let process = Process::with_options(&base, "info", PRIVATE).await;
    let told = browser.until(sent + 1).await;
    assert_eq!(told[sent..], ["Your turn"]);
    sleep(A_WHILE).await;
    assert_eq!(browser.requests(), sent + 1, "and nothing twice");
    process.kill().await;
}

/// Several nodes look for what is to be sent, and one sends it; a table that is in sight at one of them is in sight for all.
#[tokio::test]
async fn of_several_nodes_one_tells_and_none_what_is_in_sight_at_another() {
    let cluster = Cluster::postgres().await.with(3, PRIVATE).await;
    let browser = Browser::start().await;
    let mut party = begin(guests(cluster.nodes[0].address).await).await;
    let ben = party.people[1].at(cluster.nodes[1].address);
    browser.subscribe(&ben).await;
    for turn in ["d3", "d4", "d5"] {
        party.play(turn).await;
        if turn == "d3" {
            assert_eq!(browser.until(1).await, ["Your turn"]);
        }
    }
    assert_eq!(browser.until(2).await[1..], ["Your turn"]);
    party.play("d6").await;
    assert_eq!(browser.until(3).await[2..], ["closed"]);
    party.sockets[1]
        .send(json!({ "t": "visible", "visible": true }))
        .await;
    sleep(Duration::from_millis(500)).await;
    party.play("d7").await;
    sleep(A_WHILE).await;
    assert_eq!(browser.requests(), 3, "{:?}", browser.shown());
    cluster.stop().await;
}
