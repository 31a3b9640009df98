//! The databases: opening, migrating, connections, and the SQL of both.

pub(super) mod answers;
pub(super) mod cells;
pub(super) mod clock;
pub(super) mod durability;
pub(super) mod error;
pub(super) mod folder;
pub(super) mod from_row;
pub(super) mod journal;
pub(super) mod lock;
pub(super) mod migrate;
pub(super) mod migrations;
pub(super) mod open;
pub(super) mod open_error;
pub(super) mod read;
pub(super) mod reconnects;
pub(super) mod rows;
pub(super) mod script;
pub(super) mod sql;
