//! The games that can be played here, and what can be tried out in their positions.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thicket_rules::{AnyGame, GameKind};
use utoipa::ToSchema;

use super::board::{ChangeView, DiagramView};
use super::ending::EndingView;
use super::kind::{Kind, KindView};

/// A game, and how it can be set up.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// In addresses and records.
    pub name: &'static str,
    /// For people.
    pub title: &'static str,
    /// How many seats a table can have.
    pub seats: Vec<u8>,
    /// How many it has unless told otherwise.
    pub default_seats: u8,
    /// The boards it can be played on, the usual one first; empty if there is only one.
    pub variants: Vec<&'static str>,
    /// Records say by which version of the rules they were played.
    pub rules_version: u16,
}

/// A game for so many seats on one of its boards, before the first turn.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SetupView {
    /// How many seats there are.
    pub seats: u8,
    /// The board and what stands on it, with their names.
    #[schema(value_type = KindView)]
    pub kind: Arc<RawValue>,
    /// What stands on the board.
    pub start: Arc<DiagramView>,
    /// The text of the position.
    pub position: String,
}

/// Asks for a position: that of a text, or of a setup, after some turns and the first steps of another one.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionQuestion {
    /// The name of the game.
    pub game: String,
    /// As many as usual if there is none. Not together with `position`.
    #[serde(default)]
    pub seats: Option<u8>,
    /// The usual one if there is none. Not together with `position`.
    #[serde(default)]
    pub variant: Option<String>,
    /// The text of a position to begin with.
    #[serde(default)]
    pub position: Option<String>,
    /// Whole turns and drops that are played first, as records have them: `e5,f6`, `drop:3`.
    #[serde(default)]
    pub turns: Vec<String>,
    /// Steps of one more turn, which may be unfinished.
    #[serde(default)]
    pub steps: Vec<String>,
}

/// A position, and what can be played there.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// The name of the game.
    pub game: &'static str,
    pub seats: u8,
    /// Empty where the game has none.
    pub variant: &'static str,
    /// The text of the position, which can be asked for again.
    pub position: String,
    /// The seat to move, from 1; none if the game is over.
    pub to_move: Option<u8>,
    /// All legal steps.
    pub legal: Vec<String>,
    /// Whether the steps that were asked for are a whole turn. If not, the seat to move goes on with one of `legal`.
    pub complete: bool,
    /// What these steps changed on the board.
    pub changes: Vec<ChangeView>,
    /// What stands on the board.
    pub diagram: DiagramView,
    /// How the game has ended by its rules, if it has.
    pub ending: Option<EndingView>,
}

impl From<GameKind> for GameView {
    fn from(kind: GameKind) -> GameView {
        let info = kind.info();
        GameView {
            name: info.name,
            title: info.title,
            seats: info.seats.clone().collect(),
            default_seats: info.default_seats,
            variants: info.variants.to_vec(),
            rules_version: info.rules_version,
        }
    }
}

impl From<&dyn AnyGame> for SetupView {
    /// Of a game that has just begun.
    fn from(game: &dyn AnyGame) -> SetupView {
        let kind = Kind::of(game);
        SetupView {
            seats: game.seats(),
            kind: Arc::clone(&kind.json),
            start: Arc::clone(&kind.start),
            position: game.position_text(),
        }
    }
}
