//! A table against bots.

use thicket_rules::GameKind;

use super::quick::casual_terms;
use super::{NewTable, TableError, Tables};
use crate::ids::{CommandId, PlayerId, TableCode};
use crate::model::log::action::{Action, Command};
use crate::model::player::bot::BotLevel;
use crate::model::refusal::Refusal;
use crate::model::terms::Terms;
use crate::names::PlayerName;

impl Tables {
    /// Creates a private table with bots on all chairs but the host's, of so many seats, or as many as the game needs or allows.
    /// The game begins as soon as the host is there.
    pub async fn create_with_bots(
        &self,
        kind: GameKind,
        seats: u8,
        level: BotLevel,
        host: PlayerId,
        name: PlayerName,
    ) -> Result<TableCode, TableError> {
        let terms = terms(kind, seats)?;
        let seats = terms.seats;
        let code = self.create(NewTable::new(terms, host, name)).await?;
        let row = self.find(&code).await?.ok_or_else(Refusal::try_again)?;
        let room = self.open(&row).await?;
        for chair in 1..seats {
            let command = Command {
                id: CommandId::fresh(),
                by: host,
                action: Action::SeatBot { chair, level },
            };
            room.submit(command).await?;
        }
        Ok(code)
    }
}

fn terms(kind: GameKind, seats: u8) -> Result<Terms, TableError> {
    let range = &kind.info().seats;
    casual_terms(kind, seats.clamp(*range.start(), *range.end()), false)
}
