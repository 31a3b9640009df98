//! What is chosen when a table is created.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thicket_rules::{AnyGame, GameKind};

pub use super::clock_terms::ClockTerms;
use crate::ids::TableCode;
use crate::model::turn::play_text;

/// The game, its setup and how it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    #[serde(serialize_with = "kind_to_text", deserialize_with = "kind_from_text")]
    pub kind: GameKind,
    pub seats: u8,
    /// The variant; empty where the game has none.
    pub variant: String,
    pub starter: Starter,
    /// Whether lists may show the table to everybody.
    pub public: bool,
    #[serde(default)]
    pub clock: ClockTerms,
    /// Whether those who watch may explore the game while it is on.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub explorable: bool,
    /// Whether what those who watch write is kept until the end: before that each of them reads their own lines alone.
    #[serde(default, skip_serializing_if = "is_no")]
    pub keeps_lines: bool,
    #[serde(default)]
    pub rated: bool,
    /// The game that this one goes on from, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
}

/// A position of another game, from which a game goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    pub code: TableCode,
    /// Its turns up to that position, as record text spells them.
    pub turns: Vec<String>,
}

/// Who takes the first seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Starter {
    /// The player who has finished the most games of this kind here; ties are broken at random.
    #[default]
    Experienced,
    Random,
    Seated,
}

impl Terms {
    /// The game as it begins: before its first turn, or in the position that it goes on from.
    ///
    /// # Errors
    /// When the game has no such number of seats or no such variant, or one of the turns before is not legal.
    pub fn start(&self) -> Result<Box<dyn AnyGame>, String> {
        let start = self.kind.start(self.seats, &self.variant);
        let mut game = start.map_err(|error| error.to_string())?;
        for turn in self.from.iter().flat_map(|origin| &origin.turns) {
            play_text(game.as_mut(), turn).map_err(|refusal| refusal.sentence)?;
        }
        Ok(game)
    }

    /// How many turns of another game come before the first one of this game.
    pub fn copied(&self) -> usize {
        self.from.as_ref().map_or(0, |origin| origin.turns.len())
    }
}

fn yes() -> bool {
    true
}

fn is_no(keeps_lines: &bool) -> bool {
    !keeps_lines
}

fn is_yes(explorable: &bool) -> bool {
    *explorable
}

pub(in crate::model) fn kind_to_text<S: Serializer>(
    kind: &GameKind,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(kind)
}

pub(in crate::model) fn kind_from_text<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<GameKind, D::Error> {
    String::deserialize(deserializer)?
        .parse()
        .map_err(de::Error::custom)
}
