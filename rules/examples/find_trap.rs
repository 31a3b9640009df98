#[path = "../tests/common/mod.rs"]
mod common;
use common::Rng;
use thicket_rules::antipode::Antipode;
use thicket_rules::{Game, Position, Setup};

fn main() {
    let (mut found, mut short) = (0, 99);
    for seed in 0..3_000_000u64 {
        let mut rng = Rng(seed);
        let mut game = Game::new(Setup::<Antipode>::new(2, "").unwrap());
        let mut steps = Vec::new();
        while game.status().to_move().is_some() {
            steps.clear();
            game.position().legal_steps_into(&mut steps);
            // the pawn that has few ways keeps few ways
            let mut step = *rng.pick(&steps);
            if rng.one_in(3) {
                let mut best = usize::MAX;
                for _ in 0..6 {
                    let s = *rng.pick(&steps);
                    let mut after = *game.position();
                    after.play_unchecked(&s);
                    let n = after.legal_steps().len();
                    if n < best { best = n; step = s; }
                }
            }
            game.play(&step, &mut |_| ()).unwrap();
        }
        let text = game.position().to_string();
        let tokens = game.position().diagram().pieces.len() - 2;
        let outcome = game.status().outcome().unwrap();
        if tokens < 61 && outcome.ranks.as_slice() != [1, 1] {
            // a forfeit has no connection: ask the text
            let back = text.replace(" - ", if (tokens - 6) % 2 == 0 { " 1 " } else { " 2 " });
            let error = back.parse::<Antipode>().unwrap_err().to_string();
            let _ = error;
            let plies: Vec<String> = game.plies().iter().map(ToString::to_string).collect();
            if !connected(&text) && plies.len() < short {
                short = plies.len();
                found += 1;
                println!("{} {} {:?} {}\n{}", seed, plies.len(), outcome.ranks.as_slice(), text, plies.join(" "));
                if found > 6 { return; }
            }
        }
    }
}

fn connected(text: &str) -> bool {
    let rows: Vec<&str> = text.split(' ').next().unwrap().split('/').collect();
    let mut t = std::collections::HashMap::new();
    for (i, row) in rows.iter().enumerate() {
        let r = 8 - i as i32;
        let mut n = (r - 4).max(0);
        for c in row.chars() {
            if let Some(d) = c.to_digit(10) { n += d as i32 } else { t.insert((r, n), c); n += 1 }
        }
    }
    for (a, b) in [((0, 0), (8, 8)), ((0, 4), (8, 4)), ((4, 0), (4, 8))] {
        let c = t[&a];
        if t[&b] != c { continue }
        let (mut seen, mut stack) = (std::collections::HashSet::from([a]), vec![a]);
        while let Some((r, n)) = stack.pop() {
            for (dr, dn) in [(0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1)] {
                let q = (r + dr, n + dn);
                if t.get(&q) == Some(&c) && seen.insert(q) { stack.push(q) }
            }
        }
        if seen.contains(&b) { return true }
    }
    false
}
