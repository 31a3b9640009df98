//! Plans: what is planned is played when it is due, once, and by nobody else.

mod random;

use std::collections::HashMap;

use rand::SeedableRng;
use rand::rngs::StdRng;
use thicket_rules::{AnyGame, GameKind, Seat};

use super::{TestResult, act, begun};
use crate::ids::{EventId, PlayerId};
use crate::model::game::plan::{Lapse, Plan, Planned, PlannedAnswer, Standing, steps};
use crate::model::log::action::Action;
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::refusal::RefusalCode as Code;
use crate::model::table::state::State;
use crate::time::UnixMs;

struct Story {
    state: State,
    people: Vec<PlayerId>,
    plans: HashMap<PlayerId, Plan>,
    dice: StdRng,
}

impl Story {
    fn begin(kind: GameKind, seats: u8, seed: u64) -> TestResult<Story> {
        let (state, people) = begun(kind, seats)?;
        Ok(Story {
            state,
            people,
            plans: HashMap::new(),
            dice: StdRng::seed_from_u64(seed),
        })
    }

    fn game(&self) -> TestResult<&dyn AnyGame> {
        Ok(self.state.game().ok_or("a game")?)
    }

    fn to_move(&self) -> TestResult<Option<usize>> {
        Ok(self.game()?.status().to_move().map(Seat::index))
    }

    fn play(&mut self, turn: &str) -> TestResult {
        let (by, number) = (
            self.people[self.to_move()?.ok_or("a seat to move")?],
            self.state.turn(),
        );
        let play = Action::Play {
            turn: number,
            steps: steps(turn),
        };
        act(&mut self.state, by, play, 0)?;
        Ok(())
    }

    fn take_back(&mut self, turns: u32) -> TestResult {
        let entry = LogEntry {
            id: EventId::fresh(),
            table: self.state.id,
            seq: self.state.seq.next(),
            at: UnixMs(0),
            player: None,
            command: None,
            event: Event::TakenBack { seat: 1, turns },
            name: None,
        };
        self.state.apply(&entry)?;
        Ok(())
    }

    fn plan(&self, place: usize, planned: Planned) -> Result<Plan, Code> {
        let playing = self.state.playing().map_err(|refusal| refusal.code)?;
        let plan = playing.plan(self.people[place], self.state.turn(), planned);
        plan.map_err(|refusal| refusal.code)
    }

    fn standing<'p>(&self, place: usize, plan: &'p Plan) -> Standing<'p> {
        self.state.plan_standing(self.people[place], plan)
    }
}

fn answer(to: &str, play: &str, then: Vec<PlannedAnswer>) -> PlannedAnswer {
    PlannedAnswer {
        to: to.to_owned(),
        play: play.to_owned(),
        then,
    }
}

fn answers(answers: Vec<PlannedAnswer>) -> Planned {
    Planned::Answers { answers }
}

#[test]
fn a_plan_is_followed_as_long_as_the_turns_are_in_it() -> TestResult {
    let mut story = Story::begin(GameKind::Bushwhacked, 2, 0)?;
    let tree = || {
        answers(vec![
            answer("e5", "e6", vec![answer("e7", "e8", vec![])]),
            answer("f5", "f6", vec![]),
        ])
    };
    assert_eq!(story.plan(0, tree()), Err(Code::BadPlan), "it is their turn");
    let plan = story.plan(1, tree())?;
    assert!(matches!(story.standing(1, &plan), Standing::Waits(answers) if answers.len() == 2));
    story.play("e5")?;
    assert_eq!(story.standing(1, &plan), Standing::Due("e6"));
    let mut by_hand = Story {
        state: story.state.clone(),
        people: story.people.clone(),
        plans: HashMap::new(),
        dice: StdRng::seed_from_u64(0),
    };
    by_hand.play("f9")?;
    assert_eq!(
        by_hand.standing(1, &plan),
        Standing::Done,
        "its player went on otherwise"
    );
    story.play("e6")?;
    assert!(matches!(story.standing(1, &plan), Standing::Waits(answers) if answers.len() == 1));
    story.play("e7")?;
    assert_eq!(story.standing(1, &plan), Standing::Due("e8"));
    story.take_back(1)?;
    assert!(matches!(story.standing(1, &plan), Standing::Waits(_)));
    let moved = story
        .state
        .plan_from_here(story.people[1], &plan)
        .ok_or("a plan")?;
    story.play("e7")?;
    assert_eq!(story.standing(1, &plan), Standing::Lapsed(Lapse::TakenBack));
    assert_eq!(
        story.standing(1, &moved),
        Standing::Due("e8"),
        "it goes on from where they took back"
    );
    story.play("e8")?;
    assert_eq!(story.standing(1, &moved), Standing::Done);
    story.take_back(1)?;
    assert_eq!(
        story.standing(1, &moved),
        Standing::Lapsed(Lapse::TakenBack),
        "not again by itself"
    );
    story.play("f9")?;
    assert_eq!(story.standing(1, &moved), Standing::Done);
    Ok(())
}

#[test]
fn what_cannot_be_played_is_not_planned() -> TestResult {
    let story = Story::begin(GameKind::Bushwhacked, 2, 0)?;
    let refused = |planned| story.plan(1, planned).err();
    assert_eq!(
        refused(answers(vec![answer("z9", "e6", vec![])])),
        Some(Code::IllegalStep)
    );
    assert_eq!(
        refused(answers(vec![answer("e5", "e5", vec![])])),
        Some(Code::IllegalStep)
    );
    let twice = vec![answer("e5", "e6", vec![]), answer("e5", "e7", vec![])];
    assert_eq!(refused(answers(twice)), Some(Code::BadPlan));
    assert_eq!(refused(answers(Vec::new())), Some(Code::BadPlan));
    let turn = |cells| Planned::Turn {
        turn: "e5".to_owned(),
        cells,
    };
    assert_eq!(refused(turn(vec![])), Some(Code::BadPlan));
    let several = Story::begin(GameKind::Bushwhacked, 3, 0)?;
    assert_eq!(
        several.plan(1, answers(vec![answer("e5", "e6", vec![])])),
        Err(Code::BadPlan)
    );
    assert_eq!(several.plan(1, turn(vec![9_999])), Err(Code::BadPlan));
    assert_eq!(
        several.plan(
            1,
            Planned::Turn {
                turn: "?".to_owned(),
                cells: vec![]
            }
        ),
        Err(Code::IllegalStep)
    );
    assert!(several.plan(1, turn(vec![0])).is_ok());
    Ok(())
}

#[test]
fn a_planned_turn_waits_until_it_is_ones_turn_and_its_cells_are_as_they_were() -> TestResult {
    let mut story = Story::begin(GameKind::Bushwhacked, 3, 0)?;
    let cell = |story: &Story, name: &str| {
        let cells = story.game()?.layout().cells;
        let place = cells.iter().position(|cell| cell.name == name);
        TestResult::Ok(place.ok_or("a cell")? as u16)
    };
    let turn = |turn: &str, cells| Planned::Turn {
        turn: turn.to_owned(),
        cells,
    };
    let free = story.plan(2, turn("e7", vec![]))?;
    let bound = story.plan(2, turn("e7", vec![cell(&story, "e6")?, cell(&story, "e9")?]))?;
    let taken = story.plan(2, turn("e5", vec![]))?;
    story.play("e5")?;
    assert_eq!(story.standing(2, &free), Standing::Waits(&[]));
    story.play("e6")?;
    assert_eq!(story.standing(2, &free), Standing::Due("e7"));
    assert_eq!(story.standing(2, &bound), Standing::Lapsed(Lapse::Cells));
    assert_eq!(story.standing(2, &taken), Standing::Lapsed(Lapse::Illegal));
    story.play("e8")?;
    assert_eq!(story.standing(2, &free), Standing::Done);
    Ok(())
}

#[test]
fn in_rated_games_with_a_real_time_clock_nothing_is_planned() -> TestResult {
    let mut story = Story::begin(GameKind::Bushwhacked, 2, 0)?;
    let (ann, ben) = (story.people[0], story.people[1]);
    let code = |state: &State, player| state.may_plan(player).map(|_| ()).map_err(|refusal| refusal.code);
    assert_eq!(code(&story.state, ann), Err(Code::BadPlan), "it is their turn");
    assert_eq!(code(&story.state, PlayerId::fresh()), Err(Code::NotSeated));
    for (clock, rated, allowed) in [
        ("untimed", false, true),
        ("300+5", false, true),
        ("300+5", true, false),
        ("7d+12h, cap 14d, grace 8h", true, true),
    ] {
        story.state.terms.clock = clock.parse()?;
        story.state.terms.rated = rated;
        let expected = if allowed { Ok(()) } else { Err(Code::Rated) };
        assert_eq!(code(&story.state, ben), expected, "{clock}, rated: {rated}");
    }
    Ok(())
}
