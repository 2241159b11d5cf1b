//! Pauses of searches of low priority while others use the processor.

use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    /// Function that the searches of this thread call to pause.
    static PAUSE: RefCell<Option<Rc<dyn Fn()>>> = const { RefCell::new(None) };
}

/// Runs `work`. Each time a search in it asks its [`Budget`](super::Budget) whether to end, many times a second, it
/// calls `pause`, which may block. Time limits keep running meanwhile; node counts and results are not affected.
///
/// Threads started by a search are not paused.
pub fn with_pauses<T>(pause: impl Fn() + 'static, work: impl FnOnce() -> T) -> T {
    /// Removes the function on drop, even if the work panics.
    struct Reset;
    impl Drop for Reset {
        fn drop(&mut self) {
            PAUSE.set(None);
        }
    }
    PAUSE.set(Some(Rc::new(pause)));
    let _reset = Reset;
    work()
}

/// Calls the function given to [`with_pauses`], if this thread runs within it.
pub(super) fn pause() {
    let pause = PAUSE.with_borrow(Clone::clone);
    if let Some(pause) = pause {
        pause();
    }
}

#[cfg(test)]
mod tests {
    use super::super::Budget;
    use super::*;
    use std::cell::Cell;

    #[test]
    fn searches_pause_where_they_ask_their_budget_and_only_within() {
        let budget = Budget::new(None, None, None);
        let paused = Rc::new(Cell::new(0));
        let counted = Rc::clone(&paused);
        with_pauses(
            move || counted.set(counted.get() + 1),
            || {
                budget.spend(1);
                budget.spend(1);
            },
        );
        budget.spend(1);
        assert_eq!(paused.get(), 2);
    }
}
