//! Mate in N: does the side to move force mate in at most N moves, and what is the least N?
//!
//! Start with [`Solver`]: [`Solver::inquire`] answers an [`Inquiry`], which combines the other methods.
//! [`Solver::solve`] finds the least length, [`Solver::is_mated_in`] answers for the side that gets mated,
//! [`Solver::keys`] finds every first move, [`Solver::solution`] the whole solution as problemists write it,
//! [`Solver::certificate`] a proof as text, which [`check::verify`] checks with code that shares nothing with the
//! solver but the rules.
//!
//! | file | what it does |
//! |---|---|
//! | `one` | mate in one: checks only, flights and guards before any move is made |
//! | `refuter` | depth-bounded search, iterated over n: decides exactly |
//! | `simulate` | a proof carried over from one reply to its siblings |
//! | `strategy` | how long a proof really takes, and its line |
//! | `finder` | depth-first proof-number search over (position, moves left): finds long mates |
//! | `table` | what is proved and refuted about positions, under 128-bit keys |
//! | `budget` | time, nodes, and the stop flag |
//! | `turns` | division of the work among the searches |
//! | `keys` | all first moves |
//! | `inquiry`, `record` | questions about a position, and the answers as plain data |
//! | `tree`, `notation` | the solution: keys, tries, set play, threats, duals |
//! | `certificate`, `check` | proofs as files, written here and checked there |
//!
//! Conventions of problem chess: stalemate is a failure of the attacker; repetition cannot matter
//! in a bounded number of moves; the fifty-move rule is off unless [`Options::fifty`] is set;
//! castling is allowed as the FEN says.

pub(super) mod budget;
mod certificate;
pub mod check;
mod finder;
mod inquiry;
mod keys;
pub(super) mod notation;
pub(super) mod one;
mod record;
mod refuter;
mod simulate;
mod strategy;
pub(super) mod table;
mod tree;
mod turns;

pub use base::limits::Allowance;
pub use budget::Stopped;
pub use certificate::{CertificateError, Claim, MAX_LINES};
pub use inquiry::{Answer, Inquiry, InquiryError, WantedKeys};
pub(super) use keys::in_parallel;
pub use keys::{Key, Keys};
pub use notation::{localized, long_algebraic, write_solution, write_solution_in};
pub use record::{AnswerRecord, DualRecord, KeyRecord, MoveRecord, TryRecord, VerdictWord};
pub use tree::{Attack, Defence, Dual, Extent, MAX_MOVES_SHOWN, Solution, SolutionError};

use base::limits::Budget;
use base::memory::{AtomicTable, OutOfMemory};
use base::threads;
use budget::NodeCounter;
use finder::{Finder, Numberings};
use games::chess::{Move, Position};
use refuter::Refuter;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use table::ProofTable;
use turns::{Ladder, PASSES, widen};

/// The greatest number of moves of a mate that the solver can search for.
pub const MAX_MOVES: u32 = table::MAX_LENGTH - 1;

/// Settings of a mate solver: memory, threads and rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the tables, in mebibytes.
    pub hash_mb: usize,
    /// Number of threads, at least 1.
    pub threads: usize,
    /// True if the fifty-move rule ends the game (by convention it does not in problems).
    pub fifty: bool,
    /// True if [`Solver::find`] is called with lengths far above that of the mate, as when nothing is known of the
    /// mate: what is learned about a position then serves for all lengths. It costs nodes if the length is the right
    /// one.
    pub any_length: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash_mb: 256,
            threads: 1,
            fifty: false,
            any_length: false,
        }
    }
}

/// Result of the search for a mate within a number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Mate is forced in this many moves, and not in fewer.
    Mate(u32),
    /// There is no mate within the number of moves of the search.
    NoMate,
    /// The limits ended the search first.
    Undecided,
}

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Verdict of the search: mate, no mate, or undecided.
    pub verdict: Verdict,
    /// A forced mate in at most this many moves is proved, not necessarily the shortest; `None` if no mate is proved.
    pub proved: Option<u32>,
    /// It is proved that there is no mate in this many moves.
    pub refuted: u32,
    /// The mating line, shortest attack against longest defence. It ends in mate, after as many moves as `proved` says;
    /// it may be incomplete if the limits left no time to work it out.
    pub pv: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// Progress of a search: a bound on the length of the mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It is proved that there is no mate in this many moves.
    Refuted(u32),
    /// It is proved that there is a mate in at most this many moves.
    Proved(u32),
}

/// An exact solver with its tables. What it has proved is kept for later searches.
#[derive(Debug)]
pub struct Solver {
    table: ProofTable,
    numberings: Numberings,
    options: Options,
}

impl Solver {
    /// Creates a solver with empty tables.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the tables do not fit.
    pub fn new(options: Options) -> Result<Solver, OutOfMemory> {
        // Check that there is memory for all of it before it is allocated in two halves.
        drop(AtomicTable::new(options.hash_mb)?);
        Ok(Solver {
            table: ProofTable::new(options.hash_mb / 2)?,
            numberings: Numberings::new(options.hash_mb / 2)?,
            options,
        })
    }

    /// Clears the tables.
    pub fn clear(&mut self) {
        self.table.clear();
        self.numberings.clear();
    }

    /// Returns true if the fifty-move rule can matter in `n` moves from here; if not, positions need not be
    /// distinguished by their halfmove clocks.
    fn fifty_matters(&self, p: &Position, n: u32) -> bool {
        self.options.fifty && p.halfmoves() + 2 * n >= games::chess::FIFTY_MOVES
    }

    fn refuter<'a>(
        &'a self,
        p: &Position,
        n: u32,
        budget: &'a Budget<'a>,
        side: Side,
    ) -> Refuter<'a> {
        let attacker = match side {
            Side::Attacks => p.turn(),
            Side::Defends => p.turn().other(),
        };
        let fifty = self.fifty_matters(p, n);
        Refuter::new(&self.table, NodeCounter::new(budget), attacker, fifty)
    }

    /// Finds the least number of moves, up to `max`, in which the side to move forces mate. `progress` is called with
    /// each bound as soon as it is proved.
    pub fn solve(
        &mut self,
        p: &Position,
        max: u32,
        limits: Allowance,
        progress: impl FnMut(Progress),
    ) -> Report {
        self.decide(p, max, limits, Side::Attacks, progress)
    }

    /// Finds the least number of moves, up to `max`, in which the side to move *gets* mated whatever it plays (0 if it
    /// is mated already). `progress` is called with each bound as soon as it is proved.
    pub fn is_mated_in(
        &mut self,
        p: &Position,
        max: u32,
        limits: Allowance,
        progress: impl FnMut(Progress),
    ) -> Report {
        self.decide(p, max, limits, Side::Defends, progress)
    }

    /// Searches for a forced mate by the side to move in at most `n` moves, without asking for the least number: the
    /// quickest way to a proof.
    pub fn find(&mut self, p: &Position, n: u32, limits: Allowance) -> Report {
        self.seek(p, n, limits, Side::Attacks)
    }

    /// Searches for a proof that the side to move gets mated within `n` moves, without asking for the least number.
    pub fn find_mated(&mut self, p: &Position, n: u32, limits: Allowance) -> Report {
        self.seek(p, n, limits, Side::Defends)
    }

    fn seek(&mut self, p: &Position, n: u32, limits: Allowance, side: Side) -> Report {
        if side == Side::Defends && one::is_mate(p) {
            return self.decide(p, 0, limits, side, |_| {});
        }
        let n = n.min(MAX_MOVES);
        let budget = limits.begin();
        let (found, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let this = &*self;
        let any_length = this.options.any_length;
        std::thread::scope(|scope| {
            for number in 1..this.options.threads {
                let mut refuter = this.refuter(p, n, &budget, side);
                let (found, done, p) = (&found, &done, *p);
                let work = move || {
                    refuter.counter = refuter.counter.until(done);
                    let (replies, _) = PASSES[(number - 1) % PASSES.len()];
                    let mut finder = Finder::new(&mut refuter, &this.numberings)
                        .restricted(replies)
                        .any_length(any_length);
                    if finder.decide(&p, n, side) == Ok(true) {
                        found.store(true, Relaxed);
                    }
                };
                if threads::spawn_scoped(scope, "solver", work).is_err() {
                    // With fewer helper threads the search only takes longer.
                    break;
                }
            }
            let mut refuter = this.refuter(p, n, &budget, side);
            refuter.counter = refuter.counter.until(&found);
            let truth = widen(&mut refuter, &this.numberings, p, n, side, any_length);
            done.store(true, Relaxed);
            let (proved, refuted) = match truth {
                Ok(true) => (Some(n), 0),
                Ok(false) => (None, n),
                Err(Stopped) if found.load(Relaxed) => (Some(n), 0),
                Err(Stopped) => (None, 0),
            };
            report(p, proved, refuted, n, side, &mut refuter)
        })
    }

    fn decide(
        &mut self,
        p: &Position,
        max: u32,
        limits: Allowance,
        side: Side,
        progress: impl FnMut(Progress),
    ) -> Report {
        let max = max.min(MAX_MOVES);
        let budget = limits.begin();
        let answered = AtomicBool::new(false);
        let this = &*self;
        std::thread::scope(|scope| {
            for number in 1..this.options.threads {
                let refuter = this.refuter(p, max, &budget, side).helping(number);
                let (answered, p) = (&answered, *p);
                let work = move || help(refuter, &p, max, side, answered);
                if threads::spawn_scoped(scope, "solver", work).is_err() {
                    // With fewer helper threads the search only takes longer.
                    break;
                }
            }
            let mut refuter = this.refuter(p, max, &budget, side);
            let mut ladder = Ladder {
                p,
                max,
                side,
                refuted: 0,
                proved: (side == Side::Defends && one::is_mate(p)).then_some(0),
                progress,
            };
            // If the search is stopped, the bounds proved so far are the result.
            let _ = ladder.climb(&mut refuter, &this.numberings);
            let (proved, refuted) = (ladder.proved, ladder.refuted);
            let report = report(p, proved, refuted, max, side, &mut refuter);
            answered.store(true, Relaxed);
            report
        })
    }
}

/// Runs a helper thread: searches the same lengths with another order of moves, to fill the shared table.
fn help(refuter: Refuter, p: &Position, max: u32, side: Side, answered: &AtomicBool) {
    let mut refuter = refuter;
    refuter.counter = refuter.counter.until(answered);
    for n in 1..=max {
        if !matches!(refuter.decide(p, n, side), Ok(false)) {
            break;
        }
    }
}

/// Role of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The side to move tries to mate.
    Attacks,
    /// The side to move tries not to be mated.
    Defends,
}

/// Nodes that may still be spent on the mating line after the limits are reached: some milliseconds.
const GRACE: u64 = 20_000;

fn ends_in_mate(p: &Position, line: &[Move]) -> bool {
    let end = line.iter().fold(*p, |p, &m| p.play(m));
    one::is_mate(&end)
}

fn report(
    p: &Position,
    proved: Option<u32>,
    refuted: u32,
    max: u32,
    side: Side,
    refuter: &mut Refuter,
) -> Report {
    let is_least = |proved: u32| refuted + 1 >= proved;
    let mut proved = proved;
    let line = |refuter: &mut Refuter, n, exact| match side {
        Side::Attacks => refuter.line(p, n, exact),
        Side::Defends => refuter.line_of_defence(p, n, exact),
    };
    let mut pv = Vec::new();
    if let Some(n) = proved {
        let exact = is_least(n);
        let measured = if exact {
            None
        } else {
            refuter.measure(p, n, side).ok()
        };
        pv = match measured {
            Some((length, line)) => {
                proved = Some(length);
                line
            }
            None => line(refuter, n, exact),
        };
        if !ends_in_mate(p, &pv) {
            // The limits are reached, but the table holds nearly all of the line.
            let grace = Budget::new(None, Some(GRACE), None);
            let mut reader = refuter.with_counter(NodeCounter::new(&grace));
            match reader.measure(p, n, side) {
                Ok((length, line)) => (proved, pv) = (Some(length), line),
                Err(Stopped) => pv = line(&mut reader, n, exact),
            }
        }
    }
    let verdict = match proved {
        Some(n) if is_least(n) => Verdict::Mate(n),
        None if refuted >= max => Verdict::NoMate,
        _ => Verdict::Undecided,
    };
    // The result is complete, so it does not matter if the limits are reached.
    let _ = refuter.counter.settle();
    let budget = refuter.counter.budget;
    Report {
        verdict,
        proved,
        refuted,
        pv,
        nodes: budget.nodes(),
        time: budget.elapsed(),
    }
}
