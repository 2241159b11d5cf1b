//! Escaping of text from outside, for terminals, JSON and XML.

use std::borrow::Cow;

/// Returns a text that is safe to show at a terminal: control characters (such as those of escape sequences) and
/// characters that change the direction of text are written as escapes, `\u{1b}`. Line feeds and tabs stay.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_obeyed(letter) {
            shown.extend(letter.escape_unicode());
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

/// Returns equivalent JSON in which the characters that [`harmless`] replaces are written as escapes: `\u001b`. In
/// valid JSON they occur only within strings.
pub fn escaped_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_obeyed) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for letter in json.chars() {
        if is_obeyed(letter) {
            escaped += &format!("\\u{:04x}", u32::from(letter));
        } else {
            escaped.push(letter);
        }
    }
    Cow::Owned(escaped)
}

/// Escapes a text for XML. Control characters, most of which XML cannot represent, become spaces.
pub fn escaped_xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Returns true for characters that control a terminal or the text around them: control characters, bidirectional
/// marks, embeddings, overrides and isolates, and separators of lines and paragraphs.
fn is_obeyed(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        letter => letter.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_says_the_same_with_escapes() {
        let json = "{\"a\": \"b\u{9b}31m\u{202e}\u{7f}\",\n\t\"c\": \"ñ\"}";
        let escaped = "{\"a\": \"b\\u009b31m\\u202e\\u007f\",\n\t\"c\": \"ñ\"}";
        assert_eq!(escaped_json(json), escaped);
    }

    #[test]
    fn what_a_terminal_obeys_is_shown_as_numbers() {
        for (text, shown) in [
            ("Peñíscola\t♘ 日本\n", "Peñíscola\t♘ 日本\n"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            ("\u{9b}31m\u{7f}\u{7}\r", "\\u{9b}31m\\u{7f}\\u{7}\\u{d}"),
            (
                "a\u{202e}b\u{2066}c\u{200f}d",
                "a\\u{202e}b\\u{2066}c\\u{200f}d",
            ),
            ("a\u{2028}b", "a\\u{2028}b"),
        ] {
            assert_eq!(harmless(text), shown, "{text:?}");
        }
    }
}
