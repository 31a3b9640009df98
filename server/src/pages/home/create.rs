//! `POST /tables`: creates a table.

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use crate::app::App;
use crate::auth::{Browser, CurrentUser};
use crate::clubs::ClubError;
use crate::error::PageError;
use crate::idempotency::FilledForm;
use crate::ids::{ClubId, IdempotencyKey};
use crate::model::club::{ClubRefusal, Role};
use crate::model::terms::{ClockTerms, Starter, Terms};
use crate::names::PlayerName;
use crate::pages::home::{self, FormValues, GameForm, RejectedForm};
use crate::pages::table::seating;
use crate::pages::table::seating::{NotSeated, seated};
use crate::protocol::ClockForm;
use crate::tables::NewTable;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateForm {
    pub(in crate::pages) kind: String,
    seats: u8,
    #[serde(default)]
    variant: String,
    starter: Starter,
    public: bool,
    /// Whether watchers may not explore the game while it is on.
    #[serde(default)]
    only_watch: bool,
    #[serde(default)]
    lines: LinesShown,
    /// Without effect at a table for more than two, where the page does not show it.
    #[serde(default)]
    pie_rule: bool,
    pub(in crate::pages) name: String,
    /// Which form it is. Only programs leave it out.
    #[serde(default = "IdempotencyKey::fresh")]
    form: IdempotencyKey,
    /// The club that the table belongs to.
    #[serde(default)]
    club: Option<ClubId>,
    #[serde(default)]
    rated: bool,
    /// As in [`ClockForm`]; `None` without a clock.
    clock: Option<String>,
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
    /// Of the bots on the same page, which are none of this table's.
    #[serde(default, rename = "level")]
    _level: Option<String>,
}

/// When the lines of watchers are shown to others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinesShown {
    /// At the end where the game is rated, else at once.
    #[default]
    Usual,
    AtOnce,
    AtTheEnd,
}

impl CreateForm {
    pub(super) fn club(&self) -> Option<ClubId> {
        self.club
    }

    /// The values to show again. A clock without values is the usual one.
    pub(in crate::pages) fn chosen(&self) -> FormValues {
        let usual = ClockForm::default();
        let or = |text: &String, usual: String| if text.is_empty() { usual } else { text.clone() };
        FormValues {
            seats: self.seats,
            variant: self.variant.clone(),
            starter: self.starter,
            public: self.public,
            rated: self.rated,
            only_watch: self.only_watch,
            lines: self.lines,
            pie_rule: self.pie_rule,
            clock: ClockForm {
                clock: self.clock.clone().unwrap_or(usual.clock),
                minutes: or(&self.minutes, usual.minutes),
                seconds: or(&self.seconds, usual.seconds),
                days: or(&self.days, usual.days),
                hours: or(&self.hours, usual.hours),
                cap: or(&self.cap, usual.cap),
                grace: or(&self.grace, usual.grace),
            },
        }
    }
}

/// Creates a table, gives its host the first chair, and redirects to it.
pub async fn create(
    State(app): State<App>,
    browser: Browser,
    user: CurrentUser,
    form: Result<GameForm<CreateForm>, PageError>,
) -> Result<Response, PageError> {
    let GameForm(wanted) = form?;
    let seat = async {
        let name = user.playing_as(PlayerName::parse(&wanted.name)?);
        let terms = terms(&wanted, wanted.chosen().clock.terms()?)?;
        terms
            .check_rated(user.is_member())
            .map_err(|refusal| NotSeated::Form(refusal.sentence))?;
        check_club(&app, &user, wanted.club).await?;
        let form = FilledForm::new(wanted.form, &format!("{wanted:?}"));
        let opener = app.opener(browser.from);
        let create = |player| {
            app.tables
                .open_table(&opener, NewTable::new(terms, player, name.clone()))
        };
        seated(&app, &browser, &user, &name, form, create).await
    };
    let again = async |problem: String| {
        let form = RejectedForm {
            kind: &wanted.kind,
            name: &wanted.name,
            wanted: Some(&wanted),
            problem: &problem,
        };
        home::again(&app, &user, form).await
    };
    seating::answer(seat.await, again).await
}

/// Only members open tables of a club.
async fn check_club(app: &App, user: &CurrentUser, club: Option<ClubId>) -> Result<(), PageError> {
    let Some(club) = club else { return Ok(()) };
    let role = app.clubs.role_of(club, user.id()).await?;
    match role.is_some_and(Role::belongs) {
        true => Ok(()),
        false => Err(ClubError::from(ClubRefusal::NotMember).into()),
    }
}

fn terms(wanted: &CreateForm, clock: ClockTerms) -> Result<Terms, PageError> {
    let kind = seating::game(&wanted.kind)?;
    // The game says which seats and variants it has, and what its default is called.
    let game = kind
        .start(wanted.seats, &wanted.variant)
        .map_err(|error| PageError::malformed(format!("{error}.")))?;
    Ok(Terms {
        kind,
        seats: game.seats(),
        variant: game.variant().to_owned(),
        starter: wanted.starter,
        public: wanted.public,
        clock,
        explorable: !wanted.only_watch,
        keeps_lines: match wanted.lines {
            LinesShown::Usual => wanted.rated,
            LinesShown::AtOnce => false,
            LinesShown::AtTheEnd => true,
        },
        pie_rule: wanted.pie_rule && game.seats() == 2,
        rated: wanted.rated,
        from: None,
        club: wanted.club,
        tournament: None,
    })
}
