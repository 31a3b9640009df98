//! Refusals: why a command or a request is not carried out.

use std::fmt;

use serde::Serialize;
use utoipa::ToSchema;

/// Why a command was refused. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub code: RefusalCode,
    pub sentence: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    Malformed,
    TooLarge,
    /// `hello` has to come first.
    NoHello,
    /// The page has another version of the protocol.
    Version,
    /// The page of the socket was opened at another address than the public one.
    OtherAddress,
    /// The socket belongs to no player: give a name first.
    NoName,
    /// The name cannot be used.
    BadName,
    /// Another player sits at the table under that name.
    NameTaken,
    NotHere,
    NoSuchChair,
    ChairTaken,
    AlreadySeated,
    NotSeated,
    NoSuchPlayer,
    NotHost,
    /// The host removed you a short while ago.
    Removed,
    NotWaiting,
    NotPlaying,
    Over,
    NotOver,
    RematchProposed,
    NoHints,
    /// The sides cannot be swapped, or not any more.
    NoSwap,
    NotYourTurn,
    /// The message is about another turn than the present one.
    WrongTurn,
    /// A step is not legal, or not a step.
    IllegalStep,
    /// The turn is not complete.
    Unfinished,
    Dropped,
    /// An offer stands already, or you have agreed to it already.
    Offered,
    /// The offer does not stand any more.
    NoOffer,
    NotAsked,
    /// What is offered cannot be done now.
    BadOffer,
    /// An offer of yours was declined a short while ago.
    OfferTooSoon,
    /// It cannot be planned like that.
    BadPlan,
    NoSuchSetup,
    /// More players sit at the table than there would be seats.
    SeatsTaken,
    /// What is asked for is the case already.
    Unchanged,
    BadClock,
    /// It is about other chairs than the players sit on now.
    ChairsChanged,
    /// A seat transfer link was used, was cancelled or has expired.
    LinkUsed,
    TooFast,
    /// There is nothing in the line, or it is too long.
    BadLine,
    /// Too many lines in a short time. Clients do not send the line again by themselves.
    TooManyLines,
    Silenced,
    /// The game has been over for long.
    ChatClosed,
    /// It was not carried out: the table is being loaded again.
    TryAgain,
    /// It may have been carried out: the table will show.
    Unknown,
    /// The database does not answer; nothing was changed.
    Unavailable,
    /// A rated game does not allow it.
    Rated,
    /// Bots of members do not sit down there.
    BotsElsewhere,
    /// The token of a request is missing, wrong, ended or revoked.
    InvalidToken,
    /// The token does not allow it.
    InsufficientScope,
    NotFound,
    TableLost,
}

impl RefusalCode {
    pub const ALL: &[RefusalCode] = &[
        RefusalCode::Malformed,
        RefusalCode::TooLarge,
        RefusalCode::NoHello,
        RefusalCode::Version,
        RefusalCode::OtherAddress,
        RefusalCode::NoName,
        RefusalCode::BadName,
        RefusalCode::NameTaken,
        RefusalCode::NotHere,
        RefusalCode::NoSuchChair,
        RefusalCode::ChairTaken,
        RefusalCode::AlreadySeated,
        RefusalCode::NotSeated,
        RefusalCode::NoSuchPlayer,
        RefusalCode::NotHost,
        RefusalCode::Removed,
        RefusalCode::NotWaiting,
        RefusalCode::NotPlaying,
        RefusalCode::Over,
        RefusalCode::NotOver,
        RefusalCode::RematchProposed,
        RefusalCode::NoHints,
        RefusalCode::NoSwap,
        RefusalCode::NotYourTurn,
        RefusalCode::WrongTurn,
        RefusalCode::IllegalStep,
        RefusalCode::Unfinished,
        RefusalCode::Dropped,
        RefusalCode::Offered,
        RefusalCode::NoOffer,
        RefusalCode::NotAsked,
        RefusalCode::BadOffer,
        RefusalCode::OfferTooSoon,
        RefusalCode::BadPlan,
        RefusalCode::NoSuchSetup,
        RefusalCode::SeatsTaken,
        RefusalCode::Unchanged,
        RefusalCode::BadClock,
        RefusalCode::ChairsChanged,
        RefusalCode::LinkUsed,
        RefusalCode::TooFast,
        RefusalCode::BadLine,
        RefusalCode::TooManyLines,
        RefusalCode::Silenced,
        RefusalCode::ChatClosed,
        RefusalCode::TryAgain,
        RefusalCode::Unknown,
        RefusalCode::Unavailable,
        RefusalCode::Rated,
        RefusalCode::BotsElsewhere,
        RefusalCode::InvalidToken,
        RefusalCode::InsufficientScope,
        RefusalCode::NotFound,
        RefusalCode::TableLost,
    ];

    /// Whether it depends on who asks, and not on the state of the table.
    pub(crate) fn is_denial(self) -> bool {
        matches!(
            self,
            RefusalCode::NotHere
                | RefusalCode::NotSeated
                | RefusalCode::NotHost
                | RefusalCode::Removed
                | RefusalCode::NotAsked
                | RefusalCode::Silenced
                | RefusalCode::LinkUsed
        )
    }
}

/// As programs see it.
impl fmt::Display for RefusalCode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.serialize(f)
    }
}

impl Refusal {
    pub fn new(code: RefusalCode, sentence: impl Into<String>) -> Refusal {
        Refusal {
            code,
            sentence: sentence.into(),
        }
    }

    /// Not carried out, through no fault of the player.
    pub fn try_again() -> Refusal {
        Refusal::new(
            RefusalCode::TryAgain,
            "The table is being loaded again. Please try once more.",
        )
    }

    /// Perhaps carried out.
    pub fn unknown() -> Refusal {
        let sentence = "It is not yet known whether that was done. The table will show it in a moment.";
        Refusal::new(RefusalCode::Unknown, sentence)
    }

    pub fn wrong_turn() -> Refusal {
        let sentence = "The game has gone on. Please look at the board again.";
        Refusal::new(RefusalCode::WrongTurn, sentence)
    }

    pub fn table_lost() -> Refusal {
        let sentence = "The server’s database failed and lost this table. Please open a new one.";
        Refusal::new(RefusalCode::TableLost, sentence)
    }

    pub fn link_used() -> Refusal {
        let sentence = "This link has been used already or has expired. Please ask for a new one.";
        Refusal::new(RefusalCode::LinkUsed, sentence)
    }
}

pub(crate) fn refuse<T>(code: RefusalCode, sentence: &str) -> Result<T, Refusal> {
    Err(Refusal::new(code, sentence))
}

#[cfg(test)]
mod tests {
    use ts_rs::{Config, TS};

    use super::*;

    #[test]
    fn all_codes_are_listed() {
        let union = RefusalCode::inline(&Config::default());
        let listed: Vec<String> = RefusalCode::ALL
            .iter()
            .map(|code| format!("\"{code}\""))
            .collect();
        assert_eq!(union, listed.join(" | "));
    }
}
