//! Mate in N: does the side to move force mate in at most N moves, and what is the least N?
//!
//! Start with [`Solver`]: [`Solver::solve`] finds the least length, [`Solver::is_mated_in`] answers
//! for the side that gets mated, [`Solver::keys`] finds every first move, [`Solver::solution`] the
//! whole solution as problemists write it, [`Solver::certificate`] a proof as text, which
//! [`check::verify`] checks with code that shares nothing with the solver but the rules.
//!
//! | file | what it does |
//! |---|---|
//! | `one` | mate in one: checks only, flights and guards before any move is made |
//! | `refuter` | depth-bounded search, iterated over n: decides exactly |
//! | `finder` | depth-first proof-number search over (position, moves left): finds long mates |
//! | `table` | what is proved and refuted about positions, under 128-bit keys |
//! | `budget` | time, nodes, and the stop flag |
//! | `keys` | all first moves |
//! | `tree`, `notation` | the solution: keys, tries, set play, threats, duals |
//! | `certificate`, `check` | proofs as files, written here and checked there |
//!
//! Conventions of problem chess: stalemate is a failure of the attacker; repetition cannot matter
//! in a bounded number of moves; the fifty-move rule is off unless [`Options::fifty`] is set;
//! castling is allowed as the FEN says.

mod budget;
mod certificate;
pub mod check;
mod keys;
mod one;
mod refuter;
mod table;

pub use budget::{Limits, Stopped};
pub use certificate::{CertificateError, Claim, MAX_LINES};
pub use keys::Key;

use crate::games::chess::{Move, Position};
use crate::memory::OutOfMemory;
use budget::{Budget, Purse};
use refuter::Refuter;
use std::time::Duration;
use table::Table;

/// The longest mate that can be asked for, in moves.
pub const MAX_MOVES: u32 = table::MAX_LENGTH - 1;

/// How a solver is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the tables, in mebibytes.
    pub hash_mb: usize,
    /// Threads.
    pub threads: usize,
    /// Whether the fifty-move rule ends the game (by convention it does not in problems).
    pub fifty: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash_mb: 256,
            threads: 1,
            fifty: false,
        }
    }
}

/// What is known when a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Mate is forced in this many moves, and not in fewer.
    Mate(u32),
    /// There is no mate in at most the number of moves that was asked about.
    NoMate,
    /// The limits came first.
    Undecided,
}

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// A forced mate in at most this many moves is proved, even if not that it is the shortest.
    pub proved: Option<u32>,
    /// No mate in this many moves: proved.
    pub refuted: u32,
    /// The mating line, shortest attack against longest defence. Ends in mate if the limits left
    /// time to work it out; may then be shorter than promised when `proved` is not known to be
    /// least.
    pub pv: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// News of a search under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// No mate in this many moves.
    Refuted(u32),
    /// A mate in at most this many moves.
    Proved(u32),
}

/// An exact solver with its tables. What it has proved serves later questions too.
#[derive(Debug)]
pub struct Solver {
    table: Table,
    options: Options,
}

impl Solver {
    /// A solver with empty tables.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the tables do not fit.
    pub fn new(options: Options) -> Result<Solver, OutOfMemory> {
        Ok(Solver {
            table: Table::new(options.hash_mb)?,
            options,
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Whether the fifty-move rule can matter in `n` moves from here; if not, positions need not
    /// be told apart by their clocks.
    fn fifty_matters(&self, p: &Position, n: u32) -> bool {
        self.options.fifty && p.halfmoves() + 2 * n >= crate::games::chess::FIFTY_MOVES
    }

    fn refuter<'a>(&'a self, p: &Position, n: u32, budget: &'a Budget<'a>, defends: bool) -> Refuter<'a> {
        let attacker = if defends { p.turn().other() } else { p.turn() };
        let fifty = self.fifty_matters(p, n);
        Refuter::new(&self.table, Purse::new(budget), attacker, fifty)
    }

    /// The least number of moves, up to `max`, in which the side to move forces mate.
    /// `progress` hears of each length as it is decided.
    pub fn solve(
        &mut self,
        p: &Position,
        max: u32,
        limits: Limits,
        mut progress: impl FnMut(Progress),
    ) -> Report {
        let max = max.min(MAX_MOVES);
        let budget = Budget::new(limits);
        let mut refuter = self.refuter(p, max, &budget, false);
        let mut refuted = 0;
        let mut proved = None;
        for n in 1..=max {
            match refuter.attack(p, n) {
                Ok(true) => {
                    proved = Some(n);
                    progress(Progress::Proved(n));
                    break;
                }
                Ok(false) => {
                    refuted = n;
                    progress(Progress::Refuted(n));
                }
                Err(Stopped) => break,
            }
        }
        let pv = proved.map_or_else(Vec::new, |n| refuter.line(p, n));
        report(proved, refuted, max, pv, &mut refuter, &budget)
    }

    /// Whether the side to move forces mate in at most `n` moves, without asking for the least
    /// number: the quickest way to a proof.
    pub fn find(&mut self, p: &Position, n: u32, limits: Limits) -> Report {
        let n = n.min(MAX_MOVES);
        let budget = Budget::new(limits);
        let mut refuter = self.refuter(p, n, &budget, false);
        let (proved, refuted) = match refuter.attack(p, n) {
            Ok(true) => (Some(n), 0),
            Ok(false) => (None, n),
            Err(Stopped) => (None, 0),
        };
        let pv = proved.map_or_else(Vec::new, |n| refuter.line(p, n));
        report(proved, refuted, n, pv, &mut refuter, &budget)
    }

    /// The least number of moves, up to `max`, in which the side to move *gets* mated whatever it
    /// plays (0 if it is mated already).
    pub fn is_mated_in(
        &mut self,
        p: &Position,
        max: u32,
        limits: Limits,
        mut progress: impl FnMut(Progress),
    ) -> Report {
        let max = max.min(MAX_MOVES);
        let budget = Budget::new(limits);
        let mut refuter = self.refuter(p, max, &budget, true);
        let mut refuted = 0;
        let mut proved = one::is_mate(p).then_some(0);
        for n in 1..=max {
            if proved.is_some() {
                break;
            }
            match refuter.defend(p, n) {
                Ok(true) => {
                    proved = Some(n);
                    progress(Progress::Proved(n));
                }
                Ok(false) => {
                    refuted = n;
                    progress(Progress::Refuted(n));
                }
                Err(Stopped) => break,
            }
        }
        let pv = proved.map_or_else(Vec::new, |n| refuter.line_of_defence(p, n));
        report(proved, refuted, max, pv, &mut refuter, &budget)
    }
}

fn report(
    proved: Option<u32>,
    refuted: u32,
    max: u32,
    pv: Vec<Move>,
    refuter: &mut Refuter,
    budget: &Budget,
) -> Report {
    // Whether time is up does not matter any more.
    let _ = refuter.purse.settle();
    let verdict = match proved {
        Some(n) if refuted + 1 >= n => Verdict::Mate(n),
        None if refuted >= max => Verdict::NoMate,
        _ => Verdict::Undecided,
    };
    Report {
        verdict,
        proved,
        refuted,
        pv,
        nodes: budget.nodes(),
        time: budget.started.elapsed(),
    }
}
