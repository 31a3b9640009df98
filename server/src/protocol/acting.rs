//! What programs ask for when they act, and what they are told.

use serde::{Deserialize, Serialize};
use thicket_rules::GameKind;
use utoipa::ToSchema;

use crate::ids::{PlayerId, TableCode};
use crate::model::clock_terms::{BadClock, ClockTerms};
use crate::model::player::scopes::Scopes;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::terms::{Starter, Terms};
use crate::seq::Seq;

/// For whom a token acts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TokenView {
    pub id: PlayerId,
    pub name: String,
    /// What the token allows: `read`, `play`, `host`.
    pub scopes: Vec<&'static str>,
}

impl TokenView {
    pub fn new(id: PlayerId, name: String, scopes: Scopes) -> TokenView {
        let scopes = scopes.iter().map(|scope| scope.word()).collect();
        TokenView { id, name, scopes }
    }
}

/// A table to be opened. The one who opens it sits on the first chair.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableRequest {
    /// The game: `name` in `/api/games`.
    game: String,
    /// As many as are usual, if none is given.
    #[serde(default)]
    seats: Option<u8>,
    /// The usual board of the game, if none is given.
    #[serde(default)]
    variant: String,
    #[serde(default)]
    starter: Starter,
    /// Whether the lobby and the records show it.
    #[serde(default)]
    public: bool,
    /// `untimed`; `600+10`, a bank and an increment in seconds; or `7d+12h, cap 14d, grace 12h`.
    #[serde(default = "untimed")]
    clock: String,
    /// Whether those who watch may try turns while the game is on.
    #[serde(default = "yes")]
    explorable: bool,
    /// Whether others read what watchers write only after the game; if it is not given, in rated games.
    #[serde(default)]
    keeps_lines: Option<bool>,
    /// Whether, at a table for two, the other player may take the side that has played the first turn (the pie rule).
    #[serde(default)]
    pie_rule: bool,
    /// Whether it counts for ratings.
    #[serde(default)]
    rated: bool,
    /// Names of the accounts that are invited: at most one for each other seat.
    #[serde(default)]
    pub invite: Vec<String>,
}

/// A game that begins as soon as possible, against whoever waits for one.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuickRequest {
    /// The game: `name` in `/api/games`.
    pub game: String,
}

/// Where one sits now.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatedView {
    pub code: TableCode,
}

/// That a command was carried out.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DoneView {
    /// The number of the event that it made; of a line of the chat, the line's own number.
    pub seq: Seq,
}

fn untimed() -> String {
    ClockTerms::Untimed.to_string()
}

fn yes() -> bool {
    true
}

impl TableRequest {
    /// The terms of the table.
    ///
    /// # Errors
    /// When there is no such game or setup, the clock is none, or too many are invited.
    pub fn terms(&self) -> Result<Terms, Refusal> {
        let kind = game(&self.game)?;
        let seats = self.seats.unwrap_or(kind.info().default_seats);
        let start = kind.start(seats, &self.variant);
        let start = start.map_err(|error| Refusal::new(Code::NoSuchSetup, format!("{error}.")))?;
        let bad = |error: BadClock| Refusal::new(Code::BadClock, error.to_string());
        if self.pie_rule && seats != 2 {
            let sentence = "Only tables for two have the pie rule.";
            return Err(Refusal::new(Code::NoSuchSetup, sentence));
        }
        if self.invite.len() >= usize::from(seats) {
            let sentence = "More are invited than there are other seats.";
            return Err(Refusal::new(Code::Malformed, sentence));
        }
        Ok(Terms {
            kind,
            seats,
            variant: start.variant().to_owned(),
            starter: self.starter,
            public: self.public,
            clock: self.clock.parse().map_err(bad)?,
            explorable: self.explorable,
            keeps_lines: self.keeps_lines.unwrap_or(self.rated),
            pie_rule: self.pie_rule,
            rated: self.rated,
            from: None,
            club: None,
            tournament: None,
        })
    }
}

impl QuickRequest {
    /// # Errors
    /// When there is no such game.
    pub fn kind(&self) -> Result<GameKind, Refusal> {
        game(&self.game)
    }
}

pub(super) fn game(name: &str) -> Result<GameKind, Refusal> {
    name.parse()
        .map_err(|_| Refusal::new(Code::Malformed, "There is no game with this name."))
}
