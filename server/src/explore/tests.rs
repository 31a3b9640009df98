#![allow(clippy::unwrap_used)]

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use thicket_rules::{AnyGame, GameKind};

use super::*;
use crate::http::limits::{EXPLORE_BYTES, EXPLORED_TURNS, STEP_BYTES, STEPS};

fn branch(after: usize, turn: &str) -> Branch {
    let turn = turn.to_owned();
    Branch { after, turn }
}

fn refusal(text: &str) -> Code {
    read(text).unwrap_err().code
}

#[test]
fn parentheses_hold_what_can_be_played_in_place_of_the_turn_before() {
    let tree = read("1. a 2. b (2.c 3...d)(e) f").unwrap();
    let expected = [(0, "a"), (1, "b"), (1, "c"), (3, "d"), (1, "e"), (2, "f")];
    assert_eq!(tree, expected.map(|(after, turn)| branch(after, turn)));
    assert_eq!(write(&tree), "a b (c d) (e) f");
    assert_eq!(read(" ").unwrap(), []);
    assert_eq!(write(&[]), "");
}

#[test]
fn what_stands_there_twice_is_one_turn() {
    let tree = read("a b (b c) (d) e").unwrap();
    let expected = [(0, "a"), (1, "b"), (2, "c"), (1, "d"), (2, "e")];
    assert_eq!(tree, expected.map(|(after, turn)| branch(after, turn)));
    assert_eq!(write(&tree), "a b (d) c (e)");
}

#[test]
fn what_is_no_tree_is_refused() {
    for text in ["(a)", "a (b", "a )", "a ()", "a (b))", "a ((b))"] {
        assert_eq!(refusal(text), Code::Malformed, "{text}");
    }
    let turns = |count: usize| vec!["e5"; count].join(" ");
    assert!(read(&turns(EXPLORED_TURNS)).is_ok());
    assert_eq!(refusal(&turns(EXPLORED_TURNS + 1)), Code::TooLarge);
    assert_eq!(refusal(&" ".repeat(EXPLORE_BYTES + 1)), Code::TooLarge);
    assert_eq!(refusal(&"a,".repeat(STEPS)), Code::TooLarge);
    assert_eq!(refusal(&"a".repeat(STEP_BYTES + 1)), Code::TooLarge);
}

/// A random turn of the seat to move.
fn any_turn(game: &dyn AnyGame, dice: &mut StdRng) -> String {
    let (mut game, plies, mut steps) = (game.boxed_clone(), game.ply_count(), Vec::new());
    while game.ply_count() == plies {
        let legal = game.legal();
        let step = legal[dice.random_range(0..legal.len())].clone();
        game.play(&step).unwrap();
        steps.push(step);
    }
    steps.join(",")
}

/// A main line of random turns.
fn any_main_line(kind: GameKind, seats: u8, dice: &mut StdRng) -> MainLine {
    let mut game = kind.start(seats, "").unwrap();
    for _ in 0..dice.random_range(0..30) {
        if game.status().to_move().is_some() {
            let turn = any_turn(game.as_ref(), dice);
            play_text(game.as_mut(), &turn).unwrap();
        }
    }
    MainLine {
        kind,
        seats,
        variant: game.variant().to_owned(),
        turns: game.plies(),
    }
}

/// A tree of random legal turns, with the position after each of them by the rules alone.
fn any_tree(main_line: &MainLine, dice: &mut StdRng) -> (Vec<Branch>, Vec<Box<dyn AnyGame>>) {
    let (mut tree, mut games) = (Vec::new(), vec![main_line.game().unwrap()]);
    for _ in 0..25 {
        let after = dice.random_range(0..games.len());
        let mut game = games[after].clone();
        if game.status().to_move().is_none() {
            continue;
        }
        let turn = any_turn(game.as_ref(), dice);
        let new = branch(after, &turn);
        if !tree.contains(&new) {
            turn.split(',').for_each(|step| drop(game.play(step).unwrap()));
            tree.push(new);
            games.push(game);
        }
    }
    (tree, games)
}

#[test]
fn explored_turns_are_those_of_the_rules() {
    for &kind in GameKind::ALL {
        for seed in 0..12 {
            let mut dice = StdRng::seed_from_u64(seed);
            let seats = kind.info().seats.clone();
            let main_line = any_main_line(kind, dice.random_range(seats), &mut dice);
            let (tree, games) = any_tree(&main_line, &mut dice);
            let read = read(&write(&tree)).unwrap();
            let what = format!("{kind}, seed {seed}: {}", write(&tree));
            assert_eq!(write(&read), write(&tree), "{what}");
            let explored = main_line.explore(&tree).unwrap();
            assert_eq!(explored.len(), tree.len(), "{what}");
            for (index, found) in explored.iter().enumerate() {
                let game = games[index + 1].as_ref();
                assert_eq!(found.after, tree[index].after, "{what}");
                assert_eq!(Some(&found.ply.text), game.last_ply().as_ref(), "{what}");
                let to_move = game.status().to_move().map(|seat| seat.number());
                assert_eq!(found.ply.to_move, to_move, "{what}");
                assert_eq!(found.ending.is_some(), to_move.is_none(), "{what}");
                let at = main_line.at(&tree, index + 1).unwrap();
                assert_eq!(at.position_text(), game.position_text(), "{what}");
            }
        }
    }
}

#[test]
fn looking_at_steps_is_looking_at_the_turn() {
    let main_line = MainLine {
        kind: GameKind::ALL[0],
        seats: 2,
        variant: String::new(),
        turns: vec!["e5".to_owned()],
    };
    let steps = |text: &str| vec![text.to_owned()];
    let whole = main_line.try_steps(&steps("f9"), None).unwrap();
    assert_eq!(whole.turn.unwrap().ply.text, "f9");
    let begun = main_line.try_steps(&[], None).unwrap();
    assert!(begun.turn.is_none() && !begun.preview.complete);
    let refused = main_line.try_steps(&steps("e5"), None).unwrap_err();
    assert_eq!(refused.code, Code::IllegalStep);
    let missed = main_line.try_steps(&[], Some(&steps("0"))).unwrap_err();
    assert_eq!(missed.code, Code::IllegalStep);
}

#[test]
fn what_is_not_legal_is_named_with_its_number() {
    let main_line = MainLine {
        kind: GameKind::ALL[0],
        seats: 2,
        variant: String::new(),
        turns: vec!["e5".to_owned()],
    };
    let refused = main_line.explore(&read("f9 (g3 e5)").unwrap()).unwrap_err();
    assert!(refused.sentence.starts_with("Turn 3: e5"), "{}", refused.sentence);
    let ended = main_line.explore(&read("drop:2 f9").unwrap()).unwrap_err();
    assert!(ended.sentence.starts_with("Turn 3: "), "{}", ended.sentence);
}
