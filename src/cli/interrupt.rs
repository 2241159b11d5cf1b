//! Ctrl-C: work that takes its time ends early and sums up what it has done. A second Ctrl-C ends the
//! program at once.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static STOP: AtomicBool = AtomicBool::new(false);

/// The exit status of what was broken off.
pub const BROKEN_OFF: u8 = 130;

/// Has Ctrl-C and SIGTERM call `handler` from now on. Without a handler, as where there are no signals (WASI), Ctrl-C just
/// ends the process.
pub fn on_interrupt(handler: impl FnMut() + Send + 'static) {
    #[cfg(not(target_family = "wasm"))]
    let _ = ctrlc::set_handler(handler);
    #[cfg(target_family = "wasm")]
    drop(handler);
}

/// The flag that Ctrl-C raises from now on.
pub fn flag() -> &'static AtomicBool {
    on_interrupt(|| {
        if STOP.swap(true, Relaxed) {
            std::process::exit(i32::from(BROKEN_OFF));
        }
    });
    &STOP
}

/// Returns true if Ctrl-C was pressed since [`flag`] was first called.
pub fn stopped() -> bool {
    STOP.load(Relaxed)
}

/// Says after how much it was broken off; what to exit with.
pub fn broken_off(what: &str) -> ExitCode {
    eprintln!("atalaya: broken off after {what}");
    ExitCode::from(BROKEN_OFF)
}
