//! A real Postgres server, started by the first test that needs it and stopped when the process has ended.

use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection};
use thicket_server::store::Store;
use tokio::sync::OnceCell;

const MISSING: &str = "Postgres is needed for these tests: install it (Debian: apt-get install postgresql) \
    or put its initdb and pg_ctl on the PATH";

/// The database whose tables the others are copies of: to make them takes longer than to copy them.
const TEMPLATE: &str = "template_of_tests";

/// Whether the server flushes to disk. Tests need not; measurements must.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(dead_code, reason = "tests use one, the benchmark the other")]
pub(crate) enum Flush {
    Never,
    AtCommit,
}

/// A running server on a socket in a folder of its own.
pub(crate) struct Server {
    folder: PathBuf,
    databases: AtomicU32,
    /// Whether [`TEMPLATE`] has been made.
    template: OnceCell<()>,
    /// Stops the server when our end of its pipe is closed, however this process ends.
    _watcher: Child,
}

/// The server that all tests of this process share.
#[allow(dead_code, reason = "the benchmark starts its own")]
pub(crate) fn shared() -> &'static Server {
    static SHARED: OnceLock<Server> = OnceLock::new();
    SHARED.get_or_init(|| Server::start(Flush::Never))
}

impl Server {
    pub(crate) fn start(flush: Flush) -> Self {
        let folder = new_folder();
        let mut initdb = program("initdb", &folder);
        initdb.arg("-D").arg(folder.join("data")).args([
            "-U",
            "thicket",
            "--auth=trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "-N",
        ]);
        finish(initdb, &folder);
        Self::launch(folder, flush)
    }

    /// A standby that receives what this server writes.
    #[allow(dead_code, reason = "the benchmark does not use it")]
    pub(crate) fn standby(&self) -> Self {
        let folder = new_folder();
        let mut backup = program("pg_basebackup", &folder);
        backup
            .arg("-D")
            .arg(folder.join("data"))
            .arg("-h")
            .arg(&self.folder);
        backup.args(["-U", "thicket", "-R", "-X", "stream", "-c", "fast", "-N"]);
        finish(backup, &folder);
        Self::launch(folder, Flush::Never)
    }

    /// Starts a server whose data is in its folder.
    fn launch(folder: PathBuf, flush: Flush) -> Self {
        // New statistics in the middle of a test would change plans.
        let mut options = format!(
            "-c listen_addresses='' -c max_connections=300 -c autovacuum=off -c jit=off -k {}",
            folder.display()
        );
        if flush == Flush::Never {
            options.push_str(" -F");
        }
        let mut start = control(&folder);
        start.arg("-l").arg(folder.join("log"));
        start.args(["-w", "-o", &options, "start"]);
        finish(start, &folder);
        let watcher = watch(program("sh", &folder), &folder);
        Self {
            folder,
            databases: AtomicU32::new(0),
            template: OnceCell::new(),
            _watcher: watcher,
        }
    }

    /// Makes a primary of a standby.
    #[allow(dead_code, reason = "the benchmark does not use it")]
    pub(crate) fn promote(&self) {
        let mut promote = control(&self.folder);
        promote.args(["-w", "promote"]);
        finish(promote, &self.folder);
    }

    /// Kills all processes of the server, as a loss of power would.
    #[allow(dead_code, reason = "the benchmark does not use it")]
    pub(crate) fn kill(&self) {
        signal("-KILL", &self.processes());
    }

    /// Where it listens.
    #[allow(dead_code, reason = "the benchmark does not use it")]
    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// Stops the server, which ends all connections, and starts it again.
    #[allow(dead_code, reason = "the benchmark does not use it")]
    pub(crate) fn restart(&self) {
        let mut restart = control(&self.folder);
        restart.arg("-l").arg(self.folder.join("log"));
        restart.args(["-w", "-m", "fast", "restart"]);
        finish(restart, &self.folder);
    }

    /// The URL of a new database with nothing in its tables.
    pub(crate) async fn database(&self) -> String {
        let template = async || {
            self.create(&format!("CREATE DATABASE {TEMPLATE}")).await;
            let store = Store::open(&self.url(TEMPLATE)).await.unwrap();
            store.close().await;
        };
        self.template.get_or_init(template).await;
        let name = format!("t{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.create(&format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}"))
            .await;
        self.url(&name)
    }

    /// The URL of a new database without tables.
    #[allow(dead_code, reason = "the benchmark does not use it")]
    pub(crate) async fn empty_database(&self) -> String {
        let name = format!("t{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.create(&format!("CREATE DATABASE {name}")).await;
        self.url(&name)
    }

    /// The URL of a new database with the tables of an earlier version, made by so many migrations.
    #[allow(dead_code, reason = "the benchmark does not use it")]
    pub(crate) async fn database_of(&self, migrations: usize) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
        let all = Migrator::new(folder).await.unwrap();
        let first = all.iter().take(migrations).cloned().collect();
        let url = self.empty_database().await;
        let mut conn = PgConnection::connect(&url).await.unwrap();
        Migrator::with_migrations(first)
            .run_direct(None, &mut conn, false)
            .await
            .unwrap();
        url
    }

    async fn create(&self, sql: &str) {
        let options: sqlx::postgres::PgConnectOptions = self.url("postgres").parse().unwrap();
        let mut conn = options.connect().await.unwrap();
        conn.execute(AssertSqlSafe(sql.to_owned())).await.unwrap();
    }

    /// Stops all processes of the server, so that it neither answers nor closes a connection, for as long as the
    /// result lives.
    #[allow(dead_code, reason = "the benchmark does not use it")]
    pub(crate) fn silence(&self) -> Silence {
        let silence = Silence(self.processes());
        signal("-STOP", &silence.0);
        silence
    }

    /// The ids of its processes.
    fn processes(&self) -> Vec<String> {
        let pid = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap();
        let pid = pid.lines().next().unwrap().to_owned();
        let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap();
        let children = children.split_whitespace().map(str::to_owned);
        std::iter::once(pid).chain(children).collect()
    }

    /// The URL of one of its databases.
    pub(crate) fn url(&self, database: &str) -> String {
        format!(
            "postgres://thicket@localhost/{database}?host={}",
            self.folder.display()
        )
    }
}

/// A server that was stopped; it goes on when this is dropped.
#[allow(dead_code, reason = "the benchmark does not use it")]
pub(crate) struct Silence(Vec<String>);

impl Drop for Silence {
    fn drop(&mut self) {
        signal("-CONT", &self.0);
    }
}

fn signal(signal: &str, processes: &[String]) {
    // A process that has ended meanwhile needs no signal.
    let _ = Command::new("kill")
        .arg(signal)
        .args(processes)
        .stderr(Stdio::null())
        .status();
}

/// A folder for a server, which belongs to whoever it runs as.
fn new_folder() -> PathBuf {
    let folder = tempfile::Builder::new().prefix("thicket-pg-").tempdir();
    let folder = folder.unwrap().keep();
    if let Some((uid, gid)) = unprivileged() {
        chown(&folder, Some(uid), Some(gid)).unwrap();
    }
    folder
}

/// `pg_ctl` for the server in a folder.
fn control(folder: &Path) -> Command {
    let mut control = program("pg_ctl", folder);
    control.arg("-D").arg(folder.join("data"));
    control
}

fn program(name: &str, folder: &Path) -> Command {
    command(programs().join(name), folder, unprivileged())
}

/// Where the server's programs are: on the PATH, or where Debian keeps them, the newest first.
fn programs() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut debian: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|versions| {
            versions
                .flatten()
                .map(|version| version.path().join("bin"))
                .collect()
        })
        .unwrap_or_default();
    debian.sort();
    places.extend(debian.into_iter().rev());
    let found = places
        .into_iter()
        .find(|place| place.join("initdb").exists() && place.join("pg_ctl").exists());
    found.unwrap_or_else(|| panic!("{MISSING}"))
}

/// Postgres refuses to run as root: then it runs as somebody else.
fn unprivileged() -> Option<(u32, u32)> {
    let id = |args: &[&str]| -> Option<u32> {
        let output = Command::new("id").args(args).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    };
    if id(&["-u"]) != Some(0) {
        return None;
    }
    let ids = ["postgres", "nobody"]
        .iter()
        .find_map(|name| Some((id(&["-u", name])?, id(&["-g", name])?)));
    Some(
        ids.unwrap_or_else(|| {
            panic!("Postgres does not run as root, and there is no user postgres or nobody")
        }),
    )
}

fn command(program: PathBuf, folder: &Path, user: Option<(u32, u32)>) -> Command {
    let mut command = Command::new(if program.exists() {
        program
    } else {
        program.file_name().unwrap().into()
    });
    command
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Some((uid, gid)) = user {
        command.uid(uid).gid(gid);
    }
    command
}

/// Runs a program to its end. Its output goes to a file: a server that it leaves behind would hold a pipe open.
fn finish(mut command: Command, folder: &Path) {
    let said = folder.join("said");
    let out = std::fs::File::create(&said).unwrap();
    let status = command.stderr(out).status().unwrap();
    if !status.success() {
        panic!(
            "{command:?} failed: {}",
            std::fs::read_to_string(&said).unwrap_or_default()
        );
    }
}

/// A small process that waits for the end of this one, however it comes, then cleans up.
fn watch(mut shell: Command, folder: &Path) -> Child {
    const SCRIPT: &str = r#"cat; "$1/pg_ctl" -D "$2/data" -m immediate stop; cd /; rm -rf "$2""#;
    shell.args(["-c", SCRIPT, "sh"]).arg(programs()).arg(folder);
    // A group of its own, so that an interrupt at the keyboard does not end it too early.
    shell.stdin(Stdio::piped()).process_group(0).spawn().unwrap()
}
