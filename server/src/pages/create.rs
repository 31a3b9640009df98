//! `POST /tables`: creates a table.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use thicket_rules::GameKind;

use super::home::{self, Again, Chosen};
use crate::address::ClientAddress;
use crate::app::App;
use crate::auth::{CurrentUser, Named};
use crate::error::PageError;
use crate::ids::{FormId, PlayerId, TableCode};
use crate::model::terms::{ClockTerms, Starter, Terms};
use crate::names::PlayerName;
use crate::protocol::ClockForm;
use crate::twice::Created;

/// The form on the home page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    pub(super) kind: String,
    seats: u8,
    #[serde(default)]
    variant: String,
    starter: Starter,
    public: bool,
    /// Whether those who watch may not explore the game while it is on.
    #[serde(default)]
    only_watch: bool,
    pub(super) name: String,
    /// Which form it is. Only programs leave it out.
    #[serde(default = "FormId::fresh")]
    form: FormId,
    /// Whether the game changes ratings.
    #[serde(default)]
    rated: bool,
    /// As [`ClockForm`] has it; none for as much time as they like.
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
}

impl Wanted {
    /// What was chosen, to be shown again. A clock of which nothing was filled in is the usual one.
    pub(super) fn chosen(&self) -> Chosen {
        let usual = ClockForm::default();
        let or = |text: &String, usual: String| if text.is_empty() { usual } else { text.clone() };
        Chosen {
            seats: self.seats,
            variant: self.variant.clone(),
            starter: self.starter,
            public: self.public,
            rated: self.rated,
            only_watch: self.only_watch,
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
    from: ClientAddress,
    user: CurrentUser,
    form: Result<Form<Wanted>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(wanted) = form?;
    let again = async |problem: &str| {
        let form = Again {
            kind: &wanted.kind,
            name: &wanted.name,
            wanted: Some(&wanted),
            problem,
        };
        home::again(&app, &user, form).await
    };
    let name = match PlayerName::parse(&wanted.name) {
        Ok(name) => user.playing_as(name),
        Err(error) => return again(&error.to_string()).await,
    };
    let clock = match wanted.chosen().clock.terms() {
        Ok(clock) => clock,
        Err(error) => return again(&error.to_string()).await,
    };
    let terms = terms(&wanted, clock).map_err(PageError::Bad)?;
    if let Err(refusal) = terms.check_rated(user.is_member()) {
        return again(&refusal.sentence).await;
    }
    let form = (wanted.form, format!("{wanted:?}"));
    let create = |player| app.tables.create(terms, player, name.clone());
    match seated(&app, from, &user, &name, form, create).await {
        Err(error @ (PageError::TooMuch(_) | PageError::NameTaken)) => again(&error.to_string()).await,
        answer => answer,
    }
}

/// Gives a player their name, and leads them to the table where `seat` seats them, once for each form as it was filled in.
///
/// # Errors
/// When there were too many tables or names from there, those of `seat`, and when the store does not answer.
pub(super) async fn seated<E, F>(
    app: &App,
    from: ClientAddress,
    user: &CurrentUser,
    name: &PlayerName,
    (form, filled_in): (FormId, String),
    seat: impl FnOnce(PlayerId) -> F,
) -> Result<Response, PageError>
where
    F: Future<Output = Result<TableCode, E>>,
    PageError: From<E>,
{
    let create = async {
        app.limits.table(from)?;
        let Named { player, token } = app.sessions.name(user, name).await?;
        let code = seat(player.id).await?;
        Ok::<_, PageError>(Created { code, token })
    };
    let created = app.created.once(form, filled_in, create).await?;
    Ok(to_table(app, &created))
}

/// Leads a player to a table, with the cookie of their session if it is new.
fn to_table(app: &App, Created { code, token }: &Created) -> Response {
    let mut response = Redirect::to(&format!("/g/{code}")).into_response();
    if let Some(token) = token {
        app.sessions.set_cookie(response.headers_mut(), token);
    }
    response
}

fn terms(wanted: &Wanted, clock: ClockTerms) -> Result<Terms, String> {
    let kind: GameKind = wanted
        .kind
        .parse()
        .map_err(|_| "There is no such game here.".to_owned())?;
    // The game says which seats and variants it has, and what its default is called.
    let game = kind
        .start(wanted.seats, &wanted.variant)
        .map_err(|error| format!("{error}."))?;
    Ok(Terms {
        kind,
        seats: game.seats(),
        variant: game.variant().to_owned(),
        starter: wanted.starter,
        public: wanted.public,
        clock,
        explorable: !wanted.only_watch,
        rated: wanted.rated,
        from: None,
    })
}
