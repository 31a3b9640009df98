//! Table states, as lists show them.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::table_players;
use crate::ids::{EventId, PlayerId, TableId};
use crate::model::log::projection::{TablePhase, TableState};
use crate::seq::Seq;
use crate::store::engine::from_row::{count, from_row, parse, small};
use crate::store::engine::read::{read, read_in};
use crate::store::engine::rows::Insert;
use crate::store::engine::script::{Script, add};
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::players_on::players_on;
use crate::store::writer::job::{Key, Lane, WriteJob};
use crate::store::{Store, StoreError, TableRow};
use crate::time::UnixMs;

from_row!(TableState, row => TableState {
    seq: row.try_get("seq")?,
    phase: parse(row, "phase")?,
    variant: row.try_get("variant")?,
    seats: small(row, "seats")?,
    public: row.try_get("public")?,
    rated: row.try_get("rated")?,
    clock: row.try_get("clock")?,
    pie_rule: row.try_get("pie_rule")?,
    to_move: row.try_get("to_move")?,
    deadline: row.try_get("deadline")?,
    changed_at: row.try_get("changed_at")?,
    plies: count(row, "plies")?,
});

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTable {
    pub table: TableRow,
    pub state: TableState,
    /// When somebody who sits there was last known to be connected, while a public table waits.
    pub present_at: Option<UnixMs>,
    /// Until when its players could say whether the game goes on, when they were last asked.
    pub asked_until: Option<UnixMs>,
    /// Who sits there, in order of their seats.
    pub people: Vec<ListedPlayer>,
}

from_row!(ListedTable, row => ListedTable {
    table: TableRow::from_row(row)?,
    state: TableState::from_row(row)?,
    present_at: row.try_get("present_at")?,
    asked_until: row.try_get("asked_until")?,
    people: Vec::new(),
});

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPlayer {
    /// From 0: the chair before the start, the seat after it.
    pub seat: u8,
    pub player: PlayerId,
    pub name: String,
    /// The name of the owner of a bot.
    pub owner: Option<String>,
    /// Whether others have nudged the player, who has not been there since.
    pub nudged: bool,
    /// How many turns and drops there were when the player last had the table in sight, if they ever had.
    pub looked: Option<u32>,
}

from_row!(ListedPlayer, row => ListedPlayer {
    seat: small(row, "seat")?,
    player: row.try_get("player_id")?,
    name: row.try_get("name")?,
    owner: None,
    nudged: row.try_get("nudged")?,
    looked: count(row, "looked")?,
});

struct PlayerAt {
    table_id: TableId,
    player: ListedPlayer,
}

from_row!(PlayerAt, row => PlayerAt {
    table_id: row.try_get("table_id")?,
    player: ListedPlayer::from_row(row)?,
});

/// The columns of a [`ListedTable`], with `t` for the table, `s` for its state and `l` for its place in the lobby.
macro_rules! listed {
    () => {
        "t.id, t.code, t.kind, t.created_at,
         s.seq, s.phase, s.variant, s.seats, s.public, s.rated, s.clock, s.pie_rule, s.to_move, s.deadline, s.changed_at,
         s.plies, s.asked_until, l.present_at"
    };
}
pub(in crate::store) use listed;

impl Store {
    /// The unfinished tables where a player, or somebody on their device, is seated: those where it is their turn, then other games,
    /// then those that wait; the last changed first. Where it is their turn the clock that runs out first is first, and those without
    /// a clock come after them, the longest unchanged first.
    pub async fn tables_of(&self, player: PlayerId, limit: i64) -> Result<Vec<ListedTable>, StoreError> {
        const FIND: &str = concat!(
            "SELECT ",
            listed!(),
            " FROM table_state s JOIN tables t ON t.id = s.table_id LEFT JOIN lobby_tables l ON l.table_id = s.table_id
              WHERE s.phase <> 'over' AND s.table_id IN (SELECT p.table_id FROM table_players p
                WHERE p.seated AND NOT p.finished AND p.player_id IN (",
            players_on!("$1"),
            ")) ORDER BY CASE WHEN s.to_move IN (",
            players_on!("$1"),
            ") THEN CASE WHEN s.clock IS NULL THEN 1 ELSE 0 END WHEN s.phase = 'playing' THEN 2 ELSE 3 END,
                CASE WHEN s.to_move IN (",
            players_on!("$1"),
            ") THEN CASE WHEN s.clock IS NULL THEN s.changed_at ELSE s.deadline END ELSE -s.changed_at END, t.id DESC LIMIT $2"
        );
        let mut tables: Vec<ListedTable> =
            read!(self, conn => sqlx::query_as(FIND).bind(player).bind(limit).fetch_all(conn))?;
        self.fill_people(&mut tables).await?;
        Ok(tables)
    }

    /// How many turns and drops there were when a player who sits at a table last had it in sight, if they ever had.
    pub async fn looked(&self, table: TableId, player: PlayerId) -> Result<Option<u32>, StoreError> {
        const FIND: &str =
            "SELECT looked FROM table_players WHERE table_id = $1 AND player_id = $2 AND seated";
        let found: Option<Option<i64>> =
            read!(self, conn => sqlx::query_scalar(FIND).bind(table).bind(player).fetch_optional(conn))?;
        Ok(found.flatten().and_then(|looked| u32::try_from(looked).ok()))
    }

    /// These tables, in the same order; missing ones are left out.
    pub async fn listed_tables(&self, ids: &[TableId]) -> Result<Vec<ListedTable>, StoreError> {
        const FIND: &str = concat!(
            "SELECT ",
            listed!(),
            " FROM table_state s JOIN tables t ON t.id = s.table_id
              LEFT JOIN lobby_tables l ON l.table_id = s.table_id WHERE s.table_id IN ("
        );
        let mut tables: Vec<ListedTable> = read_in!(self, FIND, ids)?;
        let places: HashMap<TableId, usize> = ids.iter().copied().zip(0..).collect();
        tables.sort_by_key(|listed| places.get(&listed.table.id).copied());
        self.fill_people(&mut tables).await?;
        Ok(tables)
    }

    /// Some tables in order of their ids, starting after `after`, and whether they have a state: those of older
    /// versions have none.
    pub async fn tables_with_states(
        &self,
        after: TableId,
        limit: i64,
    ) -> Result<Vec<(TableId, bool)>, StoreError> {
        const FIND: &str = "SELECT t.id, EXISTS (SELECT 1 FROM table_state s WHERE s.table_id = t.id)
            FROM (SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2) AS t ORDER BY t.id";
        read!(self, conn => sqlx::query_as(FIND).bind(after).bind(limit).fetch_all(conn))
    }

    /// How many tables there are after one, if it can be counted in time.
    pub async fn tables_after(&self, after: TableId) -> Option<i64> {
        const COUNT: &str = "SELECT COUNT(*) FROM tables WHERE id > $1";
        self.count_left(COUNT, after).await
    }

    /// Writes the state of a table and who sits there, unless a newer one is stored. Returns whether it did.
    pub async fn put_table_state(
        &self,
        table: TableId,
        state: TableState,
        people: Vec<ListedPlayer>,
    ) -> Result<bool, StoreError> {
        self.writer.write(PutTableState { table, state, people }).await
    }

    /// The last number in the log of each of these tables.
    pub async fn last_numbers(&self, ids: &[TableId]) -> Result<Vec<(TableId, Seq)>, StoreError> {
        const FIND: &str = "SELECT table_id, seq FROM table_state WHERE table_id IN (";
        read_in!(self, FIND, ids)
    }

    /// The number and the id of the last event of each of these tables. After a failover another event may have the
    /// number.
    pub async fn last_events(&self, ids: &[TableId]) -> Result<Vec<(TableId, Seq, EventId)>, StoreError> {
        const FIND: &str = "SELECT s.table_id, s.seq, e.id
            FROM table_state s JOIN events e ON e.table_id = s.table_id AND e.seq = s.seq WHERE s.table_id IN (";
        read_in!(self, FIND, ids)
    }

    /// When something is due at a table by itself.
    pub async fn deadline(&self, table: TableId) -> Result<Option<UnixMs>, StoreError> {
        const FIND: &str = "SELECT deadline FROM table_state WHERE table_id = $1";
        let found: Option<Option<UnixMs>> =
            read!(self, conn => sqlx::query_scalar(FIND).bind(table).fetch_optional(conn))?;
        Ok(found.flatten())
    }

    /// Tables where something was due before this time, the longest overdue first.
    pub async fn overdue(&self, before: UnixMs, limit: i64) -> Result<Vec<TableRow>, StoreError> {
        const FIND: &str = "SELECT t.id, t.code, t.kind, t.public, t.created_at
            FROM table_state s JOIN tables t ON t.id = s.table_id
            WHERE s.deadline IS NOT NULL AND s.deadline < $1 ORDER BY s.deadline LIMIT $2";
        read!(self, conn => sqlx::query_as(FIND).bind(before).bind(limit).fetch_all(conn))
    }

    /// Writes when something is due at a table, unless more events have happened there. Waits for nothing: a deadline that
    /// is not written is only missed by other nodes.
    pub fn record_deadline(&self, table: TableId, seq: Seq, deadline: Option<UnixMs>) {
        self.writer.write_later(SetDeadline { table, seq, deadline });
    }

    /// Fetches who sits at these tables, in one query.
    pub(in crate::store) async fn fill_people(&self, tables: &mut [ListedTable]) -> Result<(), StoreError> {
        const FIND: &str =
            "SELECT table_id, seat, player_id, name, nudged_at IS NOT NULL AS nudged, looked FROM table_players
            WHERE seated AND seat IS NOT NULL AND table_id IN (";
        let ids: Vec<TableId> = tables.iter().map(|listed| listed.table.id).collect();
        let people: Vec<PlayerAt> = read_in!(self, FIND, &ids[..], " ORDER BY seat")?;
        let owners = self
            .bot_owners(people.iter().map(|row| row.player.player))
            .await?;
        let mut tables: HashMap<TableId, &mut ListedTable> = tables
            .iter_mut()
            .map(|listed| (listed.table.id, listed))
            .collect();
        for mut row in people {
            let player = row.player.player;
            row.player.owner = owners.get(&player).cloned();
            if let Some(listed) = tables.get_mut(&row.table_id) {
                listed.people.push(row.player);
            }
        }
        Ok(())
    }
}

/// The table of states with its columns, and their number.
const STATE_COLUMNS: (&str, usize) = (
    "table_state (table_id, seq, phase, variant, seats, public, rated, clock, pie_rule, to_move, deadline, changed_at, plies)",
    13,
);
/// For a state that exists.
const UPDATE_STATE: &str =
    "ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, phase = excluded.phase,
        seats = excluded.seats, clock = excluded.clock, pie_rule = excluded.pie_rule, to_move = excluded.to_move, deadline = excluded.deadline, changed_at = excluded.changed_at,
        plies = excluded.plies WHERE ";

static PUT_NEXT: LazyLock<Insert> = LazyLock::new(|| put_if("excluded.seq = table_state.seq + 1"));
static PUT: LazyLock<Insert> = LazyLock::new(|| put_if("excluded.seq > table_state.seq"));

fn put_if(condition: &str) -> Insert {
    Insert::new(STATE_COLUMNS, &format!("{UPDATE_STATE}{condition}"))
}

/// The players of a table are asked whether the game goes on. It is written before the state.
pub(super) async fn ask_to_go_on(tx: &mut Tx<'_>, table: TableId, until: UnixMs) -> sqlx::Result<()> {
    const ASK: &str = "UPDATE table_state SET asked_until = $2 WHERE table_id = $1";
    execute!(tx, ASK; table, until).map(drop)
}

/// Writes the states of different tables, except those that do not follow the stored ones. Returns how many it wrote.
pub(in crate::store) async fn put_next(
    tx: &mut Tx<'_>,
    states: &[(TableId, &TableState)],
) -> sqlx::Result<u64> {
    put_by(&PUT_NEXT, tx, states).await
}

/// Writes the states of different tables, except those with a newer one. Returns how many it wrote.
pub(in crate::store) async fn put(tx: &mut Tx<'_>, states: &[(TableId, &TableState)]) -> sqlx::Result<u64> {
    put_by(&PUT, tx, states).await
}

async fn put_by(
    insert: &'static Insert,
    tx: &mut Tx<'_>,
    states: &[(TableId, &TableState)],
) -> sqlx::Result<u64> {
    let (mut rest, mut written) = (states, 0);
    while !rest.is_empty() {
        let (sql, size) = insert.for_rows(tx, rest.len());
        let (rows, others) = rest.split_at(size);
        written += on!(tx, tx => {
            let mut query = sqlx::query(sql);
            for (table, state) in rows {
                query = query.bind(table).bind(state.seq).bind(state.phase.name()).bind(&state.variant)
                    .bind(i64::from(state.seats)).bind(state.public).bind(state.rated).bind(&state.clock)
                    .bind(state.pie_rule).bind(state.to_move)
                    .bind(state.deadline).bind(state.changed_at).bind(state.plies.map(i64::from));
            }
            query.execute(&mut **tx).await?.rows_affected()
        });
        rest = others;
    }
    Ok(written)
}

/// Writes when something is due, as of this event.
#[derive(Debug)]
struct SetDeadline {
    table: TableId,
    seq: Seq,
    deadline: Option<UnixMs>,
}

impl WriteJob for SetDeadline {
    const LANE: Lane = Lane::Deadlines;

    fn key(&self) -> Option<Key> {
        Some((self.table.0, None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const SET: &str = "UPDATE table_state SET deadline = $3 WHERE table_id = $1 AND seq = $2";
        execute!(tx, SET; self.table, self.seq, self.deadline)
    }
}

/// Removes the tables of finished games from the lists of their players.
pub(in crate::store) async fn mark_finished(
    script: &mut Script<'_, '_>,
    states: &[(TableId, &TableState)],
) -> sqlx::Result<()> {
    const MARK: &str = "UPDATE table_players SET finished = TRUE WHERE table_id = $1 AND NOT finished";
    for (table, state) in states {
        if state.phase == TablePhase::Over {
            add!(script, MARK, query => query.bind(table))?;
        }
    }
    Ok(())
}

/// Writes the state of a table that has none, and who sits there.
#[derive(Debug)]
struct PutTableState {
    table: TableId,
    state: TableState,
    people: Vec<ListedPlayer>,
}

impl WriteJob for PutTableState {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        let states = [(self.table, &self.state)];
        if put(tx, &states).await? == 0 {
            return Ok(false);
        }
        for person in &self.people {
            table_players::seat(tx, self.table, person.player, &person.name, person.seat).await?;
        }
        let mut script = Script::new(tx);
        mark_finished(&mut script, &states).await?;
        script.run().await?;
        Ok(true)
    }
}
