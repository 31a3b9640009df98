//! Acting with a token: opening tables, sitting down, and every command of the page of a table.

use axum::Json;
use axum::extract::State;
use uuid::Uuid;

use super::key::SentKey;
use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::at_table::AtTable;
use crate::http::json::JsonBody;
use crate::http::limits::TooMuch;
use crate::ids::{CommandId, PlayerId, TableCode};
use crate::model::log::action::Command;
use crate::model::player::chat::Line;
use crate::model::player::scopes::Scope;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::names::PlayerName;
use crate::protocol::{CommandRequest, DoneView, QuickRequest, Request, SeatedView, TableRequest, TokenView};
use crate::room::{PendingAnswer, Room};
use crate::seq::Seq;
use crate::store::Player;
use crate::tables::{Asked, NewTable};

/// For whom a token acts
#[utoipa::path(
    get,
    path = "/token",
    tag = "acting",
    security(("token" = [])),
    responses((status = 200, description = "The account, and what the token allows.", body = TokenView))
)]
pub(super) async fn token(user: CurrentUser) -> Result<Json<TokenView>, PageError> {
    let scopes = user.scopes;
    let player = user.known()?;
    Ok(Json(TokenView::new(player.id, player.name.clone(), scopes)))
}

/// Open a table
///
/// Whoever opens it sits on the first chair. The same `Idempotency-Key`, with the same token, is the same table.
#[utoipa::path(
    post,
    path = "/tables",
    tag = "acting",
    security(("token" = ["host"])),
    params(("idempotency-key" = Option<CommandId>, Header, description = "A UUID of your own: sent again, it is answered the same.")),
    request_body = TableRequest,
    responses(
        (status = 200, description = "The table, which may have been opened before with the same key.", body = SeatedView),
        (status = 404, description = "No account has a name that is to be invited."),
        (status = 409, description = "A table like that is not possible."),
        (status = 413, description = "The request is longer than 16 KiB."),
        (status = 415, description = "The request is not sent as JSON."),
        (status = 422, description = "There is no such game or setup, or something else makes no sense."),
    )
)]
pub(super) async fn open_table(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    SentKey(key): SentKey,
    JsonBody(wanted): JsonBody<TableRequest>,
) -> Result<Json<SeatedView>, PageError> {
    let player = user.allowed(Scope::Host)?;
    let terms = wanted.terms()?;
    terms.check_rated(user.is_member())?;
    let code = code(&user, key);
    if app.tables.find(&code).await?.is_some() {
        return Ok(Json(SeatedView { code }));
    }
    app.count_table(from, &user).await?;
    let invited = invited(&app, player, &wanted.invite).await?;
    let new = NewTable {
        code: code.clone(),
        invited,
        ..NewTable::new(terms, player.id, own_name(player))
    };
    match app.tables.open_table(&app.opener(from), new).await {
        Ok(code) => Ok(Json(SeatedView { code })),
        // The same may have been asked for at the same time.
        Err(error) => match app.tables.find(&code).await? {
            Some(_) => Ok(Json(SeatedView { code })),
            None => Err(error.into()),
        },
    }
}

/// Play a quick game
///
/// Sits down at a public table that waits for players, or opens one. The same `Idempotency-Key`, with the same token, leads to the
/// same table.
#[utoipa::path(
    post,
    path = "/quick",
    tag = "acting",
    security(("token" = ["play"])),
    params(("idempotency-key" = Option<CommandId>, Header, description = "A UUID of your own: sent again, it is answered the same.")),
    request_body = QuickRequest,
    responses(
        (status = 200, description = "The table.", body = SeatedView),
        (status = 413, description = "The request is longer than 16 KiB."),
        (status = 415, description = "The request is not sent as JSON."),
        (status = 422, description = "There is no such game."),
    )
)]
pub(super) async fn quick(
    State(app): State<App>,
    from: ClientAddress,
    user: CurrentUser,
    SentKey(key): SentKey,
    JsonBody(wanted): JsonBody<QuickRequest>,
) -> Result<Json<SeatedView>, PageError> {
    let player = user.allowed(Scope::Play)?;
    let kind = wanted.kind()?;
    let asked = key.map(|key| Asked {
        key,
        code: code(&user, Some(key)),
    });
    if let Some(asked) = &asked
        && let Some(code) = app.tables.quick_answer(player.id, asked).await?
    {
        return Ok(Json(SeatedView { code }));
    }
    app.count_table(from, &user).await?;
    let opener = app.opener(from);
    let game = app
        .tables
        .quick_game(&opener, kind, player.id, own_name(player), asked.as_ref());
    Ok(Json(SeatedView { code: game.await? }))
}

/// Sit down
///
/// On the chair that is kept for you, or else on any free one. If you sit there already, nothing changes.
#[utoipa::path(
    post,
    path = "/tables/{code}/seat",
    tag = "acting",
    security(("token" = ["play"])),
    params(("code" = TableCode, Path, description = "The code of the table.")),
    responses(
        (status = 200, description = "You sit there.", body = SeatedView),
        (status = 404, description = "There is no table with this code."),
        (status = 409, description = "There is no free seat, or you may not sit there."),
    )
)]
pub(super) async fn sit(
    State(app): State<App>,
    AtTable(row): AtTable,
    user: CurrentUser,
) -> Result<Json<SeatedView>, PageError> {
    let player = user.allowed(Scope::Play)?;
    app.tables.sit(&row, player.id, &own_name(player)).await?;
    Ok(Json(SeatedView { code: row.code }))
}

/// Play again
///
/// Proposes a rematch of a game that is over, unless somebody has, and sits down at its table if you have played.
#[utoipa::path(
    post,
    path = "/tables/{code}/rematch",
    tag = "acting",
    security(("token" = ["host"])),
    params(("code" = TableCode, Path, description = "The code of the table whose game is over.")),
    responses(
        (status = 200, description = "The table of the rematch.", body = SeatedView),
        (status = 404, description = "There is no table with this code."),
        (status = 409, description = "The game is not over."),
    )
)]
pub(super) async fn rematch(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
) -> Result<Json<SeatedView>, PageError> {
    let player = user.allowed(Scope::Host)?;
    app.count_table(from, &user).await?;
    let code = app.tables.rematch(&row, Some(player.id)).await?;
    Ok(Json(SeatedView { code }))
}

/// Act at a table
///
/// Play a turn, resign, make an offer or answer one, write a line, and everything else that the page of a table can do. The
/// `Idempotency-Key` is the id of the command: sent again it is answered the same, by every server of a cluster and also after a
/// restart, and nothing is done twice.
#[utoipa::path(
    post,
    path = "/tables/{code}/commands",
    tag = "acting",
    security(("token" = ["play", "host"])),
    params(
        ("code" = TableCode, Path, description = "The code of the table."),
        ("idempotency-key" = Option<CommandId>, Header, description = "A UUID of your own: the id of the command."),
    ),
    request_body = CommandRequest,
    responses(
        (status = 200, description = "It is done, and stored.", body = DoneView),
        (status = 404, description = "There is no table with this code."),
        (status = 409, description = "The table does not allow it now: it is not your turn, say."),
        (status = 413, description = "The request is longer than 16 KiB."),
        (status = 415, description = "The request is not sent as JSON."),
        (status = 422, description = "That is no command, or no legal turn."),
    )
)]
pub(super) async fn command(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
    user: CurrentUser,
    SentKey(key): SentKey,
    JsonBody(wanted): JsonBody<CommandRequest>,
) -> Result<Json<DoneView>, PageError> {
    let player = user.allowed(wanted.scope())?;
    let id = key.map_or_else(CommandId::fresh, CommandId);
    let request = wanted.request(id, &player.name)?;
    if app.tables.may_have_missed() {
        app.tables.until_caught_up().await;
    }
    let room = app.tables.open(&row).await?;
    let known = room.table().state.seq;
    let actor = Actor {
        app: &app,
        player,
        from,
    };
    let refusal = match actor.submit(&room, id, request.clone())?.await {
        Ok(seq) => return Ok(Json(DoneView { seq: Seq(seq) })),
        Err(refusal) => refusal,
    };
    // Perhaps it is about what has happened at another node.
    let room = app.tables.open(&row).await?;
    room.clone().catch_up().await;
    let is_news = room.table().state.seq != known;
    if !is_news {
        return Err(refusal.into());
    }
    let seq = actor.submit(&room, id, request)?.await?;
    Ok(Json(DoneView { seq: Seq(seq) }))
}

/// Who acts.
struct Actor<'a> {
    app: &'a App,
    player: &'a Player,
    from: ClientAddress,
}

impl Actor<'_> {
    /// Hands a command to the room of a table.
    fn submit(&self, room: &Room, id: CommandId, request: Request) -> Result<PendingAnswer, Refusal> {
        let by: PlayerId = self.player.id;
        match request {
            Request::Act(action) => Ok(room.submit(Command { id, by, action })),
            Request::Nudge(turn) => Ok(room.nudge(by, turn)),
            Request::Plan(turn, planned) => room.plan(id, by, turn, Some(planned)),
            Request::ForgetPlan => room.plan(id, by, 0, None),
            Request::Say(text) => {
                let line = Line::parse(&text)?;
                let too_many = |error: TooMuch| Refusal::new(Code::TooManyLines, error.to_string());
                self.app.limits.line(by, self.from).map_err(too_many)?;
                room.write_line(self.player, id, &line)
            }
            Request::Silence(player, silenced) => room.silence(self.player, id, player, silenced),
        }
    }
}

/// The code of a table that is opened with this key. Only the token that is sent leads to it, so that nobody can guess it from the key.
fn code(user: &CurrentUser, key: Option<Uuid>) -> TableCode {
    let secret = user.credential.map(|credential| credential.id.0);
    match secret.zip(key) {
        Some((secret, key)) => TableCode::derived(&secret, key),
        None => TableCode::fresh(),
    }
}

/// The name of an account. Tokens belong to accounts, whose names are valid.
fn own_name(player: &Player) -> PlayerName {
    PlayerName::stored(&player.name).unwrap_or_else(|_| PlayerName::suggested())
}

/// Those of the named accounts whom a player may invite.
async fn invited(app: &App, by: &Player, names: &[String]) -> Result<Vec<PlayerId>, PageError> {
    let mut invited = Vec::new();
    for name in names {
        invited.push(app.people.invitee(by.id, name).await?.id);
    }
    Ok(app.people.invitable(by.id, invited).await?)
}
