//! Random games in which plans are made all the time.

use std::collections::HashSet;

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use thicket_rules::{AnyGame, GameKind, Seat};

use super::super::{TestResult, context};
use super::Story;
use crate::ids::PlayerId;
use crate::model::game::plan::{Plan, Planned, PlannedAnswer, Standing, steps};
use crate::model::refusal::RefusalCode as Code;

fn random_turn(game: &dyn AnyGame, dice: &mut StdRng) -> TestResult<String> {
    let (mut game, plies) = (game.boxed_clone(), game.ply_count());
    while game.ply_count() == plies {
        let step = game.legal().choose(dice).ok_or("a step")?.clone();
        game.play(&step)?;
    }
    Ok(game.last_ply().ok_or("a turn")?)
}

/// Random answers of this seat; none where the other does not move, or ends the game by each turn that is tried.
fn random_answers(
    game: &dyn AnyGame,
    seat: Seat,
    depth: usize,
    dice: &mut StdRng,
) -> TestResult<Vec<PlannedAnswer>> {
    let mut answers = Vec::<PlannedAnswer>::new();
    for _ in 0..dice.random_range(1..=3) {
        let to = random_turn(game, dice)?;
        let mut after = game.boxed_clone();
        after.play_turn(&steps(&to))?;
        if after.status().to_move() != Some(seat) || answers.iter().any(|answer| answer.to == to) {
            continue;
        }
        let play = random_turn(after.as_ref(), dice)?;
        after.play_turn(&steps(&play))?;
        let goes_on = depth > 1 && after.status().to_move().is_some_and(|next| next != seat);
        let then = match goes_on && dice.random() {
            true => random_answers(after.as_ref(), seat, depth - 1, dice)?,
            false => Vec::new(),
        };
        answers.push(PlannedAnswer { to, play, then });
    }
    Ok(answers)
}

/// What a seat may plan that waits for others.
fn random_plan(game: &dyn AnyGame, seat: Seat, dice: &mut StdRng) -> TestResult<Planned> {
    if game.seats() == 2 {
        let answers = random_answers(game, seat, 3, dice)?;
        return Ok(Planned::Answers { answers });
    }
    let mut later = game.boxed_clone();
    while later.status().to_move().is_some_and(|next| next != seat) {
        let turn = random_turn(later.as_ref(), dice)?;
        later.play_turn(&steps(&turn))?;
    }
    let turn = match later.status().to_move() {
        Some(_) => random_turn(later.as_ref(), dice)?,
        None => "a1".to_owned(),
    };
    let places = game.layout().cells.len() as u16;
    let cells = (0..dice.random_range(0..3)).map(|_| dice.random_range(0..places));
    Ok(Planned::Turn {
        turn,
        cells: cells.collect(),
    })
}

fn has_answer(answers: &[PlannedAnswer], to: &str, play: &str) -> bool {
    answers
        .iter()
        .any(|answer| answer.to == to && answer.play == play || has_answer(&answer.then, to, play))
}

/// What random games came to.
#[derive(Default)]
struct Counts {
    played: usize,
    lapsed: usize,
    taken_back: usize,
}

impl Story {
    /// Those who wait make plans now and then.
    fn make_plans(&mut self) -> TestResult {
        for place in 0..self.people.len() {
            let seat = Seat::from_index(place).ok_or("a seat")?;
            let waits = self.to_move()? != Some(place) && self.game()?.in_play().contains(seat);
            if !waits || self.plans.contains_key(&self.people[place]) || self.dice.random_ratio(1, 3) {
                continue;
            }
            let game = self.game()?.boxed_clone();
            let planned = random_plan(game.as_ref(), seat, &mut self.dice)?;
            if matches!(&planned, Planned::Answers { answers } if answers.is_empty()) {
                continue;
            }
            match self.plan(place, planned.clone()) {
                Ok(plan) => drop(self.plans.insert(self.people[place], plan)),
                Err(code) => assert_eq!(code, Code::IllegalStep, "{planned:?}"),
            }
        }
        Ok(())
    }

    /// Plays what is due; whether anything was.
    fn play_due(&mut self, ids: &mut HashSet<uuid::Uuid>) -> TestResult<bool> {
        let due = |(player, plan): (&PlayerId, &Plan)| self.state.planned_command(*player, plan);
        let commands: Vec<_> = self.plans.iter().filter_map(due).collect();
        let [command] = commands.as_slice() else {
            assert!(commands.is_empty(), "one seat is to move");
            return Ok(false);
        };
        assert_eq!(command.by, self.people[self.to_move()?.ok_or("a seat to move")?]);
        assert!(ids.insert(command.id.0), "a turn is played once");
        let last = self.game()?.last_ply().unwrap_or_default();
        let decided = self.state.decide(command, &context(0, 0, Vec::new()));
        let decision = decided.expect("a legal turn");
        self.state.apply(&decision.entry)?;
        let played = self.game()?.last_ply().ok_or("a turn")?;
        match &self.plans[&command.by].planned {
            Planned::Answers { answers } => assert!(has_answer(answers, &last, &played)),
            Planned::Turn { turn, .. } => assert_eq!(*turn, played),
        }
        assert_eq!(self.state.answered(command), Some(self.state.seq));
        Ok(true)
    }

    fn go_on(&mut self, counts: &mut Counts) -> TestResult {
        let turns = self.dice.random_range(1..=2);
        if self.dice.random_ratio(1, 10) && self.game()?.check_take_back(turns as usize).is_ok() {
            self.take_back(turns)?;
            counts.taken_back += 1;
            for (player, plan) in &self.plans {
                assert!(
                    self.state.planned_command(*player, plan).is_none(),
                    "not by itself"
                );
            }
            let state = &self.state;
            let moved = self
                .plans
                .iter()
                .filter_map(|(player, plan)| Some((*player, state.plan_from_here(*player, plan)?)));
            self.plans = moved.collect();
            return Ok(());
        }
        let game = self.game()?;
        let foreseen: Vec<String> = self
            .plans
            .values()
            .filter_map(|plan| match &plan.planned {
                Planned::Answers { answers } => Some(answers.iter().map(|answer| answer.to.clone())),
                Planned::Turn { .. } => None,
            })
            .flatten()
            .filter(|turn| game.check_turn(&steps(turn)).is_ok_and(|effect| effect.complete))
            .collect();
        let turn = match foreseen.choose(&mut self.dice) {
            Some(turn) if self.dice.random_ratio(2, 3) => turn.clone(),
            _ => {
                let game = self.game()?.boxed_clone();
                random_turn(game.as_ref(), &mut self.dice)?
            }
        };
        self.play(&turn)?;
        Ok(())
    }

    fn settle(&mut self, counts: &mut Counts) {
        let state = &self.state;
        self.plans
            .retain(|player, plan| match state.plan_standing(*player, plan) {
                Standing::Waits(_) | Standing::Due(_) => true,
                Standing::Done => false,
                Standing::Lapsed(_) => {
                    counts.lapsed += 1;
                    false
                }
            });
    }
}

#[test]
fn what_is_played_was_planned_is_legal_and_played_once() -> TestResult {
    let mut counts = Counts::default();
    for kind in GameKind::ALL {
        for seats in kind.info().seats.clone() {
            for seed in 0..6 {
                let mut story = Story::begin(*kind, seats, seed)?;
                let mut ids = HashSet::new();
                for _ in 0..60 {
                    if story.state.playing().is_err() {
                        break;
                    }
                    story.make_plans()?;
                    match story.play_due(&mut ids)? {
                        true => counts.played += 1,
                        false => story.go_on(&mut counts)?,
                    }
                    story.settle(&mut counts);
                }
            }
        }
    }
    assert!(counts.played > 100 && counts.lapsed > 100 && counts.taken_back > 20);
    Ok(())
}
