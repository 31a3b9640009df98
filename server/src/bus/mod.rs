//! The bus between nodes that share a database. Nothing on it is stored; what was missed is in the log.

mod message;
mod nats;
mod postgres;

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use tokio::sync::mpsc;
use tokio::time::sleep;
use tracing::warn;
use url::Url;

pub use message::{BusMessage, Envelope, MAX_NAMED, NodeId, Visitors};
use nats::Nats;
use postgres::Postgres;
pub(crate) use postgres::{notify_each, notify_statements};

/// How many messages wait for the subscriber.
const EVENT_CAPACITY: usize = 1024;
const RETRY: Duration = Duration::from_millis(500);
/// A node receives its own messages, too, one every ten seconds at least. Without any for this long, the connection
/// is dead.
const SILENCE: Duration = Duration::from_secs(25);

/// How nodes reach each other. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Bus {
    None,
    /// `LISTEN` and `NOTIFY` of the Postgres that they share.
    Postgres(Postgres),
    Nats(Nats),
}

#[derive(Clone, Debug, PartialEq)]
pub enum BusEvent {
    /// The connection is there, or there again: earlier messages were missed.
    Connected,
    Lost,
    Message(NodeId, BusMessage),
}

impl Bus {
    /// The bus of a Postgres database.
    pub(crate) fn postgres(options: &PgConnectOptions) -> Bus {
        Bus::Postgres(Postgres::new(options))
    }

    /// The bus of a NATS server, which need not run yet.
    pub(crate) async fn nats(url: &Url) -> Result<Bus, String> {
        Nats::connect(url).await.map(Bus::Nats)
    }

    pub fn is_none(&self) -> bool {
        matches!(self, Bus::None)
    }

    /// What the transaction that writes all this notifies, if the bus is the database's. Events whose numbers turn
    /// out to be taken may be announced twice.
    pub(crate) fn notifications(&self, messages: &[BusMessage]) -> Vec<String> {
        match self {
            Bus::Postgres(bus) => {
                let texts = |message: &BusMessage| Envelope::texts(bus.node, message.clone());
                messages.iter().flat_map(texts).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Announces what was committed, unless its transaction did. Never waits.
    pub(crate) fn after_commit(&self, messages: Vec<BusMessage>) {
        if let Bus::Nats(bus) = self {
            messages.into_iter().for_each(|message| bus.publish(message));
        }
    }

    /// Sends a message. One that cannot be sent is lost; nodes repeat what matters.
    pub async fn publish(&self, message: BusMessage) {
        let said = match self {
            Bus::None => Ok(()),
            Bus::Postgres(bus) => bus.publish(message).await,
            Bus::Nats(bus) => {
                bus.publish(message);
                Ok(())
            }
        };
        if let Err(error) = said {
            warn!(%error, "other nodes could not be told something");
        }
    }

    /// Subscribes until the receiver is dropped. Without other nodes nothing ever arrives.
    pub fn subscribe(&self) -> mpsc::Receiver<BusEvent> {
        let (events, receiver) = mpsc::channel(EVENT_CAPACITY);
        match self.clone() {
            Bus::None => (),
            Bus::Postgres(bus) => drop(tokio::spawn(async move { bus.subscribe(&events).await })),
            Bus::Nats(bus) => drop(tokio::spawn(async move { bus.subscribe(&events).await })),
        }
        receiver
    }
}

struct NobodyListens;

/// Passes a message on, unless it is our own or of another version and not understood.
async fn pass_on(events: &mpsc::Sender<BusEvent>, own: NodeId, text: &[u8]) -> Result<(), NobodyListens> {
    match serde_json::from_slice::<Envelope>(text) {
        Ok(message) if message.node == own => Ok(()),
        Ok(Envelope { node, message }) => send(events, BusEvent::Message(node, message)).await,
        Err(error) => {
            warn!(%error, "a message of another node was not understood");
            Ok(())
        }
    }
}

async fn send(events: &mpsc::Sender<BusEvent>, what: BusEvent) -> Result<(), NobodyListens> {
    events.send(what).await.map_err(|_| NobodyListens)
}

/// Waits before the next attempt to connect. False if the receiver is gone.
async fn pause(events: &mpsc::Sender<BusEvent>) -> bool {
    tokio::select! {
        () = sleep(RETRY) => true,
        () = events.closed() => false,
    }
}
