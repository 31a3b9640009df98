//! Swaps of chairs before the start: one player asks another, who agrees or declines.

use std::collections::HashMap;

use crate::ids::PlayerId;
use crate::model::log::swap::Swap;
use crate::model::player::refused_offers::RefusedOffers;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};

/// The swaps that are asked for at a table.
#[derive(Clone, Debug, Default)]
pub(in crate::model) struct Swaps {
    standing: Vec<Swap>,
    refused: HashMap<PlayerId, RefusedOffers>,
}

impl Swaps {
    /// Those that stand, the oldest first.
    pub(in crate::model) fn standing(&self) -> &[Swap] {
        &self.standing
    }

    /// Whether a player may ask for a swap now.
    pub(in crate::model) fn check_offer(&self, by: PlayerId, now: i64) -> Result<(), Refusal> {
        if self.standing.iter().any(|swap| swap.from == by) {
            return refuse(Code::Offered, "You have asked somebody to swap seats already.");
        }
        let refused = self.refused.get(&by).copied().unwrap_or_default();
        let Some(seconds) = refused.wait(now) else {
            return Ok(());
        };
        let sentence = format!("Your last swap did not come about. You can ask again in {seconds} s.");
        Err(Refusal::new(Code::OfferTooSoon, sentence))
    }

    /// Whether this swap stands.
    pub(in crate::model) fn check_standing(&self, swap: &Swap) -> Result<(), Refusal> {
        match self.standing.contains(swap) {
            true => Ok(()),
            false => refuse(Code::NoOffer, "That swap is no longer on offer."),
        }
    }

    pub(in crate::model) fn offer(&mut self, swap: Swap) {
        self.standing.push(swap);
    }

    /// A swap was declined, or withdrawn.
    pub(in crate::model) fn refuse(&mut self, swap: &Swap, at: i64) {
        self.standing.retain(|other| other != swap);
        self.refused.entry(swap.from).or_default().note(at);
    }

    /// Somebody has changed chairs: swaps that were about other ones end.
    pub(in crate::model) fn keep_fitting(&mut self, chairs: &[Option<PlayerId>]) {
        self.standing.retain(|swap| swap.fits(chairs));
    }
}
