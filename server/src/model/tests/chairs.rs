//! Who may take a chair, and who may not.

use super::{TestResult, act, context, name, table};
use crate::model::log::action::{Action, Due};
use crate::model::refusal::RefusalCode as Code;
use crate::seq::Seq;

/// After this time neither a removal nor a change of chairs counts any more.
const TEN_MINUTES: i64 = 10 * 60 * 1000;

fn sit(chair: u8, under: &str) -> TestResult<Action> {
    let name = name(under)?;
    Ok(Action::Sit {
        chair,
        name,
        companion_of: None,
    })
}

#[test]
fn a_removed_player_waits_for_ten_minutes() -> TestResult {
    let (mut state, [ann, ben, cem]) = table()?;
    act(&mut state, ben, sit(1, "Ben")?, 0)?;
    act(&mut state, ann, Action::Remove { player: ben }, 1_000)?;
    for now in [1_000, TEN_MINUTES, TEN_MINUTES + 999] {
        assert_eq!(act(&mut state, ben, sit(1, "Ben")?, now), Err(Code::Removed));
        assert_eq!(act(&mut state, ben, sit(2, "Other")?, now), Err(Code::Removed));
    }
    act(&mut state, cem, sit(2, "Cem")?, 2_000)?;
    act(&mut state, ben, sit(1, "Ben")?, TEN_MINUTES + 1_000)?;
    Ok(())
}

#[test]
fn a_host_by_succession_removes_only_those_who_came_later() -> TestResult {
    let (mut state, [ann, ben, cem]) = table()?;
    act(&mut state, ben, sit(1, "Ben")?, 0)?;
    act(&mut state, cem, sit(2, "Cem")?, 0)?;
    let context = context(0, 0, vec![ben, cem]);
    let next = state
        .decide_due(Due::ReplaceHost, &context)
        .ok_or("something due")?;
    state.apply(&next.entry)?;
    assert_eq!(state.host, ben);
    assert_eq!(
        act(&mut state, ben, Action::Remove { player: ann }, 0),
        Err(Code::NotHost)
    );
    assert_eq!(
        act(&mut state, ann, Action::Remove { player: cem }, 0),
        Err(Code::NotHost)
    );
    act(&mut state, ben, Action::Remove { player: cem }, 0)?;
    Ok(())
}

#[test]
fn chairs_are_changed_only_so_often() -> TestResult {
    let (mut state, [_, ben, cem]) = table()?;
    let mut taken = 0;
    while act(&mut state, ben, sit(1, "Ben")?, taken).is_ok() {
        act(&mut state, ben, Action::Stand, taken)?;
        taken += 1;
        assert!(taken < 100, "there is no limit");
    }
    assert_eq!(act(&mut state, ben, sit(2, "Ben")?, taken), Err(Code::TooFast));
    act(&mut state, cem, sit(1, "Cem")?, taken).expect("the limit is each player's own");
    act(&mut state, ben, sit(2, "Ben")?, TEN_MINUTES).expect("it ends after a while");
    Ok(())
}

#[test]
fn a_waiting_table_holds_only_so_many_events() -> TestResult {
    let (mut state, [ann, ben, _]) = table()?;
    let mut now = 0;
    let refused = loop {
        now += TEN_MINUTES;
        match act(&mut state, ben, sit(1, "Ben")?, now) {
            Ok(()) => act(&mut state, ben, Action::Stand, now)?,
            Err(code) => break code,
        }
        assert!(state.seq < Seq(1_000), "there is no limit");
    };
    assert_eq!(refused, Code::TooFast);
    // Who sits there can still leave.
    act(&mut state, ann, Action::Stand, now)?;
    Ok(())
}
