//! The options of the server, each also an environment variable.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use ipnet::IpNet;
use lettre::message::Mailbox;
use lettre::{Address, AsyncSmtpTransport, Tokio1Executor};
use tracing_subscriber::filter::Targets;
use url::Url;

/// Options of `thicket serve`.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Address and port to listen on
    #[arg(
        long,
        env = "THICKET_LISTEN",
        default_value = "0.0.0.0:8080",
        value_name = "ADDRESS"
    )]
    pub listen: SocketAddr,

    /// The address people use, if it is not the one they connect to: https://play.example.org
    #[arg(long, env = "THICKET_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    pub public_url: Option<Url>,

    /// With an https public address: have browsers use https for the hosts below it, too
    #[arg(long, env = "THICKET_HSTS_SUBDOMAINS")]
    pub hsts_subdomains: bool,

    /// Proxies whose X-Forwarded-For is believed, as addresses or networks, with commas between
    #[arg(long, env = "THICKET_TRUSTED_PROXIES", value_delimiter = ',', value_name = "NETWORK", value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,

    /// Where players can reach you, shown on the page about the site: https://… or mailto:…
    #[arg(long, env = "THICKET_CONTACT", value_name = "URL", value_parser = contact)]
    pub contact: Option<Url>,

    /// Address and port for /metrics, /healthz and /readyz; without it there are no metrics
    #[arg(long, env = "THICKET_METRICS_LISTEN", value_name = "ADDRESS")]
    pub metrics_listen: Option<SocketAddr>,

    /// Also send webhooks to addresses in private networks, and by http: for a server whose accounts are all known
    #[arg(long, env = "THICKET_PRIVATE_WEBHOOKS")]
    pub private_webhooks: bool,

    /// Mail server for notices and forgotten passwords: smtps://user:password@host, or smtp://…?tls=required; without it there are no mails
    #[arg(long, env = "THICKET_SMTP_URL", value_name = "URL", value_parser = smtp_url, hide_env_values = true)]
    pub smtp_url: Option<SmtpUrl>,

    /// Who mails are from, if not thicket@ the host of the public address: Thicket <games@example.org>
    #[arg(long, env = "THICKET_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<Mailbox>,

    #[command(flatten)]
    pub data: DataConfig,

    /// How several servers on one database hear of each other: postgres, which is the default with such a database, nats://…,
    /// or none
    #[arg(long, env = "THICKET_BUS", value_name = "BUS", value_parser = bus, hide_env_values = true)]
    pub bus: Option<BusOption>,

    /// What is logged: a level (`info`), or levels by module (`info,thicket_server::room=debug`)
    #[arg(long, env = "THICKET_LOG", default_value = "info", value_name = "FILTER")]
    pub log: Targets,

    /// Form of the log lines
    #[arg(long, env = "THICKET_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text, value_name = "FORMAT")]
    pub log_format: LogFormat,

    #[command(flatten)]
    pub timings: Timings,

    /// No option of the command line: tests, which sign up hundreds of people, hash passwords faster.
    #[arg(skip)]
    pub hash_cost: HashCost,
}

/// The address of a mail server, with its password, which is not shown.
#[derive(Clone)]
pub struct SmtpUrl(String);

impl SmtpUrl {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SmtpUrl(…)")
    }
}

/// What hashing a password with Argon2id costs.
#[derive(Clone, Copy, Debug)]
pub struct HashCost {
    pub memory_kib: u32,
    pub passes: u32,
}

impl Default for HashCost {
    /// The first of the settings that OWASP recommends.
    fn default() -> HashCost {
        HashCost {
            memory_kib: 19 * 1024,
            passes: 2,
        }
    }
}

/// How long the server waits for what. Times are written like `250ms`, `5s` or `2m`.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timings {
    /// Time between all seats being taken and the start of the game, in which players can cancel it
    #[arg(long, env = "THICKET_COUNTDOWN", default_value = "2s", value_name = "TIME", value_parser = time)]
    pub countdown: Duration,

    /// Time after which a host who is away hands over to the next player
    #[arg(long, env = "THICKET_HOST_AWAY", default_value = "60s", value_name = "TIME", value_parser = time)]
    pub host_away: Duration,

    /// Time that the player to move has to be away, in a game without clocks, before the others can go on without them
    #[arg(long, env = "THICKET_AWAY", default_value = "10m", value_name = "TIME", value_parser = days)]
    pub away: Duration,

    /// Time that a player has to be away before the others can nudge them, or somebody who watches can ask for their seat
    #[arg(long, env = "THICKET_AWAY_NUDGE", default_value = "2m", value_name = "TIME", value_parser = time)]
    pub away_nudge: Duration,

    /// The time of `--away` where only two play
    #[arg(long, env = "THICKET_AWAY_OF_TWO", default_value = "24h", value_name = "TIME", value_parser = days)]
    pub away_of_two: Duration,

    /// Time without a turn, in a game without clocks, after which the others can go on without the player to move, away or not
    #[arg(long, env = "THICKET_AWAY_TURN", default_value = "3days", value_name = "TIME", value_parser = days)]
    pub away_turn: Duration,

    /// Time after which a table that nobody looks at is removed from memory until somebody comes
    #[arg(long, env = "THICKET_IDLE_ROOM", default_value = "10s", value_name = "TIME", value_parser = time)]
    pub idle_room: Duration,

    /// Time after which a public table that waits for players, and where nobody is, leaves the lobby
    #[arg(long, env = "THICKET_LOBBY_AWAY", default_value = "10m", value_name = "TIME", value_parser = time)]
    pub lobby_away: Duration,

    /// Least time that a bot takes for a turn; it takes up to twice as long
    #[arg(long, env = "THICKET_BOT_PACE", default_value = "400ms", value_name = "TIME", value_parser = time)]
    pub bot_pace: Duration,

    /// Longest time that a bot thinks about a turn
    #[arg(long, env = "THICKET_BOT_THINK", default_value = "2s", value_name = "TIME", value_parser = time)]
    pub bot_think: Duration,

    /// Time between two looks at a finished game for a position for practice; 0 looks at none
    #[arg(long, env = "THICKET_PRACTICE", default_value = "10m", value_name = "TIME", value_parser = time)]
    pub practice: Duration,

    /// Time between two signs of life on a connection
    #[arg(long, env = "THICKET_PULSE", default_value = "10s", value_name = "TIME", value_parser = some_time)]
    pub pulse: Duration,

    /// Time after which a silent connection is considered dead; longer than the pulse
    #[arg(long, env = "THICKET_SILENCE", default_value = "20s", value_name = "TIME", value_parser = some_time)]
    pub silence: Duration,

    /// Time between a signal to stop, when /readyz says that the server is not ready, and closing the first connection
    #[arg(long, env = "THICKET_DRAIN", default_value = "0s", value_name = "TIME", value_parser = time)]
    pub drain: Duration,

    /// Time that requests and connections get to end when the server stops
    #[arg(long, env = "THICKET_SHUTDOWN_GRACE", default_value = "5s", value_name = "TIME", value_parser = time)]
    pub shutdown_grace: Duration,

    /// Longest time before a table that failed to load is tried again
    #[arg(long, env = "THICKET_RETRY_WAIT", default_value = "5s", value_name = "TIME", value_parser = some_time)]
    pub retry_wait: Duration,
}

impl Default for Timings {
    fn default() -> Timings {
        Timings {
            countdown: Duration::from_secs(2),
            host_away: Duration::from_secs(60),
            away: Duration::from_secs(10 * 60),
            away_nudge: Duration::from_secs(120),
            away_of_two: Duration::from_secs(24 * 60 * 60),
            away_turn: Duration::from_secs(3 * 24 * 60 * 60),
            idle_room: Duration::from_secs(10),
            lobby_away: Duration::from_secs(600),
            bot_pace: Duration::from_millis(400),
            bot_think: Duration::from_secs(2),
            practice: Duration::from_secs(10 * 60),
            pulse: Duration::from_secs(10),
            silence: Duration::from_secs(20),
            drain: Duration::ZERO,
            shutdown_grace: Duration::from_secs(5),
            retry_wait: Duration::from_secs(5),
        }
    }
}

/// Where the data is.
#[derive(Args, Clone, Debug)]
pub struct DataConfig {
    /// Folder for the database file; created if it does not exist
    #[arg(
        long,
        env = "THICKET_DATA_DIR",
        default_value = "thicket-data",
        value_name = "FOLDER"
    )]
    pub data_dir: PathBuf,

    /// Database: postgres://… or sqlite:…; without it a SQLite file in the data directory
    #[arg(
        long,
        env = "THICKET_DATABASE_URL",
        value_name = "URL",
        hide_env_values = true
    )]
    pub database_url: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BusOption {
    None,
    /// By the database itself.
    Postgres,
    /// By the NATS server at this address.
    Nats(Url),
}

/// The form of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people
    Text,
    /// For programs: one JSON object a line
    Json,
}

impl Config {
    pub fn is_https(&self) -> bool {
        self.public_url
            .as_ref()
            .is_some_and(|url| url.scheme() == "https")
    }

    /// Who mails are from; none if no address can be made of the public one.
    pub fn mail_sender(&self) -> Option<Mailbox> {
        let host = self.public_url.as_ref().and_then(Url::host_str);
        let own = || Address::new("thicket", host?).ok();
        self.mail_from
            .clone()
            .or_else(|| Some(Mailbox::new(Some("Thicket".to_owned()), own()?)))
    }

    /// Whether the options make sense together. The error is a sentence about those that do not.
    pub fn check(&self) -> Result<(), String> {
        let Timings { pulse, silence, .. } = self.timings;
        if silence <= pulse {
            return Err(format!(
                "--silence ({silence:?}) has to be longer than --pulse ({pulse:?})"
            ));
        }
        if self.hsts_subdomains && !self.is_https() {
            return Err("--hsts-subdomains needs a --public-url that begins with https".to_owned());
        }
        if self.smtp_url.is_some() && self.public_url.is_none() {
            return Err("--smtp-url needs a --public-url, to which the links in mails lead".to_owned());
        }
        if self.smtp_url.is_some() && self.mail_sender().is_none() {
            return Err(
                "--smtp-url needs --mail-from, since the host of --public-url has no mail address".to_owned(),
            );
        }
        Ok(())
    }
}

impl DataConfig {
    pub fn url(&self) -> String {
        self.database_url.clone().unwrap_or_else(|| {
            let path = self.data_dir.join("thicket.db").display().to_string();
            // Characters of a folder's name may have a meaning in a URL.
            format!("sqlite:{}", path.replace('%', "%25").replace('?', "%3F"))
        })
    }
}

fn public_url(text: &str) -> Result<Url, String> {
    let url: Url = text.parse().map_err(|error: url::ParseError| error.to_string())?;
    let plain =
        url.path() == "/" && url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
    if !["http", "https"].contains(&url.scheme()) || !plain {
        return Err("not an address like https://name or http://name:port, without a path".to_owned());
    }
    Ok(url)
}

fn contact(text: &str) -> Result<Url, String> {
    let url: Url = text.parse().map_err(|error: url::ParseError| error.to_string())?;
    match url.scheme() {
        "https" | "http" | "mailto" => Ok(url),
        _ => Err("not an address like https://name/page or mailto:name@example.org".to_owned()),
    }
}

fn smtp_url(text: &str) -> Result<SmtpUrl, String> {
    match AsyncSmtpTransport::<Tokio1Executor>::from_url(text) {
        Ok(_) => Ok(SmtpUrl(text.to_owned())),
        Err(_) => Err("not the address of a mail server like smtps://user:password@host".to_owned()),
    }
}

fn bus(text: &str) -> Result<BusOption, String> {
    let is_nats = |url: &Url| ["nats", "tls"].contains(&url.scheme()) && url.has_host();
    match text {
        "none" => Ok(BusOption::None),
        "postgres" => Ok(BusOption::Postgres),
        _ => match text.parse() {
            Ok(url) if is_nats(&url) => Ok(BusOption::Nats(url)),
            _ => Err("not postgres, none, or the address of a NATS server like nats://name:4222".to_owned()),
        },
    }
}

fn network(text: &str) -> Result<IpNet, String> {
    let address = || text.parse().map(|address: std::net::IpAddr| IpNet::from(address));
    text.parse()
        .or_else(|_| address())
        .map_err(|_| "not an address or a network like 10.0.0.0/8".to_owned())
}

/// The longest time that can be set: timers work that far ahead.
const MAX_DURATION: Duration = Duration::from_secs(24 * 60 * 60);

/// The longest time that people can be waited for.
const MAX_WAIT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

fn days(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(time) if time <= MAX_WAIT => Ok(time),
        Ok(_) => Err("longer than thirty days".to_owned()),
        Err(_) => Err("not a time like 10m, 24h or 3days".to_owned()),
    }
}

fn time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).map_err(|_| "not a time like 250ms, 5s or 2m".to_owned())?;
    if time > MAX_DURATION {
        return Err("longer than a day".to_owned());
    }
    Ok(time)
}

fn some_time(text: &str) -> Result<Duration, String> {
    time(text).and_then(|time| match time.is_zero() {
        true => Err("this has to be longer than nothing".to_owned()),
        false => Ok(time),
    })
}

#[cfg(test)]
mod tests;
