//! The servers that are measured, each a process on a CPU of its own.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use nix::time::ClockId;
use rustix::process::{Pid, Signal, kill_process};
use rustix::thread::{CpuSet, sched_setaffinity};

/// Where the servers run.
const SERVER_CPU: usize = 0;
/// Where the generator runs.
const GENERATOR_CPU: usize = 1;
/// Games start this soon after all chairs are taken, where the server lets one choose.
const COUNTDOWN: &str = "100ms";
/// How long a server may take to stop.
const PATIENCE: Duration = Duration::from_secs(30);

/// Which server to start.
#[derive(Clone, Debug)]
pub enum Which {
    /// Thicket, with its data in a folder or at a database's URL.
    Thicket {
        /// The folder.
        folder: PathBuf,
        /// The database, if it is not a file in the folder.
        database: Option<String>,
    },
    /// The bare one, with the size of its events.
    Bare {
        /// Bytes of the message of a turn.
        event_bytes: usize,
    },
    /// The bare one, sending as little as it can.
    Least,
}

/// A running server. It is stopped when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    log: PathBuf,
}

/// Binds this thread, and all that it starts from now on, to one CPU.
fn bind_to(cpu: usize) -> Result<()> {
    let mut cpus = CpuSet::new();
    cpus.set(cpu);
    sched_setaffinity(None, &cpus).with_context(|| format!("two CPUs are needed; CPU {cpu} cannot be used"))
}

/// Gives the generator its CPU.
///
/// # Errors
/// When there are not two CPUs.
pub fn bind_generator() -> Result<()> {
    bind_to(GENERATOR_CPU)
}

impl Process {
    /// Starts a server from the folder where this program lies, and waits until it listens. Its log goes into `logs`.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start(which: &Which, logs: &Path) -> Result<Process> {
        Process::start_logging(which, logs, "info")
    }

    /// As above, with what is logged in the form of `--log`.
    ///
    /// # Errors
    /// As above.
    pub fn start_logging(which: &Which, logs: &Path, what: &str) -> Result<Process> {
        let log = logs.join("server.log");
        let mut command = command(which)?;
        command.env("THICKET_LOG", what);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(&log)?);
        bind_to(SERVER_CPU)?;
        let child = command.spawn();
        bind_generator()?;
        let mut child = child.context("starting the server")?;
        let mut said = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut said)?;
        }
        let address = said
            .split("http://")
            .nth(1)
            .map(|url| url.trim().trim_end_matches('/'));
        let Some(address) = address.and_then(|address| address.parse().ok()) else {
            bail!("the server did not start: {said}{}", fs::read_to_string(&log)?);
        };
        Ok(Process { child, address, log })
    }

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The CPU time that it has used, with that of threads that have ended since.
    ///
    /// # Errors
    /// When it is gone.
    pub fn cpu(&self) -> Result<Duration> {
        let pid = nix::unistd::Pid::from_raw(self.pid().try_into()?);
        Ok(ClockId::pid_cpu_clock_id(pid)?.now()?.into())
    }

    /// The memory it uses, in KiB: its share of every page (PSS).
    ///
    /// # Errors
    /// When it is gone.
    pub fn memory(&self) -> Result<u64> {
        let rollup = fs::read_to_string(format!("/proc/{}/smaps_rollup", self.pid()))?;
        let line = rollup
            .lines()
            .find_map(|line| line.strip_prefix("Pss:"))
            .context("PSS")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }

    /// The most memory it has used, in KiB, with pages that it shares counted in full.
    ///
    /// # Errors
    /// When it is gone.
    pub fn peak_memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid()))?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))
            .context("VmHWM")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }

    /// What it has logged.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn log(&self) -> Result<String> {
        let mut log = String::new();
        File::open(&self.log)?.read_to_string(&mut log)?;
        Ok(log)
    }

    /// Asks it to stop and waits until it has.
    ///
    /// # Errors
    /// When it does not stop in time.
    pub fn stop(mut self) -> Result<()> {
        kill_process(Pid::from_child(&self.child), Signal::TERM)?;
        let begun = Instant::now();
        while self.child.try_wait()?.is_none() {
            ensure!(begun.elapsed() < PATIENCE, "the server did not stop");
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(which: &Which) -> Result<Command> {
    let own = std::env::current_exe()?;
    let folder = own.parent().context("the folder of this program")?;
    let mut command;
    match which {
        Which::Bare { event_bytes } => {
            command = Command::new(folder.join("bare"));
            command.args(["--event-bytes", &event_bytes.to_string()]);
        }
        Which::Least => {
            command = Command::new(folder.join("bare"));
            command.arg("--least");
        }
        Which::Thicket {
            folder: data,
            database,
        } => {
            command = Command::new(folder.join("thicket"));
            command
                .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
                .arg(data);
            if let Some(database) = database {
                command.args(["--database-url", database]);
            }
        }
    }
    // Nothing of the environment is to change what is measured.
    command.env_clear().env("THICKET_COUNTDOWN", COUNTDOWN);
    Ok(command)
}
