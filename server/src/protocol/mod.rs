//! The only types that a browser sees: every message of a table's socket, both ways.
//!
//! `web/js/protocol.d.ts` is made from these types by the test at the end; numbers are plain JSON numbers, times are
//! unix milliseconds, seats count from 1, cells are numbers of [`LayoutView::cells`].

mod board;
mod kind;
mod lesson;
mod ply;
mod table;
#[cfg(test)]
mod typescript;

use serde::{Deserialize, Serialize};

use crate::ids::{CommandId, PlayerId};
pub use board::{ChangeView, ClicksView, DiagramView, PieceView, tallies_view};
pub use kind::{KindView, LayoutView, OutlineView, PlaceView};
pub use lesson::{FigureView, JudgedView, LessonView};
pub use ply::{PlyView, PreviewView, short};
pub use table::{EndingView, EventView, PageView, PhaseName, PlayerView, Reason, Starter, TableView};

/// The version of the protocol: a page that speaks another one is told to load anew.
pub const VERSION: u32 = 1;

/// What a browser says.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message, and again whenever the browser finds that it missed something: what it has.
    Hello {
        /// The protocol version that the page speaks.
        version: u32,
        /// The number of the last event it has; none on a first visit.
        have: Option<u64>,
    },
    /// Take a chair.
    Sit {
        /// Made by the browser; the same again is answered the same.
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
    /// The host asks somebody to leave a chair.
    Remove {
        /// Made by the browser.
        id: CommandId,
        /// Who is to leave.
        player: PlayerId,
    },
    /// Play a whole turn.
    Play {
        /// Made by the browser.
        id: CommandId,
        /// How many plies the game had when the turn was composed.
        turn: u32,
        /// The steps of the turn, as the rules spell them.
        steps: Vec<String>,
    },
    /// Drop out of the game; the others play on.
    Resign {
        /// Made by the browser.
        id: CommandId,
    },
    /// Offer a draw, or agree to one: it is one when all who are in play have done so.
    OfferDraw {
        /// Made by the browser.
        id: CommandId,
    },
    /// Ask what some steps of a turn would do.
    Preview {
        /// Made by the browser; the answer carries it.
        id: CommandId,
        /// How many plies the game has.
        turn: u32,
        /// The steps so far, none at the start of a turn.
        steps: Vec<String>,
    },
    /// Nothing to say: the line is alive.
    Ping {},
}

impl ClientMessage {
    /// The id of the command or the preview, to be answered with.
    pub fn id(&self) -> Option<CommandId> {
        match self {
            ClientMessage::Sit { id, .. }
            | ClientMessage::Stand { id }
            | ClientMessage::Remove { id, .. }
            | ClientMessage::Play { id, .. }
            | ClientMessage::Resign { id }
            | ClientMessage::OfferDraw { id }
            | ClientMessage::Preview { id, .. } => Some(*id),
            ClientMessage::Hello { .. } | ClientMessage::Ping {} => None,
        }
    }
}

/// What the server says.
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
    },
    /// The whole table as it is after event `seq`.
    Snapshot {
        /// The number of the last event in it.
        seq: u64,
        /// The table.
        table: TableView,
    },
    /// One more event. The same message goes to everybody.
    Event {
        /// Its number: one more than the last one's.
        seq: u64,
        /// When it was made.
        at: i64,
        /// What happened.
        event: EventView,
    },
    /// Passing facts; each such message replaces the one before.
    Live {
        /// The seated players who are connected.
        present: Vec<PlayerId>,
        /// How many others look on.
        watchers: u32,
        /// Milliseconds until the game starts, while a countdown runs.
        countdown: Option<u64>,
    },
    /// Your command is done: it is this event.
    Done {
        /// The command.
        id: CommandId,
        /// The event's number.
        seq: u64,
    },
    /// Your message was not followed; nothing changed.
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
    /// Nothing to say: the line is alive.
    Pong {},
}

/// Why something was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    /// Not a message of this protocol.
    Malformed,
    /// The message is too large.
    TooLarge,
    /// `hello` has to come first.
    NoHello,
    /// The page speaks another version.
    Version,
    /// Nobody is known by this socket: give a name first.
    NoName,
    /// The name cannot be used.
    BadName,
    /// Somebody sits here under that name.
    NameTaken,
    /// There is no such chair.
    NoSuchChair,
    /// Somebody sits on that chair.
    ChairTaken,
    /// You sit at this table already.
    AlreadySeated,
    /// You do not sit at this table.
    NotSeated,
    /// That player does not sit at this table.
    NoSuchPlayer,
    /// Only the host may do that.
    NotHost,
    /// The game has started.
    NotWaiting,
    /// The game has not started.
    NotPlaying,
    /// The game is over.
    Over,
    /// It is somebody else's turn.
    NotYourTurn,
    /// The turn answers another position than the present one.
    WrongTurn,
    /// A step is not legal, or not a step.
    IllegalStep,
    /// The turn is not finished.
    Unfinished,
    /// You have left this game.
    Dropped,
    /// You have offered a draw already, and it stands.
    Offered,
    /// A link that moves a seat is good no longer.
    LinkUsed,
    /// Too many questions at once.
    TooFast,
    /// It surely was not done: the table is being brought back; ask again.
    TryAgain,
    /// It may have been done: the table will show.
    Unknown,
}
