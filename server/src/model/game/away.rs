//! Players who are away: others can nudge them, give their seat away or, without clocks, go on without them.

use thicket_rules::{Seat, Seats};

use super::playing::Playing;
use crate::ids::PlayerId;
use crate::model::log::decision::Context;
use crate::model::player::bot::is_bot;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};

impl Playing {
    /// The seats that have to agree to go on without a seat, apart from the one that offers it. Bots do not count.
    pub(in crate::model) fn asked_to_drop(
        &self,
        by: Seat,
        seat: Seat,
        context: &Context,
    ) -> Result<Seats, Refusal> {
        self.check_away(by, seat, context)?;
        let mut asked = Seats::NONE;
        for other in self.people_in_play().iter() {
            let recent = self
                .away_for(other, context)
                .is_none_or(|away| away < context.patience.asked);
            if other != by && other != seat && recent {
                asked.insert(other);
            }
        }
        if self.people_in_play().count() > 2 && asked == Seats::NONE {
            return refuse(
                Code::BadOffer,
                "At least two players have to agree to this, and nobody else has been here lately.",
            );
        }
        Ok(asked)
    }

    /// Whether a seat has kept the others waiting for so long that they may go on without it.
    pub(in crate::model) fn check_away(
        &self,
        by: Seat,
        seat: Seat,
        context: &Context,
    ) -> Result<(), Refusal> {
        if seat == by || self.game.status().to_move() != Some(seat) {
            return refuse(Code::BadOffer, "The game waits for somebody else.");
        }
        if self.clocks.is_some() {
            return refuse(Code::BadOffer, "The clock decides how long the game waits.");
        }
        let patience = context.patience;
        let wait = match self.people_in_play().count() {
            ..=2 => patience.away_of_two,
            _ => patience.away,
        };
        let slow = patience.turn - context.served_for(self.waits_since);
        let left = match self.away_for(seat, context) {
            Some(away) => slow.min(wait - away),
            None if slow > 0 => return refuse(Code::BadOffer, "They are here, and may be thinking."),
            None => slow,
        };
        if left > 0 {
            let sentence = format!("You can go on without them in {}.", in_words(left));
            return Err(Refusal::new(Code::OfferTooSoon, sentence));
        }
        Ok(())
    }

    /// Whether a seat is in play and its player has been away for so long that a watcher may ask for it.
    pub(in crate::model) fn check_gone(&self, seat: Seat, context: &Context) -> Result<(), Refusal> {
        if !self.game.in_play().contains(seat) {
            return refuse(Code::BadOffer, "That seat is not in play.");
        }
        match self
            .away_for(seat, context)
            .map(|away| context.patience.nudge - away)
        {
            None => refuse(Code::BadOffer, "They are here."),
            Some(left) if left > 0 => {
                let sentence = format!("They have only just gone away. Try again in {}.", in_words(left));
                Err(Refusal::new(Code::OfferTooSoon, sentence))
            }
            Some(_) => Ok(()),
        }
    }

    /// Whether a watcher may ask for a seat: its player is gone, or a bot.
    pub(in crate::model) fn check_gone_or_bot(&self, seat: Seat, context: &Context) -> Result<(), Refusal> {
        match self.is_bot_in_play(seat) {
            true => Ok(()),
            false => self.check_gone(seat, context),
        }
    }

    pub(in crate::model) fn is_bot_in_play(&self, seat: Seat) -> bool {
        self.game.in_play().contains(seat)
            && self.seats.get(seat.index()).is_some_and(|player| is_bot(*player))
    }

    /// The player to move, who is to be nudged. Refused when nobody keeps the others waiting.
    pub fn check_nudge(&self, by: PlayerId, turn: u32, context: &Context) -> Result<PlayerId, Refusal> {
        self.seat_in_play(by)?;
        self.same_turn(turn)?;
        if self.clocks.is_some() {
            return refuse(Code::BadOffer, "The clock decides how long the game waits.");
        }
        let to_move = self.game.status().to_move().zip(self.to_move());
        let (seat, player) = to_move.ok_or_else(|| Refusal::new(Code::Over, "The game is over."))?;
        self.check_gone(seat, context)?;
        Ok(player)
    }

    /// How long the player of a seat has been away; `None` if they are there.
    fn away_for(&self, seat: Seat, context: &Context) -> Option<i64> {
        let player = self.seats.get(seat.index())?;
        if context.present.contains(player) {
            return None;
        }
        // An absence that was not observed yet has just begun.
        Some(
            context
                .away
                .get(player)
                .map_or(0, |&since| context.served_for(since)),
        )
    }
}

/// A time in the largest unit that fits, rounded up.
fn in_words(ms: i64) -> String {
    const UNITS: [(i64, &str); 3] = [(3_600_000, "hour"), (60_000, "minute"), (1_000, "second")];
    let (unit, name) = UNITS
        .into_iter()
        .find(|(unit, _)| ms >= *unit)
        .unwrap_or((1_000, "second"));
    let count = (ms + unit - 1) / unit;
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}
