//! A whole table in one answer.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::kind::KindView;
use super::table::{RematchView, TableView};
use crate::seq::Seq;
use crate::time::UnixMs;

/// A table as it is now, or the record of its game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SnapshotView {
    /// The game and its board.
    #[schema(value_type = KindView)]
    pub kind: Arc<RawValue>,
    /// The number of the last event in `table`: the next one is the first that is missing here.
    pub seq: Seq,
    #[schema(value_type = TableView)]
    pub table: Arc<RawValue>,
    /// The table where the same people play again, if somebody has proposed that.
    pub rematch: Option<RematchView>,
    /// The server's time, which is that of deadlines.
    pub now: UnixMs,
}
