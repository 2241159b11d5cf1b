//! Tokens of a record: white space, lines for other programs, words, comments, marks, brackets.

use super::{Place, ReadError, Records};
use crate::chess::recorded;
use crate::pgn::letters::Letters;
use crate::pgn::text::{
    draw_offer, is_en_passant, is_space, number, number_in_bracket, result_at_start, without_signs,
};
use base::say;

/// Maximum number of words of a game that are examined to guess its language.
const MOST_LOOKED_AT: usize = 400;

/// HTML entity of a space, which occurs in records copied from web pages.
const ENTITY: &str = "&nbsp;";

/// A token of a record's moves.
pub(super) enum Token<'a> {
    Word(&'a str),
    /// Move number, with its dots.
    Number(&'a str),
    Comment(&'a str),
    Nag(u32),
    /// Draw offer, `(=)`.
    Offer,
    Open,
    Close,
}

impl<'a> Records<'a> {
    pub(super) fn bad<T>(&self, why: impl Into<String>) -> Result<T, ReadError> {
        self.bad_at(self.place, why)
    }

    pub(super) fn bad_at<T>(&self, place: Place, why: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError {
            place,
            why: why.into(),
            lang: self.reading.lang,
        })
    }

    pub(super) fn strange<T>(&self, place: Place, word: &str) -> Result<T, ReadError> {
        let shown: String = word.chars().take(60).collect();
        self.bad_at(place, say!(self.reading.lang, "pgn-understood", shown))
    }

    /// Like `strange`, for a word of a game of chess that may be a move in the letters of another language: the error
    /// then names the language. The words that follow in the game help to determine it.
    pub(super) fn strange_letters<T>(&self, place: Place, word: &str) -> Result<T, ReadError> {
        let rest = self
            .rest
            .split_once("\n[")
            .map_or(self.rest, |(game, _)| game);
        let words = rest.split(|c: char| is_space(c) || "{}();,.".contains(c));
        let words: Vec<&str> = words.take(MOST_LOOKED_AT).collect();
        let read = |letters| {
            let is_move = |word: &&&str| {
                let word = without_signs(word).0;
                recorded::is_move(word, Some(letters)) && !recorded::is_move(word, None)
            };
            let is_one = is_move(&&word);
            is_one.then(|| words.iter().filter(is_move).count())
        };
        let languages = Letters::likeliest(read);
        if languages.is_empty() {
            return self.strange(place, word);
        }
        let about = self.reading.about_letters(&languages);
        self.bad_at(
            place,
            say!(self.reading.lang, "pgn-understood-about", word, about),
        )
    }

    /// Consumes some bytes, which must end at a character boundary, and returns them.
    pub(super) fn pass(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at(bytes);
        let in_line = match passed.rfind('\n') {
            Some(last) => {
                self.place.line += passed.matches('\n').count();
                (self.place.column, self.fresh) = (1, true);
                &passed[last + 1..]
            }
            None => passed,
        };
        self.place.column += in_line.chars().count();
        self.fresh = self.fresh && in_line.chars().all(is_space);
        if !passed.trim_start().is_empty() {
            // A line feed at the end still belongs to its line.
            self.last_line = self.place.line - usize::from(passed.ends_with('\n'));
        }
        self.rest = rest;
        passed
    }

    pub(super) fn pass_line(&mut self) -> &'a str {
        let end = self.rest.find('\n').map_or(self.rest.len(), |end| end + 1);
        self.pass(end)
    }

    /// Skips white space, and lines that begin with a percent sign, which are reserved for other programs.
    pub(super) fn pass_space(&mut self) {
        loop {
            let end = self.rest.find(|c| !is_space(c));
            let was_fresh = self.fresh;
            let space = self.pass(end.unwrap_or(self.rest.len()));
            self.blank |= space.matches('\n').count() + usize::from(was_fresh) > 1;
            // A space copied from a web page.
            if self.rest.starts_with(ENTITY) {
                self.pass(ENTITY.len());
                continue;
            }
            if !(self.place.column == 1 && self.rest.starts_with('%')) {
                return;
            }
            let last = self.last_line;
            self.pass_line();
            self.last_line = last;
        }
    }

    pub(super) fn skip_to_next(&mut self) {
        if std::mem::take(&mut self.at_next) {
            return;
        }
        let mut empty = false;
        while !self.rest.is_empty() {
            if self.place.column > 1 {
                self.pass_line();
                continue;
            }
            if empty && self.rest.starts_with('[') {
                return;
            }
            empty = self.pass_line().trim().is_empty();
        }
    }

    /// Reads the next token; the text must not be at its end. Outside of variations a bracket may be part of a move
    /// number.
    pub(super) fn next_token(&mut self, in_variation: bool) -> Result<Token<'a>, ReadError> {
        if let Some((bytes, result)) = result_at_start(self.rest) {
            self.pass(bytes);
            return Ok(Token::Word(result));
        }
        if !in_variation {
            let number = number_in_bracket(self.rest);
            if number > 0 {
                return Ok(Token::Number(self.pass(number)));
            }
        }
        match self.rest.as_bytes().first() {
            Some(b'(') if draw_offer(self.rest) > 0 => {
                self.pass(draw_offer(self.rest));
                return Ok(Token::Offer);
            }
            Some(b'(') => {
                let inside = self.rest[1..]
                    .split_once(')')
                    .map_or("", |(inside, _)| inside);
                if is_en_passant(inside) {
                    self.pass(inside.len() + 2);
                    return Ok(Token::Word(inside));
                }
                if is_time(inside) {
                    return Ok(Token::Comment(self.pass(inside.len() + 2)));
                }
                self.pass(1);
                return Ok(Token::Open);
            }
            Some(b')') => {
                self.pass(1);
                return Ok(Token::Close);
            }
            Some(b'{') => {
                // The search for `}` is not repeated, because a text may be full of comments that are never closed.
                let end = if self.no_end_left {
                    None
                } else {
                    self.rest.find('}')
                };
                let Some(end) = end else {
                    self.no_end_left = true;
                    return self.bad(say!(self.reading.lang, "pgn-comment-does-end"));
                };
                let passed = self.pass(end + 1);
                return Ok(Token::Comment(&passed[1..end]));
            }
            Some(b';') => return Ok(Token::Comment(self.pass_line().get(1..).unwrap_or(""))),
            Some(b'$') => {
                let digits = self.rest[1..].bytes().take_while(u8::is_ascii_digit);
                let end = 1 + digits.count();
                if let Ok(nag) = self.rest[1..end].parse() {
                    self.pass(end);
                    return Ok(Token::Nag(nag));
                }
            }
            // Some programs write a comma between the moves of White and Black.
            Some(b',') => {
                self.pass(1);
                return Ok(Token::Number(","));
            }
            _ => {}
        }
        let ends = |c: char| is_space(c) || "{}();,".contains(c) || c == '$';
        let mut end = self.rest.find(ends).unwrap_or(self.rest.len());
        if let Some(at) = self.rest[..end].find('&')
            && at > 0
            && self.rest[at..].starts_with(ENTITY)
        {
            end = at;
        }
        if end == 0 {
            let until = self.rest.find(is_space).unwrap_or(self.rest.len());
            return self.strange(self.place, &self.rest[..until]);
        }
        let number = number(&self.rest[..end]);
        if number > 0 {
            return Ok(Token::Number(self.pass(number)));
        }
        if let Some(promotion) = promotion_in_brackets(self.rest, end) {
            let after = self.rest[promotion..].find(ends);
            end = after.map_or(self.rest.len(), |after| promotion + after);
        }
        Ok(Token::Word(self.pass(end)))
    }
}

impl Token<'_> {
    /// Text of the token, or its first characters, for error messages.
    pub(super) fn shown(&self) -> &str {
        match self {
            Token::Word(text) | Token::Number(text) | Token::Comment(text) => text,
            Token::Nag(_) => "$",
            Token::Offer => "(=)",
            Token::Open => "(",
            Token::Close => ")",
        }
    }
}

/// Returns true for a time in brackets after a move: `0:05`, `1:02:30`.
fn is_time(text: &str) -> bool {
    let mut parts = text.split([':', '.']);
    text.contains(':')
        && parts.all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

/// End of a promotion such as `e8(Q)`, where `end` is the place of the bracket; `None` if it is not one.
fn promotion_in_brackets(text: &str, end: usize) -> Option<usize> {
    let inside = text[end..].strip_prefix('(')?;
    let piece = inside
        .chars()
        .next()
        .filter(|c| c.is_alphabetic() || ('♔'..='♟').contains(c))?;
    let closed = inside[piece.len_utf8()..].starts_with(')');
    let promotes = text[..end].ends_with(['1', '8']);
    (closed && promotes).then(|| end + 2 + piece.len_utf8())
}
