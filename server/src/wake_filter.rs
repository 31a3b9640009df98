//! Polls a branch of a `select!` only after that branch's own waker has fired: otherwise each is polled whenever the
//! task wakes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

/// Wraps a source of events, which is polled only when it has woken its task itself.
#[derive(Debug, Default)]
pub(crate) struct WakeFilter {
    /// `None` before the source is polled for the first time.
    woken: Option<(Arc<Woken>, Waker)>,
}

#[derive(Debug)]
struct Woken {
    /// Whether the source has woken the task since it was polled.
    is_woken: AtomicBool,
    task: Waker,
}

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.is_woken.store(true, Ordering::Release);
        self.task.wake_by_ref();
    }
}

impl Woken {
    fn by(task: &Waker) -> (Arc<Woken>, Waker) {
        let woken = Arc::new(Woken {
            is_woken: AtomicBool::new(true),
            task: task.clone(),
        });
        (Arc::clone(&woken), Waker::from(woken))
    }
}

impl WakeFilter {
    /// Polls the source by `poll` if it has woken the task since it was pending. It must be the same source each
    /// time.
    pub(crate) fn poll<T>(&mut self, cx: &Context, poll: impl FnOnce(&mut Context) -> Poll<T>) -> Poll<T> {
        // A task keeps its waker, unless it moves: then the source is polled once more, and wakes it where it is now.
        self.woken.take_if(|(woken, _)| !woken.task.will_wake(cx.waker()));
        let (woken, waker) = self.woken.get_or_insert_with(|| Woken::by(cx.waker()));
        if !woken.is_woken.load(Ordering::Acquire) {
            return Poll::Pending;
        }
        // Cleared before the source is polled, so that no waking is missed, and swapped, so that the effects of the
        // latest one are seen.
        woken.is_woken.swap(false, Ordering::AcqRel);
        let polled = poll(&mut Context::from_waker(waker));
        if polled.is_ready() {
            // There may be more already.
            woken.is_woken.store(true, Ordering::Release);
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
        let mut filter = WakeFilter::default();
        let mut poll = |cx: &mut Context| {
            filter.poll(cx, |cx| {
                polls += 1;
                numbers.poll_recv(cx)
            })
        };
        poll_fn(|cx| {
            for _ in 0..10 {
                assert_eq!(poll(cx), Poll::Pending);
            }
            (1..4).for_each(|number| sender.send(number).unwrap());
            for number in 1..4 {
                assert_eq!(poll(cx), Poll::Ready(Some(number)));
            }
            for _ in 0..10 {
                assert_eq!(poll(cx), Poll::Pending);
            }
            Poll::Ready(())
        })
        .await;
        tokio::spawn(async move { sender.send(4) });
        assert_eq!(poll_fn(&mut poll).await, Some(4), "its waking wakes the task");
        assert_eq!(poll_fn(&mut poll).await, None);
        assert_eq!(polls, 1 + 3 + 1 + 2);
    }

    #[tokio::test]
    async fn a_source_wakes_the_task_that_asks_last() {
        let (sender, mut numbers) = mpsc::unbounded_channel();
        let mut filter = WakeFilter::default();
        let mut poll = |cx: &mut Context| filter.poll(cx, |cx| numbers.poll_recv(cx));
        assert_eq!(poll(&mut Context::from_waker(Waker::noop())), Poll::Pending);
        tokio::spawn(async move { sender.send(1) });
        assert_eq!(poll_fn(poll).await, Some(1));
    }
}
