//! One connection to one table. It follows the table's feed: a room that ends and is opened again is followed on in place.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, SinkExt, StreamExt};
use governor::DefaultDirectRateLimiter;
use metrics::counter;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tracing::debug;

use super::parse;
use crate::app::App;
use crate::auth::CurrentUser;
use crate::config::Timings;
use crate::ids::CommandId;
use crate::limits::{self, OpenSocket};
use crate::model::action::Command;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::moment::steady_ms;
use crate::protocol::{ClientMessage, FeedPositions, PlayerView, ServerMessage, VERSION, preview};
use crate::room::presence::Visit;
use crate::room::{Answer, Live, LiveState, LoadError, Room};
use crate::store::TableRow;
use crate::tables::Tables;

/// How soon a table that could not be loaded is tried again.
const RETRY: Duration = Duration::from_secs(1);
/// Messages of any kind: one in this time, and so many at once.
const MESSAGES: (Duration, u32) = (Duration::from_millis(5), 500);
/// Previews: one in this time, and so many at once.
const PREVIEWS: (Duration, u32) = (Duration::from_millis(50), 40);
/// Hellos: one in this time, and so many at once. Each can lead to a whole snapshot.
const HELLOS: (Duration, u32) = (Duration::from_secs(2), 10);
/// Commands of one socket that may wait for their answers.
const MAX_PENDING: usize = 16;
/// Messages that are queued before they are written in any case.
const MAX_QUEUED: usize = 64;
/// A connection that was refused so often is not one of our pages.
const MAX_REFUSALS: u32 = 2000;

/// Why a connection ends.
pub(super) enum End {
    /// The browser went away, or never answered.
    Gone,
    /// The server stops: come back soon.
    Restart,
    /// The table cannot be served.
    Broken,
    /// The browser asks for too much.
    TooMuch,
}

impl From<LoadError> for End {
    fn from(error: LoadError) -> End {
        match error {
            LoadError::Shutdown => End::Restart,
            LoadError::Store(_) | LoadError::Log(_) | LoadError::Waiting => End::Broken,
        }
    }
}

type PendingAnswer = Pin<Box<dyn Future<Output = (CommandId, Answer)> + Send>>;
type PendingRoom = Pin<Box<dyn Future<Output = Result<Room, LoadError>> + Send>>;

/// How often one socket may ask for what.
struct Rates {
    messages: DefaultDirectRateLimiter,
    previews: DefaultDirectRateLimiter,
    hellos: DefaultDirectRateLimiter,
}

/// An open connection, and what its browser has.
pub(super) struct Socket {
    app: App,
    pub(super) row: TableRow,
    user: CurrentUser,
    pub(super) ws: WebSocket,
    room: Room,
    live: watch::Receiver<LiveState>,
    /// The next room, while the last one has ended.
    next_room: Option<PendingRoom>,
    pending: FuturesUnordered<PendingAnswer>,
    visit: Visit,
    /// The place of this socket at its table: with those who sit, or with those who watch.
    place: OpenSocket,
    /// Whether the player sat at the table when that place was found.
    seated: bool,
    /// The number of the last event the browser has; nothing before its `hello`.
    sent: Option<u64>,
    /// The live state that was sent last.
    last_live: Option<Arc<Live>>,
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
        user: CurrentUser,
        open: OpenSocket,
        ws: WebSocket,
        room: Room,
    ) -> Socket {
        Socket {
            visit: room.presence.visit(user.id()),
            place: open,
            seated: user.id().is_some_and(|id| room.table().state.is_seated(id)),
            live: room.live(),
            next_room: None,
            pending: FuturesUnordered::new(),
            app,
            row,
            user,
            ws,
            room,
            sent: None,
            last_live: None,
            queued: Vec::new(),
            rates: Rates {
                messages: limits::direct(MESSAGES.0, MESSAGES.1),
                previews: limits::direct(PREVIEWS.0, PREVIEWS.1),
                hellos: limits::direct(HELLOS.0, HELLOS.1),
            },
            refusals: 0,
            last_heard: Instant::now(),
        }
    }

    /// Serves the connection until it ends.
    pub(super) async fn run(&mut self) -> Result<Infallible, End> {
        let mut pulse = interval(self.timings().pulse);
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // Kept, since a new one for each message would have to be registered for each message.
        let mut shutdown = Box::pin(self.app.shutdown.clone().cancelled_owned());
        loop {
            if self.queued.len() >= MAX_QUEUED {
                self.flush().await?;
            }
            let has_room = self.next_room.is_none();
            tokio::select! {
                biased;
                () = &mut shutdown => return Err(End::Restart),
                changed = self.live.changed(), if has_room => match changed {
                    Ok(()) => {
                        self.follow();
                        self.flush_unless_answer_is_due().await?;
                    }
                    Err(_) => self.next_room = Some(reopen(self.app.tables.clone(), self.row.clone())),
                },
                room = maybe(&mut self.next_room) => self.on_room(room)?,
                Some((id, answer)) = self.pending.next() => {
                    self.reply(id, answer)?;
                    self.flush_unless_answer_is_due().await?;
                }
                frame = self.ws.recv() => self.on_frame(frame)?,
                _ = pulse.tick() => self.pulse()?,
                // Everything that is ready is put into one write.
                () = std::future::ready(()), if !self.queued.is_empty() => self.flush().await?,
            }
        }
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
                let refusal = Refusal::new(Code::TooLarge, "That message is too large, or broken.");
                self.refuse(None, refusal)?;
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

    fn on_message(&mut self, message: ClientMessage) -> Result<(), End> {
        match message {
            ClientMessage::Hello { version, have } => self.welcome(version, have),
            ClientMessage::Ping {} => {
                self.send(&ServerMessage::Pong { now: steady_ms() });
                Ok(())
            }
            message if self.sent.is_none() => {
                let refusal = Refusal::new(Code::NoHello, "Say hello first.");
                self.refuse(message.id(), refusal)
            }
            ClientMessage::Preview { id, turn, steps } => self.preview(id, turn, &steps),
            message => match parse::action(message) {
                Ok(None) => Ok(()),
                Ok(Some((id, action))) => match self.user.id() {
                    Some(by) => self.command(Command { id, by, action }),
                    None => {
                        let refusal = Refusal::new(Code::NoName, "Please choose a name first.");
                        self.refuse(Some(id), refusal)
                    }
                },
                Err((id, refusal)) => self.refuse(id, refusal),
            },
        }
    }

    /// Hands a command to the room. Its answer comes in its own time; the socket goes on meanwhile.
    fn command(&mut self, command: Command) -> Result<(), End> {
        if self.pending.len() >= MAX_PENDING {
            return self.too_fast(Some(command.id));
        }
        let id = command.id;
        let answered = self.room.clone().command(command);
        let answer = async move { (id, answered.await) };
        self.pending.push(Box::pin(answer));
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
            now: steady_ms(),
        });
        if version != VERSION {
            let refusal = Refusal::new(Code::Version, "There is a new version of this page.");
            return self.refuse(None, refusal);
        }
        self.last_live = None;
        self.sent = have
            .table
            .filter(|&have| self.room.table().feed.since(have).is_some());
        if self.sent.is_none() {
            self.snapshot();
        }
        self.follow();
        Ok(())
    }

    fn snapshot(&mut self) {
        let (seq, table) = {
            let table = self.room.table();
            (table.state.seq, table.snapshot())
        };
        self.sent = Some(seq);
        let now = steady_ms();
        self.send(&ServerMessage::Snapshot { seq, now, table });
    }

    /// Sends what the browser does not have yet.
    fn follow(&mut self) {
        self.keep_place();
        let Some(sent) = self.sent else { return };
        let live = Arc::clone(&self.live.borrow_and_update().live);
        match self.missed(sent) {
            Some((last, messages)) => {
                self.sent = Some(last);
                for message in messages {
                    self.queued.push(message);
                }
            }
            None => self.snapshot(),
        }
        self.send_live(live);
    }

    /// Counts a player who sat down or stood up where they belong now. Nobody who is here already has to leave for that.
    fn keep_place(&mut self) {
        let (seated, chair_free) = {
            let state = &self.room.table().state;
            let seated = self.user.id().is_some_and(|id| state.is_seated(id));
            (seated, state.has_free_chair())
        };
        if seated != self.seated {
            self.seated = seated;
            let _ = self.place.admit(seated, chair_free);
        }
    }

    /// The messages after event `sent` that this browser may see, and the number of the last event.
    fn missed(&self, sent: u64) -> Option<(u64, Vec<Utf8Bytes>)> {
        let table = self.room.table();
        let entries = table.feed.since(sent)?;
        let visible = entries.filter(|entry| entry.audience.includes(self.seated));
        let messages = visible.map(|entry| entry.message.clone()).collect();
        Some((table.feed.last(), messages))
    }

    fn send_live(&mut self, live: Arc<Live>) {
        if self
            .last_live
            .as_ref()
            .is_some_and(|last| Arc::ptr_eq(last, &live))
        {
            return;
        }
        let left = |start: Instant| start.saturating_duration_since(Instant::now()).as_millis() as u64;
        let message = ServerMessage::Live {
            present: live.present.clone(),
            watchers: live.watchers,
            countdown: live.start.map(left),
        };
        self.last_live = Some(live);
        self.send(&message);
    }

    /// Follows the room that replaces one that ended, from where that one stopped.
    fn on_room(&mut self, room: Result<Room, LoadError>) -> Result<(), End> {
        self.next_room = None;
        let room = room?;
        self.visit = room.presence.visit(self.user.id());
        self.live = room.live();
        self.room = room;
        self.follow();
        Ok(())
    }

    fn preview(&mut self, id: CommandId, turn: u32, steps: &[String]) -> Result<(), End> {
        if self.rates.previews.check().is_err() {
            return self.too_fast(Some(id));
        }
        let tried = match self.room.table().state.game() {
            Some(game) => preview(game, turn, steps),
            None => Err(Refusal::new(Code::NotPlaying, "The game has not begun.")),
        };
        match tried {
            Ok(preview) => self.send(&ServerMessage::Preview { id, preview }),
            Err(refusal) => return self.refuse(Some(id), refusal),
        }
        Ok(())
    }

    fn reply(&mut self, id: CommandId, answer: Answer) -> Result<(), End> {
        match answer {
            Ok(seq) => self.send(&ServerMessage::Done { id, seq }),
            Err(refusal) => return self.refuse(Some(id), refusal),
        }
        Ok(())
    }

    fn too_fast(&mut self, id: Option<CommandId>) -> Result<(), End> {
        let refusal = Refusal::new(Code::TooFast, "Not so fast, please.");
        self.refuse(id, refusal)
    }

    fn refuse(&mut self, id: Option<CommandId>, refusal: Refusal) -> Result<(), End> {
        let Refusal { code, sentence } = refusal;
        self.refusals += 1;
        counter!("thicket_refusals_total", "code" => code.to_string()).increment(1);
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
        self.send(&ServerMessage::Pong { now: steady_ms() });
        Ok(())
    }

    /// Puts a message into the next write.
    fn send(&mut self, message: &ServerMessage) {
        self.queued.push(message.text());
    }

    /// Writes at once what one who only follows is waiting for. An answer that is due goes out in the same write.
    async fn flush_unless_answer_is_due(&mut self) -> Result<(), End> {
        match self.pending.is_empty() {
            true => self.flush().await,
            false => Ok(()),
        }
    }

    /// Writes everything that is queued, at once.
    pub(super) async fn flush(&mut self) -> Result<(), End> {
        let limit = self.timings().silence;
        let queued = std::mem::take(&mut self.queued);
        let written = async {
            for text in queued {
                self.ws.feed(Message::Text(text)).await?;
            }
            self.ws.flush().await
        };
        match timeout(limit, written).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Gone),
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

/// Waits for a room that is being opened, for ever if there is none.
async fn maybe(room: &mut Option<PendingRoom>) -> Result<Room, LoadError> {
    match room {
        Some(room) => room.await,
        None => std::future::pending().await,
    }
}
