//! The pictures hold what they are to show, and nothing is drawn in another way than on the pages.

use std::error::Error;

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use serde_json::json;

use super::*;

type TestResult<T = ()> = Result<T, Box<dyn Error>>;

#[test]
fn every_kind_has_a_picture_with_all_that_it_uses() -> TestResult {
    for &kind in GameKind::ALL {
        for seats in kind.info().seats.clone() {
            let mut game = kind.start(seats, kind.info().variants.first().unwrap_or(&""))?;
            for _ in 0..40 {
                let Some(step) = game.legal().pop() else { break };
                game.play(&step)?;
            }
            check(kind, &board(kind, game.as_ref())?, game.as_ref())?;
        }
    }
    Ok(())
}

fn check(kind: GameKind, svg: &str, game: &dyn AnyGame) -> TestResult {
    let uses = svg.matches("<use href=\"#s").count();
    let diagram = game.diagram();
    assert_eq!(uses, diagram.pieces.len() + diagram.control.len(), "{kind}");
    for link in svg.split("href=\"#").skip(1) {
        let id = link.split('"').next().ok_or("an id")?;
        assert!(svg.contains(&format!("id=\"{id}\"")), "{kind}: {id}");
    }
    for link in svg.split("url(#").skip(1) {
        let id = link.split(')').next().ok_or("an id")?;
        assert!(svg.contains(&format!("id=\"{id}\"")), "{kind}: {id}");
    }
    for part in [".control .cap", ".seat.", "--wood:", ".face"] {
        assert!(svg.contains(part), "{kind}: {part}");
    }
    assert!(
        !svg.contains("NaN") && !svg.contains("inf") && !svg.contains("<script"),
        "{kind}"
    );
    Ok(())
}

/// Pieces and caps as both sides draw them: what stands there, and its SVG.
fn samples() -> TestResult<String> {
    let mut lines = String::new();
    let drawn = |info: &Info, piece: &Piece| {
        let Piece { symbol, seat, facing } = piece;
        let svg = piece_of(info, piece)?;
        let piece = json!({ "symbol": symbol, "seat": seat.map(Seat::number), "facing": facing });
        let sample = json!({ "kind": info.name, "colours": info.colours, "piece": piece, "svg": svg });
        Ok::<_, fmt::Error>(sample.to_string() + "\n")
    };
    for info in GameKind::ALL.iter().map(|kind| kind.info()) {
        for (symbol, _) in info.pieces {
            for (seat, facing) in [
                (None, None),
                (None, Some(90)),
                (Some(0), None),
                (Some(1), Some(0)),
                (Some(1), Some(60)),
                (Some(0), Some(135)),
            ] {
                let seat = seat.and_then(Seat::from_index);
                lines += &drawn(info, &Piece { symbol, seat, facing })?;
            }
        }
        for seat in [0, 1].into_iter().filter_map(Seat::from_index) {
            let sample = json!({ "kind": info.name, "colours": info.colours, "control": seat.number(), "svg": cap(info, seat) });
            lines += &(sample.to_string() + "\n");
        }
    }
    Ok(lines)
}

/// `web/test/pieces.test.js` holds the scripts of the pages to the same file.
#[test]
fn pieces_are_drawn_as_on_the_pages() -> TestResult {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/test/pieces.jsonl");
    if std::env::var_os("THICKET_WRITE_PIECES").is_some() {
        std::fs::write(path, samples()?)?;
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(
        kept,
        samples()?,
        "run it with THICKET_WRITE_PIECES=1 to write {path}"
    );
    Ok(())
}

/// The game of a kind after some turns, in a variant with as many seats as there are.
fn played(kind: GameKind) -> TestResult<Box<dyn AnyGame>> {
    let seats = kind.info().seats.clone().last().ok_or("a number of seats")?;
    let mut game = kind.start(seats, kind.info().variants.first().unwrap_or(&""))?;
    for number in 0..40 {
        let mut legal = game.legal();
        if legal.is_empty() {
            break;
        }
        let step = legal.swap_remove(number * 7 % legal.len());
        game.play(&step)?;
    }
    Ok(game)
}

/// The fill of a seat's pieces, as `static/base.css` has it.
fn fill(colour: &str) -> TestResult<[u8; 3]> {
    let css = assets::text("base.css").ok_or("base.css")?;
    let (_, hex) = css.split_once(&format!("--{colour}: #")).ok_or("a colour")?;
    let [_, red, green, blue] = u32::from_str_radix(&hex[..6], 16)?.to_be_bytes();
    Ok([red, green, blue])
}

#[test]
fn every_kind_has_pictures_in_pixels_with_the_colours_of_its_seats() -> TestResult {
    for &kind in GameKind::ALL {
        let game = played(kind)?;
        let svg = board(kind, game.as_ref())?;
        let (_, _, width, height) = extent(&game.layout().cells);
        let (picture, card) = (png(&svg)?, card(&svg)?);
        for file in [&picture, &card] {
            assert!(file.len() < 60_000, "{kind}: {}", file.len());
        }
        let (picture, card) = (Pixmap::decode_png(&picture)?, Pixmap::decode_png(&card)?);
        assert_eq!((card.width(), card.height()), (1200, 630), "{kind}");
        assert!(
            (700..=800).contains(&picture.width().max(picture.height())),
            "{kind}"
        );
        let ratio = picture.width() as f32 / picture.height() as f32;
        let expected = (width + 2.0 * RIM) / (height + 2.0 * RIM);
        assert!((ratio - expected).abs() < 0.01, "{kind}: {ratio} for {expected}");
        for pixmap in [&picture, &card] {
            assert!(pixmap.pixels().iter().all(|pixel| pixel.is_opaque()), "{kind}");
            let owners = game
                .diagram()
                .pieces
                .into_iter()
                .filter_map(|(_, piece)| piece.seat);
            for seat in owners {
                let colour = fill(kind.info().colours[seat.index()])?;
                assert!(has(pixmap, colour), "{kind}: {colour:?} of {seat:?}");
            }
        }
    }
    Ok(())
}

/// Whether some pixels have this colour, but for the light that falls on a piece.
fn has(pixmap: &Pixmap, colour: [u8; 3]) -> bool {
    let near = |pixel: &&PremultipliedColorU8| {
        let found = [pixel.red(), pixel.green(), pixel.blue()];
        found
            .iter()
            .zip(colour)
            .all(|(one, other)| one.abs_diff(other) < 50)
    };
    pixmap.pixels().iter().filter(near).nth(20).is_some()
}

#[test]
fn an_animation_has_a_frame_for_each_board_and_one_palette() -> TestResult {
    let kind = GameKind::Bushka;
    let mut game = kind.start(2, kind.info().variants.first().unwrap_or(&""))?;
    let mut boards = vec![board(kind, game.as_ref())?];
    for _ in 0..4 {
        let step = game.legal().pop().ok_or("a step")?;
        game.play(&step)?;
        boards.push(board(kind, game.as_ref())?);
    }
    let file = gif(&boards)?;
    let mut decoder = gif::DecodeOptions::new().read_info(file.as_slice())?;
    assert!((400..=480).contains(&decoder.width().max(decoder.height())));
    assert_eq!(decoder.global_palette().map(<[u8]>::len), Some(3 * 128));
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame()? {
        assert!(frame.palette.is_none());
        frames.push((frame.width, frame.height, frame.delay));
    }
    assert_eq!(frames.len(), boards.len());
    assert_eq!((frames[0].0, frames[0].1), (decoder.width(), decoder.height()));
    assert!(
        frames[1..].iter().all(|frame| frame.0 < frames[0].0),
        "only what changed: {frames:?}"
    );
    Ok(())
}

#[test]
fn styles_are_squeezed() {
    assert_eq!(squeezed("a { /* b */ c: d;\n  e: f }/* g"), "a { c: d; e: f }");
    assert_eq!(between("x :root { a } y", ":root {", "}", true), ":root { a }");
}
