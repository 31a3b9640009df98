//! Rare events of a room, which wake its task.

use std::sync::Arc;

use futures_util::Stream;
use futures_util::stream::unfold;

use super::Task;

pub(super) enum BackgroundEvent {
    Shutdown,
    Visit,
    RemoteSeq,
}

impl Task {
    pub(super) fn background_events(&self) -> impl Stream<Item = BackgroundEvent> + use<> {
        let shutdown = Box::pin(self.environment.shutdown.clone().cancelled_owned());
        let sources = (shutdown, Arc::clone(&self.presence), Arc::clone(&self.remote_seq));
        unfold(sources, async |(mut shutdown, presence, remote_seq)| {
            let event = tokio::select! {
                () = &mut shutdown => BackgroundEvent::Shutdown,
                () = presence.changed() => BackgroundEvent::Visit,
                () = remote_seq.changed() => BackgroundEvent::RemoteSeq,
            };
            Some((event, (shutdown, presence, remote_seq)))
        })
    }
}
