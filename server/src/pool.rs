//! Threads for searches, pictures and other long computations: few, and of lower priority than those that serve
//! people.

mod spare;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use metrics::{counter, gauge};
use parking_lot::{Condvar, Mutex, MutexGuard};
use thicket_search::Stop;
use tokio::sync::{Semaphore, oneshot, watch};
use tracing::{error, warn};

use crate::http::address::ClientAddress;
use crate::http::limits::{COMPUTED_AT_ONCE, Computations};

/// The priority of a job in a pool: smaller numbers come first, however many others wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// The turn of a bot, for which a table waits.
    Turn,
    /// A round of a tournament, for which all its players wait.
    Round,
    /// A hint for somebody who looks at the board.
    Hint,
    /// A position of a finished game.
    Review,
    /// A picture. The pools that draw have no other jobs.
    Picture,
    Request,
    /// A position that is looked at for nobody in particular: see [`Pool::run_in_spare_time`].
    Spare,
}

/// The number of variants of [`Urgency`], of which `Spare` is the last.
const URGENCIES: usize = Urgency::Spare as usize + 1;

/// The names of a pool's threads and metrics, and its capacity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) thread: &'static str,
    /// The gauge of unfinished jobs.
    pub(crate) waiting: &'static str,
    pub(crate) panics: &'static str,
    /// How many jobs of one urgency may be running or waiting; further ones wait for a place, or are refused.
    pub(crate) places: usize,
    /// How much the system prefers other threads, from 0 to 19.
    pub(crate) niceness: i32,
}

pub(crate) const SEARCHES: Settings = Settings {
    thread: "search",
    waiting: "thicket_bot_searches",
    panics: "thicket_bot_panics_total",
    places: 64,
    // Threads with more have to wait for up to half a second while others are busy, and a bot plays too late.
    niceness: 5,
};

/// The pool for requests: positions that are explored, and records from outside.
pub(crate) const COMPUTATIONS: Settings = Settings {
    thread: "compute",
    waiting: "thicket_computations",
    panics: "thicket_computation_panics_total",
    places: COMPUTED_AT_ONCE,
    niceness: 19,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotComputed {
    #[error("Many positions are being worked out right now. Please try again in a moment.")]
    Busy,
    #[error("Many positions are being worked out for your network right now. Please try again in a moment.")]
    BusyForAddress,
    #[error("Something went wrong in Thicket itself. Please try again.")]
    Failed,
}

/// A job, which ends by itself when it has to.
type Job = Box<dyn FnOnce() + Send>;

/// Cheap to clone. The threads end when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct Pool(Arc<Entrance>);

/// The sending side of the queue.
#[derive(Debug)]
struct Entrance {
    settings: Settings,
    queue: Arc<Queue>,
    places: [Arc<Semaphore>; URGENCIES],
    computations: Computations,
    /// How many jobs are running or waiting, without those that are run in spare time.
    wanted: watch::Sender<usize>,
}

impl Drop for Entrance {
    fn drop(&mut self) {
        self.queue.waiting().closed = true;
        self.queue.came.notify_all();
    }
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    came: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// With the rank of each: jobs of a lower rank come first.
    jobs: [VecDeque<(u32, Job)>; URGENCIES],
    closed: bool,
}

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("Queue")
    }
}

impl Queue {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock()
    }

    fn add(&self, urgency: Urgency, rank: u32, job: Job) {
        let mut waiting = self.waiting();
        let jobs = &mut waiting.jobs[urgency as usize];
        let place = jobs.partition_point(|(other, _)| *other <= rank);
        jobs.insert(place, (rank, job));
        self.came.notify_one();
    }

    fn next(&self) -> Option<Job> {
        let mut waiting = self.waiting();
        while !waiting.closed {
            if let Some((_, job)) = waiting.jobs.iter_mut().find_map(VecDeque::pop_front) {
                return Some(job);
            }
            self.came.wait(&mut waiting);
        }
        None
    }
}

impl Pool {
    /// Half as many threads as the machine has cores, and at least one.
    pub(crate) fn new(settings: Settings) -> Pool {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Pool::of((cores / 2).max(1), settings)
    }

    pub(crate) fn of(threads: usize, settings: Settings) -> Pool {
        let queue = Arc::<Queue>::default();
        for _ in 0..threads {
            let queue = Arc::clone(&queue);
            let thread = thread::Builder::new().name(settings.thread.to_owned());
            if let Err(error) = thread.spawn(move || work(&queue, settings)) {
                error!(%error, pool = settings.thread, "a thread could not be started");
            }
        }
        let places = std::array::from_fn(|_| Arc::new(Semaphore::new(settings.places)));
        Pool(Arc::new(Entrance {
            settings,
            queue,
            places,
            computations: Computations::default(),
            wanted: watch::Sender::default(),
        }))
    }

    /// Runs a job when a thread is free and nothing more urgent waits; `None` if it panics. A job whose caller has
    /// gone is not begun.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        urgency: Urgency,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _unfinished = Unfinished::new(&self.0, urgency);
        let places = Arc::clone(&self.0.places[urgency as usize]);
        let place = places.acquire_owned().await.ok()?;
        self.queue(urgency, 0, place, work).await
    }

    /// Runs a job of a request when a thread is free. Of two addresses the one with fewer jobs here comes first.
    /// Refused when too many jobs wait, in all or for the address or network; fails when the job panics.
    pub(crate) async fn run_request<T: Send + 'static>(
        &self,
        from: ClientAddress,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotComputed> {
        let _unfinished = Unfinished::new(&self.0, Urgency::Request);
        let places = Arc::clone(&self.0.places[Urgency::Request as usize]);
        let own = self
            .0
            .computations
            .open(from)
            .ok_or(NotComputed::BusyForAddress)?;
        let place = places.try_acquire_owned().map_err(|_| NotComputed::Busy)?;
        let done = self.queue(Urgency::Request, own.others, (own, place), work).await;
        done.ok_or(NotComputed::Failed)
    }

    async fn queue<T: Send + 'static>(
        &self,
        urgency: Urgency,
        rank: u32,
        place: impl Send + 'static,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        let job = move || {
            // The caller may be gone by now, or by the end.
            let done = (!answer.is_closed()).then(work);
            // Released before the answer, after which the client may ask for the next job.
            drop(place);
            if let Some(done) = done {
                drop(answer.send(done));
            }
        };
        self.0.queue.add(urgency, rank, Box::new(job));
        answered.await.ok()
    }
}

fn work(queue: &Queue, settings: Settings) {
    lower_priority(settings);
    while let Some(job) = queue.next() {
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            error!(pool = settings.thread, "a job panicked");
            counter!(settings.panics).increment(1);
        }
    }
}

/// Lets the system prefer other threads. On Linux the priority belongs to each thread.
#[cfg_attr(not(target_os = "linux"), expect(unused_variables))]
fn lower_priority(settings: Settings) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, settings.niceness) {
        warn!(%error, pool = settings.thread, "a pool has the priority of everything else");
    }
}

/// An unfinished job, counted in a gauge, and among those that are wanted.
struct Unfinished<'a> {
    entrance: &'a Entrance,
    is_wanted: bool,
}

impl Unfinished<'_> {
    fn new(entrance: &Entrance, urgency: Urgency) -> Unfinished<'_> {
        let is_wanted = urgency != Urgency::Spare;
        gauge!(entrance.settings.waiting).increment(1);
        if is_wanted {
            entrance.wanted.send_modify(|wanted| *wanted += 1);
        }
        Unfinished { entrance, is_wanted }
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        gauge!(self.entrance.settings.waiting).decrement(1);
        if self.is_wanted {
            self.entrance.wanted.send_modify(|wanted| *wanted -= 1);
        }
    }
}

/// Stops a search when its caller has gone.
#[derive(Default)]
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
