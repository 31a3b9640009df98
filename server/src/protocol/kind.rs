//! A game and its board, as each page gets them once.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use thicket_rules::{AnyGame, Layout, Outline, Place};
use utoipa::ToSchema;

use super::board::DiagramView;
use crate::model::player::bot::BotLevel;

/// What a page receives once about the game of its table.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KindView {
    /// In addresses and records.
    pub name: &'static str,
    /// On pages.
    pub title: &'static str,
    /// Empty where the game has none.
    pub variant: &'static str,
    /// By seat.
    pub colours: Vec<&'static str>,
    /// The name of each symbol of a piece.
    pub pieces: BTreeMap<&'static str, &'static str>,
    /// In order: the name in the tree of clicks and the label.
    pub buttons: Vec<(&'static str, &'static str)>,
    /// What is counted for each seat.
    pub tallies: Vec<&'static str>,
    /// The parts of a score.
    pub scores: Vec<&'static str>,
    /// The last level of the server's bots.
    pub levels: u8,
    pub layout: LayoutView,
}

/// A board without pieces, in units of one square's side; y grows downwards.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LayoutView {
    pub width: f32,
    pub height: f32,
    /// By their numbers.
    pub cells: Vec<PlaceView>,
    /// From (x, y) to (x, y).
    pub lines: Vec<(f32, f32, f32, f32)>,
    /// At (x, y).
    pub labels: Vec<(f32, f32, String)>,
    /// For each seat, the degrees by which the board is rotated clockwise so that this seat sits at the bottom.
    pub rotations: Vec<u16>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlaceView {
    /// In the notation.
    pub name: String,
    /// The middle, from the left.
    pub x: f32,
    /// The middle, from the top.
    pub y: f32,
    /// Its form if it is no square: each is one unit across.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub outline: Option<OutlineView>,
}

/// The form of a place that is no square.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OutlineView {
    Round,
    /// A hexagon with a side at the top; opposite sides are one unit apart.
    Hexagon,
}

/// A game and its board, made once for all tables with the same setup.
#[derive(Debug)]
pub struct Kind {
    pub view: KindView,
    pub json: Arc<RawValue>,
    /// The board before the first turn.
    pub start: Arc<DiagramView>,
}

type Kinds = HashMap<(&'static str, u8, &'static str), Arc<Kind>>;

impl Kind {
    /// Of a game that has just begun.
    pub fn of(game: &dyn AnyGame) -> Arc<Kind> {
        // As many entries as there are setups of all games.
        static KINDS: OnceLock<Mutex<Kinds>> = OnceLock::new();
        let mut kinds = KINDS.get_or_init(Mutex::default).lock();
        let setup = (game.info().name, game.seats(), game.variant());
        let made = || {
            let view = KindView::from(game);
            let json = to_raw_value(&view).expect("kind").into();
            let start = Arc::new(game.diagram().into());
            Arc::new(Kind { view, json, start })
        };
        Arc::clone(kinds.entry(setup).or_insert_with(made))
    }
}

impl From<&dyn AnyGame> for KindView {
    fn from(game: &dyn AnyGame) -> KindView {
        let info = game.info();
        KindView {
            name: info.name,
            title: info.title,
            variant: game.variant(),
            colours: info.colours[..usize::from(game.seats())].to_vec(),
            pieces: info.pieces.iter().copied().collect(),
            buttons: info.buttons.to_vec(),
            tallies: info.tallies.to_vec(),
            scores: info.scores.to_vec(),
            levels: BotLevel::strongest(info).number(),
            layout: game.layout().into(),
        }
    }
}

impl From<Layout> for LayoutView {
    fn from(layout: Layout) -> LayoutView {
        let Layout {
            width,
            height,
            cells,
            lines,
            labels,
            rotations,
        } = layout;
        LayoutView {
            width,
            height,
            cells: cells.into_iter().map(PlaceView::from).collect(),
            lines: lines
                .iter()
                .map(|line| (line.from.0, line.from.1, line.to.0, line.to.1))
                .collect(),
            labels: labels
                .into_iter()
                .map(|label| (label.x, label.y, label.text))
                .collect(),
            rotations: rotations.as_slice().to_vec(),
        }
    }
}

impl From<Place> for PlaceView {
    fn from(place: Place) -> PlaceView {
        let Place { name, x, y, outline } = place;
        let outline = match outline {
            Outline::Square => None,
            Outline::Round => Some(OutlineView::Round),
            Outline::Hexagon => Some(OutlineView::Hexagon),
        };
        PlaceView { name, x, y, outline }
    }
}
