//! A rematch: a new table for the people of a finished game, where each sits down by asking for it.

use super::quick::take_chair;
use super::{TableError, Tables};
use crate::ids::{CommandId, PlayerId, TableCode, TableId};
use crate::model::Creation;
use crate::model::game::playing::{Over, Rematch};
use crate::model::log::action::{Action, Command};
use crate::model::log::event::KeptChairs;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::table::state::{Phase, State};
use crate::model::terms::{Starter, Terms};
use crate::names::PlayerName;
use crate::room::Room;
use crate::seq::Seq;
use crate::store::{AppendError, RematchRow, StoreError, TableRow};
use crate::time::now_ms;

/// How long the chairs of a rematch are kept (milliseconds).
const RESERVED_MS: i64 = 10 * 60 * 1000;

impl Tables {
    /// The number of the last event of a finished game, and its rematch. Read in this order, so that a rematch which is
    /// proposed meanwhile is an event after that number.
    pub async fn rematch_after(
        &self,
        table: TableId,
    ) -> Result<(Option<Seq>, Option<RematchRow>), StoreError> {
        let last = self.store.last_numbers(&[table]).await?;
        let rematch = self.store.rematch(table).await?;
        Ok((last.first().map(|&(_, seq)| seq), rematch))
    }

    /// The table of a game's rematch, which the first of its players to ask proposes. Players take the chairs that
    /// are kept for them, with those who played on the same device; others may watch.
    ///
    /// # Errors
    /// When the game is not over, or somebody who did not play asks first.
    pub async fn rematch(&self, row: &TableRow, player: Option<PlayerId>) -> Result<TableCode, TableError> {
        let room = self.open(row).await?;
        // Another node may know of the end of the game, or of a proposal.
        room.clone().catch_up().await;
        let played = player.map_or_else(Vec::new, |player| room.table().state.players_on(player));
        let rematch = match proposed(&room) {
            Some(rematch) => rematch,
            None => propose(&room, proposer(&played, player)).await?,
        };
        let next = self.create_rematch(&room, &rematch).await?;
        if !played.is_empty() {
            self.take_chairs(&room, &played, &next).await?;
        }
        Ok(rematch.code)
    }

    /// Seats a player on the chair that is kept for them, or else on any free one. Whoever sits there already stays.
    ///
    /// # Errors
    /// When the game has begun, or there is no free chair.
    pub async fn sit(&self, row: &TableRow, player: PlayerId, name: &PlayerName) -> Result<(), TableError> {
        let room = self.open(row).await?;
        let seats = room.table().state.terms.seats;
        // Somebody else may be quicker, once for each chair.
        for _ in 1..seats {
            match take_chair(&room, player, name, None).await {
                Err(refusal) if refusal.code == Code::ChairTaken => (),
                answer => return Ok(answer?),
            }
        }
        let answer = take_chair(&room, player, name, None).await;
        if answer
            .as_ref()
            .is_err_and(|refusal| refusal.code == Code::ChairTaken)
            && self.store.end_invitation(row.id, player).await?
        {
            let sentence = "There is no free seat at this table any more, and your invitation has ended.";
            return Err(Refusal::new(Code::ChairTaken, sentence).into());
        }
        Ok(answer?)
    }

    /// Seats the players of one device. One who finds no chair is shown the table all the same.
    async fn take_chairs(&self, room: &Room, played: &[PlayerId], next: &TableRow) -> Result<(), TableError> {
        let next = self.open(next).await?;
        for &player in played {
            let (name, owner) = {
                let state = &room.table().state;
                (
                    stored_name(state.name(player).unwrap_or_default()),
                    state.companion_of(player),
                )
            };
            // The table itself shows why: the chair is taken, or kept for somebody else.
            let _ = take_chair(&next, player, &name, owner).await;
        }
        Ok(())
    }

    /// Creates the table of a rematch, unless somebody has. Of two who do so at the same moment one loses, which does
    /// no harm.
    async fn create_rematch(&self, room: &Room, rematch: &Rematch) -> Result<TableRow, TableError> {
        if let Some(row) = self.store.table(rematch.table).await? {
            return Ok(row);
        }
        let creation = creation(&room.table().state, rematch)?;
        match self.append_creation(creation, Vec::new()).await {
            Ok(()) | Err(AppendError::Conflict) => (),
            Err(error) => return Err(error.into()),
        }
        let created = self.store.table(rematch.table).await?;
        created.ok_or_else(|| Refusal::unknown().into())
    }
}

/// The player themselves if they played, else somebody who played on their device.
fn proposer(played: &[PlayerId], player: Option<PlayerId>) -> Option<PlayerId> {
    let own = player.filter(|player| played.contains(player));
    own.or(played.first().copied()).or(player)
}

fn proposed(room: &Room) -> Option<Rematch> {
    match &room.table().state.phase {
        Phase::Over(over) => over.rematch.clone(),
        Phase::Waiting(_) | Phase::Playing(_) => None,
    }
}

async fn propose(room: &Room, player: Option<PlayerId>) -> Result<Rematch, TableError> {
    let nobody = || Refusal::new(Code::NotSeated, "Only those who played can propose a rematch.");
    let command = Command {
        id: CommandId::fresh(),
        by: player.ok_or_else(nobody)?,
        action: Action::ProposeRematch {
            table: TableId::fresh(),
            code: TableCode::fresh(),
        },
    };
    let answer = room.submit(command).await;
    match (proposed(room), answer) {
        // Perhaps another player was first.
        (Some(rematch), _) => Ok(rematch),
        (None, Err(refusal)) => Err(refusal.into()),
        (None, Ok(_)) => Err(Refusal::unknown().into()),
    }
}

/// Everybody moves one seat further on: the second player begins.
fn creation(state: &State, rematch: &Rematch) -> Result<Creation, TableError> {
    let Phase::Over(Over { played, .. }) = &state.phase else {
        return Err(Refusal::new(Code::NotOver, "The game is not over yet.").into());
    };
    let mut players = played.seats.clone();
    players.rotate_left(1);
    let name = |player: &PlayerId| state.name(*player).unwrap_or_default().to_owned();
    Ok(Creation {
        id: rematch.table,
        code: rematch.code.clone(),
        terms: Terms {
            starter: Starter::Seated,
            from: None,
            tournament: None,
            ..state.terms.clone()
        },
        host: rematch.by,
        name: stored_name(&name(&rematch.by)),
        kept: Some(KeptChairs {
            names: players.iter().map(name).collect(),
            until: now_ms() + RESERVED_MS,
            companion_of: state.companion_of(rematch.by),
            players,
        }),
    })
}

/// A name that was accepted before. Rules for names may have become stricter since.
fn stored_name(name: &str) -> PlayerName {
    PlayerName::stored(name).unwrap_or_else(|_| PlayerName::suggested())
}
