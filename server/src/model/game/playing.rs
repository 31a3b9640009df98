//! A game under way: turns and resignations.

use thicket_rules::{AnyGame, Seat, Status};

use super::clock::Clocks;
use super::offers::Offers;
use crate::ids::{PlayerId, TableCode, TableId};
use crate::model::log::decision::Draft;
use crate::model::log::event::Event;
use crate::model::record::devices;
use crate::model::record::ending::{DropReason, Ending, Reason};
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::model::turn::{self, PlyEffect};
use crate::time::UnixMs;

#[derive(Clone, Debug)]
pub struct Playing {
    /// In order of play.
    pub seats: Vec<PlayerId>,
    /// Whose device each seat was on when the game began.
    pub owners: Vec<PlayerId>,
    pub game: Box<dyn AnyGame>,
    pub offers: Offers,
    pub started_at: UnixMs,
    /// How many plies were copied from the game that this one goes on from.
    pub copied: usize,
    /// Of each ply.
    pub facts: Vec<PlyFacts>,
    pub clocks: Option<Clocks>,
    /// Since when the game has waited for the seat to move.
    pub waits_since: UnixMs,
    /// Since when nobody has played, nor said that the game goes on.
    pub idle_since: UnixMs,
    /// The number of the turn: how many turns, drops, takebacks and swaps of sides there have been. Commands composed for another
    /// turn are out of date.
    pub turn: u32,
    /// The number of the turn that began when the sides were swapped, if they were.
    pub swapped_in: Option<u32>,
}

/// What the log knows of a ply besides its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyFacts {
    pub at: UnixMs,
    /// How much time the seat used, in milliseconds; `None` without clocks, and for a seat that was not to move.
    pub spent: Option<i64>,
    /// `None` for a turn, and for a seat that resigned.
    pub reason: Option<DropReason>,
}

#[derive(Clone, Debug)]
pub struct Over {
    pub played: Playing,
    pub ending: Ending,
    pub rematch: Option<Rematch>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rematch {
    pub by: PlayerId,
    /// It may not have been created yet.
    pub table: TableId,
    pub code: TableCode,
}

impl Playing {
    pub(in crate::model) fn new(
        seats: Vec<PlayerId>,
        game: Box<dyn AnyGame>,
        clocks: Option<Clocks>,
        started_at: UnixMs,
    ) -> Playing {
        let copied = game.ply_count();
        let facts = PlyFacts {
            at: started_at,
            spent: None,
            reason: None,
        };
        Playing {
            owners: seats.clone(),
            seats,
            game,
            offers: Offers::default(),
            started_at,
            copied,
            facts: vec![facts; copied],
            clocks,
            waits_since: started_at,
            idle_since: started_at,
            turn: copied as u32,
            swapped_in: None,
        }
    }

    /// The seats, from 1, that were on one device when the game began, device by device.
    pub fn shared_devices(&self) -> Vec<Vec<u8>> {
        let owners: Vec<Option<PlayerId>> = self.owners.iter().copied().map(Some).collect();
        devices::shared(&owners)
    }

    pub fn to_move(&self) -> Option<PlayerId> {
        self.player_to_move(self.game.status())
    }

    fn player_to_move(&self, status: Status) -> Option<PlayerId> {
        self.seats.get(status.to_move()?.index()).copied()
    }

    /// Refuses a player without a seat, and one who has left the game.
    pub(in crate::model) fn seat_in_play(&self, player: PlayerId) -> Result<Seat, Refusal> {
        let place = self.seats.iter().position(|&seated| seated == player);
        match place.and_then(Seat::from_index) {
            None => refuse(Code::NotSeated, "You do not have a seat at this table."),
            Some(seat) if self.has_flagged(seat) => refuse(Code::Dropped, "Your time has run out."),
            Some(seat) if !self.game.in_play().contains(seat) => {
                refuse(Code::Dropped, "You have left this game.")
            }
            Some(seat) => Ok(seat),
        }
    }

    pub(in crate::model) fn same_turn(&self, turn: u32) -> Result<(), Refusal> {
        if turn == self.turn {
            return Ok(());
        }
        Err(Refusal::wrong_turn())
    }

    pub(in crate::model) fn play(
        &self,
        player: PlayerId,
        turn: u32,
        steps: &[String],
    ) -> Result<Draft, Refusal> {
        let seat = self.seat_in_play(player)?;
        self.same_turn(turn)?;
        if self.game.status().to_move() != Some(seat) {
            return refuse(Code::NotYourTurn, "It is not your turn.");
        }
        let status = turn::check(self.game.as_ref(), steps)?.status;
        let event = Event::Played {
            steps: steps.to_vec(),
            ending: self.ending(status, Reason::Rules),
        };
        Ok(self.draft(event, status))
    }

    pub(in crate::model) fn resign(&self, player: PlayerId) -> Result<Draft, Refusal> {
        self.drop_out(self.seat_in_play(player)?, DropReason::Resignation)
    }

    pub(in crate::model) fn drop_out(&self, seat: Seat, reason: DropReason) -> Result<Draft, Refusal> {
        let status = self.game.check_drop(seat);
        let status = status.map_err(|error| Refusal::new(Code::Dropped, format!("{error}.")))?;
        let event = Event::Dropped {
            seat: seat.number(),
            reason,
            ending: self.ending(status, reason.into()),
        };
        Ok(self.draft(event, status))
    }

    pub(in crate::model) fn draft(&self, event: Event, status: Status) -> Draft {
        Draft {
            to_move: self.player_to_move(status),
            ..Draft::new(event)
        }
    }

    pub(in crate::model) fn ending(&self, status: Status, reason: Reason) -> Option<Ending> {
        let outcome = status.outcome()?;
        Some(Ending::new(self.game.as_ref(), &outcome, reason))
    }

    pub(in crate::model) fn apply_turn(&mut self, steps: &[String], at: UnixMs) -> Result<PlyEffect, String> {
        let effect = turn::play(self.game.as_mut(), steps)?;
        (self.waits_since, self.idle_since, self.turn) = (at, at, self.turn + 1);
        self.offers.expire();
        let to_move = self.game.status().to_move();
        let spent = self.clocks.as_mut().map(|clocks| clocks.turn_played(to_move, at));
        self.facts.push(PlyFacts {
            at,
            spent,
            reason: None,
        });
        Ok(effect)
    }

    pub(in crate::model) fn apply_drop(
        &mut self,
        seat: u8,
        reason: DropReason,
        at: UnixMs,
    ) -> Result<PlyEffect, String> {
        let seat = Seat::new(seat).ok_or("there is no such seat")?;
        self.game.drop_seat(seat).map_err(|error| error.to_string())?;
        (self.waits_since, self.idle_since, self.turn) = (at, at, self.turn + 1);
        self.offers.expire();
        let to_move = self.game.status().to_move();
        let clocks = self.clocks.as_mut();
        let spent = clocks.and_then(|clocks| clocks.dropped(seat, reason, to_move, at));
        self.facts.push(PlyFacts {
            at,
            spent,
            reason: reason.unless_resigned(),
        });
        Ok(PlyEffect::drop(seat))
    }
}
