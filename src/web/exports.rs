//! Functions that a page calls in the module.
//!
//! A page calls `request` with the length of its request in bytes, writes the request (UTF-8) where the answer says,
//! calls `answer`, and reads as many bytes as that returns from where `answered` says. Addresses hold until the next
//! call. A page has one table for each instance of the module.

use crate::answer::answer as answer_to;
use crate::table::Table;
use std::cell::RefCell;

/// Longest request, in bytes: a game of some thousand moves.
const LONGEST: usize = 1 << 20;

#[derive(Default)]
struct Module {
    request: Vec<u8>,
    answer: String,
    table: Option<Table>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
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
        let request = String::from_utf8_lossy(&module.request);
        module.answer = answer_to(&mut module.table, &request);
        module.answer.len()
    })
}

/// Returns the address of the answer.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    MODULE.with_borrow(|module| module.answer.as_ptr())
}
