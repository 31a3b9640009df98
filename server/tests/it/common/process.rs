//! The real program, as a process of its own.

use std::net::SocketAddr;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::base::Base;
use super::client::TIMEOUT;
use super::http;

/// Times that keep tests short, and patient with a busy machine.
const TIMINGS: [(&str, &str); 4] = [
    ("THICKET_COUNTDOWN", "200ms"),
    ("THICKET_IDLE_ROOM", "1s"),
    ("THICKET_RETRY_WAIT", "500ms"),
    ("THICKET_SILENCE", "120s"),
];

/// A running `thicket`; it is killed when this is dropped.
pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) metrics: SocketAddr,
    log: Arc<Mutex<String>>,
}

/// The program, not yet started, without any option from outside.
pub(crate) fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_thicket"));
    command
        .args(args)
        .env_clear()
        .stdin(Stdio::null())
        .kill_on_drop(true);
    command
}

impl Process {
    pub(crate) async fn start(base: &Base) -> Process {
        Process::with(base, "info").await
    }

    /// The program with a filter for its log.
    pub(crate) async fn with(base: &Base, log_filter: &str) -> Process {
        Process::with_options(base, log_filter, &[]).await
    }

    /// The program with a filter for its log and further options.
    pub(crate) async fn with_options(base: &Base, log_filter: &str, options: &[&str]) -> Process {
        Process::at("127.0.0.1:0", base, log_filter, options).await
    }

    /// The program at an address where another one was.
    pub(crate) async fn at(listen: &str, base: &Base, log_filter: &str, options: &[&str]) -> Process {
        let mut command = program(&["serve", "--listen", listen, "--metrics-listen", "127.0.0.1:0"]);
        command
            .args(["--log-format", "json", "--database-url", &base.url])
            .args(options)
            .envs(TIMINGS)
            .env("THICKET_LOG", log_filter);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines();
        let log = Arc::<Mutex<String>>::default();
        let metrics = loop {
            let line = next(&mut stderr).await;
            log.lock().unwrap().push_str(&line);
            let fields = serde_json::from_str::<Value>(&line).unwrap()["fields"].take();
            if fields["message"] == "metrics" {
                break fields["address"].as_str().unwrap().parse().unwrap();
            }
        };
        let welcome = next(&mut stdout).await;
        let url = welcome.strip_prefix("Thicket is open at http://").unwrap();
        let address = url.trim_end_matches('/').parse().unwrap();
        let kept = Arc::clone(&log);
        tokio::spawn(async move {
            while let Ok(Some(line)) = stderr.next_line().await {
                let mut kept = kept.lock().unwrap();
                kept.push_str(&line);
                kept.push('\n');
            }
        });
        Process {
            child,
            address,
            metrics,
            log,
        }
    }

    /// What the program has logged so far.
    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Its id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id().unwrap()
    }

    /// Asks it to stop.
    pub(crate) async fn terminate(&self) {
        self.signal("-TERM").await;
    }

    /// Has it stand still until [`Process::thaw`].
    pub(crate) async fn freeze(&self) {
        self.signal("-STOP").await;
    }

    pub(crate) async fn thaw(&self) {
        self.signal("-CONT").await;
    }

    async fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args([name, &self.pid().to_string()])
            .status();
        assert!(sent.await.unwrap().success());
    }

    /// `kill -9`.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }

    /// Waits until it has ended.
    pub(crate) async fn ended(mut self) -> ExitStatus {
        timeout(TIMEOUT, self.child.wait())
            .await
            .expect("the end in time")
            .unwrap()
    }

    /// The value of a metric; 0 before it was first set.
    pub(crate) async fn metric(&self, name: &str) -> f64 {
        value(&self.metrics().await, name)
    }

    /// All metrics, as the program tells them.
    pub(crate) async fn metrics(&self) -> String {
        let url = format!("http://{}/metrics", self.metrics);
        http::get(url).await.unwrap().text().await.unwrap()
    }
}

/// The value of a metric among all; 0 before it was first set.
pub(crate) fn value(metrics: &str, name: &str) -> f64 {
    let line = metrics.lines().find_map(|line| line.strip_prefix(name));
    line.map_or(0.0, |value| value.trim().parse().unwrap())
}

async fn next<R: AsyncRead + Unpin>(lines: &mut tokio::io::Lines<BufReader<R>>) -> String {
    let line = timeout(TIMEOUT, lines.next_line()).await;
    line.expect("a line in time").unwrap().expect("a line")
}
