//! The one reader of game records: PGN of chess, and the same form of every other game.
//!
//! It gives back what the [writer](super::Pgn) takes: tags, moves with their comments, marks and
//! variations, the result, all as text. Which game that is, and whether its moves are legal, is for
//! [`Pgn::line`] to say. What is not understood is refused, with the line where it stands; whoever
//! reads a collection goes on with the game after it.
//!
//! Read are the forms that other programs write: suffixes (`Nf3!?`), numbers with any dots, `;` to the
//! end of a line, lines that begin with a percent sign, `e.p.`, results that are missing.

use super::{Pgn, RecordedMove, Variation};
use crate::{Game, Lang, Line, Words};

/// Variations within variations; nobody writes so many.
const DEEPEST: usize = 30;

/// Marks that are written as signs, with their numbers.
const SIGNS: [(&str, u8); 6] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
];

/// Why a text is no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// Description of the error there, as a sentence without its full stop.
    pub why: String,
}

/// A record, and the line in which it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// From 1.
    pub line: usize,
    /// The record. Laps are counted as in chess until [`Pgn::line`] knows better.
    pub pgn: Pgn,
}

/// The text of a file. The standard says Latin-1; everybody writes UTF-8.
pub fn decoded(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// The records of a text, in order. After an error it goes on at the next tag that follows an empty
/// line.
pub fn records(text: &str) -> Records<'_> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Records {
        rest: text,
        line: 1,
        fresh: true,
        at_next: false,
        no_end_left: false,
    }
}

/// See [`records`].
pub struct Records<'a> {
    rest: &'a str,
    line: usize,
    /// True if the next letter is the first of its line.
    fresh: bool,
    /// True if `rest` begins with a new record already, since the one before it ended in an open variation: then
    /// nothing is skipped after that error.
    at_next: bool,
    /// True if no end of a comment, `}`, is left in the text.
    no_end_left: bool,
}

/// The words that end a record: the usual results, and whatever its tag says.
struct Ends {
    result: Option<String>,
    /// True if the game is not ordinary chess: there `0-0` may be a result, for it is no castling.
    is_variant: bool,
}

impl Ends {
    fn of(pgn: &Pgn) -> Ends {
        Ends {
            result: pgn.value("Result").map(str::to_owned),
            is_variant: pgn.value("Variant").is_some(),
        }
    }

    fn include(&self, word: &str) -> bool {
        matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
            || (!word.starts_with("0-0") || self.is_variant) && self.result.as_deref() == Some(word)
    }
}

/// A piece of a record.
enum Token<'a> {
    Tag(String, String),
    Word(&'a str),
    /// The number of a move, with its dots.
    Number,
    Comment(&'a str),
    Nag(u8),
    Open,
    Close,
}

impl Iterator for Records<'_> {
    type Item = Result<Found, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = self.record();
        if read.is_err() {
            self.skip_to_next();
        }
        read.transpose()
    }
}

impl<'a> Records<'a> {
    fn bad<T>(&self, why: impl Into<String>) -> Result<T, ReadError> {
        let (line, why) = (self.line, why.into());
        Err(ReadError { line, why })
    }

    /// Passes over some bytes, which end between letters.
    fn pass(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.matches('\n').count();
        if !passed.is_empty() {
            self.fresh = passed.ends_with('\n');
        }
        self.rest = rest;
        passed
    }

    fn pass_line(&mut self) -> &'a str {
        let end = self.rest.find('\n').map_or(self.rest.len(), |end| end + 1);
        self.pass(end)
    }

    fn pass_space(&mut self) {
        loop {
            let space = self.rest.len() - self.rest.trim_start().len();
            self.pass(space);
            if !(self.fresh && self.rest.starts_with('%')) {
                return;
            }
            self.pass_line();
        }
    }

    fn skip_to_next(&mut self) {
        if std::mem::take(&mut self.at_next) {
            return;
        }
        let mut empty = false;
        while !self.rest.is_empty() {
            if !self.fresh {
                self.pass_line();
                continue;
            }
            if empty && self.rest.starts_with('[') {
                return;
            }
            empty = self.pass_line().trim().is_empty();
        }
    }

    /// The next record; `None` at the end of the text.
    fn record(&mut self) -> Result<Option<Found>, ReadError> {
        self.pass_space();
        let begun = self.line;
        let mut pgn = Pgn {
            tags: Vec::new(),
            seats: 2,
            first: (1, 0),
            moves: Vec::new(),
            remark: String::new(),
            result: String::new(),
        };
        let mut open = vec![Variation::default()];
        // What there has been of it.
        let (mut any_move, mut any_remark) = (false, false);
        // How it may end, known when its moves begin.
        let mut ends: Option<Ends> = None;
        loop {
            self.pass_space();
            // What is said before the tags of a record is said of it.
            let in_moves = any_move || (any_remark && !pgn.tags.is_empty());
            // A record that says no result ends where the next begins.
            if self.rest.is_empty() || (in_moves && self.fresh && self.rest.starts_with('[')) {
                break;
            }
            let token = self.token(in_moves)?;
            match &token {
                Token::Tag(..) => {}
                Token::Comment(_) => any_remark = true,
                _ => any_move = true,
            }
            match token {
                Token::Tag(name, value) => pgn.tags.push((name, value)),
                Token::Word(word) if ends.get_or_insert_with(|| Ends::of(&pgn)).include(word) => {
                    if open.len() > 1 {
                        return self.bad(format!("'{word}' stands within a variation"));
                    }
                    pgn.result = word.to_owned();
                    self.take_last_words(&mut open)?;
                    break;
                }
                token => self.place(token, &mut open)?,
            }
        }
        if !any_move && pgn.tags.is_empty() {
            // Nothing, or nothing but what is said of no game.
            return Ok(None);
        }
        let [main] = open.as_mut_slice() else {
            // The next record begins here already.
            self.at_next = true;
            let why = "a variation does not end".to_owned();
            return Err(ReadError { line: begun, why });
        };
        pgn.moves = std::mem::take(&mut main.moves);
        pgn.remark = std::mem::take(&mut main.remark);
        if pgn.result.is_empty() {
            pgn.result = pgn.value("Result").unwrap_or("*").to_owned();
        }
        Ok(Some(Found { line: begun, pgn }))
    }

    /// Takes what is said in the line of the result: it is said of this record.
    fn take_last_words(&mut self, open: &mut Vec<Variation>) -> Result<(), ReadError> {
        loop {
            let space = self.rest.len() - self.rest.trim_start_matches([' ', '\t']).len();
            self.pass(space);
            if !self.rest.starts_with(['{', ';']) {
                return Ok(());
            }
            let said = self.token(true)?;
            self.place(said, open)?;
            if self.fresh {
                return Ok(());
            }
        }
    }

    /// Puts a piece of the movetext where it belongs.
    fn place(&self, token: Token, open: &mut Vec<Variation>) -> Result<(), ReadError> {
        let depth = open.len();
        let Some(here) = open.last_mut() else {
            return Ok(());
        };
        match (token, here.moves.last_mut()) {
            (Token::Word(word), _) => {
                let (text, nag) = without_sign(word);
                if text.is_empty() {
                    match (nag, here.moves.last_mut()) {
                        (Some(nag), Some(last)) => last.nags.push(nag),
                        _ => return self.bad(format!("'{word}' stands before the first move")),
                    }
                } else {
                    here.moves.push(RecordedMove {
                        text: text.to_owned(),
                        nags: nag.into_iter().collect(),
                        ..RecordedMove::default()
                    });
                }
            }
            (Token::Comment(text), last) => {
                let place = match last {
                    // What is said after a variation belongs to the move before it, too.
                    Some(last) => &mut last.comment,
                    None => &mut here.remark,
                };
                for word in text.split_whitespace() {
                    if !place.is_empty() {
                        place.push(' ');
                    }
                    place.push_str(word);
                }
            }
            (Token::Nag(nag), Some(last)) => last.nags.push(nag),
            (Token::Nag(nag), None) => {
                return self.bad(format!("'${nag}' stands before the first move"));
            }
            (Token::Open, None) => return self.bad("a variation stands before the first move"),
            (Token::Open, Some(_)) if depth > DEEPEST => {
                return self.bad(format!("variations are nested more than {DEEPEST} deep"));
            }
            (Token::Open, Some(_)) => open.push(Variation::default()),
            (Token::Close, _) => {
                let ended = open.pop().filter(|_| !open.is_empty());
                let last = open.last_mut().and_then(|outer| outer.moves.last_mut());
                match (ended, last) {
                    (Some(ended), Some(last)) => last.variations.push(ended),
                    _ => return self.bad("a variation ends that has not begun"),
                }
            }
            (Token::Tag(..) | Token::Number, _) => {}
        }
        Ok(())
    }

    /// The next piece; there is one.
    fn token(&mut self, in_moves: bool) -> Result<Token<'a>, ReadError> {
        let Some(first) = self.rest.chars().next() else {
            return self.bad("the text ends here");
        };
        match first {
            '[' if !in_moves => return self.tag(),
            '(' => {
                self.pass(1);
                return Ok(Token::Open);
            }
            ')' => {
                self.pass(1);
                return Ok(Token::Close);
            }
            '{' => {
                // Looked for once: a text may be full of comments without an end.
                let end = if self.no_end_left {
                    None
                } else {
                    self.rest.find('}')
                };
                let Some(end) = end else {
                    self.no_end_left = true;
                    return self.bad("a comment does not end");
                };
                let passed = self.pass(end + 1);
                return Ok(Token::Comment(&passed[1..end]));
            }
            ';' => return Ok(Token::Comment(self.pass_line().get(1..).unwrap_or(""))),
            '$' => {
                let digits = self.rest[1..].bytes().take_while(u8::is_ascii_digit);
                let end = 1 + digits.count();
                return match self.rest[1..end].parse() {
                    Ok(nag) => {
                        self.pass(end);
                        Ok(Token::Nag(nag))
                    }
                    Err(_) => {
                        let word: String = self.rest.chars().take(12).collect();
                        self.bad(format!("'{}' is no mark", first_word(&word)))
                    }
                };
            }
            _ => {}
        }
        let ends = |c: char| c.is_whitespace() || "{}();$".contains(c);
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        if end == 0 {
            return self.bad(format!("'{first}' is not understood"));
        }
        // Numbers with their dots say nothing that the moves do not.
        let word = &self.rest[..end];
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dots = word[digits..].bytes().take_while(|b| *b == b'.').count();
        let number = match (digits, dots) {
            (0, 0) => 0,
            // `0000` is a move: that of a blocked tower in Kamisado.
            (digits, 0) if digits == word.len() && !word.starts_with('0') => digits,
            (_, 0) => 0,
            (digits, dots) => digits + dots,
        };
        if number > 0 {
            self.pass(number);
            return Ok(Token::Number);
        }
        let word = self.pass(end);
        match word {
            "e.p." => Ok(Token::Comment("")),
            word => Ok(Token::Word(word)),
        }
    }

    /// `[Name "value"]`.
    fn tag(&mut self) -> Result<Token<'a>, ReadError> {
        let line = self.rest.lines().next().unwrap_or("").trim_end();
        let wrong = |this: &Self| {
            let shown: String = line.chars().take(60).collect();
            this.bad(format!("'{shown}' is not a tag like [White \"Ann\"]"))
        };
        let inside = self.rest[1..].trim_start();
        let end = inside.find(|c: char| c.is_whitespace() || "\"[]".contains(c));
        let (name, rest) = inside.split_at(end.unwrap_or(inside.len()));
        let Some(quoted) = rest.trim_start().strip_prefix('"') else {
            return wrong(self);
        };
        let (mut value, mut escaped, mut end) = (String::new(), false, None);
        for (at, letter) in quoted.char_indices() {
            match letter {
                '\n' => break,
                '\\' if !escaped => escaped = true,
                '"' if !escaped => {
                    end = Some(at);
                    break;
                }
                letter => {
                    value.push(letter);
                    escaped = false;
                }
            }
        }
        let after = end.map(|end| quoted[end + 1..].trim_start_matches([' ', '\t']));
        let Some(after) = after
            .and_then(|a| a.strip_prefix(']'))
            .filter(|_| !name.is_empty())
        else {
            return wrong(self);
        };
        let name = name.to_owned();
        self.pass(self.rest.len() - after.len());
        Ok(Token::Tag(name, value))
    }
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or(text)
}

/// A move without the sign after it, and the sign's number.
fn without_sign(word: &str) -> (&str, Option<u8>) {
    let found = SIGNS
        .iter()
        .find_map(|(sign, nag)| Some((word.strip_suffix(sign)?, *nag)));
    found.map_or((word, None), |(text, nag)| (text, Some(nag)))
}

impl Pgn {
    /// The value of a tag, by its name.
    pub fn value(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Sets a tag, where it stands or after those there are.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tag(name, value),
        }
    }

    /// Plays the moves from a start; laps are counted by it from now on.
    ///
    /// # Errors
    /// The number of the move that is not legal, from 0, and a sentence that names it.
    pub fn line<G: Game + Words>(&mut self, start: G) -> Result<Line<G>, (usize, String)> {
        self.seats = start.players();
        self.first = (start.move_number(), start.turn());
        let mut line = Line::new(start);
        for (ply, made) in self.moves.iter().enumerate() {
            let m = Words::read_move(line.position(), &made.text, Lang::En);
            line.play(m.map_err(|why| (ply, why))?);
        }
        Ok(line)
    }
}

#[cfg(test)]
mod tests;
