//! Threads for work that takes long, such as the searches of bots: few, and of lower priority than those that serve people.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use metrics::{counter, gauge};
use tokio::sync::{mpsc, oneshot};
use tracing::{error, warn};

/// How many jobs wait for a thread; those that come then wait for a place in the queue.
const QUEUE: usize = 64;

/// What is to be run. It knows itself when it has to end.
type Work<T> = Box<dyn FnOnce() -> T + Send>;

/// What a pool does, as threads and metrics are named.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    /// The name of its threads.
    pub(crate) thread: &'static str,
    /// The gauge of jobs that are running or waiting.
    pub(crate) waiting: &'static str,
    /// The counter of jobs that panicked.
    pub(crate) panics: &'static str,
}

/// The threads. They end when the pool is dropped.
#[derive(Debug)]
pub(crate) struct Pool<T> {
    names: Names,
    jobs: mpsc::Sender<Job<T>>,
}

struct Job<T> {
    work: Work<T>,
    answer: oneshot::Sender<T>,
}

impl<T: Send + 'static> Pool<T> {
    /// A pool with half as many threads as the machine has cores, and at least one.
    pub(crate) fn new(names: Names) -> Pool<T> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Pool::of((cores / 2).max(1), names)
    }

    /// A pool with this many threads.
    pub(crate) fn of(threads: usize, names: Names) -> Pool<T> {
        let (jobs, queue) = mpsc::channel::<Job<T>>(QUEUE);
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads {
            let queue = Arc::clone(&queue);
            let thread = thread::Builder::new().name(names.thread.to_owned());
            if let Err(error) = thread.spawn(move || work(&queue, names)) {
                error!(%error, pool = names.thread, "a thread could not be started");
            }
        }
        Pool { names, jobs }
    }

    /// Runs some work when a thread is free; none if it panics.
    pub(crate) async fn run(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        let work = Box::new(work);
        let _waiting = Waiting::new(self.names.waiting);
        self.jobs.send(Job { work, answer }).await.ok()?;
        answered.await.ok()
    }
}

fn work<T>(queue: &Mutex<mpsc::Receiver<Job<T>>>, names: Names) {
    lower_priority(names);
    loop {
        // One thread waits for the next job, the others wait for that one.
        let job = queue
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .blocking_recv();
        let Some(Job { work, answer }) = job else { return };
        if answer.is_closed() {
            continue;
        }
        match catch_unwind(AssertUnwindSafe(work)) {
            // Whoever asked may be gone by now.
            Ok(found) => drop(answer.send(found)),
            Err(_) => {
                error!(pool = names.thread, "a job panicked");
                counter!(names.panics).increment(1);
            }
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
struct Waiting(&'static str);

impl Waiting {
    fn new(name: &'static str) -> Waiting {
        gauge!(name).increment(1);
        Waiting(name)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        gauge!(self.0).decrement(1);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]
    use futures_util::future::join_all;

    use super::*;

    const NAMES: Names = Names {
        thread: "test",
        waiting: "test_jobs",
        panics: "test_panics_total",
    };

    #[tokio::test]
    async fn a_job_that_panics_costs_its_answer_and_nothing_else() {
        let pool = Pool::of(1, NAMES);
        assert_eq!(pool.run(|| panic!("on purpose")).await, None);
        assert_eq!(pool.run(|| 2).await, Some(2), "the thread goes on");
    }

    #[tokio::test]
    async fn more_jobs_than_the_queue_holds_are_all_run() {
        let pool = Pool::of(2, NAMES);
        let all = join_all((0..4 * QUEUE).map(|number| pool.run(move || number))).await;
        assert!(all.into_iter().flatten().eq(0..4 * QUEUE));
    }
}
