//! The YAML of YACPDB and Olive, documents separated by `---`, or the same keys as JSON.
//!
//! White attacks, with the option HalfDuplex Black; castling is possible where king and rook stand at
//! home, as Popeye has it, unless the option NoCastling forbids it. `keywords` are the tags. A key
//! `title` and a key `fen` (where the counters or castling of Chess960 matter) are our own. All other
//! keys are kept under `yacpdb` and written back; so are the authors and the source in their parts,
//! beside the text that is made of them. Conditions, twins, neutral and fairy pieces, and other
//! stipulations are refused by name.

use super::pieces::{list, position, put};
use super::popeye::Options;
use super::{Draft, Entry, Fault, Lost, Outgoing, has_counters, json as own, lines};
use crate::Stipulation;
use crate::stipulation::StipulationError;
use base::{say, told};
use games::chess::Position;
use games::pgn::read::Place;
use games::{Read, Text};
use serde_json::{Map, Value, json};
use shakmaty::{Board, Color};

/// Reads all documents.
pub(super) fn read(text: &str, moves: Option<u32>) -> Vec<Entry> {
    if text.trim_start().starts_with(['{', '[']) {
        let pieces = own::pieces(text).into_iter();
        let entries = pieces.map(|(line, text)| {
            Entry::new(
                line,
                line + text.matches('\n').count(),
                serde_json::from_str(text)
                    .map_err(|error| Fault::of_json(&error, line))
                    .and_then(|value| Ok(draft(value, moves)?)),
            )
        });
        return entries.collect();
    }
    // A separator belongs to what follows it, and alone to nothing.
    let separates = |line: &str| line.trim_end() == "---" || line.starts_with("--- ");
    let chunks = lines::chunks(text, separates).into_iter();
    let said = |text: &str| {
        let mut lines = text
            .lines()
            .map(|line| line.strip_prefix("---").unwrap_or(line));
        lines.any(|line| !matches!(line.trim_start().as_bytes(), [] | [b'#' | b'%', ..]))
    };
    let entries = chunks
        .filter(|chunk| said(chunk.text) && chunk.text.trim() != "...")
        .map(|chunk| {
            let shift = usize::from(separates(chunk.text.lines().next().unwrap_or("")));
            Entry::new(
                (chunk.line + shift).min(chunk.last_line),
                chunk.last_line,
                document(chunk.text, chunk.line).and_then(|value| Ok(draft(value, moves)?)),
            )
        });
    entries.collect()
}

fn document(text: &str, line: usize) -> Result<Value, Fault> {
    serde_saphyr::from_str(text).map_err(|error| {
        let place = error.location().map(|place| Place {
            line: line + (place.line() as usize).saturating_sub(1),
            column: place.column() as usize,
        });
        let sentence = error.without_snippet().to_string();
        let sentence = sentence.lines().next().unwrap_or("");
        // The place stands before the sentence.
        let sentence = sentence
            .rsplit_once(" at line ")
            .map_or(sentence, |(why, _)| why);
        let why = told!("yaml-none", sentence);
        Fault { place, why }
    })
}

/// The text of a value that is one.
fn text(name: &str, value: &Value) -> Result<String, Text> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Null => Ok(String::new()),
        _ => Err(told!("yaml-no-text", name, value)),
    }
}

fn texts(name: &str, value: &Value) -> Result<Vec<String>, Text> {
    match value {
        Value::Null => Ok(Vec::new()),
        Value::Array(list) => list.iter().map(|value| text(name, value)).collect(),
        one => Ok(vec![text(name, one)?]),
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

fn draft(value: Value, moves: Option<u32>) -> Result<Read<Draft>, Text> {
    let Value::Object(mut keys) = value else {
        return Err(told!("yaml-no-keys"));
    };
    let mut take = |name: &str| keys.remove(name).unwrap_or(Value::Null);
    for name in ["conditions", "twins"] {
        let found = take(name);
        if !is_empty(&found) {
            return Err(told!("yaml-key-unknown", name, found));
        }
    }
    let asked: Stipulation = match take("stipulation") {
        Value::Null => super::stipulation(None, moves)
            .map_err(|why| Text::of(|lang| say!(lang, "yaml-remark", why = why.get(lang))))?,
        found => text("stipulation", &found)?
            .parse()
            .map_err(|error: StipulationError| error.localized())?,
    };
    let board = board(&take("algebraic"))?;
    let options = Options::of_words(&texts("options", &take("options"))?)?;
    let fen = text("fen", &take("fen"))?;
    let read = if fen.is_empty() {
        let rooks = options.castling(&board);
        let attacker = options.attacker();
        Read::whole(position(
            board.clone(),
            attacker,
            rooks,
            options.en_passant,
        )?)
    } else {
        Position::read_fen(&fen, false).map_err(|error| error.localized())?
    };
    let (position, dropped) = read.split();
    if position.to_setup().board != board {
        return Err(told!("yaml-fen-differs", fen));
    }
    let mut draft = Draft::new(position.fen(), asked);
    let authors = take("authors");
    draft.author = author(&texts("authors", &authors)?);
    let source = take("source");
    draft.source = source_text(&source)?;
    draft.title = text("title", &take("title"))?;
    draft.tags = texts("keywords", &take("keywords"))?;
    let mut rest = keys;
    if authors_of(&draft.author) != authors && !is_empty(&authors) {
        rest.insert("authors".to_owned(), authors);
    }
    if json!({"name": draft.source}) != source && !is_empty(&source) {
        rest.insert("source".to_owned(), source);
    }
    let kept = options.kept()?;
    if !kept.is_empty() {
        rest.insert("options".to_owned(), json!(kept));
    }
    if !rest.is_empty() {
        draft.extra.insert("yacpdb".to_owned(), Value::Object(rest));
    }
    Ok(Read::new(draft, dropped))
}

fn board(algebraic: &Value) -> Result<Board, Text> {
    let Value::Object(sides) = algebraic else {
        return Err(told!("yaml-no-pieces"));
    };
    let mut board = Board::empty();
    for (name, words) in sides {
        let color = match name.as_str() {
            "white" => Color::White,
            "black" => Color::Black,
            _ if is_empty(words) => continue,
            other => {
                return Err(told!("yaml-pieces-unknown", other, words));
            }
        };
        for word in texts(name, words)? {
            put(&mut board, color, &word)?;
        }
    }
    Ok(board)
}

/// `Loyd, Sam` is Sam Loyd; several stand one after the other.
fn author(authors: &[String]) -> String {
    let turned = authors.iter().map(|name| match name.split_once(", ") {
        Some((surname, first)) => format!("{first} {surname}"),
        None => name.clone(),
    });
    turned.collect::<Vec<_>>().join(", ")
}

fn authors_of(author: &str) -> Value {
    let names: Vec<&str> = author.split(", ").collect();
    json!(names)
}

/// `The Problemist 12(3), no. 4567, 1/2000`.
fn source_text(source: &Value) -> Result<String, Text> {
    let Value::Object(parts) = source else {
        return text("source", source);
    };
    let part = |map: &Map<String, Value>, name: &str| {
        map.get(name)
            .map_or(Ok(String::new()), |value| text(name, value))
    };
    let mut out = part(parts, "name")?;
    let mut add = |between: &str, text: String| {
        if !text.is_empty() {
            let between = if out.is_empty() { "" } else { between };
            out = format!("{out}{between}{text}");
        }
    };
    add(" ", part(parts, "volume")?);
    let issue = part(parts, "issue")?;
    if !issue.is_empty() {
        add("", format!("({issue})"));
    }
    let number = part(parts, "problemid")?;
    if !number.is_empty() {
        add(", ", format!("no. {number}"));
    }
    let round = part(parts, "round")?;
    if !round.is_empty() {
        add(", ", format!("round {round}"));
    }
    if let Some(Value::Object(date)) = parts.get("date") {
        let numbers = ["day", "month", "year"].map(|name| part(date, name));
        let numbers: Vec<String> = numbers.into_iter().collect::<Result<_, _>>()?;
        let numbers: Vec<String> = numbers.into_iter().filter(|n| !n.is_empty()).collect();
        add(", ", numbers.join("/"));
    }
    Ok(out)
}

/// One document, after its `---`.
pub(super) fn write(problem: &Outgoing, _: &mut Lost) -> Result<String, Text> {
    let draft = problem.draft;
    let position = draft.position().map_err(|error| error.localized())?;
    let kept = draft.extra.get("yacpdb").and_then(Value::as_object);
    let mut keys = kept.cloned().unwrap_or_default();
    let authors = keys.remove("authors");
    let fits =
        |value: &Value| texts("authors", value).is_ok_and(|names| author(&names) == draft.author);
    if let Some(authors) = authors.filter(fits) {
        keys.insert("authors".to_owned(), authors);
    } else if !draft.author.is_empty() {
        keys.insert("authors".to_owned(), authors_of(&draft.author));
    }
    let source = keys.remove("source");
    let fits = |value: &Value| source_text(value).is_ok_and(|text| text == draft.source);
    if let Some(source) = source.filter(fits) {
        keys.insert("source".to_owned(), source);
    } else if !draft.source.is_empty() {
        keys.insert("source".to_owned(), json!({"name": draft.source}));
    }
    if !draft.title.is_empty() {
        keys.insert("title".to_owned(), json!(draft.title));
    }
    if !draft.tags.is_empty() {
        keys.insert("keywords".to_owned(), json!(draft.tags));
    }
    let board = position.to_setup().board;
    let sides = json!({"white": list(&board, Color::White), "black": list(&board, Color::Black)});
    keys.insert("algebraic".to_owned(), sides);
    keys.insert("stipulation".to_owned(), json!(draft.stipulation));
    let own = Options::of(&position);
    if own.is_err() || has_counters(&position) {
        keys.insert("fen".to_owned(), json!(position.fen()));
    }
    let mut options: Vec<Value> = own
        .unwrap_or_default()
        .into_iter()
        .map(Value::from)
        .collect();
    if let Some(Value::Array(kept)) = keys.remove("options") {
        options.extend(kept);
    }
    if !options.is_empty() {
        keys.insert("options".to_owned(), Value::Array(options));
    }
    let text = serde_saphyr::to_string(&keys).map_err(Text::same)?;
    let end = if text.ends_with('\n') { "" } else { "\n" };
    Ok(format!("---\n{text}{end}"))
}
