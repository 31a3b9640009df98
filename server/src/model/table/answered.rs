//! The commands that led to events of a table.

use crate::ids::{CommandId, PlayerId};
use crate::seq::Seq;

/// By whom and under which id each command was sent, and the number of its event. A list takes less than half the memory of a map, and
/// that of a long game is searched in less than a microsecond.
#[derive(Clone, Debug, Default)]
pub(super) struct Answered {
    players: Vec<PlayerId>,
    commands: Vec<AnsweredCommand>,
}

#[derive(Clone, Copy, Debug)]
struct AnsweredCommand {
    id: CommandId,
    /// An index into the players.
    by: usize,
    seq: Seq,
}

impl Answered {
    pub(super) fn record(&mut self, by: PlayerId, id: CommandId, seq: Seq) {
        let by = self.index_of(by).unwrap_or_else(|| {
            self.players.push(by);
            self.players.len() - 1
        });
        self.commands.push(AnsweredCommand { id, by, seq });
    }

    /// The event that a player's command led to.
    pub(super) fn seq_of(&self, by: PlayerId, id: CommandId) -> Option<Seq> {
        let by = self.index_of(by)?;
        let is_it = |command: &&AnsweredCommand| command.id == id && command.by == by;
        self.commands.iter().rev().find(is_it).map(|command| command.seq)
    }

    fn index_of(&self, player: PlayerId) -> Option<usize> {
        self.players.iter().position(|known| *known == player)
    }
}
