//! Seating bots: the host puts them on chairs before the start, and in a game they play on for people.

use thicket_rules::{Seat, Seats};

use super::playing::Playing;
use crate::ids::PlayerId;
use crate::model::before_start::names_here::is_taken;
use crate::model::log::decision::{Context, Draft};
use crate::model::log::event::Event;
use crate::model::log::projection::Projection;
use crate::model::log::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::model::log::state::{Names, Phase, State};
use crate::model::player::bot::{Bot, BotLevel, is_bot};

impl State {
    /// The bot whose turn it is.
    pub fn bot_to_move(&self) -> Option<Bot> {
        match &self.phase {
            Phase::Playing(playing) => Bot::of(playing.to_move()?),
            Phase::Waiting(_) | Phase::Over(_) => None,
        }
    }

    /// The host puts a bot on a free chair, also if they have none themselves.
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
        let bot = free_bot(level, waiting.here(context.now), &self.names, context.dice)?;
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

impl Playing {
    /// The seats in play of people.
    pub(in crate::model) fn people_in_play(&self) -> Seats {
        let mut people = self.game.in_play();
        for (index, player) in self.seats.iter().enumerate() {
            if let Some(seat) = Seat::from_index(index).filter(|_| is_bot(*player)) {
                people.remove(seat);
            }
        }
        people
    }

    /// A bot that can take a seat here.
    pub(in crate::model) fn bot_for_seat(
        &self,
        level: BotLevel,
        names: &Names,
        dice: u64,
    ) -> Result<Bot, Refusal> {
        free_bot(level, self.seats.iter().copied(), names, dice)
    }
}

/// A bot of this level that is not here, and whose name looks like that of nobody who is.
fn free_bot(
    level: BotLevel,
    here: impl Iterator<Item = PlayerId> + Clone,
    names: &Names,
    dice: u64,
) -> Result<Bot, Refusal> {
    let is_free = |bot: &Bot| {
        !here.clone().any(|player| player == bot.id()) && !is_taken(bot.id(), bot.name(), here.clone(), names)
    };
    let free: Vec<Bot> = Bot::of_level(level).filter(is_free).collect();
    let taken = || Refusal::new(Code::NameTaken, "The players here have the names of all bots.");
    let place = dice % free.len().max(1) as u64;
    free.get(place as usize).copied().ok_or_else(taken)
}
