//! Every reason for a turn is true: what it claims is found again by playing on by the rules.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;

use thicket_rules::{AnyGame, Change, GameKind, Seat};
use thicket_search::{Bot, Budget, Reason, Skill, Stop, reasons};

/// Games of each kind and number of seats that turns are taken from, and how many turns of each.
const GAMES: u64 = 3;
const TURNS: usize = 40;

/// All turns of the seat to move, each with the game after it and what it changed.
fn turns(game: &dyn AnyGame) -> Vec<(Box<dyn AnyGame>, Vec<Change>)> {
    let (mut done, mut unfinished) = (Vec::new(), vec![(game.boxed_clone(), Vec::new())]);
    while let Some((game, changes)) = unfinished.pop() {
        for step in game.legal() {
            let (mut after, mut changes) = (game.boxed_clone(), changes.clone());
            changes.extend(after.play(&step).unwrap());
            let list = if after.mid_turn() {
                &mut unfinished
            } else {
                &mut done
            };
            list.push((after, changes));
        }
    }
    done
}

fn is_won(game: &dyn AnyGame, seat: Seat) -> bool {
    let ranks = game.standing().ranks;
    let first = ranks.iter().filter(|&(_, rank)| rank == 1).count();
    game.status().to_move().is_none() && ranks[seat] == 1 && first == 1
}

/// Whether a seat takes what stands on the cell with one of these turns.
fn is_taken(turns: &[(Box<dyn AnyGame>, Vec<Change>)], seat: Seat, name: &str) -> bool {
    turns.iter().any(|(game, changes)| {
        let cells = game.layout().cells;
        changes.iter().any(|change| match change {
            Change::Taken { cell, by, .. } => *by == seat && cells[cell.index()].name == name,
            _ => false,
        })
    })
}

/// Whether a reason is true; none where that depends on turns of seats that are not next.
fn is_true(reason: &Reason, before: &dyn AnyGame, turn: &[String]) -> Option<bool> {
    let seat = before.status().to_move().unwrap();
    let mut after = before.boxed_clone();
    let played = after.play_turn(turn).unwrap().changes;
    let names = before.layout().cells;
    let next = after.status().to_move();
    match reason {
        Reason::Wins => Some(is_won(after.as_ref(), seat)),
        Reason::Captures(cells) => Some(cells.iter().all(|cell| {
            let taken = |change: &Change| {
                matches!(change, Change::Taken { cell: at, piece, by }
                if *by == seat && piece.seat != Some(seat) && names[at.index()].name == *cell)
            };
            played.iter().any(taken)
        })),
        Reason::Controls(cells) => Some(cells.iter().all(|cell| {
            let held = after.diagram().control;
            held.iter()
                .any(|(at, by)| *by == seat && names[at.index()].name == *cell)
        })),
        Reason::StopsWin(other) if next == Some(*other) => Some(
            !turns(after.as_ref())
                .iter()
                .any(|(end, _)| is_won(end.as_ref(), *other)),
        ),
        Reason::Saves(cells) => {
            let (other, replies) = (next?, turns(after.as_ref()));
            Some(!cells.iter().any(|cell| is_taken(&replies, other, cell)))
        }
        Reason::ThreatensWin if before.seats() == 2 => {
            Some(turns(after.as_ref()).iter().any(|(reply, _)| {
                let mine = turns(reply.as_ref());
                mine.iter().any(|(end, _)| is_won(end.as_ref(), seat))
            }))
        }
        Reason::Threatens(cells) if before.seats() == 2 => {
            let replies = turns(after.as_ref());
            let after_reply = |cell: &String| {
                let mine = |reply: &dyn AnyGame| is_taken(&turns(reply), seat, cell);
                replies.iter().any(|(reply, _)| mine(reply.as_ref()))
            };
            Some(cells.iter().all(after_reply))
        }
        _ => None,
    }
}

#[test]
fn every_reason_is_true_in_its_position() {
    let mut checked: BTreeMap<String, usize> = BTreeMap::new();
    for &kind in GameKind::ALL {
        let seats = kind.info().seats.clone();
        let most = *seats.end().min(&4);
        for (seats, seed) in [*seats.start(), most]
            .into_iter()
            .flat_map(|seats| (0..GAMES).map(move |seed| (seats, seed)))
        {
            let mut game = kind.start(seats, "").unwrap();
            let skill: Skill = "2".parse().unwrap();
            let mut bot = Bot::new(kind, seats, skill, seed);
            for _ in 0..TURNS {
                if game.status().to_move().is_none() {
                    break;
                }
                let turn = bot
                    .think(game.as_ref(), &Budget::nodes(100), &Stop::default())
                    .unwrap()
                    .steps;
                for reason in reasons(kind, game.as_ref(), &turn) {
                    let word = format!("{reason:?}");
                    let word = word.split(['(', ' ']).next().unwrap().to_owned();
                    if checked.get(&word).copied().unwrap_or_default() < 60
                        && let Some(is_true) = is_true(&reason, game.as_ref(), &turn)
                    {
                        assert!(is_true, "{kind}: {turn:?} {reason:?} in {}", game.position_text());
                        *checked.entry(word).or_default() += 1;
                    }
                }
                game.play_turn(&turn).unwrap();
            }
        }
    }
    for word in ["Wins", "Captures", "Controls", "Saves", "Threatens"] {
        assert!(
            checked.get(word).is_some_and(|count| *count > 0),
            "{word} was never claimed: {checked:?}"
        );
    }
}

/// The reasons for a turn in a drawn position.
fn of(kind: GameKind, text: &str, turn: &str) -> Vec<Reason> {
    let game = kind.at(text).unwrap();
    let turn: Vec<String> = turn.split(',').map(str::to_owned).collect();
    reasons(kind, game.as_ref(), &turn)
}

#[test]
fn a_turn_that_cannot_be_played_has_no_reasons() {
    let start = GameKind::Bushi.start(2, "").unwrap().position_text();
    assert_eq!(of(GameKind::Bushi, &start, "nonsense"), []);
}

/// White holds three sides of the base on i4; red stands beside it, or white closes it.
#[test]
fn a_base_is_blocked_and_controlled() {
    let text = |to_move: u8| {
        format!("17/17/17/8*8/17/17/17/17/3*4*4*3/17/17/17/8w8/7w*w7/17/17/17 {to_move} 12 0,0 27,30 - 20",)
    };
    let blocks = of(GameKind::Bushwhacked, &text(2), "i3");
    let by_red = Reason::Blocks {
        seat: Seat::FIRST,
        cell: "i4".into(),
    };
    assert!(blocks.contains(&by_red), "{blocks:?}");
    let controls = of(GameKind::Bushwhacked, &text(1), "i3");
    assert!(
        controls.contains(&Reason::Controls(vec!["i4".into()])),
        "{controls:?}"
    );
}

#[test]
fn a_pass_is_saved_for_the_next_turn() {
    let text = "17/17/17/8*w7/17/17/17/17/3*4*4*3/17/17/17/17/8*8/17/17/17 1 12 1,0 29,30 - 2";
    let passes = of(GameKind::Bushwhacked, text, "pass");
    assert!(passes.contains(&Reason::SavesPass(3)), "{passes:?}");
    let places = of(GameKind::Bushwhacked, text, "a1");
    assert!(
        !places.iter().any(|reason| matches!(reason, Reason::SavesPass(_))),
        "{places:?}"
    );
}

/// White needs i3 to control the base on i4, and has so many stones left; the fourth rank is as given.
fn last_stones(to_move: u8, fourth: &str, left: u8) -> String {
    format!(
        "{}/{}8/17/8*8/17/17/17/17/3*4*4*3/17/17/17/8w8/{fourth}/17/17/{} {to_move} 12 0,0 {left},13 - 60",
        "w".repeat(17),
        "w".repeat(9),
        "r".repeat(17)
    )
}

#[test]
fn a_win_is_threatened_and_stopped() {
    let threatens = of(GameKind::Bushwhacked, &last_stones(1, "7w*8", 2), "j4");
    assert!(threatens.contains(&Reason::ThreatensWin), "{threatens:?}");
    let stops = of(GameKind::Bushwhacked, &last_stones(2, "7w*w7", 1), "i3");
    assert_eq!(stops.first(), Some(&Reason::StopsWin(Seat::FIRST)), "{stops:?}");
}

#[test]
fn a_race_goes_forward() {
    let text = "#8#/k9/10/10/10/10/10/10/9K/#8# 1 12 11,11 - 100";
    let mut bot = Bot::new(GameKind::Bushi, 2, Skill::Strongest, 1);
    let game = GameKind::Bushi.at(text).unwrap();
    let turn = bot
        .think(game.as_ref(), &Budget::nodes(3_000), &Stop::default())
        .unwrap()
        .steps;
    let advances = reasons(GameKind::Bushi, game.as_ref(), &turn);
    assert!(
        advances
            .iter()
            .any(|reason| matches!(reason, Reason::Advances(_))),
        "{turn:?} {advances:?}"
    );
}
