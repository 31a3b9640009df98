//! What is chosen when a table is created.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thicket_rules::{AnyGame, GameKind, SetupError};

pub use super::clock_terms::ClockTerms;

/// The game, its setup and how it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The game.
    #[serde(serialize_with = "kind_to_text", deserialize_with = "kind_from_text")]
    pub kind: GameKind,
    /// How many seats.
    pub seats: u8,
    /// The variant; empty where the game has none.
    pub variant: String,
    /// How the first seat is chosen.
    pub starter: Starter,
    /// Whether lists may show the table to everybody.
    pub public: bool,
    /// How much time the seats have.
    #[serde(default)]
    pub clock: ClockTerms,
    /// Whether the result changes ratings.
    #[serde(default)]
    pub rated: bool,
}

/// Who takes the first seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Starter {
    /// The player who has finished the most games of this kind here; ties are broken at random.
    #[default]
    Experienced,
    /// Any player, at random.
    Random,
    /// The player on the first chair.
    Seated,
}

impl Terms {
    /// The game before its first turn.
    ///
    /// # Errors
    /// When the game has no such number of seats or no such variant.
    pub fn start(&self) -> Result<Box<dyn AnyGame>, SetupError> {
        self.kind.start(self.seats, &self.variant)
    }
}

pub(super) fn kind_to_text<S: Serializer>(kind: &GameKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(kind)
}

pub(super) fn kind_from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<GameKind, D::Error> {
    String::deserialize(deserializer)?
        .parse()
        .map_err(de::Error::custom)
}
