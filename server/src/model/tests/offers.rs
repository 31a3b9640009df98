//! Offers: who may make one, who may answer it, and what comes of it.

use thicket_rules::GameKind;

use super::{TestResult, act, begun};
use crate::ids::{EventId, PlayerId};
use crate::model::log::action::Action;
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::log::proposal::Proposal;
use crate::model::player::bot::BotLevel;
use crate::model::record::ending::{Ending, Reason};
use crate::model::refusal::RefusalCode as Code;
use crate::model::table::state::{Phase, State};
use crate::seq::Seq;
use crate::time::UnixMs;

const DRAW: Proposal = Proposal::Draw;
const SCORE: Proposal = Proposal::Score;

fn take_back(turns: u32) -> Proposal {
    Proposal::TakeBack { turns }
}

/// A game of Bushwhacked that has just begun.
pub(super) struct Game {
    pub(super) state: State,
    pub(super) people: Vec<PlayerId>,
    pub(super) now: i64,
}

impl Game {
    pub(super) fn begin(seats: u8) -> TestResult<Game> {
        let (state, people) = begun(GameKind::Bushwhacked, seats)?;
        Ok(Game {
            state,
            people,
            now: 0,
        })
    }

    pub(super) fn act(&mut self, place: usize, action: Action) -> Result<(), Code> {
        act(&mut self.state, self.people[place], action, self.now)
    }

    pub(super) fn play(&mut self, place: usize, steps: &str) -> Result<(), Code> {
        let turn = self.state.turn();
        let steps = steps.split(',').map(str::to_owned).collect();
        self.act(place, Action::Play { turn, steps })
    }

    pub(super) fn offer(&mut self, place: usize, proposal: Proposal) -> Result<u64, Code> {
        let turn = self.state.turn();
        self.act(place, Action::Offer { turn, proposal })?;
        Ok(self.state.seq.0)
    }

    pub(super) fn answer(&mut self, place: usize, offer: u64, agree: bool) -> Result<(), Code> {
        self.act(
            place,
            Action::Answer {
                offer: Seq(offer),
                agree,
            },
        )
    }

    pub(super) fn plies(&self) -> TestResult<Vec<String>> {
        Ok(self.state.game().ok_or("a game")?.plies())
    }

    pub(super) fn ending(&self) -> Ending {
        let Phase::Over(over) = &self.state.phase else {
            panic!("the game goes on")
        };
        over.ending.clone()
    }
}

#[test]
fn a_draw_needs_both_and_each_has_to_mean_this_offer() -> TestResult {
    let mut game = Game::begin(2)?;
    let first = game.offer(0, DRAW)?;
    assert_eq!(game.offer(0, DRAW), Err(Code::Offered));
    assert_eq!(
        game.offer(1, DRAW),
        Err(Code::Offered),
        "an offer agrees to nothing"
    );
    assert_eq!(game.answer(0, first, true), Err(Code::NotAsked));
    game.play(0, "a1")?;
    assert_eq!(
        game.answer(1, first, true),
        Err(Code::NoOffer),
        "the turn has ended it"
    );
    let second = game.offer(0, DRAW)?;
    assert_eq!(game.answer(1, first, true), Err(Code::NoOffer));
    game.answer(1, second, true)?;
    assert_eq!(
        (game.ending().reason, game.ending().ranks),
        (Reason::Agreement, vec![1, 1])
    );
    assert_eq!(game.answer(1, second, true), Err(Code::Over));
    Ok(())
}

#[test]
fn with_more_seats_the_board_is_scored_as_it_stands() -> TestResult {
    let mut game = Game::begin(3)?;
    assert_eq!(game.offer(0, DRAW), Err(Code::BadOffer));
    game.play(0, "e5")?;
    let offer = game.offer(2, SCORE)?;
    game.answer(0, offer, true)?;
    assert_eq!(game.answer(0, offer, true), Err(Code::Offered));
    game.answer(1, offer, true)?;
    let standing = game.state.game().ok_or("a game")?.standing();
    let expected = Ending::new(game.state.game().ok_or("a game")?, &standing, Reason::Scored);
    assert_eq!(game.ending(), expected);
    assert_eq!(Game::begin(2)?.offer(0, SCORE), Err(Code::BadOffer));
    Ok(())
}

#[test]
fn a_seat_that_drops_ends_the_offer() -> TestResult {
    let mut game = Game::begin(3)?;
    let offer = game.offer(0, SCORE)?;
    game.answer(1, offer, true)?;
    game.act(2, Action::Resign)?;
    assert_eq!(game.answer(1, offer, true), Err(Code::NoOffer));
    let offer = game.offer(0, SCORE)?;
    assert_eq!(game.answer(2, offer, true), Err(Code::Dropped));
    game.answer(1, offer, true)?;
    assert_eq!(game.ending().reason, Reason::Scored);
    Ok(())
}

#[test]
fn turns_are_taken_back_to_ones_own() -> TestResult {
    let mut game = Game::begin(3)?;
    for (place, turn) in [(0, "e5"), (1, "e6"), (2, "e7")] {
        game.play(place, turn)?;
    }
    assert_eq!(game.offer(0, take_back(0)), Err(Code::BadOffer));
    assert_eq!(
        game.offer(0, take_back(2)),
        Err(Code::BadOffer),
        "that is another's turn"
    );
    assert_eq!(game.offer(0, take_back(4)), Err(Code::BadOffer));
    assert_eq!(game.offer(0, take_back(u32::MAX)), Err(Code::BadOffer));
    let offer = game.offer(1, take_back(2))?;
    game.answer(0, offer, true)?;
    let turn = game.state.turn();
    game.answer(2, offer, true)?;
    assert_eq!(game.plies()?, ["e5"]);
    assert_eq!(
        game.state.turn(),
        turn + 1,
        "what was composed before is out of date"
    );
    assert_eq!(game.state.table_state().to_move, Some(game.people[1]));
    let steps = vec!["e8".to_owned()];
    let late = Action::Play { turn, steps };
    assert_eq!(game.act(1, late), Err(Code::WrongTurn));
    game.play(1, "e8")?;
    assert_eq!(game.plies()?, ["e5", "e8"]);
    // Anybody may offer to take back the last turn.
    let offer = game.offer(0, take_back(1))?;
    game.answer(1, offer, true)?;
    game.answer(2, offer, true)?;
    assert_eq!(game.plies()?, ["e5"]);
    // A drop stays.
    game.act(2, Action::Resign)?;
    assert_eq!(game.offer(0, take_back(1)), Err(Code::BadOffer));
    assert_eq!(game.offer(0, take_back(2)), Err(Code::BadOffer));
    Ok(())
}

#[test]
fn the_record_of_a_game_has_no_turn_that_was_taken_back() -> TestResult {
    let mut game = Game::begin(2)?;
    for (place, turn) in [(0, "e5"), (1, "e6")] {
        game.play(place, turn)?;
    }
    let offer = game.offer(1, take_back(1))?;
    game.now = 5;
    game.answer(0, offer, true)?;
    game.now = 9;
    game.play(1, "e7")?;
    let turns = game.plies()?;
    let Phase::Playing(playing) = &game.state.phase else {
        panic!()
    };
    assert_eq!(
        (turns, playing.facts.iter().map(|facts| facts.at).collect()),
        (vec!["e5".to_owned(), "e7".to_owned()], vec![UnixMs(0), UnixMs(9)])
    );
    Ok(())
}

#[test]
fn who_was_refused_waits_longer_each_time() -> TestResult {
    let mut game = Game::begin(3)?;
    for refused in 1..=4_i64 {
        let offer = game.offer(0, SCORE)?;
        // One's own offer can be withdrawn, which counts as well.
        let by = usize::from(refused != 2);
        game.answer(by, offer, false)?;
        let wait = 10_000 * refused * refused;
        game.now += wait - 1;
        assert_eq!(game.offer(0, SCORE), Err(Code::OfferTooSoon));
        if refused == 1 {
            let other = game.offer(1, SCORE).expect("each seat waits for itself");
            game.play(0, "e5")?;
            assert_eq!(
                game.answer(0, other, true),
                Err(Code::NoOffer),
                "it was not refused"
            );
        }
        game.now += 1;
    }
    game.offer(0, SCORE)?;
    Ok(())
}

#[test]
fn draw_offers_of_earlier_versions_are_still_understood() -> TestResult {
    let old = |game: &mut Game, event: Event| {
        let (id, seq) = (EventId::fresh(), game.state.seq.next());
        let entry = LogEntry {
            id,
            table: game.state.id,
            seq,
            at: UnixMs(0),
            player: None,
            command: None,
            event,
            name: None,
        };
        game.state.apply(&entry).map(drop)
    };
    let offered = |seat| Event::DrawOffered { seat, ending: None };
    let mut game = Game::begin(3)?;
    old(&mut game, offered(2))?;
    let first = game.state.seq;
    old(&mut game, Event::DrawDeclined { seat: 1 })?;
    assert_eq!(game.answer(0, first.0, true), Err(Code::NoOffer));
    old(&mut game, offered(1))?;
    let second = game.state.seq;
    old(&mut game, offered(2))?;
    assert_eq!(
        game.answer(1, second.0, true),
        Err(Code::Offered),
        "it has agreed"
    );
    game.answer(2, second.0, true)?;
    assert_eq!(
        (game.ending().reason, game.ending().ranks),
        (Reason::Agreement, vec![1, 1, 1])
    );
    Ok(())
}

#[test]
fn an_offer_of_a_bot_names_a_level_that_the_game_has() -> TestResult {
    let (mut state, people) = begun(GameKind::Btt, 3)?;
    let offered = |number| -> TestResult<Proposal> {
        let level = BotLevel::try_from(number)?;
        Ok(Proposal::Bot { seat: 1, level })
    };
    let (turn, proposal) = (0, offered(8)?);
    act(&mut state, people[0], Action::Offer { turn, proposal }, 0)?;
    let Phase::Playing(playing) = &state.phase else {
        panic!("the game goes on")
    };
    let offer = playing.offers.standing().ok_or("an offer")?;
    assert_eq!(offer.proposal, offered(5)?);
    Ok(())
}
