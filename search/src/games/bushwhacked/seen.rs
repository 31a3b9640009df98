//! What the networks see: one judges a table for two, the other a table for more.

use thicket_rules::bushwhacked::{Board, Bushwhacked, Seventeen};
use thicket_rules::{BySeat, Geometry, Position, Seat, Seats, Square};

use super::threats::threats;
use crate::net::{Seen, Sink};

/// Where squares lie: beside a base, at a corner of one, two squares from it on a line, three or four away, farther, at the edge of
/// the board, and in its corners.
pub(super) const PLACES: usize = 8;
/// Sets of stones.
const SETS: usize = 5;
/// How a seat can hold the sides of a base: so many of them, with or without a capture stone, and with or without a stone that one
/// more stone captures.
const HELD: usize = 5 * 2 * 2;
/// Stones in a hand, and saved passes, are fewer than these.
const HANDS: usize = 31;
const SAVED: usize = 3;
/// By how many bases a seat is ahead of another or behind, up to four.
const LEADS: usize = 9;
/// How many turns come before a seat's own, by how many seats are in play.
const TURNS: usize = 3 * MOST;
/// The most seats at a table.
const MOST: usize = 4;
/// The most bases at a table.
const MOST_BASES: usize = Bushwhacked::base_sides_for(MOST as u8).len();

/// Where the inputs for bases, hands and saved passes begin.
const BASES: usize = 2 * SETS * PLACES;
const HAND: usize = BASES + HELD * HELD;
const PASSES: usize = HAND + 2 * HANDS;
/// A table for two has none of those that follow: bases where a third seat has stones, too, the lead, and whose turn it is.
const CROWDED: usize = PASSES + 2 * SAVED;
const LEAD: usize = CROWDED + HELD * HELD;
const TURN: usize = LEAD + LEADS;

const SIDE: usize = 17;
/// From the number of a square to that of the next rank.
const STRIDE: usize = SIDE + 1;

/// The place of each square, by its number, at tables for two, three and four.
static PLACE: [[u8; SIDE * STRIDE]; 3] = [places(2), places(3), places(4)];

/// The place of a square at a table for so many.
#[inline]
pub(super) fn place_of(seats: u8, square: Square) -> usize {
    usize::from(PLACE[usize::from(seats) - 2][Seventeen::bit(square) as usize])
}

const fn places(seats: u8) -> [u8; SIDE * STRIDE] {
    let mut places = [0; SIDE * STRIDE];
    let mut number = 0;
    while number < places.len() {
        places[number] = place(number % STRIDE, number / STRIDE, seats);
        number += 1;
    }
    places
}

/// The place of a square of this file and rank.
const fn place(file: usize, rank: usize, seats: u8) -> u8 {
    let sides = Bushwhacked::base_sides_for(seats);
    let (mut nearest, mut is_straight, mut base) = (usize::MAX, false, 0);
    while base < sides.len() {
        let [above, _, left, _] = sides[base];
        let (along, up) = (
            file.abs_diff(above.file() as usize),
            rank.abs_diff(left.rank() as usize),
        );
        if along + up < nearest {
            nearest = along + up;
            is_straight = along == 0 || up == 0;
        }
        base += 1;
    }
    let edges = (file == 0 || file == SIDE - 1) as u8 + (rank == 0 || rank == SIDE - 1) as u8;
    match (nearest, edges) {
        (1, _) => 0,
        (2, _) if !is_straight => 1,
        (2, _) => 2,
        (_, 1..) => 5 + edges,
        (3 | 4, _) => nearest as u8,
        _ => 5,
    }
}

impl Seen for Bushwhacked {
    const INPUTS: usize = CROWDED;
    const INPUTS_FOR_MORE: usize = TURN + TURNS;
    const END: f32 = 0.7;
    const DECAY: f32 = 1.0;

    fn see(&self, sink: &mut impl Sink) {
        let Some(to_move) = self.to_move() else { return };
        let sight = Sight::of(self);
        if sight.seats == 2 {
            sink.seat(to_move);
            sight.see(to_move, sink);
            return;
        }
        for seat in self.in_play().iter() {
            sink.seat(seat);
            sight.see(seat, sink);
            sight.see_among_more(seat, to_move, sink);
        }
    }
}

/// A position, and what no seat sees alone.
struct Sight<'a> {
    position: &'a Bushwhacked,
    seats: u8,
    empty: Board,
    play: Board,
    captures: Board,
    /// What one more stone of each seat captures.
    victims: [Board; MOST],
    /// How each seat holds the sides of each base.
    held: [[Held; MOST]; MOST_BASES],
    hands: BySeat<u16>,
    /// How many bases each seat controls.
    controlled: BySeat<u16>,
}

/// How a seat holds the sides of a base.
#[derive(Clone, Copy, Default)]
struct Held {
    stones: u8,
    captures: u8,
    /// Whether one more stone of each seat captures a stone there: a bit for each.
    threatened: u8,
}

impl Held {
    /// A number below [`HELD`]. Of the stones that could be captured, those count that one of these seats could capture: a bit for
    /// each.
    fn number(self, by: u8) -> usize {
        usize::from(self.stones) * 4
            + usize::from(self.captures > 0) * 2
            + usize::from(self.threatened & by != 0)
    }
}

impl<'a> Sight<'a> {
    fn of(position: &'a Bushwhacked) -> Sight<'a> {
        let seats = position.setup().seats();
        let join = |stones_of: fn(&Bushwhacked, Seat) -> Board| {
            let all = Seats::first(seats);
            all.iter()
                .fold(Board::EMPTY, |all, seat| all | stones_of(position, seat))
        };
        let empty = position.empty_squares();
        let play = join(Bushwhacked::play_stones);
        let mut victims = [Board::EMPTY; MOST];
        for seat in Seats::first(seats).iter() {
            let own = position.play_stones(seat);
            victims[seat.index()] = threats(own, play & !own, empty).victims;
        }
        let held = held_bases(position, &victims);
        let controlled = |seat: Seat| held.iter().filter(|base| base[seat.index()].stones == 4).count();
        Sight {
            position,
            seats,
            empty,
            play,
            captures: join(Bushwhacked::capture_stones),
            victims,
            controlled: BySeat::from_fn(seats, |seat| controlled(seat) as u16),
            hands: BySeat::from_fn(seats, |seat| position.hand(seat)),
            held,
        }
    }

    fn others(&self, seat: Seat) -> Seats {
        let mut others = Seats::first(self.seats);
        others.remove(seat);
        others
    }

    /// What a seat sees, whose stones are its own, and those of all others are alike.
    #[inline]
    fn see(&self, seat: Seat, sink: &mut impl Sink) {
        let others = self.others(seat);
        let (play, captures) = (
            self.position.play_stones(seat),
            self.position.capture_stones(seat),
        );
        let play = [play, self.play & !play];
        let captures = [captures, self.captures & !captures];
        let endangered = others
            .iter()
            .fold(Board::EMPTY, |all, other| all | self.victims[other.index()]);
        let threatened = [endangered & play[0], self.victims[seat.index()]];
        let place = &PLACE[usize::from(self.seats) - 2];
        for own in [0, 1] {
            let (stones, others) = (play[own], play[1 - own]);
            let open = three_sides(others | self.empty);
            let touched = stones & open & others.neighbours();
            let sets = [stones, captures[own], threatened[own], touched, stones & !open];
            for (set, first) in sets.into_iter().zip((own * SETS * PLACES..).step_by(PLACES)) {
                set.numbers().for_each(|number| {
                    // Nothing that could panic: the compiler keeps what is added up in registers then.
                    if let Some(&place) = place.get(number as usize) {
                        sink.input(first + usize::from(place));
                    }
                });
            }
        }
        let bases = self.position.base_sides().len();
        for base in self.held.iter().take(bases) {
            let own = base[seat.index()].number(u8::MAX);
            let (mut strongest, mut there) = (0, 0);
            for other in others.iter() {
                let held = base[other.index()].number(1 << seat.index());
                strongest = strongest.max(held);
                there += u8::from(held > 0);
            }
            let first = if there > 1 { CROWDED } else { BASES };
            sink.input(first + own * HELD + strongest);
        }
        let hand = |seat| self.hands[seat];
        let saved = |seat| self.position.saved(seat);
        let least = others.iter().map(hand).min().unwrap_or(0);
        let most = others.iter().map(saved).max().unwrap_or(0);
        for (own, (hand, saved)) in [(hand(seat), saved(seat)), (least, most)].into_iter().enumerate() {
            sink.input(HAND + own * HANDS + usize::from(hand));
            sink.input(PASSES + own * SAVED + usize::from(saved));
        }
    }

    /// What a seat sees besides at a table for more than two.
    fn see_among_more(&self, seat: Seat, to_move: Seat, sink: &mut impl Sink) {
        let in_play = self.position.in_play();
        let best = in_play
            .iter()
            .filter(|&other| other != seat)
            .map(|other| self.controlled[other])
            .max()
            .unwrap_or(0);
        let lead = (4 + self.controlled[seat]).saturating_sub(best);
        sink.input(LEAD + usize::from(lead).min(LEADS - 1));
        let (mut next, mut turns) = (Some(to_move), 0);
        while let Some(other) = next.filter(|&other| other != seat && turns < MOST - 1) {
            next = in_play.after(other);
            turns += 1;
        }
        sink.input(TURN + usize::from(in_play.count().clamp(2, 4) - 2) * MOST + turns);
    }
}

/// How each seat holds the sides of each base.
fn held_bases(position: &Bushwhacked, victims: &[Board; MOST]) -> [[Held; MOST]; MOST_BASES] {
    let mut held = [[Held::default(); MOST]; MOST_BASES];
    let empty = position.empty_squares();
    for (base, sides) in held.iter_mut().zip(position.base_sides()) {
        for &side in sides.iter().filter(|&&side| !empty.has(side)) {
            for seat in Seats::first(position.setup().seats()).iter() {
                let held = &mut base[seat.index()];
                if position.play_stones(seat).has(side) {
                    held.stones += 1;
                    for (by, victims) in victims.iter().enumerate() {
                        held.threatened |= u8::from(victims.has(side)) << by;
                    }
                    break;
                }
                if position.capture_stones(seat).has(side) {
                    held.stones += 1;
                    held.captures += 1;
                    break;
                }
            }
        }
    }
    held
}

/// The squares with at least three sides in a set.
pub(super) fn three_sides(set: Board) -> Board {
    let [a, b, c, d] = std::array::from_fn(|side| set.to(Seventeen::DIRECTIONS[side]));
    a & b & (c | d) | c & d & (a | b)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use super::*;
    use crate::net::training::Views;

    const BOARD: &str = "10r6/17/8r8/7r*w7/7Wr1w6/7r1w6r/10w6/3rw3ww1rRr3/1w1*wr1w*3r*r2/2wWr8r1w1/1w5r9/2w1wr1w1w7/3ww1www4w3/\
                         7r*r3r3/6rrw3r1w2/r6w1w3r3/4wrr1w3r1r2";

    /// What each seat sees that is judged, from the first.
    fn views(position: &str) -> Vec<Vec<u16>> {
        let position: Bushwhacked = position.parse().unwrap();
        let inputs = match position.setup().seats() {
            2 => Bushwhacked::INPUTS,
            _ => Bushwhacked::INPUTS_FOR_MORE,
        };
        let sorted = |(_, mut view): (Seat, Vec<u16>)| {
            assert!(view.iter().all(|&input| usize::from(input) < inputs));
            view.sort_unstable();
            view
        };
        Views::of(&position).0.into_iter().map(sorted).collect()
    }

    /// What the seat to move sees at a table for two.
    fn seen(position: &str) -> Vec<u16> {
        let [view] = &views(position)[..] else {
            panic!("{position}")
        };
        view.clone()
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
        let places = |seats: usize, squares: &[(usize, usize)]| -> Vec<u8> {
            squares
                .iter()
                .map(|&(file, rank)| PLACE[seats - 2][rank * STRIDE + file])
                .collect()
        };
        // Beside bases in two corners at a table for three, and in all four at one for four.
        let corners = [(3, 4), (13, 12), (4, 13), (12, 3)];
        assert_eq!(places(2, &corners), [4, 4, 4, 4]);
        assert_eq!(places(3, &corners), [0, 0, 4, 4]);
        assert_eq!(places(4, &corners), [0; 4]);
        assert_eq!(places(2, &[(8, 7), (9, 8), (3, 9), (2, 8), (8, 14)]), [0; 5]);
        assert_eq!(
            places(
                2,
                &[(9, 9), (8, 10), (8, 11), (10, 10), (11, 10), (8, 0), (16, 16)]
            ),
            [1, 2, 2, 4, 4, 6, 7]
        );
    }

    const FOUR: &str = "17/6r10/7r1rWr5/b1y*W1rR*rw2*3/3WwW1rRw1w5/3w1wW1r1w6/2w1w2r9/2Ww13/1bw*b3*4*3/2bB13/1b1w13/2bB1y11/bYBYy12/\
                        1yb*Y3*4*3/y1yyb12/3b13/2w14";

    #[test]
    fn at_a_table_for_four_each_seat_sees_those_of_all_others_as_one() {
        let before = views(&format!("{FOUR} 3 1234 0,0,0,1 17,21,20,23 - 58"));
        assert_eq!(before.len(), 4);
        // The board, with each seat's stones given to the seat before it.
        let shifted: String = FOUR
            .chars()
            .map(|letter| match "wrby".find(letter.to_ascii_lowercase()) {
                Some(seat) if letter.is_ascii_lowercase() => char::from(b"ywrb"[seat]),
                Some(seat) => char::from(b"YWRB"[seat]),
                None => letter,
            })
            .collect();
        let mut after = views(&format!("{shifted} 2 1234 0,0,1,0 21,20,23,17 - 57"));
        after.rotate_right(1);
        assert_eq!(before, after);
    }

    #[test]
    fn who_dropped_is_not_judged() {
        assert_eq!(views(&format!("{FOUR} 3 134 0,0,0,1 17,21,20,23 - 58")).len(), 3);
    }
}
