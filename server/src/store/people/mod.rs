//! Players: accounts, passkeys, sessions, and what is known of each.

pub(super) mod accounts;
pub(super) mod attempts;
pub(super) mod bot_accounts;
pub(super) mod choice;
pub(super) mod companions;
pub(super) mod deletion;
pub(super) mod ended_sessions;
pub(super) mod follows;
pub(super) mod holidays;
pub(super) mod known_browsers;
pub(super) mod my_data;
pub(super) mod notes;
pub(super) mod passkeys;
pub(super) mod players;
pub(super) mod preferences;
pub(super) mod profile;
pub(super) mod sessions;
pub(super) mod tokens;
