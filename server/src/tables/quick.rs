//! A quick game: a seat at a public table that waits for players, or at a new one.

use thicket_rules::GameKind;
use uuid::Uuid;

use super::{NewTable, Opener, TableError, Tables};
use crate::ids::{CommandId, PlayerId, TableCode};
use crate::model::log::action::{Action, Command};
use crate::model::player::bot::is_program;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::table::state::Phase;
use crate::model::terms::{ClockTerms, Starter, Terms};
use crate::names::PlayerName;
use crate::room::Room;
use crate::store::{Fitting, ListedTable, StoreError};
use crate::time::now_ms;

/// A table that was opened less long ago counts as attended: its host is about to arrive (milliseconds).
const ARRIVING_MS: i64 = 20_000;
/// How long ago the presence at a waiting table may have been written: longer than the interval of writing it
/// (milliseconds).
const SEEN_MS: i64 = 60_000;
/// How many candidates are read.
const MAX_TABLES: i64 = 50;

/// How a request for a quick game is known again.
#[derive(Clone, Debug)]
pub struct Asked {
    pub key: Uuid,
    /// The code of the table, if one is opened for it.
    pub code: TableCode,
}

impl Tables {
    /// Where a quick game that a player has asked for before has led, at whatever node.
    pub async fn quick_answer(
        &self,
        player: PlayerId,
        asked: &Asked,
    ) -> Result<Option<TableCode>, StoreError> {
        match self.find(&asked.code).await? {
            Some(opened) => Ok(Some(opened.code)),
            None => self.store.quick_game(player, asked.key).await,
        }
    }

    /// Seats a player at a public table of this game where somebody waits, or opens one. Players who ask at the same
    /// moment, at whatever nodes, meet there. Refused when too many tables of the player wait already. What was asked before is
    /// answered as it was then.
    pub async fn quick_game(
        &self,
        opener: &Opener<'_>,
        kind: GameKind,
        player: PlayerId,
        name: PlayerName,
        asked: Option<&Asked>,
    ) -> Result<TableCode, TableError> {
        let _one_at_a_time = self.listing.lock().await;
        let _here_or_elsewhere = self.store.quick_turn(number(kind)).await?;
        if let Some(asked) = asked
            && let Some(code) = self.quick_answer(player, asked).await?
        {
            return Ok(code);
        }
        let terms = quick_terms(kind)?;
        for listed in self.fitting(&terms).await? {
            if self.join(&listed, player, &name, asked).await? {
                return Ok(listed.table.code);
            }
        }
        let new = NewTable::new(terms, player, name);
        let code = asked.map_or_else(|| new.code.clone(), |asked| asked.code.clone());
        self.open_listed(opener, NewTable { code, ..new }).await
    }

    /// The tables that fit; the ones that begin soonest come first.
    async fn fitting(&self, terms: &Terms) -> Result<Vec<ListedTable>, TableError> {
        let (now, attended) = (now_ms(), self.rooms.public_tables());
        let fits = Fitting {
            kind: terms.kind.info().name,
            variant: &terms.variant,
        };
        let mut tables = self
            .store
            .waiting_tables(now - SEEN_MS, now, Some(fits), MAX_TABLES)
            .await?;
        tables.retain(
            |ListedTable {
                 table, present_at, ..
             }| {
                let arriving = present_at.is_some_and(|at| at > now - ARRIVING_MS);
                arriving || attended.contains_key(&table.id)
            },
        );
        let free = |listed: &ListedTable| usize::from(listed.state.seats).saturating_sub(listed.people.len());
        tables.sort_by_key(|listed| (free(listed), listed.table.id));
        Ok(tables)
    }

    async fn join(
        &self,
        listed: &ListedTable,
        player: PlayerId,
        name: &PlayerName,
        asked: Option<&Asked>,
    ) -> Result<bool, TableError> {
        // A table that cannot be opened now is skipped: there are others.
        let Ok(room) = self.open(&listed.table).await else {
            return Ok(false);
        };
        let (has_program, has_pie_rule) = {
            let state = &room.table().state;
            (state.has_program(), state.terms.has_pie_rule())
        };
        // Nobody who has not chosen to meets the bot of a member, or plays by the pie rule.
        if has_pie_rule || (has_program && !is_program(player)) {
            return Ok(false);
        }
        let mut command = CommandId::fresh();
        if let Some(asked) = asked {
            command = CommandId(asked.key);
            let seated = room.table().state.is_seated(player);
            self.store
                .record_quick_game(player, asked.key, &listed.table, seated)
                .await?;
        }
        Ok(sit_down(&room, command, player, name, None).await.is_ok())
    }
}

/// Seats a player on the chair that is kept for them or free, on the device of `companion_of` if that is given. A player who
/// sits there already stays.
pub(super) async fn take_chair(
    room: &Room,
    player: PlayerId,
    name: &PlayerName,
    companion_of: Option<PlayerId>,
) -> Result<(), Refusal> {
    sit_down(room, CommandId::fresh(), player, name, companion_of).await
}

/// Does so by this command.
async fn sit_down(
    room: &Room,
    id: CommandId,
    player: PlayerId,
    name: &PlayerName,
    companion_of: Option<PlayerId>,
) -> Result<(), Refusal> {
    let chair = match &room.table().state.phase {
        Phase::Waiting(waiting) if waiting.order.contains(&player) => return Ok(()),
        Phase::Waiting(waiting) => waiting.chair_for(player, now_ms()),
        Phase::Playing(_) | Phase::Over(_) => None,
    };
    let taken = || Refusal::new(Code::ChairTaken, "There is no free seat at this table.");
    let chair = chair.ok_or_else(taken)?;
    let command = Command {
        id,
        by: player,
        action: Action::Sit {
            chair,
            name: name.clone(),
            companion_of,
        },
    };
    room.submit(command).await.map(drop)
}

fn number(kind: GameKind) -> i32 {
    let place = GameKind::ALL.iter().position(|&other| other == kind);
    place.and_then(|place| place.try_into().ok()).unwrap_or_default()
}

/// The game with its fewest seats, so that it starts soon.
fn quick_terms(kind: GameKind) -> Result<Terms, TableError> {
    casual_terms(kind, *kind.info().seats.start(), true)
}

/// Default terms: the usual board, no clock, and the first seat by chance.
pub(super) fn casual_terms(kind: GameKind, seats: u8, public: bool) -> Result<Terms, TableError> {
    let game = kind
        .start(seats, "")
        .map_err(|error| TableError::no_such_game(&error))?;
    Ok(Terms {
        kind,
        seats,
        variant: game.variant().to_owned(),
        starter: Starter::Random,
        public,
        clock: ClockTerms::Untimed,
        explorable: true,
        keeps_lines: false,
        pie_rule: false,
        rated: false,
        from: None,
        club: None,
        tournament: None,
    })
}
