//! The pie rule: who may take the side that has opened, and what goes with the players.

use std::sync::Arc;

use thicket_rules::{GameKind, Seat};

use super::{TestResult, act, context, name, terms};
use crate::ids::{CommandId, PlayerId, TableCode, TableId};
use crate::model::game::plan::{Lapse, Planned, PlannedAnswer, Standing};
use crate::model::game::playing::Playing;
use crate::model::log::action::{Action, Command, Due};
use crate::model::log::decision::Context;
use crate::model::log::event::Event;
use crate::model::log::notice::NoticeKind;
use crate::model::log::projection::Projection;
use crate::model::log::proposal::Proposal;
use crate::model::player::holiday::Holiday;
use crate::model::refusal::RefusalCode as Code;
use crate::model::table::state::{Phase, State};
use crate::model::terms::Terms;
use crate::model::{Creation, create};
use crate::seq::Seq;
use crate::time::UnixMs;

const SWAP: fn(u32) -> Action = |turn| Action::SwapSides { turn };

/// A game of Bushwhacked that has just begun, and who sits where.
fn begun(seats: u8, change: impl FnOnce(&mut Terms)) -> TestResult<(State, Vec<PlayerId>)> {
    let people: Vec<PlayerId> = (0..seats).map(|_| PlayerId::fresh()).collect();
    let mut terms = terms(GameKind::Bushwhacked, seats)?;
    terms.pie_rule = true;
    change(&mut terms);
    let (id, code) = (TableId::fresh(), TableCode::fresh());
    let creation = Creation {
        id,
        code: code.clone(),
        terms,
        host: people[0],
        name: name("P0")?,
        kept: None,
    };
    let created = create(creation, &context(0, 0, Vec::new()));
    let mut state = State::new(id, code, &created.entry)?;
    for (chair, &player) in (0..).zip(&people).skip(1) {
        let sit = Action::Sit {
            chair,
            name: name(&format!("P{chair}"))?,
            companion_of: None,
        };
        act(&mut state, player, sit, 0)?;
    }
    let started = state.decide_due(Due::Start, &context(0, 0, people.clone()));
    state.apply(&started.ok_or("a start")?.entry)?;
    Ok((state, people))
}

fn play(state: &mut State, by: PlayerId, step: &str, now: i64) -> Result<(), Code> {
    let turn = state.turn();
    let steps = vec![step.to_owned()];
    act(state, by, Action::Play { turn, steps }, now)
}

fn swap(state: &mut State, by: PlayerId, now: i64) -> Result<(), Code> {
    let turn = state.turn();
    act(state, by, SWAP(turn), now)
}

fn playing(state: &State) -> &Playing {
    match &state.phase {
        Phase::Playing(playing) => playing,
        _ => panic!("the game is not on"),
    }
}

fn offer(state: &mut State, by: PlayerId, proposal: Proposal, now: i64) -> Result<Seq, Code> {
    let turn = state.turn();
    act(state, by, Action::Offer { turn, proposal }, now)?;
    Ok(state.seq)
}

#[test]
fn the_players_change_seats_and_the_position_stays() -> TestResult {
    let (mut state, people) = begun(2, |_| ())?;
    let [ann, ben] = people[..] else { panic!() };
    assert_eq!(state.may_swap_sides(), None);
    play(&mut state, ann, "e5", 0)?;
    assert_eq!(state.may_swap_sides(), Some(ben));
    let before = state.game().ok_or("a game")?.position_text();
    swap(&mut state, ben, 0)?;
    assert_eq!(state.players(), [ben, ann]);
    assert_eq!(state.game().ok_or("a game")?.position_text(), before);
    assert_eq!(playing(&state).to_move(), Some(ann));
    assert_eq!(state.may_swap_sides(), None);
    play(&mut state, ann, "e6", 0)?;
    assert_eq!(state.game().ok_or("a game")?.plies(), ["e5", "e6"]);
    // Who sits there at the end has the result.
    let resign = Command {
        id: CommandId::fresh(),
        by: ann,
        action: Action::Resign,
    };
    let decision = state.decide(&resign, &context(0, 0, Vec::new()))?;
    let record = decision
        .projections
        .iter()
        .find_map(|projection| match projection {
            Projection::Record(record) => Some(record),
            _ => None,
        });
    let seats = &record.ok_or("a record")?.head.seats;
    let ranks: Vec<_> = seats.iter().map(|seat| (seat.player, seat.rank)).collect();
    assert_eq!(ranks, [(ben, 1), (ann, 2)]);
    Ok(())
}

#[test]
fn only_who_answers_the_first_turn_may_swap_and_only_then() -> TestResult {
    let (mut state, people) = begun(2, |_| ())?;
    let [ann, ben] = people[..] else { panic!() };
    assert_eq!(
        swap(&mut state, ann, 0),
        Err(Code::NoSwap),
        "before the first turn"
    );
    play(&mut state, ann, "e5", 0)?;
    assert_eq!(act(&mut state, ben, SWAP(0), 0), Err(Code::WrongTurn));
    assert_eq!(swap(&mut state, ann, 0), Err(Code::NotYourTurn));
    assert_eq!(swap(&mut state, PlayerId::fresh(), 0), Err(Code::NotSeated));
    let mut answered = state.clone();
    play(&mut answered, ben, "e6", 0)?;
    for player in [ann, ben] {
        assert_eq!(
            swap(&mut answered, player, 0),
            Err(Code::NoSwap),
            "after the second turn"
        );
    }
    swap(&mut state, ben, 0)?;
    for player in [ann, ben] {
        assert_eq!(swap(&mut state, player, 0), Err(Code::NoSwap), "a second time");
    }
    act(&mut state, ann, Action::Resign, 0)?;
    assert_eq!(swap(&mut state, ben, 0), Err(Code::Over));
    Ok(())
}

#[test]
fn a_table_has_the_pie_rule_by_choice_and_for_two() -> TestResult {
    let (mut state, people) = begun(2, |terms| terms.pie_rule = false)?;
    play(&mut state, people[0], "e5", 0)?;
    assert_eq!(swap(&mut state, people[1], 0), Err(Code::NoSwap));
    let (mut state, people) = begun(3, |_| ())?;
    play(&mut state, people[0], "e5", 0)?;
    assert_eq!(swap(&mut state, people[1], 0), Err(Code::NoSwap));
    assert!(!state.terms.has_pie_rule());
    Ok(())
}

#[test]
fn the_first_turn_stays_once_its_side_was_taken() -> TestResult {
    let (mut state, people) = begun(2, |_| ())?;
    let [ann, ben] = people[..] else { panic!() };
    // Before that it can be taken back, and another one opens.
    play(&mut state, ann, "e5", 0)?;
    let asked = offer(&mut state, ann, Proposal::TakeBack { turns: 1 }, 0)?;
    let agree = |offer| Action::Answer { offer, agree: true };
    act(&mut state, ben, agree(asked), 0)?;
    assert_eq!(swap(&mut state, ben, 0), Err(Code::NoSwap));
    play(&mut state, ann, "d4", 0)?;
    // An offer that stands ends, as with a turn.
    let draw = offer(&mut state, ann, Proposal::Draw, 0)?;
    swap(&mut state, ben, 0)?;
    assert_eq!(act(&mut state, ben, agree(draw), 0), Err(Code::NoOffer));
    for player in [ann, ben] {
        let refused = offer(&mut state, player, Proposal::TakeBack { turns: 1 }, 0);
        assert_eq!(refused, Err(Code::BadOffer));
    }
    play(&mut state, ann, "e6", 0)?;
    assert_eq!(
        offer(&mut state, ann, Proposal::TakeBack { turns: 2 }, 0),
        Err(Code::BadOffer)
    );
    let asked = offer(&mut state, ann, Proposal::TakeBack { turns: 1 }, 0)?;
    act(&mut state, ben, agree(asked), 0)?;
    assert_eq!(state.game().ok_or("a game")?.plies(), ["d4"]);
    assert_eq!(swap(&mut state, ann, 0), Err(Code::NoSwap), "not a second time");
    Ok(())
}

#[test]
fn time_goes_with_its_player() -> TestResult {
    let clock = "60+5".parse()?;
    let (mut state, people) = begun(2, |terms| terms.clock = clock)?;
    let [ann, ben] = people[..] else { panic!() };
    play(&mut state, ann, "e5", 10_000)?;
    swap(&mut state, ben, 30_000)?;
    let clocks = playing(&state).clocks.clone().ok_or("clocks")?;
    let (first, second) = (Seat::FIRST, Seat::new(2).ok_or("a second seat")?);
    assert_eq!(
        clocks.left(first, UnixMs(30_000)),
        40_000,
        "Ben has thought, and played no turn"
    );
    assert_eq!(
        clocks.left(second, UnixMs(30_000)),
        55_000,
        "Ann has what she had"
    );
    assert_eq!(clocks.deadline(), Some(UnixMs(85_000)));
    assert_eq!(clocks.running().ok_or("a running clock")?.seat, second);
    play(&mut state, ann, "e6", 40_000)?;
    let clocks = playing(&state).clocks.clone().ok_or("clocks")?;
    assert_eq!(clocks.left(second, UnixMs(40_000)), 50_000);
    Ok(())
}

#[test]
fn a_holiday_and_a_device_go_with_their_player() -> TestResult {
    let clock = "1d+8h, cap 2d, grace 8h".parse()?;
    let (mut state, people) = begun(2, |terms| terms.clock = clock)?;
    let [ann, ben] = people[..] else { panic!() };
    let holiday = Holiday {
        since: UnixMs(1_000),
        until: UnixMs(500_000_000),
    };
    let context = Context {
        holidays: Arc::new([(ann, holiday)].into()),
        ..context(2_000, 0, Vec::new())
    };
    let rests = state.decide_overdue(&context).ok_or("something overdue")?;
    state.apply(&rests.entry)?;
    let steps = vec!["e5".to_owned()];
    for (by, action) in [(ann, Action::Play { turn: 0, steps }), (ben, SWAP(1))] {
        let id = CommandId::fresh();
        let decision = state.decide(&Command { id, by, action }, &context)?;
        state.apply(&decision.entry)?;
    }
    let played = playing(&state);
    assert_eq!(played.owners, [ben, ann]);
    let clocks = played.clocks.clone().ok_or("clocks")?;
    assert_eq!(clocks.holiday_until(Seat::new(2).ok_or("a seat")?), holiday.until);
    assert_eq!(clocks.holiday_until(Seat::new(1).ok_or("a seat")?), UnixMs(0));
    assert_eq!(clocks.running().ok_or("a running clock")?.from, holiday.until);
    assert_eq!(played.new_holiday(&context.holidays, UnixMs(5_000)), None);
    Ok(())
}

#[test]
fn plans_lapse_and_who_opened_is_told() -> TestResult {
    let (mut state, people) = begun(2, |_| ())?;
    let [ann, ben] = people[..] else { panic!() };
    play(&mut state, ann, "e5", 0)?;
    let answers = vec![PlannedAnswer {
        to: "e6".to_owned(),
        play: "f6".to_owned(),
        then: Vec::new(),
    }];
    let plan = playing(&state).plan(ann, 1, Planned::Answers { answers })?;
    let command = Command {
        id: CommandId::fresh(),
        by: ben,
        action: SWAP(1),
    };
    let decision = state.decide(&command, &context(0, 0, Vec::new()))?;
    assert_eq!(decision.entry.event, Event::SidesSwapped { player: ben });
    let mut seated = Vec::new();
    let mut told = Vec::new();
    for projection in &decision.projections {
        match projection {
            Projection::Seated { player, seat, .. } => seated.push((*player, *seat)),
            Projection::Notice(notice) => told.push((notice.player, notice.kind)),
            _ => (),
        }
    }
    assert_eq!(seated, [(ben, 0), (ann, 1)]);
    assert_eq!(told, [(ann, NoticeKind::YourTurn)]);
    state.apply(&decision.entry)?;
    assert_eq!(state.plan_standing(ann, &plan), Standing::Lapsed(Lapse::Sides));
    play(&mut state, ann, "e6", 0)?;
    assert_eq!(state.plan_standing(ann, &plan), Standing::Lapsed(Lapse::Sides));
    Ok(())
}
