//! A connection to Postgres that breaks: at the worst moment, or for a while.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;

use super::base::Base;

/// The name of the server's socket in its folder.
const SOCKET: &str = ".s.PGSQL.5432";

/// Stands between a node and the server.
pub(crate) struct Proxy {
    pub(crate) url: String,
    break_next_commit: Arc<AtomicBool>,
    state: watch::Sender<Line>,
    _folder: tempfile::TempDir,
}

/// What becomes of all connections, those that are open and new ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Up,
    /// Nothing arrives any more, in neither direction, and nobody is told.
    Silent,
    /// They are closed.
    Down,
}

impl Proxy {
    pub(crate) fn start(base: &Base) -> Self {
        let (url, server) = base.url.split_once("?host=").unwrap();
        let server = Path::new(server).join(SOCKET);
        let folder = tempfile::tempdir().unwrap();
        let listener = UnixListener::bind(folder.path().join(SOCKET)).unwrap();
        let break_next_commit = Arc::<AtomicBool>::default();
        let (state, line) = watch::channel(Line::Up);
        tokio::spawn(accept(listener, server, Arc::clone(&break_next_commit), line));
        Self {
            url: format!("{url}?host={}", folder.path().display()),
            break_next_commit,
            state,
            _folder: folder,
        }
    }

    /// The database as it is reached through here.
    pub(crate) fn base(&self) -> Base {
        Base::at(self.url.clone())
    }

    /// The next COMMIT reaches the server, and its answer does not come back: the connection ends instead.
    pub(crate) fn break_next_commit(&self) {
        self.break_next_commit.store(true, SeqCst);
    }

    pub(crate) fn has_broken(&self) -> bool {
        !self.break_next_commit.load(SeqCst)
    }

    /// Cuts all connections, or lets them through again. Those that were silent are closed then.
    pub(crate) fn set(&self, line: Line) {
        self.state.send_replace(line);
    }
}

async fn accept(
    listener: UnixListener,
    server: PathBuf,
    break_commit: Arc<AtomicBool>,
    line: watch::Receiver<Line>,
) {
    while let Ok((client, _)) = listener.accept().await {
        tokio::spawn(serve(
            client,
            server.clone(),
            Arc::clone(&break_commit),
            line.clone(),
        ));
    }
}

/// Forwards until the line is no longer up, and holds a connection that fell silent until it is something else.
async fn serve(
    mut client: UnixStream,
    server: PathBuf,
    break_commit: Arc<AtomicBool>,
    mut line: watch::Receiver<Line>,
) {
    // Nobody is connected to the server while the line is not up.
    if *line.borrow_and_update() != Line::Up {
        let _ = line.wait_for(|line| *line != Line::Silent).await;
        return;
    }
    let mut server = UnixStream::connect(&server).await.unwrap();
    tokio::select! {
        () = forward(&mut client, &mut server, break_commit) => return,
        _ = line.wait_for(|line| *line != Line::Up) => (),
    }
    let _ = line.wait_for(|line| *line != Line::Silent).await;
}

async fn forward(client: &mut UnixStream, server: &mut UnixStream, break_commit: Arc<AtomicBool>) {
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
