//! Examples that a network learns from: positions of games of the strongest level against itself.

use std::fmt;
use std::str::FromStr;

use thicket_rules::{BySeat, MAX_SEATS};

use crate::chance::first_places;
use crate::knowledge::{Knowledge, KnowledgeVisitor, with_knowledge};
use crate::self_play::SelfPlay;

/// A position, what the search believed of it, and how its game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// The number of the game.
    pub game: u32,
    pub(crate) position: String,
    /// The chance of each seat to come first.
    pub(crate) believed: BySeat<f32>,
    /// How much of the first place each seat got.
    pub(crate) first: BySeat<f32>,
}

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Example {
            game,
            position,
            believed,
            first,
        } = self;
        write!(f, "{game}\t{position}")?;
        for chances in [believed, first] {
            let texts: Vec<String> = chances.iter().map(|(_, chance)| format!("{chance:.3}")).collect();
            write!(f, "\t{}", texts.join(","))?;
        }
        Ok(())
    }
}

/// The text is not an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseExample;

impl fmt::Display for ParseExample {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an example is a game, a position, and chances and parts of the first place of all seats, with tabs between them")
    }
}

impl std::error::Error for ParseExample {}

impl FromStr for Example {
    type Err = ParseExample;

    fn from_str(text: &str) -> Result<Example, ParseExample> {
        let fields: Vec<&str> = text.split('\t').collect();
        let [game, position, believed, first] = fields[..] else {
            return Err(ParseExample);
        };
        Ok(Example {
            game: game.parse().map_err(|_| ParseExample)?,
            position: position.to_owned(),
            believed: by_seat(believed)?,
            first: by_seat(first)?,
        })
    }
}

fn by_seat(text: &str) -> Result<BySeat<f32>, ParseExample> {
    let numbers: Result<Vec<f32>, _> = text.split(',').map(str::parse).collect();
    let numbers = numbers.map_err(|_| ParseExample)?;
    let seats = u8::try_from(numbers.len())
        .ok()
        .filter(|&seats| seats <= MAX_SEATS);
    let seats = seats.ok_or(ParseExample)?;
    Ok(BySeat::from_fn(seats, |seat| numbers[seat.index()]))
}

impl SelfPlay {
    /// Plays a game, which its number decides, and returns its settled positions. None are returned where the table has no such number
    /// of seats.
    pub fn examples(&self, game: u32) -> Vec<Example> {
        with_knowledge(self.kind, Play { terms: *self, game })
    }
}

struct Play {
    terms: SelfPlay,
    game: u32,
}

impl KnowledgeVisitor for Play {
    type Out = Vec<Example>;

    fn visit<P: Knowledge>(self) -> Vec<Example> {
        let Some(played) = self.terms.play::<P>(u64::from(self.game)) else {
            return Vec::new();
        };
        let first = first_places(&played.outcome);
        let settled = played
            .positions()
            .filter(|(position, _)| !position.is_unsettled());
        let example = |(position, believed): (P, BySeat<f32>)| Example {
            game: self.game,
            position: position.to_string(),
            believed,
            first,
        };
        settled.map(example).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use thicket_rules::GameKind;

    use super::*;

    #[test]
    fn examples_are_read_as_they_are_written() {
        let terms = SelfPlay {
            kind: GameKind::Bushka,
            seats: 2,
            nodes: 50,
        };
        let played = terms.examples(3);
        assert!(!played.is_empty() && played == terms.examples(3));
        for example in played {
            let text = example.to_string();
            assert_eq!(text.parse::<Example>().unwrap().to_string(), text);
        }
        for text in ["", "1\tx\t0.5", "1\tx\t0.5\ty", "-1\tx\t0.5\t1"] {
            assert_eq!(text.parse::<Example>(), Err(ParseExample), "{text:?}");
        }
    }
}
