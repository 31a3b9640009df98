//! Games that go on through whatever happens to a server: connections are opened again, turns are sent again under their ids,
//! and each turn that was acknowledged has to be there when the next one is played.

use std::io::{BufRead, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::client::{SEATS, Server, Table, until};
use crate::fixtures::{Fixture, Games};
use crate::protocol::{Received, is_temporary, parse};
use crate::wire;

/// A server that says nothing for so long is given up, and connected to again.
const SILENCE: Duration = Duration::from_secs(2);
/// Between two attempts to connect.
const RETRY: Duration = Duration::from_millis(100);
/// Without a turn for so long a table has failed.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two turns of a table. The tables that are opened in a minute stay below a server's limit for one address.
const PACE: Duration = Duration::from_millis(200);

/// What the tables have done since they were last asked.
#[derive(Debug, Default)]
struct Tally {
    turns: u64,
    connections: u64,
    longest: Duration,
}

/// A player's socket.
struct Socket {
    stream: TcpStream,
    /// What was read and not yet looked at.
    read: Vec<u8>,
    /// The number of the last event that came by it.
    seq: u64,
}

/// One game: the table, and what its players know of it.
struct Endured<'a> {
    server: Server,
    table: Table,
    sockets: Vec<Option<Socket>>,
    /// The number of the last event that everybody knows of.
    seq: u64,
    tally: &'a Mutex<Tally>,
    /// When the last turn was acknowledged.
    since: Instant,
}

/// Plays at some tables until standard input ends. For each line that comes there, every table plays a turn more, and then the
/// turns, the connections and the longest time that a turn took since the last line are printed.
///
/// # Errors
/// When a turn that was acknowledged is missing, a turn is refused, or a table stands still for a minute.
pub fn run(server: Server, tables: usize) -> Result<()> {
    let stop = AtomicBool::new(false);
    let tallies: Vec<Mutex<Tally>> = (0..tables).map(|_| Mutex::default()).collect();
    thread::scope(|scope| {
        let playing: Vec<_> = tallies
            .iter()
            .enumerate()
            .map(|(index, tally)| {
                scope.spawn({
                    let stop = &stop;
                    move || play_on(server, index, tally, stop)
                })
            })
            .collect();
        let mut result = Ok(());
        for line in std::io::stdin().lock().lines() {
            result = line.map_err(Into::into).and_then(|_| report(&tallies, &playing));
            if result.is_err() {
                break;
            }
        }
        stop.store(true, Ordering::Relaxed);
        for table in playing {
            table.join().expect("a thread that ends")?;
        }
        result
    })
}

fn report(tallies: &[Mutex<Tally>], playing: &[thread::ScopedJoinHandle<'_, Result<()>>]) -> Result<()> {
    let turns = |tally: &Mutex<Tally>| lock(tally).turns;
    let before: Vec<u64> = tallies.iter().map(turns).collect();
    // The turn under way counts from before the question: the one after it shows that the game goes on.
    while tallies
        .iter()
        .zip(&before)
        .any(|(tally, &before)| turns(tally) < before + 2)
    {
        ensure!(
            !playing.iter().any(thread::ScopedJoinHandle::is_finished),
            "a table has failed"
        );
        thread::sleep(RETRY);
    }
    let taken: Vec<Tally> = tallies
        .iter()
        .map(|tally| std::mem::take(&mut *lock(tally)))
        .collect();
    let turns: u64 = taken.iter().map(|tally| tally.turns).sum();
    let connections: u64 = taken.iter().map(|tally| tally.connections).sum();
    let longest = taken.iter().map(|tally| tally.longest).max().unwrap_or_default();
    println!(
        "{turns} turns, {connections} connections, longest {:.1} s",
        longest.as_secs_f64()
    );
    std::io::stdout().flush()?;
    Ok(())
}

fn lock(tally: &Mutex<Tally>) -> std::sync::MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One game after the other, by the same players: a server limits how many come from one address.
fn play_on(server: Server, index: usize, tally: &Mutex<Tally>, stop: &AtomicBool) -> Result<()> {
    let games = Games::Whole.all();
    let cookies = patiently(Instant::now(), || server.give_names())?;
    for round in index.. {
        let mut game = patiently(Instant::now(), || Endured::begin(server, cookies.clone(), tally))?;
        if !game.play(&games[round % games.len()], stop)? {
            break;
        }
    }
    Ok(())
}

/// Tries until it works.
fn patiently<T>(since: Instant, mut attempt: impl FnMut() -> Result<T>) -> Result<T> {
    loop {
        match attempt() {
            Ok(done) => return Ok(done),
            Err(error) => ensure!(since.elapsed() < PATIENCE, "nothing for {PATIENCE:?}: {error:#}"),
        }
        thread::sleep(RETRY);
    }
}

impl Endured<'_> {
    fn begin(server: Server, cookies: [String; SEATS], tally: &Mutex<Tally>) -> Result<Endured<'_>> {
        let opened = server.open_table_of(cookies)?;
        let mut sockets = opened.sockets;
        let is_start = |message: &[u8]| matches!(parse(message), Received::Event { starts: true, .. });
        sockets[0].set_read_timeout(Some(PATIENCE / 6))?;
        let started = until(&mut sockets[0], is_start)?;
        let Received::Event { seq, .. } = parse(&started) else {
            bail!("no start")
        };
        Ok(Endured {
            server,
            table: opened.table,
            sockets: (0..SEATS).map(|_| None).collect(),
            seq,
            tally,
            since: Instant::now(),
        })
    }

    /// Plays a whole game; false if it was told to stop.
    fn play(&mut self, game: &Fixture, stop: &AtomicBool) -> Result<bool> {
        for (turn, frame) in game.frames.iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            self.since = Instant::now();
            let seq = self.turn(turn % SEATS, frame)?;
            let expected = self.seq + 1;
            let code = &self.table.code;
            ensure!(
                seq == expected,
                "table {code}: turn {turn} is event {seq} instead of {expected}"
            );
            self.seq = seq;
            for seat in 0..SEATS {
                self.see(seat)?;
            }
            let mut tally = lock(self.tally);
            tally.turns += 1;
            tally.longest = tally.longest.max(self.since.elapsed());
            drop(tally);
            thread::sleep(PACE);
        }
        Ok(true)
    }

    /// Sends a turn, over new connections if need be, until it is acknowledged with its number.
    fn turn(&mut self, seat: usize, frame: &[u8]) -> Result<u64> {
        patiently(self.since, || {
            let answer = self.with_socket(seat, |socket| {
                socket.stream.write_all(frame)?;
                socket.answer()
            })?;
            match parse(&answer) {
                Received::Done { seq } => Ok(Ok(seq)),
                Received::Refused(message) if is_temporary(message) => bail!("refused for the moment"),
                _ => Ok(Err(String::from_utf8_lossy(&answer).into_owned())),
            }
        })?
        .map_err(|refusal| anyhow::anyhow!("table {}: {refusal}", self.table.code))
    }

    /// Waits until a player has seen the last event, over a new connection if need be.
    fn see(&mut self, seat: usize) -> Result<()> {
        let seq = self.seq;
        patiently(self.since, || {
            self.with_socket(seat, |socket| {
                while socket.seq < seq {
                    socket.next()?;
                }
                Ok(())
            })
        })
    }

    /// Does something with a player's socket, which is opened first if there is none, and given up if that fails.
    fn with_socket<T>(&mut self, seat: usize, act: impl FnOnce(&mut Socket) -> Result<T>) -> Result<T> {
        let mut socket = match self.sockets[seat].take() {
            Some(socket) => socket,
            None => {
                lock(self.tally).connections += 1;
                let stream = self.server.connect_within(&self.table, seat, SILENCE);
                Socket {
                    stream: stream.context("connecting")?,
                    read: Vec::new(),
                    seq: 0,
                }
            }
        };
        let done = act(&mut socket)?;
        self.sockets[seat] = Some(socket);
        Ok(done)
    }
}

impl Socket {
    /// The answer to what was sent last.
    fn answer(&mut self) -> Result<Vec<u8>> {
        loop {
            let message = self.next()?;
            if matches!(parse(&message), Received::Done { .. } | Received::Refused(_)) {
                return Ok(message);
            }
        }
    }

    /// The next message. No event may be missing before it.
    fn next(&mut self) -> Result<Vec<u8>> {
        let mut part = [0; 16 * 1024];
        loop {
            while let Some(frame) = wire::frame(&self.read) {
                let message = self.read[frame.payload.clone()].to_vec();
                self.read.drain(..frame.payload.end);
                if frame.opcode == wire::TEXT {
                    self.count(&message)?;
                    return Ok(message);
                }
            }
            let count = self.stream.read(&mut part)?;
            ensure!(count > 0, "the server ended the connection");
            self.read.extend_from_slice(&part[..count]);
        }
    }

    fn count(&mut self, message: &[u8]) -> Result<()> {
        match parse(message) {
            Received::Snapshot { seq } => self.seq = seq,
            Received::Event { seq, .. } => {
                ensure!(seq == self.seq + 1, "event {seq} follows event {}", self.seq);
                self.seq = seq;
            }
            _ => (),
        }
        Ok(())
    }
}
