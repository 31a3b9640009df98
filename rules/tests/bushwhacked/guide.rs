//! What a player is told while composing a turn, and when the game is over.

use crate::sketch::{Drawn, Sketch, cell, corner, seat};
use thicket_rules::{Click, Position};

/// White has three capture stones and may trade them for red's on c3.
fn trade() -> Sketch {
    corner(
        "
        W . R
        W . .
        W . .
        ",
    )
}

fn asks(sketch: &Sketch, steps: &str) -> Vec<String> {
    let position = match steps {
        "" => sketch.position(),
        steps => sketch.play(steps),
    };
    position.guide().asks
}

#[test]
fn a_turn_offers_what_it_may_be() {
    assert_eq!(asks(&Sketch::start(2), "")[0], "Place a stone, or pass.");
    assert_eq!(asks(&trade(), "")[0], "Place a stone, pass, or trade in.");
    assert_eq!(
        asks(&Sketch::start(2), "pass q1 pass q2")[0],
        "Place up to 3 stones."
    );
}

#[test]
fn after_a_saved_pass_a_stone_can_be_sent_alone() {
    let guide = Sketch::start(2).play("pass q1 c3").guide();
    assert_eq!(guide.asks, ["You may place 1 more."]);
    assert_eq!(guide.finish, Some(("end", "Send 1 stone".to_owned())));
    let guide = Sketch::start(2).play("pass q1 pass q2 c3 c4").guide();
    assert_eq!(guide.finish, Some(("end", "Send 2 stones".to_owned())));
}

#[test]
fn a_trade_counts_down_and_names_the_wanted_stone() {
    assert_eq!(
        asks(&trade(), "xc3"),
        ["Give up 3 capture stones for the one on c3."]
    );
    assert_eq!(
        asks(&trade(), "xc3,-a1"),
        ["Give up 2 more capture stones for the one on c3."]
    );
    let last = trade().play("xc3,-a1,-a2").guide();
    assert_eq!(last.asks, ["Give up 1 more capture stone for the one on c3."]);
    assert_eq!(last.named, [cell("c3")]);
    let position = trade().position();
    let costs = |step: &str| position.cost(&step.parse().unwrap());
    assert_eq!(costs("xc3").unwrap(), "The trade costs you three capture stones.");
    assert_eq!((costs("e5"), costs("pass")), (None, None));
}

#[test]
fn turns_in_words() {
    let words = |turn: &str| {
        let steps: Vec<_> = turn.split(',').map(|step| step.parse().unwrap()).collect();
        trade().position().in_words(&steps)
    };
    assert_eq!(words("pass").unwrap(), "passes");
    assert_eq!(words("xc3,-a1,-a2,-a3").unwrap(), "trades a1, a2, a3 for c3");
    assert_eq!(words("e5"), None, "the changes say it");
}

#[test]
fn a_forbidden_square_is_refused_for_its_own_sake() {
    let position = trade().position();
    let reason = |clicks: &[Click]| {
        let step = position.step_of(clicks).unwrap();
        position.why_illegal(&step).unwrap().to_string()
    };
    assert_eq!(reason(&[Click::Cell(cell("a1"))]), "a1 is occupied");
    let own = [Click::Button("trade"), Click::Cell(cell("a1"))];
    assert_eq!(reason(&own), "the capture stone on a1 is not another seat's");
    assert_eq!(position.step_of(&[Click::Button("trade")]), None);
}

#[test]
fn the_game_ends_for_a_reason() {
    assert_eq!(trade().position().end_reason(), None);
    // White has placed 29 stones.
    let stones: Vec<String> = ('a'..='q')
        .flat_map(|file| [11, 12].map(|rank| format!("{file}{rank}")))
        .take(29)
        .collect();
    let reason = Sketch::start(2)
        .on(&stones.join(" "), 'w')
        .play("q17")
        .end_reason()
        .unwrap();
    assert_eq!(
        (reason.seat, reason.words),
        (Some(seat(1)), "had no stones left to place")
    );
}
