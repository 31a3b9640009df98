//! What players have planned, and playing it when their turn comes.

use tracing::warn;

use super::{End, Task};
use crate::ids::{CommandId, PlayerId};
use crate::model::game::plan::{Lapse, Plan, Standing};
use crate::model::log::action::Command;
use crate::model::log::decision::Decision;
use crate::model::log::entry::LogEntry;
use crate::model::log::notice::{Notice, NoticeKind};
use crate::model::log::projection::Projection;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::table::state::State;
use crate::room::Answer;
use crate::room::plans::{Changed, Plans};
use crate::store::StoredPlan;
use crate::time::monotonic_unix_ms;

impl Task {
    /// Keeps the plan of a player in place of the one they had, or forgets that.
    pub(super) async fn plan(
        &mut self,
        by: PlayerId,
        id: CommandId,
        plan: Option<Plan>,
    ) -> Result<Answer, End> {
        self.behind |= self.environment.nodes.may_have_missed();
        if self.must_check_log() && !Box::pin(self.check_log()).await? {
            return Ok(Err(Refusal::try_again()));
        }
        let Some(plan) = plan else {
            return Ok(self.forget_plan(by).await);
        };
        let fits = |state: &State| {
            let waits = matches!(state.plan_standing(by, &plan), Standing::Waits(_));
            state.turn() == plan.turn && waits
        };
        if !self.read(fits) {
            return Ok(Err(Refusal::wrong_turn()));
        }
        let stored = StoredPlan {
            player: by,
            id: id.0,
            plan,
            lapsed: None,
            made_at: monotonic_unix_ms(),
        };
        if let Err(error) = self.environment.store.put_plan(self.id(), stored.clone()).await {
            warn!(table = %self.id(), %error, "a plan was not stored");
            return Ok(Err(not_saved()));
        }
        self.table.write().plans.put(stored);
        self.plans_changed = true;
        Ok(Ok(self.read(|state| state.seq.0)))
    }

    async fn forget_plan(&mut self, by: PlayerId) -> Answer {
        if let Err(error) = self.environment.store.delete_plan(self.id(), by).await {
            warn!(table = %self.id(), %error, "a plan was not deleted");
            return Err(not_saved());
        }
        self.plans_changed |= self.table.write().plans.remove(by).is_some();
        Ok(self.read(|state| state.seq.0))
    }

    /// Reads the plans again, which have changed at another node. Without an answer those that are known stay.
    pub(super) async fn read_plans(&mut self) {
        if !self.read(State::is_playing) {
            return;
        }
        match self.environment.store.plans_at(self.id()).await {
            Ok(stored) => {
                self.table.write().plans = Plans::of(stored);
                self.plans_changed = true;
                self.settle_plans(None);
            }
            Err(error) => warn!(table = %self.id(), %error, "plans could not be read"),
        }
    }

    /// Brings the plans up to date, after this event.
    pub(super) fn settle_plans(&mut self, last: Option<&LogEntry>) {
        if self.read_table(|table| table.plans.is_empty()) {
            return;
        }
        self.plans_changed = true;
        let changed = self.table.write().settle_plans(last);
        changed.into_iter().for_each(|change| self.record(change));
    }

    /// Nobody is told of a turn that they have planned, since it is played at once.
    pub(super) fn leave_out_planned_turn(&self, decision: &mut Decision) {
        let (mut plans, mut state) = match &*self.table.read() {
            table if table.plans.is_empty() => return,
            table => (table.plans.clone(), table.state.clone()),
        };
        if state.apply(&decision.entry).is_err() {
            return;
        }
        plans.settle(&state, Some(&decision.entry));
        if let Some(Command { by, .. }) = plans.due(&state) {
            let is_told = |notice: &Notice| notice.player == by && notice.kind == NoticeKind::YourTurn;
            decision
                .projections
                .retain(|projection| !matches!(projection, Projection::Notice(notice) if is_told(notice)));
        }
    }

    fn record(&self, Changed { player, id, fate }: Changed) {
        self.environment.store.record_plan(self.id(), player, id, fate);
    }

    /// Whether a planned turn is to be played now, and may be tried.
    pub(super) fn has_due_plan(&self) -> bool {
        let is_due = || self.read_table(|table| table.plans.due(&table.state).is_some());
        !self.plan_waits && !self.read_table(|table| table.plans.is_empty()) && is_due()
    }

    fn is_due(&self, command: &Command) -> bool {
        let due = self.read_table(|table| table.plans.due(&table.state));
        due.is_some_and(|due| due.id == command.id)
    }

    /// Plays what is planned. The event before is stored and published by now.
    pub(super) async fn play_planned(&mut self) -> Result<(), End> {
        let Some(command) = self.read_table(|table| table.plans.due(&table.state)) else {
            return Ok(());
        };
        match self.execute(&command, monotonic_unix_ms()).await? {
            Ok(_) => (),
            Err(refusal) if is_passing(refusal.code) => self.plan_waits = true,
            // The game has gone on meanwhile.
            Err(_) if !self.is_due(&command) => (),
            Err(refusal) => {
                warn!(table = %self.id(), code = %refusal.code, "a planned turn was refused");
                let lapsed = self.table.write().plans.lapse(command.by, Lapse::Illegal);
                self.plans_changed = true;
                lapsed.into_iter().for_each(|change| self.record(change));
            }
        }
        Ok(())
    }
}

/// Whether a command that is refused for this reason may succeed soon.
fn is_passing(code: Code) -> bool {
    matches!(code, Code::TryAgain | Code::Unknown | Code::Unavailable)
}

fn not_saved() -> Refusal {
    let sentence = "Your plan could not be saved. Please try again in a moment.";
    Refusal::new(Code::Unavailable, sentence)
}
