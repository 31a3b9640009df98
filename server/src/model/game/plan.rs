//! Plans: what a player will play when their turn comes, made while others think. Pure.
//!
//! A plan is not part of the log, which has its turns once they are played. How far a plan has come is read off the turns that were
//! played since it was made, so nothing needs to be written while it is followed.

use serde::{Deserialize, Serialize};
use thicket_rules::{AnyGame, Cell, Piece, Seat};
use utoipa::ToSchema;

use super::playing::Playing;
use crate::model::turn;

/// What a player will play. Turns are written as in records: `e5,f6`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "snake_case", deny_unknown_fields)]
pub enum Planned {
    /// At a table for two: answers to turns of the other.
    Answers { answers: Vec<PlannedAnswer> },
    /// At a table for more: the next turn, if it is legal by then.
    Turn {
        turn: String,
        /// Only if these cells are by then as they were when it was planned.
        #[serde(default)]
        cells: Vec<u16>,
    },
}

/// If the other plays this, I play that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PlannedAnswer {
    /// The turn of the other.
    pub to: String,
    /// The own turn.
    pub play: String,
    /// What follows.
    #[serde(default)]
    #[schema(no_recursion)]
    pub then: Vec<PlannedAnswer>,
}

/// A plan, and the position for which it was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The number of the turn: see [`Playing::turn`].
    pub turn: u32,
    /// How many turns and drops the game had.
    pub plies: usize,
    pub planned: Planned,
    /// What stood on the cells that a planned turn depends on, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stood: Vec<String>,
}

/// How a plan fits a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing<'p> {
    /// Others are to move. These answers may still come to be played; of a single turn there are none.
    Waits(&'p [PlannedAnswer]),
    /// This turn is to be played now.
    Due(&'p str),
    /// It is played to its end, or its player has gone on otherwise.
    Done,
    Lapsed(Lapse),
}

/// Why a plan lapsed. Stored as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lapse {
    /// The other played a turn that it has no answer to.
    OtherTurn,
    /// The turns that it was to follow were taken back.
    TakenBack,
    /// Something has changed on the cells that it depends on.
    Cells,
    /// Its turn is not legal.
    Illegal,
    /// Its player has the other side now.
    Sides,
}

impl Lapse {
    const ALL: [Lapse; 5] = [
        Lapse::OtherTurn,
        Lapse::TakenBack,
        Lapse::Cells,
        Lapse::Illegal,
        Lapse::Sides,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Lapse::OtherTurn => "other_turn",
            Lapse::TakenBack => "taken_back",
            Lapse::Cells => "cells",
            Lapse::Illegal => "illegal",
            Lapse::Sides => "sides",
        }
    }

    /// For the player whose plan it was.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Lapse::OtherTurn => "Your plan has lapsed: a turn was played that it has no answer to.",
            Lapse::TakenBack => "Your plan has lapsed: turns were taken back.",
            Lapse::Cells => "Your plan has lapsed: a cell that it depends on has changed.",
            Lapse::Illegal => "Your plan has lapsed: its turn was not legal any more.",
            Lapse::Sides => "Your plan has lapsed: the sides were swapped.",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no reason why a plan lapses")]
pub struct UnknownLapse(String);

impl TryFrom<String> for Lapse {
    type Error = UnknownLapse;

    fn try_from(text: String) -> Result<Lapse, UnknownLapse> {
        let found = Lapse::ALL.into_iter().find(|lapse| lapse.name() == text);
        found.ok_or(UnknownLapse(text))
    }
}

impl Plan {
    /// How the plan of a seat fits the game as it is now.
    pub fn standing(&self, playing: &Playing, seat: Seat) -> Standing<'_> {
        let game = playing.game.as_ref();
        // Events that came before the plan are still on their way to this node.
        let Some(turns) = playing.turn.checked_sub(self.turn) else {
            return Standing::Waits(&[]);
        };
        if playing.swapped_in.is_some_and(|turn| self.turn < turn) {
            return Standing::Lapsed(Lapse::Sides);
        }
        if game.ply_count() < self.plies {
            return Standing::Lapsed(Lapse::TakenBack);
        }
        let since = game.plies_after(self.plies);
        let standing = match &self.planned {
            Planned::Answers { answers } => followed(answers, seat, &since),
            Planned::Turn { .. } if since.iter().any(|(by, _)| *by == seat) => Standing::Done,
            Planned::Turn { turn, .. } if game.status().to_move() == Some(seat) => Standing::Due(turn),
            Planned::Turn { .. } => Standing::Waits(&[]),
        };
        let Standing::Due(turn) = standing else {
            return standing;
        };
        // A turn that was taken back is not played again by itself.
        if since.len() != turns as usize {
            return Standing::Lapsed(Lapse::TakenBack);
        }
        if self.contents(game) != self.stood {
            return Standing::Lapsed(Lapse::Cells);
        }
        match turn::check(game, &steps(turn)) {
            Ok(_) if game.status().to_move() == Some(seat) => standing,
            _ => Standing::Lapsed(Lapse::Illegal),
        }
    }

    /// The plan from here on, after turns were taken back that came after it was made: it is kept where it still waits.
    #[must_use]
    pub fn from_here(&self, playing: &Playing, seat: Seat) -> Option<Plan> {
        let Standing::Waits(answers) = self.standing(playing, seat) else {
            return None;
        };
        let planned = match &self.planned {
            Planned::Answers { .. } => Planned::Answers {
                answers: answers.to_vec(),
            },
            turn @ Planned::Turn { .. } => turn.clone(),
        };
        Some(Plan {
            turn: playing.turn,
            plies: playing.game.ply_count(),
            planned,
            stood: self.stood.clone(),
        })
    }

    /// What stands now on the cells that it depends on.
    pub(in crate::model) fn contents(&self, game: &dyn AnyGame) -> Vec<String> {
        let Planned::Turn { cells, .. } = &self.planned else {
            return Vec::new();
        };
        if cells.is_empty() {
            return Vec::new();
        }
        let diagram = game.diagram();
        let on = |cell: u16| {
            let pieces = diagram.pieces.iter().filter(|(at, _)| *at == Cell(cell));
            let control = diagram.control.iter().filter(|(at, _)| *at == Cell(cell));
            let pieces = pieces.map(|(_, piece)| stored_piece(piece));
            let control = control.map(|(_, seat)| format!("control {}", seat.number()));
            pieces.chain(control).collect::<Vec<_>>().join(", ")
        };
        cells.iter().map(|&cell| on(cell)).collect()
    }
}

/// A piece in words that are stored: its picture, its seat and where it points.
fn stored_piece(piece: &Piece) -> String {
    let number = |seat: Seat| seat.number().to_string();
    let parts = [
        Some(piece.symbol.to_owned()),
        piece.seat.map(number),
        piece.facing.map(|degrees| format!("{degrees}°")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The steps of a turn as records write it.
pub fn steps(turn: &str) -> Vec<String> {
    turn.split(',').map(str::to_owned).collect()
}

/// How answers fit the turns that were played since they were planned.
fn followed<'p>(answers: &'p [PlannedAnswer], seat: Seat, since: &[(Seat, String)]) -> Standing<'p> {
    let (mut answers, mut due) = (answers, None::<&PlannedAnswer>);
    for (by, played) in since {
        match due.take() {
            Some(answer) if *by == seat && answer.play == *played => answers = &answer.then,
            None if *by != seat => match answers.iter().find(|answer| answer.to == *played) {
                Some(answer) => due = Some(answer),
                None => return Standing::Lapsed(Lapse::OtherTurn),
            },
            _ if *by == seat => return Standing::Done,
            _ => return Standing::Lapsed(Lapse::OtherTurn),
        }
    }
    match due {
        Some(answer) => Standing::Due(&answer.play),
        None if answers.is_empty() => Standing::Done,
        None => Standing::Waits(answers),
    }
}
