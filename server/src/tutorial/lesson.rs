//! A lesson: a position, and a goal to be reached in one turn.

use roxmltree::Node;
use thicket_rules::GameKind;

use super::goal::Goal;
use super::scene::{Scene, steps};
use super::{UnreadableTutorial, attribute, inside, wrong};
use crate::model::refusal::Refusal;
use crate::protocol::{EvaluationView, LessonView, PreviewView, preview};

#[derive(Debug)]
pub struct Lesson {
    /// HTML.
    pub words: String,
    pub scene: Scene,
    seat: u8,
    goal: Goal,
    pub solution: Vec<String>,
}

impl Lesson {
    pub(super) fn read(kind: GameKind, node: Node) -> Result<Lesson, UnreadableTutorial> {
        let scene = Scene::read(kind, node)?;
        let to_move = scene.game.status().to_move();
        let goal = Goal::read(attribute(node, "data-goal")?, &scene.game.layout())
            .ok_or_else(|| wrong(node, "data-goal is not understood"))?;
        Ok(Lesson {
            words: inside(node).to_owned(),
            seat: to_move.ok_or_else(|| wrong(node, "the game is over"))?.number(),
            scene,
            goal,
            solution: steps(Some(attribute(node, "data-solution")?))
                .map(str::to_owned)
                .collect(),
        })
    }

    pub fn view(&self) -> LessonView {
        LessonView {
            kind: self.scene.kind(),
            start: self.scene.crop.diagram(self.scene.game.diagram().into()),
            seat: self.seat,
            solution: self.solution.clone(),
        }
    }

    /// What these steps do, and whether they reach the goal.
    pub fn attempt(&self, steps: &[String]) -> Result<EvaluationView, Refusal> {
        let whole = preview(self.scene.game.as_ref(), steps)?;
        let reached = whole.complete && self.goal.reached(self.seat, steps, &whole.changes);
        let crop = &self.scene.crop;
        Ok(EvaluationView {
            preview: PreviewView {
                changes: crop.changes(&whole.changes),
                end: whole.end.as_deref().map(|changes| crop.changes(changes)),
                clicks: crop.clicks(whole.clicks),
                guide: crop.guide(whole.guide),
                ..whole
            },
            reached,
        })
    }
}
