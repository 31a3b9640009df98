//! Who reads the chat of a table, and who may write in it.

use super::state::{Phase, State};
use crate::ids::PlayerId;
use crate::model::player::audience::{Audience, Reads};
use crate::model::player::chat::CHAT_LIFE;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::time::UnixMs;

impl State {
    /// Which lines of the chat somebody reads: before the game and after it all, during the game those of their own
    /// side, so that no advice reaches a player. Since anybody can open a table without a name, the table may
    /// withhold the lines of watchers until the end.
    pub fn readable_audience(&self, player: Option<PlayerId>) -> Reads {
        match &self.phase {
            Phase::Waiting(_) | Phase::Over(_) => Reads::All,
            Phase::Playing(_) if player.is_some_and(|player| self.is_seated(player)) => Reads::Players,
            Phase::Playing(_) if self.terms.keeps_lines => Reads::Own,
            Phase::Playing(_) => Reads::Watchers,
        }
    }

    /// For whom the device of a player reads and writes the chat: for them, unless only others sit here on it.
    pub fn speaker(&self, own: PlayerId) -> PlayerId {
        if !self.shares_devices() {
            return own;
        }
        let seated = self.players_on(own);
        match seated.contains(&own) {
            true => own,
            false => seated.first().copied().unwrap_or(own),
        }
    }

    /// Who reads a line that a player writes now. Refused when the chat is closed.
    pub fn decide_line(&self, by: PlayerId, now: UnixMs) -> Result<Audience, Refusal> {
        match &self.phase {
            Phase::Over(_) if now.duration_since(self.changed_at) >= CHAT_LIFE => {
                refuse(Code::ChatClosed, "The chat of this game is closed.")
            }
            _ => Ok(self.readable_audience(Some(by)).audience()),
        }
    }

    /// Whether a player may silence another, or let them write again: only the host may, and only watchers.
    pub fn decide_silence(&self, by: PlayerId, player: PlayerId) -> Result<(), Refusal> {
        if by != self.host {
            return refuse(Code::NotHost, "Only the host can do that.");
        }
        match self.is_seated(player) {
            true => refuse(Code::AlreadySeated, "Only watchers can be silenced."),
            false => Ok(()),
        }
    }
}
