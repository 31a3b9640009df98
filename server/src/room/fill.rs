//! How a table stands, as lists show it; also for the tables of databases that older versions wrote.

use tracing::warn;

use super::rooms::load;
use super::state::{Phase, State};
use crate::ids::PlayerId;
use crate::model::projection::{TablePhase, TableState};
use crate::store::{ListedPlayer, Store, StoreError, TableRow};

/// Tables read at once.
const PAGE: i64 = 200;

/// How a table stands.
pub fn table_state(state: &State, changed_at: i64) -> TableState {
    let to_move = state.game().and_then(|game| game.status().to_move());
    TableState {
        seq: state.seq as i64,
        phase: match state.phase {
            Phase::Waiting { .. } => TablePhase::Waiting,
            Phase::Playing { .. } => TablePhase::Playing,
            Phase::Over { .. } => TablePhase::Over,
        },
        variant: state.terms.variant.clone(),
        seats: state.terms.seats,
        public: state.terms.public,
        to_move: to_move.and_then(|seat| state.seated().get(seat.index()).copied()),
        deadline: None,
        changed_at,
    }
}

/// Replays the tables without a state, once, at the start.
pub async fn fill_table_states(store: &Store) -> Result<(), StoreError> {
    let mut after = None;
    loop {
        let page = store.tables_without_state(after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some(last.id);
        for row in &page {
            fill(store, row).await?;
        }
    }
}

async fn fill(store: &Store, row: &TableRow) -> Result<(), StoreError> {
    let table = match load(store, row).await {
        Ok(table) => table,
        Err(error) => {
            warn!(table = %row.id, %error, "a table could not be read");
            return Ok(());
        }
    };
    let changed_at = store
        .events_after(row.id, table.state.seq as i64 - 1)
        .await?
        .first()
        .map_or(row.created_at, |event| event.at);
    let people = seats(&table.state)
        .into_iter()
        .map(|(seat, player)| ListedPlayer {
            seat,
            player,
            name: table.player(player).name,
        });
    let (state, people) = (table_state(&table.state, changed_at), people.collect());
    store.put_table_state(row.id, state, people).await.map(drop)
}

fn seats(state: &State) -> Vec<(u8, PlayerId)> {
    match &state.phase {
        Phase::Waiting { chairs, .. } => (0..)
            .zip(chairs)
            .filter_map(|(seat, player)| Some((seat, (*player)?)))
            .collect(),
        Phase::Playing { seats, .. } | Phase::Over { seats, .. } => {
            (0..).zip(seats.iter().copied()).collect()
        }
    }
}
