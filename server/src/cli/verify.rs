//! `thicket verify`: replays every game in the database and lists those that disagree with their records; or checks files of
//! records by themselves.

mod files;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use thicket_rules::AnyGame;

use crate::config::DataConfig;
use crate::ids::TableId;
use crate::model::chained_record::{ChainedRecord, chain_start};
use crate::model::record::Record;
use crate::model::state::Phase;
use crate::model::stored;
use crate::record::{self, check};
use crate::room::load;
use crate::store::{EventRow, Store};

/// Rows read at once.
const PAGE: i64 = 100;

/// The arguments of `thicket verify`.
#[derive(Args, Debug)]
pub(super) struct VerifyArgs {
    #[command(flatten)]
    data: DataConfig,

    /// Check these files instead of the database: records as text or JSON, lists of records, and the games of an export
    files: Vec<PathBuf>,
}

/// What was found in the records of the database.
#[derive(Default)]
struct Found {
    records: u64,
    wrong: u64,
    /// Records that have no checksum yet.
    unchained: u64,
}

/// Status 0 if everything agrees, 1 if something does not.
pub(super) async fn run(args: VerifyArgs) -> anyhow::Result<ExitCode> {
    if !args.files.is_empty() {
        return files::verify(&args.files);
    }
    let store = Store::open_existing(&args.data.url()).await?;
    let Found {
        records,
        mut wrong,
        unchained,
    } = verify_records(&store).await?;
    let (unfinished, lost) = verify_unrecorded(&store).await?;
    wrong += lost;
    println!("{records} records and {unfinished} unfinished games replayed; {wrong} disagree.");
    if unchained > 0 {
        println!("{unchained} records have no checksum yet; the server makes them when it starts.");
    }
    store.close().await;
    Ok(exit_code(wrong))
}

fn exit_code(wrong: u64) -> ExitCode {
    match wrong {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

async fn verify_records(store: &Store) -> anyhow::Result<Found> {
    let (mut found, mut after) = (Found::default(), None);
    loop {
        let page = store.all_records(after, PAGE).await?;
        let Some(last) = page.last() else {
            return Ok(found);
        };
        after = Some(last.head.table);
        for chained in store.chained(page).await? {
            found.records += 1;
            found.unchained += u64::from(chained.chain.is_none());
            let code = chained.record.head.code.as_str();
            found.wrong += report(code, disagreement(store, &chained).await?);
        }
    }
}

async fn verify_unrecorded(store: &Store) -> anyhow::Result<(u64, u64)> {
    let (mut count, mut wrong, mut after): (_, _, Option<TableId>) = (0, 0, None);
    loop {
        let page = store.unrecorded(after, PAGE).await?;
        let Some(last) = page.last() else {
            return Ok((count, wrong));
        };
        after = Some(last.table);
        for event in &page {
            count += 1;
            let Some(row) = store.table(event.table).await? else {
                continue;
            };
            let lost = ends_a_game(event).then(|| "the game is over, but has no record".to_owned());
            let broken = load(store, &row).await.err().map(|error| error.to_string());
            wrong += report(row.code.as_str(), lost.or(broken));
        }
    }
}

fn report(code: &str, disagreement: Option<String>) -> u64 {
    disagreement
        .inspect(|what| println!("{code}: {what}"))
        .map_or(0, |_| 1)
}

/// How a record disagrees with its checksum, the rules or the log, if it does.
async fn disagreement(store: &Store, chained: &ChainedRecord) -> anyhow::Result<Option<String>> {
    let record = &chained.record;
    let start = chain_start(&record.head);
    let broken = chained
        .chain
        .as_ref()
        .and_then(|chain| chain.find_break(start, &chained.events));
    let found = broken.map(|found| found.to_string());
    match found.or_else(|| check::by_rules(record)) {
        Some(found) => Ok(Some(found)),
        None => log_differs(store, record).await,
    }
}

async fn log_differs(store: &Store, record: &Record) -> anyhow::Result<Option<String>> {
    let Some(row) = store.table(record.head.table).await? else {
        return Ok(Some("the record has no table".to_owned()));
    };
    let table = match load(store, &row).await {
        Ok(table) => table,
        Err(error) => return Ok(Some(error.to_string())),
    };
    let logged = table.state.game().map_or_else(Vec::new, AnyGame::plies);
    let kept: Vec<String> = record.turns.iter().map(|turn| turn.text.clone()).collect();
    let players = record.head.seats.iter().map(|seat| seat.player);
    let Phase::Over(over) = &table.state.phase else {
        return Ok(Some("in the log the game is not over".to_owned()));
    };
    let differs = match () {
        () if logged != kept => "the log has other turns than the record",
        () if !players.eq(over.played.seats.iter().copied()) => "the log has other players than the record",
        // The reason is known to the log alone: the rules do not say it.
        () if record::ending(&record.head).ok().as_ref() != Some(&over.ending) => {
            "the log has another ending than the record"
        }
        () => return Ok(None),
    };
    Ok(Some(differs.to_owned()))
}

fn ends_a_game(event: &EventRow) -> bool {
    stored::decode(event.format, &event.body).is_ok_and(|event| event.ending().is_some())
}
