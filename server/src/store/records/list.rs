//! Lists of records: pages of those that fit a filter, newest first.

use std::collections::BTreeSet;

use sqlx::{AssertSqlSafe, QueryBuilder};

use super::page::{RecordList, RecordsPage};
use super::walks::{self, Arg, Statement, Walk};
use crate::ids::TableId;
use crate::model::record::RecordHead;
use crate::model::record::filter::Facets;
use crate::names::folded;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::{read, read_in};
use crate::store::engine::sql::{Engine, Tx, on};
use crate::store::writer::job::{Lane, WriteJob};
use crate::store::{RecordStore, Step, Store, StoreError};
use crate::time::UnixMs;

/// A line of a plan, which is the last column in both databases.
struct PlanLine(String);

from_row!(PlanLine, row => PlanLine(row.try_get(row.len() - 1)?));

/// Binds the parameters of a statement to a query.
macro_rules! bound {
    ($query:expr, $args:expr) => {{
        let mut query = $query;
        for arg in $args {
            query = match arg {
                Arg::Flag(flag) => query.bind(flag),
                Arg::Number(number) => query.bind(number),
                Arg::Time(time) => query.bind(time),
                Arg::Text(text) => query.bind(text),
                Arg::Table(table) => query.bind(table),
                Arg::Player(player) => query.bind(player),
            };
        }
        query.persistent(false)
    }};
}

impl RecordStore {
    /// A page of the public records and the viewer's own ones by link, newest first. If it has fewer than were asked for and
    /// says where it stopped, there may be more beyond that place.
    pub async fn search(&self, page: &RecordsPage) -> Result<RecordList, StoreError> {
        let walks = walks::walks(page, &self.rarest_pair_first(&page.filter.players).await?);
        if walks.is_empty() {
            return Ok(RecordList::default());
        }
        let Statement { sql, args } = walks::find(&walks, page.limit);
        let found: Vec<(i64, UnixMs, TableId)> =
            read!(self, conn => bound!(sqlx::query_as(AssertSqlSafe(sql)), args).fetch_all(conn))?;
        let stopped = self.stopped(&walks, &found, page.limit).await?;
        let places: BTreeSet<(UnixMs, TableId)> = found.iter().map(|&(_, at, table)| (at, table)).collect();
        // Beyond the place where one walk stopped, the others are not listed either: the next page begins there.
        let places = places.into_iter().rev();
        let places: Vec<_> = places
            .filter(|place| stopped.is_none_or(|stopped| *place >= stopped))
            .take(page.limit)
            .collect();
        let full = places.len() == page.limit;
        Ok(RecordList {
            heads: self.heads(&places).await?,
            stopped: stopped.filter(|_| !full),
        })
    }

    /// The plan by which the database finds this page, for measurements and tests.
    pub async fn records_plan(&self, page: &RecordsPage) -> Result<String, StoreError> {
        let walks = walks::walks(page, &self.rarest_pair_first(&page.filter.players).await?);
        let Statement { sql, args } = walks::find(&walks, page.limit);
        let explain = match self.pools {
            Engine::Sqlite(_) => "EXPLAIN QUERY PLAN",
            Engine::Postgres(_) => "EXPLAIN",
        };
        let sql = format!("{explain} {sql}");
        let lines: Vec<PlanLine> =
            read!(self, conn => bound!(sqlx::query_as(AssertSqlSafe(sql)), args).fetch_all(conn))?;
        let lines: Vec<String> = lines.into_iter().map(|PlanLine(line)| line).collect();
        Ok(lines.join("\n"))
    }

    /// Each of these names once, beginning with those two who have the fewest games together.
    async fn rarest_pair_first(&self, names: &[String]) -> Result<Vec<String>, StoreError> {
        let mut names = names.to_vec();
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
        if names.len() < 3 || names.len() > walks::most_seats() {
            return Ok(names);
        }
        let mut rarest: Option<(i64, [&String; 2])> = None;
        for (at, one) in names.iter().enumerate() {
            for other in &names[..at] {
                let Statement { sql, args } = walks::count_together(one, other);
                let (count,): (i64,) =
                    read!(self, conn => bound!(sqlx::query_as(AssertSqlSafe(sql)), args).fetch_one(conn))?;
                if rarest.is_none_or(|(fewest, _)| count < fewest) {
                    rarest = Some((count, [other, one]));
                }
            }
        }
        let pair = rarest.map_or_else(Vec::new, |(_, pair)| pair.to_vec());
        let others = names.iter().filter(|name| !pair.contains(name));
        Ok(pair.iter().copied().chain(others).cloned().collect())
    }

    /// The newest place at which a walk stopped without having found enough.
    async fn stopped(
        &self,
        walks: &[Walk],
        found: &[(i64, UnixMs, TableId)],
        limit: usize,
    ) -> Result<Option<(UnixMs, TableId)>, StoreError> {
        let mut newest = None;
        for (number, walk) in (0..).zip(walks) {
            let of_walk = found.iter().filter(|(of, ..)| *of == number);
            let count = of_walk.map(|(_, _, table)| table).collect::<BTreeSet<_>>().len();
            let Some(candidates) = walk.candidates().filter(|_| count < limit) else {
                continue;
            };
            let Statement { sql, args } = walks::last_candidate(walk, candidates);
            let last: Option<(UnixMs, TableId)> =
                read!(self, conn => bound!(sqlx::query_as(AssertSqlSafe(sql)), args).fetch_optional(conn))?;
            newest = newest.max(last);
        }
        Ok(newest)
    }

    /// In the same order.
    pub(in crate::store) async fn heads(
        &self,
        places: &[(UnixMs, TableId)],
    ) -> Result<Vec<RecordHead>, StoreError> {
        let tables: Vec<TableId> = places.iter().map(|&(_, table)| table).collect();
        let mut heads: Vec<RecordHead> = read_in!(self, crate::store::records::HEADS_IN, &tables[..])?;
        heads.sort_by_key(|head| std::cmp::Reverse((head.finished_at, head.table)));
        self.fill_seats(heads.iter_mut()).await?;
        Ok(heads)
    }
}

impl Store {
    /// Whether there are records of versions that did not have the columns that lists are filtered by.
    pub async fn has_unfilled_records(&self) -> Result<bool, StoreError> {
        const FIND: &str = "SELECT 1 FROM record_seats WHERE name_key IS NULL LIMIT 1";
        let found: Option<i32> = read!(self, conn => sqlx::query_scalar(FIND).fetch_optional(conn))?;
        Ok(found.is_some())
    }

    /// How many of them there are after a table, if they can be counted in time.
    pub async fn unfilled_records(&self, after: TableId) -> Option<i64> {
        const COUNT: &str =
            "SELECT COUNT(DISTINCT table_id) FROM record_seats WHERE name_key IS NULL AND table_id > $1";
        self.count_left(COUNT, after).await
    }

    /// Fills these columns for some of the records after a table; `None` if there are no more.
    pub async fn fill_record_filters(&self, after: TableId) -> Result<Option<Step>, StoreError> {
        const GROUP: i64 = 50;
        const FIND: &str = "SELECT finished_at, table_id FROM records WHERE table_id IN
            (SELECT table_id FROM record_seats WHERE name_key IS NULL AND table_id > $1 ORDER BY table_id LIMIT $2)
            ORDER BY table_id";
        let places: Vec<(UnixMs, TableId)> =
            read!(self, conn => sqlx::query_as(FIND).bind(after).bind(GROUP).fetch_all(conn))?;
        let Some(&(_, last)) = places.last() else {
            return Ok(None);
        };
        let heads = self.records().heads(&places).await?;
        let filled = heads.len();
        self.writer.write(FillRecordFilters(heads)).await?;
        Ok(Some(Step::of(last, filled)))
    }
}

/// Fills the columns for filters, except where a name was changed since it was read: those are found again.
#[derive(Debug)]
struct FillRecordFilters(Vec<RecordHead>);

impl WriteJob for FillRecordFilters {
    const LANE: Lane = Lane::Backfills;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const RECORDS: &str = "UPDATE records SET seats = v.column2, variant = v.column3, reason = v.column4,
            clock_kind = v.column5, length = v.column6, bots = v.column7 FROM (";
        const SEATS: &str = "UPDATE record_seats SET seats = r.seats, variant = r.variant, reason = r.reason,
            clock_kind = r.clock_kind, length = r.length, bots = r.bots, finished_at = r.finished_at, kind = r.kind,
            plies = r.plies, public = r.public, name_key = v.column4 FROM (";
        let seats = || {
            self.0
                .iter()
                .flat_map(|head| head.seats.iter().map(|seat| (head.table, seat)))
        };
        if self.0.is_empty() || seats().next().is_none() {
            return Ok(false);
        }
        on!(tx, tx => {
            let mut sql = QueryBuilder::new(RECORDS);
            sql.push_values(&self.0, |mut row, head| {
                let facets = Facets::of(head);
                row.push_bind(head.table).push_bind(facets.seats).push_bind(facets.variant).push_bind(facets.reason)
                    .push_bind(facets.clock_kind.name()).push_bind(facets.length).push_bind(facets.bots);
            });
            sql.push(") AS v WHERE records.table_id = v.column1");
            sql.build().persistent(false).execute(&mut **tx).await?;
            let mut sql = QueryBuilder::new(SEATS);
            sql.push_values(seats(), |mut row, (table, seat)| {
                row.push_bind(table).push_bind(seat.seat).push_bind(&seat.name).push_bind(folded(&seat.name));
            });
            sql.push(") AS v JOIN records r ON r.table_id = v.column1 WHERE record_seats.table_id = v.column1
                AND record_seats.seat = v.column2 AND record_seats.name = v.column3");
            sql.build().persistent(false).execute(&mut **tx).await.map(|_| true)
        })
    }
}
