//! Threads with a large stack, for searches and proofs that recurse deeply, and locks that outlive a panic.
//!
//! To start a thread takes a tenth of a millisecond, which is a good part of the shortest searches. So a search begins
//! on its caller's thread if that was started here, and on one of its own if not. A page has a single thread, whose stack the
//! module is linked with.

use std::cell::Cell;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// Stack of a thread started here, in bytes. Deep lines of positions with many captures need room, frames of the search
/// are large, and a proof of a mate in a hundred recurses a few hundred frames. Pages that are not touched cost nothing.
const SIZE: usize = 64 << 20;

thread_local! {
    static ROOMY: Cell<bool> = const { Cell::new(false) };
}

/// Returns true if the calling thread was started by this module, with a stack large enough for a search. Nothing is
/// measured: for all other threads the answer is false. In a page it is true: there is no other thread.
pub fn has_room() -> bool {
    cfg!(target_family = "wasm") || ROOMY.get()
}

/// Starts a thread with room for a search or a proof.
///
/// # Errors
/// The system gives no thread.
pub fn spawn<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    builder(name).spawn(marked(work))
}

/// Starts a thread with room for a search or a proof that ends before the scope does.
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

/// Locks a mutex whose data is whole at every instant, even if a thread has panicked while it held the lock.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
