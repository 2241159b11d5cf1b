//! Parallel work whose results are handled in order.

use super::{CliError, language};
use base::{say, threads};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;

/// Runs `work` for the numbers from 0 to `count` - 1 on one thread for each of the `workers`, and calls `finish` with
/// the results on the calling thread, in the order of the numbers. A worker whose `work` returns `None` ends; work that
/// others have begun is still finished.
///
/// # Errors
/// The first error of `finish` or `work`, or a sentence if no thread could be started.
pub fn in_order<W: Send, R: Send>(
    workers: Vec<W>,
    count: usize,
    work: impl Fn(&mut W, usize) -> Result<Option<R>, CliError> + Sync,
    mut finish: impl FnMut(usize, R) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    let (next, work) = (&next, &work);
    std::thread::scope(|scope| {
        let mut begun = 0;
        for mut worker in workers {
            let sender = sender.clone();
            let thread = move || {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= count {
                        return;
                    }
                    let done = work(&mut worker, number).transpose();
                    let Some(done) = done else { return };
                    let is_bad = done.is_err();
                    // The receiver is gone after an error.
                    if sender.send((number, done)).is_err() || is_bad {
                        return;
                    }
                }
            };
            begun += usize::from(threads::spawn_scoped(scope, "worker", thread).is_ok());
        }
        drop(sender);
        if begun == 0 {
            return Err(say!(language::current(), "thread-none").into());
        }
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (number, done) in results {
            waiting.insert(number, done?);
            while let Some(done) = waiting.remove(&due) {
                finish(due, done)?;
                due += 1;
            }
        }
        // If some work ended early, later results may be left that wait for its number.
        waiting
            .into_iter()
            .try_for_each(|(number, done)| finish(number, done))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_an_error_or_an_end_is_heard() {
        let square = |_: &mut (), n: usize| {
            std::thread::sleep(std::time::Duration::from_millis((7 * n as u64) % 5));
            Ok(Some(n * n))
        };
        let mut seen = Vec::new();
        let told = in_order(vec![(); 4], 40, square, |number, value| {
            seen.push((number, value));
            Ok(())
        });
        assert!(told.is_ok());
        assert_eq!(seen, (0..40).map(|n| (n, n * n)).collect::<Vec<_>>());
        let fails = |_: &mut (), n: usize| match n {
            7 => Err(CliError::from("seven")),
            n => Ok(Some(n)),
        };
        let told = in_order(vec![(); 3], 40, fails, |_, _| Ok(()));
        assert_eq!(told.expect_err("an error").to_string(), "seven");
        let mut seen = 0;
        let ends = |_: &mut (), n: usize| Ok((n < 5).then_some(n));
        let told = in_order(vec![()], 40, ends, |_, _| {
            seen += 1;
            Ok(())
        });
        assert!(told.is_ok() && seen == 5, "{seen}");
    }
}
