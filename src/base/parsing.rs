//! Translation of the error messages of serde and `serde_json`.

use super::lang::{Lang, Text, one_of};
use super::messages::Key;
use super::{key, say};

/// Translates an error message of serde, such as ``missing field `fen` at line 1 column 2``, into every language.
/// Messages of an unknown form are returned in English.
pub fn told_by_serde(sentence: &str) -> Text {
    let place = sentence.rsplit_once(" at line ");
    let place = place.and_then(|(why, place)| Some((why, place.split_once(" column ")?)));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let place = place.filter(|(_, (line, column))| is_number(line) && is_number(column));
    Text::of(|lang| match place {
        Some((why, (line, column))) => {
            say!(
                lang,
                "serde-place",
                why = translate(why, lang),
                line,
                column
            )
        }
        None => translate(sentence, lang),
    })
}

/// Messages without variable parts; their English texts are those of serde.
const FIXED: [Key; 23] = [
    key!("serde-eof-list"),
    key!("serde-eof-object"),
    key!("serde-eof-string"),
    key!("serde-eof-value"),
    key!("serde-colon"),
    key!("serde-comma-list"),
    key!("serde-comma-object"),
    key!("serde-quote"),
    key!("serde-ident"),
    key!("serde-value"),
    key!("serde-escape"),
    key!("serde-number"),
    key!("serde-number-range"),
    key!("serde-unicode"),
    key!("serde-control"),
    key!("serde-key-string"),
    key!("serde-surrogate"),
    key!("serde-hex-escape"),
    key!("serde-trailing-comma"),
    key!("serde-trailing-characters"),
    key!("serde-recursion"),
    key!("serde-no-fields"),
    key!("serde-no-number"),
];

/// Translates a message without its "at line … column …" part.
fn translate(sentence: &str, lang: Lang) -> String {
    let fixed = FIXED.iter().find(|key| key.text(Lang::EN) == sentence);
    match fixed {
        Some(key) => key.text(lang).to_owned(),
        None => with_names(sentence, lang).unwrap_or_else(|| sentence.to_owned()),
    }
}

/// Translates a message with variable parts; `None` if its form is unknown.
fn with_names(sentence: &str, lang: Lang) -> Option<String> {
    if let Some(name) = sentence.strip_prefix("missing field ") {
        return Some(say!(lang, "serde-missing-field", name = quoted(name, lang)));
    }
    if let Some(name) = sentence.strip_prefix("duplicate field ") {
        return Some(say!(
            lang,
            "serde-duplicate-field",
            name = quoted(name, lang)
        ));
    }
    if let Some(rest) = sentence.strip_prefix("invalid type: ") {
        let (found, kind) = typed(rest, lang)?;
        return Some(say!(lang, "serde-invalid-type", found, kind));
    }
    if let Some(rest) = sentence.strip_prefix("invalid value: ") {
        let (found, kind) = typed(rest, lang)?;
        return Some(say!(lang, "serde-invalid-value", found, kind));
    }
    let (start, rest) = sentence.split_once(", ")?;
    if let Some(length) = start.strip_prefix("invalid length ") {
        let kind = kind(rest.strip_prefix("expected ")?, lang);
        return Some(say!(lang, "serde-invalid-length", length, kind));
    }
    let expected = match rest.strip_prefix("expected ") {
        Some(names) => match names.strip_prefix("one of ") {
            Some(names) => say!(lang, "serde-expected-one-of", names = quoted(names, lang)),
            None => {
                let names: Vec<String> = names.split(" or ").map(|n| quoted(n, lang)).collect();
                say!(lang, "serde-expected", names = one_of(&names, lang))
            }
        },
        None => translate(rest, lang),
    };
    if let Some(name) = start.strip_prefix("unknown field ") {
        let name = quoted(name, lang);
        return Some(say!(lang, "serde-unknown-field", name, expected));
    }
    let name = quoted(start.strip_prefix("unknown variant ")?, lang);
    Some(say!(lang, "serde-unknown-variant", name, expected))
}

/// Replaces backticks by the quotation marks of a language.
fn quoted(text: &str, lang: Lang) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(index, name)| match index % 2 {
        0 => name.to_owned(),
        _ => say!(lang, "serde-quoted", name),
    });
    parts.collect()
}

/// Splits a text such as `null, expected a string` into the value found and the kind expected, both translated;
/// `None` if it has another form.
fn typed(rest: &str, lang: Lang) -> Option<(String, String)> {
    let (found, expected) = rest.rsplit_once(", expected ")?;
    Some((found_kind(found, lang), kind(expected, lang)))
}

/// Translates serde's name of an expected kind of data.
fn kind(kind: &str, lang: Lang) -> String {
    let is_integer = |text: &str| {
        let bits = text.strip_prefix(['u', 'i']);
        bits.is_some_and(|bits| ["8", "16", "32", "64", "128", "size"].contains(&bits))
    };
    match kind {
        "a string" | "a borrowed string" | "string" => say!(lang, "serde-kind-string", kind),
        "a sequence" | "sequence" => say!(lang, "serde-kind-sequence", kind),
        "a map" | "map" | "any valid JSON object" => say!(lang, "serde-kind-map", kind),
        "a boolean" | "boolean" => say!(lang, "serde-kind-boolean", kind),
        "f32" | "f64" => say!(lang, "serde-kind-float", kind),
        "unit" | "null" => say!(lang, "serde-kind-unit", kind),
        text if is_integer(text) => say!(lang, "serde-kind-integer", kind),
        text if text.starts_with("struct ") => say!(lang, "serde-kind-map", kind),
        other => quoted(other, lang),
    }
}

/// Translates serde's description of the value found.
fn found_kind(found: &str, lang: Lang) -> String {
    let after = |start: &str| Some(found.strip_prefix(start)?.trim_matches('`'));
    if let Some(value) = after("integer `") {
        say!(lang, "serde-found-integer", value)
    } else if let Some(value) = after("floating point `") {
        say!(lang, "serde-found-float", value)
    } else if let Some(value) = after("boolean `") {
        say!(lang, "serde-found-boolean", value)
    } else if let Some(value) = after("string ") {
        say!(lang, "serde-found-string", value)
    } else {
        kind(found, lang)
    }
}

/// Translates an error of serde into one language, like [`told_by_serde`].
pub fn serde_text(error: &impl std::fmt::Display, lang: Lang) -> String {
    told_by_serde(&error.to_string()).get(lang).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_sentences_are_put_into_spanish() {
        for (english, spanish) in [
            (
                "EOF while parsing an object at line 2 column 0",
                "línea 2, columna 0: el texto se acaba dentro de un objeto",
            ),
            ("missing field `fen`", "falta el campo 'fen'"),
            ("duplicate field `fen`", "el campo 'fen' está dos veces"),
            (
                "unknown field `x`, expected one of `fen`, `title` at line 1 column 4",
                "línea 1, columna 4: el campo 'x' no se conoce: se esperaba uno de 'fen', 'title'",
            ),
            (
                "unknown field `x`, expected `fen` or `title`",
                "el campo 'x' no se conoce: se esperaba 'fen' o 'title'",
            ),
            (
                "unknown field `x`, there are no fields",
                "el campo 'x' no se conoce: no hay campos",
            ),
            (
                "unknown variant `dance`, expected one of `ping`, `seek`",
                "el valor 'dance' no se conoce: se esperaba uno de 'ping', 'seek'",
            ),
            (
                "invalid type: integer `1`, expected a string",
                "se esperaba un texto, y hay el número 1",
            ),
            (
                "invalid type: string \"a, b\", expected f64",
                "se esperaba un número, y hay el texto \"a, b\"",
            ),
            (
                "invalid value: integer `-1`, expected u32",
                "se esperaba un número entero, y hay el número -1",
            ),
            (
                "invalid type: map, expected a sequence",
                "se esperaba una lista, y hay un objeto",
            ),
            (
                "something of its own at line x",
                "something of its own at line x",
            ),
        ] {
            let told = told_by_serde(english);
            assert_eq!(told.get(Lang::ES), spanish);
            assert_eq!(told.get(Lang::EN), english);
        }
    }
}
