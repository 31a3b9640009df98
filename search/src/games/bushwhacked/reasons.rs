//! Bases that are built and blocked, and passes that are saved.

use thicket_rules::bushwhacked::{Board, Bushwhacked};
use thicket_rules::{Position, Seat, Seats};

use crate::reasons::Reason;

/// From so many sides on a base is worth a word.
const MIN_SIDES: u16 = 2;
/// All sides of a base.
const SIDES: u16 = 4;

pub(super) fn reasons(before: &Bushwhacked, after: &Bushwhacked, seat: Seat) -> Vec<Reason> {
    let bases = before.bases().singles();
    let at_bases = bases.filter_map(|base| at_base(before, after, seat, base));
    let saved = after.saved(seat);
    let saves_pass = (saved > before.saved(seat)).then_some(Reason::SavesPass(saved + 1));
    at_bases.chain(saves_pass).collect()
}

fn at_base(before: &Bushwhacked, after: &Bushwhacked, seat: Seat, base: Board) -> Option<Reason> {
    let sides = base.neighbours();
    let cell = base.iter().next()?.to_string();
    let held = |position, seat| (sides & stones(position, seat)).count();
    let (old, new) = (held(before, seat), held(after, seat));
    if new <= old {
        return None;
    }
    let others: Vec<(Seat, u16)> = Seats::first(before.setup().seats())
        .iter()
        .filter(|&other| other != seat)
        .map(|other| (other, held(before, other)))
        .filter(|&(_, count)| count > 0)
        .collect();
    match others[..] {
        [] if (MIN_SIDES..SIDES).contains(&new) => Some(Reason::Builds {
            cell,
            have: new as u8,
        }),
        [(other, count)] if old == 0 && (MIN_SIDES..SIDES).contains(&count) => {
            Some(Reason::Blocks { seat: other, cell })
        }
        _ => None,
    }
}

fn stones(position: &Bushwhacked, seat: Seat) -> Board {
    position.play_stones(seat) | position.capture_stones(seat)
}
