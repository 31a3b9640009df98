//! Bushwhacked: bases, and stones that can be captured. Random play never controls a base, so the weights of the steps lead
//! to the squares that matter: the sides of bases, and where captures are made and prevented.

mod reasons;
mod seen;
mod steps;
mod threats;

use thicket_rules::bushwhacked::{Board, Bushwhacked, Seventeen, Step};
use thicket_rules::{BySeat, Geometry as _, Position, Seat, Square};

use crate::knowledge::{Knowledge, Method};
use crate::level::Handicap;
use crate::net::{Net, Seen as _};
use crate::reasons::Reason;
use crate::weights::{Weights as _, weights};
use threats::{Threats, threats};

weights! {
    /// What a controlled base is worth at the start, and how much more at the end.
    base: 1.3,
    last_base: 1.7,
    /// What a capture stone is worth at the start, and how much more at the end: it decides between equal bases.
    capture: 0.18,
    last_capture: 0.3,
    /// What the sides of a base are worth where nobody else stands, by how many one holds.
    one_side: 0.06,
    two_sides: 0.2,
    three_sides: 0.55,
    /// What the sides of a base are worth where somebody else stands.
    contested_one: 0.01,
    contested_two: 0.05,
    contested_three: 0.12,
    /// What a stone that the next stone captures is worth, to the seat to move and to others, and the first one to the seat
    /// to move besides.
    next_capture: 0.3,
    later_capture: 0.12,
    first_capture: 0.3,
    /// What a saved pass is worth: stones that are placed in one turn capture and build before anybody can answer.
    saved: 0.4,
}

/// Judges positions at a table for two. Learnt from games against itself; [bots.md](../../../docs/bots.md) says how.
static FOR_TWO: Net<{ Bushwhacked::INPUTS }, 16> = Net::read(include_bytes!("bushwhacked.net"));
/// The same at a table for more.
static FOR_MORE: Net<{ Bushwhacked::INPUTS_FOR_MORE }, 16> =
    Net::read(include_bytes!("bushwhacked-more.net"));

/// More threats than these cannot be carried out before they are answered.
const MOST_THREATS: u16 = 3;
/// Play stones of a seat.
const STONES: f32 = 30.0;
/// Stones in the smallest hand when the end is so near that what is not built yet will not be.
const NEAR: f32 = 5.0;

impl Knowledge for Bushwhacked {
    type Weights = Known;
    type StepWeights = steps::Known;

    /// A saved pass pays only with the turns that follow: who does not see them would rather wait than place a stone.
    const GREEDY: Known = Known {
        saved: 0.05,
        ..Known::TUNED
    };
    const METHOD: Method = Method::AlphaBeta;
    const WIDTH: usize = 28;
    /// Less sure than what was learnt: people play steps that the search would not, and so a review names more of the mistakes.
    const SHARPNESS: f32 = 0.4;
    const BREADTH: usize = 40;
    const HANDICAPS: &[Handicap] = &[
        Handicap::own_turn(0.048),
        Handicap::own_turn(0.0),
        Handicap::search(2000, 0.25),
        Handicap::search(5000, 0.28),
        Handicap::search(10000, 0.285),
        Handicap::search(20000, 0.27),
        Handicap::search(50000, 0.26),
        Handicap::search(130000, 0.225),
        Handicap::search(250000, 0.21),
        Handicap::search(350000, 0.165),
        Handicap::search(540000, 0.11),
        Handicap::search(760000, 0.067),
    ];
    const PLAYOUT: u32 = 0;

    fn evaluate(&self, known: &Known) -> BySeat<f32> {
        let table = Table::of(self);
        BySeat::from_fn(table.seats, |seat| table.stand(seat, known))
    }

    fn evaluate_in_search(&self, _: &Known) -> BySeat<f32> {
        match self.setup().seats() {
            2 => FOR_TWO.evaluate(self),
            _ => FOR_MORE.evaluate(self),
        }
    }

    fn weigh(&self, steps: &[Step], known: &steps::Known, weights: &mut Vec<f32>) {
        let Some(seat) = self.to_move() else { return };
        let table = Table::of(self);
        if table.seats > 2 {
            return steps::weigh(&table, seat, steps, known, weights);
        }
        let places = match steps.first() {
            Some(Step::Place(_)) => table.weigh_places(seat),
            _ => Weights::NONE,
        };
        weights.extend(steps.iter().map(|step| match *step {
            Step::Place(square) => places.of(square),
            Step::Pass => 0.5,
            Step::End => -1.0,
            Step::Trade(square) => 1.0 + table.worth_to(seat, square),
            Step::Remove(square) => -2.0 * table.worth_to(seat, square),
        }));
    }

    fn sort(step: &Step) -> usize {
        match step {
            Step::Place(_) | Step::Remove(_) => 0,
            Step::Trade(_) => 1,
            Step::Pass => 2,
            Step::End => 3,
        }
    }

    /// With one stone in hand.
    fn is_last_step(&self) -> bool {
        self.to_move().is_some_and(|seat| self.hand(seat) == 1)
    }

    /// From how many stones have left the smallest hand.
    fn progress(&self) -> f32 {
        Table::of(self).late
    }

    fn reasons(before: &Bushwhacked, after: &Bushwhacked, seat: Seat) -> Vec<Reason> {
        reasons::reasons(before, after, seat)
    }
}

/// A weight for each square, by its number.
struct Weights([f32; 17 * 18]);

impl Weights {
    const NONE: Weights = Weights([0.0; 17 * 18]);

    fn index(square: Square) -> usize {
        Seventeen::bit(square) as usize
    }

    fn of(&self, square: Square) -> f32 {
        self.0[Weights::index(square)]
    }

    fn add(&mut self, squares: Board, weight: f32) {
        squares
            .numbers()
            .for_each(|number| self.0[number as usize] += weight);
    }
}

/// What stands on the board.
struct Table<'a> {
    position: &'a Bushwhacked,
    seats: u8,
    empty: Board,
    /// All stones of each seat.
    stones: [Board; 4],
    taken: Board,
    /// From 0 at the start to 1 at the end.
    late: f32,
    /// How much of what is begun can still be built, 0 to 1.
    left: f32,
}

impl<'a> Table<'a> {
    fn of(position: &'a Bushwhacked) -> Table<'a> {
        let seats = position.setup().seats();
        let mut stones = [Board::EMPTY; 4];
        let mut hand = u16::MAX;
        for (index, stones) in stones.iter_mut().enumerate().take(usize::from(seats)) {
            let Some(seat) = Seat::from_index(index) else {
                continue;
            };
            *stones = position.play_stones(seat) | position.capture_stones(seat);
            hand = hand.min(position.hand(seat));
        }
        Table {
            position,
            seats,
            empty: position.empty_squares(),
            stones,
            taken: stones.iter().fold(Board::EMPTY, |all, &stones| all | stones),
            late: 1.0 - f32::from(hand) / STONES,
            left: (f32::from(hand) / NEAR).min(1.0),
        }
    }

    fn stones(&self, seat: Seat) -> Board {
        self.stones[seat.index()]
    }

    /// The play stones of the other seats.
    fn targets(&self, seat: Seat) -> Board {
        let others = (0..usize::from(self.seats)).filter_map(Seat::from_index);
        others
            .filter(|&other| other != seat)
            .fold(Board::EMPTY, |all, other| all | self.position.play_stones(other))
    }

    fn threats(&self, seat: Seat, targets: Board) -> Threats {
        threats(self.position.play_stones(seat), targets, self.empty)
    }

    fn stand(&self, seat: Seat, known: &Known) -> f32 {
        let captures = f32::from(self.position.capture_stones(seat).count());
        let threats = self
            .threats(seat, self.targets(seat))
            .victims
            .count()
            .min(MOST_THREATS);
        let (threat, first) = match self.position.to_move() == Some(seat) {
            true => (known.next_capture, known.first_capture),
            false => (known.later_capture, 0.0),
        };
        let first_threat = if threats > 0 { first } else { 0.0 };
        self.bases(seat, known)
            + captures * (known.capture + known.last_capture * self.late)
            + (f32::from(threats) * threat + first_threat) * self.left.max(0.3)
            + known.saved * f32::from(self.position.saved(seat))
    }

    fn bases(&self, seat: Seat, known: &Known) -> f32 {
        let open = [0.0, known.one_side, known.two_sides, known.three_sides];
        let contested = [
            0.0,
            known.contested_one,
            known.contested_two,
            known.contested_three,
        ];
        let worth = |sides: &[Square; 4]| {
            let own = count(sides, self.stones(seat));
            let others = count(sides, self.taken) - own;
            match (own, others) {
                (4, _) => known.base + known.last_base * self.late,
                (own, 0) => open[own] * self.left,
                (own, _) => contested[own] * self.left,
            }
        };
        self.position.base_sides().iter().map(worth).sum()
    }

    /// How much a stone on a square helps a seat to control a base.
    fn worth_to(&self, seat: Seat, square: Square) -> f32 {
        let beside = Board::one(square).neighbours() & self.position.bases();
        let own = |base: Board| f32::from((base.neighbours() & self.stones(seat)).count());
        beside.singles().map(own).sum()
    }

    fn weigh_places(&self, seat: Seat) -> Weights {
        let mut weights = Weights::NONE;
        self.weigh_sides(seat, &mut weights);
        let own = self.position.play_stones(seat);
        let targets = self.targets(seat);
        let attack = self.threats(seat, targets);
        weights.add(attack.squares, 4.5);
        for other in (0..usize::from(self.seats))
            .filter_map(Seat::from_index)
            .filter(|&other| other != seat)
        {
            let threats = self.threats(other, own);
            weights.add(threats.squares, 3.0);
            weights.add(threats.victims.neighbours() & self.empty, 0.5);
        }
        let blockers = targets & self.position.bases().neighbours();
        weights.add(blockers.neighbours() & self.empty, 1.2);
        weights.add(targets.neighbours() & self.empty, 0.8);
        weights.add(
            targets.neighbours() & own.neighbours().neighbours() & self.empty,
            0.7,
        );
        weights.add(own.neighbours().neighbours() & self.empty, 0.3);
        weights
    }

    fn weigh_sides(&self, seat: Seat, weights: &mut Weights) {
        const BUILD: [f32; 4] = [2.0, 2.8, 3.8, 7.0];
        const BLOCK: [f32; 5] = [0.0, 0.5, 2.2, 5.5, 0.0];
        for sides in self.position.base_sides() {
            let count_of = |index: usize| count(sides, self.stones[index]);
            let own = count_of(seat.index());
            let most = (0..4)
                .filter(|&index| index != seat.index())
                .map(count_of)
                .max()
                .unwrap_or(0);
            let all = count(sides, self.taken);
            let build = if all == own { BUILD[own.min(3)] } else { 0.6 };
            let block = if all == most && own == 0 { BLOCK[most] } else { 0.0 };
            for &side in sides.iter().filter(|&&side| self.empty.has(side)) {
                weights.0[Weights::index(side)] += build.max(block);
            }
        }
    }
}

/// How many of the sides of a base are in a set.
fn count(sides: &[Square; 4], set: Board) -> usize {
    sides.iter().filter(|&&side| set.has(side)).count()
}
