//! Advice for slips on the command line, where what was meant can be told from what was written.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};

/// Adds advice to the refusal of a command line, the program's name first.
pub fn advise(refusal: &mut clap::Error, args: &[OsString]) {
    let words: Vec<&str> = args.iter().filter_map(|word| word.to_str()).collect();
    let advice = match refusal.kind() {
        ErrorKind::InvalidSubcommand if words.get(1) == Some(&"uci") => {
            Some("without a command the program speaks UCI: start it by its name alone".to_owned())
        }
        ErrorKind::ValueValidation if is_no_number(refusal) => {
            Some("a whole number is written in digits, such as 5".to_owned())
        }
        ErrorKind::UnknownArgument | ErrorKind::ArgumentConflict | ErrorKind::InvalidValue => {
            unquoted_fen(&words).map(|fen| format!("a FEN is one argument, in quotes: \"{fen}\""))
        }
        _ => None,
    };
    if let Some(advice) = advice {
        let advice = vec![StyledStr::from(advice)];
        refusal.insert(ContextKind::Suggested, ContextValue::StyledStrs(advice));
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
