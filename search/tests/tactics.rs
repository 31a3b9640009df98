//! Bots take a win that is there, and stop a loss that threatens, in positions made for it.

#![allow(clippy::unwrap_used, clippy::panic)]

mod referee;

use referee::{after_turns, is_won};
use thicket_rules::antipode::Antipode;
use thicket_rules::btt::Btt;
use thicket_rules::bushi::Bushi;
use thicket_rules::bushka::Bushka;
use thicket_rules::bushwhacked::Bushwhacked;
use thicket_rules::{Game, GameKind, Position, Seat};
use thicket_search::{Bot, Budget, Stop};

/// Enough for a turn and its answer in every one of these positions.
const NODES: u64 = 20_000;

fn is_lost<P: Position>(position: &P, seat: Seat) -> bool {
    referee::is_lost(position, seat).unwrap()
}

/// The position after the bot's turn.
fn answer<P: Position>(text: &str, level: &str) -> P {
    let kind: GameKind = P::INFO.name.parse().unwrap();
    let game = kind.at(text).unwrap();
    let mut bot = Bot::new(kind, game.seats(), level.parse().unwrap(), 3);
    let thought = bot
        .think(game.as_ref(), &Budget::nodes(NODES), &Stop::default())
        .unwrap();
    let mut after = Game::<P>::at(text.parse().unwrap());
    for step in &thought.steps {
        after
            .play(&step.parse().unwrap_or_else(|_| panic!("{step}")), &mut |_| ())
            .unwrap();
    }
    after.position().clone()
}

/// Some turns win at once and some do not; the bot plays one that does.
#[track_caller]
fn takes_the_win<P: Position>(text: &str) {
    let position: P = text.parse().unwrap();
    let seat = position.to_move().unwrap();
    let turns = after_turns(&position).unwrap();
    assert!(turns.iter().any(|after| is_won(after, seat)) && !turns.iter().all(|after| is_won(after, seat)));
    for level in ["4", "7", "strongest"] {
        assert!(is_won(&answer::<P>(text, level), seat), "level {level}: {text}");
    }
}

/// After some turns another seat wins at once, after others not; the bot plays one of those.
#[track_caller]
fn stops_the_loss<P: Position>(text: &str) {
    let position: P = text.parse().unwrap();
    let seat = position.to_move().unwrap();
    let turns = after_turns(&position).unwrap();
    assert!(
        turns.iter().any(|after| is_lost(after, seat)) && !turns.iter().all(|after| is_lost(after, seat))
    );
    for level in ["7", "strongest"] {
        assert!(!is_lost(&answer::<P>(text, level), seat), "level {level}: {text}");
    }
}

#[test]
fn antipode_connects_and_cuts() {
    // Blue joins a5 and i5 by a token on e5, which turns d5 and f5.
    takes_the_win::<Antipode>("b3r/1b4/2b4/3r4/r7b/4r3/4b2/4b1/b3b 1 12 a1,i9 -");
    stops_the_loss::<Antipode>("b3r/1b4/2b4/3r4/r7b/4r3/r3b2/4b1/b3b 2 12 a1,i9 -");
}

#[test]
fn bushi_takes_off_the_last_piece() {
    takes_the_win::<Bushi>("#k7#/10/10/10/10/3K6/10/10/4K5/#8# 1 12 11,10 - 100");
    takes_the_win::<Bushi>("#7#/9/3k5/9/9/9/9/9/#2M4# 2 12 11,11 - 101");
}

/// Nobody can be kept from taking off the last piece: what can be lost is the race to it.
#[test]
fn bushi_loses_no_turn_of_a_race() {
    let text = "#8#/k9/10/10/10/10/10/10/9K/#8# 1 12 11,11 - 100";
    let after = answer::<Bushi>(text, "strongest");
    assert!(after.to_string().starts_with("#k7#/"), "{after}");
}

#[test]
fn bushka_takes_the_last_moves_and_keeps_its_own() {
    takes_the_win::<Bushka>("6/5/6/5/b5/5/w1wW2/5/6 1 12 82");
    takes_the_win::<Bushka>("4bb/5/3b2/4b/1b1bb1/b1bww/4ww/5/6 2 12 43");
    stops_the_loss::<Bushka>("6/b4/6/w4/2ww2/bw3/w3w1/w4/3www 2 12 39");
    stops_the_loss::<Bushka>("4WW/3B1/6/5/6/5/6/5/6 2 12 87");
}

#[test]
fn btt_counts_the_tokens_of_the_last_pyramids() {
    takes_the_win::<Btt>(
        "kL>kS>kM>wS>wMvkLvwL<kSv/wM^kM^owM>kL>wL>*wL</1wS^wS>kS^wM>wL^kS^kL</kM>kM^wM>wS^wS^wL^kL>kS^ \
         2 12 6,9 000,010",
    );
    stops_the_loss::<Btt>(
        "kLvkM>wL>kM>wL>*wS<wSv/kS>kL^wM^wS>kS>kL^wS<kM</wM^wS>kS^wM<kM>wM^wL^kS</2kL^owL>kS^wL^kM^ \
         1 12 1,5 010,001",
    );
}

/// White's last stone on i3 controls a base.
fn last_stone(to_move: u8, turns: u16) -> String {
    format!(
        "{}/{}8/17/8*8/17/17/17/17/3*4*4*3/17/17/17/8w8/7w*w7/17/17/{} {to_move} 12 0,0 1,13 - {turns}",
        "w".repeat(17),
        "w".repeat(9),
        "r".repeat(17)
    )
}

#[test]
fn bushwhacked_controls_a_base_and_blocks_one() {
    takes_the_win::<Bushwhacked>(&last_stone(1, 60));
    stops_the_loss::<Bushwhacked>(&last_stone(2, 61));
}

/// With four seats, where the tree is searched.
fn last_stone_of_four(to_move: u8) -> String {
    format!(
        "{}/{}8/17/3*4*4*3/17/17/17/17/3*4*4*3/{}/17/17/8w8/3*3w*w3*3/17/{}/{} {to_move} 1234 0,0,0,0 1,13,13,13 - 40",
        "w".repeat(17),
        "w".repeat(9),
        "b".repeat(17),
        "y".repeat(17),
        "r".repeat(17)
    )
}

#[test]
fn bushwhacked_for_four_controls_a_base_and_blocks_one() {
    takes_the_win::<Bushwhacked>(&last_stone_of_four(1));
    stops_the_loss::<Bushwhacked>(&last_stone_of_four(4));
}
