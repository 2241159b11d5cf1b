//! Problems of the collection that show given themes. The database does not store themes: each problem is solved to
//! find them.

use super::FilterArgs;
use crate::cli::collection::Failure;
use crate::cli::progress::Bar;
use crate::cli::workers::in_order;
use crate::cli::{complain, interrupt};
use base::{key, say};
use games::Lang;
use problems::{Filter, Problem, ThemeFinder, Themes};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use store::Store;

/// Result of a search for problems.
pub(super) struct Chosen {
    /// Problems found, in the order of the filter.
    pub(super) problems: Vec<Problem>,
    /// False if the search was interrupted before all problems were examined.
    pub(super) complete: bool,
}

/// Returns at most `most` problems that the filter selects and that show all themes of `args`. `viewer` is the user on
/// whom some criteria depend, `None` if nobody is logged in. The numbers of problems that were not solved within
/// the limits, and of those whose themes are not recognised, are printed to stderr in `lang`.
pub(super) async fn chosen(
    args: &FilterArgs,
    collection: &Store,
    viewer: Option<i64>,
    filter: &Filter,
    most: usize,
    lang: Lang,
) -> Result<Chosen, Failure> {
    let themes = args.themes(lang)?;
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
        let was_stopped = found == Themes::Unsolved && stop.load(Relaxed);
        Ok((!was_stopped).then_some(found))
    };
    let has = |found: &[solve::themes::Found]| {
        let mut all = themes.iter();
        all.all(|theme| found.iter().any(|found| found.theme == *theme))
    };
    let (mut numbers, mut examined, mut unsolved, mut unknown) = (Vec::new(), 0, 0, 0);
    in_order(finders, problems.len(), shows, |number, found| {
        if numbers.len() == most {
            return Ok(());
        }
        examined += 1;
        bar.add(1);
        match found {
            Themes::Found(found) if has(&found) => numbers.push(number),
            Themes::Found(_) => {}
            // A problem without a mate shows no themes.
            Themes::Unsolved if problems[number].state == problems::State::Refuted => {}
            Themes::Unsolved => unsolved += 1,
            Themes::NotExamined => unknown += 1,
        }
        enough.store(numbers.len() == most, Relaxed);
        Ok(())
    })?;
    drop(bar);
    if unsolved > 0 {
        complain(&say!(lang, "themes-left-out-unsolved", count = unsolved));
    }
    if unknown > 0 {
        complain(&say!(lang, "themes-left-out-not-examined", count = unknown));
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
