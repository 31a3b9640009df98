//! The record that a table leaves when its game ends.

use super::state::{Phase, State};
use crate::ids::PlayerId;
use crate::model::game::playing::{Playing, PlyFacts};
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::player::bot::{Bot, is_bot};
use crate::model::record::ending::Ending;
use crate::model::record::{FORMAT, Record, RecordHead, RecordOrigin, RecordSeat, RecordTurn};
use crate::time::UnixMs;

impl Record {
    /// The record of a game that the event, which is not yet applied, ends.
    pub fn of(state: &State, last: &LogEntry) -> Option<Record> {
        let ending = last.event.ending()?;
        let Phase::Playing(playing) = &state.phase else {
            return None;
        };
        let mut facts = playing.facts.clone();
        let mut texts = playing.game.plies();
        if let Some(text) = ply_text(&last.event) {
            texts.push(text);
            facts.push(playing.facts_of(last));
        }
        let turns: Vec<RecordTurn> = texts
            .into_iter()
            .zip(facts)
            .map(|(text, PlyFacts { at, spent, reason })| RecordTurn {
                text,
                at,
                spent,
                reason,
            })
            .collect();
        Some(Record {
            head: RecordHead::of(state, playing, ending, last.at, turns.len()),
            turns,
        })
    }
}

/// The text of the turn or drop in an event.
fn ply_text(event: &Event) -> Option<String> {
    match event {
        Event::Played { steps, .. } => Some(steps.join(",")),
        Event::Dropped { seat, .. } => Some(format!("drop:{seat}")),
        _ => None,
    }
}

impl RecordHead {
    fn of(state: &State, playing: &Playing, ending: &Ending, at: UnixMs, plies: usize) -> RecordHead {
        let terms = &state.terms;
        let shared = playing.shared_devices().concat();
        let seat = |(number, ((&player, &owner), &rank)): (u8, ((&PlayerId, &PlayerId), &u8))| RecordSeat {
            seat: number.into(),
            player,
            name: state.name(player).unwrap_or_default().to_owned(),
            rank: rank.into(),
            guest: !is_bot(player),
            bot: Bot::of(player).map(|bot| bot.level),
            owner: None,
            rating: None,
            device: shared.contains(&number).then_some(owner),
        };
        let seats = playing.seats.iter().zip(&playing.owners).zip(&ending.ranks);
        RecordHead {
            table: state.id,
            code: state.code.clone(),
            kind: terms.kind.to_string(),
            setup: format!("{} {}", playing.game.seats(), playing.game.variant())
                .trim_end()
                .to_owned(),
            rules_version: terms.kind.info().rules_version.into(),
            format: FORMAT,
            public: terms.public,
            started_at: playing.started_at,
            finished_at: at,
            plies: plies as i64,
            ending: serde_json::to_value(ending).expect("ending"),
            clock: terms.clock.timed(),
            rated: terms.rated,
            rating_weights: None,
            from: terms.from.as_ref().map(|origin| RecordOrigin {
                code: origin.code.clone(),
                turn: origin.turns.len() as i64,
            }),
            seats: (1..).zip(seats).map(seat).collect(),
        }
    }
}
