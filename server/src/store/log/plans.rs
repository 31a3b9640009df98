//! Plans: what players will play when their turn comes. One row for each player at a table.

use crate::ids::{PlayerId, TableId};
use crate::model::game::plan::{Lapse, Plan};
use crate::store::engine::from_row::{from_row, unreadable};
use crate::store::engine::read::{read, read_in};
use crate::store::engine::script::{Script, add};
use crate::store::engine::sql::{Tx, execute};
use crate::store::players_on::players_on;
use crate::store::writer::job::{Effects, Key, Lane, WriteJob};
use crate::store::{Store, StoreError, TableRow};
use crate::time::UnixMs;
use uuid::Uuid;

/// A plan as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPlan {
    pub player: PlayerId,
    /// Another one for each plan.
    pub id: Uuid,
    pub plan: Plan,
    /// Why it does not fit any more.
    pub lapsed: Option<Lapse>,
    pub made_at: UnixMs,
}

from_row!(StoredPlan, row => StoredPlan {
    player: row.try_get("player_id")?,
    id: row.try_get("id")?,
    plan: serde_json::from_str(&row.try_get::<String, _>("plan")?).map_err(|error| unreadable("plan", error))?,
    lapsed: row.try_get::<Option<String>, _>("lapsed")?
        .map(Lapse::try_from)
        .transpose()
        .map_err(|error| unreadable("lapsed", error))?,
    made_at: row.try_get("made_at")?,
});

impl Store {
    /// The plans of the players of a table.
    pub async fn plans_at(&self, table: TableId) -> Result<Vec<StoredPlan>, StoreError> {
        const FIND: &str = "SELECT player_id, id, plan, lapsed, made_at FROM plans WHERE table_id = $1";
        read!(self, conn => sqlx::query_as(FIND).bind(table).fetch_all(conn))
    }

    /// The ids of the plans at these tables.
    pub async fn plan_ids(&self, tables: &[TableId]) -> Result<Vec<(TableId, Uuid)>, StoreError> {
        read_in!(self, "SELECT table_id, id FROM plans WHERE table_id IN (", tables)
    }

    /// Tables where somebody is to move who has a plan: a node ended before it could play the turn.
    pub async fn due_plans(&self, before: UnixMs, limit: i64) -> Result<Vec<TableRow>, StoreError> {
        const FIND: &str = "SELECT t.id, t.code, t.kind, t.public, t.created_at
            FROM plans p JOIN table_state s ON s.table_id = p.table_id JOIN tables t ON t.id = p.table_id
            WHERE p.lapsed IS NULL AND s.to_move = p.player_id AND s.changed_at < $1 LIMIT $2";
        read!(self, conn => sqlx::query_as(FIND).bind(before).bind(limit).fetch_all(conn))
    }

    /// Writes the plan of a player in place of any other one at this table.
    pub async fn put_plan(&self, table: TableId, plan: StoredPlan) -> Result<(), StoreError> {
        self.writer.write(PutPlan { table, plan }).await.map(drop)
    }

    /// Deletes the plan of a player at a table, if there is one.
    pub async fn delete_plan(&self, table: TableId, player: PlayerId) -> Result<(), StoreError> {
        self.writer.write(DeletePlan { table, player }).await.map(drop)
    }

    /// Records what has become of this plan. Waits for nothing: whoever reads it finds out again.
    pub fn record_plan(&self, table: TableId, player: PlayerId, id: Uuid, fate: PlanFate) {
        let record = RecordPlan {
            table,
            player,
            id,
            fate,
        };
        self.writer.write_later(record);
    }
}

/// What becomes of a plan by what is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanFate {
    /// It goes on from another position.
    Moved(Plan),
    Lapsed(Lapse),
    Done,
}

/// Other nodes read the plans of the table again.
fn effects(table: TableId) -> Effects {
    let plans = Some(table);
    Effects {
        plans,
        ..Effects::NONE
    }
}

#[derive(Debug)]
struct PutPlan {
    table: TableId,
    plan: StoredPlan,
}

impl WriteJob for PutPlan {
    const LANE: Lane = Lane::Plans;

    fn key(&self) -> Option<Key> {
        Some((self.table.0, Some(self.plan.player)))
    }

    fn effects(&self) -> Effects {
        effects(self.table)
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const PUT: &str = "INSERT INTO plans (table_id, player_id, id, plan, lapsed, made_at) VALUES ($1, $2, $3, $4, NULL, $5)
            ON CONFLICT (table_id, player_id) DO UPDATE
            SET id = excluded.id, plan = excluded.plan, lapsed = NULL, made_at = excluded.made_at";
        let StoredPlan {
            player,
            id,
            plan,
            made_at,
            ..
        } = &self.plan;
        execute!(tx, PUT; self.table, *player, *id, text(plan), *made_at)
    }
}

#[derive(Debug)]
struct DeletePlan {
    table: TableId,
    player: PlayerId,
}

impl WriteJob for DeletePlan {
    const LANE: Lane = Lane::Plans;

    fn key(&self) -> Option<Key> {
        Some((self.table.0, Some(self.player)))
    }

    fn effects(&self) -> Effects {
        effects(self.table)
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const DELETE: &str = "DELETE FROM plans WHERE table_id = $1 AND player_id = $2";
        execute!(tx, DELETE; self.table, self.player)
    }
}

/// Every node that serves the table may write it. Another plan of the player is left alone.
#[derive(Debug)]
struct RecordPlan {
    table: TableId,
    player: PlayerId,
    id: Uuid,
    fate: PlanFate,
}

impl WriteJob for RecordPlan {
    const LANE: Lane = Lane::Plans;

    fn key(&self) -> Option<Key> {
        Some((self.table.0, Some(self.player)))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const MOVED: &str = "UPDATE plans SET plan = $4 WHERE table_id = $1 AND player_id = $2 AND id = $3";
        const LAPSED: &str = "UPDATE plans SET lapsed = $4 WHERE table_id = $1 AND player_id = $2 AND id = $3 AND lapsed IS NULL";
        const DONE: &str = "DELETE FROM plans WHERE table_id = $1 AND player_id = $2 AND id = $3";
        let (table, player, id) = (self.table, self.player, self.id);
        match &self.fate {
            PlanFate::Moved(plan) => execute!(tx, MOVED; table, player, id, text(plan)),
            PlanFate::Lapsed(lapse) => execute!(tx, LAPSED; table, player, id, lapse.name()),
            PlanFate::Done => execute!(tx, DONE; table, player, id),
        }
    }
}

fn text(plan: &Plan) -> String {
    serde_json::to_string(plan).expect("plan")
}

/// The game of a table is over.
pub(in crate::store) async fn delete_at(script: &mut Script<'_, '_>, table: TableId) -> sqlx::Result<()> {
    const DELETE: &str = "DELETE FROM plans WHERE table_id = $1";
    add!(script, DELETE, query => query.bind(table))
}

/// Those of a player who is deleted, and of all on their device.
pub(in crate::store) async fn delete_of(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const DELETE: &str = concat!("DELETE FROM plans WHERE player_id IN (", players_on!("$1"), ")");
    execute!(tx, DELETE; player).map(drop)
}
