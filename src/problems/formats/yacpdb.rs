//! YAML of the database YACPDB and of the program Olive, with documents separated by `---`, or the same keys as JSON.
//!
//! White attacks, or Black with the option HalfDuplex. Castling is possible if king and rook are on their initial
//! squares, as in Popeye, unless the option NoCastling forbids it. `keywords` are the tags. The keys `title` and `fen`
//! (used if the move counters or Chess960 matter) are additions of this program. All other keys are kept under `yacpdb`
//! and written back; so are the parts of authors and source, in addition to the text that is made of them. Conditions,
//! twins, the number of intended solutions, and neutral and fairy pieces are terms of the problem; those that the
//! solver does not know are refused by name.

use super::pieces::list;
use super::popeye::{self, Language, Options, label, men};
use super::{Draft, Entry, Fault, Lost, Outgoing, has_counters, json as own, lines};
use crate::stipulation::StipulationError;
use crate::{Stipulation, Terms};
use base::{say, told};
use games::chess::setup_fen;
use games::pgn::read::Place;
use games::{Read, Text};
use serde_json::{Map, Value, json};
use shakmaty::Color;
use solve::fairy::{Man, Men};

/// Reads the problems of a text. `moves` is the number of moves N of mates in N whose text does not contain it; `None`
/// if it is not known.
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
    // A separator belongs to the document after it; without a document it is ignored.
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
        // The library's message contains the place, which is kept separately.
        let sentence = sentence
            .rsplit_once(" at line ")
            .map_or(sentence, |(why, _)| why);
        let why = told!("yaml-none", sentence);
        Fault { place, why }
    })
}

/// Returns the text of a value; an error with the `name` of the key if it is not a text.
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
    let conditions = texts("conditions", &take("conditions"))?;
    let twins = twins(&take("twins"))?;
    let asked: Stipulation = match take("stipulation") {
        Value::Null => super::stipulation(None, moves)
            .map_err(|why| Text::of(|lang| say!(lang, "yaml-remark", why = why.get(lang))))?,
        found => text("stipulation", &found)?
            .parse()
            .map_err(|error: StipulationError| error.localized())?,
    };
    let men = self::men(&take("algebraic"))?;
    let board = men::in_fen(&men);
    let options = Options::of_words(&texts("options", &take("options"))?)?;
    let fen = text("fen", &take("fen"))?;
    let intended = take("intended-solutions");
    let number = intended
        .as_u64()
        .and_then(|number| u16::try_from(number).ok());
    let asked = options.stipulation(asked);
    let mut draft = Draft::new(fen, asked);
    draft.terms = Terms {
        pieces: men::beside_fen(&men),
        conditions,
        options: options.terms(&asked, &twins),
        twins,
        intended: number,
    };
    let mut dropped = Vec::new();
    if draft.fen.is_empty() {
        popeye::place(&mut draft, &board, &options)?;
    } else {
        let told = |error: crate::Error| error.localized();
        let read = Draft::read_on(&draft.fen, asked, draft.terms).map_err(told)?;
        (draft, dropped) = read.split();
        let (setup, chess960) = draft.setup().map_err(told)?;
        if setup.board != board {
            let fen = draft.fen;
            return Err(told!("yaml-fen-differs", fen));
        }
        draft.fen = setup_fen(&setup, chess960);
    }
    let authors = take("authors");
    draft.author = author(&texts("authors", &authors)?);
    let source = take("source");
    draft.source = source_text(&source)?;
    draft.title = text("title", &take("title"))?;
    draft.tags = texts("keywords", &take("keywords"))?;
    let mut rest = keys;
    if number.is_none() && !is_empty(&intended) {
        rest.insert("intended-solutions".to_owned(), intended);
    }
    if authors_of(&draft.author) != authors && !is_empty(&authors) {
        rest.insert("authors".to_owned(), authors);
    }
    if json!({"name": draft.source}) != source && !is_empty(&source) {
        rest.insert("source".to_owned(), source);
    }
    let kept = options.unchanged_options(&draft.terms)?;
    if !kept.is_empty() {
        rest.insert("options".to_owned(), json!(kept));
    }
    if !rest.is_empty() {
        draft.extra.insert("yacpdb".to_owned(), Value::Object(rest));
    }
    Ok(Read::new(draft, dropped))
}

fn men(algebraic: &Value) -> Result<Men, Text> {
    let Value::Object(sides) = algebraic else {
        return Err(told!("yaml-no-pieces"));
    };
    let mut men: Men = [None; 64];
    for (name, words) in sides {
        let side = match name.as_str() {
            "white" => Some(Color::White),
            "black" => Some(Color::Black),
            "neutral" => None,
            _ if is_empty(words) => continue,
            other => {
                return Err(told!("yaml-pieces-unknown", other, words));
            }
        };
        for word in texts(name, words)? {
            let (kind, squares) = men::read_any(&word, Language::English)?;
            for square in squares {
                if let Some(there) = men[usize::from(square)].replace(Man::new(side, kind)) {
                    let there = there.code();
                    return Err(told!("piece-on-piece", word, square, there));
                }
            }
        }
    }
    Ok(men)
}

/// Returns the changes of the twins, each written `b: Move a3 b4`, in the order of their letters.
fn twins(value: &Value) -> Result<Vec<String>, Text> {
    let Value::Object(keys) = value else {
        return if is_empty(value) {
            Ok(Vec::new())
        } else {
            Err(told!("yaml-key-unknown", name = "twins", found = value))
        };
    };
    let odd = || told!("yaml-key-unknown", name = "twins", found = value);
    let twins = (1..=keys.len()).map(|index| match keys.get(&label(index)) {
        Some(changes) => text("twins", changes),
        None => Err(odd()),
    });
    twins.collect()
}

/// Joins the names of authors, each in the usual order: `Loyd, Sam` becomes `Sam Loyd`.
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

/// Returns the text of a source: `The Problemist 12(3), no. 4567, 1/2000`.
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

/// Returns the document for a problem, with its `---`.
pub(super) fn write(problem: &Outgoing, _: &mut Lost) -> Result<String, Text> {
    let draft = problem.draft;
    let (setup, chess960) = draft.setup().map_err(|error| error.localized())?;
    let terms = &draft.terms;
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
    let mut sides = json!({});
    let beside = terms.men().map_err(|error| error.localized())?;
    for (name, side) in [
        ("white", Some(Color::White)),
        ("black", Some(Color::Black)),
        ("neutral", None),
    ] {
        let mut men = side.map_or_else(Vec::new, |color| list(&setup.board, color));
        for (man, square) in beside.iter().filter(|(man, _)| man.side == side) {
            if man.royal {
                return Err(told!(
                    "yaml-royal",
                    piece = format_args!("{}{square}", man.code())
                ));
            }
            men.push(format!("{}{square}", man.kind.code()));
        }
        if side.is_some() || !men.is_empty() {
            sides[name] = json!(men);
        }
    }
    keys.insert("algebraic".to_owned(), sides);
    keys.insert("stipulation".to_owned(), json!(draft.stipulation));
    if !terms.conditions.is_empty() {
        keys.insert("conditions".to_owned(), json!(terms.conditions));
    }
    if !terms.twins.is_empty() {
        let twins = terms.twins.iter().enumerate();
        let twins = twins.map(|(index, changes)| (label(index + 1), json!(changes)));
        keys.insert("twins".to_owned(), Value::Object(twins.collect()));
    }
    if let Some(intended) = terms.intended {
        keys.insert("intended-solutions".to_owned(), json!(intended));
    }
    let own = Options::of(&setup, draft.stipulation.begins());
    if own.is_err()
        || draft
            .position()
            .is_ok_and(|position| has_counters(&position))
    {
        keys.insert("fen".to_owned(), json!(setup_fen(&setup, chess960)));
    }
    let own = own.unwrap_or_default().into_iter();
    let own = own.chain(terms.options.iter().cloned());
    let mut options: Vec<Value> = own.map(Value::from).collect();
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
