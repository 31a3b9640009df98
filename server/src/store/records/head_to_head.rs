//! The results of two players against each other.

use super::page::CANDIDATES;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::{RecordStore, StoreError};

/// The public games of one kind that two players were both in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadToHead {
    pub kind: String,
    pub games: i64,
    /// In how many the first of them was placed before the other.
    pub first: i64,
    /// In how many the second one was.
    pub second: i64,
}

from_row!(HeadToHead {
    kind,
    games,
    first: "first_ahead",
    second: "second_ahead"
});

impl RecordStore {
    /// How two players fared against each other, by game, the one they played most first. Games that went on from others do not
    /// count. Their names are [`folded`](crate::names::folded). Counted are their latest 20,000 games, or some more.
    pub async fn head_to_head(&self, [first, second]: [&str; 2]) -> Result<Vec<HeadToHead>, StoreError> {
        // Each pair is written once, in either order.
        const COUNT: &str = "SELECT kind, COUNT(*) AS games, COUNT(CASE WHEN ahead > 0 THEN 1 END) AS first_ahead,
                COUNT(CASE WHEN ahead < 0 THEN 1 END) AS second_ahead
            FROM (SELECT * FROM (SELECT kind, ahead FROM record_pairs WHERE one = $1 AND other = $2 AND NOT continued
                    ORDER BY finished_at DESC, table_id DESC LIMIT $3) AS a
                UNION ALL SELECT * FROM (SELECT kind, -ahead FROM record_pairs WHERE one = $2 AND other = $1 AND NOT continued
                    ORDER BY finished_at DESC, table_id DESC LIMIT $3) AS b) AS pairs
            GROUP BY kind ORDER BY COUNT(*) DESC, kind";
        read!(self, conn => sqlx::query_as(COUNT).bind(first).bind(second).bind(CANDIDATES).fetch_all(conn))
    }
}
