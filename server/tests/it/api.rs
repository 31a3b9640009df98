//! The API: what programs read and do, each answer checked against the description.

mod acting;
mod again;
mod chat;
mod contract;
mod errors;
mod examples;
mod invitations;
mod plans;
mod programs;
mod reading;
mod sides;
mod streams;
mod tutorial;
mod webhooks;
