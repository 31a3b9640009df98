//! Offers: what a player proposes at a table, and the others agree to or decline.
//!
//! There is one offer at a time. Answers name the number of its event, so that a late one agrees to nothing else.

use std::collections::HashMap;

use thicket_rules::{MAX_SEATS, Seat, Seats};

use crate::ids::PlayerId;
use crate::model::log::proposal::Proposal;
use crate::model::player::bot::is_bot;
use crate::model::player::refused_offers::RefusedOffers;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::seq::Seq;
use crate::time::UnixMs;

/// A limit, since each takeback plays the turns before it again.
const MAX_TAKEBACKS: u32 = 100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub seq: Seq,
    /// The seat that made it. Where a watcher asks for the seat of a player who is away, it is that seat.
    pub by: Seat,
    pub proposal: Proposal,
    pub asked: Seats,
    pub agreed: Seats,
    /// When it was made.
    pub at: UnixMs,
}

#[derive(Clone, Debug, Default)]
pub struct Offers {
    standing: Option<Offer>,
    refused: [RefusedOffers; MAX_SEATS as usize],
    /// Refusals of watchers who asked for a seat. They do not count for the seat's player, who was not there.
    refused_askers: HashMap<PlayerId, RefusedOffers>,
    takebacks: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::model) enum Answered {
    Declined,
    Agreed,
    Accepted { by: Seat, proposal: Proposal },
}

impl Offers {
    pub fn standing(&self) -> Option<&Offer> {
        self.standing.as_ref()
    }

    /// When the players were asked whether the game goes on, if that is open.
    pub fn asked_to_go_on(&self) -> Option<UnixMs> {
        let asked = self
            .standing
            .as_ref()
            .filter(|offer| offer.proposal == Proposal::Abandon);
        asked.map(|offer| offer.at)
    }

    pub(in crate::model) fn check_offer(
        &self,
        by: Seat,
        proposal: Proposal,
        now: UnixMs,
    ) -> Result<(), Refusal> {
        match &self.standing {
            Some(offer) if offer.by == by => {
                return refuse(Code::Offered, "Your last offer has not been answered yet.");
            }
            Some(_) => return refuse(Code::Offered, "Please answer the open offer first."),
            None => (),
        }
        if matches!(proposal, Proposal::TakeBack { .. }) && self.takebacks >= MAX_TAKEBACKS {
            return refuse(
                Code::BadOffer,
                "Turns have been taken back too often in this game.",
            );
        }
        let refused = match proposal {
            Proposal::HandOver { to } => self.refused_askers.get(&to).copied().unwrap_or_default(),
            _ => self.refused[by.index()],
        };
        if let Some(seconds) = refused.wait(now) {
            let sentence = format!("The last offer was declined. Another one can be made in {seconds} s.");
            return Err(Refusal::new(Code::OfferTooSoon, sentence));
        }
        Ok(())
    }

    /// What the answer of a seat to the offer with this number leads to.
    pub(in crate::model) fn check_answer(
        &self,
        by: Seat,
        seq: Seq,
        agree: bool,
    ) -> Result<Answered, Refusal> {
        let Some(offer) = self.standing.as_ref().filter(|offer| offer.seq == seq) else {
            return refuse(Code::NoOffer, "That offer no longer stands.");
        };
        if !agree && (offer.by == by || offer.asked.contains(by)) {
            return Ok(Answered::Declined);
        }
        if !offer.asked.contains(by) {
            return refuse(Code::NotAsked, "This offer is for the others to answer.");
        }
        if offer.agreed.contains(by) {
            return refuse(Code::Offered, "You have already agreed.");
        }
        let mut agreed = offer.agreed;
        agreed.insert(by);
        Ok(match agreed == offer.asked {
            true => Answered::Accepted {
                by: offer.by,
                proposal: offer.proposal,
            },
            false => Answered::Agreed,
        })
    }

    pub(in crate::model) fn open(&mut self, offer: Offer) {
        self.standing = Some(offer);
    }

    pub(in crate::model) fn agree(&mut self, seat: Seat) {
        if let Some(offer) = &mut self.standing {
            offer.agreed.insert(seat);
        }
    }

    pub(in crate::model) fn decline(&mut self, at: UnixMs) {
        if let Some(offer) = self.standing.take() {
            let refused = match offer.proposal {
                Proposal::Abandon => return,
                Proposal::HandOver { to } => self.refused_askers.entry(to).or_default(),
                _ => &mut self.refused[offer.by.index()],
            };
            refused.record(at);
        }
    }

    /// Two players exchanged seats: what each was refused goes with them, and the offer ends.
    pub(in crate::model) fn swap(&mut self) {
        self.refused.swap(0, 1);
        self.expire();
    }

    /// The game has gone on: the offer ends.
    pub(in crate::model) fn expire(&mut self) {
        self.standing = None;
    }

    /// A player has a seat now: offers to give it away end.
    pub(in crate::model) fn expire_hand_over(&mut self, player: PlayerId) {
        self.standing.take_if(|offer| match offer.proposal {
            Proposal::HandOver { to } => to == player,
            Proposal::Bot { .. } => is_bot(player),
            _ => false,
        });
    }

    pub(in crate::model) fn record_takeback(&mut self) {
        self.takebacks += 1;
        self.expire();
    }
}
