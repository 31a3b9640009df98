//! The clock in forms: when a table is created, and when its host changes it.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::model::clock_terms::{BadClock, ClockTerms, Correspondence, RealTime};

/// A clock given by minutes and seconds.
const REAL_TIME: &str = "real_time";
/// A clock given by days and hours.
const CORRESPONDENCE: &str = "correspondence";

/// The numbers are text, so that invalid ones are shown again.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ClockForm {
    /// As [`ClockTerms`] is written, or [`REAL_TIME`] or [`CORRESPONDENCE`] with the fields below.
    pub clock: String,
    /// The bank of real time, in minutes; fractions are allowed.
    pub minutes: String,
    /// Its increment, in seconds.
    pub seconds: String,
    /// The bank of correspondence, in days.
    pub days: String,
    /// Its increment, in hours.
    pub hours: String,
    /// Its cap, in days.
    pub cap: String,
    /// Its grace period, in hours.
    pub grace: String,
}

impl Default for ClockForm {
    fn default() -> ClockForm {
        ClockForm {
            clock: ClockTerms::Untimed.to_string(),
            minutes: "15".to_owned(),
            seconds: "10".to_owned(),
            days: "7".to_owned(),
            hours: "12".to_owned(),
            cap: "14".to_owned(),
            grace: "12".to_owned(),
        }
    }
}

impl ClockForm {
    /// The terms that are filled in.
    pub fn terms(&self) -> Result<ClockTerms, BadClock> {
        match self.clock.as_str() {
            REAL_TIME => {
                let bank = seconds(&self.minutes).ok_or(BadClock::RealTime)?;
                let increment = number(&self.seconds).ok_or(BadClock::RealTime)?;
                RealTime::new(bank, increment).map(ClockTerms::RealTime)
            }
            CORRESPONDENCE => {
                let numbers = [&self.days, &self.hours, &self.cap, &self.grace].map(|text| number(text));
                let [Some(days), Some(hours), Some(cap), Some(grace)] = numbers else {
                    return Err(BadClock::Correspondence);
                };
                Correspondence::new(days, hours, cap, grace).map(ClockTerms::Correspondence)
            }
            text => text.parse(),
        }
    }
}

fn number(text: &str) -> Option<u32> {
    text.trim().parse().ok()
}

fn seconds(minutes: &str) -> Option<u32> {
    let minutes: f64 = minutes.trim().parse().ok()?;
    let is_time = (0.0..1_000_000.0).contains(&minutes);
    is_time.then(|| (minutes * 60.0).round() as u32)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn form(clock: &str) -> ClockForm {
        ClockForm {
            clock: clock.to_owned(),
            ..ClockForm::default()
        }
    }

    #[test]
    fn what_is_filled_in_is_a_clock() {
        for (clock, terms) in [
            ("untimed", "untimed"),
            ("600+10", "600+10"),
            (REAL_TIME, "900+10"),
            (CORRESPONDENCE, "7d+12h, cap 14d, grace 12h"),
        ] {
            assert_eq!(form(clock).terms().unwrap().to_string(), terms);
        }
        let short = ClockForm {
            minutes: "0.5".to_owned(),
            ..form(REAL_TIME)
        };
        assert_eq!(short.terms().unwrap().to_string(), "30+10");
    }

    #[test]
    fn what_is_no_clock_says_what_one_is() {
        for minutes in ["", "ten", "-1", "0", "181", "NaN", "inf", "1e300"] {
            let form = ClockForm {
                minutes: minutes.to_owned(),
                ..form(REAL_TIME)
            };
            assert_eq!(form.terms(), Err(BadClock::RealTime), "{minutes:?}");
        }
        let form = ClockForm {
            grace: "9".to_owned(),
            ..form(CORRESPONDENCE)
        };
        assert_eq!(form.terms(), Err(BadClock::Correspondence));
    }
}
