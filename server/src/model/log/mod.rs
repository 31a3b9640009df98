//! What is asked of a table, and what is stored of it.

pub mod action;
pub mod decision;
pub mod entry;
pub mod event;
pub mod notice;
pub mod outage;
pub mod projection;
pub mod proposal;
pub mod stored;
pub mod swap;
