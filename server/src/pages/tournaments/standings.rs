//! The standings of a tournament, and its cross-table.

use std::cmp::Ordering;

use thicket_pairings::Meeting;

use super::{People, PersonView};
use crate::model::tournament::standings::PlayerStanding;
use crate::model::tournament::state::{State, Status};

/// With more players the cross-table would be wider than anybody reads.
const WIDEST_CROSS_TABLE: usize = 24;

#[derive(Clone, Debug)]
pub(super) struct StandingsView {
    /// The names of the tie-breaks, and what they are.
    pub tie_breaks: Vec<(&'static str, &'static str)>,
    /// The best first.
    pub rows: Vec<StandingRow>,
    /// Whether the cells of the cross-table are there.
    pub crossed: bool,
}

#[derive(Clone, Debug)]
pub(super) struct StandingRow {
    pub rank: usize,
    pub person: PersonView,
    pub points: String,
    pub played: usize,
    pub byes: usize,
    pub left: bool,
    pub tie_breaks: Vec<String>,
    /// For each row the meetings with that player: `+`, `=` and `−`. Empty in the row of the player themselves.
    pub cells: Vec<String>,
}

impl StandingsView {
    /// `None` before the first round.
    pub(super) fn of(state: &State, people: &People) -> Option<StandingsView> {
        let rows = state.standings();
        if state.rounds().is_empty() || rows.is_empty() {
            return None;
        }
        let tie_breaks = state.tie_breaks();
        let crossed = rows.len() <= WIDEST_CROSS_TABLE && !state.is_arena();
        let mut cells = match crossed {
            true => state.cross_table(&rows),
            false => Vec::new(),
        }
        .into_iter();
        let view = |row: &PlayerStanding| {
            let standing = &row.standing;
            let values = tie_breaks.iter().zip(&standing.tie_breaks);
            let entrant = state.entrant(row.player);
            StandingRow {
                rank: standing.rank,
                person: people.view(row.player),
                points: standing.points.to_string(),
                played: standing.played,
                byes: standing.byes,
                left: state.status == Status::Running && entrant.is_some_and(|entrant| !entrant.present),
                tie_breaks: values.map(|(tie_break, value)| tie_break.shown(*value)).collect(),
                cells: cells
                    .next()
                    .unwrap_or_default()
                    .iter()
                    .map(|cell| shown(cell))
                    .collect(),
            }
        };
        Some(StandingsView {
            rows: rows.iter().map(view).collect(),
            tie_breaks: tie_breaks
                .iter()
                .map(|tie_break| (tie_break.name(), tie_break.sentence()))
                .collect(),
            crossed,
        })
    }
}

fn shown(meetings: &[Meeting]) -> String {
    let sign = |meeting: &Meeting| match meeting.result {
        Ordering::Greater => '+',
        Ordering::Equal => '=',
        Ordering::Less => '−',
    };
    meetings.iter().map(sign).collect()
}
