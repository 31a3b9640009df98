//! Tournaments, as programs read and create them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::{PlayerId, TableCode, TournamentId};
use crate::model::clock_terms::BadClock;
use crate::model::club::TournamentClub;
use crate::model::record::seat_outcome::SeatMark;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::tournament::form::{BadTerms, FormatNumbers, TermsForm};
use crate::model::tournament::terms::{Format, RatingRange};
use crate::model::tournament::words::{BadWords, TournamentName, TournamentText};
use crate::seq::Seq;
use crate::time::UnixMs;

/// Some tournaments.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentsView {
    pub tournaments: Vec<ListedTournamentView>,
}

/// A tournament in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ListedTournamentView {
    pub id: TournamentId,
    pub name: String,
    /// `open`, `running`, `finished` or `cancelled`.
    pub status: &'static str,
    /// The name of the game.
    pub game: String,
    /// The seats of a full table.
    pub seats: u8,
    pub clock: String,
    pub rated: bool,
    /// `swiss`, `round_robin`, `double_round_robin`, `full_schedule`, `arena` or `league`.
    pub format: String,
    pub starts_at: UnixMs,
    /// How many take part.
    pub players: i64,
    /// How many may.
    pub most: i64,
    /// How many rounds have been paired; how many seasons of a league have begun.
    pub rounds: i64,
    /// How many there are going to be; 0 before the start, in an arena, and in a league.
    pub all_rounds: i64,
}

/// Everything about a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentView {
    pub id: TournamentId,
    /// Grows with everything that happens in it.
    pub seq: Seq,
    pub name: String,
    pub text: String,
    /// `open`, `running`, `finished` or `cancelled`.
    pub status: &'static str,
    /// The name of the game.
    pub game: String,
    /// Empty for a game with one board.
    pub variant: String,
    /// The seats of a full table.
    pub seats: u8,
    /// The fewest seats of a table where the numbers do not divide.
    pub fewest: u8,
    pub clock: String,
    pub rated: bool,
    /// Whether a bot plays for who does not come to a table for three or more.
    pub bot_for_missing: bool,
    /// `swiss`, `round_robin`, `double_round_robin`, `full_schedule`, `arena` or `league`.
    pub format: &'static str,
    /// How long an arena goes on.
    pub minutes: Option<u16>,
    /// About how many players each division of a league has.
    pub division: Option<usize>,
    /// When the next season of a league begins, while none is played.
    pub next_season_at: Option<UnixMs>,
    pub starts_at: UnixMs,
    /// How many may take part.
    pub most: usize,
    pub ratings: RatingRange,
    /// Whether lists show it to everybody; else only who has the link comes.
    pub public: bool,
    /// The club that it belongs to, whose officers direct it, too.
    pub club: Option<TournamentClub>,
    pub director: PlayerId,
    /// How many rounds there are going to be; 0 before the start, in an arena, and in a league.
    pub all_rounds: usize,
    /// The director, and all who have ever signed up.
    pub players: Vec<TournamentPlayerView>,
    /// In an arena the tables that began together; in a league its seasons.
    pub rounds: Vec<RoundView>,
    /// What decides where points are equal, the most important first.
    pub tie_breaks: Vec<TieBreakView>,
    /// The best first; empty before the first round. In a league those of its last season, the highest division first.
    pub standings: Vec<TournamentStandingView>,
    /// What the director has changed, in order.
    pub corrections: Vec<CorrectionView>,
}

/// Somebody whom a tournament names.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentPlayerView {
    pub id: PlayerId,
    pub name: String,
    /// Whether they have an account, and a profile.
    pub member: bool,
    /// In the game, when they signed up.
    pub rating: Option<i32>,
    /// Whether they have said that they are there for the start.
    pub confirmed: bool,
    /// Whether they take part from the next round on.
    pub present: bool,
}

/// A round of a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoundView {
    /// From 1.
    pub number: usize,
    pub tables: Vec<PairedTableView>,
    pub byes: Vec<PlayerId>,
    /// How the divisions of a season stand, the highest first; empty where there are none.
    pub divisions: Vec<Vec<TournamentStandingView>>,
}

/// A table of a round.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PairedTableView {
    /// None where no game is played, since too few have come. The table is made a moment after it was paired: until then nothing is
    /// found under its code.
    pub code: Option<TableCode>,
    /// In the order of play.
    pub seats: Vec<PairedSeatView>,
    /// Those who would sit here, and take part no more.
    pub absent: Vec<PlayerId>,
}

/// A seat at a table of a round.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PairedSeatView {
    pub player: PlayerId,
    /// 1 plus the number of seats that did better; none while the game is on.
    pub place: Option<u8>,
    /// Why the seat gets no points.
    pub mark: Option<SeatMark>,
}

/// What decides where points are equal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TieBreakView {
    pub name: &'static str,
    /// What it counts.
    pub sentence: &'static str,
}

/// How somebody stands in a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentStandingView {
    /// From 1; who is equal in everything shares it. In a league it is that in the division.
    pub rank: usize,
    /// In a league, from 1, the highest.
    pub division: Option<usize>,
    pub player: PlayerId,
    pub points: f64,
    /// As pages show them, in the order of `tie_breaks` of the tournament.
    pub tie_breaks: Vec<String>,
    /// Tables that the player came to.
    pub games: usize,
    pub byes: usize,
}

/// A result that the director has changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CorrectionView {
    pub at: UnixMs,
    pub by: PlayerId,
    /// The code of the table.
    pub table: Option<TableCode>,
    pub seats: Vec<PairedSeatView>,
    /// For everybody to read.
    pub why: String,
}

/// A tournament to be created. Who creates it is its director.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentRequest {
    name: String,
    #[serde(default)]
    text: String,
    /// The game: `name` in `/api/games`.
    game: String,
    /// The usual board of the game, if none is given.
    #[serde(default)]
    variant: String,
    /// The seats of a full table; as many as are usual, if none is given.
    #[serde(default)]
    seats: Option<u8>,
    /// The fewest seats of a table where the numbers do not divide; as many as a full table has, if none is given: then some have byes.
    #[serde(default)]
    fewest: Option<u8>,
    /// `600+10`, a bank and an increment in seconds; or `7d+12h, cap 14d, grace 12h`.
    clock: String,
    #[serde(default)]
    rated: bool,
    /// Whether a bot plays for who does not come to a table for three or more: in casual tournaments with minutes on the clock.
    #[serde(default)]
    bot_for_missing: bool,
    /// `swiss`, `arena` or `league`; for tables of two `round_robin` or `double_round_robin`; for larger ones `full_schedule`.
    format: String,
    /// Of an arena.
    #[serde(default)]
    minutes: Option<u16>,
    /// Of a league: about how many players each division has, from 4 to 8.
    #[serde(default)]
    division: Option<u8>,
    /// Of a Swiss tournament; of a full schedule, if it is not to be complete.
    #[serde(default)]
    rounds: Option<u8>,
    starts_at: UnixMs,
    /// How many may take part.
    most: u16,
    #[serde(default)]
    ratings: RatingRange,
    /// Whether lists show it to everybody, as they do unless you say otherwise; else only who has the link comes.
    #[serde(default = "yes")]
    public: bool,
    /// The club for which it is announced, of which you are an officer.
    #[serde(default)]
    club: Option<TournamentClub>,
}

impl TournamentRequest {
    /// The terms that are wanted.
    ///
    /// # Errors
    /// When there is no such game, format or clock, or a text cannot be taken.
    pub fn terms(self) -> Result<TermsForm, Refusal> {
        let words = |bad: BadWords| Refusal::new(Code::Malformed, bad.to_string());
        let terms = |bad: BadTerms| Refusal::new(Code::Malformed, bad.to_string());
        let clock = |bad: BadClock| Refusal::new(Code::BadClock, bad.to_string());
        let kind = super::acting::game(&self.game)?;
        let numbers = FormatNumbers {
            rounds: self.rounds,
            minutes: self.minutes,
            division: self.division,
        };
        let seats = self.seats.unwrap_or(kind.info().default_seats);
        Ok(TermsForm {
            name: TournamentName::parse(&self.name).map_err(words)?,
            text: TournamentText::parse(&self.text).map_err(words)?,
            kind,
            variant: self.variant,
            seats,
            fewest: self.fewest.unwrap_or(seats),
            clock: self.clock.parse().map_err(clock)?,
            rated: self.rated,
            bot_for_missing: self.bot_for_missing,
            format: Format::named(&self.format, numbers).map_err(terms)?,
            starts_at: self.starts_at,
            most: self.most,
            ratings: self.ratings,
            public: self.public,
            club: self.club,
        })
    }
}

fn yes() -> bool {
    true
}
