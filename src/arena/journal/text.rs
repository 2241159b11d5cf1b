//! The text of a journal: lines with checksums, written and read.

use super::error::{ContentError, JournalError, reading};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::{self, BufRead, Read};
use std::path::Path;

/// The number of the journal's form; it changes whenever older records cannot be read.
const FORM: u64 = 3;

/// The longest line that is read: far longer than any game.
const LONGEST_LINE: u64 = 64 << 20;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    form: u64,
    /// Description of the match, which must be the same for the match to be resumed.
    #[serde(rename = "match")]
    setup: Value,
    /// Length of the PGN file before the match, in bytes.
    pgn_bytes: u64,
}

/// One finished piece of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry<R> {
    /// Its record for people.
    pub pgn: Option<String>,
    /// Its record for the match.
    #[serde(flatten)]
    pub record: R,
}

pub(super) fn head_text(setup: &Value, pgn_bytes: u64) -> String {
    json!({"form": FORM, "match": setup, "pgn_bytes": pgn_bytes}).to_string()
}

/// Returns the description of the match in the first line of a journal; `None` if the line is not of a known form.
pub(super) fn setup_in(mut input: impl BufRead) -> io::Result<Option<Value>> {
    let mut bytes = Vec::new();
    input
        .by_ref()
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut bytes)?;
    let whole = bytes.pop() == Some(b'\n');
    let head = head(&bytes).filter(|(_, head)| whole && head.form == FORM);
    Ok(head.map(|(_, head)| head.setup))
}

/// The checksum of a line, continued from the line before.
pub(super) fn checksum(previous: u32, json: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(previous);
    hasher.update(json);
    hasher.finalize()
}

/// End of the valid lines of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Bytes up to there; what follows is a torn line.
    pub length: u64,
    /// The checksum of the last line.
    pub checksum: u32,
}

/// Why a journal could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The system has said no.
    Io(io::Error),
    /// The text is wrong.
    Content(ContentError),
    /// Whoever was given what was read has said no.
    Refused(JournalError),
}

impl ReadError {
    pub(super) fn at(self, path: &Path) -> JournalError {
        match self {
            ReadError::Io(source) => reading(path)(source),
            ReadError::Content(why) => JournalError::Content {
                path: path.to_owned(),
                why,
            },
            ReadError::Refused(error) => error,
        }
    }
}

/// Reads the text of a journal of the match `setup`. `begin` is given what the PGN file had before
/// the match, `enter` every entry. A last line that does not end is left out; bytes may be anything.
///
/// # Errors
/// [`ReadError`] names the first line that is not as it was written.
pub fn read<R: DeserializeOwned>(
    mut input: impl BufRead,
    setup: &Value,
    begin: impl FnOnce(u64) -> Result<(), JournalError>,
    mut enter: impl FnMut(Entry<R>) -> Result<(), JournalError>,
) -> Result<End, ReadError> {
    let mut end = End {
        length: 0,
        checksum: 0,
    };
    let mut begin = Some(begin);
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let mut input = input.by_ref().take(LONGEST_LINE);
        let count = input.read_until(b'\n', &mut bytes).map_err(ReadError::Io)?;
        let is_torn = bytes.pop() != Some(b'\n');
        let wrong = |why: &str| {
            let why = why.to_owned();
            ReadError::Content(ContentError::Line { line, why })
        };
        if is_torn && count as u64 == LONGEST_LINE {
            return Err(wrong("it does not end"));
        }
        if let Some(begin) = begin.take() {
            let head = head(&bytes).filter(|_| !is_torn);
            let (sum, head) = head.ok_or(ReadError::Content(ContentError::NoJournal))?;
            if head.form != FORM {
                return Err(ReadError::Content(ContentError::OtherForm));
            }
            if sum != checksum(0, &bytes[9..]) {
                return Err(wrong("it has been changed"));
            }
            if let Some(key) = first_difference(&head.setup, setup) {
                return Err(ReadError::Content(ContentError::OtherMatch(key)));
            }
            begin(head.pgn_bytes).map_err(ReadError::Refused)?;
            end.checksum = sum;
        } else if is_torn {
            break;
        } else {
            let (sum, json) = split(&bytes).ok_or_else(|| wrong("it is no entry"))?;
            if sum != checksum(end.checksum, json) {
                return Err(wrong("it, or a line before it, has been changed"));
            }
            let entry = serde_json::from_slice(json).map_err(|error| wrong(&error.to_string()))?;
            enter(entry).map_err(ReadError::Refused)?;
            end.checksum = sum;
        }
        end.length += count as u64;
    }
    Ok(end)
}

/// The checksum and the JSON text of a line.
fn split(line: &[u8]) -> Option<(u32, &[u8])> {
    let (sum, json) = line.split_at_checked(9)?;
    let sum = std::str::from_utf8(sum).ok()?.strip_suffix(' ')?;
    let plain = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
    let sum = sum.bytes().all(plain).then_some(sum)?;
    Some((u32::from_str_radix(sum, 16).ok()?, json))
}

/// The first line, of this form or of the ones before, which had no checksums.
fn head(line: &[u8]) -> Option<(u32, Head)> {
    let (sum, json) = match split(line) {
        Some(found) => found,
        None => (0, line),
    };
    let value: Value = serde_json::from_slice(json).ok()?;
    let setup = value.get("match").filter(|setup| setup.is_object())?;
    Some((
        sum,
        Head {
            form: value["form"].as_u64().unwrap_or(0),
            setup: setup.clone(),
            pgn_bytes: value["pgn_bytes"].as_u64().unwrap_or(0),
        },
    ))
}

/// The first member in which two descriptions of a match differ.
fn first_difference(a: &Value, b: &Value) -> Option<String> {
    let (Some(a), Some(b)) = (a.as_object(), b.as_object()) else {
        return (a != b).then(|| "contents".to_owned());
    };
    a.keys()
        .chain(b.keys())
        .find(|key| a.get(*key) != b.get(*key))
        .cloned()
}

/// The line for a value, and its checksum.
pub(super) fn line_text(previous: u32, json: &str) -> (u32, String) {
    let sum = checksum(previous, json.as_bytes());
    (sum, format!("{sum:08x} {json}\n"))
}

/// For fuzzing: any bytes are read as a journal, or refused, and what is read ends within them; so
/// are the same lines with the checksums that they should have.
#[doc(hidden)]
pub fn check_journal_bytes(bytes: &[u8]) {
    check_reading(bytes);
    let (mut sum, mut text) = (0, Vec::new());
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let json = line.get(9..).unwrap_or_default();
        let json = json.strip_suffix(b"\n").unwrap_or(json);
        sum = checksum(sum, json);
        text.extend_from_slice(format!("{sum:08x} ").as_bytes());
        text.extend_from_slice(json);
        text.push(b'\n');
    }
    check_reading(&text);
}

fn check_reading(bytes: &[u8]) {
    // The match is the one that the text itself describes.
    let first = bytes.split(|byte| *byte == b'\n').next();
    let setup = first
        .and_then(head)
        .map_or(Value::Null, |(_, head)| head.setup);
    let mut entries = 0;
    let enter = |_: Entry<Value>| {
        entries += 1;
        Ok(())
    };
    if let Ok(end) = read(bytes, &setup, |_| Ok(()), enter) {
        assert!(end.length <= bytes.len() as u64);
        let lines = bytes[..end.length as usize].iter();
        assert_eq!(lines.filter(|b| **b == b'\n').count(), entries + 1);
    }
}
