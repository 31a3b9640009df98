//! A second, naive implementation of Bushwhacked's captures, square by square on the text of a position: slow, and easy
//! to compare with the rules.

use std::collections::BTreeMap;

/// Rank and file from 0, so that squares are ordered a1, b1, … a2, b2, …
pub type At = (i32, i32);

/// The letters that stand on a board.
pub type Letters = BTreeMap<At, char>;

const PLAY: [char; 4] = ['w', 'r', 'b', 'y'];
const CAPTURE: [char; 4] = ['W', 'R', 'B', 'Y'];
const SIDES: [At; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    Surrounded,
    Pierced,
    /// Surrounded with the help of a stone gained in the same turn.
    Chained,
}

pub fn at(name: &str) -> At {
    let rank: i32 = name[1..].parse().expect("a rank");
    (rank - 1, i32::from(name.as_bytes()[0] - b'a'))
}

pub fn letters(position: &str) -> Letters {
    let board = position.split(' ').next().expect("a board");
    let mut letters = Letters::new();
    for (rank, row) in (0..17).rev().zip(board.split('/')) {
        let (mut file, mut run) = (0, 0);
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(digit) => run = run * 10 + digit as i32,
                None => {
                    file += run;
                    letters.insert((rank, file), letter);
                    (file, run) = (file + 1, 0);
                }
            }
        }
    }
    letters
}

/// The seat to move, from 0.
pub fn to_move(position: &str) -> usize {
    position
        .split(' ')
        .nth(1)
        .and_then(|seat| seat.parse::<usize>().ok())
        .expect("a seat to move")
        - 1
}

/// The board after a step that may end a turn, and what it captured if it did, in order. `ended` says whether it did.
pub fn step(before: &str, step: &str, ended: bool) -> (Letters, Vec<(At, How)>) {
    let (mut board, mover) = (letters(before), to_move(before));
    let mut gained = Vec::new();
    match step.as_bytes()[0] {
        b'-' => {
            board.remove(&at(&step[1..]));
            if ended {
                let now = before.split(' ').nth(5).expect("a turn under way");
                gained.push(at(&now[1..now.find(':').expect("a trade in")]));
                board.insert(gained[0], CAPTURE[mover]);
            }
        }
        _ if ["pass", "end"].contains(&step) || step.starts_with('x') => (),
        _ => drop(board.insert(at(step), PLAY[mover])),
    }
    let captures = if ended {
        capture_all(&mut board, mover, gained)
    } else {
        Vec::new()
    };
    (board, captures)
}

fn capture_all(board: &mut Letters, mover: usize, mut gained: Vec<At>) -> Vec<(At, How)> {
    let mut all = Vec::new();
    loop {
        let first = all.is_empty();
        let prey = board
            .iter()
            .filter(|(_, letter)| PLAY.contains(letter) && **letter != PLAY[mover]);
        let wave: Vec<(At, How)> = prey
            .filter_map(|(&square, _)| Some((square, how(board, mover, &gained, square, first)?)))
            .collect();
        if wave.is_empty() {
            return all;
        }
        for (square, how) in wave {
            if board.values().filter(|&&letter| letter == CAPTURE[mover]).count() == 20 {
                return all;
            }
            board.insert(square, CAPTURE[mover]);
            gained.push(square);
            all.push((square, how));
        }
    }
}

fn how(board: &Letters, mover: usize, gained: &[At], target: At, first: bool) -> Option<How> {
    let own = |square: At| board.get(&square) == Some(&PLAY[mover]);
    let beside = |(rank, file): At| (target.0 + rank, target.1 + file);
    let sides = SIDES.iter().filter(|&&side| own(beside(side))).count();
    let links = SIDES
        .iter()
        .filter(|&&side| gained.contains(&beside(side)))
        .count();
    if sides >= 3 {
        Some(How::Surrounded)
    } else if first && SIDES.iter().any(|&side| pierces(board, &own, target, side)) {
        Some(How::Pierced)
    } else {
        (sides + links >= 3).then_some(How::Chained)
    }
}

/// Whether a triangle whose head lies in this direction from the target pierces it.
fn pierces(board: &Letters, own: &impl Fn(At) -> bool, (rank, file): At, (up, right): At) -> bool {
    let head = (rank + up, file + right);
    let inside = (rank + 2 * up, file + 2 * right);
    let feet = [
        (inside.0 + right, inside.1 + up),
        (inside.0 - right, inside.1 - up),
    ];
    let on_board = (0..17).contains(&inside.0) && (0..17).contains(&inside.1);
    on_board && !board.contains_key(&inside) && own(head) && feet.into_iter().all(own)
}
