//! Going on from a position of a finished game: a new table, whose game begins with the turns before that position.

use super::{NewTable, TableError, Tables};
use crate::ids::{PlayerId, TableCode};
use crate::model::record::Record;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::terms::{ClockTerms, Origin, Starter, Terms};
use crate::model::turn::drop_of;
use crate::names::PlayerName;
use crate::store::TableRow;

impl Tables {
    /// Creates a private table that goes on from the position after so many turns of a finished game, with its clock.
    /// The host sits on the first chair, and the chairs are the seats of that game.
    pub async fn continue_game(
        &self,
        row: &TableRow,
        turn: usize,
        host: PlayerId,
        name: PlayerName,
    ) -> Result<TableCode, TableError> {
        let record = self.store.records().record(row.id).await?;
        let record = record.ok_or_else(|| Refusal::new(Code::NotOver, "The game is not over yet."))?;
        Ok(self
            .create(NewTable::new(terms(&record, turn)?, host, name))
            .await?)
    }
}

/// The terms of a table that goes on from a record. Refused where nobody can go on.
pub fn terms(record: &Record, turn: usize) -> Result<Terms, Refusal> {
    let refuse = |sentence: &str| Err(Refusal::new(Code::WrongTurn, sentence));
    let Some(before) = record.turns.get(..turn) else {
        return refuse("The game has no such turn.");
    };
    if before.iter().any(|turn| drop_of(&turn.text).is_some()) {
        return refuse("Somebody had left the game by then. You can continue from an earlier turn.");
    }
    let head = &record.head;
    let unknown = || {
        Refusal::new(
            Code::NoSuchSetup,
            "This version of Thicket cannot play this game.",
        )
    };
    let variant = head.setup.split_once(' ').map_or("", |(_, variant)| variant);
    let clock = head.clock.as_ref().and_then(|text| text.parse().ok());
    let terms = Terms {
        kind: head.kind.parse().map_err(|_| unknown())?,
        seats: head.seats.len() as u8,
        variant: variant.to_owned(),
        starter: Starter::Seated,
        public: false,
        clock: clock.unwrap_or(ClockTerms::Untimed),
        explorable: true,
        keeps_lines: false,
        pie_rule: false,
        rated: false,
        club: None,
        tournament: None,
        from: Some(Origin {
            code: head.code.clone(),
            turns: before.iter().map(|turn| turn.text.clone()).collect(),
        }),
    };
    let game = terms.start().map_err(|_| unknown())?;
    match game.status().to_move() {
        Some(_) => Ok(terms),
        None => refuse("The game is over after that turn. You can continue from an earlier one."),
    }
}
