//! The ways in which a step can be illegal.

use std::fmt;

use super::{Bushwhacked, MAX_SAVED, Progress, Step, TRADED};
use crate::grid::square::Square;
use crate::seat::Seat;

/// Why a step is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The square is a base.
    Base(Square),
    /// Something stands on the square.
    Occupied(Square),
    /// The seat cannot save another pass.
    TwoPassesSaved,
    /// It is too late to pass.
    PassAfterPlacing,
    /// The turn cannot end before a stone is placed.
    NothingPlaced,
    /// It is too late to trade in.
    TradeAfterPlacing,
    /// The square that is traded for holds no capture stone.
    TradeForNothing(Square),
    /// The square that is traded for holds a play stone.
    TradeForPlayStone(Square),
    /// The square that is traded for holds the seat's own capture stone.
    TradeForOwn(Square),
    /// The seat has only so many capture stones.
    TradeTooDear(u16),
    /// No trade in has begun.
    RemoveWithoutTrade,
    /// The trade in for the stone on `wanted` needs more stones removed.
    TradeUnderWay {
        /// The square of the stone that is traded for.
        wanted: Square,
        /// How many stones are still to be removed.
        missing: u8,
    },
    /// The square holds no capture stone of the seat to move.
    RemoveNotOwn(Square),
}

impl Bushwhacked {
    pub(super) fn refusal_to_play(&self, step: Step) -> Option<Refusal> {
        let seat = self.to_move?;
        match (self.progress, step) {
            (Progress::Trading { .. }, Step::Remove(square)) => {
                let own = self.capture[seat.index()].has(square);
                (!own).then_some(Refusal::RemoveNotOwn(square))
            }
            (Progress::Trading { wanted, removed }, _) => Some(Refusal::TradeUnderWay {
                wanted,
                missing: TRADED - removed,
            }),
            (_, Step::Remove(_)) => Some(Refusal::RemoveWithoutTrade),
            (_, Step::Place(square)) => self.refusal_to_place(square),
            (Progress::Fresh, Step::End) => Some(Refusal::NothingPlaced),
            (Progress::Fresh, Step::Pass) => {
                (self.saved[seat] == MAX_SAVED).then_some(Refusal::TwoPassesSaved)
            }
            (Progress::Fresh, Step::Trade(square)) => self.refusal_to_trade(seat, square),
            (Progress::Placed(_), Step::End) => None,
            (Progress::Placed(_), Step::Pass) => Some(Refusal::PassAfterPlacing),
            (Progress::Placed(_), Step::Trade(_)) => Some(Refusal::TradeAfterPlacing),
        }
    }

    fn refusal_to_place(&self, square: Square) -> Option<Refusal> {
        if self.bases().has(square) {
            return Some(Refusal::Base(square));
        }
        (!self.empty_squares().has(square)).then_some(Refusal::Occupied(square))
    }

    fn refusal_to_trade(&self, seat: Seat, square: Square) -> Option<Refusal> {
        let own = self.capture[seat.index()];
        if own.has(square) {
            Some(Refusal::TradeForOwn(square))
        } else if self.seats().any(|seat| self.play[seat.index()].has(square)) {
            Some(Refusal::TradeForPlayStone(square))
        } else if !self.tradable(seat).has(square) {
            Some(Refusal::TradeForNothing(square))
        } else {
            (own.count() < u16::from(TRADED)).then_some(Refusal::TradeTooDear(own.count()))
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::Base(square) => write!(f, "{square} is a base, and nobody plays on a base"),
            Refusal::Occupied(square) => write!(f, "{square} is occupied"),
            Refusal::TwoPassesSaved => write!(f, "two passes are saved already, and no more can be"),
            Refusal::PassAfterPlacing => write!(f, "a stone was placed this turn, so it is too late to pass"),
            Refusal::NothingPlaced => write!(f, "nothing was placed yet, so the turn cannot be ended"),
            Refusal::TradeAfterPlacing => {
                write!(f, "a stone was placed this turn, so it is too late to trade in")
            }
            Refusal::TradeForNothing(square) => {
                write!(f, "there is no capture stone on {square} to trade for")
            }
            Refusal::TradeForPlayStone(square) => {
                write!(
                    f,
                    "{square} holds a play stone, and only a capture stone can be traded for"
                )
            }
            Refusal::TradeForOwn(square) => write!(f, "the capture stone on {square} is not another seat's"),
            Refusal::TradeTooDear(own) => {
                write!(
                    f,
                    "a trade in needs {TRADED} capture stones of one's own on the board, not {own}"
                )
            }
            Refusal::RemoveWithoutTrade => {
                write!(f, "stones are removed only in a trade in, and none was begun")
            }
            Refusal::TradeUnderWay { wanted, missing: 1 } => {
                write!(
                    f,
                    "the trade in for {wanted} needs one more stone removed before the turn can end"
                )
            }
            Refusal::TradeUnderWay { wanted, missing } => {
                write!(
                    f,
                    "the trade in for {wanted} needs {missing} more stones removed before the turn can end"
                )
            }
            Refusal::RemoveNotOwn(square) => write!(f, "{square} holds no capture stone of the seat to move"),
        }
    }
}
