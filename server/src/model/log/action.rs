//! Actions: what players can ask a table to do.

use super::proposal::Proposal;
use super::swap::Swap;
use crate::ids::{CommandId, PlayerId, TableCode, TableId};
use crate::model::player::bot::BotLevel;
use crate::model::terms::ClockTerms;
use crate::names::PlayerName;
use crate::seq::Seq;

#[derive(Clone, Debug)]
pub struct Command {
    /// Made by the client: a repeated id is the same command.
    pub id: CommandId,
    pub by: PlayerId,
    pub action: Action,
}

/// Chairs are numbered from 0, seats from 1. `turn` is the number of the turn at which the action was composed.
#[derive(Clone, Debug)]
pub enum Action {
    Sit {
        chair: u8,
        name: PlayerName,
        /// The player on whose device they sit, if it is not their own.
        companion_of: Option<PlayerId>,
    },
    Stand,
    /// By the host.
    Remove {
        player: PlayerId,
    },
    /// By the host: put a bot on a free chair.
    SeatBot {
        chair: u8,
        level: BotLevel,
    },
    /// Stop the start of the game, or let it go on.
    HoldStart {
        held: bool,
    },
    /// Take over a chair or seat by its transfer link.
    TakeSeat {
        from: PlayerId,
        /// SHA-256 of the secret in the link.
        link: [u8; 32],
        /// Whether everybody on the holder's device comes along.
        with_device: bool,
    },
    Play {
        turn: u32,
        steps: Vec<String>,
    },
    /// Take the side that has just played the first turn, by the pie rule.
    SwapSides {
        turn: u32,
    },
    Resign,
    Offer {
        /// It may have passed if the player leaves their own seat to a bot.
        turn: u32,
        proposal: Proposal,
    },
    /// Ask for the seat of a player who is away, or of a bot.
    AskForSeat {
        /// It may have passed if the seat is a bot's.
        turn: u32,
        seat: u8,
        name: PlayerName,
    },
    /// Agree to an offer or decline it, or withdraw one's own.
    Answer {
        offer: Seq,
        agree: bool,
    },
    /// After the game: propose another one at a table that is still to be created.
    ProposeRematch {
        table: TableId,
        code: TableCode,
    },
    /// By the host, before the start.
    ChangeSeats {
        seats: u8,
    },
    /// By the host, before the start.
    ChangeClock {
        clock: ClockTerms,
    },
    /// By the host, before the start: withhold the lines of watchers until the end, or not.
    KeepLines {
        kept: bool,
    },
    /// By the host, before the start: whether the table has the pie rule if two play.
    ChangePieRule {
        pie_rule: bool,
    },
    /// By the host, before the start.
    ArrangeChairs {
        /// All players who sit there, in their new order.
        chairs: Vec<Option<PlayerId>>,
    },
    /// By the host, before the start: a random order.
    ShuffleChairs,
    /// Before the start: move to a free chair.
    ChangeChair {
        chair: u8,
    },
    /// Before the start: ask another player to swap chairs.
    OfferSwap {
        swap: Swap,
    },
    /// Answer such a request, or withdraw one's own.
    AnswerSwap {
        swap: Swap,
        agree: bool,
    },
}

/// What happens at a table by itself, after a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    Start,
    /// The host has been away for too long: another player becomes the host.
    ReplaceHost,
    /// A clock has run out: its seat drops. A seat that is owed time for an outage gets that first.
    Flag,
    /// The player to move has not come to their table of a tournament.
    NoShow,
}
