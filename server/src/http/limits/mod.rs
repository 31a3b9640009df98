//! How much one address may ask for: enough for a club behind one router, too little to stop the server for others.
//!
//! Each limit is a line of a table in `docs/operating.md`; a test compares the two.

mod computations;
mod connections;
mod counts;
mod keyed;
mod listings;
mod rate;
mod sockets;
#[cfg(test)]
mod tests;
mod too_much;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

pub(crate) use computations::Computations;
pub(crate) use connections::{Connections, Full, OpenConnection};
use keyed::KeyedLimits;
use listings::Listings;
pub(crate) use rate::{Rate, direct};
use sockets::Sockets;
pub(crate) use sockets::{OpenLists, OpenSocket};
pub(crate) use too_much::{TooMuch, say_when};

use crate::http::address::ClientAddress;
use crate::ids::{PlayerId, TableId};
use crate::time::now_ms;

/// How many times the share of an address a network has: one of 48 bits of IPv6 has 65,536 addresses, one of 24 bits
/// of IPv4 has 256.
const NETWORK_SHARE: u32 = 16;
/// How many times as many tables and names as one address the whole server gives to those who sit at no table.
const SERVER_SHARE: u32 = 256;
/// How many addresses, and how many networks, a limit counts one by one. Further ones share what the whole server
/// has.
const RATED_KEYS: usize = 20_000;

/// Tables made by one address.
const TABLES: Rate = Rate::new(30, Duration::from_secs(20));
/// Public tables of one player, or of others on their device, that wait in the lobby.
pub(crate) const LISTED_BY_PLAYER: usize = 2;
/// Public tables opened by one address that wait in the lobby.
pub(crate) const LISTED_BY_ADDRESS: usize = 6;
/// For how long it is remembered that a public table was opened by an address, in milliseconds.
const LISTED_FOR: i64 = 24 * 60 * 60 * 1000;
/// Names given by one address.
const GUESTS: Rate = Rate::new(60, Duration::from_secs(5));
/// Seat transfer links made, cancelled, looked at and used by one address.
const LINKS: Rate = Rate::new(60, Duration::from_secs(2));
/// What one address does in tournaments: creating them, signing up, confirming, withdrawing, correcting and cancelling.
const TOURNAMENT_FORMS: Rate = Rate::new(60, Duration::from_secs(2));
/// What one address does in clubs: founding them, joining, leaving, and what officers do.
const CLUB_FORMS: Rate = Rate::new(60, Duration::from_secs(2));
/// How many answers to forms are cached for requests that arrive twice.
pub(crate) const ANSWERS_CAPACITY: usize = 10_000;
/// Steps tried by one address outside a table's own turn: in lessons, in diagrams of rules, and in games that are explored.
const TRIES: Rate = Rate::new(100, Duration::from_millis(100));
/// Requests of one address, whatever they ask for and however soon they are refused, besides [`ASSETS`].
const REQUESTS: Rate = Rate::new(1_000, Duration::from_millis(40));
/// Lists of games downloaded by one address.
const DOWNLOADS: Rate = Rate::new(10, Duration::from_secs(30));
/// Games shown to one address that are not stored.
const IMPORTS: Rate = Rate::new(20, Duration::from_secs(3));
/// Scripts, styles, pictures and lobbies sent to one address. A page loads about fifty of them.
const ASSETS: Rate = Rate::new(5_000, Duration::from_millis(5));

/// Pictures in pixels drawn for one address; those that are kept do not count.
const PICTURES: Rate = Rate::new(60, Duration::from_secs(1));
/// Animations of games drawn for one address; those that are kept do not count.
const ANIMATIONS: Rate = Rate::new(6, Duration::from_secs(20));

/// Players whom one browser adds on its own device, at all tables. Who was added under a name before is no further one.
pub(crate) const COMPANIONS: usize = 24;

/// Wrong passwords from one address, at all nodes together, for accounts that nobody has signed in to at that browser. Wrong
/// passkeys from one address have as many of their own.
pub(crate) const ATTEMPTS_OF_ADDRESS: Rate = Rate::new(20, Duration::from_secs(30));
/// Wrong passwords of such browsers for one account, at all nodes together: more than one address may try, so that nobody is
/// shut out of their account from a single one.
pub(crate) const ATTEMPTS_ON_ACCOUNT: Rate = Rate::new(50, Duration::from_secs(60));
/// Wrong passwords at one browser where somebody has signed in to the account before, and in one open session.
pub(crate) const ATTEMPTS_OF_BROWSER: Rate = Rate::new(20, Duration::from_secs(30));
/// Right passwords and passkeys of one account that do not count. Further ones count like wrong ones, so that nobody has
/// passwords hashed without end by signing in.
pub(crate) const FREE_SIGN_INS: Rate = Rate::new(30, Duration::from_secs(60));
/// Accounts made by one address, at all nodes together.
pub(crate) const SIGN_UPS: Rate = Rate::new(20, Duration::from_secs(60));
/// Passkeys of one account.
pub(crate) const PASSKEYS: i64 = 20;
/// Challenges for passkeys sent to one address: each page to sign in asks for one.
const CHALLENGES: Rate = Rate::new(60, Duration::from_secs(2));
/// Bots of one member.
pub(crate) const BOTS: i64 = 5;
/// Tokens of one account that have not ended.
pub(crate) const TOKENS: i64 = 20;
/// Webhooks of one account.
pub(crate) const WEBHOOKS: i64 = 10;
/// Browsers of one player that are told what concerns them. With one more the oldest is forgotten.
pub(crate) const PUSH_CHANNELS: i64 = 10;
/// Browsers added from one address.
const PUSHES: Rate = Rate::new(60, Duration::from_secs(10));
/// Mails to one address, and by one server, at all nodes together.
pub(crate) const MAILS_OF_ADDRESS: Rate = Rate::new(40, Duration::from_secs(36 * 60));
pub(crate) const MAILS: Rate = Rate::new(2_000, Duration::from_secs(43));
/// Links sent to one address, at all nodes together: to confirm it, or to choose a new password.
pub(crate) const LINK_MAILS: Rate = Rate::new(5, Duration::from_secs(2 * 60 * 60));
/// Links to be sent by mail that one address asks for.
const LINK_ASKS: Rate = Rate::new(10, Duration::from_secs(60));
/// Messages by which one player tries webhooks.
const WEBHOOK_TRIES: Rate = Rate::new(10, Duration::from_secs(10));
/// Wrong tokens from one address.
const WRONG_TOKENS: Rate = Rate::new(60, Duration::from_secs(2));
/// Passwords of strangers that wait to be hashed, and those of browsers where somebody has signed in: each has half of the
/// processors.
pub(crate) const PASSWORDS_WAITING: usize = 32;

/// Players deleted from one address.
const DELETIONS: Rate = Rate::new(10, Duration::from_secs(30));

/// Players followed or blocked, or no longer, invitations declined, and notes, preferences and holidays saved, from one address.
const CHOICES: Rate = Rate::new(60, Duration::from_secs(2));
/// Players whom one player follows, and as many whom they block.
pub(crate) const CHOSEN_PLAYERS: i64 = 500;

/// Lines of chats by one player.
const LINES: Rate = Rate::new(5, Duration::from_secs(3));
/// Lines of chats from one address, so that many guests of one network are no flood.
const LINES_OF_ADDRESS: Rate = Rate::new(60, Duration::from_secs(1));

/// Hints for one player, at all tables.
const HINTS: Rate = Rate::new(20, Duration::from_secs(2));
/// Best turns in positions of games that are over, for one address.
const BEST_TURNS: Rate = Rate::new(20, Duration::from_secs(2));
/// Reviews of games that one address has made; one that was made before is no further one.
const REVIEWS: Rate = Rate::new(10, Duration::from_secs(30));
/// Games that are reviewed at the same time at one node.
pub(crate) const REVIEWED_AT_ONCE: usize = 16;
/// How many turns a position for practice has: with fewer there is little to find, and comparing more would take too long.
pub(crate) const PRACTICE_TURNS: RangeInclusive<usize> = 10..=800;
/// And how many steps lead to them.
pub(crate) const PRACTICE_STEPS: usize = 4_000;
/// For so many days there are positions for practice, today included; then nothing is looked for.
pub(crate) const PRACTICE_DAYS: i64 = 7;

/// Sockets of one address, at all tables and for all lists together.
pub(crate) const SOCKETS_PER_ADDRESS: u32 = 200;
/// Sockets of one network, at all tables and for all lists together.
pub(crate) const SOCKETS_PER_NETWORK: u32 = SOCKETS_PER_ADDRESS * NETWORK_SHARE;
/// How many past events a stream holds in memory for a reader who has not taken them yet.
pub(crate) const PAST_EVENTS: usize = 200;
/// Sockets of one address at one table.
pub(crate) const SOCKETS_AT_TABLE: u32 = 24;
/// Sockets at one table of those who do not sit there.
pub(crate) const WATCHERS: u32 = 250;
/// Further sockets at a table that has free chairs, for those who were invited to sit down.
pub(crate) const RESERVED_FOR_CHAIRS: u32 = 50;
/// How many of these one address may have.
pub(crate) const RESERVED_PER_ADDRESS: u32 = 4;

/// Open connections in all, as far as the limit on descriptors allows.
pub(crate) const CONNECTIONS: usize = 16_384;
/// Descriptors that connections leave to the database, the log and everything else.
pub(crate) const RESERVED_DESCRIPTORS: usize = 128;
/// Open connections of one address that is no proxy.
pub(crate) const CONNECTIONS_PER_ADDRESS: u32 = 512;
/// Open connections of one network, as a part of all: one half.
pub(crate) const CONNECTIONS_OF_NETWORK: usize = 2;
/// Connections that are kept for those who sit at a table, as a part of all: one quarter.
pub(crate) const CONNECTIONS_FOR_SEATED: usize = 4;
/// Open connections to the address for metrics.
pub(crate) const METRICS_CONNECTIONS: usize = 64;
/// Connections that wait to be accepted.
pub(crate) const BACKLOG: u32 = 4_096;
/// How long a connection may take to send the head of a request, the pause between two requests included.
pub(crate) const HEAD_TIMEOUT: Duration = Duration::from_secs(20);
/// The limit once the remaining connections are reserved for those who sit at a table.
pub(crate) const CROWDED_HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// The limit for a trusted proxy, which keeps connections for later: longer than nginx (60 s) and Caddy (120 s) do,
/// so that it is never the server that closes one just as it is used again.
pub(crate) const PROXY_HEAD_TIMEOUT: Duration = Duration::from_secs(150);
/// How long a connection may read nothing of what is sent to it.
pub(crate) const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// The most that is buffered of one request's head.
pub(crate) const HEAD_BYTES: usize = 32 * 1024;
/// What a socket may send: bytes a second in the long run, and bytes at once. Fragments and control frames count like
/// everything else.
pub(crate) const SOCKET_BYTES: (u32, u32) = (32 * 1024, 256 * 1024);

/// The longest text of turns that are explored, and the longest body of a request that explores or saves a note.
pub(crate) const EXPLORE_BYTES: usize = 64 * 1024;
/// How many turns a tree of variations can have.
pub(crate) const EXPLORED_TURNS: usize = 1_000;
/// How many computations that requests wait for are running or waiting for a thread.
pub(crate) const COMPUTED_AT_ONCE: usize = 32;
/// How many of them are for requests of one address.
pub(crate) const COMPUTED_PER_ADDRESS: u32 = 8;
/// How many of them are for requests of one network.
pub(crate) const COMPUTED_PER_NETWORK: u32 = 16;

/// The longest body of a request: a form, a name, or steps to be tried.
pub(crate) const BODY_BYTES: usize = 16 * 1024;
/// How long the answer to a request may take.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
/// The longest turn, in steps, that is tried; no turn of any game comes near.
pub(crate) const STEPS: usize = 200;
/// The longest step that is tried, in bytes.
pub(crate) const STEP_BYTES: usize = 64;
/// The longest text of a position, in bytes.
pub(crate) const POSITION_BYTES: usize = 4 * 1024;

/// The most records in one page of the API.
pub(crate) const RECORDS_PER_PAGE: usize = 100;
/// The most games in one download.
pub(crate) const DOWNLOADED_GAMES: usize = 1_000;
/// The most searches for them: each reads a limited number of candidates.
pub(crate) const DOWNLOADED_SEARCHES: usize = 100;
/// The longest record that is shown without being stored, in bytes.
pub(crate) const IMPORT_BYTES: usize = 64 * 1024;
/// The body of its form: the text and the file, of which one is read.
pub(crate) const IMPORT_FORM_BYTES: usize = 2 * IMPORT_BYTES + 8 * 1024;
/// The most turns of such a record.
pub(crate) const IMPORT_TURNS: usize = 1_000;

/// How often addresses that have been quiet are forgotten.
pub(crate) const SWEEP_EVERY: Duration = Duration::from_secs(30);

/// The limits of one server, and what counts towards them. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    keyed: Arc<KeyedLimits>,
    sockets: Sockets,
    listings: Listings,
}

impl Limits {
    pub fn table(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.tables.check(from, TooMuch::Tables)
    }

    /// The public tables opened from there that may still wait in the lobby.
    pub fn listed(&self, from: ClientAddress) -> Vec<TableId> {
        self.listings.of(from)
    }

    pub fn record_listed(&self, from: ClientAddress, listed: Vec<TableId>, opened: TableId) {
        self.listings.record(from, listed, opened);
    }

    pub fn table_of_all(&self) -> Result<(), TooMuch> {
        self.keyed.tables_of_all.check().map_err(|_| TooMuch::Server)
    }

    pub fn guest_of_all(&self) -> Result<(), TooMuch> {
        self.keyed.guests_of_all.check().map_err(|_| TooMuch::Server)
    }

    pub fn guest(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.guests.check(from, TooMuch::Guests)
    }

    /// Counts something that is wanted of a tournament.
    pub fn tournament_form(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.tournament_forms.check(from, TooMuch::Tournaments)
    }

    /// Counts something that is wanted of a club.
    pub fn club_form(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.club_forms.check(from, TooMuch::Clubs)
    }

    pub fn transfer_link(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.links.check(from, TooMuch::Links)
    }

    pub fn challenge(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.challenges.check(from, TooMuch::SignIns)
    }

    pub fn wrong_token(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.wrong_tokens.check(from, TooMuch::WrongTokens)
    }

    pub fn webhook_try(&self, by: PlayerId) -> Result<(), TooMuch> {
        self.keyed.webhook_tries.check_key(&by, TooMuch::WebhookTries)
    }

    /// Counts a browser that is to be told something.
    pub fn push(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.pushes.check(from, TooMuch::Pushes)
    }

    /// Counts a link that is asked for, to be sent by mail.
    pub fn link_ask(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.link_asks.check(from, TooMuch::Mails)
    }

    pub fn attempt(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.tries.check(from, TooMuch::Tries)
    }

    /// Counts a request of any kind, besides those of [`Limits::asset`].
    pub fn request(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.requests.check(from, TooMuch::Requests)
    }

    /// Counts a request for a script, a style or a picture.
    pub fn asset(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.assets.check(from, TooMuch::Requests)
    }

    pub fn deletion(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.deletions.check(from, TooMuch::Deletions)
    }

    /// Counts a choice about another player.
    pub fn choice(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.choices.check(from, TooMuch::Choices)
    }

    pub fn download(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.downloads.check(from, TooMuch::Downloads)
    }

    pub fn import(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.imports.check(from, TooMuch::Imports)
    }

    pub fn picture(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.pictures.check(from, TooMuch::Pictures)
    }

    pub fn animation(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.animations.check(from, TooMuch::Pictures)
    }

    pub fn line(&self, by: PlayerId, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.lines.check_key(&by, TooMuch::Lines)?;
        self.keyed.lines_of_address.check(from, TooMuch::Lines)
    }

    pub fn hint(&self, by: PlayerId) -> Result<(), TooMuch> {
        self.keyed.hints.check_key(&by, TooMuch::Hints)
    }

    /// Counts a best turn in a game that is over.
    pub fn best_turn(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.best_turns.check(from, TooMuch::Hints)
    }

    pub fn review(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.reviews.check(from, TooMuch::Reviews)
    }

    /// Counts a socket towards the limits of its address, before anything is loaded for it. Once the table is known,
    /// [`OpenSocket::admit`] finds it a place there.
    pub fn socket(&self, table: TableId, from: ClientAddress) -> Result<OpenSocket, TooMuch> {
        self.sockets.open(table, from)
    }

    pub fn lists(&self, from: ClientAddress) -> Result<OpenLists, TooMuch> {
        self.sockets.open_lists(from)
    }

    /// Forgets the addresses that have asked for nothing lately. Called by a timer.
    pub(crate) fn sweep(&self) {
        self.listings.sweep(TableId::earliest(now_ms() - LISTED_FOR));
        self.keyed.sweep();
    }
}
