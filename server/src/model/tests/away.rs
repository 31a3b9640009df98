//! Going on without somebody who is away.

mod idle;

use std::collections::HashMap;

use super::offers::Game;
use super::{TestResult, context};
use crate::ids::{CommandId, PlayerId};
use crate::model::game::overdue::{ASKED_AFTER, HOUR};
use crate::model::log::action::{Action, Command};
use crate::model::log::decision::{Context, Decision};
use crate::model::log::event::Event;
use crate::model::log::outage::Outage;
use crate::model::log::projection::Projection;
use crate::model::log::proposal::Proposal;
use crate::model::record::ending::Reason;
use crate::model::refusal::RefusalCode as Code;
use crate::seq::Seq;
use crate::time::UnixMs;

/// A game, who is there, and since when the others are not.
pub(super) struct Story {
    pub(super) game: Game,
    pub(super) away: HashMap<PlayerId, UnixMs>,
}

impl Story {
    pub(super) fn begin(seats: u8) -> TestResult<Story> {
        let (game, away) = (Game::begin(seats)?, HashMap::new());
        Ok(Story { game, away })
    }

    pub(super) fn leaves(&mut self, place: usize) {
        self.away.insert(self.game.people[place], UnixMs(self.game.now));
    }

    pub(super) fn is_back(&mut self, place: usize) {
        self.away.remove(&self.game.people[place]);
    }

    pub(super) fn act(&mut self, place: usize, action: Action) -> Result<u64, Code> {
        self.act_as(self.game.people[place], action)
    }

    pub(super) fn act_as(&mut self, by: PlayerId, action: Action) -> Result<u64, Code> {
        let id = CommandId::fresh();
        let context = self.context();
        let decided = self.game.state.decide(&Command { id, by, action }, &context);
        let event = decided.map_err(|refusal| refusal.code)?.entry;
        self.game.state.apply(&event).expect("a decision fits");
        Ok(event.seq.0)
    }

    fn context_after(&self, outages: &[Outage]) -> Context {
        Context {
            outages: outages.into(),
            ..self.context()
        }
    }

    fn context(&self) -> Context {
        let present = self
            .game
            .people
            .iter()
            .filter(|player| !self.away.contains_key(player));
        let mut context = context(self.game.now, 0, present.copied().collect());
        context.away.clone_from(&self.away);
        context
    }

    fn offer_to_drop(&mut self, place: usize, seat: u8) -> Result<u64, Code> {
        let turn = self.game.state.turn();
        let proposal = Proposal::Drop { seat };
        self.act(place, Action::Offer { turn, proposal })
    }

    pub(super) fn agree(&mut self, place: usize, offer: u64) -> Result<u64, Code> {
        self.act(
            place,
            Action::Answer {
                offer: Seq(offer),
                agree: true,
            },
        )
    }
}

#[test]
fn the_others_go_on_without_somebody_who_is_away_for_long() -> TestResult {
    let mut story = Story::begin(4)?;
    story.leaves(0);
    story.game.now = 9_999;
    assert_eq!(story.offer_to_drop(1, 1), Err(Code::OfferTooSoon));
    story.game.now = 10_000;
    assert_eq!(
        story.offer_to_drop(1, 2),
        Err(Code::BadOffer),
        "one does not drop oneself"
    );
    assert_eq!(
        story.offer_to_drop(1, 3),
        Err(Code::BadOffer),
        "nobody waits for the third"
    );
    assert_eq!(story.offer_to_drop(1, 0), Err(Code::BadOffer));
    let offer = story.offer_to_drop(1, 1)?;
    story.agree(2, offer)?;
    assert_eq!(story.game.plies()?, Vec::<String>::new(), "all have to agree");
    // Back in time: nobody is dropped.
    story.is_back(0);
    assert_eq!(story.agree(3, offer), Err(Code::BadOffer));
    story.leaves(0);
    assert_eq!(
        story.agree(3, offer),
        Err(Code::OfferTooSoon),
        "the time begins again"
    );
    story.game.now = 20_000;
    story.agree(3, offer)?;
    assert_eq!(story.game.plies()?, ["drop:1"]);
    assert_eq!(story.game.state.table_state().to_move, Some(story.game.people[1]));
    Ok(())
}

#[test]
fn who_was_not_there_lately_is_not_asked_but_two_have_to_agree() -> TestResult {
    let mut story = Story::begin(4)?;
    story.leaves(0);
    story.leaves(3);
    story.game.now = 59_999;
    story.leaves(2);
    story.game.now = 60_000;
    let offer = story.offer_to_drop(1, 1)?;
    // The third seat was here a moment ago, so it is asked; the fourth was not.
    story.agree(2, offer)?;
    assert_eq!(story.game.plies()?, ["drop:1"]);

    let mut alone = Story::begin(3)?;
    alone.leaves(0);
    alone.leaves(2);
    alone.game.now = 60_000;
    assert_eq!(alone.offer_to_drop(1, 1), Err(Code::BadOffer));
    Ok(())
}

#[test]
fn of_two_nobody_goes_on_alone_for_a_long_time() -> TestResult {
    let mut story = Story::begin(2)?;
    story.leaves(0);
    story.game.now = 49_999;
    assert_eq!(story.offer_to_drop(1, 1), Err(Code::OfferTooSoon));
    story.game.now = 50_000;
    story.offer_to_drop(1, 1)?;
    assert_eq!(
        (story.game.ending().reason, story.game.ending().ranks),
        (Reason::Away, vec![2, 1])
    );
    Ok(())
}

#[test]
fn a_turn_can_only_take_so_long() -> TestResult {
    let mut story = Story::begin(2)?;
    story.game.now = 99_999;
    assert_eq!(
        story.offer_to_drop(1, 1),
        Err(Code::BadOffer),
        "who is there may think"
    );
    story.game.now = 100_000;
    story.offer_to_drop(1, 1)?;
    assert_eq!(story.game.plies()?, ["drop:1"]);
    Ok(())
}

#[test]
fn whoever_keeps_the_others_waiting_can_be_nudged() -> TestResult {
    let mut story = Story::begin(3)?;
    let [ann, ben] = [0, 1].map(|place| story.game.people[place]);
    let nudge = |story: &Story, by, turn| {
        let playing = story.game.state.playing().map_err(|refusal| refusal.code)?;
        let nudged = playing.check_nudge(by, turn, &story.context());
        nudged.map_err(|refusal| refusal.code)
    };
    assert_eq!(nudge(&story, ben, 0), Err(Code::BadOffer), "they are there");
    story.leaves(0);
    assert_eq!(nudge(&story, ben, 0), Err(Code::OfferTooSoon));
    story.game.now = 2_000;
    assert_eq!(nudge(&story, ben, 1), Err(Code::WrongTurn));
    assert_eq!(nudge(&story, PlayerId::fresh(), 0), Err(Code::NotSeated));
    assert_eq!(nudge(&story, ben, 0), Ok(ann));
    Ok(())
}

#[test]
fn a_time_without_a_server_is_not_counted_where_there_are_no_clocks() -> TestResult {
    const DAY: i64 = 24 * HOUR;
    let mut story = Story::begin(2)?;
    story.game.play(0, "e5")?;
    let outage = [Outage {
        since: UnixMs(HOUR),
        until: UnixMs(40 * DAY),
    }];
    let missing = 40 * DAY - HOUR;
    story.leaves(1);
    story.game.now = 40 * DAY + 30_000;
    let after = story.context_after(&outage);
    assert!(
        story.game.state.decide_overdue(&after).is_none(),
        "nobody could play"
    );
    assert_eq!(
        story.game.state.deadline(&outage),
        Some(UnixMs(ASKED_AFTER + HOUR + missing))
    );
    assert!(story.game.state.asks_for_outages(UnixMs(story.game.now)));
    // Nor has anybody taken long for a turn, or been away for long.
    let turn = story.game.state.turn();
    let (id, by) = (CommandId::fresh(), story.game.people[0]);
    let drop = |seat| Command {
        id,
        by,
        action: Action::Offer {
            turn,
            proposal: Proposal::Drop { seat },
        },
    };
    let mut soon = story.context_after(&[Outage {
        since: UnixMs(0),
        until: UnixMs(40 * DAY),
    }]);
    let refused = |context: &Context| {
        story
            .game
            .state
            .decide(&drop(2), context)
            .map_err(|refusal| refusal.code)
    };
    assert_eq!(refused(&soon).map(drop_event), Err(Code::OfferTooSoon));
    soon.outages = [].into();
    assert_eq!(
        refused(&soon).map(drop_event),
        Err(Code::TryAgain),
        "everybody would have been asked by now"
    );

    // An event that is no turn writes the same deadline.
    let offer = Command {
        id,
        by,
        action: Action::Offer {
            turn,
            proposal: Proposal::Draw,
        },
    };
    let offered = story.game.state.decide(&offer, &after)?;
    let due = offered
        .projections
        .iter()
        .find_map(|projection| match projection {
            Projection::TableState(state) => state.deadline,
            _ => None,
        });
    assert_eq!(due, story.game.state.deadline(&outage));

    // Thirty days with a server are enough.
    story.game.now = ASKED_AFTER + HOUR + missing;
    let asked = story
        .game
        .state
        .decide_overdue(&story.context_after(&outage))
        .ok_or("something overdue")?;
    assert!(matches!(
        asked.entry.event,
        Event::Offered {
            proposal: Proposal::Abandon,
            ..
        }
    ));
    Ok(())
}

fn drop_event(decision: Decision) -> Event {
    decision.entry.event
}
