//! How much time the seats of a table have.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

const SECOND: i64 = 1000;
const HOUR: i64 = 60 * 60 * SECOND;
const DAY: i64 = 24 * HOUR;

const MAX_BANK_SECONDS: u32 = 3 * 60 * 60;
const MAX_INCREMENT_SECONDS: u32 = 3 * 60;
const MAX_BANK_DAYS: u32 = 30;
const MAX_INCREMENT_HOURS: u32 = 72;
const MAX_CAP_DAYS: u32 = 60;
const GRACE_HOURS: [u32; 3] = [8, 12, 24];

/// As text: `untimed`, `300+5` (seconds) or `7d+12h, cap 14d, grace 8h`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockTerms {
    #[default]
    Untimed,
    RealTime(RealTime),
    Correspondence(Correspondence),
}

/// A bank of time for each seat, and an increment that each of its turns adds, both in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RealTime {
    bank: u32,
    increment: u32,
}

/// A bank and an increment over days. A clock runs only when the grace period after the turn before is over, so that
/// sleep costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correspondence {
    bank: u32,
    increment: u32,
    /// Increments do not fill the bank beyond this (days).
    cap: u32,
    grace: u32,
}

/// What clocks compute with, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    pub bank: i64,
    pub increment: i64,
    pub cap: i64,
    /// How long after the turn before a clock begins to run.
    pub grace: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadClock {
    #[error("A clock is written like 300+5, in seconds, or like 7d+12h, cap 14d, grace 8h.")]
    Malformed,
    #[error("A clock gives each player 1 second to 3 hours, and adds at most 3 minutes after each turn.")]
    RealTime,
    /// A number of a correspondence clock is out of range.
    #[error(
        "A correspondence clock gives each player 1 to 30 days, adds at most 72 hours after each turn, has a cap from \
         what it gives to 60 days, and starts 8, 12 or 24 hours after the previous turn."
    )]
    Correspondence,
}

impl ClockTerms {
    /// The terms as text; `None` without clocks.
    pub fn timed(self) -> Option<String> {
        (self != ClockTerms::Untimed).then(|| self.to_string())
    }

    /// `None` without clocks.
    pub fn pace(self) -> Option<Pace> {
        match self {
            ClockTerms::Untimed => None,
            ClockTerms::RealTime(terms) => Some(terms.pace()),
            ClockTerms::Correspondence(terms) => Some(terms.pace()),
        }
    }
}

impl RealTime {
    /// A bank and an increment, in seconds.
    pub fn new(bank: u32, increment: u32) -> Result<RealTime, BadClock> {
        if !(1..=MAX_BANK_SECONDS).contains(&bank) || increment > MAX_INCREMENT_SECONDS {
            return Err(BadClock::RealTime);
        }
        Ok(RealTime { bank, increment })
    }

    fn pace(self) -> Pace {
        Pace {
            bank: i64::from(self.bank) * SECOND,
            increment: i64::from(self.increment) * SECOND,
            cap: i64::MAX,
            grace: 0,
        }
    }
}

impl Correspondence {
    /// A bank and its cap in days, an increment and a grace period in hours.
    pub fn new(bank: u32, increment: u32, cap: u32, grace: u32) -> Result<Correspondence, BadClock> {
        let fits = (1..=MAX_BANK_DAYS).contains(&bank)
            && increment <= MAX_INCREMENT_HOURS
            && (bank..=MAX_CAP_DAYS).contains(&cap)
            && GRACE_HOURS.contains(&grace);
        if !fits {
            return Err(BadClock::Correspondence);
        }
        Ok(Correspondence {
            bank,
            increment,
            cap,
            grace,
        })
    }

    fn pace(self) -> Pace {
        Pace {
            bank: i64::from(self.bank) * DAY,
            increment: i64::from(self.increment) * HOUR,
            cap: i64::from(self.cap) * DAY,
            grace: i64::from(self.grace) * HOUR,
        }
    }
}

impl fmt::Display for ClockTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClockTerms::Untimed => write!(f, "untimed"),
            ClockTerms::RealTime(RealTime { bank, increment }) => write!(f, "{bank}+{increment}"),
            ClockTerms::Correspondence(Correspondence {
                bank,
                increment,
                cap,
                grace,
            }) => write!(f, "{bank}d+{increment}h, cap {cap}d, grace {grace}h"),
        }
    }
}

impl FromStr for ClockTerms {
    type Err = BadClock;

    fn from_str(text: &str) -> Result<ClockTerms, BadClock> {
        if text == "untimed" {
            return Ok(ClockTerms::Untimed);
        }
        let mut parts = text.split(", ");
        let (bank, increment) = parts
            .next()
            .and_then(|part| part.split_once('+'))
            .ok_or(BadClock::Malformed)?;
        let [cap, grace] = match [parts.next(), parts.next(), parts.next()] {
            [None, None, None] => {
                let terms = RealTime::new(number(bank, "", "")?, number(increment, "", "")?)?;
                return Ok(ClockTerms::RealTime(terms));
            }
            [Some(cap), Some(grace), None] => [cap, grace],
            _ => return Err(BadClock::Malformed),
        };
        let terms = Correspondence::new(
            number(bank, "", "d")?,
            number(increment, "", "h")?,
            number(cap, "cap ", "d")?,
            number(grace, "grace ", "h")?,
        )?;
        Ok(ClockTerms::Correspondence(terms))
    }
}

/// The number between `before` and `after`.
fn number(text: &str, before: &str, after: &str) -> Result<u32, BadClock> {
    let digits = text
        .strip_prefix(before)
        .and_then(|rest| rest.strip_suffix(after))
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
        .ok_or(BadClock::Malformed)?;
    digits.parse().map_err(|_| BadClock::Malformed)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn clocks_are_written_as_they_are_read() {
        for text in [
            "untimed",
            "300+5",
            "1+0",
            "10800+180",
            "7d+12h, cap 14d, grace 8h",
            "1d+0h, cap 1d, grace 24h",
        ] {
            let terms: ClockTerms = text.parse().unwrap();
            assert_eq!(terms.to_string(), text);
            let stored = serde_json::to_string(&terms).unwrap();
            assert_eq!(serde_json::from_str::<ClockTerms>(&stored).unwrap(), terms);
        }
        let pace = "7d+12h, cap 14d, grace 8h".parse::<ClockTerms>().unwrap().pace();
        let expected = Pace {
            bank: 604_800_000,
            increment: 43_200_000,
            cap: 1_209_600_000,
            grace: 28_800_000,
        };
        assert_eq!(pace, Some(expected));
    }

    #[test]
    fn what_no_table_can_have_is_refused() {
        let read = |text: &str| text.parse::<ClockTerms>();
        for text in [
            "",
            "5",
            "+",
            "5+",
            "+5",
            "-5+5",
            "5+ 5",
            "300+5, ",
            "7d+12h",
            "7d+12h, grace 8h, cap 14d",
            "99999999999+0",
        ] {
            assert_eq!(read(text), Err(BadClock::Malformed), "{text:?}");
        }
        for text in ["0+5", "10801+0", "300+181"] {
            assert_eq!(read(text), Err(BadClock::RealTime), "{text:?}");
        }
        for text in [
            "0d+12h, cap 14d, grace 8h",
            "31d+12h, cap 40d, grace 8h",
            "7d+73h, cap 14d, grace 8h",
            "7d+12h, cap 6d, grace 8h",
            "7d+12h, cap 61d, grace 8h",
            "7d+12h, cap 14d, grace 9h",
        ] {
            assert_eq!(read(text), Err(BadClock::Correspondence), "{text:?}");
        }
    }
}
