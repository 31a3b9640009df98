//! Serving: from an open store and a bound listener to the last goodbye.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

use crate::app::App;
use crate::config::Config;
use crate::limits::Limits;
use crate::metrics;
use crate::room::fill::fill_table_states;
use crate::room::rooms::Rooms;
use crate::router;
use crate::store::Store;

/// How long open requests and sockets get to end.
const GRACE: Duration = Duration::from_secs(5);

/// Serves until `shutdown` ends; then stops accepting, lets what is under way finish, says goodbye to sockets (1012: come
/// back soon) and closes the store. Does not bind by itself, so that one process can run many servers.
///
/// # Errors
/// When the metrics address cannot be bound, or a listener breaks.
pub async fn serve(
    config: Config,
    store: Store,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()> {
    if let Err(error) = fill_table_states(&store).await {
        warn!(%error, "the tables of an older version are not all listed");
    }
    let stop = CancellationToken::new();
    let rooms = Rooms::new(store.clone(), stop.clone());
    let sockets = TaskTracker::new();
    let metrics_listen = config.metrics_listen;
    let app = App {
        config: Arc::new(config),
        store: store.clone(),
        rooms: rooms.clone(),
        limits: Limits::new(),
        sockets: sockets.clone(),
        shutdown: stop.clone(),
    };
    if let Some(address) = metrics_listen {
        let listener = TcpListener::bind(address).await?;
        info!(address = %listener.local_addr()?, "metrics");
        let serving = axum::serve(listener, metrics::router(app.clone()));
        tokio::spawn(
            serving
                .with_graceful_shutdown(stop.clone().cancelled_owned())
                .into_future(),
        );
    }
    // Messages are small and each is waited for: none is held back to be sent with the next one.
    let listener = listener.tap_io(|line| {
        if let Err(error) = line.set_nodelay(true) {
            warn!(%error, "a connection may be slow");
        }
    });
    let service = router::router(app).into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, service).with_graceful_shutdown(stop.clone().cancelled_owned());
    let mut serving = tokio::spawn(serving.into_future());
    tokio::select! {
        () = shutdown => (),
        broken = &mut serving => return broken.unwrap_or_else(|error| Err(std::io::Error::other(error))),
    }
    info!("stopping");
    stop.cancel();
    if timeout(GRACE, rooms.ended()).await.is_err() {
        warn!("some tables did not come to rest in time");
    }
    sockets.close();
    if timeout(GRACE, sockets.wait()).await.is_err() {
        warn!("some pages did not hear the goodbye in time");
    }
    if timeout(GRACE, serving).await.is_err() {
        warn!("some requests did not end in time");
    }
    store.close().await;
    info!("stopped");
    Ok(())
}
