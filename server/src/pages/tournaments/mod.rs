//! The page of a tournament, and the forms on it.

mod log;
mod rounds;
mod standings;
mod terms;
pub mod wishes;

use std::collections::HashMap;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use self::log::LogRow;
use self::rounds::RoundView;
use self::standings::StandingsView;
use self::terms::TermsView;
use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::ids::{IdempotencyKey, PlayerId, TournamentId};
use crate::model::refusal::RefusalCode as Code;
use crate::model::tournament::refusal::Refusal;
use crate::model::tournament::state::{State as Tournament, Status};
use crate::pages::parts::profile_address::address;
use crate::pages::{PageContext, html};
use crate::store::DELETED;
use crate::time::{monotonic_unix_ms, page_time};
use crate::tournaments::{Participant, TournamentError};

#[derive(Clone, Debug, askama::Template)]
#[template(path = "tournament.html")]
pub struct TournamentPage {
    context: PageContext,
    id: TournamentId,
    terms: TermsView,
    status: Status,
    director: PersonView,
    /// Those who take part from the next round on.
    present: Vec<PersonView>,
    places_left: usize,
    wishes: Wishes,
    standings: Option<StandingsView>,
    /// The last one first.
    rounds: Vec<RoundView>,
    log: Vec<LogRow>,
    typed: Typed,
}

/// What was typed into a form that is shown again, and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    problem: String,
    name: String,
    why: String,
}

#[derive(Clone, Debug)]
pub struct PersonView {
    pub name: String,
    pub profile: Option<String>,
    pub confirmed: bool,
}

/// What the reader can do.
#[derive(Clone, Debug)]
struct Wishes {
    /// Why they cannot sign up; `None` if they can.
    hindrance: Option<String>,
    takes_part: bool,
    can_withdraw: bool,
    can_confirm: bool,
    /// From when on they can confirm, if that is later.
    confirms_from: Option<String>,
    is_director: bool,
    can_cancel: bool,
    /// What tells this form from any other: sent twice, it makes one guest.
    form: IdempotencyKey,
}

/// `GET /tournaments/{id}`
pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    page(&app, &user, known(&id)?, Typed::default(), StatusCode::OK).await
}

fn known(id: &str) -> Result<TournamentId, PageError> {
    id.parse()
        .map_err(|_| PageError::missing("There is no such tournament."))
}

async fn page(
    app: &App,
    user: &CurrentUser,
    id: TournamentId,
    typed: Typed,
    status: StatusCode,
) -> Result<Response, PageError> {
    let (state, log) = app.tournaments.history(id).await?;
    let people = People(app.tournaments.people(&state).await?);
    let wishes = Wishes::of(app, user, &state).await?;
    let confirms = state.terms.asks_to_confirm();
    let present = state.present().map(|entrant| PersonView {
        confirmed: confirms && entrant.confirmed,
        ..people.view(entrant.player)
    });
    let present: Vec<PersonView> = present.collect();
    let page = TournamentPage {
        context: PageContext::of(user),
        id,
        terms: TermsView::of(&state),
        status: state.status,
        director: people.view(state.director),
        places_left: state.places_left(),
        present,
        standings: StandingsView::of(&state, &people),
        rounds: rounds::views(&state, &people, wishes.is_director),
        log: log::rows(&log, &state, &people),
        wishes,
        typed,
    };
    Ok(html(&page, status))
}

impl Wishes {
    async fn of(app: &App, user: &CurrentUser, state: &Tournament) -> Result<Wishes, PageError> {
        let entrant = user.id().and_then(|player| state.entrant(player));
        let entrant = entrant.filter(|entrant| entrant.present);
        let hindrance = app.tournaments.hindrance(state, user.id()).await?;
        let hindrance = hindrance.filter(|refusal| *refusal != Refusal::SignedUpAlready);
        let is_director = user.id() == Some(state.director);
        let goes_on = matches!(state.status, Status::Open | Status::Running);
        let waits = entrant.is_some_and(|entrant| !entrant.confirmed)
            && state.terms.asks_to_confirm()
            && state.status == Status::Open;
        let from = state.confirms_from();
        let can_confirm = waits && monotonic_unix_ms() >= from;
        Ok(Wishes {
            hindrance: hindrance.map(|refusal| refusal.to_string()),
            takes_part: entrant.is_some(),
            can_withdraw: entrant.is_some() && goes_on,
            can_confirm,
            confirms_from: (waits && !can_confirm).then(|| page_time(from)),
            is_director,
            can_cancel: is_director && goes_on,
            form: IdempotencyKey::fresh(),
        })
    }
}

/// Those whom the tournament names.
struct People(HashMap<PlayerId, Participant>);

impl People {
    fn view(&self, player: PlayerId) -> PersonView {
        let known = self.0.get(&player);
        PersonView {
            name: self.name(player),
            profile: known
                .filter(|known| known.member)
                .map(|known| address(&known.name)),
            confirmed: false,
        }
    }

    fn name(&self, player: PlayerId) -> String {
        let known = self.0.get(&player);
        known.map_or(DELETED, |known| known.name.as_str()).to_owned()
    }
}

impl From<TournamentError> for PageError {
    fn from(error: TournamentError) -> PageError {
        let sentence = error.to_string();
        match error {
            TournamentError::Terms(_) => PageError::malformed(sentence),
            TournamentError::Refused(_) | TournamentError::TooMany => {
                PageError::new(StatusCode::CONFLICT, Code::Malformed, sentence)
            }
            TournamentError::NotFound => PageError::missing("There is no such tournament."),
            TournamentError::Busy => {
                PageError::unavailable("Many people are signing up just now. Please try again in a moment.")
            }
            TournamentError::Store(error) => error.into(),
            TournamentError::Log(error) => {
                PageError::unavailable("This tournament cannot be shown right now.").because(error)
            }
        }
    }
}
