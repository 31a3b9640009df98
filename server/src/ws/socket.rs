//! One connection to one table. It follows the table's feed: a room that ends and is opened again is followed on in place.
//!
//! Leaving is dropping it: the visits of its players and its place at the table end with it.

mod background;
mod chat;
mod device;
mod follow;
mod message;
mod name;
mod plans;
mod rooms;
mod turns;

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::{Pin, pin};

use axum::extract::ws::WebSocket;
use futures_util::{FutureExt, StreamExt};
use tokio::sync::watch;

use super::end::End;
use super::pending::Pending;
use super::rates::Rates;
use super::wire::Wire;
use crate::app::App;
use crate::auth::{CurrentUser, SocketSession};
use crate::http::limits::OpenSocket;
use crate::protocol::FeedPositions;
use crate::room::{Room, RoomStatus};
use crate::store::TableRow;
use crate::wake_filter::WakeFilter;

use device::Here;
pub(super) use device::is_seated;
use follow::Has;
use rooms::PendingRoom;
use turns::TurnsElsewhere;

type PendingHello = Pin<Box<dyn Future<Output = FeedPositions> + Send>>;

/// An open connection, and what its browser has.
pub(super) struct Socket {
    app: App,
    pub(super) row: TableRow,
    user: CurrentUser,
    session: SocketSession,
    pub(super) wire: Wire,
    room: Room,
    status: watch::Receiver<RoomStatus>,
    /// The next room, while the last one has ended.
    next_room: Option<PendingRoom>,
    /// A browser that has more than this server waits until the log was read.
    pending_hello: Option<PendingHello>,
    pending: Pending,
    /// Lines of the chat that wait for their answers. No command waits for them.
    pending_lines: Pending,
    here: Here,
    has: Has,
    turns_elsewhere: TurnsElsewhere,
    rates: Rates,
}

impl Socket {
    pub(super) fn new(
        app: App,
        row: TableRow,
        (user, session): (CurrentUser, SocketSession),
        open: OpenSocket,
        ws: WebSocket,
        room: Room,
    ) -> Socket {
        Socket {
            wire: Wire::new(ws, app.config.timings.silence),
            status: room.status(),
            next_room: None,
            pending_hello: None,
            pending: Pending::default(),
            pending_lines: Pending::default(),
            here: Here::new(&room, &user, open),
            has: Has::nothing(&room),
            turns_elsewhere: TurnsElsewhere::of(&app, &user, &row),
            rates: Rates::default(),
            app,
            row,
            user,
            session,
            room,
        }
    }

    pub(super) async fn run(&mut self) -> Result<Infallible, End> {
        let mut background = pin!(self.background_events());
        // Most wake-ups of this task are due to the table.
        let (mut frames_filter, mut rare_filter) = (WakeFilter::default(), WakeFilter::default());
        loop {
            let has_room = self.next_room.is_none();
            // The most frequent events come first: a branch is polled only when those before it are not ready.
            tokio::select! {
                biased;
                changed = self.status.changed(), if has_room => match changed {
                    Ok(()) => self.follow(),
                    Err(_) => self.next_room = Some(rooms::reopen(self.app.tables.clone(), self.row.clone())),
                },
                (id, answer) = self.pending.answer() => self.on_answer(id, answer)?,
                (id, answer) = self.pending_lines.answer() => self.on_answer(id, answer)?,
                have = maybe(&mut self.pending_hello) => self.greet(have),
                room = maybe(&mut self.next_room) => self.on_room(room)?,
                frame = poll_fn(|cx| frames_filter.poll(cx, |cx| self.wire.poll_frame(cx))) => {
                    if self.app.tables.may_have_missed() {
                        Box::pin(self.until_caught_up()).await?;
                    }
                    self.on_frame(frame)?;
                }
                Some(event) = poll_fn(|cx| rare_filter.poll(cx, |cx| background.poll_next_unpin(cx))) => self.on_background_event(event)?,
            }
            if !self.wire.queued.is_empty() {
                self.gather()?;
                self.wire.flush().await?;
            }
        }
    }

    /// Waits until the table has what others have written while this process was paused.
    async fn until_caught_up(&mut self) -> Result<(), End> {
        let (app, closing) = (self.app.clone(), self.session.closing.clone());
        match closing.run_until_cancelled(app.tables.until_caught_up()).await {
            Some(()) => Ok(()),
            None => Err(End::closing(&self.session)),
        }
    }

    /// Adds what is ready as well to what is about to be written, so that it goes out in the same write.
    fn gather(&mut self) -> Result<(), End> {
        while let Some((id, answer)) = self.pending.answer().now_or_never() {
            self.on_answer(id, answer)?;
        }
        if self.next_room.is_none() && self.status.has_changed().unwrap_or(false) {
            self.follow();
        }
        Ok(())
    }
}

/// Waits for a pending future; for ever if there is none.
async fn maybe<T>(pending: &mut Option<Pin<Box<dyn Future<Output = T> + Send>>>) -> T {
    match pending {
        Some(pending) => pending.await,
        None => std::future::pending().await,
    }
}
