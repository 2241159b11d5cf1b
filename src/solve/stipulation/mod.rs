//! The stipulations of problem chess beside the mate in N: helpmates, selfmates, reflexmates, series,
//! and stalemate as the aim of each; and proof games.
//!
//! Start with [`Stipulation`], what is asked, and [`Solver::inquire`], which finds *all* solutions:
//!
//! ```
//! use atalaya::games::chess::Position;
//! use atalaya::solve::stipulation::{Inquiry, Solver};
//!
//! let position = Position::from_fen("7k/5K2/8/8/8/8/8/6R1 b - - 0 1", false)?;
//! let inquiry = Inquiry::new("h#1".parse()?);
//! let answer = Solver::new(16)?.inquire(&position, &inquiry, None, |_| {});
//! assert_eq!(answer.parts[0].texts(), ["1.Kh8-h7 Rg1-h1 #"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what it does |
//! |---|---|
//! | `kinds` | stipulations as values and as text |
//! | `inquiry` | what is asked of a position |
//! | `lines` | help play and series: every line that reaches the aim |
//! | `gather` | the same on several threads |
//! | `net`, `covers`, `reach` | when a king surely cannot be mated, or stalemated, in time |
//! | `proofgame` | when men surely cannot come to their places in time |
//! | `stale` | stalemate in one |
//! | `battle` | direct play, selfmates, reflexmates: exact truths with a table |
//! | `field` | boards and provers for which solutions are put together |
//! | `tree` | their solution: keys, tries, set play, threats, variations |
//! | `notation`, `summary`, `record` | the answer as Popeye writes it, as far as people read it, and as plain data |
//! | `steps` | the answer as moves with positions, to be clicked through |
//!
//! Stipulations that are not [ordinary](Stipulation::is_ordinary), and everything with a fairy element, are solved in
//! [`fairy`](crate::fairy) with the same trees and texts.
//!
//! Conventions, after Popeye's:
//!
//! - The side to move begins. In help play it is the one who gets mated if the number of moves is whole.
//! - All play may be shorter than asked for; in help play whoever was to move last still does.
//! - In a series only the last move may give check: any other would have to be answered.
//! - A series-reflexmate ends as soon as the other side can reach the aim.
//! - A proof game leads to the men of the diagram and its side to move; castling rights of the FEN and its en passant must
//!   still be there, others may. It ends as soon as it is there.
//! - Castling is allowed and en passant possible as the FEN says; the fifty-move rule and repetition are off.
//! - *Set play* is what happens if the other side is to move; *duplex*, the same stipulation with the sides
//!   exchanged.

#![allow(
    private_bounds,
    private_interfaces,
    reason = "both kinds of boards are known here, and nobody adds one"
)]

mod battle;
mod covers;
mod field;
mod gather;
mod inquiry;
mod kinds;
mod lines;
mod net;
mod notation;
mod reach;
mod record;
mod stale;
mod steps;
mod summary;
mod tree;

pub use inquiry::{Inquiry, InquiryError, MOST_LINES};
pub use kinds::{Aim, MAX_MOVES, Play, Stipulation, StipulationError};
pub use lines::Line;
pub use record::{AnswerRecord, KeyRecord, LineRecord, PartRecord};
pub use steps::{Played, Soundness, Step, steps_of};
pub use summary::Summary;
pub use tree::PostKey;

pub(crate) use field::{Field, LineSearch, Prover};
pub(crate) use lines::Ended;
pub(crate) use net::Places;

use crate::mate::budget::{NodeCounter, Stopped};
use crate::mate::notation::{write_post_key, write_solution_with};
use crate::mate::table::ProofTable;
use crate::mate::{Solution, SolutionError, in_parallel};
use crate::proofgame::Plan;
use base::limits::Budget;
use base::memory::OutOfMemory;
use games::chess::Position;
use gather::{Gathering, News};
use notation::Count;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use tree::{Builder, Depth};

/// Completeness of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All there is was found.
    All,
    /// There were as many solutions as were wanted; there may be more.
    Enough,
    /// The limits came first, or somebody stopped it: there may be more.
    Stopped,
    /// All keys were found, but the play after them is too long to be read.
    TooLong,
    /// The sides cannot be exchanged: who would have to wait is in check.
    Illegal,
}

/// Results with one side beginning, on a board of chess or of fairy problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<P: Field = Position> {
    /// The stipulation. If the shortest proof game is asked for, the length that was searched last.
    pub stipulation: Stipulation,
    /// The position with which the play begins, with the side to move that begins.
    pub position: P,
    /// The position of the problem: of a proof game the one to be reached, else `position`.
    pub diagram: P,
    /// True if the sides are exchanged.
    pub duplex: bool,
    /// The lines if the other side begins, in help play and series, if they were asked for.
    pub set_lines: Vec<Line<P::Move>>,
    /// True if set play was asked for but cannot exist, because the side that begins is in check.
    pub no_set_play: bool,
    /// True if there may be more set lines, because as many were found as were wanted.
    pub more_set_lines: bool,
    /// The solutions of help play and series, in generation order.
    pub lines: Vec<Line<P::Move>>,
    /// Keys, tries and set play where one side plays against the other.
    pub solution: Solution<P::Move>,
    /// The play after a key that is made already, if that was asked for.
    pub post_key: Option<PostKey<P::Move>>,
    /// Completeness of the search.
    pub extent: Extent,
}

/// The answer to an [`Inquiry`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<P: Field = Position> {
    /// One, or two with duplex.
    pub parts: Vec<Part<P>>,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// News of a search under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It looks at what follows this first move, the so-manyth of so many, with the time since it began.
    First {
        /// The move as Popeye writes it.
        first: String,
        /// Its place, from 1.
        number: usize,
        /// All first moves.
        of: usize,
        /// Since the inquiry began.
        time: Duration,
    },
    /// So many beginnings of so many are done.
    Done {
        /// Beginnings that are done, about.
        done: usize,
        /// All beginnings: first moves, or pairs of moves.
        of: usize,
        /// Solutions found so far.
        found: usize,
    },
}

impl Extent {
    /// Returns the reason for which there may be more; `None` if all was found.
    pub(crate) fn reason(self) -> Option<&'static str> {
        match self {
            Extent::All | Extent::TooLong => None,
            Extent::Enough => Some("solutions"),
            Extent::Stopped => Some("limits"),
            Extent::Illegal => Some("illegal"),
        }
    }
}

/// A solver with its table, which serves one inquiry after the other.
#[derive(Debug)]
pub struct Solver {
    table: ProofTable,
    threads: usize,
}

impl Solver {
    /// A solver with a table of so many mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the table does not fit.
    pub fn new(hash_mb: usize) -> Result<Solver, OutOfMemory> {
        let table = ProofTable::new(hash_mb)?;
        Ok(Solver { table, threads: 1 })
    }

    /// The same solver, on so many threads.
    pub fn on_threads(self, threads: usize) -> Solver {
        Solver { threads, ..self }
    }

    /// Finds all that is asked for. `stop` ends it within milliseconds, `hear` is told how it goes. What
    /// [`Inquiry::check`] refuses is left out.
    pub fn inquire(
        &mut self,
        p: &Position,
        inquiry: &Inquiry,
        stop: Option<&AtomicBool>,
        hear: impl FnMut(Progress),
    ) -> Answer {
        let is_game = inquiry.stipulation.play().is_proof_game();
        let first = is_game.then(|| inquiry.first_position());
        self.inquire_on(p, first, inquiry, stop, hear)
    }

    /// As [`inquire`](Solver::inquire), on a board of any kind; `first` is the position with which a proof game begins.
    pub(crate) fn inquire_on<P: Field>(
        &mut self,
        p: &P,
        first: Option<P>,
        inquiry: &Inquiry,
        stop: Option<&AtomicBool>,
        mut hear: impl FnMut(Progress),
    ) -> Answer<P> {
        let budget = inquiry.limits(stop).begin();
        let mut parts = Vec::new();
        for duplex in inquiry.parts() {
            self.table.clear();
            let can_pass = !duplex || !p.is_checked();
            let diagram = if duplex && can_pass {
                p.passed()
            } else {
                p.clone()
            };
            let mut part = Part {
                stipulation: inquiry.stipulation,
                position: first.clone().unwrap_or_else(|| diagram.clone()),
                diagram,
                duplex,
                set_lines: Vec::new(),
                no_set_play: inquiry.set_play && !duplex && p.is_checked(),
                more_set_lines: false,
                lines: Vec::new(),
                solution: Solution::default(),
                post_key: None,
                extent: if can_pass {
                    Extent::All
                } else {
                    Extent::Illegal
                },
            };
            if can_pass {
                self.solve(&mut part, inquiry, &budget, &mut hear);
            }
            parts.push(part);
        }
        Answer {
            parts,
            nodes: budget.nodes(),
            time: budget.elapsed(),
        }
    }

    fn solve<P: Field>(
        &self,
        part: &mut Part<P>,
        inquiry: &Inquiry,
        budget: &Budget,
        hear: &mut dyn FnMut(Progress),
    ) {
        if !P::solves(part.stipulation) {
            // That is for boards of another kind.
            part.extent = Extent::Stopped;
            return;
        }
        if part.stipulation.is_battle() {
            part.extent = match self.battle(part, inquiry, budget, hear) {
                Ok(extent) => extent,
                Err(_) => Extent::Stopped,
            };
            return;
        }
        let asked = part.stipulation;
        let position = part.position.clone();
        let set = asked
            .set_play()
            .filter(|_| inquiry.set_play && !position.is_checked());
        let is_game = asked.play().is_proof_game();
        let plan = is_game.then(|| position.plan(&part.diagram)).flatten();
        if let Some(set) = set {
            let passed = position.passed();
            let (found, extent) = self
                .gathering(set, &passed, None, inquiry, budget)
                .lines(&mut |_| {});
            part.set_lines = found;
            part.more_set_lines = extent == Extent::Enough;
            if extent == Extent::Stopped {
                part.extent = extent;
            }
        }
        if part.extent != Extent::Stopped {
            let mut tell = |news| {
                hear(match news {
                    News::First(first, number, of) => Progress::First {
                        first: position.written(first),
                        number,
                        of,
                        time: budget.elapsed(),
                    },
                    News::Done(done, of, found) => Progress::Done { done, of, found },
                });
            };
            let lengths = asked.search_lengths(position.side(), part.diagram.side());
            for length in lengths {
                let gathering = self.gathering(length, &position, plan.as_ref(), inquiry, budget);
                let (found, extent) = gathering.lines(&mut tell);
                if extent != Extent::All {
                    part.extent = extent;
                }
                part.stipulation = length.with_play_of(asked);
                part.lines = found;
                if extent != Extent::All || !part.lines.is_empty() {
                    break;
                }
            }
        }
    }

    fn gathering<'a, P: Field>(
        &'a self,
        asked: Stipulation,
        position: &'a P,
        plan: Option<&'a Plan>,
        inquiry: &Inquiry,
        budget: &'a Budget<'a>,
    ) -> Gathering<'a, P> {
        Gathering {
            asked,
            position,
            plan,
            most: inquiry.most.unwrap_or(MOST_LINES),
            threads: self.threads,
            table: &self.table,
            budget,
        }
    }

    /// Keys, and what else is asked for.
    fn battle<P: Field>(
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
            if self.threads > 1 && inquiry.most.is_none() && battle.may_attack(&p) {
                self.look_ahead(&p, inquiry, budget);
            }
            let mut tell = |first, index, of, found| {
                hear(Progress::First {
                    first: p.written(first),
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
            let mut builder = Builder::new(&mut battle, depth);
            builder.keys(&p, inquiry, &mut extent, &mut part.solution, &mut tell)?;
        }
        // What is left of the limits does not matter any more.
        let _: Result<(), Stopped> = battle.settle();
        Ok(extent)
    }

    /// Has all threads prove and refute first moves, so that the table knows the answers.
    fn look_ahead<P: Field>(&self, p: &P, inquiry: &Inquiry, budget: &Budget) {
        let (asked, firsts) = (inquiry.stipulation, p.moves());
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), Stopped> {
            let counter = NodeCounter::new(budget);
            let mut battle = P::battle(asked, inquiry.quodlibet, p.side(), &self.table, counter);
            let mut builder = Builder::new(&mut battle, Depth::default());
            while let Some(&first) = firsts.get(next.fetch_add(1, Relaxed)) {
                builder.length(&p.after(first), asked.moves())?;
            }
            battle.settle()
        };
        // What is cut short here is so for the caller, too.
        in_parallel(self.threads, &work, work);
    }
}

impl<P: Field> Part<P> {
    /// The number of solutions found: lines, or keys, also a key that is made already.
    pub fn count(&self) -> usize {
        let works = self.post_key.as_ref().is_some_and(|key| key.works);
        self.lines.len() + self.solution.keys.len() + usize::from(works)
    }

    /// The number of solutions of help play that have fewer moves than asked for.
    pub fn short_lines(&self) -> usize {
        let asked = self.stipulation;
        let length = |line: &Line<P::Move>| line.moves.len() + usize::from(!line.ends.is_empty());
        // The side that begins the last pair of a reciprocal helpmate reaches the aim, too.
        let least = asked.half_moves() as usize - usize::from(asked.play() == Play::Reciprocal);
        let is_short = |line: &&Line<P::Move>| length(line) < least;
        if asked.play().alternates() {
            self.lines.iter().filter(is_short).count()
        } else {
            0
        }
    }

    /// Returns true if, where one side plays against the other, more than one first move solves: a cook, unless the
    /// author says otherwise.
    pub fn is_cooked(&self) -> bool {
        self.solution.keys.len() > 1
    }

    /// Returns true if a reflexmate, or a series that ends so, has no solution because the side that begins can reach
    /// the aim at once, and so must.
    pub fn must_end_itself(&self) -> bool {
        self.stipulation.is_reflex() && self.position.can_end(self.stipulation.aim())
    }

    fn count_of(&self, set: bool) -> Count {
        let asked = self.stipulation;
        let half = if asked.play().is_proof_game() {
            usize::from(self.position.side().is_black())
        } else {
            usize::from(asked.has_half())
        };
        Count {
            play: match asked.play() {
                Play::HelpSelf | Play::HelpReflex => asked.play(),
                _ if set => Play::Help,
                play => play,
            },
            before: half + usize::from(set),
        }
    }

    /// The solutions in Popeye's notation, one text each: lines, or the first moves that solve.
    pub fn texts(&self) -> Vec<String> {
        if self.stipulation.is_battle() {
            let keys = self.solution.keys.iter().map(|key| {
                let text = self.position.written(key.m);
                let sign = self.position.after(key.m).sign(self.stipulation.aim());
                format!("1.{text}{sign}")
            });
            return keys.collect();
        }
        self.write_lines(&self.position, &self.lines, false)
    }

    /// The lines of the set play in Popeye's notation.
    pub fn set_texts(&self) -> Vec<String> {
        if self.set_lines.is_empty() {
            Vec::new()
        } else {
            self.write_lines(&self.position.passed(), &self.set_lines, true)
        }
    }

    fn write_lines(&self, p: &P, lines: &[Line<P::Move>], set: bool) -> Vec<String> {
        let (count, aim) = (self.count_of(set), self.stipulation.aim());
        let lines = lines.iter();
        lines
            .map(|line| count.write(p, line, &|after| after.sign(aim), &P::check))
            .collect()
    }

    /// The whole solution of play against a defender, over several lines. Empty if there is nothing.
    pub fn tree_text(&self) -> String {
        let aim = self.stipulation.aim();
        let sign = |after: &P| after.sign(aim);
        match &self.post_key {
            // After a key in one move nothing is played any more.
            Some(_) if self.stipulation.moves() == 1 && self.stipulation.play() == Play::Direct => {
                String::new()
            }
            Some(key) => write_post_key(&self.position, &key.play, &sign),
            None => write_solution_with(&self.position, &self.solution, &sign),
        }
    }
}
