//! Making rounds by the crate `pairings`.

use std::cmp::Reverse;

use thicket_pairings::schedule::{full_rounds, schedule};
use thicket_pairings::swiss::{Contender, pair};
use thicket_pairings::{PlayedRound, Player, Points, Round, Scoring, SeatResult, round_robin, standings};

use super::context::Context;
use super::event::{NewGame, PairedTable, ScheduledRound, TournamentEvent};
use super::state::{self, Entrant, RoundTable, State};
use super::terms::Format;
use crate::ids::PlayerId;
use crate::model::record::seat_outcome::{SeatMark, SeatOutcome};

impl State {
    /// The beginning with these players, and the whole schedule where there is one.
    pub(super) fn begin(&self, mut players: Vec<PlayerId>, seed: u64) -> TournamentEvent {
        let schedule = match self.terms.format() {
            Format::Swiss { .. } | Format::Arena { .. } | Format::League { .. } => Vec::new(),
            Format::RoundRobin { second_leg } => {
                draw_lots(&mut players, seed);
                self.named(&round_robin::berger(&self.numbers_of(&players), second_leg))
            }
            Format::FullSchedule { rounds } => {
                draw_lots(&mut players, seed);
                let rounds = rounds.map_or_else(|| full_rounds(players.len(), self.size), usize::from);
                self.named(&schedule(&self.numbers_of(&players), self.size, rounds, seed).rounds)
            }
        };
        let rounds = match self.terms.format() {
            Format::Swiss { rounds } => u16::from(rounds),
            Format::RoundRobin { .. } | Format::FullSchedule { .. } => schedule.len() as u16,
            // As many as there is time for, and without end.
            Format::Arena { .. } | Format::League { .. } => 0,
        };
        TournamentEvent::Begun {
            players,
            rounds,
            seed,
            schedule,
        }
    }

    /// The next round, with an id for each table; `None` if the context has too few of them.
    pub(super) fn pair(&self, context: &Context) -> Option<TournamentEvent> {
        if context.games.len() < self.most_tables() {
            return None;
        }
        let ScheduledRound { tables, byes } = match self.schedule.get(self.rounds.len()) {
            Some(round) => round.clone(),
            None => self.swiss_round(context.seed),
        };
        let mut games = context.games.iter();
        let tables = tables.into_iter().map(|seats| self.paired(&seats, &mut games));
        Some(TournamentEvent::Paired {
            round: self.rounds.len() as u16 + 1,
            seed: context.seed,
            tables: tables.collect(),
            byes,
            divisions: Vec::new(),
        })
    }

    /// The table of those who are there.
    fn paired<'g>(&self, seats: &[PlayerId], games: &mut impl Iterator<Item = &'g NewGame>) -> PairedTable {
        let is_there = |player: &PlayerId| self.entrant(*player).is_some_and(|entrant| entrant.present);
        let (players, absent): (Vec<PlayerId>, Vec<PlayerId>) = seats.iter().partition(|seat| is_there(seat));
        let is_played = self.terms.game().is_for(players.len());
        PairedTable {
            game: is_played.then(|| games.next().cloned()).flatten(),
            players,
            absent,
        }
    }

    fn swiss_round(&self, seed: u64) -> ScheduledRound {
        let played = self.played_rounds();
        let rows = standings(&self.entered(), &played, &self.scoring());
        let points = |player: Player| {
            let row = rows.iter().find(|row| row.player == player);
            row.map_or(Points::ZERO, |row| row.points)
        };
        let field: Vec<Contender> = self
            .ranked()
            .into_iter()
            .map(|player| Contender {
                player,
                points: points(player),
            })
            .collect();
        let before: Vec<Round> = played.iter().map(PlayedRound::round).collect();
        self.named_round(&pair(&field, &before, self.size, seed))
    }

    /// Those who are there, by their rating when they signed up, then in the order in which they did.
    pub(super) fn ranked(&self) -> Vec<Player> {
        let mut ranked: Vec<(Reverse<Option<i32>>, Player)> = (0..)
            .zip(&self.entrants)
            .filter(|(_, entrant)| entrant.present)
            .map(|(number, entrant)| (Reverse(entrant.rating), number))
            .collect();
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, number)| number).collect()
    }

    /// The numbers of all who have taken part.
    pub(super) fn entered(&self) -> Vec<Player> {
        let entrants = (0..).zip(&self.entrants);
        entrants
            .filter(|(_, entrant): &(Player, &Entrant)| entrant.entered)
            .map(|(number, _)| number)
            .collect()
    }

    /// The rounds as they were played; a table whose game is not over is left out.
    pub(super) fn played_rounds(&self) -> Vec<PlayedRound> {
        self.rounds.iter().map(|round| self.played_round(round)).collect()
    }

    pub(super) fn played_round(&self, round: &state::Round) -> PlayedRound {
        PlayedRound {
            tables: round
                .tables
                .iter()
                .filter_map(|table| self.results(table))
                .collect(),
            byes: self.numbers_of(&round.byes),
        }
    }

    pub(super) fn results(&self, table: &RoundTable) -> Option<Vec<SeatResult>> {
        let result = table.result.as_deref()?;
        let did_not_come = SeatOutcome {
            mark: Some(SeatMark::DidNotCome),
            ..SeatOutcome::place(result.len() as u8 + 1)
        };
        let PairedTable { players, absent, .. } = &table.paired;
        let absent = absent.iter().map(|&player| (player, did_not_come));
        let seats = players.iter().copied().zip(result.iter().copied()).chain(absent);
        Some(
            seats
                .filter_map(|(player, outcome)| Some(outcome.result(*self.numbers.get(&player)?)))
                .collect(),
        )
    }

    /// What counts in this format.
    pub(super) fn scoring(&self) -> Scoring {
        let seats = self.size.seats();
        Scoring {
            seats,
            bye: match self.terms.format() {
                Format::Swiss { .. } => Points::first_place(seats),
                Format::RoundRobin { .. }
                | Format::FullSchedule { .. }
                | Format::Arena { .. }
                | Format::League { .. } => Points::ZERO,
            },
            tie_breaks: self.tie_breaks(),
        }
    }

    pub(super) fn numbers_of(&self, players: &[PlayerId]) -> Vec<Player> {
        let numbers = players.iter().filter_map(|player| self.numbers.get(player));
        numbers.copied().collect()
    }

    fn named(&self, rounds: &[Round]) -> Vec<ScheduledRound> {
        rounds.iter().map(|round| self.named_round(round)).collect()
    }

    fn named_round(&self, round: &Round) -> ScheduledRound {
        ScheduledRound {
            tables: round.tables.iter().map(|seats| self.players_of(seats)).collect(),
            byes: self.players_of(&round.byes),
        }
    }

    pub(super) fn players_of(&self, numbers: &[Player]) -> Vec<PlayerId> {
        let entrants = numbers
            .iter()
            .filter_map(|&number| self.entrants.get(number as usize));
        entrants.map(|entrant| entrant.player).collect()
    }
}

/// Puts players into a random order: an integer between 0 and the number of orders would be too large for many, so the seed goes
/// on by itself (SplitMix64).
pub(super) fn draw_lots<T>(players: &mut [T], mut seed: u64) {
    for last in (1..players.len()).rev() {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut lot = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        lot = (lot ^ (lot >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        lot ^= lot >> 31;
        players.swap(last, (lot % (last as u64 + 1)) as usize);
    }
}
