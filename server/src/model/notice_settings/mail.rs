//! What a player wants to be told by mail, and when.

use jiff::civil::Time;

use super::{BadSettings, NoticeTopic, all_but, minutes, named, names_of, time_of, time_text, typed_time};

/// At how many times of a day a player can be told.
pub const MAIL_TIMES: usize = 2;

/// By default everything, every morning, and at once at tables where a turn takes days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailSettings {
    unwanted: Vec<NoticeTopic>,
    times: Vec<Time>,
    at_once: bool,
}

impl Default for MailSettings {
    fn default() -> MailSettings {
        MailSettings {
            unwanted: Vec::new(),
            times: vec![Time::constant(8, 0, 0, 0)],
            at_once: true,
        }
    }
}

impl MailSettings {
    /// What a form chose. An empty time is none.
    ///
    /// # Errors
    /// When it is no time.
    pub fn chosen(
        wanted: &[NoticeTopic],
        times: [&str; MAIL_TIMES],
        at_once: bool,
    ) -> Result<MailSettings, BadSettings> {
        let typed = times.into_iter().filter(|text| !text.trim().is_empty());
        let times: Option<Vec<Time>> = typed.map(typed_time).collect();
        let mut times = times.ok_or(BadSettings::MailTime)?;
        times.sort_unstable();
        times.dedup();
        Ok(MailSettings {
            unwanted: all_but(wanted),
            times,
            at_once,
        })
    }

    /// From the columns of a database, with the times in minutes after midnight and spaces between.
    #[must_use]
    pub fn stored(unwanted: &str, times: &str, at_once: bool) -> MailSettings {
        MailSettings {
            unwanted: named(unwanted),
            times: times
                .split(' ')
                .filter_map(|text| time_of(text.parse().ok()?))
                .collect(),
            at_once,
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

    pub(super) fn times(&self) -> &[Time] {
        &self.times
    }

    /// The times in minutes after midnight, with spaces between.
    #[must_use]
    pub fn times_in_minutes(&self) -> String {
        let minutes: Vec<String> = self.times.iter().map(|&time| minutes(time).to_string()).collect();
        minutes.join(" ")
    }

    /// The times as a form has them: `08:00`. Empty where there is none.
    #[must_use]
    pub fn time_texts(&self) -> [String; MAIL_TIMES] {
        std::array::from_fn(|index| self.times.get(index).copied().map(time_text).unwrap_or_default())
    }

    /// Whether they want to hear at once of tables where a turn takes days.
    #[must_use]
    pub fn at_once(&self) -> bool {
        self.at_once
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_is_chosen_reads_back_and_what_is_no_time_is_refused() {
        let chosen = MailSettings::chosen(&[NoticeTopic::Turns], ["20:15", "08:00"], false).unwrap();
        let read = MailSettings::stored(
            &chosen.unwanted_names(),
            &chosen.times_in_minutes(),
            chosen.at_once(),
        );
        assert_eq!(read, chosen);
        assert_eq!(read.time_texts(), ["08:00", "20:15"]);
        assert!(read.wants(NoticeTopic::Turns) && !read.wants(NoticeTopic::Over));
        assert_eq!(MailSettings::stored("", "480", true), MailSettings::default());
        let none = MailSettings::chosen(&[], ["", ""], true).unwrap();
        assert_eq!(
            MailSettings::stored(&none.unwanted_names(), &none.times_in_minutes(), true),
            none
        );
        assert_eq!(
            MailSettings::chosen(&[], ["8", ""], true),
            Err(BadSettings::MailTime)
        );
    }
}
