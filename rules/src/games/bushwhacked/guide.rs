//! What a player is told while composing a turn.

use super::board::GRID;
use super::picture::{END, PASS, TRADE, play_stone};
use super::{Bushwhacked, MAX_SAVED, Progress, Step, TRADED, cell};
use crate::clicks::Click;
use crate::grid::square::Square;
use crate::guide::{EndReason, Guide, counted};
use crate::seat::Seat;

impl Bushwhacked {
    pub(super) fn ask(&self) -> Guide {
        let Some(seat) = self.to_move else {
            return Guide::default();
        };
        match self.progress {
            Progress::Fresh => self.ask_for_turn(seat),
            Progress::Placed(placed) => self.ask_for_stone(seat, placed),
            Progress::Trading { wanted, removed } => ask_for_own(wanted, TRADED - removed),
        }
    }

    /// How many stones the seat may place this turn, of which some are placed.
    fn allowance(&self, seat: Seat, placed: u8) -> u16 {
        u16::from(self.saved[seat] + 1 - placed).min(self.hand(seat))
    }

    fn ask_for_turn(&self, seat: Seat) -> Guide {
        let place = match self.allowance(seat, 0) {
            1 => "Place a stone".to_owned(),
            stones => format!("Place up to {stones} stones"),
        };
        let can_trade =
            self.capture[seat.index()].count() >= u16::from(TRADED) && !self.tradable(seat).is_empty();
        let ask = match (self.saved[seat] < MAX_SAVED, can_trade) {
            (true, true) => format!("{place}, pass, or trade in."),
            (true, false) => format!("{place}, or pass."),
            (false, true) => format!("{place}, or trade in."),
            (false, false) => format!("{place}."),
        };
        let price = "Choose the capture stone you want. It costs you three of yours.";
        Guide::asking([&ask, price]).with_ghost(play_stone(seat))
    }

    fn ask_for_stone(&self, seat: Seat, placed: u8) -> Guide {
        let more = self.allowance(seat, placed);
        Guide {
            finish: Some((END, format!("Send {}", counted(u16::from(placed), "stone")))),
            ..Guide::asking([&format!("You may place {more} more.")]).with_ghost(play_stone(seat))
        }
    }

    pub(super) fn cost_of(&self, step: Step) -> Option<String> {
        let trade = matches!(step, Step::Trade(_));
        trade.then(|| "The trade costs you three capture stones.".to_owned())
    }

    pub(super) fn step_by(&self, clicks: &[Click]) -> Option<Step> {
        match (self.progress, clicks) {
            (Progress::Trading { .. }, [Click::Cell(cell)]) => GRID.square(*cell).map(Step::Remove),
            (_, [Click::Cell(cell)]) => GRID.square(*cell).map(Step::Place),
            (_, [Click::Button(TRADE), Click::Cell(cell)]) => GRID.square(*cell).map(Step::Trade),
            (_, [Click::Button(END)]) => Some(Step::End),
            (_, [Click::Button(PASS)]) => Some(Step::Pass),
            _ => None,
        }
    }

    pub(super) fn why_over(&self) -> Option<EndReason> {
        if self.to_move.is_some() || self.in_play.count() == 1 {
            return None;
        }
        let empty_handed = self.seats().find(|&seat| self.hand(seat) == 0);
        Some(match empty_handed {
            Some(seat) => EndReason::of(seat, "had no stones left to place"),
            None => EndReason::all("500 turns have been played"),
        })
    }
}

fn ask_for_own(wanted: Square, missing: u8) -> Guide {
    let more = match missing {
        TRADED => "3 capture stones",
        1 => "1 more capture stone",
        _ => "2 more capture stones",
    };
    Guide {
        named: vec![cell(wanted)],
        ..Guide::asking([&format!("Give up {more} for the one on {wanted}.")])
    }
}

pub(super) fn words(turn: &[Step]) -> Option<String> {
    match turn {
        [Step::Pass] => Some("passes".to_owned()),
        [Step::Trade(wanted), given @ ..] => {
            let given: Vec<String> = given
                .iter()
                .filter_map(removed)
                .map(|square| square.to_string())
                .collect();
            Some(format!("trades {} for {wanted}", given.join(", ")))
        }
        _ => None,
    }
}

fn removed(step: &Step) -> Option<Square> {
    match step {
        Step::Remove(square) => Some(*square),
        _ => None,
    }
}
