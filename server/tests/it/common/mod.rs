//! What the tests share.

pub(crate) mod base;
pub(crate) mod postgres;
