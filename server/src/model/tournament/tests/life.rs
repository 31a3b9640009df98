//! The laws of tournaments, over random lives: people sign up, drop out, come late and come back, games end in all ways, and the
//! director corrects.

use std::collections::BTreeSet;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::super::state::Status;
use super::expected;
use super::*;
use crate::model::record::seat_outcome::SeatMark;

const LIVES: u64 = 200;

struct Life {
    story: Story,
    people: Vec<PlayerId>,
    dice: StdRng,
}

impl Life {
    fn begin(seed: u64) -> TestResult<Life> {
        let mut dice = StdRng::seed_from_u64(seed);
        let seats = dice.random_range(2..=4);
        let fewest = dice.random_range(2..=seats);
        let rounds = dice.random_range(1..6);
        let format = match dice.random_range(0..2) {
            0 => Format::Swiss { rounds },
            _ if seats == 2 => Format::RoundRobin {
                second_leg: dice.random(),
            },
            _ => Format::FullSchedule {
                rounds: dice.random::<bool>().then_some(rounds),
            },
        };
        let clock = *[REAL_TIME, CORRESPONDENCE].choose(&mut dice).ok_or("a clock")?;
        let mut story = Story::begin(terms(format, seats, fewest, clock)?)?;
        story.seed = seed;
        let people = (0..dice.random_range(2..16)).map(|_| PlayerId::fresh()).collect();
        Ok(Life { story, people, dice })
    }

    /// Something random, or nothing if it is refused.
    fn step(&mut self) -> TestResult {
        self.story.seed = self.dice.random();
        let before = self.story.state.clone();
        match self.dice.random_range(0..12) {
            0..=2 => drop(self.sign_up()?),
            3 => drop(self.act(&Action::Withdraw)?),
            4 if self.story.state.status == Status::Open => self.pass_time(),
            4 => drop(self.correct()),
            5 if self.dice.random_range(0..8) == 0 => drop(self.move_start()?),
            5 => drop(self.act(&Action::Confirm)?),
            6 if self.dice.random_range(0..200) == 0 => drop(self.cancel()?),
            6..=8 => self.finish_table()?,
            _ => self.due(&before)?,
        }
        Ok(())
    }

    fn anybody(&mut self) -> TestResult<PlayerId> {
        Ok(*self.people.choose(&mut self.dice).ok_or("somebody")?)
    }

    fn act(&mut self, action: &Action) -> TestResult<Result<(), Refusal>> {
        let by = self.anybody()?;
        Ok(self.story.act(by, action))
    }

    fn sign_up(&mut self) -> TestResult<Result<(), Refusal>> {
        let rating = self
            .dice
            .random::<bool>()
            .then(|| self.dice.random_range(1000..2000));
        let is_member = true;
        self.act(&Action::SignUp {
            rating,
            is_member,
            in_club: false,
        })
    }

    fn pass_time(&mut self) {
        self.story.now += self.dice.random_range(0..8 * MINUTE);
    }

    fn move_start(&mut self) -> TestResult<Result<(), Refusal>> {
        let action = Action::MoveStart {
            starts_at: UnixMs(self.story.now + self.dice.random_range(0..20 * MINUTE)),
            why: Reason::parse("Later.")?,
        };
        Ok(self.story.act(self.story.state.director, &action))
    }

    fn cancel(&mut self) -> TestResult<Result<(), Refusal>> {
        let why = Reason::parse("No.")?;
        Ok(self.story.act(self.story.state.director, &Action::Cancel { why }))
    }

    /// Random places, some of them shared, some of them with a mark.
    fn outcomes(&mut self, seats: usize) -> Vec<SeatOutcome> {
        let scores: Vec<u8> = (0..seats).map(|_| self.dice.random_range(0..4)).collect();
        let before = |score: &u8| scores.iter().filter(|other| *other > score).count();
        let marks = [SeatMark::Left, SeatMark::DidNotCome, SeatMark::Replaced];
        scores
            .iter()
            .map(|score| SeatOutcome {
                place: before(score) as u8 + 1,
                mark: (self.dice.random_range(0..8) == 0)
                    .then(|| marks.choose(&mut self.dice).copied())
                    .flatten(),
                captures: self.dice.random_range(0..5),
            })
            .collect()
    }

    fn finish_table(&mut self) -> TestResult {
        let open = self.story.open_tables();
        if let Some(&(table, seats)) = open.choose(&mut self.dice) {
            let outcomes = self.outcomes(seats);
            self.story.finish(table, &outcomes)?;
        }
        Ok(())
    }

    fn correct(&mut self) -> Result<(), Refusal> {
        let rounds = self.story.state.rounds();
        let tables = rounds.iter().flat_map(|round| &round.tables);
        let played: Vec<(TableId, usize)> = tables
            .filter_map(|table| Some((table.paired.game.as_ref()?.id, table.result.as_ref()?.len())))
            .collect();
        let Some(&(table, seats)) = played.choose(&mut self.dice) else {
            return Ok(());
        };
        let outcomes = self.outcomes(seats);
        self.story.correct(self.story.state.director, table, outcomes)
    }

    /// Two nodes with the same seed decide the same, one of them from the log.
    fn due(&mut self, before: &State) -> TestResult {
        let context = self.story.context();
        let decided = self.story.state.decide_due(&context);
        assert_eq!(self.story.state, *before, "deciding changes nothing");
        let replayed = State::replay(&self.story.log)?;
        assert_eq!(replayed.decide_due(&context), decided);
        if let Some(event) = decided {
            if let TournamentEvent::Paired { tables, byes, .. } = &event {
                let absent = tables.iter().flat_map(|table| &table.absent);
                assert!(
                    absent
                        .clone()
                        .all(|player| before.entrant(*player).is_some_and(|entrant| !entrant.present))
                );
                let seated = tables.iter().flat_map(|table| &table.players).chain(byes);
                self.check_round(before, seated.copied().collect());
                let twice: BTreeSet<TableId> = tables
                    .iter()
                    .filter_map(|table| Some(table.game.as_ref()?.id))
                    .collect();
                let played = tables.iter().filter(|table| table.game.is_some()).count();
                assert_eq!(twice.len(), played, "each table has an id of its own");
            }
            self.story.append(event);
        }
        Ok(())
    }

    fn check_round(&self, before: &State, seated: Vec<PlayerId>) {
        let once: BTreeSet<PlayerId> = seated.iter().copied().collect();
        assert_eq!(once.len(), seated.len(), "nobody is paired twice");
        let present: BTreeSet<PlayerId> = before.present().map(|entrant| entrant.player).collect();
        assert!(
            present.is_subset(&once),
            "everybody who is there has a table or a bye"
        );
        if matches!(before.terms.format(), Format::Swiss { .. }) {
            assert_eq!(present, once, "nobody else has");
        }
    }

    fn check_standings(&self) -> TestResult {
        let state = &self.story.state;
        let is_swiss = matches!(state.terms.format(), Format::Swiss { .. });
        let seats = state.terms.game().seats;
        let expected = expected::standings(&self.story.log, seats, is_swiss, state.tie_breaks().len() == 4);
        let rows = state.standings();
        assert_eq!(rows.len(), expected.len());
        for row in &rows {
            let standing = &row.standing;
            let (_, points, values) = expected
                .iter()
                .find(|(player, ..)| *player == row.player)
                .ok_or("an expected standing")?;
            assert_eq!((standing.points.units(), &standing.tie_breaks), (*points, values));
            let better = expected
                .iter()
                .filter(|other| (other.1, &other.2) > (*points, values));
            assert_eq!(standing.rank, better.count() + 1);
        }
        Ok(())
    }
}

#[test]
fn random_lives_keep_the_laws() -> TestResult {
    let mut ends: BTreeSet<&str> = BTreeSet::new();
    let (mut late, mut walkovers, mut moves) = (0, 0, 0);
    for seed in 0..LIVES {
        let mut life = Life::begin(seed)?;
        for _ in 0..600 {
            life.step()?;
            let status = life.story.state.status;
            if matches!(status, Status::Finished | Status::Cancelled) {
                break;
            }
        }
        let Life { story, .. } = &life;
        assert_eq!(State::replay(&story.log)?, story.state, "seed {seed}");
        life.check_standings()?;
        ends.insert(story.state.status.name());
        let is_move = |entry: &&TournamentEntry| matches!(entry.event, TournamentEvent::StartMoved { .. });
        moves += story.log.iter().filter(is_move).count();
        let begun = story
            .log
            .iter()
            .position(|entry| matches!(entry.event, TournamentEvent::Begun { .. }));
        let after = &story.log[begun.unwrap_or(story.log.len())..];
        late += after
            .iter()
            .filter(|entry| matches!(entry.event, TournamentEvent::SignedUp { .. }))
            .count();
        let tables = story.state.rounds().iter().flat_map(|round| &round.tables);
        walkovers += tables.filter(|table| table.paired.game.is_none()).count();
    }
    assert!(
        ends.contains("finished") && ends.contains("cancelled"),
        "{ends:?}"
    );
    assert!(
        late > 20 && walkovers > 20 && moves > 20,
        "{late} came late, {walkovers} had nothing to play, {moves} starts were moved"
    );
    Ok(())
}
