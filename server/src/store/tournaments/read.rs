//! Reading tournaments: the log of each, and the list of all.

use crate::ids::{ClubId, PlayerId, TournamentId};
use crate::model::log::entry::StoredEvent;
use crate::model::tournament::entry::StoredTournamentEntry;
use crate::model::tournament::state::Status;
use crate::seq::Seq;
use crate::store::engine::from_row::{from_row, json, parse, small};
use crate::store::engine::read::read;
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

from_row!(StoredTournamentEntry, row => StoredTournamentEntry {
    id: row.try_get("id")?,
    tournament: row.try_get("tournament_id")?,
    seq: row.try_get("seq")?,
    player: row.try_get("player_id")?,
    at: row.try_get("at")?,
    event: StoredEvent { format: row.try_get("format")?, body: json(row, "body")? },
});

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTournament {
    pub id: TournamentId,
    pub status: Status,
    pub name: String,
    pub kind: String,
    pub seats: u8,
    /// As [`ClockTerms`](crate::model::terms::ClockTerms) writes it.
    pub clock: String,
    pub rated: bool,
    /// As programs name it.
    pub format: String,
    pub starts_at: UnixMs,
    /// How many take part.
    pub players: i64,
    /// How many may.
    pub most: i64,
    /// How many rounds, or seasons of a league, there were.
    pub rounds: i64,
    /// How many there are going to be; 0 before the start, in an arena, and in a league.
    pub all_rounds: i64,
}

from_row!(ListedTournament, row => ListedTournament {
    id: row.try_get("id")?,
    status: parse(row, "status")?,
    name: row.try_get("name")?,
    kind: row.try_get("kind")?,
    seats: small(row, "seats")?,
    clock: row.try_get("clock")?,
    rated: row.try_get("rated")?,
    format: row.try_get("format")?,
    starts_at: row.try_get("starts_at")?,
    players: row.try_get("players")?,
    most: row.try_get("most")?,
    rounds: row.try_get("rounds")?,
    all_rounds: row.try_get("all_rounds")?,
});

macro_rules! listed {
    () => {
        "SELECT t.id, status, name, kind, seats, clock, rated, format, starts_at, players, most, rounds, all_rounds
            FROM tournaments t"
    };
}

impl Store {
    /// The log of a tournament from a number on, in order; empty if there is none.
    pub async fn tournament_log(
        &self,
        tournament: TournamentId,
        from: Seq,
    ) -> Result<Vec<StoredTournamentEntry>, StoreError> {
        const FIND: &str = "SELECT id, tournament_id, seq, player_id, at, format, body FROM tournament_log
            WHERE tournament_id = $1 AND seq >= $2 ORDER BY seq";
        read!(self, conn => sqlx::query_as(FIND).bind(tournament).bind(from).fetch_all(conn))
    }

    /// The number of the last entry of a tournament; `None` if there is none.
    pub async fn tournament_seq(&self, tournament: TournamentId) -> Result<Option<Seq>, StoreError> {
        const FIND: &str = "SELECT seq FROM tournaments WHERE id = $1";
        read!(self, conn => sqlx::query_scalar(FIND).bind(tournament).fetch_optional(conn))
    }

    /// At most so many listed tournaments that stand like this: those that begin next, or, of those that have begun, that began last.
    pub async fn tournaments(&self, status: Status, limit: i64) -> Result<Vec<ListedTournament>, StoreError> {
        const NEXT: &str = concat!(
            listed!(),
            " WHERE status = $1 AND public ORDER BY starts_at, id LIMIT $2"
        );
        const LAST: &str = concat!(
            listed!(),
            " WHERE status = $1 AND public ORDER BY starts_at DESC, id DESC LIMIT $2"
        );
        let find = if status == Status::Open { NEXT } else { LAST };
        read!(self, conn => sqlx::query_as(find).bind(status.name()).bind(limit).fetch_all(conn))
    }

    /// At most so many tournaments for which a player has signed up, the latest first, without those that were called off; those that
    /// are not listed only `for_them`.
    pub async fn tournaments_of(
        &self,
        player: PlayerId,
        for_them: bool,
        limit: i64,
    ) -> Result<Vec<ListedTournament>, StoreError> {
        const FIND: &str = concat!(
            listed!(),
            " JOIN tournament_players p ON p.tournament_id = t.id
            WHERE p.player_id = $1 AND t.status <> 'cancelled' AND (p.present OR t.status <> 'open')
                AND (t.public OR $2)
            ORDER BY t.starts_at DESC, t.id DESC LIMIT $3"
        );
        read!(self, conn => sqlx::query_as(FIND).bind(player).bind(for_them).bind(limit).fetch_all(conn))
    }

    /// Tournaments that are not over in which a player takes part.
    pub async fn unfinished_tournaments_of(&self, player: PlayerId) -> Result<Vec<TournamentId>, StoreError> {
        const FIND: &str =
            "SELECT t.id FROM tournament_players p JOIN tournaments t ON t.id = p.tournament_id
            WHERE p.player_id = $1 AND p.present AND t.status IN ('open', 'running') ORDER BY t.id";
        read!(self, conn => sqlx::query_scalar(FIND).bind(player).fetch_all(conn))
    }

    /// At most so many tournaments of a club that were not called off, the latest first; those that are not listed only `for_members`.
    pub async fn tournaments_of_club(
        &self,
        club: ClubId,
        for_members: bool,
        limit: i64,
    ) -> Result<Vec<ListedTournament>, StoreError> {
        const FIND: &str = concat!(
            listed!(),
            " WHERE t.club_id = $1 AND t.status <> 'cancelled' AND (t.public OR $2) ORDER BY t.starts_at DESC, t.id DESC LIMIT $3"
        );
        read!(self, conn => sqlx::query_as(FIND).bind(club).bind(for_members).bind(limit).fetch_all(conn))
    }

    /// How many tournaments of a director are not over.
    pub async fn tournaments_directed_by(&self, director: PlayerId) -> Result<i64, StoreError> {
        const COUNT: &str =
            "SELECT COUNT(*) FROM tournaments WHERE director_id = $1 AND status IN ('open', 'running')";
        read!(self, conn => sqlx::query_scalar(COUNT).bind(director).fetch_one(conn))
    }
}
