//! `GET /tournaments/new` and `POST /tournaments`: a member announces a tournament, and directs it.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use thicket_pairings::league;

use crate::app::App;
use crate::auth::{Browser, CurrentUser};
use crate::clock_words::TIMED_CLOCKS;
use crate::error::PageError;
use crate::http::limits::TooMuch;
use crate::idempotency::FilledForm;
use crate::ids::{ClubId, IdempotencyKey, TournamentId};
use crate::model::clock_terms::BadClock;
use crate::model::club::{Role, TournamentClub};
use crate::model::game::no_show;
use crate::model::terms::ClockTerms;
use crate::model::tournament::arena::{LONGEST_ARENA, MOST_ARENA_PLAYERS, SHORTEST_ARENA};
use crate::model::tournament::form::{BadTerms, FormatNumbers, MOST_SWISS_ROUNDS, TermsForm, start};
use crate::model::tournament::terms::{Format, RatingRange};
use crate::model::tournament::words::{
    BadWords, NAME_LETTERS, TEXT_CHARACTERS, TournamentName, TournamentText,
};
use crate::pages::home::{FormValues, GameForm, KindChoice, kinds};
use crate::pages::table::seating;
use crate::pages::{PageContext, html};
use crate::protocol::ClockForm;
use crate::time::{list_day, now_ms};
use crate::tournaments::TournamentError;

/// A day (milliseconds): a new tournament begins tomorrow, unless something else is chosen.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "new_tournament.html")]
struct NewTournamentPage {
    context: PageContext,
    kinds: Vec<KindChoice>,
    clock: ClockForm,
    /// The clubs where the reader is an officer.
    clubs: Vec<(ClubId, String)>,
    typed: TournamentForm,
    problem: Option<String>,
}

/// The form. Numbers are text, so that invalid ones are shown again.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentForm {
    title: String,
    #[serde(default)]
    text: String,
    kind: String,
    seats: u8,
    #[serde(default)]
    variant: String,
    /// How many seats fewer than the others tables may have where the numbers do not divide.
    #[serde(default)]
    fewer: u8,
    rated: bool,
    #[serde(default)]
    bot_for_missing: bool,
    /// `swiss`, `everybody`, `twice`, `arena`, or `league`.
    format: String,
    #[serde(default)]
    rounds: String,
    /// Of a full schedule; empty for as many as it takes.
    #[serde(default)]
    most_rounds: String,
    /// Of an arena.
    #[serde(default)]
    length: String,
    /// Of a league.
    #[serde(default)]
    division: String,
    #[serde(default)]
    day: String,
    #[serde(default)]
    time: String,
    #[serde(default)]
    zone: String,
    most: String,
    #[serde(default)]
    lowest: String,
    #[serde(default)]
    highest: String,
    /// Whether lists show it.
    #[serde(default = "listed")]
    public: bool,
    /// The id of a club; empty for none.
    #[serde(default)]
    club: String,
    #[serde(default)]
    members_only: bool,
    clock: String,
    #[serde(default)]
    minutes: String,
    #[serde(default)]
    seconds: String,
    #[serde(default)]
    days: String,
    #[serde(default)]
    hours: String,
    #[serde(default)]
    cap: String,
    #[serde(default)]
    grace: String,
    #[serde(default = "IdempotencyKey::fresh")]
    form: IdempotencyKey,
}

fn listed() -> bool {
    true
}

impl TournamentForm {
    /// What is chosen as long as nobody has chosen anything.
    fn usual(club: Option<ClubId>) -> TournamentForm {
        let clock = ClockForm::default();
        TournamentForm {
            title: String::new(),
            text: String::new(),
            kind: String::new(),
            seats: 0,
            variant: String::new(),
            fewer: 1,
            rated: false,
            bot_for_missing: false,
            format: "swiss".to_owned(),
            rounds: "5".to_owned(),
            most_rounds: String::new(),
            length: "60".to_owned(),
            division: "6".to_owned(),
            day: list_day(now_ms() + DAY_MS),
            time: "20:00".to_owned(),
            zone: String::new(),
            most: "16".to_owned(),
            lowest: String::new(),
            highest: String::new(),
            public: true,
            club: club.map(|club| club.to_string()).unwrap_or_default(),
            members_only: false,
            clock: TIMED_CLOCKS[1].0.to_owned(),
            minutes: clock.minutes,
            seconds: clock.seconds,
            days: clock.days,
            hours: clock.hours,
            cap: clock.cap,
            grace: clock.grace,
            form: IdempotencyKey::fresh(),
        }
    }

    fn clock(&self) -> ClockForm {
        ClockForm {
            clock: self.clock.clone(),
            minutes: self.minutes.clone(),
            seconds: self.seconds.clone(),
            days: self.days.clone(),
            hours: self.hours.clone(),
            cap: self.cap.clone(),
            grace: self.grace.clone(),
        }
    }

    fn terms(&self) -> Result<TermsForm, NotCreated> {
        let kind = seating::game(&self.kind)?;
        let fewest = self.seats.saturating_sub(self.fewer);
        let clock = self.clock().terms()?;
        Ok(TermsForm {
            name: TournamentName::parse(&self.title)?,
            text: TournamentText::parse(&self.text)?,
            kind,
            variant: self.variant.clone(),
            seats: self.seats,
            fewest: fewest.max(*kind.info().seats.start()).min(self.seats),
            clock,
            rated: self.rated,
            bot_for_missing: self.has_bots(clock),
            format: self.format()?,
            starts_at: start(&self.day, &self.time, &self.zone)?,
            most: number(&self.most)?.unwrap_or_default(),
            ratings: RatingRange {
                from: number(&self.lowest)?,
                to: number(&self.highest)?,
            },
            public: self.public,
            club: self.club()?,
        })
    }

    /// The choice is not in sight where no bot can play.
    fn has_bots(&self, clock: ClockTerms) -> bool {
        self.bot_for_missing && TermsForm::may_have_bots(clock, self.rated, self.seats)
    }

    fn club(&self) -> Result<Option<TournamentClub>, NotCreated> {
        if self.club.is_empty() {
            return Ok(None);
        }
        let id = self.club.parse().map_err(|_| TournamentError::NotOfficer)?;
        Ok(Some(TournamentClub {
            id,
            members_only: self.members_only,
        }))
    }

    fn format(&self) -> Result<Format, NotCreated> {
        let name = match (self.format.as_str(), self.seats) {
            ("everybody", 2) => "round_robin",
            ("everybody", _) => "full_schedule",
            ("twice", _) => "double_round_robin",
            (other, _) => other,
        };
        // What belongs to the other formats is not in sight.
        let mut numbers = FormatNumbers::default();
        match name {
            "swiss" => numbers.rounds = number(&self.rounds)?,
            "full_schedule" => numbers.rounds = number(&self.most_rounds)?,
            "arena" => numbers.minutes = number(&self.length)?,
            "league" => numbers.division = number(&self.division)?,
            _ => (),
        }
        Ok(Format::named(name, numbers)?)
    }
}

/// Why there is no tournament.
#[derive(Debug, thiserror::Error)]
enum NotCreated {
    #[error(transparent)]
    Words(#[from] BadWords),
    #[error(transparent)]
    Terms(#[from] BadTerms),
    #[error(transparent)]
    Clock(#[from] BadClock),
    #[error("“{0}” is not a number that fits there.")]
    Number(String),
    #[error("To direct a tournament you need an account.")]
    Guest,
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
    #[error(transparent)]
    Page(#[from] PageError),
    #[error(transparent)]
    Tournament(#[from] TournamentError),
}

/// `None` for nothing.
fn number<T: std::str::FromStr>(text: &str) -> Result<Option<T>, NotCreated> {
    match text.trim() {
        "" => Ok(None),
        typed => typed
            .parse()
            .map(Some)
            .map_err(|_| NotCreated::Number(typed.to_owned())),
    }
}

/// For which club a tournament is to be announced.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct ClubQuery {
    club: Option<ClubId>,
}

/// `GET /tournaments/new`
pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    query: Result<Query<ClubQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(ClubQuery { club }) = query?;
    page(&app, &user, TournamentForm::usual(club), None, StatusCode::OK).await
}

/// `POST /tournaments`: sent twice, it makes one.
pub async fn create(
    State(app): State<App>,
    browser: Browser,
    user: CurrentUser,
    form: Result<GameForm<TournamentForm>, PageError>,
) -> Result<Response, PageError> {
    let GameForm(wanted) = form?;
    let problem = match create_one(&app, &browser, &user, &wanted).await {
        Ok(id) => return Ok(Redirect::to(&format!("/tournaments/{id}")).into_response()),
        Err(problem) => problem,
    };
    let status = match problem {
        NotCreated::Page(error) => return Err(error),
        NotCreated::Tournament(error @ (TournamentError::Store(_) | TournamentError::Log(_))) => {
            return Err(error.into());
        }
        NotCreated::TooMuch(_) => StatusCode::TOO_MANY_REQUESTS,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    page(&app, &user, wanted, Some(problem.to_string()), status).await
}

async fn create_one(
    app: &App,
    browser: &Browser,
    user: &CurrentUser,
    wanted: &TournamentForm,
) -> Result<TournamentId, NotCreated> {
    let player = user.id().filter(|_| user.is_member()).ok_or(NotCreated::Guest)?;
    let terms = wanted.terms()?;
    app.limits.tournament_form(browser.from)?;
    let form = FilledForm::new(wanted.form, &format!("{wanted:?}"));
    let id = TournamentId::derived(&form.of(browser).into());
    app.tournaments.create(id, terms, player).await?;
    Ok(id)
}

async fn page(
    app: &App,
    user: &CurrentUser,
    typed: TournamentForm,
    problem: Option<String>,
    status: StatusCode,
) -> Result<Response, PageError> {
    let own = match user.id() {
        Some(player) => app.clubs.of_player(player).await?,
        None => Vec::new(),
    };
    let led = own.into_iter().filter(|own| own.role == Role::Officer);
    let chosen = typed.kind.parse().ok();
    let before = FormValues {
        seats: typed.seats,
        variant: typed.variant.clone(),
        ..FormValues::default()
    };
    let page = NewTournamentPage {
        context: PageContext::of(user),
        kinds: kinds(chosen, chosen.is_some().then_some(&before)),
        clock: typed.clock(),
        clubs: led.map(|own| (own.club.id, own.club.name)).collect(),
        typed,
        problem,
    };
    Ok(html(&page, status))
}
