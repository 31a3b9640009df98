//! Everything that the database has about one player, as they download it. Times are in UTC (RFC 3339).

use serde::Serialize;
use serde_json::Value;

use super::sessions::SESSIONS_OF;
use super::tokens::TOKENS_OF;
use crate::ids::{PlayerId, TableCode};
use crate::model::notice_settings::NoticeSettings;
use crate::model::player::preferences::Preferences;
use crate::model::player::rating::RatingChange;
use crate::store::engine::from_row::{from_row, parse, unreadable};
use crate::store::engine::read::read;
use crate::store::records::columns::rating_change;
use crate::store::{Channel, MailAddress, Player, Store, StoreError};
use crate::time::{UnixMs, machine_time};

/// What a later shape of this file would raise.
const FORMAT: u32 = 1;

#[derive(Clone, Debug, Serialize)]
pub struct MyData {
    format: u32,
    player: PlayerId,
    name: String,
    since: String,
    account: Option<MyAccount>,
    passkeys: Vec<MyPasskey>,
    tokens: Vec<MyToken>,
    bots: Vec<String>,
    webhooks: Vec<MyWebhook>,
    /// Browsers that are told what concerns them, and since when.
    notified_browsers: Vec<(String, String)>,
    notices: MyNotices,
    mail: Option<MyMail>,
    sessions: Vec<MySession>,
    /// When they signed in last at each browser that their account knows.
    signed_in_at_browsers: Vec<String>,
    added_on_this_device: Vec<String>,
    /// The tables where they sit or sat.
    tables: Vec<MyTable>,
    games: Vec<MyGame>,
    ratings: Vec<MyRating>,
    /// The names of those whom they follow, and of those whom they block.
    follows: Vec<String>,
    blocks: Vec<String>,
    invitations: Vec<MyInvitation>,
    chat: Vec<MyLine>,
    /// What they have planned to play.
    plans: Vec<MyPlan>,
    /// What they have written for themselves.
    notes: Vec<MyNote>,
    /// The first and the last moment of each holiday.
    holidays: Vec<(String, String)>,
    /// The names of the tournaments that they signed up for or direct, and when each begins.
    tournaments: Vec<(String, String)>,
    /// The names of clubs, and what they are there.
    clubs: Vec<(String, &'static str)>,
}

#[derive(Clone, Debug, Serialize)]
struct MyAccount {
    since: String,
    password_changed: String,
    preferences: Preferences,
}

#[derive(Clone, Debug, Serialize)]
struct MyPasskey {
    name: String,
    synced: bool,
    since: String,
    last_used: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct MyToken {
    name: String,
    /// The bot that it acts for, if it is one.
    bot: Option<String>,
    scopes: String,
    since: String,
    /// None if it lasts until it is revoked.
    ends: Option<String>,
    last_used: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct MyWebhook {
    url: String,
    /// The table whose events it is told; none if it is told what concerns them.
    table: Option<TableCode>,
    form: &'static str,
    since: String,
}

impl From<Channel> for MyWebhook {
    fn from(channel: Channel) -> MyWebhook {
        MyWebhook {
            url: channel.url,
            table: channel.table,
            form: channel.form.name(),
            since: machine_time(channel.created_at),
        }
    }
}

/// What they want to be told, and when.
#[derive(Clone, Debug, Serialize)]
struct MyNotices {
    unwanted: String,
    quiet_hours: Option<(String, String)>,
    time_zone: String,
    unwanted_by_mail: String,
    mailed_at: Vec<String>,
    mailed_at_once: bool,
}

/// Where they can be written to.
#[derive(Clone, Debug, Serialize)]
struct MyMail {
    address: String,
    confirmed: Option<String>,
    /// Whether they are told there what concerns them.
    told: bool,
}

impl From<MailAddress> for MyMail {
    fn from(mail: MailAddress) -> MyMail {
        MyMail {
            address: mail.address,
            confirmed: mail.confirmed_at.map(machine_time),
            told: mail.channel.is_some(),
        }
    }
}

impl From<NoticeSettings> for MyNotices {
    fn from(settings: NoticeSettings) -> MyNotices {
        MyNotices {
            unwanted: settings.unwanted_names(),
            quiet_hours: settings.quiet_times(),
            time_zone: settings.time_zone().to_owned(),
            unwanted_by_mail: settings.mail.unwanted_names(),
            mailed_at: settings
                .mail
                .time_texts()
                .into_iter()
                .filter(|time| !time.is_empty())
                .collect(),
            mailed_at_once: settings.mail.at_once(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct MySession {
    since: String,
    last_used: String,
    browser: String,
}

#[derive(Clone, Debug, Serialize)]
struct MyTable {
    code: TableCode,
    game: String,
    name: String,
    seated: bool,
    opened: String,
}

#[derive(Clone, Debug, Serialize)]
struct MyGame {
    code: TableCode,
    game: String,
    name: String,
    seat: i64,
    rank: i64,
    rating: Option<RatingChange>,
    started: String,
    finished: String,
}

#[derive(Clone, Debug, Serialize)]
struct MyRating {
    game: String,
    rating: f64,
    uncertainty: f64,
    games: i64,
}

#[derive(Clone, Debug, Serialize)]
struct MyLine {
    table: TableCode,
    at: String,
    text: String,
}

from_row!(MyAccount, row => MyAccount {
    since: machine_time(row.try_get("created_at")?),
    password_changed: machine_time(row.try_get("password_changed_at")?),
    preferences: Preferences::stored(row.try_get("preferences")?),
});

from_row!(MyPasskey, row => MyPasskey {
    name: row.try_get("name")?,
    synced: row.try_get("backup_eligible")?,
    since: machine_time(row.try_get("created_at")?),
    last_used: row.try_get::<Option<UnixMs>, _>("used_at")?.map(machine_time),
});

from_row!(MyToken, row => MyToken {
    name: row.try_get("name")?,
    bot: row.try_get("bot")?,
    scopes: row.try_get("scopes")?,
    since: machine_time(row.try_get("created_at")?),
    ends: row.try_get::<Option<UnixMs>, _>("expires_at")?.map(machine_time),
    last_used: row.try_get::<Option<UnixMs>, _>("used_at")?.map(machine_time),
});

from_row!(MySession, row => MySession {
    since: machine_time(row.try_get("started_at")?),
    last_used: machine_time(row.try_get("seen_at")?),
    browser: row.try_get("agent")?,
});

from_row!(MyTable, row => MyTable {
    code: parse(row, "code")?,
    game: row.try_get("kind")?,
    name: row.try_get("name")?,
    seated: row.try_get("seated")?,
    opened: machine_time(row.try_get("created_at")?),
});

from_row!(MyGame, row => MyGame {
    code: parse(row, "code")?,
    game: row.try_get("kind")?,
    name: row.try_get("name")?,
    seat: row.try_get("seat")?,
    rank: row.try_get("rank")?,
    rating: rating_change(row)?,
    started: machine_time(row.try_get("started_at")?),
    finished: machine_time(row.try_get("finished_at")?),
});

/// An invitation that they got or sent.
#[derive(Clone, Debug, Serialize)]
struct MyInvitation {
    table: TableCode,
    from: String,
    to: String,
    at: String,
    declined: bool,
}

from_row!(MyInvitation, row => MyInvitation {
    table: parse(row, "code")?,
    from: row.try_get("from_name")?,
    to: row.try_get("to_name")?,
    at: machine_time(row.try_get("invited_at")?),
    declined: row.try_get("declined")?,
});

from_row!(MyRating {
    game: "kind",
    rating,
    uncertainty,
    games
});

from_row!(MyLine, row => MyLine {
    table: parse(row, "code")?,
    at: machine_time(row.try_get("at")?),
    text: row.try_get("text")?,
});

#[derive(Clone, Debug, Serialize)]
struct MyPlan {
    table: TableCode,
    made: String,
    plan: Value,
    lapsed: Option<String>,
}

from_row!(MyPlan, row => MyPlan {
    table: parse(row, "code")?,
    made: machine_time(row.try_get("made_at")?),
    plan: serde_json::from_str(&row.try_get::<String, _>("plan")?).map_err(|error| unreadable("plan", error))?,
    lapsed: row.try_get("lapsed")?,
});

#[derive(Clone, Debug, Serialize)]
struct MyNote {
    table: TableCode,
    changed: String,
    text: String,
}

from_row!(MyNote, row => MyNote {
    table: parse(row, "code")?,
    changed: machine_time(row.try_get("changed_at")?),
    text: row.try_get("text")?,
});

impl Store {
    /// Everything that is known about a player.
    pub async fn data_of(&self, player: &Player, now: UnixMs) -> Result<MyData, StoreError> {
        const ACCOUNT: &str =
            "SELECT created_at, password_changed_at, preferences FROM accounts WHERE player_id = $1";
        const PASSKEYS: &str =
            "SELECT name, backup_eligible, created_at, used_at FROM passkeys WHERE player_id = $1
            ORDER BY created_at, credential_id";
        const TABLES: &str = "SELECT t.code, t.kind, s.name, s.seated, t.created_at
            FROM table_players s JOIN tables t ON t.id = s.table_id WHERE s.player_id = $1 ORDER BY t.id";
        const GAMES: &str = "SELECT r.code, r.kind, s.name, s.seat, s.rank, r.started_at, r.finished_at,
                s.rating_before, s.uncertainty_before, s.rating_after, s.uncertainty_after
            FROM record_seats s JOIN records r ON r.table_id = s.table_id
            WHERE s.player_id = $1 ORDER BY r.finished_at, r.table_id";
        const RATINGS: &str = "SELECT kind, rating, uncertainty, games FROM standings WHERE player_id = $1
            ORDER BY games DESC, kind";
        const INVITATIONS: &str =
            "SELECT t.code, f.name AS from_name, p.name AS to_name, i.invited_at, i.declined
            FROM invitations i JOIN tables t ON t.id = i.table_id
            JOIN players f ON f.id = i.invited_by JOIN players p ON p.id = i.player_id
            WHERE i.player_id = $1 OR i.invited_by = $1 ORDER BY i.invited_at, i.table_id, p.name";
        const LINES: &str = "SELECT t.code, c.at, c.text FROM chat c JOIN tables t ON t.id = c.table_id
            WHERE c.player_id = $1 AND c.about_id IS NULL ORDER BY c.at, c.table_id, c.n";
        const PLANS: &str =
            "SELECT t.code, p.made_at, p.plan, p.lapsed FROM plans p JOIN tables t ON t.id = p.table_id
            WHERE p.player_id = $1 ORDER BY p.made_at, p.table_id";
        const NOTES: &str =
            "SELECT t.code, n.changed_at, n.text FROM notes n JOIN tables t ON t.id = n.table_id
            WHERE n.player_id = $1 ORDER BY n.changed_at, n.table_id";
        const HOLIDAYS: &str = "SELECT since, until FROM holidays WHERE player_id = $1 ORDER BY since";
        const TOURNAMENTS: &str = "SELECT name, starts_at FROM tournaments WHERE director_id = $1
                OR id IN (SELECT tournament_id FROM tournament_players WHERE player_id = $1) ORDER BY starts_at, id";
        let id = player.id;
        let bots = self.bots_of(id).await?.into_iter();
        let webhooks = self.channels_of(id).await?.into_iter();
        let notified = self.push_channels_of(id).await?.into_iter();
        let browsers = self.known_browsers(id).await?.into_iter();
        let chosen = self.chosen(id).await?;
        let names = |players: Vec<(PlayerId, String)>| players.into_iter().map(|(_, name)| name).collect();
        let clubs = self.clubs_of(id).await?.into_iter();
        let companions = self.companions(id).await?.into_iter();
        let holidays: Vec<(UnixMs, UnixMs)> =
            read!(self, conn => sqlx::query_as(HOLIDAYS).bind(id).fetch_all(conn))?;
        let tournaments: Vec<(String, UnixMs)> =
            read!(self, conn => sqlx::query_as(TOURNAMENTS).bind(id).fetch_all(conn))?;
        Ok(MyData {
            format: FORMAT,
            player: id,
            name: player.name.clone(),
            since: machine_time(player.created_at),
            account: read!(self, conn => sqlx::query_as(ACCOUNT).bind(id).fetch_optional(conn))?,
            passkeys: read!(self, conn => sqlx::query_as(PASSKEYS).bind(id).fetch_all(conn))?,
            bots: bots.map(|bot| bot.name).collect(),
            webhooks: webhooks.map(MyWebhook::from).collect(),
            notified_browsers: notified
                .map(|browser| (browser.agent, machine_time(browser.created_at)))
                .collect(),
            notices: self.notice_settings(id).await?.into(),
            mail: self.mail_address(id).await?.map(MyMail::from),
            tokens: read!(self, conn => sqlx::query_as(TOKENS_OF).bind(id).fetch_all(conn))?,
            sessions: read!(self, conn => sqlx::query_as(SESSIONS_OF).bind(id).bind(now).fetch_all(conn))?,
            signed_in_at_browsers: browsers.map(machine_time).collect(),
            added_on_this_device: companions.map(|companion| companion.name).collect(),
            tables: read!(self, conn => sqlx::query_as(TABLES).bind(id).fetch_all(conn))?,
            games: read!(self, conn => sqlx::query_as(GAMES).bind(id).fetch_all(conn))?,
            ratings: read!(self, conn => sqlx::query_as(RATINGS).bind(id).fetch_all(conn))?,
            follows: names(chosen.followed),
            blocks: names(chosen.blocked),
            invitations: read!(self, conn => sqlx::query_as(INVITATIONS).bind(id).fetch_all(conn))?,
            chat: read!(self, conn => sqlx::query_as(LINES).bind(id).fetch_all(conn))?,
            plans: read!(self, conn => sqlx::query_as(PLANS).bind(id).fetch_all(conn))?,
            notes: read!(self, conn => sqlx::query_as(NOTES).bind(id).fetch_all(conn))?,
            holidays: holidays
                .into_iter()
                .map(|(since, until)| (machine_time(since), machine_time(until)))
                .collect(),
            tournaments: tournaments
                .into_iter()
                .map(|(name, starts_at)| (name, machine_time(starts_at)))
                .collect(),
            clubs: clubs.map(|own| (own.club.name, own.role.name())).collect(),
        })
    }
}
