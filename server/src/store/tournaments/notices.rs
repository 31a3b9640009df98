//! Who is told of tournaments: written into the outbox, in the transaction of the entry; and what is read to tell it.

use super::read::ListedTournament;
use crate::ids::{ChannelId, PlayerId, TableId, TournamentId};
use crate::model::log::notice::NoticeKind;
use crate::model::tournament::decide::CONFIRM_WITHIN;
use crate::model::tournament::notices::{TOLD_BEFORE, TournamentNotice};
use crate::seq::Seq;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// A player of a tournament, as its rows say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedEntrant {
    pub tournament: ListedTournament,
    pub name: String,
    /// Whether they still take part.
    pub present: bool,
    pub confirmed: bool,
    /// The entry that says when the tournament begins.
    pub start_seq: Seq,
}

from_row!(ListedEntrant, row => ListedEntrant {
    tournament: ListedTournament::from_row(row)?,
    name: row.try_get("player_name")?,
    present: row.try_get("present")?,
    confirmed: row.try_get("confirmed")?,
    start_seq: row.try_get("start_seq")?,
});

/// The tournament and the round that a table belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRound {
    pub tournament: TournamentId,
    pub name: String,
    /// As programs name it.
    format: String,
    /// Counted from 1; 0 in an arena, which has no rounds.
    pub round: i64,
}

impl TableRound {
    /// "round 2", "season 2"; `None` in an arena, which has neither.
    pub fn part(&self) -> Option<String> {
        match (self.round, self.format.as_str()) {
            (0, _) => None,
            (season, "league") => Some(format!("season {season}")),
            (round, _) => Some(format!("round {round}")),
        }
    }

    /// "round 2 of Spring Cup", or "Spring Cup".
    pub fn in_words(&self) -> String {
        match self.part() {
            Some(part) => format!("{part} of {}", self.name),
            None => self.name.clone(),
        }
    }
}

from_row!(TableRound {
    tournament: "id",
    name,
    format,
    round
});

impl Store {
    /// `None` if the player has not signed up for the tournament.
    pub async fn listed_entrant(
        &self,
        tournament: TournamentId,
        player: PlayerId,
    ) -> Result<Option<ListedEntrant>, StoreError> {
        const FIND: &str =
            "SELECT t.id, t.status, t.name, t.kind, t.seats, t.clock, t.rated, t.format, t.starts_at, t.players, t.most,
                t.rounds, t.all_rounds, t.start_seq, e.present, e.confirmed, p.name AS player_name
            FROM tournaments t JOIN tournament_players e ON e.tournament_id = t.id JOIN players p ON p.id = e.player_id
            WHERE t.id = $1 AND e.player_id = $2";
        read!(self, conn => sqlx::query_as(FIND).bind(tournament).bind(player).fetch_optional(conn))
    }

    /// `None` if the table belongs to no tournament.
    pub async fn round_of(&self, table: TableId) -> Result<Option<TableRound>, StoreError> {
        const FIND: &str =
            "SELECT t.id, t.name, t.format, CASE WHEN t.format = 'arena' THEN 0 ELSE g.round END AS round
            FROM tournament_tables g JOIN tournaments t ON t.id = g.tournament_id
            WHERE g.table_id = $1";
        read!(self, conn => sqlx::query_as(FIND).bind(table).fetch_optional(conn))
    }
}

/// Writes a notice for the channels of a player, or of all who take part.
pub(super) async fn insert(
    tx: &mut Tx<'_>,
    tournament: TournamentId,
    notice: &TournamentNotice,
) -> sqlx::Result<()> {
    const TO_PLAYER: &str = "INSERT INTO outbox (channel_id, table_id, seq, notice, at, due_at)
        SELECT c.id, $1, CAST($2 AS BIGINT), $3, CAST($4 AS BIGINT), CAST($4 AS BIGINT) FROM channels c
        WHERE c.player_id = $5 AND c.table_id IS NULL AND c.disabled_at IS NULL ON CONFLICT DO NOTHING";
    const TO_ALL: &str = "INSERT INTO outbox (channel_id, table_id, seq, notice, at, due_at)
        SELECT c.id, $1, CAST($2 AS BIGINT), $3, CAST($4 AS BIGINT), CAST($4 AS BIGINT)
        FROM tournament_players p JOIN channels c ON c.player_id = p.player_id
        WHERE p.tournament_id = $1 AND p.present AND c.table_id IS NULL AND c.disabled_at IS NULL ON CONFLICT DO NOTHING";
    let &TournamentNotice {
        player,
        kind,
        seq,
        at,
    } = notice;
    match player {
        Some(player) => execute!(tx, TO_PLAYER; tournament, seq, kind.name(), at, player),
        None => execute!(tx, TO_ALL; tournament, seq, kind.name(), at),
    }
    .map(drop)
}

/// Writes for a channel that is new, or is used again, what its player is told before the starts of their tournaments, as far as the time for that has not
/// come yet.
pub(in crate::store) async fn tell_channel(
    tx: &mut Tx<'_>,
    channel: ChannelId,
    now: UnixMs,
) -> sqlx::Result<()> {
    const TELL: &str = "INSERT INTO outbox (channel_id, table_id, seq, notice, at, due_at)
        SELECT c.id, t.id, t.start_seq, $2, t.starts_at - CAST($3 AS BIGINT), t.starts_at - CAST($3 AS BIGINT)
        FROM channels c JOIN tournament_players p ON p.player_id = c.player_id JOIN tournaments t ON t.id = p.tournament_id
        WHERE c.id = $1 AND c.table_id IS NULL AND p.present AND t.status = 'open' AND t.starts_at > CAST($4 AS BIGINT)
        ON CONFLICT DO NOTHING";
    for (kind, before) in [
        (NoticeKind::TournamentSoon, TOLD_BEFORE),
        // It need not be sent where nobody has to confirm.
        (NoticeKind::TournamentConfirm, CONFIRM_WITHIN),
    ] {
        execute!(tx, TELL; channel, kind.name(), before, now + before)?;
    }
    Ok(())
}
