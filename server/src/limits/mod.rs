//! How much one address may ask for: enough for a club behind one router, too little to stop the server for others.
//!
//! Each limit is a line of a table in `docs/operating.md`; a test compares the two.

mod connections;
mod rate;
mod sockets;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

pub(crate) use connections::{Connections, Full, OpenConnection};
use rate::Keyed;
pub(crate) use rate::{Rate, direct};
use sockets::Sockets;
pub(crate) use sockets::{OpenLists, OpenSocket};

use crate::address::ClientAddress;
use crate::ids::{PlayerId, TableId};

/// Tables made by one address.
const TABLES: Rate = Rate::new(30, Duration::from_secs(20));
/// Names given by one address.
const GUESTS: Rate = Rate::new(60, Duration::from_secs(5));
/// Seat transfer links made, cancelled, looked at and used by one address.
const LINKS: Rate = Rate::new(60, Duration::from_secs(2));
/// Steps tried by one address outside a table's own turn: in lessons, in diagrams of rules, and in games that are explored.
const TRIES: Rate = Rate::new(100, Duration::from_millis(100));
/// Pages shown to one address, and sockets opened by it.
const PAGES: Rate = Rate::new(400, Duration::from_millis(100));
/// Lists of games downloaded by one address.
const DOWNLOADS: Rate = Rate::new(10, Duration::from_secs(30));
/// Games shown to one address that are not stored.
const IMPORTS: Rate = Rate::new(20, Duration::from_secs(3));
/// Scripts, styles and pictures sent to one address. A page loads about fifty of them.
const ASSETS: Rate = Rate::new(5_000, Duration::from_millis(5));

/// Pictures in pixels drawn for one address; those that are kept do not count.
const PICTURES: Rate = Rate::new(60, Duration::from_secs(1));
/// Animations of games drawn for one address; those that are kept do not count.
const ANIMATIONS: Rate = Rate::new(6, Duration::from_secs(20));

/// Players whom one browser adds on its own device, at all tables. Who was added under a name before is no further one.
pub(crate) const COMPANIONS: usize = 24;

/// Attempts to sign in from one address, at all nodes together.
pub(crate) const ATTEMPTS_OF_ADDRESS: Rate = Rate::new(20, Duration::from_secs(30));
/// Attempts to sign in to one account, at all nodes together: more than one address may try, so that nobody is shut out
/// of their account from a single one.
pub(crate) const ATTEMPTS_ON_ACCOUNT: Rate = Rate::new(50, Duration::from_secs(60));
/// Accounts made by one address, at all nodes together.
pub(crate) const SIGN_UPS: Rate = Rate::new(20, Duration::from_secs(60));
/// Passkeys of one account.
pub(crate) const PASSKEYS: i64 = 20;
/// Challenges for passkeys sent to one address: each page to sign in asks for one.
const CHALLENGES: Rate = Rate::new(60, Duration::from_secs(2));
/// Passwords that wait to be hashed: one for each processor is at a time.
pub(crate) const PASSWORDS_WAITING: usize = 32;

/// Lines of chats by one player.
const LINES: Rate = Rate::new(5, Duration::from_secs(3));
/// Lines of chats from one address, so that many guests of one network are no flood.
const LINES_OF_ADDRESS: Rate = Rate::new(60, Duration::from_secs(1));

/// Hints for one player, at all tables.
const HINTS: Rate = Rate::new(20, Duration::from_secs(2));
/// Reviews of games that one address has made; one that was made before is no further one.
const REVIEWS: Rate = Rate::new(10, Duration::from_secs(30));
/// Games that are reviewed at the same time at one node.
pub(crate) const REVIEWED_AT_ONCE: usize = 16;

/// Sockets of one address, at all tables and for all lists together.
pub(crate) const SOCKETS_PER_ADDRESS: u32 = 200;
/// Sockets of one address at one table.
pub(crate) const SOCKETS_AT_TABLE: u32 = 24;
/// Sockets at one table of those who do not sit there.
pub(crate) const WATCHERS: u32 = 250;
/// Further sockets at a table that has free chairs, for those who were invited to sit down.
pub(crate) const KEPT_FOR_CHAIRS: u32 = 50;
/// How many of these one address may have.
pub(crate) const KEPT_PER_ADDRESS: u32 = 4;

/// Open connections in all, as far as the limit on descriptors allows.
pub(crate) const CONNECTIONS: usize = 16_384;
/// Descriptors that connections leave to the database, the log and everything else.
pub(crate) const KEPT_DESCRIPTORS: usize = 128;
/// Open connections of one address that is no proxy.
pub(crate) const CONNECTIONS_PER_ADDRESS: u32 = 512;
/// Open connections to the address for metrics.
pub(crate) const METRICS_CONNECTIONS: usize = 64;
/// Connections that wait to be accepted.
pub(crate) const BACKLOG: u32 = 4_096;
/// How long a connection may take to send the head of a request, the pause between two requests included.
pub(crate) const HEAD_TIMEOUT: Duration = Duration::from_secs(20);
/// The same for a trusted proxy, which keeps connections for later: longer than nginx (60 s) and Caddy (120 s) do, so
/// that it is never the server that closes one just as it is used again.
pub(crate) const PROXY_HEAD_TIMEOUT: Duration = Duration::from_secs(150);
/// How long a connection may take nothing of what is sent to it.
pub(crate) const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// The most that is buffered of one request's head.
pub(crate) const HEAD_BYTES: usize = 32 * 1024;
/// What a socket may send: bytes a second in the long run, and bytes at once. Fragments and control frames count like
/// everything else.
pub(crate) const SOCKET_BYTES: (u32, u32) = (32 * 1024, 256 * 1024);

/// The longest text of turns that are explored, and the longest body of a request that explores.
pub(crate) const EXPLORE_BYTES: usize = 64 * 1024;
/// How many turns a tree of variations can have.
pub(crate) const EXPLORED_TURNS: usize = 1_000;
/// How many computations that requests wait for are running or waiting for a thread.
pub(crate) const COMPUTED_AT_ONCE: usize = 32;

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
}

#[derive(Debug)]
struct KeyedLimits {
    tables: Keyed,
    guests: Keyed,
    links: Keyed,
    challenges: Keyed,
    tries: Keyed,
    pages: Keyed,
    assets: Keyed,
    downloads: Keyed,
    imports: Keyed,
    pictures: Keyed,
    animations: Keyed,
    lines: Keyed<PlayerId>,
    lines_of_address: Keyed,
    hints: Keyed<PlayerId>,
    reviews: Keyed,
}

/// A limit was reached; the sentence says so to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooMuch {
    /// Tables.
    #[error("Many tables were opened from your network just now. Please wait a minute.")]
    Tables,
    /// Names.
    #[error("Many people came from your network just now. Please wait a minute.")]
    Guests,
    /// Seat transfer links.
    #[error("Too many requests about seat links came from your network. Please wait a minute.")]
    Links,
    /// Steps tried without a table.
    #[error("Not so fast, please.")]
    Tries,
    /// Pages.
    #[error("Many pages were opened from your network just now. Please wait a moment.")]
    Pages,
    /// Lists of games.
    #[error("Many games were downloaded by your network just now. Please wait a minute.")]
    Downloads,
    /// Games that are not stored.
    #[error("Many games were opened from your network just now. Please wait a moment.")]
    Imports,
    /// Pictures that have to be drawn.
    #[error("Many pictures were asked for from your network just now. Please wait a moment.")]
    Pictures,
    /// Sockets of one address, at one table or in all.
    #[error("Too many pages of tables are open in your network. Please close some of them.")]
    Sockets,
    /// Lines of chats.
    #[error("That was a lot at once. Please wait a few seconds.")]
    Lines,
    /// Hints.
    #[error("Those were many hints. Please wait a few seconds.")]
    Hints,
    /// Reviews of games.
    #[error("Many games are being reviewed right now. Please try again in a minute.")]
    Reviews,
    /// Attempts to sign in or up.
    #[error("There were many attempts to sign in. Please wait a minute.")]
    SignIns,
    /// Passwords that wait to be hashed.
    #[error("Many people are signing in right now. Please try again in a moment.")]
    Passwords,
    /// Watchers of one table.
    #[error("There is no room for more watchers at this table.")]
    Watchers,
}

impl Default for KeyedLimits {
    fn default() -> KeyedLimits {
        KeyedLimits {
            tables: Keyed::new(TABLES),
            guests: Keyed::new(GUESTS),
            links: Keyed::new(LINKS),
            challenges: Keyed::new(CHALLENGES),
            tries: Keyed::new(TRIES),
            pages: Keyed::new(PAGES),
            assets: Keyed::new(ASSETS),
            downloads: Keyed::new(DOWNLOADS),
            imports: Keyed::new(IMPORTS),
            pictures: Keyed::new(PICTURES),
            animations: Keyed::new(ANIMATIONS),
            lines: Keyed::new(LINES),
            lines_of_address: Keyed::new(LINES_OF_ADDRESS),
            hints: Keyed::new(HINTS),
            reviews: Keyed::new(REVIEWS),
        }
    }
}

impl Limits {
    /// Counts a table that is to be made.
    pub fn table(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.tables.check(from, TooMuch::Tables)
    }

    /// Counts a name that is given.
    pub fn guest(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.guests.check(from, TooMuch::Guests)
    }

    /// Counts a request about a seat transfer link.
    pub fn transfer_link(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.links.check(from, TooMuch::Links)
    }

    /// Counts a challenge for a passkey.
    pub fn challenge(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.challenges.check(from, TooMuch::SignIns)
    }

    /// Counts steps that are tried without a table.
    pub fn attempt(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.tries.check(from, TooMuch::Tries)
    }

    /// Counts a page that is shown, or a socket that is opened.
    pub fn page(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.pages.check(from, TooMuch::Pages)
    }

    /// Counts a script, style or picture that is sent.
    pub fn asset(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.assets.check(from, TooMuch::Pages)
    }

    /// Counts a list of games that is downloaded.
    pub fn download(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.downloads.check(from, TooMuch::Downloads)
    }

    /// Counts a game that is shown and not stored.
    pub fn import(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.imports.check(from, TooMuch::Imports)
    }

    /// Counts a picture in pixels that has to be drawn.
    pub fn picture(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.pictures.check(from, TooMuch::Pictures)
    }

    /// Counts an animation that has to be drawn.
    pub fn animation(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.animations.check(from, TooMuch::Pictures)
    }

    /// Counts a line that a player writes by this socket.
    pub fn line(&self, by: PlayerId, socket: &OpenSocket) -> Result<(), TooMuch> {
        self.keyed.lines.check_key(&by, TooMuch::Lines)?;
        self.keyed.lines_of_address.check(socket.from, TooMuch::Lines)
    }

    /// Counts a hint that a player asks for.
    pub fn hint(&self, by: PlayerId) -> Result<(), TooMuch> {
        self.keyed.hints.check_key(&by, TooMuch::Hints)
    }

    /// Counts a review that is to be made.
    pub fn review(&self, from: ClientAddress) -> Result<(), TooMuch> {
        self.keyed.reviews.check(from, TooMuch::Reviews)
    }

    /// Counts a socket towards the limits of its address, before anything is loaded for it. Once the table is known,
    /// [`OpenSocket::admit`] finds it a place there.
    pub fn socket(&self, table: TableId, from: ClientAddress) -> Result<OpenSocket, TooMuch> {
        self.sockets.open(table, from)
    }

    /// Counts the socket of a page with lists towards the limit of its address.
    pub fn lists(&self, from: ClientAddress) -> Result<OpenLists, TooMuch> {
        self.sockets.open_lists(from)
    }

    /// Forgets the addresses that have asked for nothing lately. Called by a timer.
    pub(crate) fn sweep(&self) {
        let keyed = &self.keyed;
        for limit in [
            &keyed.tables,
            &keyed.guests,
            &keyed.links,
            &keyed.challenges,
            &keyed.tries,
            &keyed.pages,
            &keyed.assets,
            &keyed.downloads,
            &keyed.imports,
            &keyed.pictures,
            &keyed.animations,
            &keyed.lines_of_address,
            &keyed.reviews,
        ] {
            limit.sweep();
        }
        keyed.lines.sweep();
        keyed.hints.sweep();
    }
}
