//! Hints: the best turn, for somebody who plays against bots alone, and in positions of games that are over.

use std::time::Duration;

use thicket_rules::{AnyGame, GameKind};
use thicket_search::Budget;

use super::evaluate::best_turn;
use crate::ids::PlayerId;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::pool::{Pool, StopOnDrop, Urgency};
use crate::protocol::SuggestionView;
use crate::room::Room;
use crate::store::TableRow;
use crate::tables::{TableError, Tables};

#[derive(Clone, Debug)]
pub struct Hints {
    tables: Tables,
    pool: Pool,
    think: Duration,
}

impl Hints {
    pub(crate) fn new(tables: Tables, pool: Pool, think: Duration) -> Hints {
        Hints { tables, pool, think }
    }

    /// The best turn that can be found for the player to move, in the turn with this number.
    ///
    /// # Errors
    /// When the player may not be given a hint, also because the game has gone on meanwhile, or the table cannot be
    /// opened.
    pub async fn find(
        &self,
        row: &TableRow,
        player: PlayerId,
        turn: u32,
    ) -> Result<SuggestionView, TableError> {
        let room = self.tables.open(row).await?;
        let (kind, game) = {
            let state = &room.table().state;
            (state.terms.kind, state.game_for_hint(player, turn)?.boxed_clone())
        };
        tokio::select! {
            found = self.best_turn(kind, game) => Ok(found?),
            refusal = has_passed(&room, player, turn) => Err(refusal.into()),
        }
    }

    /// The best turn that can be found in a position where a turn begins.
    ///
    /// # Errors
    /// When none was found.
    pub async fn best_turn(&self, kind: GameKind, game: Box<dyn AnyGame>) -> Result<SuggestionView, Refusal> {
        let (stop, budget) = (StopOnDrop::default(), Budget::time(self.think));
        let stopped = stop.0.clone();
        let search = move || best_turn(kind, game.as_ref(), &budget, &stopped);
        let found = self.pool.run(Urgency::Hint, search).await.flatten();
        found.ok_or_else(|| Refusal::new(Code::Unavailable, "No hint was found. Please try again."))
    }
}

/// Waits until the player may not be given the hint any more.
async fn has_passed(room: &Room, player: PlayerId, turn: u32) -> Refusal {
    let mut status = room.status();
    loop {
        if let Err(refusal) = room.table().state.game_for_hint(player, turn) {
            return refusal;
        }
        if status.changed().await.is_err() {
            return Refusal::try_again();
        }
    }
}
