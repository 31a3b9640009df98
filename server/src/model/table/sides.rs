//! The pie rule at a table: who may take the side that has opened, and when.

use super::state::State;
use crate::ids::PlayerId;
use crate::model::log::decision::Draft;
use crate::model::log::event::Event;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};

impl State {
    /// The player who may take the side that has just played the first turn, if this table has the pie rule.
    pub fn may_swap_sides(&self) -> Option<PlayerId> {
        let playing = self.playing().ok().filter(|_| self.terms.has_pie_rule())?;
        playing.to_move().filter(|_| playing.is_after_first_turn())
    }

    pub(in crate::model) fn swap_sides(&self, by: PlayerId, turn: u32) -> Result<Draft, Refusal> {
        let playing = self.playing()?;
        if !self.terms.has_pie_rule() {
            return refuse(
                Code::NoSwap,
                "This table was opened without the pie rule, so the sides stay.",
            );
        }
        let seat = playing.seat_in_play(by)?;
        playing.same_turn(turn)?;
        if !playing.is_after_first_turn() {
            return refuse(
                Code::NoSwap,
                "Sides can be swapped only once, in answer to the first turn.",
            );
        }
        if playing.game.status().to_move() != Some(seat) {
            return refuse(
                Code::NotYourTurn,
                "Only the player who is to answer the first turn can take that side.",
            );
        }
        let opener = playing.seats.iter().copied().find(|&player| player != by);
        Ok(Draft {
            to_move: opener,
            ..Draft::new(Event::SidesSwapped { player: by })
        })
    }
}
