//! Ctrl-C: long work stops early and reports what it has done so far. A second Ctrl-C ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static STOP: AtomicBool = AtomicBool::new(false);

/// Exit status after an interruption by Ctrl-C: 128 plus the number of SIGINT.
pub const BROKEN_OFF: u8 = 130;

/// Installs `handler` for Ctrl-C and SIGTERM. If no handler can be installed, as on WASI, which has no signals, Ctrl-C
/// ends the process.
pub fn on_interrupt(handler: impl FnMut() + Send + 'static) {
    #[cfg(not(target_family = "wasm"))]
    let _ = ctrlc::set_handler(handler);
    #[cfg(target_family = "wasm")]
    drop(handler);
}

/// Returns the flag that Ctrl-C sets, and installs the handler that sets it.
pub fn flag() -> &'static AtomicBool {
    on_interrupt(|| {
        if STOP.swap(true, Relaxed) {
            std::process::exit(i32::from(BROKEN_OFF));
        }
    });
    &STOP
}

/// Returns true if Ctrl-C has been pressed since [`flag`] was first called.
pub fn stopped() -> bool {
    STOP.load(Relaxed)
}
