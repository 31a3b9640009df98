//! Pictures in pixels, drawn from pictures in SVG.

use png::{ColorType, Compression, Encoder, Filter};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::palette::Palette;
use super::plain::plain;
use crate::http::assets;

/// The longer side of a picture of a board, in pixels, or some less.
const BOARD: f32 = 800.0;
/// The size of a picture for a link, in pixels: what chats and feeds show without cutting anything off.
const CARD: (u32, u32) = (1200, 630);
/// The wood that is left above and below the board there, in pixels.
const MARGIN: f32 = 15.0;

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
    encoded(&board.drawn(size, place)?)
}

/// A board on wood, wide enough for the preview of a link, as PNG.
pub fn card(svg: &str) -> Result<Vec<u8>, Undrawable> {
    let board = Drawing::read(svg)?;
    let (width, height) = (CARD.0 as f32, CARD.1 as f32);
    let (w, h) = board.size;
    let scale = whole(((height - 2.0 * MARGIN) / h).min((width - 2.0 * MARGIN) / w));
    let (x, y) = ((width - w * scale) / 2.0, (height - h * scale) / 2.0);
    encoded(&board.drawn(CARD, Transform::from_row(scale, 0.0, 0.0, scale, x, y))?)
}

/// A square drawing of the site as PNG: the name of its file, and its side in pixels.
///
/// # Errors
/// When the file is no picture.
pub fn icon(file: &str, side: u32) -> Result<Vec<u8>, Undrawable> {
    let svg = assets::text(file).ok_or_else(|| Undrawable::of("there is no such file"))?;
    let tree = Tree::from_str(&svg, &Options::default()).map_err(Undrawable::of)?;
    let mut pixmap = Pixmap::new(side, side).ok_or_else(|| Undrawable::of("it has no size"))?;
    let scale = side as f32 / tree.size().width();
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(Undrawable::of)
}

/// A picture that is ready to be drawn.
pub(super) struct Drawing {
    tree: Tree,
    size: (f32, f32),
}

impl Drawing {
    pub(super) fn read(svg: &str) -> Result<Drawing, Undrawable> {
        let svg = plain(svg).map_err(Undrawable::of)?;
        let tree = Tree::from_str(&svg, &Options::default()).map_err(Undrawable::of)?;
        let size = (tree.size().width(), tree.size().height());
        Ok(Drawing { tree, size })
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

    /// Draws the picture; the wood continues around it, without its grain, which makes files six times as large.
    pub(super) fn drawn(&self, (width, height): (u32, u32), place: Transform) -> Result<Pixmap, Undrawable> {
        let mut pixmap = Pixmap::new(width, height).ok_or_else(|| Undrawable::of("it has no size"))?;
        resvg::render(&self.tree, place, &mut pixmap.as_mut());
        Ok(pixmap)
    }
}

/// Rounds to whole pixels for a cell: patterns repeat after whole pixels, and would not fit the cells otherwise.
fn whole(scale: f32) -> f32 {
    scale.floor().max(1.0)
}

/// With a palette: a fifth of the bytes of all colours that there are.
fn encoded(pixmap: &Pixmap) -> Result<Vec<u8>, Undrawable> {
    let mut palette = Palette::of(&[pixmap]);
    let pixels = pixmap.data().as_chunks().0;
    let numbers: Vec<u8> = pixels.iter().map(|pixel| palette.number(*pixel)).collect();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixmap.width(), pixmap.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_compression(Compression::High);
    // Differences of numbers of colours mean nothing.
    encoder.set_filter(Filter::NoFilter);
    encoder.set_palette(palette.colours());
    let mut writer = encoder.write_header().map_err(Undrawable::of)?;
    writer.write_image_data(&numbers).map_err(Undrawable::of)?;
    writer.finish().map_err(Undrawable::of)?;
    Ok(file)
}
