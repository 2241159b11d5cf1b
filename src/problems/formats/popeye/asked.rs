//! Popeye's input as questions to the solver of all stipulations.

use super::input::{self, Wrong};
use super::options::Options;
use crate::games::chess::{Color, Position};
use crate::problems::formats::lines;
use crate::problems::formats::pieces::{position, rooks_at_home};
use crate::solve::stipulation::{Inquiry, Stipulation, StipulationError};
use std::time::Duration;

/// A problem of an input file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PopeyeProblem {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Who made it; may be empty, as the next two.
    pub author: String,
    /// What it is called.
    pub title: String,
    /// Where it was published.
    pub origin: String,
    /// The position, with the side to move that begins by the stipulation's custom, or with HalfDuplex
    /// the other.
    pub position: Position,
    /// The stipulation, and what the options ask for.
    pub inquiry: Inquiry,
    /// Whether first moves are to be told as they are looked at.
    pub move_numbers: bool,
}

/// What is wrong with an input file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct PopeyeError {
    /// The line, from 1.
    pub line: usize,
    /// A sentence that names what stands there.
    pub why: String,
}

/// Reads all problems of an input file.
///
/// # Errors
/// [`PopeyeError`] names the first thing that is not understood.
pub fn problems(bytes: &[u8]) -> Result<Vec<PopeyeProblem>, PopeyeError> {
    let (text, strange) = lines::decode(bytes);
    if let Some(&(line, byte)) = strange.first() {
        let why = format!("not UTF-8 (there is a byte {byte:#04X}): save the file as UTF-8");
        return Err(PopeyeError { line, why });
    }
    let chunks = lines::chunks(&text, input::begins);
    if chunks.is_empty() {
        let why = "there is no problem: expected BeginProblem".to_owned();
        return Err(PopeyeError { line: 1, why });
    }
    let problems = chunks.into_iter().map(|chunk| {
        let problem = problem(chunk.text).map_err(|wrong| PopeyeError {
            line: chunk.line + wrong.line,
            why: wrong.why,
        })?;
        let line = chunk.line;
        Ok(PopeyeProblem { line, ..problem })
    });
    problems.collect()
}

fn problem(text: &str) -> Result<PopeyeProblem, Wrong> {
    let problem = input::problem(text)?;
    let whole = |why: String| Wrong { line: 0, why };
    let asked = problem.stipulation;
    let (line, asked) = asked.ok_or_else(|| whole("there is no stipulation".to_owned()))?;
    let asked = asked.parse().map_err(|error: StipulationError| {
        let why = error.to_string();
        Wrong { line, why }
    })?;
    let mut options = Options::default();
    let words: Vec<&str> = problem
        .options
        .iter()
        .map(|(_, word)| word.as_str())
        .collect();
    let at = |index: usize| problem.options.get(index).map_or(0, |(line, _)| *line);
    options.take(&words).map_err(|(index, why)| Wrong {
        line: at(index),
        why,
    })?;
    let mut asking = Asking {
        inquiry: Inquiry {
            duplex: options.duplex,
            ..Inquiry::new(asked)
        },
        move_numbers: false,
    };
    let mut no_threats = false;
    for option in &options.kept {
        let name = option.split(' ').next().unwrap_or_default();
        let index = words
            .iter()
            .position(|word| word.eq_ignore_ascii_case(name));
        no_threats |= name == "NoThreat";
        let wrong = |why| Wrong {
            line: at(index.unwrap_or_default()),
            why,
        };
        asking.option(option).map_err(wrong)?;
        let asked = asking.inquiry.check();
        asked.map_err(|error| wrong(error.to_string()))?;
    }
    asking.inquiry.threats = asking.inquiry.variations && !no_threats;
    let begins = asked_begins(asked, options.half_duplex);
    let rights = options.castling(rooks_at_home(&problem.board), &problem.board);
    let position = rights
        .and_then(|rights| position(problem.board, begins, rights, options.en_passant))
        .map_err(whole)?;
    Ok(PopeyeProblem {
        line: 0,
        author: problem.author,
        title: problem.title,
        origin: problem.origin,
        position,
        inquiry: asking.inquiry,
        move_numbers: asking.move_numbers,
    })
}

fn asked_begins(asked: Stipulation, exchanged: bool) -> Color {
    match exchanged {
        true => asked.begins().other(),
        false => asked.begins(),
    }
}

/// What the options ask for.
struct Asking {
    inquiry: Inquiry,
    move_numbers: bool,
}

impl Asking {
    /// Takes in an option, with its number if it has one.
    fn option(&mut self, option: &str) -> Result<(), String> {
        let (name, number) = match option.split_once(' ') {
            Some((name, number)) => (name, Some(number)),
            None => (option, None),
        };
        let not_understood = || format!("the option '{option}' is not understood");
        let whole = || -> Result<u64, String> {
            let number = number.and_then(|number| number.parse().ok());
            number.ok_or_else(|| format!("the option {name} needs a number"))
        };
        match name {
            "SetPlay" => self.inquiry.set_play = true,
            "Try" => self.inquiry.tries = true,
            "Defence" if number == Some("1") => self.inquiry.tries = true,
            "Variation" => self.inquiry.variations = true,
            "MoveNumbers" => self.move_numbers = true,
            "MaxSolutions" => {
                self.inquiry.most = Some(usize::try_from(whole()?).unwrap_or(usize::MAX));
            }
            "MaxTime" => self.inquiry.time = Some(Duration::from_secs(whole()?)),
            // They change what is shown on the way, or how it is found; here everything is found anyway.
            "NoThreat" | "NoBoard" | "Beep" => {}
            "Intelligent" if number.is_none() => {}
            _ => return Err(not_understood()),
        }
        Ok(())
    }
}
