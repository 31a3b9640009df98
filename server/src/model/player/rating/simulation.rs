//! How far ratings are, after some games, from where they end: simulated players whose strength is known.
//!
//! `docs/ratings.md` has the table that `table` prints.

use super::{Rating, after_game, pairs};

/// Of two players this far apart, the better one wins ten games of eleven.
const TEN_TO_ONE: f64 = 400.0;
/// One standard deviation of strengths.
const SPREAD: f64 = 250.0;
const ESTABLISHED: usize = 40;
const NEWCOMERS: usize = 40;
/// How many games everybody has played when the newcomers have settled, and how many more tell where a rating ends.
const GAMES: usize = 150;

/// A sequence of numbers that looks random, and is the same every time.
struct Dice(u64);

impl Dice {
    /// From 0 to 1, neither included.
    fn roll(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    fn below(&mut self, count: usize) -> usize {
        (self.roll() * count as f64) as usize
    }

    /// Twelve rolls together are near enough to a normal distribution.
    fn strength(&mut self) -> f64 {
        ((0..12).map(|_| self.roll()).sum::<f64>() - 6.0) * SPREAD
    }
}

struct Player {
    strength: f64,
    rating: Rating,
    games: usize,
    /// The sum of the ratings after games long after the first ones, and how many these are.
    late: (f64, usize),
}

struct World {
    dice: Dice,
    players: Vec<Player>,
    seats: usize,
}

/// The root of the mean square of how far newcomers' ratings are from where they end, after 10 and 20 games, and which
/// share of their ratings has settled after 20.
#[derive(Debug)]
struct Errors {
    after_10: f64,
    after_20: f64,
    settled: f64,
}

impl World {
    fn new(seed: u64, seats: usize) -> World {
        let mut dice = Dice(seed);
        let mut player = || Player {
            strength: dice.strength(),
            rating: Rating::FIRST,
            games: 0,
            late: (0.0, 0),
        };
        let players = (0..ESTABLISHED + NEWCOMERS).map(|_| player()).collect();
        World { dice, players, seats }
    }

    /// Different players among the first so many, with this one if there is one.
    fn party(&mut self, among: usize, with: Option<usize>) -> Vec<usize> {
        let mut party: Vec<usize> = with.into_iter().collect();
        while party.len() < self.seats {
            let player = self.dice.below(among);
            if !party.contains(&player) {
                party.push(player);
            }
        }
        party
    }

    /// The better somebody is, the sooner they are likely to be through.
    fn play(&mut self, party: &[usize]) {
        let mut times = Vec::new();
        for &player in party {
            let speed = 10_f64.powf(self.players[player].strength / TEN_TO_ONE);
            times.push(-self.dice.roll().ln() / speed);
        }
        let rank = |time: &f64| 1 + times.iter().filter(|other| *other < time).count() as i64;
        let seats = party.iter().zip(&times);
        let seats: Vec<(Rating, i64)> = seats
            .map(|(&player, time)| (self.players[player].rating, rank(time)))
            .collect();
        let weights = vec![1.0; pairs(party.len()).count()];
        for (&player, after) in party.iter().zip(after_game(&seats, &weights)) {
            let player = &mut self.players[player];
            player.rating = after;
            player.games += 1;
            if player.games > GAMES {
                player.late.0 += after.rating;
                player.late.1 += 1;
            }
        }
    }

    /// Newcomers come to players who know each other; then everybody plays with everybody.
    fn errors(mut self) -> Errors {
        for _ in 0..GAMES * ESTABLISHED / self.seats {
            let party = self.party(ESTABLISHED, None);
            self.play(&party);
        }
        let mut early = Vec::new();
        for newcomer in ESTABLISHED..ESTABLISHED + NEWCOMERS {
            let mut ratings = Vec::new();
            for _ in 0..20 {
                let party = self.party(newcomer, Some(newcomer));
                self.play(&party);
                ratings.push(self.players[newcomer].rating);
            }
            early.push((newcomer, ratings));
        }
        let everybody = self.players.len();
        for _ in 0..2 * GAMES * everybody / self.seats {
            let party = self.party(everybody, None);
            self.play(&party);
        }
        let error = |games: usize| {
            let squares = early.iter().map(|(player, ratings)| {
                let (sum, count) = self.players[*player].late;
                (ratings[games - 1].rating - sum / count as f64).powi(2)
            });
            (squares.sum::<f64>() / NEWCOMERS as f64).sqrt()
        };
        let settled = early
            .iter()
            .filter(|(_, ratings)| ratings[19].uncertainty <= Rating::SETTLED_UNCERTAINTY);
        Errors {
            after_10: error(10),
            after_20: error(20),
            settled: settled.count() as f64 / NEWCOMERS as f64,
        }
    }
}

#[test]
fn after_twenty_games_a_rating_is_within_about_a_hundred_of_where_it_ends() {
    for seats in 2..=4 {
        let errors = World::new(1, seats).errors();
        assert!(errors.after_20 < 115.0, "{seats} seats: {errors:?}");
        assert!(errors.settled > 0.9, "{seats} seats: {errors:?}");
    }
}

#[test]
#[ignore = "prints a table"]
fn table() {
    const WORLDS: u64 = 20;
    println!("| seats | after 10 games | after 20 games | settled then |");
    for seats in 2..=4 {
        let worlds: Vec<Errors> = (0..WORLDS).map(|seed| World::new(seed, seats).errors()).collect();
        let mean = |of: fn(&Errors) -> f64| worlds.iter().map(of).sum::<f64>() / WORLDS as f64;
        println!(
            "| {seats} | {:.0} | {:.0} | {:.0}% |",
            mean(|errors| errors.after_10),
            mean(|errors| errors.after_20),
            mean(|errors| errors.settled) * 100.0
        );
    }
}
