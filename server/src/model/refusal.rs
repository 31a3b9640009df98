//! Refusals: why a command or a request is not carried out.

use std::fmt;

use serde::Serialize;

/// Why a command was refused. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// For programs.
    pub code: RefusalCode,
    /// For people.
    pub sentence: String,
}

/// Why something was refused, for programs.
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
    /// The page speaks another version of the protocol.
    Version,
    /// The page of the socket was opened at another address than the public one.
    OtherAddress,
    /// The socket belongs to no player: give a name first.
    NoName,
    /// The name cannot be used.
    BadName,
    /// Another player sits at the table under that name.
    NameTaken,
    /// The player who is named does not play on this device.
    NotHere,
    /// There is no such chair.
    NoSuchChair,
    /// Another player sits on that chair.
    ChairTaken,
    /// You sit at this table already.
    AlreadySeated,
    /// You do not sit at this table.
    NotSeated,
    /// That player does not sit at this table.
    NoSuchPlayer,
    /// Only the host may do that.
    NotHost,
    /// The host removed you from this table a short while ago.
    Removed,
    /// The game has started.
    NotWaiting,
    /// The game has not started.
    NotPlaying,
    /// The game is over.
    Over,
    /// The game is not over yet.
    NotOver,
    /// A rematch has been proposed already.
    RematchProposed,
    /// Hints are not given in this game.
    NoHints,
    /// It is another seat's turn.
    NotYourTurn,
    /// The message is about another turn than the present one.
    WrongTurn,
    /// A step is not legal, or not a step.
    IllegalStep,
    /// The turn is not complete.
    Unfinished,
    /// Your seat has dropped.
    Dropped,
    /// An offer stands already, or you have agreed to it already.
    Offered,
    /// The offer does not stand any more.
    NoOffer,
    /// The offer is not for you to answer.
    NotAsked,
    /// What is offered cannot be done now.
    BadOffer,
    /// An offer of yours was declined a short while ago.
    OfferTooSoon,
    /// The game cannot be played by so many.
    NoSuchSetup,
    /// More players sit at the table than there would be seats.
    SeatsTaken,
    /// What is asked for is the case already.
    Unchanged,
    /// No table can have such a clock.
    BadClock,
    /// It is about other chairs than the players sit on now.
    ChairsChanged,
    /// A seat transfer link was used, was cancelled or has expired.
    LinkUsed,
    /// Too many requests in a short time.
    TooFast,
    /// There is nothing in the line, or it is too long.
    BadLine,
    /// Too many lines in a short time: it is not to be sent again by itself.
    TooManyLines,
    /// The host has silenced you in the chat.
    Silenced,
    /// The chat takes no more lines: the game has been over for long.
    ChatClosed,
    /// It was not done: the table is being loaded again; ask again.
    TryAgain,
    /// It may have been done: the table will show.
    Unknown,
    /// The database does not answer; nothing was changed.
    Unavailable,
    /// A rated game does not allow it.
    Rated,
    /// There is nothing at this address.
    NotFound,
    /// The database has lost the table.
    TableLost,
}

impl RefusalCode {
    /// All codes.
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
        RefusalCode::NotFound,
        RefusalCode::TableLost,
    ];

    /// Whether it is about who asks, who may not do this, and not about how the table stands.
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

/// The name that programs see.
impl fmt::Display for RefusalCode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.serialize(f)
    }
}

impl Refusal {
    /// A refusal with its sentence.
    pub fn new(code: RefusalCode, sentence: impl Into<String>) -> Refusal {
        Refusal {
            code,
            sentence: sentence.into(),
        }
    }

    /// Not done, through no fault of the player.
    pub fn try_again() -> Refusal {
        Refusal::new(
            RefusalCode::TryAgain,
            "The table is being loaded again. Please try once more.",
        )
    }

    /// Perhaps done.
    pub fn unknown() -> Refusal {
        let sentence = "It is not yet known whether that was done. The table will show it in a moment.";
        Refusal::new(RefusalCode::Unknown, sentence)
    }

    /// The message is about a position that is no more.
    pub fn wrong_turn() -> Refusal {
        let sentence = "The game has gone on. Please look at the board again.";
        Refusal::new(RefusalCode::WrongTurn, sentence)
    }

    /// The table is no more.
    pub fn table_lost() -> Refusal {
        let sentence = "The server’s database failed and lost this table. Please open a new one.";
        Refusal::new(RefusalCode::TableLost, sentence)
    }

    /// A link that transfers a seat is no longer valid.
    pub fn link_used() -> Refusal {
        let sentence = "This link has been used already or has expired. Please ask for a new one.";
        Refusal::new(RefusalCode::LinkUsed, sentence)
    }
}

/// Shorthand for the many places that refuse.
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
