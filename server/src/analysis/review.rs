//! The review of a game: an evaluation of each of its positions, as it is stored and as it is shown.

use serde::{Deserialize, Serialize};
use thicket_rules::{GameKind, Seat, UnknownGame};

use super::evaluate::{Evaluation, Line, steps_of, suggestion};
use super::places::{expected_places, final_places};
use super::reasons::reasons_for;
use super::turning_points::turning_points;
use crate::model::record::Record;
use crate::protocol::{ReviewView, ReviewedTurnView, TurningPointView};
use crate::record::{self, UnreadableRecord};

/// What the search thinks of the positions of a game: of the first one, and of those after each turn or drop. The last one is
/// what the game ended with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Review(pub(super) Vec<Evaluation>);

impl Review {
    /// The review as a browser sees it, for which the game is played through.
    pub(super) fn view(&self, record: &Record) -> Result<ReviewView, UnreadableRecord> {
        let mut game = record::start(&record.head)?;
        let kind: GameKind = record
            .head
            .kind
            .parse()
            .map_err(|error: UnknownGame| UnreadableRecord(error.to_string()))?;
        let seats = movers(record)?;
        let points = turning_points(&self.0, &seats);
        let mut turns = Vec::with_capacity(self.0.len());
        for (ply, evaluation) in self.0.iter().enumerate() {
            let reviewed = |line: &Line| {
                let mut best = suggestion(game.as_ref(), line)?;
                if points.contains(&ply) {
                    best.reasons = reasons_for(kind, game.as_ref(), &steps_of(&best.ply.text));
                }
                let played = evaluation.played.clone();
                Some(ReviewedTurnView { best, played })
            };
            turns.push(evaluation.best.as_ref().and_then(reviewed));
            if let Some(turn) = record.turns.get(ply) {
                record::play(game.as_mut(), &turn.text);
            }
        }
        let point = |ply: usize| {
            Some(TurningPointView {
                ply: u16::try_from(ply + 1).ok()?,
                seat: seats.get(ply)?.as_ref()?.number(),
            })
        };
        Ok(ReviewView {
            turning_points: points.into_iter().filter_map(point).collect(),
            chances: self.0.iter().map(|at| at.chances.clone()).collect(),
            places: self.places(record)?,
            turns,
        })
    }

    /// The place that each seat can expect in each position; none at a table for two, where the chances say it all.
    fn places(&self, record: &Record) -> Result<Option<Vec<Vec<f32>>>, UnreadableRecord> {
        let ranks = record::ending(&record.head)?.ranks;
        if ranks.len() <= 2 {
            return Ok(None);
        }
        let mut places: Vec<Vec<f32>> = self.0.iter().map(|at| expected_places(&at.chances)).collect();
        if let Some(last) = places.last_mut() {
            *last = final_places(&ranks);
        }
        Ok(Some(places))
    }
}

/// Who made each turn of a game; none where a seat dropped.
///
/// # Errors
/// When this version cannot read the record.
pub(super) fn movers(record: &Record) -> Result<Vec<Option<Seat>>, UnreadableRecord> {
    let mut game = record::start(&record.head)?;
    let movers = record.turns.iter().map(|turn| {
        let seat = game.status().to_move();
        record::play(game.as_mut(), &turn.text);
        seat.filter(|_| record::dropped(&turn.text).is_none())
    });
    Ok(movers.collect())
}
