//! Players who swap their chairs before the start.

use super::before_start::{full, seat, waiting};
use super::{TestResult, act, table};
use crate::ids::PlayerId;
use crate::model::log::action::Action;
use crate::model::log::swap::Swap;
use crate::model::refusal::RefusalCode as Code;
use crate::model::table::state::State;

#[test]
fn two_swap_when_both_agree() -> TestResult {
    let (mut state, [ann, ben, cem]) = full()?;
    let swap = Swap {
        from: cem,
        from_chair: 2,
        to: ann,
        to_chair: 0,
    };
    let answer = |agree| Action::AnswerSwap { swap, agree };
    assert_eq!(
        act(&mut state, ann, answer(true), 0),
        Err(Code::NoOffer),
        "nobody has asked"
    );
    assert_eq!(
        act(&mut state, ben, Action::OfferSwap { swap }, 0),
        Err(Code::ChairsChanged)
    );
    act(&mut state, cem, Action::OfferSwap { swap }, 0)?;
    assert_eq!(waiting(&state).swaps(), [swap]);
    for (by, agree) in [(ben, true), (ben, false), (cem, true)] {
        assert_eq!(act(&mut state, by, answer(agree), 0), Err(Code::NotAsked));
    }
    let back = Swap {
        from: ann,
        from_chair: 0,
        to: cem,
        to_chair: 2,
    };
    assert_eq!(
        act(&mut state, ann, Action::OfferSwap { swap: back }, 0),
        Err(Code::Offered)
    );
    act(&mut state, ann, answer(true), 0)?;
    assert_eq!(waiting(&state).chairs, [Some(cem), Some(ben), Some(ann)]);
    assert_eq!(state.host, ann, "who is host does not change by it");
    assert_eq!(act(&mut state, ann, answer(true), 0), Err(Code::NoOffer));
    Ok(())
}

/// What somebody does who gives up their chair.
type Move = fn(&mut State, [PlayerId; 3]) -> Result<(), Code>;

#[test]
fn a_swap_is_about_both_chairs_and_both_players() -> TestResult {
    let moves: [Move; 4] = [
        |state, [_, ben, _]| act(state, ben, Action::ChangeChair { chair: 3 }, 0),
        |state, [_, ben, _]| act(state, ben, Action::Stand, 0),
        |state, [ann, ben, cem]| {
            let chairs = vec![Some(cem), Some(ben), Some(ann), None];
            act(state, ann, Action::ArrangeChairs { chairs }, 0)
        },
        |state, [ann, _, _]| {
            let take = Action::TakeSeat {
                from: ann,
                link: [1; 32],
                with_device: false,
            };
            act(state, PlayerId::fresh(), take, 0)
        },
    ];
    for moved in moves {
        let (mut state, people) = table()?;
        let [ann, ben, cem] = people;
        act(&mut state, ann, Action::ChangeSeats { seats: 4 }, 0)?;
        seat(&mut state, 1, ben, "Ben")?;
        seat(&mut state, 2, cem, "Cem")?;
        let swap = Swap {
            from: ben,
            from_chair: 1,
            to: ann,
            to_chair: 0,
        };
        act(&mut state, ben, Action::OfferSwap { swap }, 0)?;
        let other = Swap {
            from: cem,
            from_chair: 2,
            to: ben,
            to_chair: 1,
        };
        act(&mut state, cem, Action::OfferSwap { swap: other }, 0)?;
        moved(&mut state, people)?;
        assert!(!waiting(&state).swaps().contains(&swap), "one of them has moved");
        assert_eq!(
            act(&mut state, ann, Action::AnswerSwap { swap, agree: true }, 0),
            Err(Code::NoOffer)
        );
    }
    Ok(())
}

#[test]
fn who_asks_in_vain_waits_longer_each_time() -> TestResult {
    let (mut state, [ann, ben, cem]) = full()?;
    let swap = Swap {
        from: ben,
        from_chair: 1,
        to: ann,
        to_chair: 0,
    };
    let ask = Action::OfferSwap { swap };
    let mut now = 0;
    for (refused_by, wait) in [(ann, 10_000), (ben, 40_000), (ann, 90_000)] {
        act(&mut state, ben, ask.clone(), now)?;
        assert_eq!(act(&mut state, ben, ask.clone(), now), Err(Code::Offered));
        act(
            &mut state,
            refused_by,
            Action::AnswerSwap { swap, agree: false },
            now,
        )?;
        assert_eq!(waiting(&state).swaps(), []);
        assert_eq!(
            act(&mut state, ben, ask.clone(), now + wait - 1),
            Err(Code::OfferTooSoon)
        );
        now += wait;
    }
    let other = Swap {
        from: cem,
        from_chair: 2,
        to: ann,
        to_chair: 0,
    };
    act(&mut state, cem, Action::OfferSwap { swap: other }, 0).expect("others may ask");
    Ok(())
}
