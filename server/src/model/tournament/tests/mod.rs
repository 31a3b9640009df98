//! Tests of tournaments: the laws over random lives, and single rules.
#![allow(clippy::panic)]

mod arena;
mod expected;
mod league;
mod life;
mod moved_start;
mod notices;
mod rules;

use std::error::Error;
use std::sync::Arc;

use thicket_rules::GameKind;

use super::context::Context;
use super::decide::Action;
use super::entry::TournamentEntry;
use super::event::{NewGame, TournamentEvent};
use super::form::TermsForm;
use super::refusal::Refusal;
use super::state::State;
use super::terms::{Format, RatingRange, TournamentTerms};
use super::words::{Reason, TournamentName, TournamentText};
use crate::ids::{EventId, PlayerId, TableId, TournamentId};
use crate::model::log::outage::Outage;
use crate::model::record::seat_outcome::SeatOutcome;
use crate::seq::Seq;
use crate::time::UnixMs;

type TestResult<T = ()> = Result<T, Box<dyn Error>>;

pub(crate) const MINUTE: i64 = 60_000;
pub(crate) const START: i64 = 60 * MINUTE;
pub(crate) const REAL_TIME: &str = "300+5";
pub(crate) const CORRESPONDENCE: &str = "1d+8h, cap 2d, grace 8h";

/// A form for a tournament that starts after an hour.
pub(crate) fn form(format: Format, seats: u8, fewest: u8, clock: &str) -> TestResult<TermsForm> {
    Ok(TermsForm {
        name: TournamentName::parse("Spring Cup")?,
        text: TournamentText::parse("Everybody is welcome.")?,
        kind: if seats == 2 {
            GameKind::Bushka
        } else {
            GameKind::Bushwhacked
        },
        variant: String::new(),
        seats,
        fewest,
        clock: clock.parse()?,
        rated: false,
        bot_for_missing: false,
        format,
        starts_at: UnixMs(START),
        most: 24,
        ratings: RatingRange::default(),
        public: true,
        club: None,
    })
}

fn terms(format: Format, seats: u8, fewest: u8, clock: &str) -> TestResult<TournamentTerms> {
    Ok(form(format, seats, fewest, clock)?.parse(UnixMs(0))?)
}

/// A tournament and its log.
struct Story {
    state: State,
    log: Vec<TournamentEntry>,
    now: i64,
    outages: Vec<Outage>,
    seed: u64,
    /// Whether who acts is an officer of its club.
    is_officer: bool,
}

impl Story {
    fn begin(terms: TournamentTerms) -> TestResult<Story> {
        let director = PlayerId::fresh();
        let first = TournamentEntry {
            id: EventId::fresh(),
            tournament: TournamentId::fresh(),
            seq: Seq::FIRST,
            at: UnixMs(0),
            player: Some(director),
            event: TournamentEvent::Created { terms, director },
        };
        Ok(Story {
            state: State::new(&first)?,
            log: vec![first],
            now: 0,
            outages: Vec::new(),
            seed: 1,
            is_officer: false,
        })
    }

    fn context(&self) -> Context {
        Context {
            now: UnixMs(self.now),
            seed: self.seed,
            is_officer: self.is_officer,
            games: (0..self.state.most_tables()).map(|_| NewGame::fresh()).collect(),
            outages: Arc::from(self.outages.as_slice()),
        }
    }

    fn append(&mut self, event: TournamentEvent) {
        let entry = TournamentEntry {
            id: EventId::fresh(),
            tournament: self.state.id,
            seq: self.state.seq.next(),
            at: UnixMs(self.now),
            player: None,
            event,
        };
        self.state.apply(&entry).expect("a decision fits");
        self.log.push(entry);
    }

    fn act(&mut self, by: PlayerId, action: &Action) -> Result<(), Refusal> {
        let event = self.state.decide(by, action, &self.context())?;
        self.append(event);
        Ok(())
    }

    fn sign_up(&mut self) -> Result<PlayerId, Refusal> {
        let player = PlayerId::fresh();
        self.act(player, &SIGN_UP)?;
        Ok(player)
    }

    /// Has what is due happen once; what it was.
    fn due(&mut self) -> Option<TournamentEvent> {
        let event = self.state.decide_due(&self.context())?;
        self.append(event.clone());
        Some(event)
    }

    /// The tables of the last round whose games are not over.
    fn open_tables(&self) -> Vec<(TableId, usize)> {
        let tables = self
            .state
            .rounds()
            .last()
            .into_iter()
            .flat_map(|round| &round.tables);
        tables
            .filter(|table| table.result.is_none())
            .filter_map(|table| Some((table.paired.game.as_ref()?.id, table.paired.players.len())))
            .collect()
    }

    fn finish(&mut self, table: TableId, seats: &[SeatOutcome]) -> TestResult {
        let event = self.state.decide_result(table, seats).ok_or("a result")?;
        self.append(event);
        Ok(())
    }

    /// Ends all games of the round in the order of their seats.
    fn finish_round(&mut self) -> TestResult {
        for (table, seats) in self.open_tables() {
            let places: Vec<SeatOutcome> = (1..=seats as u8).map(SeatOutcome::place).collect();
            self.finish(table, &places)?;
        }
        Ok(())
    }

    fn correct(&mut self, by: PlayerId, table: TableId, seats: Vec<SeatOutcome>) -> Result<(), Refusal> {
        let why = Reason::parse("It was seen by all.").expect("a reason");
        self.act(by, &Action::Correct { table, seats, why })
    }
}

const SIGN_UP: Action = Action::SignUp {
    rating: None,
    is_member: false,
    in_club: false,
};
