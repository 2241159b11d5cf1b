//! One answer, as text or as JSON.

use super::Answer;
use crate::games::chess::{Move, Position};
use crate::solve::mate::{Key, Solution, Verdict, write_solution};
use serde_json::{Value, json};

/// The word for a verdict in JSON and in suites.
pub(super) fn verdict_word(answer: &Answer) -> &'static str {
    match (answer.report.verdict, answer.report.proved) {
        (Verdict::Mate(_), _) | (_, Some(_)) => "mate",
        (Verdict::NoMate, _) => "no_mate",
        (Verdict::Undecided, None) => "undecided",
    }
}

/// The proved length with the sign of the side that it is good for: negative if the side to move
/// is mated.
pub(super) fn signed_length(answer: &Answer) -> Option<i64> {
    let sign = if answer.question.moves > 0 { 1 } else { -1 };
    answer.report.proved.map(|n| sign * i64::from(n))
}

fn key_json(p: &Position, key: &Key) -> Value {
    json!({ "uci": p.move_text(key.first), "san": p.san(key.first), "mate_in": key.mate_in })
}

/// Each dual: the line that leads to it, and the moves that mate equally fast.
fn duals_json(p: &Position, solution: &Solution) -> Value {
    let duals = solution.duals().into_iter().map(|dual| {
        let mut at = *p;
        let mut line = Vec::new();
        for m in dual.line {
            line.push(at.move_text(m));
            at = at.play(m);
        }
        let moves: Vec<String> = dual.moves.iter().map(|m| at.move_text(*m)).collect();
        json!({ "line": line, "moves": moves })
    });
    duals.collect()
}

/// Each try with its refutations.
fn tries_json(p: &Position, solution: &Solution) -> Value {
    let tries = solution.tries.iter().map(|attack| {
        let after = p.play(attack.m);
        let refutations: Vec<Value> = attack
            .refutations
            .iter()
            .map(|&r| json!({ "uci": after.move_text(r), "san": after.san(r) }))
            .collect();
        json!({
            "uci": p.move_text(attack.m), "san": p.san(attack.m), "refutations": refutations,
        })
    });
    tries.collect()
}

/// The JSON object of an answer.
pub(super) fn json(p: &Position, answer: &Answer) -> Value {
    let mut line = *p;
    let mut pv = Vec::new();
    for &m in &answer.report.pv {
        pv.push(line.move_text(m));
        line = line.play(m);
    }
    let keys = |wanted: &dyn Fn(&Key) -> bool| {
        let keys = answer.keys.as_ref()?;
        let list = keys.iter().filter(|k| wanted(k));
        Some(list.map(|k| key_json(p, k)).collect::<Vec<_>>())
    };
    let solution = answer.solution.as_ref();
    json!({
        "fen": p.fen(),
        "n": answer.question.moves,
        "verdict": verdict_word(answer),
        "mate_in": signed_length(answer),
        "least": matches!(answer.report.verdict, Verdict::Mate(_)),
        "refuted": answer.report.refuted,
        "keys": keys(&|_| true),
        "unique": answer.keys.as_ref().map(|keys| keys.len() == 1),
        "short_mates": keys(&|k| k.mate_in < answer.key_length),
        "duals": solution.map(|s| duals_json(p, s)),
        "tries": solution.filter(|_| answer.tries_wanted).map(|s| tries_json(p, s)),
        "pv": pv,
        "nodes": answer.report.nodes,
        "time_ms": u64::try_from(answer.report.time.as_millis()).unwrap_or(u64::MAX),
    })
}

/// A line of moves in SAN.
pub(super) fn san_line(p: &Position, moves: &[Move]) -> String {
    let mut p = *p;
    let mut text = Vec::new();
    for &m in moves {
        text.push(p.san(m));
        p = p.play(m);
    }
    text.join(" ")
}

/// Prints an answer for people.
pub(super) fn print(p: &Position, answer: &Answer) {
    let report = &answer.report;
    let n = answer.question.moves.unsigned_abs();
    let moves = |n: u32| {
        if n == 1 {
            "1 move".to_owned()
        } else {
            format!("{n} moves")
        }
    };
    let gets = answer.question.moves <= 0;
    match (report.verdict, report.proved) {
        (Verdict::Mate(0), _) => say!("The side to move is mated."),
        (Verdict::Mate(least), _) if gets => say!("Mated in {least}: {least} is least"),
        (Verdict::Mate(least), _) => say!("Mate in {least}: {least} is least"),
        (_, Some(most)) if report.refuted == 0 => say!("Mate in at most {most}: proved"),
        (_, Some(most)) => say!(
            "Mate in at most {most}: proved; no mate in {}",
            moves(report.refuted)
        ),
        (Verdict::NoMate, None) => say!("No mate in {}: proved", moves(n)),
        (Verdict::Undecided, None) => say!(
            "Undecided within the limits: no mate in {}",
            moves(report.refuted)
        ),
    }
    if !report.pv.is_empty() {
        say!("Line: {}", san_line(p, &report.pv));
    }
    if let Some(keys) = &answer.keys {
        print_keys(p, keys, answer.key_length);
    }
    if let Some(solution) = &answer.solution {
        say!("");
        say!("{}", write_solution(p, solution).trim_end_matches('\n'));
        say!("");
    }
    say!("Nodes: {}", report.nodes);
    say!("Time: {} ms", report.time.as_millis());
}

fn print_keys(p: &Position, keys: &[Key], n: u32) {
    let names = |wanted: &dyn Fn(&&Key) -> bool| -> Vec<String> {
        let list = keys.iter().filter(wanted);
        list.map(|k| {
            format!(
                "{} ({}, #{})",
                p.san(k.first),
                p.move_text(k.first),
                k.mate_in
            )
        })
        .collect()
    };
    let exact = names(&|k| k.mate_in == n);
    let short = names(&|k| k.mate_in < n);
    say!(
        "Keys: {}",
        if exact.is_empty() {
            "none".to_owned()
        } else {
            exact.join(", ")
        }
    );
    if !short.is_empty() {
        say!("Short mates: {}", short.join(", "));
    }
    match (exact.len(), short.len()) {
        (0, 0) => {}
        (1, 0) => say!("Sound: no other first move mates in {n}"),
        (count, 0) => say!("Cooked: {count} first moves mate in {n}"),
        (_, count) => say!("Short: {count} first moves mate in fewer than {n}"),
    }
}
