//! Examples that a network learns from: positions of games of the strongest level against itself.

use std::fmt;
use std::str::FromStr;

use thicket_rules::BySeat;

use crate::chance::payoffs;
use crate::knowledge::{Knowledge, KnowledgeVisitor, with_knowledge};
use crate::self_play::SelfPlay;

/// A position, what the search believed of it, and how its game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// The number of the game.
    pub game: u32,
    pub(crate) position: String,
    /// The chance of the seat to move.
    pub(crate) believed: f32,
    /// What the game paid it.
    pub(crate) paid: f32,
}

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Example {
            game,
            position,
            believed,
            paid,
        } = self;
        write!(f, "{game}\t{position}\t{believed:.3}\t{paid}")
    }
}

/// The text is not an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseExample;

impl fmt::Display for ParseExample {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an example is a game, a position, a chance and a payoff, with tabs between them")
    }
}

impl std::error::Error for ParseExample {}

impl FromStr for Example {
    type Err = ParseExample;

    fn from_str(text: &str) -> Result<Example, ParseExample> {
        let fields: Vec<&str> = text.split('\t').collect();
        let [game, position, believed, paid] = fields[..] else {
            return Err(ParseExample);
        };
        let number = |text: &str| text.parse().map_err(|_| ParseExample);
        Ok(Example {
            game: game.parse().map_err(|_| ParseExample)?,
            position: position.to_owned(),
            believed: number(believed)?,
            paid: number(paid)?,
        })
    }
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
        let paid = payoffs(&played.outcome);
        let example = |(position, believed): (P, BySeat<f32>)| {
            let seat = position.to_move().filter(|_| !position.is_unsettled())?;
            Some(Example {
                game: self.game,
                position: position.to_string(),
                believed: believed[seat],
                paid: paid[seat],
            })
        };
        played.positions.into_iter().filter_map(example).collect()
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
