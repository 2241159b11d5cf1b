//! Fairy problems: pieces of other kinds, neutral and royal pieces, fairy conditions, and the stipulations that the
//! fast solver of [`stipulation`](crate::stipulation) does not know.
//!
//! A [`Board`] is a slow one that knows every [`Kind`] of piece and every [`Condition`]. Without any of them it has the moves of
//! chess. Solutions are put together by the same trees and texts as those of chess; conventions are the same.
//!
//! | file | what it does |
//! |---|---|
//! | `walks` | the table of pieces |
//! | `conditions` | the table of conditions |
//! | `board` | boards, and what a move does, with its effects |
//! | `moves` | moves and checks |
//! | `goals` | aims |
//! | `lines`, `battle` | help play and series; play against a defender |

mod battle;
mod board;
mod conditions;
mod goals;
mod lines;
mod moves;
#[cfg(test)]
mod tests;
mod walks;

pub use board::{Board, FairyMove, Man, Men};
pub use conditions::{Condition, Conditions, NotTogether, UnknownCondition, check_together};
pub use walks::Kind;

use crate::mate::budget::NodeCounter;
use crate::mate::notation::{write_post_key, write_solution_with};
use crate::mate::{Attack, Solution, SolutionError};
use crate::stipulation::{
    Aim, AnswerRecord, Builder, Count, Depth, Ended, Extent, Found, Inquiry, KeyRecord, Line,
    LineRecord, MOST_LINES, PartRecord, Play, Played, PostKey, Progress, Solver, Summary,
};
use base::limits::Budget;
use battle::FairyBattle;
use games::chess::{Color, Position};
use lines::Lines;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Position of a problem: of chess, or with a fairy element.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "there is one for each problem")]
pub enum Subject {
    /// A position of chess.
    Chess(Position),
    /// A position with fairy pieces or conditions.
    Fairy(Box<Board>),
}

impl Subject {
    /// Side to move.
    pub fn turn(&self) -> Color {
        match self {
            Subject::Chess(p) => p.turn(),
            Subject::Fairy(board) => board.turn(),
        }
    }
}

/// Answer about any problem, as people and programs read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// One part, or two with duplex.
    pub summaries: Vec<Summary>,
    /// The same as plain data.
    pub record: AnswerRecord,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// Positions that a search remembers for each mebibyte.
const REMEMBERED: usize = 16_384;

impl Solver {
    /// Finds all that is asked for: by the fast solver if position and stipulation are ordinary, else on a fairy board. What
    /// [`Inquiry::check`] refuses is left out.
    pub fn solve_any(
        &mut self,
        subject: &Subject,
        inquiry: &Inquiry,
        stop: Option<&AtomicBool>,
        mut hear: impl FnMut(Progress),
    ) -> Outcome {
        let board = match subject {
            Subject::Chess(p) if inquiry.stipulation.is_ordinary() => {
                let answer = self.inquire(p, inquiry, stop, hear);
                return Outcome {
                    summaries: answer.summaries(),
                    record: answer.record(p, inquiry),
                    nodes: answer.nodes,
                    time: answer.time,
                };
            }
            Subject::Chess(p) => Board::of(&p.to_setup(), Conditions::default()),
            Subject::Fairy(board) => (**board).clone(),
        };
        let budget = inquiry.limits(stop).begin();
        let parts = self.fairy_parts(&board, inquiry, &budget, &mut hear);
        let (nodes, time) = (budget.nodes(), budget.elapsed());
        Outcome {
            summaries: parts.iter().map(Part::summary).collect(),
            record: AnswerRecord {
                fen: match subject {
                    Subject::Chess(p) => p.fen(),
                    Subject::Fairy(board) => board.forsyth(),
                },
                stipulation: inquiry.stipulation.to_string(),
                parts: parts.iter().map(Part::record).collect(),
                nodes,
                time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            },
            nodes,
            time,
        }
    }

    /// As [`solve_any`](Solver::solve_any), as moves with positions, at most `room` for each side; with the verdict about
    /// a problem with so many intended solutions.
    pub fn play_any(
        &mut self,
        subject: &Subject,
        inquiry: &Inquiry,
        stop: Option<&AtomicBool>,
        (intended, room): (usize, usize),
    ) -> Vec<Played> {
        let board = match subject {
            Subject::Chess(p) if inquiry.stipulation.is_ordinary() => {
                let answer = self.inquire(p, inquiry, stop, |_| {});
                return answer
                    .parts
                    .iter()
                    .map(|part| part.played(intended, room))
                    .collect();
            }
            Subject::Chess(p) => Board::of(&p.to_setup(), Conditions::default()),
            Subject::Fairy(board) => (**board).clone(),
        };
        let budget = inquiry.limits(stop).begin();
        let parts = self.fairy_parts(&board, inquiry, &budget, &mut |_| {});
        parts
            .iter()
            .map(|part| part.played(intended, room))
            .collect()
    }

    fn fairy_parts(
        &self,
        board: &Board,
        inquiry: &Inquiry,
        budget: &Budget,
        hear: &mut dyn FnMut(Progress),
    ) -> Vec<Part> {
        let mut parts = Vec::new();
        for duplex in inquiry.parts() {
            let mut part = Part::new(board, inquiry, duplex, self.hash_mb() * REMEMBERED);
            if part.extent != Extent::Illegal {
                part.solve(inquiry, budget, hear);
            }
            parts.push(part);
        }
        parts
    }
}

/// Results on a fairy board with one side beginning.
struct Part {
    inquiry: Inquiry,
    board: Board,
    duplex: bool,
    remembered: usize,
    no_set_play: bool,
    more_set_lines: bool,
    set_lines: Vec<Line<FairyMove>>,
    lines: Vec<Line<FairyMove>>,
    solution: Solution<FairyMove>,
    post_key: Option<PostKey<FairyMove>>,
    extent: Extent,
}

impl Part {
    fn new(board: &Board, inquiry: &Inquiry, duplex: bool, remembered: usize) -> Part {
        let can_pass = !duplex || !board.in_check();
        Part {
            inquiry: *inquiry,
            board: if duplex && can_pass {
                board.pass()
            } else {
                board.clone()
            },
            duplex,
            remembered,
            no_set_play: inquiry.set_play && !duplex && board.in_check(),
            more_set_lines: false,
            set_lines: Vec::new(),
            lines: Vec::new(),
            solution: Solution::default(),
            post_key: None,
            extent: if can_pass {
                Extent::All
            } else {
                Extent::Illegal
            },
        }
    }

    fn solve(&mut self, inquiry: &Inquiry, budget: &Budget, hear: &mut dyn FnMut(Progress)) {
        let board = self.board.clone();
        let mut tell = |first, index, of, found| {
            hear(Progress::Done {
                done: index,
                of,
                found,
            });
            hear(Progress::First {
                first: board.text(first),
                number: index + 1,
                of,
                time: budget.elapsed(),
            });
        };
        if inquiry.stipulation.is_battle() {
            self.extent = match self.battle(inquiry, budget, &mut tell) {
                Ok(extent) => extent,
                Err(_) => Extent::Stopped,
            };
            return;
        }
        let asked = inquiry.stipulation;
        let most = inquiry.most.unwrap_or(MOST_LINES);
        let remembered = self.remembered;
        let find = |asked, board: &Board, tell: &mut dyn FnMut(FairyMove, usize, usize, usize)| {
            let mut lines = Lines::new(asked, NodeCounter::new(budget), most, remembered);
            let extent = match lines.search(board, tell) {
                Ok(()) => Extent::All,
                Err(Ended::Enough) => Extent::Enough,
                Err(Ended::Stopped) => Extent::Stopped,
            };
            (lines.found, extent)
        };
        let set = asked
            .set_play()
            .filter(|_| inquiry.set_play && !self.board.in_check());
        if let Some(set) = set {
            let (found, extent) = find(set, &self.board.pass(), &mut |_, _, _, _| {});
            self.set_lines = found;
            self.more_set_lines = extent == Extent::Enough;
            if extent == Extent::Stopped {
                self.extent = extent;
            }
        }
        if self.extent != Extent::Stopped {
            (self.lines, self.extent) = find(asked, &self.board, &mut tell);
        }
    }

    fn battle(
        &mut self,
        inquiry: &Inquiry,
        budget: &Budget,
        tell: &mut dyn FnMut(FairyMove, usize, usize, usize),
    ) -> Result<Extent, SolutionError> {
        let asked = inquiry.stipulation;
        let counter = NodeCounter::new(budget);
        let mut battle = FairyBattle::new(asked, inquiry.quodlibet, counter, self.remembered);
        let depth = Depth {
            threats: inquiry.threats,
            variations: inquiry.variations,
        };
        let mut builder = Builder::new(&mut battle, depth);
        let mut extent = Extent::All;
        if inquiry.post_key {
            let after_key = builder.after_key(&self.board, asked.moves(), &mut extent)?;
            self.post_key = Some(after_key);
        } else {
            builder.keys(&self.board, inquiry, &mut extent, &mut self.solution, tell)?;
        }
        // What is left of the limits does not matter any more.
        let _ = battle.counter.settle();
        Ok(extent)
    }

    fn aim(&self) -> Aim {
        self.inquiry.stipulation.aim()
    }

    fn count_of(&self, set: bool) -> Count {
        let asked = self.inquiry.stipulation;
        Count {
            play: match asked.play() {
                Play::HelpSelf | Play::HelpReflex => asked.play(),
                _ if set => Play::Help,
                play => play,
            },
            before: usize::from(asked.has_half()) + usize::from(set),
        }
    }

    fn played(&self, intended: usize, room: usize) -> Played {
        let found = Found {
            stipulation: self.inquiry.stipulation,
            position: &self.board,
            duplex: self.duplex,
            solution: &self.solution,
            lines: [&self.set_lines, &self.lines],
            counts: [self.count_of(true), self.count_of(false)],
            short: self.short_lines(),
            intended,
            extent: self.extent,
        };
        found.played(room)
    }

    fn short_lines(&self) -> usize {
        let asked = self.inquiry.stipulation;
        let whole = asked.half_moves() as usize;
        let is_help = matches!(asked.play(), Play::Help | Play::HelpSelf | Play::HelpReflex);
        let length = |line: &Line<FairyMove>| line.moves.len() + usize::from(!line.ends.is_empty());
        let short = |line: &&Line<FairyMove>| is_help && length(line) < whole;
        self.lines.iter().filter(short).count()
    }

    fn write(&self, board: &Board, lines: &[Line<FairyMove>], set: bool) -> Vec<String> {
        let count = self.count_of(set);
        let aim = self.aim();
        let sign = |after: &Board| aim.signs(after);
        let lines = lines.iter();
        lines
            .map(|line| count.write(board, line, &sign, &check_of))
            .collect()
    }

    fn texts(&self) -> Vec<String> {
        self.write(&self.board, &self.lines, false)
    }

    fn set_texts(&self) -> Vec<String> {
        match self.set_lines.is_empty() {
            true => Vec::new(),
            false => self.write(&self.board.pass(), &self.set_lines, true),
        }
    }

    fn tree(&self) -> String {
        let aim = self.aim();
        let sign = |after: &Board| match aim.is_reached_on(after) {
            true => aim.signs(after),
            false => check_of(after),
        };
        let asked = self.inquiry.stipulation;
        match &self.post_key {
            // After a key in one move nothing is played any more.
            Some(_) if asked.moves() == 1 && asked.play() == Play::Direct => String::new(),
            Some(key) => write_post_key(&self.board, &key.play, &sign),
            None => write_solution_with(&self.board, &self.solution, &sign),
        }
    }

    fn count(&self) -> usize {
        let works = self.post_key.as_ref().is_some_and(|key| key.works);
        self.lines.len() + self.solution.keys.len() + usize::from(works)
    }

    fn refutations(&self) -> Option<Vec<String>> {
        let key = self.post_key.as_ref()?;
        let replies = key.play.refutations.iter();
        Some(replies.map(|&m| self.board.text(m)).collect())
    }

    fn summary(&self) -> Summary {
        let asked = self.inquiry.stipulation;
        let battle = asked.is_battle();
        let first = |attack: &Attack<FairyMove>| self.board.text(attack.m);
        let solution = &self.solution;
        Summary {
            stipulation: asked,
            begins: self.board.turn(),
            men: self.board.counts(),
            duplex: self.duplex,
            no_set_play: self.no_set_play,
            set_texts: self.set_texts(),
            more_set_lines: self.more_set_lines,
            texts: match battle {
                true => solution.keys.iter().map(first).collect(),
                false => self.texts(),
            },
            tries: solution.tries.iter().map(first).collect(),
            tree: match battle {
                true => self.tree(),
                false => String::new(),
            },
            count: self.count(),
            least: solution.keys.iter().map(|key| key.mate_in).min(),
            short_lines: self.short_lines(),
            post_key: self
                .post_key
                .as_ref()
                .map(|key| (key.works, self.refutations().unwrap_or_default())),
            must_end_itself: asked.is_reflex() && !self.board.endings(self.aim()).is_empty(),
            extent: self.extent,
        }
    }

    fn record(&self) -> PartRecord {
        let battle = self.inquiry.stipulation.is_battle();
        let lines = |texts: Vec<String>| -> Vec<LineRecord> {
            let line = |text| LineRecord {
                text,
                uci: Vec::new(),
                san: Vec::new(),
                ends: Vec::new(),
            };
            texts.into_iter().map(line).collect()
        };
        let keys = |attacks: &[Attack<FairyMove>]| -> Vec<KeyRecord> {
            let record = |attack: &Attack<FairyMove>| {
                let after = self.board.play(attack.m);
                let refutations = attack.refutations.iter();
                KeyRecord {
                    uci: self.board.text(attack.m),
                    san: self.board.text(attack.m),
                    moves: attack.mate_in,
                    refutations: refutations.map(|&m| after.text(m)).collect(),
                }
            };
            attacks.iter().map(record).collect()
        };
        PartRecord {
            begins: self.board.turn().fold_wb("white", "black"),
            duplex: self.duplex,
            complete: matches!(self.extent, Extent::All | Extent::TooLong),
            incomplete: self.extent.reason(),
            solutions: self.count(),
            cooked: battle.then_some(self.solution.keys.len() > 1),
            lines: lines(self.texts()),
            set_lines: lines(self.set_texts()),
            no_set_play: self.no_set_play,
            more_set_lines: self.more_set_lines,
            keys: keys(&self.solution.keys),
            refutations: self.refutations(),
            tries: keys(&self.solution.tries),
            text: battle.then(|| self.tree()),
        }
    }
}

/// The sign behind a move that gives check, or mates.
fn check_of(after: &Board) -> String {
    let sign = match (
        after.in_check(),
        after.in_check() && after.legal_moves().is_empty(),
    ) {
        (_, true) => " #",
        (true, _) => " +",
        _ => "",
    };
    sign.to_owned()
}
