//! The game that the original quotes, with the notation that it quotes it in.

use thicket_rules::{Head, replay};

/// As quoted, without the remarks; each pair is white's turn and black's.
const QUOTED: [(&str, &str); 11] = [
    ("f25", "c64"),
    ("ed3", "cd4"),
    ("hxe4", "f87"),
    ("f3x6", "d6e5x"),
    ("g56", "ad5"),
    ("d2x4", "bc4x"),
    ("h67", "d76"),
    ("gf6", "de6x"),
    ("fe4", "cd4x"),
    ("dc3", "c54x"),
    ("gf4", "cxe4"),
];
const LAST: &str = "e1x3";

#[test]
fn the_game_of_the_original() {
    let text = include_str!("../../fixtures/bushka/original.txt");
    let (head, turns) = Head::split(text).unwrap();
    let mut game = head.start_recorded().unwrap();
    let turns: Vec<&str> = turns
        .split_whitespace()
        .filter(|token| !token.ends_with('.'))
        .collect();
    let quoted = QUOTED
        .iter()
        .flat_map(|(white, black)| [*white, *black])
        .chain([LAST]);
    let mut positions = Vec::new();
    for (turn, short) in turns.iter().zip(quoted) {
        assert_eq!(game.shorthand(turn).as_deref().unwrap_or(turn), short, "{turn}");
        replay(game.as_mut(), turn, |_, game| {
            positions.push(game.position_text())
        })
        .unwrap();
    }
    assert_eq!(
        positions[19],
        "1bbbbb/b2bb/3b1b/b1b2/1bb3/2w1w/5w/w1www/w1w1ww 1 12 20"
    );
    assert_eq!(
        positions[21],
        "1bbbbb/b2bb/3b1b/2b2/1bb3/1bw1w/5w/w2ww/w1w1ww 1 12 22"
    );
    assert_eq!(game.diagram().tallies[0].as_slice(), [10, 8]);
    assert_eq!(positions.len(), 23);
    assert_eq!(turns[23..], ["drop:2"], "black resigned");
}

#[test]
fn only_turns_of_games_with_a_notation_of_their_own_have_a_shorthand() {
    let game = thicket_rules::GameKind::Bushka.start(2, "").unwrap();
    assert_eq!(game.shorthand("anything"), None);
    assert_eq!(game.shorthand("f2-f5").as_deref(), Some("f25"));
    assert_eq!(game.shorthand("e3-d3,e3-e4").as_deref(), Some("ed3,e34"));
    let other = thicket_rules::GameKind::Bushwhacked.start(2, "").unwrap();
    assert_eq!(other.shorthand("e5,f6"), None);
}
