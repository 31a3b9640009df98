//! How many games of each kind players have finished, and the ones that ended last.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use sqlx::QueryBuilder;

use crate::ids::{PlayerId, TableId};
use crate::model::record::RecordHead;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::rows::Insert;
use crate::store::engine::script::{Script, add};
use crate::store::engine::sql::push_list;
use crate::store::players_on::players_on;
use crate::store::{RecordStore, Store, StoreError};
use crate::time::UnixMs;

/// How many games of a kind a player has finished. Games that went on from others do not count.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FinishedGames {
    pub player: PlayerId,
    pub kind: String,
    pub games: i64,
}

from_row!(FinishedGames {
    player: "player_id",
    kind,
    games
});

impl RecordStore {
    /// The games that a player has finished, or somebody on their device, the last one first.
    pub async fn finished_games(&self, player: PlayerId, limit: i64) -> Result<Vec<RecordHead>, StoreError> {
        const DEVICE: &str = players_on!("$1");
        // The index of a player has the public games apart from the others.
        const WALKS: [&str; 2] = ["public = TRUE", "public = FALSE"];
        let players: Vec<PlayerId> =
            read!(self, conn => sqlx::query_scalar(DEVICE).bind(player).fetch_all(conn))?;
        let mut places: BTreeSet<(UnixMs, TableId)> = BTreeSet::new();
        for player in players {
            let found: Vec<(UnixMs, TableId)> = read!(self, conn => async {
                let mut sql = QueryBuilder::new("");
                for (number, walk) in WALKS.iter().enumerate() {
                    sql.push(if number == 0 { "" } else { " UNION ALL " })
                        .push("SELECT * FROM (SELECT finished_at, table_id FROM record_seats WHERE ").push(walk)
                        .push(" AND player_id = ").push_bind(player)
                        .push(" ORDER BY finished_at DESC, table_id DESC LIMIT ").push_bind(limit)
                        .push(") AS w").push(number);
                }
                sql.build_query_as().fetch_all(conn).await
            })?;
            places.extend(found);
        }
        let latest: Vec<_> = places.into_iter().rev().take(limit as usize).collect();
        self.heads(&latest).await
    }

    /// How many games of a kind each of these players has finished, in the same order.
    pub async fn finished_counts(&self, kind: &str, players: &[PlayerId]) -> Result<Vec<i64>, StoreError> {
        const FIND: &str = "SELECT player_id, games FROM finished_games WHERE kind = ";
        if players.is_empty() {
            return Ok(Vec::new());
        }
        let counts: Vec<(PlayerId, i64)> = read!(self, conn => async {
            let mut sql = QueryBuilder::new(FIND);
            sql.push_bind(kind).push(" AND player_id IN (");
            push_list(&mut sql, players);
            sql.build_query_as().persistent(false).fetch_all(conn).await
        })?;
        let counts: HashMap<PlayerId, i64> = counts.into_iter().collect();
        let count = |player| counts.get(player).copied().unwrap_or(0);
        Ok(players.iter().map(count).collect())
    }
}

impl Store {
    /// What is counted of all players, in order, beginning after a player and a kind.
    pub async fn all_finished_games(
        &self,
        (player, kind): (PlayerId, &str),
        limit: i64,
    ) -> Result<Vec<FinishedGames>, StoreError> {
        const FIND: &str = "SELECT player_id, kind, games FROM finished_games
            WHERE (player_id, kind) > ($1, $2) ORDER BY player_id, kind LIMIT $3";
        read!(self, conn => sqlx::query_as(FIND).bind(player).bind(kind).bind(limit).fetch_all(conn))
    }
}

/// Counts games for those who have finished them. Rows come in their order: so nodes do not wait for each other in a circle.
pub(in crate::store) async fn count(script: &mut Script<'_, '_>, heads: &[&RecordHead]) -> sqlx::Result<()> {
    let mut counts: BTreeMap<(PlayerId, &str), i64> = BTreeMap::new();
    for head in heads.iter().filter(|head| head.from.is_none()) {
        for seat in &head.seats {
            *counts.entry((seat.player, &head.kind)).or_default() += 1;
        }
    }
    let counts: Vec<((PlayerId, &str), i64)> = counts.into_iter().collect();
    let mut rest = &counts[..];
    while !rest.is_empty() {
        let (sql, size) = ADD.for_rows(script.transaction(), rest.len());
        let (rows, others) = rest.split_at(size);
        add!(script, sql, query => rows.iter().fold(query, |query, ((player, kind), games)| {
            query.bind(player).bind(*kind).bind(games)
        }))?;
        rest = others;
    }
    Ok(())
}

static ADD: LazyLock<Insert> = LazyLock::new(|| {
    Insert::new(
        ("finished_games (player_id, kind, games)", 3),
        "ON CONFLICT (player_id, kind) DO UPDATE SET games = finished_games.games + excluded.games",
    )
});
