//! Who sends a request: the session cookie, and the player it belongs to.

mod current_user;
mod origin;
mod sessions;

pub use current_user::{CurrentUser, Unchecked};
pub use origin::same_origin;
pub use sessions::{Named, Sessions, identify};
