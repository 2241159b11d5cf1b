//! Popeye's input, in English.
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
//! Key words may be shortened, as Popeye allows. White attacks, with the option HalfDuplex Black.
//! Castling is possible wherever king and rook stand at home and the option NoCastling does not forbid
//! it. `Remark Tag: …` is a tag. Options that concern the output only, remarks and awards are kept under
//! `popeye`; other stipulations, conditions and fairy pieces are refused by name.
//!
//! `input` reads the words, whatever the stipulation; here they become drafts of the collection, which keeps
//! mates in N and no twins, and in `asked` questions to the solver of all stipulations, twins among them
//! (`twins`).

mod asked;
mod input;
mod options;
mod twins;

pub use asked::{PopeyeError, PopeyeProblem, problems};
pub(super) use options::Options;

use super::pieces::{list, position, rooks_at_home};
use super::{Draft, Entry, Lost, Outgoing, has_counters, lines};
use crate::Stipulation;
use crate::stipulation::StipulationError;
use games::Read;
use serde_json::{Map, Value, json};
use shakmaty::Color;
use std::fmt::Write;

/// Reads all problems of an input.
pub(super) fn read(text: &str, moves: Option<u32>) -> Vec<Entry> {
    let chunks = lines::chunks(text, input::begins);
    let entries = chunks.into_iter().map(|chunk| {
        Entry::new(
            chunk.line,
            chunk.last_line,
            draft(chunk.text, moves).map(Read::whole),
        )
    });
    entries.collect()
}

fn draft(text: &str, moves: Option<u32>) -> Result<Draft, String> {
    let problem = input::problem(text).map_err(|wrong| wrong.why)?;
    if let Some(twin) = problem.twins.first() {
        return Err(format!(
            "twins ('{}') are not understood here: each is a problem of its own",
            twin.text()
        ));
    }
    let asked: Stipulation = match problem.stipulation {
        Some((_, asked)) => asked
            .parse()
            .map_err(|error: StipulationError| error.to_string())?,
        None => super::stipulation(None, moves)?,
    };
    let words: Vec<String> = problem.options.into_iter().map(|(_, word)| word).collect();
    let mut options = Options::default();
    options.add(&words)?;
    let mut draft = Draft::new("", asked);
    (draft.author, draft.title, draft.source) = (problem.author, problem.title, problem.origin);
    let rights = options.castling(rooks_at_home(&problem.board), &problem.board)?;
    let position = position(
        problem.board,
        options.attacker(),
        rights,
        options.en_passant,
    )?;
    draft.fen = position.fen();
    let mut notes = Map::new();
    let mut remarks = Vec::new();
    for remark in problem.remarks {
        match remark.strip_prefix(TAG) {
            Some(tag) => draft.tags.push(tag.to_owned()),
            None => remarks.push(remark),
        }
    }
    for (name, list) in [
        ("remarks", remarks),
        ("awards", problem.awards),
        ("options", options.kept),
    ] {
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
pub(super) fn write(problem: &Outgoing, lost: &mut Lost) -> Result<String, String> {
    let draft = problem.draft;
    let position = draft.position().map_err(|error| error.to_string())?;
    let mut options = Options::of(&position)?;
    if has_counters(&position) {
        lost.0.push("counters".to_owned());
    }
    let mut out = String::from("NextProblem\n");
    for (word, text) in [
        ("Author", &draft.author),
        ("Origin", &draft.source),
        ("Title", &draft.title),
    ] {
        if !text.is_empty() {
            let _ = writeln!(out, "{word} {text}");
        }
    }
    for tag in &draft.tags {
        let _ = writeln!(out, "Remark {TAG}{tag}");
    }
    let notes = draft.extra.get("popeye");
    let texts = |name: &str| -> Vec<String> {
        let list = notes.and_then(|notes| notes.get(name)?.as_array());
        let texts = list.into_iter().flatten().filter_map(Value::as_str);
        texts.map(str::to_owned).collect()
    };
    for (name, word) in [("remarks", "Remark"), ("awards", "Award")] {
        for text in texts(name) {
            let _ = writeln!(out, "{word} {text}");
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

/// The whole input of problems that each begin with `NextProblem`.
pub(super) fn file(problems: &str) -> String {
    match problems.strip_prefix("NextProblem") {
        Some(rest) => format!("BeginProblem{rest}EndProblem\n"),
        None => String::new(),
    }
}
