//! The state of a table: the sum of its events.

use std::collections::HashMap;

use thicket_rules::AnyGame;

use super::answered::Answered;
use crate::ids::{CommandId, PlayerId, TableCode, TableId};
use crate::model::before_start::waiting::Waiting;
use crate::model::game::overdue::or_bot_retry;
use crate::model::game::playing::{Over, Playing};
use crate::model::log::action::{Action, Command};
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::log::projection::{TablePhase, TableState};
use crate::model::player::names_here::Names;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::model::terms::Terms;
use crate::seq::Seq;
use crate::time::UnixMs;

#[derive(Clone, Debug)]
pub struct State {
    pub id: TableId,
    pub code: TableCode,
    pub terms: Terms,
    /// May remove others before the start.
    pub host: PlayerId,
    pub phase: Phase,
    pub seq: Seq,
    /// When that event was decided.
    pub(in crate::model) changed_at: UnixMs,
    pub(in crate::model) names: Names,
    /// Players on the device of another player, and whose that is.
    pub(in crate::model) companions: HashMap<PlayerId, PlayerId>,
    pub(super) answered: Answered,
}

#[derive(Clone, Debug)]
pub enum Phase {
    Waiting(Waiting),
    Playing(Playing),
    Over(Over),
}

/// The log is not one that [`State::decide`](State::decide) could have made.
#[derive(Debug, thiserror::Error)]
#[error("event {seq} does not fit: {why}")]
pub struct BrokenLog {
    pub seq: Seq,
    pub why: String,
}

impl State {
    /// The table that the first event of a log creates.
    pub fn new(id: TableId, code: TableCode, first: &LogEntry) -> Result<State, BrokenLog> {
        let broken = |why: String| BrokenLog { seq: first.seq, why };
        let Event::Created { terms, host, kept } = &first.event else {
            return Err(broken("the first event does not create a table".to_owned()));
        };
        let game = terms.start().map_err(broken)?;
        let mut state = State {
            id,
            code,
            host: *host,
            phase: Phase::Waiting(Waiting::new(game.seats(), *host, kept.as_ref())),
            terms: terms.clone(),
            seq: Seq::ZERO,
            changed_at: UnixMs::default(),
            names: HashMap::new(),
            companions: HashMap::new(),
            answered: Answered::default(),
        };
        let owner = kept.as_ref().and_then(|kept| kept.companion_of);
        state.companions.extend(owner.map(|owner| (*host, owner)));
        state.record(first)?;
        Ok(state)
    }

    pub fn players(&self) -> Vec<PlayerId> {
        match &self.phase {
            Phase::Waiting(waiting) => waiting.players(),
            Phase::Playing(playing) => playing.seats.clone(),
            Phase::Over(over) => over.played.seats.clone(),
        }
    }

    pub fn is_seated(&self, player: PlayerId) -> bool {
        match &self.phase {
            Phase::Waiting(waiting) => waiting.order.contains(&player),
            Phase::Playing(playing) => playing.seats.contains(&player),
            Phase::Over(over) => over.played.seats.contains(&player),
        }
    }

    /// Whether somebody may still sit down.
    pub fn has_free_chair(&self) -> bool {
        match &self.phase {
            Phase::Waiting(waiting) => waiting.chairs.contains(&None),
            Phase::Playing(_) | Phase::Over(_) => false,
        }
    }

    /// Whether the game has begun; `None` once it is over.
    pub fn begun(&self) -> Option<bool> {
        match &self.phase {
            Phase::Waiting(_) => Some(false),
            Phase::Playing(_) => Some(true),
            Phase::Over(_) => None,
        }
    }

    pub fn is_playing(&self) -> bool {
        self.begun() == Some(true)
    }

    /// The game with its players and clocks, under way or over.
    pub fn played(&self) -> Option<&Playing> {
        match &self.phase {
            Phase::Waiting(_) => None,
            Phase::Playing(playing) => Some(playing),
            Phase::Over(over) => Some(&over.played),
        }
    }

    pub fn game(&self) -> Option<&dyn AnyGame> {
        self.played().map(|played| played.game.as_ref())
    }

    /// The turns and drops so far, as records spell them; before the start those that the game goes on from.
    pub fn plies(&self) -> Vec<String> {
        let copied = || self.terms.from.iter().flat_map(|origin| &origin.turns);
        self.game()
            .map_or_else(|| copied().cloned().collect(), AnyGame::plies)
    }

    pub fn ply_count(&self) -> usize {
        self.game().map_or(self.terms.copied(), AnyGame::ply_count)
    }

    /// See [`Playing::turn`]. Before the start it is that of the first turn.
    pub fn turn(&self) -> u32 {
        match &self.phase {
            Phase::Waiting(_) => self.terms.copied() as u32,
            Phase::Playing(playing) => playing.turn,
            Phase::Over(over) => over.played.turn,
        }
    }

    /// The game in this turn. Refused when it has not begun, or has gone on.
    pub fn game_at(&self, turn: u32) -> Result<&dyn AnyGame, Refusal> {
        match self.game() {
            None => refuse(Code::NotPlaying, "The game has not begun."),
            Some(_) if turn != self.turn() => Err(Refusal::wrong_turn()),
            Some(game) => Ok(game),
        }
    }

    /// When the last event was decided.
    pub fn changed_at(&self) -> UnixMs {
        self.changed_at
    }

    /// For a player who sits or sat here.
    pub fn name(&self, player: PlayerId) -> Option<&str> {
        self.names.get(&player).map(String::as_str)
    }

    pub fn known(&self) -> Vec<PlayerId> {
        self.names.keys().copied().collect()
    }

    /// Gives a player who sits or sat here the name that the store has. Returns whether that is another one.
    pub fn rename(&mut self, player: PlayerId, name: &str) -> bool {
        match self.names.get_mut(&player) {
            Some(known) if known != name => {
                name.clone_into(known);
                true
            }
            _ => false,
        }
    }

    /// The event that this command led to, if it was applied before.
    pub fn answered(&self, command: &Command) -> Option<Seq> {
        self.answered.seq_of(command.by, command.id)
    }

    /// Whether a player's command with this id was applied before.
    pub fn has_answered(&self, by: PlayerId, id: CommandId) -> bool {
        self.answered.seq_of(by, id).is_some()
    }

    /// Whether the command was made for a later position: other nodes know more.
    pub fn is_behind(&self, command: &Command) -> bool {
        match command.action {
            Action::Play { turn, .. }
            | Action::SwapSides { turn }
            | Action::Offer { turn, .. }
            | Action::AskForSeat { turn, .. } => turn > self.turn(),
            Action::Answer { offer, .. } => offer > self.seq,
            _ => false,
        }
    }

    /// Counted from 0.
    pub fn place_of(&self, player: PlayerId) -> Option<u8> {
        let place = match &self.phase {
            Phase::Waiting(waiting) => waiting.chairs.iter().position(|&chair| chair == Some(player)),
            Phase::Playing(playing) => playing.seats.iter().position(|&seated| seated == player),
            Phase::Over(over) => over.played.seats.iter().position(|&seated| seated == player),
        };
        place.and_then(|place| u8::try_from(place).ok())
    }

    /// How lists show the table now: for tables that were stored before lists read projections.
    pub fn table_state(&self) -> TableState {
        let (phase, to_move) = match &self.phase {
            Phase::Waiting(_) => (TablePhase::Waiting, None),
            Phase::Playing(playing) => (TablePhase::Playing, playing.to_move()),
            Phase::Over(_) => (TablePhase::Over, None),
        };
        let deadline = or_bot_retry(self.deadline(&[]), to_move, self.changed_at);
        self.listed(self.seq, phase, to_move, deadline, self.changed_at)
    }

    /// How lists show the table after event `seq`, which was decided `at` and makes no turn.
    pub(in crate::model) fn listed(
        &self,
        seq: Seq,
        phase: TablePhase,
        to_move: Option<PlayerId>,
        deadline: Option<UnixMs>,
        at: UnixMs,
    ) -> TableState {
        TableState {
            seq,
            phase,
            variant: self.terms.variant.clone(),
            seats: self.terms.seats,
            public: self.terms.public,
            rated: self.terms.rated,
            to_move,
            clock: self.terms.clock.timed(),
            pie_rule: self.terms.pie_rule,
            deadline,
            changed_at: at,
            plies: u32::try_from(self.ply_count()).ok(),
        }
    }
}
