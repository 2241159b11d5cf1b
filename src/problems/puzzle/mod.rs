//! Puzzles: positions in which one line of moves is to be found, rated, and posed again when they are due.
//!
//! A puzzle begins with a move of the opponent, which is shown; then every move of the solver must be the one of the
//! solution, except that any mate is as good as another. The terminal (`atalaya puzzle`) and the site pose them alike.
//!
//! | file | contents |
//! |---|---|
//! | `csv` | puzzles in the form in which Lichess gives its own away |
//! | `schedule` | when a puzzle is to be posed again |

pub mod csv;
pub mod schedule;

use crate::rating::{Rating, after_game};
use games::Line;
use games::chess::{Move, MoveError, Position};

/// A puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// Identifier of the puzzle, such as `00sHx`.
    pub id: String,
    /// Before the opponent's move.
    pub start: Position,
    /// In UCI's form: the opponent's first, then the solver's and the opponent's in turn.
    pub moves: Vec<String>,
    /// On Glicko-2's scale.
    pub rating: u32,
    /// Rating deviation: uncertainty of the rating, on the same scale.
    pub deviation: u32,
    /// `mateIn2`, `fork`.
    pub themes: Vec<String>,
}

impl Puzzle {
    /// Rating of the puzzle with the volatility of something new.
    pub fn strength(&self) -> Rating {
        Rating {
            rating: f64::from(self.rating),
            deviation: f64::from(self.deviation),
            volatility: Rating::NEW.volatility,
        }
    }
}

/// Ratings of a solver and of a puzzle after the solver's first attempt at it: a game that one of them has won.
pub fn after_attempt(solver: Rating, puzzle: Rating, solved: bool) -> (Rating, Rating) {
    let score = f64::from(u8::from(solved));
    (
        after_game(solver, &[(puzzle, score)]),
        after_game(puzzle, &[(solver, 1.0 - score)]),
    )
}

/// Judgement of a move of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It is another than the solution's.
    Wrong,
    /// It is right, and the opponent has answered it.
    Right,
    /// It was the last one.
    Solved,
}

/// A puzzle being solved: its line up to the solver's turn.
#[derive(Clone, Debug)]
pub struct Course {
    line: Line<Position>,
    moves: Vec<String>,
}

impl Course {
    /// Begins a puzzle: the opponent's first move is made.
    ///
    /// # Errors
    /// A damaged solution.
    pub fn begin(start: Position, moves: Vec<String>) -> Result<Course, MoveError> {
        let line = Line::new(start);
        let mut course = Course { line, moves };
        course.reply()?;
        Ok(course)
    }

    /// The line so far.
    pub fn line(&self) -> &Line<Position> {
        &self.line
    }

    /// The moves of the solution that are left, in UCI's form.
    pub fn rest(&self) -> &[String] {
        self.moves.get(self.line.moves().len()..).unwrap_or(&[])
    }

    /// The move that is wanted now; `None` if the puzzle is solved.
    ///
    /// # Errors
    /// A damaged solution.
    pub fn solution_move(&self) -> Result<Option<Move>, MoveError> {
        let here = self.line.position();
        self.rest()
            .first()
            .map(|text| here.parse_move(text))
            .transpose()
    }

    /// Judges a legal move. One that is right is made, and answered.
    ///
    /// # Errors
    /// A damaged solution.
    pub fn answer(&mut self, m: Move) -> Result<Judged, MoveError> {
        let is_wanted = self.solution_move()? == Some(m);
        if !is_wanted && !self.line.position().play(m).is_checkmate() {
            return Ok(Judged::Wrong);
        }
        self.line.play(m);
        if !is_wanted || self.rest().is_empty() {
            return Ok(Judged::Solved);
        }
        self.reply()?;
        Ok(match self.rest() {
            [] => Judged::Solved,
            _ => Judged::Right,
        })
    }

    /// Names of the moves of the solution that are left, in SAN.
    ///
    /// # Errors
    /// A damaged solution.
    pub fn names(&self) -> Result<Vec<String>, MoveError> {
        let mut here = *self.line.position();
        let mut names = Vec::new();
        for text in self.rest() {
            let m = here.parse_move(text)?;
            names.push(here.san(m));
            here = here.play(m);
        }
        Ok(names)
    }

    /// Makes the opponent's next move.
    fn reply(&mut self) -> Result<(), MoveError> {
        if let Some(m) = self.solution_move()? {
            self.line.play(m);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A back-rank mate after the opponent's move, with two mates at the end.
    fn course() -> Course {
        let start = Position::from_fen("6k1/pq3ppp/8/8/8/8/6PP/1R1R2K1 b - - 0 1", false);
        let moves = ["b7b1", "d1b1", "a7a6", "b1b8"].map(str::to_owned);
        Course::begin(start.expect("a position"), moves.into()).expect("moves")
    }

    fn answer(course: &mut Course, text: &str) -> Judged {
        let m = course.line().position().parse_move(text).expect(text);
        course.answer(m).expect("a solution")
    }

    #[test]
    fn the_solution_is_wanted_move_by_move_and_answered() {
        let mut course = course();
        assert_eq!(course.names().expect("names"), ["Rxb1", "a6", "Rb8#"]);
        assert_eq!(answer(&mut course, "g1f2"), Judged::Wrong);
        assert_eq!(course.line().moves().len(), 1);
        assert_eq!(answer(&mut course, "d1b1"), Judged::Right);
        assert_eq!(course.line().move_texts(), ["b7b1", "d1b1", "a7a6"]);
        assert_eq!(answer(&mut course, "b1b8"), Judged::Solved);
        assert_eq!(course.solution_move().expect("a solution"), None);
    }

    #[test]
    fn a_mate_is_as_good_as_another() {
        let start = Position::from_fen("7k/5ppp/8/8/8/8/1R4PP/R5K1 b - - 0 1", false);
        let moves = ["h7h6", "a1a8"].map(str::to_owned);
        let mut course = Course::begin(start.expect("a position"), moves.into()).expect("moves");
        assert_eq!(answer(&mut course, "b2b8"), Judged::Wrong);
        let start = Position::from_fen("7k/5ppp/8/8/8/8/1R4PP/R5K1 b - - 0 1", false);
        let moves = ["h8g8", "a1a8"].map(str::to_owned);
        let mut course = Course::begin(start.expect("a position"), moves.into()).expect("moves");
        assert_eq!(answer(&mut course, "b2b8"), Judged::Solved);
    }

    #[test]
    fn a_first_attempt_moves_both_ratings_apart() {
        let (own, puzzle) = after_attempt(Rating::NEW, Rating::NEW, true);
        assert!(own.rating > 1500.0 && puzzle.rating < 1500.0);
        let (own, puzzle) = after_attempt(Rating::NEW, Rating::NEW, false);
        assert!(own.rating < 1500.0 && puzzle.rating > 1500.0);
    }
}
