//! Sockets of pages with lists: they announce changes of the lobby or the viewer's own tables.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use governor::DefaultDirectRateLimiter;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use super::connection::turn_away;
use super::end::{End, close};
use crate::app::App;
use crate::auth::{Credential, CurrentSession, CurrentUser, Opener, SocketSession, other_address};
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::limits;
use crate::http::limits::OpenLists;
use crate::lobby::{Following, Listed};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::protocol::{ListMessage, ListName};
use crate::pulse::pulse;

/// Larger frames break the connection: a page sends nothing but signs of life.
const MAX_BYTES: usize = 1024;
/// Signs of life: the interval, and how many at once.
const FRAMES: (Duration, u32) = (Duration::from_secs(1), 20);

/// `GET /lobby/socket` and `GET /my/socket`: the versions of the viewer's own tables and, with `LOBBY`, of the lobby.
pub async fn follow_lists<const LOBBY: bool>(
    State(app): State<App>,
    from: ClientAddress,
    (user, CurrentSession(session)): (CurrentUser, CurrentSession),
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, PageError> {
    let opener = Opener::of(&headers, app.config.public_url.as_ref());
    if opener == Opener::OtherPage {
        let sentence = other_address(app.config.public_url.as_ref(), "/");
        return Ok(upgrade.on_upgrade(move |ws| turn_away(ws, Refusal::new(Code::OtherAddress, sentence))));
    }
    let counted = app.limits.lists(from)?;
    let player = user.id().filter(|_| opener == Opener::OwnPage);
    let turns = player.map(|player| app.lobby.follow_turns(player, None));
    let lobby = LOBBY.then(|| app.lobby.follow());
    let session = app.open_sessions.open(
        session.as_ref().map(Credential::from),
        app.tables.cut_off().serving(),
    );
    let sockets = app.sockets.clone();
    let serve = move |ws| {
        let socket = Box::new(ListSocket {
            app,
            ws,
            session,
            lobby,
            turns,
            frames: limits::direct(FRAMES.0, FRAMES.1),
            last_heard: Instant::now(),
            _counted: counted,
        });
        sockets.track_future(socket.serve())
    };
    Ok(upgrade.max_message_size(MAX_BYTES).on_upgrade(serve))
}

struct ListSocket {
    app: App,
    ws: WebSocket,
    session: SocketSession,
    /// `None` if the page does not show the lobby.
    lobby: Option<watch::Receiver<Option<Arc<Listed>>>>,
    /// The viewer's own tables, if they have given a name.
    turns: Option<Following>,
    frames: DefaultDirectRateLimiter,
    last_heard: Instant,
    _counted: OpenLists,
}

impl ListSocket {
    async fn serve(mut self: Box<ListSocket>) {
        let Err(end) = self.run().await;
        close(self.ws, end).await;
    }

    async fn run(&mut self) -> Result<Infallible, End> {
        let timings = self.app.config.timings;
        let mut pulse = pulse(timings.pulse);
        let mut closing = Box::pin(self.session.closing.clone().cancelled_owned());
        loop {
            tokio::select! {
                listed = next(&mut self.lobby) => self.changed(ListName::Lobby, listed.version.clone()).await?,
                turns = next(&mut self.turns) => self.changed(ListName::Yours, turns.version.clone()).await?,
                frame = self.ws.recv() => self.on_frame(frame).await?,
                _ = pulse.tick() => {
                    if self.last_heard.elapsed() >= timings.silence {
                        return Err(End::Gone);
                    }
                    self.send(ListMessage::Pong {}.text()).await?;
                }
                () = &mut closing => return Err(End::closing(&self.session)),
            }
        }
    }

    async fn on_frame(&mut self, frame: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        self.last_heard = Instant::now();
        match frame {
            None | Some(Err(_) | Ok(Message::Close(_))) => Err(End::Gone),
            Some(Ok(_)) if self.frames.check().is_err() => Err(End::TooMuch),
            // Any text is a sign of life of a page that may wait for an answer.
            Some(Ok(Message::Text(_))) => self.send(ListMessage::Pong {}.text()).await,
            Some(Ok(_)) => Ok(()),
        }
    }

    async fn changed(&mut self, list: ListName, version: String) -> Result<(), End> {
        self.send(ListMessage::Changed { list, version }.text()).await
    }

    async fn send(&mut self, text: Utf8Bytes) -> Result<(), End> {
        let limit = self.app.config.timings.silence;
        match timeout(limit, self.ws.send(Message::Text(text))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Gone),
        }
    }
}

/// The next value that has not been seen yet; never, if there is nothing to follow.
async fn next<T: Clone>(following: &mut Option<watch::Receiver<Option<T>>>) -> T {
    if let Some(following) = following {
        while following.changed().await.is_ok() {
            if let Some(value) = following.borrow_and_update().clone() {
                return value;
            }
        }
    }
    std::future::pending().await
}
