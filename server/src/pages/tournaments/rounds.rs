//! The rounds of a tournament with their tables.

use std::collections::HashSet;

use super::{People, PersonView};
use crate::ids::{PlayerId, TableId};
use crate::model::record::seat_outcome::{SeatMark, SeatOutcome};
use crate::model::tournament::state::{Round, RoundTable, State, Status};

/// How many games of an arena are shown that go on, and that are finished.
const OPEN_GAMES: usize = 48;
const LATEST_GAMES: usize = 24;

#[derive(Clone, Debug)]
pub(super) struct RoundView {
    /// Counted from 1.
    pub number: usize,
    /// "Round 3"; in an arena "Being played", "Latest games"; in a league "Games of division 2".
    pub title: String,
    pub is_over: bool,
    pub tables: Vec<TableView>,
    pub byes: Vec<PersonView>,
}

#[derive(Clone, Debug)]
pub(super) struct TableView {
    /// Counted from 1 in its round or season, or in the arena.
    pub number: usize,
    /// `None` where there is no table to look at, or not yet.
    pub code: Option<String>,
    /// Whether a game is played.
    pub is_played: bool,
    /// In the order of play.
    pub seats: Vec<SeatView>,
    /// Those who would sit here, and take part no more.
    pub absent: Vec<PersonView>,
    /// By what the director names it to correct its result; `None` for everybody else.
    pub corrects: Option<TableId>,
}

#[derive(Clone, Debug)]
pub(super) struct SeatView {
    pub person: PersonView,
    /// `None` while the game is on.
    pub place: Option<u8>,
    /// How many places there are.
    of: u8,
    /// The value and the words of the mark; empty without one.
    pub mark: (&'static str, &'static str),
    /// The place and the mark of a correction that was refused.
    typed: Option<(u8, String)>,
}

impl SeatView {
    /// All places of the table, and whether it is this one.
    pub(super) fn places(&self) -> Vec<(u8, bool)> {
        let chosen = self.typed.as_ref().map(|(place, _)| *place).or(self.place);
        let place = |number| (number, chosen == Some(number));
        (1..=self.of).map(place).collect()
    }

    pub(super) fn is_marked(&self, mark: &str) -> bool {
        self.typed.as_ref().map_or(self.mark.0, |(_, typed)| typed) == mark
    }
}

impl TableView {
    /// Whether a correction of it was refused.
    pub(super) fn is_typed(&self) -> bool {
        self.seats.iter().any(|seat| seat.typed.is_some())
    }
}

/// A correction that was refused, as it was typed.
#[derive(Clone, Debug)]
pub(super) struct TypedResult {
    pub(super) table: TableId,
    /// The place and the mark of each seat, in the order of play.
    pub(super) seats: Vec<(u8, String)>,
}

/// The last one first; in a league the games of a season (counted from 0), by divisions.
pub(super) fn views(
    state: &State,
    season: usize,
    people: &People,
    unmade: &HashSet<TableId>,
    for_director: bool,
    typed: Option<&TypedResult>,
) -> Vec<RoundView> {
    let shown = Shown {
        people,
        unmade,
        corrects: for_director && state.status != Status::Cancelled,
        typed,
    };
    if state.is_arena() {
        return shown.arena(state);
    }
    if state.is_league() {
        let round = state.rounds().get(season);
        return round.map_or_else(Vec::new, |round| shown.season(round));
    }
    let rounds = (1..).zip(state.rounds());
    let views = rounds.map(|(number, round)| shown.round(number, round));
    let mut views: Vec<RoundView> = views.collect();
    views.reverse();
    views
}

/// The players of the games of an arena that are shown.
pub(super) fn players_in_arena(state: &State) -> HashSet<PlayerId> {
    let [open, latest] = arena_games(state);
    let tables = open.into_iter().chain(latest).map(|(_, table)| table);
    tables
        .flat_map(|table| table.paired.players.iter().copied())
        .collect()
}

/// The games of an arena that go on, and the latest of those that are over, as far as they are shown, numbered in the order in which
/// they began.
fn arena_games(state: &State) -> [Vec<(usize, &RoundTable)>; 2] {
    let all = state.rounds().iter().flat_map(|round| &round.tables);
    let numbered = (1..).zip(all);
    let (over, open): (Vec<_>, Vec<_>) = numbered.partition(|(_, table)| table.result.is_some());
    let open = open.into_iter().take(OPEN_GAMES);
    let latest = over.into_iter().rev().take(LATEST_GAMES);
    [open.collect(), latest.collect()]
}

/// What all tables are shown with.
struct Shown<'a> {
    people: &'a People,
    unmade: &'a HashSet<TableId>,
    /// Whether the reader may correct results.
    corrects: bool,
    typed: Option<&'a TypedResult>,
}

impl Shown<'_> {
    /// The games that go on, and the latest of those that are over.
    fn arena(&self, state: &State) -> Vec<RoundView> {
        let [open, latest] = arena_games(state);
        let view = |number, title: &str, tables: Vec<(usize, &RoundTable)>| RoundView {
            number,
            title: title.to_owned(),
            is_over: number == 1,
            tables: tables
                .into_iter()
                .map(|(number, found)| self.table(number, found))
                .collect(),
            byes: Vec::new(),
        };
        let lists = [view(2, "Being played", open), view(1, "Latest games", latest)];
        lists.into_iter().filter(|list| !list.tables.is_empty()).collect()
    }

    /// The games of each division.
    fn season(&self, round: &Round) -> Vec<RoundView> {
        let divisions = (1..).zip(&round.divisions);
        divisions
            .map(|(number, players)| {
                let numbered = (1..).zip(&round.tables);
                let own: Vec<(usize, &RoundTable)> = numbered
                    .filter(|(_, table)| table.paired.players.iter().any(|player| players.contains(player)))
                    .collect();
                RoundView {
                    number,
                    title: format!("Games of division {number}"),
                    is_over: own.iter().all(|(_, table)| table.result.is_some()),
                    tables: own
                        .into_iter()
                        .map(|(number, found)| self.table(number, found))
                        .collect(),
                    byes: Vec::new(),
                }
            })
            .collect()
    }

    fn round(&self, number: usize, round: &Round) -> RoundView {
        RoundView {
            number,
            title: format!("Round {number}"),
            is_over: round.is_over(),
            tables: (1..)
                .zip(&round.tables)
                .map(|(number, found)| self.table(number, found))
                .collect(),
            byes: round
                .byes
                .iter()
                .map(|player| self.people.view(*player))
                .collect(),
        }
    }

    fn table(&self, number: usize, table: &RoundTable) -> TableView {
        let outcome = |at: usize| table.result.as_ref().and_then(|result| result.get(at));
        let typed = self.typed.filter(|typed| table.paired.is(typed.table));
        let seats = table
            .paired
            .players
            .iter()
            .enumerate()
            .map(|(at, player)| SeatView {
                person: self.people.view(*player),
                of: table.paired.players.len() as u8,
                place: outcome(at).map(|outcome| outcome.place),
                mark: outcome(at).map_or(("", ""), mark),
                typed: typed.and_then(|typed| typed.seats.get(at).cloned()),
            });
        let game = table.paired.game.as_ref();
        TableView {
            number,
            code: game
                .filter(|game| !self.unmade.contains(&game.id))
                .map(|game| game.code.to_string()),
            is_played: game.is_some(),
            seats: seats.collect(),
            absent: table
                .paired
                .absent
                .iter()
                .map(|player| self.people.view(*player))
                .collect(),
            corrects: game
                .map(|game| game.id)
                .filter(|_| self.corrects && table.result.is_some()),
        }
    }
}

/// All marks: their values in forms, and their words.
pub(super) const MARKS: [(&str, &str); 3] = [
    ("left", "left"),
    ("did_not_come", "did not come"),
    ("replaced", "replaced by a bot"),
];

fn mark(outcome: &SeatOutcome) -> (&'static str, &'static str) {
    match outcome.mark {
        None => ("", ""),
        Some(SeatMark::Left) => MARKS[0],
        Some(SeatMark::DidNotCome) => MARKS[1],
        Some(SeatMark::Replaced) => MARKS[2],
    }
}

/// The mark that a form names; `None` for a name that is none.
pub(super) fn mark_named(name: &str) -> Option<Option<SeatMark>> {
    Some(match name {
        "" => None,
        "left" => Some(SeatMark::Left),
        "did_not_come" => Some(SeatMark::DidNotCome),
        "replaced" => Some(SeatMark::Replaced),
        _ => return None,
    })
}

/// "Ann 1, Ben 2 (left)".
pub(super) fn result(players: &[String], seats: &[SeatOutcome]) -> String {
    let seats = players.iter().zip(seats).map(|(name, outcome)| {
        let (_, words) = mark(outcome);
        let words = if words.is_empty() {
            String::new()
        } else {
            format!(" ({words})")
        };
        format!("{name} {}{words}", outcome.place)
    });
    seats.collect::<Vec<_>>().join(", ")
}
