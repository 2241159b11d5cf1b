//! Chess moves in game records: SAN in all spellings, long algebraic notation, squares, passes.
//!
//! Records are stricter than [typed moves](super::typed): a capital letter is a piece. Accepted are `0-0`, `00`,
//! `e8Q`, `e8(Q)`, `e8/Q`, `Ng1-f3`, `e4xd5`, `e2e4`, `exd6e.p.`, figurines, piece letters of other languages, and
//! `--`, `Z0`, `null` and `pass` for a pass; `ch`, `dbl.ch.`, `mate` after a move; `ed` and `exd`, a pawn's capture
//! by its files, if only one is legal.

use super::{File, Move, Position, Role};
use crate::Lang;
use crate::pgn::REPEATED;
use crate::pgn::letters::Letters;
use base::say;
use shakmaty::san::San;

/// Splits a text into the piece that it begins with, as a letter of SAN (`P` for a pawn), and the rest; `None` if it
/// does not begin with a piece.
fn piece<'a>(text: &'a str, letters: Option<&Letters>) -> Option<(char, &'a str)> {
    if let Some(found) = letters.and_then(|letters| letters.split(text)) {
        return Some(found);
    }
    let first = text.chars().next()?;
    let piece = match first {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        'K' | 'Q' | 'R' | 'B' | 'N' | 'P' => first,
        // Other lower-case letters are files.
        'k' | 'q' | 'r' | 'n' => first.to_ascii_uppercase(),
        _ => return None,
    };
    let rest = &text[first.len_utf8()..];
    // Unicode variation selectors, which choose the style of a figurine.
    Some((piece, rest.trim_start_matches(['\u{fe0e}', '\u{fe0f}'])))
}

/// Parses castling, written with zeros or letters and with any dashes; `None` for any other text.
fn castling(text: &str) -> Option<San> {
    let text = text
        .replace(['–', '—', '‑', '−'], "-")
        .replace(['0', 'o'], "O");
    match text.as_str() {
        "O-O" | "OO" => "O-O".parse().ok(),
        "O-O-O" | "OOO" => "O-O-O".parse().ok(),
        _ => None,
    }
}

/// A pawn's capture without ranks: its files and its promotion.
#[derive(Clone, Copy)]
pub(super) struct ByFiles {
    from: File,
    to: File,
    promotion: Option<Role>,
}

/// Parses a pawn's capture given by its files: `ed`, `exd`, `e:d`. Returns `None` for any other text. `promotion` is
/// the piece that the pawn becomes, which the text does not contain.
pub(super) fn by_files(text: &str, promotion: Option<Role>) -> Option<ByFiles> {
    let mut letters = text
        .chars()
        .filter(|letter| !matches!(letter, 'x' | ':' | '×'));
    let (from, to, end) = (letters.next()?, letters.next()?, letters.next());
    let (from, to) = (File::from_char(from)?, File::from_char(to)?);
    (end.is_none() && from.distance(to) == 1).then_some(ByFiles {
        from,
        to,
        promotion,
    })
}

/// Parses a pawn's capture by its files in a record, with marks and promotion: `ed=Q+`, `edQ`. Returns `None` for any
/// other text.
fn recorded_by_files(text: &str, letters: Option<&Letters>) -> Option<ByFiles> {
    let bare = text.trim_end_matches(['+', '#', '†', '‡']);
    if let Some(found) = by_files(bare, None) {
        return Some(found);
    }
    let (at, _) = bare
        .char_indices()
        .rfind(|(_, letter)| ('a'..='h').contains(letter))?;
    let (files, named) = bare.split_at(at + 1);
    let named = named.strip_prefix(['=', '/']).unwrap_or(named);
    by_files(files, Role::from_char(promoted(named, letters)?.0))
}

/// Parses a move of a record to SAN, [`San::Null`] for a pass; `None` if it has no known spelling. `letters` are the
/// letters of pieces in the record's language; `None` stands for the English ones alone.
fn spelled(text: &str, letters: Option<&Letters>) -> Option<San> {
    if matches!(
        text,
        "--" | "Z0" | "z0" | "null" | "NULL" | "Null" | "pass" | "––" | "——" | "−−"
    ) {
        return Some(San::Null);
    }
    let ends =
        |text: &str| text.ends_with(|c: char| c.is_ascii_digit() || c.is_uppercase() || c == '+');
    let mut bare = REPEATED.iter().filter_map(|word| text.strip_suffix(word));
    let bare = bare.find(|text| ends(text)).unwrap_or(text);
    let bare = bare.trim_end_matches(['+', '#', '†', '‡']);
    let marks = ["e.p.", "e.p", "ep.", "ep"];
    let bare = marks
        .iter()
        .find_map(|mark| bare.strip_suffix(mark))
        .unwrap_or(bare);
    let bare = bare.trim_end_matches(['+', '#']);
    if let Some(castling) = castling(bare) {
        return Some(castling);
    }
    let mut san = String::with_capacity(8);
    let mut rest = bare;
    if let Some((letter, after)) = piece(bare, letters) {
        san.extend((letter != 'P').then_some(letter));
        rest = after;
    }
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        match letter {
            'a'..='h' | '1'..='8' => san.push(letter),
            'x' | 'X' | '×' | ':' => san.push('x'),
            '-' | '–' | '—' | '‑' | '−' => {}
            _ => {
                // Nothing may follow a promotion.
                let named = match letter {
                    '=' | '/' => after,
                    '(' => after.strip_suffix(')')?,
                    _ => rest,
                };
                let (role, nothing) = promoted(named, letters)?;
                san.push('=');
                san.push(role);
                rest = nothing;
                continue;
            }
        }
        rest = after;
    }
    // In `e7e8b` the `b` is a bishop: the only promotion whose lower-case letter is also a file.
    if let Some(squares) = san
        .strip_suffix('b')
        .filter(|squares| squares.len() == 4 && san.starts_with(|c: char| c.is_ascii_lowercase()))
    {
        san = format!("{squares}=B");
    }
    San::from_ascii(san.as_bytes())
        .ok()
        .filter(|san| !matches!(san, San::Put { .. } | San::Null))
}

/// Parses the piece of a promotion, which must be the whole text. Returns its English letter and the empty rest; `None`
/// if the text is not the letter or the figurine of a piece, or is a pawn's.
fn promoted<'a>(text: &'a str, letters: Option<&Letters>) -> Option<(char, &'a str)> {
    let (role, rest) = match text {
        "b" => ('B', ""),
        text => piece(text, letters)?,
    };
    (rest.is_empty() && role != 'P').then_some((role, rest))
}

/// Returns true if a word has the form of a move.
pub(crate) fn is_move(text: &str, letters: Option<&Letters>) -> bool {
    let is_one =
        |letters| spelled(text, letters).is_some() || recorded_by_files(text, letters).is_some();
    San::from_ascii(text.as_bytes()).is_ok_and(|san| !matches!(san, San::Put { .. }))
        || is_one(letters)
        || letters.is_some() && is_one(None)
}

impl Position {
    /// Parses a move of a record.
    ///
    /// # Errors
    /// A sentence that quotes the text and says why it is not legal.
    pub(super) fn read_record(
        &self,
        text: &str,
        letters: Option<&Letters>,
        lang: Lang,
    ) -> Result<Move, String> {
        let mut why = None;
        // The letters of the language first, then the English ones.
        for letters in [letters, None]
            .into_iter()
            .take(1 + usize::from(letters.is_some()))
        {
            let plain = match letters {
                None => San::from_ascii(text.as_bytes()).ok(),
                Some(_) => None,
            };
            let read = match plain.or_else(|| spelled(text, letters)) {
                Some(san) => self.play_san(san, lang),
                None => match recorded_by_files(text, letters) {
                    Some(files) => self.capture_by_files(files, lang),
                    None => continue,
                },
            };
            match read {
                Ok(m) => return Ok(m),
                Err(reason) => drop(why.get_or_insert(reason)),
            }
        }
        let why = why.unwrap_or_else(|| say!(lang, "chess-expected-nf3-e2e4").to_owned());
        Err(say!(lang, "chess-legal-move", text, why))
    }

    /// Returns the only legal capture of a pawn between two files. An `Err` is a reason without a full stop: no such
    /// capture is legal, or several are.
    pub(super) fn capture_by_files(&self, files: ByFiles, lang: Lang) -> Result<Move, String> {
        let mut found = self.legal_moves();
        found.retain(|m| {
            let (from, to) = (m.from(), m.to());
            self.role_at(from) == Some(Role::Pawn)
                && (from.file(), to.file()) == (files.from, files.to)
                && m.promoted() == files.promotion
        });
        match found.as_slice() {
            [m] => Ok(*m),
            [] => Err(say!(lang, "chess-no-pawn-captures-so").to_owned()),
            several => {
                let names: Vec<String> = several.iter().map(|m| self.san(*m)).collect();
                let names = names.join(&format!(" {} ", say!(lang, "chess-or")));
                Err(say!(lang, "chess-may", names))
            }
        }
    }

    fn play_san(&self, san: San, lang: Lang) -> Result<Move, String> {
        if san == San::Null {
            let in_check = say!(lang, "chess-nobody-may-pass-check");
            return self.pass_move().ok_or_else(|| in_check.to_owned());
        }
        let read = self.read_san(san, lang);
        // Two squares, whatever piece stands on the first: `g1f3`, and castling as `e1g1` or `Ke1-g1`.
        if read.is_err()
            && let San::Normal {
                role,
                file: Some(file),
                rank: Some(rank),
                to,
                promotion,
                ..
            } = san
        {
            let from = super::Square::from_coords(file, rank);
            let is_it = role == Role::Pawn || self.role_at(from) == Some(role);
            let letter = promotion.map_or(String::new(), |role| role.char().to_string());
            let squares = self.parse_move(&format!("{from}{to}{letter}"));
            if let (true, Ok(m)) = (is_it, squares) {
                return Ok(m);
            }
        }
        read
    }

    /// Pass, written `--` in records; `None` if the side to move is in check.
    fn pass_move(&self) -> Option<Move> {
        crate::Game::pass(self)
    }
}
