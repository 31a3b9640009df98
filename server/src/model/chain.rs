//! The checksum of a game: a SHA-256 chained over its events.
//!
//! Each sum is that of the one before and of the next event, written as JSON with sorted keys and without spaces. So the sum
//! does not depend on how a database keeps JSON, and other programs can compute it: see `docs/records.md`.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::ids::PlayerId;

/// The first bytes of the sum after an event, which tell the event that was changed.
pub type Link = [u8; 4];

/// What the chain begins with. The fields are in the order of their names.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ChainStart<'a> {
    /// The code of the table.
    pub code: &'a str,
    /// The name of the game.
    pub game: &'a str,
    /// The version of the rules that it was played by.
    pub rules_version: i64,
}

/// An event as the chain has it. The fields are in the order of their names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChainedEvent {
    /// When, in unix milliseconds.
    pub at: i64,
    /// Who caused it, if anybody did.
    pub by: Option<PlayerId>,
    /// What happened, as it is stored.
    pub event: Value,
    /// How to read it.
    pub format: i64,
    /// Its number at its table, from 1.
    pub seq: i64,
}

/// The checksum of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The sum after the last event.
    pub sha256: [u8; 32],
    /// One for each event.
    pub links: Vec<Link>,
}

/// How events differ from those that a chain was made over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// What the chain begins with was changed, or the first event.
    Start,
    /// This event was changed.
    Changed(usize),
    /// This event is missing.
    Missing(usize),
    /// The sum itself was changed.
    Sum,
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Break::Start => {
                f.write_str("event 1, the code, the game or the version of the rules was changed")
            }
            Break::Changed(seq) => write!(f, "event {seq} was changed"),
            Break::Missing(seq) => write!(f, "event {seq} is missing"),
            Break::Sum => f.write_str("the checksum is not that of the events"),
        }
    }
}

impl Chain {
    /// The checksum of these events.
    pub fn over(start: ChainStart, events: &[ChainedEvent]) -> Chain {
        let mut sum = next([0; 32], &start);
        let link = |event| {
            sum = next(sum, event);
            link_of(&sum)
        };
        Chain {
            links: events.iter().map(link).collect(),
            sha256: sum,
        }
    }

    /// The first thing in which these events differ from those that the chain was made over, if anything does. Later events are
    /// none of its business.
    pub fn find_break(&self, start: ChainStart, events: &[ChainedEvent]) -> Option<Break> {
        let covered = &events[..events.len().min(self.links.len())];
        let found = Chain::over(start, covered);
        for (index, link) in self.links.iter().enumerate() {
            let is_there = covered
                .get(index)
                .is_some_and(|event| event.seq == index as i64 + 1);
            match found.links.get(index) {
                _ if !is_there => return Some(Break::Missing(index + 1)),
                found if found == Some(link) => (),
                _ if index == 0 => return Some(Break::Start),
                _ => return Some(Break::Changed(index + 1)),
            }
        }
        (found.sha256 != self.sha256).then_some(Break::Sum)
    }
}

fn next(before: [u8; 32], what: &impl Serialize) -> [u8; 32] {
    let text = serde_json::to_string(what).expect("chain");
    let sum = Sha256::new().chain_update(before).chain_update(text);
    sum.finalize().into()
}

fn link_of(sum: &[u8; 32]) -> Link {
    [sum[0], sum[1], sum[2], sum[3]]
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use data_encoding::HEXLOWER;
    use serde_json::json;

    use super::*;

    const START: ChainStart = ChainStart {
        code: "abc",
        game: "bushi",
        rules_version: 1,
    };

    fn events() -> Vec<ChainedEvent> {
        let event = |seq: i64| ChainedEvent {
            at: 1000 + seq,
            by: None,
            event: serde_json::from_str(r#"{ "steps": ["a1"], "event": "played", "ending": null }"#).unwrap(),
            format: 2,
            seq,
        };
        (1..=3).map(event).collect()
    }

    /// What `docs/records.md` describes, computed step by step.
    #[test]
    fn the_sum_is_the_documented_one() {
        let mut sum = Sha256::digest(
            [
                &[0; 32][..],
                br#"{"code":"abc","game":"bushi","rules_version":1}"#,
            ]
            .concat(),
        );
        for seq in 1..=3 {
            let at = 1000 + seq;
            let event = format!(
                r#"{{"at":{at},"by":null,"event":{{"ending":null,"event":"played","steps":["a1"]}},"format":2,"seq":{seq}}}"#
            );
            sum = Sha256::digest([&sum[..], event.as_bytes()].concat());
        }
        let chain = Chain::over(START, &events());
        assert_eq!(HEXLOWER.encode(&chain.sha256), HEXLOWER.encode(&sum));
        assert_eq!(chain.links[2], sum[..4]);
        assert_eq!(chain.find_break(START, &events()), None);
    }

    #[test]
    fn whatever_was_changed_is_named() {
        let chain = Chain::over(START, &events());
        let broken = |change: &dyn Fn(&mut Vec<ChainedEvent>)| {
            let mut events = events();
            change(&mut events);
            chain.find_break(START, &events)
        };
        assert_eq!(broken(&|events| events[1].at += 1), Some(Break::Changed(2)));
        assert_eq!(
            broken(&|events| events[2].event["steps"] = json!(["a2"])),
            Some(Break::Changed(3))
        );
        assert_eq!(
            broken(&|events| events[0].by = Some(PlayerId::fresh())),
            Some(Break::Start)
        );
        assert_eq!(broken(&|events| drop(events.remove(1))), Some(Break::Missing(2)));
        assert_eq!(broken(&|events| drop(events.pop())), Some(Break::Missing(3)));
        assert_eq!(broken(&|events| events.push(events[2].clone())), None);
        let rules = ChainStart {
            rules_version: 2,
            ..START
        };
        assert_eq!(chain.find_break(rules, &events()), Some(Break::Start));
        let mut other = chain.clone();
        other.sha256[31] ^= 1;
        assert_eq!(other.find_break(START, &events()), Some(Break::Sum));
    }
}
