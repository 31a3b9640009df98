//! What happens on a connection once in a while.

use std::future::ready;

use futures_util::stream::{once, unfold};
use futures_util::{Stream, StreamExt};

use super::{End, Socket};
use crate::pulse::pulse;

/// What happens on a connection once in a while.
pub(super) enum BackgroundEvent {
    /// Its session was ended, or the server stops.
    Closing,
    /// It is time for a sign of life.
    Pulse,
    /// Somebody has looked again where else it is the player's turn.
    Turns,
}

impl Socket {
    /// What happens once in a while, for as long as the connection lasts.
    pub(super) fn background_events(&self) -> impl Stream<Item = BackgroundEvent> + use<> {
        let pulse = pulse(self.app.config.timings.pulse);
        let closing = Box::pin(self.session.closing.clone().cancelled_owned());
        let sources = (pulse, closing, self.turns_elsewhere.changes());
        // The other end knows at once that the connection is served.
        let first = once(ready(BackgroundEvent::Pulse));
        let rest = unfold(sources, async |(mut pulse, mut closing, mut turns)| {
            let event = tokio::select! {
                () = &mut closing => BackgroundEvent::Closing,
                _ = pulse.tick() => BackgroundEvent::Pulse,
                () = turns.changed() => BackgroundEvent::Turns,
            };
            Some((event, (pulse, closing, turns)))
        });
        first.chain(rest)
    }

    pub(super) fn on_background_event(&mut self, event: BackgroundEvent) -> Result<(), End> {
        match event {
            BackgroundEvent::Closing => return Err(End::closing(&self.session)),
            BackgroundEvent::Pulse => self.wire.pulse()?,
            // Whoever says hello is told then.
            BackgroundEvent::Turns if self.has.sent.is_none() => (),
            BackgroundEvent::Turns => self.send_turns(),
        }
        Ok(())
    }
}
