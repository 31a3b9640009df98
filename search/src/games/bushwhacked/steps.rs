//! Which steps are likely the best at a table for more than two.

use thicket_rules::bushwhacked::{Board, Bushwhacked, Seventeen, Step};
use thicket_rules::{Geometry as _, Position as _, Seat};

use super::seen::{PLACES, place_of, three_sides};
use super::{Table, Weights, count};
use crate::weights::weights;

weights! {
    /// What a square is worth by how it lies to the nearest base and the edge, and how much more beside a base at the end.
    beside_base: -1.46,
    corner_of_base: -4.14,
    two_away: -3.17,
    three_away: -2.47,
    four_away: -3.26,
    far_away: -3.5,
    edge: -4.17,
    corner_of_board: -3.74,
    beside_base_late: 1.79,
    /// A side of a base where nobody else stands, by how many own stones are there; with saved passes for all sides but this one; and
    /// within a turn.
    build_first: 1.75,
    build_second: 0.99,
    build_third: 1.41,
    build_fourth: 6.29,
    build_second_with_passes: 2.01,
    build_third_with_pass: 3.36,
    build_on: 0.23,
    /// A side of a base where one other seat stands alone, by how many of its stones are there, and besides for two of them if it moves
    /// next, and if it has saved a pass.
    block_second: -0.51,
    block_third: 0.28,
    block_third_of_next: 1.36,
    block_third_with_pass: 1.37,
    block_fourth: 3.81,
    /// A side of a base where own stones and others are.
    contest: 0.36,
    /// Where a stone captures; besides if what it captures is beside a base, or beside an own stone that could be captured; and within a
    /// turn.
    capture: 3.72,
    capture_side: 3.12,
    capture_attacker: 2.57,
    capture_on: 2.22,
    /// Where another seat would capture own stones, and besides those beside a base.
    save: 5.3,
    save_side: 4.52,
    /// Beside stones that one more stone would not capture, but two: one own stone is there already.
    threaten: 0.44,
    /// Beside stones of others, those that cannot be captured any more, and those beside a base.
    touch: 0.69,
    touch_closed: -0.68,
    touch_side: 2.08,
    touch_diagonally: -0.52,
    /// Beside own stones, at their corners, two squares from them on a line, two steps from them, and that beside stones of others.
    join: -0.68,
    join_diagonally: 1.51,
    leap: -0.37,
    near: 1.94,
    near_touch: 1.8,
    /// Saving a pass, the first and the second; besides if a stone can be captured, and for each pass that another seat has saved at most.
    first_pass: 6.42,
    second_pass: 5.49,
    pass_instead_of_capture: -0.6,
    pass_like_others: 0.31,
    end: -0.58,
    /// Trading in, and besides for each own stone beside the bases that the stone is beside.
    trade: -0.47,
    trade_side: 2.34,
}

/// Appends a weight for each step of a seat.
pub(super) fn weigh(table: &Table, seat: Seat, steps: &[Step], known: &Known, weights: &mut Vec<f32>) {
    let places = match steps.first() {
        Some(Step::Place(_)) => Places::of(table, seat, known),
        _ => Places::NONE,
    };
    weights.extend(steps.iter().map(|step| match *step {
        Step::Place(square) => places.weights.of(square) + places.lying[place_of(table.seats, square)],
        Step::Pass => places.pass,
        Step::End => known.end,
        Step::Trade(square) => known.trade + known.trade_side * table.worth_to(seat, square),
        Step::Remove(square) => -2.0 * table.worth_to(seat, square),
    }));
}

/// The weights of placing a stone, and of passing instead.
struct Places {
    weights: Weights,
    /// By how a square lies, in the order of what the networks see.
    lying: [f32; PLACES],
    pass: f32,
}

impl Places {
    const NONE: Places = Places {
        weights: Weights::NONE,
        lying: [0.0; PLACES],
        pass: 0.0,
    };

    fn of(table: &Table, seat: Seat, known: &Known) -> Places {
        let mut weights = Weights::NONE;
        weigh_sides(table, seat, known, &mut weights);
        let can_capture = weigh_captures(table, seat, known, &mut weights);
        weigh_neighbours(table, seat, known, &mut weights);
        Places {
            weights,
            lying: [
                known.beside_base + known.beside_base_late * table.late,
                known.corner_of_base,
                known.two_away,
                known.three_away,
                known.four_away,
                known.far_away,
                known.edge,
                known.corner_of_board,
            ],
            pass: weigh_pass(table.position, seat, can_capture, known),
        }
    }
}

fn weigh_pass(position: &Bushwhacked, seat: Seat, can_capture: bool, known: &Known) -> f32 {
    let saved = |seat| position.saved(seat);
    let of_others = others(position, seat).map(saved).max().unwrap_or(0);
    let pass = match saved(seat) {
        0 => known.first_pass,
        _ => known.second_pass,
    };
    let instead = if can_capture {
        known.pass_instead_of_capture
    } else {
        0.0
    };
    pass + instead + known.pass_like_others * f32::from(of_others)
}

/// Those besides a seat that are still in play.
fn others(position: &Bushwhacked, seat: Seat) -> impl Iterator<Item = Seat> {
    position.in_play().iter().filter(move |&other| other != seat)
}

fn weigh_sides(table: &Table, seat: Seat, known: &Known, weights: &mut Weights) {
    let position = table.position;
    let next = position.in_play().after(seat);
    let on = if position.mid_turn() { known.build_on } else { 0.0 };
    let if_saved = |seat, passes, more| if position.saved(seat) >= passes { more } else { 0.0 };
    for sides in position.base_sides() {
        let of = |seat: Seat| count(sides, table.stones(seat));
        let (own, taken) = (of(seat), count(sides, table.taken));
        if taken == 4 {
            continue;
        }
        // Of a seat that has left nothing has to be feared.
        let holder = others(position, seat).find(|&other| of(other) == taken);
        let weight = match (own, taken - own, holder) {
            (0, 0, _) => known.build_first + on,
            (1, 0, _) => known.build_second + on + if_saved(seat, 2, known.build_second_with_passes),
            (2, 0, _) => known.build_third + on + if_saved(seat, 1, known.build_third_with_pass),
            (_, 0, _) => known.build_fourth + on,
            (0, 1, Some(_)) => known.block_second,
            (0, 2, Some(holder)) => {
                let of_next = if Some(holder) == next {
                    known.block_third_of_next
                } else {
                    0.0
                };
                known.block_third + of_next + if_saved(holder, 1, known.block_third_with_pass)
            }
            (0, _, Some(_)) => known.block_fourth,
            (0, _, None) => 0.0,
            _ => known.contest,
        };
        for &side in sides.iter().filter(|&&side| table.empty.has(side)) {
            weights.0[Weights::index(side)] += weight;
        }
    }
}

/// Where stones are captured, and saved from that. Whether the seat can capture any.
fn weigh_captures(table: &Table, seat: Seat, known: &Known, weights: &mut Weights) -> bool {
    let position = table.position;
    let (own, targets) = (position.play_stones(seat), table.targets(seat));
    let sides = position.bases().neighbours();
    let (mut endangered, mut saving, mut saving_sides) = (Board::EMPTY, Board::EMPTY, Board::EMPTY);
    for other in others(position, seat) {
        let threats_to = |own| table.threats(other, own);
        let danger = threats_to(own);
        endangered |= danger.victims;
        saving |= danger.squares;
        saving_sides |= threats_to(danger.victims & sides).squares;
    }
    weights.add(saving, known.save);
    weights.add(saving_sides, known.save_side);
    let captures = table.threats(seat, targets);
    let on = if position.mid_turn() {
        known.capture_on
    } else {
        0.0
    };
    weights.add(captures.squares, known.capture + on);
    let of_some = |some| table.threats(seat, captures.victims & some).squares;
    weights.add(of_some(sides), known.capture_side);
    weights.add(of_some(endangered.neighbours()), known.capture_attacker);
    !captures.squares.is_empty()
}

/// What lies beside other stones.
fn weigh_neighbours(table: &Table, seat: Seat, known: &Known, weights: &mut Weights) {
    let (own, targets) = (table.position.play_stones(seat), table.targets(seat));
    let open = targets & three_sides(own | table.empty);
    let touched = targets.neighbours();
    let beside = own.neighbours();
    let near = beside.neighbours();
    let sides = table.position.bases().neighbours();
    for (set, weight) in [
        (touched, known.touch),
        ((targets & !open).neighbours(), known.touch_closed),
        ((targets & sides).neighbours(), known.touch_side),
        (corners(targets), known.touch_diagonally),
        ((open & beside).neighbours(), known.threaten),
        (beside, known.join),
        (corners(own), known.join_diagonally),
        (two_away(own), known.leap),
        (near, known.near),
        (near & touched, known.near_touch),
    ] {
        weights.add(set & table.empty, weight);
    }
}

/// What touches squares at their corners.
fn corners(set: Board) -> Board {
    let [up, down, left, right] = std::array::from_fn(|way| Seventeen::DIRECTIONS[way]);
    let beside = set.to(up) | set.to(down);
    beside.to(left) | beside.to(right)
}

/// What lies two squares from others on a line.
fn two_away(set: Board) -> Board {
    let ways = Seventeen::DIRECTIONS.iter();
    ways.fold(Board::EMPTY, |all, &way| all | set.to(way).to(way))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use thicket_rules::Square;

    use super::*;
    use crate::knowledge::Knowledge;
    use crate::weights::Weights as _;

    const FOUR: &str = "17/6r10/7r1rWr5/b1y*W1rR*rw2*3/3WwW1rRw1w5/3w1wW1r1w6/2w1w2r9/2Ww13/1bw*b3*4*3/2bB13/1b1w13/2bB1y11/bYBYy12/\
                        1yb*Y3*4*3/y1yyb12/3b13/2w14";

    /// The weight of each step, by its text.
    fn weights(board: &str, rest: &str) -> Vec<(Step, f32)> {
        let position: Bushwhacked = format!("{board} {rest}").parse().unwrap();
        let (mut steps, mut weights) = (Vec::new(), Vec::new());
        position.legal_steps_into(&mut steps);
        position.weigh(&steps, &Known::TUNED, &mut weights);
        assert_eq!(steps.len(), weights.len());
        steps.into_iter().zip(weights).collect()
    }

    fn of(weights: &[(Step, f32)], step: &str) -> f32 {
        let step: Step = step.parse().unwrap();
        weights.iter().find(|(other, _)| *other == step).unwrap().1
    }

    #[test]
    fn squares_weigh_alike_on_a_mirrored_board() {
        let rest = "3 1234 0,0,0,1 17,21,20,23 - 58";
        let mirrored: Vec<&str> = FOUR.split('/').rev().collect();
        let mirrored = weights(&mirrored.join("/"), rest);
        let mirror = |square: Square| Square::new(square.file(), 16 - square.rank()).unwrap();
        for (step, weight) in weights(FOUR, rest) {
            let image = match step {
                Step::Place(square) => Step::Place(mirror(square)),
                Step::Trade(square) => Step::Trade(mirror(square)),
                other => other,
            };
            let (_, other) = mirrored.iter().find(|(other, _)| *other == image).unwrap();
            assert!((weight - other).abs() < 1e-4, "{step}: {weight}, {other}");
        }
    }

    /// White and Red have three sides of a base each, and a stone of Blue lies between two of White.
    const BUILT: &str = "17/17/17/3*4*4*3/17/7wbw7/17/3w9r3/2w*w3*3r*r2/17/17/17/17/3*4*4*3/17/17/17";

    #[test]
    fn bases_are_built_and_blocked_and_stones_captured_and_saved() {
        let [white, red, blue] =
            [1, 2, 3].map(|seat| weights(BUILT, &format!("{seat} 1234 0,0,0,0 25,27,29,30 - 9")));
        let (white_base, red_base, capture, far) = ("d8", "n8", "i13", "a1");
        assert!(of(&white, white_base) > of(&white, red_base) && of(&white, red_base) > of(&white, "i8"));
        assert!(of(&red, red_base) > of(&red, white_base) && of(&red, white_base) > of(&red, "i8"));
        assert!(
            of(&white, capture) > of(&red, capture) + 3.0,
            "Red captures nothing there"
        );
        assert!(
            of(&blue, capture) > of(&red, capture) + 3.0,
            "and Blue loses a stone"
        );
        assert!(of(&white, "pass") > of(&white, far));
        let left = weights(BUILT, "1 134 0,0,0,0 25,27,29,30 - 9");
        assert!(
            of(&left, red_base) < of(&white, red_base) - 3.0,
            "whoever has left builds nothing"
        );
    }
}
