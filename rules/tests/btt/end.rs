//! How the game ends, and who is first.

use crate::drawn::game;
use crate::sketch::{Drawn, Sketch, by_seat, ranks, refused, seat};
use thicket_rules::btt::Btt;
use thicket_rules::{IllegalStep, Position};

/// All 30 pyramids but black's last one, which goes to h4: everybody grows from the own pyramids as long as it goes.
const NEARLY_FULL: &str = "Na1 Ra2 \
    Lb2>a2 La3>a2 Lc2>b2 La4>a3 Ld2>c2 Lb3>a3 Le2>d2 Lb4>b3 Lf2>e2 Lc3>b3 \
    Mg2>f2 Mc4>c3 Mh2>g2 Md3>c3 Mh1>h2 Md4>d3 Mg1>h1 Me3>d3 Mf1>g1 Me4>e3 \
    Se1>f1 Sf3>e3 Sd1>e1 Sf4>f3 Sc1>d1 Sg3>f3 Sb1>c1 Sg4>g3";

fn played(turns: &str) -> Btt {
    Sketch::start(2).play(turns)
}

#[test]
fn scoring_the_game_ends_with_the_last_square() {
    let before = played(NEARLY_FULL);
    assert_eq!(before.status().to_move(), Some(seat(1)));
    let last = before.legal_steps();
    let mut tied = before;
    tied.play(&last[0]).unwrap();
    let mut over = tied;
    over.play(&tied.legal_steps()[0]).unwrap();
    assert_eq!(over.status().to_move(), None);
    assert!(over.to_string().ends_with("000,000"), "{over}");
    assert!(over.legal_steps().is_empty());
}

#[test]
fn scoring_more_tokens_win() {
    let over = played(&format!("{NEARLY_FULL} Sh3>h2 Sh4>h3"));
    // Black has paid one to white, who has gained one.
    assert_eq!(by_seat(&over.diagram().tallies[0]), [6, 4]);
    assert_eq!(ranks(over.status().outcome()), [1, 2]);
    let tied = played(&format!("{NEARLY_FULL} Sh4>g4 Sh3>h4"));
    assert_eq!(by_seat(&tied.diagram().tallies[0]), [5, 5]);
    assert_eq!(
        ranks(tied.status().outcome()),
        [1, 1],
        "equal tokens share the rank"
    );
    assert_eq!(
        over.why_illegal(&"Sh3>h2".parse().unwrap()),
        Some(IllegalStep::Over)
    );
}

#[test]
fn page_the_game_ends_when_nobody_in_play_has_a_pyramid() {
    // Seat 3 drops before its first pyramid; the others lay theirs, and squares stay empty.
    let mut game = game::<Btt>(3, "", "Na1 Rd3 Re4");
    game.drop_seat(seat(3)).unwrap();
    let mut turns = 0;
    while game.status().to_move().is_some() {
        let step = game.position().legal_steps()[0];
        game.play(&step, &mut |_| ()).unwrap();
        turns += 1;
    }
    assert_eq!(turns, 30);
    let text = game.position().to_string();
    assert!(text.contains(" - 12 ") && text.ends_with("000,000,555"), "{text}");
    assert_eq!(game.status().outcome().unwrap().ranks.as_slice()[2], 3);
}

#[test]
fn page_a_drop_ends_the_game_when_the_others_have_laid_all() {
    // Of three seats only seat 3 has a pyramid left when it drops.
    let mut position = Btt::start(Btt::INFO.setup(3, "").unwrap());
    while position.diagram().tallies[1..]
        .iter()
        .any(|tally| tally[seat(1)] + tally[seat(2)] > 0)
    {
        let step = position.legal_steps()[0];
        position.play(&step).unwrap();
    }
    assert_eq!(position.status().to_move(), Some(seat(3)));
    let mut over = position;
    over.drop_seat(seat(3));
    assert_eq!(over.status().to_move(), None);
    assert_eq!(ranks(over.status().outcome())[2], 3);
    // While another one drops, it goes on.
    position.drop_seat(seat(1));
    assert_eq!(position.status().to_move(), Some(seat(3)));
}

#[test]
fn the_last_seat_in_play_is_first() {
    let before = Sketch::start(3).with("a1:o c3:* f4:* c4:wLv b3:kM> c5:rSv");
    assert_eq!(by_seat(&before.position().standing().ranks), [1, 2, 3]);
    let mut position = before.clone().in_play("13").position();
    position.drop_seat(seat(1));
    let over = before.in_play("3").turn_of("-");
    assert_eq!(position, over.position());
    assert_eq!(
        ranks(over.outcome()),
        [2, 2, 1],
        "whatever tokens the others hold"
    );
    refused("over", &over, "Sb2>c3", "the game is over");
}

#[test]
fn more_tokens_rank_higher_among_those_in_play() {
    let standing = Sketch::start(4)
        .with("b1:o h8:o d2:* d5:* c2:wL> b2:kS> d4:rL^ e4:bM<")
        .position()
        .standing();
    assert_eq!(
        standing
            .scores
            .as_slice()
            .iter()
            .map(|score| score[0])
            .collect::<Vec<_>>(),
        [6, 2, 7, 2]
    );
    assert_eq!(by_seat(&standing.ranks), [2, 3, 1, 3]);
}
