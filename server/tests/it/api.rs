//! The API: what programs may read, each answer checked against the description.

mod contract;
mod errors;
mod examples;
mod reading;
mod streams;
