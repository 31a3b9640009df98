//! Random games of any kind, the same ones from the same seed.

#![allow(dead_code, unreachable_pub)]

pub mod naive;

use thicket_rules::{Click, Game, GameKind, Position, Seat, Setup};

/// Splitmix64: small, and good enough to wander through games.
#[derive(Clone)]
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Every number of seats and variant that a kind has.
pub fn setups(kind: GameKind) -> Vec<(u8, &'static str)> {
    let info = kind.info();
    let variants = if info.variants.is_empty() {
        &[""]
    } else {
        info.variants
    };
    info.seats
        .clone()
        .flat_map(|seats| variants.iter().map(move |&variant| (seats, variant)))
        .collect()
}

pub fn setup<P: Position>(seats: u8, variant: &str) -> Setup {
    P::INFO.setup(seats, variant).expect("a setup that the game has")
}

/// A legal step. A uniform choice would hardly ever press a button or capture anything, so one step in eight is chosen
/// among those that begin with a button, and half of the others are the one of a handful with the most changes.
pub fn choose<P: Position>(position: &P, rng: &mut Rng) -> P::Step {
    let steps = position.legal_steps();
    let button = |step: &&P::Step| matches!(position.clicks(step).first(), Some(Click::Button(_)));
    if rng.one_in(8)
        && let pressed @ [_, ..] = &steps.iter().filter(button).collect::<Vec<_>>()[..]
    {
        return (*rng.pick(pressed)).clone();
    }
    let handful = if rng.one_in(2) { 1 } else { 12 };
    let candidates = (0..handful).map(|_| rng.pick(&steps).clone());
    candidates
        .max_by_key(|step| changes(position, step))
        .expect("a candidate")
}

fn changes<P: Position>(position: &P, step: &P::Step) -> usize {
    let mut changes = 0;
    position.clone().play_with(step, &mut |_| changes += 1);
    changes
}

/// A seat in play that drops now, once in a while.
pub fn leaver<P: Position>(game: &Game<P>, rng: &mut Rng) -> Option<Seat> {
    let in_play: Vec<Seat> = game.position().in_play().iter().collect();
    rng.one_in(120).then(|| *rng.pick(&in_play))
}

/// The position after some random steps, or where the game ended before.
pub fn wander<P: Position>(setup: Setup, steps: usize, rng: &mut Rng) -> P {
    let mut game = Game::<P>::new(setup);
    for _ in 0..steps {
        if game.status().to_move().is_none() {
            break;
        }
        if let Some(seat) = leaver(&game, rng) {
            let _ = game.drop_seat(seat);
            continue;
        }
        let step = choose(game.position(), rng);
        game.play(&step, &mut |_| ()).expect("a legal step");
    }
    game.position().clone()
}
