//! Recognition of the number of moves, or of another kind of play, in the text of a PGN tag.

/// Number of moves of a problem that a tag contains.
#[derive(Clone, Copy)]
pub(super) struct Hint {
    pub(super) moves: u32,
    /// True if it is written in words, `Mate in 3`; false for `#3`.
    pub(super) in_words: bool,
}

/// Returns the number in `#3`, `Mate in 3` or `Mate en 3` within a text; `None` if there is none.
pub(super) fn length_in(text: &str) -> Option<Hint> {
    let lower = text.to_lowercase();
    let begins = |at: usize| !lower[..at].ends_with(char::is_alphanumeric);
    ["#", "mate in ", "mate en "].iter().find_map(|start| {
        let mut found = lower.match_indices(start);
        let (at, start) = found.find(|(at, _)| begins(*at))?;
        let rest = &lower[at + start.len()..];
        let end = rest.find(|c: char| !c.is_ascii_digit());
        let (number, after) = rest.split_at(end.unwrap_or(rest.len()));
        let ends = !after.starts_with(char::is_alphanumeric);
        let moves = number.parse().ok().filter(|_| ends)?;
        Some(Hint {
            moves,
            in_words: start != "#",
        })
    })
}

/// Returns the word of a text that denotes another kind of play than a direct mate: `h#2`, `ser-s#5`, `helpmate`;
/// `None` if there is none.
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
