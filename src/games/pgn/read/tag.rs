//! Tags of a record: `[White "Ann"]`, with whatever other programs put between the quotes.

use super::{Draft, ReadError, Records};
use base::say;

/// Lines that a tag may go on over.
const MOST_LINES: usize = 5;

/// The name in the tag that a text begins with.
pub(super) fn name(text: &str) -> &str {
    let inside = text.strip_prefix('[').unwrap_or("").trim_start();
    let end = inside.find(|c: char| !(c.is_ascii_alphanumeric() || "_+#=:-".contains(c)));
    &inside[..end.unwrap_or(inside.len())]
}

/// A tag of a text that begins with it: name, value, and how many bytes they take. `text` ends with a line.
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
    // Quotes within the value: it ends at the last one before a bracket.
    if closed.is_none_or(|(_, end)| !may_follow(&quoted[end..])) {
        closed = last_end(quoted).or(closed);
    }
    let (value, end) = closed?;
    Some((name, unescaped(&quoted[..value]), begins + end))
}

/// The value of a tag that begins with a quotation mark of a word processor, and what follows the tag.
fn typeset(text: &str) -> Option<(&str, &str)> {
    let quoted = text.strip_prefix(['“', '”', '„', '«', '″'])?;
    let mut ends = quoted.match_indices(['”', '“', '»', '″', '"']);
    ends.find_map(|(at, quote)| {
        let rest = quoted[at + quote.len()..].trim_start().strip_prefix(']')?;
        Some((&quoted[..at], rest))
    })
}

/// The end of a value by the standard, with quotes and backslashes escaped; and the end of its tag.
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

/// The end of the last value before a bracket, and of its tag.
fn last_end(quoted: &str) -> Option<(usize, usize)> {
    let mut quotes = quoted.rmatch_indices('"');
    quotes.find_map(|(value, _)| Some((value, bracket_after(quoted, value)?)))
}

/// The end of the bracket after the quotation mark that stands at `quote`.
fn bracket_after(text: &str, quote: usize) -> Option<usize> {
    let after = text[quote + 1..].trim_start();
    after.starts_with(']').then(|| text.len() - after.len() + 1)
}

/// Returns true if what follows on its line is nothing that belongs to the tag.
fn may_follow(text: &str) -> bool {
    let line = text.lines().next().unwrap_or("").trim_start();
    line.is_empty() || line.starts_with(['[', '{', ';']) || last_end(line).is_none()
}

/// A value without its escapes. A backslash before anything else is itself.
fn unescaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(next @ ('"' | '\\'))) => {
                value.push(*next);
                letters.next();
            }
            // A value over two lines.
            ('\r', Some('\n')) => {}
            (letter, _) if letter.is_control() => value.push(' '),
            (letter, _) => value.push(letter),
        }
    }
    value
}

impl Records<'_> {
    /// Reads a tag; the text begins with its bracket.
    pub(super) fn tag(&mut self, draft: &mut Draft) -> Result<(), ReadError> {
        let place = self.place;
        let mut end = 0;
        for _ in 0..MOST_LINES {
            let rest = &self.rest[end..];
            // A tag goes on over lines that are not empty and begin none.
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
