//! How requests come in: connections, addresses, limits, routes, assets.

pub(crate) mod accept;
pub mod address;
pub(crate) mod admission;
pub mod assets;
pub(crate) mod at_table;
pub(crate) mod connection;
pub(crate) mod etag;
mod headers;
pub(crate) mod json;
pub(crate) mod limits;
pub(crate) mod lines;
pub(crate) mod metrics;
pub(crate) mod router;
mod routing;
