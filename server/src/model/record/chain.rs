//! The checksum of a game: a SHA-256 chained over its events.
//!
//! Each sum covers the one before and the next event, written as JSON with sorted keys and without spaces. So the sum
//! does not depend on how a database stores JSON, and other programs can compute it: see `docs/records.md`.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::ids::PlayerId;
use crate::seq::Seq;
use crate::time::UnixMs;

/// A sum: SHA-256.
pub type Sum = [u8; 32];

/// The first bytes of the sum after an event, which identify a changed event.
pub type Link = [u8; 4];

/// The start of the chain. The fields are in the order of their names.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ChainStart<'a> {
    pub code: &'a str,
    pub game: &'a str,
    pub rules_version: i64,
}

/// An event as the chain has it. The fields are in the order of their names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChainedEvent {
    pub at: UnixMs,
    /// Who caused it, if anybody did.
    pub by: Option<PlayerId>,
    /// What happened, in the form of `format`.
    #[schema(value_type = Object)]
    pub event: Value,
    pub format: i64,
    /// Its number at its table, from 1.
    pub seq: Seq,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    pub sha256: Sum,
    pub links: Vec<Link>,
}

/// How events differ from those that a chain was made over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// The start of the chain was changed, or the first event.
    Start,
    Changed(usize),
    Missing(usize),
    /// The stored link after this event was changed; the events are as they were.
    Link(usize),
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
            Break::Link(seq) => write!(f, "the link of event {seq} was changed, and no event"),
            Break::Sum => f.write_str("the checksum is not that of the events"),
        }
    }
}

impl Chain {
    /// The chain over no events.
    pub fn begin(start: ChainStart) -> Chain {
        Chain {
            sha256: next([0; 32], &start),
            links: Vec::new(),
        }
    }

    pub fn over(start: ChainStart, events: &[ChainedEvent]) -> Chain {
        let mut chain = Chain::begin(start);
        for event in events {
            chain.push(chain.sum_after(event));
        }
        chain
    }

    /// The sum after the next event.
    pub fn sum_after(&self, event: &ChainedEvent) -> Sum {
        next(self.sha256, event)
    }

    /// Goes on with the sum after the next event.
    pub fn push(&mut self, sum: Sum) {
        self.links.push(link_of(&sum));
        self.sha256 = sum;
    }

    /// The first difference between these events and those that the chain was made over. Later events do not matter.
    pub fn find_break(&self, start: ChainStart, events: &[ChainedEvent]) -> Option<Break> {
        find_break(&self.links, Some(&self.sha256), start, events)
    }
}

/// Like [`Chain::find_break`], where the sum after the last event may be lost.
pub fn find_break(
    links: &[Link],
    sum: Option<&Sum>,
    start: ChainStart,
    events: &[ChainedEvent],
) -> Option<Break> {
    let covered = &events[..events.len().min(links.len())];
    let gap = (0..links.len()).find(|&index| {
        covered
            .get(index)
            .is_none_or(|event| event.seq != Seq(index as u64 + 1))
    });
    let found = Chain::over(start, &covered[..gap.unwrap_or(covered.len())]);
    let differs = |index: &usize| found.links[*index] != links[*index];
    let Some(first) = (0..found.links.len()).find(differs) else {
        let is_sum = sum.is_none_or(|sum| *sum == found.sha256);
        return match gap {
            Some(index) => Some(Break::Missing(index + 1)),
            None => (!is_sum).then_some(Break::Sum),
        };
    };
    // A changed event changes all sums after it.
    let is_event = match sum {
        Some(sum) if gap.is_none() => *sum != found.sha256,
        _ => (first + 1..found.links.len()).all(|index| differs(&index)),
    };
    Some(match first {
        _ if !is_event => Break::Link(first + 1),
        0 => Break::Start,
        _ => Break::Changed(first + 1),
    })
}

fn next(before: Sum, what: &impl Serialize) -> Sum {
    let text = serde_json::to_string(what).expect("chain");
    let sum = Sha256::new().chain_update(before).chain_update(text);
    sum.finalize().into()
}

fn link_of(sum: &Sum) -> Link {
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
        let event = |seq: u64| ChainedEvent {
            at: UnixMs(1000 + seq as i64),
            by: None,
            event: serde_json::from_str(r#"{ "steps": ["a1"], "event": "played", "ending": null }"#).unwrap(),
            format: 2,
            seq: Seq(seq),
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
        for link in 0..3 {
            let mut other = chain.clone();
            other.links[link][0] ^= 1;
            assert_eq!(other.find_break(START, &events()), Some(Break::Link(link + 1)));
        }
    }

    #[test]
    fn without_the_sum_the_links_name_what_was_changed() {
        let chain = Chain::over(START, &events());
        let broken = |events: &[ChainedEvent]| find_break(&chain.links, None, START, events);
        assert_eq!(broken(&events()), None);
        for (index, found) in [Break::Start, Break::Changed(2), Break::Changed(3)]
            .into_iter()
            .enumerate()
        {
            let mut events = events();
            events[index].at += 1;
            assert_eq!(broken(&events), Some(found));
        }
    }
}
