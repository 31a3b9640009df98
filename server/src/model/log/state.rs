//! The state of a table: what its events add up to.

use std::collections::HashMap;

use thicket_rules::AnyGame;

use super::action::{Action, Command};
use super::event::{Event, Logged};
use super::projection::{TablePhase, TableState};
use super::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::ids::{CommandId, PlayerId, TableCode, TableId};
use crate::model::before_start::terms::Terms;
use crate::model::before_start::waiting::Waiting;
use crate::model::game::offers::Proposal;
use crate::model::game::overdue::or_bot_asked;
use crate::model::game::playing::{Over, Playing, Rematch};
use crate::model::game::turn::PlyEffect;

/// The names of all who have ever sat at a table.
pub type Names = HashMap<PlayerId, String>;

/// A table as its events made it.
#[derive(Clone, Debug)]
pub struct State {
    /// Its id.
    pub id: TableId,
    /// Its code in the address.
    pub code: TableCode,
    /// What was chosen when it was created.
    pub terms: Terms,
    /// The player who may remove others before the start.
    pub host: PlayerId,
    /// How far it has come.
    pub phase: Phase,
    /// The number of the last event.
    pub seq: u64,
    /// When that event was decided, in unix milliseconds.
    pub(in crate::model) changed_at: i64,
    pub(in crate::model) names: Names,
    /// The players who sit on the device of another player, and whose that is.
    pub(in crate::model) companions: HashMap<PlayerId, PlayerId>,
    /// The event that each command led to.
    answered: HashMap<(PlayerId, CommandId), u64>,
}

/// How far a table has come, with what belongs to that.
#[derive(Clone, Debug)]
pub enum Phase {
    /// The game has not begun.
    Waiting(Waiting),
    /// The game is on.
    Playing(Playing),
    /// The game is over.
    Over(Over),
}

/// The log is not one that [`State::decide`](State::decide) could have made.
#[derive(Debug, thiserror::Error)]
#[error("event {seq} does not fit: {why}")]
pub struct BrokenLog {
    /// The number of the event.
    pub seq: u64,
    /// What is wrong with it.
    pub why: String,
}

impl State {
    /// The table that the first event of a log creates.
    ///
    /// # Errors
    /// When the event does not create a table, or one that no game allows.
    pub fn new(id: TableId, code: TableCode, first: &Logged) -> Result<State, BrokenLog> {
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
            seq: 0,
            changed_at: 0,
            names: HashMap::new(),
            companions: HashMap::new(),
            answered: HashMap::new(),
        };
        let owner = kept.as_ref().and_then(|kept| kept.companion_of);
        state.companions.extend(owner.map(|owner| (*host, owner)));
        state.note(first)?;
        Ok(state)
    }

    /// The players at the table: by chair before the start, in order of play after it.
    pub fn players(&self) -> Vec<PlayerId> {
        match &self.phase {
            Phase::Waiting(waiting) => waiting.players(),
            Phase::Playing(playing) => playing.seats.clone(),
            Phase::Over(over) => over.played.seats.clone(),
        }
    }

    /// Whether the player has a chair or a seat.
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

    /// Whether the game has begun; none once it is over.
    pub fn begun(&self) -> Option<bool> {
        match &self.phase {
            Phase::Waiting(_) => Some(false),
            Phase::Playing(_) => Some(true),
            Phase::Over(_) => None,
        }
    }

    /// Whether the game is on.
    pub fn is_playing(&self) -> bool {
        self.begun() == Some(true)
    }

    /// The game, once it has begun.
    pub fn game(&self) -> Option<&dyn AnyGame> {
        match &self.phase {
            Phase::Waiting(_) => None,
            Phase::Playing(playing) => Some(playing.game.as_ref()),
            Phase::Over(over) => Some(over.played.game.as_ref()),
        }
    }

    /// The number of the turn: see [`Playing::turn`]. Before the start it is that of the first one.
    pub fn turn(&self) -> u32 {
        match &self.phase {
            Phase::Waiting(_) => self.terms.copied() as u32,
            Phase::Playing(playing) => playing.turn,
            Phase::Over(over) => over.played.turn,
        }
    }

    /// The game, for somebody who means this turn.
    ///
    /// # Errors
    /// When the game has not begun, or has gone on.
    pub fn game_at(&self, turn: u32) -> Result<&dyn AnyGame, Refusal> {
        match self.game() {
            None => refuse(Code::NotPlaying, "The game has not begun."),
            Some(_) if turn != self.turn() => Err(Refusal::wrong_turn()),
            Some(game) => Ok(game),
        }
    }

    /// When the last event was decided, in unix milliseconds.
    pub fn changed_at(&self) -> i64 {
        self.changed_at
    }

    /// The name of a player who sits or sat here.
    pub fn name(&self, player: PlayerId) -> Option<&str> {
        self.names.get(&player).map(String::as_str)
    }

    /// Everybody who has been named here.
    pub fn known(&self) -> Vec<PlayerId> {
        self.names.keys().copied().collect()
    }

    /// Gives a player who sits or sat here another name, as the store has it. Tells whether it is another one.
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
    pub fn answered(&self, command: &Command) -> Option<u64> {
        self.answered.get(&(command.by, command.id)).copied()
    }

    /// Whether a player's command of this id was applied before.
    pub fn has_answered(&self, by: PlayerId, id: CommandId) -> bool {
        self.answered.contains_key(&(by, id))
    }

    /// Whether the command was made for a position that comes after this one: other nodes know more.
    pub fn is_behind(&self, command: &Command) -> bool {
        match command.action {
            Action::Play { turn, .. } | Action::Offer { turn, .. } | Action::AskForSeat { turn, .. } => {
                turn > self.turn()
            }
            Action::Answer { offer, .. } => offer > self.seq,
            _ => false,
        }
    }

    /// The chair or seat of a player, from 0.
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
        let deadline = or_bot_asked(self.deadline(&[]), to_move, self.changed_at);
        self.listed(self.seq, phase, to_move, deadline, self.changed_at)
    }

    /// How lists show the table after event `seq`, which was decided `at`.
    pub(in crate::model) fn listed(
        &self,
        seq: u64,
        phase: TablePhase,
        to_move: Option<PlayerId>,
        deadline: Option<i64>,
        at: i64,
    ) -> TableState {
        TableState {
            seq: seq as i64,
            phase,
            variant: self.terms.variant.clone(),
            seats: self.terms.seats,
            public: self.terms.public,
            rated: self.terms.rated,
            to_move,
            clock: self.terms.clock.timed(),
            deadline,
            changed_at: at,
        }
    }

    /// Applies an event that was decided on and stored. Returns the effect of a turn or a drop.
    ///
    /// # Errors
    /// When the log is broken: no decision of this state leads to such an event.
    pub fn apply(&mut self, logged: &Logged) -> Result<Option<PlyEffect>, BrokenLog> {
        let broken = |why: String| BrokenLog { seq: logged.seq, why };
        if logged.seq != self.seq + 1 {
            return Err(broken(format!("it comes after event {}", self.seq)));
        }
        let effect = self.change(logged).map_err(broken)?;
        if let (Some(ending), Phase::Playing(played)) = (logged.event.ending(), &mut self.phase) {
            played.stop_clocks(logged.at);
            self.phase = Phase::Over(Over {
                played: played.clone(),
                ending: ending.clone(),
                rematch: None,
            });
        }
        self.note(logged)?;
        Ok(effect)
    }

    /// Notes what every event carries: its number, its command and the name of the player it seats.
    fn note(&mut self, logged: &Logged) -> Result<(), BrokenLog> {
        self.seq = logged.seq;
        self.changed_at = logged.at;
        self.answered
            .extend(logged.command.map(|command| (command, logged.seq)));
        if let (Some(player), Some(name)) = (logged.event.named(), &logged.name) {
            self.names.insert(player, name.clone());
        }
        if let Some(kept) = logged.event.kept() {
            for (player, name) in kept.players.iter().zip(&kept.names) {
                self.names.entry(*player).or_insert_with(|| name.clone());
            }
        }
        Ok(())
    }

    fn change(&mut self, logged: &Logged) -> Result<Option<PlyEffect>, String> {
        let Logged { seq, at, event, .. } = logged;
        let (seq, at) = (*seq, *at);
        match (event, &mut self.phase) {
            (
                Event::Sat {
                    player,
                    chair,
                    companion_of,
                },
                Phase::Waiting(waiting),
            ) => {
                waiting.take_chair(*player, *chair, at)?;
                if let Some(owner) = companion_of {
                    waiting.note_chair(*owner, at);
                    self.companions.insert(*player, *owner);
                }
            }
            (Event::BotSeated { host, bot, chair }, Phase::Waiting(waiting)) => {
                waiting.take_chair(*bot, *chair, at)?;
                waiting.note_change(*host, at);
            }
            (Event::Stood { player, removed }, Phase::Waiting(waiting)) => {
                waiting.leave_chair(*player, *removed, at);
                let owner = self.companions.remove(player);
                if let Some(owner) = owner.filter(|_| *removed) {
                    waiting.note_removed(owner, at);
                }
            }
            (Event::StartHeld { player, held }, Phase::Waiting(waiting)) => {
                waiting.held_by = held.then_some(*player);
            }
            (
                Event::SeatsChanged { .. }
                | Event::ClockChanged { .. }
                | Event::LinesKept { .. }
                | Event::ChairsArranged { .. }
                | Event::ChairChanged { .. }
                | Event::SwapOffered { .. }
                | Event::SwapAgreed { .. }
                | Event::SwapDeclined { .. },
                Phase::Waiting(waiting),
            ) => {
                waiting.apply_change(event, at)?;
                self.change_terms(event);
            }
            (
                Event::SeatTransferred {
                    from,
                    to,
                    with_device,
                },
                _,
            ) => self.transfer(*from, *to, *with_device),
            (Event::HostChanged { host }, Phase::Waiting(_)) => self.host = *host,
            (Event::Started { seats }, Phase::Waiting(_)) => self.start(seats, at)?,
            (Event::Played { steps, .. }, Phase::Playing(playing)) => {
                return playing.apply_turn(steps, at).map(Some);
            }
            (Event::Dropped { seat, reason, .. }, Phase::Playing(playing)) => {
                return playing.apply_drop(*seat, *reason, at).map(Some);
            }
            (
                Event::OutageCredited {
                    since, until, credit, ..
                },
                Phase::Playing(playing),
            ) => playing.apply_credit(*since, *until, *credit),
            (Event::EventsLost { since, credit, .. }, Phase::Playing(playing)) => {
                playing.apply_credit(*since, at, *credit);
            }
            (Event::EventsLost { .. }, Phase::Waiting(_)) => {}
            (
                Event::Offered {
                    seat,
                    proposal,
                    asked,
                },
                Phase::Playing(playing),
            ) => {
                playing.apply_offer(seq, *seat, *proposal, asked)?;
            }
            (Event::SeatAsked { player, seat, asked }, Phase::Playing(playing)) => {
                let proposal = Proposal::HandOver { to: *player };
                playing.apply_offer(seq, *seat, proposal, asked)?;
            }
            (Event::Abandoned { .. }, Phase::Playing(_)) => {}
            (Event::Agreed { seat, .. }, Phase::Playing(playing)) => playing.apply_agreement(*seat)?,
            (Event::TakenBack { turns, .. }, Phase::Playing(playing)) => {
                playing.apply_take_back(*turns, at)?
            }
            (Event::DrawOffered { seat, .. }, Phase::Playing(playing)) => {
                playing.apply_draw_offer(seq, *seat)?;
            }
            (Event::Declined { .. } | Event::DrawDeclined { .. }, Phase::Playing(playing)) => {
                playing.apply_decline(at);
            }
            (Event::RematchProposed { player, table, code }, Phase::Over(over)) => {
                over.rematch = Some(Rematch {
                    by: *player,
                    table: *table,
                    code: code.clone(),
                });
            }
            (event, _) => return Err(format!("{event:?} cannot happen now")),
        }
        Ok(None)
    }

    fn change_terms(&mut self, event: &Event) {
        match event {
            Event::SeatsChanged { seats, .. } => self.terms.seats = *seats,
            Event::ClockChanged { clock, .. } => self.terms.clock = *clock,
            Event::LinesKept { kept, .. } => self.terms.keeps_lines = *kept,
            _ => {}
        }
    }

    fn transfer(&mut self, from: PlayerId, to: PlayerId, with_device: bool) {
        let replace = |player: &mut PlayerId| {
            if *player == from {
                *player = to;
            }
        };
        match &mut self.phase {
            Phase::Waiting(waiting) => {
                waiting.players_mut().for_each(replace);
                waiting.swaps.keep_fitting(&waiting.chairs);
            }
            Phase::Playing(playing) => {
                playing.seats.iter_mut().for_each(replace);
                playing.offers.expire_hand_over(to);
            }
            Phase::Over(over) => over.played.seats.iter_mut().for_each(replace),
        }
        replace(&mut self.host);
        self.companions.remove(&from);
        if with_device {
            self.companions.values_mut().for_each(replace);
        }
    }

    fn start(&mut self, seats: &[PlayerId], at: i64) -> Result<(), String> {
        let game = self.terms.start()?;
        if seats.len() != usize::from(game.seats()) {
            return Err(format!("{} players for {} seats", seats.len(), game.seats()));
        }
        let clocks = self.new_clocks(at);
        let mut playing = Playing::new(seats.to_vec(), game, clocks, at);
        playing.owners = seats.iter().map(|&player| self.device_of(player)).collect();
        self.phase = Phase::Playing(playing);
        Ok(())
    }
}
