//! The real binary, as people run it, and as power cuts end it.

use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

use super::base::Base;
use super::client::PATIENCE;

/// A running `thicket`; killed when this is dropped.
pub(crate) struct Process {
    pub(crate) address: SocketAddr,
    pub(crate) child: Child,
}

/// An address that is free now, to be used again and again.
pub(crate) fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

impl Process {
    /// Starts the server, and waits until it is ready.
    pub(crate) async fn start(base: &Base, address: SocketAddr) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_thicket"));
        command.args(["--listen", &address.to_string(), "--database-url", &base.url]);
        command
            .env("THICKET_LOG", "warn")
            .stdout(Stdio::null())
            .kill_on_drop(true);
        let process = Process {
            address,
            child: command.spawn().unwrap(),
        };
        timeout(PATIENCE, process.ready())
            .await
            .expect("the server to become ready");
        process
    }

    async fn ready(&self) {
        let url = format!("http://{}/readyz", self.address);
        while !reqwest::get(&url)
            .await
            .is_ok_and(|answer| answer.status() == 200)
        {
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// `kill -9`.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }
}
