//! The page of a tournament, and the forms on it.

pub mod create;
pub mod files;
pub mod list;
mod log;
pub mod reader;
mod rounds;
mod standings;
mod terms;
pub mod wishes;

use std::collections::HashMap;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use self::log::LogRow;
use self::reader::Wishes;
use self::rounds::{RoundView, TypedResult};
use self::standings::StandingsView;
use self::terms::TermsView;
use crate::app::App;
use crate::auth::CurrentUser;
use crate::clubs::ClubError;
use crate::error::PageError;
use crate::http::etag::has_already;
use crate::ids::{ClubId, PlayerId, TournamentId};
use crate::model::game::no_show;
use crate::model::tournament::event::TournamentEvent;
use crate::model::tournament::league::{self, Move};
use crate::model::tournament::standings::PlayerStanding;
use crate::model::tournament::state::{State as Tournament, Status};
use crate::pages::parts::profile_address::address;
use crate::pages::{PageContext, html};
use crate::seq::Seq;
use crate::store::DELETED;
use crate::time::{UnixMs, clock_time, list_day, now_ms};
use crate::tournaments::Participant;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "tournament.html")]
pub struct TournamentPage {
    context: PageContext,
    id: TournamentId,
    /// The address for others; empty where a form was refused.
    link: String,
    /// The address of a picture for links: a board of what is played, or was played last.
    image: Option<String>,
    /// What stands for the page as it is now: see [`tag`].
    tag: String,
    terms: TermsView,
    status: Status,
    director: PersonView,
    /// The club that it belongs to, with its name.
    club: Option<(ClubId, String)>,
    /// Those who take part from the next round on.
    present: Vec<PersonView>,
    taking_part: usize,
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
    start: StartForm,
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
    result: Option<TypedResult>,
    start: Option<StartForm>,
}

/// The form for another start: as it was typed, or with the start as it is.
#[derive(Clone, Debug)]
struct StartForm {
    day: String,
    time: String,
    /// Empty for UTC.
    zone: String,
    why: String,
}

impl StartForm {
    fn of(starts_at: UnixMs) -> StartForm {
        StartForm {
            day: list_day(starts_at),
            time: clock_time(starts_at),
            zone: String::new(),
            why: String::new(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct PersonView {
    pub name: String,
    pub profile: Option<String>,
    pub confirmed: bool,
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
        Some(page) => {
            let tables = page.rounds.iter().flat_map(|round| &round.tables);
            let code = tables.filter_map(|table| table.code.as_deref()).next();
            let image = code.map(|code| app.address(&headers, &format!("/g/{code}/board.card.png")));
            html(&TournamentPage { link, image, ..page }, StatusCode::OK)
        }
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
    let state = app.tournaments.read(id).await?;
    let rows = standings::rows(&state, user.id());
    let is_running_arena = state.is_arena() && state.status == Status::Running;
    let people = People(match is_running_arena {
        // A thousand may take part, of whom few are shown.
        true => {
            app.tournaments
                .named(named_in_arena(&state, &rows, user.id()))
                .await?
        }
        false => app.tournaments.people(&state).await?,
    });
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
    Ok(TournamentPage {
        context: PageContext::of(user),
        id,
        link: String::new(),
        image: None,
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
        present: match is_running_arena {
            // The standings name them.
            true => Vec::new(),
            false => present.collect(),
        },
        taking_part: state.present().count(),
        standings: standings::views(&state, shown, &people, &rows),
        tie_breaks: standings::tie_breaks(&state),
        rounds: rounds::views(
            &state,
            shown,
            &people,
            &unmade,
            wishes.is_director,
            typed.result.as_ref(),
        ),
        season: (state.is_league() && seasons > 0).then_some(SeasonView {
            number: season,
            of: seasons,
        }),
        log: log::rows(&state, &people),
        start: typed
            .start
            .clone()
            .unwrap_or_else(|| StartForm::of(state.terms.starts_at())),
        wishes,
        typed,
    })
}

/// Whom the page of an arena names that is under way.
fn named_in_arena(
    state: &Tournament,
    rows: &[PlayerStanding],
    reader: Option<PlayerId>,
) -> impl Iterator<Item = PlayerId> {
    let own = reader.map_or_else(Vec::new, |reader| state.tables_of(reader));
    let own = own.into_iter().flat_map(|table| table.players.iter().copied());
    let changed = state.changes().iter().filter_map(|entry| match entry.event {
        TournamentEvent::DirectorChanged { director } => Some(director),
        _ => entry.player,
    });
    let corrected = state.changes().iter().filter_map(|entry| match &entry.event {
        TournamentEvent::Corrected { table, .. } => state.table(*table),
        _ => None,
    });
    let corrected = corrected.flat_map(|table| table.paired.players.iter().copied());
    let ranked = rows.iter().map(|row| row.player);
    let players = rounds::players_in_arena(state)
        .into_iter()
        .chain(own)
        .chain(ranked);
    players.chain(changed).chain(corrected).chain([state.director])
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
