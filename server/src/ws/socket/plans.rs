//! What the players on a device have planned.

use super::device::visitors;
use super::{End, Socket};
use crate::auth::CurrentUser;
use crate::ids::{CommandId, PlayerId};
use crate::model::game::plan::Planned;
use crate::protocol::{PlanView, ServerMessage};
use crate::room::live_table::LiveTable;

impl Socket {
    /// Has the room keep a plan, or forget it.
    pub(super) fn plan(
        &mut self,
        id: CommandId,
        by: PlayerId,
        turn: u32,
        planned: Option<Planned>,
    ) -> Result<(), End> {
        if self.pending.is_full() || self.rates.plans.check().is_err() {
            return self.too_fast(Some(id));
        }
        match self.room.plan(id, by, turn, planned) {
            Ok(answer) => {
                self.pending.push(id, answer);
                Ok(())
            }
            Err(refusal) => self.refuse(Some(id), refusal),
        }
    }

    /// Sends these plans, if they are others than the browser has.
    pub(super) fn send_plans(&mut self, plans: Vec<PlanView>) {
        if self.has.plans != plans {
            self.has.plans.clone_from(&plans);
            self.wire.send(&ServerMessage::Plans { plans });
        }
    }
}

/// The plans of those on a device.
pub(super) fn plans_here(table: &LiveTable, user: &CurrentUser) -> Vec<PlanView> {
    if table.plans.is_empty() {
        return Vec::new();
    }
    let here = visitors(&table.state, user).flatten();
    here.filter_map(|player| table.plans.view(&table.state, player))
        .collect()
}
