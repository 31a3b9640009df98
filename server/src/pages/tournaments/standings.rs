//! The standings of a tournament, and its cross-tables.

use std::cmp::Ordering;

use thicket_pairings::Meeting;

use super::{People, PersonView};
use crate::ids::PlayerId;
use crate::model::tournament::league::Move;
use crate::model::tournament::standings::PlayerStanding;
use crate::model::tournament::state::{State, Status};

/// How many players of an arena are listed, besides the reader.
const LISTED: usize = 100;
/// With more players the cross-table would be wider than anybody reads.
const WIDEST_CROSS_TABLE: usize = 24;

#[derive(Clone, Debug)]
pub(super) struct StandingsView {
    /// "Standings", "Division 2".
    pub title: String,
    /// The best first.
    pub rows: Vec<StandingRow>,
    /// Whether the cells of the cross-table are there.
    pub crossed: bool,
    /// How many players are not listed.
    pub unlisted: usize,
}

#[derive(Clone, Debug)]
pub(super) struct StandingRow {
    pub rank: usize,
    pub person: PersonView,
    pub points: String,
    pub played: usize,
    pub byes: usize,
    pub left: bool,
    /// Where the player goes after the season, if it ended like this.
    pub goes: Option<Move>,
    pub tie_breaks: Vec<String>,
    /// For each row the meetings with that player: `+`, `=` and `−`. Empty in the row of the player themselves.
    pub cells: Vec<String>,
}

/// The names of the tie-breaks, and what they are.
pub(super) fn tie_breaks(state: &State) -> Vec<(&'static str, &'static str)> {
    let all = state.tie_breaks();
    all.iter()
        .map(|tie_break| (tie_break.name(), tie_break.sentence()))
        .collect()
}

/// The standings that are listed, but for a league's; none before the first round.
pub(super) fn rows(state: &State, reader: Option<PlayerId>) -> Vec<PlayerStanding> {
    if state.rounds().is_empty() || state.is_league() {
        return Vec::new();
    }
    let mut rows = state.standings();
    if state.is_arena() {
        let mut place = 0..;
        rows.retain(|row| place.next().is_some_and(|place| place < LISTED) || Some(row.player) == reader);
    }
    rows
}

/// One table with the rows that are listed, in a league one for each division of a season (counted from 0); none before the first round.
pub(super) fn views(
    state: &State,
    season: usize,
    people: &People,
    rows: &[PlayerStanding],
) -> Vec<StandingsView> {
    if state.rounds().is_empty() {
        return Vec::new();
    }
    let shown = Shown {
        state,
        people,
        season,
    };
    if !state.is_league() {
        let all = state.entrants().iter().filter(|entrant| entrant.entered).count();
        let crossed = rows.len() <= WIDEST_CROSS_TABLE && !state.is_arena();
        return match rows.is_empty() {
            true => Vec::new(),
            false => vec![StandingsView {
                unlisted: all - rows.len(),
                ..shown.table("Standings".to_owned(), rows, (0, 0), crossed)
            }],
        };
    }
    let divisions = state.division_standings(season);
    let moves = state.moves(season);
    let numbered = (1..).zip(divisions.iter().zip(moves));
    numbered
        .map(|(number, (rows, moves))| shown.table(format!("Division {number}"), rows, moves, true))
        .collect()
}

/// What all tables are shown with.
struct Shown<'a> {
    state: &'a State,
    people: &'a People,
    season: usize,
}

impl Shown<'_> {
    /// `up` at the top go up, and `down` at the end go down.
    fn table(
        &self,
        title: String,
        rows: &[PlayerStanding],
        (up, down): (usize, usize),
        crossed: bool,
    ) -> StandingsView {
        let mut cells = match (crossed, self.state.is_league()) {
            (true, true) => self.state.division_cross_table(self.season, rows),
            (true, false) => self.state.cross_table(rows),
            (false, _) => Vec::new(),
        }
        .into_iter();
        let goes = |at: usize| match () {
            () if at < up => Some(Move::Up),
            () if at + down >= rows.len() => Some(Move::Down),
            () => None,
        };
        let numbered = rows.iter().enumerate();
        StandingsView {
            title,
            rows: numbered
                .map(|(at, row)| StandingRow {
                    goes: goes(at),
                    ..self.row(row, &cells.next().unwrap_or_default())
                })
                .collect(),
            crossed,
            unlisted: 0,
        }
    }

    fn row(&self, row: &PlayerStanding, cells: &[Vec<Meeting>]) -> StandingRow {
        let (state, standing) = (self.state, &row.standing);
        let tie_breaks = state.tie_breaks();
        let values = tie_breaks.iter().zip(&standing.tie_breaks);
        let entrant = state.entrant(row.player);
        StandingRow {
            rank: standing.rank,
            person: self.people.view(row.player),
            points: standing.points.to_string(),
            played: standing.played,
            byes: standing.byes,
            left: state.status == Status::Running && entrant.is_some_and(|entrant| !entrant.present),
            goes: None,
            tie_breaks: values.map(|(tie_break, value)| tie_break.shown(*value)).collect(),
            cells: cells.iter().map(|cell| shown(cell)).collect(),
        }
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
