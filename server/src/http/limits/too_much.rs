//! What is said when a limit is reached.

use std::time::Duration;

use axum::http::{HeaderMap, header};

use super::{
    ATTEMPTS_OF_ADDRESS, ATTEMPTS_OF_BROWSER, CHOICES, CHOSEN_PLAYERS, CLUB_FORMS, DELETIONS, DOWNLOADS,
    GUESTS, HINTS, IMPORTS, LINES, LINK_ASKS, LINKS, PICTURES, PUSHES, REQUESTS, REVIEWS, Rate, TABLES,
    TOURNAMENT_FORMS, TRIES, WEBHOOK_TRIES, WRONG_TOKENS,
};

/// When to ask again after a limit of which no rate is known: others have to be done first.
const LATER: Duration = Duration::from_secs(10);

/// A limit was reached; the sentence says so to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooMuch {
    #[error("Many tables were opened from your network just now. Please wait a minute.")]
    Tables,
    /// A player's limit.
    #[error(
        "You already have two tables waiting in the lobby. You can open this one as a private table, for anybody who has its link."
    )]
    Listed,
    /// An address's limit.
    #[error(
        "Several tables from your network are already waiting in the lobby. You can open this one as a private table, for anybody who has its link."
    )]
    ListedNearby,
    #[error("Many people came from your network just now. Please wait a minute.")]
    Guests,
    #[error("Many requests about seat links came from your network just now. Please wait a minute.")]
    Links,
    #[error("Too many requests. Wait a moment.")]
    Tries,
    #[error("Many requests came from your network just now. Please wait a moment.")]
    Requests,
    #[error("Many players were deleted from your network just now. Please wait a minute.")]
    Deletions,
    #[error("Much was asked of tournaments from your network just now. Please wait a minute.")]
    Tournaments,
    #[error("Much was asked of clubs from your network just now. Please wait a minute.")]
    Clubs,
    #[error("Many players were followed or blocked from your network just now. Please wait a minute.")]
    Choices,
    #[error(
        "You follow or block {CHOSEN_PLAYERS} players already, which is the most. Please remove one of them first."
    )]
    Chosen,
    #[error("You have invited them several times lately. Please wait for an answer, or a few days.")]
    Invitations,
    /// The whole server is busy: those who sit at a table come first.
    #[error(
        "Thicket is very busy right now, and players at a table come first. Please try again in a minute."
    )]
    Server,
    #[error("Many games were downloaded from your network just now. Please wait a minute.")]
    Downloads,
    #[error("Many records were opened from your network just now. Please wait a moment.")]
    Imports,
    #[error("Many pictures were requested from your network just now. Please wait a moment.")]
    Pictures,
    #[error("Too many pages of tables are open in your network. Please close some of them.")]
    Sockets,
    #[error("Too many messages. Wait a few seconds.")]
    Lines,
    #[error("You have asked for many hints. Please wait a few seconds.")]
    Hints,
    #[error("Many games are being reviewed right now. Please try again in a minute.")]
    Reviews,
    #[error("There were many attempts to sign in. Please wait a minute.")]
    SignIns,
    /// Attempts to sign in at a browser that the account does not know.
    #[error(
        "There were many attempts to sign in. Please wait a minute, or sign in where you have done so before."
    )]
    Strangers,
    #[error("Many wrong tokens came from your network just now. Please wait a minute.")]
    WrongTokens,
    #[error("Many browsers of your network were added just now. Please wait a minute.")]
    Pushes,
    #[error("Several mails were asked for just now. Please look whether one has come, or try again later.")]
    Mails,
    #[error("You have tried webhooks many times. Please wait a moment.")]
    WebhookTries,
    #[error("Many people are signing in right now. Please try again in a moment.")]
    Passwords,
    #[error("There is no room for more watchers at this table.")]
    Watchers,
}

impl TooMuch {
    /// The rate that was reached, with its name for programs; `None` for a limit on what is there at once.
    pub(crate) fn rate(self) -> Option<(&'static str, Rate)> {
        Some(match self {
            TooMuch::Tables => ("tables", TABLES),
            TooMuch::Guests => ("names", GUESTS),
            TooMuch::Links => ("links", LINKS),
            TooMuch::Tries => ("tries", TRIES),
            TooMuch::Requests => ("requests", REQUESTS),
            TooMuch::Deletions => ("deletions", DELETIONS),
            TooMuch::Choices => ("choices", CHOICES),
            TooMuch::Tournaments => ("tournaments", TOURNAMENT_FORMS),
            TooMuch::Clubs => ("clubs", CLUB_FORMS),
            TooMuch::Downloads => ("downloads", DOWNLOADS),
            TooMuch::Imports => ("imports", IMPORTS),
            TooMuch::Pictures => ("pictures", PICTURES),
            TooMuch::Lines => ("lines", LINES),
            TooMuch::Hints => ("hints", HINTS),
            TooMuch::Reviews => ("reviews", REVIEWS),
            TooMuch::SignIns => ("sign-ins", ATTEMPTS_OF_BROWSER),
            TooMuch::Strangers => ("sign-ins", ATTEMPTS_OF_ADDRESS),
            TooMuch::WrongTokens => ("wrong-tokens", WRONG_TOKENS),
            TooMuch::Pushes => ("pushes", PUSHES),
            TooMuch::Mails => ("mails", LINK_ASKS),
            TooMuch::WebhookTries => ("webhook-tries", WEBHOOK_TRIES),
            TooMuch::Listed
            | TooMuch::ListedNearby
            | TooMuch::Chosen
            | TooMuch::Invitations
            | TooMuch::Server
            | TooMuch::Sockets
            | TooMuch::Passwords
            | TooMuch::Watchers => return None,
        })
    }
}

/// Says when to ask again, and which rate was reached, in the fields of draft-ietf-httpapi-ratelimit-headers.
pub(crate) fn say_when(headers: &mut HeaderMap, rate: Option<(&'static str, Rate)>) {
    let seconds = |time: Duration| time.as_secs() + u64::from(time.subsec_nanos() > 0);
    // By then a rate has another one free.
    let wait = seconds(rate.map_or(LATER, |(_, rate)| rate.every));
    headers.insert(header::RETRY_AFTER, wait.into());
    let Some((name, Rate { burst, every })) = rate else {
        return;
    };
    let window = seconds(every * burst);
    let fields = [
        ("ratelimit-policy", format!("\"{name}\";q={burst};w={window}")),
        ("ratelimit", format!("\"{name}\";r=0;t={wait}")),
    ];
    for (field, value) in fields {
        headers.insert(field, value.try_into().expect("ASCII"));
    }
}
