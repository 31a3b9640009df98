//! Antipode: a network judges what stands where.

mod reasons;

use thicket_rules::antipode::{Antipode, Board, Step};
use thicket_rules::{BySeat, Hex, Position, Seat};

use crate::knowledge::{Knowledge, Method};
use crate::level::Handicap;
use crate::net::{Net, Seen, Sink, report};
use crate::reasons::Reason;

/// Spaces of the longest row, and the one in the middle.
const SPAN: i32 = 9;
const MIDDLE: i32 = SPAN / 2;
/// Numbers of spaces are less than this: some are no space.
const SPACES: usize = (SPAN * SPAN) as usize;
/// The directions of lines, as differences of numbers.
const LINES: [i32; 3] = [1, SPAN, SPAN + 1];
/// Sets of spaces that the network sees of each side, and of both. From the third on there is one of pairs for each direction.
const SIDE: usize = 6;
const SETS: usize = 2 * SIDE;
const PAIRS: usize = 2;

/// Learnt from games against itself; [bots.md](../../../docs/bots.md) says how.
static NET: Net<{ Antipode::INPUTS }, 128> = Net::read(include_bytes!("antipode.net"));

impl Knowledge for Antipode {
    type Weights = ();
    type StepWeights = ();

    const METHOD: Method = Method::AlphaBeta;
    const WIDTH: usize = 24;
    const HANDICAPS: &[Handicap] = &[
        Handicap::own_turn(0.29),
        Handicap::own_turn(0.0),
        Handicap::search(1500, 0.29),
        Handicap::search(3000, 0.32),
        Handicap::search(6000, 0.225),
        Handicap::search(12000, 0.165),
        Handicap::search(40000, 0.095),
        Handicap::search(120000, 0.075),
        Handicap::search(400000, 0.055),
    ];
    const PLAYOUT: u32 = 0;

    fn evaluate(&self, (): &()) -> BySeat<f32> {
        NET.evaluate(self)
    }

    fn weigh(&self, steps: &[Step], _: &(), weights: &mut Vec<f32>) {
        let Some(seat) = self.to_move() else { return };
        let own = self.tokens_of(seat);
        let others = !(own | self.empty());
        let pawns =
            Seat::from_index(1).map(|red| Board::one(self.pawn(Seat::FIRST)) | Board::one(self.pawn(red)));
        let free = !pawns.unwrap_or(Board::EMPTY);
        let gain = |flipped: Board| {
            let flipped = flipped & free;
            0.4 * (f32::from((flipped & others).count()) - f32::from((flipped & own).count()))
        };
        weights.extend(steps.iter().map(|step| match *step {
            Step::Put(hex) => gain(Board::one(hex).neighbours()),
            Step::Move { from, to } => gain(between(from, to)),
        }));
    }

    fn progress(&self) -> f32 {
        filled(self)
    }

    fn reasons(before: &Antipode, after: &Antipode, seat: Seat) -> Vec<Reason> {
        reasons::reasons(before, after, seat)
    }
}

/// The part of the board where tokens lie.
fn filled(position: &Antipode) -> f32 {
    1.0 - f32::from(position.empty().count()) / f32::from(Board::ALL.count())
}

/// What each side has where: tokens beside empty space and others, two of its tokens side by side in each direction, and its pawn.
/// Besides, whose turn it is, which is who puts the last token down.
impl Seen for Antipode {
    const INPUTS: usize = SETS * SPACES + 1;
    const SYMMETRIES: usize = 12;

    fn see(&self, sink: &mut impl Sink) {
        let Some(seat) = self.to_move() else { return };
        sink.seat(seat);
        let turned = seat != Seat::FIRST;
        let open = self.empty().neighbours();
        // The first token of a pair is the one farther back.
        let pairs =
            |tokens: Board, direction: i32| tokens & tokens.to(if turned { direction } else { -direction });
        let sets = |seat| {
            let tokens = self.tokens_of(seat);
            let [along, up, across] = LINES.map(|direction| pairs(tokens, direction));
            let pawn = Board::one(self.pawn(seat));
            [tokens & open, tokens & !open, along, up, across, pawn]
        };
        let sets = sets(seat).into_iter().chain(sets(seat.other()));
        report(sets.map(Board::numbers), SPACES, turned, sink);
        if turned {
            sink.input(SETS * SPACES);
        }
    }

    /// Six turns by a sixth of a circle, and as many of the mirrored board.
    fn image(input: usize, symmetry: usize) -> usize {
        let (set, number) = (input / SPACES, (input % SPACES) as i32);
        let image = |number: i32| {
            let (mut up, mut along) = (number / SPAN - MIDDLE, number % SPAN - MIDDLE);
            if symmetry >= 6 {
                (up, along) = (along, up);
            }
            for _ in 0..symmetry % 6 {
                (up, along) = (along, along - up);
            }
            (up + MIDDLE) * SPAN + along + MIDDLE
        };
        let (set, number) = match (set % SIDE).checked_sub(PAIRS).and_then(|line| LINES.get(line)) {
            _ if set == SETS => (set, number),
            None => (set, image(number)),
            Some(line) => {
                let ends = [image(number), image(number + line)];
                let first = ends[0].min(ends[1]);
                let image = LINES.iter().position(|line| first + line == ends[0].max(ends[1]));
                (set - set % SIDE + PAIRS + image.unwrap_or_default(), first)
            }
        };
        set * SPACES + number as usize
    }
}

/// The spaces between two spaces on a line.
fn between(from: Hex, to: Hex) -> Board {
    let way = |from: u8, to: u8| (to > from) as i8 - (to < from) as i8;
    let (up, along) = (way(from.row(), to.row()), way(from.number(), to.number()));
    let next = |hex: &Hex| {
        Hex::new(
            hex.row().checked_add_signed(up)?,
            hex.number().checked_add_signed(along)?,
        )
    };
    std::iter::successors(next(&from), next)
        .take_while(|&hex| hex != to)
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::net::training::Views;

    #[test]
    fn a_board_that_is_turned_or_mirrored_is_seen_as_the_image_of_what_was_seen() {
        let inputs = |text: &str, symmetry| {
            let views = Views::of(&text.parse::<Antipode>().unwrap());
            let image = |&input: &u16| Antipode::image(usize::from(input), symmetry);
            let mut inputs: Vec<usize> = views.0[0].1.iter().map(image).collect();
            inputs.sort_unstable();
            inputs
        };
        let position = "b3r/6/7/8/r7b/8/7/b5/b3r 2 12 a1,i9 -";
        let mirrored = "b3r/6/7/8/r7b/8/7/6/bb2r 2 12 a1,i9 -";
        let turned = "b3r/6/7/8/r7b/7b/7/6/b3r 2 12 e9,e1 -";
        for (symmetry, image) in [(0, position), (6, mirrored), (2, turned)] {
            assert_eq!(inputs(position, symmetry), inputs(image, 0));
        }
        for symmetry in 0..Antipode::SYMMETRIES {
            let all = |symmetry| {
                let numbers = Board::ALL.numbers().flat_map(|number| {
                    let input = move |set| set * SPACES + number as usize;
                    [0, 1, 5, 6, 7, 11].map(input)
                });
                let mut images: Vec<usize> = numbers.map(|input| Antipode::image(input, symmetry)).collect();
                images.sort_unstable();
                images
            };
            assert_eq!(all(symmetry), all(0));
        }
    }
}
