//! Those whom a tournament names.

use std::collections::{HashMap, HashSet};

use super::{TournamentError, Tournaments};
use crate::ids::PlayerId;
use crate::model::tournament::state::State;

/// Somebody whom a tournament names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    pub name: String,
    /// Whether they have an account, and with it a profile.
    pub member: bool,
}

impl Tournaments {
    /// The director and all who have ever signed up. Who has been deleted is not among them.
    pub async fn people(&self, state: &State) -> Result<HashMap<PlayerId, Participant>, TournamentError> {
        let entrants = state.entrants().iter().map(|entrant| entrant.player);
        self.named(entrants.chain([state.director])).await
    }

    /// Those of these players who have not been deleted.
    pub async fn named(
        &self,
        players: impl Iterator<Item = PlayerId>,
    ) -> Result<HashMap<PlayerId, Participant>, TournamentError> {
        let all: HashSet<PlayerId> = players.collect();
        let all: Vec<PlayerId> = all.into_iter().collect();
        let members: HashSet<PlayerId> = self.store.members_of(&all).await?.into_iter().collect();
        let names = self.store.player_names(&all).await?;
        let named = names.into_iter().map(|(player, name)| {
            let member = members.contains(&player);
            (player, Participant { name, member })
        });
        Ok(named.collect())
    }
}
