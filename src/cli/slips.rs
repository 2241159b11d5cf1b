//! Advice for slips on the command line, where what was meant can be told from what was written.

use base::say;
use clap::error::ErrorKind;
use games::Lang;
use std::error::Error;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};

/// Returns advice on the refusal of a command line, the program's name first.
pub fn advice(refusal: &clap::Error, args: &[OsString], lang: Lang) -> Option<String> {
    let words: Vec<&str> = args.iter().filter_map(|word| word.to_str()).collect();
    match refusal.kind() {
        ErrorKind::InvalidSubcommand if words.get(1) == Some(&"uci") => {
            Some(say!(lang, "cli-usage-uci").to_owned())
        }
        ErrorKind::ValueValidation if is_no_number(refusal) => {
            Some(say!(lang, "cli-usage-digits").to_owned())
        }
        ErrorKind::UnknownArgument | ErrorKind::ArgumentConflict | ErrorKind::InvalidValue => {
            unquoted_fen(&words).map(|fen| say!(lang, "cli-usage-quoted-fen", fen))
        }
        _ => None,
    }
}

/// Returns true if letters were given for a whole number.
fn is_no_number(refusal: &clap::Error) -> bool {
    let cause = refusal
        .source()
        .and_then(|cause| cause.downcast_ref::<ParseIntError>());
    cause.is_some_and(|cause| *cause.kind() == IntErrorKind::InvalidDigit)
}

/// The first FEN whose fields are words of their own: a board of eight ranks, then the side to move, then up to four
/// other fields.
fn unquoted_fen(words: &[&str]) -> Option<String> {
    let is_board = |word: &str| word.split('/').count() == 8 && !word.contains(' ');
    let at = words
        .windows(2)
        .position(|pair| is_board(pair[0]) && matches!(pair[1], "w" | "b"))?;
    let board = words[at].rsplit('=').next().unwrap_or_default();
    let fields = words[at + 1..].iter().take(5);
    let fields = fields.take_while(|word| !word.starts_with("--"));
    Some(
        [board]
            .into_iter()
            .chain(fields.copied())
            .collect::<Vec<_>>()
            .join(" "),
    )
}
