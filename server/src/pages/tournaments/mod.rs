//! The page of a tournament, and the forms on it.

pub mod create;
pub mod files;
pub mod list;
mod log;
mod rounds;
mod standings;
mod terms;
pub mod wishes;

use std::collections::{HashMap, HashSet};

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use self::log::LogRow;
use self::rounds::RoundView;
use self::standings::StandingsView;
use self::terms::TermsView;
use crate::app::App;
use crate::auth::CurrentUser;
use crate::clubs::ClubError;
use crate::error::PageError;
use crate::http::etag::has_already;
use crate::ids::{ClubId, IdempotencyKey, PlayerId, TableCode, TableId, TournamentId};
use crate::model::tournament::league::{self, Move};
use crate::model::tournament::refusal::Refusal;
use crate::model::tournament::state::{State as Tournament, Status};
use crate::pages::parts::profile_address::address;
use crate::pages::{PageContext, html};
use crate::seq::Seq;
use crate::store::DELETED;
use crate::time::{monotonic_unix_ms, now_ms, page_time};
use crate::tournaments::Participant;
use crate::words::list;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "tournament.html")]
pub struct TournamentPage {
    context: PageContext,
    id: TournamentId,
    /// The address for others; empty where a form was refused.
    link: String,
    /// What stands for the page as it is now: see [`tag`].
    tag: String,
    terms: TermsView,
    status: Status,
    director: PersonView,
    /// The club that it belongs to, with its name.
    club: Option<(ClubId, String)>,
    /// Those who take part from the next round on.
    present: Vec<PersonView>,
    places_left: usize,
    wishes: Wishes,
    /// One, in a league one for each division; none before the first round.
    standings: Vec<StandingsView>,
    /// The names of the tie-breaks, and what they are.
    tie_breaks: Vec<(&'static str, &'static str)>,
    /// The last one first; in a league the games of each division.
    rounds: Vec<RoundView>,
    /// The season of a league that is shown, once there is one.
    season: Option<SeasonView>,
    log: Vec<LogRow>,
    typed: Typed,
}

impl TournamentPage {
    /// Whether something may still happen by itself.
    fn follows(&self) -> bool {
        let is_now = self.season.as_ref().is_none_or(SeasonView::is_last);
        is_now && matches!(self.status, Status::Open | Status::Running)
    }

    /// What is played now, or was played last.
    fn current_rounds(&self) -> &[RoundView] {
        match self.season {
            Some(_) => &self.rounds,
            None => self.rounds.get(..1).unwrap_or_default(),
        }
    }

    /// What chats show of a link to it.
    fn about(&self) -> String {
        let terms = &self.terms;
        match self.status {
            Status::Open => format!(
                "A tournament of {}. It begins on {}; {} of {} places are free. Sign up in the browser.",
                terms.game, terms.starts, self.places_left, terms.most
            ),
            Status::Running => format!(
                "A tournament of {}, being played: standings and boards.",
                terms.game
            ),
            Status::Finished => format!("A tournament of {}: the standings and all games.", terms.game),
            Status::Cancelled => format!("A tournament of {}, cancelled.", terms.game),
        }
    }
}

/// The tournament for a room full of people: standings and boards, as large as they can be.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "tournament_screen.html")]
struct ScreenPage {
    context: PageContext,
    page: TournamentPage,
}

/// A season of a league, counted from 1.
#[derive(Clone, Debug)]
struct SeasonView {
    number: usize,
    /// How many there are.
    of: usize,
}

impl SeasonView {
    fn is_last(&self) -> bool {
        self.number == self.of
    }
}

/// Which season of a league is shown; the last one, if none is named.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct SeasonQuery {
    season: Option<usize>,
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
    /// Where they are to play now.
    tables: Vec<OwnTable>,
    /// Whether they wait for their next table in an arena.
    waits: bool,
    can_withdraw: bool,
    can_confirm: bool,
    /// From when on they can confirm, if that is later.
    confirms_from: Option<String>,
    is_director: bool,
    can_cancel: bool,
    /// What tells this form from any other: sent twice, it makes one guest.
    form: IdempotencyKey,
}

/// A table where the reader plays.
#[derive(Clone, Debug)]
struct OwnTable {
    code: TableCode,
    /// "Ann and Ben".
    others: String,
}

/// `GET /tournaments/{id}`, `GET /tournaments/{id}?season=2`
pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    Path(id): Path<String>,
    headers: HeaderMap,
    query: Result<Query<SeasonQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let (id, Query(SeasonQuery { season })) = (known(&id)?, query?);
    let link = app.address(&headers, &format!("/tournaments/{id}"));
    Ok(match unless_known(&app, &user, id, season, &headers).await? {
        Some(page) => html(&TournamentPage { link, ..page }, StatusCode::OK),
        None => StatusCode::NOT_MODIFIED.into_response(),
    })
}

/// `GET /tournaments/{id}/screen`
pub async fn screen(
    State(app): State<App>,
    user: CurrentUser,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let context = PageContext::of(&user);
    Ok(
        match unless_known(&app, &user, known(&id)?, None, &headers).await? {
            Some(page) => html(&ScreenPage { context, page }, StatusCode::OK),
            None => StatusCode::NOT_MODIFIED.into_response(),
        },
    )
}

/// The page, unless the reader has it as it is. Open pages ask again and again: without news nothing is computed for them.
async fn unless_known(
    app: &App,
    user: &CurrentUser,
    id: TournamentId,
    season: Option<usize>,
    headers: &HeaderMap,
) -> Result<Option<TournamentPage>, PageError> {
    if headers.contains_key(header::IF_NONE_MATCH)
        && let Some(seq) = app.tournaments.seq(id).await?
        && has_already(headers, &tag(seq, user))
    {
        return Ok(None);
    }
    page_of(app, user, id, season, Typed::default()).await.map(Some)
}

/// What stands for the page: it changes with the log, for each reader, and with the minute, since people can confirm from one on.
fn tag(seq: Seq, user: &CurrentUser) -> String {
    let reader = user.id().map(|player| player.to_string()).unwrap_or_default();
    format!("W/\"{seq}-{}-{reader}\"", now_ms().0 / 60_000)
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
    Ok(html(&page_of(app, user, id, None, typed).await?, status))
}

async fn page_of(
    app: &App,
    user: &CurrentUser,
    id: TournamentId,
    season: Option<usize>,
    typed: Typed,
) -> Result<TournamentPage, PageError> {
    let (state, log) = app.tournaments.history(id).await?;
    let people = People(app.tournaments.people(&state).await?);
    let unmade = app.tournaments.unmade(&state).await?;
    let wishes = Wishes::of(app, user, &state, &unmade, &people).await?;
    let seasons = state.rounds().len();
    let season = season.unwrap_or(seasons);
    if season > seasons || (season == 0 && seasons > 0) {
        return Err(PageError::missing("There is no such season."));
    }
    let shown = season.saturating_sub(1);
    let confirms = state.terms.asks_to_confirm();
    let present = state.present().map(|entrant| PersonView {
        confirmed: confirms && entrant.confirmed,
        ..people.view(entrant.player)
    });
    let present: Vec<PersonView> = present.collect();
    Ok(TournamentPage {
        context: PageContext::of(user),
        id,
        link: String::new(),
        // Tables are made without an entry of the log: the page asks until they are there.
        tag: match unmade.is_empty() {
            true => tag(state.seq, user),
            false => String::new(),
        },
        terms: TermsView::of(&state),
        status: state.status,
        director: people.view(state.director),
        club: club_of(app, &state).await?,
        places_left: state.places_left(),
        present,
        standings: standings::views(&state, shown, &people),
        tie_breaks: standings::tie_breaks(&state),
        rounds: rounds::views(&state, shown, &people, &unmade, wishes.is_director),
        season: (state.is_league() && seasons > 0).then_some(SeasonView {
            number: season,
            of: seasons,
        }),
        log: log::rows(&log, &state, &people),
        wishes,
        typed,
    })
}

/// The club of a tournament, unless it was removed.
async fn club_of(app: &App, state: &Tournament) -> Result<Option<(ClubId, String)>, PageError> {
    let Some(club) = state.terms.club() else {
        return Ok(None);
    };
    match app.clubs.find(club.id).await {
        Ok(found) => Ok(Some((found.id, found.name))),
        Err(ClubError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

impl Wishes {
    async fn of(
        app: &App,
        user: &CurrentUser,
        state: &Tournament,
        unmade: &HashSet<TableId>,
        people: &People,
    ) -> Result<Wishes, PageError> {
        let tables = user.id().map_or_else(Vec::new, |player| state.tables_of(player));
        let tables = tables.into_iter().filter_map(|table| {
            let game = table.game.as_ref().filter(|game| !unmade.contains(&game.id))?;
            let others = table.players.iter().filter(|player| user.id() != Some(**player));
            let others: Vec<String> = others.map(|player| people.name(*player)).collect();
            Some(OwnTable {
                code: game.code.clone(),
                others: list(&others),
            })
        });
        let tables: Vec<OwnTable> = tables.collect();
        let waits = state.status == Status::Running
            && tables.is_empty()
            && state.arena_ends_at().is_some_and(|end| monotonic_unix_ms() < end);
        let entrant = user.id().and_then(|player| state.entrant(player));
        let entrant = entrant.filter(|entrant| entrant.present);
        let hindrance = app.tournaments.hindrance(state, user.id()).await?;
        let hindrance = hindrance.filter(|refusal| *refusal != Refusal::SignedUpAlready);
        let is_director = match user.id() {
            Some(player) => app.tournaments.directs(state, player).await?,
            None => false,
        };
        let goes_on = matches!(state.status, Status::Open | Status::Running);
        let has_to_confirm = entrant.is_some_and(|entrant| !entrant.confirmed)
            && state.terms.asks_to_confirm()
            && state.status == Status::Open;
        let from = state.confirms_from();
        let can_confirm = has_to_confirm && monotonic_unix_ms() >= from;
        Ok(Wishes {
            hindrance: hindrance.map(|refusal| refusal.to_string()),
            takes_part: entrant.is_some(),
            tables,
            waits,
            can_withdraw: entrant.is_some() && goes_on,
            can_confirm,
            confirms_from: (has_to_confirm && !can_confirm).then(|| page_time(from)),
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
