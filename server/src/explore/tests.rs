use std::error::Error;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use thicket_rules::{AnyGame, GameKind};

use super::*;
use crate::http::limits::{EXPLORE_BYTES, EXPLORED_TURNS, STEP_BYTES, STEPS};

type TestResult<T = ()> = Result<T, Box<dyn Error>>;

fn branch(after: usize, turn: &str) -> Branch {
    let turn = turn.to_owned();
    Branch { after, turn }
}

fn refusal(text: &str) -> Option<Code> {
    read(text).err().map(|refusal| refusal.code)
}

#[test]
fn parentheses_hold_what_can_be_played_in_place_of_the_turn_before() -> TestResult {
    let tree = read("1. a 2. b (2.c 3...d)(e) f")?;
    let expected = [(0, "a"), (1, "b"), (1, "c"), (3, "d"), (1, "e"), (2, "f")];
    assert_eq!(tree, expected.map(|(after, turn)| branch(after, turn)));
    assert_eq!(write(&tree), "a b (c d) (e) f");
    assert_eq!(read(" ")?, []);
    assert_eq!(write(&[]), "");
    Ok(())
}

#[test]
fn what_stands_there_twice_is_one_turn() -> TestResult {
    let tree = read("a b (b c) (d) e")?;
    let expected = [(0, "a"), (1, "b"), (2, "c"), (1, "d"), (2, "e")];
    assert_eq!(tree, expected.map(|(after, turn)| branch(after, turn)));
    assert_eq!(write(&tree), "a b (d) c (e)");
    Ok(())
}

#[test]
fn what_is_no_tree_is_refused() {
    for text in ["(a)", "a (b", "a )", "a ()", "a (b))", "a ((b))"] {
        assert_eq!(refusal(text), Some(Code::Malformed), "{text}");
    }
    let turns = |count: usize| vec!["e5"; count].join(" ");
    assert!(read(&turns(EXPLORED_TURNS)).is_ok());
    assert_eq!(refusal(&turns(EXPLORED_TURNS + 1)), Some(Code::TooLarge));
    assert_eq!(refusal(&" ".repeat(EXPLORE_BYTES + 1)), Some(Code::TooLarge));
    assert_eq!(refusal(&"a,".repeat(STEPS)), Some(Code::TooLarge));
    assert_eq!(refusal(&"a".repeat(STEP_BYTES + 1)), Some(Code::TooLarge));
}

/// A random turn of the seat to move.
fn any_turn(game: &dyn AnyGame, dice: &mut StdRng) -> TestResult<String> {
    let (mut game, plies, mut steps) = (game.boxed_clone(), game.ply_count(), Vec::new());
    while game.ply_count() == plies {
        let legal = game.legal();
        let step = legal[dice.random_range(0..legal.len())].clone();
        game.play(&step)?;
        steps.push(step);
    }
    Ok(steps.join(","))
}

/// A main line of random turns.
fn any_main_line(kind: GameKind, seats: u8, dice: &mut StdRng) -> TestResult<MainLine> {
    let mut game = kind.start(seats, "")?;
    for _ in 0..dice.random_range(0..30) {
        if game.status().to_move().is_some() {
            let turn = any_turn(game.as_ref(), dice)?;
            play_text(game.as_mut(), &turn)?;
        }
    }
    Ok(MainLine {
        kind,
        seats,
        variant: game.variant().to_owned(),
        turns: game.plies(),
    })
}

/// The positions before a tree and after each of its turns.
type Games = Vec<Box<dyn AnyGame>>;

/// A tree of random legal turns, with the position after each of them by the rules alone.
fn any_tree(main_line: &MainLine, dice: &mut StdRng) -> TestResult<(Vec<Branch>, Games)> {
    let (mut tree, mut games) = (Vec::new(), vec![main_line.game()?]);
    for _ in 0..25 {
        let after = dice.random_range(0..games.len());
        let mut game = games[after].clone();
        if game.status().to_move().is_none() {
            continue;
        }
        let turn = any_turn(game.as_ref(), dice)?;
        let new = branch(after, &turn);
        if !tree.contains(&new) {
            for step in turn.split(',') {
                game.play(step)?;
            }
            tree.push(new);
            games.push(game);
        }
    }
    Ok((tree, games))
}

#[test]
fn explored_turns_are_those_of_the_rules() -> TestResult {
    for &kind in GameKind::ALL {
        for seed in 0..12 {
            let mut dice = StdRng::seed_from_u64(seed);
            let seats = kind.info().seats.clone();
            let main_line = any_main_line(kind, dice.random_range(seats), &mut dice)?;
            let (tree, games) = any_tree(&main_line, &mut dice)?;
            let read = read(&write(&tree))?;
            let what = format!("{kind}, seed {seed}: {}", write(&tree));
            assert_eq!(write(&read), write(&tree), "{what}");
            let explored = main_line.explore(&tree)?;
            assert_eq!(explored.len(), tree.len(), "{what}");
            for (index, found) in explored.iter().enumerate() {
                let game = games[index + 1].as_ref();
                assert_eq!(found.after, tree[index].after, "{what}");
                assert_eq!(Some(&found.ply.text), game.last_ply().as_ref(), "{what}");
                let to_move = game.status().to_move().map(|seat| seat.number());
                assert_eq!(found.ply.to_move, to_move, "{what}");
                assert_eq!(found.ending.is_some(), to_move.is_none(), "{what}");
                let at = main_line.at(&tree, index + 1)?;
                assert_eq!(at.position_text(), game.position_text(), "{what}");
            }
        }
    }
    Ok(())
}

#[test]
fn looking_at_steps_is_looking_at_the_turn() -> TestResult {
    let game = GameKind::ALL[0].start(2, "")?;
    let line = vec!["e5".to_owned()];
    let answer = |steps: &[&str], clicks: Option<Vec<String>>| {
        let steps = steps.iter().map(|&step| step.to_owned()).collect();
        let line = line.clone();
        Attempt {
            at: 0,
            line,
            steps,
            clicks,
        }
        .answer(game.clone())
    };
    let whole = answer(&["f9"], None)?;
    assert_eq!(whole.turn.ok_or("a turn")?.ply.text, "f9");
    let begun = answer(&[], None)?;
    assert!(begun.turn.is_none() && !begun.preview.complete);
    let refused = answer(&["e5"], None).err();
    assert_eq!(refused.map(|refusal| refusal.code), Some(Code::IllegalStep));
    let missed = answer(&[], Some(vec!["0".to_owned()])).err();
    assert_eq!(missed.map(|refusal| refusal.code), Some(Code::IllegalStep));
    Ok(())
}

#[test]
fn what_is_not_legal_is_named_with_its_number() -> TestResult {
    let main_line = MainLine {
        kind: GameKind::ALL[0],
        seats: 2,
        variant: String::new(),
        turns: vec!["e5".to_owned()],
    };
    let sentence = |text: &str| -> TestResult<String> {
        let refused = main_line.explore(&read(text)?).err();
        Ok(refused.ok_or("a refusal")?.sentence)
    };
    let refused = sentence("f9 (g3 e5)")?;
    assert!(refused.starts_with("Turn 3: e5"), "{refused}");
    let ended = sentence("drop:2 f9")?;
    assert!(ended.starts_with("Turn 3: "), "{ended}");
    Ok(())
}
