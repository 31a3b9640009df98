//! Ratings: computed with the record of each rated game, one game after the other.

use std::collections::HashMap;

use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::columns::rating_change;
use super::rated_pairs;
use crate::ids::{PlayerId, TableId};
use crate::model::player::rating::{LISTED_FROM, LISTED_WITH_OPPONENTS, Rating, RatingChange, after_game};
use crate::model::record::{Record, RecordHead, RecordSeat};
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, on, push_list};
use crate::store::writer::job::WriteJob;
use crate::store::{RecordStore, Store, StoreError};
use crate::time::UnixMs;

/// The rating of a player in one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    pub kind: String,
    pub player: PlayerId,
    pub rating: Rating,
    pub games: i64,
    pub opponents: i64,
}

from_row!(Standing, row => Standing {
    kind: row.try_get("kind")?,
    player: row.try_get("player_id")?,
    rating: Rating { rating: row.try_get("rating")?, uncertainty: row.try_get("uncertainty")? },
    games: row.try_get("games")?,
    opponents: row.try_get("opponents")?,
});

/// A place on a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    pub name: String,
    pub standing: Standing,
}

from_row!(Listed, row => Listed {
    name: row.try_get("name")?,
    standing: Standing::from_row(row)?,
});

#[derive(Clone, Debug, PartialEq)]
pub struct RatedGame {
    pub table: TableId,
    /// Which of the rated games of its kind it is, from 1.
    pub number: i64,
    /// When it ended.
    pub finished_at: UnixMs,
    /// How much each pair of seats counted; none in games of versions in which all counted alike.
    pub weights: Option<Vec<f64>>,
    /// In order.
    pub seats: Vec<RatedSeat>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RatedSeat {
    /// Counted from 1.
    pub seat: i64,
    pub player: PlayerId,
    /// 1 is best; equal ranks are shared.
    pub rank: i64,
    /// Before the game and after it, if it is known.
    pub change: Option<RatingChange>,
}

struct SeatRow {
    table: TableId,
    number: i64,
    finished_at: UnixMs,
    weights: Option<Vec<f64>>,
    seat: RatedSeat,
}

from_row!(SeatRow, row => SeatRow {
    table: row.try_get("table_id")?,
    number: row.try_get("rated_game")?,
    finished_at: row.try_get("finished_at")?,
    weights: row.try_get::<Option<Json<Vec<f64>>>, _>("rating_weights")?.map(|Json(weights)| weights),
    seat: RatedSeat {
        seat: row.try_get("seat")?,
        player: row.try_get("player_id")?,
        rank: row.try_get("rank")?,
        change: rating_change(row)?,
    },
});

impl RecordStore {
    /// The best players of a game, from this place of the list on: accounts that are not blocked, with enough rated games and
    /// opponents.
    pub async fn leaderboard(&self, kind: &str, limit: i64) -> Result<Vec<Listed>, StoreError> {
        const FIND: &str =
            "SELECT r.kind, r.player_id, r.rating, r.uncertainty, r.games, r.opponents, p.name FROM ratings r
            JOIN players p ON p.id = r.player_id
            WHERE r.kind = $1 AND r.games >= 10 AND r.opponents >= 10 AND EXISTS
                (SELECT 1 FROM accounts a WHERE a.player_id = r.player_id AND a.blocked_at IS NULL)
            ORDER BY r.estimate DESC, r.player_id LIMIT $2";
        // The index has the numbers in its condition, where there can be no parameter.
        const { assert!(LISTED_FROM == 10 && LISTED_WITH_OPPONENTS == 10) };
        read!(self, conn => sqlx::query_as(FIND).bind(kind).bind(limit).fetch_all(conn))
    }

    pub async fn ratings_of(&self, player: PlayerId) -> Result<Vec<Standing>, StoreError> {
        const FIND: &str =
            "SELECT kind, player_id, rating, uncertainty, games, opponents FROM ratings WHERE player_id = $1
            ORDER BY games DESC, kind";
        read!(self, conn => sqlx::query_as(FIND).bind(player).fetch_all(conn))
    }

    /// The ratings of a player after their latest rated games of a kind, the oldest of these first.
    pub async fn rating_history(
        &self,
        player: PlayerId,
        kind: &str,
        limit: i64,
    ) -> Result<Vec<f64>, StoreError> {
        const FIND: &str = "SELECT rating_after FROM record_seats WHERE player_id = $1 AND kind = $2
            AND rated_game IS NOT NULL ORDER BY rated_game DESC LIMIT $3";
        let mut ratings: Vec<f64> = read!(self, conn => sqlx::query_scalar(FIND)
            .bind(player).bind(kind).bind(limit).fetch_all(conn))?;
        ratings.reverse();
        Ok(ratings)
    }
}

impl Store {
    /// All ratings of a game, in order of the players' ids, beginning after one.
    pub async fn standings(
        &self,
        kind: &str,
        after: PlayerId,
        limit: i64,
    ) -> Result<Vec<Standing>, StoreError> {
        const FIND: &str = "SELECT kind, player_id, rating, uncertainty, games, opponents FROM ratings
            WHERE kind = $1 AND player_id > $2 ORDER BY player_id LIMIT $3";
        read!(self, conn => sqlx::query_as(FIND).bind(kind).bind(after).bind(limit).fetch_all(conn))
    }

    pub async fn rated_kinds(&self) -> Result<Vec<(String, i64)>, StoreError> {
        const FIND: &str = "SELECT kind, games FROM rated_games ORDER BY kind";
        read!(self, conn => sqlx::query_as(FIND).fetch_all(conn))
    }

    /// In their order, beginning after a number.
    pub async fn rated_games(
        &self,
        kind: &str,
        after: i64,
        limit: i64,
    ) -> Result<Vec<RatedGame>, StoreError> {
        const FIND: &str =
            "SELECT s.table_id, r.rated_game, r.finished_at, r.rating_weights, s.seat, s.player_id, s.rank, s.rating_before, s.uncertainty_before,
                s.rating_after, s.uncertainty_after
            FROM (SELECT table_id, rated_game, finished_at, rating_weights FROM records WHERE kind = $1 AND rated_game > $2
                ORDER BY rated_game LIMIT $3) AS r
            JOIN record_seats s ON s.table_id = r.table_id ORDER BY r.rated_game, s.seat";
        let rows: Vec<SeatRow> =
            read!(self, conn => sqlx::query_as(FIND).bind(kind).bind(after).bind(limit).fetch_all(conn))?;
        let mut games: Vec<RatedGame> = Vec::new();
        for row in rows {
            match games.last_mut().filter(|game| game.number == row.number) {
                Some(game) => game.seats.push(row.seat),
                None => games.push(RatedGame {
                    table: row.table,
                    number: row.number,
                    finished_at: row.finished_at,
                    weights: row.weights,
                    seats: vec![row.seat],
                }),
            }
        }
        Ok(games)
    }

    pub async fn put_rating_changes(&self, games: Vec<RatedGame>) -> Result<(), StoreError> {
        self.writer.write(PutRatingChanges(games)).await.map(drop)
    }

    /// Replaces what players had before.
    pub async fn put_standings(&self, standings: Vec<Standing>) -> Result<(), StoreError> {
        self.writer.write(PutStandings(standings)).await.map(drop)
    }

    /// Deletes ratings of players without rated games.
    pub async fn delete_standings(&self, kind: &str, players: Vec<PlayerId>) -> Result<(), StoreError> {
        let kind = kind.to_owned();
        self.writer
            .write(DeleteStandings { kind, players })
            .await
            .map(drop)
    }
}

/// Computes the ratings after those of these games that are rated. The rows of `rated_games` are locked after all
/// others of a transaction and in their own order, so that nodes never wait for each other in a circle.
pub(in crate::store) async fn rate(tx: &mut Tx<'_>, records: &[&Record]) -> sqlx::Result<()> {
    let rated = records
        .iter()
        .filter(|record| record.head.rated && record.counts());
    let mut heads: Vec<&RecordHead> = rated.map(|record| &record.head).collect();
    // Of one kind, those that ended first are first.
    heads.sort_by_key(|head| (&head.kind, head.finished_at, head.table));
    for head in heads {
        rate_game(tx, head).await?;
    }
    Ok(())
}

async fn rate_game(tx: &mut Tx<'_>, head: &RecordHead) -> sqlx::Result<()> {
    const NEXT: &str = "INSERT INTO rated_games (kind, games) VALUES ($1, 1)
        ON CONFLICT (kind) DO UPDATE SET games = rated_games.games + 1 RETURNING games";
    let players: Vec<PlayerId> = head.seats.iter().map(|seat| seat.player).collect();
    let on_one_browser = rated_pairs::on_one_browser(tx, &players).await?;
    if on_one_browser.iter().all(|&shared| shared) {
        return put_weights(tx, head.table, Some(&vec![0.0; on_one_browser.len()])).await;
    }
    let number: i64 = on!(tx, tx => sqlx::query_scalar(NEXT).bind(&head.kind).fetch_one(&mut **tx).await)?;
    let met = rated_pairs::meet(tx, head, &players, &on_one_browser).await?;
    let before = standings_now(tx, &head.kind, &players).await?;
    let rating = |player| {
        before
            .get(player)
            .map_or(Rating::FIRST, |standing| standing.rating)
    };
    let ranks = head.seats.iter().map(|seat| seat.rank);
    let seats: Vec<(Rating, i64)> = players.iter().map(rating).zip(ranks).collect();
    let after = after_game(&seats, &met.weights);
    let standing = |((&player, &rating), &opponents): ((&PlayerId, &Rating), &i64)| {
        let before = before.get(&player);
        Standing {
            kind: head.kind.clone(),
            player,
            rating,
            games: before.map_or(0, |standing| standing.games) + 1,
            opponents: before.map_or(0, |standing| standing.opponents) + opponents,
        }
    };
    let standings = players.iter().zip(&after).zip(&met.new_opponents).map(standing);
    put_standings(tx, &standings.collect::<Vec<_>>()).await?;
    let seat = |((seat, (before, _)), after)| RatedSeat {
        change: Some(RatingChange { before, after }),
        ..RatedSeat::of(seat)
    };
    let game = RatedGame {
        table: head.table,
        number,
        finished_at: head.finished_at,
        weights: Some(met.weights),
        seats: head.seats.iter().zip(seats).zip(after).map(seat).collect(),
    };
    number_game(tx, &game).await?;
    put_changes(tx, &[game]).await
}

impl RatedSeat {
    fn of(seat: &RecordSeat) -> RatedSeat {
        RatedSeat {
            seat: seat.seat,
            player: seat.player,
            rank: seat.rank,
            change: None,
        }
    }
}

async fn standings_now(
    tx: &mut Tx<'_>,
    kind: &str,
    players: &[PlayerId],
) -> sqlx::Result<HashMap<PlayerId, Standing>> {
    const FIND: &str =
        "SELECT kind, player_id, rating, uncertainty, games, opponents FROM ratings WHERE kind = ";
    let found: Vec<Standing> = on!(tx, tx => {
        let mut sql = QueryBuilder::new(FIND);
        sql.push_bind(kind).push(" AND player_id IN (");
        push_list(&mut sql, players);
        sql.build_query_as().persistent(false).fetch_all(&mut **tx).await
    })?;
    Ok(found
        .into_iter()
        .map(|standing| (standing.player, standing))
        .collect())
}

async fn number_game(tx: &mut Tx<'_>, game: &RatedGame) -> sqlx::Result<()> {
    const NUMBER: [&str; 2] = [
        "UPDATE records SET rated_game = $2 WHERE table_id = $1",
        "UPDATE record_seats SET rated_game = $2 WHERE table_id = $1",
    ];
    for sql in NUMBER {
        execute!(tx, sql; game.table, game.number)?;
    }
    Ok(())
}

async fn put_changes(tx: &mut Tx<'_>, games: &[RatedGame]) -> sqlx::Result<()> {
    const PUT: &str =
        "UPDATE record_seats SET rating_before = $3, uncertainty_before = $4, rating_after = $5, uncertainty_after = $6
        WHERE table_id = $1 AND seat = $2";
    for game in games {
        put_weights(tx, game.table, game.weights.as_ref()).await?;
        for seat in &game.seats {
            let before = seat.change.map(|change| change.before);
            let after = seat.change.map(|change| change.after);
            execute!(tx, PUT;
                game.table, seat.seat, before.map(|rating| rating.rating),
                before.map(|rating| rating.uncertainty), after.map(|rating| rating.rating),
                after.map(|rating| rating.uncertainty))?;
        }
    }
    Ok(())
}

async fn put_weights(tx: &mut Tx<'_>, table: TableId, weights: Option<&Vec<f64>>) -> sqlx::Result<()> {
    const PUT: &str = "UPDATE records SET rating_weights = $2 WHERE table_id = $1";
    execute!(tx, PUT; table, weights.map(Json)).map(drop)
}

async fn put_standings(tx: &mut Tx<'_>, standings: &[Standing]) -> sqlx::Result<()> {
    const PUT: &str = "INSERT INTO ratings (kind, player_id, rating, uncertainty, estimate, games, opponents)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player_id, kind) DO UPDATE SET rating = excluded.rating,
            uncertainty = excluded.uncertainty, estimate = excluded.estimate, games = excluded.games,
            opponents = excluded.opponents";
    for standing in standings {
        let rating = standing.rating;
        execute!(tx, PUT;
            &standing.kind, standing.player, rating.rating, rating.uncertainty, rating.estimate(),
            standing.games, standing.opponents)?;
    }
    Ok(())
}

#[derive(Debug)]
struct PutRatingChanges(Vec<RatedGame>);

impl WriteJob for PutRatingChanges {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        put_changes(tx, &self.0).await.map(|()| true)
    }
}

#[derive(Debug)]
struct PutStandings(Vec<Standing>);

impl WriteJob for PutStandings {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        put_standings(tx, &self.0).await.map(|()| true)
    }
}

#[derive(Debug)]
struct DeleteStandings {
    kind: String,
    players: Vec<PlayerId>,
}

impl WriteJob for DeleteStandings {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const DELETE: &str = "DELETE FROM ratings WHERE kind = $1 AND player_id = $2";
        for player in &self.players {
            execute!(tx, DELETE; &self.kind, player)?;
        }
        Ok(!self.players.is_empty())
    }
}
