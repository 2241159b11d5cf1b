//! A question of any stipulation as Popeye's input.

use super::super::Lost;
use super::options::Options;
use super::{Outgoing, file, write};
use crate::Draft;
use games::Text;
use solve::fairy::Subject;
use solve::question::{Question, QuestionError};
use std::fmt::Write as _;

/// Writes a question with the words of its author as a whole input; of `words` only author, title, source and tags
/// count. Texts too long for Popeye are cut.
///
/// # Errors
/// A sentence that says what is wrong with the question, or that Popeye does not know.
pub fn question(asked: &Question, words: &Draft) -> Result<String, Text> {
    let fault = |error: QuestionError| Text::same(error.to_string());
    let (_, inquiry) = asked.read().map_err(fault)?;
    let mut draft = words.clone();
    draft.fen.clone_from(&asked.fen);
    draft.extra.clear();
    let outgoing = Outgoing {
        draft: &draft,
        keys: &[],
    };
    let mate = write(&outgoing, &mut Lost::default())?;
    let position = draft.position().map_err(|error| error.localized())?;
    let (before, _) = mate.rsplit_once("\nStipulation ").unwrap_or((&mate, ""));
    let mut out = before.to_owned();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\nStipulation {}", inquiry.stipulation);
    for condition in &asked.conditions {
        let _ = writeln!(out, "Condition {condition}");
    }
    let mut options = Options::of(&position)?;
    options.retain(|option| option != "HalfDuplex");
    let more = [
        (
            position.turn() != inquiry.stipulation.begins(),
            "HalfDuplex",
        ),
        (inquiry.set_play, "SetPlay"),
        (inquiry.tries > 0, "Try"),
        (inquiry.variations, "Variation"),
        (inquiry.duplex, "Duplex"),
    ];
    options.extend(
        more.iter()
            .filter(|(wanted, _)| *wanted)
            .map(|(_, option)| (*option).to_owned()),
    );
    if !options.is_empty() {
        let _ = writeln!(out, "Option {}", options.join(" "));
    }
    Ok(file(&out))
}

impl super::PopeyeProblem {
    /// The same as a question of an editor.
    ///
    /// # Errors
    /// The problem has fairy pieces or conditions, which the editor's board does not show, or an option that the editor
    /// does not have.
    pub fn question(&self) -> Result<Question, &'static str> {
        let Subject::Chess(position) = &self.subject else {
            return Err("fairy pieces or conditions");
        };
        let inquiry = &self.inquiry;
        let odd = [
            (inquiry.post_key, "PostKeyPlay"),
            (inquiry.quodlibet, "Quodlibet"),
            (inquiry.start.is_some(), "a start of its own"),
        ];
        if let Some((_, what)) = odd.into_iter().find(|(odd, _)| *odd) {
            return Err(what);
        }
        Ok(Question {
            fen: position.fen(),
            stipulation: inquiry.stipulation.to_string(),
            conditions: Vec::new(),
            set_play: inquiry.set_play,
            tries: inquiry.tries > 0,
            duplex: inquiry.duplex,
            intended: 1,
        })
    }
}
