//! Turns for Postgres: each statement is a round trip, so events, states of tables, notices and notifications go in one.

use std::collections::HashSet;

use sqlx::error::DatabaseError;
use sqlx::postgres::{PgArguments, PgConnection};
use sqlx::types::Json;
use sqlx::{Arguments, Error};
use uuid::Uuid;

use super::super::new_entry::NewEntry;
use crate::bus::notify_each;
use crate::ids::TableId;
use crate::model::log::projection::TableState;
use crate::store::writer::event::TurnBatch;
use crate::store::writer::outcome::Fault;
use crate::store::writer::transaction::{COMMIT, blames_row, single_fault, within};

/// One statement for groups of any size: each parameter is a column. As in the steps of other events, rows are written in order of
/// their tables, and all events before the states, so that nodes never wait for each other in a circle. A state that does not
/// follow the stored one is not written; then the statement fails, and nothing is. `OFFSET 0` keeps Postgres, which may plan the statement
/// while there are few channels, from looking through all of them for each group.
const WRITE: &str = concat!(
    "WITH given AS (
        SELECT * FROM UNNEST($1::uuid[], $2::uuid[], $3::bigint[], $4::uuid[], $5::uuid[], $6::bigint[], $7::bigint[], $8::jsonb[],
            $9::text[], $10::bigint[], $11::boolean[], $12::boolean[], $13::text[], $14::boolean[], $15::uuid[], $16::bigint[], $17::bigint[], $18::uuid[])
            AS turn (id, table_id, seq, player_id, command_id, at, format, body,
                variant, seats, public, rated, clock, pie_rule, to_move, deadline, plies, told)
    ), written AS (
        INSERT INTO events (id, table_id, seq, player_id, command_id, at, format, body)
        SELECT id, table_id, seq, player_id, command_id, at, format, body FROM given ORDER BY table_id
        RETURNING id
    ), stated AS (
        INSERT INTO table_state (table_id, seq, phase, variant, seats, public, rated, clock, pie_rule, to_move, deadline, changed_at, plies)
        SELECT table_id, seq, 'playing', variant, seats, public, rated, clock, pie_rule, to_move, deadline, at, plies
        FROM given JOIN written USING (id) ORDER BY table_id
        ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, to_move = excluded.to_move, deadline = excluded.deadline,
            changed_at = excluded.changed_at, plies = excluded.plies WHERE excluded.seq = table_state.seq + 1
        RETURNING table_id
    ), noticed AS (
        INSERT INTO outbox (channel_id, table_id, seq, notice, at)
        SELECT own.id, given.table_id, given.seq, 'your_turn', given.at FROM given CROSS JOIN LATERAL
            (SELECT id FROM channels WHERE player_id = given.told AND table_id IS NULL AND disabled_at IS NULL OFFSET 0) AS own
        UNION ALL
        SELECT watching.id, given.table_id, given.seq, 'event', given.at FROM given CROSS JOIN LATERAL
            (SELECT id FROM channels WHERE table_id = given.table_id AND disabled_at IS NULL OFFSET 0) AS watching
        ON CONFLICT DO NOTHING
    )
    SELECT 1 / CASE WHEN (SELECT COUNT(*) FROM stated) = CARDINALITY($1) THEN 1 ELSE 0 END,
        (SELECT COUNT(*) FROM (",
    notify_each!("$19"),
    ") AS notified)"
);

/// Writes turns.
pub(super) async fn write(
    conn: &mut PgConnection,
    turns: &[(&NewEntry, &TableState)],
    notifications: &[String],
) -> TurnBatch {
    // A statement writes a state once: turns of one table take one step after the other.
    let tables: HashSet<TableId> = turns.iter().map(|(event, _)| event.entry.table).collect();
    if tables.len() < turns.len() {
        return TurnBatch::Refused;
    }
    let Ok(arguments) = arguments(turns, notifications) else {
        // The rows are bound once more, one by one, and the bad one is refused.
        return TurnBatch::Refused;
    };
    let written = sqlx::query_with(WRITE, arguments).execute(conn);
    match within(COMMIT, written).await {
        Ok(_) => TurnBatch::Written,
        Err(Error::Database(error)) if does_not_follow(error.as_ref()) => TurnBatch::Refused,
        // Such as a row that another server keeps locked.
        Err(Error::Database(error)) if blames_row(error.as_ref()) => {
            TurnBatch::Failed(Fault::Row(error.to_string()), true)
        }
        Err(error) => TurnBatch::Failed(single_fault(&error), false),
    }
}

/// Whether the number of an event is taken, or the state before it is missing: the codes of a key that exists, and of a division by
/// zero.
fn does_not_follow(error: &dyn DatabaseError) -> bool {
    let code = error.code();
    matches!(code.as_deref(), Some("23505" | "22012"))
}

fn arguments(
    turns: &[(&NewEntry, &TableState)],
    notifications: &[String],
) -> Result<PgArguments, sqlx::error::BoxDynError> {
    let mut arguments = PgArguments::default();
    macro_rules! column {
        ($of:expr) => {
            arguments.add(turns.iter().map($of).collect::<Vec<_>>())?
        };
    }
    column!(|(event, _)| event.entry.id.0);
    column!(|(event, _)| event.entry.table.0);
    column!(|(event, _)| event.entry.seq.0 as i64);
    column!(|(event, _)| event.entry.player.map(Uuid::from));
    column!(|(event, _)| event.entry.command.map(|command| command.0));
    column!(|(event, _)| event.entry.at.0);
    column!(|(event, _)| event.entry.event.format);
    column!(|(event, _)| Json(&event.entry.event.body));
    column!(|(_, state)| state.variant.as_str());
    column!(|(_, state)| i64::from(state.seats));
    column!(|(_, state)| state.public);
    column!(|(_, state)| state.rated);
    column!(|(_, state)| state.clock.as_deref());
    column!(|(_, state)| state.pie_rule);
    column!(|(_, state)| state.to_move.map(Uuid::from));
    column!(|(_, state)| state.deadline.map(|at| at.0));
    column!(|(_, state)| state.plies.map(i64::from));
    column!(|(event, _)| event.your_turn().map(Uuid::from));
    arguments.add(notifications)?;
    Ok(arguments)
}
