//! A lesson: a position in which something is to be done.

use roxmltree::Node;
use thicket_rules::GameKind;

use super::goal::Goal;
use super::scene::{Scene, steps};
use super::{UnreadablePrimer, attribute, inside, wrong};
use crate::model::refusal::Refusal;
use crate::protocol::preview;
use crate::protocol::{JudgedView, LessonView, PreviewView};

/// One lesson of a first game.
#[derive(Debug)]
pub struct Lesson {
    /// What is told, as HTML.
    pub words: String,
    /// Where it begins.
    pub scene: Scene,
    seat: u8,
    goal: Goal,
    /// One turn that reaches the goal.
    pub solution: Vec<String>,
}

impl Lesson {
    pub(super) fn read(kind: GameKind, node: Node) -> Result<Lesson, UnreadablePrimer> {
        let scene = Scene::read(kind, node)?;
        let mover = scene.game.status().to_move();
        let goal = Goal::read(attribute(node, "data-goal")?, &scene.game.layout())
            .ok_or_else(|| wrong(node, "data-goal is not understood"))?;
        Ok(Lesson {
            words: inside(node).to_owned(),
            seat: mover.ok_or_else(|| wrong(node, "the game is over"))?.number(),
            scene,
            goal,
            solution: steps(Some(attribute(node, "data-solution")?))
                .map(str::to_owned)
                .collect(),
        })
    }

    /// What the browser is told.
    pub fn view(&self) -> LessonView {
        LessonView {
            kind: self.scene.kind(),
            start: self.scene.crop.diagram(self.scene.game.diagram().into()),
            seat: self.seat,
            solution: self.solution.clone(),
        }
    }

    /// What comes of some steps.
    pub fn attempt(&self, steps: &[String]) -> Result<JudgedView, Refusal> {
        let whole = preview(self.scene.game.as_ref(), 0, steps)?;
        let reached = whole.complete && self.goal.reached(self.seat, steps, &whole.changes);
        let crop = &self.scene.crop;
        Ok(JudgedView {
            preview: PreviewView {
                changes: crop.changes(&whole.changes),
                end: whole.end.as_deref().map(|changes| crop.changes(changes)),
                clicks: crop.clicks(whole.clicks),
                ..whole
            },
            reached,
        })
    }
}
