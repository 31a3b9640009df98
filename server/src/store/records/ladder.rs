//! The ratings of a game's players, as they follow from its rated games, one after the other.

use std::collections::HashMap;

use super::rated_games::{RatedGame, Standing};
use super::rated_pairs::{RatedPair, in_order};
use crate::ids::PlayerId;
use crate::model::player::rating::{Meetings, Rating, RatingChange, after_game, pairs};

/// Weights that differ by less are the same.
const SAME_WEIGHT: f64 = 1e-9;

/// The standings of some players of a game.
#[derive(Debug)]
pub struct Ladder {
    kind: String,
    players: HashMap<PlayerId, Standing>,
    pairs: HashMap<(PlayerId, PlayerId), Meetings>,
}

impl Ladder {
    pub fn new(kind: &str, standings: Vec<Standing>) -> Ladder {
        let standings = standings.into_iter();
        Ladder {
            kind: kind.to_owned(),
            players: standings.map(|standing| (standing.player, standing)).collect(),
            pairs: HashMap::new(),
        }
    }

    /// The game with what it changes if its pairs of seats count as is stored.
    #[must_use]
    pub fn rate(&mut self, game: &RatedGame) -> RatedGame {
        let alike = || vec![1.0; pairs(game.seats.len()).count()];
        let weights = game.weights.clone().unwrap_or_else(alike);
        self.play(game, &weights)
    }

    /// The game with what it changes if the weights of its pairs follow from the games before it, too. This needs all
    /// games from the first one on.
    #[must_use]
    pub fn replay(&mut self, game: &RatedGame) -> RatedGame {
        let weights = self.record_meeting(game);
        let mut again = self.play(game, &weights);
        again.weights = game.weights.is_some().then_some(weights);
        again
    }

    pub fn into_standings(self) -> HashMap<PlayerId, Standing> {
        self.players
    }

    pub fn pairs(&self) -> impl Iterator<Item = RatedPair> {
        let pair = |(&players, &meetings)| RatedPair { players, meetings };
        self.pairs.iter().map(pair)
    }

    fn play(&mut self, game: &RatedGame, weights: &[f64]) -> RatedGame {
        let before = |seat| self.standing(seat).rating;
        let players = game.seats.iter().map(|seat| seat.player);
        let before: Vec<Rating> = players.map(before).collect();
        let ranks = game.seats.iter().map(|seat| seat.rank);
        let seats: Vec<(Rating, i64)> = before.into_iter().zip(ranks).collect();
        let mut rated = game.clone();
        for ((seat, &(before, _)), after) in rated
            .seats
            .iter_mut()
            .zip(&seats)
            .zip(after_game(&seats, weights))
        {
            seat.change = Some(RatingChange { before, after });
            let standing = self.standing(seat.player);
            standing.rating = after;
            standing.games += 1;
        }
        rated
    }

    fn standing(&mut self, player: PlayerId) -> &mut Standing {
        let kind = &self.kind;
        let newcomer = || Standing::first(kind, player);
        self.players.entry(player).or_insert_with(newcomer)
    }

    /// How much each pair of seats counts. In games of older versions all pairs count alike. Accounts of one device
    /// did not count against each other, which cannot be computed again.
    fn record_meeting(&mut self, game: &RatedGame) -> Vec<f64> {
        let mut weights = Vec::new();
        for (index, (one, other)) in pairs(game.seats.len()).enumerate() {
            let stored = game.weights.as_ref().and_then(|weights| weights.get(index));
            if stored == Some(&0.0) {
                weights.push(0.0);
                continue;
            }
            let players = in_order(game.seats[one].player, game.seats[other].player);
            let met = self.pairs.entry(players).or_default();
            let first = met.total == 0;
            *met = match game.weights {
                Some(_) => met.and(game.finished_at),
                None => Meetings {
                    total: met.total + 1,
                    ..*met
                },
            };
            let weight = if game.weights.is_some() { met.weight() } else { 1.0 };
            // Ratings follow from what is stored, which was text in between and may have another last digit.
            let stored = stored.filter(|stored| (*stored - weight).abs() < SAME_WEIGHT);
            weights.push(stored.copied().unwrap_or(weight));
            if first {
                self.standing(players.0).opponents += 1;
                self.standing(players.1).opponents += 1;
            }
        }
        weights
    }
}
