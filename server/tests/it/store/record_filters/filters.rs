//! Filters of records: each alone, two at once, and random ones.

use thicket_server::model::record::filter::RecordFilter;
use thicket_server::names::folded;

use super::super::NOON;
use super::world::NAMES;
use crate::common::party::Dice;

/// Each filter alone.
pub(super) fn single_filters() -> Vec<RecordFilter> {
    let none = RecordFilter::default;
    let text = |text: &str| Some(text.to_owned());
    vec![
        RecordFilter {
            kind: text("bushi"),
            ..none()
        },
        RecordFilter {
            seats: Some(3),
            ..none()
        },
        RecordFilter {
            variant: text("10x10"),
            ..none()
        },
        RecordFilter {
            winner: Some(0),
            ..none()
        },
        RecordFilter {
            reason: text("resignation"),
            ..none()
        },
        RecordFilter {
            clock_kind: text("correspondence"),
            ..none()
        },
        RecordFilter {
            since: Some(NOON + 10),
            until: Some(NOON + 20),
            ..none()
        },
        RecordFilter {
            shortest: Some(20),
            longest: Some(39),
            ..none()
        },
        RecordFilter {
            people: true,
            ..none()
        },
        RecordFilter {
            rated: Some(true),
            ..none()
        },
    ]
}

/// Both of two filters.
pub(super) fn both_of(one: &RecordFilter, other: &RecordFilter) -> RecordFilter {
    RecordFilter {
        kind: one.kind.clone().or(other.kind.clone()),
        seats: one.seats.or(other.seats),
        variant: one.variant.clone().or(other.variant.clone()),
        players: [one.players.clone(), other.players.clone()].concat(),
        place: one.place.or(other.place),
        winner: one.winner.or(other.winner),
        reason: one.reason.clone().or(other.reason.clone()),
        clock_kind: one.clock_kind.clone().or(other.clock_kind.clone()),
        since: one.since.or(other.since),
        until: one.until.or(other.until),
        shortest: one.shortest.or(other.shortest),
        longest: one.longest.or(other.longest),
        people: one.people || other.people,
        rated: one.rated.or(other.rated),
    }
}

pub(super) fn of_players(names: &[&str]) -> RecordFilter {
    RecordFilter {
        players: names.iter().map(|name| folded(name)).collect(),
        ..RecordFilter::default()
    }
}

pub(super) fn random_filter(dice: &mut Dice) -> RecordFilter {
    let mut filter = RecordFilter::default();
    for single in single_filters() {
        if dice.below(4) == 0 {
            filter = both_of(&filter, &single);
        }
    }
    if dice.below(3) == 0 {
        (filter.shortest, filter.longest) = (Some(dice.below(30) as i64), None);
    }
    for _ in 0..dice.below(4) {
        filter.players.push(folded(NAMES[dice.below(NAMES.len())]));
    }
    if !filter.players.is_empty() && dice.below(2) == 0 {
        filter.place = Some(1 + dice.below(2) as i64);
    }
    filter
}
