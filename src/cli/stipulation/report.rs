//! Formatting of a solution as text, and its verdict.

use games::chess::color_name;
use games::counted;
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

/// Returns the whole report of a solution as text. `intended` is the number of solutions that the author intends,
/// `None` if it was not given.
pub(in crate::cli) fn text(answer: &Outcome, rules: &[String], intended: Option<u32>) -> String {
    let mut out = String::new();
    for part in &answer.summaries {
        write_part(&mut out, part, intended.filter(|_| !part.duplex));
    }
    if let Some(line) = computer_tested(answer, rules, intended) {
        let _ = writeln!(out, "{line}");
    }
    let _ = writeln!(out, "Nodes: {}", answer.nodes);
    let _ = writeln!(out, "Time: {} ms", answer.time.as_millis());
    out
}

fn write_part(out: &mut String, part: &Summary, intended: Option<u32>) {
    let begins = color_name(part.begins);
    let other = color_name(part.begins.other());
    if part.duplex {
        out.push('\n');
    }
    if part.extent == Extent::Illegal {
        let _ = writeln!(
            out,
            "Duplex: {other} cannot begin, because {begins} is in check"
        );
        return;
    }
    let duplex = if part.duplex { "Duplex: " } else { "" };
    let [white, black, neutral] = part.men;
    let neutral = match neutral {
        0 => String::new(),
        neutral => format!(" + {neutral} neutral"),
    };
    let asked = part.stipulation;
    let _ = writeln!(
        out,
        "{duplex}{asked}, {begins} begins ({white} + {black}{neutral})\n"
    );
    if part.no_set_play {
        let _ = writeln!(
            out,
            "Set play: {other} cannot begin, because {begins} is in check\n"
        );
    }
    if asked.is_battle() {
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
                let _ = writeln!(out, "  (as many as asked: there may be more set play)");
            }
            if !texts.is_empty() || more {
                out.push('\n');
            }
        }
    }
    let _ = writeln!(out, "{}", sentence(part, intended));
}

/// Returns the sentence that judges the number of solutions: sound, cooked, unsound, short or unfinished. `intended` is
/// the number that the author intends, `None` if it was not given.
fn sentence(part: &Summary, intended: Option<u32>) -> String {
    let count = part.count;
    let battle = part.stipulation.is_battle();
    let solutions = if battle {
        counted(count, "key", "keys")
    } else {
        counted(count, "solution", "solutions")
    };
    match part.extent {
        Extent::Enough if !battle && count == MOST_LINES => {
            return format!(
                "Stopped after {solutions}, the most that are kept if nothing else is asked: there may be more"
            );
        }
        Extent::Enough => return format!("Stopped after {solutions}, as asked: there may be more"),
        Extent::Stopped => return format!("Not finished: {solutions} so far"),
        Extent::All | Extent::Illegal | Extent::TooLong => {}
    }
    let too_long = match part.extent {
        Extent::TooLong => " (what follows is too long to be read, and left out)",
        _ => "",
    };
    if let Some((works, replies)) = &part.post_key {
        return match (*works, replies.len()) {
            (true, _) => format!("The key solves it{too_long}"),
            (false, 0) => "The key does not solve it".to_owned(),
            (_, replies) => {
                let replies = counted(replies, "reply", "replies");
                format!("The key is refuted by {replies}{too_long}")
            }
        };
    }
    if count == 0 && part.must_end_itself {
        let begins = color_name(part.begins);
        return format!("No solution: {begins} can reach the aim at once, and so must");
    }
    let asked = part.stipulation.moves();
    let short = part.least.filter(|&least| battle && least < asked);
    let few = part.short_lines;
    let text = match (count, intended.map(|n| n as usize)) {
        (0, None) => "No solution".to_owned(),
        (count, Some(intended)) if count > intended => {
            format!("Cooked: {solutions}, {intended} intended")
        }
        (count, Some(intended)) if count < intended => {
            let solutions = if count == 0 {
                "no solution".to_owned()
            } else {
                solutions
            };
            format!("Unsound: {solutions}, {intended} intended")
        }
        (_, Some(_)) => {
            return match few {
                0 => sound(&format!("{solutions}, as intended"), short, asked) + too_long,
                few => format!("Short: {solutions}, as intended, but {few} of them in fewer moves"),
            };
        }
        (1, None) if battle => {
            return sound("no other first move solves it", short, asked) + too_long;
        }
        (_, None) if battle => format!("Cooked: {solutions}"),
        (_, None) => solutions,
    };
    match short {
        Some(least) => format!("{text}; short: {least} of {asked} moves are enough{too_long}"),
        None if few > 0 => format!("{text}; {few} of them short"),
        None => format!("{text}{too_long}"),
    }
}

/// Returns the sentence for a problem with the right number of solutions: it is sound, unless fewer moves
/// (`short`) than the `asked` ones are enough.
fn sound(why: &str, short: Option<u32>, asked: u32) -> String {
    match short {
        Some(least) => format!("Short: {least} of {asked} moves are enough; {why}"),
        None => format!("Sound: {why}"),
    }
}

/// Returns the line that certifies a problem as computer-tested (C+), with what was tested, the rules that are not those
/// of chess, and the time; `None` if it is not sound. Where nobody defends and no number of solutions is intended, any
/// number of them will do.
fn computer_tested(answer: &Outcome, rules: &[String], intended: Option<u32>) -> Option<String> {
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
    let name = |part: &Summary| {
        if part.stipulation.is_battle() {
            counted(part.count, "key", "keys")
        } else {
            counted(part.count, "solution", "solutions")
        }
    };
    let mut what = vec![format!("{}: {}", part.stipulation, name(part))];
    if !part.set_texts.is_empty() {
        what.push(format!(
            "set play: {}",
            counted(part.set_texts.len(), "line", "lines")
        ));
    }
    let duplex = answer
        .summaries
        .iter()
        .filter(|part| part.duplex && tested(part));
    what.extend(duplex.map(|part| format!("duplex: {}", name(part))));
    let rules = if rules.is_empty() {
        String::new()
    } else {
        format!("rules: {}; ", rules.join(", "))
    };
    let version = env!("CARGO_PKG_VERSION");
    Some(format!(
        "C+ Atalaya {version} ({}; {rules}all moves tried; {:.2} s)",
        what.join(", "),
        answer.time.as_secs_f64()
    ))
}
