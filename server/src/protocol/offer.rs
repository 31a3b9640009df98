//! Offers at a table, and the turns that were taken back, as a browser sees them.

use std::sync::Arc;

use serde::Serialize;
use thicket_rules::Seat;
use utoipa::ToSchema;

use super::player::PlayerView;
use super::ply::PlyView;
use crate::ids::PlayerId;
use crate::model::game::offers::Offer;
use crate::model::log::proposal::Proposal;
use crate::seq::Seq;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OfferView {
    /// The number of its event, which answers name.
    pub id: Seq,
    pub seat: u8,
    pub proposal: Proposal,
    pub asked: Vec<u8>,
    pub agreed: Vec<u8>,
    /// Who asked for the seat, if it is to be handed over.
    pub to: Option<PlayerView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TakenBackView {
    /// Its place, from 0, among all turns and drops ever made.
    pub at: u32,
    /// Its number in the game, from 1, before it was taken back.
    pub number: u32,
    pub ply: Arc<PlyView>,
}

impl OfferView {
    pub fn new(offer: &Offer, view: impl Fn(PlayerId) -> PlayerView) -> OfferView {
        OfferView {
            id: offer.seq,
            seat: offer.by.number(),
            proposal: offer.proposal,
            asked: offer.asked.iter().map(Seat::number).collect(),
            agreed: offer.agreed.iter().map(Seat::number).collect(),
            to: match offer.proposal {
                Proposal::HandOver { to } => Some(view(to)),
                _ => None,
            },
        }
    }
}
