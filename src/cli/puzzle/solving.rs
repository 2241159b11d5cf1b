//! Solving of one puzzle at the terminal.

use super::super::play::board::{View, draw};
use super::super::play::look::Look;
use super::super::prompt::{Command, Input, Program, Step, Table};
use super::super::{CliError, print};
use base::text::harmless;
use base::{key, say};
use games::chess::{Color, Move, Position, localized};
use games::{Lang, Words};
use problems::puzzle::Puzzle;
use problems::puzzle::{Course, Judged};

/// Way in which the user's attempt at a puzzle has ended.
pub enum Solved {
    /// All moves were right.
    Yes,
    /// A move was wrong, or the user asked for the solution.
    No,
    /// The user asked for another puzzle; this one does not count.
    Skipped,
    /// The user has quit.
    Left,
    /// Interrupted by Ctrl-C.
    Interrupted,
}

/// Command that is accepted while a puzzle is solved.
#[derive(Clone, Copy)]
pub enum Order {
    Hint,
    Solution,
    Board,
    Skip,
    Quit,
}

#[rustfmt::skip]
const COMMANDS: Table<Order> = Table::new(&[
    Command::new(Order::Hint, key!("puzzle-do-hint"), key!("puzzle-do-hint-help")),
    Command::new(Order::Solution, key!("puzzle-do-solution"), key!("puzzle-do-solution-help")),
    Command::new(Order::Board, key!("puzzle-do-board"), key!("puzzle-do-board-help")),
    Command::new(Order::Skip, key!("puzzle-do-skip"), key!("puzzle-do-skip-help")),
    Command::new(Order::Quit, key!("puzzle-do-quit"), key!("puzzle-do-quit-help")),
])
.beside(key!("puzzle-move"), key!("puzzle-move-help"));

/// State of a puzzle that is being solved.
pub struct Solving {
    look: Look,
    quiet: bool,
    course: Course,
    typed: Vec<String>,
    hinted: bool,
}

impl Solving {
    /// Creates the state at the beginning of a puzzle. With `quiet`, only questions are printed.
    ///
    /// # Errors
    /// The solution of the puzzle is damaged.
    pub fn new(puzzle: &Puzzle, look: Look, quiet: bool) -> Result<Solving, CliError> {
        Ok(Solving {
            look,
            quiet,
            course: Course::begin(puzzle.start, puzzle.moves.clone())?,
            typed: Vec::new(),
            hinted: false,
        })
    }

    /// Returns the moves that the user has typed so far, in UCI notation.
    pub fn typed(&self) -> &[String] {
        &self.typed
    }

    /// Returns true if the user has asked for a hint.
    pub fn hinted(&self) -> bool {
        self.hinted
    }

    /// Judges a move that the user has typed, and prints the result.
    fn judge(&mut self, text: &str) -> Result<Step<Solved>, CliError> {
        let lang = self.look.lang;
        let here = *self.course.line().position();
        let m = match here.read_move(text, lang) {
            Ok(m) => m,
            Err(why) => {
                self.say(&format!("{}\n", harmless(&why)))?;
                return Ok(Step::Stay);
            }
        };
        self.typed.push(here.move_text(m));
        match self.course.answer(m)? {
            Judged::Wrong => {
                let name = self.move_name(&here, m);
                self.say(&(say!(lang, "puzzle-is-not-it", name) + "\n"))?;
                self.tell_solution()?;
                Ok(Step::End(Solved::No))
            }
            Judged::Solved => {
                self.say(&format!("{}\n", say!(lang, "puzzle-solved")))?;
                Ok(Step::End(Solved::Yes))
            }
            Judged::Right => Ok(Step::Redraw),
        }
    }

    /// Returns a move in SAN, with the piece letters of the session's language.
    fn move_name(&self, position: &Position, m: Move) -> String {
        localized(&position.san(m), self.look.lang)
    }

    fn say(&self, text: &str) -> Result<(), CliError> {
        if self.quiet { Ok(()) } else { print(text) }
    }

    fn tell_solution(&self) -> Result<(), CliError> {
        let names = self.course.names()?;
        let names: Vec<String> = names
            .iter()
            .map(|name| localized(name, self.look.lang))
            .collect();
        let names = names.join(" ");
        self.say(&(say!(self.look.lang, "puzzle-solution", names) + "\n"))
    }
}

impl Program for Solving {
    type Command = Order;
    type End = Solved;
    type Error = CliError;

    fn lang(&self) -> Lang {
        self.look.lang
    }

    fn commands(&self) -> Table<Order> {
        COMMANDS
    }

    fn advance(&mut self) -> Result<Option<Solved>, CliError> {
        Ok(self
            .course
            .solution_move()?
            .is_none()
            .then_some(Solved::Yes))
    }

    fn prompt(&mut self) -> Result<String, CliError> {
        let prompt = say!(self.look.lang, "puzzle-move-hint-solution-skip");
        Ok(if self.quiet {
            String::new()
        } else {
            format!("{prompt} ")
        })
    }

    fn completions(&self) -> Vec<String> {
        let here = self.course.line().position();
        let moves = here.legal_moves().into_iter();
        moves.map(|m| self.move_name(here, m)).collect()
    }

    fn write(&mut self, text: &str) -> Result<(), CliError> {
        self.say(text)
    }

    /// Draws the board from the solver's side, and prints the move that the opponent has just played.
    fn draw(&mut self) -> Result<(), CliError> {
        let lang = self.look.lang;
        let turn = self.course.line().position().turn();
        let view = View {
            style: self.look.colors.style(),
            turned: turn == Color::Black,
            letters: self.look.letters(),
        };
        let board = draw(&Words::board(self.course.line()), view, &[]);
        let plies = self.course.line().moves().len();
        let before = self.course.line().at_ply(plies - 1);
        let last = self.course.line().moves().last();
        let played = last.map_or(String::new(), |m| self.move_name(before.position(), *m));
        let moves = match turn {
            Color::White => say!(lang, "puzzle-white-move"),
            Color::Black => say!(lang, "puzzle-black-move"),
        };
        self.say(&format!("{board}{played}. {moves}.\n"))
    }

    fn act(&mut self, input: Input<'_, Order>) -> Result<Step<Solved>, CliError> {
        match input {
            Input::Empty => Ok(Step::Stay),
            Input::Text(text) => self.judge(text),
            Input::Command(Order::Board, _) => Ok(Step::Redraw),
            Input::Command(Order::Skip, _) => Ok(Step::End(Solved::Skipped)),
            Input::Command(Order::Quit, _) | Input::End => Ok(Step::End(Solved::Left)),
            Input::Interrupted | Input::Late => Ok(Step::End(Solved::Interrupted)),
            Input::Command(Order::Solution, _) => {
                self.tell_solution()?;
                Ok(Step::End(Solved::No))
            }
            Input::Command(Order::Hint, _) => {
                self.hinted = true;
                if let Some(right) = self.course.solution_move()? {
                    let from = right.from();
                    self.say(&(say!(self.look.lang, "puzzle-piece-moves", from) + "\n"))?;
                }
                Ok(Step::Stay)
            }
        }
    }
}
