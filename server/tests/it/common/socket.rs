//! The socket of a table, as a browser uses it.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Map, Value, json};
use thicket_server::protocol::VERSION;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Long enough for a busy machine: only a test that fails waits this long.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// The pause before a command is sent again that the database was too slow for.
pub(crate) const BEFORE_AGAIN: Duration = Duration::from_millis(100);

/// A client that has sent nothing for this long sends a ping.
const PULSE: Duration = Duration::from_secs(5);

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

/// The first message: which version is spoken, and the number of the last event that is known.
pub(crate) fn hello(have: Option<u64>) -> Value {
    json!({ "t": "hello", "version": VERSION, "have": { "table": have } })
}

fn text_of(line: &Value) -> String {
    line["text"].as_str().unwrap().to_owned()
}

/// A message as the server reads it. Tests write commands flat: what is said of every command belongs into its envelope.
pub(crate) fn frame(mut message: Value) -> Value {
    if let Some("hello" | "preview" | "ping" | "visible") = message["t"].as_str() {
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
    pub(super) fn new(ws: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Socket {
        Socket {
            ws,
            seq: 0,
            events: Vec::new(),
            lines: Vec::new(),
            live: Value::Null,
            closed: None,
            last_sent: Instant::now(),
        }
    }

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

    /// Sends a command that has to succeed; again, as pages do, while the database is too slow to take it.
    pub(crate) async fn must(&mut self, command: Value) -> Value {
        let (id, since) = (fresh_id(), Instant::now());
        loop {
            let answer = self.command_with(&id, command.clone()).await;
            if answer["code"] != "try_again" || since.elapsed() > TIMEOUT {
                assert_eq!(answer["t"], "done", "{command} was answered {answer}");
                return answer;
            }
            sleep(BEFORE_AGAIN).await;
        }
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

    pub(crate) async fn play(&mut self, turn: usize, steps: &[&str]) -> Value {
        self.command(json!({ "t": "play", "turn": turn, "steps": steps }))
            .await
    }
}
