//! One connection to one table. It follows the table's feed: a room that ends and is opened again is followed on in place.

mod chat;
mod device;
mod follow;
mod name;
mod turns;

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::stream::unfold;
use futures_util::{FutureExt, SinkExt, Stream, StreamExt};
use metrics::counter;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tracing::field::display;
use tracing::{debug, info};

use super::parse;
use super::pending::Pending;
use super::rates::Rates;
use crate::app::App;
use crate::auth::{CurrentUser, SocketSession};
use crate::config::Timings;
use crate::http::limits::OpenSocket;
use crate::ids::{CommandId, PlayerId};
use crate::model::log::action::Command;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::protocol::{
    ChatPosition, ClientFrame, ClientMessage, FeedPositions, PlayerView, ServerMessage, VERSION, preview,
    why_not,
};
use crate::room::presence::Visit;
use crate::room::{Answer, LoadError, Room, RoomStatus};
use crate::seq::Seq;
use crate::store::TableRow;
use crate::tables::Tables;
use crate::time::monotonic_unix_ms;
use crate::wake_filter::WakeFilter;

pub(super) use device::is_seated;
use follow::unsent;
use turns::TurnsElsewhere;

/// How soon a table that could not be loaded is tried again.
const RETRY: Duration = Duration::from_secs(1);
/// A connection that was refused so often is not one of our pages.
const MAX_REFUSALS: u32 = 2000;

/// Why a connection ends.
pub(super) enum End {
    /// The browser went away, or never answered.
    Gone,
    /// The server stops, or has lost its database while others work: come back soon, there or elsewhere.
    Restart,
    /// The session was ended: come back as somebody else.
    SignedOut,
    /// The table cannot be served.
    Broken,
    /// The table is no more.
    Lost,
    /// The browser asks for too much.
    TooMuch,
    /// The page is at another address than the public one.
    OtherAddress,
}

impl End {
    /// Why a connection is closed from this side.
    pub(super) fn closing(session: &SocketSession) -> End {
        match session.serving.is_cancelled() {
            true => End::Restart,
            false => End::SignedOut,
        }
    }
}

impl From<LoadError> for End {
    fn from(error: LoadError) -> End {
        match error {
            LoadError::Shutdown => End::Restart,
            LoadError::Store(_) | LoadError::Log(_) | LoadError::Waiting => End::Broken,
            LoadError::Lost => End::Lost,
        }
    }
}

/// What happens on a connection once in a while.
enum BackgroundEvent {
    /// Its session was ended, or the server stops.
    Closing,
    /// It is time for a sign of life.
    Pulse,
    /// Somebody has looked again where else it is the player's turn.
    Turns,
}

type PendingHello = Pin<Box<dyn Future<Output = FeedPositions> + Send>>;
type PendingRoom = Pin<Box<dyn Future<Output = Result<Room, LoadError>> + Send>>;

/// An open connection, and what its browser has.
pub(super) struct Socket {
    app: App,
    pub(super) row: TableRow,
    user: CurrentUser,
    session: SocketSession,
    pub(super) ws: WebSocket,
    room: Room,
    status: watch::Receiver<RoomStatus>,
    /// The next room, while the last one has ended.
    next_room: Option<PendingRoom>,
    /// A browser that has more than this server waits until the log was read.
    pending_hello: Option<PendingHello>,
    pending: Pending,
    /// Lines of the chat that wait for their answers. No command waits for them.
    pending_lines: Pending,
    /// The players on this device, and that they are here.
    visits: Vec<Visit>,
    /// The place of this socket at its table: with those who sit, or with those who watch.
    place: OpenSocket,
    /// Whether the player sat at the table when that place was found.
    seated: bool,
    turns_elsewhere: TurnsElsewhere,
    /// The number of the last event the browser has; nothing before its `hello`.
    sent: Option<Seq>,
    /// What the browser has of the chat.
    chat: Option<ChatPosition>,
    /// The status up to which everything was sent.
    seen: RoomStatus,
    /// Messages for the next write.
    pub(super) queued: Vec<Utf8Bytes>,
    rates: Rates,
    refusals: u32,
    last_heard: Instant,
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
        let seated = device::is_seated(&room.table().state, &user);
        let seen = unsent(room.status().borrow().clone());
        Socket {
            visits: device::visits(&room, &user),
            place: open,
            seated,
            turns_elsewhere: TurnsElsewhere::of(&app, &user, &row),
            status: room.status(),
            next_room: None,
            pending_hello: None,
            pending: Pending::default(),
            pending_lines: Pending::default(),
            app,
            row,
            user,
            session,
            ws,
            room,
            sent: None,
            chat: None,
            seen,
            queued: Vec::new(),
            rates: Rates::default(),
            refusals: 0,
            last_heard: Instant::now(),
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
                    Err(_) => self.next_room = Some(reopen(self.app.tables.clone(), self.row.clone())),
                },
                (id, answer) = self.pending.answer() => self.on_answer(id, answer)?,
                (id, answer) = self.pending_lines.answer() => self.on_answer(id, answer)?,
                have = maybe(&mut self.pending_hello) => self.greet(have),
                room = maybe(&mut self.next_room) => self.on_room(room)?,
                frame = poll_fn(|cx| frames_filter.poll(cx, |cx| self.ws.poll_next_unpin(cx))) => {
                    if self.app.tables.may_have_missed() {
                        Box::pin(self.until_caught_up()).await?;
                    }
                    self.on_frame(frame)?;
                }
                Some(event) = poll_fn(|cx| rare_filter.poll(cx, |cx| background.poll_next_unpin(cx))) => self.on_background_event(event)?,
            }
            if !self.queued.is_empty() {
                self.gather()?;
                self.flush().await?;
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

    /// What happens once in a while, for as long as the connection lasts.
    fn background_events(&self) -> impl Stream<Item = BackgroundEvent> + use<> {
        let mut pulse = interval(self.timings().pulse);
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let closing = Box::pin(self.session.closing.clone().cancelled_owned());
        let sources = (pulse, closing, self.turns_elsewhere.changes());
        unfold(sources, async |(mut pulse, mut closing, mut turns)| {
            let event = tokio::select! {
                () = &mut closing => BackgroundEvent::Closing,
                _ = pulse.tick() => BackgroundEvent::Pulse,
                () = turns.changed() => BackgroundEvent::Turns,
            };
            Some((event, (pulse, closing, turns)))
        })
    }

    fn on_background_event(&mut self, event: BackgroundEvent) -> Result<(), End> {
        match event {
            BackgroundEvent::Closing => return Err(End::closing(&self.session)),
            BackgroundEvent::Pulse => self.pulse()?,
            // Whoever says hello is told then.
            BackgroundEvent::Turns if self.sent.is_none() => (),
            BackgroundEvent::Turns => self.send_turns(),
        }
        Ok(())
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

    fn timings(&self) -> Timings {
        self.app.config.timings
    }

    fn on_frame(&mut self, frame: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        self.last_heard = Instant::now();
        let frame = match frame {
            None | Some(Ok(Message::Close(_))) => return Err(End::Gone),
            Some(Ok(frame)) => frame,
            Some(Err(error)) => {
                debug!(table = %self.row.id, %error, "a frame could not be read");
                if let Some(refusal) = parse::broken_frame(error) {
                    self.refuse(None, refusal)?;
                }
                return Err(End::Gone);
            }
        };
        if self.rates.messages.check().is_err() {
            return self.too_fast(None);
        }
        match parse::message(frame) {
            Ok(None) => Ok(()),
            Ok(Some(message)) => self.on_message(message),
            Err((id, refusal)) => self.refuse(id, refusal),
        }
    }

    fn on_message(&mut self, frame: ClientFrame) -> Result<(), End> {
        match frame.message {
            ClientMessage::Hello { version, have } => self.welcome(version, have),
            ClientMessage::Ping {} => {
                self.send(&ServerMessage::Pong {
                    now: monotonic_unix_ms(),
                });
                Ok(())
            }
            message if self.sent.is_none() && self.pending_hello.is_none() => {
                let refusal = Refusal::new(Code::NoHello, "Say hello first.");
                self.refuse(message.id(), refusal)
            }
            ClientMessage::Preview {
                id,
                turn,
                steps,
                clicks,
            } => self.preview(id, turn, &steps, &clicks),
            ClientMessage::Say { id, text } => self.write_line(id, &text),
            ClientMessage::Silence { id, player, silenced } => self.silence(id, player, silenced),
            ClientMessage::Nudge { id, turn } => match self.actor(id, frame.acting) {
                Ok(by) => self.nudge(id, by, turn),
                Err(refusal) => self.refuse(Some(id), refusal),
            },
            message => match parse::action(message) {
                Ok(None) => Ok(()),
                Ok(Some((id, action))) => match self.actor(id, frame.acting) {
                    Ok(by) => self.command(Command { id, by, action }),
                    Err(refusal) => self.refuse(Some(id), refusal),
                },
                Err((id, refusal)) => self.refuse(id, refusal),
            },
        }
    }

    fn nudge(&mut self, id: CommandId, by: PlayerId, turn: u32) -> Result<(), End> {
        if self.pending.is_full() {
            return self.too_fast(Some(id));
        }
        self.pending.push(id, self.room.nudge(by, turn));
        Ok(())
    }

    /// Joining, coming back and having fallen behind are one path: what is missing is sent, else a snapshot.
    fn welcome(&mut self, version: u32, have: FeedPositions) -> Result<(), End> {
        if self.rates.hellos.check().is_err() {
            return self.too_fast(None);
        }
        let you = self.user.0.as_ref().map(PlayerView::from);
        self.send(&ServerMessage::Welcome {
            version: VERSION,
            you,
            now: monotonic_unix_ms(),
        });
        if version != VERSION {
            let refusal = Refusal::new(Code::Version, "There is a new version of this page.");
            return self.refuse(None, refusal);
        }
        if have.table > Some(self.room.table().state.seq) {
            let room = self.room.clone();
            self.sent = None;
            self.pending_hello = Some(Box::pin(async move {
                room.catch_up().await;
                have
            }));
        } else {
            self.greet(have);
        }
        Ok(())
    }

    /// Follows the room that replaces one that ended, from where that one stopped.
    fn on_room(&mut self, room: Result<Room, LoadError>) -> Result<(), End> {
        self.next_room = None;
        if let Err(LoadError::Lost) = room {
            self.refuse(None, Refusal::table_lost())?;
        }
        let room = room?;
        self.visits = device::visits(&room, &self.user);
        self.status = room.status();
        self.room = room;
        self.follow();
        Ok(())
    }

    fn preview(&mut self, id: CommandId, turn: u32, steps: &[String], clicks: &[String]) -> Result<(), End> {
        if self.rates.previews.check().is_err() {
            return self.too_fast(Some(id));
        }
        let tried = match self.room.table().state.game_at(turn) {
            Ok(game) if !clicks.is_empty() => Err(why_not(game, steps, clicks)),
            Ok(game) => preview(game, steps),
            Err(refusal) => Err(refusal),
        };
        match tried {
            Ok(preview) => self.send(&ServerMessage::Preview { id, preview }),
            Err(refusal) => return self.refuse(Some(id), refusal),
        }
        Ok(())
    }

    fn on_answer(&mut self, id: CommandId, answer: Answer) -> Result<(), End> {
        match answer {
            // A room that stops refuses what it did not do. The browser asks the next server instead.
            Err(_) if self.session.serving.is_cancelled() => return Err(End::Restart),
            Ok(seq) => self.send(&ServerMessage::Done { id, seq }),
            Err(refusal) => return self.refuse(Some(id), refusal),
        }
        Ok(())
    }

    fn too_fast(&mut self, id: Option<CommandId>) -> Result<(), End> {
        let refusal = Refusal::new(Code::TooFast, "Too many requests. Wait a moment.");
        self.refuse(id, refusal)
    }

    fn refuse(&mut self, id: Option<CommandId>, refusal: Refusal) -> Result<(), End> {
        let Refusal { code, sentence } = refusal;
        self.refusals += 1;
        counter!("thicket_refusals_total", "code" => code.to_string()).increment(1);
        if code.is_denial() {
            let player = self.user.id().map(display);
            info!(player, from = %self.place.address(), table = %self.row.id, %code, "denied");
        }
        if self.refusals > MAX_REFUSALS {
            return Err(End::TooMuch);
        }
        self.send(&ServerMessage::Refused { id, code, sentence });
        Ok(())
    }

    fn pulse(&mut self) -> Result<(), End> {
        if self.last_heard.elapsed() >= self.timings().silence {
            return Err(End::Gone);
        }
        self.send(&ServerMessage::Pong {
            now: monotonic_unix_ms(),
        });
        Ok(())
    }

    /// Puts a message into the next write.
    fn send(&mut self, message: &ServerMessage) {
        self.queued.push(message.text());
    }

    /// Writes everything that is queued, at once.
    pub(super) async fn flush(&mut self) -> Result<(), End> {
        let limit = self.timings().silence;
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
}

/// Opens the room of a table again, however long the store takes to come back.
fn reopen(tables: Tables, row: TableRow) -> PendingRoom {
    async move {
        loop {
            match tables.open(&row).await {
                Err(LoadError::Store(_) | LoadError::Waiting) => sleep(RETRY).await,
                opened => return opened,
            }
        }
    }
    .boxed()
}

/// Waits for a pending future; for ever if there is none.
async fn maybe<T>(pending: &mut Option<Pin<Box<dyn Future<Output = T> + Send>>>) -> T {
    match pending {
        Some(pending) => pending.await,
        None => std::future::pending().await,
    }
}
