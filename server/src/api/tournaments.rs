//! Tournaments: reading and following them, creating one, and taking part.

use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use futures_util::stream;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use utoipa::IntoParams;

use super::in_path::InPath;
use super::key::SentKey;
use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::json::JsonBody;
use crate::http::limits::OpenLists;
use crate::http::lines::{PULSE, answer, line};
use crate::ids::{CommandId, TournamentId};
use crate::model::player::scopes::Scope;
use crate::model::tournament::decide::Action;
use crate::model::tournament::state::Status;
use crate::protocol::{
    ListedTournamentView, StreamEnd, TournamentLine, TournamentRequest, TournamentView, TournamentsView,
};
use crate::pulse::pulse;
use crate::seq::Seq;
use crate::tournaments::TournamentError;

/// The most tournaments in one answer.
const MOST_LISTED: i64 = 100;
/// How often a followed tournament is looked at.
const LOOK: Duration = Duration::from_secs(2);

/// Which tournaments are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Listed {
    /// `open`, `running`, `finished` or `cancelled`; `open` if none is given.
    #[serde(default = "open")]
    #[param(example = "open")]
    status: String,
}

fn open() -> String {
    Status::Open.name().to_owned()
}

/// Tournaments
///
/// At most 100: those that begin next, or, of those that have begun, that began last.
#[utoipa::path(
    get,
    path = "/tournaments",
    tag = "tournaments",
    params(Listed),
    responses(
        (status = 200, description = "The tournaments.", body = TournamentsView),
        (status = 422, description = "There is no such status, or the query cannot be read."),
    )
)]
pub(super) async fn tournaments(
    State(app): State<App>,
    query: Result<Query<Listed>, QueryRejection>,
) -> Result<Json<TournamentsView>, PageError> {
    let Query(Listed { status }) = query?;
    let status = Status::try_from(status).map_err(|bad| PageError::malformed(format!("{bad}.")))?;
    let found = app.tournaments.list(status, MOST_LISTED).await?;
    Ok(Json(TournamentsView {
        tournaments: found.into_iter().map(ListedTournamentView::from).collect(),
    }))
}

/// A tournament
///
/// Its terms, who takes part, its rounds with their tables, and the standings. A table is read by its `code`.
#[utoipa::path(
    get,
    path = "/tournaments/{id}",
    tag = "tournaments",
    params(("id" = TournamentId, Path, description = "The id in the address of the tournament.")),
    responses(
        (status = 200, description = "The tournament.", body = TournamentView),
        (status = 404, description = "There is no such tournament."),
    )
)]
pub(super) async fn tournament(
    State(app): State<App>,
    InPath(id): InPath,
) -> Result<Json<TournamentView>, PageError> {
    Ok(Json(app.tournaments.view(known(&id)?).await?))
}

/// Create a tournament
///
/// Who creates it directs it. The same `Idempotency-Key`, with the same token, is the same tournament.
#[utoipa::path(
    post,
    path = "/tournaments",
    tag = "tournaments",
    security(("token" = ["host"])),
    params(("idempotency-key" = Option<CommandId>, Header, description = "A UUID of your own: sent again, it is answered the same.")),
    request_body = TournamentRequest,
    responses(
        (status = 200, description = "The tournament, which may have been created before with the same key.", body = TournamentView),
        (status = 409, description = "You direct too many that are not over."),
        (status = 413, description = "The request is longer than 16 KiB."),
        (status = 415, description = "The request is not sent as JSON."),
        (status = 422, description = "There can be no such tournament."),
    )
)]
pub(super) async fn create_tournament(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    SentKey(key): SentKey,
    JsonBody(wanted): JsonBody<TournamentRequest>,
) -> Result<Json<TournamentView>, PageError> {
    let player = user.allowed(Scope::Host)?.id;
    let terms = wanted.terms()?;
    app.limits.tournament_form(from)?;
    let secret = user.credential.map(|credential| credential.id.0);
    let id = match secret.zip(key) {
        Some((secret, key)) => {
            let asked = Sha256::new().chain_update(secret).chain_update(key).finalize();
            TournamentId::derived(&asked.into())
        }
        None => TournamentId::fresh(),
    };
    app.tournaments.create(id, terms, player).await?;
    Ok(Json(app.tournaments.view(id).await?))
}

/// Sign up for a tournament
///
/// Signed up twice is signed up once.
#[utoipa::path(
    post,
    path = "/tournaments/{id}/sign-up",
    tag = "tournaments",
    security(("token" = ["play"])),
    params(("id" = TournamentId, Path, description = "The id of the tournament.")),
    responses(
        (status = 200, description = "The tournament.", body = TournamentView),
        (status = 404, description = "There is no such tournament."),
        (status = 409, description = "It is full, it has begun, or it is not for this account."),
    )
)]
pub(super) async fn sign_up(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    InPath(id): InPath,
) -> Result<Json<TournamentView>, PageError> {
    let (player, id) = (user.allowed(Scope::Play)?.id, known(&id)?);
    app.limits.tournament_form(from)?;
    app.tournaments.sign_up(id, player).await?;
    Ok(Json(app.tournaments.view(id).await?))
}

/// Withdraw from a tournament
///
/// No further round is played. Who does not take part stays out.
#[utoipa::path(
    post,
    path = "/tournaments/{id}/withdraw",
    tag = "tournaments",
    security(("token" = ["play"])),
    params(("id" = TournamentId, Path, description = "The id of the tournament.")),
    responses(
        (status = 200, description = "The tournament.", body = TournamentView),
        (status = 404, description = "There is no such tournament."),
        (status = 409, description = "It is over."),
    )
)]
pub(super) async fn withdraw(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    InPath(id): InPath,
) -> Result<Json<TournamentView>, PageError> {
    act(&app, from, &user, &id, &Action::Withdraw).await
}

/// Confirm that you are there
///
/// In the ten minutes before a tournament with real-time clocks begins. Who has not confirmed does not play.
#[utoipa::path(
    post,
    path = "/tournaments/{id}/confirm",
    tag = "tournaments",
    security(("token" = ["play"])),
    params(("id" = TournamentId, Path, description = "The id of the tournament.")),
    responses(
        (status = 200, description = "The tournament.", body = TournamentView),
        (status = 404, description = "There is no such tournament."),
        (status = 409, description = "You have not signed up, it is too early, or nobody has to confirm."),
    )
)]
pub(super) async fn confirm(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    InPath(id): InPath,
) -> Result<Json<TournamentView>, PageError> {
    act(&app, from, &user, &id, &Action::Confirm).await
}

async fn act(
    app: &App,
    from: ClientAddress,
    user: &CurrentUser,
    id: &str,
    action: &Action,
) -> Result<Json<TournamentView>, PageError> {
    let (player, id) = (user.allowed(Scope::Play)?.id, known(id)?);
    app.limits.tournament_form(from)?;
    app.tournaments.act_once(id, player, action).await?;
    Ok(Json(app.tournaments.view(id).await?))
}

/// A tournament, live
///
/// Lines of JSON: the whole tournament first, and again whenever something has happened in it. Empty lines mean nothing.
#[utoipa::path(
    get,
    path = "/tournaments/{id}/stream",
    tag = "tournaments",
    params(("id" = TournamentId, Path, description = "The id of the tournament.")),
    responses(
        (status = 200, description = "The tournament, once a line.", body = TournamentLine, content_type = "application/x-ndjson"),
        (status = 404, description = "There is no such tournament."),
    )
)]
pub(super) async fn follow_tournament(
    State(app): State<App>,
    from: ClientAddress,
    InPath(id): InPath,
) -> Result<Response, PageError> {
    let id = known(&id)?;
    if app.tournaments.seq(id).await?.is_none() {
        return Err(TournamentError::NotFound.into());
    }
    let counted = app.limits.lists(from)?;
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let follower = Follower {
        id,
        told: None,
        looks,
        pulse: pulse(app.config.timings.pulse),
        serving: app.tables.cut_off().serving(),
        app,
        _counted: counted,
    };
    Ok(answer(stream::unfold(Some(Box::new(follower)), next)))
}

/// A program that follows a tournament.
struct Follower {
    app: App,
    id: TournamentId,
    /// The number of the last entry that it was told of.
    told: Option<Seq>,
    looks: Interval,
    pulse: Interval,
    serving: CancellationToken,
    _counted: OpenLists,
}

async fn next(follower: Option<Box<Follower>>) -> Option<(Bytes, Option<Box<Follower>>)> {
    let mut follower = follower?;
    Some(match follower.read().await {
        Ok(line) => (line, Some(follower)),
        Err(end) => (line(&TournamentLine::from(end)), None),
    })
}

impl Follower {
    async fn read(&mut self) -> Result<Bytes, StreamEnd> {
        let tournaments = &self.app.tournaments;
        loop {
            tokio::select! {
                _ = self.looks.tick() => {
                    let now = tournaments.seq(self.id).await.map_err(|_| StreamEnd::Unavailable)?;
                    if now == self.told {
                        continue;
                    }
                    let view = tournaments.view(self.id).await.map_err(|_| StreamEnd::Unavailable)?;
                    self.told = Some(view.seq);
                    return Ok(line(&TournamentLine::Tournament { tournament: Box::new(view) }));
                }
                _ = self.pulse.tick() => return Ok(PULSE),
                () = self.serving.cancelled() => return Err(StreamEnd::Restart),
            }
        }
    }
}

fn known(id: &str) -> Result<TournamentId, PageError> {
    id.parse().map_err(|_| TournamentError::NotFound.into())
}
