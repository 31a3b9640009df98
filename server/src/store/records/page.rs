//! A page of the list of records: the query, and the result.

use uuid::Uuid;

use crate::ids::{PlayerId, TableId};
use crate::model::record::RecordHead;
use crate::model::record::filter::RecordFilter;
use crate::time::UnixMs;

/// How many candidates a page reads at most, where no index covers its whole filter.
pub const CANDIDATES: i64 = 20_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordsPage {
    pub viewer: Option<PlayerId>,
    pub filter: RecordFilter,
    /// The time of finish and the table of the last record seen; none for the first page.
    pub before: Option<(UnixMs, TableId)>,
    pub limit: usize,
    pub candidates: i64,
}

impl Default for RecordsPage {
    /// The first thirty public records.
    fn default() -> RecordsPage {
        RecordsPage {
            viewer: None,
            filter: RecordFilter::default(),
            before: None,
            limit: 30,
            candidates: CANDIDATES,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordList {
    pub heads: Vec<RecordHead>,
    /// Where the search stopped before it was at the end, if it did: the value of `before` to go on with.
    pub stopped: Option<(UnixMs, TableId)>,
}

impl RecordsPage {
    /// The place of the record before the first one of this page.
    pub(super) fn start(&self) -> (UnixMs, TableId) {
        let before = self.before.unwrap_or((UnixMs::MAX, TableId(Uuid::max())));
        let until = self.filter.until.map(|until| (until, TableId(Uuid::nil())));
        until.map_or(before, |until| before.min(until))
    }
}
