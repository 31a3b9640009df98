//! Endings of Bushka with kings alone, solved: two against one is drawn where nothing is to be captured, and so the bot says.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use thicket_rules::bushka::Bushka;
use thicket_rules::{Game, GameKind, Position};
use thicket_search::{Bot, Budget, Skill, Stop};

const SQUARES: usize = 50;

/// A position with kings on these squares, counted row by row from below, and a seat to move; none if the game is over there.
fn position(white: &[usize], black: &[usize], to_move: u16) -> Option<Bushka> {
    let square = |square: usize| match (white.contains(&square), black.contains(&square)) {
        (true, _) => "W",
        (_, true) => "B",
        _ => "1",
    };
    // The text may not have two numbers in a row.
    let row = |squares: std::ops::Range<usize>| {
        let mut row = String::new();
        let mut empty = 0;
        for text in squares.map(square).chain([""]) {
            if text == "1" {
                empty += 1;
                continue;
            }
            if empty > 0 {
                row += &std::mem::take(&mut empty).to_string();
            }
            row += text;
        }
        row
    };
    let rows: Vec<String> = (0..9)
        .rev()
        .map(|y: usize| row((11 * y).div_ceil(2)..(11 * (y + 1)).div_ceil(2)))
        .collect();
    let text = format!("{} {to_move} 12 {}", rows.join("/"), to_move - 1);
    text.parse()
        .ok()
        .filter(|position: &Bushka| position.to_move().is_some())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    /// Nobody can force a win, as far as is known.
    Draw,
    Win,
    Loss,
}

/// All positions with one white king and one or two black ones, or none left, and what follows each.
struct Endings {
    positions: Vec<Bushka>,
    /// The numbers of the positions after each step, or what a step that ends the game is worth to who plays it.
    next: Vec<Vec<Result<usize, Value>>>,
    values: Vec<Value>,
}

impl Endings {
    fn new() -> Endings {
        let mut positions = Vec::new();
        for white in 0..SQUARES {
            for first in (0..SQUARES).filter(|&first| first != white) {
                let seconds = (first + 1..SQUARES).filter(|&second| second != white);
                let black = seconds.map(|second| vec![first, second]).chain([vec![first]]);
                for black in black {
                    positions.extend([1, 2].iter().filter_map(|&seat| position(&[white], &black, seat)));
                }
            }
        }
        let numbers: HashMap<Bushka, usize> = positions
            .iter()
            .map(|position| position.repeatable().unwrap())
            .zip(0..)
            .collect();
        let after = |position: &Bushka, step: &<Bushka as Position>::Step| {
            let seat = position.to_move().unwrap();
            let mut after = *position;
            after.play_unchecked(step);
            let ranks = after.standing().ranks;
            match after.to_move() {
                Some(_) => Ok(numbers[&after.repeatable().unwrap()]),
                None if ranks[seat] < ranks[seat.other()] => Err(Value::Win),
                None => Err(Value::Loss),
            }
        };
        let next = |position: &Bushka| {
            position
                .legal_steps()
                .iter()
                .map(|step| after(position, step))
                .collect()
        };
        Endings {
            next: positions.iter().map(next).collect(),
            values: vec![Value::Draw; positions.len()],
            positions,
        }
    }

    /// Works back from the ends until nothing changes. How many turns the longest win takes.
    fn solve(&mut self) -> usize {
        for turns in 0.. {
            let values = self.values.clone();
            let mut changed = false;
            for (value, next) in self.values.iter_mut().zip(&self.next) {
                let mut after = next.iter().map(|next| match next {
                    Err(value) => *value,
                    Ok(number) => match values[*number] {
                        Value::Draw => Value::Draw,
                        Value::Win => Value::Loss,
                        Value::Loss => Value::Win,
                    },
                });
                let found = if after.clone().any(|value| value == Value::Win) {
                    Value::Win
                } else if after.all(|value| value == Value::Loss) {
                    Value::Loss
                } else {
                    Value::Draw
                };
                changed |= found != *value;
                *value = found;
            }
            if !changed {
                return turns;
            }
        }
        unreachable!("it ends when nothing changes")
    }
}

#[test]
fn two_kings_do_not_win_against_one_unless_they_capture_it_soon() {
    let mut endings = Endings::new();
    assert!(endings.solve() <= 3, "a win that search has to look for");
    let solved = endings.positions.iter().zip(&endings.values);
    let quiet: Vec<_> = solved.filter(|(position, _)| !position.must_capture()).collect();
    let drawn = quiet.iter().filter(|(_, value)| **value == Value::Draw).count();
    assert!(
        quiet.len() > 80_000 && 100 * drawn > 95 * quiet.len(),
        "{drawn} of {}",
        quiet.len()
    );
    // The bot knows it.
    let drawn = quiet.iter().filter(|(_, value)| **value == Value::Draw);
    for (position, _) in drawn.step_by(5000) {
        let game = Game::at(**position);
        let mut bot = Bot::new(GameKind::Bushka, 2, Skill::Strongest, 1);
        let thought = bot.think(&game, &Budget::nodes(2000), &Stop::default()).unwrap();
        assert_eq!(thought.chances.as_slice(), [0.5, 0.5], "{position}");
    }
}
