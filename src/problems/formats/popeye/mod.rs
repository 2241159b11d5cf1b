//! Input of the solving program Popeye.
//!
//! ```text
//! BeginProblem
//! Author Ann
//! Pieces
//!   White Kb6 Rh1
//!   Black Ka8
//! Stipulation #1
//! Option Try SetPlay
//! EndProblem
//! ```
//!
//! The first word determines the language: English, German or French. Every word may be abbreviated to a beginning that
//! no other word has. White attacks, or Black with the option HalfDuplex. Castling is possible if king and rook are on
//! their initial squares and the option NoCastling does not forbid it. `Remark Tag: …` is a tag. Options that concern
//! only the output, remarks and awards are kept under `popeye`; what the solver does not know is refused by name.
//!
//! The module `words` has the vocabulary (from the table `words.txt`), `cursor` reads words from a text, and `input`
//! parses statements, with `pieces`, `men`, `options` and `twins`. This module converts them into drafts of the
//! collection, and `questions` into questions to the solver of all stipulations, each twin separately.

mod asked;
mod cursor;
mod input;
pub(super) mod men;
mod options;
mod pieces;
mod questions;
mod twins;
mod words;

pub use asked::parts;
pub(super) use input::{begins, ends};
pub(super) use options::Options;
pub use questions::{PopeyeFile, PopeyeMessage, PopeyeProblem, problems};
pub use twins::label;
pub(super) use words::Language;

use super::pieces::list;
use super::pieces::position;
use super::{Draft, Entry, Lost, Outgoing, has_counters};
use crate::stipulation::StipulationError;
use crate::{Stipulation, Terms};
use base::told;
use games::chess::setup_fen;
use games::{Read, Text};
use serde_json::{Map, Value, json};
use shakmaty::{Board, Color, Setup};
use std::fmt::Write;

/// Reads the problems of an input.
pub(super) fn read(text: &str, moves: Option<u32>) -> Vec<Entry> {
    let chunks = input::problems(text).into_iter();
    let entries = chunks.map(|chunk| {
        let (draft, notes) = match chunk.problem {
            Ok(mut problem) => {
                let notes = std::mem::take(&mut problem.notes).into_iter();
                (draft(problem, moves), notes.map(|note| note.why).collect())
            }
            Err(wrong) => (Err(wrong.why), Vec::new()),
        };
        Entry {
            notes,
            ..Entry::new(chunk.line, chunk.last_line, draft.map(Read::whole))
        }
    });
    entries.collect()
}

fn draft(problem: input::Problem, moves: Option<u32>) -> Result<Draft, Text> {
    if problem.zero {
        return Err(told!("popeye-zero-refused"));
    }
    let twins = problem.twins.iter().map(|twin| match twin {
        Ok(twin) => Ok(twin.text.clone()),
        Err(wrong) => Err(wrong.why.clone()),
    });
    let twins = twins.collect::<Result<Vec<String>, _>>()?;
    let asked: Stipulation = match problem.stipulation {
        Some((_, asked)) => asked
            .parse()
            .map_err(|error: StipulationError| error.localized())?,
        None => super::stipulation(None, moves)?,
    };
    let options = Options::new(problem.options).map_err(|wrong| wrong.why)?;
    let asked = options.stipulation(asked);
    let mut draft = Draft::new("", asked);
    (draft.author, draft.title, draft.source) = (problem.author, problem.title, problem.origin);
    draft.terms = Terms {
        pieces: men::beside_fen(&problem.men),
        conditions: problem
            .conditions
            .iter()
            .map(|one| one.to_string())
            .collect(),
        options: options.terms(&asked, &twins),
        twins,
        intended: None,
    };
    place(&mut draft, &men::in_fen(&problem.men), &options)?;
    let mut notes = Map::new();
    let mut remarks = Vec::new();
    for remark in problem.remarks {
        if let Some(tag) = remark.strip_prefix(TAG) {
            draft.tags.push(tag.to_owned());
        } else if let Some(intended) = remark.strip_prefix(INTENDED).map(str::parse) {
            draft.terms.intended = Some(intended.map_err(|_| told!("popeye-intended", remark))?);
        } else {
            remarks.push(remark);
        }
    }
    for (name, mut list) in [
        ("remarks", remarks),
        ("awards", problem.awards),
        ("options", options.unchanged_options(&draft.terms)?),
    ] {
        // Keywords without a text are ignored.
        list.retain(|text| !text.is_empty());
        if !list.is_empty() {
            notes.insert(name.to_owned(), json!(list));
        }
    }
    if !notes.is_empty() {
        draft
            .extra
            .insert("popeye".to_owned(), Value::Object(notes));
    }
    Ok(draft)
}

/// Sets the FEN of a draft to that of the board, with the side to move that begins by convention for the stipulation,
/// or the other one with the option HalfDuplex.
pub(super) fn place(draft: &mut Draft, board: &Board, options: &Options) -> Result<(), Text> {
    let begins = draft.stipulation.begins();
    let turn = if options.half_duplex {
        begins.other()
    } else {
        begins
    };
    let rights = options.castling(board);
    let board = board.clone();
    draft.fen = if draft.is_mate() {
        position(board, turn, rights, options.en_passant)?.fen()
    } else {
        let setup = Setup {
            board,
            turn,
            castling_rights: rights,
            ep_square: options.en_passant,
            ..Setup::empty()
        };
        setup_fen(&setup, false)
    };
    Ok(())
}

const TAG: &str = "Tag: ";
/// Beginning of the remark with the number of solutions that the author intends, for which Popeye has no keyword.
const INTENDED: &str = "Intended solutions: ";

/// Returns the text for a problem, which begins with `NextProblem`. The names of the parts that the format cannot
/// express are added to `lost`.
pub(super) fn write(problem: &Outgoing, lost: &mut Lost) -> Result<String, Text> {
    let draft = problem.draft;
    if draft
        .position()
        .is_ok_and(|position| has_counters(&position))
    {
        lost.0.push("counters".to_owned());
    }
    let mut out = String::from("NextProblem\n");
    let mut line = |word: &str, text: &str, what: &str| {
        let fits = fitting(text);
        if !fits.is_empty() {
            let _ = writeln!(out, "{word} {fits}");
        }
        if fits.len() < text.len() && !lost.0.iter().any(|lost| lost == what) {
            lost.0.push(what.to_owned());
        }
    };
    line("Author", &draft.author, "author");
    line("Origin", &draft.source, "source");
    line("Title", &draft.title, "title");
    for tag in &draft.tags {
        line("Remark", &format!("{TAG}{tag}"), "tags");
    }
    if let Some(intended) = draft.terms.intended {
        line("Remark", &format!("{INTENDED}{intended}"), "intended");
    }
    let notes = draft.extra.get("popeye");
    let texts = |name: &str| -> Vec<String> {
        let list = notes.and_then(|notes| notes.get(name)?.as_array());
        let texts = list.into_iter().flatten().filter_map(Value::as_str);
        texts.map(str::to_owned).collect()
    };
    for (name, word) in [("remarks", "Remark"), ("awards", "Award")] {
        for text in texts(name) {
            line(word, &text, &format!("popeye.{name}"));
        }
    }
    Ok(out + &statements(draft, texts("options"))?)
}

/// Returns the statements of a problem for pieces, stipulation, conditions, options (with `more` of them) and twins.
fn statements(draft: &Draft, more: Vec<String>) -> Result<String, Text> {
    let (setup, _) = draft.setup().map_err(|error| error.localized())?;
    let terms = &draft.terms;
    let mut options = Options::of(&setup, draft.stipulation.begins())?;
    let mut out = String::from("Pieces\n");
    // Writing to a string cannot fail.
    for (name, color) in [("White", Color::White), ("Black", Color::Black)] {
        let men = list(&setup.board, color);
        if !men.is_empty() {
            let _ = writeln!(out, "  {name} {}", men.join(" "));
        }
    }
    for piece in &terms.pieces {
        let _ = writeln!(out, "  {piece}");
    }
    let _ = writeln!(out, "Stipulation {}", draft.stipulation);
    if !terms.conditions.is_empty() {
        let _ = writeln!(out, "Condition {}", terms.conditions.join(" "));
    }
    options.extend(terms.options.iter().cloned());
    options.extend(more);
    if !options.is_empty() {
        let _ = writeln!(out, "Option {}", options.join(" "));
    }
    for twin in &terms.twins {
        let _ = writeln!(out, "Twin {twin}");
    }
    Ok(out)
}

/// Maximum length of a text, in bytes: Popeye aborts at a longer line.
const MOST_BYTES: usize = 254;

/// Returns the beginning of a text that Popeye can read.
fn fitting(text: &str) -> &str {
    let end = text.floor_char_boundary(MOST_BYTES);
    text[..end].trim_end()
}

/// Returns the whole input for problems that each begin with `NextProblem`.
pub(super) fn file(problems: &str) -> String {
    match problems.strip_prefix("NextProblem") {
        Some(rest) => format!("BeginProblem{rest}EndProblem\n"),
        None => String::new(),
    }
}
