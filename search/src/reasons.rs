//! Why a turn is good, as far as that can be read off the position: found by playing it by the rules, and by looking what each
//! seat could do before and after it.

mod next_turn;

use std::collections::BTreeMap;

use thicket_rules::{AnyGame, Cell, Change, Game, GameKind, Position, Seat};

use crate::knowledge::{Knowledge, KnowledgeVisitor, with_knowledge};
use next_turn::{NextTurn, after_answers, next_turn};

/// What a turn does for the seat that plays it. Cells have their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It ends the game, and the seat alone is first.
    Wins,
    /// Another seat could have won with a turn, and no longer can.
    StopsWin(Seat),
    /// It captures what stands on these cells.
    Captures(Vec<String>),
    /// These cells come under the seat's control.
    Controls(Vec<String>),
    /// The own pieces on these cells become others.
    Promotes(Vec<String>),
    /// The seat wins with its next turn, if nobody stops it, and could not have won now.
    ThreatensWin,
    /// The own pieces that stand on these cells now could have been captured by another seat's turn, and no longer can.
    Saves(Vec<String>),
    /// The seat can capture what stands on these cells with its next turn, and could not have now.
    Threatens(Vec<String>),
    /// The seat holds so many of what it takes to control a cell, more than before, and nobody else any.
    Builds {
        /// The cell that would be controlled.
        cell: String,
        /// What the seat holds of it.
        have: u8,
    },
    /// It stands where another seat was about to build, or could have played for nothing.
    Blocks {
        /// The other seat.
        seat: Seat,
        /// Which cell it is about.
        cell: String,
    },
    /// What the seat has to do to connect becomes less.
    Nearer,
    /// What another seat has to do to connect becomes more.
    Hinders(Seat),
    /// The own pieces come so many rows nearer to where they want to be.
    Advances(u16),
    /// The piece on this cell, which stood alone, now stands beside another of its seat.
    Joins(String),
    /// So many cells more where the seat plays for nothing.
    Opens(u16),
    /// A pass is saved: the next turn can have so many stones.
    SavesPass(u8),
}

/// Why a whole turn is good, the weightiest first. Empty if it is not legal, or nothing can be said.
pub fn reasons(kind: GameKind, game: &dyn AnyGame, turn: &[String]) -> Vec<Reason> {
    with_knowledge(kind, Reasons { game, turn }).unwrap_or_default()
}

struct Reasons<'a> {
    game: &'a dyn AnyGame,
    turn: &'a [String],
}

impl KnowledgeVisitor for Reasons<'_> {
    type Out = Option<Vec<Reason>>;

    fn visit<P: Knowledge>(self) -> Option<Vec<Reason>> {
        let game: &Game<P> = self.game.as_any().downcast_ref()?;
        let before = game.position();
        let seat = game.status().to_move()?;
        let (mut after, mut changes) = (before.clone(), Vec::new());
        for step in self.turn {
            let step = step.parse().ok().filter(|step| after.is_legal(step))?;
            after.play_with(&step, &mut |change| changes.push(change));
        }
        let names = P::layout(before.setup())
            .cells
            .into_iter()
            .map(|cell| cell.name)
            .collect();
        let turn = Turn {
            before,
            after: &after,
            seat,
            changes,
            names,
        };
        Some(turn.reasons())
    }
}

/// A turn that is played.
struct Turn<'a, P> {
    before: &'a P,
    after: &'a P,
    seat: Seat,
    changes: Vec<Change>,
    names: Vec<String>,
}

impl<P: Knowledge> Turn<'_, P> {
    fn reasons(&self) -> Vec<Reason> {
        if is_won(self.after, self.seat) {
            return vec![Reason::Wins];
        }
        let own = self.own_prospects();
        let others = self.before.in_play().iter().filter(|&seat| seat != self.seat);
        let others: Vec<(Seat, Prospects)> = others
            .filter_map(|seat| Some((seat, self.prospects(seat)?)))
            .collect();
        let stopped = others
            .iter()
            .filter(|(_, prospects)| prospects.before.wins && !prospects.after.wins);
        let mut reasons: Vec<Reason> = stopped.map(|(seat, _)| Reason::StopsWin(*seat)).collect();
        reasons.extend(self.done());
        if own.as_ref().is_some_and(|own| own.after.wins && !own.before.wins) {
            reasons.push(Reason::ThreatensWin);
        }
        let prospects = others.iter().map(|(_, prospects)| prospects);
        reasons.extend(self.named(self.saved(prospects), Reason::Saves));
        let threatened = own.map_or(Vec::new(), |own| self.threatened(&own));
        reasons.extend(self.named(threatened, Reason::Threatens));
        reasons.extend(P::reasons(self.before, self.after, self.seat));
        reasons
    }

    /// What a seat could do with a turn before and after this one; none where that cannot be said.
    fn prospects(&self, seat: Seat) -> Option<Prospects> {
        Some(Prospects {
            before: next_turn(self.before, seat)?,
            after: next_turn(self.after, seat)?,
        })
    }

    /// What the seat itself could do. Where somebody may be forced to answer, that has to be possible after an answer, too.
    fn own_prospects(&self) -> Option<Prospects> {
        let mut own = self.prospects(self.seat)?;
        if self.before.setup().seats() == 2 {
            let answered = after_answers(self.after, self.seat);
            own.after.wins &= answered.wins;
            own.after
                .captures
                .retain(|cell, _| answered.captures.contains_key(cell));
        }
        Some(own)
    }

    /// What it does at once.
    fn done(&self) -> impl Iterator<Item = Reason> {
        let cells = |which: fn(&Change, Seat) -> Option<Cell>| {
            let cells = self.changes.iter();
            cells.filter_map(|change| which(change, self.seat)).collect()
        };
        let captures = cells(|change, seat| match *change {
            Change::Taken { cell, by, .. } if by == seat => Some(cell),
            _ => None,
        });
        let controls = cells(|change, seat| match *change {
            Change::Control { cell, seat: Some(by) } if by == seat => Some(cell),
            _ => None,
        });
        let promotes = cells(|change, seat| match *change {
            Change::Flipped { cell, from, to } if from.symbol != to.symbol && to.seat == Some(seat) => {
                Some(cell)
            }
            _ => None,
        });
        let reasons = [
            self.named(captures, Reason::Captures),
            self.named(controls, Reason::Controls),
            self.named(promotes, Reason::Promotes),
        ];
        reasons.into_iter().flatten()
    }

    /// Where own pieces stand now that others could have captured before and cannot any more.
    fn saved<'l>(&self, others: impl Iterator<Item = &'l Prospects>) -> Vec<Cell> {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for prospects in others {
            before.extend(prospects.before.captures.iter());
            after.extend(prospects.after.captures.keys().copied());
        }
        let moved = self.moved();
        let own = |seat: &Option<Seat>| *seat == Some(self.seat);
        let now = before.into_iter().filter(|(_, seat)| own(seat));
        let now = now.map(|(cell, _)| moved.get(cell).copied().unwrap_or(*cell));
        let pieces = self.after.diagram().pieces;
        let stands = |cell: &Cell| {
            pieces
                .iter()
                .any(|(held, piece)| held == cell && own(&piece.seat))
        };
        let mut saved: Vec<Cell> = now.filter(|cell| stands(cell) && !after.contains(cell)).collect();
        saved.sort_unstable();
        saved.dedup();
        saved
    }

    /// What the seat can capture next and could not have captured now.
    fn threatened(&self, own: &Prospects) -> Vec<Cell> {
        let new = own.after.captures.keys();
        new.filter(|cell| !own.before.captures.contains_key(cell))
            .copied()
            .collect()
    }

    /// Where own pieces went, from where each stood at first.
    fn moved(&self) -> BTreeMap<Cell, Cell> {
        let mut moved: BTreeMap<Cell, Cell> = BTreeMap::new();
        for change in &self.changes {
            if let Change::Moved { from, to, .. } = *change {
                match moved.values_mut().find(|at| **at == from) {
                    Some(at) => *at = to,
                    None => drop(moved.insert(from, to)),
                }
            }
        }
        moved
    }

    fn named(&self, cells: Vec<Cell>, reason: fn(Vec<String>) -> Reason) -> Option<Reason> {
        let names = cells
            .iter()
            .filter_map(|cell| self.names.get(cell.index()).cloned());
        (!cells.is_empty()).then(|| reason(names.collect()))
    }
}

/// What a seat could do with a turn, before and after.
struct Prospects {
    before: NextTurn,
    after: NextTurn,
}

/// Whether the game is over and the seat alone is first.
fn is_won<P: Position>(position: &P, seat: Seat) -> bool {
    let ranks = position.standing().ranks;
    let first = ranks.iter().filter(|&(_, rank)| rank == 1).count();
    position.to_move().is_none() && ranks[seat] == 1 && first == 1
}
