//! The loop of every program that is driven by lines: ask, read a line, find its command in a table, act, redraw.
//!
//! | file | contents |
//! |---|---|
//! | `table` | commands: their names, arguments and help |
//! | `console` | lines of the standard input, and Ctrl-C |
//! | `editor` | lines that a person edits at a terminal, with history and completion |

mod console;
#[cfg(feature = "shell")]
mod editor;
mod table;

pub use console::Console;
pub use table::{Command, Table};

use base::lang::Lang;
use console::Heard;
use std::time::Instant;
use table::Parsed;

/// Input of a program at its prompt.
#[derive(Debug, PartialEq, Eq)]
pub enum Input<'a, C> {
    /// A command of the table, and its argument.
    Command(C, &'a str),
    /// A line that is no command, such as a move.
    Text(&'a str),
    /// An empty line.
    Empty,
    /// The end of the input.
    End,
    /// Ctrl-C, or the system asks the program to end.
    Interrupted,
    /// The deadline has passed before a line came.
    Late,
}

/// Continuation after an input.
pub enum Step<E> {
    /// Ask again.
    Stay,
    /// Draw, and ask again.
    Redraw,
    /// End the loop.
    End(E),
}

/// Reply that the loop itself makes from the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// The help that was asked for.
    Help,
    /// The reason why a line is not understood.
    Refusal,
}

/// A program that is driven by lines.
pub trait Program {
    /// Identifies a command of the table.
    type Command: Copy + 'static;
    /// Result of the loop.
    type End;
    /// Error that ends the loop.
    type Error;

    /// Language of help and refusals.
    fn lang(&self) -> Lang;

    /// Commands that are understood now.
    fn commands(&self) -> Table<Self::Command>;

    /// Returns false for a command that makes no sense now; help leaves it out.
    fn offers(&self, _command: Self::Command) -> bool {
        true
    }

    /// Does everything that comes before the next question, such as moves of machines. Returns the result of the
    /// loop if there is nothing more to ask.
    ///
    /// # Errors
    /// An error that ends the loop.
    fn advance(&mut self) -> Result<Option<Self::End>, Self::Error> {
        Ok(None)
    }

    /// The text of the prompt; empty where nobody reads one.
    ///
    /// # Errors
    /// An error that ends the loop.
    fn prompt(&mut self) -> Result<String, Self::Error>;

    /// Time until which a line is waited for.
    fn deadline(&self) -> Option<Instant> {
        None
    }

    /// Lines besides commands that can be completed, such as the legal moves.
    fn completions(&self) -> Vec<String> {
        Vec::new()
    }

    /// Writes text as it is on the output, and flushes it.
    ///
    /// # Errors
    /// An error that ends the loop.
    fn write(&mut self, text: &str) -> Result<(), Self::Error>;

    /// Prints a reply of the loop.
    ///
    /// # Errors
    /// An error that ends the loop.
    fn reply(&mut self, _reply: Reply, text: &str) -> Result<(), Self::Error> {
        self.write(&format!("{text}\n"))
    }

    /// Draws the present state.
    ///
    /// # Errors
    /// An error that ends the loop.
    fn draw(&mut self) -> Result<(), Self::Error>;

    /// Acts on an input.
    ///
    /// # Errors
    /// An error that ends the loop.
    fn act(&mut self, input: Input<'_, Self::Command>) -> Result<Step<Self::End>, Self::Error>;
}

/// Asks and acts until the program ends. It draws nothing at the beginning.
///
/// # Errors
/// An error that the program returns.
pub fn run<P: Program>(program: &mut P, console: &Console) -> Result<P::End, P::Error> {
    loop {
        if let Some(end) = program.advance()? {
            return Ok(end);
        }
        let prompt = program.prompt()?;
        let (lang, table) = (program.lang(), program.commands());
        let deadline = program.deadline();
        let (heard, on_line) = if console.edits() {
            program.write("")?;
            (
                console.edited(&prompt, completions(program), deadline),
                false,
            )
        } else {
            program.write(&prompt)?;
            let on_line = !prompt.is_empty() && !prompt.ends_with('\n');
            (console.next(deadline), on_line)
        };
        if on_line && !matches!(heard, Heard::Line(_)) {
            program.write("\n")?;
        }
        let step = match heard {
            Heard::End => program.act(Input::End)?,
            Heard::Interrupted => program.act(Input::Interrupted)?,
            Heard::Late => program.act(Input::Late)?,
            Heard::Line(line) if line.is_empty() => program.act(Input::Empty)?,
            Heard::Line(line) => match table.parse(&line, lang) {
                Ok(Parsed::Command(id, argument)) => program.act(Input::Command(id, argument))?,
                Ok(Parsed::Text) => program.act(Input::Text(&line))?,
                Ok(Parsed::Help) => {
                    let help = table.help(lang, |id| program.offers(id));
                    program.reply(Reply::Help, &help)?;
                    Step::Stay
                }
                Err(why) => {
                    program.reply(Reply::Refusal, &why)?;
                    Step::Stay
                }
            },
        };
        match step {
            Step::Stay => {}
            Step::Redraw => program.draw()?,
            Step::End(end) => return Ok(end),
        }
    }
}

/// Lines that a person at a terminal can complete.
fn completions<P: Program>(program: &P) -> Vec<String> {
    let table = program.commands();
    let mut lines = table.completions(program.lang(), |id| program.offers(id));
    lines.extend(program.completions());
    lines
}
