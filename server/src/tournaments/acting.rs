//! Writing into the log of a tournament what somebody wants, decided anew while others write.

use std::sync::Arc;

use tracing::warn;

use super::{TournamentError, Tournaments, context};
use crate::ids::{EventId, PlayerId, TournamentId};
use crate::model::club::Role;
use crate::model::tournament::context::Context;
use crate::model::tournament::decide::{Action, Order};
use crate::model::tournament::entry::TournamentEntry;
use crate::model::tournament::event::TournamentEvent;
use crate::model::tournament::refusal::Refusal;
use crate::model::tournament::state::State;
use crate::store::StoreError;
use crate::time::monotonic_unix_ms;

/// How often a wish is decided anew, because another entry was written meanwhile.
const ATTEMPTS: usize = 50;

impl Tournaments {
    /// Does what a player wants; nothing more if it is done already, as when a form is sent twice.
    pub async fn act_once(
        &self,
        tournament: TournamentId,
        by: PlayerId,
        action: &Action,
    ) -> Result<(), TournamentError> {
        match self.act(tournament, by, action).await {
            Err(TournamentError::Refused(refusal)) if is_done(action, refusal) => Ok(()),
            done => done.map(drop),
        }
    }

    /// Does what a player wants; the tournament after it.
    pub async fn act(
        &self,
        tournament: TournamentId,
        by: PlayerId,
        action: &Action,
    ) -> Result<Arc<State>, TournamentError> {
        for _ in 0..ATTEMPTS {
            let state = self.read(tournament).await?;
            let context = Context {
                is_officer: self.club_role(&state, by).await? == Some(Role::Officer),
                ..context(&state)
            };
            let event = state.decide(by, action, &context)?;
            if let Some(after) = self.append(&state, event, Some(by)).await? {
                self.changed.notify_one();
                return Ok(after);
            }
        }
        Err(TournamentError::Busy)
    }

    /// Does what the operator of the server wants; the tournament after it.
    pub async fn carry_out(
        &self,
        tournament: TournamentId,
        order: &Order,
    ) -> Result<Arc<State>, TournamentError> {
        self.write(tournament, |state| state.decide_order(order)).await
    }

    /// Gives an account the places of a guest who has signed in. Where it takes part itself, the guest's place stays.
    pub async fn take_over(&self, guest: PlayerId, player: PlayerId) -> Result<(), StoreError> {
        for tournament in self.store.unfinished_tournaments_of(guest).await? {
            let passed = self
                .write(tournament, |state| state.decide_pass_on(guest, player))
                .await;
            match passed {
                Ok(_) => self.changed.notify_one(),
                Err(TournamentError::Refused(_)) => (),
                Err(TournamentError::Store(error)) => return Err(error),
                Err(error) => warn!(%tournament, %error, "a guest's place stays where it is"),
            }
        }
        Ok(())
    }

    /// Writes what is decided, anew if something else came first.
    async fn write(
        &self,
        tournament: TournamentId,
        decide: impl Fn(&State) -> Result<TournamentEvent, Refusal>,
    ) -> Result<Arc<State>, TournamentError> {
        for _ in 0..ATTEMPTS {
            let state = self.read(tournament).await?;
            if let Some(after) = self.append(&state, decide(&state)?, None).await? {
                return Ok(after);
            }
        }
        Err(TournamentError::Busy)
    }

    /// Appends what was decided; the tournament after it, or `None` if another entry came first.
    pub(super) async fn append(
        &self,
        state: &State,
        event: TournamentEvent,
        player: Option<PlayerId>,
    ) -> Result<Option<Arc<State>>, TournamentError> {
        let entry = TournamentEntry {
            id: EventId::fresh(),
            tournament: state.id,
            seq: state.seq.next(),
            at: monotonic_unix_ms().max(state.changed_at),
            player,
            event,
        };
        let mut after = state.clone();
        after.apply(&entry)?;
        let is_written = self
            .store
            .append_to_tournament(&entry, Some(state), &after)
            .await?;
        Ok(is_written.then(|| self.remember(after, entry.id)))
    }
}

/// Whether it is refused because it is done already.
fn is_done(action: &Action, refusal: Refusal) -> bool {
    matches!(
        (action, refusal),
        (Action::Withdraw, Refusal::NotSignedUp)
            | (Action::Confirm, Refusal::ConfirmedAlready)
            | (Action::Correct { .. }, Refusal::Unchanged)
            | (Action::MoveStart { .. }, Refusal::SameStart)
    )
}
