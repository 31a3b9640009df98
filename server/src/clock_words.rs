//! Clocks and times in words. `web/js/sentences/clock.js` has the faces of clocks for scripts, which let them run.

use crate::model::clock_terms::{ClockTerms, Pace};

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The clocks offered by name. Others are filled in.
pub const CLOCKS: [(&str, &str); 4] = [
    ("untimed", "No clock"),
    TIMED_CLOCKS[0],
    TIMED_CLOCKS[1],
    TIMED_CLOCKS[2],
];

/// Those offered by name where there has to be a clock.
pub const TIMED_CLOCKS: [(&str, &str); 3] = [("300+5", "5+5"), ("600+10", "10+10"), ("1200+20", "20+20")];

/// The name of a game with its clock, if there is one: "Bushi 9x9 · 10+10".
pub fn timed(title: String, clock: Option<&str>) -> String {
    let terms = clock.and_then(|text| text.parse().ok());
    match terms.and_then(short) {
        Some(clock) => format!("{title} · {clock}"),
        None => title,
    }
}

/// How much time the seats have, in short: "10+10", "7 days + 12 h". None without clocks.
pub(crate) fn short(terms: ClockTerms) -> Option<String> {
    let Pace { bank, increment, .. } = terms.pace()?;
    Some(match terms {
        ClockTerms::Correspondence(_) => format!("{} + {} h", counted(bank / DAY, "day"), increment / HOUR),
        _ if bank % MINUTE == 0 => format!("{}+{}", bank / MINUTE, increment / SECOND),
        _ => format!("{}+{}", face(bank), increment / SECOND),
    })
}

pub(crate) fn long(terms: ClockTerms) -> Option<String> {
    let Pace {
        bank,
        increment,
        cap,
        grace,
    } = terms.pace()?;
    let more = match increment {
        0 => String::new(),
        increment => format!(", plus {} after each turn", amount(increment)),
    };
    let (most, rest) = match terms {
        ClockTerms::Correspondence(_) => (
            format!(", up to {}", amount(cap)),
            format!(" A clock starts {} after the previous turn.", amount(grace)),
        ),
        _ => Default::default(),
    };
    Some(format!("Each player has {}{more}{most}.{rest}", amount(bank)))
}

/// A length of time in the largest unit that divides it: "90 seconds", "2 days".
fn amount(ms: i64) -> String {
    match ms {
        ms if ms >= DAY && ms % DAY == 0 => counted(ms / DAY, "day"),
        ms if ms >= HOUR && ms % HOUR == 0 => counted(ms / HOUR, "hour"),
        ms if ms >= MINUTE && ms % MINUTE == 0 => counted(ms / MINUTE, "minute"),
        ms => counted(ms / SECOND, "second"),
    }
}

fn counted(count: i64, unit: &str) -> String {
    match count {
        1 => format!("1 {unit}"),
        count => format!("{count} {unit}s"),
    }
}

/// A clock's face: "9:58", "1:02:03", "6d 4h".
pub fn face(ms: i64) -> String {
    let seconds = ms.max(0) / SECOND;
    let (minutes, second) = (seconds / 60, seconds % 60);
    match ms {
        ms if ms >= DAY => format!("{}d {}h", ms / DAY, ms % DAY / HOUR),
        ms if ms >= HOUR => format!("{}:{:02}:{second:02}", minutes / 60, minutes % 60),
        _ => format!("{minutes}:{second:02}"),
    }
}

/// How long a turn took, as the list of turns says it: "4 s", "1:05", "2 h 5 min", "3d 4h".
pub fn took(ms: i64) -> String {
    match ms {
        ms if ms < MINUTE => format!("{} s", ms / SECOND),
        ms if (HOUR..DAY).contains(&ms) => format!("{} h {} min", ms / HOUR, ms % HOUR / MINUTE),
        ms => face(ms),
    }
}

/// How much time a player has left, rounded down: "2 days left", "only 47 minutes left".
pub fn time_left(ms: i64, low: bool) -> String {
    let amount = match ms.max(0) {
        ms if ms >= 2 * DAY => counted(ms / DAY, "day"),
        ms if ms >= 2 * HOUR => counted(ms / HOUR, "hour"),
        ms if ms >= MINUTE => counted(ms / MINUTE, "minute"),
        _ => "less than a minute".to_owned(),
    };
    match low {
        true if ms >= MINUTE => format!("only {amount} left"),
        _ => format!("{amount} left"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn terms_are_said_in_short_and_in_sentences() {
        for (clock, in_short, in_sentences) in [
            (
                "600+10",
                "10+10",
                "Each player has 10 minutes, plus 10 seconds after each turn.",
            ),
            ("60+0", "1+0", "Each player has 1 minute."),
            (
                "90+1",
                "1:30+1",
                "Each player has 90 seconds, plus 1 second after each turn.",
            ),
            (
                "7d+12h, cap 14d, grace 8h",
                "7 days + 12 h",
                "Each player has 7 days, plus 12 hours after each turn, up to 14 days. A clock starts 8 hours after \
                 the previous turn.",
            ),
        ] {
            let terms: ClockTerms = clock.parse().unwrap();
            assert_eq!(
                (short(terms).unwrap().as_str(), long(terms).unwrap().as_str()),
                (in_short, in_sentences)
            );
        }
        assert_eq!(timed("Bushi 9x9".to_owned(), Some("300+5")), "Bushi 9x9 · 5+5");
        assert_eq!(timed("Bushi 9x9".to_owned(), None), "Bushi 9x9");
    }

    #[test]
    fn times_are_written_as_short_as_they_are_clear() {
        for (ms, shown, took_so_long) in [
            (0, "0:00", "0 s"),
            (59_999, "0:59", "59 s"),
            (65_000, "1:05", "1:05"),
            (3_723_000, "1:02:03", "1 h 2 min"),
            (90_000_000, "1d 1h", "1d 1h"),
        ] {
            assert_eq!((face(ms).as_str(), took(ms).as_str()), (shown, took_so_long));
        }
    }

    /// The same as in `web/test/time_left.test.js`.
    #[test]
    fn the_time_that_is_left_is_said_in_the_largest_unit_of_which_there_are_two() {
        for (ms, words) in [
            (-5, "less than a minute left"),
            (59_999, "less than a minute left"),
            (60_000, "1 minute left"),
            (2 * HOUR - 1, "119 minutes left"),
            (2 * HOUR, "2 hours left"),
            (2 * DAY - 1, "47 hours left"),
            (2 * DAY, "2 days left"),
        ] {
            assert_eq!(time_left(ms, false), words);
        }
        assert_eq!(time_left(5 * HOUR, true), "only 5 hours left");
        assert_eq!(time_left(9, true), "less than a minute left");
    }
}
