//! The types that a browser sees: every message of a table's socket, both ways, and the data of its pages.
//!
//! `web/protocol.d.ts` is generated from these types by the test in `typescript.rs`. Numbers are plain JSON numbers,
//! times are unix milliseconds, seats count from 1, cells are indices of [`LayoutView::cells`].

mod analysis;
mod before_start;
mod board;
mod chat;
mod clock;
mod clock_form;
mod ending;
mod explore;
mod kind;
mod lesson;
mod lists;
mod offer;
mod player;
mod ply;
mod preview;
mod rating;
mod table;
#[cfg(test)]
mod typescript;

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::ids::{CommandId, PlayerId, TableCode};
use crate::model::player::bot::BotLevel;
pub use crate::model::refusal::RefusalCode;
use crate::seq::Seq;
pub use analysis::{ReviewProgress, ReviewView, SuggestionView, TurningPointView};
pub use before_start::{BeforeStartView, SwapView};
pub use board::{ChangeView, ClicksView, DiagramView, PieceView, TallyView};
pub use chat::{Audience, ChatPosition, ChatView, LineView, Reads};
pub use clock::{ClockTermsView, ClocksView, RunningClockView};
pub use clock_form::ClockForm;
pub use ending::{EndingView, SentenceView};
pub use explore::{ExploreView, ExploredView, VariationView};
pub use kind::{Kind, KindView, LayoutView, OutlineView, PlaceView};
pub use lesson::{EvaluationView, FigureView, LessonView, TriedView};
pub use lists::{ListMessage, ListName};
pub use offer::{OfferView, ProposalView, TakenBackView};
pub use player::{AwayView, PlayerKind, PlayerView, TransferLinkView};
pub use ply::PlyView;
pub use preview::{GuideView, PreviewView, preview, why_not};
pub use rating::{RatingChangeView, RatingView};
pub use table::{
    DropReason, EventView, FromView, KeptView, LostView, PageView, PhaseName, RematchView, Starter, TableView,
};

/// The version of the protocol: a page that speaks another one is told to reload.
pub const VERSION: u32 = 6;

/// A message from a browser, and for whom it is.
#[derive(Clone, Debug, Deserialize)]
pub struct ClientFrame {
    /// In a command at the table: the player who acts, of those who sit there on this device; none: the session's own.
    #[serde(default, rename = "as")]
    pub acting: Option<PlayerId>,
    /// The message.
    #[serde(flatten)]
    pub message: ClientMessage,
}

/// A message from a browser.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message, and again whenever the browser finds that it missed something.
    Hello {
        /// The protocol version that the page speaks.
        version: u32,
        /// How much of each feed it has.
        #[serde(default)]
        have: FeedPositions,
    },
    /// Take a chair.
    Sit {
        /// Made by the browser; the same id again is answered the same.
        id: CommandId,
        /// Which chair, from 0.
        chair: u8,
        /// The name to sit under at this table.
        name: String,
    },
    /// Leave the chair.
    Stand {
        /// Made by the browser.
        id: CommandId,
    },
    /// As the host, remove a player from their chair.
    Remove {
        /// Made by the browser.
        id: CommandId,
        /// Who.
        player: PlayerId,
    },
    /// As the host, put a bot on a free chair.
    SeatBot {
        /// Made by the browser.
        id: CommandId,
        /// Which chair.
        chair: u8,
        /// How well it plays, from 1 to 5.
        level: BotLevel,
    },
    /// Stop the start of the game, or let it go on.
    HoldStart {
        /// Made by the browser.
        id: CommandId,
        /// Whether to stop it.
        held: bool,
    },
    /// As the host, change the number of seats before the start.
    ChangeSeats {
        /// Made by the browser.
        id: CommandId,
        /// How many there shall be.
        seats: u8,
    },
    /// As the host, change the clock before the start.
    ChangeClock {
        /// Made by the browser.
        id: CommandId,
        /// The clock as it was filled in.
        clock: ClockForm,
    },
    /// As the host, change before the start whether what those who watch write is kept until the end.
    KeepLines {
        /// Made by the browser.
        id: CommandId,
        /// Whether it shall be.
        kept: bool,
    },
    /// As the host, change the order of the chairs before the start.
    ArrangeChairs {
        /// Made by the browser.
        id: CommandId,
        /// Who shall sit on each: all who sit now.
        chairs: Vec<Option<PlayerId>>,
    },
    /// As the host, let chance decide the order of the players before the start.
    ShuffleChairs {
        /// Made by the browser.
        id: CommandId,
    },
    /// Move to a free chair before the start.
    ChangeChair {
        /// Made by the browser.
        id: CommandId,
        /// Which, from 0.
        chair: u8,
    },
    /// Ask another player to swap chairs before the start.
    OfferSwap {
        /// Made by the browser.
        id: CommandId,
        /// Who would swap which chairs.
        swap: SwapView,
    },
    /// Answer such a question, or withdraw one's own.
    AnswerSwap {
        /// Made by the browser.
        id: CommandId,
        /// Which.
        swap: SwapView,
        /// Whether to swap.
        agree: bool,
    },
    /// Play a whole turn.
    Play {
        /// Made by the browser.
        id: CommandId,
        /// The turn that it was composed for: [`TableView::turn`].
        turn: u32,
        /// The steps of the turn, as the rules spell them.
        steps: Vec<String>,
    },
    /// Drop out of the game; the others play on.
    Resign {
        /// Made by the browser.
        id: CommandId,
    },
    /// Offer something to the others. It is done when all who are asked have agreed.
    Offer {
        /// Made by the browser.
        id: CommandId,
        /// The turn that it is about: [`TableView::turn`]. It may have passed if a player leaves their own seat to a bot.
        turn: u32,
        /// What.
        proposal: ProposalView,
    },
    /// While watching, ask for the seat of a player who is away, or of a bot. The others in play answer as they answer offers.
    AskForSeat {
        /// Made by the browser.
        id: CommandId,
        /// At which turn: [`TableView::turn`]. It may have passed if the seat is a bot's.
        turn: u32,
        /// Which seat.
        seat: u8,
        /// The name of whoever asks.
        name: String,
    },
    /// Nudge the player to move, who has been away for a while.
    Nudge {
        /// Made by the browser.
        id: CommandId,
        /// At which turn: [`TableView::turn`].
        turn: u32,
    },
    /// Agree to an offer or decline it, or withdraw one's own.
    Answer {
        /// Made by the browser.
        id: CommandId,
        /// Which: [`OfferView::id`].
        offer: Seq,
        /// Whether to agree.
        agree: bool,
    },
    /// Write a line into the chat.
    Say {
        /// Made by the browser; the same id again is the same line.
        id: CommandId,
        /// What to write: up to 280 characters.
        text: String,
    },
    /// As the host, silence somebody who watches, or let them write again.
    Silence {
        /// Made by the browser.
        id: CommandId,
        /// Who.
        player: PlayerId,
        /// Whether to silence them.
        silenced: bool,
    },
    /// Ask what some steps of a turn would do.
    Preview {
        /// Made by the browser; the answer carries it.
        id: CommandId,
        /// The turn that is composed: [`TableView::turn`].
        turn: u32,
        /// The steps so far, none at the start of a turn.
        steps: Vec<String>,
        /// Clicks after these steps that lead nowhere: the answer is then a refusal that says why.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
        clicks: Vec<String>,
    },
    /// Keeps the connection alive.
    Ping {},
}

/// How much of each feed a browser has.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FeedPositions {
    /// The number of the last event of the table; none on a first visit.
    #[serde(default)]
    pub table: Option<Seq>,
    /// When that event was made: [`TableView::changed_at`]. A database that has lost it may have another one of its number.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub at: Option<i64>,
    /// What it has of the chat; nothing on a first visit, or when there was none.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub chat: Option<ChatPosition>,
}

impl ClientMessage {
    /// The id of the command or the preview, to be answered with.
    pub fn id(&self) -> Option<CommandId> {
        match self {
            ClientMessage::Sit { id, .. }
            | ClientMessage::Stand { id }
            | ClientMessage::Remove { id, .. }
            | ClientMessage::SeatBot { id, .. }
            | ClientMessage::HoldStart { id, .. }
            | ClientMessage::ChangeSeats { id, .. }
            | ClientMessage::ChangeClock { id, .. }
            | ClientMessage::KeepLines { id, .. }
            | ClientMessage::ArrangeChairs { id, .. }
            | ClientMessage::ShuffleChairs { id }
            | ClientMessage::ChangeChair { id, .. }
            | ClientMessage::OfferSwap { id, .. }
            | ClientMessage::AnswerSwap { id, .. }
            | ClientMessage::Play { id, .. }
            | ClientMessage::Resign { id }
            | ClientMessage::Offer { id, .. }
            | ClientMessage::Answer { id, .. }
            | ClientMessage::AskForSeat { id, .. }
            | ClientMessage::Nudge { id, .. }
            | ClientMessage::Say { id, .. }
            | ClientMessage::Silence { id, .. }
            | ClientMessage::Preview { id, .. } => Some(*id),
            ClientMessage::Hello { .. } | ClientMessage::Ping {} => None,
        }
    }
}

/// A message from the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to `hello`: who you are. A snapshot or the missed events follow.
    Welcome {
        /// The protocol version of the server.
        version: u32,
        /// Who the cookie says you are.
        you: Option<PlayerView>,
        /// The server's time: that of deadlines.
        now: i64,
    },
    /// The whole table as it is after event `seq`.
    Snapshot {
        /// The number of the last event in it.
        seq: Seq,
        /// The table.
        #[cfg_attr(test, ts(as = "TableView"))]
        table: Arc<RawValue>,
    },
    /// One more event. The same message goes to everybody.
    Event {
        /// Its number: one more than the last one's.
        seq: Seq,
        /// When it was made.
        at: i64,
        /// What happened.
        event: EventView,
    },
    /// The live state of the table; each such message replaces the one before.
    Live {
        /// The seated players who are connected.
        present: Vec<PlayerId>,
        /// The players of a game who are not.
        away: Vec<AwayView>,
        /// At which turn the player to move was nudged last.
        nudged: Option<u32>,
        /// How many others watch.
        watchers: u32,
        /// Milliseconds until the game starts, while a countdown runs.
        countdown: Option<u64>,
    },
    /// The other tables where it is your turn, where it has been for longest first; each such message replaces the one before.
    Turns {
        /// Their codes.
        tables: Vec<TableCode>,
        /// Those of them where the others have nudged you.
        nudged: Vec<TableCode>,
    },
    /// The whole chat as you read it, instead of what you have: there is one, or you read other lines than before.
    Chat {
        /// The chat.
        chat: ChatView,
    },
    /// One more line of the chat.
    Said {
        /// The line.
        line: LineView,
    },
    /// The host has silenced somebody who watches, or lets them write again. It is an entry of the chat.
    Silenced {
        /// Its number.
        n: u64,
        /// Who.
        player: PlayerView,
        /// Whether they are silenced now.
        silenced: bool,
    },
    /// Your command is done: it is this event, or this entry of the chat.
    Done {
        /// The command.
        id: CommandId,
        /// The number of the event or the entry.
        seq: u64,
    },
    /// Your message was refused; nothing changed.
    Refused {
        /// The command or the preview, if it could be read.
        id: Option<CommandId>,
        /// Why, for programs.
        code: RefusalCode,
        /// Why, for people.
        sentence: String,
    },
    /// The answer to `preview`.
    Preview {
        /// The question.
        id: CommandId,
        /// What the steps would do.
        preview: PreviewView,
    },
    /// Keeps the connection alive.
    Pong {
        /// The server's time.
        now: i64,
    },
}

/// Room for nearly every message but snapshots.
const USUAL_BYTES: usize = 512;

impl ServerMessage {
    /// The message as it goes over the wire.
    pub fn text(&self) -> Utf8Bytes {
        let mut text = Vec::with_capacity(USUAL_BYTES);
        serde_json::to_writer(&mut text, self).expect("message");
        // Tables keep many of these.
        text.shrink_to_fit();
        String::from_utf8(text).expect("JSON").into()
    }
}
