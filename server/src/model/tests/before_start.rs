//! What a host may change before the start, and how players change their chairs.

use thicket_rules::GameKind;

use super::{TestResult, act, context, name, table, terms};
use crate::ids::{PlayerId, TableCode, TableId};
use crate::model::before_start::waiting::Waiting;
use crate::model::log::action::{Action, Due};
use crate::model::log::event::KeptChairs;
use crate::model::log::swap::Swap;
use crate::model::refusal::RefusalCode as Code;
use crate::model::table::state::{Phase, State};
use crate::model::{Creation, create};
use crate::seq::Seq;
use crate::time::UnixMs;

const MINUTE: i64 = 60 * 1000;

pub(super) fn waiting(state: &State) -> &Waiting {
    match &state.phase {
        Phase::Waiting(waiting) => waiting,
        _ => panic!("the game has begun"),
    }
}

pub(super) fn seat(state: &mut State, chair: u8, who: PlayerId, under: &str) -> TestResult {
    let sit = Action::Sit {
        chair,
        name: name(under)?,
        companion_of: None,
    };
    act(state, who, sit, 0)?;
    Ok(())
}

fn clock(text: &str) -> TestResult<Action> {
    let clock = text.parse()?;
    Ok(Action::ChangeClock { clock })
}

fn starts(state: &State, present: &[PlayerId]) -> bool {
    let context = context(0, 0, present.to_vec());
    state.decide_due(Due::Start, &context).is_some()
}

/// A table for three where all sit, in this order.
pub(super) fn full() -> TestResult<(State, [PlayerId; 3])> {
    let (mut state, people) = table()?;
    seat(&mut state, 1, people[1], "Ben")?;
    seat(&mut state, 2, people[2], "Cem")?;
    Ok((state, people))
}

#[test]
fn only_the_host_changes_the_table_and_only_before_the_start() -> TestResult {
    let (mut state, [ann, ben, cem]) = full()?;
    let changes = [
        Action::ChangeSeats { seats: 4 },
        clock("600+10")?,
        Action::ArrangeChairs {
            chairs: vec![Some(ben), Some(ann), Some(cem)],
        },
        Action::ShuffleChairs,
    ];
    for action in &changes {
        assert_eq!(act(&mut state, ben, action.clone(), 0), Err(Code::NotHost));
    }
    let started = state
        .decide_due(Due::Start, &context(0, 0, Vec::new()))
        .ok_or("something due")?;
    state.apply(&started.entry)?;
    let swap = Swap {
        from: ann,
        from_chair: 0,
        to: ben,
        to_chair: 1,
    };
    let others = [
        Action::ChangeChair { chair: 1 },
        Action::OfferSwap { swap },
        Action::AnswerSwap { swap, agree: true },
    ];
    for action in changes.into_iter().chain(others) {
        assert_eq!(act(&mut state, ann, action, 0), Err(Code::NotWaiting));
    }
    Ok(())
}

#[test]
fn a_host_who_has_stood_up_changes_nothing() -> TestResult {
    let (mut state, [ann, ..]) = full()?;
    act(&mut state, ann, Action::Stand, 0)?;
    assert_eq!(act(&mut state, ann, clock("600+10")?, 0), Err(Code::NotSeated));
    Ok(())
}

#[test]
fn seats_come_and_go_and_nobody_loses_theirs() -> TestResult {
    let (mut state, [ann, _, cem]) = table()?;
    seat(&mut state, 2, cem, "Cem")?;
    let seats = |seats| Action::ChangeSeats { seats };
    act(&mut state, ann, seats(4), 0)?;
    assert_eq!(waiting(&state).chairs, [Some(ann), None, Some(cem), None]);
    assert_eq!(state.table_state().seats, 4);
    act(&mut state, ann, seats(2), 0)?;
    assert_eq!(waiting(&state).chairs, [Some(ann), Some(cem)]);
    assert_eq!(act(&mut state, ann, seats(2), 0), Err(Code::Unchanged));
    for none in [0, 1, 5, 255] {
        assert_eq!(act(&mut state, ann, seats(none), 0), Err(Code::NoSuchSetup));
    }
    let (mut state, [ann, ..]) = full()?;
    assert_eq!(act(&mut state, ann, seats(2), 0), Err(Code::SeatsTaken));
    Ok(())
}

#[test]
fn a_kept_chair_goes_after_those_that_are_kept_for_nobody() -> TestResult {
    let [ann, ben, eve] = [0; 3].map(|_| PlayerId::fresh());
    let (id, code) = (TableId::fresh(), TableCode::fresh());
    let creation = Creation {
        id,
        code: code.clone(),
        terms: terms(GameKind::Bushwhacked, 2)?,
        host: ann,
        name: name("Ann")?,
        kept: Some(KeptChairs {
            players: vec![ann, ben],
            until: UnixMs(MINUTE),
            names: vec!["Ann".to_owned(), "Ben".to_owned()],
            companion_of: None,
        }),
    };
    let created = create(creation, &context(0, 0, Vec::new()));
    let mut state = State::new(id, code, &created.entry)?;
    act(&mut state, ann, Action::ChangeSeats { seats: 4 }, 0)?;
    let chairs = vec![None, None, Some(ann), None];
    act(&mut state, ann, Action::ArrangeChairs { chairs }, 0)?;
    assert_eq!(
        waiting(&state).kept,
        [Some(ben), None, None, None],
        "it goes with its chair"
    );
    assert_eq!(
        act(&mut state, ann, Action::ChangeChair { chair: 0 }, 0),
        Err(Code::ChairTaken)
    );
    act(&mut state, ann, Action::ChangeSeats { seats: 2 }, 0)?;
    assert_eq!(waiting(&state).kept, [Some(ben), None]);
    assert_eq!(state.place_of(ann), Some(1));
    let name = name("Eve")?;
    assert_eq!(
        act(
            &mut state,
            eve,
            Action::Sit {
                chair: 0,
                name,
                companion_of: None
            },
            0
        ),
        Err(Code::ChairTaken)
    );
    Ok(())
}

#[test]
fn the_clock_changes_and_the_lists_say_so() -> TestResult {
    let (mut state, [ann, ..]) = table()?;
    act(&mut state, ann, clock("600+10")?, 0)?;
    assert_eq!(state.table_state().clock.as_deref(), Some("600+10"));
    assert_eq!(act(&mut state, ann, clock("600+10")?, 0), Err(Code::Unchanged));
    act(&mut state, ann, clock("untimed")?, 0)?;
    assert_eq!(state.table_state().clock, None);
    Ok(())
}

#[test]
fn nobody_starts_under_terms_that_were_just_changed() -> TestResult {
    let changes: [fn([PlayerId; 3]) -> TestResult<Action>; 4] = [
        |_| clock("600+10"),
        |[ann, ben, cem]| {
            let chairs = vec![Some(cem), Some(ben), Some(ann)];
            Ok(Action::ArrangeChairs { chairs })
        },
        |_| Ok(Action::ShuffleChairs),
        |[ann, ben, _]| {
            let swap = Swap {
                from: ann,
                from_chair: 0,
                to: ben,
                to_chair: 1,
            };
            Ok(Action::OfferSwap { swap })
        },
    ];
    for change in changes {
        let (mut state, people) = full()?;
        assert!(starts(&state, &people));
        act(&mut state, people[0], change(people)?, 0)?;
        assert!(!starts(&state, &people));
        act(&mut state, people[2], Action::HoldStart { held: false }, 0)?;
        assert!(starts(&state, &people), "once somebody says so");
    }
    let (mut state, people) = table()?;
    act(&mut state, people[0], Action::ChangeSeats { seats: 2 }, 0)?;
    seat(&mut state, 1, people[1], "Ben")?;
    assert!(starts(&state, &people), "who sits down has seen them");
    act(&mut state, people[0], Action::ChangeSeats { seats: 3 }, 0)?;
    act(&mut state, people[0], Action::ChangeSeats { seats: 2 }, 0)?;
    assert!(!starts(&state, &people));
    Ok(())
}

#[test]
fn an_arrangement_seats_those_who_sit_and_nobody_else() -> TestResult {
    let (mut state, [ann, ben, cem]) = table()?;
    seat(&mut state, 1, ben, "Ben")?;
    let arrange = |chairs: [Option<PlayerId>; 3]| Action::ArrangeChairs {
        chairs: chairs.to_vec(),
    };
    for wrong in [
        [Some(ann), Some(cem), None],
        [Some(ann), Some(ann), None],
        [Some(ann), None, None],
        [Some(ann), Some(ben), Some(cem)],
    ] {
        assert_eq!(act(&mut state, ann, arrange(wrong), 0), Err(Code::ChairsChanged));
    }
    let short = Action::ArrangeChairs {
        chairs: vec![Some(ben), Some(ann)],
    };
    assert_eq!(act(&mut state, ann, short, 0), Err(Code::ChairsChanged));
    assert_eq!(
        act(&mut state, ann, arrange([Some(ann), Some(ben), None]), 0),
        Err(Code::Unchanged)
    );
    act(&mut state, ann, arrange([None, Some(ben), Some(ann)]), 0)?;
    assert_eq!(state.place_of(ann), Some(2));
    Ok(())
}

#[test]
fn chance_can_give_every_order() -> TestResult {
    let (state, people) = full()?;
    let mut orders: Vec<Vec<PlayerId>> = Vec::new();
    for dice in 0..100 {
        let mut state = state.clone();
        let command = crate::model::log::action::Command {
            id: crate::ids::CommandId::fresh(),
            by: people[0],
            action: Action::ShuffleChairs,
        };
        let decision = state.decide(&command, &context(0, dice, Vec::new()))?;
        state.apply(&decision.entry)?;
        orders.push(state.players());
    }
    orders.sort();
    orders.dedup();
    assert_eq!(orders.len(), 6);
    let (mut state, [ann, ..]) = table()?;
    assert_eq!(
        act(&mut state, ann, Action::ShuffleChairs, 0),
        Err(Code::Unchanged)
    );
    Ok(())
}

#[test]
fn a_player_moves_to_a_free_chair() -> TestResult {
    let (mut state, [ann, ben, cem]) = table()?;
    seat(&mut state, 1, ben, "Ben")?;
    let to = |chair| Action::ChangeChair { chair };
    assert_eq!(act(&mut state, cem, to(2), 0), Err(Code::NotSeated));
    assert_eq!(act(&mut state, ben, to(0), 0), Err(Code::ChairTaken));
    assert_eq!(act(&mut state, ben, to(3), 0), Err(Code::NoSuchChair));
    act(&mut state, ben, to(2), 0)?;
    assert_eq!(waiting(&state).chairs, [Some(ann), None, Some(ben)]);
    let mut moves = 2;
    while act(&mut state, ben, to(1 + (moves % 2)), 0).is_ok() {
        moves += 1;
        assert!(moves < 100, "there is no limit");
    }
    assert_eq!(act(&mut state, ben, to(1 + (moves % 2)), 0), Err(Code::TooFast));
    act(&mut state, ben, to(1 + (moves % 2)), 5 * MINUTE).expect("it ends after a while");
    Ok(())
}

#[test]
fn a_host_changes_the_table_only_so_often() -> TestResult {
    let (mut state, [ann, ..]) = table()?;
    let mut changes = 0;
    while act(
        &mut state,
        ann,
        Action::ChangeSeats {
            seats: 2 + changes % 2 * 2,
        },
        0,
    )
    .is_ok()
    {
        changes += 1;
        assert!(changes < 200, "there is no limit");
    }
    let next = Action::ChangeSeats {
        seats: 2 + changes % 2 * 2,
    };
    assert_eq!(act(&mut state, ann, next.clone(), 0), Err(Code::TooFast));
    act(&mut state, ann, next, 5 * MINUTE).expect("it ends after a while");
    Ok(())
}

#[test]
fn a_waiting_table_takes_only_so_many_changes() -> TestResult {
    let (mut state, [ann, ..]) = table()?;
    let (mut now, mut seats) = (0, 2);
    while act(&mut state, ann, Action::ChangeSeats { seats }, now).is_ok() {
        now += MINUTE;
        seats = 5 - seats;
        assert!(state.seq < Seq(1_000), "there is no limit");
    }
    let others = [
        clock("60+5")?,
        Action::ShuffleChairs,
        Action::ChangeChair { chair: 1 },
    ];
    for action in others {
        assert_eq!(act(&mut state, ann, action, now), Err(Code::TooFast));
    }
    Ok(())
}
