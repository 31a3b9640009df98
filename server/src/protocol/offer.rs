//! Offers at a table, and the turns that were taken back, as a browser sees them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thicket_rules::Seat;

use super::player::PlayerView;
use super::ply::PlyView;
use crate::ids::PlayerId;
use crate::model::game::offers::Offer;
use crate::model::log::proposal::Proposal;
use crate::model::player::bot::BotLevel;
use crate::seq::Seq;

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "snake_case", deny_unknown_fields)]
pub enum ProposalView {
    /// A draw, at a table of two.
    Draw {},
    /// To end the game and score the board as it stands, at a table of more.
    Score {},
    /// To take back the last turns.
    TakeBack {
        /// How many.
        turns: u32,
    },
    /// To go on without the seat to move, whose player is away.
    Drop {
        /// Which.
        seat: u8,
    },
    /// To have a bot play on for a seat: one's own, or that of a player who is away, whose turn it is.
    Bot {
        /// Which.
        seat: u8,
        /// How well it plays, from 1 to 5.
        level: BotLevel,
    },
    /// To give the offer's seat, whose player is away or a bot, to whoever asked for it: see [`ClientMessage::AskForSeat`].
    ///
    /// [`ClientMessage::AskForSeat`]: super::ClientMessage::AskForSeat
    HandOver {
        /// Who.
        to: PlayerId,
    },
}

/// An offer that stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OfferView {
    /// What answers name: the number of its event.
    pub id: Seq,
    /// The seat that made it.
    pub seat: u8,
    /// What is offered.
    pub proposal: ProposalView,
    /// The seats that have to agree.
    pub asked: Vec<u8>,
    /// Those of them that have.
    pub agreed: Vec<u8>,
    /// Who asked for the seat, if it is to be handed over.
    pub to: Option<PlayerView>,
}

/// A turn that was taken back.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TakenBackView {
    /// Its place, from 0, among all turns and drops that were ever made, in the order in which they were.
    pub at: u32,
    /// Its number in the game, from 1, before it was taken back.
    pub number: u32,
    /// The turn.
    pub ply: Arc<PlyView>,
}

impl OfferView {
    /// An offer at a table; `view` tells who somebody is.
    pub fn new(offer: &Offer, view: impl Fn(PlayerId) -> PlayerView) -> OfferView {
        OfferView {
            id: offer.seq,
            seat: offer.by.number(),
            proposal: offer.proposal.into(),
            asked: offer.asked.iter().map(Seat::number).collect(),
            agreed: offer.agreed.iter().map(Seat::number).collect(),
            to: match offer.proposal {
                Proposal::HandOver { to } => Some(view(to)),
                _ => None,
            },
        }
    }
}

impl From<Proposal> for ProposalView {
    fn from(proposal: Proposal) -> ProposalView {
        match proposal {
            Proposal::Draw => ProposalView::Draw {},
            Proposal::Score => ProposalView::Score {},
            Proposal::TakeBack { turns } => ProposalView::TakeBack { turns },
            Proposal::Drop { seat } => ProposalView::Drop { seat },
            Proposal::Bot { seat, level } => ProposalView::Bot { seat, level },
            Proposal::HandOver { to } => ProposalView::HandOver { to },
        }
    }
}

impl From<ProposalView> for Proposal {
    fn from(proposal: ProposalView) -> Proposal {
        match proposal {
            ProposalView::Draw {} => Proposal::Draw,
            ProposalView::Score {} => Proposal::Score,
            ProposalView::TakeBack { turns } => Proposal::TakeBack { turns },
            ProposalView::Drop { seat } => Proposal::Drop { seat },
            ProposalView::Bot { seat, level } => Proposal::Bot { seat, level },
            ProposalView::HandOver { to } => Proposal::HandOver { to },
        }
    }
}
