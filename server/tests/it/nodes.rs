//! Several nodes on one database: each serves every table.

mod accounts;
mod alone;
mod chat;
mod clocks;
mod cut_off;
mod deploy;
mod drills;
mod failover;
mod frozen;
mod offers;
mod presence;
mod starting;
mod tables;
