//! What is stored and decided, without any I/O, clock or randomness.

pub mod projection;
pub mod record;
