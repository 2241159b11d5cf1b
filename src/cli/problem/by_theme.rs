//! Problems of the collection that show given themes. The database does not store themes: each problem is solved to
//! find them.

use super::FilterArgs;
use crate::cli::collection::Failure;
use crate::cli::progress::Bar;
use crate::cli::workers::in_order;
use crate::cli::{complain, interrupt};
use base::key;
use problems::{Filter, Problem, ThemeFinder};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use store::Store;

/// Result of a search for problems.
pub(super) struct Chosen {
    /// Problems found, in the order of the filter.
    pub(super) problems: Vec<Problem>,
    /// False if the search was interrupted before all problems were examined.
    pub(super) complete: bool,
}

/// Returns at most `most` problems that the filter selects and that show all themes of `args`. The number of problems
/// that could not be solved within the limits is printed to stderr.
pub(super) async fn chosen(
    args: &FilterArgs,
    collection: &Store,
    viewer: Option<i64>,
    filter: &Filter,
    most: usize,
) -> Result<Chosen, Failure> {
    let themes = args.themes()?;
    let ids = collection.problems().ids(viewer, filter).await?;
    let problems = collection.problems().get_all(&ids).await?;
    if themes.is_empty() || problems.is_empty() {
        return Ok(Chosen {
            problems,
            complete: true,
        });
    }
    let stop = interrupt::flag();
    let enough = AtomicBool::new(false);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let finders = (0..threads.min(problems.len())).map(|_| ThemeFinder::new());
    let finders = finders.collect::<Result<Vec<_>, _>>()?;
    let bar = Bar::of(problems.len() as u64, key!("bar-problems"));
    let shows = |finder: &mut ThemeFinder, number: usize| {
        if stop.load(Relaxed) || enough.load(Relaxed) {
            return Ok(None);
        }
        let found = finder.themes(&problems[number].draft, stop)?;
        if found.is_none() && stop.load(Relaxed) {
            return Ok(None);
        }
        let has = |found: &[solve::themes::Found]| {
            let mut all = themes.iter();
            all.all(|theme| found.iter().any(|found| found.theme == *theme))
        };
        Ok(Some(found.map(|found| has(&found))))
    };
    let (mut numbers, mut examined, mut unsolved) = (Vec::new(), 0, 0);
    in_order(finders, problems.len(), shows, |number, shows| {
        if numbers.len() == most {
            return Ok(());
        }
        examined += 1;
        bar.add(1);
        match shows {
            Some(true) => numbers.push(number),
            Some(false) => {}
            // A problem without a mate shows no themes.
            None if problems[number].state == problems::State::Refuted => {}
            None => unsolved += 1,
        }
        enough.store(numbers.len() == most, Relaxed);
        Ok(())
    })?;
    drop(bar);
    if unsolved > 0 {
        complain(&format!(
            "{unsolved} problems were not solved within the limits, and are left out"
        ));
    }
    let complete = examined == problems.len();
    let wanted: std::collections::HashSet<usize> = numbers.into_iter().collect();
    let kept = problems.into_iter().enumerate();
    let kept = kept.filter(|(number, _)| wanted.contains(number));
    Ok(Chosen {
        problems: kept.map(|(_, problem)| problem).collect(),
        complete,
    })
}
