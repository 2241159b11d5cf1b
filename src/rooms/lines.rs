//! Line numbers of the values in a JSON text, so that a complaint can name the line.
//!
//! The text has been read by serde_json before, so it is known to be well formed; what is walked
//! here is only its outline. On any other text the answer means nothing, but there is one.

/// A step from a value to one inside of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The value of this key of an object.
    Key(&'static str),
    /// This item of an array, from 0.
    Item(usize),
}

/// The line, from 1, on which the value at the end of a path begins. If the path leads nowhere, it
/// is the last value on it that does exist.
pub(super) fn line_of(text: &str, path: &[Step]) -> usize {
    let mut walk = Walk {
        bytes: text.as_bytes(),
        at: 0,
    };
    walk.skip_space();
    let mut found = walk.at;
    for step in path {
        if !walk.enter(*step) {
            break;
        }
        found = walk.at;
    }
    line_at(text.as_bytes(), found)
}

/// The line, from 1, of a byte.
pub(super) fn line_at(bytes: &[u8], at: usize) -> usize {
    let before = &bytes[..at.min(bytes.len())];
    1 + before.iter().filter(|b| **b == b'\n').count()
}

struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Walk<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Goes from the beginning of an object or array to that of a value in it.
    fn enter(&mut self, step: Step) -> bool {
        let begun = self.at;
        self.at += 1;
        let mut index = 0;
        loop {
            self.skip_space();
            let is_wanted = match (step, self.peek()) {
                (_, None | Some(b']' | b'}')) => {
                    self.at = begun;
                    return false;
                }
                (Step::Item(item), _) => item == index,
                (Step::Key(wanted), _) => {
                    let from = self.at;
                    self.skip_value();
                    let key = serde_json::from_slice::<String>(&self.bytes[from..self.at]);
                    self.skip_space();
                    // The colon.
                    self.at += 1;
                    self.skip_space();
                    key.is_ok_and(|key| key == wanted)
                }
            };
            if is_wanted {
                return true;
            }
            self.skip_value();
            self.skip_space();
            if self.peek() == Some(b',') {
                self.at += 1;
            }
            index += 1;
        }
    }

    /// Goes behind a value.
    fn skip_value(&mut self) {
        let mut depth = 0;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => self.skip_string(),
                b'[' | b'{' => (depth, self.at) = (depth + 1, self.at + 1),
                b']' | b'}' if depth == 0 => return,
                b']' | b'}' => (depth, self.at) = (depth - 1, self.at + 1),
                _ if depth > 0 => self.at += 1,
                // A number, true, false or null.
                _ => {
                    let ends = |b: u8| b.is_ascii_whitespace() || matches!(b, b',' | b']' | b'}');
                    while self.peek().is_some_and(|b| !ends(b)) {
                        self.at += 1;
                    }
                    // Whatever this is, it is behind us then.
                    self.at += usize::from(self.peek() == Some(byte));
                }
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn skip_string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += match byte {
                b'\\' => 2,
                _ => 1,
            };
            if byte == b'"' {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Step::{Item, Key};
    use super::*;

    #[test]
    fn values_are_found_on_their_lines() {
        let text = r#"
{ "a": 1, "quote \" }": [null,
  {"b": [true, false,
    -1.5e3,
    "]", "x"]}], "\u0063": {
  "empty": [],
  "d": {},
  "last": "end" } }"#;
        let found: Vec<usize> = [
            &[][..],
            &[Key("a")],
            &[Key("quote \" }"), Item(0)],
            &[Key("quote \" }"), Item(1)],
            &[Key("quote \" }"), Item(1), Key("b"), Item(1)],
            &[Key("quote \" }"), Item(1), Key("b"), Item(2)],
            &[Key("quote \" }"), Item(1), Key("b"), Item(4)],
            &[Key("c"), Key("empty")],
            &[Key("c"), Key("d")],
            &[Key("c"), Key("last")],
        ]
        .iter()
        .map(|path| line_of(text, path))
        .collect();
        assert_eq!(found, [2, 2, 2, 3, 3, 4, 5, 6, 7, 8]);
        // The nearest that there is.
        assert_eq!(line_of(text, &[Key("c"), Key("none")]), 5);
        assert_eq!(line_of(text, &[Key("c"), Key("empty"), Item(0)]), 6);
    }

    #[test]
    fn a_text_that_is_no_json_does_no_harm() {
        for text in ["", "{", "[,,,", "\"\\", "{]", "}}", ",", "[1:2", "é"] {
            for path in [&[][..], &[Item(2)], &[Key("a")]] {
                assert_eq!(line_of(text, path), 1, "{text}");
            }
        }
    }
}
