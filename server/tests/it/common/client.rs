//! A player's browser without the page: the cookie and the forms, over a real connection.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use reqwest::StatusCode;
use reqwest::header::{COOKIE, ORIGIN, SET_COOKIE};
use serde_json::{Value, json};
use thicket_rules::GameKind;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};

use super::http;
pub(crate) use super::socket::{BEFORE_AGAIN, Socket, TIMEOUT, frame, fresh_id, hello};

/// A player's browser, with or without a cookie.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) server: SocketAddr,
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) cookie: Option<String>,
    /// The address that a proxy gives for them.
    pub(crate) address: Option<String>,
    pub(crate) http: reqwest::Client,
}

impl Person {
    /// Somebody who has not given a name.
    pub(crate) fn nobody(server: SocketAddr) -> Person {
        let http = http::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
        Person {
            server,
            id: String::new(),
            name: String::new(),
            cookie: None,
            address: None,
            http,
        }
    }

    /// Somebody who has given this name.
    pub(crate) async fn named(server: SocketAddr, name: &str) -> Person {
        Person::nobody(server).give_name(name).await
    }

    /// This person, with a name of their own.
    pub(crate) async fn give_name(self, name: &str) -> Person {
        let answer = insist(self.post("/guest").json(&json!({ "name": name }))).await;
        let set = answer.headers()[SET_COOKIE].to_str().unwrap().to_owned();
        let cookie = set.split(';').next().map(str::to_owned);
        let view: Value = answer.json().await.unwrap();
        Person {
            id: view["id"].as_str().unwrap().into(),
            name: name.into(),
            cookie,
            ..self
        }
    }

    /// This person at another server.
    pub(crate) fn at(&self, server: SocketAddr) -> Person {
        Person {
            server,
            ..self.clone()
        }
    }

    /// This person behind a proxy that gives this address for them.
    pub(crate) fn behind(&self, address: &str) -> Person {
        Person {
            address: Some(address.to_owned()),
            ..self.clone()
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.server)
    }

    /// A request as a page of the server sends it.
    pub(crate) fn post(&self, path: &str) -> reqwest::RequestBuilder {
        self.with_headers(self.http.post(self.url(path)).header(ORIGIN, self.url("")))
    }

    /// The body of the answer to a GET request.
    pub(crate) async fn read(&self, path: &str) -> String {
        self.get(path).send().await.unwrap().text().await.unwrap()
    }

    pub(crate) fn get(&self, path: &str) -> reqwest::RequestBuilder {
        self.with_headers(self.http.get(self.url(path)))
    }

    fn with_headers(&self, mut request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        if let Some(address) = &self.address {
            request = request.header("x-forwarded-for", address);
        }
        request
    }

    /// Creates a table, whose first chair is theirs; the table's code.
    pub(crate) async fn create(&self, seats: u8, starter: &str, public: bool) -> String {
        self.create_of(GameKind::Bushwhacked, seats, starter, public)
            .await
    }

    /// A table of any game.
    pub(crate) async fn create_of(&self, kind: GameKind, seats: u8, starter: &str, public: bool) -> String {
        let form = [
            ("kind", kind.to_string()),
            ("seats", seats.to_string()),
            ("starter", starter.to_owned()),
            ("public", public.to_string()),
            ("name", self.name.clone()),
        ];
        let answer = insist(self.post("/tables").form(&form)).await;
        let place = answer.headers()["location"].to_str().unwrap();
        place.strip_prefix("/g/").unwrap().to_owned()
    }

    /// Opens the socket of a table and says hello.
    pub(crate) async fn join(&self, code: &str) -> Socket {
        self.join_having(code, None).await
    }

    /// Joins, having seen the events up to a number.
    pub(crate) async fn join_having(&self, code: &str, have: Option<u64>) -> Socket {
        self.try_join(code, have).await.expect("the connection to last")
    }

    /// Joins; `None` if the connection ends before the snapshot or the events have arrived.
    pub(crate) async fn try_join(&self, code: &str, have: Option<u64>) -> Option<Socket> {
        let mut socket = self.connect(code).await.ok()?;
        socket.seq = have.unwrap_or(0);
        socket
            .send_frame(Message::text(hello(have).to_string()))
            .await
            .ok()?;
        while socket.receive().await?["t"] != "live" {}
        Some(socket)
    }

    /// Opens the socket of a table.
    pub(crate) async fn connect(&self, code: &str) -> tungstenite::Result<Socket> {
        self.connect_from(code, Some(&self.url(""))).await
    }

    /// Connects from a page of any origin, or from no page.
    pub(crate) async fn connect_from(&self, code: &str, origin: Option<&str>) -> tungstenite::Result<Socket> {
        let mut request = format!("ws://{}/g/{code}/socket", self.server)
            .into_client_request()
            .unwrap();
        let headers = request.headers_mut();
        origin.map(|origin| headers.insert("origin", origin.parse().unwrap()));
        self.cookie
            .as_ref()
            .map(|cookie| headers.insert("cookie", cookie.parse().unwrap()));
        self.address
            .as_ref()
            .map(|address| headers.insert("x-forwarded-for", address.parse().unwrap()));
        let (ws, _) = tokio_tungstenite::connect_async_with_config(request, None, true).await?;
        Ok(Socket::new(ws))
    }
}

/// The answer to a request that must be granted. On a busy machine the server may ask to try again, and people do.
async fn insist(request: reqwest::RequestBuilder) -> reqwest::Response {
    let since = Instant::now();
    loop {
        let again = request.try_clone().expect("a request that can be sent again");
        let answer = again.send().await.unwrap();
        let status = answer.status();
        if status.is_success() || status.is_redirection() {
            return answer;
        }
        let text = answer.text().await.unwrap();
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{text}");
        assert!(since.elapsed() < TIMEOUT, "still: {text}");
        sleep(Duration::from_millis(200)).await;
    }
}

impl Socket {
    /// Waits until these players are present, and the countdown runs or does not.
    pub(crate) async fn until_live(&mut self, present: &[&Person], countdown: bool) -> Value {
        let ids: BTreeSet<&str> = present.iter().map(|person| person.id.as_str()).collect();
        let as_wanted = |live: &Value| {
            let list = live["present"].as_array().into_iter().flatten();
            let there: BTreeSet<&str> = list.map(|id| id.as_str().unwrap()).collect();
            there == ids && live["countdown"].is_u64() == countdown
        };
        let since = Instant::now();
        while !as_wanted(&self.live) {
            self.receive().await.expect("the connection to last");
            assert!(since.elapsed() < 3 * TIMEOUT, "in vain: {}", self.live);
        }
        self.live.clone()
    }

    pub(crate) async fn sit(&mut self, person: &Person, chair: u8) {
        self.must(json!({ "t": "sit", "chair": chair, "name": person.name }))
            .await;
    }
}
