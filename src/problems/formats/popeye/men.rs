//! Notation of pieces in Popeye's input: `Sd4e5` with the letters of the file's language, and its Forsyth notation.

use super::words::Language;
use crate::terms::piece_text;
use base::messages::Key;
use base::{key, say, told};
use games::Text;
use shakmaty::{Board, Color, Role, Square};
use solve::fairy::{Kind, Man, Men};

/// Splits the word of a piece into its code and its squares: `Sd4e5`. `None` if the word does not have this form.
pub(crate) fn split(word: &str) -> Option<(&str, Vec<Square>)> {
    // Squares have two letters each; the code has one or two.
    let length = 2 - word.chars().count() % 2;
    let end = word.char_indices().nth(length);
    let (code, rest) = word.split_at(end.map_or(word.len(), |(at, _)| at));
    Some((code, squares(rest)?))
}

/// Parses squares without separators: `a1h1`. `None` if the word contains anything else.
pub(super) fn squares(word: &str) -> Option<Vec<Square>> {
    if !word.is_ascii() || !word.len().is_multiple_of(2) {
        return None;
    }
    let pairs = (0..word.len()).step_by(2).map(|at| &word[at..at + 2]);
    pairs
        .map(|pair| pair.to_ascii_lowercase().parse().ok())
        .collect()
}

/// Parses a word of orthodox pieces with their squares.
///
/// # Errors
/// A message about the part that is not valid.
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

/// Parses a word of pieces of any kind with their squares.
///
/// # Errors
/// A message about the part that is not valid.
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

/// Returns the message `why` about a word.
pub(super) fn of_word(word: &str, why: &Text) -> Text {
    Text::of(|lang| say!(lang, "popeye-word", word, why = why.get(lang)))
}

/// Returns true if all pieces are orthodox: neither fairy nor neutral, and royal only if they are kings.
pub(super) fn are_chess(men: &Men) -> bool {
    men.iter().flatten().all(|man| {
        let role = man.kind.role();
        role.is_some() && man.side.is_some() && man.royal == (role == Some(Role::King))
    })
}

/// Returns a board with the orthodox pieces, which FEN can express.
pub(in crate::formats) fn in_fen(men: &Men) -> Board {
    let mut men = *men;
    for man in &mut men {
        if man.is_some_and(|man| !are_chess(&just(man))) {
            *man = None;
        }
    }
    board(&men)
}

/// Returns the other pieces, each as a term of the problem.
pub(in crate::formats) fn beside_fen(men: &Men) -> Vec<String> {
    let all = Square::ALL
        .into_iter()
        .filter_map(|square| Some((men[usize::from(square)]?, square)));
    all.filter(|(man, _)| !are_chess(&just(*man)))
        .map(|(man, square)| piece_text(man, square))
        .collect()
}

/// Returns a board with a single piece, on an arbitrary square.
fn just(man: Man) -> Men {
    let mut men: Men = [None; 64];
    men[0] = Some(man);
    men
}

/// Returns a board with all pieces that have a kind and a colour of chess, even if they are royal without being kings.
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

/// Returns the notation of a piece of any kind with its square in English: `Gd4`.
pub(super) fn of_kind(kind: Kind, square: Square) -> String {
    format!("{}{square}", kind.code())
}

/// Returns the message that pieces of a kind, such as `neutral`, are not supported.
pub(super) fn not_understood(kind: &str) -> Text {
    told!("popeye-pieces-unknown", kind)
}

/// Returns the message that a word is not a square.
pub(super) fn no_square(word: &str) -> Text {
    told!("popeye-no-square", word)
}

/// Returns the notation of an orthodox piece with its square in English: `Sd4`.
pub(in crate::formats) fn word(role: Role, square: Square) -> String {
    format!("{}{square}", letter(role))
}

/// Returns the English letter of a piece; the knight is S.
pub(in crate::formats) fn letter(role: Role) -> char {
    match role {
        Role::Knight => 'S',
        role => role.upper_char(),
    }
}

/// Parses Popeye's Forsyth notation: as in a FEN, but with the letters of the language, numbers greater than a rank
/// (`16`), and any number of empty squares at the end.
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
