//! Time limit for clients that do not read what is sent to them: their connections are closed.
//!
//! While data waits to be written, a connection has a time limit that grows with the number of bytes that the client
//! has taken, so that a client that takes a byte now and then is cut off like one that takes nothing.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// Number of bytes by which the time limit grows by one second; the minimum rate once `patience` has passed.
const RATE: u64 = 1024;

/// Stream whose writes fail with [`io::ErrorKind::TimedOut`] if the other end reads too slowly.
pub struct Read<S> {
    stream: S,
    /// Time limit for a client that has taken no byte yet.
    patience: Duration,
    /// Instant since which data waits to be written, and number of bytes taken since; `None` if nothing waits.
    waits: Option<(Instant, u64)>,
    end: Option<Pin<Box<Sleep>>>,
}

impl<S> Read<S> {
    /// Wraps a stream whose other end may read nothing for at most `patience` while data waits.
    pub fn new(stream: S, patience: Duration) -> Read<S> {
        Read {
            stream,
            patience,
            waits: None,
            end: None,
        }
    }

    /// Records the result of an attempt to write and returns it, or a [`io::ErrorKind::TimedOut`] error if the time
    /// limit has passed.
    fn noted(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match &written {
            Poll::Ready(Ok(count)) => {
                if let Some((_, taken)) = &mut self.waits {
                    *taken += *count as u64;
                }
                written
            }
            Poll::Ready(Err(_)) => written,
            Poll::Pending => {
                let (since, taken) = *self.waits.get_or_insert((Instant::now(), 0));
                let end = since + self.patience + Duration::from_secs(taken / RATE);
                let sleep = self.end.get_or_insert_with(|| Box::pin(sleep_until(end)));
                sleep.as_mut().reset(end);
                if sleep.as_mut().poll(cx).is_pending() {
                    return Poll::Pending;
                }
                metrics::counter!("atalaya_slow_readers").increment(1);
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Read<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Read<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.noted(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.noted(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Flushes the stream. Once that is done, nothing waits any more, and the time limit is reset.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        if flushed.is_ready() {
            (self.waits, self.end) = (None, None);
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    /// Writes a megabyte to somebody who takes so many bytes each so many milliseconds; how long it took.
    async fn written(taken: usize, every: u64) -> (io::Result<()>, Duration) {
        let (ours, mut theirs) = duplex(64);
        let begun = Instant::now();
        let reader = tokio::spawn(async move {
            let mut buffer = vec![0; taken];
            while taken > 0 && theirs.read_exact(&mut buffer).await.is_ok() {
                tokio::time::sleep(Duration::from_millis(every)).await;
            }
            // Its end stays open.
            std::future::pending::<()>().await;
        });
        let mut stream = Read::new(ours, Duration::from_secs(10));
        let result = async {
            stream.write_all(&vec![7; 1 << 20]).await?;
            stream.flush().await
        };
        let result = result.await;
        reader.abort();
        (result, begun.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_takes_nothing_or_next_to_nothing_is_cut_off() {
        for (taken, every) in [(0, 0), (1, 900), (64, 1000)] {
            let (result, time) = written(taken, every).await;
            let error = result.expect_err("it was cut off");
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
            let seconds = time.as_secs();
            assert!((10..14).contains(&seconds), "{taken}: {seconds}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_reads_slowly_but_reads_gets_it_all() {
        let (result, time) = written(64, 40).await;
        assert!(result.is_ok(), "{result:?}");
        assert!(time > Duration::from_secs(600), "{time:?}");
    }
}
