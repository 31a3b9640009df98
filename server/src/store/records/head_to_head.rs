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
    /// count. Their names are [`folded`](crate::names::folded). Counted are the latest 20,000 games of whoever has fewer.
    pub async fn head_to_head(&self, [first, second]: [&str; 2]) -> Result<Vec<HeadToHead>, StoreError> {
        // Players who were renamed or deleted may share a name with others at the table: the best of them counts.
        const COUNT: &str = "SELECT kind, COUNT(*) AS games,
                COUNT(CASE WHEN first_rank < second_rank THEN 1 END) AS first_ahead,
                COUNT(CASE WHEN second_rank < first_rank THEN 1 END) AS second_ahead
            FROM (SELECT a.kind, MIN(a.rank) AS first_rank, MIN(b.rank) AS second_rank
                FROM (SELECT table_id, kind, rank FROM record_seats WHERE public AND plies >= 0 AND name_key = $1
                    ORDER BY finished_at DESC, table_id DESC LIMIT $3) AS a
                JOIN record_seats b ON b.table_id = a.table_id AND b.name_key = $2
                JOIN records r ON r.table_id = a.table_id AND r.from_code IS NULL
                GROUP BY a.table_id, a.kind) AS ranks
            GROUP BY kind ORDER BY COUNT(*) DESC, kind";
        let names = self.rarest_first(&[first.to_owned(), second.to_owned()]).await?;
        let swapped = names.first().is_some_and(|rarest| rarest != first);
        let (rare, other) = if swapped { (second, first) } else { (first, second) };
        let mut found: Vec<HeadToHead> = read!(self, conn => sqlx::query_as(COUNT)
            .bind(rare).bind(other).bind(CANDIDATES).persistent(false).fetch_all(conn))?;
        if swapped {
            found.iter_mut().for_each(HeadToHead::swap);
        }
        Ok(found)
    }
}

impl HeadToHead {
    fn swap(&mut self) {
        std::mem::swap(&mut self.first, &mut self.second);
    }
}
