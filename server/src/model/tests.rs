//! Tests of the model, and what they share with other tests.
#![allow(clippy::panic)]

mod asked_seats;
mod away;
mod before_start;
mod bots;
mod chairs;
mod clocks;
mod devices;
mod offers;
mod plans;
mod rated;
mod sides;
pub(crate) mod simulation;
mod swaps;
mod tournament_tables;

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use thicket_rules::GameKind;

use super::{Creation, create};
use crate::ids::{CommandId, EventId, PlayerId, TableCode, TableId};
use crate::model::log::action::{Action, Command, Due};
use crate::model::log::decision::{Context, Decision, Patience};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::table::state::State;
use crate::model::terms::{ClockTerms, Starter, Terms};
use crate::names::{BadName, PlayerName};
use crate::time::UnixMs;

type TestResult<T = ()> = Result<T, Box<dyn Error>>;

/// Tests return refusals that they do not expect.
impl Error for Refusal {}

impl Error for Code {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.sentence)
    }
}

/// The terms of a game in its default variant, known by its link only.
pub(crate) fn terms(kind: GameKind, seats: u8) -> TestResult<Terms> {
    Ok(Terms {
        kind,
        seats,
        variant: kind.start(seats, "")?.variant().to_owned(),
        starter: Starter::Seated,
        public: false,
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

fn name(text: &str) -> Result<PlayerName, BadName> {
    PlayerName::parse(text)
}

/// How long players of tests wait for each other.
const PATIENCE: Patience = Patience {
    away: 10_000,
    away_of_two: 50_000,
    turn: 100_000,
    nudge: 2_000,
    asked: 60_000,
};

fn context(now: i64, dice: u64, present: Vec<PlayerId>) -> Context {
    Context {
        now: UnixMs(now),
        event_id: EventId::fresh(),
        dice,
        present,
        away: HashMap::new(),
        patience: PATIENCE,
        finished: HashMap::new(),
        members: Vec::new(),
        outages: Arc::default(),
        holidays: Arc::default(),
    }
}

/// A table for three whose chairs are free but the host's.
fn table() -> TestResult<(State, [PlayerId; 3])> {
    table_of(GameKind::Bushwhacked)
}

fn table_of(kind: GameKind) -> TestResult<(State, [PlayerId; 3])> {
    let people = [PlayerId::fresh(), PlayerId::fresh(), PlayerId::fresh()];
    let (id, code) = (TableId::fresh(), TableCode::fresh());
    let creation = Creation {
        id,
        code: code.clone(),
        terms: terms(kind, 3)?,
        host: people[0],
        name: name("Ann")?,
        kept: None,
    };
    let created = create(creation, &context(0, 0, Vec::new()));
    Ok((State::new(id, code, &created.entry)?, people))
}

/// Has a player do something now; the code of the refusal, if there is one.
fn act(state: &mut State, by: PlayerId, action: Action, now: i64) -> Result<(), Code> {
    let id = CommandId::fresh();
    let command = Command { id, by, action };
    let decision = state
        .decide(&command, &context(now, 0, Vec::new()))
        .map_err(|refusal| refusal.code)?;
    state.apply(&decision.entry).expect("a decision fits");
    Ok(())
}

/// A game that has just begun, and its players by seat.
fn begun(kind: GameKind, seats: u8) -> TestResult<(State, Vec<PlayerId>)> {
    let people: Vec<PlayerId> = (0..seats).map(|_| PlayerId::fresh()).collect();
    let (id, code) = (TableId::fresh(), TableCode::fresh());
    let creation = Creation {
        id,
        code: code.clone(),
        terms: terms(kind, seats)?,
        host: people[0],
        name: name("P0")?,
        kept: None,
    };
    let created = create(creation, &context(0, 0, Vec::new()));
    let mut state = State::new(id, code, &created.entry)?;
    for (chair, &player) in (0..).zip(&people).skip(1) {
        let sit = Action::Sit {
            chair,
            name: name(&format!("P{chair}"))?,
            companion_of: None,
        };
        act(&mut state, player, sit, 0)?;
    }
    let started = state
        .decide_due(Due::Start, &context(0, 0, people.clone()))
        .ok_or("something due")?;
    state.apply(&started.entry)?;
    Ok((state, people))
}

#[test]
fn a_kept_chair_is_for_its_player_until_they_sit_down_or_its_time_is_over() -> TestResult {
    let [ann, ben, cem, eve] = [0; 4].map(|_| PlayerId::fresh());
    let (id, code) = (TableId::fresh(), TableCode::fresh());
    let creation = Creation {
        id,
        code: code.clone(),
        terms: terms(GameKind::Bushwhacked, 3)?,
        host: ann,
        name: name("Ann")?,
        kept: Some(crate::model::log::event::KeptChairs {
            players: vec![ben, cem, ann],
            until: UnixMs(1_000),
            companion_of: None,
            names: ["Ben", "Cem", "Ann"].map(str::to_owned).to_vec(),
        }),
    };
    let created = create(creation, &context(0, 0, Vec::new()));
    let mut state = State::new(id, code, &created.entry)?;
    assert_eq!(state.place_of(ann), Some(2), "the host has a kept chair, too");
    let sit = |chair, who| {
        name(who).map(|name| Action::Sit {
            chair,
            name,
            companion_of: None,
        })
    };
    for chair in [0, 1] {
        assert_eq!(
            act(&mut state, eve, sit(chair, "Eve")?, 999),
            Err(Code::ChairTaken)
        );
    }
    // Nobody takes the name of somebody for whom a chair is kept, which they could not use then.
    let bens_name = Action::Sit {
        chair: 0,
        name: name("BEN")?,
        companion_of: None,
    };
    let mut wider = state.clone();
    act(&mut wider, ann, Action::ChangeSeats { seats: 4 }, 999)?;
    let on_the_fourth = || sit(3, "BEN");
    assert_eq!(act(&mut wider, eve, on_the_fourth()?, 999), Err(Code::NameTaken));
    act(&mut wider, eve, on_the_fourth()?, 1_000)?;
    assert_eq!(act(&mut wider, ben, bens_name, 1_000), Err(Code::NameTaken));
    // Whoever sits down elsewhere leaves the chair that was theirs to others.
    assert_eq!(act(&mut state, ben, sit(1, "Ben")?, 999), Err(Code::ChairTaken));
    act(&mut state, cem, sit(1, "Cem")?, 999)?;
    act(&mut state, cem, Action::Stand, 999)?;
    act(&mut state, eve, sit(1, "Eve")?, 999)?;
    assert_eq!(act(&mut state, cem, sit(0, "Cem")?, 999), Err(Code::ChairTaken));
    act(&mut state, cem, sit(0, "Cem")?, 1_000)?;
    Ok(())
}
