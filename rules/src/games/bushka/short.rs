//! The original's short notation: the line that a piece moves along is written once.

use super::Bushka;
use super::spot::Spot;
use super::step::Step;

impl Bushka {
    /// `f25` and `gf6`, a phalanx capture `hxe4`, a piece capture `d6e5x` or `bc4x`, and `f6x` for one that ends where it
    /// began.
    pub(super) fn short(&self, step: &Step) -> String {
        match step {
            Step::Move { from, to } => joined(*from, *to, ""),
            Step::Capture(path) if self.phalanx(path).is_some() => joined(path.start(), path.end(), "x"),
            Step::Capture(path) if path.start() == path.end() => format!("{}x", path.start()),
            Step::Capture(path) => joined(path.start(), path.end(), "") + "x",
        }
    }
}

fn joined(from: Spot, to: Spot, between: &str) -> String {
    if from.shares_letter(to) {
        format!("{}{}{between}{}", from.letter(), from.number(), to.number())
    } else if from.shares_number(to) {
        format!("{}{between}{}{}", from.letter(), to.letter(), to.number())
    } else {
        format!("{from}{between}{to}")
    }
}
