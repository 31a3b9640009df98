//! Players who were deleted: a node has them withdraw from their tournaments.

use crate::ids::{PlayerId, TournamentId};
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::players_on::players_on;
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};

impl Store {
    /// Deleted players of whom the log of a tournament does not say yet that they have left.
    pub async fn leaving_tournament(&self, tournament: TournamentId) -> Result<Vec<PlayerId>, StoreError> {
        const FIND: &str = "SELECT player_id FROM tournament_players WHERE tournament_id = $1 AND leaving ORDER BY player_id";
        read!(self, conn => sqlx::query_scalar(FIND).bind(tournament).fetch_all(conn))
    }

    /// Nothing is to be done about a deleted player: the tournament is over.
    pub async fn has_left_tournament(
        &self,
        tournament: TournamentId,
        player: PlayerId,
    ) -> Result<(), StoreError> {
        self.writer.write(HasLeft { tournament, player }).await.map(drop)
    }
}

#[derive(Debug)]
struct HasLeft {
    tournament: TournamentId,
    player: PlayerId,
}

impl WriteJob for HasLeft {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const LEFT: &str =
            "UPDATE tournament_players SET leaving = FALSE WHERE tournament_id = $1 AND player_id = $2";
        execute!(tx, LEFT; self.tournament, self.player)
    }
}

/// Marks the places of a player who is deleted, and of all on their device.
pub(in crate::store) async fn mark(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const MARK: &str = concat!(
        "UPDATE tournament_players SET leaving = TRUE WHERE present AND player_id IN (",
        players_on!("$1"),
        ")"
    );
    execute!(tx, MARK; player).map(drop)
}
