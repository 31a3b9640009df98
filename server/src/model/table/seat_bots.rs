//! Seating bots: the host puts them on chairs before the start.

use super::state::{Phase, State};
use crate::ids::PlayerId;
use crate::model::game::seat_bots::free_bot;
use crate::model::log::decision::{Context, Draft};
use crate::model::log::event::Event;
use crate::model::log::projection::Projection;
use crate::model::player::bot::{Bot, BotLevel};
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};

impl State {
    pub fn bot_to_move(&self) -> Option<Bot> {
        match &self.phase {
            Phase::Playing(playing) => Bot::of(playing.to_move()?),
            Phase::Waiting(_) | Phase::Over(_) => None,
        }
    }

    /// Puts a bot on a free chair. The host need not sit themselves.
    pub(in crate::model) fn seat_bot(
        &self,
        by: PlayerId,
        chair: u8,
        level: BotLevel,
        context: &Context,
    ) -> Result<Draft, Refusal> {
        let waiting = self.waiting("The game has begun: all seats are taken.")?;
        if by != self.host {
            return refuse(Code::NotHost, "Only the host can do that.");
        }
        self.takes_more_events()?;
        waiting.may_change_so_often(by, context.now)?;
        let bot = free_bot(
            self.terms.kind.info(),
            level,
            waiting.here(context.now),
            &self.names,
            context.dice,
        )?;
        waiting.is_free_for(bot.id(), chair, &self.names, context.now)?;
        Ok(Draft {
            name: Some(bot.name().to_owned()),
            projections: vec![Projection::Seated {
                player: bot.id(),
                name: bot.name().to_owned(),
                seat: chair,
            }],
            ..Draft::new(Event::BotSeated {
                host: by,
                bot: bot.id(),
                chair,
            })
        })
    }
}
