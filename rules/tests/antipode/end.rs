//! How the game ends, and in which order the ends are looked for.

use crate::sketch::{Drawn, Sketch, check, ranks, refused, seat};
use thicket_rules::Position;
use thicket_rules::antipode::Antipode;

/// Blue joins a5 and i5 by a token on e5, which turns d5 and f5 to blue.
fn nearly_connected() -> Sketch {
    Sketch::start().blue("a5 b5 c5 g5 h5").red("d5 f5")
}

fn connected(sketch: Sketch) -> Sketch {
    sketch.blue("d5 e5 f5")
}

#[test]
fn end_a_connection_wins() {
    let before = nearly_connected();
    let over = connected(before.clone()).pawns("a5", "i9").over();
    check("End", &before, "e5,a1-a5", &over);
    assert_eq!(ranks(over.outcome()), [1, 2]);
    refused("End", &over, "c1", "the game is over");
}

#[test]
fn end_a_connection_before_the_pawn_moves_is_none_yet() {
    let before = nearly_connected();
    let between = connected(before.clone()).pawn_next();
    check("End", &before, "e5", &between);
    assert_eq!(between.outcome(), None);
    // The pawn breaks it by passing over e5.
    let before = before.red("f6 c1");
    let after = connected(before.clone()).blue("f6").red("e5").pawns("f6", "i9");
    check("End", &before, "e5,a1-f6", &after);
    assert_eq!(after.outcome(), None);
    assert_eq!(after.position().status().to_move(), Some(seat(2)));
}

#[test]
fn end_a_connection_counts_whoever_made_it() {
    // Red lacks only d5, and blue's pawn passes over it.
    let before = Sketch::start()
        .red("b5 c5 e5 f5 g5 h5 i5 c1")
        .blue("d4 d5 d6")
        .pawns("d4", "i9");
    let over = before.clone().blue("a3").red("d5").pawns("d6", "i9").over();
    check("page, End", &before, "a3,d4-d6", &over);
    assert_eq!(ranks(over.outcome()), [2, 1]);
}

/// Red's pawn in its corner: blue tokens along both edges, the blue pawn in the third line, and no empty space near
/// any of them once that pawn is on h8.
fn nearly_trapped() -> Sketch {
    Sketch::start()
        .blue("i6 i7 i8 f9 g9 h9 h7 h8")
        .red("h4 h5 h6 d8 e8 f8 g8 c3")
        .pawns("h7", "i9")
}

#[test]
fn end_who_has_no_legal_turn_loses() {
    let before = nearly_trapped();
    let over = before.clone().blue("a3").pawns("h8", "i9").over();
    check("End, forfeit", &before, "a3,h7-h8", &over);
    assert_eq!(ranks(over.outcome()), [1, 2]);
    // With h4 empty, a red token there would turn i5 and so open a way along the edge.
    let open = nearly_trapped().without("h4").red("c1");
    let after = open.clone().blue("a3").pawns("h8", "i9");
    check("End, forfeit", &open, "a3,h7-h8", &after);
    assert_eq!(after.legal(), "h4", "the only token that lets red go on");
}

#[test]
fn page_a_full_board_without_connection_is_a_draw() {
    let before = "rbbrb/rrbbbr/rbrrrbb/rrbbrbrb/bbrrrrrrr/brrrrrbr/brrbrrb/br1bbb/rrbbb 1 12 f5,a2 -";
    let (over, outcome) = last_turn(before, "b3", "f5-h7");
    assert_eq!(
        over,
        "rbbrb/rrbbbr/rbrbrbb/rrbbrbrb/bbrrrrrrr/brrrrrbr/brbrrrb/bbbrbb/rrrbb - 12 h7,a2 -"
    );
    assert_eq!(outcome, [1, 1]);
}

#[test]
fn page_a_connection_comes_before_the_full_board() {
    let before = "rbbrb/rrbrrb/rrrrbbb/brrrbbbr/brrbrrb1b/rbbbrbrr/brrbrrb/bbbrrr/brbbb 1 12 f7,b5 -";
    let (_, outcome) = last_turn(before, "e8", "f7-c4");
    assert_eq!(outcome, [1, 2], "the mover's");
    let before = "bbbbb/brbb1b/rrbrrbr/brrrbbrb/brrrbrbbr/rbrrrbrr/brrrrrr/rrrbbb/rbrbb 1 12 g8,g3 -";
    let (_, outcome) = last_turn(before, "h8", "g8-f7");
    assert_eq!(outcome, [2, 1], "the other seat's");
}

fn last_turn(before: &str, token: &str, way: &str) -> (String, Vec<u8>) {
    let mut position: Antipode = before.parse().unwrap();
    position.play(&token.parse().unwrap()).unwrap();
    position.play(&way.parse().unwrap()).unwrap();
    let over: Antipode = position.to_string().parse().unwrap();
    assert_eq!(over, position);
    (position.to_string(), ranks(over.status().outcome()))
}

#[test]
fn who_drops_loses() {
    let start = Sketch::start();
    for (number, left, expected) in [(1, "2", [2, 1]), (2, "1", [1, 2])] {
        let mut position = start.position();
        position.drop_seat(seat(number));
        let over = start.clone().in_play(left).over();
        assert_eq!(position, over.position());
        assert_eq!(ranks(over.outcome()), expected);
        refused("over", &over, "c3", "the game is over");
    }
}

#[test]
fn nobody_leads_while_the_game_goes_on() {
    let standing = nearly_connected().position().standing();
    assert_eq!(standing.ranks.as_slice(), [1, 1]);
}
