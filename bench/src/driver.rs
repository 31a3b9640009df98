//! The loop that plays: one thread, all sockets of all tables, frames that were made beforehand.

mod playing;

use std::io::{ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};

use crate::client::{Opened, SEATS, Table};
use crate::fixtures::Fixture;
use crate::played::Played;
use crate::protocol::{self, Received, parse};
use crate::wire::{self, Frame};
use playing::{ANSWERS, FEWEST_ANSWERS, Playing, UNDER_WAY};

/// What is read from a socket at once. Nearly every read is one or two messages of a few hundred bytes.
const READ_BYTES: usize = 64 * 1024;
const EVENTS: usize = 1024;
/// Each socket says this often that it is alive.
const PULSE: Duration = Duration::from_secs(5);
/// A server that says nothing for so long while something is awaited has failed.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long the loop sleeps where nothing is measured.
const PAUSE: Duration = Duration::from_millis(100);

struct Socket {
    stream: TcpStream,
    /// The beginning of a message that is not complete.
    rest: Vec<u8>,
}

/// Tables with their sockets.
pub struct Driver {
    poll: Poll,
    events: Events,
    sockets: Vec<Socket>,
    tables: Vec<Playing>,
    buffer: Vec<u8>,
    started: usize,
    /// How many answers there are to a turn.
    answers: u8,
    /// Turns that are sent and not yet answered by all.
    open: usize,
    last_pulse: Instant,
    played: Played,
}

impl Driver {
    /// Takes over tables that were just opened, and waits until their games have started.
    ///
    /// # Errors
    /// When a connection fails, or a chair is refused.
    pub fn new(opened: Vec<Opened>, games: &'static [Fixture]) -> Result<Driver> {
        let mut driver = Driver {
            poll: Poll::new()?,
            events: Events::with_capacity(EVENTS),
            sockets: Vec::new(),
            tables: Vec::new(),
            buffer: vec![0; READ_BYTES],
            started: 0,
            answers: ANSWERS,
            open: 0,
            last_pulse: Instant::now(),
            played: Played::new(),
        };
        driver.open(opened, games)?;
        Ok(driver)
    }

    /// For a server that sends no event to the player of a turn.
    pub fn with_fewest_answers(mut self) -> Driver {
        self.answers = FEWEST_ANSWERS;
        self
    }

    /// Takes over more tables in the same way.
    ///
    /// # Errors
    /// As in [`Driver::new`].
    pub fn open(&mut self, opened: Vec<Opened>, games: &'static [Fixture]) -> Result<()> {
        for opened in opened {
            self.add(opened, games)?;
        }
        self.run_until(PAUSE, |driver| driver.started == driver.tables.len())
    }

    fn add(&mut self, opened: Opened, games: &'static [Fixture]) -> Result<()> {
        let game = &games[self.tables.len() % games.len()];
        self.tables.push(Playing::new(opened.table, game));
        for socket in opened.sockets {
            socket.set_nonblocking(true)?;
            let mut stream = TcpStream::from_std(socket);
            let token = Token(self.sockets.len());
            self.poll
                .registry()
                .register(&mut stream, token, Interest::READABLE)?;
            self.sockets.push(Socket {
                stream,
                rest: Vec::new(),
            });
        }
        Ok(())
    }

    /// The tables, in the order of their games.
    pub fn tables(&self) -> Vec<Table> {
        self.tables.iter().map(|playing| playing.table.clone()).collect()
    }

    /// Plays every table up to a turn, or to the end of its game: the seat to move plays as soon as it has seen the turn
    /// before. Returns when all turns are done and seen.
    ///
    /// # Errors
    /// When the server refuses a turn or goes away.
    pub fn closed_loop(&mut self, goal: usize) -> Result<Played> {
        self.closed_loop_to(|_, game| goal.min(game.frames.len()))
    }

    /// Plays every table up to so many turns before the end of its game.
    ///
    /// # Errors
    /// As above.
    pub fn closed_loop_before_end(&mut self, turns: usize) -> Result<Played> {
        self.closed_loop_to(|_, game| game.frames.len() - turns)
    }

    /// Plays every table up to another turn near the end of its game, so that games end one after the other from then on.
    ///
    /// # Errors
    /// As above.
    pub fn closed_loop_to_different_turns(&mut self, last: usize) -> Result<Played> {
        self.closed_loop_to(|table, game| game.frames.len() - 1 - table % last)
    }

    /// For a server that knows no rules: the game is played from the beginning again, so many times.
    ///
    /// # Errors
    /// As above.
    pub fn closed_loop_again(&mut self, times: usize) -> Result<Played> {
        self.closed_loop_to(|_, game| game.frames.len() * times)
    }

    fn closed_loop_to(&mut self, goal: impl Fn(usize, &Fixture) -> usize) -> Result<Played> {
        self.played = Played::new();
        let begun = Instant::now();
        let mut total = 0;
        for index in 0..self.tables.len() {
            let playing = &mut self.tables[index];
            playing.goal = goal(index, playing.game);
            total += playing.goal.saturating_sub(playing.next) as u64;
            if playing.next < playing.goal {
                self.play(index, Instant::now())?;
            }
        }
        self.run_until(Duration::ZERO, |driver| {
            driver.open == 0 && driver.played.turns >= total
        })?;
        Ok(self.played_since(begun))
    }

    /// Plays at a fixed rate for some time, one table after the other. A table whose last turn is not seen by
    /// all is passed over, and one whose game is over; if there is no other, the turn is late. Latencies count from the moment it was due.
    ///
    /// # Errors
    /// When the server refuses a turn or goes away, or a game is too short.
    pub fn open_loop(&mut self, per_second: u32, time: Duration) -> Result<Played> {
        self.played = Played::new();
        self.tables.iter_mut().for_each(|playing| playing.goal = 0);
        let begun = Instant::now();
        let total = (f64::from(per_second) * time.as_secs_f64()) as usize;
        let left = |playing: &Playing| playing.game.frames.len().saturating_sub(playing.next);
        ensure!(
            self.tables.iter().map(left).sum::<usize>() >= total,
            "the games are too short for this: take more tables"
        );
        let (mut sent, mut cursor) = (0, 0);
        while sent < total {
            let due = begun + Duration::from_secs_f64(sent as f64 / f64::from(per_second));
            if Instant::now() >= due
                && let Some(table) = self.ready(&mut cursor)
            {
                self.play(table, due)?;
                sent += 1;
            }
            self.turn_once(Duration::ZERO)?;
        }
        self.run_until(Duration::ZERO, |driver| driver.open == 0)?;
        Ok(self.played_since(begun))
    }

    fn played_since(&mut self, begun: Instant) -> Played {
        let mut played = std::mem::replace(&mut self.played, Played::new());
        played.elapsed = begun.elapsed();
        played
    }

    /// The next table, in turn, where the last turn was seen by all; `cursor` remembers where to go on.
    fn ready(&self, cursor: &mut usize) -> Option<usize> {
        let count = self.tables.len();
        let found = (*cursor..*cursor + count).find(|&index| self.tables[index % count].is_ready())?;
        *cursor = found % count + 1;
        Some(found % count)
    }

    /// Lets time pass; only says that the connections are alive.
    ///
    /// # Errors
    /// When a connection breaks.
    pub fn idle(&mut self, time: Duration) -> Result<()> {
        let end = Instant::now() + time;
        while Instant::now() < end {
            self.turn_once(PAUSE)?;
        }
        Ok(())
    }

    /// Handles what comes until the goal is reached. With no time to `wait` the loop never sleeps: waking a thread is dear,
    /// and it is the server that would pay for it with each message.
    fn run_until(&mut self, wait: Duration, reached: impl Fn(&Driver) -> bool) -> Result<()> {
        let mut heard = Instant::now();
        while !reached(self) {
            if self.turn_once(wait)? {
                heard = Instant::now();
            }
            ensure!(
                heard.elapsed() < PATIENCE,
                "the server has not answered for {PATIENCE:?}"
            );
        }
        Ok(())
    }

    /// Waits for something to read, and handles it. Says whether there was something.
    fn turn_once(&mut self, wait: Duration) -> Result<bool> {
        let mut events = std::mem::replace(&mut self.events, Events::with_capacity(0));
        let begun = Instant::now();
        match self.poll.poll(&mut events, Some(wait)) {
            Err(error) if error.kind() == ErrorKind::Interrupted => (),
            polled => polled?,
        }
        if events.is_empty() {
            self.played.spare += begun.elapsed();
        }
        for event in &events {
            self.read(event.token().0)?;
        }
        let something = !events.is_empty();
        self.events = events;
        self.pulse()?;
        Ok(something)
    }

    fn pulse(&mut self) -> Result<()> {
        if self.last_pulse.elapsed() > PULSE {
            self.last_pulse = Instant::now();
            let ping = wire::text(protocol::PING);
            (0..self.sockets.len()).try_for_each(|index| self.send(index, &ping))?;
        }
        Ok(())
    }

    /// Reads what a socket has. A read that does not fill the buffer has emptied the socket: more makes a new event.
    fn read(&mut self, index: usize) -> Result<()> {
        loop {
            let mut buffer = std::mem::take(&mut self.buffer);
            let kept = std::mem::take(&mut self.sockets[index].rest);
            if kept.len() + READ_BYTES > buffer.len() {
                buffer.resize(kept.len() + READ_BYTES, 0);
            }
            buffer[..kept.len()].copy_from_slice(&kept);
            let outcome = self.sockets[index].stream.read(&mut buffer[kept.len()..]);
            let (count, room) = match outcome {
                Ok(0) => bail!("the server ended a connection"),
                Ok(count) => (count, buffer.len() - kept.len()),
                Err(error) if error.kind() == ErrorKind::WouldBlock => (0, 1),
                Err(error) => return Err(error).context("reading from the server"),
            };
            let read = &buffer[..kept.len() + count];
            let used = self.frames(index, read)?;
            self.sockets[index].rest = read[used..].to_vec();
            self.buffer = buffer;
            if count < room {
                return Ok(());
            }
        }
    }

    /// Handles the complete frames of what was read; says how many bytes they take.
    fn frames(&mut self, index: usize, read: &[u8]) -> Result<usize> {
        let now = Instant::now();
        let mut used = 0;
        while let Some(Frame { opcode, payload }) = wire::frame(&read[used..]) {
            let message = &read[used..][payload.clone()];
            used += payload.end;
            match opcode {
                wire::TEXT => self.message(index, message, now)?,
                wire::CLOSE => bail!("the server closed a socket: {}", String::from_utf8_lossy(message)),
                _ => (),
            }
        }
        Ok(used)
    }

    fn message(&mut self, index: usize, message: &[u8], now: Instant) -> Result<()> {
        let (table, chair) = (index / SEATS, index % SEATS);
        match parse(message) {
            Received::Event { seq, starts: true } => self.start(table, seq),
            Received::Event { seq, .. } => self.event(table, chair, seq, message.len(), now)?,
            Received::Done { seq } => {
                if let Some(turn) = self.tables[table].turn(seq) {
                    self.played.turns += 1;
                    let micros = now
                        .saturating_duration_since(self.tables[table].due(turn))
                        .as_micros();
                    self.played.done.saturating_record(micros as u64);
                    self.played.times.push((self.tables[table].due(turn), now));
                    self.answered(table, turn);
                }
            }
            Received::Refused(message) => bail!("the server refused: {}", String::from_utf8_lossy(message)),
            Received::Welcome(_) | Received::Snapshot { .. } | Received::Other => (),
        }
        Ok(())
    }

    fn start(&mut self, table: usize, seq: u64) {
        if self.tables[table].first.replace(seq).is_none() {
            self.started += 1;
        }
    }

    fn event(&mut self, table: usize, chair: usize, seq: u64, bytes: usize, now: Instant) -> Result<()> {
        let playing = &self.tables[table];
        let Some(turn) = playing.turn(seq) else {
            return Ok(());
        };
        self.played.event_bytes += bytes as u64;
        if chair != turn % SEATS {
            let micros = now.saturating_duration_since(playing.due(turn)).as_micros();
            self.played.seen.saturating_record(micros as u64);
        }
        let next = turn + 1;
        let goes_on = playing.next == next && next < playing.goal && chair == next % SEATS;
        self.answered(table, turn);
        if goes_on {
            self.play(table, now)?;
        }
        Ok(())
    }

    fn answered(&mut self, table: usize, turn: usize) {
        let missing = &mut self.tables[table].missing[turn % UNDER_WAY];
        *missing -= 1;
        if *missing == 0 {
            self.open -= 1;
        }
    }

    /// Sends the next turn of a table.
    fn play(&mut self, table: usize, due: Instant) -> Result<()> {
        let playing = &mut self.tables[table];
        let turn = playing.next;
        ensure!(
            playing.missing[turn % UNDER_WAY] == 0,
            "the server does not keep up"
        );
        playing.next += 1;
        playing.due[turn % UNDER_WAY] = due;
        playing.missing[turn % UNDER_WAY] = self.answers;
        let game = playing.game;
        self.open += 1;
        self.send(
            table * SEATS + turn % SEATS,
            &game.frames[turn % game.frames.len()],
        )
    }

    fn send(&mut self, index: usize, frame: &[u8]) -> Result<()> {
        let mut left = frame;
        while !left.is_empty() {
            match self.sockets[index].stream.write(left) {
                Ok(count) => left = &left[count..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => std::hint::spin_loop(),
                Err(error) => return Err(error).context("sending to the server"),
            }
        }
        Ok(())
    }
}
