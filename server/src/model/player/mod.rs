//! Players.

pub mod audience;
pub mod bot;
pub mod chat;
pub mod holiday;
pub(super) mod names_here;
pub mod note;
pub mod preferences;
pub mod rating;
pub(super) mod refused_offers;
pub mod scopes;

use crate::ids::PlayerId;
use crate::time::UnixMs;

/// Anybody who has a cookie, with or without an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub id: PlayerId,
    /// The name last given. At a table the name given there counts.
    pub name: String,
    pub created_at: UnixMs,
    pub member: bool,
}
