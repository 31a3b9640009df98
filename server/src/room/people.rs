//! What the store knows of the players who are named at a table.

use std::collections::{HashMap, HashSet};

use crate::ids::{PlayerId, TableId};
use crate::model::log::entry::LogEntry;
use crate::model::player::bot::is_bot;
use crate::store::{Store, StoreError, TablePlayer};

#[derive(Debug)]
pub struct People {
    pub players: Vec<TablePlayer>,
    /// All who have an account: also of those who only asked for a seat, or for whom a chair is kept.
    pub members: HashSet<PlayerId>,
    /// The names of the owners of bots.
    pub owners: HashMap<PlayerId, String>,
}

impl People {
    pub(super) async fn read(
        store: &Store,
        table: TableId,
        others: impl IntoIterator<Item = PlayerId>,
    ) -> Result<People, StoreError> {
        let players = store.people_at(table).await?;
        let is_known = |player: &PlayerId| players.iter().any(|person| person.player == *player);
        let others: HashSet<PlayerId> = others
            .into_iter()
            .filter(|player| !is_bot(*player) && !is_known(player))
            .collect();
        let others: Vec<PlayerId> = others.into_iter().collect();
        let own = players.iter().filter(|person| person.member);
        let mut members: HashSet<PlayerId> = own.map(|person| person.player).collect();
        members.extend(store.members_of(&others).await?);
        let owners = store.bot_owners(members.iter().copied()).await?;
        Ok(People {
            players,
            members,
            owners,
        })
    }
}

pub(super) fn named(log: &[LogEntry]) -> impl Iterator<Item = PlayerId> {
    let seated = log.iter().filter_map(|entry| entry.event.named());
    let kept = log.iter().filter_map(|entry| entry.event.kept());
    seated.chain(kept.flat_map(|kept| kept.players.iter().copied()))
}
