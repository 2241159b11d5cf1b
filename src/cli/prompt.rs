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
use base::text::harmless;
use console::LineEvent;
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
            let prompt = wrapped(&prompt, console.columns());
            match console.pasted() {
                // What was pasted is shown where it would have been typed.
                Some(line) => {
                    program.write(&format!("{prompt}{}\n", harmless(&line)))?;
                    (LineEvent::Line(line), false)
                }
                None => (
                    console.edited(&prompt, completions(program), deadline),
                    false,
                ),
            }
        } else {
            program.write(&prompt)?;
            let on_line = !prompt.is_empty() && !prompt.ends_with('\n');
            (console.next(deadline), on_line)
        };
        if on_line && !matches!(heard, LineEvent::Line(_)) {
            program.write("\n")?;
        }
        let step = match heard {
            LineEvent::End => program.act(Input::End)?,
            LineEvent::Interrupted => program.act(Input::Interrupted)?,
            LineEvent::Late => program.act(Input::Late)?,
            LineEvent::Line(line) if line.is_empty() => program.act(Input::Empty)?,
            LineEvent::Line(line) => match table.parse(&line, lang) {
                Ok(Parsed::Command(id, argument)) => program.act(Input::Command(id, argument))?,
                Ok(Parsed::Text) => program.act(Input::Text(&line))?,
                Ok(Parsed::Help) => {
                    let help = table.help(lang, |id| program.offers(id));
                    program.reply(Reply::Help, &help)?;
                    Step::Stay
                }
                Err(why) => {
                    program.reply(Reply::Refusal, &harmless(&why))?;
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

/// A text whose lines are broken between words where they have more than so many columns.
fn wrapped(text: &str, columns: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for (index, word) in text.split(' ').enumerate() {
        let (first, last) = match word.split_once('\n') {
            Some((first, rest)) => (first, rest.rsplit('\n').next()),
            None => (word, None),
        };
        let letters = first.chars().count();
        if index > 0 && letters > 0 && column > 0 && column + 1 + letters > columns {
            out.push('\n');
            column = 0;
        } else if index > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column = last.map_or(column + letters, |last| last.chars().count());
    }
    out
}

/// Lines that a person at a terminal can complete.
fn completions<P: Program>(program: &P) -> Vec<String> {
    let table = program.commands();
    let mut lines = table.completions(program.lang(), |id| program.offers(id));
    lines.extend(program.completions());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_is_broken_between_words_and_keeps_its_end() {
        for (text, columns, lines) in [
            ("one two three: ", 80, "one two three: "),
            ("one two three: ", 9, "one two\nthree: "),
            ("one two three: ", 5, "one\ntwo\nthree: "),
            ("unbroken", 3, "unbroken"),
            ("first line\nsecond line: ", 12, "first line\nsecond line: "),
            ("", 80, ""),
        ] {
            assert_eq!(wrapped(text, columns), lines, "{text:?}");
        }
    }
}
