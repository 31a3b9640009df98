//! The players on a device, for whom its socket stands: who acts, who is present, who writes.

use std::iter;

use super::Socket;
use crate::auth::CurrentUser;
use crate::http::limits::OpenSocket;
use crate::ids::{CommandId, PlayerId};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::table::state::State;
use crate::room::Room;
use crate::room::presence::{Sight, Visit};
use crate::store::Player;

/// The players on a device, and the place of their connection at the table.
pub(super) struct Here {
    /// That they are here, until this is dropped.
    visits: Vec<Visit>,
    /// With those who sit, or with those who watch.
    place: OpenSocket,
    /// That the page is in sight of them, until this is dropped; empty while it is not.
    sights: Vec<Sight>,
    /// Whether somebody on the device sat at the table when that place was found.
    seated: bool,
}

impl Here {
    pub(super) fn new(room: &Room, user: &CurrentUser, place: OpenSocket) -> Here {
        Here {
            visits: visits(room, user),
            sights: Vec::new(),
            place,
            seated: is_seated(&room.table().state, user),
        }
    }

    /// Marks everybody on the device as present, and nobody else.
    pub(super) fn visit(&mut self, room: &Room, user: &CurrentUser) {
        self.visits = visits(room, user);
        if !self.sights.is_empty() {
            self.sights = sights(room, user);
        }
    }

    /// Those on the device who have the page in sight.
    pub(super) fn see(&self) -> impl Iterator<Item = PlayerId> {
        self.sights.iter().map(Sight::player)
    }

    /// The page came into sight, or went out of it.
    pub(super) fn set_in_sight(&mut self, room: &Room, user: &CurrentUser, in_sight: bool) {
        if in_sight && self.sights.is_empty() {
            self.sights = sights(room, user);
        } else if !in_sight {
            self.sights.clear();
        }
    }

    /// Whether everybody on the device, and nobody else, is marked as present.
    pub(super) fn are_present(&self, state: &State, user: &CurrentUser) -> bool {
        let present = self.visits.iter().map(Visit::visitor);
        present.eq(visitors(state, user))
    }

    /// A player who sat down or stood up is counted where they belong now. Nobody who is here already has to leave.
    pub(super) fn take_place(&mut self, state: &State, user: &CurrentUser) {
        let seated = is_seated(state, user);
        if seated != self.seated {
            self.seated = seated;
            let _ = self.place.admit(seated, state.has_free_chair());
        }
    }

    pub(super) fn place(&self) -> &OpenSocket {
        &self.place
    }
}

impl Socket {
    /// The page goes out of sight: records what those who play have seen of the game, for the next time and for other devices.
    pub(in crate::ws) fn record_look(&self) {
        let state = &self.room.table().state;
        let Ok(plies) = u32::try_from(state.ply_count()) else {
            return;
        };
        for player in self
            .here
            .see()
            .filter(|&player| state.is_playing() && state.is_seated(player))
        {
            self.app.tables.record_look(self.row.id, player, plies);
        }
    }

    /// The player for whom a command is: the session's own one, or one of those who sit here on the same device. A
    /// command that was done already is answered as before, also when they have gone on elsewhere since.
    pub(super) fn actor(&self, id: CommandId, named: Option<PlayerId>) -> Result<PlayerId, Refusal> {
        let user = self.user.id().ok_or_else(no_name)?;
        let state = &self.room.table().state;
        match (state.acting(user, named), named) {
            (Err(_), Some(player)) if state.has_answered(player, id) => Ok(player),
            // Events that seat the player may be on their way to this node.
            (Err(_), _) if self.pending_hello.is_some() => Err(Refusal::try_again()),
            (acting, _) => acting,
        }
    }

    pub(super) fn writer(&self) -> Result<Player, Refusal> {
        let own = self.user.player.clone().ok_or_else(no_name)?;
        let state = &self.room.table().state;
        let writer = Some(state.speaker(own.id)).filter(|&writer| writer != own.id);
        Ok(writer.map_or(own.clone(), |id| Player {
            id,
            name: state.name(id).unwrap_or_default().to_owned(),
            ..own
        }))
    }
}

fn no_name() -> Refusal {
    Refusal::new(Code::NoName, "Please choose a name first.")
}

pub(in crate::ws) fn is_seated(state: &State, user: &CurrentUser) -> bool {
    let brings_others = |id| state.shares_devices() && !state.players_on(id).is_empty();
    user.id()
        .is_some_and(|id| state.is_seated(id) || brings_others(id))
}

fn visits(room: &Room, user: &CurrentUser) -> Vec<Visit> {
    let visitors = visitors(&room.table().state, user);
    visitors.map(|visitor| room.presence.visit(visitor)).collect()
}

fn sights(room: &Room, user: &CurrentUser) -> Vec<Sight> {
    let visitors = visitors(&room.table().state, user).flatten();
    visitors.map(|player| room.presence.see(player)).collect()
}

/// The session's own player, if it has one, and the others who sit here on the same device.
pub(super) fn visitors(state: &State, user: &CurrentUser) -> impl Iterator<Item = Option<PlayerId>> + use<> {
    let own = user.id();
    let others = match own {
        Some(own) if state.shares_devices() => state.players_on(own),
        _ => Vec::new(),
    };
    let others = others.into_iter().map(Some).filter(move |&player| player != own);
    iter::once(own).chain(others)
}
