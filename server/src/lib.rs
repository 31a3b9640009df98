//! The server of Thicket: tables, the durable log behind them, and the pages that show them.

pub mod ids;
pub mod store;
