//! Errors repeat little of what was sent, and nothing that does not print.

#![allow(clippy::unwrap_used, clippy::panic)]

use thicket_rules::{AnyGame, GameKind, Head, Record, Wanted, excerpt, replay};

/// Text that should reach no terminal and no page whole.
fn hostile() -> String {
    format!("\u{1b}[31m\u{7}\u{202e}\u{85}{}", "x".repeat(100_000))
}

#[track_caller]
fn is_harmless(error: impl ToString) {
    let sentence = error.to_string();
    let most = sentence.split(|c| c != 'x').map(str::len).max();
    assert!(most <= Some(40), "{most:?} characters: {}", excerpt(&sentence));
    let printable = |c: char| !c.is_control() && c != '\u{202e}';
    assert!(sentence.chars().all(printable), "{}", excerpt(&sentence));
    assert!(sentence.chars().count() < 300);
}

fn games() -> impl Iterator<Item = Box<dyn AnyGame>> {
    let start = |kind: &GameKind| kind.start(kind.info().default_seats, "").unwrap();
    GameKind::ALL.iter().map(start)
}

#[test]
fn names_of_games_and_variants() {
    is_harmless(hostile().parse::<GameKind>().unwrap_err());
    for kind in GameKind::ALL {
        is_harmless(kind.start(2, &hostile()).unwrap_err());
        is_harmless(kind.start(200, "").unwrap_err());
    }
}

#[test]
fn positions() {
    for (kind, game) in GameKind::ALL.iter().zip(games()) {
        is_harmless(kind.at(&hostile()).unwrap_err());
        let text = game.position_text();
        let fields: Vec<&str> = text.split(' ').collect();
        for index in 0..fields.len() {
            let (mut fields, spoilt) = (fields.clone(), format!("{}{}", hostile(), fields[index]));
            fields[index] = &spoilt;
            is_harmless(kind.at(&fields.join(" ")).unwrap_err());
        }
        let rows: Vec<&str> = fields[0].split('/').collect();
        for index in 0..rows.len() {
            let (mut rows, spoilt) = (rows.clone(), hostile());
            rows[index] = &spoilt;
            is_harmless(
                kind.at(&text.replacen(fields[0], &rows.join("/"), 1))
                    .unwrap_err(),
            );
        }
    }
}

#[test]
fn turns() {
    for mut game in games() {
        for turn in [
            hostile(),
            format!("end,{}", hostile()),
            format!("drop:{}", hostile()),
        ] {
            is_harmless(replay(game.as_mut(), &turn, |_, _| ()).unwrap_err());
        }
        is_harmless(game.play(&hostile()).unwrap_err());
        is_harmless(game.check_turn(&[hostile()]).unwrap_err());
        is_harmless(game.preview(&[hostile()]).unwrap_err());
        is_harmless(game.play_turn(&[hostile()]).unwrap_err());
        let legal = game.legal()[0].clone();
        is_harmless(game.check_turn(&[legal, hostile()]).unwrap_err());
    }
}

#[test]
fn records() {
    let tag = |name: &str, value: &str| format!("[Game \"bushwhacked\"]\n[{name} \"{value}\"]\n");
    let printable = "x".repeat(1000);
    let name = format!("X{printable}");
    for text in [
        format!("[{}", hostile()),
        format!("[Game \"{}\"]", hostile()),
        format!("{}\n[ \"", tag(&name, "")),
    ] {
        is_harmless(Head::split(&text).unwrap_err());
        is_harmless(text.parse::<Record>().unwrap_err());
    }
    for text in [
        tag("Seats", &printable),
        tag("Variant", &printable),
        tag("Game", &printable),
    ] {
        let (head, _) = Head::split(&text).unwrap();
        is_harmless(head.start(Wanted::default()).unwrap_err());
    }
    is_harmless(format!("12{}", hostile()).parse::<Record>().unwrap_err());
}
