//! One connection to one table. It tails the table's log: a room that is brought back is followed on in place.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use governor::DefaultDirectRateLimiter;
use metrics::{counter, gauge};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tracing::debug;

use super::parse::{self, Refused};
use crate::app::App;
use crate::auth::{ClientAddress, CurrentUser};
use crate::ids::CommandId;
use crate::limits::{self, OpenSocket, TooMuch};
use crate::protocol::{ClientMessage, RefusalCode as Code, ServerMessage, VERSION};
use crate::room::command::{Answer, Command, Refusal};
use crate::room::presence::Visit;
use crate::room::rooms::LoadError;
use crate::room::table::{message, preview};
use crate::room::{Beat, Room};
use crate::store::TableRow;

/// Each side says something at least this often.
const PULSE: Duration = Duration::from_secs(10);
/// A line that is silent for this long is dead; so is one that takes this long to send.
const SILENCE: Duration = Duration::from_secs(20);
/// How soon a table that could not be loaded is tried again.
const RETRY: Duration = Duration::from_secs(1);
/// Previews: one in this time, and this many at once.
const PREVIEWS: (Duration, u32) = (Duration::from_millis(50), 40);
/// Messages of any kind: one in this time, and this many at once.
const MESSAGES: (Duration, u32) = (Duration::from_millis(5), 500);
/// Who has been refused this often on one connection is not a page of ours.
const MOST_REFUSALS: u32 = 2000;

/// Why a connection ends.
enum End {
    /// The browser went away, or never answered.
    Gone,
    /// The server stops: come back soon.
    Restart,
    /// The table cannot be served.
    Broken,
    /// The browser asks for too much.
    TooMuch,
}

struct Socket {
    app: App,
    row: TableRow,
    user: CurrentUser,
    line: WebSocket,
    room: Room,
    beats: watch::Receiver<Beat>,
    _visit: Visit,
    _counted: OpenSocket,
    /// The number of the last event the browser has; nothing before its `hello`.
    sent: Option<u64>,
    /// The beat that was last told.
    told: Option<Beat>,
    previews: DefaultDirectRateLimiter,
    messages: DefaultDirectRateLimiter,
    refusals: u32,
    heard: Instant,
}

/// Serves a connection until it ends.
pub(super) async fn serve(app: App, row: TableRow, user: CurrentUser, from: ClientAddress, line: WebSocket) {
    let table = row.id;
    let mut counted = match app.limits.socket(table, from) {
        Ok(counted) => counted,
        Err(error) => return turn_away(line, error).await,
    };
    let room = match app.rooms.room(&row).await {
        Ok(room) => room,
        Err(LoadError::Shutdown) => return close(line, End::Restart).await,
        Err(_) => return close(line, End::Broken).await,
    };
    let (seated, chairs_free) = {
        let table = room.table();
        let sits = |id| table.state.seated().contains(&id);
        (user.id().is_some_and(sits), table.state.has_free_chair())
    };
    if let Err(error) = counted.admit(seated, chairs_free) {
        return turn_away(line, error).await;
    }
    let mut socket = Socket {
        _visit: room.presence.visit(user.id()),
        _counted: counted,
        beats: room.beats(),
        app,
        row,
        user,
        line,
        room,
        sent: None,
        told: None,
        previews: limits::direct(PREVIEWS.0, PREVIEWS.1),
        messages: limits::direct(MESSAGES.0, MESSAGES.1),
        refusals: 0,
        heard: Instant::now(),
    };
    debug!(%table, ?from, "socket opened");
    gauge!("thicket_sockets").increment(1);
    let Err(end) = socket.run().await;
    gauge!("thicket_sockets").decrement(1);
    debug!(%table, "socket closed");
    close(socket.line, end).await;
}

/// Refuses a connection for which there is no room.
async fn turn_away(mut line: WebSocket, error: TooMuch) {
    let refused = ServerMessage::Refused {
        id: None,
        code: Code::TooFast,
        sentence: error.to_string(),
    };
    // Whether it arrives or not, the connection ends.
    let _ = timeout(
        Duration::from_secs(1),
        line.send(Message::Text(message(&refused))),
    )
    .await;
    close(line, End::TooMuch).await;
}

async fn close(mut line: WebSocket, end: End) {
    let (code, reason) = match end {
        End::Gone => return,
        End::Restart => (close_code::RESTART, "the server is restarting"),
        End::Broken => (close_code::AGAIN, "the table cannot be served now"),
        End::TooMuch => (close_code::POLICY, "too much was asked for"),
    };
    let frame = Message::Close(Some(CloseFrame {
        code,
        reason: Utf8Bytes::from_static(reason),
    }));
    // The browser may be gone already.
    let _ = timeout(Duration::from_secs(1), line.send(frame)).await;
}

impl Socket {
    async fn run(&mut self) -> Result<std::convert::Infallible, End> {
        let mut pulse = interval(PULSE);
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = self.app.shutdown.cancelled() => return Err(End::Restart),
                frame = self.line.recv() => self.hear(frame).await?,
                beat = self.beats.changed() => match beat {
                    Ok(()) => self.follow().await?,
                    Err(_) => self.find_again().await?,
                },
                _ = pulse.tick() => self.pulse().await?,
            }
        }
    }

    async fn hear(&mut self, frame: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        self.heard = Instant::now();
        let frame = match frame {
            None | Some(Ok(Message::Close(_))) => return Err(End::Gone),
            Some(Ok(frame)) => frame,
            Some(Err(error)) => {
                debug!(table = %self.row.id, %error, "a frame could not be read");
                let refusal = Refusal::new(Code::TooLarge, "That message is too large, or broken.");
                self.refuse((None, refusal)).await?;
                return Err(End::Gone);
            }
        };
        if self.messages.check().is_err() {
            return self
                .refuse((None, Refusal::new(Code::TooFast, "Not so fast, please.")))
                .await;
        }
        match parse::message(frame) {
            Ok(None) => Ok(()),
            Ok(Some(message)) => self.answer(message).await,
            Err(refused) => self.refuse(refused).await,
        }
    }

    async fn answer(&mut self, message: ClientMessage) -> Result<(), End> {
        match message {
            ClientMessage::Hello { version, have } => self.welcome(version, have).await,
            ClientMessage::Ping {} => self.say(&ServerMessage::Pong {}).await,
            message if self.sent.is_none() => {
                let refusal = Refusal::new(Code::NoHello, "Say hello first.");
                self.refuse((message.id(), refusal)).await
            }
            ClientMessage::Preview { id, turn, steps } => self.preview(id, turn, &steps).await,
            message => match parse::wish(message) {
                Ok(None) => Ok(()),
                Ok(Some((id, wish))) => {
                    let answer = match self.user.id() {
                        Some(by) => self.room.command(Command { id, by, wish }).await,
                        None => Err(Refusal::new(Code::NoName, "Please give a name first.")),
                    };
                    self.reply(id, answer).await
                }
                Err(refused) => self.refuse(refused).await,
            },
        }
    }

    /// Joining, coming back and having fallen behind: all the same.
    async fn welcome(&mut self, version: u32, have: Option<u64>) -> Result<(), End> {
        self.say(&ServerMessage::Welcome {
            version: VERSION,
            you: self.user.view(),
        })
        .await?;
        if version != VERSION {
            let refusal = Refusal::new(Code::Version, "There is a new version of this page.");
            return self.refuse((None, refusal)).await;
        }
        self.told = None;
        self.sent = have.filter(|&have| self.room.table().messages_after(have).is_some());
        if self.sent.is_none() {
            self.snapshot().await?;
        }
        self.follow().await
    }

    async fn snapshot(&mut self) -> Result<(), End> {
        let (seq, table) = {
            let table = self.room.table();
            (table.state.seq, table.snapshot())
        };
        self.sent = Some(seq);
        self.say(&ServerMessage::Snapshot { seq, table }).await
    }

    /// Sends what the browser does not have yet.
    async fn follow(&mut self) -> Result<(), End> {
        let Some(sent) = self.sent else { return Ok(()) };
        let beat = self.beats.borrow_and_update().clone();
        let missed = self.room.table().messages_after(sent).map(<[_]>::to_vec);
        match missed {
            Some(messages) => {
                self.sent = Some(sent + messages.len() as u64);
                for message in messages {
                    self.send(message).await?;
                }
            }
            None => self.snapshot().await?,
        }
        self.tell(beat).await
    }

    async fn tell(&mut self, beat: Beat) -> Result<(), End> {
        let passing = |beat: &Beat| (beat.present.clone(), beat.watchers, beat.start);
        if self.told.as_ref().map(passing) == Some(passing(&beat)) {
            return Ok(());
        }
        let left = |start: Instant| start.saturating_duration_since(Instant::now()).as_millis() as u64;
        let live = ServerMessage::Live {
            present: beat.present.clone(),
            watchers: beat.watchers,
            countdown: beat.start.map(left),
        };
        self.told = Some(beat);
        self.say(&live).await
    }

    /// The room has ended: another one takes its place, and is followed from where this one stopped.
    async fn find_again(&mut self) -> Result<(), End> {
        let room = loop {
            match self.app.rooms.room(&self.row).await {
                Ok(room) => break room,
                Err(LoadError::Shutdown) => return Err(End::Restart),
                Err(LoadError::Log(_)) => return Err(End::Broken),
                Err(LoadError::Store(_)) if self.heard.elapsed() > SILENCE => return Err(End::Broken),
                Err(LoadError::Store(_)) => sleep(RETRY).await,
            }
        };
        self._visit = room.presence.visit(self.user.id());
        self.beats = room.beats();
        self.room = room;
        self.follow().await
    }

    async fn preview(&mut self, id: CommandId, turn: u32, steps: &[String]) -> Result<(), End> {
        if self.previews.check().is_err() {
            let refusal = Refusal::new(Code::TooFast, "Not so fast, please.");
            return self.refuse((Some(id), refusal)).await;
        }
        let game = self.room.table().game();
        let asked = match game {
            Some(game) => preview(game, turn, steps),
            None => Err(Refusal::new(Code::NotPlaying, "The game has not begun.")),
        };
        match asked {
            Ok(preview) => self.say(&ServerMessage::Preview { id, preview }).await,
            Err(refusal) => self.refuse((Some(id), refusal)).await,
        }
    }

    async fn reply(&mut self, id: CommandId, answer: Answer) -> Result<(), End> {
        match answer {
            Ok(seq) => self.say(&ServerMessage::Done { id, seq }).await,
            Err(refusal) => self.refuse((Some(id), refusal)).await,
        }
    }

    async fn refuse(&mut self, (id, refusal): Refused) -> Result<(), End> {
        self.refusals += 1;
        counter!("thicket_refusals_total", "code" => format!("{:?}", refusal.code)).increment(1);
        if self.refusals > MOST_REFUSALS {
            return Err(End::TooMuch);
        }
        let Refusal { code, sentence } = refusal;
        self.say(&ServerMessage::Refused { id, code, sentence }).await
    }

    async fn pulse(&mut self) -> Result<(), End> {
        if self.heard.elapsed() >= SILENCE {
            return Err(End::Gone);
        }
        self.say(&ServerMessage::Pong {}).await
    }

    async fn say(&mut self, words: &ServerMessage) -> Result<(), End> {
        self.send(message(words)).await
    }

    async fn send(&mut self, text: Utf8Bytes) -> Result<(), End> {
        match timeout(SILENCE, self.line.send(Message::Text(text))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Gone),
        }
    }
}
