//! What seldom happens to a task that often wakes for something else.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use futures_util::Stream;
use futures_util::task::AtomicWaker;

/// A stream that is polled only when it has woken its task itself: a branch of a `select!` is polled whenever the task wakes.
#[derive(Debug)]
pub(crate) struct Seldom<S> {
    stream: S,
    woken: Arc<Woken>,
    waker: Waker,
}

#[derive(Debug)]
struct Woken {
    /// Whether the stream has woken the task since it was polled.
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

impl<S> Seldom<S> {
    pub(crate) fn new(stream: S) -> Seldom<S> {
        let woken = Arc::new(Woken {
            is_woken: AtomicBool::new(true),
            task: AtomicWaker::new(),
        });
        Seldom {
            stream,
            waker: Waker::from(Arc::clone(&woken)),
            woken,
        }
    }
}

impl<S: Stream + Unpin> Stream for Seldom<S> {
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<Option<S::Item>> {
        // Registered before looking, so that no waking is missed.
        self.woken.task.register(cx.waker());
        if !self.woken.is_woken.swap(false, Ordering::AcqRel) {
            return Poll::Pending;
        }
        let Seldom { stream, woken, waker } = &mut *self;
        let polled = Pin::new(stream).poll_next(&mut Context::from_waker(waker));
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
    use std::sync::atomic::AtomicU32;

    use futures_util::{FutureExt, StreamExt, stream};
    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn it_is_polled_only_when_it_has_woken_its_task() {
        let (sender, mut numbers) = mpsc::unbounded_channel();
        let polls = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&polls);
        let mut seldom = Seldom::new(stream::poll_fn(move |cx| {
            counted.fetch_add(1, Ordering::Relaxed);
            numbers.poll_recv(cx)
        }));
        for _ in 0..10 {
            assert_eq!(seldom.next().now_or_never(), None);
        }
        assert_eq!(polls.load(Ordering::Relaxed), 1);
        (1..4).for_each(|number| sender.send(number).unwrap());
        for number in 1..4 {
            assert_eq!(seldom.next().await, Some(number));
        }
        assert_eq!(seldom.next().now_or_never(), None);
        tokio::spawn(async move { sender.send(4) });
        assert_eq!(seldom.next().await, Some(4), "its waking wakes the task");
        assert_eq!(seldom.next().await, None);
    }
}
