//! Somebody at a table whose connection comes and goes, at whatever node.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::actions::{Chance, choose};
use super::table::World;
use super::view::View;
use crate::common::client::{Person, Socket, fresh_id, hello};
use crate::common::party::Dice;

/// Refusals that a page which knows the rules is never given.
const WRONG: &[&str] = &[
    "malformed",
    "too_large",
    "no_hello",
    "version",
    "no_name",
    "bad_name",
    "name_taken",
    "illegal_step",
    "unfinished",
    "unavailable",
    "unknown",
    "not_found",
    "too_fast",
];
/// How many messages a page waits for when it arrives, which is more than it can have missed.
const GREETING: usize = 1000;

/// How often each kind of message was answered with what: `done`, or the code of a refusal.
pub(super) type Answers = BTreeMap<(String, String), usize>;

/// Adds up answers.
pub(super) fn add(all: &mut Answers, more: Answers) {
    for (what, count) in more {
        *all.entry(what).or_default() += count;
    }
}

pub(super) struct Guest {
    pub(super) person: Person,
    pub(super) code: String,
    pub(super) dice: Dice,
    nodes: [SocketAddr; 2],
    /// The longest pause between two actions, in milliseconds.
    pause: usize,
    socket: Option<Socket>,
    /// What it knew when the connection ended.
    seq: Option<u64>,
    /// The command that was sent last before that, to be sent again.
    unanswered: Option<Value>,
    /// Snapshots and events that it has received.
    news: Vec<Value>,
    /// How often each kind of message was answered how.
    pub(super) answers: Answers,
}

impl Guest {
    pub(super) fn new(person: Person, code: &str, world: &World, dice: Dice) -> Guest {
        Guest {
            person,
            code: code.to_owned(),
            dice,
            nodes: world.nodes,
            pause: world.pause,
            socket: None,
            seq: None,
            unanswered: None,
            news: Vec::new(),
            answers: Answers::new(),
        }
    }

    /// Does something or nothing, and then listens for a while. What it has heard comes back.
    pub(super) async fn live(&mut self, view: &View) -> Vec<Value> {
        match (&self.socket, self.dice.below(100)) {
            (None, 0..40) => self.arrive().await,
            (None, _) => (),
            (Some(_), 0..4) => self.leave(),
            (Some(_), 4..6) => self.send_and_leave(view).await,
            (Some(_), _) => self.act(view).await,
        }
        let until = Instant::now() + Duration::from_millis(self.dice.below(self.pause) as u64);
        self.listen(until).await;
        std::mem::take(&mut self.news)
    }

    async fn act(&mut self, view: &View) {
        if let Some(message) = self.choose(view) {
            self.ask(message).await;
        }
    }

    fn choose(&mut self, view: &View) -> Option<Value> {
        let Guest { person, dice, .. } = self;
        let mut message = choose(&mut Chance { view, person, dice })?;
        message["id"] = json!(fresh_id());
        Some(message)
    }

    /// Sends a command, and waits for its answer.
    async fn ask(&mut self, message: Value) {
        let socket = self.socket.as_mut().unwrap();
        let answer = socket.ask(message["id"].as_str().unwrap(), message.clone()).await;
        let answer = answer.unwrap_or_else(|| panic!("the server closed a socket after {message}"));
        let code = answer["code"].as_str().unwrap_or_default();
        assert!(!WRONG.contains(&code), "{message} was answered {answer}");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let outcome = if code.is_empty() {
            text(&answer["t"])
        } else {
            code.to_owned()
        };
        *self.answers.entry((text(&message["t"]), outcome)).or_default() += 1;
        self.collect();
    }

    /// The connection breaks before the answer arrives.
    async fn send_and_leave(&mut self, view: &View) {
        if let Some(message) = self.choose(view) {
            let is_command = !["preview", "say"].contains(&message["t"].as_str().unwrap());
            self.socket.as_mut().unwrap().send(message.clone()).await;
            self.unanswered = Some(message).filter(|_| is_command);
        }
        self.leave();
    }

    /// The connection is gone without a word.
    pub(super) fn leave(&mut self) {
        self.collect();
        self.seq = self.socket.take().map(|socket| socket.seq);
    }

    /// Comes to either node, mostly with what was seen before, and sends again what was not answered.
    pub(super) async fn arrive(&mut self) {
        let node = self.nodes[self.dice.below(2)];
        let have = self.seq.filter(|_| self.dice.below(5) > 0);
        let mut socket = self.person.at(node).connect(&self.code).await.unwrap();
        socket.seq = have.unwrap_or(0);
        socket.send(hello(have)).await;
        for _ in 0..GREETING {
            let message = socket.receive().await.expect("the connection to last");
            match message["t"].as_str() {
                Some("live") => break,
                Some("snapshot") => self.news.push(message),
                _ => (),
            }
        }
        assert!(Some(socket.seq) >= self.seq, "a page never falls back");
        self.socket = Some(socket);
        self.collect();
        if let Some(message) = self.unanswered.take() {
            self.ask(message).await;
        }
    }

    async fn listen(&mut self, until: Instant) {
        if let Some(socket) = &mut self.socket {
            while let Ok(received) = timeout_at(until, socket.receive()).await {
                received.expect("the connection to last");
            }
            self.collect();
        } else {
            tokio::time::sleep_until(until).await;
        }
    }

    fn collect(&mut self) {
        if let Some(socket) = &mut self.socket {
            self.news.append(&mut socket.events);
        }
    }

    /// What it has heard and nobody has asked for yet.
    pub(super) fn news(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.news)
    }
}
