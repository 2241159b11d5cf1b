//! Solving of play against a defender: keys, tries and the play after them, with a search of the first moves on several
//! threads.

use super::field::{Field, Prover};
use super::tree::{Builder, Depth, FirstMove, FirstResult, add_found};
use super::{Extent, Inquiry, Part, Progress, Solver};
use crate::mate::budget::{NodeCounter, Stopped};
use crate::mate::notation::localized;
use crate::mate::{SolutionError, in_parallel};
use base::limits::Budget;
use base::threads::locked;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

impl Solver {
    /// Finds the keys, and the other parts of the solution that are requested.
    pub(super) fn battle<P: Field>(
        &self,
        part: &mut Part<P>,
        inquiry: &Inquiry,
        budget: &Budget,
        hear: &mut dyn FnMut(Progress),
    ) -> Result<Extent, SolutionError> {
        let asked = part.stipulation;
        let p = part.position.clone();
        let attacker = if inquiry.post_key {
            p.side().other()
        } else {
            p.side()
        };
        let counter = NodeCounter::new(budget);
        let mut battle = P::battle(asked, inquiry.quodlibet, attacker, &self.table, counter);
        let n = asked.moves();
        let depth = Depth {
            threats: inquiry.threats,
            variations: inquiry.variations,
        };
        let mut extent = Extent::All;
        if inquiry.post_key {
            let after_key = Builder::new(&mut battle, depth).after_key(&p, n, &mut extent)?;
            part.post_key = Some(after_key);
        } else {
            let mut builder = Builder::new(&mut battle, depth);
            let mut firsts = builder.first_moves(&p, n);
            if self.threads > 1 && inquiry.most.is_none() {
                self.look_ahead(&p, &mut firsts, inquiry, budget, hear);
            }
            let mut tell = |first, index, of, found| {
                hear(Progress::First {
                    first: localized(&p.written(first), self.lang),
                    number: index + 1,
                    of,
                    time: budget.elapsed(),
                });
                hear(Progress::Done {
                    done: index,
                    of,
                    found,
                });
            };
            let solution = &mut part.solution;
            let built = builder.keys(&p, inquiry, &mut firsts, &mut extent, solution, &mut tell);
            if built.is_err() {
                add_found(&firsts, n, solution);
            }
            built?;
        }
        // The search is over, so it does not matter if the limits are reached.
        let _: Result<(), Stopped> = battle.settle();
        Ok(extent)
    }

    /// Searches after the first moves on all threads and stores the results, as far as the limits allow.
    fn look_ahead<P: Field>(
        &self,
        p: &P,
        firsts: &mut [FirstMove<P::Move>],
        inquiry: &Inquiry,
        budget: &Budget,
        hear: &mut dyn FnMut(Progress),
    ) {
        let (asked, of) = (inquiry.stipulation, firsts.len());
        let moves: Vec<P::Move> = firsts.iter().map(|first| first.m).collect();
        let next = AtomicUsize::new(0);
        let keys = AtomicUsize::new(0);
        let firsts = Mutex::new(firsts);
        let work = |told: &mut dyn FnMut(usize)| -> Result<(), Stopped> {
            let counter = NodeCounter::new(budget);
            let mut battle = P::battle(asked, inquiry.quodlibet, p.side(), &self.table, counter);
            let mut builder = Builder::new(&mut battle, Depth::default());
            loop {
                let index = next.fetch_add(1, Relaxed);
                told(index.min(of));
                let Some(&m) = moves.get(index) else {
                    return battle.settle();
                };
                let result = builder.judge(&p.after(m), asked.moves(), inquiry.tries)?;
                if matches!(result, FirstResult::Key(_)) {
                    keys.fetch_add(1, Relaxed);
                }
                locked(&firsts)[index].result = Some(result);
            }
        };
        let mut announced = 0;
        let mut tell = |index: usize| {
            for (number, &m) in moves.iter().enumerate().take(index + 1).skip(announced) {
                hear(Progress::First {
                    first: localized(&p.written(m), self.lang),
                    number: number + 1,
                    of,
                    time: budget.elapsed(),
                });
            }
            announced = announced.max(index + 1);
            hear(Progress::Done {
                done: index,
                of,
                found: keys.load(Relaxed),
            });
        };
        // If this search is stopped, the caller's will be stopped as well.
        in_parallel(self.threads, &|| work(&mut |_| {}), || work(&mut tell));
    }
}

#[cfg(test)]
mod tests {
    use crate::stipulation::{Extent, Inquiry, Progress, Solver};
    use games::chess::Position;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    #[test]
    fn keys_found_by_several_threads_are_told_and_kept_when_the_search_is_stopped() {
        let fen = "8/8/8/8/8/8/P4Q2/K1k3r1 w - - 0 1";
        let position = Position::from_fen(fen, false).expect(fen);
        let inquiry = Inquiry::new("s#6".parse().expect("a stipulation"));
        let mut solver = Solver::new(4).expect("4 MB").on_threads(2);
        let stop = AtomicBool::new(false);
        let (mut found, mut firsts) = (0, Vec::new());
        let answer = solver.inquire(&position, &inquiry, Some(&stop), |news| match news {
            Progress::First { number, .. } => firsts.push(number),
            Progress::Done { found: keys, .. } => {
                found = found.max(keys);
                stop.store(found > 0, Relaxed);
            }
        });
        let part = &answer.parts[0];
        assert!(found > 0, "{answer:?}");
        assert_eq!(part.extent, Extent::Stopped);
        assert!(part.solution.keys.len() >= found, "{answer:?}");
        // The first move that is left open may be named again.
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts, (1..=firsts.len()).collect::<Vec<_>>());
    }
}
