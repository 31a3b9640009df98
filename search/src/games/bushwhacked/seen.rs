//! What the network sees of a table for two.

use thicket_rules::bushwhacked::{Board, Bushwhacked, Seventeen};
use thicket_rules::{Geometry, Position};

use super::threats::threats;
use crate::net::Seen;

/// Where squares lie: beside a base, at a corner of one, two squares from it on a line, three or four away, farther, at the edge of
/// the board, and in its corners.
const PLACES: usize = 8;
/// Sets of stones of a seat.
const SETS: usize = 5;
/// How a seat can hold the sides of a base: so many of them, with or without a capture stone, and with or without a stone that one
/// more stone captures.
const HELD: usize = 5 * 2 * 2;
/// Stones in a hand, and saved passes, are fewer than these.
const HANDS: usize = 31;
const SAVED: usize = 3;

/// Where the inputs for bases, hands and saved passes begin.
const BASES: usize = 2 * SETS * PLACES;
const HAND: usize = BASES + HELD * HELD;
const PASSES: usize = HAND + 2 * HANDS;

/// The files and ranks of the board, and the middle one, which is that of three bases.
const SIDE: usize = 17;
const MIDDLE: usize = 8;
/// How far the others are from the base in the middle.
const APART: usize = 5;
/// From the number of a square to that of the next rank.
const STRIDE: usize = SIDE + 1;

/// The place of each square, by its number.
const PLACE: [u8; SIDE * STRIDE] = {
    let mut places = [0; SIDE * STRIDE];
    let mut number = 0;
    while number < places.len() {
        places[number] = place(
            (number % STRIDE).abs_diff(MIDDLE),
            (number / STRIDE).abs_diff(MIDDLE),
        );
        number += 1;
    }
    places
};

/// The place of a square that is so far from the middle along a rank and a file.
const fn place(along: usize, up: usize) -> u8 {
    let (far, near) = if along > up { (along, up) } else { (up, along) };
    let (to_middle, to_other) = (far + near, far.abs_diff(APART) + near);
    let distance = if to_middle < to_other { to_middle } else { to_other };
    let is_straight = near == 0 || far == APART;
    match distance {
        1 => 0,
        2 if !is_straight => 1,
        2 => 2,
        _ if near == MIDDLE => 7,
        _ if far == MIDDLE => 6,
        3 => 3,
        4 => 4,
        _ => 5,
    }
}

impl Seen for Bushwhacked {
    const INPUTS: usize = PASSES + 2 * SAVED;
    const END: f32 = 0.7;
    const DECAY: f32 = 1.0;

    fn see(&self, mut on_input: impl FnMut(usize)) {
        let Some(seat) = self.to_move() else { return };
        let seats = [seat, seat.other()];
        let empty = self.empty_squares();
        let play = seats.map(|seat| self.play_stones(seat));
        let captures = seats.map(|seat| self.capture_stones(seat));
        let threatened = [0, 1].map(|own: usize| threats(play[1 - own], play[own], empty).victims);
        for own in [0, 1] {
            let (stones, others) = (play[own], play[1 - own]);
            let open = three_sides(others | empty);
            let touched = stones & open & others.neighbours();
            let sets = [stones, captures[own], threatened[own], touched, stones & !open];
            for (set, first) in sets.into_iter().zip((own * SETS * PLACES..).step_by(PLACES)) {
                set.numbers()
                    .for_each(|number| on_input(first + usize::from(PLACE[number as usize])));
            }
        }
        for sides in self.base_sides() {
            let count = |set: Board| sides.iter().filter(|&&side| set.has(side)).count();
            let held = |own: usize| {
                let captures = count(captures[own]);
                let stones = count(play[own]) + captures;
                stones * 4 + usize::from(captures > 0) * 2 + usize::from(count(threatened[own]) > 0)
            };
            on_input(BASES + held(0) * HELD + held(1));
        }
        for (own, seat) in seats.into_iter().enumerate() {
            on_input(HAND + own * HANDS + usize::from(self.hand(seat)));
            on_input(PASSES + own * SAVED + usize::from(self.saved(seat)));
        }
    }
}

/// The squares with at least three sides in a set.
fn three_sides(set: Board) -> Board {
    let [a, b, c, d] = std::array::from_fn(|side| set.to(Seventeen::DIRECTIONS[side]));
    a & b & (c | d) | c & d & (a | b)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const BOARD: &str = "10r6/17/8r8/7r*w7/7Wr1w6/7r1w6r/10w6/3rw3ww1rRr3/1w1*wr1w*3r*r2/2wWr8r1w1/1w5r9/2w1wr1w1w7/3ww1www4w3/\
                         7r*r3r3/6rrw3r1w2/r6w1w3r3/4wrr1w3r1r2";

    fn seen(position: &str) -> Vec<usize> {
        let mut inputs = Vec::new();
        position
            .parse::<Bushwhacked>()
            .unwrap()
            .see(|input| inputs.push(input));
        assert!(inputs.iter().all(|&input| input < Bushwhacked::INPUTS));
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn a_mirrored_board_is_seen_alike() {
        let mirrored: Vec<&str> = BOARD.split('/').rev().collect();
        assert_eq!(
            seen(&format!("{BOARD} 1 12 0,2 1,2 - 72")),
            seen(&format!("{} 1 12 0,2 1,2 - 72", mirrored.join("/")))
        );
    }

    #[test]
    fn whoever_moves_sees_own_stones_and_those_of_the_other_seat() {
        let exchanged: String = BOARD
            .chars()
            .map(|letter| match letter {
                'w' => 'r',
                'r' => 'w',
                'W' => 'R',
                'R' => 'W',
                other => other,
            })
            .collect();
        let white = seen(&format!("{BOARD} 1 12 0,2 1,2 - 72"));
        assert_eq!(white, seen(&format!("{exchanged} 2 12 2,0 2,1 - 73")));
        assert_ne!(white, seen(&format!("{BOARD} 2 12 0,2 1,2 - 73")));
    }

    #[test]
    fn squares_are_told_apart_by_how_they_lie_to_bases() {
        let places = |squares: &[(usize, usize)]| -> Vec<u8> {
            squares
                .iter()
                .map(|&(file, rank)| PLACE[rank * STRIDE + file])
                .collect()
        };
        assert_eq!(places(&[(8, 7), (9, 8), (3, 9), (2, 8), (8, 14)]), [0; 5]);
        assert_eq!(
            places(&[(9, 9), (8, 10), (8, 11), (10, 10), (11, 10), (8, 0), (16, 16)]),
            [1, 2, 2, 4, 4, 6, 7]
        );
    }
}
