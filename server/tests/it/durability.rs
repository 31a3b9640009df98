//! `kill -9` at any moment loses no turn that a player was shown.
//!
//! Random games are played on the real binary, which is killed again and again while many commands are under way.
//! After each restart every table is compared with what its players saw, and the commands without an answer are sent
//! again. In the end all games are verified against their records.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use thicket_rules::{AnyGame, GameKind, Seat};
use thicket_server::ids::TableId;
use tokio::process::Command;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::common::base::{Base, both};
use super::common::client::{BEFORE_AGAIN, Person, Socket, TIMEOUT, fresh_id};
use super::common::party::Dice;
use super::common::process::Process;

/// How often the server is killed, in every run.
const KILLS: usize = 14;
/// And with `--ignored`.
const MANY_KILLS: usize = 100;
/// Tables that are played at a time.
const AT_ONCE: usize = 28;
/// Tables with a command under way when the server is killed: few enough for a server that is quicker than its players.
const UNDER_WAY: usize = 8;
/// Turns, of all tables together, before the next kill may come; at most twice as many.
const TURNS: usize = 100;
/// Tables that are started before the first kill, for each kill: enough for all of them, since a start takes a countdown.
const TABLES_OF_KILL: usize = 3;

/// A table, what its players have seen of it, and the command that waits for its answer.
struct Seen {
    code: String,
    people: Vec<Person>,
    /// The game by the events that were seen.
    game: Box<dyn AnyGame>,
    /// Every event that any of the players saw, as it was sent.
    events: BTreeMap<u64, Value>,
    /// The command that has no answer yet: the player's place, its id and its message.
    open: Option<(usize, String, Value)>,
    /// Commands that were answered `done`: their ids and event numbers.
    done: Vec<(String, u64)>,
    dice: Dice,
}

/// How far a round has come.
#[derive(Default)]
struct Meter {
    /// Commands without an answer.
    under_way: AtomicUsize,
    /// Commands with one.
    answered: AtomicUsize,
}

/// The connection ended: the server was killed.
struct Killed;

impl Seen {
    /// Friends sit down at a table; the game begins by itself.
    async fn seated(server: SocketAddr, number: usize) -> (Seen, Vec<Socket>) {
        let seats = [4, 3, 4, 2][number % 4];
        let mut people = Vec::new();
        for name in ["Ann", "Ben", "Cem", "Dee"].iter().take(seats.into()) {
            people.push(Person::named(server, name).await);
        }
        let code = people[0].create(seats, "seated", number.is_multiple_of(2)).await;
        let mut sockets = vec![people[0].join(&code).await];
        for chair in 1..seats {
            let person = &people[usize::from(chair)];
            let mut socket = person.join(&code).await;
            socket.sit(person, chair).await;
            sockets.push(socket);
        }
        let game = GameKind::Bushwhacked.start(seats, "").unwrap();
        let dice = Dice(number as u64);
        (
            Seen {
                code,
                people,
                game,
                events: BTreeMap::new(),
                open: None,
                done: Vec::new(),
                dice,
            },
            sockets,
        )
    }

    fn is_over(&self) -> bool {
        self.game.status().to_move().is_none()
    }

    fn last(&self) -> u64 {
        self.events.last_key_value().map_or(0, |(&seq, _)| seq)
    }

    /// Adds the events that a socket has received, which must be the same for all.
    fn note(&mut self, socket: &mut Socket) {
        for message in socket.events.drain(..) {
            let seq = message["seq"].as_u64().unwrap();
            match self.events.get(&seq) {
                Some(known) => assert_eq!(known, &message, "two players saw different events {seq}"),
                None => {
                    assert_eq!(seq, self.last() + 1, "an event is missing at {}", self.code);
                    let text = message["event"]["ply"]["text"].as_str().unwrap_or_default();
                    self.follow(text);
                    self.events.insert(seq, message);
                }
            }
        }
    }

    fn follow(&mut self, ply: &str) {
        match ply.strip_prefix("drop:") {
            Some(seat) => self.game.drop_seat(seat.parse().unwrap()).unwrap(),
            None => ply.split(',').filter(|step| !step.is_empty()).for_each(|step| {
                self.game.play(step).unwrap();
            }),
        }
    }

    /// The server has another address now.
    fn move_to(&mut self, server: SocketAddr) {
        self.people = self.people.iter().map(|person| person.at(server)).collect();
    }

    /// Opens a new socket for each player. The first one asks for all events, to be compared; the others for those
    /// that nobody has seen.
    async fn join(&mut self) -> Result<Vec<Socket>, Killed> {
        let mut sockets = Vec::new();
        for (place, person) in self.people.clone().iter().enumerate() {
            let have = if place == 0 { 0 } else { self.last() };
            let mut socket = person.try_join(&self.code, Some(have)).await.ok_or(Killed)?;
            assert!(
                socket.seq >= self.last(),
                "{} has lost events that were seen",
                self.code
            );
            self.note(&mut socket);
            sockets.push(socket);
        }
        Ok(sockets)
    }

    /// The next command: mostly a turn, sometimes somebody leaves.
    fn command(&mut self) -> (usize, String, Value) {
        let to_move = self
            .game
            .status()
            .to_move()
            .map(Seat::index)
            .expect("a game that goes on");
        let command = if self.dice.below(120) == 0 {
            json!({ "t": "resign" })
        } else {
            let turn = self.dice.turn(self.game.as_ref());
            let steps: Vec<&str> = turn.split(',').collect();
            json!({ "t": "play", "turn": self.game.ply_count(), "steps": steps })
        };
        (to_move, fresh_id(), command)
    }

    /// Sends the open command (again), and waits for its answer and its event.
    async fn send(&mut self, sockets: &mut [Socket], meter: &Meter) -> Result<(), Killed> {
        let (place, id, mut command) = self.open.clone().expect("a command");
        command["id"] = json!(id);
        let socket = &mut sockets[place];
        meter.under_way.fetch_add(1, Ordering::SeqCst);
        let answer = loop {
            let answer = socket.ask(&id, command.clone()).await;
            self.note(socket);
            let answer = answer.ok_or(Killed)?;
            if answer["code"] != "try_again" {
                break answer;
            }
            // The disk is busy.
            sleep(BEFORE_AGAIN).await;
        };
        meter.under_way.fetch_sub(1, Ordering::SeqCst);
        meter.answered.fetch_add(1, Ordering::SeqCst);
        assert_eq!(answer["t"], "done", "at {}: {answer}", self.code);
        let seq = answer["seq"].as_u64().unwrap();
        self.open = None;
        self.done.push((id, seq));
        while socket.seq < seq {
            socket.receive().await.ok_or(Killed)?;
        }
        self.note(socket);
        Ok(())
    }

    /// Plays until the game is over, or the server is killed.
    async fn play(&mut self, sockets: Option<Vec<Socket>>, meter: &Meter) -> Result<(), Killed> {
        let mut sockets = match sockets {
            Some(sockets) => sockets,
            None => self.join().await?,
        };
        let played = self.play_on(&mut sockets, meter).await;
        if played.is_err() {
            self.receive_the_rest(&mut sockets).await;
        }
        played
    }

    async fn play_on(&mut self, sockets: &mut [Socket], meter: &Meter) -> Result<(), Killed> {
        while self.open.is_some() || !self.is_over() {
            if self.open.is_none() {
                self.open = Some(self.command());
            }
            self.send(sockets, meter).await?;
        }
        Ok(())
    }

    /// What a killed server had sent counts as seen, although it is read only now.
    async fn receive_the_rest(&mut self, sockets: &mut [Socket]) {
        for socket in sockets {
            while socket.receive().await.is_some() {}
            self.note(socket);
        }
    }

    /// The log holds what was seen, and each command once.
    async fn compare(&self, base: &Base) {
        let store = base.open().await;
        let row = store
            .table_by_code(&self.code.parse().unwrap())
            .await
            .unwrap()
            .unwrap();
        let log = store.events(row.id).await.unwrap();
        assert!(
            log.len() as u64 >= self.last(),
            "{}: events that were seen are lost",
            self.code
        );
        for (id, seq) in &self.done {
            let found: Vec<i64> = log
                .iter()
                .filter(|event| event.command.is_some_and(|c| c.to_string() == *id))
                .map(|e| e.seq.0 as i64)
                .collect();
            assert_eq!(found, [*seq as i64], "{}: command {id}", self.code);
        }
        if self.is_over() {
            self.compare_record(&store, row.id).await;
        }
        store.close().await;
    }

    async fn compare_record(&self, store: &thicket_server::store::Store, table: TableId) {
        let record = store
            .records()
            .record(table)
            .await
            .unwrap()
            .expect("a record of a game whose end was seen");
        let turns: Vec<String> = record.turns.into_iter().map(|turn| turn.text).collect();
        assert_eq!(turns, self.game.plies(), "{}", self.code);
    }
}

/// Plays some tables at once until enough commands are under way, and kills the server in their midst.
async fn round(process: Process, tables: &mut Vec<Seen>, first: Option<Vec<Vec<Socket>>>, dice: &mut Dice) {
    let meter = Arc::new(Meter::default());
    let mut first = first.map(Vec::into_iter);
    let mut playing = JoinSet::new();
    for mut table in tables.drain(..) {
        table.move_to(process.address);
        let (sockets, meter) = (first.as_mut().and_then(Iterator::next), Arc::clone(&meter));
        playing.spawn(async move {
            // It ends with the game or with the server; the table shows which.
            let _ = table.play(sockets, &meter).await;
            table
        });
    }
    let turns = TURNS + dice.below(TURNS);
    let enough = async {
        while meter.answered.load(Ordering::SeqCst) < turns
            || meter.under_way.load(Ordering::SeqCst) < UNDER_WAY
        {
            tokio::task::yield_now().await;
        }
    };
    timeout(TIMEOUT, enough)
        .await
        .expect("many commands under way at once");
    process.kill().await;
    while let Some(table) = playing.join_next().await {
        tables.push(table.unwrap());
    }
}

/// All tables, with their games started.
async fn begin(server: SocketAddr, tables: usize) -> Vec<(Seen, Vec<Socket>)> {
    let mut seating = JoinSet::new();
    let few = Arc::new(Semaphore::new(16));
    for number in 0..tables {
        let few = Arc::clone(&few);
        seating.spawn(async move {
            let place = few.acquire().await.unwrap();
            let (mut table, mut sockets) = Seen::seated(server, number).await;
            drop(place);
            for socket in &mut sockets {
                socket.until_event("started").await;
            }
            // Players saw only what happened after they had come: one more socket receives all of it.
            let mut all = table.people[0].join_having(&table.code, Some(0)).await;
            table.note(&mut all);
            sockets.iter_mut().for_each(|socket| table.note(socket));
            (table, sockets)
        });
    }
    seating.join_all().await
}

async fn verify(base: &Base) {
    let verified = Command::new(env!("CARGO_BIN_EXE_thicket"))
        .args(["verify", "--database-url", &base.url])
        .output()
        .await
        .unwrap();
    assert!(
        verified.status.success(),
        "{}",
        String::from_utf8_lossy(&verified.stdout)
    );
}

both! {
    async fn a_killed_server_loses_nothing_that_was_seen(base: Base) {
        is_killed(base, KILLS).await;
    }
}

#[tokio::test]
#[ignore = "takes minutes"]
async fn a_hundred_kills_lose_nothing_that_was_seen() {
    is_killed(Base::sqlite(), MANY_KILLS).await;
    is_killed(Base::postgres().await, MANY_KILLS).await;
}

async fn is_killed(base: Base, kills: usize) {
    let mut process = Process::start(&base).await;
    let mut waiting = begin(process.address, AT_ONCE + kills * TABLES_OF_KILL).await;
    let (mut tables, mut ended, mut dice) = (Vec::new(), Vec::new(), Dice(1));
    for kill in 0..kills {
        let fresh = waiting.split_off(waiting.len().saturating_sub(AT_ONCE - tables.len()));
        // Only before the first kill are there sockets that are still open.
        let (more, sockets): (Vec<Seen>, Vec<Vec<Socket>>) = fresh.into_iter().unzip();
        tables.extend(more);
        assert!(
            tables.len() >= AT_ONCE - 4,
            "the tables have run out after {kill} kills"
        );
        round(process, &mut tables, (kill == 0).then_some(sockets), &mut dice).await;
        let (over, on): (Vec<Seen>, Vec<Seen>) = tables.into_iter().partition(Seen::is_over);
        for table in &over {
            table.compare(&base).await;
        }
        tables = on;
        ended.extend(over);
        process = Process::start(&base).await;
    }
    for table in &mut tables {
        table.move_to(process.address);
        assert!(table.join().await.is_ok());
        table.compare(&base).await;
    }
    process.kill().await;
    let commands: usize = tables.iter().chain(&ended).map(|table| table.done.len()).sum();
    println!(
        "{kills} kills, {commands} commands answered, {} games ended",
        ended.len()
    );
    assert!(
        ended.len() >= kills / 4,
        "too few games have ended to say anything of records: {}",
        ended.len()
    );
    verify(&base).await;
}
