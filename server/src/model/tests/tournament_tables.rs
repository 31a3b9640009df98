//! Tables of a tournament: how they begin, and what the tournament is told of their end.

use super::*;
use crate::ids::TournamentId;
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::log::outage::Outage;
use crate::model::log::projection::{Projection, TournamentResult};
use crate::model::log::proposal::Proposal;
use crate::model::player::bot::{Bot, BotLevel};
use crate::model::record::ending::DropReason;
use crate::model::record::seat_outcome::{SeatMark, SeatOutcome};
use crate::model::terms::TournamentTable;
use crate::model::tournament::event::NewGame;
use crate::model::tournament::form::TermsForm;
use crate::model::tournament::table::create_for_tournament;
use crate::model::tournament::terms::Format;
use crate::model::tournament::tests::form;

/// A table as its tournament makes it, before and after it begins.
struct Made {
    state: State,
    people: Vec<PlayerId>,
    tournament: TournamentId,
    log: Vec<LogEntry>,
}

fn made(kind: GameKind, seats: u8) -> TestResult<Made> {
    made_with(kind, seats, true)
}

fn made_with(kind: GameKind, seats: u8, bot_for_missing: bool) -> TestResult<Made> {
    let people: Vec<PlayerId> = (0..seats).map(|_| PlayerId::fresh()).collect();
    let wanted = TermsForm {
        kind,
        ..form(Format::Swiss { rounds: 1 }, seats, seats, "60+0")?
    };
    let terms = wanted.parse(UnixMs(0))?;
    let table = TournamentTable {
        id: TournamentId::fresh(),
        round: 1,
        players: people.clone(),
        bot_for_missing,
    };
    let (new, tournament) = (NewGame::fresh(), table.id);
    let names = (1..=seats).map(|number| name(&format!("Player {number}")));
    let names = names.collect::<Result<_, _>>()?;
    let created = create_for_tournament(&terms, table, &new, names, &context(0, 0, Vec::new()));
    let created = created.ok_or("a table")?;
    assert!(
        !created
            .projections
            .iter()
            .any(|row| matches!(row, Projection::Listed { .. }))
    );
    let state = State::new(new.id, new.code, &created.entry)?;
    Ok(Made {
        state,
        people,
        tournament,
        log: vec![created.entry],
    })
}

/// The places of a tournament's table, if the tournament is told of them.
type Told = TestResult<Option<Vec<SeatOutcome>>>;

impl Made {
    fn begun(kind: GameKind, seats: u8) -> TestResult<Made> {
        made(kind, seats)?.begin()
    }

    fn begin(mut self) -> TestResult<Made> {
        let started = self
            .state
            .decide_tournament_start(&context(0, 0, Vec::new()))
            .ok_or("a start")?;
        assert!(started.projections.contains(&Projection::TournamentTableBegun));
        self.apply(&started.entry)?;
        Ok(self)
    }

    fn apply(&mut self, entry: &LogEntry) -> TestResult {
        self.state.apply(entry)?;
        self.log.push(entry.clone());
        Ok(())
    }

    fn decide(&self, by: PlayerId, action: Action) -> Result<Decision, Refusal> {
        let id = CommandId::fresh();
        self.state
            .decide(&Command { id, by, action }, &context(1, 0, Vec::new()))
    }

    fn decide_due(&self, due: Due, context: &Context) -> TestResult<Decision> {
        Ok(self.state.decide_due(due, context).ok_or("something due")?)
    }

    /// What the tournament is told of a decision, which is applied.
    fn told(&mut self, decision: Decision) -> Told {
        self.apply(&decision.entry)?;
        let rows = decision.projections.iter();
        let mut results = rows.filter_map(|row| match row {
            Projection::TournamentResult(TournamentResult { tournament, seats }) => {
                Some((*tournament, seats.clone()))
            }
            _ => None,
        });
        let Some((tournament, seats)) = results.next() else {
            return Ok(None);
        };
        assert_eq!((tournament, results.next()), (self.tournament, None));
        Ok(Some(seats))
    }

    fn resign(&mut self, seat: usize) -> Told {
        let decision = self.decide(self.people[seat], Action::Resign)?;
        self.told(decision)
    }

    fn to_move(&self) -> TestResult<PlayerId> {
        Ok(self.state.playing()?.to_move().ok_or("a player to move")?)
    }

    /// A first legal turn of the seat to move.
    fn play(&mut self) -> Told {
        let mut game = self.state.game().ok_or("a game")?.boxed_clone();
        let (turn, by) = (self.state.turn(), self.to_move()?);
        let mut steps = Vec::new();
        loop {
            let step = game.legal().swap_remove(0);
            game.play(&step)?;
            steps.push(step);
            if !game.mid_turn() {
                break;
            }
        }
        let decision = self.decide(by, Action::Play { turn, steps })?;
        self.told(decision)
    }

    /// The seat to move runs out of time.
    fn flag(&mut self, now: i64) -> Told {
        let decision = self.decide_due(Due::Flag, &context(now, 0, Vec::new()))?;
        assert!(matches!(
            decision.entry.event,
            Event::Dropped {
                reason: DropReason::Time,
                ..
            }
        ));
        self.told(decision)
    }
}

/// The time and who is away, since when.
fn away(now: i64, players: &[(PlayerId, i64)]) -> Context {
    let away = players.iter().map(|&(player, since)| (player, UnixMs(since)));
    Context {
        away: away.collect(),
        ..context(now, 0, Vec::new())
    }
}

fn marks(seats: &[SeatOutcome]) -> Vec<Option<SeatMark>> {
    seats.iter().map(|seat| seat.mark).collect()
}

#[test]
fn it_begins_with_everybody_seated_in_the_order_of_the_round() -> TestResult {
    let mut waiting = made(GameKind::Bushwhacked, 4)?;
    let command = Command {
        id: CommandId::fresh(),
        by: waiting.people[0],
        action: Action::Stand,
    };
    let refused = waiting.state.decide(&command, &context(0, 0, Vec::new())).err();
    assert_eq!(
        refused.map(|refusal| refusal.code),
        Some(Code::TryAgain),
        "nobody leaves a table that is about to begin"
    );
    assert!(
        waiting
            .state
            .decide_due(Due::ReplaceHost, &context(0, 0, waiting.people.clone()))
            .is_none()
    );
    let started = waiting
        .state
        .decide_tournament_start(&context(0, 0, Vec::new()))
        .ok_or("a start")?;
    waiting.apply(&started.entry)?;
    assert_eq!(waiting.state.players(), waiting.people);
    let names: Vec<&str> = waiting
        .people
        .iter()
        .filter_map(|&player| waiting.state.name(player))
        .collect();
    assert_eq!(names, ["Player 1", "Player 2", "Player 3", "Player 4"]);
    let listed = started.projections.iter().find_map(|row| match row {
        Projection::TableState(state) => Some(state),
        _ => None,
    });
    assert_eq!(
        *listed.ok_or("a state of the table")?,
        waiting.state.table_state()
    );
    assert!(
        waiting
            .state
            .decide_tournament_start(&context(1, 0, Vec::new()))
            .is_none()
    );
    Ok(())
}

#[test]
fn the_tournament_is_told_of_places_and_of_those_who_left() -> TestResult {
    let mut made = Made::begun(GameKind::Bushwhacked, 4)?;
    assert_eq!(made.resign(3)?, None, "the others go on");
    made.play()?;
    assert_eq!(made.resign(1)?, None);
    let told = made.resign(2)?.ok_or("places")?;
    assert_eq!(told[0].place, 1);
    assert_eq!(
        marks(&told),
        [None, Some(SeatMark::Left), None, Some(SeatMark::Left)],
        "who resigned last ended the game"
    );
    Ok(())
}

#[test]
fn who_never_played_and_ran_out_of_time_did_not_come() -> TestResult {
    let mut made = Made::begun(GameKind::Bushwhacked, 3)?;
    assert_eq!(made.flag(60_000)?, None);
    made.play()?;
    let told = made.flag(120_001)?.ok_or("places")?;
    assert_eq!(
        marks(&told),
        [Some(SeatMark::DidNotCome), None, Some(SeatMark::DidNotCome)]
    );
    let mut made = Made::begun(GameKind::Bushka, 2)?;
    made.play()?;
    made.play()?;
    let told = made.flag(60_001)?.ok_or("places")?;
    assert_eq!(marks(&told), [Some(SeatMark::Left), None], "who has played came");
    assert_eq!((told[0].place, told[1].place), (2, 1));
    Ok(())
}

#[test]
fn a_bot_plays_for_who_does_not_come_and_its_place_counts_for_nobody() -> TestResult {
    let mut made = Made::begun(GameKind::Bushwhacked, 3)?;
    let [late, missing, third] = made.people[..] else {
        unreachable!()
    };
    let at =
        |made: &Made, context: &Context| made.state.no_show_at(|player| context.away.get(&player).copied());
    assert_eq!(at(&made, &away(0, &[])), None, "who is there has all their time");
    assert_eq!(at(&made, &away(0, &[(missing, 0)])), None, "it is not their turn");
    assert_eq!(
        at(&made, &away(0, &[(late, 0)])),
        Some(UnixMs(30_000)),
        "half of a minute"
    );
    let gone = away(29_000, &[(late, 9_000)]);
    assert_eq!(
        at(&made, &gone),
        Some(UnixMs(39_000)),
        "they were there a moment ago"
    );
    let early = away(38_999, &[(late, 9_000)]);
    assert!(made.state.decide_due(Due::NoShow, &early).is_none());
    made.play()?;
    let decision = made.decide_due(Due::NoShow, &away(40_000, &[(missing, 0)]))?;
    let Event::SeatTransferred { from, to, .. } = decision.entry.event else {
        panic!("{:?}", decision.entry.event)
    };
    assert_eq!(
        (from, Bot::of(to).map(|bot| bot.level)),
        (missing, Some(BotLevel::substitute(GameKind::Bushwhacked.info())))
    );
    assert_eq!(made.told(decision)?, None);
    assert_eq!(at(&made, &away(40_000, &[(to, 0)])), None, "a bot comes at once");
    made.people[1] = to;
    made.play()?;
    made.play()?;
    let back = away(90_000, &[(late, 0)]);
    assert_eq!(at(&made, &back), None, "they have played");
    assert_eq!(made.resign(2)?, None);
    let told = made.resign(0)?.ok_or("places")?;
    assert_eq!(
        marks(&told),
        [None, Some(SeatMark::DidNotCome), Some(SeatMark::Left)],
        "nobody but the bot was left to play on with"
    );
    assert_eq!(told[1].place, 1, "which counts for nobody");
    assert_eq!(made.state.players(), [late, to, third]);
    Ok(())
}

#[test]
fn without_a_bot_who_does_not_come_drops_out() -> TestResult {
    let mut made = Made::begun(GameKind::Bushka, 2)?;
    let context = away(30_000, &[(made.to_move()?, 0)]);
    let decision = made.decide_due(Due::NoShow, &context)?;
    let told = made.told(decision)?.ok_or("places")?;
    assert_eq!(
        marks(&told),
        [Some(SeatMark::DidNotCome), None],
        "a table for two needs no bot"
    );
    let made = made_with(GameKind::Bushwhacked, 3, false)?.begin()?;
    let context = away(30_000, &[(made.to_move()?, 0)]);
    let decision = made.decide_due(Due::NoShow, &context)?;
    assert!(matches!(
        decision.entry.event,
        Event::Dropped {
            reason: DropReason::Away,
            ending: None,
            ..
        }
    ));
    Ok(())
}

#[test]
fn who_could_not_come_during_an_outage_is_waited_for() -> TestResult {
    let mut made = Made::begun(GameKind::Bushwhacked, 3)?;
    let player = made.people[0];
    let outage = Outage {
        since: UnixMs(10_000),
        until: UnixMs(50_000),
    };
    let context = Context {
        outages: vec![outage].into(),
        ..away(60_000, &[(player, 0)])
    };
    let credited = made.decide_due(Due::NoShow, &context)?;
    assert!(matches!(credited.entry.event, Event::OutageCredited { .. }));
    made.told(credited)?;
    assert!(
        made.state.decide_due(Due::NoShow, &context).is_none(),
        "their time goes on from there"
    );
    Ok(())
}

#[test]
fn nobody_takes_the_seat_of_another_player() -> TestResult {
    let made = Made::begun(GameKind::Bushka, 2)?;
    let ask = Action::AskForSeat {
        turn: 0,
        seat: 1,
        name: name("Zoe")?,
    };
    let refused = made.decide(PlayerId::fresh(), ask).err();
    assert_eq!(refused.map(|refusal| refusal.code), Some(Code::BadOffer));
    Ok(())
}

#[test]
fn nothing_is_taken_back_and_no_bot_plays_on() -> TestResult {
    let mut made = Made::begun(GameKind::Bushka, 2)?;
    let by = made.people[0];
    made.play()?;
    let bot = Proposal::Bot {
        seat: 1,
        level: BotLevel::try_from(2)?,
    };
    for proposal in [bot, Proposal::TakeBack { turns: 1 }] {
        let turn = made.state.turn();
        let refused = made.decide(by, Action::Offer { turn, proposal }).err();
        let sentence = refused.ok_or("a refusal")?.sentence;
        assert!(sentence.contains("belongs to a tournament"), "{sentence}");
    }
    Ok(())
}

#[test]
fn a_log_of_such_a_table_is_read_as_it_was_made() -> TestResult {
    let mut made = Made::begun(GameKind::Bushka, 2)?;
    made.play()?;
    made.resign(0)?;
    let mut again = State::new(made.state.id, made.state.code.clone(), &made.log[0])?;
    for entry in &made.log[1..] {
        again.apply(entry)?;
    }
    assert_eq!(again.table_state(), made.state.table_state());
    assert_eq!(again.terms, made.state.terms);
    Ok(())
}
