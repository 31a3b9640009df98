//! Filters for lists of records.

use crate::model::clock_terms::ClockTerms;
use crate::model::record::{RecordHead, RecordSeat};
use crate::time::UnixMs;

/// Selects the records that match everything that is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordFilter {
    pub kind: Option<String>,
    pub seats: Option<i64>,
    /// Empty for games that have none.
    pub variant: Option<String>,
    /// Who took part, all in the same game, as [`folded`](crate::names::folded) writes names.
    pub players: Vec<String>,
    pub place: Option<i64>,
    pub winner: Option<i64>,
    pub reason: Option<String>,
    pub clock_kind: Option<String>,
    /// The earliest end.
    pub since: Option<UnixMs>,
    /// Ended before this.
    pub until: Option<UnixMs>,
    pub shortest: Option<i64>,
    pub longest: Option<i64>,
    pub people: bool,
    /// Only rated games, or only casual ones.
    pub rated: Option<bool>,
}

/// What filters need besides the columns of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facets {
    pub seats: i64,
    /// Empty for games that have none.
    pub variant: String,
    /// The seat that won, from 1; 0 if several share the first place.
    pub winner: i64,
    /// As the ending is stored: `resignation`.
    pub reason: String,
    pub clock_kind: ClockKind,
    pub length: i64,
    pub bots: bool,
    pub rated: bool,
}

/// Classes of clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockKind {
    Untimed,
    RealTime,
    Correspondence,
}

/// The classes of length: the smallest number of turns of each.
pub const LENGTHS: [i64; 12] = [0, 10, 20, 30, 40, 60, 80, 100, 150, 200, 300, 500];

impl ClockKind {
    pub fn name(self) -> &'static str {
        match self {
            ClockKind::Untimed => "untimed",
            ClockKind::RealTime => "real_time",
            ClockKind::Correspondence => "correspondence",
        }
    }

    fn of(clock: Option<&str>) -> ClockKind {
        match clock.map(str::parse) {
            Some(Ok(ClockTerms::RealTime(_))) => ClockKind::RealTime,
            Some(Ok(ClockTerms::Correspondence(_))) => ClockKind::Correspondence,
            _ => ClockKind::Untimed,
        }
    }
}

impl Facets {
    pub fn of(head: &RecordHead) -> Facets {
        let variant = head.setup.split_once(' ').map_or("", |(_, variant)| variant);
        let reason = head.ending["reason"].as_str().unwrap_or_default();
        Facets {
            seats: head.seats.len() as i64,
            variant: variant.to_owned(),
            winner: winner(&head.seats),
            reason: reason.to_owned(),
            clock_kind: ClockKind::of(head.clock.as_deref()),
            length: length_class(head.plies),
            bots: head.has_bots(),
            rated: head.rated,
        }
    }
}

fn winner(seats: &[RecordSeat]) -> i64 {
    let mut first = seats.iter().filter(|seat| seat.rank == 1);
    match (first.next(), first.next()) {
        (Some(seat), None) => seat.seat,
        _ => 0,
    }
}

/// The length class of this number of turns.
fn length_class(plies: i64) -> i64 {
    let classes = LENGTHS.iter().rev();
    classes.copied().find(|&least| least <= plies).unwrap_or_default()
}

impl RecordFilter {
    /// The length classes to search, and whether all their games match; `None` if all lengths do.
    pub fn length_classes(&self) -> Option<(Vec<i64>, bool)> {
        if self.shortest.is_none() && self.longest.is_none() {
            return None;
        }
        let shortest = self.shortest.unwrap_or(0).max(0);
        let longest = self.longest.unwrap_or(i64::MAX);
        let ends = LENGTHS.iter().skip(1).map(|next| next - 1).chain([i64::MAX]);
        let meets = |&(&first, last): &(&i64, i64)| first <= longest && shortest <= last;
        let classes: Vec<(&i64, i64)> = LENGTHS.iter().zip(ends).filter(meets).collect();
        let whole = classes
            .iter()
            .all(|&(&first, last)| shortest <= first && last <= longest);
        Some((classes.into_iter().map(|(&first, _)| first).collect(), whole))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(shortest: Option<i64>, longest: Option<i64>) -> Option<(Vec<i64>, bool)> {
        let filter = RecordFilter {
            shortest,
            longest,
            ..RecordFilter::default()
        };
        filter.length_classes()
    }

    #[test]
    fn lengths_are_classes() {
        for (plies, class) in [(0, 0), (9, 0), (10, 10), (59, 40), (500, 500), (9999, 500)] {
            assert_eq!(length_class(plies), class, "{plies}");
        }
    }

    #[test]
    fn a_range_of_lengths_is_covered_by_classes() {
        assert_eq!(classes(None, None), None);
        assert_eq!(classes(Some(10), Some(29)), Some((vec![10, 20], true)));
        assert_eq!(classes(Some(11), Some(29)), Some((vec![10, 20], false)));
        assert_eq!(classes(Some(10), Some(20)), Some((vec![10, 20], false)));
        assert_eq!(classes(Some(300), None), Some((vec![300, 500], true)));
        assert_eq!(classes(None, Some(9)), Some((vec![0], true)));
        assert_eq!(classes(Some(9), Some(3)), Some((vec![0], false)));
        assert_eq!(classes(Some(30), Some(3)), Some((vec![], true)));
        for shortest in 0..700 {
            for longest in [shortest, shortest + 7, shortest + 200] {
                let (covering, _) = classes(Some(shortest), Some(longest)).unwrap_or_default();
                let all = (shortest..=longest).all(|plies| covering.contains(&length_class(plies)));
                assert!(all, "{shortest} to {longest}");
            }
        }
    }
}
