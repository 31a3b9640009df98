//! Tests of the model, and what they share with other tests.
#![allow(clippy::unwrap_used, clippy::panic)]

mod away;
mod chairs;
mod offers;
pub(crate) mod simulation;

use std::collections::HashMap;

use thicket_rules::GameKind;

use super::action::{Action, Command};
use super::away::Patience;
use super::decision::Context;
use super::refusal::RefusalCode as Code;
use super::state::State;
use super::terms::{ClockTerms, Starter, Terms};
use super::{Creation, create};
use crate::ids::{CommandId, EventId, PlayerId, TableCode, TableId};
use crate::names::PlayerName;

/// The terms of a game in its default variant, known by its link only.
pub(crate) fn terms(kind: GameKind, seats: u8) -> Terms {
    Terms {
        kind,
        seats,
        variant: kind.start(seats, "").unwrap().variant().to_owned(),
        starter: Starter::Seated,
        public: false,
        clock: ClockTerms::Untimed,
        rated: false,
    }
}

fn name(text: &str) -> PlayerName {
    PlayerName::parse(text).unwrap()
}

/// How long players of tests wait for each other.
const PATIENCE: Patience = Patience {
    away: 10_000,
    away_of_two: 50_000,
    turn: 100_000,
    asked: 60_000,
};

fn context(now: i64, dice: u64, present: Vec<PlayerId>) -> Context {
    Context {
        now,
        event_id: EventId::fresh(),
        dice,
        present,
        away: HashMap::new(),
        patience: PATIENCE,
        finished: HashMap::new(),
    }
}

/// A table for three whose chairs are free but the host's.
fn table() -> (State, [PlayerId; 3]) {
    let people = [PlayerId::fresh(), PlayerId::fresh(), PlayerId::fresh()];
    let (id, code) = (TableId::fresh(), TableCode::fresh());
    let creation = Creation {
        id,
        code: code.clone(),
        terms: terms(GameKind::Bushwhacked, 3),
        host: people[0],
        name: name("Ann"),
    };
    let created = create(creation, &context(0, 0, Vec::new()));
    (State::new(id, code, &created.event).unwrap(), people)
}

/// Has a player do something now; the code of the refusal, if there is one.
fn act(state: &mut State, by: PlayerId, action: Action, now: i64) -> Result<(), Code> {
    let id = CommandId::fresh();
    let command = Command { id, by, action };
    let decision = state
        .decide(&command, &context(now, 0, Vec::new()))
        .map_err(|refusal| refusal.code)?;
    state.apply(&decision.event).unwrap();
    Ok(())
}
