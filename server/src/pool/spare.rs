//! Jobs for spare time: they run while nobody wants anything else of the pool, and make way at once.

use std::time::Duration;

use thicket_search::Stop;
use tokio::time::sleep;

use super::{Pool, StopOnDrop, Urgency};

/// How long the pool is left alone after a job has made way: a bot that has played will soon play again.
const QUIET: Duration = Duration::from_secs(1);

impl Pool {
    /// Runs a search when no other job runs or waits; `None` if it panics. It is stopped as soon as another job comes, and
    /// begun anew afterwards.
    pub(crate) async fn run_in_spare_time<T: Send + 'static>(
        &self,
        search: impl Fn(&Stop) -> T + Clone + Send + 'static,
    ) -> Option<T> {
        let mut wanted = self.0.wanted.subscribe();
        loop {
            wanted.wait_for(|wanted| *wanted == 0).await.ok()?;
            let (stop, search) = (StopOnDrop::default(), search.clone());
            let stopped = stop.0.clone();
            tokio::select! {
                done = self.run(Urgency::Spare, move || search(&stopped)) => return done,
                _ = wanted.wait_for(|wanted| *wanted > 0) => drop(stop),
            }
            sleep(QUIET).await;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;
    use crate::pool::SEARCHES;

    #[tokio::test(start_paused = true)]
    async fn a_search_makes_way_and_is_begun_anew() {
        let pool = Pool::of(1, SEARCHES);
        let begun = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&begun);
        // The first one ends only when it is stopped.
        let search = move |stop: &Stop| {
            let turn = counted.fetch_add(1, Ordering::SeqCst);
            while turn == 0 && !stop.is_stopped() {
                thread::yield_now();
            }
            turn
        };
        let others = async {
            while begun.load(Ordering::SeqCst) == 0 {
                tokio::task::yield_now().await;
            }
            pool.run(Urgency::Review, || "a review").await
        };
        let (spare, other) = tokio::join!(pool.run_in_spare_time(search), others);
        assert_eq!((spare, other), (Some(1), Some("a review")));
    }

    #[tokio::test(start_paused = true)]
    async fn a_search_waits_until_nothing_else_is_wanted() {
        let pool = Pool::of(2, SEARCHES);
        let (go_on, may_go_on) = std::sync::mpsc::channel::<()>();
        let first = pool.run(Urgency::Turn, move || may_go_on.recv().is_ok());
        let spare = async {
            let done = pool.run_in_spare_time(|_| ());
            tokio::pin!(done);
            let early = tokio::time::timeout(Duration::from_secs(9), &mut done).await;
            assert!(early.is_err(), "the other thread is free, and yet it waits");
            go_on.send(()).unwrap();
            done.await
        };
        assert_eq!(tokio::join!(first, spare), (Some(true), Some(())));
    }
}
