//! Read-eval loop of all interactive programs: prints a prompt, reads a line, finds its command in a table, carries it
//! out, and draws the new state.
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
    /// Command of the table, with its argument.
    Command(C, &'a str),
    /// Line that is not a command, such as a move.
    Text(&'a str),
    /// Empty line.
    Empty,
    /// End of the input.
    End,
    /// Ctrl-C, or a request of the system to end the program.
    Interrupted,
    /// The deadline has passed before a line was entered.
    Late,
}

/// Continuation of the loop after an input.
pub enum Step<E> {
    /// Asks again.
    Stay,
    /// Draws the state and asks again.
    Redraw,
    /// Ends the loop with a result.
    End(E),
}

/// Kind of text that the loop of the prompt makes from the table of commands, for the program to print.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// Help that the user asked for.
    Help,
    /// Reason why a line is refused.
    Refusal,
}

/// Interactive program that reads commands from the prompt.
pub trait Program {
    /// Type that identifies a command of the table.
    type Command: Copy + 'static;
    /// Value with which a command ends the loop.
    type End;
    /// Error that ends the loop.
    type Error;

    /// Returns the language of the help, of the completions, and of the reasons for refusing a line. Commands are
    /// understood in every language.
    fn lang(&self) -> Lang;

    /// Returns the commands that are accepted in the present state.
    fn commands(&self) -> Table<Self::Command>;

    /// Returns true if a command makes sense in the present state; the help and the completions omit others.
    fn offers(&self, _command: Self::Command) -> bool {
        true
    }

    /// Does everything that comes before the next prompt, such as moves of machines. Returns the result of the loop if
    /// it is to end.
    ///
    /// # Errors
    /// An error that ends the loop.
    fn advance(&mut self) -> Result<Option<Self::End>, Self::Error> {
        Ok(None)
    }

    /// Returns the text of the prompt; empty if the input is not a person's.
    ///
    /// # Errors
    /// An error that ends the loop.
    fn prompt(&mut self) -> Result<String, Self::Error>;

    /// Returns the instant until which the loop waits for a line; `None` to wait without limit.
    fn deadline(&self) -> Option<Instant> {
        None
    }

    /// Returns lines other than commands that the Tab key can complete, such as the legal moves.
    fn completions(&self) -> Vec<String> {
        Vec::new()
    }

    /// Writes a text unchanged to the output, and flushes it.
    ///
    /// # Errors
    /// An error that ends the loop.
    fn write(&mut self, text: &str) -> Result<(), Self::Error>;

    /// Prints a text that the loop of the prompt has made.
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

    /// Carries out an input, and returns how the loop continues.
    ///
    /// # Errors
    /// An error that ends the loop.
    fn act(&mut self, input: Input<'_, Self::Command>) -> Result<Step<Self::End>, Self::Error>;
}

/// Runs the loop until the program ends it. The state is not drawn at the beginning.
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
                // A pasted line is printed after the prompt, as if it had been typed.
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

/// Breaks the lines of a text between words so that they have at most `columns` characters, as far as the words allow.
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

/// Returns all lines that the Tab key can complete: commands and the program's own lines.
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
