//! Everything that the database has about one player, so that they can have a copy of it.

use crate::ids::{PlayerId, TableCode};
use crate::model::player::rating::RatingChange;
use crate::store::engine::from_row::{from_row, parse};
use crate::store::engine::read::read;
use crate::store::records::columns::rating_change;
use crate::store::{Account, ListedSession, Passkey, Player, Standing, Store, StoreError};

/// What is known about a player.
#[derive(Clone, Debug)]
pub struct MyData {
    pub player: Player,
    /// Their account, if they have one.
    pub account: Option<Account>,
    pub passkeys: Vec<Passkey>,
    /// Where they are signed in.
    pub sessions: Vec<ListedSession>,
    /// When they signed in last at each browser that their account knows.
    pub known_browsers: Vec<i64>,
    /// Those whom they have added on their device.
    pub companions: Vec<Player>,
    /// The tables where they sit or sat.
    pub tables: Vec<TableOf>,
    pub games: Vec<GameOf>,
    pub ratings: Vec<Standing>,
    pub lines: Vec<LineOf>,
}

/// A table where a player sits or sat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableOf {
    pub code: TableCode,
    pub kind: String,
    pub name: String,
    pub seated: bool,
    /// When it was opened, in unix milliseconds.
    pub created_at: i64,
}

/// A game that a player has finished.
#[derive(Clone, Debug, PartialEq)]
pub struct GameOf {
    pub code: TableCode,
    pub kind: String,
    pub name: String,
    /// Their seat, from 1.
    pub seat: i64,
    pub rank: i64,
    /// How their rating changed by it, if it was rated.
    pub rating: Option<RatingChange>,
    /// When it began, in unix milliseconds.
    pub started_at: i64,
    /// When it ended, in unix milliseconds.
    pub finished_at: i64,
}

/// A line that a player wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineOf {
    pub code: TableCode,
    /// When, in unix milliseconds.
    pub at: i64,
    pub text: String,
}

from_row!(TableOf, row => TableOf {
    code: parse(row, "code")?,
    kind: row.try_get("kind")?,
    name: row.try_get("name")?,
    seated: row.try_get("seated")?,
    created_at: row.try_get("created_at")?,
});

from_row!(GameOf, row => GameOf {
    code: parse(row, "code")?,
    kind: row.try_get("kind")?,
    name: row.try_get("name")?,
    seat: row.try_get("seat")?,
    rank: row.try_get("rank")?,
    rating: rating_change(row)?,
    started_at: row.try_get("started_at")?,
    finished_at: row.try_get("finished_at")?,
});

from_row!(LineOf, row => LineOf {
    code: parse(row, "code")?,
    at: row.try_get("at")?,
    text: row.try_get("text")?,
});

impl Store {
    /// Everything that is known about a player.
    pub async fn data_of(&self, player: &Player, now: i64) -> Result<MyData, StoreError> {
        Ok(MyData {
            player: player.clone(),
            account: self.account_of(player.id).await?,
            passkeys: self.passkeys_of(player.id).await?,
            sessions: self.sessions_of(player.id, now).await?,
            known_browsers: self.known_browsers(player.id).await?,
            companions: self.companions(player.id).await?,
            tables: self.tables_ever(player.id).await?,
            games: self.games_of(player.id).await?,
            ratings: self.ratings_of(player.id).await?,
            lines: self.lines_of(player.id).await?,
        })
    }

    async fn tables_ever(&self, player: PlayerId) -> Result<Vec<TableOf>, StoreError> {
        const FIND: &str = "SELECT t.code, t.kind, s.name, s.seated, t.created_at
            FROM table_players s JOIN tables t ON t.id = s.table_id WHERE s.player_id = $1 ORDER BY t.id";
        read!(self, conn => sqlx::query_as(FIND).bind(player).fetch_all(conn))
    }

    async fn games_of(&self, player: PlayerId) -> Result<Vec<GameOf>, StoreError> {
        const FIND: &str = "SELECT r.code, r.kind, s.name, s.seat, s.rank, r.started_at, r.finished_at,
                s.rating_before, s.uncertainty_before, s.rating_after, s.uncertainty_after
            FROM record_seats s JOIN records r ON r.table_id = s.table_id
            WHERE s.player_id = $1 ORDER BY r.finished_at, r.table_id";
        read!(self, conn => sqlx::query_as(FIND).bind(player).fetch_all(conn))
    }

    async fn lines_of(&self, player: PlayerId) -> Result<Vec<LineOf>, StoreError> {
        const FIND: &str = "SELECT t.code, c.at, c.text FROM chat c JOIN tables t ON t.id = c.table_id
            WHERE c.player_id = $1 AND c.about_id IS NULL ORDER BY c.at, c.table_id, c.n";
        read!(self, conn => sqlx::query_as(FIND).bind(player).fetch_all(conn))
    }
}
