//! The bus of a NATS server, for databases that speak Postgres's protocol without `NOTIFY`.

use async_nats::{Client, ConnectOptions, Event, Message as Received, Subscriber};
use futures_util::StreamExt;
use tokio::sync::{mpsc, watch};
use tracing::{debug, warn};
use url::Url;

use super::message::{BusMessage, Envelope, NodeId};
use super::{BusEvent, NobodyListens, pass_on, pause, send};

const SUBJECT: &str = "thicket";
/// How many messages wait to be sent while the connection is lost. Further ones are lost.
const QUEUE: usize = 4096;

#[derive(Clone, Debug)]
pub struct Nats {
    node: NodeId,
    client: Client,
    connected: watch::Receiver<bool>,
    queue: mpsc::Sender<String>,
}

impl Nats {
    /// A server that cannot be reached is tried again and again.
    pub(super) async fn connect(url: &Url) -> Result<Nats, String> {
        let (sender, connected) = watch::channel(false);
        let on_event = move |event: Event| {
            debug!(%event, "NATS");
            match event {
                Event::Connected => drop(sender.send(true)),
                Event::Disconnected => drop(sender.send(false)),
                // A slow consumer has missed messages, as after a lost connection.
                Event::SlowConsumer(_) => sender.send_modify(|_| ()),
                _ => (),
            }
            std::future::ready(())
        };
        let client = ConnectOptions::new()
            .name("thicket")
            .no_echo()
            .retry_on_initial_connect()
            .event_callback(on_event)
            .connect(url.as_str())
            .await
            .map_err(|error| error.to_string())?;
        let (queue, texts) = mpsc::channel(QUEUE);
        tokio::spawn(publish(client.clone(), texts));
        Ok(Nats {
            node: NodeId::fresh(),
            client,
            connected,
            queue,
        })
    }

    pub(super) fn publish(&self, message: BusMessage) {
        for text in Envelope::texts(self.node, message) {
            if self.queue.try_send(text).is_err() {
                warn!("too many messages for other nodes are waiting; one is lost");
            }
        }
    }

    /// Receives until the receiver is gone. The client reconnects by itself.
    pub(super) async fn subscribe(mut self, events: &mpsc::Sender<BusEvent>) {
        loop {
            match self.client.subscribe(SUBJECT).await {
                Ok(messages) => {
                    if self.follow(messages, events).await.is_err() {
                        return;
                    }
                }
                Err(error) => warn!(%error, "the bus cannot be listened to"),
            }
            if !pause(events).await {
                return;
            }
        }
    }

    async fn follow(
        &mut self,
        mut messages: Subscriber,
        events: &mpsc::Sender<BusEvent>,
    ) -> Result<(), NobodyListens> {
        if *self.connected.borrow() {
            self.connected.mark_changed();
        }
        loop {
            tokio::select! {
                Ok(()) = self.connected.changed() => {
                    let connected = *self.connected.borrow_and_update();
                    send(events, if connected { BusEvent::Connected } else { BusEvent::Lost }).await?;
                }
                message = messages.next() => match message {
                    Some(Received { payload, .. }) => pass_on(events, self.node, &payload).await?,
                    None => return send(events, BusEvent::Lost).await,
                },
                () = events.closed() => return Err(NobodyListens),
            }
        }
    }
}

/// Sends what is queued. The client holds messages back while it is not connected.
async fn publish(client: Client, mut texts: mpsc::Receiver<String>) {
    while let Some(text) = texts.recv().await {
        if let Err(error) = client.publish(SUBJECT, text.into()).await {
            warn!(%error, "other nodes could not be told something");
        }
    }
}
