//! Plans of the players at a table: what they will play when their turn comes.

use sha2::{Digest, Sha256};
use thicket_rules::Seat;
use uuid::Builder;

use super::state::State;
use crate::ids::{CommandId, PlayerId};
use crate::model::game::plan::{Plan, Standing, steps};
use crate::model::game::playing::Playing;
use crate::model::log::action::{Action, Command};
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::model::terms::ClockTerms;

impl State {
    /// The game in which a player may plan now, and their seat. Not in a rated game with a real-time clock: there, who thinks in the
    /// time of others is to do so without the board, and to enter each turn in the own time.
    ///
    /// # Errors
    /// When no game is on, or they do not wait for others in it.
    pub fn may_plan(&self, player: PlayerId) -> Result<(&Playing, Seat), Refusal> {
        let playing = self.playing()?;
        let seat = playing.waiting_seat(player)?;
        if self.terms.rated && matches!(self.terms.clock, ClockTerms::RealTime(_)) {
            let sentence = "Turns cannot be planned in a rated game with a real-time clock.";
            return refuse(Code::Rated, sentence);
        }
        Ok((playing, seat))
    }

    /// How the plan of a player fits the game; one of somebody who plays no longer is done.
    pub fn plan_standing<'p>(&self, player: PlayerId, plan: &'p Plan) -> Standing<'p> {
        let in_play = || {
            let playing = self.playing().ok()?;
            Some((playing, playing.seat_in_play(player).ok()?))
        };
        in_play().map_or(Standing::Done, |(playing, seat)| plan.standing(playing, seat))
    }

    /// The plan of a player from here on, after turns were taken back; none if it does not wait any more.
    pub fn plan_from_here(&self, player: PlayerId, plan: &Plan) -> Option<Plan> {
        let playing = self.playing().ok()?;
        plan.from_here(playing, playing.seat_in_play(player).ok()?)
    }

    /// The command that plays what a player has planned, if that is due. Its id follows from the table and the turn, so of several
    /// nodes that play it only one counts, also after a restart.
    pub fn planned_command(&self, player: PlayerId, plan: &Plan) -> Option<Command> {
        let Standing::Due(planned) = self.plan_standing(player, plan) else {
            return None;
        };
        let turn = self.turn();
        let hash = Sha256::new()
            .chain_update("planned turn")
            .chain_update(self.id.0)
            .chain_update(turn.to_be_bytes());
        let bytes: [u8; 32] = hash.finalize().into();
        let mut id = [0; 16];
        id.copy_from_slice(&bytes[..16]);
        Some(Command {
            id: CommandId(Builder::from_custom_bytes(id).into_uuid()),
            by: player,
            action: Action::Play {
                turn,
                steps: steps(planned),
            },
        })
    }
}
