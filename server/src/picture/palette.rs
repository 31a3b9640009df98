//! The colours of pictures in pixels that have few of them.

use std::collections::HashMap;

use color_quant::NeuQuant;
use resvg::tiny_skia::Pixmap;

/// How many colours there are, besides the one that no pixel has: more make files larger than chat programs like to load.
const COLOURS: u8 = 64;
/// The number of that one.
pub(super) const UNUSED: u8 = COLOURS;
/// One of so many pixels is looked at.
const SAMPLING: i32 = 10;

/// Red, green, blue and opacity.
pub(super) type Pixel = [u8; 4];

/// The colours of some pictures, and the number of each colour that was asked for.
pub(super) struct Palette {
    quantised: NeuQuant,
    numbers: HashMap<Pixel, u8>,
}

impl Palette {
    pub(super) fn of(samples: &[&Pixmap]) -> Palette {
        let pixels: Vec<u8> = samples.iter().flat_map(|sample| sample.data()).copied().collect();
        Palette {
            quantised: NeuQuant::new(SAMPLING, COLOURS.into(), &pixels),
            numbers: HashMap::new(),
        }
    }

    /// Red, green and blue of each colour; the last one is never seen.
    pub(super) fn colours(&self) -> Vec<u8> {
        let mut colours = self.quantised.color_map_rgb();
        colours.resize(3 * (usize::from(COLOURS) + 1), 0);
        colours
    }

    /// The number of a colour. Nothing of a board is transparent.
    pub(super) fn number(&mut self, pixel: Pixel) -> u8 {
        let Palette { quantised, numbers } = self;
        *numbers
            .entry(pixel)
            .or_insert_with(|| quantised.index_of(&pixel) as u8)
    }
}
