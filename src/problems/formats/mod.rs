//! Problems in other programs' files: reading them and writing them.
//!
//! [`read`] takes a file's bytes and gives one [`Entry`] for each problem in it, with the lines on
//! which it stands: the problem, or the sentence that says why it is none. [`write()`] makes a file, and
//! says of each problem by name what the format cannot hold. What a file says beyond what a
//! [`Draft`] has a place for is kept in [`Draft::extra`] under the format's name, and written back.
//!
//! | file | format |
//! |---|---|
//! | `epd` | lines of EPD: `dm 3; bm Ra6; id "…"` |
//! | `fen` | a FEN a line |
//! | `pgn` | games that begin from a FEN, with the solution as their moves |
//! | `popeye` | input of Popeye: `BeginProblem … Stipulation #2 … EndProblem` |
//! | `yacpdb` | YAML of YACPDB and Olive, or the same as JSON |
//! | `json` | our own form: a [`Draft`] as JSON, in a list or one a line |
//! | `lines` | bytes as lines of text, and where problems begin and end in them |
//! | `pieces` | lists of pieces as problemists write them: `Kb7 Sd4` |

mod epd;
mod fen;
mod json;
mod lines;
mod pgn;
mod pieces;
mod popeye;
#[cfg(test)]
mod tests;
mod yacpdb;

pub use popeye::label;
pub(crate) use popeye::men::split as split_men;
pub use popeye::{PopeyeFile, PopeyeMessage, PopeyeProblem, parts, problems as popeye_problems};

use super::Stipulation;
use super::error::{Error, Result};
use super::problem::{Draft, FoundKey};
use crate::stipulation::StipulationError;
use base::parsing::told_by_serde;
use base::told;
use games::chess::Position;
use games::pgn::decoded;
use games::pgn::read::{Place, ReadError, Reading};
use games::{Dropped, Read, Text};
use serde_json::Value;
use solve::mate::MAX_MOVES;
use std::path::Path;

/// A kind of file with problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// EPD.
    Epd,
    /// FENs.
    Fen,
    /// PGN.
    Pgn,
    /// Popeye's input.
    Popeye,
    /// YACPDB's YAML.
    Yacpdb,
    /// Our own JSON.
    Json,
}

/// A problem of a file, or what stands there instead.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// First line of the problem in the file, from 1; of what is none, the line of its fault where that is known.
    pub line: usize,
    /// Its last line.
    pub last_line: usize,
    /// The problem, or why it is none, as a sentence without the line.
    pub draft: Result<Draft, Text>,
    /// Column of the fault of what is no problem, from 1, where it is known.
    pub column: Option<usize>,
    /// Parts of the position's text that were left out.
    pub dropped: Vec<Dropped>,
    /// Notes about what was read otherwise than it stands there.
    pub notes: Vec<Text>,
}

impl Entry {
    /// Creates the entry for the text of a file from `line` to `last_line`, from the problem or the fault that was read
    /// there. If the place of the fault is known, its line replaces `line`.
    fn new(line: usize, last_line: usize, read: Result<Read<Draft>, impl Into<Fault>>) -> Entry {
        let (draft, place, dropped) = match read.map(Read::split) {
            Ok((draft, dropped)) => (Ok(draft), None, dropped),
            Err(fault) => {
                let Fault { place, why } = fault.into();
                (Err(why), place, Vec::new())
            }
        };
        Entry {
            line: place.map_or(line, |place| place.line),
            column: place.map(|place| place.column),
            last_line,
            draft,
            dropped,
            notes: Vec::new(),
        }
    }
}

/// Reason why something is no problem.
struct Fault {
    place: Option<Place>,
    why: Text,
}

impl Fault {
    /// A fault of a piece of JSON, which begins on a line of its file.
    fn of_json(error: &serde_json::Error, line: usize) -> Fault {
        // It counts from the beginning of the piece, and ends with that place.
        let place = format!(" at line {} column {}", error.line(), error.column());
        let sentence = error.to_string();
        let sentence = sentence.strip_suffix(&place).unwrap_or(&sentence);
        Fault {
            place: Some(Place {
                line: line + error.line().saturating_sub(1),
                column: error.column(),
            }),
            why: StipulationError::localized_in(sentence)
                .unwrap_or_else(|| told_by_serde(sentence)),
        }
    }
}

impl From<Text> for Fault {
    fn from(why: Text) -> Fault {
        Fault { place: None, why }
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Fault {
        Fault {
            place: Some(error.place),
            why: Text::same(error.why),
        }
    }
}

/// A problem to be written.
#[derive(Clone, Copy, Debug)]
pub struct Outgoing<'a> {
    /// Problem as its author gives it.
    pub draft: &'a Draft,
    /// Its keys, as far as they are known. EPD and PGN have a place for them.
    pub keys: &'a [FoundKey],
}

/// A file, and what it does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub text: String,
    /// Problems by their place in the list, from 0, and what of them is not in the file.
    pub warnings: Vec<Warning>,
}

/// Something that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Which problem of the list, from 0.
    pub index: usize,
    /// Name of the missing part, such as `author` or `yacpdb.award`; the reason if the whole problem is left out.
    pub what: String,
    /// True if the whole problem is left out.
    pub left_out: bool,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] = [
        Format::Epd,
        Format::Fen,
        Format::Pgn,
        Format::Popeye,
        Format::Yacpdb,
        Format::Json,
    ];

    /// Its name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Format::Epd => "epd",
            Format::Fen => "fen",
            Format::Pgn => "pgn",
            Format::Popeye => "popeye",
            Format::Yacpdb => "yacpdb",
            Format::Json => "json",
        }
    }

    /// The format that a file's name tells.
    pub fn of_path(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "epd" => Some(Format::Epd),
            "fen" => Some(Format::Fen),
            "pgn" => Some(Format::Pgn),
            "inp" | "popeye" => Some(Format::Popeye),
            "yaml" | "yml" | "olv" => Some(Format::Yacpdb),
            "json" | "jsonl" | "ndjson" => Some(Format::Json),
            _ => None,
        }
    }

    /// The format of a file to be read: by its name and by what stands in it, which matters where
    /// the name says nothing and where JSON may be ours or YACPDB's.
    pub fn detect(path: Option<&Path>, bytes: &[u8]) -> Format {
        let (text, _) = lines::decode(bytes);
        match path.and_then(Format::of_path) {
            None => Format::of_text(&text),
            Some(Format::Json) if is_yacpdb(&text) => Format::Yacpdb,
            Some(format) => format,
        }
    }

    fn of_text(text: &str) -> Format {
        let start = text.trim_start();
        let is_list = |rest: &str| rest.trim_start().starts_with(['{', ']']);
        if start.starts_with('{') || start.strip_prefix('[').is_some_and(is_list) {
            return if is_yacpdb(text) {
                Format::Yacpdb
            } else {
                Format::Json
            };
        }
        if start.starts_with('[') {
            return Format::Pgn;
        }
        if text.lines().any(popeye::begins) {
            return Format::Popeye;
        }
        if text.lines().any(|line| line.starts_with("algebraic:")) {
            return Format::Yacpdb;
        }
        let operations = |line: &str| {
            let line = games::chess::epd::EpdLine::parse(line);
            let stipulation = |code: &str| code.starts_with('#');
            line.operations.iter().any(|o| !stipulation(&o.opcode))
        };
        if games::chess::epd::lines(text).any(|(_, line)| operations(line)) {
            Format::Epd
        } else {
            Format::Fen
        }
    }
}

fn is_yacpdb(text: &str) -> bool {
    // As a key, not as a value of our own.
    let mut after = text
        .match_indices("\"algebraic\"")
        .map(|(at, key)| &text[at + key.len()..]);
    after.any(|rest| rest.trim_start().starts_with(':'))
}

impl std::str::FromStr for Format {
    type Err = Error;

    fn from_str(text: &str) -> Result<Format> {
        let found = Format::ALL.into_iter().find(|f| f.word() == text);
        found.ok_or_else(|| {
            let words = Format::ALL.map(Format::word).join(", ");
            Error::Invalid(told!("format-unknown", text, words))
        })
    }
}

/// Reads a file. `moves` is N for those problems that do not say it themselves; `reading` is for PGN.
pub fn read(bytes: &[u8], format: Format, moves: Option<u32>, reading: Reading) -> Vec<Entry> {
    let (text, strange) = match format {
        Format::Pgn => match decoded(bytes) {
            Ok(text) => (text.into_owned(), Vec::new()),
            Err(byte) => {
                let why = told!("pgn-byte", byte = format_args!("{byte:#04x}"));
                return vec![Entry::new(1, 1, Err::<Read<Draft>, _>(why))];
            }
        },
        _ => lines::decode(bytes),
    };
    let mut entries = match format {
        Format::Epd => epd::read(&text, moves),
        Format::Fen => fen::read(&text, moves),
        Format::Pgn => pgn::read(&text, moves, reading),
        Format::Popeye => popeye::read(&text, moves),
        Format::Yacpdb => yacpdb::read(&text, moves),
        Format::Json => json::read(&text),
    };
    for entry in &mut entries {
        let lines = entry.line..=entry.last_line;
        let bad = strange.iter().find(|(line, _)| lines.contains(line));
        if let Some((line, byte)) = bad {
            entry.draft = Err(told!("no-utf-8", byte = format_args!("{byte:#04X}")));
            entry.line = *line;
        }
        let draft = std::mem::replace(&mut entry.draft, Err(Text::default()));
        let checked = draft.and_then(|draft| draft.checked().map_err(|error| error.localized()));
        entry.draft = checked;
    }
    entries
}

/// Writes a file.
pub fn write(problems: &[Outgoing], format: Format) -> Written {
    let mut written = Written::default();
    for (index, problem) in problems.iter().enumerate() {
        let mut lost = Lost::default();
        let text = match format {
            Format::Epd => epd::write(problem, &mut lost),
            Format::Fen => fen::write(problem, &mut lost),
            Format::Pgn => pgn::write(problem, &mut lost),
            Format::Popeye => popeye::write(problem, &mut lost),
            Format::Yacpdb => yacpdb::write(problem, &mut lost),
            Format::Json => json::write(problem),
        };
        let warning = |what, left_out| Warning {
            index,
            what,
            left_out,
        };
        match text {
            Ok(text) => {
                for (name, extra) in &problem.draft.extra {
                    // JSON holds all; others what they have brought themselves.
                    if format != Format::Json && name != format.word() {
                        lost.extra(name, extra);
                    }
                }
                let warnings = lost.0.into_iter().map(|what| warning(what, false));
                written.warnings.extend(warnings);
                written.text += &text;
            }
            Err(why) => written.warnings.push(warning(why.to_string(), true)),
        }
    }
    written.text = match format {
        Format::Json => json::list(&written.text),
        Format::Popeye => popeye::file(&written.text),
        _ => written.text,
    };
    written
}

/// Names of the parts of one problem that a format cannot hold.
#[derive(Default)]
struct Lost(Vec<String>);

impl Lost {
    fn text(&mut self, what: &str, text: &str) {
        if !text.is_empty() {
            self.0.push(what.to_owned());
        }
    }

    fn tags(&mut self, draft: &Draft) {
        if !draft.tags.is_empty() {
            self.0.push("tags".to_owned());
        }
    }

    /// Adds the data that was read from another format, as `name.key` for each of its keys or opcodes, or else `name`.
    fn extra(&mut self, name: &str, extra: &Value) {
        match extra {
            Value::Object(map) => {
                let names = map.keys().map(|key| format!("{name}.{key}"));
                self.0.extend(names);
            }
            // Operations of EPD.
            Value::Array(list) => {
                let words = list.iter().map(|one| one.get(0).and_then(Value::as_str));
                for word in words {
                    let lost = format!("{name}.{}", word.unwrap_or("?"));
                    if !self.0.contains(&lost) {
                        self.0.push(lost);
                    }
                }
            }
            _ => self.0.push(name.to_owned()),
        }
    }
}

/// Makes sure that a problem is a direct mate, for formats that say nothing else.
fn only_mate(draft: &Draft) -> Result<(), Text> {
    if draft.is_mate() {
        Ok(())
    } else {
        Err(told!("only-mates", asked = draft.stipulation_text()))
    }
}

/// Returns true if the move counters are not those of a new game: 0 halfmoves, move 1.
fn has_counters(position: &Position) -> bool {
    position.halfmoves() != 0 || position.fullmoves() != 1
}

/// N as a stipulation, or the sentence that it is not known.
fn stipulation(found: Option<u32>, given: Option<u32>) -> Result<Stipulation, Text> {
    match found.or(given) {
        Some(moves) if (1..=MAX_MOVES).contains(&moves) => Ok(Stipulation::Mate(moves)),
        Some(moves) => Err(told!("moves-out-of-range", moves, most = MAX_MOVES)),
        None => Err(told!("moves-missing")),
    }
}
