//! The bus: what nodes that share a database tell each other. Nothing on it is kept; whatever was missed is in the log.

mod message;
mod nats;
mod postgres;

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use tokio::sync::mpsc;
use tokio::time::sleep;
use tracing::warn;
use url::Url;

pub use message::{MAX_NAMED, Message, News, NodeId, Visitors};
use nats::Nats;
use postgres::Postgres;
pub(crate) use postgres::notify_statements;

/// How many messages wait for the one who listens.
const HEARD: usize = 1024;
/// How soon a lost connection is opened again.
const RETRY: Duration = Duration::from_millis(500);
/// A node hears its own messages, too, one every ten seconds at least. After this long without any, the connection is dead.
const SILENCE: Duration = Duration::from_secs(25);

/// How nodes reach each other. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Bus {
    /// There is one node.
    None,
    /// `LISTEN` and `NOTIFY` of the Postgres that they share.
    Postgres(Postgres),
    /// A NATS server.
    Nats(Nats),
}

/// What the one who listens learns.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// The connection is there, or is there again: what was said before was missed.
    Connected,
    /// The connection was lost.
    Lost,
    /// Another node says something.
    News(NodeId, News),
}

impl Bus {
    /// The bus of a Postgres database.
    pub(crate) fn postgres(options: &PgConnectOptions) -> Bus {
        Bus::Postgres(Postgres::new(options))
    }

    /// The bus of a NATS server, which need not run yet.
    ///
    /// # Errors
    /// When the address cannot be used.
    pub(crate) async fn nats(url: &Url) -> Result<Bus, String> {
        Nats::connect(url).await.map(Bus::Nats)
    }

    /// Whether there is no other node to talk to.
    pub fn is_none(&self) -> bool {
        matches!(self, Bus::None)
    }

    /// What the transaction that is to write all this notifies, if the bus is the database's. Of events whose numbers turn out
    /// to be taken, others may hear twice.
    pub(crate) fn notifications(&self, news: &[News]) -> Vec<String> {
        match self {
            Bus::Postgres(bus) => {
                let texts = |news: &News| Message::texts(bus.node, news.clone());
                news.iter().flat_map(texts).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Tells others of what is on disk, if that was not part of its transaction. Never waits.
    pub(crate) fn after_commit(&self, news: Vec<News>) {
        if let Bus::Nats(bus) = self {
            news.into_iter().for_each(|news| bus.say(news));
        }
    }

    /// Tells the other nodes something. What cannot be sent is lost; nodes repeat what matters.
    pub async fn say(&self, news: News) {
        let said = match self {
            Bus::None => Ok(()),
            Bus::Postgres(bus) => bus.say(news).await,
            Bus::Nats(bus) => {
                bus.say(news);
                Ok(())
            }
        };
        if let Err(error) = said {
            warn!(%error, "other nodes could not be told something");
        }
    }

    /// Starts to listen. Ends when the receiver is dropped; without other nodes nothing is ever heard.
    pub fn listen(&self) -> mpsc::Receiver<Heard> {
        let (heard, receiver) = mpsc::channel(HEARD);
        match self.clone() {
            Bus::None => (),
            Bus::Postgres(bus) => drop(tokio::spawn(async move { bus.listen(&heard).await })),
            Bus::Nats(bus) => drop(tokio::spawn(async move { bus.listen(&heard).await })),
        }
        receiver
    }
}

/// Whoever listens has stopped listening.
struct NobodyListens;

/// Passes a message on, unless it is our own or not one that we understand: another version may speak differently.
async fn pass_on(heard: &mpsc::Sender<Heard>, own: NodeId, text: &[u8]) -> Result<(), NobodyListens> {
    match serde_json::from_slice::<Message>(text) {
        Ok(message) if message.node == own => Ok(()),
        Ok(Message { node, news }) => tell(heard, Heard::News(node, news)).await,
        Err(error) => {
            warn!(%error, "a message of another node was not understood");
            Ok(())
        }
    }
}

async fn tell(heard: &mpsc::Sender<Heard>, what: Heard) -> Result<(), NobodyListens> {
    heard.send(what).await.map_err(|_| NobodyListens)
}

/// A pause before the next attempt to connect. False if nobody listens any more.
async fn pause(heard: &mpsc::Sender<Heard>) -> bool {
    tokio::select! {
        () = sleep(RETRY) => true,
        () = heard.closed() => false,
    }
}
