//! A swap of chairs before the start.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::PlayerId;

/// Two players who may swap their chairs. It stands only as long as both sit there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Swap {
    pub from: PlayerId,
    /// Counted from 0, like `to_chair`.
    pub from_chair: u8,
    pub to: PlayerId,
    pub to_chair: u8,
}

impl Swap {
    pub fn fits(&self, chairs: &[Option<PlayerId>]) -> bool {
        let sits = |player, chair| chairs.get(usize::from(chair)) == Some(&Some(player));
        self.from != self.to && sits(self.from, self.from_chair) && sits(self.to, self.to_chair)
    }
}
