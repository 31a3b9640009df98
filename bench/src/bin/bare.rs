//! The server to compare with: axum and the same protocol, but it stores nothing and knows no rules.
//!
//! It does what any server of this protocol has to do: it parses each message, numbers the turns of a table, makes one
//! message of each and sends it to everybody at the table. Its event is as large as Thicket's (`--event-bytes`). With `--least` it
//! sends as little as players can follow a game by.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use clap::Parser;
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;
use tokio::sync::broadcast;
use uuid::Uuid;

/// As in Thicket.
const MAX_BYTES: usize = 64 * 1024;
/// What a socket reads at once.
const READ_BYTES: usize = 4 * 1024;
/// Messages that a socket may be behind.
const BEHIND: usize = 32;
/// The message of a turn without its padding, for a turn of one step.
const PLAIN_BYTES: usize = 105;
const VERSION: u32 = 4;
const SEATS: u64 = 4;

#[derive(Parser)]
struct Options {
    /// Bytes of the message of a turn
    #[arg(long, default_value_t = 300)]
    event_bytes: usize,
    /// Send the steps of a turn to the others, a short answer to its player, and nothing else
    #[arg(long)]
    least: bool,
}

#[derive(Clone)]
struct App {
    tables: Arc<Mutex<HashMap<String, Arc<Table>>>>,
    /// What makes the message of a turn as large as it should be.
    padding: Arc<str>,
    least: bool,
}

struct Table {
    seq: Mutex<u64>,
    events: broadcast::Sender<Published>,
}

/// A message for everybody at a table but the player who knows it already, if there is one.
#[derive(Clone)]
struct Published {
    known_by: Option<Uuid>,
    message: Utf8Bytes,
}

#[derive(Deserialize)]
struct Envelope {
    id: Uuid,
    turn: Option<u32>,
    command: Command,
}

#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum Command {
    Sit { chair: u8, name: String },
    Play { steps: Vec<String> },
}

#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum Frame {
    Hello {},
    Ping {},
}

#[derive(Serialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum Answer<'a> {
    Welcome {
        version: u32,
    },
    Snapshot {
        seq: u64,
    },
    Event {
        seq: u64,
        at: u64,
        event: Event<'a>,
    },
    Done {
        id: Uuid,
        seq: u64,
    },
    #[serde(rename = "event")]
    ShortEvent {
        seq: u64,
        steps: &'a [String],
    },
    #[serde(rename = "done")]
    ShortDone {
        seq: u64,
    },
    Pong {},
}

#[derive(Serialize)]
#[serde(tag = "e", rename_all = "snake_case")]
enum Event<'a> {
    Sat {
        chair: u8,
        name: &'a str,
    },
    Started {},
    Played {
        turn: u32,
        steps: &'a [String],
        padding: &'a str,
    },
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let Options { event_bytes, least } = Options::parse();
    let app = App {
        tables: Arc::default(),
        padding: "x".repeat(event_bytes.saturating_sub(PLAIN_BYTES)).into(),
        least,
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("Open at http://{}/", listener.local_addr()?);
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let router = Router::new()
        .route("/guest", post(guest))
        .route("/tables", post(create))
        .route("/g/{code}/socket", get(open))
        .with_state(app);
    axum::serve(listener, router).await
}

async fn guest() -> Response {
    let cookie = format!("thicket={}; Path=/", Uuid::now_v7());
    ([(header::SET_COOKIE, cookie)], "{}").into_response()
}

async fn create(State(app): State<App>) -> Response {
    let code = Uuid::now_v7().simple().to_string();
    let table = Table {
        seq: Mutex::new(1),
        events: broadcast::channel(BEHIND).0,
    };
    app.tables().insert(code.clone(), Arc::new(table));
    (StatusCode::SEE_OTHER, [(header::LOCATION, format!("/g/{code}"))]).into_response()
}

async fn open(State(app): State<App>, Path(code): Path<String>, upgrade: WebSocketUpgrade) -> Response {
    let Some(table) = app.tables().get(&code).cloned() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let upgrade = upgrade
        .max_message_size(MAX_BYTES)
        .max_frame_size(MAX_BYTES)
        .read_buffer_size(READ_BYTES);
    upgrade.on_upgrade(move |socket| async move {
        // The browser went away: there is nothing left to do.
        drop(serve(&table, &app, socket).await);
    })
}

async fn serve(table: &Table, app: &App, mut socket: WebSocket) -> Result<(), axum::Error> {
    let mut events = table.events.subscribe();
    let player = Uuid::now_v7();
    loop {
        tokio::select! {
            frame = socket.recv() => match frame {
                Some(Ok(Message::Text(text))) => answer(table, app, player, &mut socket, &text).await?,
                Some(Ok(_)) => (),
                None | Some(Err(_)) => return Ok(()),
            },
            event = events.recv() => match event {
                Ok(event) if event.known_by == Some(player) => (),
                Ok(event) => socket.send(Message::Text(event.message)).await?,
                Err(_) => return Ok(()),
            },
        }
    }
}

async fn answer(
    table: &Table,
    app: &App,
    player: Uuid,
    socket: &mut WebSocket,
    text: &str,
) -> Result<(), axum::Error> {
    if let Ok(envelope) = serde_json::from_str(text) {
        return send(socket, &done(table, app, player, envelope)).await;
    }
    match serde_json::from_str(text) {
        Ok(Frame::Hello {}) => {
            send(socket, &Answer::Welcome { version: VERSION }).await?;
            let seq = *table.seq();
            send(socket, &Answer::Snapshot { seq }).await
        }
        Ok(Frame::Ping {}) => send(socket, &Answer::Pong {}).await,
        Err(_) => Ok(()),
    }
}

fn done(table: &Table, app: &App, player: Uuid, Envelope { id, turn, command }: Envelope) -> Answer<'static> {
    let seq = match command {
        Command::Sit { chair, name } => {
            let seq = table.publish(Event::Sat { chair, name: &name });
            if seq == SEATS {
                table.publish(Event::Started {});
            }
            seq
        }
        Command::Play { steps } if app.least => {
            let steps = &steps;
            let seq = table.number(Some(player), |seq| Answer::ShortEvent { seq, steps });
            return Answer::ShortDone { seq };
        }
        Command::Play { steps } => {
            let (turn, steps, padding) = (turn.unwrap_or_default(), &steps, &*app.padding);
            table.publish(Event::Played { turn, steps, padding })
        }
    };
    Answer::Done { id, seq }
}

async fn send(socket: &mut WebSocket, answer: &Answer<'_>) -> Result<(), axum::Error> {
    socket.send(Message::Text(text(answer))).await
}

fn text(answer: &Answer) -> Utf8Bytes {
    serde_json::to_string(answer).expect("a message").into()
}

impl Table {
    fn seq(&self) -> MutexGuard<'_, u64> {
        self.seq.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Numbers an event and sends it to everybody at the table, in order.
    fn publish(&self, event: Event) -> u64 {
        let at = now_ms();
        self.number(None, |seq| Answer::Event { seq, at, event })
    }

    /// Numbers a message and sends it in order.
    fn number<'a>(&self, known_by: Option<Uuid>, answer: impl FnOnce(u64) -> Answer<'a>) -> u64 {
        let mut last = self.seq();
        *last += 1;
        let seq = *last;
        let message = text(&answer(seq));
        // Nobody may be there to hear it.
        let _ = self.events.send(Published { known_by, message });
        seq
    }
}

impl App {
    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}
