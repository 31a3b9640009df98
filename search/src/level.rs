//! Levels of strength, from a newcomer to the best that the search can do.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thicket_rules::GameKind;

use crate::budget::Budget;
use crate::knowledge::{Knowledge, KnowledgeVisitor, with_knowledge};

/// How long the strongest level thinks.
const LONGEST: Duration = Duration::from_secs(2);

/// As many levels as a game can have.
const MOST: u8 = 13;

/// How well a bot plays, from 1. How many levels there are depends on the game: as many as it takes to climb
/// in steps that a person can take, and no more than can be told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// How many there are in games of a kind, from 5 to 13. The last one is the best that the search can do.
    pub fn count(kind: GameKind) -> u8 {
        with_knowledge(kind, CountLevels)
    }

    /// The level with this number, from 1 to 13. In a game with fewer levels, those above its last one are as strong as that.
    pub fn new(number: u8) -> Option<Level> {
        (1..=MOST).contains(&number).then_some(Level(number))
    }

    /// What makes it weaker than the search can be, in games of a kind.
    fn handicap(self, kind: GameKind) -> Handicap {
        with_knowledge(kind, HandicapOf(self))
    }
}

struct CountLevels;

impl KnowledgeVisitor for CountLevels {
    type Out = u8;

    fn visit<P: Knowledge>(self) -> u8 {
        P::HANDICAPS.len() as u8 + 1
    }
}

/// How far a player sees.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Sight {
    /// Its own turn and nothing after it.
    OwnTurn,
    /// So many positions in a turn, however long that takes, so that it plays alike on every machine.
    Positions(u64),
    /// As many positions as there is time for.
    Farthest,
}

/// What makes a player weaker than the search can be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Handicap {
    pub(crate) sight: Sight,
    /// How much it misjudges positions: the standard deviation, in the unit of evaluations.
    pub(crate) error: f32,
}

impl Handicap {
    const NONE: Handicap = Handicap {
        sight: Sight::Farthest,
        error: 0.0,
    };

    pub(crate) const fn own_turn(error: f32) -> Handicap {
        let sight = Sight::OwnTurn;
        Handicap { sight, error }
    }

    pub(crate) const fn search(nodes: u64, error: f32) -> Handicap {
        let sight = Sight::Positions(nodes);
        Handicap { sight, error }
    }
}

struct HandicapOf(Level);

impl KnowledgeVisitor for HandicapOf {
    type Out = Handicap;

    fn visit<P: Knowledge>(self) -> Handicap {
        let place = usize::from(self.0.0 - 1);
        P::HANDICAPS.get(place).copied().unwrap_or(Handicap::NONE)
    }
}

/// Who plays: a level, or one of the players that levels are measured against.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Skill {
    /// Any legal step, each as often as any other.
    Random,
    /// A level of the game.
    Level(Level),
    /// The best that the search can do: the last level of the game.
    Strongest,
    /// The turn after which the evaluation is best, without a look at the answer, with errors of this standard deviation in the
    /// unit of evaluations: at least 0.
    Greedy(f32),
    /// A search that looks at so many positions in a turn, with errors like those.
    Limited(u64, f32),
}

impl Skill {
    /// What a turn may cost in games of a kind.
    pub fn budget(self, kind: GameKind) -> Budget {
        match self.handicap(kind).sight {
            Sight::OwnTurn => Budget::nodes(u64::MAX),
            Sight::Positions(nodes) => Budget::nodes(nodes),
            Sight::Farthest => Budget::time(LONGEST),
        }
    }

    /// What makes the player weaker than the search can be, in games of a kind.
    pub(crate) fn handicap(self, kind: GameKind) -> Handicap {
        match self {
            // Random steps are chosen without any evaluation that an error could be added to.
            Skill::Random => Handicap::own_turn(0.0),
            Skill::Greedy(error) => Handicap::own_turn(error),
            Skill::Strongest => Handicap::NONE,
            Skill::Level(level) => level.handicap(kind),
            Skill::Limited(nodes, error) => Handicap::search(nodes, error),
        }
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Skill::Random => f.write_str("random"),
            Skill::Level(level) => write!(f, "{}", level.0),
            Skill::Strongest => f.write_str("strongest"),
            Skill::Greedy(0.0) => f.write_str("greedy"),
            Skill::Greedy(error) => write!(f, "greedy~{error}"),
            Skill::Limited(nodes, error) => write!(f, "{nodes}~{error}"),
        }
    }
}

/// The text is not a skill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSkill;

impl fmt::Display for ParseSkill {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(
            "a player is a level, such as 3, a number of nodes with an error, such as 20000~0.5, or one of strongest, greedy, \
             greedy~0.5 and random",
        )
    }
}

impl std::error::Error for ParseSkill {}

impl FromStr for Skill {
    type Err = ParseSkill;

    fn from_str(text: &str) -> Result<Skill, ParseSkill> {
        match (text, text.split_once('~')) {
            ("random", _) => Ok(Skill::Random),
            ("strongest", _) => Ok(Skill::Strongest),
            ("greedy", _) => Ok(Skill::Greedy(0.0)),
            (_, Some(("greedy", error))) => Ok(Skill::Greedy(error_of(error)?)),
            (_, Some((nodes, error))) => Ok(Skill::Limited(number(nodes)?, error_of(error)?)),
            (level, None) => Level::new(number(level)?).map(Skill::Level).ok_or(ParseSkill),
        }
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, ParseSkill> {
    text.parse().map_err(|_| ParseSkill)
}

fn error_of(text: &str) -> Result<f32, ParseSkill> {
    let error = number::<f32>(text)?;
    (error.is_finite() && error >= 0.0)
        .then_some(error)
        .ok_or(ParseSkill)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use super::*;

    #[test]
    fn skills_are_read_as_they_are_written() {
        for text in ["random", "greedy", "strongest", "1", "13", "500~0.25", "20~0"] {
            assert_eq!(text.parse::<Skill>().unwrap().to_string(), text);
        }
        for text in [
            "", "0", "-1", "14", "x", "5@3", "Random", "5~", "~1", "5~-1", "5~inf", "5~NaN",
        ] {
            assert_eq!(text.parse::<Skill>(), Err(ParseSkill), "{text:?}");
        }
    }

    #[test]
    fn levels_look_at_more_and_more() {
        for &kind in GameKind::ALL {
            let count = Level::count(kind);
            assert!((5..=13).contains(&count), "{kind}");
            let handicap = |number| Level::new(number).unwrap().handicap(kind);
            let [first, second] = [1, 2].map(handicap);
            assert!(first.error > 0.0 && first.error > second.error, "{kind}");
            assert_eq!(handicap(count), Handicap::NONE);
            let nodes = (1..count).map(|number| match handicap(number).sight {
                Sight::OwnTurn => 0,
                Sight::Positions(nodes) => nodes,
                Sight::Farthest => panic!("{kind}, level {number} sees as far as the last one"),
            });
            assert!(nodes.is_sorted(), "{kind}");
        }
    }
}
