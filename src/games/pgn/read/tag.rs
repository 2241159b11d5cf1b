//! Tags of a record: `[White "Ann"]`, also with unescaped quotes in the value.

use super::{Draft, ReadError, Records};
use base::say;

/// Maximum number of lines of a tag.
const MOST_LINES: usize = 5;

/// Name of the tag at the beginning of a text; empty if there is none.
pub(super) fn name(text: &str) -> &str {
    let inside = text.strip_prefix('[').unwrap_or("").trim_start();
    let end = inside.find(|c: char| !(c.is_ascii_alphanumeric() || "_+#=:-".contains(c)));
    &inside[..end.unwrap_or(inside.len())]
}

/// Parses the tag at the beginning of a text: its name, its value, and its length in bytes. `text` must end at the
/// end of a line. Returns `None` if it is not a complete tag.
fn parse(text: &str) -> Option<(&str, String, usize)> {
    let name = name(text);
    if name.is_empty() {
        return None;
    }
    let at = text.find(name)? + name.len();
    let after = text[at..].trim_start();
    if after.starts_with(']') {
        return Some((name, String::new(), text.len() - after.len() + 1));
    }
    let Some(quoted) = after.strip_prefix('"') else {
        let (value, rest) = typeset(after)?;
        return Some((name, unescaped(value), text.len() - rest.len()));
    };
    let begins = text.len() - quoted.len();
    let mut closed = regular_end(quoted);
    // If the value contains quotes, it ends at the last quote before a bracket.
    if closed.is_none_or(|(_, end)| !may_follow(&quoted[end..])) {
        closed = last_end(quoted).or(closed);
    }
    let (value, end) = closed?;
    Some((name, unescaped(&quoted[..value]), begins + end))
}

/// Parses the value of a tag at the beginning of a text, in typographic quotation marks. Returns it and the text after
/// the tag's closing bracket; `None` if the text does not begin with such a value.
fn typeset(text: &str) -> Option<(&str, &str)> {
    let quoted = text.strip_prefix(['“', '”', '„', '«', '″'])?;
    let mut ends = quoted.match_indices(['”', '“', '»', '″', '"']);
    ends.find_map(|(at, quote)| {
        let rest = quoted[at + quote.len()..].trim_start().strip_prefix(']')?;
        Some((&quoted[..at], rest))
    })
}

/// End of a value with escaped quotes and backslashes, as the standard demands, and end of its tag; `None` if there
/// is none.
fn regular_end(quoted: &str) -> Option<(usize, usize)> {
    let (mut escaped, mut letters) = (false, quoted.char_indices());
    let (value, _) = letters.find(|(_, letter)| match letter {
        '\\' if !escaped => {
            escaped = true;
            false
        }
        '"' if !escaped => true,
        _ => {
            escaped = false;
            false
        }
    })?;
    Some((value, bracket_after(quoted, value)?))
}

/// End of the last value before a bracket, and end of its tag; `None` if there is none.
fn last_end(quoted: &str) -> Option<(usize, usize)> {
    let mut quotes = quoted.rmatch_indices('"');
    quotes.find_map(|(value, _)| Some((value, bracket_after(quoted, value)?)))
}

/// End of the bracket after the quotation mark at `quote`; `None` if there is no bracket.
fn bracket_after(text: &str, quote: usize) -> Option<usize> {
    let after = text[quote + 1..].trim_start();
    after.starts_with(']').then(|| text.len() - after.len() + 1)
}

/// Returns true if the text after a tag, on its line, cannot be a part of the tag.
fn may_follow(text: &str) -> bool {
    let line = text.lines().next().unwrap_or("").trim_start();
    line.is_empty() || line.starts_with(['[', '{', ';']) || last_end(line).is_none()
}

/// Removes the escapes from a value. A backslash before any other character is kept.
fn unescaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(next @ ('"' | '\\'))) => {
                value.push(*next);
                letters.next();
            }
            // The value continues on the next line.
            ('\r', Some('\n')) => {}
            (letter, _) if letter.is_control() => value.push(' '),
            (letter, _) => value.push(letter),
        }
    }
    value
}

impl Records<'_> {
    /// Reads a tag; the text must begin with its bracket.
    pub(super) fn tag(&mut self, draft: &mut Draft) -> Result<(), ReadError> {
        let place = self.place;
        let mut end = 0;
        for _ in 0..MOST_LINES {
            let rest = &self.rest[end..];
            // A tag may continue on the next line unless that is empty or begins a tag.
            if end > 0
                && (rest
                    .trim_start_matches([' ', '\t', '\r'])
                    .starts_with(['\n', '['])
                    || rest.is_empty())
            {
                break;
            }
            end += rest.find('\n').map_or(rest.len(), |end| end + 1);
            if let Some((name, value, bytes)) = parse(&self.rest[..end]) {
                draft.pgn.tags.push((name.to_owned(), value));
                draft.tags.push(place);
                self.pass(bytes);
                self.blank = false;
                return Ok(());
            }
        }
        let line = self.rest.lines().next().unwrap_or("").trim_end();
        let shown: String = line.chars().take(60).collect();
        self.bad(say!(self.reading.lang, "pgn-tag-like-white-ann", shown))
    }
}
