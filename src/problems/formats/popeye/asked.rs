//! Popeye's input as questions to the solver of all stipulations.

use super::input::{self, Wrong};
use super::options::Options;
use super::twins::{Diagram, label};
use crate::formats::lines;
use crate::formats::pieces::{position, rooks_at_home};
use games::chess::{Color, Position};
use solve::stipulation::{Inquiry, Stipulation, StipulationError};
use std::time::Duration;

/// A problem of an input file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PopeyeProblem {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Which problem of the file it is, from 1.
    pub number: usize,
    /// Which of the problem's twins: `a`, `b` …; empty if it has none.
    pub twin: String,
    /// Changes of the twin as they stand in the input: `Move a3 b4`; empty for the problem's own position.
    pub changes: String,
    /// Author of the problem; may be empty, as may `title` and `origin`.
    pub author: String,
    /// Title of the problem.
    pub title: String,
    /// Publication in which the problem appeared.
    pub origin: String,
    /// The position, with the side to move that begins by the stipulation's custom, or with HalfDuplex
    /// the other.
    pub position: Position,
    /// The stipulation, and what the options ask for.
    pub inquiry: Inquiry,
    /// True if each first move is to be reported when the solver looks at it (option MoveNumbers).
    pub move_numbers: bool,
}

/// Error in an input file.
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
    let mut problems = Vec::new();
    for (index, chunk) in chunks.into_iter().enumerate() {
        let of_chunk = problem(chunk.text).map_err(|wrong| PopeyeError {
            line: chunk.line + wrong.line,
            why: wrong.why,
        })?;
        problems.extend(of_chunk.into_iter().map(|problem| PopeyeProblem {
            line: chunk.line + problem.line,
            number: index + 1,
            ..problem
        }));
    }
    Ok(problems)
}

/// A problem and its twins.
fn problem(text: &str) -> Result<Vec<PopeyeProblem>, Wrong> {
    let problem = input::problem(text)?;
    let missing = || Wrong {
        line: 0,
        why: "there is no stipulation".to_owned(),
    };
    let options = Asked::read(&problem.options)?;
    let first = Diagram {
        board: problem.board,
        stipulation: problem.stipulation.ok_or_else(missing)?,
    };
    let whole = |diagram: &Diagram, line: usize| -> Result<PopeyeProblem, Wrong> {
        let (position, asking) = options.of(diagram, line)?;
        Ok(PopeyeProblem {
            line,
            number: 1,
            twin: String::new(),
            changes: String::new(),
            author: problem.author.clone(),
            title: problem.title.clone(),
            origin: problem.origin.clone(),
            position,
            inquiry: asking.inquiry,
            move_numbers: asking.move_numbers,
        })
    };
    let mut problems = Vec::new();
    if !problem.zero {
        problems.push(whole(&first, 0)?);
    }
    let mut latest = first.clone();
    for twin in &problem.twins {
        latest = twin.of(&first, &latest)?;
        problems.push(PopeyeProblem {
            changes: twin.text(),
            ..whole(&latest, twin.line)?
        });
    }
    if !problem.twins.is_empty() {
        for (index, problem) in problems.iter_mut().enumerate() {
            problem.twin = label(index);
        }
    }
    Ok(problems)
}

/// The options of a problem, which its twins have, too.
struct Asked<'a> {
    options: Options,
    /// As they stand there, each with its line.
    words: &'a [(usize, String)],
}

impl Asked<'_> {
    fn read(words: &[(usize, String)]) -> Result<Asked<'_>, Wrong> {
        let mut options = Options::default();
        let texts: Vec<&str> = words.iter().map(|(_, word)| word.as_str()).collect();
        options.take(&texts).map_err(|(index, why)| Wrong {
            line: words.get(index).map_or(0, |(line, _)| *line),
            why,
        })?;
        Ok(Asked { options, words })
    }

    /// Returns the position to be solved and the inquiry about it, for a diagram that begins on `line`, from 0.
    fn of(&self, diagram: &Diagram, line: usize) -> Result<(Position, Asking), Wrong> {
        let (at, asked) = &diagram.stipulation;
        let asked: Stipulation = asked.parse().map_err(|error: StipulationError| {
            let why = error.to_string();
            Wrong { line: *at, why }
        })?;
        let options = &self.options;
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
            let mut words = self.words.iter();
            let word = words.find(|(_, word)| word.eq_ignore_ascii_case(name));
            no_threats |= name == "NoThreat";
            let wrong = |why| Wrong {
                line: word.map_or(0, |(line, _)| *line),
                why,
            };
            asking.option(option).map_err(wrong)?;
            let asked = asking.inquiry.check();
            asked.map_err(|error| wrong(error.to_string()))?;
        }
        asking.inquiry.threats = asking.inquiry.variations && !no_threats;
        let begins = asked_begins(asked, options.half_duplex);
        let board = &diagram.board;
        let rights = options.castling(rooks_at_home(board), board);
        let position = rights
            .and_then(|rights| position(board.clone(), begins, rights, options.en_passant))
            .map_err(|why| Wrong { line, why })?;
        Ok((position, asking))
    }
}

fn asked_begins(asked: Stipulation, exchanged: bool) -> Color {
    if exchanged {
        asked.begins().other()
    } else {
        asked.begins()
    }
}

/// Inquiry that the options ask for.
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
