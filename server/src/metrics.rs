//! What operators look at: `/healthz`, `/readyz` and `/metrics`.

use std::sync::OnceLock;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use metrics::gauge;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::runtime::Handle;
use tracing::warn;

use crate::app::App;

/// The recorder belongs to the process, and a process may run many servers. None where it could not be installed.
static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// The routes of the operators' own address.
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

/// Sums up what histograms have collected: they keep every measurement until this is done or somebody fetches them.
pub(crate) fn upkeep() {
    if let Some(Some(handle)) = RECORDER.get() {
        handle.run_upkeep();
    }
}

async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    if app.draining.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the server is about to stop\n");
    }
    if !app.clock.agrees() {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "the clock is more than five seconds from that of the database\n",
        );
    }
    match app.store.ready().await {
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
        .inspect_err(|error| warn!(%error, "metrics cannot be recorded"))
        .ok()
}
