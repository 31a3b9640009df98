//! How often two players have met in rated games of a kind, so that games between the same players count less and
//! less.

use crate::ids::PlayerId;
use crate::model::player::rating::{Meetings, pairs};
use crate::model::record::RecordHead;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};

/// Two players, the smaller id first, and their meetings in rated games of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedPair {
    pub players: (PlayerId, PlayerId),
    pub meetings: Meetings,
}

from_row!(RatedPair, row => RatedPair {
    players: (row.try_get("one")?, row.try_get("other")?),
    meetings: Meetings {
        since: row.try_get("since")?,
        games: row.try_get("games")?,
        total: row.try_get("total")?,
    },
});

impl Store {
    /// In the order of their ids, beginning after two.
    pub async fn rated_pairs(
        &self,
        kind: &str,
        after: (PlayerId, PlayerId),
        limit: i64,
    ) -> Result<Vec<RatedPair>, StoreError> {
        const FIND: &str = "SELECT one, other, since, games, total FROM rated_pairs
            WHERE kind = $1 AND (one, other) > ($2, $3) ORDER BY one, other LIMIT $4";
        read!(self, conn => sqlx::query_as(FIND).bind(kind).bind(after.0).bind(after.1).bind(limit).fetch_all(conn))
    }

    pub async fn put_rated_pairs(&self, kind: &str, pairs: Vec<RatedPair>) -> Result<(), StoreError> {
        let kind = kind.to_owned();
        self.writer.write(PutRatedPairs { kind, pairs }).await.map(drop)
    }
}

/// Two players in the order in which they are stored.
pub(super) fn in_order(one: PlayerId, other: PlayerId) -> (PlayerId, PlayerId) {
    if one.0 < other.0 {
        (one, other)
    } else {
        (other, one)
    }
}

/// Which of the [`pairs`] of these players have signed in to their accounts at one browser, or are one member and their bots.
pub(in crate::store) async fn on_one_browser(
    tx: &mut Tx<'_>,
    players: &[PlayerId],
) -> sqlx::Result<Vec<bool>> {
    const COUNT: &str = "SELECT (SELECT COUNT(*) FROM known_browsers a
            JOIN known_browsers b ON b.player_id = $2 AND b.browser = a.browser WHERE a.player_id = $1)
        + (SELECT COUNT(*) FROM accounts a JOIN accounts b ON b.player_id = $2
            WHERE a.player_id = $1 AND COALESCE(a.bot_owner, a.player_id) = COALESCE(b.bot_owner, b.player_id))";
    let mut found = Vec::new();
    for (one, other) in pairs(players.len()) {
        let browsers: i64 = on!(tx, tx => sqlx::query_scalar(COUNT).bind(players[one]).bind(players[other])
            .fetch_one(&mut **tx).await)?;
        found.push(browsers > 0);
    }
    Ok(found)
}

/// How many players somebody has met.
pub(in crate::store) async fn opponents(tx: &mut Tx<'_>, kind: &str, player: PlayerId) -> sqlx::Result<i64> {
    const COUNT: &str = "SELECT (SELECT COUNT(*) FROM rated_pairs WHERE kind = $1 AND one = $2)
        + (SELECT COUNT(*) FROM rated_pairs WHERE kind = $1 AND other = $2)";
    on!(tx, tx => sqlx::query_scalar(COUNT).bind(kind).bind(player).fetch_one(&mut **tx).await)
}

/// Counts a meeting of these players, in the order of their seats; those on one browser do not count against each
/// other. Returns how much each of the [`pairs`] counts.
pub(in crate::store) async fn record_meetings(
    tx: &mut Tx<'_>,
    head: &RecordHead,
    players: &[PlayerId],
    on_one_browser: &[bool],
) -> sqlx::Result<Vec<f64>> {
    let mut weights = Vec::new();
    for ((one, other), on_one_browser) in pairs(players.len()).zip(on_one_browser) {
        if *on_one_browser {
            weights.push(0.0);
            continue;
        }
        let players = in_order(players[one], players[other]);
        let meetings = meetings_now(tx, &head.kind, players).await?.and(head.finished_at);
        put(tx, &head.kind, &RatedPair { players, meetings }).await?;
        weights.push(meetings.weight());
    }
    Ok(weights)
}

async fn meetings_now(
    tx: &mut Tx<'_>,
    kind: &str,
    (one, other): (PlayerId, PlayerId),
) -> sqlx::Result<Meetings> {
    const FIND: &str = "SELECT one, other, since, games, total FROM rated_pairs
        WHERE kind = $1 AND one = $2 AND other = $3";
    let found: Option<RatedPair> = on!(tx, tx => sqlx::query_as(FIND).bind(kind).bind(one).bind(other)
        .fetch_optional(&mut **tx).await)?;
    Ok(found.map(|pair| pair.meetings).unwrap_or_default())
}

async fn put(tx: &mut Tx<'_>, kind: &str, pair: &RatedPair) -> sqlx::Result<()> {
    const PUT: &str = "INSERT INTO rated_pairs (kind, one, other, since, games, total) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (kind, one, other) DO UPDATE SET since = excluded.since, games = excluded.games, total = excluded.total";
    let RatedPair { players, meetings } = pair;
    execute!(tx, PUT; kind, players.0, players.1, meetings.since, meetings.games, meetings.total).map(drop)
}

#[derive(Debug)]
struct PutRatedPairs {
    kind: String,
    pairs: Vec<RatedPair>,
}

impl WriteJob for PutRatedPairs {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        for pair in &self.pairs {
            put(tx, &self.kind, pair).await?;
        }
        Ok(true)
    }
}
