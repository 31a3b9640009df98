//! A position that a tutorial shows, and a figure: a position with the turns that follow.

use askama::Template;
use roxmltree::Node;
use thicket_rules::{AnyGame, GameKind};

use super::crop::Crop;
use super::{UnreadableTutorial, attribute, wrong};
use crate::model::refusal::Refusal;
use crate::model::turn::{PlyEffect, play_step};
use crate::protocol::{FigureView, KindView, PlyView};

/// A position, and the part of the board that is shown.
#[derive(Debug)]
pub struct Scene {
    pub game: Box<dyn AnyGame>,
    pub(super) crop: Crop,
}

impl Scene {
    pub(super) fn read(kind: GameKind, node: Node) -> Result<Scene, UnreadableTutorial> {
        let position = attribute(node, "data-position")?;
        let game = kind
            .at(position)
            .map_err(|error| wrong(node, &error.to_string()))?;
        let corners = node.attribute("data-from").zip(node.attribute("data-to"));
        let crop = Crop::of(&game.layout(), corners)
            .ok_or_else(|| wrong(node, "data-from and data-to are no cells"))?;
        Ok(Scene { game, crop })
    }

    /// The game, with the part of its board.
    pub fn kind(&self) -> KindView {
        let kind = KindView::from(self.game.as_ref());
        KindView {
            layout: self.crop.layout(kind.layout),
            ..kind
        }
    }
}

#[derive(Debug)]
pub struct Figure {
    pub(super) scene: Scene,
    pub(super) plies: Vec<PlyView>,
}

/// The place of a figure's boards. A script draws them; the place has their size from the start.
#[derive(Template)]
#[template(path = "shots.html")]
struct Shots {
    number: usize,
    width: f32,
    height: f32,
    moves: bool,
}

impl Figure {
    pub(super) fn read(kind: GameKind, node: Node) -> Result<Figure, UnreadableTutorial> {
        let scene = Scene::read(kind, node)?;
        let steps: Vec<&str> = steps(node.attribute("data-steps")).collect();
        let plies = plies(scene.game.clone(), &steps).map_err(|refusal| wrong(node, &refusal.sentence))?;
        Ok(Figure { scene, plies })
    }

    pub fn view(&self) -> FigureView {
        let shown = |ply: &PlyView| PlyView {
            changes: self.scene.crop.changes(&ply.changes),
            ..ply.clone()
        };
        FigureView {
            kind: self.scene.kind(),
            start: self.scene.crop.diagram(self.scene.game.diagram().into()),
            plies: self.plies.iter().map(shown).collect(),
        }
    }

    pub(super) fn place(&self, number: usize) -> String {
        let layout = self.scene.kind().layout;
        let shots = Shots {
            number,
            width: layout.width,
            height: layout.height,
            moves: !self.plies.is_empty(),
        };
        shots.render().unwrap_or_default()
    }
}

pub(super) fn steps(text: Option<&str>) -> impl Iterator<Item = &str> {
    text.into_iter().flat_map(|text| text.split(','))
}

/// The turns that the steps make up; the last one may be unfinished.
fn plies(mut game: Box<dyn AnyGame>, steps: &[&str]) -> Result<Vec<PlyView>, Refusal> {
    let mut plies = Vec::new();
    let mut rest = steps;
    while let Some(seat) = game.status().to_move().filter(|_| !rest.is_empty()) {
        let start = game.clone();
        let (before, mut changes, mut length) = (game.ply_count(), Vec::new(), 0);
        while length < rest.len() && game.ply_count() == before {
            changes.extend(play_step(game.as_mut(), rest[length])?);
            length += 1;
        }
        let (turn, later) = rest.split_at(length);
        rest = later;
        let text = turn.join(",");
        let effect = PlyEffect {
            seat,
            shorthand: start.shorthand(&text),
            words: start.in_words(&text),
            text,
            changes,
        };
        plies.push(PlyView::new(effect, game.as_ref(), None));
    }
    match rest.first() {
        // The game is over; its refusal says so.
        Some(step) => play_step(game.as_mut(), step).map(|_| plies),
        None => Ok(plies),
    }
}
