//! A connection to Postgres that breaks at the worst moment.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

use crate::common::base::Base;

/// The name of the server's socket in its folder.
const SOCKET: &str = ".s.PGSQL.5432";

/// Stands between the store and the server.
pub(super) struct Proxy {
    pub(super) url: String,
    break_next_commit: Arc<AtomicBool>,
    _folder: tempfile::TempDir,
}

impl Proxy {
    pub(super) fn start(base: &Base) -> Self {
        let (url, server) = base.url.split_once("?host=").unwrap();
        let server = Path::new(server).join(SOCKET);
        let folder = tempfile::tempdir().unwrap();
        let listener = UnixListener::bind(folder.path().join(SOCKET)).unwrap();
        let break_next_commit = Arc::<AtomicBool>::default();
        tokio::spawn(accept(listener, server, Arc::clone(&break_next_commit)));
        Self {
            url: format!("{url}?host={}", folder.path().display()),
            break_next_commit,
            _folder: folder,
        }
    }

    /// The next COMMIT reaches the server, and its answer does not come back: the connection ends instead.
    pub(super) fn break_next_commit(&self) {
        self.break_next_commit.store(true, SeqCst);
    }

    pub(super) fn has_broken(&self) -> bool {
        !self.break_next_commit.load(SeqCst)
    }
}

async fn accept(listener: UnixListener, server: PathBuf, break_commit: Arc<AtomicBool>) {
    while let Ok((client, _)) = listener.accept().await {
        let server = UnixStream::connect(&server).await.unwrap();
        tokio::spawn(forward(client, server, Arc::clone(&break_commit)));
    }
}

async fn forward(mut client: UnixStream, mut server: UnixStream, break_commit: Arc<AtomicBool>) {
    let (mut asked, mut answered) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        tokio::select! {
            Ok(size) = client.read(&mut asked) => {
                if size == 0 || server.write_all(&asked[..size]).await.is_err() {
                    return;
                }
                let commits = asked[..size].windows(6).any(|word| word == b"COMMIT");
                if commits && break_commit.swap(false, SeqCst) {
                    // By the time that there is an answer it has committed.
                    let _ = server.read(&mut answered).await;
                    return;
                }
            }
            Ok(size) = server.read(&mut answered) => {
                if size == 0 || client.write_all(&answered[..size]).await.is_err() {
                    return;
                }
            }
            else => return,
        }
    }
}
