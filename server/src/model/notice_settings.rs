//! What a player wants to be told of while they have no page open, and when.

use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use crate::model::log::notice::NoticeKind;
use crate::time::UnixMs;

/// Kinds of notices that are wanted or not wanted together. Stored as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeTopic {
    Turns,
    Clock,
    Begun,
    Offers,
    Invitations,
    Over,
}

impl NoticeTopic {
    pub const ALL: [NoticeTopic; 6] = [
        Self::Turns,
        Self::Clock,
        Self::Begun,
        Self::Offers,
        Self::Invitations,
        Self::Over,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turns => "turns",
            Self::Clock => "clock",
            Self::Begun => "begun",
            Self::Offers => "offers",
            Self::Invitations => "invitations",
            Self::Over => "over",
        }
    }

    /// None for what only those hear who follow a table.
    #[must_use]
    pub const fn of(kind: NoticeKind) -> Option<NoticeTopic> {
        match kind {
            NoticeKind::YourTurn => Some(Self::Turns),
            NoticeKind::QuarterLeft | NoticeKind::HourLeft => Some(Self::Clock),
            NoticeKind::Begun => Some(Self::Begun),
            NoticeKind::Offer | NoticeKind::Rematch => Some(Self::Offers),
            NoticeKind::Invitation => Some(Self::Invitations),
            NoticeKind::Over => Some(Self::Over),
            NoticeKind::Event => None,
        }
    }
}

/// The part of each day in which nothing is sent, by the clock of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct QuietHours {
    from: Time,
    until: Time,
}

/// What a player wants to hear of. By default everything, at any time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoticeSettings {
    unwanted: Vec<NoticeTopic>,
    quiet: Option<QuietHours>,
    /// A name of the tz database; empty if they have never said where they are.
    time_zone: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSettings {
    #[error("Please give quiet hours as two times, such as 22:00 and 08:00.")]
    Hours,
    #[error("There is no such time zone. They have names such as Europe/Berlin.")]
    TimeZone,
}

impl NoticeSettings {
    /// What a form chose. Without two different times there are no quiet hours.
    ///
    /// # Errors
    /// When it is no time, or no time zone.
    pub fn chosen(
        wanted: &[NoticeTopic],
        (from, until): (&str, &str),
        time_zone: &str,
    ) -> Result<NoticeSettings, BadSettings> {
        let time = |text: &str| Time::strptime("%H:%M", text.trim()).map_err(|_| BadSettings::Hours);
        let quiet = match (from.trim(), until.trim()) {
            ("", "") => None,
            (from, until) => Some(QuietHours {
                from: time(from)?,
                until: time(until)?,
            }),
        };
        let time_zone = time_zone.trim();
        if !(time_zone.is_empty() && quiet.is_none()) {
            TimeZone::get(time_zone).map_err(|_| BadSettings::TimeZone)?;
        }
        Ok(NoticeSettings {
            unwanted: NoticeTopic::ALL
                .into_iter()
                .filter(|topic| !wanted.contains(topic))
                .collect(),
            quiet: quiet.filter(|quiet| quiet.from != quiet.until),
            time_zone: time_zone.to_owned(),
        })
    }

    /// From the columns of a database, with the quiet hours in minutes after midnight.
    #[must_use]
    pub fn stored(unwanted: &str, quiet: Option<(i64, i64)>, time_zone: String) -> NoticeSettings {
        let named = |topic: &NoticeTopic| unwanted.split(' ').any(|name| name == topic.name());
        NoticeSettings {
            unwanted: NoticeTopic::ALL.into_iter().filter(named).collect(),
            quiet: quiet.and_then(|(from, until)| {
                Some(QuietHours {
                    from: time_of(from)?,
                    until: time_of(until)?,
                })
            }),
            time_zone,
        }
    }

    #[must_use]
    pub fn wants(&self, topic: NoticeTopic) -> bool {
        !self.unwanted.contains(&topic)
    }

    /// The names of what is not wanted, with spaces between.
    #[must_use]
    pub fn unwanted_names(&self) -> String {
        let names: Vec<&str> = self.unwanted.iter().map(|topic| topic.name()).collect();
        names.join(" ")
    }

    /// The quiet hours in minutes after midnight.
    #[must_use]
    pub fn quiet_minutes(&self) -> Option<(i64, i64)> {
        self.quiet
            .map(|quiet| (minutes(quiet.from), minutes(quiet.until)))
    }

    /// The quiet hours as a form has them: `22:00`.
    #[must_use]
    pub fn quiet_times(&self) -> Option<(String, String)> {
        let text = |time: Time| time.strftime("%H:%M").to_string();
        self.quiet.map(|quiet| (text(quiet.from), text(quiet.until)))
    }

    #[must_use]
    pub fn time_zone(&self) -> &str {
        &self.time_zone
    }

    /// When the quiet hours end that it is now; none outside of them.
    #[must_use]
    pub fn quiet_until(&self, now: UnixMs) -> Option<UnixMs> {
        let quiet = self.quiet?;
        let zone = TimeZone::get(&self.time_zone).ok()?;
        let now = Timestamp::from_millisecond(now.0).ok()?.to_zoned(zone);
        let is_quiet = match quiet.from < quiet.until {
            true => (quiet.from..quiet.until).contains(&now.time()),
            false => now.time() >= quiet.from || now.time() < quiet.until,
        };
        let end = is_quiet.then(|| next(&now, quiet.until))??;
        Some(UnixMs(end.timestamp().as_millisecond()))
    }
}

/// The next moment at which a clock shows this time.
fn next(now: &Zoned, time: Time) -> Option<Zoned> {
    let day = match now.time() < time {
        true => now.date(),
        false => now.date().tomorrow().ok()?,
    };
    day.to_datetime(time).to_zoned(now.time_zone().clone()).ok()
}

fn minutes(time: Time) -> i64 {
    i64::from(time.hour()) * 60 + i64::from(time.minute())
}

fn time_of(minutes: i64) -> Option<Time> {
    let (hour, minute) = (i8::try_from(minutes / 60).ok()?, i8::try_from(minutes % 60).ok()?);
    Time::new(hour, minute, 0, 0).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn at(text: &str) -> UnixMs {
        UnixMs(text.parse::<Timestamp>().unwrap().as_millisecond())
    }

    #[test]
    fn quiet_hours_are_those_of_the_players_clock() {
        let settings =
            NoticeSettings::chosen(&NoticeTopic::ALL, ("22:00", "07:30"), "Europe/Berlin").unwrap();
        for (now, until) in [
            ("2026-11-20T20:59:59Z", None),
            ("2026-11-20T21:00:00Z", Some("2026-11-21T06:30:00Z")),
            ("2026-11-21T06:29:59Z", Some("2026-11-21T06:30:00Z")),
            ("2026-11-21T06:30:00Z", None),
            // The clocks are set back in this night, and forward in the next one.
            ("2026-10-24T20:00:00Z", Some("2026-10-25T06:30:00Z")),
            ("2026-03-28T22:00:00Z", Some("2026-03-29T05:30:00Z")),
        ] {
            assert_eq!(settings.quiet_until(at(now)), until.map(at), "{now}");
        }
        let by_day = NoticeSettings::chosen(&NoticeTopic::ALL, ("09:00", "17:00"), "Asia/Tokyo").unwrap();
        assert_eq!(
            by_day.quiet_until(at("2026-11-20T01:00:00Z")),
            Some(at("2026-11-20T08:00:00Z"))
        );
        assert_eq!(by_day.quiet_until(at("2026-11-20T08:00:00Z")), None);
    }

    #[test]
    fn what_is_chosen_reads_back_and_what_cannot_be_is_refused() {
        let wanted = [NoticeTopic::Turns, NoticeTopic::Over];
        let settings = NoticeSettings::chosen(&wanted, ("22:00", "08:05"), "America/New_York").unwrap();
        let read = NoticeSettings::stored(
            &settings.unwanted_names(),
            settings.quiet_minutes(),
            settings.time_zone().to_owned(),
        );
        assert_eq!(read, settings);
        assert!(read.wants(NoticeTopic::Turns) && !read.wants(NoticeTopic::Clock));
        assert_eq!(read.quiet_times(), Some(("22:00".to_owned(), "08:05".to_owned())));
        let refused = |times, zone| NoticeSettings::chosen(&wanted, times, zone).unwrap_err();
        assert_eq!(refused(("22:00", ""), "Asia/Tokyo"), BadSettings::Hours);
        assert_eq!(refused(("25:00", "08:00"), "Asia/Tokyo"), BadSettings::Hours);
        assert_eq!(
            refused(("22:00", "08:00"), "Atlantis/Capital"),
            BadSettings::TimeZone
        );
        assert_eq!(refused(("22:00", "08:00"), ""), BadSettings::TimeZone);
        assert_eq!(
            NoticeSettings::chosen(&wanted, ("", ""), "")
                .unwrap()
                .quiet_minutes(),
            None
        );
    }
}
