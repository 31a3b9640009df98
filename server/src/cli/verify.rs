//! `thicket verify`: replays every game in the database and lists those that disagree with their records.

use std::process::ExitCode;

use thicket_rules::{AnyGame, replay};

use crate::config::DataConfig;
use crate::ids::TableId;
use crate::model::ending::{Ending, Reason};
use crate::model::record::Record;
use crate::model::state::Phase;
use crate::model::stored;
use crate::record;
use crate::room::load;
use crate::store::{EventRow, Store};

/// Rows read at once.
const PAGE: i64 = 200;

/// Status 0 if everything agrees, 1 if something does not.
pub(super) async fn run(data: DataConfig) -> anyhow::Result<ExitCode> {
    let store = Store::open_existing(&data.url()).await?;
    let (records, mut wrong) = verify_records(&store).await?;
    let (unfinished, lost) = verify_unrecorded(&store).await?;
    wrong += lost;
    println!("{records} records and {unfinished} unfinished games replayed; {wrong} disagree.");
    store.close().await;
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn verify_records(store: &Store) -> anyhow::Result<(u64, u64)> {
    let (mut count, mut wrong, mut after) = (0, 0, None);
    loop {
        let page = store.all_records(after, PAGE).await?;
        let Some(last) = page.last() else {
            return Ok((count, wrong));
        };
        after = Some(last.head.table);
        for record in &page {
            count += 1;
            wrong += report(record.head.code.as_str(), disagreement(store, record).await?);
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

/// How a record disagrees with the rules or with the log, if it does.
async fn disagreement(store: &Store, record: &Record) -> anyhow::Result<Option<String>> {
    let by_rules = match replayed(record) {
        Ok(game) => ending_differs(record, game.as_ref()),
        Err(error) => Some(error),
    };
    match by_rules {
        Some(found) => Ok(Some(found)),
        None => log_differs(store, record).await,
    }
}

/// Replays the game of a record.
fn replayed(record: &Record) -> Result<Box<dyn AnyGame>, String> {
    let mut game = record::start(&record.head).map_err(|error| error.to_string())?;
    let turns: Vec<&str> = record.turns.iter().map(|turn| turn.text.as_str()).collect();
    replay(game.as_mut(), &turns.join(" "), |_, _| ()).map_err(|error| error.to_string())?;
    Ok(game)
}

fn ending_differs(record: &Record, game: &dyn AnyGame) -> Option<String> {
    let ending = match record::ending(&record.head) {
        Ok(ending) => ending,
        Err(error) => return Some(error.to_string()),
    };
    let outcome = match (ending.reason, game.status().outcome()) {
        (Reason::Agreement, None) => game.agreed(),
        (Reason::Scored, None) => game.standing(),
        (Reason::Agreement | Reason::Scored, Some(_)) => {
            return Some("agreed on the end after the game was over".to_owned());
        }
        (_, Some(outcome)) => outcome,
        (_, None) => return Some("by the rules the game is not over".to_owned()),
    };
    let ruled = Ending::new(game, &outcome, ending.reason);
    let seats: Vec<u8> = record
        .head
        .seats
        .iter()
        .filter_map(|seat| seat.rank.try_into().ok())
        .collect();
    let Ending { ranks, scores, .. } = &ruled;
    if ruled != ending {
        return Some(format!(
            "by the rules ranks {ranks:?} and scores {scores:?}, in the record {ending:?}"
        ));
    }
    (seats != ending.ranks).then(|| format!("the seats have ranks {seats:?}, the ending {:?}", ending.ranks))
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
