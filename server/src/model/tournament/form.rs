//! The terms of a tournament as somebody asks for them, and what is wrong with them.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use thicket_pairings::{TableSize, league};
use thicket_rules::GameKind;

use super::arena::{LONGEST_ARENA, MOST_ARENA_PLAYERS, SHORTEST_ARENA};
use super::league::MOST_LEAGUE_PLAYERS;
use super::terms::{Format, RatingRange, TournamentGame, TournamentTerms};
use super::words::{TournamentName, TournamentText};
use crate::model::club::TournamentClub;
use crate::model::terms::ClockTerms;
use crate::time::UnixMs;

/// The most rounds of a Swiss tournament.
pub const MOST_SWISS_ROUNDS: u8 = 15;
/// The most players of a Swiss tournament.
pub const MOST_SWISS_PLAYERS: u16 = 500;
/// The most players where everybody meets everybody at tables for two.
pub const MOST_ROUND_ROBIN_PLAYERS: u16 = 64;
/// The most players of a full schedule at larger tables, whose search takes longer the more they are.
pub const MOST_SCHEDULED_PLAYERS: u16 = 36;
/// How long ahead a tournament may be announced (milliseconds).
pub const LONGEST_AHEAD: i64 = 366 * 24 * 60 * 60 * 1000;

/// What somebody asks for. Words are checked already.
#[derive(Clone, Debug)]
pub struct TermsForm {
    pub name: TournamentName,
    pub text: TournamentText,
    pub kind: GameKind,
    /// Empty for the usual one.
    pub variant: String,
    pub seats: u8,
    pub fewest: u8,
    pub clock: ClockTerms,
    pub rated: bool,
    /// Whether a bot plays for who does not come.
    pub bot_for_missing: bool,
    pub format: Format,
    pub starts_at: UnixMs,
    pub most: u16,
    pub ratings: RatingRange,
    /// Whether lists show it to everybody.
    pub public: bool,
    /// The club for which it is announced, of which the director is an officer.
    pub club: Option<TournamentClub>,
}

/// Why there can be no such tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTerms {
    #[error("{0}.")]
    Game(String),
    #[error("Tables have 2 to 6 seats, and smaller tables at least 2.")]
    TableSize,
    #[error("A tournament needs a clock: else a round might never end.")]
    NoClock,
    #[error(
        "A bot can play for who does not come in casual tournaments, with minutes on the clock and tables for three or more."
    )]
    BotForMissing,
    #[error("There is no such format.")]
    Format,
    #[error("A Swiss tournament has 1 to {MOST_SWISS_ROUNDS} rounds.")]
    SwissRounds,
    #[error("A round robin is played at tables for two. For larger tables there is the full schedule.")]
    RoundRobinSeats,
    #[error(
        "A full schedule is for tables of three and more. At tables for two everybody meets everybody in a round robin."
    )]
    ScheduleSeats,
    #[error("A full schedule has 1 to {MOST_SCHEDULED_PLAYERS} rounds.")]
    ScheduleRounds,
    #[error("An arena lasts for {SHORTEST_ARENA} to {LONGEST_ARENA} minutes.")]
    ArenaMinutes,
    #[error("An arena is played with minutes on the clock.")]
    ArenaClock,
    #[error(
        "The divisions of a league have {} to {} players.",
        league::FEWEST,
        league::MOST
    )]
    Division,
    #[error("A league is played with days on the clock.")]
    LeagueClock,
    #[error("In this format {fewest} to {most} players can take part.")]
    Players { fewest: u16, most: u16 },
    #[error("The lower bound of ratings is above the upper one.")]
    Ratings,
    #[error("A tournament begins in the future, within a year.")]
    Start,
    #[error("Please give the day and the time of the start.")]
    NoStart,
    #[error("There is no such time zone. They have names such as Europe/Berlin.")]
    TimeZone,
}

/// A day such as `2026-11-28` and a time such as `20:00` in a time zone; without one they are in UTC.
///
/// # Errors
/// When they are none.
pub fn start(day: &str, time: &str, time_zone: &str) -> Result<UnixMs, BadTerms> {
    let zone = match time_zone.trim() {
        "" => TimeZone::UTC,
        name => TimeZone::get(name).map_err(|_| BadTerms::TimeZone)?,
    };
    let day = Date::strptime("%Y-%m-%d", day.trim()).map_err(|_| BadTerms::NoStart)?;
    let time: Time = time.trim().parse().map_err(|_| BadTerms::NoStart)?;
    let start = day
        .to_datetime(time)
        .to_zoned(zone)
        .map_err(|_| BadTerms::NoStart)?;
    Ok(UnixMs(start.timestamp().as_millisecond()))
}

/// Whether a tournament may begin at that time.
pub(super) fn is_start(starts_at: UnixMs, now: UnixMs) -> bool {
    now < starts_at && starts_at - now <= LONGEST_AHEAD
}

impl TermsForm {
    /// Whether bots can play for those who do not come.
    pub fn may_have_bots(clock: ClockTerms, rated: bool, seats: u8) -> bool {
        !rated && seats > 2 && matches!(clock, ClockTerms::RealTime(_))
    }

    /// The terms, if there can be such a tournament.
    pub fn parse(mut self, now: UnixMs) -> Result<TournamentTerms, BadTerms> {
        match self.format {
            // Who finds no table in an arena waits for the next one.
            Format::Arena { .. } => self.fewest = self.seats,
            // A division can be small.
            Format::League { .. } => self.fewest = self.fewest.min(league::FEWEST as u8),
            _ => (),
        }
        let game = self.game()?;
        self.check_format(game.seats)?;
        self.check_players()?;
        let TermsForm {
            name,
            text,
            format,
            starts_at,
            most,
            ratings,
            public,
            club,
            ..
        } = self;
        if ratings.from.zip(ratings.to).is_some_and(|(from, to)| from > to) {
            return Err(BadTerms::Ratings);
        }
        if !is_start(starts_at, now) {
            return Err(BadTerms::Start);
        }
        Ok(TournamentTerms {
            name,
            text,
            game,
            format,
            starts_at,
            most,
            ratings,
            public,
            club,
        })
    }

    fn game(&self) -> Result<TournamentGame, BadTerms> {
        let (seats, fewest) = (self.seats, self.fewest);
        TableSize::new(seats.into(), fewest.into()).ok_or(BadTerms::TableSize)?;
        if self.clock == ClockTerms::Untimed {
            return Err(BadTerms::NoClock);
        }
        if self.bot_for_missing && !TermsForm::may_have_bots(self.clock, self.rated, seats) {
            return Err(BadTerms::BotForMissing);
        }
        let mut variant = String::new();
        for seats in fewest..=seats {
            let game = self.kind.start(seats, &self.variant);
            let game = game.map_err(|error| BadTerms::Game(error.to_string()))?;
            game.variant().clone_into(&mut variant);
        }
        Ok(TournamentGame {
            kind: self.kind,
            variant,
            seats,
            fewest,
            clock: self.clock,
            rated: self.rated,
            bot_for_missing: self.bot_for_missing,
        })
    }

    fn check_format(&self, seats: u8) -> Result<(), BadTerms> {
        let has_two = seats == 2;
        match self.format {
            Format::Swiss { rounds } if !(1..=MOST_SWISS_ROUNDS).contains(&rounds) => {
                Err(BadTerms::SwissRounds)
            }
            Format::Arena { minutes } if !(SHORTEST_ARENA..=LONGEST_ARENA).contains(&minutes) => {
                Err(BadTerms::ArenaMinutes)
            }
            Format::Arena { .. } if !matches!(self.clock, ClockTerms::RealTime(_)) => {
                Err(BadTerms::ArenaClock)
            }
            Format::League { division }
                if !(league::FEWEST..=league::MOST).contains(&usize::from(division)) =>
            {
                Err(BadTerms::Division)
            }
            Format::League { .. } if !matches!(self.clock, ClockTerms::Correspondence(_)) => {
                Err(BadTerms::LeagueClock)
            }
            Format::RoundRobin { .. } if !has_two => Err(BadTerms::RoundRobinSeats),
            Format::FullSchedule { .. } if has_two => Err(BadTerms::ScheduleSeats),
            Format::FullSchedule { rounds: Some(rounds) }
                if rounds == 0 || u16::from(rounds) > MOST_SCHEDULED_PLAYERS =>
            {
                Err(BadTerms::ScheduleRounds)
            }
            _ => Ok(()),
        }
    }

    fn check_players(&self) -> Result<(), BadTerms> {
        let (fewest, most) = (u16::from(self.seats), self.format.most_players());
        match (fewest..=most).contains(&self.most) {
            true => Ok(()),
            false => Err(BadTerms::Players { fewest, most }),
        }
    }
}

/// The numbers that are chosen with formats, each with some of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct FormatNumbers {
    /// Of a Swiss tournament; of a full schedule, if it is not to be complete.
    pub rounds: Option<u8>,
    /// Of an arena.
    pub minutes: Option<u16>,
    /// About how many players each division of a league has.
    pub division: Option<u8>,
}

impl Format {
    /// The format with this name, with those of the numbers that belong to it.
    ///
    /// # Errors
    /// When there is none, or it has no number that it needs.
    pub fn named(name: &str, numbers: FormatNumbers) -> Result<Format, BadTerms> {
        let FormatNumbers {
            rounds,
            minutes,
            division,
        } = numbers;
        Ok(match name {
            "swiss" => Format::Swiss {
                rounds: rounds.ok_or(BadTerms::SwissRounds)?,
            },
            "league" => Format::League {
                division: division.ok_or(BadTerms::Division)?,
            },
            "round_robin" => Format::RoundRobin { second_leg: false },
            "double_round_robin" => Format::RoundRobin { second_leg: true },
            "full_schedule" => Format::FullSchedule { rounds },
            "arena" => Format::Arena {
                minutes: minutes.ok_or(BadTerms::ArenaMinutes)?,
            },
            _ => return Err(BadTerms::Format),
        })
    }

    /// How many players may take part at most.
    pub fn most_players(self) -> u16 {
        match self {
            Format::Swiss { .. } => MOST_SWISS_PLAYERS,
            Format::RoundRobin { .. } => MOST_ROUND_ROBIN_PLAYERS,
            Format::FullSchedule { .. } => MOST_SCHEDULED_PLAYERS,
            Format::Arena { .. } => MOST_ARENA_PLAYERS,
            Format::League { .. } => MOST_LEAGUE_PLAYERS,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_start_is_a_time_of_day_in_a_time_zone() {
        let unix = |text: &str| UnixMs(text.parse::<jiff::Timestamp>().unwrap().as_millisecond());
        for (day, time, zone, at) in [
            ("2026-11-28", "20:00", "", "2026-11-28T20:00:00Z"),
            ("2026-11-28", "20:00", "Europe/Berlin", "2026-11-28T19:00:00Z"),
            ("2026-07-01", "00:30", "America/New_York", "2026-07-01T04:30:00Z"),
        ] {
            assert_eq!(start(day, time, zone), Ok(unix(at)), "{day} {time} {zone}");
        }
        for (day, time) in [
            ("", "20:00"),
            ("2026-11-31", "20:00"),
            ("2026-11-28", ""),
            ("2026-11-28", "24:01"),
        ] {
            assert_eq!(start(day, time, ""), Err(BadTerms::NoStart), "{day} {time}");
        }
        assert_eq!(start("2026-11-28", "20:00", "Atlantis"), Err(BadTerms::TimeZone));
    }

    #[test]
    fn formats_are_found_by_their_names() {
        for format in [
            Format::Swiss { rounds: 5 },
            Format::RoundRobin { second_leg: false },
            Format::RoundRobin { second_leg: true },
            Format::FullSchedule { rounds: None },
            Format::FullSchedule { rounds: Some(7) },
        ] {
            let numbers = FormatNumbers {
                rounds: format.rounds(),
                ..FormatNumbers::default()
            };
            assert_eq!(Format::named(format.name(), numbers), Ok(format));
        }
        let all = FormatNumbers {
            rounds: Some(3),
            minutes: Some(60),
            division: Some(6),
        };
        for format in [Format::Arena { minutes: 60 }, Format::League { division: 6 }] {
            assert_eq!(Format::named(format.name(), all), Ok(format));
        }
        assert_eq!(Format::named("knockout", all), Err(BadTerms::Format));
        let without = |name| Format::named(name, FormatNumbers::default());
        assert_eq!(without("swiss"), Err(BadTerms::SwissRounds));
        assert_eq!(without("arena"), Err(BadTerms::ArenaMinutes));
        assert_eq!(without("league"), Err(BadTerms::Division));
    }
}
