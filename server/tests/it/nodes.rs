//! Several nodes on one database: each serves every table.

mod accounts;
mod alone;
mod chat;
mod clocks;
mod deploy;
mod drills;
mod offers;
mod presence;
mod tables;
