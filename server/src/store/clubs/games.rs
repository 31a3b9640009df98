//! What is played in a club: open tables, records, and what its games count.

use crate::ids::{ClubId, PlayerId, TableId};
use crate::model::record::RecordHead;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::log::table_state::listed;
use crate::store::{ListedTable, RecordStore, Store, StoreError};
use crate::time::UnixMs;

/// Open tables are looked for among so many of the latest ones.
const LATEST_TABLES: i64 = 500;

/// What a seat reached in a game of a club.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClubResult {
    pub table: TableId,
    pub player: PlayerId,
    pub rank: i64,
    /// Whether whoever sat there stayed to the end; older games do not know.
    pub stayed: Option<bool>,
}

from_row!(ClubResult {
    table: "table_id",
    player: "player_id",
    rank,
    stayed
});

impl Store {
    /// At most so many public tables of a club whose games are not over, the latest first.
    pub async fn club_tables(&self, club: ClubId, limit: i64) -> Result<Vec<ListedTable>, StoreError> {
        const FIND: &str = concat!(
            "SELECT ",
            listed!(),
            " FROM (SELECT table_id FROM club_tables WHERE club_id = $1 ORDER BY table_id DESC LIMIT $2) c
            JOIN table_state s ON s.table_id = c.table_id JOIN tables t ON t.id = c.table_id
            LEFT JOIN lobby_tables l ON l.table_id = c.table_id
            WHERE s.phase <> 'over' AND s.public ORDER BY c.table_id DESC LIMIT $3"
        );
        let mut tables: Vec<ListedTable> = read!(self, conn => sqlx::query_as(FIND)
            .bind(club).bind(LATEST_TABLES).bind(limit).fetch_all(conn))?;
        self.fill_people(&mut tables).await?;
        Ok(tables)
    }
}

impl RecordStore {
    /// At most so many public records of a club, those that began last before this table first.
    pub async fn of_club(
        &self,
        club: ClubId,
        before: Option<TableId>,
        limit: i64,
    ) -> Result<Vec<RecordHead>, StoreError> {
        const FIND: &str =
            "SELECT r.finished_at, r.table_id FROM club_tables c JOIN records r ON r.table_id = c.table_id
            WHERE c.club_id = $1 AND r.public ORDER BY c.table_id DESC LIMIT $2";
        const BEFORE: &str =
            "SELECT r.finished_at, r.table_id FROM club_tables c JOIN records r ON r.table_id = c.table_id
            WHERE c.club_id = $1 AND r.public AND c.table_id < $3 ORDER BY c.table_id DESC LIMIT $2";
        let places: Vec<(UnixMs, TableId)> = match before {
            None => read!(self, conn => sqlx::query_as(FIND).bind(club).bind(limit).fetch_all(conn))?,
            Some(before) => {
                read!(self, conn => sqlx::query_as(BEFORE).bind(club).bind(limit).bind(before).fetch_all(conn))?
            }
        };
        let mut heads = self.heads(&places).await?;
        heads.sort_by_key(|head| std::cmp::Reverse(head.table));
        Ok(heads)
    }

    /// What all seats reached in at most so many public games of a club, those that began last; the seats of a game follow each
    /// other.
    pub async fn club_results(&self, club: ClubId, games: i64) -> Result<Vec<ClubResult>, StoreError> {
        const FIND: &str = "SELECT s.table_id, s.player_id, s.rank, s.stayed FROM
            (SELECT r.table_id FROM club_tables c JOIN records r ON r.table_id = c.table_id
                WHERE c.club_id = $1 AND r.public ORDER BY c.table_id DESC LIMIT $2) g
            JOIN record_seats s ON s.table_id = g.table_id ORDER BY s.table_id, s.seat";
        read!(self, conn => sqlx::query_as(FIND).bind(club).bind(games).fetch_all(conn))
    }
}
