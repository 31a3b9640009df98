//! What is chosen when a table is created.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thicket_rules::{AnyGame, GameKind};
use utoipa::ToSchema;

pub use super::clock_terms::ClockTerms;
use crate::ids::{ClubId, PlayerId, TableCode, TournamentId};
use crate::model::turn::play_text;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    #[serde(serialize_with = "kind_to_text", deserialize_with = "kind_from_text")]
    pub kind: GameKind,
    pub seats: u8,
    /// Empty where the game has none.
    pub variant: String,
    pub starter: Starter,
    /// Whether lists may show the table to everybody.
    pub public: bool,
    #[serde(default)]
    pub clock: ClockTerms,
    /// Whether watchers may explore the game while it is on.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub explorable: bool,
    /// Whether the lines of watchers are withheld until the end: before that each of them reads only their own.
    #[serde(default, skip_serializing_if = "is_no")]
    pub keeps_lines: bool,
    /// The pie rule: whether the other player may take the side that has just played the first turn. Only tables for two have it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub pie_rule: bool,
    #[serde(default)]
    pub rated: bool,
    /// The position of another game that this one goes on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    /// The club that the table belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<ClubId>,
    /// The round of a tournament that the game belongs to. It begins at once, with everybody seated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentTable>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    pub code: TableCode,
    /// As record text spells them.
    pub turns: Vec<String>,
}

/// The place of a table in a tournament. All its players sit there from the beginning, in this order, and the game begins at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentTable {
    pub id: TournamentId,
    /// Counted from 1; 0 in an arena, which has no rounds.
    pub round: u16,
    pub players: Vec<PlayerId>,
    /// Whether a bot plays for who does not come.
    #[serde(default, skip_serializing_if = "is_no")]
    pub bot_for_missing: bool,
}

/// Who takes the first seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Starter {
    /// The player who has finished the most games of this kind here; ties are broken at random.
    Experienced,
    /// Seats, and with them colours, are drawn by lot.
    #[default]
    Random,
    Seated,
}

impl Terms {
    /// The game as it begins: before its first turn, or in the position that it goes on from. Refused for an
    /// impossible setup or an illegal turn.
    pub fn start(&self) -> Result<Box<dyn AnyGame>, String> {
        let start = self.kind.start(self.seats, &self.variant);
        let mut game = start.map_err(|error| error.to_string())?;
        for turn in self.from.iter().flat_map(|origin| &origin.turns) {
            play_text(game.as_mut(), turn).map_err(|refusal| refusal.sentence)?;
        }
        Ok(game)
    }

    /// Whether the sides can be swapped after the first turn. The host may have changed the number of seats since it was chosen.
    pub fn has_pie_rule(&self) -> bool {
        self.pie_rule && self.seats == 2
    }

    /// How many turns of another game come before the first one of this game.
    pub fn copied(&self) -> usize {
        self.from.as_ref().map_or(0, |origin| origin.turns.len())
    }
}

pub(in crate::model) fn yes() -> bool {
    true
}

pub(in crate::model) fn is_no(chosen: &bool) -> bool {
    !chosen
}

pub(in crate::model) fn is_yes(chosen: &bool) -> bool {
    *chosen
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
