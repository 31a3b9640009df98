//! The chat of a table, as one socket writes and follows it.

use super::{End, Socket};
use crate::http::limits::TooMuch;
use crate::ids::{CommandId, PlayerId};
use crate::model::player::audience::Reads;
use crate::model::player::chat::Line;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::protocol::ChatPosition;
use crate::room::PendingAnswer;

impl Socket {
    /// Submits a line to the chat.
    pub(super) fn write_line(&mut self, id: CommandId, text: &str) -> Result<(), End> {
        let said = self.try_write_line(id, text);
        self.await_line(id, said)
    }

    fn try_write_line(&self, id: CommandId, text: &str) -> Result<PendingAnswer, Refusal> {
        let line = Line::parse(text)?;
        let by = self.writer()?;
        let too_many = |error: TooMuch| Refusal::new(Code::TooManyLines, error.to_string());
        self.app
            .limits
            .line(by.id, self.here.place().address())
            .map_err(too_many)?;
        self.room.write_line(&by, id, &line)
    }

    pub(super) fn silence(&mut self, id: CommandId, player: PlayerId, silenced: bool) -> Result<(), End> {
        if self.rates.silences.check().is_err() {
            return self.too_fast(Some(id));
        }
        let asked = self.writer();
        let asked = asked.and_then(|by| self.room.silence(&by, id, player, silenced));
        self.await_line(id, asked)
    }

    fn await_line(&mut self, id: CommandId, asked: Result<PendingAnswer, Refusal>) -> Result<(), End> {
        match asked {
            Ok(_) if self.pending_lines.is_full() => self.too_fast(Some(id)),
            Ok(answer) => {
                self.pending_lines.push(id, answer);
                Ok(())
            }
            Err(refusal) => self.refuse(Some(id), refusal),
        }
    }

    /// Records what the browser has of the chat. If that is more than this node has, the chat is read.
    pub(super) fn set_chat(&mut self, have: Option<ChatPosition>) {
        // Whoever reads only their own lines may have been somebody else before.
        self.has.chat = have.filter(|have| have.reads != Reads::Own);
        if let Some(have) = have {
            self.room.chat.record_remote(have.n);
        }
    }

    /// Whether the browser has lines after those of the room.
    pub(super) fn has_later_lines(&self) -> bool {
        self.has.chat.is_some_and(|have| have.n > self.room.chat.last())
    }

    /// Sends what the browser does not have yet of the lines that its player reads.
    pub(super) fn follow_chat(&mut self, reads: Reads, reader: Option<PlayerId>) {
        let (chat, messages) = self.room.chat.missing(self.has.chat, reads, reader);
        self.has.chat = chat;
        self.wire.queued.extend(messages);
    }
}
