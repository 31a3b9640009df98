//! The ways in which a step can be illegal.

use std::fmt;

use super::Bushka;
use super::board::{Spots, direction_between};
use super::spot::Spot;
use super::step::{Path, Step};
use crate::position::Position;

/// Why a step is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The square holds no piece of the seat to move.
    NotOwn(Spot),
    /// Something stands on the square.
    Occupied(Spot),
    /// The squares are not on one line.
    NoLine {
        /// Where the piece stands.
        from: Spot,
        /// Where it cannot go.
        to: Spot,
    },
    /// Capturing is compulsory, for example by this step.
    MustCapture(Step),
    /// Men move backward only to capture.
    Backward,
    /// Something stands on the line.
    KingBlocked {
        /// Where the king stands.
        from: Spot,
        /// Where it cannot go.
        to: Spot,
    },
    /// A man goes farther than one square only over an unbroken row of own men.
    NoPhalanx {
        /// Where the man stands.
        from: Spot,
        /// Where it cannot go.
        to: Spot,
    },
    /// Nothing is captured on this path.
    NoCapture,
    /// A phalanx has to capture first, for example by this step.
    PhalanxFirst(Step),
    /// Another capture takes more pieces.
    TakesFewer {
        /// How many pieces this one takes.
        taken: u16,
        /// One that takes the most.
        instead: Step,
        /// How many that one takes.
        most: u16,
    },
}

impl Bushka {
    pub(super) fn refusal_to_play(&self, step: &Step) -> Option<Refusal> {
        if self.legal_steps().contains(step) {
            return None;
        }
        Some(match step {
            Step::Move { from, to } => self.refusal_to_move(*from, *to),
            Step::Capture(path) => self.refusal_to_capture(path),
        })
    }

    /// A capture that is legal, if any is.
    fn some_capture(&self) -> Option<Step> {
        let mut captures = Vec::new();
        self.captures_into(&mut captures);
        captures.first().copied()
    }

    fn refusal_to_move(&self, from: Spot, to: Spot) -> Refusal {
        if !self.pieces().has(from) {
            return Refusal::NotOwn(from);
        }
        if let Some(capture) = self.some_capture() {
            return Refusal::MustCapture(capture);
        }
        if !self.vacant().has(to) {
            return Refusal::Occupied(to);
        }
        match direction_between(from, to) {
            None => Refusal::NoLine { from, to },
            Some(_) if !self.men().has(from) => Refusal::KingBlocked { from, to },
            Some(direction) if !self.forward().contains(&direction) => Refusal::Backward,
            Some(_) => Refusal::NoPhalanx { from, to },
        }
    }

    fn refusal_to_capture(&self, path: &Path) -> Refusal {
        let (start, stops) = (path.start(), &path.as_slice()[1..]);
        if !self.pieces().has(start) {
            return Refusal::NotOwn(start);
        }
        let vacant = self.vacant() | Spots::one(start);
        if let Some(&occupied) = stops.iter().find(|&&stop| !vacant.has(stop)) {
            return Refusal::Occupied(occupied);
        }
        let (Some(taken), Some(instead)) = (self.taken_by(path), self.some_capture()) else {
            return Refusal::NoCapture;
        };
        if self.phalanx_captures() && self.phalanx(path).is_none() {
            return Refusal::PhalanxFirst(instead);
        }
        let most = match instead {
            Step::Capture(path) => self.taken_by(&path).unwrap_or_default(),
            Step::Move { .. } => 0,
        };
        Refusal::TakesFewer { taken, instead, most }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::NotOwn(spot) => write!(f, "{spot} holds no piece of the seat to move"),
            Refusal::Occupied(spot) => write!(f, "{spot} is occupied"),
            Refusal::NoLine { from, to } => {
                write!(
                    f,
                    "{from} and {to} are not on one line, and pieces move along lines"
                )
            }
            Refusal::MustCapture(capture) => {
                write!(f, "capturing is compulsory, and {capture} captures")
            }
            Refusal::Backward => write!(f, "men move backward only to capture"),
            Refusal::KingBlocked { from, to } => {
                write!(f, "the line from {from} to {to} is not open")
            }
            Refusal::NoPhalanx { from, to } => write!(
                f,
                "a man moves one square, or over an unbroken row of own men to its front, which {from} to {to} is not"
            ),
            Refusal::NoCapture => write!(f, "no enemy is approached on this way"),
            Refusal::PhalanxFirst(capture) => write!(
                f,
                "a phalanx can capture, by {capture}, and that goes before every other capture"
            ),
            Refusal::TakesFewer { taken, instead, most } => {
                write!(
                    f,
                    "this takes {taken}, but {instead} takes {most}, and most is compulsory"
                )
            }
        }
    }
}
