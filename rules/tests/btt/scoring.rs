//! What pointing costs and brings.

use crate::sketch::{Drawn, Sketch, check};
use thicket_rules::Position;

/// Two seats: white's large pyramid on c2 and black's small one on d3 grow from the root on d2.
fn grown() -> Sketch {
    Sketch::start(2).with("d1:o d2:* c2:wL> d3:kSv")
}

fn tokens(sketch: &Sketch, turns: &str) -> Vec<u16> {
    sketch.play(turns).diagram().tallies[0].as_slice().to_vec()
}

#[test]
fn scoring_pointing_at_the_root_is_safe() {
    assert_eq!(tokens(&grown(), "Le2>d2"), [5, 5]);
}

#[test]
fn scoring_pointing_at_an_own_pyramid_is_safe() {
    assert_eq!(tokens(&grown(), "Lb2>c2"), [5, 5]);
}

#[test]
fn scoring_the_penalty_is_the_size_pointed_at_and_the_bonus_the_size_put_down() {
    let white = grown();
    assert_eq!(tokens(&white, "Sd4>d3"), [4, 6]);
    assert_eq!(tokens(&white, "Md4>d3"), [4, 7]);
    assert_eq!(tokens(&white, "Ld4>d3"), [4, 8]);
    let black = white.with("b2:wM>").turn_of("2");
    assert_eq!(tokens(&black, "Sc3>c2"), [6, 2]);
    assert_eq!(tokens(&black, "Lb1>b2"), [8, 3]);
    check(
        "Scoring",
        &black,
        "Lb1>b2",
        &black.clone().with("b1:kL^").turn_of("1"),
    );
}

#[test]
fn scoring_only_the_one_pointed_at_is_paid() {
    let before = Sketch::start(3)
        .with("a1:o c3:* f4:* c4:wLv b3:kM> c2:rS^")
        .turn_of("1");
    assert_eq!(tokens(&before, "Mb4>b3"), [3, 7, 5]);
}

#[test]
fn scoring_everyone_takes_five_when_one_cannot_pay() {
    // Black has paid three and has two left.
    let black = Sketch::start(2).with("d1:o d2:* c2:wL> c3:kSv").turn_of("1");
    assert_eq!(black.position().diagram().tallies[0].as_slice(), [6, 2]);
    let black = black.with("b2:wL>").turn_of("2");
    let after = black.clone().with("b3:kMv").refills(1).turn_of("1");
    check("Scoring", &black, "Mb3>b2", &after);
    assert_eq!(tokens(&black, "Mb3>b2"), [6 + 5 + 2, 2 + 5 - 3]);
}

#[test]
fn scoring_exactly_enough_is_enough() {
    let black = Sketch::start(2)
        .with("d1:o d2:* c2:wL> c3:kSv b2:wM>")
        .turn_of("2");
    assert_eq!(tokens(&black, "Sb1>b2"), [6 + 1, 0]);
}

#[test]
fn scoring_a_seat_that_dropped_is_paid_and_takes_tokens_too() {
    let before = Sketch::start(3)
        .with("a1:o c3:* f4:* c4:wLv b3:kM> c2:rS^")
        .in_play("13");
    assert_eq!(tokens(&before, "Lb4>b3"), [3, 8, 5]);
    let short = before.with("b4:wLv d4:rS<").in_play("13").turn_of("1");
    assert_eq!(short.position().diagram().tallies[0].as_slice(), [4, 8, 2]);
    let red = short.with("c5:wLv").turn_of("3");
    assert_eq!(tokens(&red, "Mc6>c5"), [4 + 5 + 2, 8 + 5, 2 + 5 - 3]);
}

#[test]
fn page_the_score_is_the_tokens() {
    let standing = grown().play("Ld4>d3").standing();
    let scores: Vec<_> = standing.scores.as_slice().iter().map(|score| score[0]).collect();
    assert_eq!(scores, [4, 8]);
    assert_eq!(standing.ranks.as_slice(), [2, 1]);
}
