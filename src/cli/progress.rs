//! Progress bars for work that takes more than two seconds, with its rate and the remaining time.
//!
//! They are drawn on stderr if that is a terminal that can erase what it shows; they never get into a pipe or a file.
//! Their texts are in the language of the command line. Builds without the feature `shell` draw no bars.

use super::{CliError, print};
use base::lang::Lang;
use base::messages::Key;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// True if only results and errors are to be printed.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Restricts what is printed from now on to results and errors.
pub fn be_quiet() {
    QUIET.store(true, Relaxed);
}

/// Returns true if only results and errors are to be printed.
pub fn is_quiet() -> bool {
    QUIET.load(Relaxed)
}

/// Returns true if progress bars can be drawn and erased: stderr is a terminal that is not `dumb`, and they are wanted.
fn can_draw() -> bool {
    std::io::stderr().is_terminal() && !super::is_dumb() && !is_quiet()
}

/// Remaining time of work whose length is not known: a limit, or a guess.
#[derive(Clone, Copy)]
#[cfg_attr(
    not(feature = "shell"),
    allow(dead_code, reason = "drawn by bars alone")
)]
pub enum Left {
    /// Instant at which the work ends at the latest.
    AtMost(Instant),
    /// Instant at which the work is expected to end, by the time that it has taken so far.
    About(Instant),
    /// Instant at which the present depth of a search is expected to end; the number of depths to come is not known.
    Depth(Instant),
}

#[cfg(feature = "shell")]
mod drawn {
    use super::Left;
    use crate::cli::language;
    use base::{key, say};
    use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
    use std::fmt::Write;
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    /// Time after which a bar is first drawn; work that ends sooner shows none.
    const PATIENCE: Duration = Duration::from_secs(2);
    /// Interval at which a bar is drawn again where nothing changes.
    const TICK: Duration = Duration::from_millis(250);

    /// Estimate of the remaining time, shared between a bar and the work; `None` if nothing is known of it.
    pub type Remaining = Arc<Mutex<Option<Left>>>;

    /// Writes the remaining time as the bar shows it; nothing once it has passed.
    fn write_remaining(remaining: &Remaining, out: &mut dyn Write) {
        let (key, end) = match remaining.lock().ok().and_then(|left| *left) {
            Some(Left::AtMost(end)) => (key!("bar-left-at-most", left), end),
            Some(Left::About(end)) => (key!("bar-left-about", left), end),
            Some(Left::Depth(end)) => (key!("bar-left-depth", left), end),
            None => return,
        };
        let left = end.saturating_duration_since(Instant::now());
        if left >= Duration::from_secs(1) {
            let left = format!("{:#}", HumanDuration(left));
            let _ = write!(
                out,
                ", {}",
                key.fill(language::current(), &[("left", &left)])
            );
        }
    }

    /// Writes the remaining time of work of a known length, by its rate so far.
    fn write_left(state: &ProgressState, out: &mut dyn Write) {
        let left = format!("{:#}", HumanDuration(state.eta()));
        let _ = out.write_str(&say!(language::current(), "bar-left", left));
    }

    /// Creates a bar for work of `length` units, or of unknown length if that is `None`. `unit` is the name of the
    /// units; if it is empty, their number is not shown. The bar is drawn at once if `at_once` is true, else after
    /// [`PATIENCE`].
    pub fn bar(
        length: Option<u64>,
        unit: &str,
        at_once: bool,
        remaining: Remaining,
    ) -> ProgressBar {
        let target = if at_once {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(length, target);
        let look = match length {
            Some(_) => format!(
                "{{wide_bar}} {{human_pos}}/{{human_len}} {unit}, {{per_sec}}, {{left}} {{msg}}"
            ),
            None if unit.is_empty() => "{spinner} {elapsed} {msg}{remaining}".to_owned(),
            None => format!(
                "{{spinner}} {{elapsed}} {{human_pos}} {unit}, {{per_sec}}{{remaining}} {{msg}}"
            ),
        };
        let style = ProgressStyle::with_template(&look);
        if let Ok(style) = style {
            let remaining =
                move |_: &ProgressState, out: &mut dyn Write| write_remaining(&remaining, out);
            let style = style
                .with_key("remaining", remaining)
                .with_key("left", write_left);
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

/// Progress bar. It does nothing where none can be drawn, and is erased when dropped.
pub struct Bar {
    #[cfg(feature = "shell")]
    bar: Option<indicatif::ProgressBar>,
    #[cfg(feature = "shell")]
    remaining: drawn::Remaining,
}

impl Bar {
    /// Creates a bar for work of a known length, counted in units that a message names.
    pub fn of(length: u64, unit: Key) -> Bar {
        Bar::new(Some(length), Some(unit), false)
    }

    /// Creates a bar for work of unknown length, counted in units of the name `unit`; `None` if the units have no name.
    pub fn open(unit: Option<Key>) -> Bar {
        Bar::new(None, unit, false)
    }

    /// Creates a bar for work that somebody waits for: it is drawn from the beginning.
    pub fn at_once() -> Bar {
        Bar::new(None, None, true)
    }

    #[cfg(feature = "shell")]
    fn new(length: Option<u64>, unit: Option<Key>, at_once: bool) -> Bar {
        let unit = unit.map_or("", |unit| unit.text(super::language::current()));
        let remaining = drawn::Remaining::default();
        let bar = can_draw().then(|| drawn::bar(length, unit, at_once, remaining.clone()));
        Bar { bar, remaining }
    }

    #[cfg(not(feature = "shell"))]
    fn new(_: Option<u64>, _: Option<Key>, _: bool) -> Bar {
        let _ = can_draw;
        Bar {}
    }

    /// Sets the number of units done before this work began, so that the rate and the remaining time are those of the
    /// rest. Has no effect once any unit is done.
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

    /// Sets the number of units done.
    #[cfg_attr(not(feature = "shell"), allow(unused_variables))]
    pub fn set(&self, done: u64) {
        #[cfg(feature = "shell")]
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
    }

    /// Sets the number of units done and the number of all units, for work whose length is known only now.
    #[cfg_attr(not(feature = "shell"), allow(unused_variables))]
    pub fn set_of(&self, done: u64, all: u64) {
        #[cfg(feature = "shell")]
        if let Some(bar) = &self.bar {
            bar.set_length(all);
            bar.set_position(done);
        }
    }

    /// Sets the estimate of the remaining time that the bar shows from now on; `None` shows none. Bars of a known
    /// length ignore it, because they compute their own.
    #[cfg_attr(not(feature = "shell"), allow(unused_variables))]
    pub fn expect(&self, left: Option<Left>) {
        #[cfg(feature = "shell")]
        if let Ok(mut remaining) = self.remaining.lock() {
            *remaining = left;
        }
    }

    /// Adds to the number of units done.
    #[cfg_attr(not(feature = "shell"), allow(unused_variables))]
    pub fn add(&self, more: u64) {
        #[cfg(feature = "shell")]
        if let Some(bar) = &self.bar {
            bar.inc(more);
        }
    }

    /// Sets the text beside the bar that says what is being done now, in the language given to `text`, which is called only
    /// if there is a bar.
    #[cfg_attr(not(feature = "shell"), allow(unused_variables))]
    pub fn note(&self, text: impl FnOnce(Lang) -> String) {
        #[cfg(feature = "shell")]
        if let Some(bar) = &self.bar {
            bar.set_message(text(super::language::current()));
        }
    }

    /// Prints to standard output, with the bar erased meanwhile.
    ///
    /// # Errors
    /// As for [`print()`].
    pub fn print(&self, text: &str) -> Result<(), CliError> {
        self.aside(|| print(text))
    }

    /// Calls a function that writes to the terminal, while the bar is erased, and returns its result.
    pub fn aside<T>(&self, does: impl FnOnce() -> T) -> T {
        #[cfg(feature = "shell")]
        if let Some(bar) = &self.bar {
            return bar.suspend(does);
        }
        does()
    }
}

/// Estimator of the remaining time of work in stages, each of which takes longer than the one before by about the same
/// factor.
pub struct Stages {
    begun: Instant,
    last: Option<Duration>,
}

/// Least time of a stage from which the time of the next one is estimated.
const TELLING: Duration = Duration::from_millis(20);

impl Stages {
    /// Begins the first stage at the instant `now`.
    pub fn begin(now: Instant) -> Stages {
        Stages {
            begun: now,
            last: None,
        }
    }

    /// Ends a stage at the instant `now` and begins the next one; at most `more` stages are to come. Returns the
    /// instant at which the last of them ends if their times go on growing by the same factor; `None` if there are
    /// none, or as long as the stages so far are too few or too short for an estimate.
    pub fn ended(&mut self, now: Instant, more: u32) -> Option<Instant> {
        let took = now.saturating_duration_since(self.begun);
        self.begun = now;
        let before = self.last.replace(took)?;
        if before < TELLING || more == 0 {
            return None;
        }
        let growth = (took.as_secs_f64() / before.as_secs_f64()).max(1.0);
        let mut stage = took.as_secs_f64();
        let mut left = 0.0;
        for _ in 0..more.min(100) {
            stage *= growth;
            left += stage;
        }
        now.checked_add(Duration::try_from_secs_f64(left).ok()?)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_growing_stages_is_guessed_from_the_last_two() {
        let begun = Instant::now();
        let at = |ms| begun + Duration::from_millis(ms);
        let mut stages = Stages::begin(begun);
        assert_eq!(stages.ended(at(1), 4), None, "one stage tells nothing");
        assert_eq!(
            stages.ended(at(101), 3),
            None,
            "the one before was too short"
        );
        // Stages of 100 ms and 300 ms: the next two are expected to take 900 ms and 2700 ms.
        let end = stages.ended(at(401), 2).expect("a guess");
        let left = end.duration_since(at(401)).as_secs_f64();
        assert!((left - 3.6).abs() < 1e-6, "{left}");
        // This was the last stage.
        assert_eq!(stages.ended(at(1301), 0), None);
    }
}
