//! Nothing that the writer runs reads a whole table: the plan of every statement is looked at, on both engines.
//!
//! The lives that the other tests of the store play are played once more, and what sqlx tells of the writer's statements is
//! recorded. SQLite is asked for the plan of each; Postgres tells the plans by itself, those of foreign keys included.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Once};

use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::{Event, Subscriber, subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

use thicket_server::names::PlayerName;
use thicket_server::seq::Seq;
use thicket_server::store::{Challenge, Passkey};

use super::*;
use crate::common::base::Base;
use crate::common::party::Dice;

/// What may be read as a whole, with the beginning of the statement and the reason.
const SHORT: [(&str, &str, &str); 10] = [
    ("day_lists", "UPDATE day_lists SET records", "a row for each day"),
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
const NOT_PLAYED: [(&str, &str); 1] = [(
    "INSERT INTO players (id, name, created_at) ",
    "the bots are added while the database is opened",
)];

/// Settings that have Postgres tell the plan of everything it runs for a connection, and avoid whole tables where it can.
const TELL_PLANS: &str = "options[session_preload_libraries]=auto_explain\
    &options[auto_explain.log_min_duration]=0&options[auto_explain.log_nested_statements]=on\
    &options[auto_explain.log_level]=notice&options[auto_explain.log_format]=json&options[enable_seqscan]=off\
    &options[enable_hashjoin]=off&options[enable_mergejoin]=off";

type Recorded = Arc<Mutex<BTreeSet<String>>>;

thread_local! {
    /// Where the writers that this thread starts leave what they say.
    static RECORDED: RefCell<Option<Recorded>> = const { RefCell::new(None) };
}

/// Records what sqlx says within the spans of writers that were started by a thread that wants to know.
struct Recorder;

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Recorder {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let wanted = RECORDED.with_borrow(Clone::clone);
        if let (Some(recorded), "writer") = (wanted, attributes.metadata().name()) {
            let span = context.span(id).unwrap();
            span.extensions_mut().insert::<Recorded>(recorded);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut spans = context.event_scope(event).into_iter().flatten();
        let recorded = spans.find_map(|span| span.extensions().get::<Recorded>().cloned());
        if let Some(recorded) = recorded {
            let mut said = Said::default();
            event.record(&mut said);
            recorded.lock().unwrap().insert(said.text());
        }
    }
}

/// What an event says: a statement, as a whole if it is long; or a notice.
#[derive(Default)]
struct Said(BTreeMap<&'static str, String>);

impl Said {
    fn text(&self) -> String {
        let whole = self.0.get("db.statement").filter(|text| !text.trim().is_empty());
        let said = whole.or_else(|| self.0.get("summary"));
        said.or_else(|| self.0.get("message"))
            .cloned()
            .unwrap_or_default()
    }
}

impl Visit for Said {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

/// What writers say while lives are played on databases of a kind.
async fn record(base: impl AsyncFn() -> Base) -> BTreeSet<String> {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let trace = tracing::Level::TRACE;
        let heard = Targets::new()
            .with_target("sqlx", trace)
            .with_target("thicket_server::store", trace);
        let recorder = tracing_subscriber::registry().with(Recorder.with_filter(heard));
        subscriber::set_global_default(recorder).unwrap();
    });
    let recorded = Recorded::default();
    RECORDED.set(Some(Arc::clone(&recorded)));
    play_lives(base).await;
    RECORDED.set(None);
    std::mem::take(&mut recorded.lock().unwrap())
}

/// Whatever is written to a store.
async fn play_lives(base: impl AsyncFn() -> Base) {
    macro_rules! play {
        ($($file:ident: $($life:ident)*;)*) => { $($( Box::pin(super::$file::$life::run(base().await)).await; )*)* };
    }
    play! {
        accounts: a_guest_who_signs_up_stays_who_they_are names_of_accounts_are_unique_to_the_eye
            sessions_are_listed_and_ended_one_by_one_or_all all_accounts_are_signed_out_and_guests_are_not
            a_rotated_session_is_one_session_and_ends_as_one a_new_password_ends_all_sessions_and_begins_one
            a_blocked_account_has_no_sessions attempts_are_counted_over_all_nodes
            an_account_knows_the_browsers_where_it_was_used_last
            another_name_is_written_everywhere who_was_deleted_leaves_games_and_nothing_else;
        alive: a_silence_of_all_servers_is_an_outage a_server_that_stops_says_so;
        changes: changes_and_events_share_a_transaction;
        chat: lines_read_back_in_order_and_one_that_is_sent_again_counts_once
            the_oldest_lines_go_but_not_who_is_silenced old_chats_are_deleted_when_their_games_are_over_for_long;
        lists: a_table_is_listed_as_its_last_event_left_it whoever_leaves_keeps_the_name_and_loses_the_seat
            finished_games_leave_the_list tables_of_an_older_version_are_found_and_filled
            the_lobby_lists_where_somebody_was_seen_and_no_chair_is_kept;
        log: what_is_appended_is_read_back of_two_events_with_one_number_the_second_loses
            no_event_is_written_whose_predecessor_is_missing;
        players: players_are_renamed_and_their_names_found companions_are_players_of_their_owner;
        ratings: games_that_end_at_once_lose_no_rating every_game_is_counted_once_also_those_of_older_versions;
        record_filters: a_record_has_the_name_of_its_player_and_is_hidden_as_its_table_is
            records_of_older_versions_are_made_ready_for_filters;
        reviews: a_review_is_found_by_the_version_that_made_it_and_replaced_by_the_next;
        sessions: a_session_is_prolonged_and_never_shortened
            an_ended_session_takes_its_predecessor_and_its_successors_along;
        transfer_links: a_seat_has_one_link_and_it_can_be_revoked a_used_link_tells_who_used_it_and_is_not_revoked
            the_link_of_an_event_that_lost_can_still_be_used;
    }
    the_rest(&base().await.open().await).await;
}

/// What those lives leave out.
async fn the_rest(store: &Store) {
    let (ann, ben) = (player(store, "Ann").await, player(store, "Ben").await);
    let here = table(store).await;
    let seats = vec![
        seated(ann, "Ann", 0),
        seated(ben, "Ben", 1),
        Projection::TableState(state(2)),
    ];
    store.append(event_with(here.id, 2, seats)).await.unwrap();
    store.note_away(here.id, ann, Some(NOON));
    store.note_nudge(here.id, ann, NOON);
    store.note_away(here.id, ann, None);
    store.note_deadline(here.id, Seq(2), Some(NOON));
    store.note_present(vec![here.id], NOON);
    store
        .create_companion(PlayerId::fresh(), "Cem", ann, NOON)
        .await
        .unwrap();
    store.pass_companion(PlayerId::fresh(), ann, ben).await.unwrap();
    let rematch = Projection::RematchProposed {
        table: TableId::fresh(),
        code: TableCode::fresh(),
        by: "Ann".into(),
    };
    store.append(event_with(here.id, 3, vec![rematch])).await.unwrap();
    store.hide_table(here.id).await.unwrap();
    store.delete_line(here.id, 1, NOON).await.unwrap();
    super::ratings::random_games(store, 4, &mut Dice(1)).await;
    // The first time the list gets its day, and on a later one it is closed.
    for days in [0, 3] {
        store
            .keep_day_lists(NOON + days * 24 * 60 * 60 * 1000)
            .await
            .unwrap();
    }
    for (kind, _) in store.rated_kinds().await.unwrap() {
        let games = store.rated_games(&kind, 0, 10).await.unwrap();
        store.put_rating_changes(games).await.unwrap();
    }
    store.delete_standings("bushka", vec![ann]).await.unwrap();
    passkeys(store).await;
    let anna = PlayerName::parse("Anna").unwrap();
    store.rename_where_seated(ann, anna, NOON).await.unwrap();
    store.delete_player(ann, NOON).await.unwrap();
    store.has_left(ann).await.unwrap();
    store.forget_expired(NOON).await.unwrap();
    store
        .fill_record_chains(TableId(uuid::Uuid::nil()))
        .await
        .unwrap();
    let node = uuid::Uuid::now_v7();
    store.take_backfill("a test", node, NOON).await.unwrap();
    let come = store.backfilled("a test").await.unwrap().unwrap();
    store.note_backfill("a test", node, NOON, come).await.unwrap();
    store.release_backfills(node);
    store.ready().await.unwrap();
    store.close().await;
}

async fn passkeys(store: &Store) {
    let (dee, _) = super::accounts::member(store, "Dee").await;
    let passkey = Passkey {
        credential: vec![1],
        player: dee,
        name: "phone".to_owned(),
        public_key: vec![2],
        sign_count: 1,
        backup_eligible: true,
        created_at: NOON,
        used_at: None,
    };
    assert!(store.add_passkey(passkey, 20).await.unwrap());
    assert!(store.use_passkey(vec![1], 2, NOON).await.unwrap());
    let challenge = Challenge {
        hash: [1; 32],
        browser: [2; 32],
        player: None,
    };
    store.put_challenge(challenge, NOON).await.unwrap();
    store.take_challenge(challenge, NOON - 1).await.unwrap();
    store.remove_passkey(dee, vec![1]).await.unwrap();
    store
        .rename_where_seated(dee, PlayerName::parse("Dea").unwrap(), NOON)
        .await
        .unwrap();
    store
        .rename_everywhere(dee, PlayerName::parse("Dea").unwrap(), NOON)
        .await
        .unwrap();
    store.block(dee, NOON).await.unwrap();
    store.unblock(dee).await.unwrap();
    let (hash, choice) = ("hash".to_owned(), [3; 32]);
    store
        .reset_password(dee, hash.clone(), NOON + 1, NOON)
        .await
        .unwrap();
    assert!(
        store
            .use_password_once(dee, hash.clone(), choice, NOON + 1, NOON)
            .await
            .unwrap()
    );
    let session = super::accounts::session(None);
    assert!(store.choose_password(dee, choice, hash, session).await.unwrap());
}

fn in_one_line(sql: &str) -> String {
    sql.split_whitespace().collect::<Vec<_>>().join(" ")
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
    let run: Vec<String> = statements.iter().map(|sql| in_one_line(sql)).collect();
    let mut missing = Vec::new();
    let files = source_files(&store);
    assert!(files.len() > 50, "these are not the store's files: {files:?}");
    for path in files {
        // SQLite's shortest way of writing turns has a view and a trigger of its own, and the same statements.
        if path.ends_with("turn_batch.rs") || path.ends_with("rows.rs") {
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
        let fixed = |text: &str| in_one_line(text.split('{').next().unwrap_or_default());
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
    for sql in statements.iter().map(|sql| in_one_line(sql)) {
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
                let given = ["CONSTANT", "json_each"].contains(name);
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
