//! The log of each table, its chat, and what lists know of tables.

pub(super) mod alive;
pub(super) mod append;
pub(super) mod away;
pub(super) mod chat;
pub(super) mod ending;
pub(super) mod invitations;
pub(super) mod lobby;
pub(super) mod moderation;
pub(super) mod new_entry;
pub(super) mod notices;
pub(super) mod plans;
pub(super) mod projections;
pub(super) mod quick;
pub(super) mod rematches;
pub(super) mod seated_names;
pub(super) mod stale;
pub(super) mod table_players;
pub(super) mod table_state;
pub(super) mod tables;
pub(super) mod transfer_links;
pub(super) mod turn_batch;
