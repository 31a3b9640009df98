//! Comparing what is stored about a table, column by column, with what follows from its log.

use serde::Serialize;
use serde_json::{Value, json};

use super::expected::Expected::{self, Anything, OneOf};
use super::expected::{Columns, is, one, row_differs};
use super::pairs;
use crate::model::chained_record::ReplayedLog;
use crate::model::log::projection::TablePhase;
use crate::model::player::bot::Bot;
use crate::model::record::filter::Facets;
use crate::model::record::{FORMAT, Record, RecordSeat};
use crate::model::table::state::Phase;
use crate::names::folded;
use crate::store::{GameRows, Row};
use crate::time::UnixMs;

/// In milliseconds. The times of a game and of a sign-up may come from machines whose clocks differ by so much.
const APART_MS: i64 = 10_000;

pub(super) fn differences(rows: &GameRows, replayed: &ReplayedLog) -> Vec<String> {
    let compared = Compared {
        rows,
        replayed,
        public: is_public(rows, replayed),
        filled: rows
            .of("record_seats")
            .iter()
            .all(|seat| !seat["name_key"].is_null()),
    };
    let mut found = compared.table();
    if rows.one("table_state").is_some() || replayed.record.is_some() {
        found.extend(compared.table_state());
        found.extend(compared.table_players());
    }
    found.extend(compared.rematch());
    if let Some(record) = &replayed.record {
        found.extend(compared.record(record));
        found.extend(compared.seats(record));
        found.extend(pairs::differences(rows, compared.public));
    }
    found
}

/// Whether its game is in no statistics yet, since an older version wrote it.
pub(super) fn is_uncounted(rows: &GameRows) -> bool {
    let mut seats = rows.of("record_seats").iter();
    let counted = rows
        .one("records")
        .is_some_and(|record| record["counted"] == json!(true));
    !counted && seats.all(|seat| seat["stayed"].is_null())
}

/// Whether its record cannot be filtered yet, since an older version wrote it.
pub(super) fn is_unfilled(rows: &GameRows) -> bool {
    let mut seats = rows.of("record_seats").iter();
    seats.any(|seat| seat["name_key"].is_null())
}

struct Compared<'a> {
    rows: &'a GameRows,
    replayed: &'a ReplayedLog,
    public: bool,
    filled: bool,
}

/// A public game can be hidden by an operator, in all rows at once, so what most rows say is taken as right.
fn is_public(rows: &GameRows, replayed: &ReplayedLog) -> bool {
    let tables = ["tables", "table_state", "records", "record_seats"];
    let filled = |row: &&Row| row.get("name_key").is_none_or(|key| !key.is_null());
    let all = tables.iter().flat_map(|table| rows.of(table)).filter(filled);
    let (public, hidden): (Vec<&Row>, Vec<&Row>) = all.partition(|row| row["public"] == json!(true));
    replayed.state.terms.public && public.len() > hidden.len()
}

impl Compared<'_> {
    fn table(&self) -> Vec<String> {
        let (terms, first) = (&self.replayed.state.terms, self.rows.events.first());
        let columns = vec![
            ("id", Anything),
            ("code", is(&self.replayed.state.code)),
            ("kind", is(terms.kind.to_string())),
            ("public", is(self.public)),
            ("created_at", is(first.map(|event| event.at))),
        ];
        one(self.rows, "tables", columns)
    }

    fn table_state(&self) -> Vec<String> {
        let state = self.replayed.state.table_state();
        let mut variants = vec![json!(state.variant)];
        let played = self
            .replayed
            .record
            .as_ref()
            .map(|record| Facets::of(&record.head).variant);
        variants.extend(played.map(Value::from));
        let columns = vec![
            ("table_id", Anything),
            ("seq", is(state.seq)),
            ("phase", is(state.phase.name())),
            ("variant", OneOf(variants)),
            ("seats", is(state.seats)),
            ("public", is(self.public)),
            ("rated", is(state.rated)),
            ("clock", is(&state.clock)),
            ("pie_rule", is(state.pie_rule)),
            ("to_move", is(state.to_move)),
            // Before the end it also depends on who is there.
            (
                "deadline",
                match state.phase {
                    TablePhase::Over => is(state.deadline),
                    _ => Anything,
                },
            ),
            ("changed_at", is(state.changed_at)),
            // Who answers is in the log, but not how long servers were down meanwhile.
            ("asked_until", Anything),
            // Older versions knew of none.
            ("plies", OneOf(vec![json!(state.plies), Value::Null])),
        ];
        one(self.rows, "table_state", columns)
    }

    fn table_players(&self) -> Vec<String> {
        let state = &self.replayed.state;
        let mut found = Vec::new();
        let is_over = matches!(state.phase, Phase::Over(_));
        let rows = self.rows.of("table_players");
        for row in rows {
            let player = row["player_id"].as_str().and_then(|id| id.parse().ok());
            let Some(player) = player.filter(|player| self.replayed.seated.contains(player)) else {
                found.push(format!(
                    "table_players.player_id is {}, who never sat there",
                    row["player_id"]
                ));
                continue;
            };
            let in_record = self.rows.of("record_seats").iter();
            let mut in_record = in_record.filter(|seat| seat["player_id"] == row["player_id"]);
            let columns = vec![
                ("table_id", Anything),
                ("player_id", Anything),
                (
                    "name",
                    in_record.next().map_or(Anything, |seat| is(&seat["name"])),
                ),
                ("seated", is(state.is_seated(player))),
                ("seat", is(state.place_of(player))),
                ("finished", is(is_over)),
                // Who is there is not in the log.
                ("away_since", Anything),
                ("nudged_at", Anything),
                ("looked", Anything),
            ];
            found.extend(row_differs(
                "table_players",
                &format!(" of player {player}"),
                row,
                &columns,
            ));
        }
        for player in state.players() {
            if !rows.iter().any(|row| row["player_id"] == json!(player)) {
                found.push(format!(
                    "table_players has no row of player {player}, who sits there"
                ));
            }
        }
        found
    }

    fn rematch(&self) -> Vec<String> {
        let rematch = match &self.replayed.state.phase {
            Phase::Over(over) => over.rematch.as_ref(),
            _ => None,
        };
        let Some(rematch) = rematch else {
            let row = self.rows.one("rematches");
            return row
                .map(|_| "rematches has a row, but none was proposed".to_owned())
                .into_iter()
                .collect();
        };
        let mut table_players = self.rows.of("table_players").iter();
        let by = table_players.find(|row| row["player_id"] == json!(rematch.by));
        let columns = vec![
            ("table_id", Anything),
            ("next", is(rematch.table)),
            ("code", is(&rematch.code)),
            ("by_name", by.map_or(Anything, |row| is(&row["name"]))),
        ];
        one(self.rows, "rematches", columns)
    }

    /// A column for filters, which may not be filled in yet.
    fn filter(&self, value: impl Serialize) -> Expected {
        match self.filled {
            true => is(value),
            false => Anything,
        }
    }

    fn record(&self, record: &Record) -> Vec<String> {
        let head = &record.head;
        let facets = Facets::of(head);
        let columns = vec![
            ("table_id", Anything),
            ("code", is(&head.code)),
            ("kind", is(&head.kind)),
            ("setup", is(&head.setup)),
            // The checksum covers it, and a log does not say it.
            ("rules_version", Anything),
            ("format", is(FORMAT)),
            ("public", is(self.public)),
            ("started_at", is(head.started_at)),
            ("finished_at", is(head.finished_at)),
            ("plies", is(head.plies)),
            ("turns", is(&record.turns)),
            ("ending", is(&head.ending)),
            ("clock", is(&head.clock)),
            ("bots", self.filter(facets.bots)),
            ("seats", self.filter(facets.seats)),
            ("variant", self.filter(&facets.variant)),
            ("reason", self.filter(&facets.reason)),
            ("clock_kind", self.filter(facets.clock_kind.name())),
            ("length", self.filter(facets.length)),
            ("rated", is(head.rated)),
            // Older versions rated games that end too early to change ratings now.
            ("rated_game", of_rated(head.rated)),
            ("rating_weights", of_rated(head.rated)),
            ("counted", is(!is_uncounted(self.rows))),
            ("tallied", is(!pairs::is_untallied(self.rows))),
            ("from_code", is(head.from.as_ref().map(|from| &from.code))),
            ("from_turn", is(head.from.as_ref().map(|from| from.turn))),
            ("winner", is(facets.winner)),
        ];
        one(self.rows, "records", columns)
    }

    fn seats(&self, record: &Record) -> Vec<String> {
        let mut found = Vec::new();
        let rows = self.rows.of("record_seats");
        for row in rows {
            let seat = record
                .head
                .seats
                .iter()
                .find(|seat| row["seat"] == json!(seat.seat));
            match seat {
                Some(seat) => {
                    let columns = self.seat(record, seat, row);
                    found.extend(row_differs(
                        "record_seats",
                        &format!(" of seat {}", seat.seat),
                        row,
                        &columns,
                    ));
                }
                None => found.push(format!(
                    "record_seats.seat is {}, which is no seat of the game",
                    row["seat"]
                )),
            }
        }
        for seat in &record.head.seats {
            if !rows.iter().any(|row| row["seat"] == json!(seat.seat)) {
                found.push(format!("record_seats has no row of seat {}", seat.seat));
            }
        }
        found
    }

    fn seat(&self, record: &Record, seat: &RecordSeat, row: &Row) -> Columns {
        let head = &record.head;
        let facets = Facets::of(head);
        let filled = !row["name_key"].is_null();
        let filter = |value: Value| match filled {
            true => Expected::Is(value),
            false => Anything,
        };
        let stayed = match is_uncounted(self.rows) {
            true => Anything,
            false => is(record.stayed(seat.seat)),
        };
        let numbered = self
            .rows
            .one("records")
            .map(|record| record["rated_game"].clone());
        vec![
            ("table_id", Anything),
            ("seat", Anything),
            ("player_id", is(seat.player)),
            ("name", self.name(seat)),
            ("rank", is(seat.rank)),
            ("guest", self.guest(seat, head.finished_at)),
            ("device", is(seat.device)),
            ("bot", is(seat.bot.map(|level| level.number()))),
            ("public", filter(json!(self.public))),
            ("finished_at", filter(json!(head.finished_at))),
            ("kind", filter(json!(head.kind))),
            ("seats", filter(json!(facets.seats))),
            ("variant", filter(json!(facets.variant))),
            ("reason", filter(json!(facets.reason))),
            ("clock_kind", filter(json!(facets.clock_kind.name()))),
            ("length", filter(json!(facets.length))),
            ("plies", filter(json!(head.plies))),
            ("bots", filter(json!(facets.bots))),
            ("name_key", filter(row["name"].as_str().map(folded).into())),
            ("rated", is(head.rated)),
            ("rated_game", numbered.map_or(Anything, Expected::Is)),
            // `thicket ratings verify` computes them again.
            ("rating_before", Anything),
            ("uncertainty_before", Anything),
            ("rating_after", Anything),
            ("uncertainty_after", Anything),
            ("stayed", stayed),
            ("winner", is(facets.winner)),
        ]
    }

    /// Names are not in the log. Renaming or deleting a player changes the names at the table and in the record
    /// together; those of bots never change.
    fn name(&self, seat: &RecordSeat) -> Expected {
        if let Some(bot) = Bot::of(seat.player) {
            return is(bot.name());
        }
        let mut table_players = self.rows.of("table_players").iter();
        let row = table_players.find(|row| row["player_id"] == json!(seat.player));
        row.map_or(Anything, |row| is(&row["name"]))
    }

    /// Who had an account when the game ended was no guest. Nothing is known of deleted accounts.
    fn guest(&self, seat: &RecordSeat, finished_at: UnixMs) -> Expected {
        let known = self.rows.people.get(&seat.player);
        match known.and_then(|known| known.member_since) {
            _ if seat.bot.is_some() => is(false),
            Some(since) if since < finished_at - APART_MS => is(false),
            Some(since) if since > finished_at + APART_MS => is(true),
            None if known.is_some_and(|known| known.name != crate::store::DELETED) => is(true),
            _ => Anything,
        }
    }
}

/// Columns that only rated games have. `thicket ratings verify` computes their values again.
fn of_rated(rated: bool) -> Expected {
    match rated {
        true => Anything,
        false => is(Value::Null),
    }
}
