//! What pages share: their frame, errors, and small parts.

pub mod attempt;
pub(super) mod denied;
pub(super) mod done;
pub(super) mod entry;
pub(super) mod error;
mod insertion;
pub mod link_card;
pub(super) mod other_address;
pub(super) mod page_context;
pub mod picture;
pub(super) mod profile_address;
pub(super) mod qr_code;
pub mod tournament_row;
