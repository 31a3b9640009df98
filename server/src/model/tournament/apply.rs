//! Applying events to a tournament.

use std::sync::Arc;

use super::entry::TournamentEntry;
use super::event::{PairedTable, TournamentEvent};
use super::state::{BrokenTournament, Entrant, Round, RoundTable, State, Status};
use crate::ids::{PlayerId, TableId};
use crate::model::record::seat_outcome::{SeatMark, SeatOutcome};
use crate::time::UnixMs;

impl State {
    /// Applies a stored event. An error means that the log is broken: no decision of this state leads to such an event.
    pub fn apply(&mut self, entry: &TournamentEntry) -> Result<(), BrokenTournament> {
        let broken = |why: String| BrokenTournament { seq: entry.seq, why };
        if entry.seq != self.seq.next() {
            return Err(broken(format!("it comes after event {}", self.seq)));
        }
        self.change(&entry.event).map_err(broken)?;
        match entry.event {
            TournamentEvent::Begun { .. } => self.begun_at = Some(entry.at),
            TournamentEvent::TableFinished { .. } => self.follow_season(entry.at),
            TournamentEvent::StartMoved { .. } => {
                self.start_seq = entry.seq;
                self.ask_again_to_confirm(entry.at);
                self.changes.push(entry.clone());
            }
            TournamentEvent::Corrected { .. }
            | TournamentEvent::DirectorChanged { .. }
            | TournamentEvent::Cancelled { .. } => {
                self.changes.push(entry.clone());
            }
            _ => (),
        }
        self.follow_courses(entry);
        self.seq = entry.seq;
        self.changed_at = entry.at;
        Ok(())
    }

    fn change(&mut self, event: &TournamentEvent) -> Result<(), String> {
        match (event, self.status) {
            (TournamentEvent::SignedUp { player, rating }, Status::Open | Status::Running) => {
                self.enter(*player, *rating);
            }
            (TournamentEvent::Withdrew { player }, Status::Open | Status::Running) => {
                let entrant = self.entrant_mut(*player)?;
                (entrant.present, entrant.confirmed) = (false, false);
            }
            (TournamentEvent::Confirmed { player }, Status::Open) => {
                self.entrant_mut(*player)?.confirmed = true;
            }
            (
                TournamentEvent::Begun {
                    players,
                    rounds,
                    schedule,
                    ..
                },
                Status::Open,
            ) => {
                self.begin_with(players)?;
                self.total = usize::from(*rounds);
                self.schedule.clone_from(schedule);
                self.status = Status::Running;
            }
            (
                TournamentEvent::Paired {
                    round,
                    tables,
                    byes,
                    divisions,
                    ..
                },
                Status::Running,
            ) => {
                let is_early = self.is_playing() && !self.is_arena();
                if usize::from(*round) != self.rounds.len() + 1 || is_early {
                    return Err(format!("round {round} cannot begin now"));
                }
                let named = byes.iter().chain(divisions.iter().flatten());
                self.check_known(tables, named)?;
                self.rounds.push(Arc::new(Round {
                    tables: tables.iter().cloned().map(RoundTable::of).collect(),
                    byes: byes.clone(),
                    divisions: divisions.clone(),
                }));
            }
            (TournamentEvent::TableFinished { table, seats }, Status::Running) => {
                self.set_result(*table, seats)?;
                self.leave_out_missing(*table)?;
            }
            (TournamentEvent::Corrected { table, seats, .. }, _) => self.set_result(*table, seats)?,
            (TournamentEvent::PassedOn { from, to }, Status::Open | Status::Running) => {
                self.pass_on(*from, *to)?;
            }
            (TournamentEvent::StartMoved { starts_at, .. }, Status::Open) => {
                self.terms.starts_at = *starts_at
            }
            (TournamentEvent::DirectorChanged { director }, _) => self.director = *director,
            (TournamentEvent::Cancelled { .. }, Status::Open | Status::Running) => {
                self.status = Status::Cancelled;
            }
            (TournamentEvent::Finished, Status::Running) => self.status = Status::Finished,
            (event, _) => return Err(format!("{event:?} cannot happen now")),
        }
        Ok(())
    }

    /// Who signs up again before the start does so with the rating of that time.
    fn enter(&mut self, player: PlayerId, rating: Option<i32>) {
        let is_running = self.status == Status::Running;
        let next = self.entrants.len() as u32;
        let number = *self.numbers.entry(player).or_insert(next);
        if number == next {
            self.entrants.push(Entrant {
                player,
                rating,
                confirmed: false,
                present: true,
                entered: false,
                sign_ups: 0,
            });
        }
        if let Some(entrant) = self.entrants.get_mut(number as usize) {
            if !entrant.entered {
                entrant.rating = rating;
            }
            entrant.present = true;
            entrant.entered |= is_running;
            entrant.sign_ups = entrant.sign_ups.saturating_add(1);
        }
    }

    /// The one player is the other from now on, also in what was played.
    fn pass_on(&mut self, from: PlayerId, to: PlayerId) -> Result<(), String> {
        self.entrant_mut(from)?.player = to;
        let number = self.numbers.remove(&from).ok_or("nobody has this number")?;
        self.numbers.insert(to, number);
        let rename = |player: &mut PlayerId| {
            if *player == from {
                *player = to;
            }
        };
        for round in &mut self.rounds {
            let round = Arc::make_mut(round);
            let seated = round.tables.iter_mut().map(|table| &mut table.paired);
            let seated = seated.flat_map(|table| table.players.iter_mut().chain(&mut table.absent));
            let others = round.byes.iter_mut().chain(round.divisions.iter_mut().flatten());
            seated.chain(others).for_each(rename);
        }
        for round in &mut self.schedule {
            let seated = round.tables.iter_mut().flatten();
            seated.chain(&mut round.byes).for_each(rename);
        }
        Ok(())
    }

    /// Who has confirmed for a start that comes later now is not known to be there then.
    fn ask_again_to_confirm(&mut self, now: UnixMs) {
        if now < self.confirms_from() {
            for entrant in &mut self.entrants {
                entrant.confirmed = false;
            }
        }
    }

    /// Those who are not among the players are out.
    fn begin_with(&mut self, players: &[PlayerId]) -> Result<(), String> {
        for entrant in &mut self.entrants {
            entrant.present = false;
        }
        for &player in players {
            let entrant = self.entrant_mut(player)?;
            (entrant.present, entrant.entered) = (true, true);
        }
        Ok(())
    }

    fn check_known<'a>(
        &self,
        tables: &'a [PairedTable],
        others: impl Iterator<Item = &'a PlayerId>,
    ) -> Result<(), String> {
        let seated = tables
            .iter()
            .flat_map(|table| table.players.iter().chain(&table.absent));
        match seated
            .chain(others)
            .find(|player| self.entrant(**player).is_none())
        {
            Some(stranger) => Err(format!("{stranger} has not signed up")),
            None => Ok(()),
        }
    }

    fn set_result(&mut self, id: TableId, seats: &[SeatOutcome]) -> Result<(), String> {
        let mut places = self.rounds.iter().enumerate().rev().flat_map(|(at, round)| {
            let tables = round.tables.iter().enumerate();
            tables.map(move |(place, table)| (at, place, table))
        });
        let (at, place, _) = places
            .find(|(_, _, table)| table.paired.is(id))
            .ok_or_else(|| format!("there is no table {id}"))?;
        let found = &mut Arc::make_mut(&mut self.rounds[at]).tables[place];
        if found.paired.players.len() != seats.len() {
            return Err(format!("table {id} has other seats"));
        }
        found.result = Some(seats.to_vec());
        Ok(())
    }

    /// Who did not come to a table is out, until they sign up again: others would wait for them once more.
    fn leave_out_missing(&mut self, id: TableId) -> Result<(), String> {
        let table = self.table(id).ok_or("there is no such table")?;
        let result = table.result.iter().flatten();
        let missing: Vec<PlayerId> = table
            .paired
            .players
            .iter()
            .zip(result)
            .filter(|(_, seat)| seat.mark == Some(SeatMark::DidNotCome))
            .map(|(&player, _)| player)
            .collect();
        for player in missing {
            self.entrant_mut(player)?.present = false;
        }
        Ok(())
    }

    fn entrant_mut(&mut self, player: PlayerId) -> Result<&mut Entrant, String> {
        let number = self.numbers.get(&player).copied();
        let entrant = number.and_then(|number| self.entrants.get_mut(number as usize));
        entrant.ok_or_else(|| format!("{player} has not signed up"))
    }
}

impl RoundTable {
    /// Where no game is played, those who have come share the first place.
    fn of(paired: PairedTable) -> RoundTable {
        let is_played = paired.game.is_some();
        let result = (!is_played).then(|| vec![SeatOutcome::place(1); paired.players.len()]);
        RoundTable { paired, result }
    }
}
