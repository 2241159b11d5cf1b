//! Reader of game records: PGN of chess, and the same form for every other game.
//!
//! [`Records`] iterates over a text and returns one [`PgnRecord`] for each game: the tags, the moves with their
//! comments, marks and variations, the result, and the places of all these in the text. [`PgnRecord::play`]
//! determines the kind of game and checks that the moves are legal. Text that is not understood is an error with line
//! and column; readers of a collection can continue with the next game.
//!
//! A game ends with its result, or where the tags of the next one begin. Empty lines do not end it. Many forms
//! written by other programs are accepted: marks as signs (`Nf3!?`, `±`, `N`), numbers with any dots, `;` to the end
//! of a line, lines that begin with a percent sign, `e.p.`, missing results, tags with quotes in them.

mod play;
mod scan;
mod tag;
#[cfg(test)]
mod tests;

pub use self::play::Kind;
use base::say;

use self::scan::Token;

use super::letters::Letters;
use super::text::{
    REPEATED, is_en_passant, is_space, mark, number, result_at_start, standard_result,
    without_signs,
};
use super::{Pgn, RecordedMove, Variation};
use crate::Lang;
use crate::chess::recorded;
use base::lang::one_of;
use std::fmt;

/// Maximum nesting depth of variations.
const DEEPEST: usize = 30;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
}

/// Error of reading a game record (PGN): its place in the text and its description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Place of the error.
    pub place: Place,
    /// Description of the error there, as a sentence without its full stop.
    pub why: String,
    lang: Lang,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Place { line, column } = self.place;
        let why = &self.why;
        f.write_str(&say!(self.lang, "pgn-place", line, column, why))
    }
}

impl std::error::Error for ReadError {}

/// A record as it was read, with the places of its parts in the text.
#[derive(Clone, Debug)]
pub struct PgnRecord {
    /// Place where the record begins.
    pub place: Place,
    /// Last line of the record, from 1.
    pub last_line: usize,
    /// Contents of the record. The number of seats is that of chess until [`PgnRecord::play`] corrects it.
    pub pgn: Pgn,
    /// Places of the tags, in order.
    tags: Vec<Place>,
    /// Places of all moves, including those of variations, in the order of the text.
    moves: Vec<Place>,
    reading: Reading,
}

/// Options by which a PGN file is read: the letters of the pieces, and the language of error messages.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Language of the errors.
    pub lang: Lang,
    /// Letters of the pieces; if `None`, those stated in the record, or else the English ones.
    pub letters: Option<&'static Letters>,
    /// Prefix of the caller's option that sets the letters (`--piece-letters `), to be shown in error messages;
    /// `None` if there is no such option.
    pub option: Option<&'static str>,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            lang: Lang::EN,
            letters: None,
            option: None,
        }
    }
}

impl Reading {
    /// Returns the sentence that the letters of the pieces look like those of one of `languages`, and which option or
    /// tag makes the reader use these.
    fn about_letters(self, languages: &[&'static Letters]) -> String {
        let lang = self.lang;
        let names = languages.iter().map(|letters| letters.name(lang));
        let names = one_of(&names.collect::<Vec<_>>(), lang);
        let codes: Vec<&str> = languages.iter().map(|letters| letters.code).collect();
        let (code, which) = match codes[..] {
            [one] => (one, String::new()),
            _ => {
                let codes = one_of(&codes, lang);
                ("CODE", say!(lang, "pgn-letters-codes", codes))
            }
        };
        let which = which.as_str();
        match self.option {
            Some(option) => say!(lang, "pgn-letters-option", names, option, code, which),
            None => say!(lang, "pgn-letters-line", names, code, which),
        }
    }

    /// Iterates over the records of a text. After an error it continues at the next tag that follows an empty line.
    pub fn records(self, text: &str) -> Records<'_> {
        Records {
            reading: self,
            rest: text,
            place: Place { line: 1, column: 1 },
            begun: Place { line: 1, column: 1 },
            last_line: 1,
            fresh: true,
            blank: false,
            at_next: false,
            no_end_left: false,
        }
    }
}

/// Iterates over the records of a text, with errors in English: [`Reading::records`].
pub fn records(text: &str) -> Records<'_> {
    Reading::default().records(text)
}

/// Iterator over the records of a text, returned by [`records`].
pub struct Records<'a> {
    reading: Reading,
    rest: &'a str,
    place: Place,
    begun: Place,
    last_line: usize,
    /// True if only white space precedes on the current line.
    fresh: bool,
    /// True if an empty line was read since the last tag.
    blank: bool,
    /// True if `rest` already begins with a new record, because the previous one ended in an open variation: nothing
    /// is then skipped after that error.
    at_next: bool,
    /// True if the rest of the text is known to have no `}` that ends a comment.
    no_end_left: bool,
}

/// Rules, taken from the tags, for reading the words after the tags.
struct Rules {
    /// Value of the tag `Result` if it is a score in points.
    result: Option<String>,
    is_chess: bool,
    letters: Option<&'static Letters>,
}

impl Rules {
    /// Result that a word stands for, in standard form; `None` if it is not a result. Points by seat count only if
    /// the tag has the same value, since `0-0` is castling in chess.
    fn result(&self, word: &str) -> Option<String> {
        let points = || self.result.clone().filter(|points| points == word);
        let standard = standard_result(word).map(str::to_owned);
        standard.or_else(points)
    }
}

/// A record that is being read.
struct Draft {
    pgn: Pgn,
    tags: Vec<Place>,
    moves: Vec<Place>,
    /// Main line, followed by the open variations, the innermost last.
    open: Vec<Variation>,
    /// True if anything but tags and comments was read.
    any_move: bool,
    rules: Option<Rules>,
    /// Line of the result; `None` if it was not read yet.
    ended: Option<usize>,
    /// True if the last move of the game was followed by a draw offer, `(=)`.
    offers_draw: bool,
}

impl Iterator for Records<'_> {
    type Item = Result<PgnRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = self.record();
        if read.is_err() {
            self.skip_to_next();
        }
        read.transpose()
    }
}

impl Records<'_> {
    /// First and last line of the record that was returned last or could not be read.
    pub fn lines(&self) -> (usize, usize) {
        (self.begun.line, self.last_line.max(self.begun.line))
    }

    /// Reads the next record; `None` at the end of the text.
    fn record(&mut self) -> Result<Option<PgnRecord>, ReadError> {
        self.pass_space();
        self.begun = self.place;
        self.blank = false;
        let mut draft = Draft {
            pgn: Pgn {
                tags: Vec::new(),
                seats: 2,
                first: (1, 0),
                moves: Vec::new(),
                remark: String::new(),
                result: String::new(),
            },
            tags: Vec::new(),
            moves: Vec::new(),
            open: vec![Variation::default()],
            any_move: false,
            rules: None,
            ended: None,
            offers_draw: false,
        };
        loop {
            self.pass_space();
            let later = draft.ended.is_some_and(|line| line != self.place.line);
            if self.rest.is_empty() || later && !self.goes_on_with_a_result(&draft) {
                break;
            }
            if self.fresh && self.rest.starts_with('[') {
                if draft.any_move || self.another_begins(&draft) {
                    break;
                }
                self.tag(&mut draft)?;
                continue;
            }
            if self.rest.starts_with('[') && !draft.any_move && draft.tags.last().is_some() {
                // Another tag on the same line.
                self.tag(&mut draft)?;
                continue;
            }
            self.token(&mut draft)?;
        }
        self.finished(draft)
    }

    /// Returns true if the text continues with another result, which then belongs to the same game.
    fn goes_on_with_a_result(&self, draft: &Draft) -> bool {
        let end = self.rest.find(is_space).unwrap_or(self.rest.len());
        let rules = draft.rules.as_ref();
        result_at_start(self.rest).is_some()
            || rules.is_some_and(|rules| rules.result(&self.rest[..end]).is_some())
    }

    /// Returns true if a tag after an empty line belongs to the next game, because the game before has no moves.
    fn another_begins(&self, draft: &Draft) -> bool {
        let name = tag::name(self.rest);
        self.blank && !draft.tags.is_empty() && (name == "Event" || draft.pgn.value(name).is_some())
    }

    fn finished(&mut self, draft: Draft) -> Result<Option<PgnRecord>, ReadError> {
        let Draft {
            mut pgn,
            tags,
            moves,
            mut open,
            any_move,
            rules,
            offers_draw,
            ..
        } = draft;
        if !any_move && pgn.tags.is_empty() {
            // Nothing, or only a comment that belongs to no game.
            return Ok(None);
        }
        let [main] = open.as_mut_slice() else {
            // The rest of the text already begins with the next record.
            self.at_next = true;
            return self.bad_at(
                self.begun,
                say!(self.reading.lang, "pgn-variation-does-end"),
            );
        };
        pgn.moves = std::mem::take(&mut main.moves);
        pgn.remark = std::mem::take(&mut main.remark);
        let rules = match rules {
            Some(rules) => rules,
            None => self.rules(&pgn, &tags)?,
        };
        let scored = |result: &&str| !matches!(*result, "" | "*");
        let tag = pgn.value("Result").and_then(standard_result).filter(scored);
        let end = Some(pgn.result.as_str()).filter(scored);
        if let (Some(tag), Some(end)) = (tag, end)
            && tag != end
        {
            let at = pgn.tags.iter().position(|(name, _)| name == "Result");
            let place = at
                .and_then(|at| tags.get(at))
                .copied()
                .unwrap_or(self.begun);
            return self.bad_at(
                place,
                say!(self.reading.lang, "pgn-tag-result-says-moves", tag, end),
            );
        }
        if pgn.result.is_empty() {
            let tag = pgn.value("Result").and_then(|tag| rules.result(tag));
            let tag = tag.filter(|tag| !offers_draw || tag != "*");
            // A draw offer without a result after it: some programs write a draw in this way.
            let end = if offers_draw { "1/2-1/2" } else { "*" };
            pgn.result = tag.unwrap_or_else(|| end.to_owned());
        }
        // The tag gets the same spelling as the result after the moves.
        let tag = pgn.tags.iter_mut().find(|(name, _)| name == "Result");
        if let Some((_, value)) = tag
            && let Some(standard) = standard_result(value)
        {
            *value = standard.to_owned();
        }
        Ok(Some(PgnRecord {
            place: self.begun,
            last_line: self.lines().1,
            pgn,
            tags,
            moves,
            reading: Reading {
                letters: rules.letters,
                ..self.reading
            },
        }))
    }

    /// Returns the rules, determined by the tags, for reading the moves.
    fn rules(&self, pgn: &Pgn, places: &[Place]) -> Result<Rules, ReadError> {
        let mut letters = self.reading.letters;
        let mut named = pgn.tags.iter().zip(places);
        if letters.is_none()
            && let Some(((name, value), place)) =
                named.find(|((name, _), _)| name == "PieceLetters" || name == "Language")
        {
            letters = Letters::find(value);
            if letters.is_none() && name == "PieceLetters" {
                let codes = Letters::codes();
                return self.bad_at(
                    *place,
                    say!(
                        self.reading.lang,
                        "pgn-no-language-whose-letters",
                        value,
                        codes
                    ),
                );
            }
        }
        let is_chess = matches!(Kind::of(pgn), Kind::Chess { .. });
        let is_score = |text: &&str| {
            text.contains('-') && text.chars().all(|c| c.is_ascii_digit() || c == '-')
        };
        let score = pgn.value("Result").filter(is_score).filter(|_| !is_chess);
        Ok(Rules {
            result: score.map(str::to_owned),
            is_chess,
            letters,
        })
    }

    /// Reads the next token of the moves; the text must not be at its end.
    fn token(&mut self, draft: &mut Draft) -> Result<(), ReadError> {
        let place = self.place;
        let token = self.next_token(draft.open.len() > 1)?;
        let comment = match token {
            Token::Comment(text) => Some(text),
            Token::Offer => {
                draft.offers_draw = draft.open.len() == 1;
                Some("(=)")
            }
            _ => None,
        };
        if let Some(text) = comment {
            if let Some(here) = draft.open.last_mut() {
                let said = match here.moves.last_mut() {
                    // A comment after a variation belongs to the move before the variation.
                    Some(last) => &mut last.comment,
                    None => &mut here.remark,
                };
                say(said, text);
            }
            return Ok(());
        }
        let is_first = !draft.any_move;
        draft.any_move = true;
        if draft.rules.is_none() {
            draft.rules = Some(self.rules(&draft.pgn, &draft.tags)?);
        }
        match (&token, &draft.ended) {
            (Token::Word(_), _) | (_, None) => {}
            (token, Some(_)) => return self.after_the_result(place, token.shown()),
        }
        match token {
            Token::Word(word) => self.word(draft, word, place),
            Token::Number(text) => {
                let number = text.trim_end_matches(['.', '…', ')']);
                if is_first && draft.tags.is_empty() && !matches!(number, "" | "1") {
                    return self.bad_at(
                        place,
                        say!(self.reading.lang, "pgn-first-move-no-tag", text),
                    );
                }
                Ok(())
            }
            Token::Nag(nag) => self.mark(draft, vec![nag], &format!("${nag}"), place),
            Token::Open | Token::Close => self.bracket(draft, matches!(token, Token::Open), place),
            Token::Comment(_) | Token::Offer => Ok(()),
        }
    }

    fn after_the_result<T>(&self, place: Place, word: &str) -> Result<T, ReadError> {
        self.bad_at(
            place,
            say!(self.reading.lang, "pgn-stands-after-result", word),
        )
    }

    /// Processes a word: a result, a mark or a move.
    fn word(&self, draft: &mut Draft, word: &str, place: Place) -> Result<(), ReadError> {
        let Some(rules) = &draft.rules else {
            return Ok(());
        };
        if let Some(result) = rules.result(word) {
            if draft.open.len() > 1 {
                return self.bad_at(
                    place,
                    say!(
                        self.reading.lang,
                        "pgn-result-stands-within-variation",
                        result
                    ),
                );
            }
            let before = std::mem::take(&mut draft.pgn.result);
            draft.pgn.result = match (before.as_str(), result.as_str()) {
                ("" | "*", _) => result,
                (_, "*") => before,
                (one, other) if one == other => result,
                (one, other) => {
                    return self.bad_at(
                        place,
                        say!(self.reading.lang, "pgn-game-two-results", one, other),
                    );
                }
            };
            draft.ended = Some(self.place.line);
            return Ok(());
        }
        if draft.ended.is_some() {
            return self.after_the_result(place, word);
        }
        let has_moves = draft.open.last().is_some_and(|here| !here.moves.is_empty());
        let repeats = rules.is_chess && REPEATED.contains(&word);
        if has_moves && (repeats || is_en_passant(word)) {
            return Ok(());
        }
        if let Some(nag) = mark(word) {
            return self.mark(draft, vec![nag], word, place);
        }
        let (text, nags) = without_signs(word);
        let marks_capture = has_moves && is_en_passant(text) && !nags.is_empty();
        if text.is_empty() || marks_capture {
            return self.mark(draft, nags, word, place);
        }
        let is_move = if rules.is_chess {
            recorded::is_move(text, rules.letters)
        } else {
            // Words with another meaning are not moves.
            let is_other = rules.result(text).is_some()
                || mark(text).is_some()
                || number(text) > 0
                || is_en_passant(text);
            !is_other && !text.starts_with(['[', '%'])
        };
        if !is_move {
            return if rules.is_chess && rules.letters.is_none() {
                self.strange_letters(place, word)
            } else {
                self.strange(place, word)
            };
        }
        draft.moves.push(place);
        draft.offers_draw &= draft.open.len() > 1;
        if let Some(here) = draft.open.last_mut() {
            here.moves.push(RecordedMove {
                text: text.to_owned(),
                nags,
                ..RecordedMove::default()
            });
        }
        Ok(())
    }

    /// Adds marks to the last move.
    fn mark(
        &self,
        draft: &mut Draft,
        nags: Vec<u32>,
        word: &str,
        place: Place,
    ) -> Result<(), ReadError> {
        match draft.open.last_mut().and_then(|here| here.moves.last_mut()) {
            Some(last) => {
                last.nags.extend(nags);
                Ok(())
            }
            None => self.bad_at(
                place,
                say!(self.reading.lang, "pgn-mark-stands-before-first", word),
            ),
        }
    }

    /// Begins a variation if `opens`, or ends one.
    fn bracket(&self, draft: &mut Draft, opens: bool, place: Place) -> Result<(), ReadError> {
        let open = &mut draft.open;
        if opens {
            if open.last().is_none_or(|here| here.moves.is_empty()) {
                return self.bad_at(
                    place,
                    say!(self.reading.lang, "pgn-variation-stands-before-first"),
                );
            }
            if open.len() > DEEPEST {
                return self.bad_at(
                    place,
                    say!(
                        self.reading.lang,
                        "pgn-variations-nested-more-than",
                        most = DEEPEST
                    ),
                );
            }
            open.push(Variation::default());
            return Ok(());
        }
        let ended = open.pop().filter(|_| !open.is_empty());
        let last = open.last_mut().and_then(|outer| outer.moves.last_mut());
        match (ended, last) {
            (Some(ended), Some(last)) => {
                last.variations.push(ended);
                Ok(())
            }
            _ => self.bad_at(place, say!(self.reading.lang, "pgn-variation-ends-begun")),
        }
    }
}

/// Appends the words of a text to a comment. Braces, which comments cannot contain, become bars.
fn say(comment: &mut String, text: &str) {
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        if word.is_empty() {
            continue;
        }
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.extend(
            word.chars()
                .map(|c| if matches!(c, '{' | '}') { '|' } else { c }),
        );
    }
}

impl Pgn {
    /// Returns the value of a tag; `None` if there is no such tag.
    pub fn value(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Sets the value of a tag; a new tag is appended.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tag(name, value),
        }
    }
}
