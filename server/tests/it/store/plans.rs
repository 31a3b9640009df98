//! Nothing that the writer runs reads a whole table: the plan of every statement is looked at, on both engines.
//!
//! The lives that the other tests of the store play are played once more, and what sqlx tells of the writer's statements is
//! recorded. SQLite is asked for the plan of each; Postgres tells the plans by itself, those of foreign keys included.

mod lives;
mod recorder;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::{Path, PathBuf};

use super::*;
use crate::common::base::Base;
use futures_util::FutureExt;
use recorder::record;
use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};

/// What may be read as a whole, with the beginning of the statement and the reason.
const SHORT: [(&str, &str, &str); 14] = [
    ("day_lists", "UPDATE day_lists SET records", "a row for each day"),
    (
        "day_lists",
        "INSERT INTO record_chains (table_id, sha256, links, list, place)",
        "the same",
    ),
    ("heartbeat", "DELETE FROM heartbeat", "a row for each server"),
    (
        "backfills",
        "UPDATE backfills SET until = 0",
        "a row for each kind of work",
    ),
    (
        "accounts",
        "INSERT INTO ended_sessions (session_id, at) SELECT DISTINCT",
        "an operator signs everybody out",
    ),
    (
        "accounts",
        "DELETE FROM sessions WHERE player_id IN (SELECT player_id FROM accounts)",
        "the same",
    ),
    (
        "sessions",
        "DELETE FROM sessions WHERE player_id IN (SELECT player_id FROM accounts)",
        "the same",
    ),
    (
        "sessions",
        "INSERT INTO ended_sessions (session_id, at) SELECT DISTINCT",
        "the same",
    ),
    (
        "tokens",
        "INSERT INTO ended_sessions (session_id, at) SELECT token_hash",
        "an operator revokes all tokens",
    ),
    (
        "tokens_token_hash_key",
        "INSERT INTO ended_sessions (session_id, at) SELECT token_hash",
        "the same",
    ),
    ("tokens", "DELETE FROM tokens", "the same"),
    (
        "alive",
        "INSERT INTO outages",
        "a row for each server of the last days",
    ),
    (
        "silence",
        "INSERT INTO outages",
        "one row, of which two columns are taken",
    ),
    ("alive", "DELETE FROM alive", "the same"),
];

/// Statements that no life here runs, with the reason.
const NOT_PLAYED: [(&str, &str); 6] = [
    (
        "UPDATE day_lists SET records = records + $ WHERE closed_at IS NULL RETURNING list, records",
        "SQLite takes the last place of a list without asking",
    ),
    (
        "INSERT INTO record_chains (table_id, sha256, links, list, place) VALUES ($, $, $, $, $)",
        "the same",
    ),
    (
        "INSERT INTO outbox (channel_id, table_id, seq, notice, at) SELECT own.id,",
        "turns, as Postgres writes them",
    ),
    (
        "INSERT INTO players (id, name, created_at) ",
        "the bots are added while the database is opened",
    ),
    (
        "INSERT INTO record_chains (table_id, sha256, links)",
        "an older version has made no checksums",
    ),
    (
        "UPDATE record_chains SET list = $, place = $ WHERE table_id = $",
        "an older version has added no records to lists; the row is found by its primary key",
    ),
];

/// Settings that have Postgres tell the plan of everything it runs for a connection, and avoid whole tables where it can.
const TELL_PLANS: &str = "options[session_preload_libraries]=auto_explain\
    &options[auto_explain.log_min_duration]=0&options[auto_explain.log_nested_statements]=on\
    &options[auto_explain.log_level]=notice&options[auto_explain.log_format]=json&options[enable_seqscan]=off\
    &options[enable_hashjoin]=off&options[enable_mergejoin]=off";

/// How often a life is played that fails.
const ATTEMPTS: u32 = 3;

/// Plays a life, again if it fails: tests of its own look at that, and on a busy machine a database may answer too late.
async fn retried<Life: Future<Output = ()>>(base: &impl AsyncFn() -> Base, life: impl Fn(Base) -> Life) {
    for attempt in 1.. {
        let played = AssertUnwindSafe(Box::pin(life(base().await)));
        match played.catch_unwind().await {
            Ok(()) => return,
            Err(panic) if attempt == ATTEMPTS => resume_unwind(panic),
            Err(_) => (),
        }
    }
}

fn in_one_line(sql: &str) -> String {
    sql.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The parameters without their numbers, which are others in a script.
fn unnumbered(sql: &str) -> String {
    let mut parts = sql.split('$');
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.trim_start_matches(|char: char| char.is_ascii_digit()));
    rest.fold(first, |sql, part| sql + "$" + part)
}

/// The statements of a script.
fn single(sql: &str) -> impl Iterator<Item = String> {
    sql.split(";\n").map(in_one_line).filter(|sql| !sql.is_empty())
}

/// Fails with all that read a table as a whole and may not.
fn check(scans: BTreeSet<(String, String)>) {
    let is_short = |(table, sql): &&(String, String)| {
        SHORT
            .iter()
            .any(|(short, begin, _)| short == table && sql.starts_with(begin))
    };
    let wrong: Vec<_> = scans.iter().filter(|scan| !is_short(scan)).collect();
    assert!(wrong.is_empty(), "the writer reads whole tables: {wrong:#?}");
}

/// The files in a folder and those below it, without those that copy a whole database.
fn source_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        match path.is_dir() {
            true if path.ends_with("dump") => (),
            true => files.extend(source_files(&path)),
            false => files.push(path),
        }
    }
    files
}

/// Fails with the writing statements of the store's files that were not run.
fn check_that_all_were_run(statements: &BTreeSet<String>) {
    let store = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store");
    let run: Vec<String> = statements
        .iter()
        .map(|sql| unnumbered(&in_one_line(sql)))
        .collect();
    let mut missing = Vec::new();
    let files = source_files(&store);
    assert!(files.len() > 50, "these are not the store's files: {files:?}");
    for path in files {
        // SQLite's shortest way of writing turns has a view and a trigger of its own, and the same statements.
        if path.ends_with("turn_batch/sqlite.rs") || path.ends_with("rows.rs") {
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        let source = source.replace("\\\"", "").replace("'\"'", "");
        let literals = source
            .split("\n#[cfg(test)]")
            .next()
            .unwrap()
            .split('"')
            .skip(1)
            .step_by(2);
        // What follows a brace is filled in.
        let fixed = |text: &str| unnumbered(&in_one_line(text.split('{').next().unwrap_or_default()));
        for literal in literals.map(fixed) {
            let writes = ["INSERT INTO ", "UPDATE ", "DELETE FROM "]
                .iter()
                .any(|verb| literal.starts_with(verb));
            let known = NOT_PLAYED.iter().any(|(begin, _)| literal.starts_with(begin));
            if writes && !known && !run.iter().any(|sql| sql.contains(&literal)) {
                missing.push(literal);
            }
        }
    }
    assert!(
        missing.is_empty(),
        "play a life that runs these, so that their plans are looked at: {missing:#?}"
    );
}

#[tokio::test]
async fn nothing_that_the_writer_runs_scans_sqlite() {
    let statements = record(async || Base::sqlite()).await;
    check_that_all_were_run(&statements);
    let base = Base::sqlite();
    base.open().await.close().await;
    let mut conn = SqliteConnection::connect(&base.url).await.unwrap();
    let mut scans = BTreeSet::new();
    for sql in statements.iter().flat_map(|sql| single(sql)) {
        let explained = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "]
            .iter()
            .any(|verb| sql.starts_with(verb));
        if !explained || sql.starts_with("INSERT INTO turns") {
            continue;
        }
        let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
        let plan = sqlx::raw_sql(explain).fetch_all(&mut conn).await;
        for row in plan.unwrap_or_else(|error| panic!("{sql}: {error}")) {
            let step: String = row.get("detail");
            let scanned = step.strip_prefix("SCAN ").and_then(|rest| rest.split(' ').next());
            // Not tables: rows that stand in the statement itself, and lists that it is given.
            let is_table = |name: &&str| {
                let given = ["CONSTANT", "json_each", "given"].contains(name);
                !given && !name.starts_with(|first: char| first == '(' || first.is_ascii_digit())
            };
            if let Some(table) = scanned.filter(is_table) {
                scans.insert((table_of(&sql, table), sql.clone()));
            }
        }
    }
    check(scans);
}

/// The table that has an alias in a statement.
fn table_of(sql: &str, alias: &str) -> String {
    let words: Vec<&str> = sql.split([' ', '(', ')', ',']).collect();
    let named = words
        .windows(3)
        .find(|words| words[2] == alias && ["FROM", "JOIN", "INTO"].contains(&words[0]));
    named.map_or(alias, |words| words[1]).to_owned()
}

#[tokio::test]
async fn nothing_that_the_writer_runs_scans_postgres() {
    let told = record(async || Base::postgres().await.with_options(TELL_PLANS)).await;
    let mut scans = BTreeSet::new();
    let mut plans = 0;
    for said in &told {
        let Some((_, plan)) = said.split_once("plan:\n") else {
            continue;
        };
        let plan: Value = serde_json::from_str(plan).unwrap();
        let sql = in_one_line(plan["Query Text"].as_str().unwrap());
        plans += 1;
        whole_tables(&plan["Plan"], &mut |table| {
            scans.insert((table.to_owned(), sql.clone()));
        });
    }
    assert!(plans > 100, "Postgres told only {plans} plans");
    check(scans);
}

/// What a plan reads from beginning to end: tables, and indexes without a condition.
fn whole_tables(plan: &Value, found: &mut impl FnMut(&str)) {
    let kind = plan["Node Type"].as_str().unwrap();
    let by_index = ["Index Scan", "Index Only Scan", "Bitmap Index Scan"].contains(&kind);
    if kind == "Seq Scan" || (by_index && plan["Index Cond"].is_null()) {
        let name = plan["Relation Name"].as_str().or(plan["Index Name"].as_str());
        found(name.unwrap());
    }
    for part in plan["Plans"].as_array().into_iter().flatten() {
        whole_tables(part, found);
    }
}
