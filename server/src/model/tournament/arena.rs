//! Arenas: for some time, whoever is free gets the next table at once. Points and streaks decide.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use thicket_pairings::arena::{self, Waiting};
use thicket_pairings::{Player, Points, SeatResult, Standing};

use super::context::Context;
use super::course::Course;
use super::entry::TournamentEntry;
use super::event::{PairedTable, TournamentEvent};
use super::standings::PlayerStanding;
use super::state::{RoundTable, State};
use super::terms::Format;
use crate::ids::PlayerId;
use crate::time::UnixMs;

/// The shortest and the longest arena (minutes).
pub const SHORTEST_ARENA: u16 = 20;
pub const LONGEST_ARENA: u16 = 180;
/// The most players of an arena.
pub const MOST_ARENA_PLAYERS: u16 = 1_000;
/// How often a player may sign up for an arena, of which pauses are part, or a league, which goes on for years.
pub const MOST_ARENA_SIGN_UPS: u8 = 50;
/// Tables back that count for the next one.
const MEMORY: usize = 3;

impl State {
    /// For how many minutes it goes on, if it is an arena.
    pub fn arena_minutes(&self) -> Option<u16> {
        match self.terms.format() {
            Format::Arena { minutes } => Some(minutes),
            _ => None,
        }
    }

    pub fn is_arena(&self) -> bool {
        self.arena_minutes().is_some()
    }

    /// When an arena ends that has begun, without outages that may come.
    pub fn arena_ends_at(&self) -> Option<UnixMs> {
        Some(self.begun_at? + i64::from(self.arena_minutes()?) * 60_000)
    }

    /// Notes what an entry, which was applied, means for those who wait.
    pub(super) fn follow_courses(&mut self, entry: &TournamentEntry) {
        if !self.is_arena() {
            return;
        }
        match &entry.event {
            TournamentEvent::Begun { players, .. } => {
                players.iter().for_each(|&player| self.waits(player, entry.at));
            }
            TournamentEvent::SignedUp { player, .. } => self.waits(*player, entry.at),
            TournamentEvent::Paired { tables, .. } => {
                tables.iter().for_each(|table| self.plays(&table.players));
            }
            TournamentEvent::TableFinished { table, .. } => {
                let found = self.table(*table);
                let players = found.map_or_else(Vec::new, |found| found.paired.players.clone());
                players
                    .into_iter()
                    .for_each(|player| self.waits(player, entry.at));
            }
            _ => (),
        }
    }

    /// Who comes back while a game of theirs is on still plays.
    fn waits(&mut self, player: PlayerId, at: UnixMs) {
        let Some(&number) = self.numbers.get(&player) else {
            return;
        };
        let plays = self.open_tables(player).next().is_some();
        let course = self.courses.entry(number).or_default();
        (course.since, course.plays) = (at, plays);
    }

    fn plays(&mut self, players: &[PlayerId]) {
        let numbers: Vec<Player> = players
            .iter()
            .filter_map(|player| self.numbers.get(player))
            .copied()
            .collect();
        for (seat, number) in numbers.iter().enumerate() {
            let others = numbers.iter().copied().filter(|other| other != number);
            let course = self.courses.entry(*number).or_default();
            course.plays = true;
            course.met.insert(0, others.collect());
            course.met.truncate(MEMORY);
            if let Some(count) = course.seats.get_mut(seat) {
                *count += 1;
            }
        }
    }

    /// The tables where a player is to play now, those of the last round first.
    pub(super) fn open_tables(&self, player: PlayerId) -> impl Iterator<Item = &RoundTable> {
        let tables = self.rounds.iter().rev().flat_map(|round| &round.tables);
        let open = tables.filter(|table| table.result.is_none());
        open.filter(move |table| table.paired.players.contains(&player))
    }

    /// The next tables, or the end once the time is over and nobody plays any more.
    pub(super) fn go_on_in_arena(&self, minutes: u16, context: &Context) -> Option<TournamentEvent> {
        let length = i64::from(minutes) * 60_000;
        let is_over = self
            .begun_at
            .is_none_or(|begun| context.served_for(begun) >= length);
        match is_over {
            true => (!self.courses.values().any(|course| course.plays)).then_some(TournamentEvent::Finished),
            false => self.seat_waiting(context),
        }
    }

    fn seat_waiting(&self, context: &Context) -> Option<TournamentEvent> {
        let waiting = self.waiting(context.now);
        let tables = arena::seat(&waiting, self.size.seats(), context.seed);
        if tables.is_empty() || context.games.len() < tables.len() {
            return None;
        }
        let paired = tables
            .iter()
            .zip(&context.games)
            .map(|(seats, game)| PairedTable {
                game: Some(game.clone()),
                players: seats
                    .iter()
                    .filter_map(|&number| Some(self.entrants.get(number as usize)?.player))
                    .collect(),
                absent: Vec::new(),
            });
        Some(TournamentEvent::Paired {
            round: self.rounds.len() as u16 + 1,
            seed: context.seed,
            tables: paired.collect(),
            byes: Vec::new(),
            divisions: Vec::new(),
        })
    }

    /// Those who are there and play nowhere.
    fn waiting(&self, now: UnixMs) -> Vec<Waiting> {
        let entrants = (0..).zip(&self.entrants);
        let present = entrants.filter(|(_, entrant)| entrant.present && entrant.entered);
        let waiting: Vec<(Player, &Course)> = present
            .filter_map(|(number, _)| {
                let course = self.courses.get(&number).filter(|course| !course.plays)?;
                Some((number, course))
            })
            .collect();
        let numbers: Vec<Player> = waiting.iter().map(|(number, _)| *number).collect();
        let points = self.arena_points(&numbers);
        waiting
            .into_iter()
            .map(|(number, course)| Waiting {
                player: number,
                points: points.get(&number).map_or(0, |own| own.points),
                waited: u32::try_from((now - course.since) / 1000).unwrap_or_default(),
                met: course.met.clone(),
                seats: course.seats,
            })
            .collect()
    }

    /// What these players have who have finished a game.
    fn arena_points(&self, players: &[Player]) -> BTreeMap<Player, Earned> {
        let wanted: HashSet<PlayerId> = self.players_of(players).into_iter().collect();
        let is_wanted =
            |table: &&RoundTable| table.paired.players.iter().any(|player| wanted.contains(player));
        let tables = self.rounds.iter().flat_map(|round| &round.tables);
        let mut own: BTreeMap<Player, Vec<Vec<SeatResult>>> = BTreeMap::new();
        for table in tables.filter(is_wanted).filter_map(|table| self.results(table)) {
            for seat in &table {
                own.entry(seat.player).or_default().push(table.clone());
            }
        }
        let earned = own
            .into_iter()
            .map(|(player, tables)| (player, Earned::of(player, &tables)));
        earned.collect()
    }

    /// The best first; where points are equal, whoever has come first more often.
    pub(super) fn arena_standings(&self) -> Vec<PlayerStanding> {
        let players = self.entered();
        let earned = self.arena_points(&players);
        let mut rows: Vec<(Player, Earned)> = players
            .into_iter()
            .map(|player| (player, earned.get(&player).copied().unwrap_or_default()))
            .collect();
        rows.sort_by_key(|(player, own)| (Reverse((own.points, own.firsts)), *player));
        let better = |own: &Earned| {
            let is_better =
                |other: &&(Player, Earned)| (other.1.points, other.1.firsts) > (own.points, own.firsts);
            rows.iter().take_while(is_better).count()
        };
        let named = rows.iter().filter_map(|(number, own)| {
            Some(PlayerStanding {
                player: self.entrants.get(*number as usize)?.player,
                division: None,
                standing: Standing {
                    player: *number,
                    rank: better(own) + 1,
                    points: Points::whole(own.points),
                    tie_breaks: vec![own.firsts.into()],
                    played: own.played,
                    byes: 0,
                },
            })
        });
        named.collect()
    }
}

/// What a player has reached in an arena.
#[derive(Clone, Copy, Debug, Default)]
struct Earned {
    points: u32,
    /// How often they came first alone.
    firsts: u32,
    /// To how many tables they came.
    played: usize,
}

impl Earned {
    /// From their tables, in order.
    fn of(player: Player, tables: &[Vec<SeatResult>]) -> Earned {
        let seats = tables.iter().filter_map(|table| {
            let own = table.iter().find(|seat| seat.player == player)?;
            Some((own, table))
        });
        let is_first = |(own, table): &(&SeatResult, &Vec<SeatResult>)| {
            let mut others = table.iter().filter(|other| other.player != player);
            own.mark.is_none() && others.all(|other| own.against(other).is_gt())
        };
        Earned {
            points: arena::points(player, tables).iter().sum(),
            firsts: seats.clone().filter(is_first).count() as u32,
            played: seats.filter(|(own, _)| own.came()).count(),
        }
    }
}
