//! What players change about a table before the start, as a browser sees it.

use serde::{Deserialize, Serialize};

use super::clock::ClockTermsView;
use super::player::PlayerView;
use super::table::KeptView;
use crate::ids::PlayerId;
use crate::model::log::swap::Swap;

/// Two players who may swap chairs. It stands only as long as both sit where it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SwapView {
    /// Who asks for it.
    pub from: PlayerId,
    /// Where they sit, from 0.
    pub from_chair: u8,
    /// Who is asked.
    pub to: PlayerId,
    /// Where they sit, from 0.
    pub to_chair: u8,
}

/// What can be changed about a table that has not started, as it is after such a change.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BeforeStartView {
    /// Who sits on each chair.
    pub chairs: Vec<Option<PlayerView>>,
    /// The player who has stopped the start of the game.
    pub held_by: Option<PlayerId>,
    /// The chairs that are kept for those who played before.
    pub kept: Option<KeptView>,
    /// The swaps that are asked for.
    pub swaps: Vec<SwapView>,
    /// How much time the seats have, if there are clocks.
    pub clock: Option<ClockTermsView>,
    /// Whether what those who watch write is kept until the end.
    pub keeps_lines: bool,
    /// What was changed, and by whom, in a sentence.
    pub change: Option<String>,
}

impl From<Swap> for SwapView {
    fn from(swap: Swap) -> SwapView {
        let Swap {
            from,
            from_chair,
            to,
            to_chair,
        } = swap;
        SwapView {
            from,
            from_chair,
            to,
            to_chair,
        }
    }
}

impl From<SwapView> for Swap {
    fn from(swap: SwapView) -> Swap {
        let SwapView {
            from,
            from_chair,
            to,
            to_chair,
        } = swap;
        Swap {
            from,
            from_chair,
            to,
            to_chair,
        }
    }
}
