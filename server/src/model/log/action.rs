//! What players ask a table to do.

use super::proposal::Proposal;
use super::swap::Swap;
use crate::ids::{CommandId, PlayerId, TableCode, TableId};
use crate::model::player::bot::BotLevel;
use crate::model::terms::ClockTerms;
use crate::names::PlayerName;
use crate::seq::Seq;

/// An action of a player, to be decided on.
#[derive(Clone, Debug)]
pub struct Command {
    /// Made by the client: the same id again is the same command.
    pub id: CommandId,
    pub by: PlayerId,
    pub action: Action,
}

/// What a player can do at a table.
#[derive(Clone, Debug)]
pub enum Action {
    Sit {
        /// Which, from 0.
        chair: u8,
        name: PlayerName,
        /// The player on whose device they sit, if it is not their own.
        companion_of: Option<PlayerId>,
    },
    Stand,
    /// As the host, remove another player from their chair.
    Remove {
        player: PlayerId,
    },
    /// As the host, put a bot on a free chair.
    SeatBot {
        /// Which chair, from 0.
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
        /// The SHA-256 of the link's secret.
        link: [u8; 32],
        /// Whether all who sit on the holder's device come along.
        with_device: bool,
    },
    Play {
        /// The number of the turn, as it was when the turn was composed.
        turn: u32,
        steps: Vec<String>,
    },
    Resign,
    Offer {
        /// The number of the turn that it is about. It may have passed if the player leaves their own seat to a bot.
        turn: u32,
        proposal: Proposal,
    },
    /// Ask for the seat of a player who is away, or of a bot.
    AskForSeat {
        /// The number of the turn at which it is asked. It may have passed if the seat is a bot's.
        turn: u32,
        /// Which seat, from 1.
        seat: u8,
        name: PlayerName,
    },
    /// Agree to an offer or decline it, or withdraw one's own.
    Answer {
        offer: Seq,
        agree: bool,
    },
    /// After the game, propose another one at a table that is still to be created.
    ProposeRematch {
        table: TableId,
        code: TableCode,
    },
    /// As the host, change the number of seats before the start.
    ChangeSeats {
        seats: u8,
    },
    /// As the host, change the clock before the start.
    ChangeClock {
        clock: ClockTerms,
    },
    /// As the host, change before the start whether what those who watch write is kept until the end.
    KeepLines {
        kept: bool,
    },
    /// As the host, change the order of the chairs before the start.
    ArrangeChairs {
        /// Who shall sit on each: all who sit now.
        chairs: Vec<Option<PlayerId>>,
    },
    /// As the host, let chance decide the order of the players before the start.
    ShuffleChairs,
    /// Move to a free chair before the start.
    ChangeChair {
        /// Which, from 0.
        chair: u8,
    },
    /// Ask another player to swap chairs before the start.
    OfferSwap {
        swap: Swap,
    },
    /// Answer such a question, or withdraw one's own.
    AnswerSwap {
        swap: Swap,
        agree: bool,
    },
}

/// Something that happens at a table by itself, after a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    Start,
    /// The host has been away for too long: another player becomes the host.
    ReplaceHost,
    /// A clock has run out: its seat drops. A seat that is owed time for an outage gets that first.
    Flag,
}
