//! Formatting of an answer of the mate solver as text.

use crate::cli::figures;
use base::say;
use games::Lang;
use games::chess::{Color, Move, Position, localized};
use solve::mate::{Answer, Key, Verdict, write_solution_in};

/// Returns a line of moves in SAN, numbered from 1, as is usual for problems: `1. Qh7+ Kf8 2. Qh8#`, or `1... Kf8` if
/// Black moves first.
fn san_line(p: &Position, moves: &[Move]) -> String {
    let mut p = *p;
    let mut text = Vec::new();
    let black_begins = usize::from(p.turn() == Color::Black);
    for (ply, &m) in moves.iter().enumerate() {
        let (number, by_black) = ((ply + black_begins) / 2 + 1, p.turn() == Color::Black);
        match (by_black, ply) {
            (false, _) => text.push(format!("{number}.")),
            (true, 0) => text.push(format!("{number}...")),
            (true, _) => {}
        }
        text.push(p.san(m));
        p = p.play(m);
    }
    text.join(" ")
}

/// Returns an answer as text for people, in lines.
pub(super) fn text(answer: &Answer, lang: Lang) -> String {
    let (p, report) = (&answer.position, &answer.report);
    let mut lines = vec![verdict(answer, lang)];
    if !report.pv.is_empty() {
        let moves = localized(&san_line(p, &report.pv), lang);
        lines.push(say!(lang, "mate-line", moves));
    }
    if let Some(keys) = &answer.keys {
        lines.extend(key_lines(p, keys, answer.key_length, lang));
    }
    if let Some(Ok(solution)) = &answer.solution {
        let solution = write_solution_in(p, solution, lang);
        lines.push(format!("\n{}\n", solution.trim_end_matches('\n')));
    }
    lines.join("\n") + "\n" + &figures::nodes_and_time(report.nodes, report.time, lang)
}

/// Returns the verdict as a sentence.
fn verdict(answer: &Answer, lang: Lang) -> String {
    let report = &answer.report;
    let n = answer.inquiry.moves.unsigned_abs();
    // Seen from the side to move.
    let role = if answer.inquiry.moves > 0 {
        "mates"
    } else {
        "mated"
    };
    let refuted = report.refuted;
    match (report.verdict, report.proved) {
        (Verdict::Mate(0), _) => say!(lang, "mate-is-mated").to_owned(),
        (Verdict::Mate(n), _) => say!(lang, "mate-least", role, n),
        (_, Some(n)) if refuted == 0 => say!(lang, "mate-proved", role, n),
        (_, Some(n)) => say!(lang, "mate-proved-and-refuted", role, n, refuted),
        (Verdict::NoMate, None) => say!(lang, "mate-refuted", role, n),
        (Verdict::Undecided, None) => say!(lang, "mate-undecided", role, refuted),
    }
}

/// Returns lines with the keys that mate in `n` moves and those that mate sooner, and a verdict on them.
fn key_lines(p: &Position, keys: &[Key], n: u32, lang: Lang) -> Vec<String> {
    let names = |wanted: &dyn Fn(&&Key) -> bool| -> Vec<String> {
        let list = keys.iter().filter(wanted);
        list.map(|k| {
            let san = localized(&p.san(k.first), lang);
            format!("{san} ({}, #{})", p.move_text(k.first), k.mate_in)
        })
        .collect()
    };
    let exact = names(&|k| k.mate_in == n);
    let short = names(&|k| k.mate_in < n);
    let mut lines = vec![if exact.is_empty() {
        say!(lang, "mate-no-keys").to_owned()
    } else {
        say!(lang, "mate-keys", keys = exact.join(", "))
    }];
    if !short.is_empty() {
        lines.push(say!(lang, "mate-short-mates", keys = short.join(", ")));
    }
    match (exact.len(), short.len()) {
        (0, 0) => {}
        (1, 0) => lines.push(say!(lang, "mate-sound", n)),
        (count, 0) => lines.push(say!(lang, "mate-cooked", count, n)),
        (_, count) => lines.push(say!(lang, "mate-short", count, n)),
    }
    lines
}
