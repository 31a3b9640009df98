//! The plans of the players at a table, as its room keeps them. Pure.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use crate::ids::{CommandId, PlayerId};
use crate::model::game::plan::{Lapse, Planned, Standing};
use crate::model::log::action::Command;
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::table::state::State;
use crate::protocol::PlanView;
use crate::store::{PlanFate, StoredPlan};

/// At most one for each player.
#[derive(Clone, Debug, Default)]
pub struct Plans(BTreeMap<PlayerId, StoredPlan>);

/// What has become of a plan, to be recorded.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Changed {
    pub(super) player: PlayerId,
    pub(super) id: Uuid,
    pub(super) fate: PlanFate,
}

impl Plans {
    pub(super) fn of(stored: Vec<StoredPlan>) -> Plans {
        Plans(stored.into_iter().map(|plan| (plan.player, plan)).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this is the plan of a player.
    pub(super) fn has(&self, player: PlayerId, id: CommandId) -> bool {
        self.0.get(&player).is_some_and(|stored| stored.id == id.0)
    }

    pub(super) fn ids(&self) -> BTreeSet<Uuid> {
        self.0.values().map(|plan| plan.id).collect()
    }

    pub(super) fn put(&mut self, plan: StoredPlan) {
        self.0.insert(plan.player, plan);
    }

    pub(super) fn remove(&mut self, player: PlayerId) -> Option<StoredPlan> {
        self.0.remove(&player)
    }

    /// Compares them with the game. Those that do not fit any more lapse, and their players see why until they have played.
    pub(super) fn settle(&mut self, state: &State, last: Option<&LogEntry>) -> Vec<Changed> {
        let mut changed = Vec::new();
        for (&player, stored) in &mut self.0 {
            if let Some(fate) = fate(state, player, stored, last) {
                match &fate {
                    PlanFate::Moved(plan) => stored.plan = plan.clone(),
                    PlanFate::Lapsed(lapse) => stored.lapsed = Some(*lapse),
                    PlanFate::Done => (),
                }
                let id = stored.id;
                changed.push(Changed { player, id, fate });
            }
        }
        for gone in changed.iter().filter(|change| change.fate == PlanFate::Done) {
            self.0.remove(&gone.player);
        }
        changed
    }

    /// The command that plays what is planned and due now, if anything is.
    pub(super) fn due(&self, state: &State) -> Option<Command> {
        let mut valid = self.0.iter().filter(|(_, stored)| stored.lapsed.is_none());
        valid.find_map(|(player, stored)| state.planned_command(*player, &stored.plan))
    }

    /// The plan of a player could not be played.
    pub(super) fn lapse(&mut self, player: PlayerId, lapse: Lapse) -> Option<Changed> {
        let stored = self.0.get_mut(&player)?;
        stored.lapsed = Some(lapse);
        let fate = PlanFate::Lapsed(lapse);
        Some(Changed {
            player,
            id: stored.id,
            fate,
        })
    }

    /// What a player may see of them: their own.
    pub fn view(&self, state: &State, player: PlayerId) -> Option<PlanView> {
        let StoredPlan { plan, lapsed, .. } = self.0.get(&player)?;
        let planned = match (state.plan_standing(player, plan), &plan.planned) {
            (Standing::Waits(answers), Planned::Answers { .. }) => Planned::Answers {
                answers: answers.to_vec(),
            },
            (_, planned) => planned.clone(),
        };
        Some(PlanView {
            player,
            plan: lapsed.is_none().then_some(planned),
            lapsed: lapsed.map(Lapse::sentence),
        })
    }
}

/// What becomes of a plan after an event; nothing if it goes on as before.
fn fate(state: &State, player: PlayerId, stored: &StoredPlan, last: Option<&LogEntry>) -> Option<PlanFate> {
    if stored.lapsed.is_some() {
        let has_played = last
            .is_some_and(|entry| entry.player == Some(player) && matches!(entry.event, Event::Played { .. }));
        let is_over = state.plan_standing(player, &stored.plan) == Standing::Done;
        return (has_played || is_over).then_some(PlanFate::Done);
    }
    match state.plan_standing(player, &stored.plan) {
        Standing::Done => Some(PlanFate::Done),
        Standing::Lapsed(lapse) => Some(PlanFate::Lapsed(lapse)),
        Standing::Due(_) => None,
        Standing::Waits(_) if !last.is_some_and(|entry| matches!(entry.event, Event::TakenBack { .. })) => {
            None
        }
        Standing::Waits(_) => state.plan_from_here(player, &stored.plan).map(PlanFate::Moved),
    }
}
