//! Keeps a task from looking at what has not woken it: a branch of a `select!` is polled whenever the task wakes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use futures_util::task::AtomicWaker;

/// Stands before a source of events, which is polled only when it has woken its task itself.
#[derive(Debug)]
pub(crate) struct Gate {
    woken: Arc<Woken>,
    waker: Waker,
}

#[derive(Debug)]
struct Woken {
    /// Whether the source has woken the task since it was polled.
    is_woken: AtomicBool,
    task: AtomicWaker,
}

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.is_woken.store(true, Ordering::Release);
        self.task.wake();
    }
}

impl Gate {
    /// A gate whose source is polled at first.
    pub(crate) fn new() -> Gate {
        let woken = Arc::new(Woken {
            is_woken: AtomicBool::new(true),
            task: AtomicWaker::new(),
        });
        Gate {
            waker: Waker::from(Arc::clone(&woken)),
            woken,
        }
    }

    /// Polls the source by `poll` if it has woken the task since it was pending. It must be the same source each time.
    pub(crate) fn poll<T>(&self, cx: &Context, poll: impl FnOnce(&mut Context) -> Poll<T>) -> Poll<T> {
        // Registered before looking, so that no waking is missed.
        self.woken.task.register(cx.waker());
        if !self.woken.is_woken.swap(false, Ordering::AcqRel) {
            return Poll::Pending;
        }
        let polled = poll(&mut Context::from_waker(&self.waker));
        if polled.is_ready() {
            // There may be more already.
            self.woken.is_woken.store(true, Ordering::Release);
        }
        polled
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::future::poll_fn;

    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_source_is_polled_only_when_it_has_woken_its_task() {
        let (sender, mut numbers) = mpsc::unbounded_channel();
        let mut polls = 0;
        let gate = Gate::new();
        let mut poll = |cx: &Context| {
            gate.poll(cx, |cx| {
                polls += 1;
                numbers.poll_recv(cx)
            })
        };
        let idle = &Context::from_waker(Waker::noop());
        for _ in 0..10 {
            assert_eq!(poll(idle), Poll::Pending);
        }
        (1..4).for_each(|number| sender.send(number).unwrap());
        for number in 1..4 {
            assert_eq!(poll(idle), Poll::Ready(Some(number)));
        }
        for _ in 0..10 {
            assert_eq!(poll(idle), Poll::Pending);
        }
        tokio::spawn(async move { sender.send(4) });
        assert_eq!(poll_fn(|cx| poll(cx)).await, Some(4), "its waking wakes the task");
        assert_eq!(poll_fn(|cx| poll(cx)).await, None);
        assert_eq!(polls, 1 + 3 + 1 + 2);
    }
}
