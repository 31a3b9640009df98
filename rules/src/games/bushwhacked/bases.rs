//! Where the bases are, and their sides.

use super::board::{Board, squares};
use crate::grid::square::Square;

// Files and ranks, both counted from 0. None is at the edge of the board.
const FIVE: [(u8, u8); 5] = [(8, 3), (3, 8), (8, 8), (13, 8), (8, 13)];
const SEVEN: [(u8, u8); 7] = [(3, 3), (8, 3), (3, 8), (8, 8), (13, 8), (8, 13), (13, 13)];
const NINE: [(u8, u8); 9] = [
    (3, 3),
    (8, 3),
    (13, 3),
    (3, 8),
    (8, 8),
    (13, 8),
    (3, 13),
    (8, 13),
    (13, 13),
];

/// The squares of the bases at a table for so many seats.
pub(super) fn squares_of(seats: u8) -> Board {
    match seats {
        2 => const { squares(&FIVE) },
        3 => const { squares(&SEVEN) },
        _ => const { squares(&NINE) },
    }
}

/// The four sides of each base at a table for so many seats.
pub(super) const fn sides_of(seats: u8) -> &'static [[Square; 4]] {
    match seats {
        2 => const { &all_sides(FIVE) },
        3 => const { &all_sides(SEVEN) },
        _ => const { &all_sides(NINE) },
    }
}

const fn all_sides<const N: usize>(bases: [(u8, u8); N]) -> [[Square; 4]; N] {
    let (mut all, mut next) = ([sides(bases[0]); N], 1);
    while next < N {
        all[next] = sides(bases[next]);
        next += 1;
    }
    all
}

const fn sides((file, rank): (u8, u8)) -> [Square; 4] {
    [
        square(file, rank + 1),
        square(file, rank - 1),
        square(file - 1, rank),
        square(file + 1, rank),
    ]
}

const fn square(file: u8, rank: u8) -> Square {
    Square::new(file, rank).expect("a square of the board")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_of_a_base_are_its_neighbours() {
        for seats in 2..=4 {
            let sides = sides_of(seats).iter().map(|sides| {
                let sides = sides.iter().map(|&side| Board::one(side));
                sides.fold(Board::EMPTY, |all, side| all | side)
            });
            let bases = squares_of(seats).singles();
            let neighbours: Vec<Board> = bases.map(Board::neighbours).collect();
            assert_eq!(sides.collect::<Vec<_>>(), neighbours, "{seats} seats");
        }
    }
}
