//! Text forms as properties: what is read is written again the same, and no bytes make anything panic. These are the fuzz
//! targets, run over recorded games and random input; `cargo fuzz` looks further (see CONTRIBUTING.md).

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;
#[allow(unreachable_pub)]
#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::fs;
use std::path::Path;

use common::{Rng, setup, setups, wander};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use targets::{Parse, records, texts, turns};
use thicket_rules::{GameKind, Head, Position, Record, Visitor};

fn kind() -> impl Strategy<Value = GameKind> {
    select(GameKind::ALL)
}

/// Pieces of what the texts are made of, so that many of them are nearly right.
const SCRAPS: &[&str] = &[
    "1",
    "2",
    "17",
    "9",
    "0",
    "500",
    "-",
    ",",
    "/",
    " ",
    ":",
    "x",
    "e5",
    "q17",
    "a1",
    "w",
    "R",
    "y",
    "B",
    "*",
    "end",
    "pass",
    "drop:2",
    ".",
    "12.",
    "[Game \"bushwhacked\"]\n",
    "[Seats \"2\"]",
    "[",
    "]",
    "\"",
    "\\",
    "\n",
    "1234",
    "x8",
    "xe5:1",
    "\u{fffd}",
    "é",
    "\0",
    "30,30",
    "0,2",
    "#",
    "+",
    "off",
    "c4/c2/-",
    "3kkkk3",
    "MM",
    "G",
    "f2-f5",
    "d6xe6xe5",
    "a1-d4",
    "b3r",
    "a1,i9",
    "pawn",
    "Nd4",
    "Re5",
    "Ld4>d5",
    "wS^",
    "kLv",
    "gM<",
    "o",
    ">",
    "5,5",
    "555,555",
];

fn scraps() -> impl Strategy<Value = String> {
    prop::collection::vec(select(SCRAPS), 0..30).prop_map(|scraps| scraps.concat())
}

/// Some change to a text: a part of it replaced by a scrap or by any character.
fn change() -> impl Strategy<Value = (Index, Index, String)> {
    let by = prop_oneof![
        select(SCRAPS).prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
        Just(String::new())
    ];
    (any::<Index>(), any::<Index>(), by)
}

fn apply(text: &str, (from, length, by): &(Index, Index, String)) -> String {
    let characters: Vec<char> = text.chars().collect();
    let from = from.index(characters.len() + 1);
    let to = (from + length.index(4)).min(characters.len());
    let part = |range: &[char]| range.iter().collect::<String>();
    part(&characters[..from]) + by + &part(&characters[to..])
}

/// The text of a position that play can reach.
struct Reach(Rng, usize);

impl Visitor for Reach {
    type Out = String;

    fn visit<P: Position>(mut self) -> String {
        let kind = GameKind::ALL
            .iter()
            .find(|kind| kind.info().name == P::INFO.name)
            .unwrap();
        let (seats, variant) = *self.0.pick(&setups(*kind));
        wander::<P>(setup::<P>(seats, variant), self.1, &mut self.0).to_string()
    }
}

fn read_everything(text: &str) {
    texts(text);
    records(text);
}

#[test]
fn recorded_games() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    for folder in fs::read_dir(fixtures).unwrap() {
        for file in fs::read_dir(folder.unwrap().path()).unwrap() {
            let text = fs::read_to_string(file.unwrap().path()).unwrap();
            records(&text);
            text.split('"')
                .chain(text.split([' ', '\n', ',']))
                .for_each(texts);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_everything(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_turns(choices in prop::collection::vec(any::<u8>(), 0..300)) {
        turns(&choices);
    }

    #[test]
    fn any_text(text in ".{0,80}") {
        read_everything(&text);
    }

    #[test]
    fn any_scraps(text in scraps()) {
        read_everything(&text);
    }

    #[test]
    fn positions_with_changes(
        kind in kind(), seed: u64, steps in 0..200usize, changes in prop::collection::vec(change(), 0..3)
    ) {
        let text = kind.with(Reach(Rng(seed), steps));
        kind.with(Parse(&text));
        let changed = changes.iter().fold(text, |text, change| apply(&text, change));
        kind.with(Parse(&changed));
    }

    /// Fields of different positions together are a position only if they agree.
    #[test]
    fn positions_with_a_field_of_another(kind in kind(), seeds: [u64; 2], steps in [0..200usize, 0..200], field: Index) {
        let texts = [0, 1].map(|one| kind.with(Reach(Rng(seeds[one]), steps[one])));
        let [mut fields, others] = texts.each_ref().map(|text| text.split(' ').collect::<Vec<_>>());
        let field = field.index(fields.len());
        fields[field] = others[field];
        kind.with(Parse(&fields.join(" ")));
    }

    #[test]
    fn records_round(
        tags in prop::collection::vec(("[A-Z][A-Za-z0-9_]{0,8}", r#"[^\pC]{0,12}|["\\]{1,4}"#), 0..6),
        turns in prop::collection::vec("[a-z!-~&&[^0-9.\\[]][!-~]{0,30}", 0..40),
    ) {
        let mut head = Head::default();
        tags.iter().for_each(|(name, value)| head.set(name, value));
        let record = Record { head, turns };
        let text = record.to_string();
        prop_assert_eq!(text.parse::<Record>().unwrap(), record);
        let turns = text.split_once("\n\n").map_or("", |(_, turns)| turns);
        prop_assert!(turns.lines().all(|line| line.chars().count() <= 80));
    }

    #[test]
    fn tags_hold_any_value(value in any::<String>()) {
        let mut head = Head::default();
        head.set("Seat1", &value);
        let (again, _) = Head::split(&head.to_string()).map(|(head, rest)| (head, rest.to_owned())).unwrap();
        prop_assert_eq!(again, head);
    }

    /// A record with changes is played up to the change.
    #[test]
    fn records_with_changes(kind in kind(), seed: u64, changes in prop::collection::vec(change(), 1..3)) {
        let mut game = kind.start(kind.info().default_seats, "").unwrap();
        let mut rng = Rng(seed);
        for _ in 0..40 {
            let legal = game.legal();
            if !legal.is_empty() {
                game.play(rng.pick::<String>(&legal)).unwrap();
            }
        }
        let text = Record { head: Head::of(game.as_ref()), turns: game.plies() }.to_string();
        let changed = changes.iter().fold(text, |text, change| apply(&text, change));
        read_everything(&changed);
    }
}
