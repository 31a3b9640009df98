//! Threads for searches and pictures: few, and of lower priority than those that serve people.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use metrics::{counter, gauge};
use thicket_search::Stop;
use tokio::sync::{Semaphore, oneshot};
use tracing::{error, warn};

/// How many jobs of one urgency wait for a thread; those that come then wait for a place in the queue.
const QUEUE: usize = 64;

/// Which jobs of a pool come first: those of a smaller number, however many others wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// The turn of a bot, for which a table waits.
    Turn,
    /// A hint for somebody who looks at the board.
    Hint,
    /// A position of a game that is over.
    Review,
    /// A picture. The pools that draw do nothing else.
    Picture,
}

/// As many as there are of [`Urgency`].
const URGENCIES: usize = 4;

/// What a pool does, as its threads and metrics are named.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    /// The name of its threads.
    pub(crate) thread: &'static str,
    /// The gauge of jobs that were asked for and are not done.
    pub(crate) waiting: &'static str,
    /// The counter of jobs that panicked.
    pub(crate) panics: &'static str,
}

/// The pool that searches run on.
pub(crate) const SEARCHES: Names = Names {
    thread: "search",
    waiting: "thicket_bot_searches",
    panics: "thicket_bot_panics_total",
};

/// What is to be run. It knows itself when it has to end.
type Job = Box<dyn FnOnce() + Send>;

/// The threads. Cheap to clone; they end when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct Pool(Arc<Entrance>);

/// The side of the queue where jobs come in.
#[derive(Debug)]
struct Entrance {
    names: Names,
    queue: Arc<Queue>,
    places: [Arc<Semaphore>; URGENCIES],
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
    jobs: [VecDeque<Job>; URGENCIES],
    closed: bool,
}

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("Queue")
    }
}

impl Queue {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, urgency: Urgency, job: Job) {
        self.waiting().jobs[urgency as usize].push_back(job);
        self.came.notify_one();
    }

    /// The most urgent job, as soon as there is one; none once the pool is gone.
    fn next(&self) -> Option<Job> {
        let mut waiting = self.waiting();
        while !waiting.closed {
            if let Some(job) = waiting.jobs.iter_mut().find_map(VecDeque::pop_front) {
                return Some(job);
            }
            waiting = self.came.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }
}

impl Pool {
    /// A pool with half as many threads as the machine has cores, and at least one.
    pub(crate) fn new(names: Names) -> Pool {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Pool::of((cores / 2).max(1), names)
    }

    /// A pool with so many threads.
    pub(crate) fn of(threads: usize, names: Names) -> Pool {
        let queue = Arc::<Queue>::default();
        for _ in 0..threads {
            let queue = Arc::clone(&queue);
            let thread = thread::Builder::new().name(names.thread.to_owned());
            if let Err(error) = thread.spawn(move || work(&queue, names)) {
                error!(%error, pool = names.thread, "a thread could not be started");
            }
        }
        let places = std::array::from_fn(|_| Arc::new(Semaphore::new(QUEUE)));
        Pool(Arc::new(Entrance { names, queue, places }))
    }

    /// Runs a job when a thread is free and nothing more urgent waits; none if it panics. A job that nobody waits for any
    /// more is not begun.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        urgency: Urgency,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        let _unfinished = Unfinished::new(self.0.names.waiting);
        let places = Arc::clone(&self.0.places[urgency as usize]);
        let place = places.acquire_owned().await.ok()?;
        let job = move || {
            if !answer.is_closed() {
                // Whoever asked may be gone by the end of it.
                drop(answer.send(work()));
            }
            drop(place);
        };
        self.0.queue.add(urgency, Box::new(job));
        answered.await.ok()
    }
}

fn work(queue: &Queue, names: Names) {
    lower_priority(names);
    while let Some(job) = queue.next() {
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            error!(pool = names.thread, "a job panicked");
            counter!(names.panics).increment(1);
        }
    }
}

/// Lets the system prefer all other threads. On Linux this is a property of each thread.
#[cfg_attr(not(target_os = "linux"), expect(unused_variables))]
fn lower_priority(names: Names) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        warn!(%error, pool = names.thread, "a pool has the priority of everything else");
    }
}

/// A job that was asked for and is not done, in a gauge.
struct Unfinished(&'static str);

impl Unfinished {
    fn new(gauge: &'static str) -> Unfinished {
        gauge!(gauge).increment(1);
        Unfinished(gauge)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        gauge!(self.0).decrement(1);
    }
}

/// Stops a search that nobody waits for any more.
#[derive(Default)]
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, clippy::unwrap_used)]
    use std::sync::mpsc;

    use futures_util::future::join_all;

    use super::*;

    #[tokio::test]
    async fn a_search_that_panics_costs_its_answer_and_nothing_else() {
        let pool = Pool::of(1, SEARCHES);
        assert_eq!(
            pool.run(Urgency::Turn, || -> u8 { panic!("on purpose") }).await,
            None
        );
        assert_eq!(pool.run(Urgency::Turn, || 2).await, Some(2), "the thread goes on");
    }

    #[tokio::test]
    async fn more_searches_than_the_queue_holds_are_all_run() {
        let pool = Pool::of(2, SEARCHES);
        let run = |number| pool.run(Urgency::Review, move || number);
        let all = join_all((0..4 * QUEUE).map(run)).await;
        assert!(all.into_iter().flatten().eq(0..4 * QUEUE));
    }

    #[tokio::test]
    async fn a_turn_comes_before_whatever_else_waits() {
        let pool = Pool::of(1, SEARCHES);
        let ((begun, has_begun), (go_on, may_go_on)) = (oneshot::channel(), mpsc::channel());
        let order = Arc::new(Mutex::new(Vec::new()));
        let run = |urgency| {
            let order = Arc::clone(&order);
            pool.run(urgency, move || order.lock().unwrap().push(urgency))
        };
        let first = pool.run(Urgency::Review, move || {
            begun.send(()).unwrap();
            may_go_on.recv().unwrap();
        });
        let rest = async {
            has_begun.await.unwrap();
            let waiting = [Urgency::Review, Urgency::Hint, Urgency::Turn].map(run);
            let release = async {
                while pool.0.queue.waiting().jobs.iter().flatten().count() < 3 {
                    tokio::task::yield_now().await;
                }
                go_on.send(()).unwrap();
            };
            tokio::join!(join_all(waiting), release);
        };
        tokio::join!(first, rest);
        assert_eq!(
            *order.lock().unwrap(),
            [Urgency::Turn, Urgency::Hint, Urgency::Review]
        );
    }

    #[tokio::test]
    async fn a_search_that_nobody_waits_for_gives_its_place_back() {
        let pool = Pool::of(1, SEARCHES);
        for _ in 0..2 * QUEUE {
            let search = pool.run(Urgency::Hint, || ());
            let _ = tokio::time::timeout(std::time::Duration::ZERO, search).await;
        }
        assert_eq!(pool.run(Urgency::Hint, || 3).await, Some(3));
    }
}
