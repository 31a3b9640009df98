//! The state that all handlers share.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use axum::http::{HeaderMap, header};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::analysis::{Hints, Reviews};
use crate::auth::{Accounts, OpenSessions, Passkeys, RelyingParty, Sessions, Tokens};
use crate::backfill::Backfill;
use crate::clock_skew::ClockSkew;
use crate::clubs::Clubs;
use crate::config::Config;
use crate::delivery::Delivery;
use crate::http::address::ClientAddress;
use crate::http::limits::{Connections, Limits};
use crate::idempotency::IdempotencyCache;
use crate::lobby::Lobby;
use crate::people::People;
use crate::pictures::Pictures;
use crate::pool::Pool;
use crate::records::ShownRecords;
use crate::store::RecordStore;
use crate::tables::{Opener, Tables};
use crate::time::now_ms;
use crate::tournaments::Tournaments;

/// One pointer to the [`Parts`], since every open socket holds some.
#[derive(Clone, Debug)]
pub struct App(Arc<Parts>);

#[derive(Debug)]
pub struct Parts {
    pub config: Arc<Config>,
    pub tables: Tables,
    pub lobby: Lobby,
    pub records: RecordStore,
    pub shown_records: ShownRecords,
    pub hints: Hints,
    pub reviews: Reviews,
    pub pictures: Pictures,
    /// Computes what requests wait for: positions that are explored, and records from outside.
    pub pool: Pool,
    pub sessions: Sessions,
    pub accounts: Accounts,
    pub people: People,
    pub passkeys: Passkeys,
    pub tokens: Tokens,
    pub delivery: Delivery,
    pub open_sessions: OpenSessions,
    /// What is being filled in for older versions.
    pub backfill: Backfill,
    /// The tables created by the forms of the last minute.
    pub created: IdempotencyCache,
    /// The forms of the last minute by which somebody signed up for a tournament.
    pub signed_up: IdempotencyCache<()>,
    pub tournaments: Tournaments,
    pub clubs: Clubs,
    pub limits: Limits,
    pub(crate) connections: Connections,
    /// The open sockets, which the HTTP server does not wait for by itself.
    pub sockets: TaskTracker,
    /// How far this machine's clock is from the database's.
    pub clock_skew: ClockSkew,
    /// Cancelled when the server is about to stop: nothing new should come to it.
    pub draining: CancellationToken,
    /// Cancelled when the server stops: sockets are closed, rooms finish what is under way.
    pub shutdown: CancellationToken,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl From<Parts> for App {
    fn from(parts: Parts) -> App {
        App(Arc::new(parts))
    }
}

impl App {
    /// The site that passkeys are made for; `None` where browsers have no passkeys.
    pub fn relying_party(&self, headers: &HeaderMap) -> Option<RelyingParty> {
        RelyingParty::of(self.config.public_url.as_ref(), headers)
    }

    /// Who opens a public table from an address.
    pub fn opener(&self, from: ClientAddress) -> Opener<'_> {
        Opener {
            limits: &self.limits,
            from,
            since: now_ms() - self.config.timings.lobby_away,
        }
    }

    /// The address of a page as others reach it: under the public address, or under the one this request came to.
    pub fn address(&self, headers: &HeaderMap, path: &str) -> String {
        let host = || {
            headers
                .get(header::HOST)
                .and_then(|host| host.to_str().ok())
                .unwrap_or("localhost")
        };
        match &self.config.public_url {
            Some(url) => format!("{}{path}", url.as_str().trim_end_matches('/')),
            None => format!("http://{}{path}", host()),
        }
    }
}

impl FromRef<App> for Arc<Config> {
    fn from_ref(app: &App) -> Arc<Config> {
        Arc::clone(&app.config)
    }
}

impl FromRef<App> for Tokens {
    fn from_ref(app: &App) -> Tokens {
        app.tokens.clone()
    }
}

impl FromRef<App> for Tables {
    fn from_ref(app: &App) -> Tables {
        app.tables.clone()
    }
}

impl FromRef<App> for Sessions {
    fn from_ref(app: &App) -> Sessions {
        app.sessions.clone()
    }
}
