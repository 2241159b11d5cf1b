//! Cursor that reads a text word by word, with the numbers of lines.

/// A place in a text, before the next word.
#[derive(Clone, Debug)]
pub(in crate::formats) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    /// Number of the line in which the cursor stands, from 1.
    line: usize,
    /// Line of the last word or text that was read; 0 if there is none.
    last_line: usize,
}

/// A word with its line, from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
    /// True if the word is the first one in its line.
    pub(super) is_first: bool,
}

/// Returns true for a character that separates words.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ';' | ',')
}

impl<'a> Cursor<'a> {
    pub(in crate::formats) fn new(text: &'a str) -> Cursor<'a> {
        Cursor {
            text,
            at: 0,
            line: 1,
            last_line: 0,
        }
    }

    pub(super) fn last_line(&self) -> usize {
        self.last_line
    }

    /// Returns the next word and moves behind it; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Option<Token<'a>> {
        let rest = &self.text[self.at..];
        let space = rest.find(|letter| !is_space(letter)).unwrap_or(rest.len());
        self.line += rest[..space].matches('\n').count();
        self.at += space;
        let rest = &rest[space..];
        let text = &rest[..rest.find(is_space).unwrap_or(rest.len())];
        if text.is_empty() {
            return None;
        }
        let before = self.text[..self.at].rsplit('\n').next();
        let is_first = before.is_none_or(|before| before.chars().all(is_space));
        self.at += text.len();
        self.last_line = self.line;
        let line = self.line;
        Some(Token {
            text,
            line,
            is_first,
        })
    }

    /// Returns the next word without moving; `None` at the end of the text.
    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.clone().next()
    }

    /// Returns the rest of the line without white space at either end, and moves behind its line feed.
    pub(super) fn rest_of_line(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let rest = &rest[..rest.find('\n').unwrap_or(rest.len())];
        self.at += rest.len();
        rest.trim()
    }

    /// Returns the words between this place and `end`, separated by spaces.
    pub(super) fn words_to(&self, end: &Cursor<'a>) -> String {
        let words = self.text[self.at..end.at].split_whitespace();
        words.collect::<Vec<_>>().join(" ")
    }
}
