//! Going on without somebody who is away.

use std::collections::HashMap;

use super::context;
use super::offers::Game;
use crate::ids::{CommandId, PlayerId};
use crate::model::action::{Action, Command};
use crate::model::ending::Reason;
use crate::model::offers::Proposal;
use crate::model::refusal::RefusalCode as Code;

/// A game, who is there, and since when the others are not.
struct Story {
    game: Game,
    away: HashMap<PlayerId, i64>,
}

impl Story {
    fn begin(seats: u8) -> Story {
        let (game, away) = (Game::begin(seats), HashMap::new());
        Story { game, away }
    }

    fn leaves(&mut self, place: usize) {
        self.away.insert(self.game.people[place], self.game.now);
    }

    fn is_back(&mut self, place: usize) {
        self.away.remove(&self.game.people[place]);
    }

    fn act(&mut self, place: usize, action: Action) -> Result<u64, Code> {
        let (id, by) = (CommandId::fresh(), self.game.people[place]);
        let present = self
            .game
            .people
            .iter()
            .filter(|player| !self.away.contains_key(player));
        let mut context = context(self.game.now, 0, present.copied().collect());
        context.away.clone_from(&self.away);
        let decided = self.game.state.decide(&Command { id, by, action }, &context);
        let event = decided.map_err(|refusal| refusal.code)?.event;
        self.game.state.apply(&event).unwrap();
        Ok(event.seq)
    }

    fn offer_to_drop(&mut self, place: usize, seat: u8) -> Result<u64, Code> {
        let turn = self.game.state.turn();
        let proposal = Proposal::Drop { seat };
        self.act(place, Action::Offer { turn, proposal })
    }

    fn agree(&mut self, place: usize, offer: u64) -> Result<u64, Code> {
        self.act(place, Action::Answer { offer, agree: true })
    }
}

#[test]
fn the_others_go_on_without_somebody_who_is_away_for_long() {
    let mut story = Story::begin(4);
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
    let offer = story.offer_to_drop(1, 1).unwrap();
    story.agree(2, offer).unwrap();
    assert_eq!(story.game.plies(), Vec::<String>::new(), "all have to agree");
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
    story.agree(3, offer).unwrap();
    assert_eq!(story.game.plies(), ["drop:1"]);
    assert_eq!(story.game.state.table_state().to_move, Some(story.game.people[1]));
}

#[test]
fn who_was_not_there_lately_is_not_asked_but_two_have_to_agree() {
    let mut story = Story::begin(4);
    story.leaves(0);
    story.leaves(3);
    story.game.now = 59_999;
    story.leaves(2);
    story.game.now = 60_000;
    let offer = story.offer_to_drop(1, 1).unwrap();
    // The third seat was here a moment ago, so it is asked; the fourth was not.
    story.agree(2, offer).unwrap();
    assert_eq!(story.game.plies(), ["drop:1"]);

    let mut alone = Story::begin(3);
    alone.leaves(0);
    alone.leaves(2);
    alone.game.now = 60_000;
    assert_eq!(alone.offer_to_drop(1, 1), Err(Code::BadOffer));
}

#[test]
fn of_two_nobody_goes_on_alone_for_a_long_time() {
    let mut story = Story::begin(2);
    story.leaves(0);
    story.game.now = 49_999;
    assert_eq!(story.offer_to_drop(1, 1), Err(Code::OfferTooSoon));
    story.game.now = 50_000;
    story.offer_to_drop(1, 1).unwrap();
    assert_eq!(
        (story.game.ending().reason, story.game.ending().ranks),
        (Reason::Away, vec![2, 1])
    );
}

#[test]
fn a_turn_can_only_take_so_long() {
    let mut story = Story::begin(2);
    story.game.now = 99_999;
    assert_eq!(
        story.offer_to_drop(1, 1),
        Err(Code::BadOffer),
        "who is there may think"
    );
    story.game.now = 100_000;
    story.offer_to_drop(1, 1).unwrap();
    assert_eq!(story.game.plies(), ["drop:1"]);
}
