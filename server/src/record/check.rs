//! Whether a record agrees with the rules.

use thicket_rules::{AnyGame, replay};

use crate::model::record::Record;
use crate::model::record::ending::{Ending, Reason};

/// How a record disagrees with the rules, if it does.
pub fn by_rules(record: &Record) -> Option<String> {
    match replayed(record) {
        Ok(game) => ending_differs(record, game.as_ref()),
        Err(error) => Some(error),
    }
}

fn replayed(record: &Record) -> Result<Box<dyn AnyGame>, String> {
    let mut game = super::start(&record.head).map_err(|error| error.to_string())?;
    let turns: Vec<&str> = record.turns.iter().map(|turn| turn.text.as_str()).collect();
    replay(game.as_mut(), &turns.join(" "), |_, _| ()).map_err(|error| error.to_string())?;
    Ok(game)
}

fn ending_differs(record: &Record, game: &dyn AnyGame) -> Option<String> {
    let ending = match super::ending(&record.head) {
        Ok(ending) => ending,
        Err(error) => return Some(error.to_string()),
    };
    let outcome = match (ending.reason, game.status().outcome()) {
        (Reason::Agreement, None) => game.agreed(),
        (Reason::Scored, None) => game.standing(),
        (Reason::Agreement | Reason::Scored, Some(_)) => {
            return Some("agreed on the end after the game was over".to_owned());
        }
        (_, Some(outcome)) => outcome,
        (_, None) => return Some("by the rules the game is not over".to_owned()),
    };
    let ruled = Ending::new(game, &outcome, ending.reason);
    let seats: Vec<u8> = record
        .head
        .seats
        .iter()
        .filter_map(|seat| seat.rank.try_into().ok())
        .collect();
    let Ending { ranks, scores, .. } = &ruled;
    if ruled != ending {
        return Some(format!(
            "by the rules ranks {ranks:?} and scores {scores:?}, in the record {ending:?}"
        ));
    }
    (seats != ending.ranks).then(|| format!("the seats have ranks {seats:?}, the ending {:?}", ending.ranks))
}
