//! The soak: many tables on two nodes, with random comings, goings, clocks and offers. Nothing gets stuck, and no task and no
//! memory is left behind.

mod actions;
mod guest;
mod settle;
mod table;
mod view;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use serde_json::Value;
use tokio::time::sleep;

use crate::common::base::Base;
use crate::common::client::{Person, TIMEOUT};
use crate::common::party::Dice;
use crate::common::process::{Process, program, value};
use guest::{Answers, add};
use settle::{Found, settle};
use table::{Table, World};

/// What shortens the waits of people for each other.
const OPTIONS: [&str; 10] = [
    "--away-nudge",
    "300ms",
    "--away",
    "300ms",
    "--away-of-two",
    "500ms",
    "--host-away",
    "500ms",
    "--bus",
    "postgres",
];
/// Warnings that have nothing to do with the soak.
const EXPECTED: [&str; 1] = ["the database does not flush what it commits: a power cut can lose turns"];
/// The more tables there are, the longer people think, in milliseconds: what the nodes have to do depends little on how many
/// there are, so that a small machine can take it.
const PAUSE_PER_TABLE: usize = 15;
/// With fewer tables than this, people think no faster.
const FEW: usize = 16;
/// Tasks that come and go by themselves.
const SPARE_TASKS: f64 = 2.0;
/// What a node may need more after the last part in any case, in KiB: pages are not filled evenly.
const SLACK: u64 = 2048;
/// Tables that are looked at, or opened, at the same time.
const AT_ONCE: usize = 16;

/// A setting of the environment.
fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().unwrap())
}

/// The two nodes. If the soak fails, their troubles are shown.
struct Nodes([Process; 2]);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes, and needs processors of its own; see CONTRIBUTING.md"]
async fn nothing_gets_stuck_or_left_behind_postgres() {
    let seconds = setting("THICKET_SOAK_SECONDS", 10);
    let (tables, seed) = (setting("THICKET_SOAK_TABLES", 24), setting("THICKET_SEED", 1));
    let base = Base::postgres().await;
    let nodes = Nodes([start(&base).await, start(&base).await]);
    let mut world = nodes.people(tables as usize).await;
    world.hang_up();
    let before = nodes.emptied(f64::INFINITY).await;
    let tasks = before.iter().map(|node| node.tasks).fold(0.0, f64::max) + SPARE_TASKS;
    let mut parts = Vec::new();
    for part in 0..3 {
        let (found, answers) = run(&world, Duration::from_secs(seconds) / 3, tables, 3 * seed + part).await;
        println!("{found:?}\n{answers:?}");
        let played = ("play".to_owned(), "done".to_owned());
        assert!(answers.contains_key(&played), "nobody plays: {answers:?}");
        world.hang_up();
        parts.push(nodes.emptied(tasks).await);
    }
    println!("{before:#?}, {parts:#?}");
    for ((first, second), third) in parts[0].iter().zip(&parts[1]).zip(&parts[2]) {
        check_memory([first, second, third].map(|node| node.memory));
    }
    let troubles = nodes.troubles();
    assert!(troubles.is_empty(), "{troubles:#?}");
    let verified = program(&["verify", "--database-url", &base.url])
        .output()
        .await
        .unwrap();
    println!("{}", String::from_utf8_lossy(&verified.stdout));
    assert!(verified.status.success(), "{verified:?}");
}

async fn start(base: &Base) -> Process {
    Process::with_options(base, "info", &OPTIONS).await
}

impl Nodes {
    /// Everybody who plays, each with a name of their own, so that any of them can meet.
    async fn people(&self, tables: usize) -> World {
        let nodes = [self.0[0].address, self.0[1].address];
        let nobody = Person::nobody(nodes[0]);
        let named = async |number: usize| nobody.clone().give_name(&format!("Guest {number}")).await;
        let people = stream::iter((0..tables * 3).map(named))
            .buffered(AT_ONCE)
            .collect()
            .await;
        World {
            nodes,
            pause: PAUSE_PER_TABLE * tables.max(FEW),
            nobody,
            people,
        }
    }

    async fn usage(&self) -> Vec<Usage> {
        join_all(self.0.iter().map(Usage::of)).await
    }

    /// What the nodes need once nobody is there and everything has ended that was begun for somebody.
    async fn emptied(&self, most_tasks: f64) -> Vec<Usage> {
        let since = Instant::now();
        loop {
            let now = self.usage().await;
            if now.iter().all(|node| node.is_empty(most_tasks)) {
                return now;
            }
            assert!(
                since.elapsed() < TIMEOUT,
                "something is left, with at most {most_tasks} tasks: {now:?}"
            );
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// The warnings and errors that nobody expects.
    fn troubles(&self) -> Vec<Value> {
        self.0.iter().flat_map(|node| troubles(&node.log())).collect()
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{:#?}", self.troubles());
        }
    }
}

/// The first parts fill caches, and leave the allocator with pages that it keeps. What is left behind by each game grows as
/// much in the last part, which needs next to nothing otherwise.
fn check_memory([first, second, third]: [u64; 3]) {
    let (grown, again) = (second.saturating_sub(first), third.saturating_sub(second));
    assert!(
        again <= grown / 2 + SLACK,
        "{first}, {second}, then {third} KiB: games are left in memory"
    );
}

/// Keeps so many tables busy for a time, and then looks at all that there were.
async fn run(world: &World, time: Duration, tables: u64, seed: u64) -> (BTreeMap<Found, usize>, Answers) {
    let open = async |number: u64| {
        let mut dice = Dice((seed << 32) | number);
        (Table::open(world, &mut dice).await, dice)
    };
    let opened = stream::iter((0..tables).map(open)).buffer_unordered(AT_ONCE);
    let opened: Vec<(Table, Dice)> = opened.collect().await;
    let until = Instant::now() + time;
    let busy = opened
        .into_iter()
        .map(|(table, dice)| keep_busy(world, until, table, dice));
    let all = join_all(busy).await.into_iter().flatten();
    let settled = stream::iter(all).map(async |mut table: Table| {
        let mut dice = Dice(table.view.seq);
        (settle(world, &mut table, &mut dice).await, table.answers())
    });
    let settled: Vec<(Found, Answers)> = settled.buffer_unordered(AT_ONCE).collect().await;
    let (mut found, mut answers) = (BTreeMap::new(), Answers::new());
    for (how, given) in settled {
        *found.entry(how).or_default() += 1;
        add(&mut answers, given);
    }
    (found, answers)
}

/// One table after the other, until the time is over.
async fn keep_busy(world: &World, until: Instant, mut table: Table, mut dice: Dice) -> Vec<Table> {
    let mut past = Vec::new();
    while Instant::now() < until {
        table.round().await;
        if table.is_left(&mut dice) {
            table.leave();
            let next = table.next(world, &mut dice).await;
            past.push(std::mem::replace(&mut table, next));
        }
    }
    past.push(table);
    past
}

/// What a node needs.
#[derive(Clone, Copy, Debug)]
struct Usage {
    rooms: f64,
    sockets: f64,
    connections: f64,
    tasks: f64,
    /// Resident memory, in KiB; 0 where the system does not say.
    memory: u64,
}

impl Usage {
    async fn of(node: &Process) -> Usage {
        // All from one answer, since asking needs a connection and a task as well.
        let metrics = node.metrics().await;
        Usage {
            rooms: value(&metrics, "thicket_rooms "),
            sockets: value(&metrics, "thicket_sockets "),
            connections: value(&metrics, "thicket_connections "),
            tasks: value(&metrics, "thicket_tasks "),
            memory: resident(node.pid()),
        }
    }

    /// Whether nobody is connected but who asks for the metrics.
    fn is_empty(&self, most_tasks: f64) -> bool {
        self.rooms == 0.0 && self.sockets == 0.0 && self.connections <= 1.0 && self.tasks <= most_tasks
    }
}

fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.map_or(0, |size| size.trim().trim_end_matches(" kB").parse().unwrap())
}

/// Warnings and errors of a log that nobody expects.
fn troubles(log: &str) -> Vec<Value> {
    let lines = serde_json::Deserializer::from_str(log).into_iter::<Value>();
    let is_trouble = |line: &Value| ["WARN", "ERROR"].contains(&line["level"].as_str().unwrap());
    let is_expected =
        |line: &Value| EXPECTED.contains(&line["fields"]["message"].as_str().unwrap_or_default());
    // The last line may not be complete yet.
    let lines = lines.map_while(Result::ok);
    lines
        .filter(|line| is_trouble(line) && !is_expected(line))
        .collect()
}
