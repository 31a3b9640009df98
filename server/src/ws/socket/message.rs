//! What a browser says, and how it is answered.

use axum::extract::ws::Message;
use metrics::counter;
use tracing::field::display;
use tracing::{debug, info};

use super::super::frame;
use super::{End, Socket};
use crate::ids::{CommandId, PlayerId};
use crate::model::log::action::Command;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::protocol::{ClientFrame, ClientMessage, Envelope, Request, ServerMessage, preview, why_not};
use crate::room::Answer;

impl Socket {
    pub(super) fn on_frame(&mut self, frame: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        let frame = match frame {
            None | Some(Ok(Message::Close(_))) => return Err(End::Gone),
            Some(Ok(frame)) => frame,
            Some(Err(error)) => {
                debug!(table = %self.row.id, %error, "a frame could not be read");
                if let Some(refusal) = frame::broken(error) {
                    self.refuse(None, refusal)?;
                }
                return Err(End::Gone);
            }
        };
        if self.rates.messages.check().is_err() {
            return self.too_fast(None);
        }
        let text = match frame::text(frame) {
            Ok(Some(text)) => text,
            Ok(None) => return Ok(()),
            Err(refusal) => return self.refuse(None, refusal),
        };
        match ClientFrame::read(&text) {
            Ok(frame) => self.on_message(frame),
            Err((id, refusal)) => self.refuse(id, refusal),
        }
    }

    fn on_message(&mut self, frame: ClientFrame) -> Result<(), End> {
        match frame {
            ClientFrame::Message(ClientMessage::Hello { version, have }) => self.welcome(version, have),
            ClientFrame::Message(ClientMessage::Ping {}) => {
                self.wire.pong();
                Ok(())
            }
            frame if self.has.sent.is_none() && self.pending_hello.is_none() => {
                let refusal = Refusal::new(Code::NoHello, "Say hello first.");
                self.refuse(frame.id(), refusal)
            }
            ClientFrame::Message(ClientMessage::Visible { visible }) => {
                if !visible {
                    self.record_look();
                }
                self.here.set_in_sight(&self.room, &self.user, visible);
                Ok(())
            }
            ClientFrame::Message(ClientMessage::Preview {
                id,
                turn,
                steps,
                clicks,
            }) => self.preview(id, turn, &steps, &clicks),
            ClientFrame::Command(envelope) => self.on_command(envelope),
        }
    }

    fn on_command(&mut self, envelope: Envelope) -> Result<(), End> {
        let Envelope { id, acting, .. } = envelope;
        match envelope.request() {
            Ok(Request::Say(text)) => self.write_line(id, &text),
            Ok(Request::Silence(player, silenced)) => self.silence(id, player, silenced),
            Ok(Request::Nudge(turn)) => match self.actor(id, acting) {
                Ok(by) => self.nudge(id, by, turn),
                Err(refusal) => self.refuse(Some(id), refusal),
            },
            Ok(Request::Plan(turn, planned)) => match self.actor(id, acting) {
                Ok(by) => self.plan(id, by, turn, Some(planned)),
                Err(refusal) => self.refuse(Some(id), refusal),
            },
            Ok(Request::ForgetPlan) => match self.actor(id, acting) {
                Ok(by) => self.plan(id, by, 0, None),
                Err(refusal) => self.refuse(Some(id), refusal),
            },
            Ok(Request::Act(action)) => match self.actor(id, acting) {
                Ok(by) => self.command(Command { id, by, action }),
                Err(refusal) => self.refuse(Some(id), refusal),
            },
            Err(refusal) => self.refuse(Some(id), refusal),
        }
    }

    fn nudge(&mut self, id: CommandId, by: PlayerId, turn: u32) -> Result<(), End> {
        if self.pending.is_full() {
            return self.too_fast(Some(id));
        }
        self.pending.push(id, self.room.nudge(by, turn));
        Ok(())
    }

    fn preview(&mut self, id: CommandId, turn: u32, steps: &[String], clicks: &[String]) -> Result<(), End> {
        if self.rates.previews.check().is_err() {
            return self.too_fast(Some(id));
        }
        let tried = match self.room.table().state.game_at(turn) {
            Ok(game) if !clicks.is_empty() => Err(why_not(game, steps, clicks)),
            Ok(game) => preview(game, steps),
            Err(refusal) => Err(refusal),
        };
        match tried {
            Ok(preview) => self.wire.send(&ServerMessage::Preview { id, preview }),
            Err(refusal) => return self.refuse(Some(id), refusal),
        }
        Ok(())
    }

    pub(super) fn on_answer(&mut self, id: CommandId, answer: Answer) -> Result<(), End> {
        match answer {
            // A room that stops refuses what it did not do. The browser asks the next server instead.
            Err(_) if self.session.serving.is_cancelled() => return Err(End::Restart),
            Ok(seq) => self.wire.send(&ServerMessage::Done { id, seq }),
            Err(refusal) => return self.refuse(Some(id), refusal),
        }
        Ok(())
    }

    pub(super) fn too_fast(&mut self, id: Option<CommandId>) -> Result<(), End> {
        let refusal = Refusal::new(Code::TooFast, "Too many requests. Wait a moment.");
        self.refuse(id, refusal)
    }

    pub(super) fn refuse(&mut self, id: Option<CommandId>, refusal: Refusal) -> Result<(), End> {
        let Refusal { code, sentence } = refusal;
        counter!("thicket_refusals_total", "code" => code.to_string()).increment(1);
        if code.is_denial() {
            let player = self.user.id().map(display);
            info!(player, from = %self.here.place().address(), table = %self.row.id, %code, "denied");
        }
        if self.rates.is_refused_too_often() {
            return Err(End::TooMuch);
        }
        self.wire.send(&ServerMessage::Refused { id, code, sentence });
        Ok(())
    }
}
