//! A Postgres with a standby, behind a proxy that is switched when the standby takes over.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::time::sleep;

use super::base::Base;
use super::client::TIMEOUT;
use super::postgres::{Flush, Server};

/// A primary, its standby, and a database behind the proxy.
pub(crate) struct Pair {
    primary: Server,
    standby: Server,
    /// The name of the database.
    name: String,
    pub(crate) base: Base,
    /// Where the proxy connects to.
    target: Arc<Mutex<PathBuf>>,
}

impl Pair {
    /// With an asynchronous standby, which receives what is committed a moment later.
    pub(crate) async fn asynchronous() -> Pair {
        let primary = Server::start(Flush::Never);
        let url = primary.database().await;
        let standby = primary.standby();
        let name = url.split(['/', '?']).nth(3).unwrap().to_owned();
        let target = Arc::new(Mutex::new(primary.socket()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(accept(listener, Arc::clone(&target)));
        Pair {
            primary,
            standby,
            base: Base::at(format!("postgres://thicket@127.0.0.1:{port}/{name}")),
            name,
            target,
        }
    }

    /// With a synchronous standby: nothing is committed that it does not have.
    pub(crate) async fn synchronous() -> Pair {
        let pair = Pair::asynchronous().await;
        let mut primary = pair.connect(&pair.primary).await;
        configure(&mut primary, "synchronous_standby_names = '*'").await;
        let synchronous = "SELECT COUNT(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        until(&mut primary, synchronous, 1).await;
        pair
    }

    /// From now on the standby receives nothing. It has all that was written before.
    pub(crate) async fn cut_off(&self) {
        let mut primary = self.connect(&self.primary).await;
        let mut standby = self.connect(&self.standby).await;
        let written = sqlx::query_scalar::<_, String>("SELECT pg_current_wal_lsn()::text");
        let written = written.fetch_one(&mut primary).await.unwrap();
        let replayed = format!("SELECT (pg_last_wal_replay_lsn() >= '{written}')::int::bigint");
        until(&mut standby, &replayed, 1).await;
        configure(&mut standby, "primary_conninfo = ''").await;
        until(&mut standby, "SELECT COUNT(*) FROM pg_stat_wal_receiver", 0).await;
    }

    /// Kills the primary, promotes the standby, and switches the proxy.
    pub(crate) fn fail_over(&self) {
        self.primary.kill();
        self.standby.promote();
        *self.target.lock().unwrap() = self.standby.socket();
    }

    async fn connect(&self, server: &Server) -> PgConnection {
        PgConnection::connect(&server.url(&self.name)).await.unwrap()
    }
}

async fn configure(conn: &mut PgConnection, setting: &str) {
    let set = AssertSqlSafe(format!("ALTER SYSTEM SET {setting}"));
    conn.execute(set).await.unwrap();
    conn.execute("SELECT pg_reload_conf()").await.unwrap();
}

/// Waits until a query answers with this number.
async fn until(conn: &mut PgConnection, query: &str, wanted: i64) {
    let answer = async |conn: &mut PgConnection| {
        let query = sqlx::query_scalar::<_, i64>(AssertSqlSafe(query.to_owned()));
        query.fetch_one(conn).await.unwrap()
    };
    let since = Instant::now();
    while answer(&mut *conn).await != wanted {
        assert!(since.elapsed() < TIMEOUT, "{query} is not {wanted}");
        sleep(Duration::from_millis(20)).await;
    }
}

async fn accept(listener: TcpListener, target: Arc<Mutex<PathBuf>>) {
    while let Ok((client, _)) = listener.accept().await {
        let server = target.lock().unwrap().clone();
        tokio::spawn(forward(client, server));
    }
}

async fn forward(mut client: TcpStream, server: PathBuf) {
    // A server that is gone takes no connection; then the client's ends, too.
    if let Ok(mut server) = UnixStream::connect(server).await {
        client.set_nodelay(true).unwrap();
        let _ = copy_bidirectional(&mut client, &mut server).await;
    }
}
