//! Division of the work between refuter and finder: they search in turns, with limits of nodes that double.

use super::budget::Stopped;
use super::finder::{Finder, Numberings};
use super::refuter::Refuter;
use super::{Progress, Side};
use games::chess::Position;

/// Searches for increasing numbers of moves until the least mate is known.
///
/// At each length refuter and finder take turns, each with a limit of nodes that doubles from round to round, so that
/// the one that is better at this position decides. As long as no mate is known at all, the finder also looks for one
/// of the greatest length, `max`.
pub(super) struct Ladder<'a, F> {
    pub(super) p: &'a Position,
    pub(super) max: u32,
    pub(super) side: Side,
    pub(super) refuted: u32,
    pub(super) proved: Option<u32>,
    pub(super) progress: F,
}

/// Limit of nodes in the first round: some milliseconds.
const FIRST_SHARE: u64 = 50_000;

impl<F: FnMut(Progress)> Ladder<'_, F> {
    pub(super) fn climb(
        &mut self,
        refuter: &mut Refuter,
        numberings: &Numberings,
    ) -> Result<(), Stopped> {
        let mut share = FIRST_SHARE;
        let most = |ladder: &Self| ladder.proved.map_or(ladder.max, |n| n.saturating_sub(1));
        while self.refuted < most(self) {
            let n = self.refuted + 1;
            // For short lengths the finder is not worth its overhead.
            if n <= 3 {
                let truth = refuter.decide(self.p, n, self.side)?;
                self.note(n, truth);
                continue;
            }
            let mut truth = attempt(refuter, share, |refuter| {
                refuter.decide(self.p, n, self.side)
            })?;
            if truth.is_none() {
                truth = attempt(refuter, share / 2, |refuter| {
                    Finder::new(refuter, numberings).decide(self.p, n, self.side)
                })?;
            }
            if let Some(truth) = truth {
                self.note(n, truth);
                continue;
            }
            if self.proved.is_none() && n < self.max {
                let found = attempt(refuter, share / 2, |refuter| {
                    Finder::new(refuter, numberings).decide(self.p, self.max, self.side)
                })?;
                if let Some(truth) = found {
                    self.note(self.max, truth);
                }
            }
            share = share.saturating_mul(2);
        }
        Ok(())
    }

    fn note(&mut self, n: u32, truth: bool) {
        if truth {
            self.proved = Some(n);
            (self.progress)(Progress::Proved(n));
        } else {
            self.refuted = n;
            (self.progress)(Progress::Refuted(n));
        }
    }
}

/// The finder's restricted passes, from narrow to wide: the greatest number of replies that an attacking move may
/// leave, and the divisor that gives the pass's part of the nodes.
pub(super) const PASSES: [(u32, u64); 3] = [(1, 8), (4, 4), (10, 4)];

/// Searches for a mate in at most `n` moves, in rounds of which each may spend twice the nodes of the one before. A
/// round consists of the narrow [`PASSES`] and of one pass without restriction, which alone can show that there is no
/// mate. `any_length` is [`Options::any_length`](super::Options::any_length): to be used if the mate may be far shorter
/// than `n`.
pub(super) fn widen(
    refuter: &mut Refuter,
    numberings: &Numberings,
    p: &Position,
    n: u32,
    side: Side,
    any_length: bool,
) -> Result<bool, Stopped> {
    let mut share = FIRST_SHARE;
    loop {
        for (replies, part) in PASSES {
            let found = attempt(refuter, share / part, |refuter| {
                Finder::new(refuter, numberings)
                    .restricted(replies)
                    .any_length(any_length)
                    .decide(p, n, side)
            })?;
            if found == Some(true) {
                return Ok(true);
            }
        }
        let truth = attempt(refuter, share, |refuter| {
            Finder::new(refuter, numberings)
                .any_length(any_length)
                .decide(p, n, side)
        })?;
        if let Some(truth) = truth {
            return Ok(truth);
        }
        share = share.saturating_mul(2);
    }
}

/// Decides whether there is a mate in at most `n` moves, by finder and refuter in turns.
pub(super) fn take_turns(
    refuter: &mut Refuter,
    numberings: &Numberings,
    p: &Position,
    n: u32,
    side: Side,
) -> Result<bool, Stopped> {
    if n <= 3 {
        return refuter.decide(p, n, side);
    }
    let mut share = FIRST_SHARE;
    loop {
        let truth = attempt(refuter, share, |refuter| refuter.decide(p, n, side))?;
        if let Some(truth) = truth {
            return Ok(truth);
        }
        let truth = attempt(refuter, share / 2, |refuter| {
            Finder::new(refuter, numberings).decide(p, n, side)
        })?;
        if let Some(truth) = truth {
            return Ok(truth);
        }
        share = share.saturating_mul(2);
    }
}

/// Runs a search with at most `share` nodes. Returns its result, or `None` if the nodes did not suffice.
fn attempt(
    refuter: &mut Refuter,
    share: u64,
    search: impl FnOnce(&mut Refuter) -> Result<bool, Stopped>,
) -> Result<Option<bool>, Stopped> {
    refuter.counter.allow(share);
    let result = search(refuter);
    refuter.counter.allow(u64::MAX);
    match result {
        Ok(truth) => Ok(Some(truth)),
        Err(Stopped) if refuter.counter.only_allowance_is_over() => Ok(None),
        Err(Stopped) => Err(Stopped),
    }
}
