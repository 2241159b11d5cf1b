//! Men of chess in Popeye's words: `Sd4e5` in the letters of a file's language, and its Forsyth.

use super::words::Language;
use crate::terms::piece_text;
use base::messages::Key;
use base::{key, say, told};
use games::Text;
use shakmaty::{Board, Color, Role, Square};
use solve::fairy::{Kind, Man, Men};

/// Cuts the word of a piece into its code and its squares: `Sd4e5`. `None` if it is no such word.
pub(crate) fn split(word: &str) -> Option<(&str, Vec<Square>)> {
    // Squares are pairs, so what is left is the piece's code: one letter or two.
    let length = 2 - word.chars().count() % 2;
    let end = word.char_indices().nth(length);
    let (code, rest) = word.split_at(end.map_or(word.len(), |(at, _)| at));
    Some((code, squares(rest)?))
}

/// Reads squares without anything between them: `a1h1`. `None` if something else stands there.
pub(super) fn squares(word: &str) -> Option<Vec<Square>> {
    if !word.is_ascii() || !word.len().is_multiple_of(2) {
        return None;
    }
    let pairs = (0..word.len()).step_by(2).map(|at| &word[at..at + 2]);
    pairs
        .map(|pair| pair.to_ascii_lowercase().parse().ok())
        .collect()
}

/// Reads a word of men and their squares.
///
/// # Errors
/// A sentence that names what is wrong.
pub(in crate::formats) fn read(
    word: &str,
    language: Language,
) -> Result<(Role, Vec<Square>), Text> {
    let (kind, squares) = read_any(word, language)?;
    let role = kind.role().ok_or_else(|| {
        let code = language.word(super::words::Kind::Piece, kind.name());
        language.not_understood(code.unwrap_or_default(), kind.name())
    });
    Ok((role.map_err(|why| of_word(word, &why))?, squares))
}

/// The same of men of any kind.
///
/// # Errors
/// A sentence that names what is wrong.
pub(in crate::formats) fn read_any(
    word: &str,
    language: Language,
) -> Result<(Kind, Vec<Square>), Text> {
    if word.contains('/') {
        let why = told!("popeye-hunters");
        return Err(of_word(word, &why));
    }
    let Some((code, squares)) = split(word) else {
        let length = 2 - word.chars().count() % 2;
        let mut letters = word.chars();
        let code: String = letters.by_ref().take(length).collect();
        let kind = language.kind(&code);
        kind.map_err(|why| of_word(word, &why))?;
        let letters: Vec<char> = letters.collect();
        let mut pairs = letters.chunks(2).map(String::from_iter);
        let bad = pairs.find(|pair| self::squares(pair).is_none());
        return Err(of_word(word, &no_square(&bad.unwrap_or_default())));
    };
    let kind = language.kind(code);
    let kind = kind.map_err(|why| of_word(word, &why))?;
    if squares.is_empty() {
        return Err(told!("popeye-names-no-square", word));
    }
    Ok((kind, squares))
}

/// A sentence about a word.
pub(super) fn of_word(word: &str, why: &Text) -> Text {
    Text::of(|lang| say!(lang, "popeye-word", word, why = why.get(lang)))
}

/// Returns true if all men are men of chess, none of them neutral or royal for another reason than being a king.
pub(super) fn are_chess(men: &Men) -> bool {
    men.iter().flatten().all(|man| {
        let role = man.kind.role();
        role.is_some() && man.side.is_some() && man.royal == (role == Some(Role::King))
    })
}

/// The men that a FEN can hold, as a board.
pub(in crate::formats) fn in_fen(men: &Men) -> Board {
    let mut men = *men;
    for man in &mut men {
        if man.is_some_and(|man| !are_chess(&just(man))) {
            *man = None;
        }
    }
    board(&men)
}

/// The others, each as a term of the problem.
pub(in crate::formats) fn beside_fen(men: &Men) -> Vec<String> {
    let all = Square::ALL
        .into_iter()
        .filter_map(|square| Some((men[usize::from(square)]?, square)));
    all.filter(|(man, _)| !are_chess(&just(*man)))
        .map(|(man, square)| piece_text(man, square))
        .collect()
}

/// A single man.
fn just(man: Man) -> Men {
    let mut men: Men = [None; 64];
    men[0] = Some(man);
    men
}

/// The men of chess among these, as a board.
pub(super) fn board(men: &Men) -> Board {
    let mut board = Board::empty();
    for square in Square::ALL {
        let man = men[usize::from(square)];
        let piece = man.and_then(|man| Some(man.kind.role()?.of(man.side?)));
        if let Some(piece) = piece {
            board.set_piece_at(square, piece);
        }
    }
    board
}

/// A piece and its square in English: `Gd4`.
pub(super) fn of_kind(kind: Kind, square: Square) -> String {
    format!("{}{square}", kind.code())
}

/// Pieces of a kind, such as `neutral`, are refused.
pub(super) fn not_understood(kind: &str) -> Text {
    told!("popeye-pieces-unknown", kind)
}

/// A word is no square.
pub(super) fn no_square(word: &str) -> Text {
    told!("popeye-no-square", word)
}

/// A man and its square in English: `Sd4`.
pub(in crate::formats) fn word(role: Role, square: Square) -> String {
    format!("{}{square}", letter(role))
}

/// English letter of a man: S is the knight.
pub(in crate::formats) fn letter(role: Role) -> char {
    match role {
        Role::Knight => 'S',
        role => role.upper_char(),
    }
}

/// Reads Popeye's Forsyth: as in a FEN, but with the letters of the language, numbers beyond a rank (`16`), and any
/// number of empty squares at the end.
pub(super) fn forsyth(word: &str, language: Language) -> Result<Men, Text> {
    let bad =
        |why: Key| Text::of(|lang| say!(lang, "popeye-bad-forsyth", word, why = why.text(lang)));
    let too_long = || bad(key!("popeye-forsyth-too-long"));
    let mut men: Men = [None; 64];
    let mut at: usize = 0;
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(tens) = letter.to_digit(10) {
            let ones = letters.peek().and_then(|next| next.to_digit(10));
            at += match ones {
                Some(ones) => {
                    letters.next();
                    (tens * 10 + ones) as usize
                }
                None => tens as usize,
            };
            continue;
        }
        let color = match letter {
            '/' => continue,
            '=' => Some(None),
            '+' => Some(Some(Color::White)),
            '-' => Some(Some(Color::Black)),
            _ => None,
        };
        let mut letter = match color {
            Some(_) => letters
                .next()
                .ok_or_else(|| bad(key!("popeye-forsyth-sign")))?,
            None => letter,
        };
        let mut code = letter.to_string();
        if letter == '.' {
            code = letters.by_ref().take(2).collect();
            letter = code.chars().next().unwrap_or_default();
        }
        let kind = language.kind(&code);
        let kind = kind.map_err(|why| of_word(word, &why))?;
        let side = color.unwrap_or(Some(Color::from_white(!letter.is_lowercase())));
        if at >= 64 {
            return Err(too_long());
        }
        men[(7 - at / 8) * 8 + at % 8] = Some(Man::new(side, kind));
        at += 1;
    }
    match at {
        0..=64 => Ok(men),
        _ => Err(too_long()),
    }
}
