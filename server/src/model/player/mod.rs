//! Players.

pub mod audience;
pub mod bot;
pub mod chat;
pub(super) mod names_here;
pub mod rating;
pub(super) mod refused_offers;

use crate::ids::PlayerId;

/// Anybody who has a cookie, with or without an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub id: PlayerId,
    /// The name last given. At a table the name given there counts.
    pub name: String,
    /// Unix milliseconds.
    pub created_at: i64,
    pub member: bool,
}
