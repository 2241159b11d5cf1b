//! Functions of the WebAssembly module that a page calls.
//!
//! A page calls `request` with the length of its request in bytes and writes the request to the address that it
//! returns. Then it calls `answer`, which returns the length of the answer in bytes, and reads the answer from the
//! address that `answered` returns. Addresses are valid until the next call. Each instance of the module has one table
//! (game) of its own.

use kind::State;
use std::cell::RefCell;

/// Longest request, in bytes: a game of some thousand moves, or a network.
const LONGEST: usize = 1 << 23;

#[derive(Default)]
struct Module {
    request: Vec<u8>,
    answer: String,
    state: State,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// The module with the rules: a request is a text for [`crate::answer`].
#[cfg(not(any(feature = "engine", feature = "players")))]
mod kind {
    pub use crate::answer::Rules as State;

    pub fn answer(state: &mut State, request: &[u8]) -> String {
        crate::answer::answer(state, &String::from_utf8_lossy(request))
    }
}

/// The module with the engine: a request is one for [`crate::thinking`]; the progress of a search is passed to a
/// function of the page.
#[cfg(feature = "engine")]
mod kind {
    pub use crate::thinking::Thinker as State;

    #[link(wasm_import_module = "page")]
    // SAFETY: the page reads `length` bytes from address `at` before it returns, and changes nothing.
    unsafe extern "C" {
        safe fn heard(at: *const u8, length: usize);
    }

    pub fn answer(state: &mut State, request: &[u8]) -> String {
        state.answer(request, &|news| heard(news.as_ptr(), news.len()))
    }
}

/// The module with the machines that play: a request is one for [`crate::choosing`].
#[cfg(all(feature = "players", not(feature = "engine")))]
mod kind {
    pub use crate::choosing::Opponents as State;

    pub fn answer(state: &mut State, request: &[u8]) -> String {
        state.answer(request)
    }
}

/// Returns the address at which the page writes a request of `length` bytes, or 0 if that is too long.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    if length > LONGEST {
        return std::ptr::null_mut();
    }
    MODULE.with_borrow_mut(|module| {
        module.request = vec![0; length];
        module.request.as_mut_ptr()
    })
}

/// Answers the request that the page has written; returns the length of the answer in bytes.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    MODULE.with_borrow_mut(|module| {
        module.answer = kind::answer(&mut module.state, &module.request);
        module.answer.len()
    })
}

/// Returns the address of the answer, whose length `answer` has returned; valid until the next call of `answer`.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    MODULE.with_borrow(|module| module.answer.as_ptr())
}
