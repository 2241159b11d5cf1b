//! Popeye's input.
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
//! The first word tells the language, English, German or French; every word may be cut to a beginning that only it
//! has. White attacks, with the option HalfDuplex Black. Castling is possible wherever king and rook stand at home
//! and the option NoCastling does not forbid it. `Remark Tag: …` is a tag. Options that concern the output only,
//! remarks and awards are kept under `popeye`; other stipulations, conditions and fairy pieces are refused by name.
//!
//! `words` has the words (from the table `words.txt`), `cursor` takes them from a text, `input` makes statements of
//! them, with `pieces`, `men`, `options` and `twins`. Here they become drafts of the collection, which keeps mates in N and no
//! twins, and in `questions` those to the solver of all stipulations, twins among them.

mod asked;
mod cursor;
mod input;
pub(super) mod men;
mod options;
mod pieces;
mod questions;
mod twins;
mod words;

pub use asked::question;
pub(super) use input::begins;
pub(super) use options::Options;
pub use questions::{PopeyeFile, PopeyeMessage, PopeyeProblem, problems};
pub(super) use words::Language;

use super::pieces::{list, position};
use super::{Draft, Entry, Lost, Outgoing, has_counters};
use crate::Stipulation;
use crate::stipulation::StipulationError;
use base::told;
use games::{Read, Text};
use serde_json::{Map, Value, json};
use shakmaty::Color;
use std::fmt::Write;

/// Reads all problems of an input.
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
    match problem.twins.first() {
        Some(Ok(twin)) => {
            let twin = &twin.text;
            return Err(told!("popeye-twins-refused", twin));
        }
        Some(Err(wrong)) => return Err(wrong.why.clone()),
        None => {}
    }
    if let Some(why) = problem.fairy {
        return Err(why);
    }
    let asked: Stipulation = match problem.stipulation {
        Some((_, asked)) => asked
            .parse()
            .map_err(|error: StipulationError| error.localized())?,
        None => super::stipulation(None, moves)?,
    };
    let options = Options::new(problem.options).map_err(|wrong| wrong.why)?;
    let mut draft = Draft::new("", asked);
    (draft.author, draft.title, draft.source) = (problem.author, problem.title, problem.origin);
    let board = men::board(&problem.men);
    let rights = options.castling(&board);
    let position = position(board, options.attacker(), rights, options.en_passant)?;
    draft.fen = position.fen();
    let mut notes = Map::new();
    let mut remarks = Vec::new();
    for remark in problem.remarks {
        match remark.strip_prefix(TAG) {
            Some(tag) => draft.tags.push(tag.to_owned()),
            None => remarks.push(remark),
        }
    }
    for (name, mut list) in [
        ("remarks", remarks),
        ("awards", problem.awards),
        ("options", options.kept()?),
    ] {
        // A keyword without a text says nothing.
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

const TAG: &str = "Tag: ";

/// One problem, after `NextProblem`.
pub(super) fn write(problem: &Outgoing, lost: &mut Lost) -> Result<String, Text> {
    let draft = problem.draft;
    let position = draft.position().map_err(|error| error.localized())?;
    let mut options = Options::of(&position)?;
    if has_counters(&position) {
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
    out.push_str("Pieces\n");
    let board = position.to_setup().board;
    for (name, color) in [("White", Color::White), ("Black", Color::Black)] {
        let _ = writeln!(out, "  {name} {}", list(&board, color).join(" "));
    }
    let _ = writeln!(out, "Stipulation {}", draft.stipulation);
    options.extend(texts("options"));
    if !options.is_empty() {
        let _ = writeln!(out, "Option {}", options.join(" "));
    }
    Ok(out)
}

/// The most bytes of a text: Popeye ends at a line that is longer.
const MOST_BYTES: usize = 254;

/// As much of a text as Popeye can read.
fn fitting(text: &str) -> &str {
    let end = text.floor_char_boundary(MOST_BYTES);
    text[..end].trim_end()
}

/// The whole input of problems that each begin with `NextProblem`.
pub(super) fn file(problems: &str) -> String {
    match problems.strip_prefix("NextProblem") {
        Some(rest) => format!("BeginProblem{rest}EndProblem\n"),
        None => String::new(),
    }
}
