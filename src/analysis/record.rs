//! Annotation of a game's PGN with its analysis: evaluations as `[%eval …]` comments, which other programs read,
//! marks for bad moves, the better move as a variation, and proved mates in words.
//!
//! Comments, variations and move marks that the game already has are kept.

use super::accuracy::Accuracy;
use super::{Evaluation, Judgement};
use base::say;
use games::Lang;
use games::chess::Color;
use games::chess::localized;
use games::pgn::{Pgn, RecordedMove, Variation};

/// Numeric annotation glyphs (NAGs) that judge a move: `!` to `?!`.
const JUDGING: std::ops::RangeInclusive<u32> = 1..=6;

impl Judgement {
    /// Numeric annotation glyph (NAG) of the judgement: 6 for `?!`, 2 for `?`, 4 for `??`.
    pub fn nag(self) -> u32 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }

    /// Annotation symbol of the judgement: `?!`, `?` or `??`.
    pub fn sign(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }

    /// Word for the judgement in a language: "mistake".
    pub fn word(self, lang: Lang) -> &'static str {
        match self {
            Judgement::Inaccuracy => say!(lang, "inaccuracy"),
            Judgement::Mistake => say!(lang, "mistake"),
            Judgement::Blunder => say!(lang, "blunder"),
        }
    }
}

/// Writes evaluations into the PGN of a game. `known` holds those of its positions, from the start; it may cover only
/// the first of them.
pub fn annotate(pgn: &mut Pgn, known: &[Evaluation], lang: Lang) {
    for (pair, made) in known.windows(2).zip(&mut pgn.moves) {
        let (before, after) = (&pair[0], &pair[1]);
        let mut said = Vec::new();
        // Checkmate needs no evaluation.
        if after.mate != Some(0) {
            said.push(format!("[%eval {}]", eval(after)));
        }
        if let Some(judgement) = after.judgement {
            if !made.nags.iter().any(|nag| JUDGING.contains(nag)) {
                made.nags.insert(0, judgement.nag());
            }
            let word = judgement.word(lang);
            let best = before
                .best_name
                .as_deref()
                .filter(|best| *best != made.text);
            said.push(match best {
                Some(best) => {
                    let best = localized(best, lang);
                    say!(lang, "judged-better", word, best)
                }
                None => say!(lang, "judged", word),
            });
            if best.is_some() {
                made.variations.push(better(before));
            }
        }
        // A mate is mentioned only when it first appears.
        let is_new = |mate: &i32| before.mate.map(i32::signum) != Some(mate.signum());
        if let Some(mate) = after.mate.filter(|mate| *mate != 0).filter(is_new) {
            let n = mate.unsigned_abs();
            said.push(say!(lang, "mate-proved", n));
        }
        let old = without_eval(&made.comment);
        // Annotating a game twice must not repeat a comment.
        said.retain(|words| !old.contains(words.as_str()));
        said.extend((!old.is_empty()).then_some(old));
        made.comment = said.join(" ");
    }
    if pgn.value("Annotator").is_none() {
        pgn.tag("Annotator", concat!("Atalaya ", env!("CARGO_PKG_VERSION")));
    }
    if known.len() == pgn.moves.len() + 1 {
        for (name, side) in [
            ("WhiteAccuracy", Color::White),
            ("BlackAccuracy", Color::Black),
        ] {
            if let Some(accuracy) = Accuracy::of(known, side).accuracy {
                pgn.set(name, &format!("{accuracy:.1}"));
            }
        }
    }
}

/// Principal variation of the position before a move that was not the best, as a PGN variation.
fn better(before: &Evaluation) -> Variation {
    let mut moves: Vec<RecordedMove> = before
        .line
        .iter()
        .map(|text| RecordedMove {
            text: text.clone(),
            ..RecordedMove::default()
        })
        .collect();
    if let Some(first) = moves.first_mut() {
        first.comment = format!("[%eval {}]", eval(before));
    }
    Variation {
        remark: String::new(),
        moves,
    }
}

/// Evaluation in the form of an `[%eval …]` comment: `0.35`, `#3`, `#-3`.
fn eval(e: &Evaluation) -> String {
    e.text().trim_start_matches('+').to_owned()
}

/// Removes the `[%eval …]` parts from a comment.
fn without_eval(comment: &str) -> String {
    let mut kept = String::new();
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once("[%eval") {
        let Some((_, after)) = after.split_once(']') else {
            break;
        };
        kept += before;
        rest = after;
    }
    kept += rest;
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_evaluations_go_and_what_else_is_said_stays() {
        for (comment, kept) in [
            ("[%eval 0.2] [%clk 0:01:00] good", "[%clk 0:01:00] good"),
            ("a [%eval #-3] b", "a b"),
            ("[%eval never closed", "[%eval never closed"),
            ("", ""),
        ] {
            assert_eq!(without_eval(comment), kept);
        }
    }
}
