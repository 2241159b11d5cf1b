//! Room for deep lines: threads whose stack is large enough for the search, and which know that they have it.
//!
//! To start a thread takes a tenth of a millisecond, which is a good part of the shortest searches. So a search begins
//! on its caller's thread if that was started here, and on one of its own if not.

use std::cell::Cell;
use std::io;
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// Deep lines of positions with many captures need room; frames of the search are large.
const SIZE: usize = 64 << 20;

thread_local! {
    static ROOMY: Cell<bool> = const { Cell::new(false) };
}

/// Returns true if the calling thread was started by this module, with a stack large enough for a search. Nothing is
/// measured: for all other threads the answer is false.
pub(super) fn has_room() -> bool {
    ROOMY.get()
}

/// Starts a thread with room for a search.
///
/// # Errors
/// The system gives no thread.
pub fn spawn<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    builder(name).spawn(marked(work))
}

/// Starts a thread with room for a search that ends before the scope does.
///
/// # Errors
/// The system gives no thread.
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    builder(name).spawn_scoped(scope, marked(work))
}

fn builder(name: &str) -> Builder {
    Builder::new().name(name.to_owned()).stack_size(SIZE)
}

fn marked<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    || {
        ROOMY.set(true);
        work()
    }
}
