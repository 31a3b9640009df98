//! Who sends a request, by a session cookie or a token; the player it belongs to, and the accounts of players.

mod accounts;
mod agent;
mod attempts;
mod bot_accounts;
mod choice;
mod common_passwords;
mod cookies;
mod current_user;
mod error;
mod label;
mod open_sessions;
mod origin;
mod passkeys;
mod passwords;
mod preferences;
mod sessions;
mod tokens;
mod webauthn;

pub use accounts::{Accounts, Shown};
pub use agent::agent;
pub(crate) use choice::RESET_MS;
pub use current_user::{CurrentSession, CurrentUser, Unchecked};
pub use error::{AccountError, PasskeyError, TokenError};
pub use open_sessions::{Credential, OpenSessions, SocketSession};
pub use origin::{OTHER_ADDRESS, Opener, at_public_address, other_address};
#[cfg(test)]
pub(crate) use passkeys::CHALLENGE_MS;
pub use passkeys::Passkeys;
pub use passwords::{BadPassword, Password, Passwords, Queue};
#[cfg(test)]
pub(crate) use passwords::{MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS};
pub use preferences::preferences_sent;
pub use sessions::{Browser, Confirmed, Entered, Named, NotNamed, Sessions, identify};
#[cfg(test)]
pub(crate) use sessions::{CHOICE_MS, DAY_MS, MEMBER_LIFE_MS, MEMBER_OVERLAP_MS, MEMBER_SESSION_MS};
pub use tokens::{Tokens, WantedToken, identify_token};
pub use webauthn::{BadCredential, CreationOptions, RelyingParty, RequestOptions};
