//! How a game ended, as a browser sees it: the result, and sentences that lack nothing but names.

use serde::Serialize;
use thicket_rules::{AnyGame, EndReason, Seat};

use crate::model::record::ending::{Ending, Reason};
use crate::words::list;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EndingView {
    /// Who won.
    pub headline: SentenceView,
    /// Why it is over.
    pub why: SentenceView,
    /// The rank of each seat; shared ranks are equal.
    pub ranks: Vec<u8>,
    /// The score of each seat: for each of the kind's scores, a number.
    pub scores: Vec<Vec<u16>>,
}

/// A sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SentenceView {
    /// The seats whose players it begins with, if it is about some.
    pub seats: Vec<u8>,
    /// The sentence, or what comes after their names.
    pub words: &'static str,
}

impl EndingView {
    /// How this game ended, which has come to its end by a ply of the seat `last`.
    pub fn new(ending: &Ending, game: &dyn AnyGame, last: Option<u8>) -> EndingView {
        EndingView {
            headline: headline(&ending.ranks),
            why: why(ending.reason, game.end_reason(), last),
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
            [] => self.words.to_owned(),
            names => format!("{} {}", list(names), self.words),
        }
    }
}

/// Who won: "Ann wins", "Ann and Ben share first place".
fn headline(ranks: &[u8]) -> SentenceView {
    let first: Vec<u8> = (1..)
        .zip(ranks)
        .filter(|(_, rank)| **rank == 1)
        .map(|(seat, _)| seat)
        .collect();
    match first.len() {
        1 => about(first, "wins"),
        count if count == ranks.len() => about(Vec::new(), "A draw"),
        _ => about(first, "share first place"),
    }
}

fn why(reason: Reason, rule: Option<EndReason>, last: Option<u8>) -> SentenceView {
    let of_all = |words| about(Vec::new(), words);
    match (reason, rule, last) {
        (Reason::Rules, Some(EndReason { seat, words }), _) => {
            about(seat.map(Seat::number).into_iter().collect(), words)
        }
        (Reason::Rules, None, _) => of_all("The game is over"),
        (Reason::Resignation, ..) => of_all("All others have left the game"),
        (Reason::Time, _, Some(seat)) => about(vec![seat], "ran out of time"),
        (Reason::Time, _, None) => of_all("Time ran out"),
        (Reason::Away, ..) => of_all("The others agreed to go on without whoever was away"),
        (Reason::Agreement, ..) => of_all("The players agreed on a draw"),
        (Reason::Scored, ..) => of_all("The players agreed to end the game and score the board as it stood"),
        (Reason::Abandoned, ..) => of_all("Nobody played for 30 days, so the board was scored as it stood"),
    }
}

fn about(seats: Vec<u8>, words: &'static str) -> SentenceView {
    SentenceView { seats, words }
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
        assert_eq!(
            why(Reason::Time, None, Some(3)).with_names(name),
            "Cem ran out of time"
        );
    }
}
