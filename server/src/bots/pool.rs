//! The threads that bots think on: few, and of lower priority than those that serve people.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use metrics::{counter, gauge};
use tokio::sync::{mpsc, oneshot};
use tracing::{error, warn};

/// How many searches wait for a thread; those that come then wait for a place in the queue.
const QUEUE: usize = 64;

/// A search that is to be run. It knows itself when it has to end.
type Search<T> = Box<dyn FnOnce() -> T + Send>;

/// The threads. They end when the pool is dropped.
#[derive(Debug)]
pub(super) struct Pool<T> {
    jobs: mpsc::Sender<Job<T>>,
}

struct Job<T> {
    search: Search<T>,
    answer: oneshot::Sender<T>,
}

impl<T: Send + 'static> Pool<T> {
    /// A pool with half as many threads as the machine has cores, and at least one.
    pub(super) fn new() -> Pool<T> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Pool::of((cores / 2).max(1))
    }

    fn of(threads: usize) -> Pool<T> {
        let (jobs, queue) = mpsc::channel::<Job<T>>(QUEUE);
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads {
            let queue = Arc::clone(&queue);
            let thread = thread::Builder::new().name("bots".to_owned());
            if let Err(error) = thread.spawn(move || work(&queue)) {
                error!(%error, "a thread for bots could not be started");
            }
        }
        Pool { jobs }
    }

    /// Runs a search when a thread is free; none if it panics.
    pub(super) async fn run(&self, search: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        let search = Box::new(search);
        let _waiting = Waiting::new();
        self.jobs.send(Job { search, answer }).await.ok()?;
        answered.await.ok()
    }
}

fn work<T>(queue: &Mutex<mpsc::Receiver<Job<T>>>) {
    lower_priority();
    loop {
        // One thread waits for the next search, the others wait for that one.
        let job = queue
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .blocking_recv();
        let Some(Job { search, answer }) = job else { return };
        if answer.is_closed() {
            continue;
        }
        match catch_unwind(AssertUnwindSafe(search)) {
            // Whoever asked may be gone by now.
            Ok(found) => drop(answer.send(found)),
            Err(_) => {
                error!("a search panicked");
                counter!("thicket_bot_panics_total").increment(1);
            }
        }
    }
}

/// Lets the system prefer all other threads. On Linux this is a property of each thread.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        warn!(%error, "bots think with the priority of everything else");
    }
}

/// A search that was asked for and is not done.
struct Waiting;

impl Waiting {
    fn new() -> Waiting {
        gauge!("thicket_bot_searches").increment(1);
        Waiting
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        gauge!("thicket_bot_searches").decrement(1);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]
    use futures_util::future::join_all;

    use super::*;

    #[tokio::test]
    async fn a_search_that_panics_costs_its_answer_and_nothing_else() {
        let pool = Pool::of(1);
        assert_eq!(pool.run(|| panic!("on purpose")).await, None);
        assert_eq!(pool.run(|| 2).await, Some(2), "the thread goes on");
    }

    #[tokio::test]
    async fn more_searches_than_the_queue_holds_are_all_run() {
        let pool = Pool::of(2);
        let all = join_all((0..4 * QUEUE).map(|number| pool.run(move || number))).await;
        assert!(all.into_iter().flatten().eq(0..4 * QUEUE));
    }
}
