//! Bots that take over the seats of people during a game.

use thicket_rules::{Info, Seat, Seats};

use super::playing::Playing;
use crate::ids::PlayerId;
use crate::model::player::bot::{Bot, BotLevel, is_bot};
use crate::model::player::names_here::{Names, is_taken};
use crate::model::refusal::{Refusal, RefusalCode as Code};

impl Playing {
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
        free_bot(self.game.info(), level, self.seats.iter().copied(), names, dice)
    }
}

/// A bot of this level, or of the last one that the game has, that is not here, and whose name cannot be confused with anybody's
/// here.
pub(in crate::model) fn free_bot(
    game: &Info,
    level: BotLevel,
    here: impl Iterator<Item = PlayerId> + Clone,
    names: &Names,
    dice: u64,
) -> Result<Bot, Refusal> {
    let is_free = |bot: &Bot| {
        !here.clone().any(|player| player == bot.id()) && !is_taken(bot.id(), bot.name(), here.clone(), names)
    };
    let free: Vec<Bot> = Bot::of_level(level.min(BotLevel::strongest(game)))
        .filter(is_free)
        .collect();
    let taken = || {
        Refusal::new(
            Code::NameTaken,
            "The players at this table already have the names of all bots.",
        )
    };
    let place = dice % free.len().max(1) as u64;
    free.get(place as usize).copied().ok_or_else(taken)
}
