//! The chat of a table, as a browser sees it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::player::PlayerView;

pub use crate::model::player::audience::{Audience, Reads};
use crate::time::UnixMs;

/// The chat of a table, as far as somebody reads it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChatView {
    /// The number of the last entry, whether it is in `lines` or not.
    pub n: u64,
    /// Whose lines they are: during the game those of the players, of those who watch, or one's own.
    pub reads: Reads,
    /// Oldest first.
    pub lines: Vec<LineView>,
    /// Those who watch and whom the host has silenced.
    pub silenced: Vec<PlayerView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineView {
    /// Numbers grow, with gaps.
    pub n: u64,
    pub at: UnixMs,
    /// Who wrote it, under the name they had then.
    pub by: PlayerView,
    /// Who reads it during the game.
    pub audience: Audience,
    /// Plain text, whatever it looks like.
    pub text: String,
}

/// How much of a chat a browser has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChatPosition {
    pub n: u64,
    pub reads: Reads,
}
