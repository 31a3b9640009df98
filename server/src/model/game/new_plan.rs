//! New plans: each turn in them has to be legal where it stands.

use thicket_rules::{AnyGame, Seat, TurnRefusal};

use super::plan::{Plan, Planned, PlannedAnswer, steps};
use super::playing::Playing;
use crate::ids::PlayerId;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::model::turn::{self, play_text, refused};

/// The most answers of a plan.
const MAX_ANSWERS: usize = 64;
/// How many own turns may follow each other in a plan.
const MAX_DEPTH: usize = 10;
/// On how many cells a planned turn may depend.
const MAX_CELLS: usize = 64;

impl Playing {
    /// The plan that a player makes in this turn.
    ///
    /// # Errors
    /// When they are not waiting for others, the game has gone on, or something in it is not legal where it stands.
    pub fn plan(&self, by: PlayerId, turn: u32, planned: Planned) -> Result<Plan, Refusal> {
        let seat = self.waiting_seat(by)?;
        self.same_turn(turn)?;
        let planned = match planned {
            Planned::Answers { answers } if self.game.seats() == 2 => self.answers(seat, answers)?,
            Planned::Answers { .. } => {
                let sentence = "Only at a table for two can answers be planned. Plan your next turn instead.";
                return refuse(Code::BadPlan, sentence);
            }
            Planned::Turn { .. } if self.game.seats() == 2 => {
                let sentence = "At a table for two, plan answers to the turns of the other.";
                return refuse(Code::BadPlan, sentence);
            }
            Planned::Turn { turn, cells } => self.next_turn(turn, cells)?,
        };
        let mut plan = Plan {
            turn,
            plies: self.game.ply_count(),
            planned,
            stood: Vec::new(),
        };
        plan.stood = plan.contents(self.game.as_ref());
        Ok(plan)
    }

    /// The seat of a player who waits for others.
    ///
    /// # Errors
    /// When they are not in play, or it is their turn.
    pub fn waiting_seat(&self, player: PlayerId) -> Result<Seat, Refusal> {
        let seat = self.seat_in_play(player)?;
        if self.game.status().to_move() == Some(seat) {
            let sentence = "It is your turn. Plans are made while others think.";
            return refuse(Code::BadPlan, sentence);
        }
        Ok(seat)
    }

    fn answers(&self, seat: Seat, mut answers: Vec<PlannedAnswer>) -> Result<Planned, Refusal> {
        if answers.is_empty() {
            return refuse(Code::BadPlan, "There is no answer in this plan.");
        }
        let mut left = MAX_ANSWERS;
        check_answers(self.game.as_ref(), seat, &mut answers, &mut left, MAX_DEPTH)?;
        Ok(Planned::Answers { answers })
    }

    /// Whether it is legal is seen only when it is to be played: until then others play.
    fn next_turn(&self, turn: String, mut cells: Vec<u16>) -> Result<Planned, Refusal> {
        let places = self.game.layout().cells.len();
        if let Err(malformed @ TurnRefusal::Malformed { .. }) = self.game.check_turn(&steps(&turn)) {
            return Err(refused(malformed));
        }
        cells.sort_unstable();
        cells.dedup();
        if cells.len() > MAX_CELLS || cells.last().is_some_and(|&cell| usize::from(cell) >= places) {
            return refuse(Code::BadPlan, "A planned turn cannot depend on these cells.");
        }
        Ok(Planned::Turn { turn, cells })
    }
}

/// Refuses answers that cannot be played after each other, and spells the others as the rules do.
fn check_answers(
    game: &dyn AnyGame,
    seat: Seat,
    answers: &mut [PlannedAnswer],
    left: &mut usize,
    depth: usize,
) -> Result<(), Refusal> {
    if depth == 0 {
        let sentence = format!("A plan can have {MAX_DEPTH} turns of yours after each other, and no more.");
        return refuse(Code::BadPlan, &sentence);
    }
    let mut known: Vec<String> = Vec::with_capacity(answers.len());
    for answer in answers {
        *left = left.checked_sub(1).ok_or_else(too_many)?;
        let mut after = game.boxed_clone();
        answer.to = played(after.as_mut(), &answer.to)?;
        if known.contains(&answer.to) {
            let sentence = format!("There are two answers to {}.", answer.to);
            return refuse(Code::BadPlan, &sentence);
        }
        known.push(answer.to.clone());
        if after.status().to_move() != Some(seat) {
            let sentence = format!("After {} it is not your turn.", answer.to);
            return refuse(Code::BadPlan, &sentence);
        }
        answer.play = played(after.as_mut(), &answer.play)?;
        if answer.then.is_empty() {
            continue;
        }
        if after.status().to_move().is_none_or(|next| next == seat) {
            let sentence = format!("After {} the other does not move.", answer.play);
            return refuse(Code::BadPlan, &sentence);
        }
        check_answers(after.as_ref(), seat, &mut answer.then, left, depth - 1)?;
    }
    Ok(())
}

fn too_many() -> Refusal {
    let sentence = format!("A plan can have {MAX_ANSWERS} answers, and no more.");
    Refusal::new(Code::BadPlan, sentence)
}

/// Plays a turn; how the rules spell it.
fn played(game: &mut dyn AnyGame, text: &str) -> Result<String, Refusal> {
    turn::check(game, &steps(text))?;
    play_text(game, text)?;
    Ok(game.last_ply().unwrap_or_default())
}
