//! Functions that a page calls in the module.
//!
//! A page calls `request` with the length of its request in bytes, writes the request where the answer says, calls
//! `answer`, and reads as many bytes as that returns from where `answered` says. Addresses hold until the next call. A
//! page has one table for each instance of the module.

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

/// The module of the rules: requests are texts of [`crate::answer`].
#[cfg(not(feature = "engine"))]
mod kind {
    pub use crate::answer::Rules as State;

    pub fn answer(state: &mut State, request: &[u8]) -> String {
        crate::answer::answer(state, &String::from_utf8_lossy(request))
    }
}

/// The module of the engine: requests of [`crate::thinking`]; news of a search go to a function of the page.
#[cfg(feature = "engine")]
mod kind {
    pub use crate::thinking::Thinker as State;

    #[link(wasm_import_module = "page")]
    // SAFETY: the page reads so many bytes from this address before it returns, and changes nothing.
    unsafe extern "C" {
        safe fn heard(at: *const u8, length: usize);
    }

    pub fn answer(state: &mut State, request: &[u8]) -> String {
        state.answer(request, &|news| heard(news.as_ptr(), news.len()))
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

/// Returns the address of the answer.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    MODULE.with_borrow(|module| module.answer.as_ptr())
}
