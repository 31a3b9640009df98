//! How the game looks: the board, its pieces and its counts.

use super::board::{Board, GRID};
use super::{Bushwhacked, cell};
use crate::picture::{Change, Diagram, Layout, Piece};
use crate::seat::{BySeat, Seat};

pub(super) const PIECES: &[(&str, &str)] =
    &[(STONE, "play stone"), (CAPTURE, "capture stone"), (BASE, "base")];
pub(super) const BUTTONS: &[(&str, &str)] = &[(PASS, "Pass"), (END, "End turn"), (TRADE, "Trade in")];
pub(super) const TALLIES: &[&str] = &["in hand", "in reserve", "saved passes", "bases", "capture stones"];

const STONE: &str = "stone";
const CAPTURE: &str = "capture";
const BASE: &str = "base";
pub(super) const PASS: &str = "pass";
pub(super) const END: &str = "end";
pub(super) const TRADE: &str = "trade";

pub(super) fn play_stone(seat: Seat) -> Piece {
    Piece::of(seat, STONE)
}

pub(super) fn capture_stone(seat: Seat) -> Piece {
    Piece::of(seat, CAPTURE)
}

fn base() -> Piece {
    Piece {
        symbol: BASE,
        seat: None,
        facing: None,
    }
}

/// The seats sit clockwise round the board, the first at the bottom, the second at the left. To bring the left side
/// to the bottom, the board turns clockwise three quarters.
pub(super) fn layout(seats: u8) -> Layout {
    let rotations: &[u16] = match seats {
        2 => &[0, 180],
        3 => &[0, 270, 90],
        _ => &[0, 270, 180, 90],
    };
    GRID.layout(BySeat::from_fn(seats, |seat| rotations[seat.index()]))
}

impl Bushwhacked {
    pub(super) fn draw(&self) -> Diagram {
        let on = |board: Board, piece| board.iter().map(move |square| (cell(square), piece));
        let mut pieces: Vec<_> = on(self.bases(), base()).collect();
        for seat in self.seats() {
            pieces.extend(on(self.play[seat.index()], play_stone(seat)));
            pieces.extend(on(self.capture[seat.index()], capture_stone(seat)));
        }
        pieces.sort_unstable();
        let held = |seat| {
            self.controlled(seat)
                .iter()
                .map(move |square| (cell(square), seat))
        };
        let mut control: Vec<_> = self.seats().flat_map(held).collect();
        control.sort_unstable();
        Diagram {
            pieces,
            control,
            tallies: self.count_stones(),
        }
    }

    pub(super) fn count_stones(&self) -> Vec<BySeat<u16>> {
        let tally = |count: &dyn Fn(Seat) -> u16| BySeat::from_fn(self.table(), count);
        vec![
            tally(&|seat| self.hand(seat)),
            tally(&|seat| self.reserve(seat)),
            tally(&|seat| u16::from(self.saved[seat])),
            tally(&|seat| self.controlled(seat).count()),
            tally(&|seat| self.capture[seat.index()].count()),
        ]
    }

    /// Reports which bases have come under another seat's control since `before`.
    pub(super) fn report_control(&self, before: &[Board; 4], on_change: &mut impl FnMut(Change)) {
        let after = self.control();
        if *before == after {
            return;
        }
        let holder = |control: &[Board; 4], base| self.seats().find(|seat| control[seat.index()].has(base));
        for base in self.bases().iter() {
            let seat = holder(&after, base);
            if seat != holder(before, base) {
                on_change(Change::Control {
                    cell: cell(base),
                    seat,
                });
            }
        }
    }
}
