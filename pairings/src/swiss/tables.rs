//! Rounds for three to six seats.

use super::Field;
use crate::exchange::{Costs, improve};
use crate::rng::Rng;
use crate::seating;
use crate::table_size::TableSize;

/// One repetition outweighs the scores of all tables: at most 15 pairs a table with 2^16 each, and some hundred tables.
const REPETITION: i64 = 1 << 32;

/// The tables in order of play, and who has a bye.
pub(super) fn pair(field: &Field, size: TableSize, rng: &mut Rng) -> (Vec<Vec<usize>>, Vec<usize>) {
    let split = size.split(field.len());
    let byes = field.bye_order()[..split.byes].to_vec();
    let playing: Vec<usize> = (0..field.len()).filter(|player| !byes.contains(player)).collect();
    // Positions among those who play, whose costs are a square of their own.
    let costs = Costs::new(playing.len(), |one, other| {
        let (one, other) = (playing[one], playing[other]);
        REPETITION * field.repetition(one, other) + field.score_distance(one, other)
    });
    let mut tables = dealt(field, &playing, &split.sizes);
    improve(&mut tables, &costs, REPETITION, rng);
    for table in &mut tables {
        table.iter_mut().for_each(|player| *player = playing[*player]);
        seating::seat(table, &field.history.seats, rng);
    }
    (tables, byes)
}

/// As many tables as the score groups from the top can fill, each group dealt out by rank; who is left over joins the next
/// group. Smaller tables come last.
fn dealt(field: &Field, playing: &[usize], sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut tables = Vec::new();
    let mut sizes = sizes;
    let mut first = 0;
    for at in 0..playing.len() {
        let group_ends = playing
            .get(at + 1)
            .is_none_or(|&next| field.group[next] != field.group[playing[at]]);
        if !group_ends {
            continue;
        }
        let mut free = at + 1 - first;
        let full = sizes
            .iter()
            .take_while(|&&size| free.checked_sub(size).map(|rest| free = rest).is_some())
            .count();
        let (now, later) = sizes.split_at(full);
        let seated: usize = now.iter().sum();
        tables.extend(deal(first..first + seated, now));
        (first, sizes) = (first + seated, later);
    }
    tables
}

fn deal(players: std::ops::Range<usize>, sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut tables: Vec<Vec<usize>> = sizes.iter().map(|_| Vec::new()).collect();
    for (turn, player) in players.enumerate() {
        tables[turn % sizes.len()].push(player);
    }
    tables
}
