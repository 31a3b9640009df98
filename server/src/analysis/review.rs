//! The review of a game: an evaluation of each of its positions, as it is stored and as it is shown.

use serde::{Deserialize, Serialize};

use super::evaluate::{Evaluation, suggestion};
use super::turning_points::turning_points;
use crate::model::record::Record;
use crate::protocol::{ReviewView, SuggestionView};
use crate::record::{self, UnreadableRecord};

/// One evaluation of the first position, and of those after each turn or drop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Review(pub(super) Vec<Evaluation>);

impl Review {
    /// The review as a browser sees it, for which the game is played through.
    pub(super) fn view(&self, record: &Record) -> Result<ReviewView, UnreadableRecord> {
        let mut game = record::start(&record.head)?;
        let (mut best, mut seats) = (Vec::new(), Vec::new());
        for (place, evaluation) in self.0.iter().enumerate() {
            let shown = |line| suggestion(game.as_ref(), line);
            best.push(
                evaluation
                    .best
                    .iter()
                    .filter_map(shown)
                    .collect::<Vec<SuggestionView>>(),
            );
            if let Some(turn) = record.turns.get(place) {
                let seat = record::dropped(&turn.text).or(game.status().to_move());
                seats.push(seat.map_or(0, |seat| seat.number()));
                record::play(game.as_mut(), &turn.text);
            }
        }
        let chances: Vec<Vec<f32>> = self
            .0
            .iter()
            .map(|evaluation| evaluation.chances.clone())
            .collect();
        Ok(ReviewView {
            turning_points: turning_points(&chances, &seats),
            chances,
            best,
        })
    }
}
