use proptest::prelude::*;
use thicket_rules::{AnyGame, GameKind, Seat, replay};

use super::document::{self, Document, Doubt};
use crate::ids::{PlayerId, TableCode};
use crate::model::chained_record::{ChainedRecord, record_of};
use crate::model::log::event::Event;
use crate::model::log::stored;
use crate::model::player::rating::{Rating, RatingChange};
use crate::model::record::chain::ChainedEvent;
use crate::model::record::ending::{DropReason, Ending, Reason};
use crate::model::record::{Record, RecordSeat};
use crate::model::terms::{ClockTerms, Starter, Terms};
use crate::seq::Seq;
use crate::time::UnixMs;

type TestResult<T = ()> = Result<T, TestCaseError>;

/// After so many plies the seats of a random game resign one after the other.
const LONG_ENOUGH: usize = 60;

/// The log of a random game, which needs no chance beside these numbers.
struct RandomGame {
    game: Box<dyn AnyGame>,
    events: Vec<ChainedEvent>,
    chance: u64,
}

impl RandomGame {
    fn play(kind: GameKind, seats: u8, variant: &str, chance: u64) -> TestResult<RandomGame> {
        let players: Vec<PlayerId> = (0..seats).map(|_| PlayerId::fresh()).collect();
        let mut random = RandomGame {
            game: kind.start(seats, variant)?,
            events: Vec::new(),
            chance,
        };
        random.begin(kind, variant, &players)?;
        while random.game.status().to_move().is_some() {
            random.ply()?;
        }
        Ok(random)
    }

    fn begin(&mut self, kind: GameKind, variant: &str, players: &[PlayerId]) -> TestResult {
        let terms = Terms {
            kind,
            seats: players.len() as u8,
            variant: variant.to_owned(),
            starter: Starter::Seated,
            public: true,
            clock: if self.chance.is_multiple_of(2) {
                "300+5".parse()?
            } else {
                ClockTerms::default()
            },
            rated: true,
            explorable: true,
            keeps_lines: false,
            pie_rule: false,
            from: None,
            club: None,
            tournament: None,
        };
        self.log(&Event::Created {
            terms,
            host: players[0],
            kept: None,
        })?;
        for (chair, &player) in (0..).zip(players).skip(1) {
            self.log(&Event::Sat {
                player,
                chair,
                companion_of: None,
            })?;
        }
        self.log(&Event::Started {
            seats: players.to_vec(),
        })
    }

    /// One number below `most`; the generator is that of Knuth's MMIX.
    fn below(&mut self, most: usize) -> usize {
        self.chance = self
            .chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.chance >> 33) as usize % most
    }

    fn ply(&mut self) -> TestResult {
        if self.game.ply_count() >= LONG_ENOUGH || self.below(50) == 0 {
            let seats: Vec<Seat> = self.game.in_play().iter().collect();
            let seat = seats[self.below(seats.len())];
            self.game.drop_seat(seat)?;
            let event = Event::Dropped {
                seat: seat.number(),
                reason: DropReason::Resignation,
                ending: self.ending(Reason::Resignation),
            };
            return self.log(&event);
        }
        let mut steps = Vec::new();
        while steps.is_empty() || self.game.mid_turn() {
            let legal = self.game.legal();
            let step = legal[self.below(legal.len())].clone();
            self.game.play(&step)?;
            steps.push(step);
        }
        let ending = self.ending(Reason::Rules);
        self.log(&Event::Played { steps, ending })
    }

    fn ending(&self, reason: Reason) -> Option<Ending> {
        let outcome = self.game.status().outcome();
        outcome.map(|outcome| Ending::new(self.game.as_ref(), &outcome, reason))
    }

    fn log(&mut self, event: &Event) -> TestResult {
        let seq = self.events.len() as i64 + 1;
        self.events.push(ChainedEvent {
            at: UnixMs(1_795_132_800_000 + seq * 1000),
            by: None,
            event: serde_json::from_str(stored::encode(event).get())?,
            format: stored::FORMAT,
            seq: Seq(seq as u64),
        });
        Ok(())
    }

    fn record(&self) -> TestResult<ChainedRecord> {
        let mut record = record_of(TableCode::fresh(), &self.events)?;
        for seat in &mut record.head.seats {
            seat.rating = Some(RatingChange {
                before: Rating::FIRST,
                after: Rating::FIRST,
            });
            seat.name = format!("\"<b>\\{}\"] [Seat1 \"x", seat.seat);
        }
        let mut chained = ChainedRecord {
            record,
            events: self.events.clone(),
            chain: None,
        };
        chained.chain = chained.made();
        Ok(chained)
    }
}

/// How long each turn took.
fn spent(record: &Record) -> impl Iterator<Item = Option<i64>> {
    record.turns.iter().map(|turn| turn.spent)
}

fn setups() -> Vec<(GameKind, u8, &'static str)> {
    let of_kind = |kind: &GameKind| {
        let info = kind.info();
        let variants = if info.variants.is_empty() {
            &[""]
        } else {
            info.variants
        };
        let seats = info.seats.clone();
        let kind = *kind;
        seats.flat_map(move |seats| variants.iter().map(move |variant| (kind, seats, *variant)))
    };
    GameKind::ALL.iter().flat_map(of_kind).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn a_game_that_is_exported_and_read_again_is_the_same(chance: u64) {
        for (kind, seats, variant) in setups() {
            let random = RandomGame::play(kind, seats, variant, chance)?;
            let chained = random.record()?;
            let text = super::text(&chained.record)?;
            let json = document::write(&chained).to_string();

            let read: thicket_rules::Record = text.parse()?;
            let mut game = read.head.start_recorded()?;
            replay(game.as_mut(), &read.turns.join(" "), |_, _| ())?;
            prop_assert_eq!(game.position_text(), random.game.position_text());
            prop_assert_eq!(game.status(), random.game.status());

            for written in [&text, &json] {
                let Ok(imported) = super::import::import(written) else {
                    prop_assert!(written.len() > crate::http::limits::IMPORT_BYTES);
                    continue;
                };
                let is_json = written == &json;
                prop_assert_eq!(imported.checked.is_ok(), is_json, "{:?}", imported.checked);
                let imported = imported.record;
                let (head, given) = (&imported.head, &chained.record.head);
                prop_assert!(imported.turns.iter().map(|turn| turn.text.clone()).eq(random.game.plies()));
                prop_assert!(spent(&imported).eq(spent(&chained.record)));
                prop_assert_eq!((&head.kind, &head.setup, &head.clock), (&given.kind, &given.setup, &given.clock));
                prop_assert_eq!(&head.ending, &given.ending);
                let seat = |seat: &RecordSeat| (seat.seat, seat.rank, seat.name.clone());
                prop_assert!(head.seats.iter().map(seat).eq(given.seats.iter().map(seat)));
            }

            let document = Document::read(serde_json::from_str(&json)?).map_err(TestCaseError::fail)?;
            prop_assert_eq!(document.check(), Ok(()));
            prop_assert!(document.turns().eq(random.game.plies()));
            let names: Vec<Option<&str>> = document.names().map(Some).collect();
            let in_text: Vec<Option<&str>> = (1..=seats).map(|seat| read.head.get(&format!("Seat{seat}"))).collect();
            prop_assert_eq!(names, in_text);
        }
    }
}

#[test]
fn whatever_was_changed_in_a_document_is_named() -> TestResult {
    let chained = RandomGame::play(GameKind::Bushi, 2, "9x9", 7)?.record()?;
    let check = |change: &dyn Fn(&mut serde_json::Value)| -> TestResult<Result<(), Doubt>> {
        let mut json = document::write(&chained);
        change(&mut json);
        Ok(Document::read(json).map_err(TestCaseError::fail)?.check())
    };
    let changed = |why: &str| Err(Doubt::Changed(why.to_owned()));
    assert_eq!(check(&|_| ())?, Ok(()));
    assert_eq!(check(&|json| json["seats"][0]["name"] = "Eva".into())?, Ok(()));
    let from = serde_json::json!({ "code": "abcdefghjkmn", "turn": 2 });
    let added = check(&|json| json["from"] = from.clone())?;
    assert_eq!(added, changed("its \"from\" are not those of its events"));
    let remove = |parts: &'static [&str]| {
        check(&|json| {
            if let Some(members) = json.as_object_mut() {
                members.retain(|name, _| !parts.contains(&name.as_str()));
            }
        })
    };
    assert_eq!(remove(&["sha256", "events"])?, Err(Doubt::NoChecksum));
    assert_eq!(remove(&["sha256"])?, changed("its checksum is missing"));
    assert_eq!(remove(&["events"])?, changed("its events are missing"));
    let without_sum = check(&|json| {
        json["sha256"] = serde_json::Value::Null;
        json["events"][3]["event"]["steps"] = serde_json::json!(["a1"]);
    })?;
    assert_eq!(without_sum, changed("event 4 was changed (turn 1)"));
    assert_eq!(
        check(&|json| json["sha256"] = "x".into())?,
        changed("its checksum cannot be read")
    );
    for (changed, named) in [
        ("/events/4/at", "event 5 was changed"),
        ("/events/3/event/steps", "event 4 was changed"),
        ("/code", "event 1, the code, the game or"),
        ("/turns/2/turn", "its \"turns\" are not those of its events"),
        ("/ending/ranks", "its \"ending\" are not those of its events"),
        ("/seats/0/rank", "its \"seats\" are not those of its events"),
        ("/events/3/link", "the link of event 4 was changed, and no event"),
        ("/sha256", "the checksum is not that of the events"),
    ] {
        let why = check(&|json| {
            let Some(part) = json.pointer_mut(changed) else {
                return;
            };
            *part = match part {
                serde_json::Value::String(text) if changed != "/code" && text.len() % 8 == 0 => {
                    text.replace(|digit| digit != '0', "0").into()
                }
                serde_json::Value::String(_) => "abcdefghjkmn".into(),
                serde_json::Value::Number(number) => number.as_i64().map(|number| number + 1).into(),
                _ => serde_json::json!(["a1"]),
            };
        })?;
        assert!(
            why.as_ref().is_err_and(|why| why.to_string().starts_with(named)),
            "{changed}: {why:?}"
        );
    }
    Ok(())
}
