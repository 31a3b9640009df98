//! The games that are played: whole games of Bushwhacked for four seats, one a line, turns separated by spaces.

use std::sync::OnceLock;

use crate::wire;

/// Games of ordinary length, 100 to 160 turns, from the first turn to the last.
const WHOLE: &str = include_str!("../games/whole.txt");
/// Games of [`LONG`] turns that are still going on.
const UNFINISHED: &str = include_str!("../games/long.txt");

/// The turns of each long game. The next turn would end it: a game of Bushwhacked has at most 500.
pub const LONG: usize = 499;

/// A game with the frame of every turn.
#[derive(Debug)]
pub struct Fixture {
    /// The frame that plays each turn. Seat `turn % 4` sends it: nobody drops in these games.
    pub frames: Vec<Vec<u8>>,
}

/// Which games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Games {
    /// Games of ordinary length.
    Whole,
    /// Games of [`LONG`] turns.
    Long,
}

impl Games {
    /// The games as text, one a line.
    pub fn text(self) -> &'static str {
        match self {
            Games::Whole => WHOLE,
            Games::Long => UNFINISHED,
        }
    }

    /// The games, ready to be sent.
    pub fn all(self) -> &'static [Fixture] {
        static WHOLE_GAMES: OnceLock<Vec<Fixture>> = OnceLock::new();
        static LONG_GAMES: OnceLock<Vec<Fixture>> = OnceLock::new();
        let cell = match self {
            Games::Whole => &WHOLE_GAMES,
            Games::Long => &LONG_GAMES,
        };
        cell.get_or_init(|| self.text().lines().map(Fixture::of_line).collect())
    }
}

impl Fixture {
    fn of_line(line: &str) -> Fixture {
        let turns = line.split_whitespace().enumerate();
        Fixture {
            frames: turns.map(|(turn, text)| wire::play(turn, text)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use thicket_rules::{GameKind, replay};

    use super::*;

    #[test]
    fn the_rules_allow_every_turn_of_every_game() {
        for (games, over) in [(Games::Whole, true), (Games::Long, false)] {
            for line in games.text().lines() {
                let mut game = GameKind::Bushwhacked.start(4, "").unwrap();
                replay(game.as_mut(), line, |_, _| ()).unwrap();
                assert_eq!(game.status().outcome().is_some(), over, "{line}");
                assert_eq!(game.ply_count(), line.split_whitespace().count());
                assert_eq!(game.in_play().count(), 4, "seats take their turns in order");
            }
        }
    }

    #[test]
    fn long_games_are_as_long_as_they_say() {
        assert!(Games::Long.all().iter().all(|game| game.frames.len() == LONG));
        assert!(
            Games::Whole
                .all()
                .iter()
                .all(|game| (100..=160).contains(&game.frames.len()))
        );
        assert!(Games::Whole.all().len() >= 16 && Games::Long.all().len() >= 16);
    }
}
