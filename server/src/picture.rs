//! Positions as SVG: the board as pages draw it, with nothing that depends on who looks.
//!
//! What pieces look like stands in `static/kinds` once, for pages and for these pictures. Pictures in pixels are drawn from
//! those in SVG.

mod animation;
mod flat;
mod palette;
mod plain;
mod raster;

#[cfg(test)]
pub(crate) use animation::{FRAMES, MAX_PIXELS};
pub use animation::{gif, plies};
pub use raster::{Undrawable, card, icon, png};

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use thicket_rules::{AnyGame, Cell, Diagram, GameKind, Info, Layout, Outline, Piece, Place, Seat};

use crate::http::assets;

/// The wood around the outermost cells.
const RIM: f32 = 0.3;
/// How far a piece is drawn above the one it stands on, as in `web/js/cells.js`.
const LIFT: f32 = 0.14;
/// Half the width of a hexagon with a side at the top, whose opposite sides are one unit apart.
const POINT: f32 = 0.577_35;

pub fn board(kind: GameKind, game: &dyn AnyGame) -> Result<String, fmt::Error> {
    let (layout, diagram) = (game.layout(), game.diagram());
    let (x, y, width, height) = extent(&layout.cells);
    let mut svg = String::new();
    write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" data-kind=\"{kind}\" viewBox=\"{} {} {} {}\">",
        x - RIM,
        y - RIM,
        width + 2.0 * RIM,
        height + 2.0 * RIM
    )?;
    write!(svg, "<style>{}</style>{}", style(kind), drawings(kind))?;
    write!(svg, "<path class=\"plank\" d=\"M-9-9H99V99H-9z\"/>")?;
    write!(
        svg,
        "<rect class=\"field\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>\
         <path class=\"frame\" d=\"M-9-9H99V99H-9zM{x} {y}v{height}h{width}v-{height}z\"/>"
    )?;
    write!(svg, "<path class=\"face\" d=\"{}\"/>", faces(&layout.cells)?)?;
    for line in &layout.lines {
        let ((x1, y1), (x2, y2)) = (line.from, line.to);
        write!(svg, "<path class=\"line\" d=\"M{x1} {y1}L{x2} {y2}\"/>")?;
    }
    pieces(&mut svg, kind, &layout, &diagram)?;
    svg.push_str("</svg>");
    Ok(svg)
}

/// The rectangle that the cells fill: left, top, width, height.
fn extent(cells: &[Place]) -> (f32, f32, f32, f32) {
    let half = |place: &Place| match place.outline {
        Outline::Hexagon => POINT,
        Outline::Square | Outline::Round => 0.5,
    };
    let least = |ends: &mut dyn Iterator<Item = f32>| ends.fold(f32::INFINITY, f32::min);
    let most = |ends: &mut dyn Iterator<Item = f32>| ends.fold(f32::NEG_INFINITY, f32::max);
    let x = least(&mut cells.iter().map(|cell| cell.x - half(cell)));
    let y = least(&mut cells.iter().map(|cell| cell.y - 0.5));
    let right = most(&mut cells.iter().map(|cell| cell.x + half(cell)));
    let bottom = most(&mut cells.iter().map(|cell| cell.y + 0.5));
    (x, y, right - x, bottom - y)
}

fn faces(cells: &[Place]) -> Result<String, fmt::Error> {
    let mut path = String::new();
    for Place { x, y, outline, .. } in cells {
        let (left, top) = (x - 0.5, y - 0.5);
        match outline {
            Outline::Round => write!(path, "M{left} {y}a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0z")?,
            Outline::Square => write!(path, "M{left} {top}h1v1h-1z")?,
            Outline::Hexagon => {
                let (side, half) = (POINT, POINT / 2.0);
                let start = x - side;
                write!(path, "M{start} {y}l{half}-.5h{side}l{half}.5l-{half}.5h-{side}z")?;
            }
        }
    }
    Ok(path)
}

/// Draws pieces that look the same once, and refers to that where they stand.
fn pieces(svg: &mut String, kind: GameKind, layout: &Layout, diagram: &Diagram) -> fmt::Result {
    let info = kind.info();
    let mut drawn = BTreeMap::new();
    let mut uses: [String; 3] = Default::default();
    let (mut height, mut below) = (0_u8, None);
    for (cell, piece) in &diagram.pieces {
        height = if below == Some(cell) { height + 1 } else { 0 };
        below = Some(cell);
        let layer = &mut uses[usize::from(height > 0)];
        put(layer, &mut drawn, piece_of(info, piece)?, layout, *cell, height)?;
    }
    for (cell, seat) in &diagram.control {
        put(&mut uses[2], &mut drawn, cap(info, *seat), layout, *cell, 0)?;
    }
    svg.push_str("<defs>");
    for (drawing, id) in &drawn {
        write!(svg, "<g id=\"s{id}\" data-kind=\"{kind}\">{drawing}</g>")?;
    }
    write!(svg, "</defs>{}", uses.concat())
}

fn put(
    layer: &mut String,
    drawn: &mut BTreeMap<String, usize>,
    drawing: String,
    layout: &Layout,
    cell: Cell,
    height: u8,
) -> fmt::Result {
    let Some(place) = layout.cells.get(cell.index()) else {
        return Ok(());
    };
    let next = drawn.len();
    let id = *drawn.entry(drawing).or_insert(next);
    let y = place.y - LIFT * f32::from(height);
    write!(layer, "<use href=\"#s{id}\" x=\"{}\" y=\"{y}\"/>", place.x)
}

fn piece_of(info: &Info, piece: &Piece) -> Result<String, fmt::Error> {
    let Piece { symbol, seat, facing } = piece;
    let mut svg = format!(
        "<g class=\"piece {}\" data-symbol=\"{symbol}\">",
        seat.map_or("neutral".to_owned(), |seat| colour(info, seat))
    );
    let picture = used(&format!("{}-piece-{symbol}", info.name), "");
    let mark = seat.map(mark).unwrap_or_default();
    match facing {
        None => write!(svg, "{picture}{mark}")?,
        Some(degrees) => {
            let spot = spot(i32::from(*degrees), &mark);
            write!(svg, "<g transform=\"rotate({degrees})\">{picture}{spot}</g>")?;
        }
    }
    svg.push_str("</g>");
    Ok(svg)
}

/// The mark on a piece that points somewhere, if it has one: it follows the piece by quarter turns, as on the page.
fn spot(degrees: i32, mark: &str) -> String {
    let back = (degrees + 45) / 90 * 90 - degrees;
    let rotation = match back {
        0 => String::new(),
        back => format!(" transform=\"rotate({back})\""),
    };
    match mark {
        "" => String::new(),
        mark => format!("<g class=\"spot\"><g{rotation}>{mark}</g></g>"),
    }
}

/// The cap of a cell under a seat's control.
fn cap(info: &Info, seat: Seat) -> String {
    let (colour, mark) = (colour(info, seat), mark(seat));
    format!(
        "<g class=\"control {colour}\"><circle r=\"0.4\" class=\"cap\"/><circle r=\"0.4\" class=\"gloss\"/>{mark}</g>"
    )
}

fn colour(info: &Info, seat: Seat) -> String {
    format!(
        "seat {}",
        info.colours.get(seat.index()).copied().unwrap_or_default()
    )
}

fn mark(seat: Seat) -> String {
    used(&format!("mark-{}", seat.number()), " class=\"mark\"")
}

fn used(id: &str, class: &str) -> String {
    format!("<use href=\"#{id}\"{class}/>")
}

/// The pictures of pieces and marks, without the symbols for panels, which stand last.
fn drawings(kind: GameKind) -> String {
    let files = [include_str!("../templates/marks.svg"), &assets::pieces(kind)];
    let on_boards = files.map(|file| bare(file).split("<symbol ").next().unwrap_or_default());
    on_boards.concat()
}

fn bare(svg: &str) -> &str {
    let inside = svg.trim().split_once('>').map_or("", |(_, inside)| inside);
    inside.strip_suffix("</svg>").unwrap_or(inside)
}

/// The colours and styles of all that is drawn, as the pages have them.
fn style(kind: GameKind) -> String {
    let file = |name: &str| assets::text(name).unwrap_or_default();
    let (base, table) = (file("base.css"), file("table.css"));
    let seats = base.lines().filter(|line| line.trim_start().starts_with(".seat"));
    let css = [
        between(&base, ":root {", "}\n", true),
        seats.collect(),
        between(&table, ":root {", ".pictures", true),
        between(&table, "/* Drawn on the board", "/* Marks on the board", false),
        in_layer(&file(&format!("kinds/{kind}.css"))).to_owned(),
        ".plank { fill: var(--wood); }".to_owned(),
    ];
    css.map(|css| squeezed(&css)).concat()
}

fn in_layer(css: &str) -> &str {
    let inside = css
        .split_once("@layer")
        .and_then(|(_, layer)| layer.split_once('{'));
    inside
        .and_then(|(_, rules)| rules.rsplit_once('}'))
        .map_or("", |(rules, _)| rules)
}

/// The first part of a text from `start` to before `end`, or with `end` if `closed`.
fn between(text: &str, start: &str, end: &str, closed: bool) -> String {
    let from = text.find(start).unwrap_or(text.len());
    let rest = &text[from..];
    let length = rest.find(end).unwrap_or(rest.len());
    let close = if closed && end.starts_with('}') { "}" } else { "" };
    format!("{}{close}", &rest[..length])
}

/// A style sheet without comments and without the spaces that nobody needs.
fn squeezed(css: &str) -> String {
    let mut left = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        left += before;
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    left += rest;
    left.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
