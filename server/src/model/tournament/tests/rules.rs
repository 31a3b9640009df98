//! Single rules of tournaments.

use super::super::decide::MOST_SIGN_UPS;
use super::super::event::PairedTable;
use super::super::form::BadTerms;
use super::super::state::Status;
use super::*;
use crate::model::record::seat_outcome::SeatMark;

const SWISS: Format = Format::Swiss { rounds: 4 };
const ROUND_ROBIN: Format = Format::RoundRobin { second_leg: false };
const FULL: Format = Format::FullSchedule { rounds: None };

/// A tournament by correspondence in which so many take part, begun.
fn begun(format: Format, seats: u8, fewest: u8, players: usize) -> TestResult<(Story, Vec<PlayerId>)> {
    let mut story = Story::begin(terms(format, seats, fewest, CORRESPONDENCE)?)?;
    let people: Vec<PlayerId> = (0..players).map(|_| story.sign_up()).collect::<Result<_, _>>()?;
    story.now = START;
    assert!(matches!(story.due(), Some(TournamentEvent::Begun { .. })));
    Ok((story, people))
}

#[test]
fn terms_that_cannot_be_are_refused() -> TestResult {
    let form = form(SWISS, 4, 3, REAL_TIME)?;
    let (correspondence, untimed) = (CORRESPONDENCE.parse()?, "untimed".parse()?);
    let parse = |change: &dyn Fn(&mut TermsForm)| {
        let mut form = form.clone();
        change(&mut form);
        form.parse(UnixMs(0)).map(drop)
    };
    assert_eq!(parse(&|_| ()), Ok(()));
    assert_eq!(parse(&|form| form.fewest = 5), Err(BadTerms::TableSize));
    assert_eq!(parse(&|form| form.bot_for_missing = true), Ok(()));
    let without_bots: [&dyn Fn(&mut TermsForm); 3] = [
        &|form| form.rated = true,
        &|form| form.clock = correspondence,
        &|form| (form.seats, form.fewest) = (2, 2),
    ];
    for change in without_bots {
        let refused = parse(&|form| {
            form.bot_for_missing = true;
            change(form);
        });
        assert_eq!(refused, Err(BadTerms::BotForMissing));
    }
    assert!(matches!(
        parse(&|form| form.variant = "?".to_owned()),
        Err(BadTerms::Game(_))
    ));
    assert_eq!(parse(&|form| form.clock = untimed), Err(BadTerms::NoClock));
    assert_eq!(
        parse(&|form| form.format = Format::Swiss { rounds: 0 }),
        Err(BadTerms::SwissRounds)
    );
    assert_eq!(
        parse(&|form| form.format = Format::Swiss { rounds: 16 }),
        Err(BadTerms::SwissRounds)
    );
    assert_eq!(
        parse(&|form| form.format = ROUND_ROBIN),
        Err(BadTerms::RoundRobinSeats)
    );
    assert_eq!(
        parse(&|form| form.format = Format::FullSchedule { rounds: Some(0) }),
        Err(BadTerms::ScheduleRounds)
    );
    assert!(matches!(
        parse(&|form| form.most = 3),
        Err(BadTerms::Players { fewest: 4, .. })
    ));
    assert!(matches!(
        parse(&|form| form.most = 501),
        Err(BadTerms::Players { most: 500, .. })
    ));
    let range = |from, to| RatingRange { from, to };
    assert_eq!(
        parse(&|form| form.ratings = range(Some(2), Some(1))),
        Err(BadTerms::Ratings)
    );
    assert_eq!(parse(&|form| form.ratings = range(Some(1), None)), Ok(()));
    assert_eq!(parse(&|form| form.starts_at = UnixMs(0)), Err(BadTerms::Start));
    assert_eq!(
        parse(&|form| form.starts_at = UnixMs(400 * 24 * START)),
        Err(BadTerms::Start)
    );
    Ok(())
}

#[test]
fn who_cannot_take_part_is_refused() -> TestResult {
    let mut wanted = form(SWISS, 2, 2, CORRESPONDENCE)?;
    (wanted.rated, wanted.most) = (true, 2);
    wanted.ratings = RatingRange {
        from: Some(1500),
        to: None,
    };
    let mut story = Story::begin(wanted.parse(UnixMs(0))?)?;
    let sign_up = |rating, is_member| Action::SignUp {
        rating,
        is_member,
        in_club: false,
    };
    let [ann, ben, cem] = [PlayerId::fresh(), PlayerId::fresh(), PlayerId::fresh()];
    assert_eq!(
        story.act(ann, &sign_up(Some(1500), false)),
        Err(Refusal::NoAccount)
    );
    assert_eq!(story.act(ann, &sign_up(Some(1499), true)), Err(Refusal::Rating));
    assert_eq!(story.act(ann, &sign_up(None, true)), Err(Refusal::Rating));
    assert_eq!(story.act(ann, &Action::Withdraw), Err(Refusal::NotSignedUp));
    let bot = PlayerId::fresh_program();
    assert_eq!(story.act(bot, &sign_up(Some(1500), true)), Err(Refusal::Bot));
    story.act(ann, &sign_up(Some(1500), true))?;
    assert_eq!(
        story.act(ann, &sign_up(Some(1500), true)),
        Err(Refusal::SignedUpAlready)
    );
    story.act(ben, &sign_up(Some(1600), true))?;
    assert_eq!(story.act(cem, &sign_up(Some(1600), true)), Err(Refusal::Full));
    for _ in 1..MOST_SIGN_UPS {
        story.act(ben, &Action::Withdraw)?;
        story.act(ben, &sign_up(Some(1600), true))?;
    }
    story.act(ben, &Action::Withdraw)?;
    assert_eq!(
        story.act(ben, &sign_up(Some(1600), true)),
        Err(Refusal::TooManySignUps)
    );
    story.act(cem, &sign_up(Some(1600), true))?;
    Ok(())
}

#[test]
fn in_real_time_only_those_play_who_confirm_shortly_before_the_start() -> TestResult {
    let mut story = Story::begin(terms(SWISS, 2, 2, REAL_TIME)?)?;
    let people: Vec<PlayerId> = (0..4).map(|_| story.sign_up()).collect::<Result<_, _>>()?;
    assert_eq!(story.act(people[0], &Action::Confirm), Err(Refusal::TooEarly));
    story.now = START - 10 * MINUTE;
    story.act(people[0], &Action::Confirm)?;
    assert_eq!(
        story.act(people[0], &Action::Confirm),
        Err(Refusal::ConfirmedAlready)
    );
    story.act(people[1], &Action::Confirm)?;
    story.act(people[2], &Action::Confirm)?;
    story.act(people[2], &Action::Withdraw)?;
    story.now = START - 1;
    assert_eq!(story.due(), None);
    story.now = START;
    let Some(TournamentEvent::Begun { players, .. }) = story.due() else {
        panic!("it begins");
    };
    assert_eq!(players, people[..2]);
    assert_eq!(story.act(people[3], &Action::Confirm), Err(Refusal::NotSignedUp));
    // Who slept is late.
    story.act(people[3], &SIGN_UP)?;
    let Some(TournamentEvent::Paired { byes, .. }) = story.due() else {
        panic!("a round is made");
    };
    assert_eq!(byes.len(), 1);
    Ok(())
}

#[test]
fn an_outage_moves_the_start_in_real_time() -> TestResult {
    let mut story = Story::begin(terms(SWISS, 2, 2, REAL_TIME)?)?;
    let people: Vec<PlayerId> = (0..2).map(|_| story.sign_up()).collect::<Result<_, _>>()?;
    story.outages = vec![Outage {
        since: UnixMs(START - 12 * MINUTE),
        until: UnixMs(START - 4 * MINUTE),
    }];
    story.now = START + 6 * MINUTE - 1;
    for player in people {
        story.act(player, &Action::Confirm)?;
    }
    assert_eq!(story.due(), None, "six minutes were lost");
    story.now += 1;
    assert!(matches!(story.due(), Some(TournamentEvent::Begun { .. })));
    Ok(())
}

#[test]
fn with_too_few_players_it_does_not_take_place() -> TestResult {
    let mut story = Story::begin(terms(FULL, 4, 3, CORRESPONDENCE)?)?;
    let ann = story.sign_up()?;
    story.sign_up()?;
    story.now = START;
    let cancelled = TournamentEvent::Cancelled { by: None, why: None };
    assert_eq!(story.due(), Some(cancelled));
    assert_eq!((story.due(), story.state.status), (None, Status::Cancelled));
    assert_eq!(story.act(ann, &Action::Withdraw), Err(Refusal::Over));
    assert_eq!(story.act(PlayerId::fresh(), &SIGN_UP), Err(Refusal::Over));
    Ok(())
}

#[test]
fn swiss_takes_latecomers_until_half_of_the_rounds() -> TestResult {
    let (mut story, _) = begun(SWISS, 2, 2, 4)?;
    for _ in 0..2 {
        story.due();
        story.sign_up()?;
        story.finish_round()?;
    }
    story.due();
    assert_eq!(story.state.present().count(), 6);
    let late = PlayerId::fresh();
    assert_eq!(story.act(late, &SIGN_UP), Err(Refusal::Begun));
    story.finish_round()?;
    story.due();
    let ranks = story.state.standings();
    assert_eq!(ranks.len(), 6, "they are in the standings");
    story.finish_round()?;
    assert_eq!(story.due(), Some(TournamentEvent::Finished));
    Ok(())
}

#[test]
fn a_schedule_takes_nobody_new_and_takes_back_who_has_left() -> TestResult {
    let (mut story, people) = begun(ROUND_ROBIN, 2, 2, 4)?;
    assert_eq!(story.act(PlayerId::fresh(), &SIGN_UP), Err(Refusal::Begun));
    story.act(people[0], &Action::Withdraw)?;
    story.due();
    let absent = |story: &Story| -> Vec<PlayerId> {
        let tables = story
            .state
            .rounds()
            .last()
            .into_iter()
            .flat_map(|round| &round.tables);
        tables.flat_map(|table| table.paired.absent.clone()).collect()
    };
    assert_eq!(absent(&story), [people[0]]);
    assert_eq!(story.open_tables().len(), 1, "who is alone has nothing to play");
    story.act(people[0], &SIGN_UP)?;
    story.finish_round()?;
    story.due();
    assert_eq!(absent(&story), []);
    Ok(())
}

#[test]
fn a_table_of_a_schedule_is_played_by_those_who_are_there() -> TestResult {
    let (mut story, people) = begun(FULL, 4, 4, 4)?;
    story.act(people[0], &Action::Withdraw)?;
    story.due();
    let [(table, 3)] = story.open_tables()[..] else {
        panic!("three play at a table for four");
    };
    story.finish(table, &[1, 2, 3].map(SeatOutcome::place))?;
    let standings = story.state.standings();
    let points: Vec<String> = standings
        .iter()
        .map(|row| row.standing.points.to_string())
        .collect();
    assert_eq!(points, ["3", "2", "1", "0"]);
    assert_eq!(standings[3].player, people[0]);
    Ok(())
}

#[test]
fn who_did_not_come_is_out_until_they_sign_up_again() -> TestResult {
    let (mut story, _) = begun(SWISS, 2, 2, 4)?;
    story.due();
    let [(first, 2), (second, 2)] = story.open_tables()[..] else {
        panic!("two tables for two");
    };
    let missing = story.state.table(first).ok_or("a table")?.paired.players[1];
    let did_not_come = SeatOutcome {
        mark: Some(SeatMark::DidNotCome),
        ..SeatOutcome::place(2)
    };
    story.finish(first, &[SeatOutcome::place(1), did_not_come])?;
    assert!(!story.state.entrant(missing).ok_or("an entrant")?.present);
    assert_eq!(
        story.state.decide_result(first, &[1, 2].map(SeatOutcome::place)),
        None
    );
    assert_eq!(story.due(), None, "the other table plays");
    story.finish(second, &[1, 1].map(SeatOutcome::place))?;
    story.act(missing, &SIGN_UP)?;
    assert!(matches!(story.due(), Some(TournamentEvent::Paired { round: 2, byes, .. }) if byes.is_empty()));
    Ok(())
}

#[test]
fn the_director_corrects_results_and_nobody_else_does() -> TestResult {
    let (mut story, people) = begun(Format::Swiss { rounds: 1 }, 2, 2, 2)?;
    story.due();
    let (table, _) = story.open_tables()[0];
    let director = story.state.director;
    let [won, lost] = [1, 2].map(SeatOutcome::place);
    assert_eq!(
        story.correct(director, table, vec![won, lost]),
        Err(Refusal::NotPlayed)
    );
    story.finish(table, &[won, lost])?;
    assert_eq!(story.due(), Some(TournamentEvent::Finished));
    assert_eq!(
        story.correct(people[0], table, vec![lost, won]),
        Err(Refusal::NotDirector)
    );
    assert_eq!(
        story.correct(director, TableId::fresh(), vec![lost, won]),
        Err(Refusal::NoSuchTable)
    );
    assert_eq!(story.correct(director, table, vec![won]), Err(Refusal::NoResult));
    assert_eq!(
        story.correct(director, table, vec![lost, lost]),
        Err(Refusal::NoResult)
    );
    assert_eq!(
        story.correct(director, table, vec![won, lost]),
        Err(Refusal::Unchanged)
    );
    let winner = |story: &Story| story.state.standings()[0].player;
    let before = winner(&story);
    story.correct(director, table, vec![lost, won])?;
    assert_ne!(winner(&story), before);
    assert_eq!(story.state.status, Status::Finished);
    Ok(())
}

#[test]
fn only_the_director_calls_it_off() -> TestResult {
    let (mut story, people) = begun(SWISS, 2, 2, 3)?;
    let why = Reason::parse("The hall has burnt down.")?;
    let cancel = Action::Cancel { why };
    assert_eq!(story.act(people[0], &cancel), Err(Refusal::NotDirector));
    story.act(story.state.director, &cancel)?;
    assert_eq!(story.act(story.state.director, &cancel), Err(Refusal::Over));
    assert_eq!(story.due(), None);
    Ok(())
}

#[test]
fn a_round_is_not_made_with_too_few_ids() -> TestResult {
    let (mut story, _) = begun(SWISS, 2, 2, 4)?;
    let mut context = story.context();
    context.games.truncate(1);
    assert_eq!(story.state.decide_due(&context), None);
    assert!(story.due().is_some());
    Ok(())
}

/// The place of a guest goes on under the account, as if it had been the account's from the beginning.
#[test]
fn who_has_signed_in_goes_on_where_the_guest_was() -> TestResult {
    let (mut story, people) = begun(Format::RoundRobin { second_leg: false }, 2, 2, 5)?;
    let (guest, member) = (people[0], PlayerId::fresh());
    story.due();
    story.finish_round()?;
    story.due();
    let before = story.state.clone();
    let passed = story.state.decide_pass_on(guest, member)?;
    story.append(passed);
    assert_eq!(
        story.state.decide_pass_on(people[1], member),
        Err(Refusal::SignedUpAlready)
    );
    assert_eq!(
        story.state.decide_pass_on(guest, PlayerId::fresh()),
        Err(Refusal::NotSignedUp)
    );
    let renamed = |player: PlayerId| if player == guest { member } else { player };
    let table_of = |state: &State, player| state.tables_of(player).first().map(|table| table.game.clone());
    for &player in &people {
        assert_eq!(table_of(&story.state, renamed(player)), table_of(&before, player));
    }
    assert_eq!(story.state.tables_of(guest), Vec::<&PairedTable>::new());
    while !matches!(story.due(), Some(TournamentEvent::Finished)) {
        story.finish_round()?;
    }
    let played = story.state.rounds().iter().flat_map(|round| &round.tables);
    let games = played
        .filter(|table| table.paired.players.contains(&member))
        .count();
    assert_eq!(games, 4, "everybody has met them");
    let row = story
        .state
        .standings()
        .into_iter()
        .find(|row| row.player == member);
    assert_eq!(row.ok_or("a row")?.standing.played, 4);
    assert_eq!(State::replay(&story.log)?, story.state);
    assert_eq!(story.state.decide_pass_on(member, guest), Err(Refusal::Over));
    Ok(())
}
