//! Formatting of an answer of the mate solver as text.

use games::chess::{Color, Move, Position};
use solve::mate::{Answer, Key, Verdict, write_solution};

/// Returns a line of moves in SAN, numbered from 1, as is usual for problems: `1. Qh7+ Kf8 2. Qh8#`, or `1... Kf8` if
/// Black moves first.
pub(super) fn san_line(p: &Position, moves: &[Move]) -> String {
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

/// Prints an answer as text for people.
pub(super) fn print(answer: &Answer) {
    let (p, report) = (&answer.position, &answer.report);
    let n = answer.inquiry.moves.unsigned_abs();
    let moves = |n: u32| {
        if n == 1 {
            "1 move".to_owned()
        } else {
            format!("{n} moves")
        }
    };
    // Seen from the side to move: it mates, or it is mated.
    let (mate, no_mate) = if answer.inquiry.moves > 0 {
        ("Mate", "no mate")
    } else {
        ("Mated", "not mated")
    };
    match (report.verdict, report.proved) {
        (Verdict::Mate(0), _) => say!("The side to move is mated."),
        (Verdict::Mate(least), _) => say!("{mate} in {least}: {least} is least"),
        (_, Some(most)) if report.refuted == 0 => say!("{mate} in at most {most}: proved"),
        (_, Some(most)) => say!(
            "{mate} in at most {most}: proved; {no_mate} in {}",
            moves(report.refuted)
        ),
        (Verdict::NoMate, None) if answer.inquiry.moves > 0 => {
            say!("No mate in {}: proved", moves(n));
        }
        (Verdict::NoMate, None) => say!("Not mated in {}: proved", moves(n)),
        (Verdict::Undecided, None) => say!(
            "Undecided within the limits: {no_mate} in {}",
            moves(report.refuted)
        ),
    }
    if !report.pv.is_empty() {
        say!("Line: {}", san_line(p, &report.pv));
    }
    if let Some(keys) = &answer.keys {
        print_keys(p, keys, answer.key_length);
    }
    if let Some(Ok(solution)) = &answer.solution {
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
        (_, 1) => say!("Short: 1 first move mates in fewer than {n}"),
        (_, count) => say!("Short: {count} first moves mate in fewer than {n}"),
    }
}
