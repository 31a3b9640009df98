//! Ratings: computed with the record of each rated game, one game after the other.

use std::collections::HashSet;

use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::ladder::Ladder;
use super::rated_games::{GAMES, RatedGame, RatedSeat, Standing, by_game};
use super::rated_pairs;
use crate::ids::{PlayerId, TableId};
use crate::model::player::rating::{LISTED_WITH_OPPONENTS, Rating};
use crate::model::record::{Record, RecordHead};
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::script::Script;
use crate::store::engine::sql::{Tx, execute, on, push_list};
use crate::store::writer::job::{Lane, WriteJob};
use crate::store::{RecordStore, Step, Store, StoreError};

/// How many of the games that wait to be rated are rated with one that ends.
const AT_ONCE: i64 = 5;
/// How many of them are rated in one transaction of a backfill.
const GROUP: i64 = 25;

#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    pub name: String,
    pub standing: Standing,
}

from_row!(Listed, row => Listed {
    name: row.try_get("name")?,
    standing: Standing::from_row(row)?,
});

/// A game, and how many of its rated games are rated by the model of this version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedKind {
    pub kind: String,
    pub games: i64,
    pub rated: i64,
}

from_row!(RatedKind { kind, games, rated });

impl RecordStore {
    /// The best players of a game: accounts that are not blocked, with a settled rating and enough opponents.
    pub async fn leaderboard(&self, kind: &str, limit: i64) -> Result<Vec<Listed>, StoreError> {
        const FIND: &str =
            "SELECT r.kind, r.player_id, r.rating, r.uncertainty, r.games, r.opponents, p.name FROM standings r
            JOIN players p ON p.id = r.player_id
            WHERE r.kind = $1 AND r.games >= 20 AND r.uncertainty <= 130 AND r.opponents >= 10 AND EXISTS
                (SELECT 1 FROM accounts a WHERE a.player_id = r.player_id AND a.blocked_at IS NULL)
            ORDER BY r.rating DESC, r.player_id LIMIT $2";
        // The index has the numbers in its condition, where there can be no parameter.
        const {
            assert!(Rating::SETTLED_GAMES == 20 && LISTED_WITH_OPPONENTS == 10);
            assert!(Rating::SETTLED_UNCERTAINTY == 130.0);
        };
        read!(self, conn => sqlx::query_as(FIND).bind(kind).bind(limit).fetch_all(conn))
    }

    pub async fn ratings_of(&self, player: PlayerId) -> Result<Vec<Standing>, StoreError> {
        const FIND: &str =
            "SELECT kind, player_id, rating, uncertainty, games, opponents FROM standings WHERE player_id = $1
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
            AND rated_game <= (SELECT rated FROM rated_games WHERE kind = $2) ORDER BY rated_game DESC LIMIT $3";
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
        const FIND: &str = "SELECT kind, player_id, rating, uncertainty, games, opponents FROM standings
            WHERE kind = $1 AND player_id > $2 ORDER BY player_id LIMIT $3";
        read!(self, conn => sqlx::query_as(FIND).bind(kind).bind(after).bind(limit).fetch_all(conn))
    }

    /// The games of which there are rated ones.
    pub async fn rated_kinds(&self) -> Result<Vec<RatedKind>, StoreError> {
        const FIND: &str = "SELECT kind, games, rated FROM rated_games ORDER BY kind";
        read!(self, conn => sqlx::query_as(FIND).fetch_all(conn))
    }

    /// In their order, beginning after a number.
    pub async fn rated_games(
        &self,
        kind: &str,
        after: i64,
        limit: i64,
    ) -> Result<Vec<RatedGame>, StoreError> {
        let rows =
            read!(self, conn => sqlx::query_as(GAMES).bind(kind).bind(after).bind(limit).fetch_all(conn))?;
        Ok(by_game(rows))
    }

    /// How many rated games are still to be rated by the model of this version.
    pub async fn unrated_games(&self) -> Result<i64, StoreError> {
        let kinds = self.rated_kinds().await?;
        Ok(kinds.iter().map(|kind| kind.games - kind.rated).sum())
    }

    /// Rates some of them; none if there are no more.
    pub async fn rate_games(&self) -> Result<Option<Step>, StoreError> {
        let kinds = self.rated_kinds().await?;
        let Some(unrated) = kinds.into_iter().find(|kind| kind.rated < kind.games) else {
            return Ok(None);
        };
        let filled = GROUP.min(unrated.games - unrated.rated) as usize;
        self.writer.write(RateGames(unrated.kind)).await?;
        Ok(Some(Step::of(TableId(uuid::Uuid::nil()), filled)))
    }

    pub async fn put_rating_changes(&self, games: Vec<RatedGame>) -> Result<(), StoreError> {
        self.writer.write(PutRatingChanges(games)).await.map(drop)
    }

    /// Records that so many of the games of a kind are rated.
    pub async fn put_rated(&self, kind: &str, rated: i64) -> Result<(), StoreError> {
        let kind = kind.to_owned();
        self.writer.write(PutRated { kind, rated }).await.map(drop)
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

/// Numbers those of these games that are rated, and rates them if no earlier ones wait for that. The rows of `rated_games` are locked after all
/// others of a transaction and in their own order, so that nodes never wait for each other in a circle.
pub(in crate::store) async fn rate(script: &mut Script<'_, '_>, records: &[&Record]) -> sqlx::Result<()> {
    let rated = records
        .iter()
        .filter(|record| record.head.rated && record.counts());
    let mut heads: Vec<&RecordHead> = rated.map(|record| &record.head).collect();
    // Of one kind, those that ended first are first.
    heads.sort_by_key(|head| (&head.kind, head.finished_at, head.table));
    for head in heads {
        rate_game(script.run().await?, head).await?;
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
    let weights = rated_pairs::record_meetings(tx, head, &players, &on_one_browser).await?;
    number_game(tx, head.table, number).await?;
    put_weights(tx, head.table, Some(&weights)).await?;
    rate_next(tx, &head.kind, AT_ONCE).await.map(drop)
}

/// Rates the next games of a kind after those that are rated, at most so many. Returns whether there were any.
async fn rate_next(tx: &mut Tx<'_>, kind: &str, limit: i64) -> sqlx::Result<bool> {
    // It takes the row's lock.
    const RATED: &str = "UPDATE rated_games SET rated = rated WHERE kind = $1 RETURNING rated";
    let rated: i64 = on!(tx, tx => sqlx::query_scalar(RATED).bind(kind).fetch_one(&mut **tx).await)?;
    let rows =
        on!(tx, tx => sqlx::query_as(GAMES).bind(kind).bind(rated).bind(limit).fetch_all(&mut **tx).await)?;
    let games = by_game(rows);
    let Some(last) = games.last().map(|game| game.number) else {
        return Ok(false);
    };
    let mut ladder = Ladder::new(kind, standings_of(tx, kind, &games).await?);
    let games: Vec<RatedGame> = games.iter().map(|game| ladder.rate(game)).collect();
    put_changes(tx, &games).await?;
    let mut standings: Vec<Standing> = ladder.into_standings().into_values().collect();
    for standing in &mut standings {
        standing.opponents = rated_pairs::opponents(tx, kind, standing.player).await?;
    }
    put_standings(tx, &standings).await?;
    put_rated(tx, kind, last).await
}

async fn put_rated(tx: &mut Tx<'_>, kind: &str, rated: i64) -> sqlx::Result<bool> {
    const PUT: &str = "UPDATE rated_games SET rated = $2 WHERE kind = $1";
    execute!(tx, PUT; kind, rated)
}

/// The standings of the players of these games, as far as there are any.
async fn standings_of(tx: &mut Tx<'_>, kind: &str, games: &[RatedGame]) -> sqlx::Result<Vec<Standing>> {
    const FIND: &str =
        "SELECT kind, player_id, rating, uncertainty, games, opponents FROM standings WHERE kind = ";
    let seats = games.iter().flat_map(|game| &game.seats);
    let players: HashSet<PlayerId> = seats.map(|seat| seat.player).collect();
    let players: Vec<PlayerId> = players.into_iter().collect();
    on!(tx, tx => {
        let mut sql = QueryBuilder::new(FIND);
        sql.push_bind(kind).push(" AND player_id IN (");
        push_list(&mut sql, &players);
        sql.build_query_as().persistent(false).fetch_all(&mut **tx).await
    })
}

async fn number_game(tx: &mut Tx<'_>, table: TableId, number: i64) -> sqlx::Result<()> {
    const NUMBER: [&str; 2] = [
        "UPDATE records SET rated_game = $2 WHERE table_id = $1",
        "UPDATE record_seats SET rated_game = $2 WHERE table_id = $1",
    ];
    for sql in NUMBER {
        execute!(tx, sql; table, number)?;
    }
    Ok(())
}

async fn put_changes(tx: &mut Tx<'_>, games: &[RatedGame]) -> sqlx::Result<()> {
    const PUT: &str = "UPDATE record_seats SET rating_before = v.column3, uncertainty_before = v.column4,
        rating_after = v.column5, uncertainty_after = v.column6 FROM (";
    let seats = games
        .iter()
        .flat_map(|game| game.seats.iter().map(|seat| (game.table, seat)));
    let seats: Vec<(TableId, &RatedSeat)> = seats.collect();
    if seats.is_empty() {
        return Ok(());
    }
    on!(tx, tx => {
        let mut sql = QueryBuilder::new(PUT);
        sql.push_values(seats, |mut row, (table, seat)| {
            row.push_bind(table).push_bind(seat.seat);
            for rating in [seat.change.map(|change| change.before), seat.change.map(|change| change.after)] {
                row.push_bind(rating.map(|rating| rating.rating));
                row.push_bind(rating.map(|rating| rating.uncertainty));
            }
        });
        sql.push(") AS v WHERE record_seats.table_id = v.column1 AND record_seats.seat = v.column2");
        sql.build().persistent(false).execute(&mut **tx).await.map(drop)
    })
}

async fn put_weights(tx: &mut Tx<'_>, table: TableId, weights: Option<&Vec<f64>>) -> sqlx::Result<()> {
    const PUT: &str = "UPDATE records SET rating_weights = $2 WHERE table_id = $1";
    execute!(tx, PUT; table, weights.map(Json)).map(drop)
}

async fn put_standings(tx: &mut Tx<'_>, standings: &[Standing]) -> sqlx::Result<()> {
    const PUT: &str = "INSERT INTO standings (kind, player_id, rating, uncertainty, games, opponents)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (player_id, kind) DO UPDATE SET rating = excluded.rating,
            uncertainty = excluded.uncertainty, games = excluded.games, opponents = excluded.opponents";
    for standing in standings {
        let Rating { rating, uncertainty } = standing.rating;
        execute!(tx, PUT;
            &standing.kind, standing.player, rating, uncertainty, standing.games, standing.opponents)?;
    }
    Ok(())
}

#[derive(Debug)]
struct RateGames(String);

impl WriteJob for RateGames {
    const LANE: Lane = Lane::Backfills;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        rate_next(tx, &self.0, GROUP).await
    }
}

#[derive(Debug)]
struct PutRated {
    kind: String,
    rated: i64,
}

impl WriteJob for PutRated {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        put_rated(tx, &self.kind, self.rated).await
    }
}

#[derive(Debug)]
struct PutRatingChanges(Vec<RatedGame>);

impl WriteJob for PutRatingChanges {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        for game in &self.0 {
            put_weights(tx, game.table, game.weights.as_ref()).await?;
        }
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
        const DELETE: &str = "DELETE FROM standings WHERE kind = $1 AND player_id = $2";
        for player in &self.players {
            execute!(tx, DELETE; &self.kind, player)?;
        }
        Ok(!self.players.is_empty())
    }
}
