//! The game that somebody wants to explore: a record, or a table where it is on.

use std::sync::Arc;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::explore::MainLine;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::protocol::{Kind, TableView, VariationView};
use crate::store::TableRow;
use thicket_rules::{AnyGame, GameKind};

#[derive(Debug)]
pub(super) struct Explorable {
    pub(super) kind: Arc<Kind>,
    pub(super) table: TableView,
    /// How many turns and drops there are before the position.
    pub(super) at: usize,
    pub(super) names: Vec<String>,
    game: GameKind,
}

impl Explorable {
    /// The game of a table after turn `at`, or after its last one.
    pub(super) async fn find(
        app: &App,
        row: &TableRow,
        user: &CurrentUser,
        at: Option<usize>,
    ) -> Result<Explorable, PageError> {
        let (kind, table) = match app.shown_records.find(row.id).await? {
            Some(record) => (Arc::clone(&record.kind), record.table.clone()),
            None => live(app, row, user, at).await?,
        };
        let at = at.unwrap_or(table.plies.len());
        if at > table.plies.len() {
            return Err(Refusal::new(Code::WrongTurn, "The game has no such turn.").into());
        }
        let game = row.kind.parse().map_err(|_| PageError::not_found())?;
        let name = |(index, chair): (usize, &Option<_>)| match chair {
            Some(crate::protocol::PlayerView { name, .. }) => name.clone(),
            None => format!("Seat {}", index + 1),
        };
        let names = table.chairs.iter().enumerate().map(name).collect();
        Ok(Explorable {
            kind,
            table,
            at,
            names,
            game,
        })
    }

    pub(super) fn main_line(&self) -> MainLine {
        let before = &self.table.plies[..self.at];
        MainLine {
            kind: self.game,
            seats: self.table.chairs.len() as u8,
            variant: self.kind.view.variant.to_owned(),
            turns: before.iter().map(|ply| ply.text.clone()).collect(),
        }
    }

    /// How it would end with a turn that was tried, or whose turn it is after it, or in the position itself.
    pub(super) fn status(&self, last: Option<&VariationView>) -> String {
        let name = |seat: u8| self.names.get(usize::from(seat).checked_sub(1)?).cloned();
        if let Some(ending) = last.and_then(|turn| turn.ending.as_ref()) {
            return format!(
                "{}.",
                ending.headline.with_names(|seat| name(seat).unwrap_or_default())
            );
        }
        let before = self.at.checked_sub(1).map(|index| &self.table.plies[index]);
        let to_move = match (last, before) {
            (Some(turn), _) => turn.ply.to_move,
            (None, Some(ply)) => ply.to_move,
            (None, None) => Some(1),
        };
        to_move.and_then(name).map_or_else(
            || "The game is over in this position.".to_owned(),
            |name| format!("{name}’s turn."),
        )
    }
}

async fn live(
    app: &App,
    row: &TableRow,
    user: &CurrentUser,
    at: Option<usize>,
) -> Result<(Arc<Kind>, TableView), PageError> {
    let room = app.tables.open(row).await?;
    // Another node may know of more turns.
    if at.is_some_and(|at| at > room.table().state.game().map_or(0, AnyGame::ply_count)) {
        room.clone().catch_up().await;
    }
    let table = room.table();
    table.state.may_explore(user.id())?;
    Ok((Arc::clone(&table.kind), table.shown().table()))
}
