//! What one turn can win or lose, found by trying everything by the rules.

#![allow(dead_code, unreachable_pub, reason = "each test needs a part of it")]

use std::collections::HashSet;

use thicket_rules::{Game, GameKind, Position, Seat, Visitor};
use thicket_search::{Bot, Skill, Stop};

/// Positions in which there are more turns than these, or more answers to one of them, are not judged.
const MOST_TURNS: usize = 2_000;

/// Of the bots that solve positions.
const SEED: u64 = 1;

/// What can be won or lost with the next turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Some turns win at once, others do not.
    Win,
    /// No turn wins at once. After some of them the seat has lost or another seat wins with its turn, after others not.
    Loss,
}

impl Task {
    /// All of them.
    pub const ALL: [Task; 2] = [Task::Win, Task::Loss];

    /// How it is called in lists of positions.
    pub fn name(self) -> &'static str {
        match self {
            Task::Win => "win",
            Task::Loss => "loss",
        }
    }

    /// Whether the position that the turn of this seat led to is what was to be found.
    pub fn is_done<P: Position>(self, after: &P, seat: Seat) -> bool {
        match self {
            Task::Win => is_won(after, seat),
            Task::Loss => is_lost(after, seat) == Some(false),
        }
    }
}

/// What there is to be found in a position where a turn begins; none also if there are too many turns.
pub fn task<P: Position>(position: &P) -> Option<Task> {
    let seat = position.to_move()?;
    let turns = after_turns(position)?;
    let wins = turns.iter().filter(|after| is_won(*after, seat)).count();
    if wins > 0 {
        return (wins < turns.len()).then_some(Task::Win);
    }
    let mut lost = 0;
    for after in &turns {
        lost += usize::from(is_lost(after, seat)?);
    }
    (0 < lost && lost < turns.len()).then_some(Task::Loss)
}

/// Every position after a turn, once; none if there are too many.
pub fn after_turns<P: Position>(position: &P) -> Option<Vec<P>> {
    let (mut done, mut unfinished) = (Vec::new(), vec![position.clone()]);
    let mut seen = HashSet::new();
    while let Some(position) = unfinished.pop() {
        for step in position.legal_steps() {
            let mut after = position.clone();
            after.play_unchecked(&step);
            if !seen.insert(after.clone()) {
                continue;
            }
            if seen.len() > MOST_TURNS {
                return None;
            }
            let list = if after.mid_turn() {
                &mut unfinished
            } else {
                &mut done
            };
            list.push(after);
        }
    }
    Some(done)
}

/// Whether the game is over and this seat alone is first.
pub fn is_won<P: Position>(position: &P, seat: Seat) -> bool {
    let ranks = position.standing().ranks;
    let first = ranks.iter().filter(|&(_, rank)| rank == 1).count();
    position.to_move().is_none() && ranks[seat] == 1 && first == 1
}

/// Whether another seat than this one wins at once, or has won; none if that seat has too many turns.
pub fn is_lost<P: Position>(position: &P, seat: Seat) -> Option<bool> {
    let Some(next) = position.to_move() else {
        return Some(position.standing().ranks[seat] != 1);
    };
    let turns = after_turns(position)?;
    Some(next != seat && turns.iter().any(|after| is_won(after, next)))
}

/// Lists of positions, by the names of the files: the game and how many seats it has.
pub const LISTS: [(&str, &str); 5] = [
    ("antipode-2", include_str!("../one_turn/antipode-2.txt")),
    ("btt-2", include_str!("../one_turn/btt-2.txt")),
    ("bushi-2", include_str!("../one_turn/bushi-2.txt")),
    ("bushka-2", include_str!("../one_turn/bushka-2.txt")),
    ("bushwhacked-2", include_str!("../one_turn/bushwhacked-2.txt")),
];

/// Whether a player solves a line of a list.
pub fn solves(list: &str, line: &str, skill: Skill) -> bool {
    let kind = kind(list);
    kind.with(Solve { kind, line, skill }).expect("a line")
}

/// The game of a list.
pub fn kind(list: &str) -> GameKind {
    let name = list.split('-').next();
    name.and_then(|name| name.parse().ok()).expect("a game")
}

struct Solve<'a> {
    kind: GameKind,
    line: &'a str,
    skill: Skill,
}

impl Visitor for Solve<'_> {
    type Out = Option<bool>;

    fn visit<P: Position>(self) -> Option<bool> {
        let (task, text) = self.line.split_once(' ')?;
        let task = Task::ALL.into_iter().find(|other| other.name() == task)?;
        let game = Game::<P>::at(text.parse().ok()?);
        let seat = game.status().to_move()?;
        let mut bot = Bot::new(self.kind, game.setup().seats(), self.skill, SEED);
        let thought = bot.think(&game, &self.skill.budget(self.kind), &Stop::default())?;
        let mut after = game.position().clone();
        for step in &thought.steps {
            after.play(&step.parse().ok()?).ok()?;
        }
        Some(task.is_done(&after, seat))
    }
}
