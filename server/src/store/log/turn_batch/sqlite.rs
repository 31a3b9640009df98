//! Turns for SQLite, whose connection lives in a thread of its own: each statement costs two switches of threads.
//!
//! Turns are inserted into a view that only the writer's connection has, whose trigger inserts the events and updates
//! the states of their tables. A statement outside of a transaction is one by itself. The trigger assumes that every
//! event's number is free; where one is not, SQLite undoes the statement and the group is written step by step.

use std::sync::LazyLock;

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use sqlx::{Arguments, AssertSqlSafe, Error, Executor};

use super::super::new_entry::NewEntry;
use super::super::notices;
use crate::model::log::projection::TableState;
use crate::store::engine::rows;
use crate::store::log_entry::EVENT_COLUMNS;
use crate::store::writer::event::TurnBatch;
use crate::store::writer::outcome::Fault;
use crate::store::writer::transaction::{COMMIT, blames_row, single_fault, within};

/// The numbers of rows that queries have room for. Unused ones stay NULL and are left out.
const SIZES: [usize; 16] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256];

/// How many queries stay prepared.
pub(in crate::store::log) const QUERIES: usize = SIZES.len();

static QUERY: LazyLock<[String; QUERIES]> = LazyLock::new(|| SIZES.map(query));

/// Writes turns.
pub(super) async fn write(conn: &mut SqliteConnection, turns: &[(&NewEntry, &TableState)]) -> TurnBatch {
    let sql = fitting(turns.len());
    let Ok(arguments) = arguments(turns) else {
        // The rows are bound once more, one by one, and the bad one is refused.
        return TurnBatch::Refused;
    };
    match within(COMMIT, run(conn, sql, arguments)).await {
        Ok(true) => TurnBatch::Written,
        Ok(false) => TurnBatch::Failed(Fault::Unknown("a transaction was cut short".to_owned()), false),
        Err(Error::Database(error)) if blames_row(error.as_ref()) => TurnBatch::Refused,
        Err(error) => TurnBatch::Failed(single_fault(&error), false),
    }
}

/// False if SQLite's thread ended without an answer.
async fn run(
    conn: &mut SqliteConnection,
    sql: &'static str,
    arguments: SqliteArguments,
) -> sqlx::Result<bool> {
    let mut answers = conn.fetch_many(sqlx::query_with(sql, arguments));
    // Waiting for the end of the query as well would cost another switch of threads.
    Ok(answers.try_next().await?.is_some())
}

/// Creates the view on the writer's connection, whose tables must be up to date. The cells are those of [`COLUMNS`]:
/// c2 is the event's table, c3 its number and c6 its time, c9 is who is to move and c10 the table's deadline, c11 who has to be
/// told that it is their turn, and c12 how many turns and drops there were. A table without a state gets it step by step, and an event that does not follow the last one is
/// refused so.
pub(in crate::store::log) async fn prepare(conn: &mut SqliteConnection) -> sqlx::Result<()> {
    let cells = (1..=EVENT_COLUMNS.1).map(|cell| format!("NEW.c{cell}"));
    let sql = format!(
        "CREATE TEMP VIEW turns ({}) AS SELECT {};
        CREATE TEMP TRIGGER write_turn INSTEAD OF INSERT ON turns BEGIN
            INSERT INTO {} VALUES ({});
            UPDATE table_state SET seq = NEW.c3, to_move = NEW.c9, deadline = NEW.c10, changed_at = NEW.c6, plies = NEW.c12
                WHERE table_id = NEW.c2 AND seq = NEW.c3 - 1;
            SELECT RAISE(ABORT, 'the table is in no list, or does not stand there') WHERE changes() = 0;
            {}; {};
        END",
        list((1..=COLUMNS).map(|cell| format!("c{cell}"))),
        list((1..=COLUMNS).map(|_| "NULL".to_owned())),
        EVENT_COLUMNS.0,
        list(cells),
        notices::to_player("NEW.c2, NEW.c3, 'your_turn', NEW.c6", "NEW.c11"),
        notices::to_watchers("NEW.c2, NEW.c3, 'event', NEW.c6", "NEW.c2"),
    );
    conn.execute(AssertSqlSafe(sql)).await.map(drop)
}

fn list(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join(", ")
}

/// The query of the smallest size with room for so many rows.
fn fitting(rows: usize) -> &'static str {
    let place = SIZES.iter().position(|&size| size >= rows).expect("a group");
    &QUERY[place]
}

fn query(size: usize) -> String {
    let rows = rows::rows(size, PARAMETERS, |_| "?".to_owned());
    let id = |place: usize| format!("substr(column1, {}, {ID})", place * ID + 1);
    let id_if_any = |place: usize| format!("nullif({}, x'{}')", id(place), "00".repeat(ID));
    let [event, table] = [0, 1].map(id);
    let [player, command, to_move, your_turn] = [2, 3, 4, 5].map(id_if_any);
    let body = format!("CAST(substr(column1, {}) AS TEXT)", IDS * ID + 1);
    format!(
        "INSERT INTO turns
         SELECT {event}, {table}, column2, {player}, {command}, column3, column4, {body}, {to_move}, column5, {your_turn}, column6
         FROM (VALUES {rows}) WHERE column1 IS NOT NULL"
    )
}

type BindError = sqlx::error::BoxDynError;

/// The columns of a turn: those of its event, who is to move, the table's deadline, who is told that it is their turn, and how many
/// turns and drops there were. The rest of the state is in the event, or does not change while the game is on.
const COLUMNS: usize = EVENT_COLUMNS.1 + 4;

const PARAMETERS: usize = 6;

const IDS: usize = 6;

const ID: usize = 16;

/// The rows. Unbound ones are NULL.
fn arguments(turns: &[(&NewEntry, &TableState)]) -> Result<SqliteArguments, BindError> {
    let mut arguments = SqliteArguments::default();
    arguments.reserve(turns.len() * PARAMETERS, 0);
    for (event, state) in turns {
        arguments.add(ids_and_body(event, state))?;
        arguments.add(event.entry.seq)?;
        arguments.add(event.entry.at)?;
        arguments.add(event.entry.event.format)?;
        arguments.add(state.deadline)?;
        arguments.add(state.plies.map(i64::from))?;
    }
    Ok(arguments)
}

/// The ids of a turn in the order of their columns, missing ones as zeros, and its body. Each value that is bound by
/// itself is copied to memory of its own, which SQLite's thread has to free.
fn ids_and_body(event: &NewEntry, state: &TableState) -> Vec<u8> {
    let players = [event.entry.player, state.to_move, event.your_turn()];
    let [player, to_move, your_turn] = players.map(|player| player.map(|player| player.0));
    let command = event.entry.command.map(|command| command.0);
    let ids: [_; IDS] = [
        Some(event.entry.id.0),
        Some(event.entry.table.0),
        player,
        command,
        to_move,
        your_turn,
    ]
    .map(|id| id.unwrap_or_default().into_bytes());
    [ids.as_flattened(), event.entry.event.body.get().as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use crate::time::UnixMs;
    use serde_json::value::RawValue;

    use super::*;
    use crate::ids::{CommandId, EventId, PlayerId, TableId};
    use crate::model::log::entry::{StoredEntry, StoredEvent};
    use crate::model::log::projection::{Projection, TablePhase};
    use crate::seq::Seq;
    use crate::store::engine::sql::Engine;
    use crate::store::engine::{migrate, open};

    const TABLES: i64 = 3;

    /// A turn after which somebody is to move within a time, or, where the number is even, nobody is.
    fn turn(table: TableId, seq: i64) -> NewEntry {
        let is_odd = seq % 2 == 1;
        let state = TableState {
            seq: Seq(seq as u64),
            phase: TablePhase::Playing,
            variant: "small".to_owned(),
            seats: 2,
            public: true,
            rated: false,
            clock: Some("300+5".to_owned()),
            pie_rule: false,
            to_move: is_odd.then(PlayerId::fresh),
            deadline: is_odd.then_some(UnixMs(100 + seq)),
            changed_at: UnixMs(10 + seq),
            plies: is_odd.then_some(seq as u32),
        };
        let body = RawValue::from_string("{}".to_owned()).unwrap();
        let entry = StoredEntry {
            id: EventId::fresh(),
            table,
            seq: Seq(seq as u64),
            player: is_odd.then(PlayerId::fresh),
            command: is_odd.then(|| CommandId(EventId::fresh().0)),
            at: state.changed_at,
            event: StoredEvent { format: 1, body },
            name: None,
        };
        NewEntry {
            entry,
            projections: vec![Projection::TableState(state)],
            reconnects: None,
        }
    }

    async fn write_group(conn: &mut SqliteConnection, group: &[&NewEntry]) -> TurnBatch {
        let turns: Vec<_> = group
            .iter()
            .map(|event| (*event, event.turn().unwrap()))
            .collect();
        write(conn, &turns).await
    }

    async fn database(folder: &std::path::Path) -> SqliteConnection {
        let url = format!("sqlite://{}/test.db", folder.display());
        let mut conn = open::connect_options(&url).unwrap().connect().await.unwrap();
        migrate::run(&mut conn).await.unwrap();
        let Engine::Sqlite(mut conn) = conn else {
            panic!("not SQLite")
        };
        prepare(&mut conn).await.unwrap();
        conn
    }

    #[tokio::test]
    async fn a_turn_at_a_table_that_no_list_knows_is_left_to_the_other_way() {
        let folder = tempfile::tempdir().unwrap();
        let mut conn = database(folder.path()).await;
        let tables = [create_table(&mut conn, 1).await, create_table(&mut conn, 2).await];
        let forget = "DELETE FROM table_state WHERE table_id = ?";
        sqlx::query(forget)
            .bind(tables[1])
            .execute(&mut conn)
            .await
            .unwrap();
        let group = tables.map(|table| turn(table, 1));
        let group: Vec<&NewEntry> = group.iter().collect();
        assert!(matches!(write_group(&mut conn, &group).await, TurnBatch::Refused));
        let events = "SELECT COUNT(*) FROM events";
        let events: i64 = sqlx::query_scalar(events).fetch_one(&mut conn).await.unwrap();
        assert_eq!(events, 0, "nothing of the group is written");
    }

    async fn create_table(conn: &mut SqliteConnection, code: i64) -> TableId {
        let id = TableId::fresh();
        let table =
            "INSERT INTO tables (id, code, kind, public, created_at) VALUES (?, ?, 'bushka', TRUE, 0)";
        let state =
            "INSERT INTO table_state (table_id, seq, phase, variant, seats, public, rated, clock, changed_at)
            VALUES (?, 0, 'playing', 'small', 2, TRUE, FALSE, '300+5', 0)";
        let code = format!("code-{code}");
        let table = sqlx::query(table).bind(id).bind(code).execute(&mut *conn).await;
        table.unwrap();
        sqlx::query(state).bind(id).execute(&mut *conn).await.unwrap();
        id
    }

    #[tokio::test]
    async fn a_query_with_room_for_more_turns_leaves_out_those_of_the_group_before() {
        let folder = tempfile::tempdir().unwrap();
        let mut conn = database(folder.path()).await;
        let mut tables = Vec::new();
        for code in 0..6 {
            tables.push(create_table(&mut conn, code).await);
        }
        assert_eq!(fitting(5), fitting(6), "one query for both");
        for (seq, size) in [(1, 6), (2, 5), (3, 5)] {
            let turns: Vec<NewEntry> = tables[..size].iter().map(|&table| turn(table, seq)).collect();
            let group: Vec<&NewEntry> = turns.iter().collect();
            assert!(matches!(write_group(&mut conn, &group).await, TurnBatch::Written));
            assert_eq!(rows(&mut conn, seq).await.len(), size);
        }
    }

    async fn rows(conn: &mut SqliteConnection, seq: i64) -> Vec<StoredEntry> {
        let find = "SELECT * FROM events WHERE seq = ? ORDER BY table_id";
        sqlx::query_as(find).bind(seq).fetch_all(conn).await.unwrap()
    }

    async fn states(conn: &mut SqliteConnection) -> Vec<TableState> {
        let find = "SELECT * FROM table_state ORDER BY table_id";
        sqlx::query_as(find).fetch_all(conn).await.unwrap()
    }

    #[tokio::test]
    async fn turns_are_written_in_one_go_with_all_that_lists_show() {
        let folder = tempfile::tempdir().unwrap();
        let mut conn = database(folder.path()).await;
        let mut tables = Vec::new();
        for code in 0..TABLES {
            tables.push(create_table(&mut conn, code).await);
        }
        for seq in 1..4 {
            let turns: Vec<NewEntry> = tables.iter().map(|&table| turn(table, seq)).collect();
            let group: Vec<&NewEntry> = turns.iter().collect();
            assert!(matches!(write_group(&mut conn, &group).await, TurnBatch::Written));
            let rows = rows(&mut conn, seq).await;
            let states = states(&mut conn).await;
            for ((turn, row), state) in turns.into_iter().zip(rows).zip(states) {
                assert_eq!(format!("{:?}", turn.entry), format!("{row:?}"));
                assert_eq!(turn.projections, [Projection::TableState(state)]);
            }
        }
    }
}
