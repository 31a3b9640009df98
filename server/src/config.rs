//! What the server is told when it starts: options, each also an environment variable.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ipnet::IpNet;
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

    /// Proxies whose X-Forwarded-For is believed, as addresses or networks, with commas between
    #[arg(long, env = "THICKET_TRUSTED_PROXIES", value_delimiter = ',', value_name = "NETWORK", value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,

    /// Address and port for /metrics, /healthz and /readyz; without it there are no metrics
    #[arg(long, env = "THICKET_METRICS_LISTEN", value_name = "ADDRESS")]
    pub metrics_listen: Option<SocketAddr>,

    #[command(flatten)]
    #[allow(
        missing_docs,
        reason = "the options of the group are documented, and a comment here would show in the help"
    )]
    pub data: DataConfig,

    /// Form of the log lines
    #[arg(long, env = "THICKET_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text, value_name = "FORMAT")]
    pub log_format: LogFormat,
}

/// Where the data lies.
#[derive(Args, Clone, Debug)]
pub struct DataConfig {
    /// Folder for the database file, made if it is not there
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

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people
    Text,
    /// For programs: one JSON object a line
    Json,
}

impl DataConfig {
    /// The URL of the database to open.
    pub fn url(&self) -> String {
        self.database_url.clone().unwrap_or_else(|| {
            let path = self.data_dir.join("thicket.db").display().to_string();
            // A folder may have a name that means something in a URL.
            format!("sqlite:{}", path.replace('%', "%25").replace('?', "%3F"))
        })
    }
}

fn public_url(text: &str) -> Result<Url, String> {
    let url: Url = text.parse().map_err(|error: url::ParseError| error.to_string())?;
    let plain =
        url.path() == "/" && url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
    if !["http", "https"].contains(&url.scheme()) || !plain {
        return Err("give it as https://name or http://name:port, without a path".to_owned());
    }
    Ok(url)
}

fn network(text: &str) -> Result<IpNet, String> {
    let address = || text.parse().map(|address: std::net::IpAddr| IpNet::from(address));
    text.parse()
        .or_else(|_| address())
        .map_err(|_| "not an address or a network like 10.0.0.0/8".to_owned())
}
