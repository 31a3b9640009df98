//! What is chosen when a tournament is created.

use serde::{Deserialize, Serialize};
use thicket_pairings::TableSize;
use thicket_rules::GameKind;
use utoipa::ToSchema;

use super::words::{TournamentName, TournamentText};
use crate::model::club::TournamentClub;
use crate::model::terms::{
    ClockTerms, Starter, Terms, TournamentTable, is_no, is_yes, kind_from_text, kind_to_text, yes,
};
use crate::time::UnixMs;

/// The terms of a tournament: made by [`TermsForm::parse`](super::form::TermsForm::parse), or read from a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentTerms {
    pub(super) name: TournamentName,
    pub(super) text: TournamentText,
    pub(super) game: TournamentGame,
    pub(super) format: Format,
    /// When the first round is made.
    pub(super) starts_at: UnixMs,
    /// How many players may take part.
    pub(super) most: u16,
    #[serde(default, skip_serializing_if = "RatingRange::is_open")]
    pub(super) ratings: RatingRange,
    /// Whether lists show it to everybody; else who has the link comes.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub(super) public: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) club: Option<TournamentClub>,
}

/// The game of all tables of a tournament. It always has a clock: else a round might never end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentGame {
    #[serde(serialize_with = "kind_to_text", deserialize_with = "kind_from_text")]
    pub kind: GameKind,
    /// Empty where the game has none.
    pub variant: String,
    /// The seats of a full table.
    pub seats: u8,
    /// The fewest seats of a table where the numbers do not divide.
    pub fewest: u8,
    pub clock: ClockTerms,
    pub rated: bool,
    /// Whether a bot plays for who does not come to a table for three or more.
    #[serde(default, skip_serializing_if = "is_no")]
    pub bot_for_missing: bool,
}

/// How rounds are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "format", rename_all = "snake_case")]
pub enum Format {
    Swiss {
        rounds: u8,
    },
    /// At tables for two: everybody against everybody, once or twice.
    RoundRobin {
        second_leg: bool,
    },
    /// At tables of more: every two players meet as equally often as possible.
    FullSchedule {
        /// `None` for as many as that takes.
        rounds: Option<u8>,
    },
    /// For some time, whoever is free gets the next table at once.
    Arena {
        minutes: u16,
    },
    /// For season after season, in divisions.
    League {
        /// About how many players each has.
        division: u8,
    },
}

/// Whose rating may take part. With a bound a player needs a rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RatingRange {
    pub from: Option<i32>,
    pub to: Option<i32>,
}

impl TournamentTerms {
    pub fn name(&self) -> &TournamentName {
        &self.name
    }

    pub fn text(&self) -> &TournamentText {
        &self.text
    }

    pub fn game(&self) -> &TournamentGame {
        &self.game
    }

    pub fn format(&self) -> Format {
        self.format
    }

    pub fn starts_at(&self) -> UnixMs {
        self.starts_at
    }

    /// How many players may take part.
    pub fn most(&self) -> usize {
        usize::from(self.most)
    }

    pub fn ratings(&self) -> RatingRange {
        self.ratings
    }

    /// Whether lists show it to everybody.
    pub fn is_public(&self) -> bool {
        self.public
    }

    /// The club that it belongs to, if any.
    pub fn club(&self) -> Option<TournamentClub> {
        self.club
    }

    /// Whether players have to say shortly before the start that they are there.
    pub fn asks_to_confirm(&self) -> bool {
        matches!(self.game.clock, ClockTerms::RealTime(_))
    }

    /// The terms of a table, which everybody with its link may watch.
    pub fn table_terms(&self, table: TournamentTable) -> Terms {
        let game = &self.game;
        Terms {
            kind: game.kind,
            seats: table.players.len() as u8,
            variant: game.variant.clone(),
            starter: Starter::Seated,
            public: self.public,
            clock: game.clock,
            explorable: true,
            keeps_lines: true,
            pie_rule: false,
            rated: game.rated,
            from: None,
            club: self.club.map(|club| club.id),
            tournament: Some(table),
        }
    }
}

impl TournamentGame {
    /// `None` for numbers that no table has, which a log can only have if it is broken.
    pub fn table_size(&self) -> Option<TableSize> {
        TableSize::new(self.seats.into(), self.fewest.into())
    }

    /// Whether it can be played by so many.
    pub fn is_for(&self, players: usize) -> bool {
        let seats = u8::try_from(players);
        seats.is_ok_and(|seats| self.kind.start(seats, &self.variant).is_ok())
    }
}

impl Format {
    /// As programs name it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Swiss { .. } => "swiss",
            Format::RoundRobin { second_leg: false } => "round_robin",
            Format::RoundRobin { second_leg: true } => "double_round_robin",
            Format::FullSchedule { .. } => "full_schedule",
            Format::Arena { .. } => "arena",
            Format::League { .. } => "league",
        }
    }

    /// How many rounds were chosen; `None` where that follows from the number of players.
    pub fn rounds(self) -> Option<u8> {
        match self {
            Format::Swiss { rounds } => Some(rounds),
            Format::RoundRobin { .. } | Format::Arena { .. } | Format::League { .. } => None,
            Format::FullSchedule { rounds } => rounds,
        }
    }
}

impl RatingRange {
    pub fn is_open(&self) -> bool {
        *self == RatingRange::default()
    }

    pub fn contains(self, rating: Option<i32>) -> bool {
        match rating {
            Some(rating) => {
                self.from.is_none_or(|from| rating >= from) && self.to.is_none_or(|to| rating <= to)
            }
            None => self.is_open(),
        }
    }
}
