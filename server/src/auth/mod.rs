//! Who sends a request: the session cookie, the player it belongs to, and the accounts of players.

mod accounts;
mod agent;
mod common_passwords;
mod current_user;
mod open_sessions;
mod origin;
mod passkeys;
mod passwords;
mod sessions;
mod webauthn;

pub use accounts::{AccountError, Accounts, Browser};
pub use agent::agent;
pub use current_user::{CurrentSession, CurrentUser, Unchecked};
pub use open_sessions::{OpenSessions, SocketSession};
pub use origin::same_origin;
#[cfg(test)]
pub(crate) use passkeys::CHALLENGE_MS;
pub use passkeys::{PasskeyError, Passkeys};
pub use passwords::{BadPassword, Password, Passwords};
#[cfg(test)]
pub(crate) use passwords::{FEWEST, MOST};
#[cfg(test)]
pub(crate) use sessions::{DAY_MS, MEMBER_LIFE_MS, MEMBER_SESSION_MS};
pub use sessions::{Named, NotNamed, Sessions, identify};
pub use webauthn::{BadCredential, CreationOptions, RelyingParty, RequestOptions};
