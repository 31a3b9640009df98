//! What a player has planned, as only they see it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::ids::PlayerId;
use crate::model::game::plan::Planned;

/// The plan of a player at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanView {
    pub player: PlayerId,
    /// What can still come to be played of it; none if it has lapsed, or there is none.
    pub plan: Option<Planned>,
    /// Why it has lapsed, in a sentence. It is told until the player's next turn.
    #[schema(value_type = Option<String>)]
    pub lapsed: Option<&'static str>,
}
