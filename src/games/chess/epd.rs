//! Lines of EPD: a position in the first four fields of a FEN, then operations.
//!
//! `k7/8/1K6/8/8/8/8/7R w - - bm Rh8; id "a; b";` has the operations `bm` and `id`. A quoted text is one operand,
//! semicolons included; in it a backslash escapes a quote or a backslash. A quote that is never closed is an ordinary
//! character, as it occurs in remarks of collections. Two counters may precede the operations, as in a FEN.
//! [`EpdLine`] and [`Operation`] are written by `Display` in the form in which they are read.

use super::Position;
use super::fen::FenError;
use crate::{Read, Text};
use base::told;
use std::fmt;

/// A parsed line of EPD. [`EpdLine::position`] checks that its position is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdLine {
    /// Fields of the position: four, or up to six with counters; fewer if the line is too short.
    pub fen: String,
    /// Operations, in the order of the line.
    pub operations: Vec<Operation>,
}

/// An opcode with its operands; quotation marks are removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Opcode: `bm`, `dm`, `id` and the like.
    pub opcode: String,
    /// Operands: words and quoted texts.
    pub operands: Vec<String>,
}

impl Operation {
    /// Creates an operation.
    pub fn new(opcode: impl Into<String>, operands: Vec<String>) -> Operation {
        let opcode = opcode.into();
        Operation { opcode, operands }
    }

    /// Returns true if the operands are strings by the EPD standard and must be quoted: `id`, `c0` to `c9`, `v0` to
    /// `v9`.
    fn has_strings(&self) -> bool {
        self.opcode == "id" || matches!(self.opcode.as_bytes(), [b'c' | b'v', b'0'..=b'9'])
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A number in place of an opcode would be read as a counter of the position.
        let is_number = self.opcode.bytes().all(|byte| byte.is_ascii_digit());
        if is_plain(&self.opcode) && !is_number {
            f.write_str(&self.opcode)?;
        } else {
            quote(f, &self.opcode)?;
        }
        for operand in &self.operands {
            f.write_str(" ")?;
            if is_plain(operand) && !self.has_strings() {
                f.write_str(operand)?;
            } else {
                quote(f, operand)?;
            }
        }
        f.write_str(";")
    }
}

impl fmt::Display for EpdLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen)?;
        self.operations
            .iter()
            .try_for_each(|operation| write!(f, " {operation}"))
    }
}

/// Returns true for a word that can be written without quotation marks.
pub fn is_plain(word: &str) -> bool {
    let strange = |c: char| c.is_whitespace() || matches!(c, ';' | '"');
    !word.is_empty() && !word.contains(strange)
}

fn quote(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    write!(f, "\"{escaped}\"")
}

/// Error in a line of EPD.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.localized())]
pub enum EpdError {
    /// A `dm` or `bm #` without a valid number of moves.
    Length {
        /// The operation, as in the line.
        operation: String,
        /// Greatest number that is allowed.
        most: i32,
    },
}

impl EpdError {
    /// Message of the error, in every language.
    pub fn localized(&self) -> Text {
        let EpdError::Length { operation, most } = self;
        told!("epd-no-mate-length", operation, most)
    }
}

/// Lines of a file that are neither empty nor a comment (`#`), each with its number from 1. A byte-order mark is
/// skipped.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let numbered = text.lines().enumerate();
    numbered
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

impl EpdLine {
    /// Parses a line. It cannot fail: errors in the position are found by [`EpdLine::position`].
    pub fn parse(line: &str) -> EpdLine {
        let (fen, rest) = split_position(line);
        let mut operations = Vec::new();
        let mut words: Vec<String> = Vec::new();
        let mut rest = rest.trim_start();
        while !rest.is_empty() {
            if let Some((inside, after)) = rest.strip_prefix('"').and_then(quoted) {
                words.push(inside);
                rest = after;
            } else if let Some(after) = rest.strip_prefix(';') {
                operations.extend(operation(&mut words));
                rest = after;
            } else {
                let ends = |c: char| c.is_whitespace() || c == ';' || c == '"';
                // The first character may be a quote that is never closed.
                let first = rest.chars().next().map_or(0, char::len_utf8);
                let end = rest[first..]
                    .find(ends)
                    .map_or(rest.len(), |end| first + end);
                words.push(rest[..end].to_owned());
                rest = &rest[end..];
            }
            rest = rest.trim_start();
        }
        operations.extend(operation(&mut words));
        EpdLine { fen, operations }
    }

    /// Returns the position, with the counters of the operations `hmvc` and `fmvn` if the line has them. For `chess960`
    /// see [`Position::read_fen`].
    ///
    /// # Errors
    /// [`FenError`] says what is wrong.
    pub fn position(&self, chess960: bool) -> Result<Read<Position>, FenError> {
        let said = |opcode: &str| {
            let mut operations = self.operations.iter().filter(|o| o.opcode == opcode);
            operations.find_map(|o| match o.operands.as_slice() {
                [count] if !count.trim().is_empty() => Some(count.as_str()),
                _ => None,
            })
        };
        let mut fields: Vec<&str> = self.fen.split_whitespace().collect();
        let said = [(4, "0", said("hmvc")), (5, "1", said("fmvn"))];
        if fields.len() < 4 || said.iter().all(|(_, _, count)| count.is_none()) {
            return Position::read_fen(&self.fen, chess960);
        }
        for (at, usual, count) in said {
            match (fields.get_mut(at), count) {
                (Some(field), Some(count)) => *field = count,
                (Some(_), None) => {}
                (None, count) => fields.push(count.unwrap_or(usual)),
            }
        }
        Position::read_fen(&fields.join(" "), chess960)
    }

    /// Name of the line, from its operation `id`; several words without quotes are joined. `None` if it has none.
    pub fn id(&self) -> Option<String> {
        let id = self.operations.iter().find(|o| o.opcode == "id")?;
        Some(id.operands.join(" ")).filter(|id| !id.is_empty())
    }

    /// Number of moves to mate, from `dm N` or `bm #N`; negative if the side to move is mated. `None` if the line
    /// states none.
    ///
    /// # Errors
    /// [`EpdError::Length`] if the number is not from 1 to `most` or the negative of such a number.
    pub fn mate_length(&self, most: i32) -> Result<Option<i32>, EpdError> {
        for operation in &self.operations {
            let number = match (operation.opcode.as_str(), operation.operands.first()) {
                ("dm", operand) => operand.map_or("", String::as_str),
                ("bm", Some(operand)) if operand.starts_with('#') => &operand[1..],
                _ => continue,
            };
            let wanted = |n: &i32| *n != 0 && (-most..=most).contains(n);
            return match number.parse().ok().filter(wanted) {
                Some(length) => Ok(Some(length)),
                None => {
                    let mut words = vec![operation.opcode.as_str()];
                    words.extend(operation.operands.iter().map(String::as_str));
                    let operation = words.join(" ");
                    Err(EpdError::Length { operation, most })
                }
            };
        }
        Ok(None)
    }
}

/// Splits a text at its next quotation mark into the unescaped text before and the rest after it; `None` if there is
/// no such mark.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut inside = String::new();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((inside, &text[at + 1..])),
            '\\' => match letters.next_if(|(_, next)| matches!(next, '"' | '\\')) {
                Some((_, next)) => inside.push(next),
                None => inside.push('\\'),
            },
            letter => inside.push(letter),
        }
    }
    None
}

/// Removes the words collected so far and returns them as an operation; `None` if there are none.
fn operation(words: &mut Vec<String>) -> Option<Operation> {
    let mut words = std::mem::take(words).into_iter();
    let opcode = words.next()?;
    Some(Operation {
        opcode,
        operands: words.collect(),
    })
}

/// Splits a line into the fields of the position, joined by spaces, and the rest.
fn split_position(line: &str) -> (String, &str) {
    let mut rest = line;
    let mut fields = Vec::new();
    while fields.len() < 6 {
        let trimmed = rest.trim_start();
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let (word, after) = trimmed.split_at(end);
        let counter = word.bytes().all(|b| b.is_ascii_digit());
        if word.is_empty() || (fields.len() >= 4 && !counter) {
            break;
        }
        fields.push(word);
        rest = after;
    }
    (fields.join(" "), rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(line: &str) -> EpdLine {
        EpdLine::parse(line)
    }

    #[test]
    fn a_line_is_split_into_position_and_length() {
        for (line, fen, length) in [
            ("k7/8 w - - bm #3; PV: a1a2;", "k7/8 w - -", Some(3)),
            ("k7/8 b - - 0 1 dm 12;", "k7/8 b - - 0 1", Some(12)),
            ("k7/8 b - - 3 dm 12", "k7/8 b - - 3", Some(12)),
            ("k7/8 b - - bm #-6; Defence;", "k7/8 b - -", Some(-6)),
            ("k7/8 b - - bm Qa5; id \"x\";", "k7/8 b - -", None),
            ("k7/8 b - - id \"a; dm 3\"; dm 4;", "k7/8 b - -", Some(4)),
            ("k7/8 b - - c0 \"\" ; bm #2", "k7/8 b - -", Some(2)),
            ("k7/8 b - - bm #2; \" (Gustav);", "k7/8 b - -", Some(2)),
            ("k7/8 b - - id \"a; dm 3;", "k7/8 b - -", Some(3)),
            ("k7/8 b - -", "k7/8 b - -", None),
        ] {
            let epd = parse(line);
            assert_eq!(epd.fen, fen);
            assert_eq!(epd.mate_length(126), Ok(length), "{line}");
        }
    }

    #[test]
    fn counters_may_be_operations() {
        let fen = |line: &str| {
            let position = parse(line).position(false);
            position
                .map(|read| read.split().0.fen())
                .map_err(|error| error.to_string())
        };
        let mate = "7k/8/5K2/8/8/8/8/6R1 w - -";
        for (said, counters) in [
            ("hmvc 98; fmvn 80;", "98 80"),
            ("fmvn 7; dm 2;", "0 7"),
            ("3 9 hmvc 5; hmvc 6;", "5 9"),
            ("dm 2;", "0 1"),
        ] {
            assert_eq!(
                fen(&format!("{mate} {said}")),
                Ok(format!("{mate} {counters}"))
            );
        }
        let wrong = fen(&format!("{mate} hmvc many;")).expect_err("no number");
        assert!(wrong.contains("fifty-move counter is 'many'"), "{wrong}");
    }

    #[test]
    fn operands_are_words_or_what_stands_in_quotes() {
        let epd = parse("k7/8 w - - bm Qa5 Qb6;id \"a; b\" ;  c0 one\"two\";");
        let found: Vec<_> = epd
            .operations
            .iter()
            .map(|o| (o.opcode.as_str(), o.operands.join("|")))
            .collect();
        let expected = [("bm", "Qa5|Qb6"), ("id", "a; b"), ("c0", "one|two")];
        assert_eq!(
            found,
            expected.map(|(code, words)| (code, words.to_owned()))
        );
    }

    proptest! {
        #[test]
        fn whatever_is_read_is_written_and_read_again(
            line in "[a-z0-9/]{0,3}( [a-zA-Z0-9#;\"\\\\-]{0,5}){0,12}",
            text in "\\PC{0,60}",
        ) {
            for line in [line, text] {
                let read = parse(&line);
                prop_assert_eq!(&parse(&read.to_string()), &read, "{:?} {:?}", line, read.to_string());
            }
        }
    }

    #[test]
    fn every_usual_form_of_operations_is_read_and_written() {
        const KING: &str = "7k/8/5K2/8/8/8/8/6R1 w - -";
        for (said, operations, written) in [
            ("", &[][..], ""),
            ("0 1", &[], ""),
            ("5", &[], ""),
            (
                "hmvc 5; fmvn 9;",
                &[&["hmvc", "5"][..], &["fmvn", "9"]],
                "hmvc 5; fmvn 9;",
            ),
            ("bm Rh1", &[&["bm", "Rh1"]], "bm Rh1;"),
            (
                "bm Rh1 Kf7; am Ra1;",
                &[&["bm", "Rh1", "Kf7"], &["am", "Ra1"]],
                "bm Rh1 Kf7; am Ra1;",
            ),
            (
                "acd 12; acn 5000; acs 3; ce -25;",
                &[
                    &["acd", "12"],
                    &["acn", "5000"],
                    &["acs", "3"],
                    &["ce", "-25"],
                ],
                "acd 12; acn 5000; acs 3; ce -25;",
            ),
            (
                "pv Kf7 Kh7 Rh1;",
                &[&["pv", "Kf7", "Kh7", "Rh1"]],
                "pv Kf7 Kh7 Rh1;",
            ),
            (
                "c0 \"a; b\"; c9 \"\";",
                &[&["c0", "a; b"], &["c9", ""]],
                "c0 \"a; b\"; c9 \"\";",
            ),
            ("id \"BK.01\";", &[&["id", "BK.01"]], "id \"BK.01\";"),
            ("id BK.01;", &[&["id", "BK.01"]], "id \"BK.01\";"),
            (
                "D1 20; D2 400;",
                &[&["D1", "20"], &["D2", "400"]],
                "D1 20; D2 400;",
            ),
            (
                ";D1 20 ;D2 400",
                &[&["D1", "20"], &["D2", "400"]],
                "D1 20; D2 400;",
            ),
            ("noop; resign;;", &[&["noop"], &["resign"]], "noop; resign;"),
            (
                "0 1 bm Rh1; dm 2;",
                &[&["bm", "Rh1"], &["dm", "2"]],
                "bm Rh1; dm 2;",
            ),
            (
                "bm\tRh1 ;\tdm  2",
                &[&["bm", "Rh1"], &["dm", "2"]],
                "bm Rh1; dm 2;",
            ),
            (
                "c1 \"say \\\"check\\\"\";",
                &[&["c1", "say \"check\""]],
                "c1 \"say \\\"check\\\"\";",
            ),
        ] {
            let line = parse(&format!("{KING} {said}"));
            let found: Vec<Vec<&str>> = line
                .operations
                .iter()
                .map(|o| {
                    [&o.opcode]
                        .into_iter()
                        .chain(&o.operands)
                        .map(String::as_str)
                        .collect()
                })
                .collect();
            assert_eq!(found, operations, "{said}");
            assert!(line.fen.starts_with(KING), "{said}: {}", line.fen);
            let rest = line.to_string()[line.fen.len()..].trim().to_owned();
            assert_eq!(rest, written, "{said}");
        }
    }

    #[test]
    fn a_line_has_the_fields_of_a_position_or_is_refused_by_the_one_that_is_missing() {
        let board = "7k/8/5K2/8/8/8/8/6R1";
        for (line, read) in [
            (format!("{board} w - -"), Ok("0 1")),
            (format!("{board} w - - 7"), Ok("7 1")),
            (format!("{board} w - - 7 30"), Ok("7 30")),
            (format!("{board} w -"), Ok("0 1")),
            (format!("{board} w"), Ok("0 1")),
            (board.to_owned(), Err("side to move is ''")),
            (String::new(), Err("the FEN is empty")),
        ] {
            let fen = parse(&line)
                .position(false)
                .map(|read| read.split().0.fen());
            match read {
                Ok(counters) => assert_eq!(
                    fen.map_err(|error| error.to_string()),
                    Ok(format!("{board} w - - {counters}")),
                    "{line}"
                ),
                Err(named) => {
                    let why = fen.expect_err("no position").to_string();
                    assert!(why.contains(named), "{line}: {why}");
                }
            }
        }
    }

    #[test]
    fn a_backslash_makes_a_quote_a_letter() {
        let epd = parse(r#"k7/8 w - - id "a \"b\" \\"; c0 "C:\dir"; c1 "open \""#);
        let found: Vec<_> = epd
            .operations
            .iter()
            .map(|o| o.operands.join("|"))
            .collect();
        assert_eq!(found, [r#"a "b" \"#, r"C:\dir", r#""open|\|""#]);
    }

    #[test]
    fn what_cannot_be_meant_is_named() {
        for (line, complaint) in [
            (
                "k7/8 w - - bm #x;",
                "'bm #x' does not name a mate in 1 to 9",
            ),
            ("k7/8 w - - bm #;", "'bm #' does not name"),
            ("k7/8 w - - dm 0;", "'dm 0' does not name"),
            ("k7/8 w - - dm -10;", "'dm -10' does not name"),
            ("k7/8 w - - dm;", "'dm' does not name"),
        ] {
            let error = parse(line).mate_length(9).expect_err(line).to_string();
            assert!(error.contains(complaint), "{error}");
        }
    }

    #[test]
    fn comments_empty_lines_and_a_byte_order_mark_are_passed_over() {
        let found: Vec<_> = lines("\u{feff}# a\n\n k7 \r\n#b\nk8").collect();
        assert_eq!(found, [(3, "k7"), (5, "k8")]);
        assert_eq!(lines("\u{feff}k7").collect::<Vec<_>>(), [(1, "k7")]);
    }
}
