//! Leagues: season after season in divisions, with promotion and relegation.

use thicket_pairings::league::{first_season, movers, next_season};
use thicket_pairings::schedule::{full_rounds, schedule};
use thicket_pairings::{Meeting, PlayedRound, Player, Round, round_robin, standings};

use super::context::Context;
use super::event::{PairedTable, TournamentEvent};
use super::pairing::draw_lots;
use super::standings::{PlayerStanding, meetings};
use super::state::State;
use super::terms::Format;
use crate::ids::PlayerId;
use crate::time::UnixMs;

/// The most players of a league.
pub const MOST_LEAGUE_PLAYERS: u16 = 200;
/// How long a league rests between two seasons (milliseconds).
pub const REST: i64 = 3 * 24 * 60 * 60 * 1000;
/// What players have to know of a season besides the rules of `pairings`.
pub const SENTENCE: &str = "All games of a season begin at once. Three days after the last one has ended the next season begins by \
    itself: whoever signs up or leaves meanwhile does so for then. Who is equal in everything keeps the order in which the season began.";
/// No player of a season has more games than twice this: eight meet in at most eight rounds.
const TABLES_OF_PLAYER: usize = 4;

/// Where a player of a division goes after the season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Up,
    Down,
}

impl State {
    /// About how many players each division has, if it is a league.
    pub fn division_size(&self) -> Option<usize> {
        match self.terms.format() {
            Format::League { division } => Some(usize::from(division)),
            _ => None,
        }
    }

    pub fn is_league(&self) -> bool {
        self.division_size().is_some()
    }

    /// How many tables a season of so many players can have at most.
    pub(super) fn most_season_tables(players: usize) -> usize {
        players * TABLES_OF_PLAYER
    }

    /// When the next season begins, without outages that may come; `None` as long as one is played.
    pub fn next_season_at(&self) -> Option<UnixMs> {
        let has_rest = self.is_league() && !self.is_playing();
        self.season_ended_at
            .filter(|_| has_rest)
            .map(|ended| ended + REST)
    }

    /// The next season, or the end when too few are left to play one; `None` as long as the league rests.
    pub(super) fn go_on_in_league(&self, division: usize, context: &Context) -> Option<TournamentEvent> {
        let rests = |ended| context.served_for(ended) < REST;
        if self.season_ended_at.is_some_and(rests) {
            return None;
        }
        let divisions = self.next_divisions(division);
        let seeds = (0..).map(|number| context.seed.wrapping_add(number));
        let paired = divisions.iter().zip(seeds);
        let tables: Vec<Vec<PlayerId>> = paired
            .flat_map(|(players, seed)| self.season_tables(players, seed))
            .map(|seats| self.players_of(&seats))
            .collect();
        if tables.is_empty() {
            return Some(TournamentEvent::Finished);
        }
        if context.games.len() < tables.len() {
            return None;
        }
        let games = context.games.iter().cloned();
        let tables = tables.into_iter().zip(games).map(|(players, game)| PairedTable {
            game: Some(game),
            players,
            absent: Vec::new(),
        });
        Some(TournamentEvent::Paired {
            round: self.rounds.len() as u16 + 1,
            seed: context.seed,
            tables: tables.collect(),
            byes: Vec::new(),
            divisions: divisions.iter().map(|players| self.players_of(players)).collect(),
        })
    }

    /// The first season's divisions are by rating.
    fn next_divisions(&self, size: usize) -> Vec<Vec<Player>> {
        let Some(last) = self.rounds.len().checked_sub(1) else {
            return first_season(&self.ranked(), size);
        };
        let ended: Vec<Vec<Player>> = self
            .division_standings(last)
            .iter()
            .map(|rows| rows.iter().map(|row| row.standing.player).collect())
            .collect();
        let has_left = |number: &Player| {
            let entrant = self.entrants.get(*number as usize);
            entrant.is_none_or(|entrant| !entrant.present)
        };
        let leavers: Vec<Player> = ended.iter().flatten().copied().filter(has_left).collect();
        next_season(&ended, &leavers, &self.ranked(), size)
    }

    /// All tables of a division. Where everybody fits at one table, there are as many games as it has seats, so that everybody has
    /// each seat once.
    fn season_tables(&self, players: &[Player], seed: u64) -> Vec<Vec<Player>> {
        let mut drawn = players.to_vec();
        draw_lots(&mut drawn, seed);
        let rounds: Vec<Round> = match self.size.seats() {
            2 => round_robin::berger(&drawn, false),
            seats => {
                let rounds = full_rounds(drawn.len(), self.size).max(seats);
                schedule(&drawn, self.size, rounds, seed).rounds
            }
        };
        rounds.into_iter().flat_map(|round| round.tables).collect()
    }

    /// How the divisions of a season stand, the highest first, the best of each first. Seasons are counted from 0.
    pub fn division_standings(&self, season: usize) -> Vec<Vec<PlayerStanding>> {
        let Some(round) = self.rounds.get(season) else {
            return Vec::new();
        };
        let played = self.played_tables(season);
        let divisions = round.divisions.iter().zip(1..).map(|(players, number)| {
            let rows = standings(&self.numbers_of(players), &played, &self.scoring());
            let named = rows.into_iter().filter_map(|standing| {
                Some(PlayerStanding {
                    player: self.entrants.get(standing.player as usize)?.player,
                    division: Some(number),
                    standing,
                })
            });
            named.collect()
        });
        divisions.collect()
    }

    /// For each of a division's standings, and for each other one, their meetings in a season, which is counted from 0.
    pub fn division_cross_table(&self, season: usize, rows: &[PlayerStanding]) -> Vec<Vec<Vec<Meeting>>> {
        meetings(rows, &self.played_tables(season))
    }

    /// The finished tables of a season, each as a round of its own: a player sits at several of them at the same time.
    fn played_tables(&self, season: usize) -> Vec<PlayedRound> {
        let round = self.rounds.get(season).map(|round| self.played_round(round));
        let tables = round.into_iter().flat_map(|round| round.tables);
        let alone = tables.map(|table| PlayedRound {
            tables: vec![table],
            byes: Vec::new(),
        });
        alone.collect()
    }

    /// For each division of a season, the highest first, how many at its top go up and how many at its end go down, unless others leave.
    pub fn moves(&self, season: usize) -> Vec<(usize, usize)> {
        let round = self.rounds.get(season);
        let sizes: Vec<usize> =
            round.map_or_else(Vec::new, |round| round.divisions.iter().map(Vec::len).collect());
        let between: Vec<usize> = sizes.windows(2).map(|two| movers(two[0], two[1])).collect();
        let up = [0].into_iter().chain(between.iter().copied());
        let down = between.iter().copied().chain([0]);
        up.zip(down).take(sizes.len()).collect()
    }

    /// Whether somebody plays in the season that is played, or was played last.
    pub(super) fn is_in_season(&self, player: PlayerId) -> bool {
        let divisions = self.rounds.last().into_iter().flat_map(|round| &round.divisions);
        self.is_league() && divisions.flatten().any(|other| *other == player)
    }

    /// Notes the end of a season, when an entry of this time was applied.
    pub(super) fn follow_season(&mut self, at: UnixMs) {
        if self.is_league() && !self.is_playing() && !self.rounds.is_empty() {
            self.season_ended_at = Some(at);
        }
    }
}
