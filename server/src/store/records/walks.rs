//! Filters of records are answered by walks along indexes, in the order of the list.
//!
//! A walk reads the candidates that one index finds, newest first, and keeps those that match the rest of the filter.
//! If the index covers the whole filter, every candidate matches, and the walk ends with the page. Otherwise it ends
//! after a fixed number of candidates, so that no filter makes the database read everything.

use std::fmt::Write as _;

use thicket_rules::GameKind;

use super::page::RecordsPage;
use crate::ids::{PlayerId, TableId};
use crate::model::record::filter::RecordFilter;
use crate::store::players_on::players_on;
use crate::time::UnixMs;

/// A statement with its parameters, which are written `$1`, `$2`, … in both databases.
#[derive(Clone, Debug, Default)]
pub(in crate::store) struct Statement {
    pub sql: String,
    pub args: Vec<Arg>,
}

#[derive(Clone, Debug)]
pub(in crate::store) enum Arg {
    Flag(bool),
    Number(i64),
    Time(UnixMs),
    Text(String),
    Table(TableId),
    Player(PlayerId),
}

#[derive(Clone, Debug)]
enum Condition {
    Is(&'static str, Arg),
    Turns(i64, i64),
    /// A player of this name took part, with this rank if there is one.
    Played(String, Option<i64>),
}

/// Where candidates come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Records,
    Seats,
    /// The public games of two players.
    Pairs,
    /// The records by link of this player and of those on their device.
    Own(PlayerId),
}

/// A walk along an index.
#[derive(Clone, Debug)]
pub(in crate::store) struct Walk {
    source: Source,
    /// The conditions that the index covers.
    by: Vec<Condition>,
    rest: Vec<Condition>,
    /// The place of the record before the first one.
    before: (UnixMs, TableId),
    since: Option<UnixMs>,
    /// How many candidates are read at most; none if all fit.
    candidates: Option<i64>,
}

/// How many of [these](count_together) are counted.
const MAX_COUNTED: i64 = 1_000;

/// The walks that find a page. If there are more than two `players`, the first two of them are those who met most seldom.
pub(in crate::store) fn walks(page: &RecordsPage, players: &[String]) -> Vec<Walk> {
    if players.len() > most_seats() {
        return Vec::new();
    }
    let before = page.start();
    let conditions = conditions(&page.filter, players);
    let own = page
        .viewer
        .map(|viewer| Walk::new(Source::Own(viewer), vec![], conditions.clone()));
    let mut walks: Vec<Walk> = public(&page.filter, conditions).into_iter().chain(own).collect();
    let share = (page.candidates / walks.len().max(1) as i64).max(1);
    for walk in &mut walks {
        walk.before = before;
        walk.since = page.filter.since;
        walk.candidates = (!walk.rest.is_empty()).then_some(share);
    }
    walks
}

fn conditions(filter: &RecordFilter, players: &[String]) -> Vec<Condition> {
    let text = |column, value: &Option<String>| {
        let value = value.clone();
        value.map(|value| Condition::Is(column, Arg::Text(value)))
    };
    let played = players.iter().map(|name| {
        let place = filter.place.filter(|_| filter.players.first() == Some(name));
        Condition::Played(name.clone(), place)
    });
    let turns = match (filter.shortest, filter.longest) {
        (None, None) => None,
        (shortest, longest) => Some(Condition::Turns(
            shortest.unwrap_or(0),
            longest.unwrap_or(i64::MAX),
        )),
    };
    let others = [
        text("kind", &filter.kind),
        text("variant", &filter.variant),
        text("reason", &filter.reason),
        turns,
        filter
            .winner
            .map(|winner| Condition::Is("winner", Arg::Number(winner))),
        filter
            .seats
            .map(|seats| Condition::Is("seats", Arg::Number(seats))),
        text("clock_kind", &filter.clock_kind),
        filter.people.then_some(Condition::Is("bots", Arg::Flag(false))),
        filter.rated.map(|rated| Condition::Is("rated", Arg::Flag(rated))),
    ];
    played.chain(others.into_iter().flatten()).collect()
}

/// The walks along public records: one, or one for each order in which two players may be written, or without players one for each
/// game and class of lengths.
fn public(filter: &RecordFilter, mut conditions: Vec<Condition>) -> Vec<Walk> {
    if let [Condition::Played(one, _), Condition::Played(other, _), ..] = &conditions[..] {
        let by = |one: &String, other: &String| {
            let is = |column, name: &String| Condition::Is(column, Arg::Text(name.clone()));
            vec![is("one", one), is("other", other)]
        };
        let orders = [by(one, other), by(other, one)];
        // Of the two nothing more is to be found out but the place.
        let is_left = |(at, condition): &(usize, Condition)| {
            *at > 1 || matches!(condition, Condition::Played(_, Some(_)))
        };
        let rest = conditions.into_iter().enumerate().filter(is_left);
        let rest: Vec<Condition> = rest.map(|(_, condition)| condition).collect();
        return orders.map(|by| Walk::new(Source::Pairs, by, rest.clone())).into();
    }
    if let Some(Condition::Played(name, place)) = conditions.first() {
        // The index of a player's games has all columns.
        let name = Condition::Is("name_key", Arg::Text(name.clone()));
        let place = place.map(|place| Condition::Is("rank", Arg::Number(place)));
        let by = [name].into_iter().chain(place).chain(conditions.drain(1..));
        return vec![Walk::new(Source::Seats, by.collect(), Vec::new())];
    }
    let mut conditions = conditions.into_iter().peekable();
    let kind = conditions.next_if(|condition| matches!(condition, Condition::Is("kind", _)));
    let (next, mut rest) = (conditions.next(), conditions.collect::<Vec<_>>());
    let next = match next {
        None => return vec![Walk::new(Source::Records, Vec::from_iter(kind), rest)],
        Some(turns @ Condition::Turns(..)) => {
            let (classes, whole) = filter.length_classes().unwrap_or_default();
            if !whole {
                rest.push(turns);
            }
            let class = |class| Condition::Is("length", Arg::Number(class));
            classes.into_iter().map(class).collect()
        }
        Some(condition) => vec![condition],
    };
    // An index has the kind and one column more.
    let kinds = kind.map_or_else(|| kinds_with(&next), |kind| vec![kind]);
    let by = kinds
        .iter()
        .flat_map(|kind| next.iter().map(|next| vec![kind.clone(), next.clone()]));
    by.map(|by| Walk::new(Source::Records, by, rest.clone()))
        .collect()
}

/// The games that records of one of these conditions may be of.
fn kinds_with(conditions: &[Condition]) -> Vec<Condition> {
    let has_variant = |kind: &&GameKind| match conditions {
        [Condition::Is("variant", Arg::Text(variant))] => kind.info().variants.contains(&variant.as_str()),
        _ => true,
    };
    let mut kinds: Vec<&GameKind> = GameKind::ALL.iter().filter(has_variant).collect();
    // A variant that no game has any more.
    if kinds.is_empty() {
        kinds = GameKind::ALL.iter().collect();
    }
    let kind = |kind: &GameKind| Condition::Is("kind", Arg::Text(kind.info().name.to_owned()));
    kinds.into_iter().map(kind).collect()
}

impl Walk {
    fn new(source: Source, by: Vec<Condition>, rest: Vec<Condition>) -> Walk {
        Walk {
            source,
            by,
            rest,
            before: (UnixMs::default(), TableId(uuid::Uuid::nil())),
            since: None,
            candidates: None,
        }
    }

    /// How many candidates are read at most; none if all fit.
    pub(in crate::store) fn candidates(&self) -> Option<i64> {
        self.candidates
    }
}

impl Source {
    /// In how many rows one record may be found: players who were renamed or deleted may share a name with others at the table.
    fn rows_each(self) -> usize {
        match self {
            Source::Seats => most_seats(),
            Source::Records | Source::Pairs | Source::Own(_) => 1,
        }
    }
}

/// How many players a game has at most.
pub(in crate::store) fn most_seats() -> usize {
    let seats = |kind: &GameKind| usize::from(*kind.info().seats.end());
    GameKind::ALL.iter().map(seats).max().unwrap_or(1)
}

/// The places of the records that these walks find, at least `limit` of each if there are so many, with the number of
/// the walk: columns `walk`, `finished_at` and `table_id`. A place may come several times.
pub(in crate::store) fn find(walks: &[Walk], limit: usize) -> Statement {
    let mut statement = Statement::default();
    for (number, walk) in walks.iter().enumerate() {
        if number > 0 {
            statement.push(" UNION ALL ");
        }
        statement.push(&format!(
            "SELECT * FROM (SELECT CAST({number} AS BIGINT) AS walk, c.finished_at, c.table_id FROM ("
        ));
        statement.push_candidates(walk);
        statement.push(" LIMIT ");
        let rows = (limit * walk.source.rows_each()) as i64;
        statement.push_arg(Arg::Number(walk.candidates.unwrap_or(rows)));
        statement.push(") AS c");
        for (i, condition) in walk.rest.iter().enumerate() {
            statement.push(if i == 0 { " WHERE " } else { " AND " });
            statement.push_rest(condition, walk.source);
        }
        statement.push(" ORDER BY c.finished_at DESC, c.table_id DESC LIMIT ");
        statement.push_arg(Arg::Number(rows));
        statement.push(&format!(") AS w{number}"));
    }
    statement
}

/// The place of the last candidate of a walk that reads as many as it may.
pub(in crate::store) fn last_candidate(walk: &Walk, candidates: i64) -> Statement {
    let mut statement = Statement::default();
    statement.push("SELECT finished_at, table_id FROM (");
    statement.push_candidates(walk);
    statement.push(" LIMIT 1 OFFSET ");
    statement.push_arg(Arg::Number(candidates - 1));
    statement.push(") AS c");
    statement
}

/// How many public games two players have in common, counted up to [`MAX_COUNTED`] in each order in which they may be written.
pub(in crate::store) fn count_together(one: &str, other: &str) -> Statement {
    let mut statement = Statement::default();
    statement.push("SELECT COUNT(*) FROM (");
    for (number, (one, other)) in [(one, other), (other, one)].into_iter().enumerate() {
        statement.push(if number == 0 { "" } else { " UNION ALL " });
        statement.push("SELECT * FROM (SELECT 1 AS found FROM record_pairs WHERE one = ");
        statement.push_arg(Arg::Text(one.to_owned()));
        statement.push(" AND other = ");
        statement.push_arg(Arg::Text(other.to_owned()));
        statement.push(" LIMIT ");
        statement.push_arg(Arg::Number(MAX_COUNTED));
        statement.push(&format!(") AS c{number}"));
    }
    statement.push(") AS c");
    statement
}

/// Tells the database which index a walk takes: see the migration that makes them.
fn coverage(walk: &Walk) -> &'static str {
    match (walk.source, walk.by.len()) {
        (Source::Records, 0) => " AND format > 0",
        (Source::Records, 1) => " AND plies >= 0",
        _ => "",
    }
}

impl Statement {
    fn push(&mut self, sql: &str) {
        self.sql.push_str(sql);
    }

    fn push_arg(&mut self, arg: Arg) {
        self.args.push(arg);
        // Writing to a string does not fail.
        let _ = write!(self.sql, "${}", self.args.len());
    }

    fn push_candidates(&mut self, walk: &Walk) {
        const COLUMNS: &str =
            "finished_at, table_id, kind, seats, variant, winner, reason, clock_kind, plies, bots, rated";
        match walk.source {
            Source::Records => self.push(&format!("SELECT {COLUMNS} FROM records WHERE public")),
            Source::Seats => self.push(&format!("SELECT {COLUMNS}, rank FROM record_seats WHERE public")),
            Source::Pairs => self.push("SELECT finished_at, table_id FROM record_pairs WHERE TRUE"),
            Source::Own(viewer) => {
                // Several on one device may have played the same game.
                self.push(&format!(
                    "SELECT DISTINCT {COLUMNS} FROM record_seats WHERE public = FALSE AND player_id IN ("
                ));
                self.push_players_on(viewer);
                self.push(")");
            }
        }
        self.push(coverage(walk));
        for condition in &walk.by {
            self.push(" AND ");
            self.push_condition(condition, true);
        }
        self.push(" AND (finished_at, table_id) < (");
        self.push_arg(Arg::Time(walk.before.0));
        self.push(", ");
        self.push_arg(Arg::Table(walk.before.1));
        self.push(")");
        if let Some(since) = walk.since {
            self.push(" AND finished_at >= ");
            self.push_arg(Arg::Time(since));
        }
        self.push(" ORDER BY finished_at DESC, table_id DESC");
    }

    fn push_players_on(&mut self, viewer: PlayerId) {
        self.args.push(Arg::Player(viewer));
        let parameter = format!("${}", self.args.len());
        self.push(&players_on!("$0").replace("$0", &parameter));
    }

    /// What candidates have to fulfil. A pair has no columns of the game.
    fn push_rest(&mut self, condition: &Condition, source: Source) {
        let of_record = source == Source::Pairs && !matches!(condition, Condition::Played(..));
        if of_record {
            self.push("EXISTS (SELECT 1 FROM records r WHERE r.table_id = c.table_id AND r.");
        }
        self.push_condition(condition, !matches!(source, Source::Own(_)));
        if of_record {
            self.push(")");
        }
    }

    /// A condition on the columns at hand, and on those of the candidates `c` for other seats.
    fn push_condition(&mut self, condition: &Condition, public: bool) {
        match condition {
            Condition::Is(column, value) => {
                self.push(&format!("{column} = "));
                self.push_arg(value.clone());
            }
            Condition::Turns(shortest, longest) => {
                self.push("plies BETWEEN ");
                self.push_arg(Arg::Number(*shortest));
                self.push(" AND ");
                self.push_arg(Arg::Number(*longest));
            }
            Condition::Played(name, place) => {
                self.push(
                    "EXISTS (SELECT 1 FROM record_seats o WHERE o.table_id = c.table_id AND o.name_key = ",
                );
                self.push_arg(Arg::Text(name.clone()));
                // Among public games, the index of the player's games answers alone, in the same order.
                if public {
                    self.push(" AND o.public AND o.finished_at = c.finished_at");
                }
                if let Some(place) = place {
                    self.push(" AND o.rank = ");
                    self.push_arg(Arg::Number(*place));
                }
                self.push(")");
            }
        }
    }
}
