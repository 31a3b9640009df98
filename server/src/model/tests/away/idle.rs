//! Games without a clock in which nobody has played for long.

use super::*;
use crate::model::game::overdue::ABANDONED_AFTER;
use crate::model::log::notice::NoticeKind;

/// A game of three in which nobody has played until everybody was asked whether it goes on.
fn idle() -> TestResult<Story> {
    let mut story = Story::begin(3)?;
    story.game.now = 5;
    story.game.play(0, "e5")?;
    let asked_at = ASKED_AFTER + HOUR;
    assert_eq!(story.game.state.table_state().deadline, Some(UnixMs(asked_at)));
    story.game.now = asked_at - 1;
    assert!(story.game.state.decide_overdue(&story.context()).is_none());
    story.game.now = asked_at;
    let asked = happens(&mut story)?;
    assert_eq!(
        asked.entry.event,
        Event::Offered {
            seat: 2,
            proposal: Proposal::Abandon,
            asked: vec![1, 2, 3],
        }
    );
    let told = asked
        .projections
        .iter()
        .filter_map(|projection| match projection {
            Projection::Notice(notice) => Some((notice.player, notice.kind)),
            _ => None,
        });
    let everybody = story.game.people.iter().map(|&player| (player, NoticeKind::Idle));
    assert_eq!(told.collect::<Vec<_>>(), everybody.collect::<Vec<_>>());
    let ends_at = UnixMs(asked_at + ABANDONED_AFTER + HOUR);
    assert!(
        asked
            .projections
            .contains(&Projection::AskedToGoOn { until: ends_at })
    );
    assert_eq!(story.game.state.table_state().deadline, Some(ends_at));
    Ok(story)
}

/// What is due happens.
fn happens(story: &mut Story) -> TestResult<Decision> {
    let decision = story
        .game
        .state
        .decide_overdue(&story.context())
        .ok_or("something overdue")?;
    story.game.state.apply(&decision.entry)?;
    Ok(decision)
}

/// A player answers the question whether the game goes on.
fn answers(story: &mut Story, place: usize, ends: bool) -> Result<(), Code> {
    let playing = story.game.state.playing().map_err(|refusal| refusal.code)?;
    let offer = playing.offers.standing().map(|offer| offer.seq);
    let command = Command {
        id: CommandId::fresh(),
        by: story.game.people[place],
        action: Action::Answer {
            offer: offer.unwrap_or_default(),
            agree: ends,
        },
    };
    let decision = story.game.state.decide(&command, &story.context());
    let decision = decision.map_err(|refusal| refusal.code)?;
    story.game.state.apply(&decision.entry).expect("a decision fits");
    Ok(())
}

#[test]
fn a_game_without_a_turn_for_thirty_days_is_abandoned_if_nobody_says_that_it_goes_on() -> TestResult {
    let mut story = idle()?;
    answers(&mut story, 0, true)?;
    let ends_at = ASKED_AFTER + ABANDONED_AFTER + 2 * HOUR;
    story.game.now = ends_at - 1;
    assert!(story.game.state.decide_overdue(&story.context()).is_none());
    story.game.now = ends_at;
    happens(&mut story)?;
    assert_eq!(story.game.ending().reason, Reason::Abandoned);
    assert_eq!(story.game.state.table_state().deadline, None);
    Ok(())
}

#[test]
fn one_who_wants_to_go_on_keeps_the_game_for_thirty_more_days() -> TestResult {
    let mut story = idle()?;
    answers(&mut story, 1, true)?;
    story.game.now += 7;
    let at = story.game.now;
    answers(&mut story, 2, false)?;
    assert_eq!(answers(&mut story, 0, true), Err(Code::NoOffer));
    let deadline = story.game.state.table_state().deadline;
    assert_eq!(deadline, Some(UnixMs(at - 7 + ASKED_AFTER + HOUR)));
    story.game.now = deadline.ok_or("a deadline")?.0;
    let asked = happens(&mut story)?;
    assert!(matches!(
        asked.entry.event,
        Event::Offered {
            proposal: Proposal::Abandon,
            ..
        }
    ));
    // A turn goes on as well.
    story.game.play(1, "f6")?;
    assert!(story.game.state.playing()?.offers.standing().is_none());
    let deadline = story.game.state.table_state().deadline.ok_or("a deadline")?;
    assert!(deadline >= UnixMs(story.game.now + ASKED_AFTER));
    Ok(())
}

#[test]
fn a_game_ends_at_once_if_all_who_play_want_that() -> TestResult {
    let mut story = idle()?;
    for place in 0..3 {
        assert!(story.game.state.playing().is_ok());
        answers(&mut story, place, true)?;
    }
    assert_eq!(story.game.ending().reason, Reason::Abandoned);
    Ok(())
}

#[test]
fn only_the_table_asks_whether_the_game_goes_on() -> TestResult {
    let mut story = Story::begin(2)?;
    let turn = story.game.state.turn();
    let command = Command {
        id: CommandId::fresh(),
        by: story.game.people[0],
        action: Action::Offer {
            turn,
            proposal: Proposal::Abandon,
        },
    };
    let refused = story.game.state.decide(&command, &story.context());
    assert_eq!(
        refused.map_err(|refusal| refusal.code).map(drop_event),
        Err(Code::BadOffer)
    );
    story.game.play(0, "e5")?;
    Ok(())
}
