//! Hints are given only to a player who plays against bots alone.

use thicket_rules::AnyGame;

use crate::ids::PlayerId;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::model::table::state::State;

impl State {
    /// The game, for a player who asks for a hint in this turn.
    pub fn game_for_hint(&self, player: PlayerId, turn: u32) -> Result<&dyn AnyGame, Refusal> {
        let playing = self.playing()?;
        let seat = playing.seat_in_play(player)?;
        playing.same_turn(turn)?;
        if playing.game.status().to_move() != Some(seat) {
            return refuse(Code::NotYourTurn, "Hints are given when it is your turn.");
        }
        if playing.people_in_play().iter().any(|other| other != seat) {
            return refuse(Code::NoHints, "Hints are given only in games against bots.");
        }
        Ok(playing.game.as_ref())
    }
}
