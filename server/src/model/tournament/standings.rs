//! Who stands where, and how each player did against each other one.

use thicket_pairings::{Meeting, PlayedRound, Standing, TieBreak, cross_table, standings};

use super::state::State;
use crate::ids::PlayerId;
use crate::model::record::seat_outcome::CAPTURES;

/// How a player stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerStanding {
    pub player: PlayerId,
    /// In a league, from 1, the highest: the rank is that in the division.
    pub division: Option<usize>,
    /// Its own number of the player is that of the order in which they signed up, from 0.
    pub standing: Standing,
}

impl State {
    /// All who have taken part, the best first, by the games that are over; in a league those of the last season, by divisions.
    pub fn standings(&self) -> Vec<PlayerStanding> {
        if self.is_arena() {
            return self.arena_standings();
        }
        if self.is_league() {
            let last = self.rounds.len().saturating_sub(1);
            return self.division_standings(last).concat();
        }
        let rows = standings(&self.entered(), &self.played_rounds(), &self.scoring());
        let named = rows.into_iter().filter_map(|standing| {
            let entrant = self.entrants.get(standing.player as usize)?;
            Some(PlayerStanding {
                player: entrant.player,
                division: None,
                standing,
            })
        });
        named.collect()
    }

    /// For each of these standings, and for each other one, their meetings. The numbers of tables are those among the finished ones of
    /// a round.
    pub fn cross_table(&self, rows: &[PlayerStanding]) -> Vec<Vec<Vec<Meeting>>> {
        meetings(rows, &self.played_rounds())
    }

    /// What decides between equal points, the most important first: all there is, and capture stones only where the game counts them. In
    /// an arena, where not all play as many games, first places alone, and in a league, where all meet the same, no Buchholz.
    pub fn tie_breaks(&self) -> Vec<TieBreak> {
        if self.is_arena() {
            return vec![TieBreak::FirstPlaces];
        }
        let scores = self.terms.game().kind.info().scores;
        let counts = |tie_break: &TieBreak| match tie_break {
            TieBreak::Captures => scores.contains(&CAPTURES),
            TieBreak::Buchholz => !self.is_league(),
            TieBreak::DirectMeetings | TieBreak::FirstPlaces => true,
        };
        TieBreak::ALL.into_iter().filter(counts).collect()
    }
}

/// For each of these standings, and for each other one, their meetings in these rounds.
pub(super) fn meetings(rows: &[PlayerStanding], played: &[PlayedRound]) -> Vec<Vec<Vec<Meeting>>> {
    let players: Vec<u32> = rows.iter().map(|row| row.standing.player).collect();
    cross_table(&players, played)
}
