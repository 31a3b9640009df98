//! Asking for the seat of a player who is away.

use super::away::Story;
use super::{TestResult, name};
use crate::ids::PlayerId;
use crate::model::log::action::Action;
use crate::model::log::proposal::Proposal;
use crate::model::refusal::RefusalCode as Code;
use crate::seq::Seq;

impl Story {
    fn ask_for(&mut self, player: PlayerId, seat: u8) -> Result<u64, Code> {
        self.ask_as(player, "Wes", seat)
    }

    fn ask_as(&mut self, player: PlayerId, called: &str, seat: u8) -> Result<u64, Code> {
        let name = name(called).map_err(|_| Code::BadName)?;
        let turn = self.game.state.turn();
        self.act_as(player, Action::AskForSeat { turn, seat, name })
    }
}

/// The answer no to an offer, which whoever asked may give, too.
fn disagree(offer: u64) -> Action {
    let offer = Seq(offer);
    Action::Answer { offer, agree: false }
}

#[test]
fn all_others_together_hand_an_away_seat_to_somebody_who_asks_for_it() -> TestResult {
    let mut story = Story::begin(3)?;
    let (wes, kim) = (PlayerId::fresh(), PlayerId::fresh());
    assert_eq!(story.ask_for(wes, 1), Err(Code::BadOffer), "its player is there");
    story.leaves(0);
    story.game.now = 1_999;
    assert_eq!(story.ask_for(wes, 1), Err(Code::OfferTooSoon));
    story.game.now = 2_000;
    assert_eq!(story.ask_for(wes, 2), Err(Code::BadOffer));
    assert_eq!(story.ask_for(wes, 0), Err(Code::BadOffer));
    let ben = story.game.people[1];
    assert_eq!(story.ask_for(ben, 1), Err(Code::AlreadySeated));
    let offer = story.ask_for(wes, 1)?;
    assert_eq!(story.ask_for(kim, 1), Err(Code::Offered), "one at a time");
    story.agree(1, offer)?;
    assert_eq!(
        story.game.people[0],
        story.game.state.players()[0],
        "all have to agree"
    );
    story.agree(2, offer)?;
    assert_eq!(story.game.state.players()[0], wes);
    assert_eq!(story.game.state.name(wes), Some("Wes"));
    assert_eq!(story.game.state.table_state().to_move, Some(wes));
    story.game.people[0] = wes;
    story.is_back(0);
    story.game.play(0, "e5")?;
    Ok(())
}

#[test]
fn who_comes_back_keeps_their_seat() -> TestResult {
    let mut story = Story::begin(3)?;
    let (wes, kim) = (PlayerId::fresh(), PlayerId::fresh());
    story.leaves(0);
    story.game.now = 2_000;
    let offer = story.ask_for(wes, 1)?;
    story.agree(1, offer)?;
    story.away.clear();
    assert_eq!(story.agree(2, offer), Err(Code::BadOffer));
    assert_eq!(story.act_as(kim, disagree(offer)), Err(Code::NotSeated));
    story.act(0, disagree(offer))?;
    assert_eq!(story.agree(2, offer), Err(Code::NoOffer));
    story.leaves(0);
    story.game.now = 4_000;
    assert_eq!(
        story.ask_for(wes, 1),
        Err(Code::OfferTooSoon),
        "a declined offer waits"
    );
    story.game.now = 12_000;
    let offer = story.ask_for(wes, 1)?;
    // That others asked for the seat does not keep its player from making offers.
    story.away.clear();
    let draw = Action::Offer {
        turn: story.game.state.turn(),
        proposal: Proposal::Score,
    };
    story.act_as(wes, disagree(offer))?;
    story.act(0, draw)?;
    let offer = story.game.state.seq;
    story.act(0, Action::Answer { offer, agree: false })?;
    story.leaves(0);
    story.game.now = 60_000;
    let offer = story.ask_for(wes, 1)?;
    // Whoever asked may think better of it.
    story.act_as(wes, disagree(offer))?;
    assert_eq!(story.agree(2, offer), Err(Code::NoOffer));
    Ok(())
}

#[test]
fn whoever_withdraws_waits_and_nobody_else_does() -> TestResult {
    let mut story = Story::begin(3)?;
    let (wes, kim) = (PlayerId::fresh(), PlayerId::fresh());
    story.leaves(0);
    story.game.now = 2_000;
    for now in [2_000, 12_000, 52_000] {
        story.game.now = now;
        let offer = story.ask_for(wes, 1)?;
        story.act_as(wes, disagree(offer))?;
    }
    assert_eq!(story.ask_for(wes, 1), Err(Code::OfferTooSoon));
    let offer = story.ask_as(kim, "Kim", 1)?;
    story.act_as(kim, disagree(offer))?;
    assert_eq!(story.ask_as(kim, "Kim", 1), Err(Code::OfferTooSoon));
    Ok(())
}

#[test]
fn whoever_asks_for_a_seat_has_a_name_of_their_own() -> TestResult {
    let mut story = Story::begin(3)?;
    let wes = PlayerId::fresh();
    story.leaves(0);
    story.game.now = 2_000;
    let ben = story.game.people[1];
    let ben = story.game.state.name(ben).ok_or("a name")?.to_owned();
    assert_eq!(story.ask_as(wes, &ben, 1), Err(Code::NameTaken));
    assert_eq!(story.ask_as(wes, &ben.to_uppercase(), 1), Err(Code::NameTaken));
    // Somebody may get that name while the others think about it.
    let offer = story.ask_for(wes, 1)?;
    story.agree(1, offer)?;
    assert!(story.game.state.rename(story.game.people[2], "Wes"));
    assert_eq!(story.agree(2, offer), Err(Code::NameTaken));
    assert!(story.game.state.rename(story.game.people[2], "Cem"));
    story.agree(2, offer)?;
    assert_eq!(story.game.state.players()[0], wes);
    Ok(())
}
