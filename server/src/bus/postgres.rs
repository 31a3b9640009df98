//! The bus of a Postgres database: `NOTIFY` in the transaction of what it tells of, and one connection that listens.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPool, PgPoolOptions};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tracing::{debug, warn};

use super::message::{BusMessage, Envelope, NodeId};
use super::{BusEvent, NobodyListens, SILENCE, pass_on, pause, send};

const CHANNEL: &str = "thicket";
/// SQL that sends notifications: one for each text of an array, which is a parameter.
macro_rules! notify_each {
    ($texts:literal) => {
        concat!(
            "SELECT pg_notify('thicket', message) FROM unnest(",
            $texts,
            "::text[]) AS message"
        )
    };
}
pub(crate) use notify_each;
/// How long the database may take for anything that the bus asks of it.
const TIMEOUT: Duration = Duration::from_secs(3);

/// The statements that send these notifications. `NOTIFY` takes no parameters.
pub(crate) fn notify_statements(texts: &[String]) -> String {
    let statement = |text: &String| format!("NOTIFY {CHANNEL}, '{}';", text.replace('\'', "''"));
    texts.iter().map(statement).collect()
}

#[derive(Clone, Debug)]
pub struct Postgres {
    pub(super) node: NodeId,
    options: PgConnectOptions,
    /// One connection for messages outside of transactions, opened when it is first needed.
    publisher: PgPool,
}

impl Postgres {
    pub(super) fn new(options: &PgConnectOptions) -> Postgres {
        let options = options.clone().application_name("thicket bus");
        let publisher = PgPoolOptions::new().max_connections(1).acquire_timeout(TIMEOUT);
        Postgres {
            node: NodeId::fresh(),
            publisher: publisher.connect_lazy_with(options.clone()),
            options,
        }
    }

    pub(super) async fn publish(&self, message: BusMessage) -> sqlx::Result<()> {
        let texts = Envelope::texts(self.node, message);
        let said = sqlx::query(notify_each!("$1"))
            .bind(texts)
            .execute(&self.publisher);
        match timeout(TIMEOUT, said).await {
            Ok(said) => said.map(drop),
            Err(late) => Err(sqlx::Error::Io(late.into())),
        }
    }

    /// Receives until the receiver is gone.
    pub(super) async fn subscribe(&self, events: &mpsc::Sender<BusEvent>) {
        loop {
            match timeout(TIMEOUT, self.connect()).await {
                Ok(Ok(listener)) => {
                    if follow(listener, self.node, events).await.is_err() {
                        return;
                    }
                }
                Ok(Err(error)) => warn!(%error, "the bus cannot be reached"),
                Err(_) => warn!("the bus does not answer"),
            }
            if !pause(events).await {
                return;
            }
        }
    }

    /// A pool of its own for each connection: one that is dead may never be given back.
    async fn connect(&self) -> sqlx::Result<PgListener> {
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .max_lifetime(None)
            .idle_timeout(None);
        let mut listener = PgListener::connect_with(&pool.connect_with(self.options.clone()).await?).await?;
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        Ok(listener)
    }
}

/// Passes messages on until the connection is lost.
async fn follow(
    mut listener: PgListener,
    own: NodeId,
    events: &mpsc::Sender<BusEvent>,
) -> Result<(), NobodyListens> {
    send(events, BusEvent::Connected).await?;
    loop {
        let received = tokio::select! {
            received = timeout(SILENCE, listener.try_recv()) => received,
            () = events.closed() => return Err(NobodyListens),
        };
        match received {
            Ok(Ok(Some(notification))) => pass_on(events, own, notification.payload().as_bytes()).await?,
            lost => {
                debug!(?lost, "the connection to the bus ended");
                return send(events, BusEvent::Lost).await;
            }
        }
    }
}
