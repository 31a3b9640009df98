//! Measures how even schedules and Swiss tournaments are, and how long they take:
//! `cargo run --release -p thicket-pairings --example measure`.

use std::collections::BTreeMap;
use std::time::Instant;

use thicket_pairings::arena::{self, Waiting};
use thicket_pairings::schedule::{full_rounds, schedule};
use thicket_pairings::swiss::{Contender, pair};
use thicket_pairings::{Player, Points, Round, TableSize};

fn main() {
    for seats in 3..=6 {
        (seats..=30).for_each(|players| measure_schedule(players, seats));
    }
    for (players, seats, rounds) in [
        (100, 2, 9),
        (1000, 2, 9),
        (30, 3, 7),
        (100, 3, 9),
        (30, 4, 5),
        (100, 4, 9),
        (1000, 4, 9),
        (100, 6, 7),
        (1000, 6, 7),
    ] {
        measure_swiss(players, seats, rounds);
    }
    for seats in [2, 4] {
        measure_arena(1000, seats);
    }
}

fn measure_schedule(players: usize, seats: usize) {
    let Some(size) = TableSize::new(seats, seats) else {
        return;
    };
    let numbers: Vec<Player> = (1..=players as Player).collect();
    let rounds = full_rounds(players, size);
    let begin = Instant::now();
    let made = schedule(&numbers, size, rounds, 1);
    println!(
        "schedule: {players} players, tables of {seats}, {rounds} rounds: meet {} to {} times, {:.1?}",
        made.fewest_meetings,
        made.most_meetings,
        begin.elapsed()
    );
}

/// A tournament in which the stronger player tends to come first.
fn measure_swiss(players: usize, seats: usize, rounds: usize) {
    let Some(size) = TableSize::new(seats, seats) else {
        return;
    };
    let mut points = vec![Points::ZERO; players];
    let mut played: Vec<Round> = Vec::new();
    let mut noise = 1;
    let mut slowest = 0.0_f64;
    for round in 0..rounds {
        let field = (0..players).map(|player| Contender {
            player: player as Player,
            points: points[player],
        });
        let field: Vec<Contender> = field.collect();
        let begin = Instant::now();
        let next = pair(&field, &played, size, round as u64);
        slowest = slowest.max(begin.elapsed().as_secs_f64());
        for table in &next.tables {
            let mut order = table.clone();
            order.sort_by_key(|&player| {
                noise = noise * 1_103_515_245_u64 % 2_147_483_647 + 1;
                u64::from(player) + noise % players as u64
            });
            for (place, &player) in order.iter().enumerate() {
                points[player as usize] += Points::for_place(seats, table.len(), table.len() - 1 - place, 0);
            }
        }
        next.byes
            .iter()
            .for_each(|&player| points[player as usize] += Points::first_place(seats));
        played.push(next);
    }
    let (again, spread) = (repetitions(&played), seat_spread(&played, players, seats));
    println!(
        "swiss: {players} players, tables of {seats}, {rounds} rounds: {again} pairs met again, seats within {spread}, \
         slowest round {slowest:.3} s"
    );
}

fn repetitions(rounds: &[Round]) -> usize {
    let mut met: BTreeMap<(Player, Player), usize> = BTreeMap::new();
    for table in rounds.iter().flat_map(|round| &round.tables) {
        for &one in table {
            for &other in table.iter().filter(|&&other| other > one) {
                *met.entry((one, other)).or_default() += 1;
            }
        }
    }
    met.values().filter(|&&times| times > 1).count()
}

/// The largest difference between how often somebody had two seats.
fn seat_spread(rounds: &[Round], players: usize, seats: usize) -> usize {
    let mut counts = vec![vec![0; seats]; players];
    for table in rounds.iter().flat_map(|round| &round.tables) {
        for (seat, &player) in table.iter().enumerate() {
            counts[player as usize][seat] += 1;
        }
    }
    let spread = |counts: &Vec<usize>| counts.iter().max().unwrap_or(&0) - counts.iter().min().unwrap_or(&0);
    counts.iter().map(spread).max().unwrap_or(0)
}

fn measure_arena(players: usize, seats: usize) {
    let waiting = |player: usize| Waiting {
        player: player as Player,
        points: (player * 7919 % 61) as u32,
        waited: (player % 5) as u32,
        met: vec![vec![(player ^ 1) as Player]],
        seats: [0; 6],
    };
    let pool: Vec<Waiting> = (0..players).map(waiting).collect();
    let begin = Instant::now();
    let tables = arena::seat(&pool, seats, 1);
    println!(
        "arena: {players} wait for tables of {seats}: {} tables, {:.1?}",
        tables.len(),
        begin.elapsed()
    );
}
