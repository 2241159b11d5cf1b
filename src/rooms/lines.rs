//! Line numbers of values in a JSON text, for error messages.

use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// A step from a JSON value to a value inside it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Value of a key of an object.
    Key(&'static str),
    /// Element of an array, by its index from 0.
    Item(usize),
}

/// Line, from 1, on which the value at the end of a path begins. If the path does not exist, the line of the last
/// existing value on it; 1 if the text is not JSON.
pub(super) fn line_of(text: &str, path: &[Step]) -> usize {
    let whole: Result<&RawValue, _> = serde_json::from_str(text);
    let Ok(mut found) = whole else { return 1 };
    for step in path {
        let Some(inside) = inside(found, *step) else {
            break;
        };
        found = inside;
    }
    // The value found is a slice of the text, so its address gives its place.
    line_at(
        text.as_bytes(),
        found.get().as_ptr().addr() - text.as_ptr().addr(),
    )
}

fn inside(value: &RawValue, step: Step) -> Option<&RawValue> {
    match step {
        Step::Key(key) => {
            let members: BTreeMap<String, &RawValue> = serde_json::from_str(value.get()).ok()?;
            members.get(key).copied()
        }
        Step::Item(item) => {
            let items: Vec<&RawValue> = serde_json::from_str(value.get()).ok()?;
            items.get(item).copied()
        }
    }
}

/// Line, from 1, of the byte at index `at`.
pub(super) fn line_at(bytes: &[u8], at: usize) -> usize {
    let before = &bytes[..at.min(bytes.len())];
    1 + before.iter().filter(|b| **b == b'\n').count()
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
