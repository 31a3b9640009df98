//! Whole games in record text, each with the position it ends in.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::path::{Path, PathBuf};

use common::naive::{self, How};
use thicket_rules::{GameKind, Head, replay};

fn records(kind: GameKind) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(kind.to_string());
    let mut files: Vec<PathBuf> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

#[test]
fn every_kind_has_games_that_end_as_recorded() {
    for &kind in GameKind::ALL {
        let records = records(kind);
        assert!(!records.is_empty(), "{kind}");
        records.iter().for_each(|record| ends_as_recorded(record));
    }
}

fn ends_as_recorded(file: &Path) {
    let text = std::fs::read_to_string(file).unwrap();
    let (head, turns) = Head::split(&text).unwrap();
    let mut game = head.start_recorded().unwrap();
    replay(game.as_mut(), turns, |_, _| ()).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    assert_eq!(
        head.get("Position"),
        Some(game.position_text().as_str()),
        "{}",
        file.display()
    );
    let ranks = game.status().outcome().map(|outcome| outcome.ranks);
    let ranks: Option<Vec<String>> = ranks.map(|ranks| ranks.as_slice().iter().map(u8::to_string).collect());
    assert_eq!(
        head.get("Ranks").map(str::to_owned),
        ranks.map(|ranks| ranks.join(" ")),
        "{}",
        file.display()
    );
}

/// The game that browsers replay has something of everything.
#[test]
fn four_friends_see_it_all() {
    let file = records(GameKind::Bushwhacked)
        .into_iter()
        .find(|file| file.ends_with("four-friends.txt"))
        .unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    let (head, turns) = Head::split(&text).unwrap();
    let mut game = head.start_recorded().unwrap();
    let (mut before, mut captures) = (game.position_text(), Vec::new());
    replay(game.as_mut(), turns, |step, game| {
        let after = game.position_text();
        if !step.starts_with("drop:") {
            let (board, how) = naive::step(&before, step, !game.mid_turn());
            assert_eq!(board, naive::letters(&after), "{step} in {before}");
            captures.extend(how);
        }
        before = after;
    })
    .unwrap();
    let plies = game.plies();
    let turn = |fits: &dyn Fn(&str) -> bool| plies.iter().filter(|ply| fits(ply)).count();
    assert!((90..=170).contains(&plies.len()));
    assert!(turn(&|ply| ply == "pass") > 0);
    assert!(turn(&|ply| ply.split(',').count() == 3) > 0, "three stones");
    assert!(turn(&|ply| ply.starts_with('x')) > 0, "a trade in");
    let drop = plies.iter().position(|ply| ply.starts_with("drop:")).unwrap();
    assert!(
        (plies.len() / 3..plies.len() * 2 / 3).contains(&drop) && turn(&|ply| ply.starts_with("drop:")) == 1
    );
    for wanted in [How::Surrounded, How::Pierced, How::Chained] {
        assert!(captures.iter().any(|&(_, how)| how == wanted), "{wanted:?}");
    }
    assert_eq!(head.get("Ending"), Some("rules"));
    assert_eq!(game.in_play().count(), 3, "a hand has run out");
}
