//! Positions from games of the search against itself, with what it believed and who came first.

use std::fmt;
use std::str::FromStr;

use thicket_rules::{BySeat, Seat};

use super::Belief;
use crate::chance::first_places;
use crate::knowledge::{Knowledge, KnowledgeVisitor, with_knowledge};
use crate::self_play::SelfPlay;

/// One position in so many is kept.
const APART: u32 = 6;

/// A position of a game that is over.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// The number of the game, which is also its seed.
    pub game: u32,
    pub(crate) belief: Belief,
    /// How much of the first place each seat got.
    pub(crate) first: BySeat<f32>,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Belief {
            progress,
            to_move,
            chances,
        } = &self.belief;
        write!(f, "{} {:.0} {to_move}", self.game, progress * 100.0)?;
        chances
            .iter()
            .try_for_each(|(_, chance)| write!(f, " {:.0}", chance * 1e4))?;
        let winners = self.first.iter().filter(|&(_, first)| first > 0.0);
        let winners: String = winners.map(|(seat, _)| seat.to_string()).collect();
        write!(f, " {winners}")
    }
}

/// The text is not a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSample;

impl fmt::Display for ParseSample {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a sample is a game, progress, a seat, a chance for each seat, and who came first")
    }
}

impl std::error::Error for ParseSample {}

impl FromStr for Sample {
    type Err = ParseSample;

    fn from_str(text: &str) -> Result<Sample, ParseSample> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [game, progress, to_move, chances @ .., winners] = &fields[..] else {
            return Err(ParseSample);
        };
        let number = |text: &str| text.parse::<f32>().map_err(|_| ParseSample);
        let chances: Vec<f32> = chances
            .iter()
            .map(|text| number(text))
            .collect::<Result<_, _>>()?;
        let seats = u8::try_from(chances.len()).map_err(|_| ParseSample)?;
        let is_first = |seat: Seat| winners.contains(&seat.to_string());
        Ok(Sample {
            game: game.parse().map_err(|_| ParseSample)?,
            belief: Belief {
                progress: number(progress)? / 100.0,
                to_move: to_move.parse().ok().and_then(Seat::new).ok_or(ParseSample)?,
                chances: BySeat::from_fn(seats, |seat| chances[seat.index()] / 1e4),
            },
            first: BySeat::from_fn(seats, |seat| match is_first(seat) {
                true => 1.0 / winners.len() as f32,
                false => 0.0,
            }),
        })
    }
}

impl SelfPlay {
    /// Plays a game, which its number decides, and returns some of its positions.
    pub fn samples(&self, game: u32) -> Vec<Sample> {
        with_knowledge(self.kind, Play { terms: *self, game }).unwrap_or_default()
    }
}

struct Play {
    terms: SelfPlay,
    game: u32,
}

impl KnowledgeVisitor for Play {
    type Out = Option<Vec<Sample>>;

    fn visit<P: Knowledge>(self) -> Option<Vec<Sample>> {
        let played = self.terms.play::<P>(u64::from(self.game))?;
        let mut rng = fastrand::Rng::with_seed(u64::from(self.game));
        let first = first_places(&played.outcome);
        let mut samples = Vec::new();
        for (position, chances) in played.positions() {
            if rng.u32(..APART) == 0
                && let Some(belief) = Belief::new(&position, chances)
            {
                samples.push(Sample {
                    game: self.game,
                    belief,
                    first,
                });
            }
        }
        Some(samples)
    }
}
