//! Rated tables: who may sit there, and what cannot be changed about them.

use thicket_rules::GameKind;

use super::{PlayerId, TestResult, context, name, terms};
use crate::ids::{CommandId, TableCode, TableId};
use crate::model::clock_terms::ClockTerms;
use crate::model::log::action::{Action, Command};
use crate::model::player::bot::BotLevel;
use crate::model::refusal::RefusalCode as Code;
use crate::model::table::state::State;
use crate::model::terms::Terms;
use crate::model::{Creation, create};

fn rated_terms() -> TestResult<Terms> {
    Ok(Terms {
        rated: true,
        clock: "300+5".parse()?,
        ..terms(GameKind::Bushwhacked, 3)?
    })
}

fn rated_table() -> TestResult<(State, PlayerId)> {
    let (id, code, host) = (TableId::fresh(), TableCode::fresh(), PlayerId::fresh());
    let creation = Creation {
        id,
        code: code.clone(),
        terms: rated_terms()?,
        host,
        name: name("Ann")?,
        kept: None,
    };
    let created = create(creation, &context(0, 0, Vec::new()));
    Ok((State::new(id, code, &created.entry)?, host))
}

/// Has somebody do something; the members are those who have an account.
fn act(state: &mut State, by: PlayerId, action: Action, members: &[PlayerId]) -> Result<(), Code> {
    let id = CommandId::fresh();
    let mut context = context(0, 0, Vec::new());
    context.members = members.to_vec();
    let decision = state.decide(&Command { id, by, action }, &context);
    let decision = decision.map_err(|refusal| refusal.code)?;
    state.apply(&decision.entry).expect("a decision fits");
    Ok(())
}

fn sit(chair: u8, who: &str, companion_of: Option<PlayerId>) -> TestResult<Action> {
    Ok(Action::Sit {
        chair,
        name: name(who)?,
        companion_of,
    })
}

#[test]
fn seats_of_a_rated_table_are_for_accounts_in_browsers_of_their_own() -> TestResult {
    let (mut state, ann) = rated_table()?;
    let [ben, cem] = [0; 2].map(|_| PlayerId::fresh());
    assert_eq!(act(&mut state, ben, sit(1, "Ben", None)?, &[]), Err(Code::Rated));
    assert_eq!(
        act(&mut state, ben, sit(1, "Ben", None)?, &[cem]),
        Err(Code::Rated)
    );
    act(&mut state, ben, sit(1, "Ben", None)?, &[ben])?;
    assert_eq!(
        act(&mut state, cem, sit(2, "Cem", Some(ann))?, &[ann, cem]),
        Err(Code::Rated)
    );
    let level = BotLevel::ALL[0];
    assert_eq!(
        act(&mut state, ann, Action::SeatBot { chair: 2, level }, &[ann]),
        Err(Code::Rated)
    );
    let take = Action::TakeSeat {
        from: ben,
        link: [0; 32],
        with_device: false,
    };
    assert_eq!(act(&mut state, cem, take, &[cem]), Err(Code::Rated));
    Ok(())
}

#[test]
fn bots_play_rated_games_where_a_bot_has_opened_the_table() -> TestResult {
    let (mut state, _) = rated_table()?;
    let [first, second] = [0; 2].map(|_| PlayerId::fresh_program());
    assert_eq!(
        act(&mut state, first, sit(1, "Robo", None)?, &[first]),
        Err(Code::Rated)
    );
    state.host = first;
    act(&mut state, second, sit(1, "Robo", None)?, &[second])?;
    let ben = PlayerId::fresh();
    act(&mut state, ben, sit(2, "Ben", None)?, &[ben])?;
    Ok(())
}

#[test]
fn a_rated_table_keeps_a_clock() -> TestResult {
    let (mut state, ann) = rated_table()?;
    let change = |clock| Action::ChangeClock { clock };
    assert_eq!(
        act(&mut state, ann, change(ClockTerms::Untimed), &[]),
        Err(Code::Rated)
    );
    act(&mut state, ann, change("600+10".parse()?), &[])?;
    assert!(rated_terms()?.check_rated(true).is_ok());
    assert!(rated_terms()?.check_rated(false).is_err());
    let untimed = Terms {
        clock: ClockTerms::Untimed,
        ..rated_terms()?
    };
    assert!(untimed.check_rated(true).is_err());
    let casual = Terms {
        rated: false,
        ..untimed
    };
    assert!(casual.check_rated(false).is_ok());
    Ok(())
}
