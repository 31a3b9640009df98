//! A real mail server (aiosmtpd), and the mails that it has taken.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;
use thicket_server::time::now_ms;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::common::base::Rival;
use crate::common::client::TIMEOUT;

/// How long a mail may take: what could not be sent is tried again after pauses, and a board is waited for.
pub(super) const MAIL_TIMEOUT: Duration = Duration::from_secs(240);

pub(super) struct PostOffice {
    port: u16,
    folder: TempDir,
    running: Option<Child>,
}

impl PostOffice {
    /// One that has not opened yet.
    pub(super) fn closed() -> PostOffice {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        PostOffice {
            port: listener.local_addr().unwrap().port(),
            folder: tempfile::tempdir().unwrap(),
            running: None,
        }
    }

    pub(super) async fn start() -> PostOffice {
        let mut office = PostOffice::closed();
        office.open().await;
        office
    }

    pub(super) async fn open(&mut self) {
        let child = Command::new("aiosmtpd")
            .args(["-n", "-l", &format!("127.0.0.1:{}", self.port)])
            .args(["-c", "handler.Handler"])
            .arg(self.file())
            .env(
                "PYTHONPATH",
                concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/mail"),
            )
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .spawn()
            .expect("aiosmtpd, which scripts/test installs");
        self.running = Some(child);
        let connected = async {
            while TcpStream::connect(("127.0.0.1", self.port)).await.is_err() {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(TIMEOUT, connected).await.expect("a mail server");
    }

    pub(super) fn close(&mut self) {
        if let Some(mut child) = self.running.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("mails")
    }

    /// The options of a server that sends its mails here.
    pub(super) fn options(&self) -> [String; 6] {
        [
            "--smtp-url".to_owned(),
            format!("smtp://127.0.0.1:{}", self.port),
            "--public-url".to_owned(),
            "http://{address}".to_owned(),
            "--mail-from".to_owned(),
            "Thicket <thicket@play.example>".to_owned(),
        ]
    }

    /// All mails so far.
    pub(super) fn mails(&self) -> Vec<Value> {
        let lines = std::fs::read_to_string(self.file()).unwrap_or_default();
        lines
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect()
    }

    pub(super) fn subjects(&self) -> Vec<String> {
        let subject = |mail: Value| mail["headers"]["subject"].as_str().unwrap().to_owned();
        self.mails().into_iter().map(subject).collect()
    }

    /// Waits until so many have come.
    pub(super) async fn until(&self, count: usize) -> Vec<Value> {
        let come = async {
            while self.mails().len() < count {
                sleep(Duration::from_millis(50)).await;
            }
        };
        assert!(
            timeout(MAIL_TIMEOUT, come).await.is_ok(),
            "{count} mails, not {:?}",
            self.subjects()
        );
        self.mails()
    }
}

impl Drop for PostOffice {
    fn drop(&mut self) {
        self.close();
    }
}

/// Waits until nothing is to be sent and no channel is in use any more: a mail has come before its sender has stored that.
pub(super) async fn all_sent(rival: &mut Rival) {
    let sent = async {
        while rival.count("SELECT COUNT(*) FROM outbox").await > 0
            || rival.count("SELECT MAX(not_before) FROM channels").await > now_ms().0
        {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(MAIL_TIMEOUT, sent).await.expect("everything is sent");
}

/// The path of the first link in a mail that begins like this.
pub(super) fn link(mail: &Value, beginning: &str) -> String {
    let text = mail["text"].as_str().unwrap();
    let start = text
        .find(beginning)
        .unwrap_or_else(|| panic!("no link to {beginning} in {text}"));
    text[start..].split_whitespace().next().unwrap().to_owned()
}
