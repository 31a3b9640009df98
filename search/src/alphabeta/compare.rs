//! Positions that are compared: all are searched to the same depths, and the last two depths are averaged, since an odd and an
//! even number of turns see a position with other eyes.

use thicket_rules::{BySeat, Game};

use super::{AlphaBeta, At, DECIDED, DEEPEST, Run, Window};
use crate::budget::Meter;
use crate::chance::first_places;
use crate::knowledge::Knowledge;

/// What a search to one depth says of a position.
struct Evaluation {
    chances: BySeat<f32>,
    /// Whether a deeper search would say the same.
    is_final: bool,
}

/// Looks at all of them deeper and deeper, until the meter stops it or nothing is left to decide.
pub(super) fn compare<P: Knowledge>(
    search: &mut AlphaBeta<P>,
    games: &[Game<P>],
    meter: &mut Meter,
) -> Option<Vec<BySeat<f32>>> {
    let (mut last, mut before): (Option<Vec<Evaluation>>, Option<Vec<Evaluation>>) = (None, None);
    for depth in 0..DEEPEST {
        let evaluations = games.iter().map(|game| evaluate(search, game, depth, meter));
        let Some(evaluations) = evaluations.collect::<Option<Vec<Evaluation>>>() else {
            break;
        };
        let is_final = evaluations.iter().all(|evaluation| evaluation.is_final);
        before = last.replace(evaluations);
        if is_final {
            break;
        }
    }
    let before = before
        .into_iter()
        .flatten()
        .map(Some)
        .chain(std::iter::repeat_with(|| None));
    Some(
        last?
            .into_iter()
            .zip(before)
            .map(|(last, before)| mean(&last, before))
            .collect(),
    )
}

/// What a search to this depth says; none if it did not come to an end.
fn evaluate<P: Knowledge>(
    search: &mut AlphaBeta<P>,
    game: &Game<P>,
    depth: i32,
    meter: &mut Meter,
) -> Option<Evaluation> {
    if let Some(outcome) = game.status().outcome() {
        let chances = first_places(&outcome);
        return Some(Evaluation {
            chances,
            is_final: true,
        });
    }
    let position = game.position();
    let seat = position.to_move()?;
    search.line.clear();
    let mut run = Run { search, game, meter };
    let value = run.value(position, At { depth, ply: 0 }, Window::ALL)?;
    (!run.meter.is_over()).then(|| Evaluation {
        chances: AlphaBeta::chances(position, seat, value),
        is_final: value.abs() >= DECIDED,
    })
}

/// The mean of two depths, unless the last one has seen the end.
fn mean(last: &Evaluation, before: Option<Evaluation>) -> BySeat<f32> {
    match before.filter(|_| !last.is_final) {
        Some(before) => BySeat::from_fn(last.chances.seats(), |seat| {
            (last.chances[seat] + before.chances[seat]) / 2.0
        }),
        None => last.chances,
    }
}
