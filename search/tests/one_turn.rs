//! Bots find what one turn can win, and avoid what one turn can avoid, in positions from games that were judged by trying
//! everything. `examples/one_turn.rs` makes the lists and checks all of them; here it is a part of each.

#![allow(clippy::unwrap_used, reason = "tests")]

mod referee;

use thicket_rules::bushwhacked::Bushwhacked;
use thicket_rules::{GameKind, Position};
use thicket_search::{Level, Skill};

/// One position of so many is checked.
const ONE_IN: usize = 4;

/// Positions that are checked, and lines of those that a player does not solve, who may be another one in each game.
fn checked(player: impl Fn(GameKind) -> Skill) -> (usize, Vec<&'static str>) {
    let lists = referee::LISTS
        .iter()
        .flat_map(|&(name, list)| list.lines().step_by(ONE_IN).map(move |line| (name, line)));
    let checked: Vec<_> = lists.collect();
    let missed = checked
        .iter()
        .filter(|(name, line)| !referee::solves(name, line, player(referee::kind(name))));
    (checked.len(), missed.map(|&(_, line)| line).collect())
}

#[test]
fn the_strongest_level_misses_nothing_in_five_thousand_positions() {
    let (checked, missed) = checked(|_| Skill::Limited(5000, 0.0));
    assert!(checked > 200 && missed.is_empty(), "{missed:#?}");
}

#[test]
fn the_middle_level_misses_little() {
    let middle = |kind| Skill::Level(Level::new(Level::count(kind).div_ceil(2)).unwrap());
    let (checked, missed) = checked(middle);
    assert!(missed.len() * 20 <= checked, "{missed:#?}");
}

/// After the best token most moves of the pawn lose. The search of the token has seen which, and little of the budget is left to
/// see it again.
#[test]
fn the_second_step_of_a_turn_is_what_the_search_of_the_first_one_found() {
    let line = "loss rbbbb/bbbrbr/2r1bb1/r1rr3r/bb2br1rr/b4rrr/b4r1/rb2r1/rr2r 1 12 g7,b5 -";
    for skill in ["3000~0", "4000~0", "5000~0"] {
        assert!(
            referee::solves("antipode-2", line, skill.parse().unwrap()),
            "{skill}"
        );
    }
}

/// Every stone loses, and only a pass does not.
#[test]
fn a_pass_is_found_among_hundreds_of_stones() {
    let text = "10r6/17/8r8/7r*w7/7Wr1w6/7r1w6r/10w6/3rw3ww1rRr3/1w1*wr1w*3r*r2/2wWr8r1w1/1w5r9/2w1wr1w1w7/3ww1www4w3/\
                7r*r3r3/6rrw3r1w2/r6w1w3r3/4wrr1w3r1r2 1 12 0,0 1,2 - 72";
    let position: Bushwhacked = text.parse().unwrap();
    let turns = referee::after_turns(&position).unwrap();
    let seat = position.to_move().unwrap();
    let lost = turns
        .iter()
        .filter(|after| referee::is_lost(*after, seat) == Some(true));
    assert_eq!(lost.count(), turns.len() - 1);
    for skill in ["7", "5000~0"] {
        let line = format!("loss {text}");
        assert!(
            referee::solves("bushwhacked-2", &line, skill.parse().unwrap()),
            "{skill}"
        );
    }
}
