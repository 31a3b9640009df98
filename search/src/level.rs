//! Levels of strength, from a beginner to the best that the search can do.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::budget::Budget;

/// How long the strongest level thinks.
const LONGEST: Duration = Duration::from_secs(2);

/// How well a bot plays, from 1 to 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Level; 5] = [Level(1), Level(2), Level(3), Level(4), Level(5)];

    /// The level with this number, if there is one.
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// From 1 to 5.
    pub fn number(self) -> u8 {
        self.0
    }

    /// What a turn may cost. All levels but the strongest think as long as it takes to look at a number of positions, so
    /// that they play alike on every machine.
    pub fn budget(self) -> Budget {
        let nodes = match self.0 {
            1 => 40,
            2 => 160,
            3 => 800,
            4 => 5_000,
            _ => return Budget::time(LONGEST),
        };
        Budget::nodes(nodes)
    }

    /// The place of the level among all of them.
    pub(crate) fn index(self) -> usize {
        usize::from(self.0 - 1)
    }
}

/// Who plays: a level, or one of the players that levels are measured against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skill {
    /// Any legal step, each as often as any other.
    Random,
    /// The turn after which the evaluation is best, without a look at the answer.
    Greedy,
    /// A level, with its own budget or with as many nodes as are given.
    Level(Level, Option<u64>),
}

impl Skill {
    /// What a turn may cost.
    pub fn budget(self) -> Budget {
        match self {
            Skill::Random | Skill::Greedy => Budget::nodes(u64::MAX),
            Skill::Level(level, None) => level.budget(),
            Skill::Level(_, Some(nodes)) => Budget::nodes(nodes),
        }
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Skill::Random => f.write_str("random"),
            Skill::Greedy => f.write_str("greedy"),
            Skill::Level(level, None) => write!(f, "{}", level.0),
            Skill::Level(level, Some(nodes)) => write!(f, "{}@{nodes}", level.0),
        }
    }
}

/// The text is not a skill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSkill;

impl fmt::Display for ParseSkill {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a player is a level from 1 to 5, such as 3 or 5@20000 with a number of nodes, or random, or greedy")
    }
}

impl std::error::Error for ParseSkill {}

impl FromStr for Skill {
    type Err = ParseSkill;

    fn from_str(text: &str) -> Result<Skill, ParseSkill> {
        match text {
            "random" => return Ok(Skill::Random),
            "greedy" => return Ok(Skill::Greedy),
            _ => (),
        }
        let (level, nodes) = match text.split_once('@') {
            Some((level, nodes)) => (level, Some(nodes.parse().map_err(|_| ParseSkill)?)),
            None => (text, None),
        };
        let level = level.parse().ok().and_then(Level::new).ok_or(ParseSkill)?;
        Ok(Skill::Level(level, nodes))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn skills_are_read_as_they_are_written() {
        for text in ["random", "greedy", "1", "5", "5@20000"] {
            assert_eq!(text.parse::<Skill>().unwrap().to_string(), text);
        }
        for text in ["", "0", "6", "5@", "5@-1", "x", "@3", "Random"] {
            assert_eq!(text.parse::<Skill>(), Err(ParseSkill), "{text:?}");
        }
    }
}
