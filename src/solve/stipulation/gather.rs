//! Search for help play and series on several threads. Beginnings of lines are handed out in order, and the lines found
//! after them are put together in the same order, whichever thread found them.

use super::Extent;
use super::field::{Field, LineSearch};
use super::kinds::Stipulation;
use super::lines::{Ended, Line};
use super::net::Places;
use crate::mate::budget::{NodeCounter, Stopped};
use crate::mate::in_parallel;
use crate::mate::table::ProofTable;
use crate::proofgame::Plan;
use base::limits::Budget;
use base::threads::locked;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Search for lines of help play or of a series on several threads, with its arguments.
pub(super) struct Gathering<'a, P> {
    pub(super) asked: Stipulation,
    pub(super) position: &'a P,
    /// Plan of the proof game, if this is a search for one.
    pub(super) plan: Option<&'a Plan>,
    /// Number of lines after which the search ends.
    pub(super) most: usize,
    pub(super) threads: usize,
    pub(super) table: &'a ProofTable,
    pub(super) budget: &'a Budget<'a>,
}

/// Progress of a search that several threads make for lines.
pub(super) enum News<M> {
    /// The search begins with the lines after a first move: the move, its number from 1, and the number of first moves.
    First(M, usize, usize),
    /// Number of beginnings that have been searched, number of all beginnings, and number of lines found.
    Done(usize, usize, usize),
}

/// The first move of lines of a certain length, or the first two moves: a unit of work for a thread.
struct Beginning<M> {
    /// Index of the first move.
    first: usize,
    second: Option<(M, Places)>,
    count: u32,
}

/// Least number of half-moves of lines of help play that are divided by their second moves as well.
const DIVIDED: u32 = 4;

/// Lines found after each beginning, in order.
struct Found<M> {
    /// For each beginning its lines; `None` until it has been searched.
    after: Vec<Option<Vec<Line<M>>>>,
    /// Number of beginnings before the first one that has not been searched.
    done: usize,
    /// Number of lines found after those `done` beginnings.
    lines: usize,
}

impl<P: Field> Gathering<'_, P> {
    /// Finds the lines, in the order in which a single thread finds them. `hear` is called with the progress.
    pub(super) fn lines(
        &self,
        hear: &mut dyn FnMut(News<P::Move>),
    ) -> (Vec<Line<P::Move>>, Extent) {
        if self.most == 0 {
            return (Vec::new(), Extent::Enough);
        }
        let p = self.position;
        let enough = AtomicBool::new(false);
        let mut firsts = self.search(&enough).firsts(p);
        if self.asked.is_reflex() && p.can_end(self.asked.aim()) {
            firsts.clear();
        }
        let beginnings = self.beginnings(&firsts, &enough);
        let next = AtomicUsize::new(0);
        let found = Mutex::new(Found {
            after: beginnings.iter().map(|_| None).collect(),
            done: 0,
            lines: 0,
        });
        let work = |told: &mut dyn FnMut(usize)| -> Result<(), Stopped> {
            let mut search = self.search(&enough);
            loop {
                let index = next.fetch_add(1, Relaxed);
                told(index);
                let Some(beginning) = beginnings.get(index) else {
                    search.settle();
                    return Ok(());
                };
                let first = firsts[beginning.first];
                let searched = match beginning.second {
                    Some((second, places)) => {
                        search.after_two(p, [first, second], beginning.count, places)
                    }
                    None => search.after(p, first, beginning.count),
                };
                let lines = search.take_found();
                let mut found = locked(&found);
                found.after[index] = Some(lines);
                if searched == Err(Ended::Stopped) {
                    return Err(Stopped);
                }
                found.count_done();
                if found.lines >= self.most {
                    enough.store(true, Relaxed);
                    search.settle();
                    return Ok(());
                }
            }
        };
        let mut announced = 0;
        let mut tell = |index: usize| {
            let until = beginnings
                .get(index)
                .map_or(firsts.len(), |beginning| beginning.first + 1);
            for (number, &first) in firsts.iter().enumerate().take(until).skip(announced) {
                hear(News::First(first, number + 1, firsts.len()));
            }
            announced = announced.max(until);
            let lines = locked(&found).lines;
            hear(News::Done(
                index.min(beginnings.len()),
                beginnings.len(),
                lines,
            ));
        };
        let complete = in_parallel(self.threads, &|| work(&mut |_| {}), || work(&mut tell));
        let found = found
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let extent = match complete {
            _ if found.lines >= self.most => Extent::Enough,
            true => Extent::All,
            false => Extent::Stopped,
        };
        let lines = found.after.into_iter().flatten().flatten();
        (lines.take(self.most).collect(), extent)
    }

    fn search<'b>(&'b self, enough: &'b AtomicBool) -> P::Search<'b> {
        P::search(
            self.asked,
            self.position.side(),
            self.table,
            NodeCounter::new(self.budget).until(enough),
            self.most,
            self.plan,
        )
    }

    /// Returns the beginnings of all lines, in the order of the lines.
    fn beginnings(&self, firsts: &[P::Move], enough: &AtomicBool) -> Vec<Beginning<P::Move>> {
        let asked = self.asked;
        let alternates = asked.play().alternates();
        // Shorter lines come first.
        let counts: Vec<u32> = if alternates {
            asked.lengths().collect()
        } else {
            vec![asked.moves()]
        };
        let mut search = self.search(enough);
        let mut beginnings = Vec::new();
        for (index, &first) in firsts.iter().enumerate() {
            for &count in &counts {
                let mut add = |second| {
                    beginnings.push(Beginning {
                        first: index,
                        second,
                        count,
                    });
                };
                if alternates && count >= DIVIDED {
                    let seconds = search.seconds(&self.position.after(first), count - 1);
                    seconds.into_iter().for_each(|second| add(Some(second)));
                } else {
                    add(None);
                }
            }
        }
        beginnings
    }
}

impl<M> Found<M> {
    fn count_done(&mut self) {
        while let Some(Some(lines)) = self.after.get(self.done) {
            self.done += 1;
            self.lines += lines.len();
        }
    }
}
