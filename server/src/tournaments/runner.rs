//! What happens in tournaments by itself: results are entered, tournaments start, rounds are paired, their tables are made.
//!
//! Every node does so, from what the database says alone: whoever is first writes, and the others read anew. What a node has not
//! finished when it ends is found by the next one.

use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use tokio::time::sleep;
use tracing::{info, warn};
use uuid::Uuid;

use super::{TournamentError, Tournaments, context};
use crate::ids::TournamentId;
use crate::model::tournament::context::Context;
use crate::model::tournament::decide::Action;
use crate::model::tournament::event::{NewGame, TournamentEvent};
use crate::model::tournament::state::{State, Status};
use crate::pool::{Pool, Urgency};
use crate::store::StoreError;
use crate::time::monotonic_unix_ms;

/// How often a node looks whether something is due.
const EVERY: Duration = Duration::from_secs(1);
/// How many tournaments are looked at together, before the next ones.
const BATCH: i64 = 20;
/// How many results of a tournament are entered, or tables made, before another tournament has its turn.
const STEPS: i64 = 50;

/// The task of a node that does what is due.
#[derive(Clone, Debug)]
pub struct Runner {
    pub(super) tournaments: Tournaments,
    /// Where rounds are paired.
    pool: Pool,
}

impl Runner {
    pub(crate) fn new(tournaments: Tournaments, pool: Pool) -> Runner {
        Runner { tournaments, pool }
    }

    /// Does what is due, until the future is dropped.
    pub async fn run(self) {
        let none = TournamentId(Uuid::nil());
        let mut after = none;
        loop {
            let has_done_something = match self.pass(after).await {
                Ok(Passed { last, progress }) => {
                    after = last.unwrap_or(none);
                    progress || last.is_some()
                }
                Err(error) => {
                    warn!(%error, "it is not known what is due in tournaments");
                    false
                }
            };
            if !has_done_something {
                tokio::select! {
                    () = sleep(EVERY) => (),
                    () = self.tournaments.changed.notified() => (),
                }
            }
        }
    }

    /// Looks at some tournaments, those after the last one.
    async fn pass(&self, after: TournamentId) -> Result<Passed, StoreError> {
        let now = monotonic_unix_ms();
        let due = self.tournaments.store.due_tournaments(now, after, BATCH).await?;
        let mut progress = false;
        for &tournament in &due {
            match self.advance(tournament).await {
                Ok(advanced) => progress |= advanced,
                Err(error) => warn!(%tournament, %error, "a tournament cannot go on"),
            }
        }
        let is_full = due.len() as i64 == BATCH;
        Ok(Passed {
            last: due.last().copied().filter(|_| is_full),
            progress,
        })
    }

    /// Does what is due in a tournament. Returns whether there may be more to do at once.
    async fn advance(&self, tournament: TournamentId) -> Result<bool, TournamentError> {
        let state = self.tournaments.read(tournament).await?;
        let Some((state, has_left)) = self.withdraw_deleted(state).await? else {
            return Ok(true);
        };
        let Some((state, entered)) = self.enter_results(state).await? else {
            return Ok(true);
        };
        let decided = match state.due_at() {
            Some(due) if due <= monotonic_unix_ms() => self.decide(&state).await?,
            _ => None,
        };
        if let Some(event) = decided {
            log(&state, &event);
            self.tournaments.append(&state, event, None).await?;
            return Ok(true);
        }
        let made = self.make_tables(&state, STEPS).await?;
        Ok(has_left || entered || made)
    }

    /// Has players withdraw who were deleted, and tells whether there were any; `None` if another node was quicker.
    async fn withdraw_deleted(
        &self,
        mut state: Arc<State>,
    ) -> Result<Option<(Arc<State>, bool)>, TournamentError> {
        let leaving = self.tournaments.store.leaving_tournament(state.id).await?;
        let has_any = !leaving.is_empty();
        for player in leaving {
            match state.decide(player, &Action::Withdraw, &context(&state)) {
                Ok(event) => match self.tournaments.append(&state, event, None).await? {
                    Some(after) => state = after,
                    None => return Ok(None),
                },
                Err(_) => {
                    let store = &self.tournaments.store;
                    store.has_left_tournament(state.id, player).await?;
                }
            }
        }
        Ok(Some((state, has_any)))
    }

    /// Enters the results of games that are over, and tells whether there were any; `None` if another node was quicker.
    async fn enter_results(
        &self,
        mut state: Arc<State>,
    ) -> Result<Option<(Arc<State>, bool)>, TournamentError> {
        let ended = self.tournaments.store.ended_games(state.id, STEPS).await?;
        let has_any = !ended.is_empty();
        for game in ended {
            match state.decide_result(game.table, &game.seats) {
                Some(event) => match self.tournaments.append(&state, event, None).await? {
                    Some(after) => state = after,
                    None => return Ok(None),
                },
                None => self.tournaments.store.settle_tournament_table(game.table).await?,
            }
        }
        Ok(Some((state, has_any)))
    }

    /// What is due, decided on a thread of its own. Nothing starts before all outages up to now are known.
    async fn decide(&self, state: &Arc<State>) -> Result<Option<TournamentEvent>, StoreError> {
        let now = monotonic_unix_ms().max(state.changed_at);
        let store = &self.tournaments.store;
        let waits = state.status == Status::Open || state.next_season_at().is_some();
        if waits && !store.is_served(now).await? {
            return Ok(None);
        }
        let outages = store.outages().await?;
        let context = Context {
            now,
            seed: rand::rng().random(),
            is_officer: false,
            games: (0..state.most_tables()).map(|_| NewGame::fresh()).collect(),
            outages: Arc::from(outages),
        };
        let state = Arc::clone(state);
        let decided = self.pool.run(Urgency::Round, move || state.decide_due(&context));
        Ok(decided.await.flatten())
    }
}

/// What a look at some tournaments has found.
struct Passed {
    /// The last one, if there may be more after it.
    last: Option<TournamentId>,
    progress: bool,
}

fn log(state: &State, event: &TournamentEvent) {
    let tournament = state.id;
    match event {
        TournamentEvent::Begun { players, .. } => {
            info!(%tournament, players = players.len(), "a tournament begins");
        }
        TournamentEvent::Paired { round, tables, .. } => {
            info!(%tournament, round, tables = tables.len(), "a round is paired");
        }
        TournamentEvent::Cancelled { .. } => info!(%tournament, "too few have come to a tournament"),
        TournamentEvent::Finished => info!(%tournament, "a tournament is over"),
        _ => (),
    }
}
