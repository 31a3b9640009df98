//! A finished game: from the table to the store, and from the store to record text and JSON.

use serde::Serialize;
use serde_json::json;
use thicket_rules::{AnyGame, GameKind, Head, Seat};

use crate::ids::{PlayerId, TableId};
use crate::model::record::{Record, RecordHead, RecordSeat, RecordTurn};
use crate::moment::{machine_time, record_date};
use crate::protocol::{
    ChangeView, KindView, PhaseName, PlayerView, PlyView, Starter, TableView, short, tallies_view,
};
use crate::room::event::{Ending, Event, Terms};
use crate::room::table::{Logged, Table};

/// The format of the setup, the turns and the ending in the store; a later one reads this one too.
pub const FORMAT: i64 = 1;

/// The record that the event `last`, which ends the game and is not yet applied, brings into being.
pub fn of_table(id: TableId, table: &Table, last: &Logged) -> Option<Record> {
    let ending = last.event.ending()?;
    let text = match &last.event {
        Event::Played { steps, .. } => Some(steps.join(",")),
        Event::Dropped { seat, .. } => Some(format!("drop:{seat}")),
        // An agreement is no turn.
        _ => None,
    };
    let game = table.state.game()?;
    let turn = |ply: &PlyView| RecordTurn {
        text: ply.text.clone(),
        at: ply.at.unwrap_or(0),
    };
    let mut turns: Vec<RecordTurn> = table.plies().iter().map(turn).collect();
    turns.extend(text.map(|text| RecordTurn { text, at: last.at }));
    Some(Record {
        head: head(id, table, game, ending, last.at, turns.len()),
        turns,
    })
}

fn head(
    id: TableId,
    table: &Table,
    game: &dyn AnyGame,
    ending: &Ending,
    at: i64,
    plies: usize,
) -> RecordHead {
    let Terms { kind, public, .. } = table.state.terms;
    let players = table.state.seated();
    let seat = |(index, (&player, &rank)): (usize, (&PlayerId, &u8))| {
        let name = table.player(player).name;
        RecordSeat {
            seat: index as i64 + 1,
            player,
            name,
            rank: rank.into(),
            guest: true,
        }
    };
    RecordHead {
        table: id,
        code: table.code().clone(),
        kind: kind.to_string(),
        setup: setup_text(game.seats(), game.variant()),
        rules_version: kind.info().rules_version.into(),
        format: FORMAT,
        public,
        started_at: table.started_at(),
        finished_at: at,
        plies: plies as i64,
        ending: serde_json::to_value(ending).expect("ending"),
        seats: players.iter().zip(&ending.ranks).enumerate().map(seat).collect(),
    }
}

fn setup_text(seats: u8, variant: &str) -> String {
    format!("{seats} {variant}").trim_end().to_owned()
}

/// What stands in a record cannot be read by this version.
#[derive(Debug, thiserror::Error)]
#[error("this record cannot be read: {0}")]
pub struct UnreadableRecord(pub String);

/// The ending of a record.
pub fn ending(record: &RecordHead) -> Result<Ending, UnreadableRecord> {
    serde_json::from_value(record.ending.clone()).map_err(|error| UnreadableRecord(error.to_string()))
}

/// The game of a record before its first turn.
pub fn start(record: &RecordHead) -> Result<Box<dyn AnyGame>, UnreadableRecord> {
    let unreadable = |error: &dyn std::fmt::Display| UnreadableRecord(error.to_string());
    let kind: GameKind = record.kind.parse().map_err(|error| unreadable(&error))?;
    let (seats, variant) = record.setup.split_once(' ').unwrap_or((&record.setup, ""));
    let seats = seats
        .parse()
        .map_err(|error: std::num::ParseIntError| unreadable(&error))?;
    kind.start(seats, variant).map_err(|error| unreadable(&error))
}

/// The record as text, for people and other programs.
pub fn text(record: &Record) -> Result<String, UnreadableRecord> {
    let ending = ending(&record.head)?;
    let ranks: Vec<String> = ending.ranks.iter().map(ToString::to_string).collect();
    let (seats, variant) = record
        .head
        .setup
        .split_once(' ')
        .unwrap_or((&record.head.setup, ""));
    let mut head = Head::default();
    head.set("Game", &record.head.kind);
    head.set("Seats", seats);
    head.set("Variant", variant);
    head.set("Date", &record_date(record.head.started_at));
    for seat in &record.head.seats {
        head.set(&format!("Seat{}", seat.seat), &seat.name);
    }
    head.set("Ending", ending.reason.name());
    head.set("Ranks", &ranks.join(" "));
    let turns = record.turns.iter().map(|turn| turn.text.clone()).collect();
    Ok(thicket_rules::Record { head, turns }.to_string())
}

/// The record as JSON, with the times.
pub fn json(record: &Record) -> serde_json::Value {
    #[derive(Serialize)]
    struct Seat<'a> {
        seat: i64,
        name: &'a str,
        guest: bool,
        rank: i64,
    }
    let RecordHead {
        code,
        kind,
        setup,
        rules_version,
        started_at,
        finished_at,
        ending,
        seats,
        ..
    } = &record.head;
    let seat = |s: &'_ RecordSeat| {
        json!(Seat {
            seat: s.seat,
            name: &s.name,
            guest: s.guest,
            rank: s.rank
        })
    };
    json!({
        "code": code,
        "game": kind,
        "setup": setup,
        "rules_version": rules_version,
        "started": machine_time(*started_at),
        "finished": machine_time(*finished_at),
        "seats": seats.iter().map(seat).collect::<Vec<_>>(),
        "ending": ending,
        "turns": record.turns.iter().map(|turn| json!({ "turn": turn.text, "at": turn.at })).collect::<Vec<_>>(),
    })
}

/// A record as its page shows it.
pub struct RecordView {
    /// The game and its board.
    pub kind: KindView,
    /// The table as it was at the end.
    pub table: TableView,
}

/// Plays a record through for its page. What this version's rules cannot play is still shown: the people, the result and
/// the list of turns stand in the record itself.
pub fn view(record: &Record) -> Result<RecordView, UnreadableRecord> {
    let RecordHead {
        code, public, seats, ..
    } = &record.head;
    let mut game = start(&record.head)?;
    let player = |seat: &RecordSeat| PlayerView {
        id: seat.player,
        name: seat.name.clone(),
        guest: seat.guest,
    };
    let table = TableView {
        code: code.clone(),
        public: *public,
        starter: Starter::Seated,
        host: None,
        phase: PhaseName::Over,
        chairs: seats.iter().map(player).map(Some).collect(),
        start: game.diagram().into(),
        plies: record.turns.iter().map(|turn| ply(game.as_mut(), turn)).collect(),
        offers: Vec::new(),
        ending: Some(ending(&record.head)?),
    };
    Ok(RecordView {
        kind: game.as_ref().into(),
        table,
    })
}

fn ply(game: &mut dyn AnyGame, turn: &RecordTurn) -> PlyView {
    let dropped = turn
        .text
        .strip_prefix("drop:")
        .and_then(|seat| seat.parse::<Seat>().ok());
    let seat = dropped.or(game.status().to_move());
    let short = dropped.map_or_else(|| short(game, &turn.text), |_| None);
    let changes = match dropped {
        // A step that cannot be played changes nothing, and the page goes on with the next.
        Some(seat) => game.drop_seat(seat).map(|()| Vec::new()).unwrap_or_default(),
        None => turn
            .text
            .split(',')
            .flat_map(|step| game.play(step).unwrap_or_default())
            .collect(),
    };
    PlyView {
        seat: seat.map_or(0, Seat::number),
        text: turn.text.clone(),
        short,
        changes: changes.into_iter().map(ChangeView::from).collect(),
        tallies: tallies_view(&game.diagram().tallies),
        to_move: game.status().to_move().map(Seat::number),
        at: Some(turn.at),
    }
}
