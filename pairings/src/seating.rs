//! Who takes which seat, so that everybody has each seat equally often.

use crate::assignment::assign;
use crate::history::SeatCounts;
use crate::rng::Rng;

/// Puts the players of tables that are all of one size into an order of play in which everybody has each seat equally often,
/// but for one time. That is always possible: a player is split into parts of `size` tables each, and a bipartite graph in
/// which nobody has more than `size` edges has an edge colouring in `size` colours (Kőnig 1916; de Werra 1971 for equitable
/// colourings). The colours are the seats.
pub(crate) fn balance(tables: &mut [&mut Vec<usize>], size: usize, players: usize) {
    let mut seen = vec![0; players];
    tables
        .iter()
        .flat_map(|table| table.iter())
        .for_each(|&player| seen[player] += 1);
    let parts = seen.iter().max().map_or(0, |most| most / size) + 1;
    seen.fill(0);
    let mut colouring = Colouring::new(tables.len(), players * parts, size);
    for (table, seats) in tables.iter().enumerate() {
        for &player in seats.iter() {
            colouring.add(table, player * parts + seen[player] / size);
            seen[player] += 1;
        }
    }
    for (table, seats) in tables.iter_mut().enumerate() {
        **seats = (0..size)
            .filter_map(|seat| colouring.part_at(table, seat))
            .map(|part| part / parts)
            .collect();
    }
}

/// An edge colouring of a bipartite graph in which every edge is added once.
struct Colouring {
    /// For each table and each colour the part of a player at the other end.
    of_table: Vec<Vec<Option<usize>>>,
    /// For each part of a player and each colour the table at the other end.
    of_part: Vec<Vec<Option<usize>>>,
}

impl Colouring {
    fn new(tables: usize, parts: usize, colours: usize) -> Colouring {
        Colouring {
            of_table: vec![vec![None; colours]; tables],
            of_part: vec![vec![None; colours]; parts],
        }
    }

    fn part_at(&self, table: usize, colour: usize) -> Option<usize> {
        self.of_table[table][colour]
    }

    /// A colour that is free at the table is made free at the part too: the two colours are exchanged on the path that begins
    /// there, which cannot come to the table.
    fn add(&mut self, table: usize, part: usize) {
        let free =
            |colours: &[Option<usize>]| colours.iter().position(Option::is_none).expect("a free colour");
        let (at_table, at_part) = (free(&self.of_table[table]), free(&self.of_part[part]));
        if at_table != at_part {
            self.exchange(part, at_table, at_part);
        }
        self.of_table[table][at_table] = Some(part);
        self.of_part[part][at_table] = Some(table);
    }

    fn exchange(&mut self, part: usize, one: usize, other: usize) {
        let mut path = Vec::new();
        let (mut part, mut colours) = (part, (one, other));
        while let Some(table) = self.of_part[part][colours.0] {
            path.push((table, part, colours));
            let Some(next) = self.of_table[table][colours.1] else {
                break;
            };
            path.push((table, next, (colours.1, colours.0)));
            part = next;
            colours = (one, other);
        }
        for &(table, part, (old, _)) in &path {
            self.of_table[table][old] = None;
            self.of_part[part][old] = None;
        }
        for &(table, part, (_, new)) in &path {
            self.of_table[table][new] = Some(part);
            self.of_part[part][new] = Some(table);
        }
    }
}

/// Puts the players of one table into the order that brings them closest to having each seat equally often, as far as one round
/// can; chance decides among equal ones.
pub(crate) fn seat(table: &mut Vec<usize>, counts: &[SeatCounts], rng: &mut Rng) {
    rng.shuffle(table);
    let size = table.len();
    let costs = table
        .iter()
        .flat_map(|&player| (0..size).map(move |seat| counts[player].cost(seat, size)));
    let costs: Vec<i64> = costs.collect();
    let mut order = vec![0; size];
    for (index, seat) in assign(&costs, size).into_iter().enumerate() {
        order[seat] = table[index];
    }
    *table = order;
}
