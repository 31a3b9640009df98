//! A player's browser without the page: the cookie, the forms and the socket, over a real connection.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use reqwest::header::{COOKIE, ORIGIN, SET_COOKIE};
use serde_json::{Map, Value, json};
use thicket_rules::GameKind;
use thicket_server::protocol::VERSION;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Long enough for a busy machine: only a test that fails waits this long.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// A client that has sent nothing for this long sends a ping.
const PULSE: Duration = Duration::from_secs(5);

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

/// An open socket of a table.
pub(crate) struct Socket {
    ws: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The number of the last event seen.
    pub(crate) seq: u64,
    /// The events seen, in order.
    pub(crate) events: Vec<Value>,
    /// The lines of the chat that it shows.
    pub(crate) lines: Vec<String>,
    /// The last `live` message.
    pub(crate) live: Value,
    /// The code that the connection was closed with.
    pub(crate) closed: Option<u16>,
    last_sent: Instant,
}

impl Person {
    /// Somebody who has not given a name.
    pub(crate) fn nobody(server: SocketAddr) -> Person {
        let http = reqwest::Client::builder()
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
        let answer = self
            .post("/guest")
            .json(&json!({ "name": name }))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 200);
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
        let answer = self.post("/tables").form(&form).send().await.unwrap();
        assert_eq!(answer.status(), 303, "{}", answer.text().await.unwrap());
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
        Ok(Socket {
            ws,
            seq: 0,
            events: Vec::new(),
            lines: Vec::new(),
            live: Value::Null,
            closed: None,
            last_sent: Instant::now(),
        })
    }
}

/// The first message: which version is spoken, and the number of the last event that is known.
pub(crate) fn hello(have: Option<u64>) -> Value {
    json!({ "t": "hello", "version": VERSION, "have": { "table": have } })
}

fn text_of(line: &Value) -> String {
    line["text"].as_str().unwrap().to_owned()
}

/// A message as the server reads it. Tests write commands flat: what is said of every command belongs into its envelope.
pub(crate) fn frame(mut message: Value) -> Value {
    if let Some("hello" | "preview" | "ping") = message["t"].as_str() {
        return message;
    }
    let command = message.as_object_mut().unwrap();
    let about = ["id", "as", "turn"].map(|key| Some((key.to_owned(), command.remove(key)?)));
    let mut envelope: Map<String, Value> = about.into_iter().flatten().collect();
    envelope.insert("command".to_owned(), message);
    envelope.into()
}

/// A command's id.
pub(crate) fn fresh_id() -> String {
    uuid::Uuid::now_v7().to_string()
}

impl Socket {
    pub(crate) async fn send(&mut self, message: Value) {
        let text = frame(message).to_string();
        self.send_frame(Message::text(text)).await.unwrap();
    }

    pub(crate) async fn send_frame(&mut self, frame: Message) -> tungstenite::Result<()> {
        self.last_sent = Instant::now();
        self.ws.send(frame).await
    }

    /// The next frame, whatever it is.
    pub(crate) async fn next_frame(&mut self) -> Option<tungstenite::Result<Message>> {
        timeout(TIMEOUT, self.ws.next()).await.expect("a frame in time")
    }

    /// The next message; none when the connection has ended. Events are kept, and have to come in order.
    pub(crate) async fn receive(&mut self) -> Option<Value> {
        // The server closes sockets that are silent for long. If this one is closed already, that is received next.
        if self.last_sent.elapsed() > PULSE {
            drop(self.send_frame(Message::text(r#"{"t":"ping"}"#)).await);
        }
        loop {
            let text = match self.next_frame().await?.ok()? {
                Message::Text(text) => text,
                Message::Close(frame) => {
                    self.closed = frame.map(|frame| frame.code.into());
                    return None;
                }
                _ => continue,
            };
            let message: Value = serde_json::from_str(&text).unwrap();
            match message["t"].as_str().unwrap() {
                "event" => {
                    assert_eq!(
                        message["seq"].as_u64(),
                        Some(self.seq + 1),
                        "events come in order"
                    );
                    self.seq += 1;
                    self.events.push(message.clone());
                }
                "live" => self.live = message.clone(),
                "said" => self.lines.push(text_of(&message["line"])),
                "chat" => {
                    let lines = message["chat"]["lines"].as_array().unwrap();
                    self.lines = lines.iter().map(text_of).collect();
                }
                "snapshot" => self.seq = message["seq"].as_u64().unwrap(),
                _ => (),
            }
            return Some(message);
        }
    }

    /// Receives messages up to the one that is wanted, and returns it.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let since = Instant::now();
        loop {
            let message = self.receive().await.expect("the connection to last");
            if wanted(&message) {
                return message;
            }
            // Pings and their answers go on for ever.
            assert!(
                since.elapsed() < 3 * TIMEOUT,
                "in vain, the last message is {message}"
            );
        }
    }

    /// Waits for the end of the connection; the code it was closed with.
    pub(crate) async fn until_closed(&mut self) -> Option<u16> {
        let since = Instant::now();
        while let Some(message) = self.receive().await {
            assert!(
                since.elapsed() < 3 * TIMEOUT,
                "in vain, the last message is {message}"
            );
        }
        self.closed
    }

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

    /// The lines of the chat, once the last one is this.
    pub(crate) async fn until_line(&mut self, text: &str) -> Vec<String> {
        let since = Instant::now();
        while self.lines.last().is_none_or(|last| last != text) {
            self.receive().await.expect("the connection to last");
            assert!(since.elapsed() < 3 * TIMEOUT, "in vain: {:?}", self.lines);
        }
        self.lines.clone()
    }

    /// Receives messages up to the next event of this kind.
    pub(crate) async fn until_event(&mut self, name: &str) -> Value {
        self.until(|message| message["t"] == "event" && message["event"]["e"] == name)
            .await
    }

    /// Sends a command with a fresh id, and waits for its answer.
    pub(crate) async fn command(&mut self, command: Value) -> Value {
        self.command_with(&fresh_id(), command).await
    }

    /// Sends a command with a given id.
    pub(crate) async fn command_with(&mut self, id: &str, mut command: Value) -> Value {
        command["id"] = json!(id);
        self.send(command).await;
        self.until(|message| message["id"] == id).await
    }

    /// Sends a message, and waits for the answer with this id; nothing if the connection ends before.
    pub(crate) async fn ask(&mut self, id: &str, message: Value) -> Option<Value> {
        let text = frame(message).to_string();
        self.send_frame(Message::text(text)).await.ok()?;
        loop {
            let message = self.receive().await?;
            if message["id"] == id {
                return Some(message);
            }
        }
    }

    /// Sends a command that has to succeed.
    pub(crate) async fn must(&mut self, command: Value) -> Value {
        let answer = self.command(command.clone()).await;
        assert_eq!(answer["t"], "done", "{command} was answered {answer}");
        answer
    }

    /// Sends a command that has to be refused with this code.
    pub(crate) async fn refused(&mut self, command: Value, code: &str) {
        let answer = self.command(command.clone()).await;
        assert_eq!(
            (&answer["t"], &answer["code"]),
            (&json!("refused"), &json!(code)),
            "{command}: {answer}"
        );
        assert!(
            answer["sentence"]
                .as_str()
                .is_some_and(|sentence| sentence.ends_with('.')),
            "{answer}"
        );
    }

    pub(crate) async fn sit(&mut self, person: &Person, chair: u8) {
        self.must(json!({ "t": "sit", "chair": chair, "name": person.name }))
            .await;
    }

    pub(crate) async fn play(&mut self, turn: usize, steps: &[&str]) -> Value {
        self.command(json!({ "t": "play", "turn": turn, "steps": steps }))
            .await
    }
}
