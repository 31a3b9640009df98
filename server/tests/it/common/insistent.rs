//! A player whose page comes back after every lost connection, and sends again what was not answered.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use super::client::{Person, Socket, fresh_id};

/// The pause before the second attempt to connect; the first comes at once.
const PAUSE: Duration = Duration::from_millis(200);
/// So many attempts fail only when something is broken for good.
const MAX_ATTEMPTS: usize = 300;

pub(crate) struct Insistent {
    person: Person,
    code: String,
    /// The addresses to connect to, one after the other.
    addresses: Vec<SocketAddr>,
    socket: Option<Socket>,
    /// The number of the last event that was seen.
    pub(crate) seq: u64,
    /// What was refused, other than for the database's sake.
    pub(crate) refused: Vec<Value>,
    /// What was refused since the database did not answer.
    pub(crate) put_off: usize,
    /// The most attempts that it took to be connected again.
    pub(crate) most_attempts: usize,
}

impl Insistent {
    pub(crate) fn new(person: &Person, code: &str, addresses: &[SocketAddr]) -> Insistent {
        Insistent {
            person: person.clone(),
            code: code.to_owned(),
            addresses: addresses.to_vec(),
            socket: None,
            seq: 0,
            refused: Vec::new(),
            put_off: 0,
            most_attempts: 0,
        }
    }

    /// Sends a command until it is done; the number of its event.
    pub(crate) async fn insist(&mut self, mut command: Value) -> u64 {
        let id = fresh_id();
        command["id"] = json!(id);
        loop {
            let Some(answer) = self.socket().await.ask(&id, command.clone()).await else {
                self.lose();
                continue;
            };
            self.seq = self.seq.max(self.socket().await.seq);
            match answer["code"].as_str() {
                None => return answer["seq"].as_u64().unwrap(),
                Some("try_again" | "unknown") => {
                    self.put_off += 1;
                    sleep(PAUSE).await;
                }
                Some(_) => {
                    self.refused.push(answer);
                    return 0;
                }
            }
        }
    }

    /// Plays a turn.
    pub(crate) async fn play(&mut self, number: usize, turn: &str) -> u64 {
        let steps: Vec<&str> = turn.split(',').collect();
        self.insist(json!({ "t": "play", "turn": number, "steps": steps }))
            .await
    }

    /// Waits until the event with this number was seen.
    pub(crate) async fn see(&mut self, seq: u64) {
        while self.seq < seq {
            let received = self.socket().await.receive().await;
            if received.is_none() {
                self.lose();
                continue;
            }
            self.seq = self.seq.max(self.socket().await.seq);
        }
    }

    /// The connection is gone; what it brought is kept.
    fn lose(&mut self) {
        let seq = self.socket.take().map_or(0, |socket| socket.seq);
        self.seq = self.seq.max(seq);
    }

    async fn socket(&mut self) -> &mut Socket {
        if self.socket.is_none() {
            self.socket = Some(self.connect().await);
        }
        self.socket.as_mut().unwrap()
    }

    async fn connect(&mut self) -> Socket {
        for attempt in 1..=MAX_ATTEMPTS {
            let have = Some(self.seq).filter(|&seq| seq > 0);
            let found = self.person.at(self.addresses[0]).try_join(&self.code, have).await;
            self.addresses.rotate_left(1);
            if let Some(socket) = found {
                assert!(socket.seq >= self.seq, "a page never falls back");
                self.most_attempts = self.most_attempts.max(attempt);
                return socket;
            }
            sleep(PAUSE).await;
        }
        panic!("{} cannot come back to the table", self.person.name)
    }
}
