//! Decoding of files, and parsing of single words of a record: results, marks, numbers.

use std::borrow::Cow;

/// Characters of the bytes 0x80 to 0x9F in Windows-1252; all other bytes are those of Latin-1.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes a file like [`text_of`], but rejects control characters that do not occur in texts.
///
/// # Errors
/// The first such byte.
pub fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, u8> {
    let text = text_of(bytes);
    let is_strange = |byte: &u8| matches!(byte, 0..=8 | 14..=25 | 27..=31 | 127);
    match text.bytes().find(is_strange) {
        Some(byte) => Err(byte),
        None => Ok(text),
    }
}

/// Decodes a file: UTF-8 or UTF-16 by its byte-order mark, else UTF-8 if it is valid, else Windows-1252.
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    let wide = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        let (units, _) = rest.as_chunks::<2>();
        let units: Vec<u16> = units.iter().map(|pair| unit(*pair)).collect();
        Cow::Owned(String::from_utf16_lossy(&units))
    };
    let text = match bytes {
        [0xFF, 0xFE, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(bytes.iter().map(|byte| latin(*byte)).collect()),
        },
    };
    // Line ends of classic Mac OS.
    if text.contains('\r') && !text.contains('\n') {
        return Cow::Owned(text.replace('\r', "\n"));
    }
    text
}

fn latin(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS[usize::from(byte - 0x80)],
        other => char::from(other),
    }
}

/// Returns true for characters between words: white space, byte-order marks, and the end-of-file character of DOS.
pub(super) fn is_space(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{1a}')
}

/// Spellings of one side's score, in half points.
const SCORES: [(&str, u8); 6] = [
    ("1/2", 1),
    ("½", 1),
    ("0.5", 1),
    ("0,5", 1),
    ("1", 2),
    ("0", 0),
];

/// Converts a result (`1:0`, `½ - ½`, `0.5-0.5`, `(=)`) to its standard form, `1-0`, `0-1`, `1/2-1/2` or `*`; `None`
/// if the text is not a result.
pub fn standard_result(text: &str) -> Option<&'static str> {
    let text = text.trim();
    if draw_offer(text) == text.len() && !text.is_empty() {
        return Some("1/2-1/2");
    }
    let (bytes, result) = result_at_start(text)?;
    (bytes == text.len()).then_some(result)
}

/// Length in bytes of the draw offer (`(=)`, `( = )`) at the beginning of a text; 0 if there is none.
pub(super) fn draw_offer(text: &str) -> usize {
    let space = [' ', '\t', '\u{a0}'];
    let inside = text
        .strip_prefix('(')
        .map(|text| text.trim_start_matches(space));
    let after = inside.and_then(|text| text.strip_prefix('='));
    let after = after.and_then(|text| text.trim_start_matches(space).strip_prefix(')'));
    after.map_or(0, |after| text.len() - after.len())
}

/// Length in bytes and standard form of the result at the beginning of a text; `None` if there is none.
pub(super) fn result_at_start(text: &str) -> Option<(usize, &'static str)> {
    if !text.starts_with(['0', '1', '½', '*']) {
        return None;
    }
    let ends = |rest: &str| {
        rest.is_empty() || rest.starts_with(|c: char| is_space(c) || "{};,()$".contains(c))
    };
    let score = |text: &str| {
        let mut scores = SCORES.iter();
        scores.find_map(|(score, halves)| Some((text.strip_prefix(score)?.len(), *halves)))
    };
    if let Some(rest) = text.strip_prefix('*').filter(|rest| ends(rest)) {
        return Some((text.len() - rest.len(), "*"));
    }
    let (after, white) = score(text)?;
    let after = &text[text.len() - after..];
    let both = || {
        let space = [' ', '\t', '\u{a0}'];
        let dash = after.trim_start_matches(space);
        let rest = dash.strip_prefix(['-', ':', '–', '—', '‑', '−'])?;
        let rest = rest.trim_start_matches(space);
        let (left, black) = score(rest)?;
        let rest = &rest[rest.len() - left..];
        let result = match (white, black) {
            (2, 0) => "1-0",
            (0, 2) => "0-1",
            (1, 1) => "1/2-1/2",
            _ => return None,
        };
        ends(rest).then_some((text.len() - rest.len(), result))
    };
    both().or_else(|| {
        let alone = ends(after) && text.starts_with(['½', '1']) && white == 1;
        alone.then_some((text.len() - after.len(), "1/2-1/2"))
    })
}

/// Marks that are written as signs, with their numbers (NAGs). Of two signs with the same end the longer comes first.
const SIGNS: [(&str, u32); 43] = [
    ("!!", 3),
    ("‼", 3),
    ("??", 4),
    ("⁇", 4),
    ("!?", 5),
    ("⁉", 5),
    ("?!", 6),
    ("⁈", 6),
    ("!", 1),
    ("?", 2),
    ("□", 7),
    ("=/∞", 44),
    ("=∞", 44),
    ("∞=", 44),
    ("∞", 13),
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+=", 14),
    ("=+", 15),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("+-", 18),
    ("+−", 18),
    ("+–", 18),
    ("-+", 19),
    ("−+", 19),
    ("–+", 19),
    ("=", 10),
    ("⨀", 22),
    ("⊙", 22),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("⨁", 138),
    ("∆", 140),
    ("⌓", 142),
    ("©", 44),
];

/// Marks that are separate words, with their numbers (NAGs).
const WORDS: [(&str, u32); 6] = [
    ("N", 146),
    ("D", 220),
    ("RR", 145),
    ("TN", 146),
    ("Δ", 140),
    ("∇", 141),
];

/// Number (NAG) of a mark that is a whole word; `None` if the word is not a mark.
pub(super) fn mark(word: &str) -> Option<u32> {
    let mut marks = SIGNS.iter().chain(&WORDS);
    marks.find(|(sign, _)| *sign == word).map(|(_, nag)| *nag)
}

/// Splits a word into a move and the numbers (NAGs) of the marks after it, in their order.
pub(super) fn without_signs(word: &str) -> (&str, Vec<u32>) {
    let (mut text, mut nags) = (word, Vec::new());
    // Fast exit: most moves end in a digit or a sign of mate.
    while !text.ends_with(|c: char| c.is_ascii_digit() || c == '#') {
        let sign = SIGNS
            .iter()
            .find_map(|(sign, nag)| Some((text.strip_suffix(sign)?, *nag)));
        // `N` marks a novelty, unless it is the promotion of a pawn on its last rank.
        let novelty = || {
            let before = text.strip_suffix('N')?;
            let promotes = before.ends_with(['1', '8'])
                && before.starts_with(|c: char| ('a'..='h').contains(&c));
            (before.ends_with(|c: char| ('1'..='8').contains(&c)) && !promotes)
                .then_some((before, 146))
        };
        // `--` is a move, not a mark.
        let Some((before, nag)) = sign.or_else(novelty) else {
            break;
        };
        (text, _) = (before, nags.insert(0, nag));
    }
    (text, nags)
}

/// Length in bytes of the move number followed by a bracket (`1)`, `12.)`) at the beginning of a text; 0 if there is
/// none.
pub(super) fn number_in_bracket(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let dots = text[digits..]
        .bytes()
        .take_while(|byte| *byte == b'.')
        .count();
    let closed = text[digits + dots..].starts_with(')');
    if digits > 0 && closed {
        digits + dots + 1
    } else {
        0
    }
}

/// Length in bytes of the move number with its dots at the beginning of a word; 0 if there is none.
pub(super) fn number(word: &str) -> usize {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].find(|c| c != '.' && c != '…');
    let dots = dots.unwrap_or(word.len() - digits);
    match (digits, dots) {
        // `0000` is a move: that of a blocked tower in Kamisado.
        (digits, 0) if digits == word.len() && !word.starts_with('0') => digits,
        (_, 0) => 0,
        (digits, dots) => digits + dots,
    }
}

/// Redundant words after a move: check and mate follow from the move itself.
pub(crate) const REPEATED: [&str; 10] = [
    "dbl.ch.",
    "dis.ch.",
    "disc.ch.",
    "dbl.",
    "dis.",
    "checkmate",
    "check",
    "mate",
    "ch.",
    "ch",
];

/// Returns true for words that mark an en-passant capture, which follows from the move itself.
pub(super) fn is_en_passant(word: &str) -> bool {
    matches!(
        word,
        "e.p." | "e.p" | "ep" | "ep." | "e.p.+" | "ep+" | "e.p.#" | "ep#"
    )
}
