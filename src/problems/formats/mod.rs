//! File formats of other programs: reading and writing problems.
//!
//! [`read`] takes the bytes of a file and returns one [`Entry`] for each problem in it, with its lines: the problem, or
//! the reason why it cannot be read. [`write()`] makes a file, and reports for each problem which parts the format
//! cannot express. Data of a file for which [`Draft`] has no field are kept in [`Draft::extra`] under the name of the
//! format, and written to files of this format again.
//!
//! | file | format |
//! |---|---|
//! | `epd` | EPD, one position in each line: `dm 3; bm Ra6; id "…"` |
//! | `fen` | one FEN in each line |
//! | `pgn` | games that begin from a FEN, with the solution as their moves |
//! | `popeye` | input of Popeye: `BeginProblem … Stipulation #2 … EndProblem` |
//! | `yacpdb` | YAML of YACPDB and Olive, or the same as JSON |
//! | `json` | this program's own format: [`Draft`]s as JSON, in a list or one in each line |
//! | `lines` | decoding of bytes, and splitting of texts into problems |
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

/// A file format for problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// EPD, one position with operations in each line.
    Epd,
    /// One FEN in each line.
    Fen,
    /// PGN, with the solution as the moves of a game.
    Pgn,
    /// Input of the solving program Popeye.
    Popeye,
    /// YAML of the database YACPDB and of the program Olive.
    Yacpdb,
    /// JSON in this program's own format.
    Json,
}

/// A problem in a file, or the reason why it cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// First line of the problem in the file, from 1; if it cannot be read, the line of the error if known.
    pub line: usize,
    /// Last line of the problem in the file, from 1.
    pub last_line: usize,
    /// The problem, or the error message, which does not contain the line.
    pub draft: Result<Draft, Text>,
    /// Column of the error, from 1; `None` if there is no error or the column is not known.
    pub column: Option<usize>,
    /// Parts of the FEN that were left out, because they are impossible in the position.
    pub dropped: Vec<Dropped>,
    /// Notes about parts of the problem that were interpreted differently from the file's text.
    pub notes: Vec<Text>,
}

impl Entry {
    /// Creates the entry for the text of a file from `line` to `last_line`, with the problem or the error. If the place
    /// of the error is known, its line replaces `line`.
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

/// Reason why a problem cannot be read, with its place if known.
struct Fault {
    place: Option<Place>,
    why: Text,
}

impl Fault {
    /// Creates the error for a piece of JSON that begins on a line of its file.
    fn of_json(error: &serde_json::Error, line: usize) -> Fault {
        // serde_json counts lines from the beginning of the piece, and puts the place at the end of its message.
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
    /// Keys of the problem, if they are known. Only EPD and PGN can express them.
    pub keys: &'a [FoundKey],
}

/// Result of writing a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Content of the file.
    pub text: String,
    /// Parts of problems that are not in the file.
    pub warnings: Vec<Warning>,
}

/// A part of a problem that a format cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Index of the problem in the list, from 0.
    pub index: usize,
    /// Name of the missing part, such as `author` or `yacpdb.award`; the reason, in English, if the whole problem is left
    /// out.
    pub what: String,
    /// The same as a text for people. Names of parts, which are those of the JSON format, are the same in every language.
    pub told: Text,
    /// True if the whole problem is missing from the file; false if only a part is.
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

    /// Returns the name of the format on the command line.
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

    /// Returns the format that the extension of a file's name indicates; `None` if it indicates none.
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

    /// Detects the format of a file from its name and its content. The content decides if the name indicates no format,
    /// and, for JSON, between this program's own format and YACPDB's.
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
    // Only as a key, not within a value of this program's own format.
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

/// Returns true if a line begins an input of Popeye: `BeginProblem`.
pub fn begins_popeye(line: &str) -> bool {
    popeye::begins(line)
}

/// Returns true if a line ends an input of Popeye: `EndProblem`.
pub fn ends_popeye(line: &str) -> bool {
    popeye::ends(line)
}

/// Reads a file. `moves` is the number of moves for problems without a stipulation; `reading` has the options for PGN.
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

/// Writes problems to a file in a format.
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
        let warning = |told: Text, left_out| Warning {
            index,
            what: told.to_string(),
            told,
            left_out,
        };
        match text {
            Ok(text) => {
                for (name, extra) in &problem.draft.extra {
                    // JSON expresses everything; other formats only the extra data that came from a file of the same
                    // format.
                    if format != Format::Json && name != format.word() {
                        lost.extra(name, extra);
                    }
                }
                let warnings = lost.0.iter().map(|what| warning(Text::same(what), false));
                written.warnings.extend(warnings);
                written.text += &text;
            }
            Err(why) => written.warnings.push(warning(why, true)),
        }
    }
    written.text = match format {
        Format::Json => json::list(&written.text),
        Format::Popeye => popeye::file(&written.text),
        _ => written.text,
    };
    written
}

/// Names of the parts of one problem that a format cannot express.
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
            // EPD: a list of operations, each with its opcode first.
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

/// Returns an error if a problem is no direct mate, for formats that cannot express other stipulations.
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

/// Returns the stipulation of a mate in `found` moves, or else in `given`; an error if both are unknown.
fn stipulation(found: Option<u32>, given: Option<u32>) -> Result<Stipulation, Text> {
    match found.or(given) {
        Some(moves) if (1..=MAX_MOVES).contains(&moves) => Ok(Stipulation::Mate(moves)),
        Some(moves) => Err(told!("moves-out-of-range", moves, most = MAX_MOVES)),
        None => Err(told!("moves-missing")),
    }
}
