//! `thicket verify`: replays every game in the database and lists what is stored about it and does not follow from its log; or
//! checks files of records by themselves.

mod columns;
mod expected;
mod files;
mod pairs;
mod totals;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use data_encoding::HEXLOWER;
use serde_json::Value;

use self::totals::Totals;
use crate::config::DataConfig;
use crate::ids::TableCode;
use crate::model::chained_record::{ReplayedLog, replay};
use crate::model::record::chain::{Chain, ChainStart, ChainedEvent, Link};
use crate::model::table::state::Phase;
use crate::record::check;
use crate::store::{GameRows, GameTally, Reading, Row, Store};

const PAGE: i64 = 100;

#[derive(Args, Debug)]
pub(super) struct VerifyArgs {
    #[command(flatten)]
    data: DataConfig,

    /// Check these files instead of the database: records as text or JSON, lists of records, and the games of an export
    files: Vec<PathBuf>,
}

#[derive(Debug)]
struct Found {
    records: u64,
    unfinished: u64,
    /// Games of which something disagrees.
    wrong: u64,
    /// Records that have no checksum, are in no list, cannot be filtered, are in no statistics, and not among the games of several players yet.
    unchained: u64,
    unlisted: u64,
    unfilled: u64,
    uncounted: u64,
    untallied: u64,
    totals: Totals,
}

/// Status 0 if everything agrees, 1 if something does not.
pub(super) async fn run(args: VerifyArgs) -> anyhow::Result<ExitCode> {
    if !args.files.is_empty() {
        return files::verify(&args.files);
    }
    let reading = Reading::open(&args.data.url()).await?;
    println!("{}", reading.versions());
    let wrong = verify_database(&reading.store).await;
    reading.close().await?;
    Ok(exit_code(wrong?))
}

fn exit_code(wrong: u64) -> ExitCode {
    match wrong {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

async fn verify_database(store: &Store) -> anyhow::Result<u64> {
    let found = verify_games(store).await?;
    let mut others = found.totals.disagreements(store).await?;
    let (wrong_lists, last) = totals::check_lists(store).await?;
    others.extend(wrong_lists);
    for what in &others {
        println!("{what}");
    }
    let Found {
        records,
        unfinished,
        wrong,
        ..
    } = found;
    println!("{records} records and {unfinished} unfinished games replayed; {wrong} disagree.");
    if !others.is_empty() {
        println!(
            "{} of the counts and lists over all games disagree.",
            others.len()
        );
    }
    if let Some(last) = last {
        println!("The last list of records that is closed: {last}.");
    }
    for (count, what) in [
        (found.unchained, "have no checksum"),
        (found.unlisted, "are in no list"),
        (found.unfilled, "cannot be filtered"),
        (found.uncounted, "are in no statistics"),
        (found.untallied, "are not among the games of several players"),
    ] {
        if count > 0 {
            println!("{count} records {what} yet; the server sees to it when it runs.");
        }
    }
    Ok(wrong + others.len() as u64)
}

async fn verify_games(store: &Store) -> anyhow::Result<Found> {
    let mut found = Found {
        records: 0,
        unfinished: 0,
        wrong: 0,
        unchained: 0,
        unlisted: 0,
        unfilled: 0,
        uncounted: 0,
        untallied: 0,
        totals: Totals::before(store).await?,
    };
    let mut after = None;
    loop {
        let page = store.game_rows(after, PAGE).await?;
        let Some(last) = page.last() else {
            return Ok(found);
        };
        after = Some(last.table);
        for rows in &page {
            found.check(rows);
        }
    }
}

impl Found {
    fn check(&mut self, rows: &GameRows) {
        let checked = Checked::of(rows);
        match rows.one("records") {
            Some(record) => {
                self.records += 1;
                self.record(rows, record, checked.replayed.as_ref());
            }
            None => self.unfinished += 1,
        }
        self.wrong += u64::from(!checked.wrong.is_empty());
        for what in checked.wrong {
            report(&checked.code, Some(what));
        }
    }

    fn record(&mut self, rows: &GameRows, record: &Row, replayed: Option<&ReplayedLog>) {
        let chain = rows.one("record_chains");
        let is_listed = chain.is_some_and(|chain| chain.get("list").is_none_or(|list| !list.is_null()));
        self.unchained += u64::from(chain.is_none());
        self.unlisted += u64::from(chain.is_some() && !is_listed);
        self.unfilled += u64::from(columns::is_unfilled(rows));
        let made = replayed.and_then(|replayed| replayed.record.as_ref());
        if columns::is_uncounted(rows) {
            self.uncounted += 1;
        } else if made.map_or_else(|| record["from_code"].is_null(), |made| made.is_in_statistics()) {
            let tally = made.map(GameTally::of).or_else(|| tally_of(record));
            tally.into_iter().for_each(|tally| self.totals.count(tally));
        }
        let kind = record["kind"].as_str().unwrap_or_default();
        match pairs::is_untallied(rows) {
            true => self.untallied += 1,
            false => self.totals.finish(kind, pairs::finished_by(rows)),
        }
        if let (Some(kind), Some(number)) = (record["kind"].as_str(), record["rated_game"].as_i64()) {
            self.totals.number(kind, number);
        }
    }
}

/// What a record says it was counted under, where its log cannot be read.
fn tally_of(record: &Row) -> Option<GameTally> {
    let text = |column: &str| record[column].as_str().map(str::to_owned);
    let number = |column: &str| record[column].as_i64();
    Some(GameTally {
        kind: text("kind")?,
        seats: number("seats")?,
        bots: record["bots"].as_bool()?,
        reason: text("reason")?,
        length: number("length")?,
        winner: number("winner")?,
        games: 1,
        plies: number("plies")?,
    })
}

fn report(place: &str, disagreement: Option<String>) -> u64 {
    disagreement
        .inspect(|what| println!("{place}: {what}"))
        .map_or(0, |_| 1)
}

struct Checked {
    code: String,
    replayed: Option<ReplayedLog>,
    wrong: Vec<String>,
}

impl Checked {
    fn of(rows: &GameRows) -> Checked {
        let record = rows.one("records");
        // The checksum is about the code that the record has.
        let code = record.or(rows.one("tables")).and_then(|row| row["code"].as_str());
        let mut checked = Checked {
            code: code.unwrap_or_default().to_owned(),
            replayed: None,
            wrong: Vec::new(),
        };
        if let Err(why) = checked.replay(rows, record) {
            checked.wrong.push(why);
        } else if let Some(replayed) = &checked.replayed {
            checked.wrong = columns::differences(rows, replayed);
            let made = replayed.record.as_ref().filter(|_| checked.wrong.is_empty());
            checked.wrong.extend(made.and_then(check::by_rules));
        }
        checked
    }

    /// Replays the log. If that, or its checksum, says that the log was changed, nothing can be compared with it.
    fn replay(&mut self, rows: &GameRows, record: Option<&Row>) -> Result<(), String> {
        let events: Vec<ChainedEvent> = rows.events.iter().filter_map(|row| row.try_into().ok()).collect();
        if let (Some(record), Some(chain)) = (record, rows.one("record_chains")) {
            let chain = chain_of(chain).ok_or("record_chains has no checksum that can be read")?;
            let start = ChainStart {
                code: &self.code,
                game: record["kind"].as_str().unwrap_or_default(),
                rules_version: record["rules_version"].as_i64().unwrap_or_default(),
            };
            if let Some(found) = chain.find_break(start, &events) {
                return Err(found.to_string());
            }
        }
        let code: TableCode = self
            .code
            .clone()
            .try_into()
            .map_err(|_| "this is no code of a table".to_owned())?;
        let replayed = replay(rows.table, code, &events).map_err(|error| error.to_string())?;
        let is_over = matches!(replayed.state.phase, Phase::Over(_));
        self.replayed = Some(replayed);
        match record {
            None if is_over => Err("the game is over, but has no record".to_owned()),
            Some(_) if !is_over => Err("in the log the game is not over".to_owned()),
            _ => Ok(()),
        }
    }
}

fn chain_of(row: &Row) -> Option<Chain> {
    let bytes = |value: &Value| HEXLOWER.decode(value.as_str()?.as_bytes()).ok();
    let links = bytes(&row["links"])?;
    let (links, []) = links.as_chunks::<{ size_of::<Link>() }>() else {
        return None;
    };
    Some(Chain {
        sha256: bytes(&row["sha256"])?.try_into().ok()?,
        links: links.to_vec(),
    })
}
