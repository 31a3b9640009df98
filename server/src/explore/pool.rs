//! Where positions are worked out: beside the threads that serve people, and only so many at a time.

use std::sync::Arc;
use std::thread;

use tokio::sync::Semaphore;

use crate::limits::COMPUTATIONS_WAITING;

/// Something was not worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotComputed {
    /// More computations wait already than may.
    #[error("Many positions are being worked out right now. Please try again in a moment.")]
    Busy,
    /// The computation panicked; the panic itself is logged where it happens.
    #[error("Something went wrong in Thicket itself. Please try again.")]
    Failed,
}

/// Threads for computations that people ask for: half as many as the machine has cores. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Pool {
    running: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl Default for Pool {
    fn default() -> Pool {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Pool::of((cores / 2).max(1), COMPUTATIONS_WAITING)
    }
}

impl Pool {
    fn of(threads: usize, waiting: usize) -> Pool {
        Pool {
            running: Arc::new(Semaphore::new(threads)),
            waiting: Arc::new(Semaphore::new(threads + waiting)),
        }
    }

    /// Runs a computation when a thread is free. It has to end by itself.
    ///
    /// # Errors
    /// When too many wait already, and when the computation panics.
    pub async fn run<T: Send + 'static>(
        &self,
        compute: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotComputed> {
        let place = Arc::clone(&self.waiting).try_acquire_owned();
        let place = place.map_err(|_| NotComputed::Busy)?;
        let running = Arc::clone(&self.running).acquire_owned().await;
        let running = running.map_err(|_| NotComputed::Failed)?;
        // The computation goes on if whoever asked for it is gone, and keeps its place until it is done.
        let computed = tokio::task::spawn_blocking(move || {
            let _places = (place, running);
            compute()
        });
        computed.await.map_err(|_| NotComputed::Failed)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn who_comes_when_all_places_are_taken_is_refused() {
        let pool = Pool::of(1, 1);
        let (go, wait) = mpsc::channel::<()>();
        let first = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(move || wait.recv().is_err()).await.unwrap() }
        });
        let second = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(|| 2).await.unwrap() }
        });
        while pool.waiting.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.run(|| 3).await, Err(NotComputed::Busy));
        drop(go);
        assert_eq!((first.await.unwrap(), second.await.unwrap()), (true, 2));
        assert_eq!(pool.run(|| 3).await.unwrap(), 3);
    }
}
