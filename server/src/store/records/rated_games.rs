//! The rated games of a kind, one after the other, and where they leave their players.

use sqlx::types::Json;

use super::columns::rating_change;
use crate::ids::{PlayerId, TableId};
use crate::model::player::rating::{Rating, RatingChange};
use crate::store::engine::from_row::from_row;
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

impl Standing {
    /// Of a player without rated games.
    pub fn first(kind: &str, player: PlayerId) -> Standing {
        Standing {
            kind: kind.to_owned(),
            player,
            rating: Rating::FIRST,
            games: 0,
            opponents: 0,
        }
    }

    /// Whether the rating says how well the player plays; before, it is provisional.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.games >= Rating::SETTLED_GAMES && self.rating.uncertainty <= Rating::SETTLED_UNCERTAINTY
    }
}

from_row!(Standing, row => Standing {
    kind: row.try_get("kind")?,
    player: row.try_get("player_id")?,
    rating: Rating { rating: row.try_get("rating")?, uncertainty: row.try_get("uncertainty")? },
    games: row.try_get("games")?,
    opponents: row.try_get("opponents")?,
});

#[derive(Clone, Debug, PartialEq)]
pub struct RatedGame {
    pub table: TableId,
    /// Which of the rated games of its kind it is, from 1.
    pub number: i64,
    pub finished_at: UnixMs,
    /// How much each pair of seats counted; none in games of versions in which all counted alike.
    pub weights: Option<Vec<f64>>,
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

pub(super) struct SeatRow {
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

/// The games with the `$3` numbers after `$2`.
pub(super) const GAMES: &str =
    "SELECT s.table_id, r.rated_game, r.finished_at, r.rating_weights, s.seat, s.player_id, s.rank, s.rating_before,
        s.uncertainty_before, s.rating_after, s.uncertainty_after
    FROM records r JOIN record_seats s ON s.table_id = r.table_id
    WHERE r.kind = $1 AND r.rated_game > $2 AND r.rated_game <= $2 + $3 ORDER BY r.rated_game, s.seat";

pub(super) fn by_game(rows: Vec<SeatRow>) -> Vec<RatedGame> {
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
    games
}
