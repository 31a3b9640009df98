//! The laws of deciding and applying, over random tables.

mod actions;

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use thicket_rules::GameKind;

use super::{TestResult, context, name, terms};
use crate::ids::{PlayerId, TableCode, TableId};
use crate::model::game::overdue::{ASKED_AFTER, HOUR};
use crate::model::log::action::{Action, Command, Due};
use crate::model::log::decision::{Context, Decision};
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::log::notice::{Notice, NoticeKind};
use crate::model::log::outage::Outage;
use crate::model::log::projection::{Projection, TablePhase, TableState};
use crate::model::log::proposal::Proposal;
use crate::model::player::bot::is_program;
use crate::model::player::holiday::{Holiday, Holidays};
use crate::model::record::ending::DropReason;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::table::state::{Phase, State};
use crate::model::terms::{ClockTerms, Starter, Terms};
use crate::model::{Creation, create};
use crate::time::UnixMs;

const CLOCKS: [&str; 4] = ["untimed", "60+5", "180+0", "1d+8h, cap 2d, grace 8h"];

/// A table, what happened there, and the lists that its projections make.
pub(crate) struct Simulation {
    pub(crate) state: State,
    pub(crate) log: Vec<LogEntry>,
    people: Vec<PlayerId>,
    /// Who is seated where and under which name, as lists show it.
    seated: BTreeMap<PlayerId, (u8, String)>,
    listed: TableState,
    records: usize,
    now: i64,
    outages: Vec<Outage>,
    holidays: Holidays,
    dice: StdRng,
}

impl Simulation {
    pub(crate) fn begin(seed: u64) -> TestResult<Simulation> {
        let mut dice = StdRng::seed_from_u64(seed);
        let kind = *GameKind::ALL.choose(&mut dice).ok_or("a game")?;
        let seats = dice.random_range(kind.info().seats.clone());
        let starters = [Starter::Experienced, Starter::Random, Starter::Seated];
        let terms = Terms {
            clock: CLOCKS.choose(&mut dice).ok_or("a clock")?.parse()?,
            starter: *starters.choose(&mut dice).ok_or("a way to start")?,
            public: dice.random(),
            pie_rule: seed.is_multiple_of(3),
            ..terms(kind, seats)?
        };
        let mut people: Vec<PlayerId> = (0..seats + 3).map(|_| PlayerId::fresh()).collect();
        let bots = if seed.is_multiple_of(4) { 2 } else { 1 };
        for bot in people.iter_mut().step_by(usize::from(seats) + 2).rev().take(bots) {
            *bot = PlayerId::fresh_program();
        }
        let (id, code) = (TableId::fresh(), TableCode::fresh());
        let creation = Creation {
            id,
            code: code.clone(),
            terms,
            host: people[0],
            name: name("Host")?,
            kept: None,
        };
        let created = create(creation, &context(0, 0, Vec::new()));
        let state = State::new(id, code, &created.entry)?;
        let listed = table_state(&created).ok_or("a state of the table")?;
        assert_eq!(listed, state.table_state());
        let mut simulation = Simulation {
            state,
            log: vec![created.entry.clone()],
            people,
            seated: BTreeMap::new(),
            listed,
            records: 0,
            now: 0,
            outages: Vec::new(),
            holidays: Holidays::new(),
            dice,
        };
        simulation.project(&created);
        Ok(simulation)
    }

    /// Decides something random and applies what it leads to; the refusal, if it leads to nothing.
    pub(crate) fn step(&mut self) -> Result<(), Refusal> {
        self.pass_time();
        let before = format!("{:?}", self.state);
        let decided = self.decide();
        assert_eq!(before, format!("{:?}", self.state), "deciding changes nothing");
        let decision = decided?;
        assert_eq!(decision.entry.seq, self.state.seq.next());
        let (host, before) = (self.state.host, self.state.players());
        self.state.apply(&decision.entry).expect("a decision fits");
        let mut newcomers = self.state.players().into_iter();
        let uninvited = |player: PlayerId| is_program(player) && !before.contains(&player);
        assert!(
            !self.state.terms.public || is_program(host) || !newcomers.any(uninvited),
            "a bot sits down among people in {:?}",
            decision.entry
        );
        self.log.push(decision.entry.clone());
        self.project(&decision);
        assert_eq!(
            self.listed,
            self.state.table_state(),
            "after {:?}",
            decision.entry
        );
        let players = self.state.players().into_iter();
        let seated = players.map(|player| {
            let name = self.state.name(player)?.to_owned();
            Some((player, (self.state.place_of(player)?, name)))
        });
        let seated: Option<BTreeMap<_, _>> = seated.collect();
        assert_eq!(Some(&self.seated), seated.as_ref(), "after {:?}", decision.entry);
        let over = matches!(self.state.phase, Phase::Over(_));
        assert_eq!(self.records, usize::from(over), "after {:?}", decision.entry);
        Ok(())
    }

    fn pass_time(&mut self) {
        let days = matches!(self.state.terms.clock, ClockTerms::Correspondence(_));
        let longest = match &self.state.phase {
            Phase::Playing(_) if days => 30 * 60 * 60 * 1000,
            _ => 20_000,
        };
        let since = self.now;
        self.now += self.dice.random_range(0..longest);
        let is_untimed = matches!(&self.state.phase, Phase::Playing(playing) if playing.clocks.is_none());
        let is_asked =
            matches!(&self.state.phase, Phase::Playing(playing) if playing.offers.asked_to_go_on().is_some());
        if is_asked && self.dice.random_ratio(1, 4) || is_untimed && self.dice.random_ratio(1, 100) {
            self.now += ASKED_AFTER + HOUR;
        }
        if self.dice.random_ratio(1, 40) {
            self.outages.push(Outage {
                since: UnixMs(since),
                until: UnixMs(self.now),
            });
        }
        if days && self.dice.random_ratio(1, 20) {
            self.take_holiday(since);
        }
    }

    /// Somebody is on holiday, or is back.
    fn take_holiday(&mut self, earliest: i64) {
        let player = *self.people.choose(&mut self.dice).expect("somebody");
        let now = UnixMs(self.now);
        match self
            .holidays
            .get_mut(&player)
            .filter(|holiday| holiday.is_now(now))
        {
            Some(holiday) => holiday.until = now,
            None => {
                let since = UnixMs(self.dice.random_range(earliest..=self.now));
                let until = now + self.dice.random_range(1..100 * HOUR);
                self.holidays.insert(player, Holiday { since, until });
            }
        }
    }

    fn decide(&mut self) -> Result<Decision, Refusal> {
        let present = self
            .people
            .iter()
            .copied()
            .filter(|_| self.dice.random())
            .collect();
        let mut context = Context {
            outages: self.outages.as_slice().into(),
            holidays: Arc::new(self.holidays.clone()),
            ..context(self.now, self.dice.random(), present)
        };
        if let Some(overdue) = self.state.decide_overdue(&context) {
            return Ok(overdue);
        }
        for &player in &self.people {
            if !context.present.contains(&player) {
                let away = self.dice.random_range(0..90_000);
                context.away.insert(player, UnixMs(self.now - away));
            }
        }
        if self.dice.random_ratio(1, 12) {
            let due = [Due::Start, Due::ReplaceHost].choose(&mut self.dice);
            let due = *due.expect("one of the two");
            let none = || Refusal::new(Code::NotFound, "Nothing was due.");
            return self.state.decide_due(due, &context).ok_or_else(none);
        }
        let command = self.command().expect("something to do");
        let decision = self.state.decide(&command, &context);
        let again = self.state.decide(&command, &context);
        assert_eq!(format!("{decision:?}"), format!("{again:?}"), "{command:?}");
        decision
    }

    fn project(&mut self, decision: &Decision) {
        let (mut states, mut told, before) = (0, Vec::new(), self.listed.to_move);
        for projection in &decision.projections {
            match projection {
                Projection::TableState(state) => {
                    self.listed = state.clone();
                    states += 1;
                }
                Projection::Seated { player, name, seat } => {
                    self.seated.insert(*player, (*seat, name.clone()));
                }
                Projection::Unseated { player } => {
                    self.seated.remove(player);
                }
                Projection::Record(record) => {
                    self.records += 1;
                    let turns: Vec<String> = record.turns.iter().map(|turn| turn.text.clone()).collect();
                    assert_eq!(self.state.game().map(|game| game.plies()), Some(turns));
                }
                Projection::Notice(Notice { player, kind }) => {
                    told.extend((*kind == NoticeKind::YourTurn).then_some(*player));
                }
                Projection::Table(_)
                | Projection::TransferLinkUsed { .. }
                | Projection::Listed { .. }
                | Projection::Unlisted
                | Projection::Invited { .. }
                | Projection::AskedToGoOn { .. }
                | Projection::RematchProposed { .. }
                | Projection::ClubTable(_)
                | Projection::Checksum(_)
                | Projection::TournamentTableBegun
                | Projection::TournamentResult(_) => (),
            }
        }
        assert_eq!(states, 1, "each event tells once how the table stands");
        let due = self.listed.to_move.filter(|player| Some(*player) != before);
        let due: Vec<PlayerId> = due.into_iter().collect();
        assert_eq!(
            told, due,
            "whoever is to move, and was not before, is told so once"
        );
    }
}

fn table_state(decision: &Decision) -> Option<TableState> {
    let state = |projection: &Projection| match projection {
        Projection::TableState(state) => Some(state.clone()),
        _ => None,
    };
    decision.projections.iter().find_map(state)
}

/// The state that a log leads to.
fn replay(simulation: &Simulation) -> TestResult<State> {
    let [first, rest @ ..] = &simulation.log[..] else {
        panic!("no events")
    };
    let State { id, code, .. } = &simulation.state;
    let mut state = State::new(*id, code.clone(), first)?;
    for entry in rest {
        state.apply(entry)?;
    }
    Ok(state)
}

fn kind_of(event: &Event) -> &'static str {
    match event {
        Event::Created { .. } => "created",
        Event::Sat { .. } => "sat",
        Event::BotSeated { .. } => "bot seated",
        Event::Stood { removed: false, .. } => "stood",
        Event::Stood { removed: true, .. } => "removed",
        Event::SeatTransferred { .. } => "seat transferred",
        Event::HostChanged { .. } => "host changed",
        Event::Started { .. } => "started",
        Event::Played { .. } => "played",
        Event::Dropped {
            reason: DropReason::Resignation,
            ..
        } => "dropped",
        Event::Dropped {
            reason: DropReason::Time,
            ..
        } => "out of time",
        Event::Dropped {
            reason: DropReason::Away,
            ..
        } => "gone on without",
        Event::OutageCredited { .. } => "outage credited",
        Event::OnHoliday { .. } => "on holiday",
        Event::EventsLost { .. } => "events lost",
        Event::Offered {
            proposal: Proposal::Abandon,
            ..
        } => "asked whether it goes on",
        Event::Offered { .. } => "offered",
        Event::Agreed { .. } => "agreed",
        Event::Declined { .. } => "declined",
        Event::TakenBack { .. } => "taken back",
        Event::SidesSwapped { .. } => "sides swapped",
        Event::SeatAsked { .. } => "seat asked for",
        Event::Abandoned { .. } => "abandoned",
        Event::DrawOffered { .. } => "draw offered, as earlier versions stored it",
        Event::StartHeld { .. } => "start held",
        Event::DrawDeclined { .. } => "draw declined, as earlier versions stored it",
        Event::RematchProposed { .. } => "rematch proposed",
        Event::SeatsChanged { .. } => "seats changed",
        Event::ClockChanged { .. } => "clock changed",
        Event::LinesKept { .. } => "lines kept",
        Event::PieRuleChanged { .. } => "pie rule changed",
        Event::ChairsArranged { shuffled, .. } => match shuffled {
            true => "chairs shuffled",
            false => "chairs arranged",
        },
        Event::ChairChanged { .. } => "chair changed",
        Event::SwapOffered { .. } => "swap offered",
        Event::SwapAgreed { .. } => "swap agreed",
        Event::SwapDeclined { .. } => "swap declined",
    }
}

#[test]
fn projections_tell_what_the_state_is_after_every_event() -> TestResult {
    let (mut events, mut refusals) = (BTreeMap::new(), 0);
    for seed in 0..60 {
        let mut simulation = Simulation::begin(seed)?;
        for _ in 0..200 {
            println!("seed {seed}, event {}", simulation.state.seq.next());
            refusals += usize::from(simulation.step().is_err());
        }
        for entry in &simulation.log {
            *events.entry(kind_of(&entry.event)).or_insert(0) += 1;
        }
        if let TablePhase::Over = simulation.state.table_state().phase {
            *events.entry("over").or_insert(0) += 1;
        }
    }
    println!("{events:?}, {refusals} refusals");
    assert_eq!(events.len(), 35, "every kind of event has happened: {events:?}");
    assert!(refusals > 100);
    Ok(())
}

#[test]
fn a_log_that_is_replayed_decides_like_the_table_that_made_it() -> TestResult {
    for seed in 100..140 {
        let mut simulation = Simulation::begin(seed)?;
        for _ in 0..120 {
            let _ = simulation.step();
        }
        let replayed = replay(&simulation)?;
        assert_eq!(
            replayed.table_state(),
            simulation.state.table_state(),
            "seed {seed}"
        );
        for entry in &simulation.log {
            let Some((by, id)) = entry.answers() else { continue };
            let action = Action::Stand;
            let command = Command { id, by, action };
            assert_eq!(replayed.answered(&command), Some(entry.seq), "seed {seed}");
        }
        for _ in 0..100 {
            let command = simulation.command()?;
            let context = context(
                simulation.now,
                simulation.dice.random(),
                simulation.people.clone(),
            );
            let [decided, again] =
                [&simulation.state, &replayed].map(|state| state.decide(&command, &context));
            assert_eq!(
                format!("{decided:?}"),
                format!("{again:?}"),
                "seed {seed}: {command:?}"
            );
        }
    }
    Ok(())
}
