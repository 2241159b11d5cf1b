//! Puzzles: rated positions in which one line of moves has to be found, and which are repeated when they are due.
//!
//! A puzzle begins with a move of the opponent, which is shown. Then every move of the solver must be that of the
//! solution, except that any mate is accepted. The terminal (`atalaya puzzle`) and the site share this code.
//!
//! | file | contents |
//! |---|---|
//! | `csv` | puzzles in the format in which Lichess publishes its own |
//! | `schedule` | the schedule by which puzzles are repeated |

pub mod csv;
pub mod schedule;

use crate::rating::{Rating, after_game};
use games::Line;
use games::chess::{Move, MoveError, Position};

/// A puzzle with its solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// Identifier of the puzzle, such as `00sHx`.
    pub id: String,
    /// Position before the opponent's first move.
    pub start: Position,
    /// Moves in UCI notation, in turn of the opponent, who begins, and of the solver.
    pub moves: Vec<String>,
    /// Rating of the puzzle, on the scale of Glicko-2.
    pub rating: u32,
    /// Rating deviation: uncertainty of the rating, on the same scale.
    pub deviation: u32,
    /// Themes of the puzzle: `mateIn2`, `fork`.
    pub themes: Vec<String>,
}

impl Puzzle {
    /// Returns the rating of the puzzle, with the volatility of a new one.
    pub fn strength(&self) -> Rating {
        Rating {
            rating: f64::from(self.rating),
            deviation: f64::from(self.deviation),
            volatility: Rating::NEW.volatility,
        }
    }
}

/// Returns the ratings of a solver and of a puzzle after the solver's first attempt, which counts as a game between
/// them that the solver has won if `solved` is true.
pub fn after_attempt(solver: Rating, puzzle: Rating, solved: bool) -> (Rating, Rating) {
    let score = f64::from(u8::from(solved));
    (
        after_game(solver, &[(puzzle, score)]),
        after_game(puzzle, &[(solver, 1.0 - score)]),
    )
}

/// Result of judging a move of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// The move is not that of the solution.
    Wrong,
    /// The move is right, and the opponent has answered it.
    Right,
    /// The move is right and was the last one.
    Solved,
}

/// A puzzle that is being solved, with the moves that have been made.
#[derive(Clone, Debug)]
pub struct Course {
    line: Line<Position>,
    moves: Vec<String>,
}

impl Course {
    /// Begins a puzzle, and makes the opponent's first move.
    ///
    /// # Errors
    /// [`MoveError`] if the solution has an illegal move.
    pub fn begin(start: Position, moves: Vec<String>) -> Result<Course, MoveError> {
        let line = Line::new(start);
        let mut course = Course { line, moves };
        course.reply()?;
        Ok(course)
    }

    /// Returns the moves made so far.
    pub fn line(&self) -> &Line<Position> {
        &self.line
    }

    /// Returns the remaining moves of the solution, in UCI notation.
    pub fn rest(&self) -> &[String] {
        self.moves.get(self.line.moves().len()..).unwrap_or(&[])
    }

    /// Returns the move that the solver has to find now; `None` if the puzzle is solved.
    ///
    /// # Errors
    /// [`MoveError`] if the solution has an illegal move.
    pub fn solution_move(&self) -> Result<Option<Move>, MoveError> {
        let here = self.line.position();
        self.rest()
            .first()
            .map(|text| here.parse_move(text))
            .transpose()
    }

    /// Judges a legal move of the solver. A right one is made, and the opponent answers.
    ///
    /// # Errors
    /// [`MoveError`] if the solution has an illegal move.
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

    /// Returns the remaining moves of the solution, in algebraic notation.
    ///
    /// # Errors
    /// [`MoveError`] if the solution has an illegal move.
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
