//! A game as an animated GIF: one palette for all frames, and in each frame only what changed.

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use super::palette::{Palette, Pixel, UNUSED};
use super::raster::{Drawing, Undrawable};

pub(crate) const FRAMES: usize = 150;
pub(crate) const MAX_PIXELS: u16 = 480;
/// How long each frame is shown, and the last one, in hundredths of a second.
const EACH: u16 = 70;
const LAST: u16 = 300;

/// The numbers of turns after which a game of `turns` turns is shown: the start, the end and, if these are too many, evenly spread
/// ones between.
pub fn plies(turns: usize) -> Vec<usize> {
    let steps = turns.min(FRAMES - 1);
    (0..=steps).map(|step| step * turns / steps.max(1)).collect()
}

/// Draws one board after the other, as an animation that repeats for ever.
///
/// # Errors
/// When `boards` is empty or holds a picture that is not made here.
pub fn gif(boards: &[String]) -> Result<Vec<u8>, Undrawable> {
    let last = boards
        .last()
        .ok_or_else(|| Undrawable::of("there is nothing to show"))?;
    let samples = [&boards[0], &boards[boards.len() / 2], last];
    let samples = samples.map(|svg| pixels(svg));
    let samples = samples.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut palette = Palette::of(&samples.iter().collect::<Vec<_>>());
    let first = pixels(&boards[0])?;
    let (width, height) = (first.width() as u16, first.height() as u16);
    let mut encoder = Encoder::new(Vec::new(), width, height, &palette.colours()).map_err(Undrawable::of)?;
    encoder.set_repeat(Repeat::Infinite).map_err(Undrawable::of)?;
    let mut shown = None;
    for (number, svg) in boards.iter().enumerate() {
        let drawn = pixels(svg)?;
        let delay = if number + 1 == boards.len() { LAST } else { EACH };
        let frame = palette.frame(shown.as_ref(), &drawn, delay);
        encoder.write_frame(&frame).map_err(Undrawable::of)?;
        shown = Some(drawn);
    }
    encoder.into_inner().map_err(Undrawable::of)
}

fn pixels(svg: &str) -> Result<Pixmap, Undrawable> {
    let board = Drawing::read(svg)?;
    let (size, place) = board.fitted(f32::from(MAX_PIXELS));
    board.drawn(size, place)
}

impl Palette {
    /// The part of a picture that differs from the one before. The first one is shown whole.
    fn frame<'a>(&mut self, before: Option<&Pixmap>, now: &Pixmap, delay: u16) -> Frame<'a> {
        let before = before.map_or(&[] as &[Pixel], |before| before.data().as_chunks().0);
        let (now, width) = (now.data().as_chunks().0, now.width() as usize);
        let Part {
            left,
            top,
            right,
            bottom,
        } = changed(before, now, width);
        let places = (top..bottom).flat_map(|y| (left..right).map(move |x| y * width + x));
        let numbers = places.map(|at| match before.get(at) {
            Some(same) if *same == now[at] => UNUSED,
            _ => self.number(now[at]),
        });
        Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNUSED),
            left: left as u16,
            top: top as u16,
            buffer: numbers.collect::<Vec<u8>>().into(),
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            ..Frame::default()
        }
    }
}

/// A part of a picture, up to before its right and its bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

/// The part of a picture in which it differs from the one before it. It is never empty, as no frame may be.
fn changed(before: &[Pixel], now: &[Pixel], width: usize) -> Part {
    let rows = || now.chunks(width).zip(before.chunks(width)).enumerate();
    let differing = || rows().filter(|(_, (row, old))| row != old);
    let (Some((top, _)), Some((bottom, _))) = (differing().next(), differing().next_back()) else {
        let (right, bottom) = if before.is_empty() {
            (width, now.len() / width)
        } else {
            (1, 1)
        };
        return Part {
            left: 0,
            top: 0,
            right,
            bottom,
        };
    };
    let columns = || differing().flat_map(|(_, (row, old))| (0..width).filter(move |&x| row[x] != old[x]));
    Part {
        left: columns().min().unwrap_or(0),
        top,
        right: columns().max().map_or(width, |right| right + 1),
        bottom: bottom + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_games_are_shown_from_the_start_to_the_end_in_so_many_frames() {
        assert_eq!(plies(0), [0]);
        assert_eq!(plies(3), [0, 1, 2, 3]);
        assert_eq!(plies(FRAMES - 1).len(), FRAMES);
        for turns in [FRAMES, 2 * FRAMES, 1_000, 100_000] {
            let plies = plies(turns);
            assert_eq!((plies[0], plies[FRAMES - 1]), (0, turns));
            assert_eq!(plies.len(), FRAMES);
            assert!(plies.windows(2).all(|two| two[0] < two[1]), "{turns}");
        }
    }

    #[test]
    fn a_frame_is_the_part_that_changed() {
        let picture = |numbers: [u8; 9]| numbers.map(|number| [number, 0, 0, 255]);
        let before = picture([1, 1, 1, 1, 1, 1, 1, 1, 1]);
        let now = picture([1, 1, 1, 1, 2, 1, 1, 1, 3]);
        let part = |left, top, right, bottom| Part {
            left,
            top,
            right,
            bottom,
        };
        assert_eq!(changed(&before, &now, 3), part(1, 1, 3, 3));
        assert_eq!(changed(&now, &now, 3), part(0, 0, 1, 1));
        assert_eq!(changed(&[], &now, 3), part(0, 0, 3, 3));
    }
}
