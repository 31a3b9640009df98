//! Bots at tables: who seats them, what they agree to, and how they take over seats.

use thicket_rules::GameKind;

use super::{PATIENCE, TestResult, act, context, name, table, table_of, terms};
use crate::ids::{CommandId, PlayerId, TableCode, TableId};
use crate::model::game::overdue::BOT_RETRY;
use crate::model::log::action::{Action, Command, Due};
use crate::model::log::decision::Decision;
use crate::model::log::event::{Event, KeptChairs};
use crate::model::log::projection::{Projection, TableState};
use crate::model::log::proposal::Proposal;
use crate::model::log::swap::Swap;
use crate::model::player::bot::{Bot, BotLevel, is_bot};
use crate::model::record::ending::Reason;
use crate::model::refusal::RefusalCode as Code;
use crate::model::table::state::{Phase, State};
use crate::model::{Creation, create};
use crate::time::UnixMs;

fn level(number: u8) -> BotLevel {
    BotLevel::ALL[usize::from(number) - 1]
}

fn seat_bot(chair: u8) -> Action {
    let level = level(3);
    Action::SeatBot { chair, level }
}

/// A game for three of these, in order; the others are bots.
fn game(people: &[PlayerId]) -> TestResult<State> {
    let (mut state, [ann, ..]) = table()?;
    for (chair, &player) in (0..).zip(people).skip(1) {
        state = sat(state, player, chair)?;
    }
    for chair in people.len() as u8..3 {
        act(&mut state, ann, seat_bot(chair), 0)?;
    }
    replace_host(&mut state, ann, people[0])?;
    let start = state
        .decide_due(Due::Start, &context(0, 0, Vec::new()))
        .ok_or("something due")?;
    state.apply(&start.entry)?;
    Ok(state)
}

fn replace_host(state: &mut State, host: PlayerId, by: PlayerId) -> Result<(), Code> {
    if host != by {
        let take = Action::TakeSeat {
            from: host,
            link: [0; 32],
            with_device: false,
        };
        act(state, by, take, 0)?;
    }
    Ok(())
}

fn sat(mut state: State, player: PlayerId, chair: u8) -> TestResult<State> {
    let names = ["", "Ben", "Cem"];
    let sit = Action::Sit {
        chair,
        name: name(names[usize::from(chair)])?,
        companion_of: None,
    };
    act(&mut state, player, sit, 0)?;
    Ok(state)
}

fn people() -> [PlayerId; 3] {
    [0; 3].map(|_| PlayerId::fresh())
}

fn decide(state: &State, by: PlayerId, action: Action, now: i64) -> Result<Decision, Code> {
    let id = CommandId::fresh();
    let decision = state.decide(&Command { id, by, action }, &context(now, 0, Vec::new()));
    decision.map_err(|refusal| refusal.code)
}

fn offer(proposal: Proposal) -> Action {
    Action::Offer { turn: 0, proposal }
}

fn listed(decision: &Decision) -> Option<&TableState> {
    let mut projections = decision.projections.iter();
    projections.find_map(|projection| match projection {
        Projection::TableState(state) => Some(state),
        _ => None,
    })
}

#[test]
fn the_host_alone_seats_bots_and_removes_them() -> TestResult {
    let (mut state, [ann, ben, _]) = table()?;
    assert_eq!(act(&mut state, ben, seat_bot(1), 0), Err(Code::NotHost));
    assert_eq!(act(&mut state, ann, seat_bot(0), 0), Err(Code::ChairTaken));
    assert_eq!(act(&mut state, ann, seat_bot(3), 0), Err(Code::NoSuchChair));
    act(&mut state, ann, seat_bot(1), 0)?;
    act(&mut state, ann, seat_bot(2), 0)?;
    let bots = state.players().into_iter().skip(1).map(Bot::of);
    let bots: Vec<Bot> = bots.collect::<Option<_>>().ok_or("bots")?;
    assert!(bots[0] != bots[1] && bots.iter().all(|bot| bot.level == level(3)));
    assert_eq!(state.name(bots[0].id()), Some(bots[0].name()));
    let remove = Action::Remove { player: bots[0].id() };
    assert_eq!(act(&mut state, ben, remove.clone(), 0), Err(Code::NotHost));
    act(&mut state, ann, remove, 0)?;
    act(&mut state, ann, seat_bot(1), 0)?;
    act(&mut state, ann, Action::Stand, 0)?;
    act(&mut state, ann, seat_bot(0), 0)?;
    assert!(
        state.players().into_iter().all(is_bot),
        "the host may let bots play among themselves"
    );
    Ok(())
}

#[test]
fn in_a_game_with_fewer_levels_the_last_one_plays_for_those_above_it() -> TestResult {
    for (kind, last) in [(GameKind::Bushwhacked, 13), (GameKind::Btt, 5)] {
        assert_eq!(BotLevel::strongest(kind.info()), level(last));
        let (mut state, [ann, ..]) = table_of(kind)?;
        let level = level(13);
        act(&mut state, ann, Action::SeatBot { chair: 1, level }, 0)?;
        let bot = Bot::of(state.players()[1]).ok_or("a bot")?;
        assert_eq!(bot.level.number(), last);
    }
    Ok(())
}

#[test]
fn a_bot_is_named_like_nobody_who_sits_there() -> TestResult {
    for dice in 0..40 {
        let (mut state, [ann, ben, _]) = table()?;
        let moss = Action::Sit {
            chair: 1,
            name: name("Мoss")?,
            companion_of: None,
        };
        act(&mut state, ben, moss, 0)?;
        let command = Command {
            id: CommandId::fresh(),
            by: ann,
            action: seat_bot(2),
        };
        let decision = state.decide(&command, &context(0, dice, Vec::new()))?;
        assert_ne!(
            decision.entry.name.as_deref(),
            Some("Moss"),
            "it looks like a name in Cyrillic"
        );
    }
    Ok(())
}

#[test]
fn a_bot_never_becomes_the_host() -> TestResult {
    let (mut state, [ann, ben, _]) = table()?;
    act(&mut state, ann, seat_bot(1), 0)?;
    let present = state.players();
    assert!(
        state
            .decide_due(Due::ReplaceHost, &context(0, 0, present.clone()))
            .is_none()
    );
    state = sat(state, ben, 2)?;
    let changed = state
        .decide_due(Due::ReplaceHost, &context(0, 0, [present, vec![ben]].concat()))
        .ok_or("something due")?;
    assert_eq!(changed.entry.event, Event::HostChanged { host: ben });
    state.apply(&changed.entry)?;
    let bot = state.players()[1];
    act(&mut state, ben, Action::Remove { player: bot }, 0)?;
    Ok(())
}

#[test]
fn a_bot_swaps_at_once() -> TestResult {
    let (mut state, [ann, ..]) = table()?;
    act(&mut state, ann, seat_bot(1), 0)?;
    let bot = state.players()[1];
    let swap = Swap {
        from: ann,
        from_chair: 0,
        to: bot,
        to_chair: 1,
    };
    act(&mut state, ann, Action::OfferSwap { swap }, 0)?;
    assert_eq!(state.players(), [bot, ann]);
    Ok(())
}

#[test]
fn bots_sit_at_the_rematch_from_the_start() -> TestResult {
    let [ann, ben, _] = people();
    let bot = Bot::of_level(level(2)).next().ok_or("a bot")?;
    let (id, code) = (TableId::fresh(), TableCode::fresh());
    let creation = Creation {
        id,
        code: code.clone(),
        terms: terms(GameKind::Bushwhacked, 3)?,
        host: ann,
        name: name("Ann")?,
        kept: Some(KeptChairs {
            players: vec![bot.id(), ben, ann],
            until: UnixMs(1_000),
            companion_of: None,
            names: [bot.name(), "Ben", "Ann"].map(str::to_owned).to_vec(),
        }),
    };
    let created = create(creation, &context(0, 0, Vec::new()));
    let seated = Projection::Seated {
        player: bot.id(),
        name: bot.name().to_owned(),
        seat: 0,
    };
    assert!(created.projections.contains(&seated));
    let state = State::new(id, code, &created.entry)?;
    assert_eq!(state.players(), [bot.id(), ann]);
    Ok(())
}

#[test]
fn bots_are_not_asked_since_they_agree_to_everything() -> TestResult {
    let [ann, ben, _] = people();
    let mut state = game(&[ann])?;
    let ended = decide(&state, ann, offer(Proposal::Score), 0)?;
    assert_eq!(
        ended.entry.event.ending().ok_or("an ending")?.reason,
        Reason::Scored
    );
    state = game(&[ann, ben])?;
    let asked = decide(&state, ben, offer(Proposal::Score), 0)?;
    let Event::Offered { asked, .. } = asked.entry.event else {
        panic!("an offer")
    };
    assert_eq!(asked, [1]);
    Ok(())
}

#[test]
fn a_bot_plays_on_for_a_seat_if_the_people_agree() -> TestResult {
    let [ann, ben, cem] = people();
    let bot = |seat| {
        offer(Proposal::Bot {
            seat,
            level: level(5),
        })
    };
    let mut state = game(&[ann, ben, cem])?;
    act(&mut state, ann, bot(1), 0)?;
    let answer = |offer| Action::Answer { offer, agree: true };
    let number = state.seq;
    act(&mut state, ben, answer(number), 0)?;
    let decision = decide(&state, cem, answer(number), 0)?;
    let Event::SeatTransferred { from, to, .. } = decision.entry.event else {
        panic!("a transfer")
    };
    assert_eq!((from, Bot::of(to).ok_or("a bot")?.level), (ann, level(5)));
    let listed = listed(&decision).ok_or("a state of the table")?;
    assert_eq!(listed.to_move, Some(to));
    assert_eq!(
        listed.deadline,
        Some(UnixMs(BOT_RETRY)),
        "another node finds the table by this"
    );
    state.apply(&decision.entry)?;
    assert_eq!(state.table_state(), *listed);
    assert_eq!(act(&mut state, ann, Action::Resign, 0), Err(Code::NotSeated));
    act(&mut state, ben, offer(Proposal::Score), 0).expect("no offer stands any more");
    Ok(())
}

#[test]
fn a_bot_takes_an_away_seat_on_the_terms_of_going_on_without_it() -> TestResult {
    let [ann, ben, cem] = people();
    let state = game(&[ann, ben, cem])?;
    let bot = |seat| Command {
        id: CommandId::fresh(),
        by: ben,
        action: offer(Proposal::Bot {
            seat,
            level: level(1),
        }),
    };
    let mut context = context(PATIENCE.away, 0, vec![ben, cem]);
    context.away.insert(ann, UnixMs(1));
    let code = |seat, context: &_| {
        state
            .decide(&bot(seat), context)
            .map(|_| ())
            .map_err(|refusal| refusal.code)
    };
    assert_eq!(code(3, &context), Err(Code::BadOffer), "it is not their turn");
    assert_eq!(code(1, &context), Err(Code::OfferTooSoon));
    context.away.insert(ann, UnixMs(0));
    assert_eq!(code(1, &context), Ok(()));
    Ok(())
}

#[test]
fn of_two_people_among_bots_one_waits_for_the_other_as_in_a_game_of_two() -> TestResult {
    let [ann, ben, _] = people();
    let state = game(&[ann, ben])?;
    let drop = Command {
        id: CommandId::fresh(),
        by: ben,
        action: offer(Proposal::Drop { seat: 1 }),
    };
    let mut context = context(PATIENCE.away_of_two - 1, 0, vec![ben]);
    context.away.insert(ann, UnixMs(0));
    let refused = state.decide(&drop, &context).err();
    assert_eq!(refused.map(|refusal| refusal.code), Some(Code::OfferTooSoon));
    context.now += 1;
    assert!(state.decide(&drop, &context).is_ok());
    Ok(())
}

#[test]
fn whoever_watches_gets_the_seat_of_a_bot_if_the_people_agree() -> TestResult {
    let [ann, ben, cem] = people();
    let mut state = game(&[ann, ben])?;
    let ask = |seat| name("Cem").map(|name| Action::AskForSeat { turn: 0, seat, name });
    assert_eq!(
        act(&mut state, cem, ask(2)?, 0),
        Err(Code::OfferTooSoon),
        "Ben has only just gone"
    );
    act(&mut state, cem, ask(3)?, 0)?;
    let offer = state.seq;
    for by in [ann, ben] {
        act(&mut state, by, Action::Answer { offer, agree: true }, 0)?;
    }
    assert_eq!(state.players(), [ann, ben, cem]);
    let mut state = game(&[ann])?;
    act(
        &mut state,
        ann,
        self::offer(Proposal::Bot {
            seat: 1,
            level: level(1),
        }),
        0,
    )?;
    act(&mut state, cem, ask(2)?, 0).expect("there is nobody to ask");
    assert_eq!(state.players()[1], cem);
    Ok(())
}

#[test]
fn a_seat_is_left_to_a_bot_and_that_of_a_bot_is_asked_for_whatever_was_played_meanwhile() -> TestResult {
    let [ann, _, cem] = people();
    let bot = |seat| Proposal::Bot {
        seat,
        level: level(1),
    };
    let offer = |turn, proposal| Action::Offer { turn, proposal };
    let mut state = game(&[ann])?;
    let steps = vec!["e5".to_owned()];
    act(&mut state, ann, Action::Play { turn: 0, steps }, 0)?;
    assert_eq!(
        act(&mut state, ann, offer(0, Proposal::Score), 0),
        Err(Code::WrongTurn)
    );
    act(&mut state, ann, offer(0, bot(1)), 0).expect("there is nobody to ask");
    let ask = Action::AskForSeat {
        turn: 0,
        seat: 2,
        name: name("Cem")?,
    };
    act(&mut state, cem, ask, 0).expect("there is nobody to ask");
    assert_eq!(state.players()[1], cem);
    Ok(())
}

#[test]
fn a_record_says_which_seats_were_bots() -> TestResult {
    let [ann, ..] = people();
    let state = game(&[ann])?;
    let decision = decide(&state, ann, offer(Proposal::Score), 0)?;
    let record = decision
        .projections
        .into_iter()
        .find_map(|projection| match projection {
            Projection::Record(record) => Some(record),
            _ => None,
        });
    let seats = record.ok_or("a record")?.head.seats;
    let kinds: Vec<_> = seats
        .iter()
        .map(|seat| (seat.guest, seat.bot.map(BotLevel::number)))
        .collect();
    assert_eq!(kinds, [(true, None), (false, Some(3)), (false, Some(3))]);
    let Phase::Playing(_) = state.phase else {
        panic!("deciding changes nothing")
    };
    Ok(())
}
