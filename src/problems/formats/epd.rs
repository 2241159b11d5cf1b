//! EPD: each line is a position with operations.
//!
//! The number of moves is `dm N` or `bm #N`; `id` is the title. A comment (`c0` to `c9`) that begins with `Author: `,
//! `Source: ` or `Tag: ` is the author, the source or a tag. Problems that are no direct mates also have the comments
//! `Stipulation: h#2`, `Condition: `, `Option: `, `Twin: ` and, for the number of intended solutions, `Solutions: `;
//! fairy pieces cannot be expressed. All other operations are kept in order under `epd`, as lists of words: `[["bm",
//! "Ra6"], ["c3", "a remark"]]`.

use super::{Draft, Entry, Lost, Outgoing, has_counters, stipulation};
use crate::Terms;
use crate::stipulation::StipulationError;
use base::told;
use games::chess::epd::{self, EpdLine, Operation};
use games::chess::{Move, Position};
use games::{Read, Text};
use serde_json::{Value, json};
use shakmaty::san::SanPlus;
use solve::mate::MAX_MOVES;

/// Reads the problems of a text. Lines that begin with `#` are comments. `moves` is the number of moves N of mates in N
/// whose text does not contain it; `None` if it is not known.
pub(super) fn read(text: &str, moves: Option<u32>) -> Vec<Entry> {
    let lines = epd::lines(text);
    lines
        .map(|(line, text)| Entry::new(line, line, draft(text, moves)))
        .collect()
}

fn draft(text: &str, moves: Option<u32>) -> Result<Read<Draft>, Text> {
    let line = EpdLine::parse(text);
    let read = line.position(false).map_err(|error| error.localized())?;
    let (position, dropped) = read.split();
    let length = line.mate_length(MAX_MOVES as i32);
    let length = length.map_err(|error| error.localized())?;
    if let Some(mated) = length.filter(|length| *length < 0) {
        let moves = mated.unsigned_abs();
        return Err(told!("epd-mated", moves));
    }
    let found = length.and_then(|length| u32::try_from(length).ok());
    let said = line.operations.iter().find_map(|operation| {
        let [text] = operation.operands.as_slice() else {
            return None;
        };
        let said = text.strip_prefix(STIPULATION);
        said.filter(|_| is_comment(&operation.opcode))
            .map(str::to_owned)
    });
    let asked = match &said {
        Some(said) => said
            .parse()
            .map_err(|error: StipulationError| error.localized())?,
        None => stipulation(found, moves)?,
    };
    let mut draft = Draft::new(String::new(), asked);
    let mut kept = Vec::new();
    for operation in line.operations {
        let Operation { opcode, operands } = &operation;
        let one = match operands.as_slice() {
            [one] => Some(one.as_str()),
            _ => None,
        };
        match (opcode.as_str(), one) {
            ("dm", _) => again(opcode, operands, length)?,
            ("bm", Some(one)) if one.starts_with('#') => again(opcode, operands, length)?,
            ("bm" | "am", _) => {
                for san in operands {
                    legal(&position, san)?;
                }
                kept.push(operation);
            }
            ("id", Some(title)) if draft.title.is_empty() => draft.title = title.to_owned(),
            // The move counters are already in the position.
            ("hmvc" | "fmvn", Some(_)) => {}
            (code, Some(text)) if is_comment(code) => {
                // Only the first author or source is used; others are kept as comments.
                let first = |name, said: &str| {
                    text.strip_prefix(name)
                        .filter(|_| said.is_empty())
                        .map(str::to_owned)
                };
                if let Some(author) = first(AUTHOR, &draft.author) {
                    draft.author = author;
                } else if let Some(source) = first(SOURCE, &draft.source) {
                    draft.source = source;
                } else if text.starts_with(STIPULATION) {
                    // The stipulation has already been read.
                } else if said.is_some() && is_term(&mut draft.terms, text)? {
                    // The comment was added to the terms.
                } else if let Some(tag) = text.strip_prefix(TAG) {
                    draft.tags.push(tag.to_owned());
                } else {
                    kept.push(operation);
                }
            }
            _ => kept.push(operation),
        }
    }
    draft.fen = position.fen();
    if !kept.is_empty() {
        let words = |operation: Operation| {
            let mut words = vec![Value::from(operation.opcode)];
            words.extend(operation.operands.into_iter().map(Value::from));
            Value::Array(words)
        };
        let kept: Vec<Value> = kept.into_iter().map(words).collect();
        draft.extra.insert("epd".to_owned(), json!(kept));
    }
    Ok(Read::new(draft, dropped))
}

const AUTHOR: &str = "Author: ";
const SOURCE: &str = "Source: ";
const TAG: &str = "Tag: ";
const STIPULATION: &str = "Stipulation: ";
const SOLUTIONS: &str = "Solutions: ";
const CONDITION: &str = "Condition: ";
const OPTION: &str = "Option: ";
const TWIN: &str = "Twin: ";

/// Adds the term that a comment contains; returns false if it contains none.
fn is_term(terms: &mut Terms, text: &str) -> Result<bool, Text> {
    if let Some(count) = text.strip_prefix(SOLUTIONS) {
        let bad = |_| told!("popeye-intended", remark = text);
        terms.intended = Some(count.parse().map_err(bad)?);
        return Ok(true);
    }
    for (name, list) in [
        (CONDITION, &mut terms.conditions),
        (OPTION, &mut terms.options),
        (TWIN, &mut terms.twins),
    ] {
        if let Some(said) = text.strip_prefix(name) {
            list.push(said.to_owned());
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_comment(opcode: &str) -> bool {
    matches!(opcode.as_bytes(), [b'c', b'0'..=b'9'])
}

/// Checks that an operation has the same number of moves, `length`, as the one that was read, because a line may have
/// both `dm` and `bm`.
fn again(opcode: &str, operands: &[String], length: Option<i32>) -> Result<(), Text> {
    let words = operands.join(" ");
    let number: Option<i32> = words.trim_start_matches('#').parse().ok();
    if number.is_some() && number == length {
        Ok(())
    } else {
        let length = length.unwrap_or(0);
        Err(told!("epd-other-mate", opcode, words, length))
    }
}

/// Parses a legal move in SAN.
fn legal(position: &Position, text: &str) -> Result<Move, Text> {
    let bad = || {
        let fen = position.fen();
        told!("epd-illegal", text, fen)
    };
    let chess = position.to_shakmaty().map_err(|_| bad())?;
    let san: SanPlus = text.parse().map_err(|_| bad())?;
    let theirs = san.san.to_move(&chess).map_err(|_| bad())?;
    Position::from_shakmaty_move(&theirs).ok_or_else(bad)
}

/// Returns the line for a problem.
pub(super) fn write(problem: &Outgoing, lost: &mut Lost) -> Result<String, Text> {
    let draft = problem.draft;
    if let Some(part) = draft.terms.pieces.first() {
        return Err(told!("no-place-for", part));
    }
    let position = draft.position().map_err(|error| error.localized())?;
    let fen = position.fen();
    let end = fen.match_indices(' ').nth(3).map_or(fen.len(), |(i, _)| i);
    let is_mate = draft.is_mate();
    let mut operations: Vec<Operation> = Vec::new();
    operations.extend(is_mate.then(|| one("dm", draft.stipulation.moves())));
    let kept: Vec<Vec<String>> = match draft.extra.get("epd") {
        None => Vec::new(),
        // Data that do not have the form of operations cannot be written.
        Some(value) => serde_json::from_value(value.clone()).unwrap_or_else(|_| {
            lost.extra("epd", value);
            Vec::new()
        }),
    };
    let has_bm = kept
        .iter()
        .any(|words| words.first().is_some_and(|w| w == "bm"));
    if !has_bm && !problem.keys.is_empty() {
        let keys = problem.keys.iter().map(|key| key.san.clone()).collect();
        operations.push(Operation::new("bm", keys));
    }
    if has_counters(&position) {
        operations.push(one("hmvc", position.halfmoves()));
        operations.push(one("fmvn", position.fullmoves()));
    }
    if !draft.title.is_empty() {
        operations.push(one("id", &draft.title));
    }
    let mut said: Vec<String> = Vec::new();
    if !is_mate {
        let terms = &draft.terms;
        said.push(format!("{STIPULATION}{}", draft.stipulation));
        said.extend(terms.intended.map(|count| format!("{SOLUTIONS}{count}")));
        said.extend(
            terms
                .conditions
                .iter()
                .map(|text| format!("{CONDITION}{text}")),
        );
        said.extend(terms.options.iter().map(|text| format!("{OPTION}{text}")));
        said.extend(terms.twins.iter().map(|text| format!("{TWIN}{text}")));
    }
    if !draft.author.is_empty() {
        said.push(format!("{AUTHOR}{}", draft.author));
    }
    if !draft.source.is_empty() {
        said.push(format!("{SOURCE}{}", draft.source));
    }
    said.extend(draft.tags.iter().map(|tag| format!("{TAG}{tag}")));
    // An opcode may occur twice in a line, but some readers use only the first one.
    let used = |code: &str| {
        kept.iter()
            .any(|words| words.first().is_some_and(|w| w == code))
    };
    let free: Vec<String> = (0..10)
        .map(|n| format!("c{n}"))
        .filter(|code| !used(code))
        .collect();
    for (index, text) in said.iter().enumerate() {
        let code = free.get(index).or(free.last()).map_or("c9", String::as_str);
        operations.push(one(code, text));
    }
    operations.extend(kept.into_iter().filter_map(|words| {
        let mut words = words.into_iter();
        Some(Operation::new(words.next()?, words.collect()))
    }));
    let fen = fen[..end].to_owned();
    let line = EpdLine { fen, operations };
    Ok(format!("{line}\n"))
}

/// Returns an operation with one operand.
fn one(opcode: &str, operand: impl ToString) -> Operation {
    Operation::new(opcode, vec![operand.to_string()])
}
