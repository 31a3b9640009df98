//! The life of a server: from an open store and a bound listener until the last connection has ended.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

use crate::analysis::{Hints, Reviews};
use crate::app::{App, Parts};
use crate::auth::{Accounts, OpenSessions, Passkeys, Passwords, Sessions, Tokens};
use crate::backfill::Backfill;
use crate::bots::Bots;
use crate::bus::BusMessage;
use crate::clock_skew::ClockSkew;
use crate::clubs::Clubs;
use crate::config::Config;
use crate::delivery::{Delivery, GuardedClient, Mailer, Reach};
use crate::http::accept::Acceptor;
use crate::http::limits::{Connections, Limits, METRICS_CONNECTIONS, SWEEP_EVERY};
use crate::http::metrics;
use crate::http::router;
use crate::idempotency::IdempotencyCache;
use crate::lobby::Lobby;
use crate::open_data::{self, OpenData};
use crate::people::People;
use crate::pictures::Pictures;
use crate::pool::{COMPUTATIONS, Pool, SEARCHES};
use crate::practice::Practice;
use crate::records::ShownRecords;
use crate::room::follow::follow;
use crate::room::rooms::Rooms;
use crate::store::Store;
use crate::tables::Tables;
use crate::time::now_ms;
use crate::tournaments::{Runner, Tournaments};

/// How often outdated rows are deleted.
const DELETE_EVERY: Duration = Duration::from_secs(60 * 60);
/// How often the lists of records are updated.
const LISTS_EVERY: Duration = Duration::from_secs(60);

/// Serves until `shutdown` ends; then reports that it is not ready, waits for the time to drain, stops accepting,
/// lets requests finish, closes sockets with code 1012 (service restart) and closes the store. The caller binds the
/// listener, so that one process can run many servers. Fails when the address for metrics cannot be bound.
pub async fn serve(
    config: Config,
    store: Store,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let stop = CancellationToken::new();
    let (bots, bot_turns) = mpsc::unbounded_channel();
    let rooms = Rooms::new(store.clone(), config.timings, bots, stop.clone());
    let tables = Tables::new(store.clone(), rooms.clone());
    if let Err(error) = rooms.record_alive().await {
        warn!(%error, "clocks stand still until the database answers");
    }
    let alive = tokio::spawn(rooms.clone().keep_alive());
    let pool = Pool::new(SEARCHES);
    let bots = Bots::new(tables.clone(), config.timings, pool.clone(), stop.clone());
    tokio::spawn(bots.run(bot_turns));
    let lobby = Lobby::new(store.clone(), rooms.clone(), config.timings.lobby_away);
    let sessions = Sessions::new(store.clone(), config.is_https());
    let passwords = Passwords::new(config.hash_cost);
    let accounts = Accounts::new(store.clone(), sessions.clone(), passwords);
    let people = People::new(store.clone());
    let tournaments = Tournaments::new(store.clone());
    let limits = Limits::default();
    let reach = match config.private_webhooks {
        true => Reach::Everywhere,
        false => Reach::Public,
    };
    let client = GuardedClient::new(reach).map_err(std::io::Error::other)?;
    let pictures = Pictures::new(store.clone(), tables.clone());
    let mailer = Mailer::of(&config).map_err(std::io::Error::other)?;
    let delivery = Delivery::new(store.clone(), tables.clone(), pictures.clone(), client, mailer);
    let app = App::from(Parts {
        pictures,
        lobby,
        records: store.records(),
        shown_records: ShownRecords::new(store.clone()),
        hints: Hints::new(tables.clone(), pool.clone(), config.timings.bot_think),
        reviews: Reviews::new(
            store.clone(),
            pool.clone(),
            config.timings.bot_think,
            stop.clone(),
        ),
        passkeys: Passkeys::new(store.clone(), accounts.clone(), sessions.clone()),
        delivery,
        tokens: Tokens::new(store.clone(), limits.clone()),
        pool: Pool::new(COMPUTATIONS),
        accounts,
        people,
        tables,
        sessions,
        open_sessions: OpenSessions::default(),
        backfill: Backfill::default(),
        created: IdempotencyCache::default(),
        signed_up: IdempotencyCache::default(),
        tournaments: tournaments.clone(),
        clubs: Clubs::new(store.clone()),
        limits,
        connections: Connections::within(rlimit::Resource::NOFILE.get_soft().map_or(1024, to_usize)),
        sockets: TaskTracker::new(),
        clock_skew: ClockSkew::default(),
        draining: CancellationToken::new(),
        shutdown: stop.clone(),
        config: Arc::new(config),
    });
    if let Some(address) = app.config.metrics_listen {
        let listener = bind_metrics(address).await?;
        info!(address = %listener.local_addr()?, "metrics");
        let router = metrics::router(app.clone());
        let connections = Connections::new(METRICS_CONNECTIONS);
        tokio::spawn(Acceptor::new(router, connections, stop.clone()).run(listener));
    }
    tokio::spawn(
        stop.clone()
            .run_until_cancelled_owned(housekeeping(app.limits.clone())),
    );
    tokio::spawn(
        stop.clone()
            .run_until_cancelled_owned(app.clock_skew.clone().watch(store.clone())),
    );
    tokio::spawn(
        stop.clone()
            .run_until_cancelled_owned(delete_old(app.tables.clone(), store.clone())),
    );
    tokio::spawn(
        stop.clone()
            .run_until_cancelled_owned(update_day_lists(store.clone())),
    );
    let runner = Runner::new(tournaments, pool);
    tokio::spawn(stop.clone().run_until_cancelled_owned(runner.run()));
    let open_data = OpenData::new(store.clone(), open_data::folder(&app.config.data));
    tokio::spawn(stop.clone().run_until_cancelled_owned(open_data.write_nightly()));
    let practice = Practice::new(store.clone(), app.reviews.clone());
    tokio::spawn(
        stop.clone()
            .run_until_cancelled_owned(practice.look_regularly(app.config.timings.practice)),
    );
    tokio::spawn(stop.clone().run_until_cancelled_owned(app.delivery.clone().run()));
    let open_sessions = app.open_sessions.clone().watch(store.clone());
    tokio::spawn(stop.clone().run_until_cancelled_owned(open_sessions));
    tokio::spawn(
        stop.clone()
            .run_until_cancelled_owned(app.tables.clone().watch_leaving()),
    );
    let accounts = app.accounts.clone();
    tokio::spawn(async move { accounts.passwords().prepare().await });
    tokio::spawn(stop.clone().run_until_cancelled_owned(follow(rooms.clone())));
    tokio::spawn(stop.clone().run_until_cancelled_owned(app.lobby.clone().watch()));
    let connections = app.connections.clone();
    info!(most = connections.most(), "connections");
    let acceptor = Acceptor {
        trusted_proxies: app.config.trusted_proxies.as_slice().into(),
        ..Acceptor::new(router::router(app.clone()), connections, stop)
    };
    app.backfill.detect(&store).await;
    let serving = tokio::spawn(acceptor.run(listener));
    let backfill = app.backfill.clone();
    tokio::spawn(backfill.run(app.tables.clone(), store.clone(), app.shutdown.clone()));
    shutdown.await;
    app.draining.cancel();
    drain(app.config.timings.drain).await;
    finish(app, &store, &rooms, serving, alive).await;
    Ok(())
}

async fn bind_metrics(address: SocketAddr) -> std::io::Result<TcpListener> {
    let describe = |error: std::io::Error| {
        std::io::Error::new(
            error.kind(),
            format!("cannot listen on {address} for metrics: {error}"),
        )
    };
    TcpListener::bind(address).await.map_err(describe)
}

/// Lets a proxy notice that the server is no longer ready, while everything is still served.
async fn drain(time: Duration) {
    if !time.is_zero() {
        info!(?time, "draining");
        sleep(time).await;
    }
}

/// Ends all tasks; what has not ended after the grace period is aborted.
async fn finish(app: App, store: &Store, rooms: &Rooms, serving: JoinHandle<()>, alive: JoinHandle<()>) {
    info!("stopping");
    let grace = app.config.timings.shutdown_grace;
    // Other nodes receive this before any player arrives there.
    store.bus().publish(BusMessage::Leaving).await;
    app.shutdown.cancel();
    if timeout(grace, rooms.ended()).await.is_err() {
        warn!("some tables did not stop in time");
    }
    app.sockets.close();
    if timeout(grace, app.sockets.wait()).await.is_err() {
        warn!("some sockets were not closed in time");
    }
    if timeout(grace, serving).await.is_err() {
        warn!("some requests were not answered in time");
    }
    if alive.await.is_err() {
        warn!("the task that says that this server is running broke");
    }
    store.close().await;
    info!("stopped");
}

/// Drops limiters that are no longer needed, and drains histograms that nobody has fetched, so that neither grows.
async fn housekeeping(limits: Limits) {
    let mut ticks = interval(SWEEP_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        limits.sweep();
        metrics::upkeep();
    }
}

/// Updates the lists of records. Every node does so: each list is closed once, by the first node.
async fn update_day_lists(store: Store) {
    let mut ticks = interval(LISTS_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = store.update_day_lists(now_ms()).await {
            warn!(%error, "the lists of records are not up to date");
        }
    }
}

/// Deletes the chats of games that ended long ago, and outdated counts of limits. Every node does so; it does no harm
/// that several find the same ones.
async fn delete_old(tables: Tables, store: Store) {
    let mut ticks = interval(DELETE_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = tables.delete_outdated_chats(now_ms()).await {
            warn!(%error, "old chats could not be deleted");
        }
        if let Err(error) = store.delete_expired(now_ms()).await {
            warn!(%error, "old attempts to sign in could not be forgotten");
        }
    }
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
