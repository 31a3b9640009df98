//! Why what somebody wants of a tournament is not done.

use super::form::BadTerms;

/// Nothing changed. The text is for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("You have signed up already.")]
    SignedUpAlready,
    #[error("You have not signed up.")]
    NotSignedUp,
    #[error("All places are taken.")]
    Full,
    #[error("The tournament has begun, and nobody can join it any more.")]
    Begun,
    #[error("The tournament is over.")]
    Over,
    #[error("This tournament is rated, so it is for accounts. Please sign in, or sign up.")]
    NoAccount,
    #[error("This tournament is for other ratings than yours.")]
    Rating,
    #[error("This tournament is for the members of its club.")]
    NotInClub,
    #[error("Bots do not take part in tournaments.")]
    Bot,
    #[error("Nobody has to confirm that they are coming to this tournament.")]
    NothingToConfirm,
    #[error("You can confirm shortly before the start.")]
    TooEarly,
    #[error("You have confirmed already.")]
    ConfirmedAlready,
    #[error("Only the director can do that.")]
    NotDirector,
    #[error("They direct the tournament already.")]
    DirectsAlready,
    #[error("There is no such table in this tournament.")]
    NoSuchTable,
    #[error("The game at this table is not over yet.")]
    NotPlayed,
    #[error("That is no result of this table.")]
    NoResult,
    #[error("That is the result already.")]
    Unchanged,
    #[error("The tournament has begun already.")]
    BegunAlready,
    #[error("It begins at that time already.")]
    SameStart,
    #[error("{}", BadTerms::Start)]
    Start,
    #[error("Players have ten minutes to confirm that they have come, so it cannot begin sooner than that.")]
    NoTimeToConfirm,
    #[error("The start was moved too often.")]
    TooManyMoves,
    #[error("You have come and gone too often in this tournament.")]
    TooManySignUps,
}
