//! The stipulations of problem chess other than mate in N: helpmates, selfmates, reflexmates, series, each with mate or
//! stalemate as the aim; and proof games.
//!
//! Start with [`Stipulation`], the task of a problem, and [`Solver::inquire`], which finds *all* solutions:
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
//! | `inquiry` | questions about a position |
//! | `lines` | help play and series: every line that reaches the aim |
//! | `gather` | the search of `lines` on several threads |
//! | `net`, `covers`, `reach` | a test whether a king certainly cannot be mated, or stalemated, in time |
//! | `proofgame` | a test whether men certainly cannot reach their squares in time |
//! | `stale` | stalemate in one |
//! | `battle` | direct play, selfmates, reflexmates: exact truths with a table |
//! | `keys` | the search of first moves where one side plays against the other, on several threads |
//! | `field` | the interface of boards and searches from which solutions are built |
//! | `tree` | solutions where one side plays against the other: keys, tries, set play, threats, variations |
//! | `notation`, `summary`, `record` | the answer as Popeye writes it, as text for people, and as plain data |
//! | `steps` | the answer as moves with positions, for a board on which to replay it |
//!
//! Stipulations that are not [ordinary](Stipulation::is_ordinary), and everything with a fairy element, are solved in
//! [`fairy`](crate::fairy) with the same trees and texts.
//!
//! Conventions, after Popeye's:
//!
//! - The side to move begins. In help play it is the side that gets mated if the number of moves is whole.
//! - All play may be shorter than the stipulation says; in help play the same side still makes the last move.
//! - In a series only the last move may give check: any other would have to be answered.
//! - A series-reflexmate ends as soon as the other side can reach the aim.
//! - A proof game leads to the men of the diagram and its side to move; castling rights and the en passant square of
//!   the FEN must still be there, others may. It ends as soon as this position is reached.
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
mod keys;
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

use crate::mate::Solution;
use crate::mate::notation::{Writer, localized};
use crate::mate::table::ProofTable;
use crate::proofgame::Plan;
use base::limits::Budget;
use base::memory::OutOfMemory;
use games::Lang;
use games::chess::Position;
use gather::{Gathering, News};
use notation::Count;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Completeness of a search for solutions, and the reason if it is not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All solutions were found.
    All,
    /// The search ended with as many solutions as the inquiry asks for; there may be more.
    Enough,
    /// The limits were reached or the search was stopped: there may be more solutions.
    Stopped,
    /// All keys were found, but the play after them is too long to be read.
    TooLong,
    /// The sides cannot be exchanged, because the side that would have to wait is in check.
    Illegal,
}

/// Results for one side beginning, on a board of orthodox chess or of fairy problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<P: Field = Position> {
    /// The stipulation. For the shortest proof game, the one with the length that was searched last.
    pub stipulation: Stipulation,
    /// The position with which the play begins, with the side to move that begins.
    pub position: P,
    /// The diagram of the problem: for a proof game the position to be reached, else `position`.
    pub diagram: P,
    /// True if the sides are exchanged.
    pub duplex: bool,
    /// The lines of set play, in which the other side begins, for help play and series, if requested.
    pub set_lines: Vec<Line<P::Move>>,
    /// True if set play was requested but cannot exist, because the side that begins is in check.
    pub no_set_play: bool,
    /// True if the search for set play ended with as many lines as the inquiry asks for, so that there may be more.
    pub more_set_lines: bool,
    /// The solutions of help play and series, in generation order.
    pub lines: Vec<Line<P::Move>>,
    /// Keys, tries and set play, for play against a defender.
    pub solution: Solution<P::Move>,
    /// The play after a key that has been made already, if requested.
    pub post_key: Option<PostKey<P::Move>>,
    /// Completeness of the search.
    pub extent: Extent,
}

/// The answer to an [`Inquiry`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<P: Field = Position> {
    /// Results: two parts with duplex, else one.
    pub parts: Vec<Part<P>>,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// Progress report of a search that may take long, made while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The search begins with the lines after a first move.
    First {
        /// The move as Popeye writes it, with the piece letters of the solver's language.
        first: String,
        /// Number of the move among the first moves, from 1.
        number: usize,
        /// Number of first moves.
        of: usize,
        /// Time since the inquiry began.
        time: Duration,
    },
    /// Part of the lines has been searched.
    Done {
        /// Approximate number of beginnings of lines that have been searched.
        done: usize,
        /// Number of all beginnings: first moves, or pairs of moves.
        of: usize,
        /// Solutions found so far.
        found: usize,
    },
}

impl Extent {
    /// Returns a code for the reason why there may be more solutions; `None` if all were found.
    pub(crate) fn reason(self) -> Option<&'static str> {
        match self {
            Extent::All | Extent::TooLong => None,
            Extent::Enough => Some("solutions"),
            Extent::Stopped => Some("limits"),
            Extent::Illegal => Some("illegal"),
        }
    }
}

/// A solver with its table, for any number of inquiries.
#[derive(Debug)]
pub struct Solver {
    table: ProofTable,
    threads: usize,
    lang: Lang,
}

impl Solver {
    /// Creates a solver with a table of `hash_mb` mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the table of results does not fit.
    pub fn new(hash_mb: usize) -> Result<Solver, OutOfMemory> {
        let table = ProofTable::new(hash_mb)?;
        Ok(Solver {
            table,
            threads: 1,
            lang: Lang::EN,
        })
    }

    /// Returns the solver, set to run on `threads` threads.
    pub fn on_threads(self, threads: usize) -> Solver {
        Solver { threads, ..self }
    }

    /// Returns the solver, set to write its [progress](Progress) and the [summaries](Summary) of its answers in a
    /// language; records stay in English.
    pub fn in_language(self, lang: Lang) -> Solver {
        Solver { lang, ..self }
    }

    /// Returns the language in which the solver writes.
    pub(crate) fn language(&self) -> Lang {
        self.lang
    }

    /// Solves the problem. `stop` ends the search within milliseconds; `hear` is called with its progress. Parts of the
    /// inquiry that [`Inquiry::check`] refuses are left out.
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

    /// Solves the problem as [`inquire`](Solver::inquire) does, on a board of any kind; `first` is the start position
    /// of a proof game.
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
            // Stipulations that this kind of board does not solve are solved on the other kind.
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
                        first: localized(&position.written(first), self.lang),
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
}

impl<P: Field> Part<P> {
    /// Returns the number of solutions found: lines, or keys (1 for a key that has been made already, if it works).
    pub fn count(&self) -> usize {
        let works = self.post_key.as_ref().is_some_and(|key| key.works);
        self.lines.len() + self.solution.keys.len() + usize::from(works)
    }

    /// Returns the number of solutions of help play and of series that have fewer moves than the stipulation says. Parry
    /// series are left out, in which replies to checks come between.
    pub fn short_lines(&self) -> usize {
        let asked = self.stipulation;
        let length = |line: &Line<P::Move>| line.moves.len() + usize::from(!line.ends.is_empty());
        let moves = asked.half_moves() as usize;
        let least = match asked.play() {
            // The side that begins the last pair of moves can reach the aim, too, half a move earlier.
            Play::Reciprocal => moves - 1,
            Play::Series => moves,
            // The other side makes the last move.
            Play::SeriesHelp | Play::SeriesSelf | Play::SeriesReflex => moves + 1,
            play if play.alternates() => moves,
            _ => 0,
        };
        self.lines
            .iter()
            .filter(|line| length(line) < least)
            .count()
    }

    /// Returns true if a solution has fewer moves than the stipulation says.
    pub fn is_short(&self) -> bool {
        let keys = self.solution.keys.iter();
        self.short_lines() > 0 || { keys }.any(|key| key.mate_in < self.stipulation.moves())
    }

    /// Returns true if, in play against a defender, more than one first move solves. This is a cook unless the author
    /// intends it.
    pub fn is_cooked(&self) -> bool {
        self.solution.keys.len() > 1
    }

    /// Returns true if a reflexmate or series-reflexmate has no solution because the side that begins can reach the aim
    /// at once, and so must.
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

    /// Returns the solutions in Popeye's notation, one text each: lines, or the first moves that solve.
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

    /// Returns the lines of the set play in Popeye's notation.
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

    /// Returns the whole solution of play against a defender, in several lines of English; empty if there is none.
    pub fn tree_text(&self) -> String {
        self.tree_text_in(Lang::EN)
    }

    /// Returns the whole solution of play against a defender, in several lines, in a language; empty if there is none.
    pub fn tree_text_in(&self, lang: Lang) -> String {
        let aim = self.stipulation.aim();
        let sign = |after: &P| after.sign(aim);
        let writer = Writer { sign: &sign, lang };
        match &self.post_key {
            // After a key that mates at once there is no further play.
            Some(_) if self.stipulation.moves() == 1 && self.stipulation.play() == Play::Direct => {
                String::new()
            }
            Some(key) => writer.post_key(&self.position, &key.play),
            None => writer.solution(&self.position, &self.solution),
        }
    }
}
