//! How a game ended, as a browser sees it: the result, and sentences that lack nothing but names.

use std::borrow::Cow;

use serde::Serialize;
use thicket_rules::{AnyGame, EndReason, Seat};
use utoipa::ToSchema;

use crate::model::record::ending::{Ending, Reason};
use crate::words::list;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EndingView {
    pub headline: SentenceView,
    /// What the first place was won with, where the scores decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub score: Option<SentenceView>,
    /// Why it is over.
    pub why: SentenceView,
    /// The rank of each seat; shared ranks are equal.
    pub ranks: Vec<u8>,
    /// The score of each seat: for each of the kind's scores, a number.
    pub scores: Vec<Vec<u16>>,
}

/// A sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SentenceView {
    /// The seats whose players it begins with, if it is about some.
    pub seats: Vec<u8>,
    /// The sentence, or what comes after their names. After that of one seat it fits "You", too, except for who wins.
    pub words: Cow<'static, str>,
}

const NUMBERS: [&str; 13] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

impl EndingView {
    /// How this game ended, which has come to its end by a ply of the seat `last`.
    pub fn new(ending: &Ending, game: &dyn AnyGame, last: Option<u8>) -> EndingView {
        EndingView {
            headline: headline(&ending.ranks),
            score: score(ending, game.info().scores),
            why: why(ending, game.end_reason(), last),
            ranks: ending.ranks.clone(),
            scores: ending.scores.clone(),
        }
    }
}

impl SentenceView {
    /// The sentence with the names of its seats.
    pub fn with_names(&self, name: impl Fn(u8) -> String) -> String {
        let names: Vec<String> = self.seats.iter().map(|&seat| name(seat)).collect();
        match names.as_slice() {
            [] => self.words.to_string(),
            names => format!("{} {}", list(names), self.words),
        }
    }
}

/// Who won: "Ann wins", "Ann and Ben share first place".
fn headline(ranks: &[u8]) -> SentenceView {
    let first = winners(ranks);
    match first.len() {
        1 => about(first, "wins"),
        count if count == ranks.len() => about(Vec::new(), "A draw"),
        _ => about(first, "share first place"),
    }
}

fn winners(ranks: &[u8]) -> Vec<u8> {
    let places = (1..).zip(ranks);
    places
        .filter(|(_, rank)| **rank == 1)
        .map(|(seat, _)| seat)
        .collect()
}

/// What the first place was won with: "Ann had two bases". The second score is told if others have as much of the first.
fn score(ending: &Ending, names: &[&str]) -> Option<SentenceView> {
    let is_scored = matches!(ending.reason, Reason::Rules | Reason::Scored | Reason::Abandoned);
    let first = winners(&ending.ranks);
    let own = ending.scores.get(usize::from(*first.first()?).checked_sub(1)?)?;
    let others = ending
        .ranks
        .iter()
        .zip(&ending.scores)
        .filter(|(rank, _)| **rank > 1);
    let next = others.filter_map(|(_, scores)| scores.first()).max()?;
    let count = if own.first() == Some(next) { 2 } else { 1 };
    let told = own.iter().zip(names).take(count);
    let told: Vec<String> = told.map(|(&count, name)| counted(count, name)).collect();
    let each = if first.len() > 1 { " each" } else { "" };
    let words = format!("had {}{each}", list(&told));
    if !is_scored || told.is_empty() {
        return None;
    }
    Some(SentenceView {
        seats: first,
        words: Cow::Owned(words),
    })
}

/// "two bases", "one capture stone".
fn counted(count: u16, name: &str) -> String {
    let number = NUMBERS
        .get(usize::from(count))
        .map_or_else(|| count.to_string(), |&word| word.to_owned());
    let one = name.strip_suffix('s').filter(|_| count == 1);
    format!("{number} {}", one.unwrap_or(name))
}

fn why(ending: &Ending, rule: Option<EndReason>, last: Option<u8>) -> SentenceView {
    let of_all = |words| about(Vec::new(), words);
    match (ending.reason, rule, last) {
        (Reason::Rules, Some(EndReason { seat, words }), _) => {
            about(seat.map(Seat::number).into_iter().collect(), words)
        }
        (Reason::Rules, None, _) => of_all("The game is over"),
        (Reason::Resignation, _, Some(seat)) if ending.ranks.len() == 2 => about(vec![seat], "resigned"),
        (Reason::Resignation, _, Some(seat)) => about(vec![seat], "resigned last"),
        (Reason::Resignation, _, None) => of_all("All others have left the game"),
        (Reason::Time, _, Some(seat)) => about(vec![seat], "ran out of time"),
        (Reason::Time, _, None) => of_all("Time ran out"),
        (Reason::Away, _, Some(seat)) => about(vec![seat], "stayed away for too long"),
        (Reason::Away, _, None) => of_all("The others agreed to go on without whoever was away"),
        (Reason::Agreement, ..) => of_all("The players agreed on a draw"),
        (Reason::Scored, ..) => of_all("The players agreed to end the game and score the board as it stood"),
        (Reason::Abandoned, ..) => of_all("Nobody played for 30 days, so the board was scored as it stood"),
    }
}

fn about(seats: Vec<u8>, words: &'static str) -> SentenceView {
    SentenceView {
        seats,
        words: Cow::Borrowed(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_won_is_said_of_one_of_several_and_of_all() {
        let name = |seat| ["Ann", "Ben", "Cem"][usize::from(seat) - 1].to_owned();
        let said = |ranks: &[u8]| headline(ranks).with_names(name);
        assert_eq!(said(&[2, 1, 3]), "Ben wins");
        assert_eq!(said(&[1, 1, 3]), "Ann and Ben share first place");
        assert_eq!(said(&[1, 1, 1]), "A draw");
        let ended = |reason, last| {
            let ending = Ending {
                reason,
                ranks: vec![1, 2],
                scores: vec![vec![2, 5], vec![2, 1]],
            };
            (
                why(&ending, None, last).with_names(name),
                score(&ending, &["bases", "capture stones"]),
            )
        };
        assert_eq!(ended(Reason::Time, Some(2)).0, "Ben ran out of time");
        assert_eq!(
            ended(Reason::Resignation, Some(2)),
            ("Ben resigned".to_owned(), None)
        );
        let scored = ended(Reason::Scored, None)
            .1
            .map(|sentence| sentence.with_names(name));
        assert_eq!(
            scored.as_deref(),
            Some("Ann had two bases and five capture stones")
        );
    }
}
