//! Reading of a PGN game's text itself: parts that the PGN reader skips silently (comments to the end
//! of a line, words that mean nothing), and words of a tag that name the length or another kind of play.

use pgn_reader::SanPlus;

/// Comments to the end of a line (`; …`) in braces: the reader hands out no others.
pub(super) fn in_braces(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.split_inclusive('\n') {
        let is_tag = !in_comment && line.trim_start().starts_with('[');
        let mut begins = None;
        if !is_tag && (in_comment || !line.starts_with('%')) {
            for (at, letter) in line.char_indices() {
                match letter {
                    '{' => in_comment = true,
                    '}' => in_comment = false,
                    ';' if !in_comment => {
                        begins = Some(at);
                        break;
                    }
                    _ => {}
                }
            }
        }
        match begins {
            None => out.push_str(line),
            Some(at) => {
                let said = line[at + 1..].trim().replace(['{', '}'], "|");
                out.push_str(&line[..at]);
                out.push_str(&format!("{{{said}}}\n"));
            }
        }
    }
    out
}

/// A word among the moves that means nothing there: the reader passes over such without a sound.
pub(super) fn strange_word(text: &str) -> Option<&str> {
    let moves = text
        .lines()
        .position(|line| !line.trim_start().starts_with('['));
    let start: usize = text.split_inclusive('\n').take(moves?).map(str::len).sum();
    let mut rest = &text[start..];
    while let Some(letter) = rest.chars().next() {
        let cut = |end: Option<usize>| end.map_or("", |end| &rest[end..]);
        let after = &rest[letter.len_utf8()..];
        match letter {
            '{' => rest = cut(rest.find('}').map(|end| end + 1)),
            ';' => rest = cut(rest.find('\n')),
            '%' if text[..text.len() - rest.len()].ends_with('\n') => rest = cut(rest.find('\n')),
            '(' | ')' | '.' | '!' | '?' => rest = after,
            letter if letter.is_whitespace() => rest = after,
            'e' if rest.starts_with("e.p.") => rest = &rest[4..],
            _ => {
                let ends = |c: char| c.is_whitespace() || "{;().!?".contains(c);
                let end = rest.find(ends).unwrap_or(rest.len());
                let word = &rest[..end];
                let number = |word: &str| word.parse::<u32>().is_ok();
                let known = number(word)
                    || word
                        .strip_prefix('$')
                        .is_some_and(|mark| mark.parse::<u8>().is_ok())
                    || matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2")
                    || word.parse::<SanPlus>().is_ok();
                if !known {
                    return Some(word);
                }
                rest = &rest[end..];
            }
        }
    }
    None
}

/// The number in `#3`, `Mate in 3`, `Mate en 3`, where these are words.
pub(super) fn length_in(text: &str) -> Option<u32> {
    let lower = text.to_lowercase();
    let begins = |at: usize| !lower[..at].ends_with(char::is_alphanumeric);
    ["#", "mate in ", "mate en "].iter().find_map(|start| {
        let mut found = lower.match_indices(start);
        let (at, start) = found.find(|(at, _)| begins(*at))?;
        let rest = &lower[at + start.len()..];
        let end = rest.find(|c: char| !c.is_ascii_digit());
        let (number, after) = rest.split_at(end.unwrap_or(rest.len()));
        let ends = !after.starts_with(char::is_alphanumeric);
        number.parse().ok().filter(|_| ends)
    })
}

/// The word that names another kind of play than one side mating the other: `h#2`, `ser-s#5`, `helpmate`.
pub(super) fn other_play(text: &str) -> Option<&str> {
    const NAMES: [&str; 3] = ["helpmate", "selfmate", "reflexmate"];
    let edges = |c: char| matches!(c, ',' | ';' | '.' | ':' | '(' | ')' | '[' | ']' | '"' | '!');
    let mut words = text.split_whitespace().map(|word| word.trim_matches(edges));
    words.find(|word| {
        let lower = word.to_lowercase();
        let kind = lower
            .split_once('#')
            .filter(|(_, after)| after.starts_with(|c: char| c.is_ascii_digit()));
        let other = |kind: &str| {
            let kind = kind.rsplit_once('-').map_or(kind, |(_, kind)| kind);
            matches!(
                kind,
                "h" | "s" | "r" | "hs" | "hr" | "semi" | "ser" | "pser"
            )
        };
        kind.is_some_and(|(kind, _)| other(kind))
            || NAMES.iter().any(|name| lower.starts_with(name))
    })
}
