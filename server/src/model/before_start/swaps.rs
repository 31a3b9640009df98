//! Swaps of chairs before the start: one player asks another, who agrees or declines.

use std::collections::HashMap;

use crate::ids::PlayerId;
use crate::model::log::swap::Swap;
use crate::model::player::refused_offers::RefusedOffers;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::time::UnixMs;

#[derive(Clone, Debug, Default)]
pub(in crate::model) struct Swaps {
    standing: Vec<Swap>,
    refused: HashMap<PlayerId, RefusedOffers>,
}

impl Swaps {
    pub(in crate::model) fn standing(&self) -> &[Swap] {
        &self.standing
    }

    pub(in crate::model) fn check_offer(&self, by: PlayerId, now: UnixMs) -> Result<(), Refusal> {
        if self.standing.iter().any(|swap| swap.from == by) {
            return refuse(Code::Offered, "You have already asked somebody to swap seats.");
        }
        let refused = self.refused.get(&by).copied().unwrap_or_default();
        let Some(seconds) = refused.wait(now) else {
            return Ok(());
        };
        let sentence =
            format!("Your last request to swap was not accepted. You can ask again in {seconds} s.");
        Err(Refusal::new(Code::OfferTooSoon, sentence))
    }

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
    pub(in crate::model) fn refuse(&mut self, swap: &Swap, at: UnixMs) {
        self.standing.retain(|other| other != swap);
        self.refused.entry(swap.from).or_default().record(at);
    }

    /// Drops the swaps of players who have changed chairs.
    pub(in crate::model) fn retain_fitting(&mut self, chairs: &[Option<PlayerId>]) {
        self.standing.retain(|swap| swap.fits(chairs));
    }
}
