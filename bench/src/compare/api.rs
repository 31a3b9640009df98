//! What a turn costs that a program sends over HTTP, next to one by a socket; what it costs a bot with many tables; and the memory of
//! open streams.

use std::time::{Duration, Instant};
use std::{iter, thread};

use anyhow::{Context, Result};

use super::Bench;
use crate::client::{SEATS, Server};
use crate::driver::Driver;
use crate::fixtures::Games;
use crate::program::Program;
use crate::server::Process;

/// Tables whose players have one each.
const FEW: usize = 100;
/// Tables of a bot.
const MANY: usize = 1000;
/// Turns a second, one table after the other.
const RATE: u32 = 200;
const STREAMS: usize = 1000;
/// How long a table may take to begin.
const PATIENCE: Duration = Duration::from_secs(120);
/// Changes are told within this time, and what was opened has come to rest.
const REST: Duration = Duration::from_secs(2);

pub(super) fn measure(bench: &Bench) -> Result<()> {
    println!(
        "tables of four, {RATE} turns/s for {} s: CPU time a turn",
        bench.options.seconds
    );
    for round in 1..=bench.options.rounds {
        let sockets = by_sockets(bench, round)?;
        let one = by_requests(bench, &format!("api-one-{round}"), FEW, 1)?;
        let many = by_requests(bench, &format!("api-many-{round}"), MANY, MANY)?;
        let ratio = |of: Duration, to: Duration| of.as_secs_f64() / to.as_secs_f64();
        println!(
            "round {round}: {} us by sockets, {} us by requests ({:.2}); {} us of players with {MANY} tables each ({:.2} of one each)",
            sockets.as_micros(),
            one.as_micros(),
            ratio(one, sockets),
            many.as_micros(),
            ratio(many, one),
        );
    }
    streams(bench)
}

fn by_sockets(bench: &Bench, round: usize) -> Result<Duration> {
    let process = bench.start(&bench.thicket(&format!("api-sockets-{round}")))?;
    let opened = Server::at(process.address)?.open_tables_of(FEW, 1)?;
    let mut driver = Driver::new(opened, Games::Whole.all())?;
    driver.closed_loop(SEATS)?;
    let before = process.cpu()?;
    let played = driver.open_loop(RATE, Duration::from_secs(bench.options.seconds))?;
    let cpu = process.cpu()? - before;
    drop(driver);
    process.stop()?;
    Ok(cpu / u32::try_from(played.turns)?.max(1))
}

/// Turns by requests at tables whose players have so many of them each, and follow all in one stream.
fn by_requests(bench: &Bench, name: &str, count: usize, each: usize) -> Result<Duration> {
    let process = bench.start(&bench.thicket(name))?;
    let mut tables = open(&process, count, each)?;
    let total = RATE as usize * usize::try_from(bench.options.seconds)?;
    let (games, mut sent) = (turns(), 0);
    let play = |tables: &mut Tables, turn: usize, table: usize| {
        let steps = games[table % games.len()].get(turn).context("a longer game")?;
        let players = &mut tables.players[table / each];
        players[turn % SEATS].play(&tables.codes[table], turn, steps)
    };
    for turn in 0..SEATS {
        (0..count).try_for_each(|table| play(&mut tables, turn, table))?;
    }
    thread::sleep(REST);
    let (before, begun) = (process.cpu()?, Instant::now());
    while sent < total {
        let due = begun + Duration::from_secs_f64(sent as f64 / f64::from(RATE));
        thread::sleep(due.saturating_duration_since(Instant::now()));
        play(&mut tables, SEATS + sent / count, sent % count)?;
        sent += 1;
    }
    let cpu = process.cpu()? - before;
    process.stop()?;
    Ok(cpu / u32::try_from(sent)?.max(1))
}

fn streams(bench: &Bench) -> Result<()> {
    let process = bench.start(&bench.thicket("api-streams"))?;
    let tables = open(&process, FEW, FEW)?;
    let own = &tables.players[0][0];
    for (what, paths) in [
        ("/api/stream", vec!["/api/stream".to_owned()]),
        (
            "the events of a table",
            tables
                .codes
                .iter()
                .map(|code| format!("/api/tables/{code}/events?after=4"))
                .collect(),
        ),
    ] {
        thread::sleep(REST);
        let before = process.memory()?;
        iter::repeat_n(paths, STREAMS)
            .flatten()
            .take(STREAMS)
            .try_for_each(|path| own.follow(&path))?;
        thread::sleep(REST);
        let grown = process.memory()?.saturating_sub(before);
        println!(
            "{STREAMS} streams of {what}: {:.1} KiB each",
            grown as f64 / STREAMS as f64
        );
    }
    process.stop()
}

/// Tables whose games have begun, with their players: four for each group of tables.
struct Tables {
    codes: Vec<String>,
    players: Vec<[Program; SEATS]>,
}

fn open(process: &Process, count: usize, each: usize) -> Result<Tables> {
    let mut tables = Tables {
        codes: Vec::new(),
        players: Vec::new(),
    };
    for group in 0..count / each {
        let mut players = Vec::new();
        for chair in 0..SEATS {
            let program = Program::sign_up(process.address, &format!("Program{group}x{chair}"))?;
            program.follow("/api/stream")?;
            players.push(program);
        }
        let mut players: [Program; SEATS] = players.try_into().ok().context("four players")?;
        for _ in 0..each {
            let code = players[0].open_table()?;
            for player in &mut players[1..] {
                player.ask(&format!("/api/tables/{code}/seat"), None, Some("{}"))?;
            }
            tables.codes.push(code);
        }
        tables.players.push(players);
    }
    let begun = Instant::now();
    for (table, code) in tables.codes.iter().enumerate() {
        let path = format!("/api/tables/{code}");
        let player = &mut tables.players[table / each][0];
        while !String::from_utf8_lossy(&player.ask(&path, None, None)?.body).contains("\"phase\":\"playing\"")
        {
            anyhow::ensure!(begun.elapsed() < PATIENCE, "a table does not begin");
            thread::sleep(Duration::from_millis(50));
        }
    }
    Ok(tables)
}

/// The turns of each game.
fn turns() -> Vec<Vec<&'static str>> {
    let lines = Games::Whole.text().lines();
    lines.map(|line| line.split_whitespace().collect()).collect()
}
