//! What a decision needs besides the tournament: time, chance and ids come in from outside.

use std::sync::Arc;

use super::event::NewGame;
use crate::ids::{TableCode, TableId};
use crate::model::log::outage::{Outage, lost};
use crate::time::UnixMs;

/// The inputs of a decision besides the tournament.
#[derive(Clone, Debug)]
pub struct Context {
    pub now: UnixMs,
    /// What is drawn by lot is drawn with it.
    pub seed: u64,
    /// Whether who acts is an officer of the tournament's club.
    pub is_officer: bool,
    /// Ids for tables that may be made: at least [`State::most_tables`](super::state::State::most_tables).
    pub games: Vec<NewGame>,
    /// The latest outages of all servers, which count for nobody.
    pub outages: Arc<[Outage]>,
}

impl Context {
    /// How long servers have been running since then, in milliseconds: the time that people could use.
    pub(super) fn served_for(&self, since: UnixMs) -> i64 {
        self.now - since - lost(&self.outages, since, self.now)
    }
}

impl NewGame {
    pub fn fresh() -> NewGame {
        NewGame {
            id: TableId::fresh(),
            code: TableCode::fresh(),
        }
    }
}
