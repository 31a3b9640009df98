//! Several people on one device: a player seats further players, and their browser acts for them.

use super::quick::take_chair;
use super::{TableError, Tables};
use crate::http::limits::COMPANIONS;
use crate::ids::PlayerId;
use crate::model::player::Player;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::table::state::State;
use crate::names::PlayerName;
use crate::protocol::PlayerView;
use crate::room::Room;
use crate::store::{StoreError, TableRow};
use crate::time::now_ms;

impl Tables {
    /// Seats somebody on the device of a player, on the next free chair. A name that was added before, at whatever
    /// table, is the same player again; one who sits there already stays.
    pub async fn add_companion(
        &self,
        row: &TableRow,
        owner: PlayerId,
        name: &PlayerName,
    ) -> Result<PlayerView, TableError> {
        let room = self.open(row).await?;
        if room.table().state.players_on(owner).is_empty() {
            // The owner may have sat down at another node.
            room.clone().catch_up().await;
        }
        may_add(&room, owner)?;
        let player = self.companion(owner, name).await?;
        take_chair(&room, player, name, Some(owner)).await?;
        Ok(room.table().shown().player(player))
    }

    /// The players whom this one has added on their device.
    pub async fn companions(&self, owner: PlayerId) -> Result<Vec<Player>, StoreError> {
        self.store.companions(owner).await
    }

    async fn companion(&self, owner: PlayerId, name: &PlayerName) -> Result<PlayerId, TableError> {
        let companions = self.companions(owner).await?;
        let exact = companions.iter().find(|known| known.name == name.as_str());
        let known = exact.or_else(|| companions.iter().find(|known| name.looks_like(&known.name)));
        if let Some(known) = known {
            return Ok(known.id);
        }
        if companions.len() >= COMPANIONS {
            let sentence = "Many names have already been added on this device. Please use one of them again.";
            return Err(Refusal::new(Code::TooFast, sentence).into());
        }
        let player = PlayerId::fresh();
        let created = self
            .store
            .create_companion(player, name.as_str(), owner, now_ms());
        created.await?;
        Ok(player)
    }
}

/// Refuses what the table would refuse as well, before a player is made for it.
fn may_add(room: &Room, owner: PlayerId) -> Result<(), Refusal> {
    let state: &State = &room.table().state;
    if state.begun() != Some(false) {
        let sentence = "The game has begun: all seats are taken.";
        return Err(Refusal::new(Code::NotWaiting, sentence));
    }
    if state.players_on(owner).is_empty() {
        return Err(Refusal::new(
            Code::NotSeated,
            "Please take a seat yourself first.",
        ));
    }
    Ok(())
}
