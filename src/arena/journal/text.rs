//! The text of a journal: lines with checksums, written and read.

use super::error::{ContentError, JournalError, reading};
use base::lang::Text;
use base::parsing::told_by_serde;
use base::told;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::{self, BufRead, Read};
use std::path::Path;

/// Version of the journal's format; it is increased whenever older journals cannot be read any more.
const FORM: u64 = 3;

/// Maximum length of a line in bytes; longer ones, which no game has, are not read.
const LONGEST_LINE: u64 = 64 << 20;

/// First line of a journal.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    form: u64,
    /// Description of the match, which must be the same for the match to be resumed.
    #[serde(rename = "match")]
    setup: Value,
    /// Length of the PGN file before the match, in bytes.
    pgn_bytes: u64,
}

/// Journal line of one finished game or attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry<R> {
    /// Text for the PGN file; `None` if no PGN is written.
    pub pgn: Option<String>,
    /// Result of the game or attack.
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

/// Returns the checksum of a line, which continues that of the line before.
pub(super) fn checksum(previous: u32, json: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(previous);
    hasher.update(json);
    hasher.finalize()
}

/// End of the valid lines of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Length of the valid lines in bytes; an incomplete line may follow.
    pub length: u64,
    /// Checksum of the last valid line.
    pub checksum: u32,
}

/// Reason why a journal could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// I/O error from the operating system.
    Io(io::Error),
    /// The text is invalid.
    Content(ContentError),
    /// A callback has rejected the contents.
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

/// Reads the text of a journal of the match `setup`. Calls `begin` with the length that the PGN file had before the
/// match, and `enter` with every entry. An incomplete last line is ignored. The input may be arbitrary bytes.
///
/// # Errors
/// [`ReadError`] names the first line that is damaged or invalid.
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
        let wrong = |why: Text| ReadError::Content(ContentError::Line { line, why });
        if is_torn && count as u64 == LONGEST_LINE {
            return Err(wrong(told!("journal-line-endless")));
        }
        if let Some(begin) = begin.take() {
            let head = head(&bytes).filter(|_| !is_torn);
            let (sum, head) = head.ok_or(ReadError::Content(ContentError::NoJournal))?;
            if head.form != FORM {
                return Err(ReadError::Content(ContentError::OtherForm));
            }
            if sum != checksum(0, &bytes[9..]) {
                return Err(wrong(told!("journal-line-changed")));
            }
            if let Some(key) = first_difference(&head.setup, setup) {
                return Err(ReadError::Content(ContentError::OtherMatch(key)));
            }
            begin(head.pgn_bytes).map_err(ReadError::Refused)?;
            end.checksum = sum;
        } else if is_torn {
            break;
        } else {
            let (sum, json) = split(&bytes).ok_or_else(|| wrong(told!("journal-line-no-entry")))?;
            if sum != checksum(end.checksum, json) {
                return Err(wrong(told!("journal-line-out-of-order")));
            }
            let entry = serde_json::from_slice(json)
                .map_err(|error| wrong(told_by_serde(&error.to_string())))?;
            enter(entry).map_err(ReadError::Refused)?;
            end.checksum = sum;
        }
        end.length += count as u64;
    }
    Ok(end)
}

/// Splits a line into its checksum and its JSON text; returns `None` if it has another form.
fn split(line: &[u8]) -> Option<(u32, &[u8])> {
    let (sum, json) = line.split_at_checked(9)?;
    let sum = std::str::from_utf8(sum).ok()?.strip_suffix(' ')?;
    let plain = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
    let sum = sum.bytes().all(plain).then_some(sum)?;
    Some((u32::from_str_radix(sum, 16).ok()?, json))
}

/// Parses the first line, in the current format or in one of the older formats, which had no checksums. Returns the
/// line's checksum, 0 in the older formats, and its content; `None` if the line is not the head of a journal.
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

/// Returns the name of the first member in which two descriptions of a match differ; `None` if they are equal.
fn first_difference(a: &Value, b: &Value) -> Option<String> {
    let (Some(a), Some(b)) = (a.as_object(), b.as_object()) else {
        return (a != b).then(|| "contents".to_owned());
    };
    a.keys()
        .chain(b.keys())
        .find(|key| a.get(*key) != b.get(*key))
        .cloned()
}

/// Returns the checksum of the journal line for a JSON value, and the line, which ends in a line feed. `previous` is
/// the checksum of the line before.
pub(super) fn line_text(previous: u32, json: &str) -> (u32, String) {
    let sum = checksum(previous, json.as_bytes());
    (sum, format!("{sum:08x} {json}\n"))
}

/// Checks for fuzzing that arbitrary bytes are either read as a journal or rejected, and that the valid lines end
/// within them; then the same for these lines with correct checksums.
///
/// # Panics
/// Panics if a check fails.
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
    // The setup is taken from the text itself, so that the match is always the right one.
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
