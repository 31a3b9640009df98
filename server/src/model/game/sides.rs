//! The pie rule: after the first turn the other player may take the side that has played it.
//!
//! The rules of the game know nothing of it. The position stays as it is, with the same seat to move, and the two players exchange
//! seats; so results, records and ratings are those of who sat there at the end.

use thicket_rules::Seat;

use super::playing::Playing;
use crate::ids::PlayerId;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::time::UnixMs;

impl Playing {
    /// Whether one turn of this game has been played, by the other seat than the one to move, and the sides are those of the start.
    /// That is so again when the second turn was taken back, to which the opener has agreed.
    pub(in crate::model) fn is_after_first_turn(&self) -> bool {
        let played = self.game.ply_count() - self.copied;
        let opened_by = || self.game.plies_after(self.copied).first().map(|(seat, _)| *seat);
        played == 1
            && self.swapped_in.is_none()
            && self
                .game
                .status()
                .to_move()
                .is_some_and(|to_move| Some(to_move) != opened_by())
    }

    /// Refuses to take back the first turn once somebody has taken its side: they chose it for that turn.
    pub(in crate::model) fn check_sides_stay(&self, turns: u32) -> Result<(), Refusal> {
        let left = (self.game.ply_count() - self.copied).saturating_sub(turns as usize);
        match self.swapped_in {
            Some(_) if left == 0 => refuse(
                Code::BadOffer,
                "The sides were swapped after the first turn, so that turn stays.",
            ),
            _ => Ok(()),
        }
    }

    /// The players exchange seats, with their clocks, their devices and what they were refused.
    pub(in crate::model) fn apply_swapped_sides(
        &mut self,
        player: PlayerId,
        at: UnixMs,
    ) -> Result<(), String> {
        let place = self.seats.iter().position(|&seated| seated == player);
        let seat = place.and_then(Seat::from_index);
        if self.seats.len() != 2 || seat.is_none() || seat != self.game.status().to_move() {
            return Err("the sides cannot be swapped now".to_owned());
        }
        self.seats.reverse();
        self.owners.reverse();
        self.offers.swap();
        if let Some(clocks) = &mut self.clocks {
            clocks.swapped(seat, at);
        }
        (self.waits_since, self.idle_since, self.turn) = (at, at, self.turn + 1);
        self.swapped_in = Some(self.turn);
        Ok(())
    }
}
