//! Advice for common mistakes on the command line that reveal what the user meant.

use base::say;
use clap::error::ErrorKind;
use games::Lang;
use std::error::Error;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};

/// Returns advice on a command line that clap has refused; `None` if there is none. The first of `args` is the
/// program's name.
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

/// Returns true if the refused value should be a whole number and contains other characters than digits.
fn is_no_number(refusal: &clap::Error) -> bool {
    let cause = refusal
        .source()
        .and_then(|cause| cause.downcast_ref::<ParseIntError>());
    cause.is_some_and(|cause| *cause.kind() == IntErrorKind::InvalidDigit)
}

/// Returns the first FEN that was typed without quotes, so that its fields are separate arguments: a board of eight
/// ranks, the side to move, and up to four other fields. `None` if there is none.
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
