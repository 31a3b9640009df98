//! Making the tables of a round, whose ids are in the log: made again they are the same tables.

use tracing::warn;

use super::{Runner, TournamentError};
use crate::ids::{PlayerId, TableId};
use crate::model::log::decision::Decision;
use crate::model::terms::TournamentTable;
use crate::model::tournament::event::{NewGame, PairedTable};
use crate::model::tournament::state::{State, Status};
use crate::model::tournament::table::create_for_tournament;
use crate::names::PlayerName;
use crate::room::{LoadError, load};
use crate::store::{AppendError, NewEntry, StoreError};
use crate::tables::unattended;

/// A game of a round whose table is to be made.
struct Unmade<'s> {
    round: u16,
    new: &'s NewGame,
    paired: &'s PairedTable,
}

impl Runner {
    /// Makes at most so many tables. Returns whether anything was done.
    pub(super) async fn make_tables(&self, state: &State, most: i64) -> Result<bool, TournamentError> {
        let store = &self.tournaments.store;
        let mut has_made = false;
        for table in store.unmade_tables(state.id, most).await? {
            match unmade(state, table) {
                // Of two nodes that have read different lengths of the log, the one with more knows the table.
                None if state.status == Status::Running => continue,
                None => store.settle_tournament_table(table).await?,
                Some(game) => match self.make(state, &game).await {
                    Ok(()) => (),
                    Err(error) => {
                        warn!(%table, %error, "a table of a tournament was not made");
                        continue;
                    }
                },
            }
            has_made = true;
        }
        Ok(has_made)
    }

    /// Two events, each of which may be there already: the table, and the beginning of its game.
    async fn make(&self, state: &State, game: &Unmade<'_>) -> Result<(), NotMade> {
        let store = &self.tournaments.store;
        let players = &game.paired.players;
        let table = TournamentTable {
            id: state.id,
            round: if state.is_arena() { 0 } else { game.round },
            players: players.clone(),
            bot_for_missing: state.terms.game().bot_for_missing,
        };
        let names = names(players, &store.player_names(players).await?);
        let created = create_for_tournament(&state.terms, table, game.new, names, &unattended());
        self.append(created).await?;
        let row = store.table(game.new.id).await?.ok_or(NotMade::Missing)?;
        let made = load(store, &row).await?;
        self.append(made.state.decide_tournament_start(&unattended()))
            .await
    }

    async fn append(&self, decision: Option<Decision>) -> Result<(), NotMade> {
        let Some(mut decision) = decision else {
            return Ok(());
        };
        match self.tournaments.store.append(NewEntry::of(&mut decision)).await {
            // Another node was quicker, or this one before it was killed.
            Ok(_) | Err(AppendError::Conflict) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

#[derive(Debug, thiserror::Error)]
enum NotMade {
    #[error("its code belongs to another table")]
    Missing,
    #[error(transparent)]
    Append(#[from] AppendError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// The game of this table; `None` if nothing is played there any more, or not yet as far as this state knows.
fn unmade(state: &State, table: TableId) -> Option<Unmade<'_>> {
    let rounds = (1_u16..).zip(state.rounds());
    let mut games = rounds.flat_map(|(round, tables)| tables.tables.iter().map(move |table| (round, table)));
    let (round, found) = games.find(|(_, found)| found.paired.is(table))?;
    let is_open = state.status == Status::Running && found.result.is_none();
    Some(Unmade {
        round,
        new: found.paired.game.as_ref().filter(|_| is_open)?,
        paired: &found.paired,
    })
}

/// Names that were accepted before. Rules for names may have become stricter since.
fn names(players: &[PlayerId], known: &[(PlayerId, String)]) -> Vec<PlayerName> {
    let name = |player: &PlayerId| known.iter().find(|(known, _)| known == player);
    let stored = |player| PlayerName::stored(name(player).map_or("", |(_, name)| name));
    players
        .iter()
        .map(|player| stored(player).unwrap_or_else(|_| PlayerName::suggested()))
        .collect()
}
