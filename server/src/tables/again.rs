//! Inviting again: a new table with the terms of a finished game, for the people who played it.

use std::collections::BTreeSet;

use super::{TableError, Tables};
use crate::ids::PlayerId;
use crate::model::game::playing::Over;
use crate::model::player::bot::Bot;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::table::state::Phase;
use crate::model::terms::Terms;
use crate::store::TableRow;

impl Tables {
    /// The terms of a finished game, for a private table, and who else played it: of those on one device the player
    /// whose device it is.
    ///
    /// # Errors
    /// When the game is not over, or the player was not in it.
    pub async fn last_game(
        &self,
        row: &TableRow,
        player: PlayerId,
    ) -> Result<(Terms, Vec<PlayerId>), TableError> {
        let room = self.open(row).await?;
        // Another node may know of the end of the game.
        room.clone().catch_up().await;
        let table = room.table();
        let state = &table.state;
        let Phase::Over(Over { played, .. }) = &state.phase else {
            return Err(Refusal::new(Code::NotOver, "The game is not over yet.").into());
        };
        let owner = |&seat: &PlayerId| state.companion_of(seat).unwrap_or(seat);
        let people = played.seats.iter().filter(|&&seat| Bot::of(seat).is_none());
        let mut people: BTreeSet<PlayerId> = people.map(owner).collect();
        if !people.remove(&player) {
            return Err(Refusal::new(
                Code::NotSeated,
                "Only those who played can invite the others again.",
            )
            .into());
        }
        let terms = Terms {
            public: false,
            from: None,
            tournament: None,
            ..state.terms.clone()
        };
        Ok((terms, people.into_iter().collect()))
    }
}
