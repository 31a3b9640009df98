//! Which position: the day and the game, as addresses have them.

use std::fmt;
use std::str::FromStr;

use thicket_rules::GameKind;
use time::Date;
use time::macros::format_description;

use crate::time::{UnixMs, day_start, list_day, page_date};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A day in UTC, counted from 1 January 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(pub i64);

impl Day {
    #[must_use]
    pub fn of(at: UnixMs) -> Day {
        Day(at.0.div_euclid(DAY_MS))
    }

    fn begins_at(self) -> UnixMs {
        UnixMs(self.0.saturating_mul(DAY_MS))
    }

    /// As pages have it: `20 November 2026`.
    #[must_use]
    pub fn words(self) -> String {
        page_date(self.begins_at())
    }
}

/// As lists have it: `2026-11-20`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&list_day(self.begins_at()))
    }
}

/// The position of a game for a day: `2026-11-20-bushka`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PracticeId {
    pub day: Day,
    pub kind: GameKind,
}

impl fmt::Display for PracticeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.day, self.kind)
    }
}

/// A text that is no such id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a day and a game")]
pub struct ParsePracticeId;

impl FromStr for PracticeId {
    type Err = ParsePracticeId;

    fn from_str(text: &str) -> Result<PracticeId, ParsePracticeId> {
        let (day, kind) = text.split_at_checked(10).ok_or(ParsePracticeId)?;
        let date = Date::parse(day, format_description!("[year]-[month]-[day]"));
        let day = Day::of(day_start(date.map_err(|_| ParsePracticeId)?));
        let kind = kind.strip_prefix('-').ok_or(ParsePracticeId)?;
        let kind = kind.parse().map_err(|_| ParsePracticeId)?;
        let id = PracticeId { day, kind };
        // Each has one name.
        (id.to_string() == text).then_some(id).ok_or(ParsePracticeId)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn each_position_has_one_name() {
        for kind in GameKind::ALL {
            for day in [0, 59, 20_783] {
                let (day, kind) = (Day(day), *kind);
                let id = PracticeId { day, kind };
                assert_eq!(id.to_string().parse(), Ok(id));
            }
        }
        assert_eq!(Day(20_783).to_string(), "2026-11-26");
        assert_eq!(Day::of(UnixMs(DAY_MS - 1)), Day(0));
        for other in [
            "",
            "2026-11-26",
            "2026-11-26-",
            "2026-11-26-chess",
            "2026-11-26bushka",
            "2026-13-26-bushka",
            "2026-11-26-Bushka",
            "+026-11-26-bushka",
            "2026-1-026-bushka",
            "٢٠٢٦-11-26-bushka",
        ] {
            assert_eq!(other.parse::<PracticeId>(), Err(ParsePracticeId), "{other}");
        }
    }
}
