//! A game as it was played, to be drawn at any of its turns.

use thicket_rules::{AnyGame, GameKind};

use crate::model::record::Record;
use crate::model::table::state::State;
use crate::picture;
use crate::record::{self, UnreadableRecord};
use crate::room::Room;
use crate::seq::Seq;

#[derive(Debug)]
pub(super) struct Played {
    kind: GameKind,
    start: Box<dyn AnyGame>,
    turns: Vec<String>,
}

impl Played {
    /// The game of a record.
    pub(super) fn recorded(record: Record) -> Result<Played, UnreadableRecord> {
        let start = record::start(&record.head)?;
        let kind: Result<GameKind, _> = record.head.kind.parse();
        let kind = kind.map_err(|error| UnreadableRecord(error.to_string()))?;
        let turns = record.turns.into_iter().map(|turn| turn.text).collect();
        Ok(Played { kind, start, turns })
    }

    /// The game of a table, and the number of the table's last event.
    pub(super) fn at(room: &Room) -> Result<(Played, Seq), UnreadableRecord> {
        let table = room.table();
        let State { terms, seq, .. } = &table.state;
        let kind = terms.kind;
        // The turns begin with those of the game that this one goes on from.
        let start = kind
            .start(terms.seats, &terms.variant)
            .map_err(|error| UnreadableRecord(error.to_string()))?;
        let turns = table.state.plies();
        Ok((Played { kind, start, turns }, *seq))
    }

    pub(super) fn len(&self) -> usize {
        self.turns.len()
    }

    /// The board after each of these numbers of turns, which ascend, as SVG.
    pub(super) fn boards(&self, plies: &[usize]) -> Result<Vec<String>, UnreadableRecord> {
        let mut game = self.start.clone();
        let mut turns = self.turns.iter();
        let mut made = 0;
        let drawn = plies.iter().map(|&ply| {
            for turn in turns.by_ref().take(ply - made) {
                record::play(game.as_mut(), turn);
            }
            made = ply;
            picture::board(self.kind, game.as_ref())
        });
        let boards: Result<_, _> = drawn.collect();
        boards.map_err(|error| UnreadableRecord(error.to_string()))
    }
}
