//! A client's connection: it is closed when the client takes nothing, and limits how fast a socket may send.
//!
//! The limit is on bytes, below WebSocket: what never becomes a message, such as a fragment, counts as well.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use crate::http::limits::{OpenConnection, SOCKET_BYTES, WRITE_TIMEOUT};

#[derive(Debug)]
pub(crate) struct Connection<S> {
    stream: S,
    upgraded: Upgraded,
    budget: ByteBudget,
    /// Runs while a write waits for the client to read.
    stalled: Option<Pin<Box<Sleep>>>,
    _counted: OpenConnection,
}

/// Set once the connection carries a socket instead of requests. Requests have limits of their own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Upgraded(Arc<AtomicBool>);

/// How fast bytes may come: a leaky bucket that remembers only when it will be empty.
#[derive(Debug)]
struct ByteBudget {
    per_byte: Duration,
    burst: Duration,
    empty_at: Instant,
    wait: Option<Pin<Box<Sleep>>>,
}

impl Upgraded {
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl ByteBudget {
    fn new((per_second, burst): (u32, u32)) -> ByteBudget {
        let per_byte = Duration::from_secs(1) / per_second;
        ByteBudget {
            per_byte,
            burst: per_byte * burst,
            empty_at: Instant::now(),
            wait: None,
        }
    }

    /// Ready as soon as another byte may be read.
    fn poll_ready(&mut self, cx: &mut Context) -> Poll<()> {
        if let Some(wait) = &mut self.wait {
            ready!(wait.as_mut().poll(cx));
            self.wait = None;
        }
        Poll::Ready(())
    }

    fn spend(&mut self, bytes: usize) {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let now = Instant::now();
        self.empty_at = self.empty_at.max(now) + self.per_byte * bytes;
        let over = (self.empty_at - now).saturating_sub(self.burst);
        if !over.is_zero() {
            self.wait = Some(Box::pin(sleep_until(now + over)));
        }
    }
}

impl<S> Connection<S> {
    pub(crate) fn new(stream: S, upgraded: Upgraded, counted: OpenConnection) -> Connection<S> {
        Connection {
            stream,
            upgraded,
            budget: ByteBudget::new(SOCKET_BYTES),
            stalled: None,
            _counted: counted,
        }
    }

    /// Passes on the outcome of a write, or an error when the client has read nothing for too long.
    fn unless_stalled(
        &mut self,
        cx: &mut Context,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(WRITE_TIMEOUT)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Connection<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context, buf: &mut ReadBuf) -> Poll<io::Result<()>> {
        if !self.upgraded.is_set() {
            return Pin::new(&mut self.stream).poll_read(cx, buf);
        }
        ready!(self.budget.poll_ready(cx));
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
        self.budget.spend(buf.filled().len() - before);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Connection<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.unless_stalled(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context,
        bytes: &[IoSlice],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.unless_stalled(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;
    use crate::http::limits::Connections;

    fn connection<S>(stream: S, upgraded: &Upgraded) -> Connection<S> {
        let counted = Connections::new(1).open(None).unwrap();
        Connection::new(stream, upgraded.clone(), counted)
    }

    #[tokio::test(start_paused = true)]
    async fn a_socket_sends_its_burst_at_once_and_the_rest_at_its_rate() {
        let (rate, burst) = SOCKET_BYTES;
        let most = (burst + 10 * rate) as usize;
        // What is read at once is as much as the pipe holds: here, what may come in a second.
        let (mut client, server) = duplex(rate as usize);
        let upgraded = Upgraded::default();
        let mut server = connection(server, &upgraded);
        tokio::spawn(async move { client.write_all(&vec![0; 2 * most]).await });

        // Requests have limits of their own.
        let begun = Instant::now();
        server.read_exact(&mut vec![0; most]).await.unwrap();
        assert_eq!(begun.elapsed(), Duration::ZERO);
        upgraded.set();
        server.read_exact(&mut vec![0; burst as usize]).await.unwrap();
        assert_eq!(begun.elapsed(), Duration::ZERO);
        server.read_exact(&mut vec![0; 10 * rate as usize]).await.unwrap();
        let took = begun.elapsed();
        let (least, most) = (Duration::from_secs(8), Duration::from_secs(11));
        assert!(least < took && took < most, "{took:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_nothing_is_cut_off_and_who_is_slow_is_not() {
        let (mut client, server) = duplex(10);
        let mut server = connection(server, &Upgraded::default());
        let reading = tokio::spawn(async move {
            for _ in 0..4 {
                sleep(WRITE_TIMEOUT * 3 / 4).await;
                client.read_exact(&mut [0; 10]).await.unwrap();
            }
            client
        });
        server.write_all(&[0; 50]).await.unwrap();
        let _client = reading.await.unwrap();
        let begun = Instant::now();
        let error = server.write_all(&[0; 50]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(begun.elapsed() >= WRITE_TIMEOUT);
    }
}
