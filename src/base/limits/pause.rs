//! Pauses of searches that can wait, while others use the processor.

use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    /// Called by the searches of this thread.
    static PAUSE: RefCell<Option<Rc<dyn Fn()>>> = const { RefCell::new(None) };
}

/// Does `work`; searches in it that keep a [`Budget`](super::Budget) call `pause` each time they ask it whether they must
/// end, many times a second. `pause` may block: time limits go on, nodes and results stay the same.
///
/// Threads that a search starts are not paused.
pub fn with_pauses<T>(pause: impl Fn() + 'static, work: impl FnOnce() -> T) -> T {
    /// Takes the function away even if the work panics.
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

/// Calls the function that [`with_pauses`] was given, if this thread is in it.
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
