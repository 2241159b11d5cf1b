//! This program's own format: [`Draft`]s as JSON, in a list, one in each line, or a single one.

use super::{Entry, Fault, Outgoing};
use crate::Draft;
use base::told;
use games::chess::epd::is_plain;
use games::{Read, Text};
use serde_json::Value;

/// Reads the problems of a text in this program's own format, in their order. The entry of a problem that cannot be
/// read contains the error.
pub(super) fn read(text: &str) -> Vec<Entry> {
    let pieces = pieces(text);
    pieces
        .into_iter()
        .map(|(line, text)| entry(line, text))
        .collect()
}

fn entry(line: usize, text: &str) -> Entry {
    let last_line = line + text.matches('\n').count();
    let draft = serde_json::from_str::<Draft>(text);
    let draft = draft.map_err(|error| Fault::of_json(&error, line));
    let checked = |draft| Ok(with_position(with_fit_extra(draft)?)?);
    Entry::new(line, last_line, draft.and_then(checked))
}

/// Checks the position of a draft, and returns the draft with the parts of the FEN that were left out.
fn with_position(draft: Draft) -> Result<Read<Draft>, Text> {
    let read = Draft::read_on(&draft.fen, draft.stipulation, draft.terms.clone());
    let read = read.map_err(|error| error.localized())?;
    Ok(read.map(|Draft { fen, .. }| Draft { fen, ..draft }))
}

/// Checks that the extra data of other formats can be written to files of these formats, because a file may contain
/// anything there.
fn with_fit_extra(draft: Draft) -> Result<Draft, Text> {
    for format in ["epd", "popeye"] {
        if let Some(text) = draft.extra.get(format).and_then(controlled) {
            let text = text.escape_debug();
            return Err(told!("extra-control", text, format));
        }
    }
    let operations = draft.extra.get("epd").and_then(Value::as_array);
    let opcodes = operations
        .into_iter()
        .flatten()
        .filter_map(|words| words.get(0)?.as_str());
    if let Some(code) = { opcodes }.find(|code| !is_plain(code)) {
        return Err(told!("extra-opcode", code));
    }
    let tags = draft.extra.get("pgn").and_then(|pgn| pgn.get("tags"));
    let names = tags
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|tag| tag.get(0)?.as_str());
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    match { names }.find(|name| !is_name(name)) {
        Some(name) => Err(told!("extra-tag", name)),
        None => Ok(draft),
    }
}

/// Returns a text within a JSON value that has a control character; `None` if there is none.
fn controlled(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text.as_str()).filter(|text| text.contains(char::is_control)),
        Value::Array(list) => list.iter().find_map(controlled),
        Value::Object(map) => map.values().find_map(controlled),
        _ => None,
    }
}

/// Splits a text into JSON values, each with its first line from 1: the elements of a list, the lines, or the whole
/// text.
pub(super) fn pieces(text: &str) -> Vec<(usize, &str)> {
    let start = text.trim_start();
    if let Some(list) = start.strip_prefix('[') {
        return elements(text, text.len() - list.len());
    }
    let said = || text.lines().filter(|line| !line.trim().is_empty());
    if said().count() > 1 && said().all(|line| line.trim_start().starts_with('{')) {
        let lines = text.lines().enumerate();
        return lines
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(index, line)| (index + 1, line.trim()))
            .collect();
    }
    if start.is_empty() {
        return Vec::new();
    }
    let before = &text[..text.len() - start.len()];
    vec![(before.matches('\n').count() + 1, start.trim_end())]
}

/// Returns the elements of a list that begins before `start`, valid or not, and any text after its end, each with its
/// first line from 1.
fn elements(text: &str, start: usize) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    // Each line is counted only once: up to the index `counted` there are `line` of them.
    let (mut counted, mut line) = (0, 1);
    let mut add = |from: usize, to: usize, may_be_empty: bool| {
        let trimmed = text[from..to].trim_start();
        let begin = to - trimmed.len();
        line += text[counted..begin].matches('\n').count();
        counted = begin;
        if !trimmed.is_empty() || !may_be_empty {
            found.push((line, trimmed.trim_end()));
        }
    };
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    let mut from = start;
    let mut over = false;
    for (index, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted || over => {}
            b'{' | b'[' => depth += 1,
            b']' if depth == 0 => {
                add(from, index, true);
                (from, over) = (index + 1, true);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                add(from, index, false);
                from = index + 1;
            }
            _ => {}
        }
    }
    add(from, text.len(), true);
    found
}

/// Returns the line for a problem, which is an element of the list.
pub(super) fn write(problem: &Outgoing) -> Result<String, Text> {
    let text = serde_json::to_string(problem.draft).map_err(Text::same)?;
    Ok(text + "\n")
}

/// Returns the list of elements that are given one in each line.
pub(super) fn list(lines: &str) -> String {
    let lines: Vec<&str> = lines.lines().collect();
    if lines.is_empty() {
        "[]\n".to_owned()
    } else {
        format!("[\n{}\n]\n", lines.join(",\n"))
    }
}
