//! The statistics of profiles: of the latest public games, so that the query takes the same time however many there
//! are.

use crate::ids::{PlayerId, TableId};
use crate::model::record::RecordHead;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::{RecordStore, StoreError};
use crate::time::UnixMs;

/// How many games profiles look at.
pub const PROFILE_GAMES: i64 = 1_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatTally {
    pub kind: String,
    pub seats: i64,
    /// Counted from 1.
    pub seat: i64,
    pub games: i64,
    /// How many of them the player won alone.
    pub won: i64,
    /// In how many it is known whether the player stayed to the end.
    pub known: i64,
    pub stayed: i64,
}

from_row!(SeatTally {
    kind,
    seats,
    seat,
    games,
    won,
    known,
    stayed
});

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    pub name: String,
    pub member: bool,
    pub games: i64,
    /// In how many of these the player was placed before the opponent.
    pub ahead: i64,
    pub behind: i64,
}

from_row!(Opponent {
    name,
    member,
    games,
    ahead,
    behind
});

/// The latest public games of a player `$1`, at most `$2`.
macro_rules! latest {
    ($columns:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM record_seats WHERE player_id = $1 AND public = TRUE
              ORDER BY finished_at DESC, table_id DESC LIMIT $2"
        )
    };
}

impl RecordStore {
    /// The latest public games of a player, counted by game, number of seats and seat. Games that went on from others do not count.
    pub async fn seat_tallies(&self, player: PlayerId) -> Result<Vec<SeatTally>, StoreError> {
        const COUNT: &str = concat!(
            "SELECT l.kind, l.seats, l.seat, COUNT(*) AS games,
                COUNT(CASE WHEN l.rank = 1 AND NOT EXISTS (SELECT 1 FROM record_seats o
                    WHERE o.table_id = l.table_id AND o.rank = 1 AND o.seat <> l.seat) THEN 1 END) AS won,
                COUNT(l.stayed) AS known, COUNT(CASE WHEN l.stayed THEN 1 END) AS stayed FROM (",
            latest!("table_id, kind, seats, seat, rank, stayed"),
            ") AS l JOIN records r ON r.table_id = l.table_id AND r.from_code IS NULL GROUP BY l.kind, l.seats, l.seat ORDER BY l.kind, l.seats, l.seat"
        );
        read!(self, conn => sqlx::query_as(COUNT).bind(player).bind(PROFILE_GAMES).fetch_all(conn))
    }

    /// The most frequent opponents in their latest public games.
    pub async fn opponents(&self, player: PlayerId, limit: i64) -> Result<Vec<Opponent>, StoreError> {
        const COUNT: &str = concat!(
            "SELECT p.name, EXISTS (SELECT 1 FROM accounts a WHERE a.player_id = p.id) AS member, m.games, m.ahead,
                m.behind
            FROM (SELECT o.player_id, COUNT(*) AS games, COUNT(CASE WHEN l.rank < o.rank THEN 1 END) AS ahead,
                    COUNT(CASE WHEN o.rank < l.rank THEN 1 END) AS behind
                FROM (",
            latest!("table_id, rank"),
            ") AS l JOIN records r ON r.table_id = l.table_id AND r.from_code IS NULL
                JOIN record_seats o ON o.table_id = l.table_id AND o.player_id <> $1
                GROUP BY o.player_id) AS m
            JOIN players p ON p.id = m.player_id WHERE p.name <> $4
            ORDER BY m.games DESC, p.name, p.id LIMIT $3"
        );
        read!(self, conn => sqlx::query_as(COUNT).bind(player).bind(PROFILE_GAMES).bind(limit)
            .bind(crate::store::DELETED).fetch_all(conn))
    }

    pub async fn latest_games(&self, player: PlayerId, limit: i64) -> Result<Vec<RecordHead>, StoreError> {
        const FIND: &str = latest!("finished_at, table_id");
        let places: Vec<(UnixMs, TableId)> =
            read!(self, conn => sqlx::query_as(FIND).bind(player).bind(limit).fetch_all(conn))?;
        self.heads(&places).await
    }
}
