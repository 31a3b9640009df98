//! Several players on one device.

use super::{TestResult, act, context, name, table};
use crate::ids::PlayerId;
use crate::model::log::action::{Action, Due};
use crate::model::refusal::RefusalCode as Code;
use crate::model::table::state::Phase;

fn bring(owner: PlayerId, chair: u8, under: &str) -> TestResult<Action> {
    Ok(Action::Sit {
        chair,
        name: name(under)?,
        companion_of: Some(owner),
    })
}

#[test]
fn a_player_acts_for_those_on_the_same_device_as_long_as_they_sit_there() -> TestResult {
    let (mut state, [ann, ben, cem]) = table()?;
    assert!(state.acting(ann, Some(ben)).is_err());
    act(&mut state, ben, bring(ann, 1, "Ben")?, 0)?;
    assert_eq!(state.players_on(ann), [ann, ben]);
    assert_eq!(state.acting(ann, Some(ben)), Ok(ben));
    assert_eq!(state.acting(ann, None), Ok(ann));
    assert_eq!(state.acting(ben, None), Ok(ben));
    assert!(state.acting(cem, Some(ben)).is_err() && state.acting(ben, Some(ann)).is_err());
    act(&mut state, ben, Action::Stand, 1)?;
    assert!(state.acting(ann, Some(ben)).is_err());
    Ok(())
}

#[test]
fn a_seat_that_moves_is_on_its_own_device_and_the_game_says_how_it_began() -> TestResult {
    let (mut state, [ann, ben, cem]) = table()?;
    let (dee, phone) = (PlayerId::fresh(), PlayerId::fresh());
    act(&mut state, ben, bring(ann, 1, "Ben")?, 0)?;
    act(&mut state, cem, bring(ann, 2, "Cem")?, 0)?;
    let take = |from| Action::TakeSeat {
        from,
        link: [7; 32],
        with_device: false,
    };
    act(&mut state, dee, take(cem), 0)?;
    assert_eq!(state.players_on(ann), [ann, ben]);
    let start = state
        .decide_due(Due::Start, &context(0, 0, vec![]))
        .ok_or("something due")?;
    state.apply(&start.entry)?;
    act(&mut state, phone, take(ben), 0)?;
    assert_eq!(state.players_on(ann), [ann]);
    let Phase::Playing(playing) = &state.phase else {
        panic!("a game");
    };
    assert_eq!(playing.shared_devices(), [[1, 2]]);
    Ok(())
}

#[test]
fn an_owner_who_signs_in_brings_everybody_on_the_device() -> TestResult {
    let (mut state, [ann, ben, cem]) = table()?;
    let (account, phone) = (PlayerId::fresh(), PlayerId::fresh());
    act(&mut state, ben, bring(ann, 1, "Ben")?, 0)?;
    act(&mut state, cem, bring(ann, 2, "Cem")?, 0)?;
    let take = |from, with_device| Action::TakeSeat {
        from,
        link: [7; 32],
        with_device,
    };
    act(&mut state, phone, take(cem, false), 0)?;
    act(&mut state, account, take(ann, true), 0)?;
    assert_eq!(state.players_on(account), [account, ben]);
    assert_eq!(state.acting(account, Some(ben)), Ok(ben));
    assert!(state.acting(ann, Some(ben)).is_err() && state.acting(account, Some(phone)).is_err());
    Ok(())
}

#[test]
fn whoever_sits_nowhere_brings_nobody() -> TestResult {
    let (mut state, [ann, ben, cem]) = table()?;
    assert_eq!(
        act(&mut state, cem, bring(ben, 1, "Cem")?, 0),
        Err(Code::NotSeated)
    );
    act(&mut state, ben, bring(ann, 1, "Ben")?, 0)?;
    act(&mut state, ann, Action::Stand, 0)?;
    act(&mut state, cem, bring(ann, 0, "Cem")?, 0).expect("somebody on the device sits");
    Ok(())
}

#[test]
fn people_on_one_device_count_together() -> TestResult {
    let (mut state, [ann, ben, cem]) = table()?;
    for _ in 0..4 {
        act(&mut state, ben, bring(ann, 1, "Ben")?, 0)?;
        act(&mut state, ben, Action::Stand, 0)?;
        act(&mut state, cem, bring(ann, 1, "Cem")?, 0)?;
        act(&mut state, cem, Action::Stand, 0)?;
    }
    act(&mut state, ben, bring(ann, 1, "Ben")?, 0)?;
    act(&mut state, cem, bring(ann, 2, "Cem")?, 0)?;
    act(&mut state, cem, Action::Stand, 0)?;
    assert_eq!(act(&mut state, cem, bring(ann, 2, "Cem")?, 0), Err(Code::TooFast));
    Ok(())
}

#[test]
fn the_next_host_has_a_device_of_their_own() -> TestResult {
    let (mut state, [_, ben, cem]) = table()?;
    let sit = Action::Sit {
        chair: 1,
        name: name("Cem")?,
        companion_of: None,
    };
    act(&mut state, cem, sit.clone(), 0)?;
    act(&mut state, ben, bring(cem, 2, "Ben")?, 0)?;
    act(&mut state, cem, Action::Stand, 0)?;
    act(&mut state, cem, sit, 0)?;
    let context = context(0, 0, vec![ben, cem]);
    let next = state
        .decide_due(Due::ReplaceHost, &context)
        .ok_or("something due")?;
    state.apply(&next.entry)?;
    assert_eq!(state.host, cem, "although Ben has sat there for longer");
    Ok(())
}
