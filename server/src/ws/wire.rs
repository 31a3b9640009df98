//! The WebSocket of a table's connection, and what waits for its next write.

use std::pin::pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::{FutureExt, SinkExt, StreamExt};
use tokio::time::{Instant, timeout};

use super::end::{End, close};
use crate::protocol::ServerMessage;
use crate::time::monotonic_unix_ms;

pub(super) struct Wire {
    ws: WebSocket,
    /// Messages for the next write.
    pub(super) queued: Vec<Utf8Bytes>,
    last_heard: Instant,
    /// How long a browser may be silent, or take to read what is written to it.
    silence: Duration,
}

impl Wire {
    pub(super) fn new(ws: WebSocket, silence: Duration) -> Wire {
        Wire {
            ws,
            queued: Vec::new(),
            last_heard: Instant::now(),
            silence,
        }
    }

    /// The next frame.
    pub(super) fn poll_frame(&mut self, cx: &mut Context) -> Poll<Option<Result<Message, axum::Error>>> {
        let frame = self.ws.poll_next_unpin(cx);
        if frame.is_ready() {
            self.last_heard = Instant::now();
        }
        frame
    }

    /// Puts a message into the next write.
    pub(super) fn send(&mut self, message: &ServerMessage) {
        self.queued.push(message.text());
    }

    /// Shows that the server is there, and says what time it is.
    pub(super) fn pong(&mut self) {
        self.send(&ServerMessage::Pong {
            now: monotonic_unix_ms(),
        });
    }

    /// A sign of life in its time, unless nobody is there any more.
    pub(super) fn pulse(&mut self) -> Result<(), End> {
        if self.last_heard.elapsed() >= self.silence {
            return Err(End::Gone);
        }
        self.pong();
        Ok(())
    }

    /// Writes everything that is queued, at once.
    pub(super) async fn flush(&mut self) -> Result<(), End> {
        let limit = self.silence;
        let mut written = pin!(async {
            for text in self.queued.drain(..) {
                self.ws.feed(Message::Text(text)).await?;
            }
            self.ws.flush().await
        });
        // Nearly always the network takes it at once, and no timer is needed.
        let written = match written.as_mut().now_or_never() {
            Some(written) => Some(written),
            None => timeout(limit, written).await.ok(),
        };
        match written {
            Some(Ok(())) => Ok(()),
            Some(Err(_)) | None => Err(End::Gone),
        }
    }

    /// Sends what is still queued, and says why the connection ends.
    pub(super) async fn close(mut self, end: End) {
        if !self.queued.is_empty() {
            // The browser may be gone already.
            let _ = timeout(Duration::from_secs(1), self.flush()).await;
        }
        close(self.ws, end).await;
    }
}
