//! What a player wants to be told of while they have no page open, and when.

mod mail;

use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

pub use mail::{MAIL_TIMES, MailSettings};

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
    Tournaments,
}

impl NoticeTopic {
    pub const ALL: [NoticeTopic; 7] = [
        Self::Turns,
        Self::Clock,
        Self::Begun,
        Self::Offers,
        Self::Invitations,
        Self::Over,
        Self::Tournaments,
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
            Self::Tournaments => "tournaments",
        }
    }

    /// None for what only those hear who follow a table.
    #[must_use]
    pub const fn of(kind: NoticeKind) -> Option<NoticeTopic> {
        match kind {
            NoticeKind::YourTurn => Some(Self::Turns),
            NoticeKind::QuarterLeft | NoticeKind::HourLeft => Some(Self::Clock),
            NoticeKind::Begun => Some(Self::Begun),
            NoticeKind::Offer | NoticeKind::Idle | NoticeKind::Rematch => Some(Self::Offers),
            NoticeKind::Invitation => Some(Self::Invitations),
            NoticeKind::Over => Some(Self::Over),
            NoticeKind::Ready
            | NoticeKind::TournamentSoon
            | NoticeKind::TournamentConfirm
            | NoticeKind::TournamentMoved
            | NoticeKind::TournamentOver => Some(Self::Tournaments),
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
    /// What they want to be told by mail.
    pub mail: MailSettings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSettings {
    #[error("Please give quiet hours as two times, such as 22:00 and 08:00.")]
    Hours,
    #[error("Please give the times of mails like 08:00.")]
    MailTime,
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
        mail: MailSettings,
    ) -> Result<NoticeSettings, BadSettings> {
        let time = |text: &str| typed_time(text).ok_or(BadSettings::Hours);
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
            unwanted: all_but(wanted),
            quiet: quiet.filter(|quiet| quiet.from != quiet.until),
            time_zone: time_zone.to_owned(),
            mail,
        })
    }

    /// From the columns of a database, with the quiet hours in minutes after midnight.
    #[must_use]
    pub fn stored(
        unwanted: &str,
        quiet: Option<(i64, i64)>,
        time_zone: String,
        mail: MailSettings,
    ) -> NoticeSettings {
        NoticeSettings {
            unwanted: named(unwanted),
            quiet: quiet.and_then(|(from, until)| {
                Some(QuietHours {
                    from: time_of(from)?,
                    until: time_of(until)?,
                })
            }),
            time_zone,
            mail,
        }
    }

    #[must_use]
    pub fn wants(&self, topic: NoticeTopic) -> bool {
        !self.unwanted.contains(&topic)
    }

    /// The names of what is not wanted, with spaces between.
    #[must_use]
    pub fn unwanted_names(&self) -> String {
        names_of(&self.unwanted)
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
        self.quiet
            .map(|quiet| (time_text(quiet.from), time_text(quiet.until)))
    }

    #[must_use]
    pub fn time_zone(&self) -> &str {
        &self.time_zone
    }

    /// A time of a day as the player's clock shows it, and where that clock is: `15:00 (Europe/Berlin)`. In UTC without a time zone.
    #[must_use]
    pub fn clock_time(&self, at: UnixMs) -> String {
        self.local(at, "%H:%M")
    }

    /// The same with the day: `20 November 2026, 15:00 (Europe/Berlin)`.
    #[must_use]
    pub fn date_time(&self, at: UnixMs) -> String {
        self.local(at, "%-d %B %Y, %H:%M")
    }

    fn local(&self, at: UnixMs, format: &str) -> String {
        let place = TimeZone::get(&self.time_zone)
            .ok()
            .filter(|_| !self.time_zone.is_empty());
        let name = match place {
            Some(_) => format!("({})", self.time_zone),
            None => "UTC".to_owned(),
        };
        let at = Timestamp::from_millisecond(at.0).unwrap_or_default();
        let time = at.to_zoned(place.unwrap_or(TimeZone::UTC)).strftime(format);
        format!("{time} {name}")
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

    /// When what happened at `at` is told by mail, together with other things; none if no times for that are chosen. Without a time
    /// zone these are in UTC.
    #[must_use]
    pub fn mailed_at(&self, at: UnixMs) -> Option<UnixMs> {
        let zone = TimeZone::get(&self.time_zone).unwrap_or(TimeZone::UTC);
        let at = Timestamp::from_millisecond(at.0).ok()?.to_zoned(zone);
        let times = self.mail.times().iter().filter_map(|&time| next(&at, time));
        times.map(|next| UnixMs(next.timestamp().as_millisecond())).min()
    }
}

fn all_but(wanted: &[NoticeTopic]) -> Vec<NoticeTopic> {
    let all = NoticeTopic::ALL.into_iter();
    all.filter(|topic| !wanted.contains(topic)).collect()
}

/// The topics with these names, which have spaces between them.
fn named(names: &str) -> Vec<NoticeTopic> {
    let is_named = |topic: &NoticeTopic| names.split(' ').any(|name| name == topic.name());
    NoticeTopic::ALL.into_iter().filter(is_named).collect()
}

fn names_of(topics: &[NoticeTopic]) -> String {
    let names: Vec<&str> = topics.iter().map(|topic| topic.name()).collect();
    names.join(" ")
}

/// The next moment at which a clock shows this time.
fn next(now: &Zoned, time: Time) -> Option<Zoned> {
    let day = match now.time() < time {
        true => now.date(),
        false => now.date().tomorrow().ok()?,
    };
    day.to_datetime(time).to_zoned(now.time_zone().clone()).ok()
}

/// A time as a form has it: `22:00`.
fn typed_time(text: &str) -> Option<Time> {
    Time::strptime("%H:%M", text.trim()).ok()
}

fn time_text(time: Time) -> String {
    time.strftime("%H:%M").to_string()
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

    fn chosen(
        wanted: &[NoticeTopic],
        quiet: (&str, &str),
        zone: &str,
    ) -> Result<NoticeSettings, BadSettings> {
        NoticeSettings::chosen(wanted, quiet, zone, MailSettings::default())
    }

    #[test]
    fn mails_are_sent_at_the_times_of_the_players_clock() {
        let times = MailSettings::chosen(&NoticeTopic::ALL, ["18:30", "08:00"], true).unwrap();
        let berlin =
            NoticeSettings::chosen(&NoticeTopic::ALL, ("", ""), "Europe/Berlin", times.clone()).unwrap();
        for (happened, told) in [
            ("2026-11-20T06:59:59Z", "2026-11-20T07:00:00Z"),
            ("2026-11-20T07:00:00Z", "2026-11-20T17:30:00Z"),
            ("2026-11-20T17:30:00Z", "2026-11-21T07:00:00Z"),
            ("2026-10-24T17:00:00Z", "2026-10-25T07:00:00Z"),
        ] {
            assert_eq!(berlin.mailed_at(at(happened)), Some(at(told)), "{happened}");
        }
        let nowhere = NoticeSettings::chosen(&NoticeTopic::ALL, ("", ""), "", times).unwrap();
        assert_eq!(
            nowhere.mailed_at(at("2026-11-20T06:00:00Z")),
            Some(at("2026-11-20T08:00:00Z"))
        );
        let never = MailSettings::chosen(&NoticeTopic::ALL, ["", ""], true).unwrap();
        let never = NoticeSettings::chosen(&NoticeTopic::ALL, ("", ""), "", never).unwrap();
        assert_eq!(never.mailed_at(at("2026-11-20T06:00:00Z")), None);
    }

    #[test]
    fn quiet_hours_are_those_of_the_players_clock() {
        let settings = chosen(&NoticeTopic::ALL, ("22:00", "07:30"), "Europe/Berlin").unwrap();
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
        let by_day = chosen(&NoticeTopic::ALL, ("09:00", "17:00"), "Asia/Tokyo").unwrap();
        assert_eq!(
            by_day.quiet_until(at("2026-11-20T01:00:00Z")),
            Some(at("2026-11-20T08:00:00Z"))
        );
        assert_eq!(by_day.quiet_until(at("2026-11-20T08:00:00Z")), None);
    }

    #[test]
    fn times_are_told_by_the_players_clock() {
        let berlin = chosen(&NoticeTopic::ALL, ("", ""), "Europe/Berlin").unwrap();
        let nowhere = chosen(&NoticeTopic::ALL, ("", ""), "").unwrap();
        let at = at("2026-11-20T14:05:00Z");
        assert_eq!(berlin.clock_time(at), "15:05 (Europe/Berlin)");
        assert_eq!(nowhere.clock_time(at), "14:05 UTC");
        assert_eq!(berlin.date_time(at), "20 November 2026, 15:05 (Europe/Berlin)");
    }

    #[test]
    fn what_is_chosen_reads_back_and_what_cannot_be_is_refused() {
        let wanted = [NoticeTopic::Turns, NoticeTopic::Over];
        let settings = chosen(&wanted, ("22:00", "08:05"), "America/New_York").unwrap();
        let read = NoticeSettings::stored(
            &settings.unwanted_names(),
            settings.quiet_minutes(),
            settings.time_zone().to_owned(),
            settings.mail.clone(),
        );
        assert_eq!(read, settings);
        assert!(read.wants(NoticeTopic::Turns) && !read.wants(NoticeTopic::Clock));
        assert_eq!(read.quiet_times(), Some(("22:00".to_owned(), "08:05".to_owned())));
        let refused = |times, zone| chosen(&wanted, times, zone).unwrap_err();
        assert_eq!(refused(("22:00", ""), "Asia/Tokyo"), BadSettings::Hours);
        assert_eq!(refused(("25:00", "08:00"), "Asia/Tokyo"), BadSettings::Hours);
        assert_eq!(
            refused(("22:00", "08:00"), "Atlantis/Capital"),
            BadSettings::TimeZone
        );
        assert_eq!(refused(("22:00", "08:00"), ""), BadSettings::TimeZone);
        assert_eq!(chosen(&wanted, ("", ""), "").unwrap().quiet_minutes(), None);
    }
}
