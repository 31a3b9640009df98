//! Pictures in pixels, drawn from pictures in SVG.

use std::sync::LazyLock;

use resvg::tiny_skia::{FilterQuality, Paint, Pattern, Pixmap, Rect, SpreadMode, Transform};
use resvg::usvg::{Options, Tree};

use super::plain::{Plain, plain};
use crate::http::assets;

/// The longer side of a picture of a board, in pixels, or some less.
const BOARD: f32 = 800.0;
/// The size of a picture for a link, in pixels: what chats and feeds show without cutting anything off.
const CARD: (u32, u32) = (1200, 630);
/// The sides of the icon of the site, in pixels.
const ICON: u32 = 180;
/// The wood that is left above and below the board there, in pixels.
const MARGIN: f32 = 15.0;
/// The size of the grain, in pixels: as large as the largest picture, since its edges do not fit each other as they do in browsers.
const GRAIN: (u32, u32) = (1200, 900);

/// A picture cannot be drawn. The files it is made of are part of this program, so that no input leads to this.
#[derive(Debug, thiserror::Error)]
#[error("a picture cannot be drawn: {0}")]
pub struct Undrawable(String);

impl Undrawable {
    pub(super) fn of(error: impl ToString) -> Undrawable {
        Undrawable(error.to_string())
    }
}

/// A board as PNG.
pub fn png(svg: &str) -> Result<Vec<u8>, Undrawable> {
    let board = Drawing::read(svg)?;
    let (size, place) = board.fitted(BOARD);
    encoded(&board.drawn(size, place, true)?)
}

/// A board on wood, wide enough for the preview of a link, as PNG.
pub fn card(svg: &str) -> Result<Vec<u8>, Undrawable> {
    let board = Drawing::read(svg)?;
    let (width, height) = (CARD.0 as f32, CARD.1 as f32);
    let (w, h) = board.size;
    let scale = whole(((height - 2.0 * MARGIN) / h).min((width - 2.0 * MARGIN) / w));
    let (x, y) = ((width - w * scale) / 2.0, (height - h * scale) / 2.0);
    encoded(&board.drawn(CARD, Transform::from_row(scale, 0.0, 0.0, scale, x, y), true)?)
}

/// The icon of the site as PNG, of the size that phones ask for.
///
/// # Errors
/// When the file is no picture.
pub fn icon() -> Result<Vec<u8>, Undrawable> {
    let svg = assets::text("icon.svg").ok_or_else(|| Undrawable::of("there is no icon"))?;
    let tree = Tree::from_str(&svg, &Options::default()).map_err(Undrawable::of)?;
    let mut pixmap = Pixmap::new(ICON, ICON).ok_or_else(|| Undrawable::of("it has no size"))?;
    let scale = ICON as f32 / tree.size().width();
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    encoded(&pixmap)
}

/// A picture that is ready to be drawn.
pub(super) struct Drawing {
    ground: Tree,
    tree: Tree,
    size: (f32, f32),
}

impl Drawing {
    pub(super) fn read(svg: &str) -> Result<Drawing, Undrawable> {
        let Plain { ground, svg } = plain(svg).map_err(Undrawable::of)?;
        let tree = |svg: &str| Tree::from_str(svg, &Options::default()).map_err(Undrawable::of);
        let (ground, tree) = (tree(&ground)?, tree(&svg)?);
        let size = (tree.size().width(), tree.size().height());
        Ok(Drawing { ground, tree, size })
    }

    /// The size in pixels whose longer side is at most `longest`, and where the picture is then.
    pub(super) fn fitted(&self, longest: f32) -> ((u32, u32), Transform) {
        let (width, height) = self.size;
        let scale = whole(longest / width.max(height));
        let pixels = |length: f32| (length * scale).round().max(1.0) as u32;
        (
            (pixels(width), pixels(height)),
            Transform::from_scale(scale, scale),
        )
    }

    /// Draws the picture; the wood continues around it, and has a grain if that is wanted.
    pub(super) fn drawn(
        &self,
        (width, height): (u32, u32),
        place: Transform,
        grain: bool,
    ) -> Result<Pixmap, Undrawable> {
        let mut pixmap = Pixmap::new(width, height).ok_or_else(|| Undrawable::of("it has no size"))?;
        resvg::render(&self.ground, place, &mut pixmap.as_mut());
        if grain {
            lay_grain(&mut pixmap);
        }
        resvg::render(&self.tree, place, &mut pixmap.as_mut());
        Ok(pixmap)
    }
}

/// Rounds to whole pixels for a cell: patterns repeat after whole pixels, and would not fit the cells otherwise.
fn whole(scale: f32) -> f32 {
    scale.floor().max(1.0)
}

/// Lays the grain of the pages' wood over a picture.
fn lay_grain(pixmap: &mut Pixmap) {
    static TILE: LazyLock<Option<Pixmap>> = LazyLock::new(|| {
        let (width, height) = GRAIN;
        let wood = assets::text("wood.svg")?.replace("width=\"900\"", &format!("width=\"{width}\""));
        let tree = Tree::from_str(&wood, &Options::default()).ok()?;
        let mut tile = Pixmap::new(width, height)?;
        resvg::render(&tree, Transform::identity(), &mut tile.as_mut());
        Some(tile)
    });
    let Some(tile) = &*TILE else { return };
    let paint = Paint {
        shader: Pattern::new(
            tile.as_ref(),
            SpreadMode::Repeat,
            FilterQuality::Nearest,
            1.0,
            Transform::identity(),
        ),
        ..Paint::default()
    };
    if let Some(all) = Rect::from_xywh(0.0, 0.0, pixmap.width() as f32, pixmap.height() as f32) {
        pixmap.fill_rect(all, &paint, Transform::identity(), None);
    }
}

fn encoded(pixmap: &Pixmap) -> Result<Vec<u8>, Undrawable> {
    pixmap.encode_png().map_err(Undrawable::of)
}
