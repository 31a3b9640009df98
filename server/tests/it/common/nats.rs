//! A real NATS server, on a port of its own.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const MISSING: &str = "nats-server is needed for these tests: install it (Debian: apt-get install nats-server) \
    or put it on the PATH";

/// A running server; it is killed when this is dropped.
pub(crate) struct Nats {
    server: Child,
    port: u16,
    _folder: tempfile::TempDir,
}

impl Nats {
    pub(crate) fn start() -> Nats {
        let folder = tempfile::tempdir().unwrap();
        let mut server = command()
            .args(["--addr", "127.0.0.1", "--port", "-1", "--ports_file_dir"])
            .arg(folder.path())
            .spawn()
            .expect(MISSING);
        let file = folder.path().join(format!("{}_{}.ports", name(), server.id()));
        let port = wait_for_port(&file, &mut server);
        Nats {
            server,
            port,
            _folder: folder,
        }
    }

    /// The option of a server that uses it.
    pub(crate) fn option(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it as a crash would, and starts another on the same port.
    pub(crate) fn restart(&mut self) {
        self.end();
        let port = self.port.to_string();
        self.server = command()
            .args(["--addr", "127.0.0.1", "--port", &port])
            .spawn()
            .expect(MISSING);
    }

    fn end(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.end();
    }
}

fn program() -> PathBuf {
    let debian = Path::new("/usr/sbin/nats-server");
    if debian.exists() {
        debian.into()
    } else {
        "nats-server".into()
    }
}

fn name() -> String {
    program().file_name().unwrap().to_str().unwrap().to_owned()
}

fn command() -> Command {
    let mut command = Command::new(program());
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// The server writes where it listens as soon as it does.
fn wait_for_port(file: &Path, server: &mut Child) -> u16 {
    let since = Instant::now();
    loop {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let found: Option<serde_json::Value> = serde_json::from_str(&text).ok();
        if let Some(url) = found.as_ref().and_then(|ports| ports["nats"][0].as_str()) {
            return url.rsplit(':').next().unwrap().parse().unwrap();
        }
        assert!(server.try_wait().unwrap().is_none(), "nats-server has ended");
        assert!(
            since.elapsed() < Duration::from_secs(20),
            "nats-server does not listen"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}
