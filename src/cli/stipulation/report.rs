//! Formatting of a solution as text, and its verdict.

use crate::cli::figures::nodes_and_time;
use base::say;
use games::Lang;
use games::chess::Color;
use solve::fairy::Outcome;
use solve::stipulation::{Extent, MOST_LINES, Soundness, Summary};
use std::fmt::Write;

/// Verdict on a problem, ordered from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// There is a solution, or exactly as many as intended.
    Solved,
    /// There is no solution, or another number than intended.
    Unsolved,
    /// Undecided: the limits were reached first.
    Open,
}

/// Returns the verdict on the play that was asked for. Solutions with the sides exchanged (duplex) do not count.
/// `intended` is the number of solutions that the author intends; `None` if that is not known.
pub(super) fn verdict(answer: &Outcome, intended: Option<u32>) -> Verdict {
    let Some(part) = answer.summaries.first() else {
        return Verdict::Unsolved;
    };
    let stopped = answer
        .summaries
        .iter()
        .any(|part| part.extent == Extent::Stopped);
    // If one side defends, a second key is a cook, unless the author intends it.
    let intended = intended.or_else(|| part.stipulation.is_battle().then_some(1));
    match (intended, part.count) {
        (Some(intended), count) if count > intended as usize => Verdict::Unsolved,
        _ if stopped => Verdict::Open,
        (Some(intended), count) if count < intended as usize => Verdict::Unsolved,
        (None, 0) => Verdict::Unsolved,
        _ => Verdict::Solved,
    }
}

/// Returns the whole report of a solution as text in a language. `intended` is the number of solutions that the author
/// intends, `None` if it was not given. The solutions themselves are in the language of their
/// [solver](solve::stipulation::Solver::in_language).
pub(in crate::cli) fn text(
    answer: &Outcome,
    rules: &[String],
    intended: Option<u32>,
    lang: Lang,
) -> String {
    let mut out = String::new();
    for part in &answer.summaries {
        write_part(&mut out, part, intended.filter(|_| !part.duplex), lang);
    }
    if let Some(line) = computer_tested(answer, rules, intended, lang) {
        let _ = writeln!(out, "{line}");
    }
    out + &nodes_and_time(answer.nodes, answer.time, lang)
}

/// Returns the word that messages have for a side.
fn side(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

fn write_part(out: &mut String, part: &Summary, intended: Option<u32>, lang: Lang) {
    let other = side(part.begins.other());
    if part.duplex {
        out.push('\n');
    }
    if part.extent == Extent::Illegal {
        let _ = writeln!(out, "{}", say!(lang, "stipulation-no-duplex", side = other));
        return;
    }
    let _ = writeln!(out, "{}\n", heading(part, lang));
    if part.no_set_play {
        let sentence = say!(lang, "stipulation-no-set-play", side = other);
        let _ = writeln!(out, "{sentence}\n");
    }
    if part.stipulation.is_battle() {
        let tree = &part.tree;
        if !tree.is_empty() {
            let _ = writeln!(out, "{}\n", tree.trim_end());
        }
    } else {
        for (texts, more) in [(&part.set_texts, part.more_set_lines), (&part.texts, false)] {
            for text in texts {
                let _ = writeln!(out, "  {text}");
            }
            if more {
                let _ = writeln!(out, "  {}", say!(lang, "stipulation-more-set-play"));
            }
            if !texts.is_empty() || more {
                out.push('\n');
            }
        }
    }
    let _ = writeln!(out, "{}", sentence(part, intended, lang));
}

/// Returns the line above a solution: the stipulation, the side that begins, and the numbers of men.
fn heading(part: &Summary, lang: Lang) -> String {
    let [white, black, neutral] = part.men;
    let (asked, side) = (part.stipulation, side(part.begins));
    let text = match neutral {
        0 => say!(lang, "stipulation-begins", asked, side, white, black),
        neutral => say!(
            lang,
            "stipulation-begins-neutral",
            asked,
            side,
            white,
            black,
            neutral
        ),
    };
    if part.duplex {
        say!(lang, "stipulation-duplex", text)
    } else {
        text
    }
}

/// Returns the number of solutions with its noun: keys where one side plays against the other.
fn found(part: &Summary, lang: Lang) -> String {
    if part.stipulation.is_battle() {
        say!(lang, "stipulation-keys", n = part.count)
    } else {
        say!(lang, "bar-solutions", count = part.count)
    }
}

/// Returns the sentence that judges the number of solutions: sound, cooked, unsound, short or unfinished. `intended` is
/// the number that the author intends, `None` if it was not given.
fn sentence(part: &Summary, intended: Option<u32>, lang: Lang) -> String {
    let solutions = found(part, lang);
    match part.extent {
        Extent::Enough if !part.stipulation.is_battle() && part.count == MOST_LINES => {
            return say!(lang, "stipulation-most-kept", solutions);
        }
        Extent::Enough => return say!(lang, "stipulation-enough", solutions),
        Extent::Stopped => return say!(lang, "stipulation-unfinished", solutions),
        Extent::All | Extent::Illegal | Extent::TooLong => {}
    }
    let verdict = match &part.post_key {
        Some((true, _)) => say!(lang, "stipulation-key-solves").to_owned(),
        Some((false, replies)) if replies.is_empty() => {
            return say!(lang, "stipulation-key-fails").to_owned();
        }
        Some((false, replies)) => say!(lang, "stipulation-key-refuted", n = replies.len()),
        None if part.count == 0 && part.must_end_itself => {
            return say!(lang, "stipulation-must-end", side = side(part.begins));
        }
        None => judged(part, intended, &solutions, lang),
    };
    match part.extent {
        Extent::TooLong => say!(lang, "stipulation-too-long", verdict),
        _ => verdict,
    }
}

/// Returns the verdict about the `solutions` of a problem that were all found; `intended` is as in [`sentence`].
fn judged(part: &Summary, intended: Option<u32>, solutions: &str, lang: Lang) -> String {
    let battle = part.stipulation.is_battle();
    let asked = part.stipulation.moves();
    let short = part.least.filter(|&least| battle && least < asked);
    let few = part.short_lines;
    let sound = |why: &str| match short {
        Some(least) => say!(lang, "stipulation-short", least, asked, why),
        None => say!(lang, "stipulation-sound", why),
    };
    let verdict = match (part.count, intended.map(|n| n as usize)) {
        (0, None) => say!(lang, "stipulation-none").to_owned(),
        (count, Some(intended)) if count > intended => {
            say!(lang, "stipulation-cooked-intended", solutions, intended)
        }
        (0, Some(intended)) => say!(lang, "stipulation-unsound-none", intended),
        (count, Some(intended)) if count < intended => {
            say!(lang, "stipulation-unsound", solutions, intended)
        }
        (_, Some(_)) if few > 0 => {
            return say!(lang, "stipulation-as-intended-short", solutions, few);
        }
        (_, Some(_)) => return sound(&say!(lang, "stipulation-as-intended", solutions)),
        (1, None) if battle => return sound(say!(lang, "stipulation-only-key")),
        (_, None) if battle => say!(lang, "stipulation-cooked", solutions),
        (_, None) => solutions.to_owned(),
    };
    match short {
        Some(least) => say!(lang, "stipulation-and-short", verdict, least, asked),
        None if few > 0 => say!(lang, "stipulation-and-few-short", verdict, few),
        None => verdict,
    }
}

/// Returns the line that certifies a problem as computer-tested (C+), with what was tested, the rules that are not those
/// of chess, and the time; `None` if it is not sound. Where nobody defends and no number of solutions is intended, any
/// number of them will do.
fn computer_tested(
    answer: &Outcome,
    rules: &[String],
    intended: Option<u32>,
    lang: Lang,
) -> Option<String> {
    let tested = |part: &Summary| matches!(part.extent, Extent::All | Extent::TooLong);
    let part = answer.summaries.first()?;
    let intended = match intended {
        Some(intended) => intended as usize,
        None if part.stipulation.is_battle() => 1,
        None => part.count.max(1),
    };
    if part.post_key.is_some() || part.soundness(intended) != Soundness::Sound {
        return None;
    }
    let mut what = vec![format!("{}: {}", part.stipulation, found(part, lang))];
    if !part.set_texts.is_empty() {
        what.push(say!(lang, "tested-set-play", n = part.set_texts.len()));
    }
    let duplex = { answer.summaries.iter() }.filter(|part| part.duplex && tested(part));
    what.extend(duplex.map(|part| say!(lang, "tested-duplex", solutions = found(part, lang))));
    let (version, what) = (env!("CARGO_PKG_VERSION"), what.join(", "));
    let seconds = format!("{:.2}", answer.time.as_secs_f64());
    Some(if rules.is_empty() {
        say!(lang, "tested", version, what, seconds)
    } else {
        let rules = rules.join(", ");
        say!(lang, "tested-rules", version, what, rules, seconds)
    })
}
