//! How fast events reach the disk: appends per second, appends per commit, latency and CPU time, on both engines.
//!
//! Every event brings the state of its table along, as every turn does.
//!
//! `cargo bench -p thicket-server --bench append`. Every commit is flushed for real, which is what is measured. Plain
//! timing instead of a framework: what counts is many writers at once.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../tests/it/common/postgres.rs"]
mod postgres;

use std::time::{Duration, Instant};

use serde_json::json;
use serde_json::value::to_raw_value;
use thicket_server::ids::{CommandId, EventId, PlayerId, TableCode, TableId};
use thicket_server::model::log::entry::{LogEntry, StoredEvent};
use thicket_server::model::log::projection::{NewTable, Projection, TablePhase, TableState};
use thicket_server::seq::Seq;
use thicket_server::store::{NewEntry, Store};
use thicket_server::time::UnixMs;
use tokio::task::JoinSet;

const WARM_UP: Duration = Duration::from_millis(500);
const MEASURE: Duration = Duration::from_secs(3);
const WRITERS: [usize; 4] = [1, 16, 64, 256];
/// The kernel counts CPU time in these.
const TICK_MS: f64 = 10.0;

fn main() {
    // `cargo test --benches` runs this without the flag, to see that it builds.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let folder = tempfile::tempdir().unwrap();
        measure(
            "sqlite",
            &format!("sqlite:{}", folder.path().join("bench.db").display()),
        )
        .await;
        let server = postgres::Server::start(postgres::Flush::AtCommit);
        measure("postgres", &server.database().await).await;
    });
}

async fn measure(engine: &str, url: &str) {
    let store = Store::open(url).await.unwrap();
    println!("{engine}: {}", store.durability().await.unwrap());
    println!("  writers  appends/s  appends/commit  p50 ms  p99 ms  times one writer  CPU µs/event");
    let mut alone = None;
    for writers in WRITERS {
        let mut tables = open_tables(&store, writers).await;
        run(&store, &mut tables, WARM_UP).await;
        let before = store.groups();
        let (begun, cpu) = (Instant::now(), cpu_ms());
        let mut took = run(&store, &mut tables, MEASURE).await;
        let rate = took.len() as f64 / begun.elapsed().as_secs_f64();
        let each = (cpu_ms() - cpu) * 1000.0 / took.len() as f64;
        let now = store.groups();
        let grouped = (now.appends - before.appends) as f64 / (now.commits - before.commits) as f64;
        took.sort_unstable();
        let share = |part: usize| took[(took.len() - 1) * part / 100].as_secs_f64() * 1000.0;
        let times = rate / *alone.get_or_insert(rate);
        let (p50, p99) = (share(50), share(99));
        println!(
            "  {writers:7}  {rate:9.0}  {grouped:14.1}  {p50:6.2}  {p99:6.2}  {times:16.1}  {each:12.1}"
        );
    }
    store.close().await;
}

/// A table for each writer, with the number of its last event.
async fn open_tables(store: &Store, count: usize) -> Vec<(TableId, i64)> {
    let mut tables = Vec::new();
    for _ in 0..count {
        let table = NewTable {
            id: TableId::fresh(),
            code: TableCode::fresh(),
            kind: "bushwhacked".into(),
            public: true,
            created_at: UnixMs(0),
        };
        let mut first = event(table.id, 1);
        first.projections.insert(0, Projection::Table(table.clone()));
        store.append(first).await.unwrap();
        tables.push((table.id, 1));
    }
    tables
}

/// Each writer appends to its table, one event after the other, until the time is up. Returns how long each took.
async fn run(store: &Store, tables: &mut [(TableId, i64)], time: Duration) -> Vec<Duration> {
    let end = Instant::now() + time;
    let mut writers = JoinSet::new();
    for (i, &(table, seq)) in tables.iter().enumerate() {
        let store = store.clone();
        writers.spawn(async move {
            let (mut seq, mut took) = (seq, Vec::new());
            while Instant::now() < end {
                seq += 1;
                let begun = Instant::now();
                store.append(event(table, seq)).await.unwrap();
                took.push(begun.elapsed());
            }
            (i, seq, took)
        });
    }
    let mut all = Vec::new();
    for (i, seq, took) in writers.join_all().await {
        tables[i].1 = seq;
        all.extend(took);
    }
    all
}

/// A turn as the log holds it.
fn event(table: TableId, seq: i64) -> NewEntry {
    let turn = json!({ "type": "played", "seat": 1 + seq % 4, "turn": seq, "steps": ["e5", "f6"] });
    let player = PlayerId::fresh();
    let at = 1_763_640_000_000 + seq;
    let state = TableState {
        seq: Seq(seq as u64),
        phase: TablePhase::Playing,
        variant: String::new(),
        seats: 4,
        public: true,
        rated: false,
        to_move: Some(player),
        clock: None,
        pie_rule: false,
        deadline: None,
        changed_at: UnixMs(at),
        plies: None,
    };
    let entry = LogEntry {
        id: EventId::fresh(),
        table,
        seq: state.seq,
        player: Some(player),
        command: Some(CommandId(uuid::Uuid::now_v7())),
        at: UnixMs(at),
        event: StoredEvent {
            format: 1,
            body: to_raw_value(&turn).unwrap(),
        },
        name: None,
    };
    NewEntry {
        entry,
        projections: vec![Projection::TableState(state)],
        reconnects: None,
    }
}

/// The CPU time of this process so far, without that of a database server.
fn cpu_ms() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let (_, fields) = stat.rsplit_once(')').unwrap();
    let fields = fields.split_whitespace().skip(11).take(2);
    fields.map(|ticks| ticks.parse::<f64>().unwrap() * TICK_MS).sum()
}
