//! All first moves that mate: the keys of a problem, with short mates and cooks.

use super::budget::Stopped;
use super::finder::Numberings;
use super::one::is_mate;
use super::refuter::Refuter;
use super::turns::take_turns;
use super::{MAX_MOVES, Side, Solver};
use base::limits::Allowance;
use base::threads;
use games::chess::{Move, Position};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A first move that forces mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The first move.
    pub first: Move,
    /// The least number of moves in which it mates, itself included.
    pub mate_in: u32,
}

/// All keys of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// The keys in the order in which moves are generated; `None` if the limits ended the search before every move was
    /// decided.
    pub keys: Option<Vec<Key>>,
    /// Positions visited.
    pub nodes: u64,
}

impl Solver {
    /// Finds every first move that forces mate in at most `n` moves, each with its exact length.
    pub fn keys(&mut self, p: &Position, n: u32, limits: Allowance) -> Keys {
        let n = n.min(MAX_MOVES);
        let budget = limits.begin();
        let firsts = p.legal_moves();
        let next = AtomicUsize::new(0);
        let found: Mutex<Vec<(usize, u32)>> = Mutex::new(Vec::new());
        let this = &*self;
        let work = || -> Result<(), Stopped> {
            let mut refuter = this.refuter(p, n, &budget, Side::Attacks);
            loop {
                let index = next.fetch_add(1, Relaxed);
                let Some(&first) = firsts.get(index) else {
                    // Everything is decided, so it does not matter if the time is up.
                    let _ = refuter.counter.settle();
                    return Ok(());
                };
                let length = key_length(&mut refuter, &this.numberings, &p.play(first), n)?;
                if let (Some(length), Ok(mut found)) = (length, found.lock()) {
                    found.push((index, length));
                }
            }
        };
        // A position that is drawn already has no keys, and no moves that count.
        let drawn = this.refuter(p, n, &budget, Side::Attacks).drawn(p);
        let complete = drawn || in_parallel(self.options.threads, &work, work);
        let mut found = found.into_inner().unwrap_or_default();
        found.sort_unstable();
        let list = found.into_iter().map(|(index, mate_in)| Key {
            first: firsts[index],
            mate_in,
        });
        Keys {
            keys: complete.then(|| list.collect()),
            nodes: budget.nodes(),
        }
    }
}

/// Runs `work` on `threads - 1` further threads and `mine` on this one. Returns true if none of them was stopped.
pub(crate) fn in_parallel(
    threads: usize,
    work: &(impl Fn() -> Result<(), Stopped> + Sync),
    mine: impl FnOnce() -> Result<(), Stopped>,
) -> bool {
    std::thread::scope(|scope| {
        let mut helpers = Vec::new();
        for _ in 1..threads {
            match threads::spawn_scoped(scope, "solver", work) {
                Ok(helper) => helpers.push(helper),
                // Fewer threads only make it slower.
                Err(_) => break,
            }
        }
        let mut complete = mine().is_ok();
        for helper in helpers {
            complete &= matches!(helper.join(), Ok(Ok(())));
        }
        complete
    })
}

/// Returns the number of moves in which the first move that led to `after` mates; `None` if it does not within `n`.
fn key_length(
    refuter: &mut Refuter,
    numberings: &Numberings,
    after: &Position,
    n: u32,
) -> Result<Option<u32>, Stopped> {
    if n >= 1 && is_mate(after) {
        return Ok(Some(1));
    }
    for length in 2..=n {
        if take_turns(refuter, numberings, after, length - 1, Side::Defends)? {
            return Ok(Some(length));
        }
    }
    Ok(None)
}
