//! What the slowest turns at a fixed rate waited for: which transactions the server's writer was in meanwhile, as its log says.

use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

use super::{Bench, ms};
use crate::client::Server;
use crate::driver::Driver;
use crate::fixtures::Games;
use crate::server::Process;

/// The rate, in turns a second.
const RATE: u32 = 500;
/// How many of the slowest turns are looked at.
const SLOWEST: usize = 100;
/// Each table is at another of so many turns before the end of its game, so that some games end in between.
const BEFORE_END: usize = 96;
/// What the server logs: a line for each transaction.
const LOG: &str = "info,thicket_server::store::writer=trace";
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Something that the writer did. Times are since midnight.
struct Span {
    what: String,
    from: Duration,
    to: Duration,
}

pub(super) fn measure(bench: &Bench) -> Result<()> {
    let process = Process::start_logging(&bench.thicket("slowest"), bench.folder(), LOG)?;
    let opened = Server::at(process.address)?.open_tables(bench.options.tables)?;
    let mut driver = Driver::new(opened, Games::Whole.all())?;
    driver.closed_loop_to_different_turns(BEFORE_END)?;
    let begun = (Instant::now(), SystemTime::now().duration_since(UNIX_EPOCH)?);
    let played = driver.open_loop(RATE, Duration::from_secs(bench.options.seconds))?;
    let since_midnight = |at: Instant| {
        let at = begun.1 + at.saturating_duration_since(begun.0);
        Duration::from_nanos((at.as_nanos() % DAY.as_nanos()) as u64)
    };
    println!(
        "{} turns, {RATE} a second, games that end among them; sent to done: p50 {}, p99 {}",
        played.turns,
        ms(played.done_within(0.5)),
        ms(played.done_within(0.99))
    );
    let mut turns: Vec<(Duration, Duration)> = played
        .times
        .iter()
        .map(|&(due, done)| (since_midnight(due), since_midnight(done)))
        .collect();
    turns.sort_by_key(|(due, done)| std::cmp::Reverse(done.saturating_sub(*due)));
    let from = since_midnight(begun.0);
    let log = process.log()?;
    let spans: Vec<Span> = log
        .lines()
        .filter_map(span)
        .filter(|span| span.to > from)
        .collect();
    print_spans(&spans);
    print_waits(&turns[..turns.len().min(SLOWEST)], &spans)?;
    drop(driver);
    process.stop()
}

/// A line such as `2026-11-20T18:30:00.123456Z TRACE …: took_us=312 lane=Turns writes=1`.
fn span(line: &str) -> Option<Span> {
    let took = Duration::from_micros(field(line, "took_us=")?.parse().ok()?);
    let to = line.split_once('T')?.1.split_once('Z')?.0;
    let mut parts = to.split(':').map(str::parse::<f64>);
    let seconds = parts
        .try_fold(0.0, |sum, part| part.map(|part| sum * 60.0 + part))
        .ok()?;
    let to = Duration::from_secs_f64(seconds);
    Some(Span {
        what: field(line, "lane=")?.to_owned(),
        from: to.saturating_sub(took),
        to,
    })
}

fn field<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    line.split_once(name)?.1.split_whitespace().next()
}

/// How many transactions there were of each kind, and how long they took.
fn print_spans(spans: &[Span]) {
    let mut kinds: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    for span in spans {
        kinds.entry(&span.what).or_default().push(span.to - span.from);
    }
    for (what, mut took) in kinds {
        took.sort();
        let at = |share: usize| ms(took[(took.len() - 1) * share / 100]);
        let (count, p50, p99, most) = (took.len(), at(50), at(99), at(100));
        println!("  {count:5} of {what:12} p50 {p50}, p99 {p99}, at most {most}");
    }
}

/// The shares of the time that these turns took: in which of the writer's spans, and in none.
fn print_waits(turns: &[(Duration, Duration)], spans: &[Span]) -> Result<()> {
    let mut waits: BTreeMap<&str, Duration> = BTreeMap::new();
    let mut whole = Duration::ZERO;
    for (due, done) in turns {
        whole += done.saturating_sub(*due);
        for span in spans {
            let shared = span.to.min(*done).saturating_sub(span.from.max(*due));
            *waits.entry(&span.what).or_default() += shared;
        }
    }
    let last = turns.last().context("turns")?;
    let each = whole / u32::try_from(turns.len())?;
    println!(
        "the slowest {} took {} or more, {} on average; of that the writer was in",
        turns.len(),
        ms(last.1.saturating_sub(last.0)),
        ms(each)
    );
    let share = |time: Duration| 100.0 * time.as_secs_f64() / whole.as_secs_f64();
    let in_all: Duration = waits.values().sum();
    for (what, time) in &waits {
        println!("  {:3.0}% {what}", share(*time));
    }
    println!("  {:3.0}% nothing", share(whole.saturating_sub(in_all)));
    Ok(())
}
