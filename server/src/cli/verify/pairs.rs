//! Comparing the pairs of names of a public game with its seats.

use std::collections::BTreeMap;

use serde_json::json;

use super::expected::Expected::Anything;
use super::expected::{Columns, is, row_differs};
use crate::ids::PlayerId;
use crate::store::{GameRows, Row};

/// A name, and its best rank in a game.
type Ranked<'a> = (&'a str, i64);

/// Whether its game is in no pairs and among no finished games yet, since an older version wrote it.
pub(super) fn is_untallied(rows: &GameRows) -> bool {
    let tallied = rows
        .one("records")
        .is_some_and(|record| record.get("tallied") == Some(&json!(true)));
    !tallied && rows.of("record_pairs").is_empty()
}

/// The players for whom a finished game counts.
pub(super) fn finished_by(rows: &GameRows) -> Vec<PlayerId> {
    let counts = rows
        .one("records")
        .is_some_and(|record| record["from_code"].is_null());
    let seats = rows.of("record_seats").iter().filter(|_| counts);
    seats
        .filter_map(|seat| seat["player_id"].as_str()?.parse().ok())
        .collect()
}

/// What differs, in sentences.
pub(super) fn differences(rows: &GameRows, public: bool) -> Vec<String> {
    let Some(record) = rows.one("records").filter(|_| !is_untallied(rows)) else {
        return Vec::new();
    };
    let ranks = match public {
        true => best_ranks(rows),
        false => BTreeMap::new(),
    };
    let names: Vec<Ranked> = ranks.into_iter().collect();
    let pairs = names
        .iter()
        .enumerate()
        .flat_map(|(at, one)| names[at + 1..].iter().map(move |other| (*one, *other)));
    let pairs: Vec<(Ranked, Ranked)> = pairs.collect();
    let mut stored: Vec<&Row> = rows.of("record_pairs").iter().collect();
    stored.sort_by_key(|row| in_order(row));
    let mut found = Vec::new();
    if stored.len() != pairs.len() {
        found.push(format!(
            "record_pairs has {} rows and should have {}",
            stored.len(),
            pairs.len()
        ));
    }
    for (row, pair) in stored.into_iter().zip(pairs) {
        let of = format!(" of {} and {}", pair.0.0, pair.1.0);
        found.extend(row_differs("record_pairs", &of, row, &columns(record, row, pair)));
    }
    found
}

/// The names in the game, each with its best rank.
fn best_ranks(rows: &GameRows) -> BTreeMap<&str, i64> {
    let mut ranks = BTreeMap::new();
    for seat in rows.of("record_seats") {
        if let (Some(name), Some(rank)) = (seat["name_key"].as_str(), seat["rank"].as_i64()) {
            let best = ranks.entry(name).or_insert(rank);
            *best = rank.min(*best);
        }
    }
    ranks
}

/// The two names of a row, the smaller one first: databases have orders of their own.
fn in_order(row: &Row) -> [String; 2] {
    let mut names = ["one", "other"].map(|column| row[column].as_str().unwrap_or_default().to_owned());
    names.sort();
    names
}

fn columns(record: &Row, row: &Row, (one, other): (Ranked, Ranked)) -> Columns {
    let is_swapped = row["one"].as_str() > row["other"].as_str();
    let (one, other) = if is_swapped { (other, one) } else { (one, other) };
    vec![
        ("table_id", Anything),
        ("one", is(one.0)),
        ("other", is(other.0)),
        ("finished_at", is(&record["finished_at"])),
        ("kind", is(&record["kind"])),
        ("ahead", is((other.1 - one.1).signum())),
        ("continued", is(!record["from_code"].is_null())),
    ]
}
