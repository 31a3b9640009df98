//! What the director has changed, for everybody to read.

use super::{People, rounds};
use crate::ids::TableId;
use crate::model::tournament::event::TournamentEvent;
use crate::model::tournament::state::State;
use crate::model::tournament::terms::Format;
use crate::time::{machine_time, page_time};

#[derive(Clone, Debug)]
pub(super) struct LogRow {
    pub when: String,
    /// The same for programs.
    pub at: String,
    pub what: String,
    /// To when a start was moved, for people and for programs.
    pub start: Option<(String, String)>,
    /// Empty if nobody gave a reason.
    pub why: String,
}

/// In the order in which it happened.
pub(super) fn rows(state: &State, people: &People) -> Vec<LogRow> {
    let rows = state.changes().iter().filter_map(|entry| {
        let (what, why) = match &entry.event {
            TournamentEvent::Corrected {
                by,
                table,
                seats,
                why,
            } => {
                let (place, players) = place(state, *table, people)?;
                let result = rounds::result(&players, seats);
                let what = format!("{} corrected {place}: {result}.", people.name(*by));
                (what, why.as_str())
            }
            TournamentEvent::Cancelled { by: Some(by), why } if state.is_league() => (
                format!("{} ended the league.", people.name(*by)),
                why.as_ref().map_or("", |why| why.as_str()),
            ),
            TournamentEvent::Cancelled { by: Some(by), why } => (
                format!("{} cancelled the tournament.", people.name(*by)),
                why.as_ref().map_or("", |why| why.as_str()),
            ),
            TournamentEvent::StartMoved { by, why, .. } => {
                (format!("{} moved the start to", people.name(*by)), why.as_str())
            }
            TournamentEvent::DirectorChanged { director } => (
                format!("{} directs the tournament now.", people.name(*director)),
                "",
            ),
            TournamentEvent::Cancelled {
                by: None,
                why: Some(why),
            } => (
                "Whoever runs this server cancelled the tournament.".to_owned(),
                why.as_str(),
            ),
            TournamentEvent::Cancelled { by: None, why: None } => (
                "Too few players came, so the tournament does not take place.".to_owned(),
                "",
            ),
            _ => return None,
        };
        let start = match entry.event {
            TournamentEvent::StartMoved { starts_at, .. } => {
                Some((page_time(starts_at), machine_time(starts_at)))
            }
            _ => None,
        };
        Some(LogRow {
            when: page_time(entry.at),
            at: machine_time(entry.at),
            what,
            start,
            why: why.to_owned(),
        })
    });
    rows.collect()
}

/// "round 2, table 1", and the names of its players.
fn place(state: &State, id: TableId, people: &People) -> Option<(String, Vec<String>)> {
    (1..).zip(state.rounds()).find_map(|(round, found)| {
        let at = found.tables.iter().position(|table| table.paired.is(id))?;
        let players = found.tables[at].paired.players.iter();
        let names = players.map(|player| people.name(*player)).collect();
        let names: Vec<String> = names;
        let table = at + 1;
        let place = match state.terms.format() {
            Format::Arena { .. } => "a game".to_owned(),
            Format::League { .. } => format!("season {round}, table {table}"),
            _ => format!("round {round}, table {table}"),
        };
        Some((place, names))
    })
}
