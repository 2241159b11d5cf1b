//! Threads with a large stack, for searches and proofs that recurse deeply, and locks that survive a panic.
//!
//! Starting a thread takes about 0.1 ms, a large part of the shortest searches. A search therefore runs on its
//! caller's thread if that was started by this module, and on a new one otherwise. In the browser there is a single
//! thread, whose stack size is set when the WebAssembly module is linked.

use std::cell::Cell;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// Stack size of threads started by this module, in bytes. Long lines of positions with many captures, the large
/// stack frames of the search, and proofs of long mates (a few hundred frames) need it. Pages that are never touched
/// cost nothing.
const SIZE: usize = 64 << 20;

thread_local! {
    static ROOMY: Cell<bool> = const { Cell::new(false) };
}

/// Returns true if the calling thread was started by this module, with a stack large enough for a search. False for
/// all other threads, whatever their stack size. In the browser always true.
pub fn has_room() -> bool {
    cfg!(target_family = "wasm") || ROOMY.get()
}

/// Starts a thread with a stack large enough for a search or a proof.
///
/// # Errors
/// The error of the operating system if it cannot start the thread.
pub fn spawn<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    builder(name).spawn(marked(work))
}

/// Starts a scoped thread with a stack large enough for a search or a proof.
///
/// # Errors
/// The error of the operating system if it cannot start the thread.
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

/// Locks a mutex and ignores poisoning. Its data must be consistent at every instant, even if a thread panics while
/// it holds the lock.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
