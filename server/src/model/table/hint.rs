//! Who may be given a hint, and when: nobody against whom people play.

use thicket_rules::AnyGame;

use crate::ids::PlayerId;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::model::table::state::State;

impl State {
    /// The game, for a player who asks for a hint in this turn.
    ///
    /// # Errors
    /// When it is not the player's turn or the game has gone on, and when somebody else plays who is not a bot.
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
