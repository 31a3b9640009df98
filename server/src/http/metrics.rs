//! For operators: `/healthz`, `/readyz` and `/metrics`.

use std::sync::OnceLock;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::runtime::Handle;
use tracing::warn;

use crate::app::App;
use crate::http::limits::Full;
use crate::model::player::bot::BotLevel;
use crate::model::refusal::RefusalCode;

/// Counters without labels, with their help texts.
const COUNTERS: [(&str, &str); 7] = [
    (
        "thicket_accept_errors_total",
        "Times that no connection could be accepted",
    ),
    ("thicket_appends_total", "Turns and other events written"),
    ("thicket_commits_total", "Transactions written"),
    ("thicket_bot_panics_total", "Searches that failed"),
    ("thicket_picture_panics_total", "Pictures that failed"),
    (
        "thicket_computation_panics_total",
        "Positions and records that could not be computed",
    ),
    ("thicket_bus_messages_total", "Messages received from other nodes"),
];
const GAUGES: [(&str, &str); 10] = [
    ("thicket_rooms", "Tables that are being served"),
    ("thicket_sockets", "Open sockets of tables"),
    ("thicket_tasks", "Tasks of the runtime"),
    ("thicket_connections", "Open connections"),
    ("thicket_bot_searches", "Searches that are running or waiting"),
    (
        "thicket_pictures",
        "Pictures that are being drawn or wait for a thread",
    ),
    (
        "thicket_computations",
        "Positions and records that are being computed or wait for a thread",
    ),
    (
        "thicket_bus_connected",
        "Whether this node receives what other nodes publish",
    ),
    (
        "thicket_cut_off",
        "Whether this node has lost its database while other nodes are there",
    ),
    (
        "thicket_clock_offset_seconds",
        "By how much the clock of Postgres is ahead of this machine's",
    ),
];
const HISTOGRAMS: [(&str, &str); 2] = [
    ("thicket_append_seconds", "Time until an event was on disk"),
    ("thicket_bot_search_seconds", "Time until a bot had found a turn"),
];
const CONNECTIONS_REFUSED: &str = "thicket_connections_refused_total";
const BOT_TURNS: &str = "thicket_bot_turns_total";
const REFUSALS: &str = "thicket_refusals_total";

/// The recorder belongs to the process, and a process may run many servers. None where it could not be installed.
static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

pub(crate) fn router(app: App) -> Router {
    let handle = RECORDER.get_or_init(install).as_ref();
    let metrics = get(move || async move { handle.map(render).unwrap_or_default() });
    health().route("/metrics", metrics).with_state(app)
}

fn render(recorder: &PrometheusHandle) -> String {
    gauge!("thicket_tasks").set(Handle::current().metrics().num_alive_tasks() as f64);
    recorder.render()
}

/// Whether the process runs, and whether it can do its work.
pub(crate) fn health() -> Router<App> {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
}

/// Drains histograms, which keep every measurement until this is done or somebody fetches them.
pub(crate) fn upkeep() {
    if let Some(Some(handle)) = RECORDER.get() {
        handle.run_upkeep();
    }
}

async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    if app.draining.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the server is about to stop\n");
    }
    if app.tables.cut_off().is_now() {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "the database cannot be reached\n",
        );
    }
    if !app.clock_skew.agrees() {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "the clock is more than five seconds from that of the database\n",
        );
    }
    match app.tables.ready().await {
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n")
        }
    }
}

fn install() -> Option<PrometheusHandle> {
    let installed = PrometheusBuilder::new().install_recorder();
    installed
        .inspect(|_| declare())
        .inspect_err(|error| warn!(%error, "metrics cannot be recorded"))
        .ok()
}

/// Makes every series exist from the start: an alert on a metric that does not exist never fires.
fn declare() {
    for (name, help) in COUNTERS {
        describe_counter!(name, help);
        counter!(name).increment(0);
    }
    for (name, help) in GAUGES {
        describe_gauge!(name, help);
        gauge!(name).increment(0.0);
    }
    for (name, help) in HISTOGRAMS {
        describe_histogram!(name, help);
        let _ = histogram!(name);
    }
    describe_counter!(CONNECTIONS_REFUSED, "Connections closed at once");
    for full in [Full::Server, Full::Network, Full::Address] {
        counter!(CONNECTIONS_REFUSED, "limit" => full.label()).increment(0);
    }
    describe_counter!(BOT_TURNS, "Turns that bots have sent");
    for level in BotLevel::ALL {
        counter!(BOT_TURNS, "level" => level.number().to_string()).increment(0);
    }
    describe_counter!(REFUSALS, "Refusals sent over sockets");
    for code in RefusalCode::ALL {
        counter!(REFUSALS, "code" => code.to_string()).increment(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_for_operators_lists_every_metric() {
        let page = include_str!("../../../docs/operating.md");
        let rows = page.lines().filter_map(|line| line.strip_prefix("| `thicket_"));
        let mut listed: Vec<String> = rows
            .filter_map(|row| row.split_once('`'))
            .map(|(name, _)| format!("thicket_{name}"))
            .collect();
        let names = COUNTERS
            .iter()
            .chain(&GAUGES)
            .chain(&HISTOGRAMS)
            .map(|(name, _)| *name);
        let mut declared: Vec<&str> = names.chain([CONNECTIONS_REFUSED, BOT_TURNS, REFUSALS]).collect();
        listed.sort();
        declared.sort_unstable();
        assert_eq!(listed, declared);
    }
}
