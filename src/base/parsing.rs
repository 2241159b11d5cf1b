//! Sentences of serde and `serde_json` about data that cannot be read, in both languages.

use super::lang::{Lang, Text};

/// Returns a sentence of serde in both languages: `missing field `fen` at line 1 column 2`. The kinds that files and
/// requests usually have are put into Spanish; any other sentence stays as it is in both.
pub fn told_by_serde(sentence: &str) -> Text {
    let place = sentence.rsplit_once(" at line ");
    let place = place.and_then(|(why, place)| Some((why, place.split_once(" column ")?)));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match place.filter(|(_, (line, column))| is_number(line) && is_number(column)) {
        Some((why, (line, column))) => {
            let why = spanish(why);
            Text::new(format!("línea {line}, columna {column}: {why}"), sentence)
        }
        None => Text::new(spanish(sentence), sentence),
    }
}

/// Sentences that are always the same.
const FIXED: [(&str, &str); 23] = [
    (
        "EOF while parsing a list",
        "el texto se acaba dentro de una lista",
    ),
    (
        "EOF while parsing an object",
        "el texto se acaba dentro de un objeto",
    ),
    (
        "EOF while parsing a string",
        "el texto se acaba dentro de una cadena",
    ),
    (
        "EOF while parsing a value",
        "el texto se acaba donde se esperaba un valor",
    ),
    ("expected `:`", "se esperaba ':'"),
    ("expected `,` or `]`", "se esperaba ',' o ']'"),
    ("expected `,` or `}`", "se esperaba ',' o '}'"),
    ("expected `\"`", "se esperaba '\"'"),
    ("expected ident", "se esperaba true, false o null"),
    ("expected value", "se esperaba un valor"),
    ("invalid escape", "la secuencia que empieza con \\ no vale"),
    ("invalid number", "el número no vale"),
    ("number out of range", "el número es demasiado grande"),
    ("invalid unicode code point", "el código Unicode no vale"),
    (
        "control character (\\u0000-\\u001F) found while parsing a string",
        "hay un carácter de control (\\u0000-\\u001F) dentro de una cadena",
    ),
    ("key must be a string", "una clave debe ser una cadena"),
    (
        "lone leading surrogate in hex escape",
        "falta la segunda mitad de un carácter escrito con \\u",
    ),
    (
        "unexpected end of hex escape",
        "un carácter escrito con \\u está a medias",
    ),
    ("trailing comma", "sobra una coma"),
    ("trailing characters", "sobra texto al final"),
    (
        "recursion limit exceeded",
        "hay demasiados niveles uno dentro de otro",
    ),
    ("there are no fields", "no hay campos"),
    ("invalid digit found in string", "no es un número"),
];

fn spanish(sentence: &str) -> String {
    if let Some((_, fixed)) = FIXED.iter().find(|(english, _)| *english == sentence) {
        return (*fixed).to_owned();
    }
    let (what, expected) = match sentence.split_once(", ") {
        Some((what, expected)) => (what, expected),
        None => (sentence, ""),
    };
    let quoted = |text: &str| text.replace('`', "'");
    let list = |text: &str| {
        let text = text.strip_prefix("expected ").unwrap_or(text);
        let text = quoted(text).replacen("one of ", "uno de ", 1);
        match text.as_str() {
            "there are no fields" => "no hay campos".to_owned(),
            names => format!("se esperaba {}", names.replace("' or '", "' o '")),
        }
    };
    let expected_kind = || kind(expected.strip_prefix("expected ").unwrap_or(expected));
    if let Some(name) = sentence.strip_prefix("missing field ") {
        format!("falta el campo {}", quoted(name))
    } else if let Some(name) = sentence.strip_prefix("duplicate field ") {
        format!("el campo {} está dos veces", quoted(name))
    } else if let Some(name) = what.strip_prefix("unknown field ") {
        format!("el campo {} no se conoce: {}", quoted(name), list(expected))
    } else if let Some(name) = what.strip_prefix("unknown variant ") {
        format!("el valor {} no se conoce: {}", quoted(name), list(expected))
    } else if let Some((found, expected)) = typed(sentence) {
        format!(
            "se esperaba {}, y hay {}",
            kind(expected),
            found_kind(found)
        )
    } else if let Some(length) = what.strip_prefix("invalid length ") {
        format!("hay {length} elementos, y se esperaba {}", expected_kind())
    } else {
        sentence.to_owned()
    }
}

/// Takes what was found and what was expected from a sentence such as `invalid type: null, expected a string`.
fn typed(sentence: &str) -> Option<(&str, &str)> {
    let rest = sentence.strip_prefix("invalid type: ");
    let rest = rest.or_else(|| sentence.strip_prefix("invalid value: "))?;
    rest.rsplit_once(", expected ")
}

/// A kind of data that was expected.
fn kind(expected: &str) -> String {
    let is_integer = |text: &str| {
        let bits = text.strip_prefix(['u', 'i']);
        bits.is_some_and(|bits| ["8", "16", "32", "64", "128", "size"].contains(&bits))
    };
    match expected {
        "a string" | "a borrowed string" | "string" => "un texto".to_owned(),
        "a sequence" | "sequence" => "una lista".to_owned(),
        "a map" | "map" | "any valid JSON object" => "un objeto".to_owned(),
        "a boolean" | "boolean" => "true o false".to_owned(),
        "f32" | "f64" => "un número".to_owned(),
        "unit" | "null" => "null".to_owned(),
        text if is_integer(text) => "un número entero".to_owned(),
        text if text.starts_with("struct ") => "un objeto".to_owned(),
        other => other.replace('`', "'"),
    }
}

/// A value that was found, which serde names by its kind.
fn found_kind(found: &str) -> String {
    for (english, spanish) in [
        ("integer `", "el número "),
        ("floating point `", "el número "),
        ("boolean `", "el valor "),
        ("string \"", "el texto \""),
    ] {
        if let Some(value) = found.strip_prefix(english) {
            return format!("{spanish}{}", value.trim_end_matches('`'));
        }
    }
    kind(found)
}

/// The same as [`told_by_serde`], in one language.
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
            assert_eq!(told.get(Lang::Es), spanish);
            assert_eq!(told.get(Lang::En), english);
        }
    }
}
