//! Matches of the strongest level with players that know the rules and little else:
//! `cargo run --release -p thicket-search --example yardsticks -- bushka 2 alphabeta 100 100 1` plays a hundred games of Bushka for two
//! against alpha-beta, with 100 milliseconds for each turn of either, from game 1 on.
//!
//! - `uct`: a tree of all steps, with upper confidence bounds (Kocsis and Szepesvári, 2006) and playouts of random steps to the end of
//!   the game; for any game and number of seats.
//! - `alphabeta`: all turns up to a depth, deeper and deeper, each position judged by what stands on the board: pieces in Bushka, where a
//!   king counts three; tokens in Branches and Twigs and Thorns; controlled squares in Bushwhacked. For two seats.
//!
//! Neither has anything in common with the search but the rules. The strongest level takes one seat, each in turn, and the
//! other player all others, after a random turn of each.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;
use std::time::{Duration, Instant};

use thicket_rules::antipode::Antipode;
use thicket_rules::btt::Btt;
use thicket_rules::bushi::Bushi;
use thicket_rules::bushka::Bushka;
use thicket_rules::bushwhacked::Bushwhacked;
use thicket_rules::{BySeat, Game, GameKind, Position, Seat};
use thicket_search::{Bot, Budget, Skill, Stop, Tally, first_places};

/// Random turns of each seat at the beginning: more of them decide games of Bushka.
const OPENING: usize = 1;
/// How much steps that were seldom tried are preferred.
const EXPLORATION: f64 = 1.0;
/// The value of a win.
const WIN: i32 = 1_000_000;

/// What the board alone says of a position.
trait Board: Position {
    /// How much each seat has.
    fn material(&self) -> Option<BySeat<i32>> {
        None
    }
}

impl Board for Antipode {}

impl Board for Bushi {}

impl Board for Bushka {
    fn material(&self) -> Option<BySeat<i32>> {
        let pieces = |seat| i32::from(self.men_of(seat).count()) + 3 * i32::from(self.kings_of(seat).count());
        Some(BySeat::from_fn(2, pieces))
    }
}

impl Board for Btt {
    fn material(&self) -> Option<BySeat<i32>> {
        Some(BySeat::from_fn(self.setup().seats(), |seat| {
            i32::from(self.tokens(seat))
        }))
    }
}

impl Board for Bushwhacked {
    fn material(&self) -> Option<BySeat<i32>> {
        let scores = self.standing().scores;
        Some(BySeat::from_fn(scores.seats(), |seat| i32::from(scores[seat][0])))
    }
}

#[derive(Clone, Copy)]
enum Player {
    Uct,
    AlphaBeta,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, seats, player, games, time, first] = &args[..] else {
        return Err(
            "yardsticks needs a game, seats, a player, games, milliseconds and the first game".into(),
        );
    };
    let kind: GameKind = game.parse().map_err(|_| "no such game")?;
    let player = match player.as_str() {
        "uct" => Player::Uct,
        "alphabeta" => Player::AlphaBeta,
        _ => return Err("no such player".into()),
    };
    let terms = Terms {
        kind,
        seats: seats.parse()?,
        player,
        time: Duration::from_millis(time.parse()?),
    };
    let (games, first): (u64, u64) = (games.parse()?, first.parse()?);
    let mut tally = Tally::default();
    for number in first..first + games {
        let points = match kind {
            GameKind::Antipode => terms.play::<Antipode>(number),
            GameKind::Btt => terms.play::<Btt>(number),
            GameKind::Bushi => terms.play::<Bushi>(number),
            GameKind::Bushka => terms.play::<Bushka>(number),
            GameKind::Bushwhacked => terms.play::<Bushwhacked>(number),
        }?;
        tally.games += 1;
        tally.points += points;
        tally.wins += u32::from(points == 1.0);
        tally.shared += u32::from(points > 0.0 && points < 1.0);
        let (low, high) = tally.interval();
        println!(
            "{} games: {:.0} of 100 ({:.0} to {:.0}), {} won, {} shared",
            tally.games,
            100.0 * tally.rate(),
            100.0 * low,
            100.0 * high,
            tally.wins,
            tally.shared
        );
    }
    Ok(())
}

struct Terms {
    kind: GameKind,
    seats: u8,
    player: Player,
    time: Duration,
}

impl Terms {
    /// What the strongest level gets of the first place in a game.
    fn play<P: Board>(&self, number: u64) -> Result<f64, Box<dyn Error>> {
        let seats = u64::from(self.seats);
        let mut rng = fastrand::Rng::with_seed(number / seats);
        let chair = Seat::from_index((number % seats) as usize).ok_or("no such seat")?;
        let mut game = Game::<P>::new(P::INFO.setup(self.seats, "")?);
        let mut bot = Bot::new(self.kind, self.seats, Skill::Strongest, number);
        while let Some(seat) = game.status().to_move() {
            let position = game.position();
            let steps: Vec<P::Step> = if game.plies().len() < OPENING * usize::from(self.seats) {
                rng.choice(position.legal_steps()).into_iter().collect()
            } else if seat == chair {
                let thought = bot.think(&game, &Budget::time(self.time), &Stop::default());
                let steps = thought.ok_or("no turn")?.steps;
                steps.iter().map(|step| step.parse()).collect::<Result<_, _>>()?
            } else {
                let end = Instant::now() + self.time;
                match self.player {
                    Player::Uct => Uct::new(rng.fork()).turn(position, end),
                    Player::AlphaBeta => AlphaBeta { end, nodes: 0 }
                        .turn(position)
                        .ok_or("not for this game")?,
                }
            };
            for step in &steps {
                game.play(step, &mut |_| ()).map_err(|error| error.to_string())?;
            }
        }
        Ok(f64::from(first_places(&game.standing())[chair]))
    }
}

/// A position of the tree: its steps, and the number of the position after each that was tried.
struct Node<S> {
    steps: Vec<(S, Option<usize>)>,
    visits: f64,
    /// What the seat that moved to this position got.
    sum: f64,
}

struct Uct<P: Board> {
    rng: fastrand::Rng,
    nodes: Vec<Node<P::Step>>,
}

impl<P: Board> Uct<P> {
    fn new(rng: fastrand::Rng) -> Uct<P> {
        Uct {
            rng,
            nodes: Vec::new(),
        }
    }

    fn add(&mut self, position: &P) -> usize {
        let mut steps: Vec<_> = position
            .legal_steps()
            .into_iter()
            .map(|step| (step, None))
            .collect();
        self.rng.shuffle(&mut steps);
        self.nodes.push(Node {
            steps,
            visits: 0.0,
            sum: 0.0,
        });
        self.nodes.len() - 1
    }

    /// The most visited turn.
    fn turn(&mut self, position: &P, end: Instant) -> Vec<P::Step> {
        self.add(position);
        while Instant::now() < end {
            self.iterate(position);
        }
        let (mut node, mut position, mut turn) = (0, position.clone(), Vec::new());
        loop {
            let visits =
                |(_, child): &&(P::Step, Option<usize>)| child.map_or(-1.0, |child| self.nodes[child].visits);
            let best = self.nodes[node]
                .steps
                .iter()
                .max_by(|a, b| visits(a).total_cmp(&visits(b)))
                .cloned();
            let Some((step, child)) = best else { return turn };
            position.play_unchecked(&step);
            turn.push(step);
            if !position.mid_turn() {
                return turn;
            }
            node = child.unwrap_or_else(|| self.add(&position));
        }
    }

    fn iterate(&mut self, root: &P) {
        let mut position = root.clone();
        let (mut node, mut path) = (0, Vec::new());
        while let Some(seat) = position.to_move() {
            let index = self.select(node);
            let (step, child) = self.nodes[node].steps[index].clone();
            position.play_unchecked(&step);
            let next = child.unwrap_or_else(|| {
                let next = self.add(&position);
                self.nodes[node].steps[index].1 = Some(next);
                next
            });
            path.push((next, seat));
            node = next;
            if child.is_none() {
                break;
            }
        }
        while position.to_move().is_some() {
            let Some(step) = self.rng.choice(position.legal_steps()) else {
                break;
            };
            position.play_unchecked(&step);
        }
        let first = first_places(&position.standing());
        self.nodes[0].visits += 1.0;
        for (node, seat) in path {
            self.nodes[node].visits += 1.0;
            self.nodes[node].sum += f64::from(first[seat]);
        }
    }

    fn select(&self, node: usize) -> usize {
        let parent = &self.nodes[node];
        if let Some(untried) = parent.steps.iter().position(|(_, child)| child.is_none()) {
            return untried;
        }
        let bound = |child: usize| {
            let child = &self.nodes[child];
            child.sum / child.visits + EXPLORATION * (parent.visits.ln() / child.visits).sqrt()
        };
        let bounds = parent
            .steps
            .iter()
            .map(|(_, child)| child.map_or(f64::MAX, bound));
        bounds
            .enumerate()
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map_or(0, |(index, _)| index)
    }
}

struct AlphaBeta {
    end: Instant,
    nodes: u32,
}

impl AlphaBeta {
    /// The best turn of the last depth that was completed.
    fn turn<P: Board>(&mut self, position: &P) -> Option<Vec<P::Step>> {
        position.material()?;
        let mut line = Vec::new();
        for depth in 1..64 {
            let mut best = Vec::new();
            if self.value(position, depth, -WIN, WIN, &line, &mut best).is_none() {
                break;
            }
            line = best;
        }
        if line.is_empty() {
            line.extend(position.legal_steps().into_iter().next());
        }
        // The turn, without the answers.
        let (mut after, mut steps) = (position.clone(), 0);
        for step in &line {
            after.play_unchecked(step);
            steps += 1;
            if !after.mid_turn() {
                break;
            }
        }
        line.truncate(steps);
        Some(line)
    }

    /// The value for the seat to move, and the best line; none when the time is over.
    fn value<P: Board>(
        &mut self,
        position: &P,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        hint: &[P::Step],
        line: &mut Vec<P::Step>,
    ) -> Option<i32> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(64) && Instant::now() >= self.end {
            return None;
        }
        line.clear();
        let seat = position.to_move()?;
        let mut steps = position.legal_steps();
        let forced = steps.len() == 1;
        if depth == 0 && !position.mid_turn() && !forced {
            let material = position.material()?;
            let sum: i32 = material.as_slice().iter().sum();
            return Some(2 * material[seat] - sum);
        }
        if let Some(place) = hint
            .first()
            .and_then(|hint| steps.iter().position(|step| step == hint))
        {
            steps.swap(0, place);
        }
        for (tried, step) in steps.into_iter().enumerate() {
            let mut after = position.clone();
            after.play_unchecked(&step);
            let hint = if tried == 0 {
                hint.get(1..).unwrap_or_default()
            } else {
                &[]
            };
            let mut below = Vec::new();
            let depth = if after.mid_turn() {
                depth
            } else {
                depth.saturating_sub(1)
            };
            let value = match after.to_move() {
                None => {
                    let first = first_places(&after.standing())[seat];
                    ((first - 0.5) * 2.0 * (WIN - 1000 + depth as i32) as f32) as i32
                }
                Some(next) if next == seat => self.value(&after, depth, alpha, beta, hint, &mut below)?,
                Some(_) => -self.value(&after, depth, -beta, -alpha, hint, &mut below)?,
            };
            if value > alpha || line.is_empty() {
                line.clear();
                line.push(step);
                line.append(&mut below);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(alpha)
    }
}
