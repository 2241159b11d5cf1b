//! Bars of progress for work that takes more than two seconds, with its rate and the time that is left.
//!
//! They are drawn on the standard error if that is a terminal which can, and nowhere else: nothing of
//! them gets into a pipe or a file. Without the feature `shell` there are none.

use super::{CliError, print};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// True if nothing but results is to be printed.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on nothing but results is printed, and what is wrong.
pub fn be_quiet() {
    QUIET.store(true, Relaxed);
}

/// Returns true if nothing but results is to be printed, and what is wrong.
pub fn is_quiet() -> bool {
    QUIET.load(Relaxed)
}

/// Returns true if progress bars can be drawn and erased: stderr is a terminal that is not `dumb`, and they are wanted.
fn can_draw() -> bool {
    std::io::stderr().is_terminal() && !super::is_dumb() && !is_quiet()
}

#[cfg(feature = "shell")]
mod drawn {
    use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
    use std::time::Duration;

    /// Whatever is over sooner shows no bar.
    const PATIENCE: Duration = Duration::from_secs(2);
    /// Between two drawings, where nothing else happens.
    const TICK: Duration = Duration::from_millis(250);

    /// With a length in so many `unit`s, or without one; nothing is drawn yet.
    pub fn bar(length: Option<u64>, unit: &str, at_once: bool) -> ProgressBar {
        let target = if at_once {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(length, target);
        let look = match length {
            Some(_) => format!(
                "{{wide_bar}} {{human_pos}}/{{human_len}} {unit}, {{per_sec}}, {{eta}} left {{msg}}"
            ),
            None if unit.is_empty() => "{spinner} {elapsed} {msg}".to_owned(),
            None => format!("{{spinner}} {{elapsed}} {{human_pos}} {unit}, {{per_sec}} {{msg}}"),
        };
        let style = ProgressStyle::with_template(&look);
        if let Ok(style) = style {
            bar.set_style(style.progress_chars("=> ").tick_chars("|/-\\ "));
        }
        bar.enable_steady_tick(TICK);
        if at_once {
            return bar;
        }
        let later = bar.downgrade();
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            if let Some(bar) = later.upgrade().filter(|bar| !bar.is_finished()) {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        });
        bar
    }
}

/// A bar, or nothing where none can be drawn. It is wiped away when dropped.
pub struct Bar {
    #[cfg(feature = "shell")]
    bar: Option<indicatif::ProgressBar>,
}

impl Bar {
    /// Creates a bar for work of a known length, counted in `unit`s.
    pub fn of(length: u64, unit: &str) -> Bar {
        Bar::new(Some(length), unit, false)
    }

    /// Creates a bar for work of unknown length, counted in `unit`s if it has any.
    pub fn open(unit: &str) -> Bar {
        Bar::new(None, unit, false)
    }

    /// Creates a bar for work that somebody waits for: it is drawn from the beginning.
    pub fn at_once() -> Bar {
        Bar::new(None, "", true)
    }

    #[cfg(feature = "shell")]
    fn new(length: Option<u64>, unit: &str, at_once: bool) -> Bar {
        let bar = can_draw().then(|| drawn::bar(length, unit, at_once));
        Bar { bar }
    }

    #[cfg(not(feature = "shell"))]
    fn new(_: Option<u64>, _: &str, _: bool) -> Bar {
        let _ = can_draw;
        Bar {}
    }

    /// So much was done before: rate and remaining time are those of the rest. Only the first call counts.
    #[cfg_attr(not(feature = "shell"), allow(unused_variables))]
    #[cfg_attr(not(feature = "train"), allow(dead_code))]
    pub fn begin_at(&self, done: u64) {
        #[cfg(feature = "shell")]
        if let Some(bar) = self
            .bar
            .as_ref()
            .filter(|bar| done > 0 && bar.position() == 0)
        {
            bar.set_position(done);
            bar.reset_eta();
        }
    }

    /// Returns true if there is a bar, even while it is not yet drawn because its two seconds have not passed.
    #[cfg_attr(not(feature = "train"), allow(dead_code))]
    pub fn is_drawn(&self) -> bool {
        #[cfg(feature = "shell")]
        return self.bar.is_some();
        #[cfg(not(feature = "shell"))]
        false
    }

    /// So much is done.
    #[cfg_attr(not(feature = "shell"), allow(unused_variables))]
    pub fn set(&self, done: u64) {
        #[cfg(feature = "shell")]
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
    }

    /// So much more is done.
    #[cfg_attr(not(feature = "shell"), allow(unused_variables))]
    pub fn add(&self, more: u64) {
        #[cfg(feature = "shell")]
        if let Some(bar) = &self.bar {
            bar.inc(more);
        }
    }

    /// Sets the text beside the bar that says what is being done now; `text` is called only if there is a bar.
    #[cfg_attr(not(feature = "shell"), allow(unused_variables))]
    pub fn note(&self, text: impl FnOnce() -> String) {
        #[cfg(feature = "shell")]
        if let Some(bar) = &self.bar {
            bar.set_message(text());
        }
    }

    /// Prints to the standard output, without the bar getting in its way.
    ///
    /// # Errors
    /// As [`print()`].
    pub fn print(&self, text: &str) -> Result<(), CliError> {
        self.aside(|| print(text))
    }

    /// Does something that writes to the terminal.
    pub fn aside<T>(&self, does: impl FnOnce() -> T) -> T {
        #[cfg(feature = "shell")]
        if let Some(bar) = &self.bar {
            return bar.suspend(does);
        }
        does()
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        #[cfg(feature = "shell")]
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
