//! Fairy problems: pieces of other kinds, neutral and royal pieces, fairy conditions, and the stipulations that the
//! fast solver of [`stipulation`](crate::stipulation) does not know.
//!
//! A [`Board`] is slower than that of orthodox chess, but has every [`Kind`] of piece and every [`Condition`]. Without
//! any of them its moves are those of chess. Solutions are built and written by the same code as those of chess, with
//! the same conventions.
//!
//! | file | what it does |
//! |---|---|
//! | `walks` | the table of pieces |
//! | `conditions` | the table of conditions |
//! | `board` | boards, and the effects of a move |
//! | `moves` | moves and checks |
//! | `goals` | aims |
//! | `rules` | names of the rules that are not those of chess |
//! | `field` | the interface of the common solver |
//! | `lines`, `battle` | help play and series; one side playing against the other |

mod battle;
mod board;
mod conditions;
mod field;
mod goals;
mod lines;
mod moves;
mod rules;
#[cfg(test)]
mod tests;
mod walks;

pub use board::{Board, FairyMove, Man, Men};
pub use conditions::{Condition, Conditions, NotTogether, UnknownCondition, check_together};
pub use walks::Kind;

use crate::stipulation::{Answer, AnswerRecord, Field, Inquiry, Played, Progress, Solver, Summary};
use games::Lang;
use games::chess::{Color, Position};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Position of a problem, with or without fairy elements.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "there is one for each problem")]
pub enum Subject {
    /// A position of chess.
    Chess(Position),
    /// A position with fairy pieces or conditions.
    Fairy(Box<Board>),
}

impl Subject {
    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        match self {
            Subject::Chess(p) => p.turn(),
            Subject::Fairy(board) => board.turn(),
        }
    }
}

/// Answer about any problem, as text and as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Results as text in the language of the solver; two with duplex, else one.
    pub summaries: Vec<Summary>,
    /// The same results as plain data, to be printed as JSON.
    pub record: AnswerRecord,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// Answer about a position of chess or a fairy board.
enum Either {
    Chess(Position, Answer),
    Fairy(Board, Answer<Board>),
}

impl Solver {
    /// Solves the problem: by the fast solver if position and stipulation are orthodox, else on a fairy board. Parts of
    /// the inquiry that [`Inquiry::check`] refuses are left out. `stop` ends the search; `hear` is called with its
    /// progress.
    pub fn solve_any(
        &mut self,
        subject: &Subject,
        inquiry: &Inquiry,
        stop: Option<&AtomicBool>,
        hear: impl FnMut(Progress),
    ) -> Outcome {
        fn outcome<P: Field>(p: &P, answer: &Answer<P>, asked: &Inquiry, lang: Lang) -> Outcome {
            Outcome {
                summaries: answer.summaries(lang),
                record: answer.record(p, asked),
                nodes: answer.nodes,
                time: answer.time,
            }
        }
        let lang = self.language();
        let mut found = match self.either(subject, inquiry, stop, hear) {
            Either::Chess(p, answer) => outcome(&p, &answer, inquiry, lang),
            Either::Fairy(board, answer) => outcome(&board, &answer, inquiry, lang),
        };
        if let Subject::Chess(p) = subject {
            found.record.fen = p.fen();
        }
        found
    }

    /// Solves the problem as [`solve_any`](Solver::solve_any) does, but returns moves with positions, at most `room`
    /// for each side, and a verdict about a problem with `intended` solutions.
    pub fn play_any(
        &mut self,
        subject: &Subject,
        inquiry: &Inquiry,
        stop: Option<&AtomicBool>,
        (intended, room): (usize, usize),
    ) -> Vec<Played> {
        fn played<P: Field>(answer: &Answer<P>, intended: usize, room: usize) -> Vec<Played> {
            let parts = answer.parts.iter();
            parts.map(|part| part.played(intended, room)).collect()
        }
        match self.either(subject, inquiry, stop, |_| {}) {
            Either::Chess(_, answer) => played(&answer, intended, room),
            Either::Fairy(_, answer) => played(&answer, intended, room),
        }
    }

    fn either(
        &mut self,
        subject: &Subject,
        inquiry: &Inquiry,
        stop: Option<&AtomicBool>,
        hear: impl FnMut(Progress),
    ) -> Either {
        let board = match subject {
            Subject::Chess(p) if inquiry.stipulation.is_ordinary() => {
                return Either::Chess(*p, self.inquire(p, inquiry, stop, hear));
            }
            Subject::Chess(p) => Board::of(&p.to_setup(), Conditions::default()),
            Subject::Fairy(board) => (**board).clone(),
        };
        let answer = self.inquire_on(&board, None, inquiry, stop, hear);
        Either::Fairy(board, answer)
    }
}
