//! One puzzle at the terminal.

use super::super::play::board::{View, draw};
use super::super::play::console::{Console, Heard};
use super::super::play::look::Look;
use super::super::{CliError, print};
use super::csv::Puzzle;
use games::chess::{Color, Move, Position, spoken};
use games::{Line, Words};

/// Result of a puzzle.
pub enum Solved {
    /// All moves were right.
    Yes,
    /// One was wrong, or the solution was asked for.
    No,
    /// Another one was asked for; it does not count.
    Skipped,
    /// Nobody goes on.
    Left,
    /// Ctrl-C.
    Interrupted,
}

/// A puzzle being solved.
pub struct Solving<'a> {
    puzzle: &'a Puzzle,
    look: Look,
    quiet: bool,
    line: Line<Position>,
    typed: Vec<String>,
}

impl<'a> Solving<'a> {
    /// At its beginning. `quiet` has nothing told but questions.
    ///
    /// # Errors
    /// A damaged solution.
    pub fn new(puzzle: &'a Puzzle, look: Look, quiet: bool) -> Result<Solving<'a>, CliError> {
        let mut solving = Solving {
            puzzle,
            look,
            quiet,
            line: Line::new(puzzle.start),
            typed: Vec::new(),
        };
        solving.reply()?;
        Ok(solving)
    }

    /// The moves typed so far, in UCI's form.
    pub fn typed(&self) -> &[String] {
        &self.typed
    }

    /// The next move of the solution, if there is one.
    fn next(&self) -> Option<&'a str> {
        let next = self.puzzle.moves.get(self.line.moves().len());
        next.map(String::as_str)
    }

    /// The opponent's next move.
    fn reply(&mut self) -> Result<(), CliError> {
        if let Some(text) = self.next() {
            let m = self.line.position().parse_move(text)?;
            self.line.play(m);
        }
        Ok(())
    }

    /// Asks until it is decided.
    ///
    /// # Errors
    /// Nowhere to print to, or a damaged solution.
    pub fn run(&mut self, console: &Console) -> Result<Solved, CliError> {
        let lang = self.look.lang;
        self.show()?;
        loop {
            let Some(wanted) = self.next() else {
                return Ok(Solved::Yes);
            };
            self.say(lang.pick(
                "Jugada, pista, solución, otro o salir: ",
                "A move, hint, solution, skip or quit: ",
            ))?;
            let text = match console.next(None) {
                Heard::Line(text) => text,
                Heard::End => return Ok(Solved::Left),
                Heard::Interrupted | Heard::Nothing => return Ok(Solved::Interrupted),
            };
            let here = *self.line.position();
            let right = here.parse_move(wanted)?;
            match text.to_lowercase().as_str() {
                "" => {}
                "salir" | "quit" | "exit" => return Ok(Solved::Left),
                "otro" | "skip" => return Ok(Solved::Skipped),
                "solución" | "solucion" | "solution" => {
                    self.tell_solution()?;
                    return Ok(Solved::No);
                }
                "pista" | "hint" => {
                    let from = right.from();
                    self.say(&lang.pick(
                        format!("Se mueve la pieza de {from}.\n"),
                        format!("The piece on {from} moves.\n"),
                    ))?;
                }
                "tablero" | "board" => self.show()?,
                _ => {
                    match here.read_move(&text, lang) {
                        Err(why) => self.say(&format!("{why}\n"))?,
                        Ok(m) => {
                            self.typed.push(here.move_text(m));
                            let mates = here.play(m).is_checkmate();
                            if m != right && !mates {
                                let name = self.named(&here, m);
                                self.say(&lang.pick(
                                    format!("{name} no es.\n"),
                                    format!("{name} is not it.\n"),
                                ))?;
                                self.tell_solution()?;
                                return Ok(Solved::No);
                            }
                            self.line.play(m);
                            if m != right || self.next().is_none() {
                                self.say(lang.pick("¡Resuelto!\n", "Solved!\n"))?;
                                return Ok(Solved::Yes);
                            }
                            self.reply()?;
                            self.show()?;
                        }
                    }
                }
            }
        }
    }

    /// A move as it is said in the language of the session.
    fn named(&self, position: &Position, m: Move) -> String {
        spoken(&position.san(m), self.look.lang)
    }

    fn say(&self, text: &str) -> Result<(), CliError> {
        if self.quiet { Ok(()) } else { print(text) }
    }

    /// The board from the solver's side, and what the opponent has just played.
    fn show(&self) -> Result<(), CliError> {
        let lang = self.look.lang;
        let turn = self.line.position().turn();
        let view = View {
            style: self.look.colors.style(),
            turned: turn == Color::Black,
            letters: self.look.letters(),
        };
        let board = draw(&Words::board(&self.line), view, &[]);
        let plies = self.line.moves().len();
        let before = self.line.at_ply(plies - 1);
        let last = self.line.moves().last();
        let played = last.map_or(String::new(), |m| self.named(before.position(), *m));
        let moves = match turn {
            Color::White => lang.pick("Juegan las blancas", "White to move"),
            Color::Black => lang.pick("Juegan las negras", "Black to move"),
        };
        self.say(&format!("{board}{played}. {moves}.\n"))
    }

    fn tell_solution(&self) -> Result<(), CliError> {
        let rest = &self.puzzle.moves[self.line.moves().len()..];
        let mut here = *self.line.position();
        let mut names = Vec::new();
        for text in rest {
            let m = here.parse_move(text)?;
            names.push(self.named(&here, m));
            here = here.play(m);
        }
        let names = names.join(" ");
        self.say(&self.look.lang.pick(
            format!("Solución: {names}\n"),
            format!("Solution: {names}\n"),
        ))
    }
}
