//! Small drawn charts: lines of ratings and bars of counts. Their numbers stand beside them, and their colours in the styles.

use std::fmt::Write as _;

const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 48.0;
/// What is left free around a line, so that its ends are drawn whole.
const MARGIN: f64 = 3.0;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The points in a box of 240 by 48, as SVG writes them.
    pub points: String,
    pub end: (String, String),
    pub lowest: i64,
    pub highest: i64,
    pub count: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    pub words: String,
    /// The colour of a seat, if it is one that is meant.
    pub colour: String,
    pub count: i64,
    /// Which part of all that is: `42%`.
    pub share: String,
    /// How long the bar is, of 100: the longest of its chart is 100.
    pub length: i64,
}

impl Line {
    /// Of at least two numbers.
    pub fn of(numbers: &[f64]) -> Option<Line> {
        if numbers.len() < 2 {
            return None;
        }
        let lowest = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // A line that hardly moves is drawn flat.
        let span = (highest - lowest).max(1.0);
        let step = (WIDTH - 2.0 * MARGIN) / (numbers.len() - 1) as f64;
        let place = |(at, number): (usize, &f64)| {
            let x = MARGIN + step * at as f64;
            let y = HEIGHT - MARGIN - (number - lowest) / span * (HEIGHT - 2.0 * MARGIN);
            (format!("{x:.1}"), format!("{y:.1}"))
        };
        let places: Vec<(String, String)> = numbers.iter().enumerate().map(place).collect();
        let mut points = String::new();
        for (x, y) in &places {
            // Writing to a string does not fail.
            let _ = write!(points, "{x},{y} ");
        }
        Some(Line {
            points: points.trim_end().to_owned(),
            end: places.last().cloned()?,
            lowest: lowest.round() as i64,
            highest: highest.round() as i64,
            count: numbers.len(),
        })
    }
}

/// Bars for these counts, with the part that each has of all of them.
pub(in crate::pages) fn bars(counts: impl IntoIterator<Item = (String, String, i64)>) -> Vec<Bar> {
    let counts: Vec<(String, String, i64)> = counts.into_iter().collect();
    let total = counts.iter().map(|(.., count)| count).sum();
    let longest = counts.iter().map(|(.., count)| *count).max().unwrap_or(0).max(1);
    let bar = |(words, colour, count)| Bar {
        words,
        colour,
        count,
        share: share(count, total),
        length: count * 100 / longest,
    };
    counts.into_iter().map(bar).collect()
}

/// A part of a whole in words: `42%`; a hyphen if there is no whole.
pub(in crate::pages) fn share(part: i64, whole: i64) -> String {
    match whole {
        0 => "–".to_owned(),
        _ => format!("{}%", (part * 200 + whole) / (whole * 2)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_line_goes_from_the_left_to_the_right_and_up() {
        let line = Line::of(&[1500.0, 1400.0, 1600.4]).unwrap();
        assert_eq!(line.points, "3.0,24.0 120.0,45.0 237.0,3.0");
        assert_eq!((line.lowest, line.highest, line.count), (1400, 1600, 3));
        assert_eq!(Line::of(&[1500.0]), None);
        assert_eq!(Line::of(&[7.0, 7.0]).unwrap().points, "3.0,45.0 237.0,45.0");
    }

    #[test]
    fn bars_say_their_parts() {
        let bars = bars(
            [("a", 1), ("b", 2), ("c", 0)].map(|(words, count)| (words.to_owned(), String::new(), count)),
        );
        let parts: Vec<(&str, i64)> = bars.iter().map(|bar| (bar.share.as_str(), bar.length)).collect();
        assert_eq!(parts, [("33%", 50), ("67%", 100), ("0%", 0)]);
        assert_eq!(share(0, 0), "–");
    }
}
