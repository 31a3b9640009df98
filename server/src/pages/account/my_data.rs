//! Everything about one player, as they download it.

use serde::Serialize;

use crate::ids::{PlayerId, TableCode};
use crate::protocol::RatingChangeView;
use crate::store::{GameOf, LineOf, ListedSession, MyData, Passkey, Standing, TableOf};
use crate::time::machine_time;

/// What a later shape of this file would raise.
const FORMAT: u32 = 1;

/// Everything that the server knows about a player. Times are in UTC (RFC 3339).
#[derive(Debug, Serialize)]
pub(in crate::pages) struct MyDataView {
    format: u32,
    player: PlayerId,
    name: String,
    since: String,
    account: Option<MyAccount>,
    passkeys: Vec<MyPasskey>,
    sessions: Vec<MySession>,
    /// When somebody signed in last at each browser that has done so before.
    signed_in_at_browsers: Vec<String>,
    added_on_this_device: Vec<String>,
    tables: Vec<MyTable>,
    games: Vec<MyGame>,
    ratings: Vec<MyRating>,
    chat: Vec<MyLine>,
}

#[derive(Debug, Serialize)]
struct MyAccount {
    since: String,
    password_changed: String,
}

#[derive(Debug, Serialize)]
struct MyPasskey {
    name: String,
    synced: bool,
    since: String,
    last_used: Option<String>,
}

#[derive(Debug, Serialize)]
struct MySession {
    since: String,
    last_used: String,
    browser: String,
}

#[derive(Debug, Serialize)]
struct MyTable {
    code: TableCode,
    game: String,
    name: String,
    seated: bool,
    opened: String,
}

#[derive(Debug, Serialize)]
struct MyGame {
    code: TableCode,
    game: String,
    name: String,
    seat: i64,
    rank: i64,
    rating: Option<RatingChangeView>,
    started: String,
    finished: String,
}

#[derive(Debug, Serialize)]
struct MyRating {
    game: String,
    rating: f64,
    uncertainty: f64,
    games: i64,
}

#[derive(Debug, Serialize)]
struct MyLine {
    table: TableCode,
    at: String,
    text: String,
}

impl From<MyData> for MyDataView {
    fn from(data: MyData) -> MyDataView {
        let account = data.account.map(|account| MyAccount {
            since: machine_time(account.created_at),
            password_changed: machine_time(account.password_changed_at),
        });
        let passkey = |passkey: Passkey| MyPasskey {
            name: passkey.name,
            synced: passkey.backup_eligible,
            since: machine_time(passkey.created_at),
            last_used: passkey.used_at.map(machine_time),
        };
        let session = |session: ListedSession| MySession {
            since: machine_time(session.started_at),
            last_used: machine_time(session.seen_at),
            browser: session.agent,
        };
        let table = |table: TableOf| MyTable {
            code: table.code,
            game: table.kind,
            name: table.name,
            seated: table.seated,
            opened: machine_time(table.created_at),
        };
        let game = |game: GameOf| MyGame {
            code: game.code,
            game: game.kind,
            name: game.name,
            seat: game.seat,
            rank: game.rank,
            rating: game.rating.map(RatingChangeView::from),
            started: machine_time(game.started_at),
            finished: machine_time(game.finished_at),
        };
        let rating = |standing: Standing| MyRating {
            game: standing.kind,
            rating: standing.rating.rating,
            uncertainty: standing.rating.uncertainty,
            games: standing.games,
        };
        let line = |line: LineOf| MyLine {
            table: line.code,
            at: machine_time(line.at),
            text: line.text,
        };
        let companions = data.companions.into_iter();
        MyDataView {
            format: FORMAT,
            player: data.player.id,
            name: data.player.name,
            since: machine_time(data.player.created_at),
            account,
            passkeys: data.passkeys.into_iter().map(passkey).collect(),
            sessions: data.sessions.into_iter().map(session).collect(),
            signed_in_at_browsers: data.known_browsers.into_iter().map(machine_time).collect(),
            added_on_this_device: companions.map(|companion| companion.name).collect(),
            tables: data.tables.into_iter().map(table).collect(),
            games: data.games.into_iter().map(game).collect(),
            ratings: data.ratings.into_iter().map(rating).collect(),
            chat: data.lines.into_iter().map(line).collect(),
        }
    }
}
