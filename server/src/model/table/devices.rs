//! Devices that several players share: who acts for whom, and who may bring whom to a table.

use crate::ids::PlayerId;
use crate::model::log::decision::Draft;
use crate::model::log::event::Event;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::model::table::state::{Phase, State};
use crate::time::UnixMs;

impl State {
    /// On whose device a player sits.
    pub fn device_of(&self, player: PlayerId) -> PlayerId {
        self.companion_of(player).unwrap_or(player)
    }

    pub fn companion_of(&self, player: PlayerId) -> Option<PlayerId> {
        self.companions.get(&player).copied()
    }

    pub fn shares_devices(&self) -> bool {
        !self.companions.is_empty()
    }

    /// The owners of all devices on which people sit or sat.
    pub fn devices(&self) -> impl Iterator<Item = PlayerId> {
        self.names.keys().map(|&player| self.device_of(player))
    }

    /// In the order of their chairs or seats.
    pub fn players_on(&self, device: PlayerId) -> Vec<PlayerId> {
        let mut players = self.players();
        players.retain(|&player| self.device_of(player) == device);
        players
    }

    /// The player for whom a user acts: themselves, or the one they name, who has to sit on their device.
    pub fn acting(&self, user: PlayerId, named: Option<PlayerId>) -> Result<PlayerId, Refusal> {
        match named {
            None => Ok(user),
            Some(player) if player == user || self.companion_of(player) == Some(user) => Ok(player),
            Some(_) => refuse(Code::NotHere, "That player no longer plays on this device."),
        }
    }

    /// Whether the owner of a device may seat somebody on it: on any chair when somebody sits there on that device
    /// already, else on the chair that is kept for the player.
    pub(in crate::model) fn may_bring(
        &self,
        player: PlayerId,
        owner: PlayerId,
        chair: u8,
        now: UnixMs,
    ) -> Result<(), Refusal> {
        let Phase::Waiting(waiting) = &self.phase else {
            return Ok(());
        };
        if self.players_on(owner).is_empty() && waiting.keeps(chair, now) != Some(player) {
            return refuse(Code::NotSeated, "Please take a seat yourself first.");
        }
        waiting.may_sit(owner, now)
    }
}

/// Adds the owner of the device on which the player sits down.
pub(in crate::model) fn on_device(mut draft: Draft, owner: Option<PlayerId>) -> Draft {
    if let Event::Sat { companion_of, .. } = &mut draft.event {
        *companion_of = owner;
    }
    draft
}
