//! Files of a tournament: its results as JSON, CSV and text, and its start for a calendar.

use std::collections::HashMap;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::{IntoResponse, Response};
use icalendar::{Calendar, Component, Event};

use super::known;
use crate::app::App;
use crate::error::PageError;
use crate::ids::{PlayerId, TournamentId};
use crate::model::record::seat_outcome::SeatMark;
use crate::protocol::{PairedSeatView, TournamentStandingView, TournamentView};
use crate::store::DELETED;
use crate::time::{UnixMs, calendar_time, page_time};

/// `GET /tournaments/{id}/results.json`: what the API answers, too.
pub async fn json(State(app): State<App>, Path(id): Path<String>) -> Result<Response, PageError> {
    let view = app.tournaments.view(known(&id)?).await?;
    Ok(([attachment(view.id, "json")], Json(view)).into_response())
}

/// `GET /tournaments/{id}/results.csv`: the standings, for a spreadsheet.
pub async fn csv(State(app): State<App>, Path(id): Path<String>) -> Result<Response, PageError> {
    let view = app.tournaments.view(known(&id)?).await?;
    let about = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        attachment(view.id, "csv"),
    ];
    let text = standings_csv(&view)
        .map_err(|error| PageError::unavailable("This file cannot be made.").because(error))?;
    Ok((about, text).into_response())
}

/// `GET /tournaments/{id}/results.txt`: everything, for people.
pub async fn text(State(app): State<App>, Path(id): Path<String>) -> Result<Response, PageError> {
    let view = app.tournaments.view(known(&id)?).await?;
    let about = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        attachment(view.id, "txt"),
    ];
    Ok((about, results_text(&view)).into_response())
}

/// `GET /tournaments/{id}/start.ics`: an entry for a calendar (RFC 5545).
pub async fn calendar(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let state = app.tournaments.read(known(&id)?).await?;
    let terms = &state.terms;
    let link = app.address(&headers, &format!("/tournaments/{}", state.id));
    let event = Event::new()
        .uid(&format!("{}@thicket", state.id))
        .summary(terms.name().as_str())
        .description(terms.text().as_str())
        .url(&link)
        .add_property("DTSTART", calendar_time(terms.starts_at()))
        .add_property("DTSTAMP", calendar_time(state.changed_at))
        // A calendar takes the entry with the highest number.
        .add_property("SEQUENCE", state.start_seq().to_string())
        .done();
    let about = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8".to_owned()),
        attachment(state.id, "ics"),
    ];
    Ok((about, Calendar::new().push(event).done().to_string()).into_response())
}

fn attachment(id: TournamentId, ending: &str) -> (HeaderName, String) {
    let name = format!("attachment; filename=\"tournament-{id}.{ending}\"");
    (header::CONTENT_DISPOSITION, name)
}

/// A line of names, then one for each player, the best first.
fn standings_csv(view: &TournamentView) -> Result<String, std::io::Error> {
    let names = names(view);
    let mut csv = csv::Writer::from_writer(Vec::new());
    let tie_breaks = view.tie_breaks.iter().map(|tie_break| tie_break.name);
    let division = view.division.map(|_| "Division");
    let titles = division.into_iter().chain(["Rank", "Player", "Points"]);
    csv.write_record(titles.chain(tie_breaks).chain(["Games", "Byes"]))?;
    for row in &view.standings {
        let division = row.division.map(|number| number.to_string());
        let first = [
            row.rank.to_string(),
            cell(name(&names, row.player)),
            row.points.to_string(),
        ];
        let rest = [row.games.to_string(), row.byes.to_string()];
        let first = division.iter().chain(&first);
        csv.write_record(first.chain(&row.tie_breaks).chain(&rest))?;
    }
    let bytes = csv.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A spreadsheet takes what begins like this as a formula.
fn cell(name: &str) -> String {
    match name.starts_with(['=', '+', '-', '@', '\t']) {
        true => format!("'{name}"),
        false => name.to_owned(),
    }
}

fn results_text(view: &TournamentView) -> String {
    let names = names(view);
    let mut lines = vec![view.name.clone(), page_time(view.starts_at), String::new()];
    if view.division.is_none() {
        lines.extend(view.standings.iter().map(|row| standing(row, &names)));
    }
    for round in &view.rounds {
        lines.push(String::new());
        match (view.minutes, view.division) {
            // These are tables that began together.
            (Some(_), _) => (),
            (_, Some(_)) => lines.push(format!("Season {}", round.number)),
            _ => lines.push(format!("Round {}", round.number)),
        }
        for (number, rows) in (1..).zip(&round.divisions) {
            lines.push(format!("Division {number}"));
            lines.extend(rows.iter().map(|row| standing(row, &names)));
        }
        for (number, table) in (1..).zip(&round.tables) {
            let seats: Vec<String> = table.seats.iter().map(|seat| result(seat, &names)).collect();
            lines.push(format!("{number:>3}. {}", seats.join(", ")));
        }
        let byes: Vec<&str> = round.byes.iter().map(|player| name(&names, *player)).collect();
        if !byes.is_empty() {
            lines.push(format!("     Bye: {}", byes.join(", ")));
        }
    }
    if !view.corrections.is_empty() {
        lines.extend([String::new(), "Corrections".to_owned()]);
    }
    for correction in &view.corrections {
        let seats: Vec<String> = correction.seats.iter().map(|seat| result(seat, &names)).collect();
        let at: UnixMs = correction.at;
        lines.push(format!(
            "     {}, {}: {} ({})",
            page_time(at),
            name(&names, correction.by),
            seats.join(", "),
            correction.why.replace('\n', " ")
        ));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// " 1. Ann: 7 points".
fn standing(row: &TournamentStandingView, names: &HashMap<PlayerId, &str>) -> String {
    format!(
        "{:>3}. {}: {} points",
        row.rank,
        name(names, row.player),
        row.points
    )
}

/// "Ann 1", "Ben 2 (left)", and the name alone while the game is on.
fn result(seat: &PairedSeatView, names: &HashMap<PlayerId, &str>) -> String {
    let place = seat.place.map_or(String::new(), |place| format!(" {place}"));
    let mark = match seat.mark {
        None => "",
        Some(SeatMark::Left) => " (left)",
        Some(SeatMark::DidNotCome) => " (did not come)",
        Some(SeatMark::Replaced) => " (replaced by a bot)",
    };
    format!("{}{place}{mark}", name(names, seat.player))
}

/// The names of all whom the tournament names.
fn names(view: &TournamentView) -> HashMap<PlayerId, &str> {
    let named = view
        .players
        .iter()
        .map(|player| (player.id, player.name.as_str()));
    named.collect()
}

fn name<'v>(names: &HashMap<PlayerId, &'v str>, player: PlayerId) -> &'v str {
    names.get(&player).copied().unwrap_or(DELETED)
}
