//! Solutions in the notation problemists read, after Popeye's: long algebraic moves with S for the
//! knight and `*` for captures, `!` for keys and `?` for tries, threats or zugzwang after them,
//! defences indented, all mates of equal length below each.

use super::tree::{Attack, Defence, Solution};
use crate::games::chess::{Move, MoveKind, Position, Role};
use std::fmt::Write;

/// A move as Popeye writes it, without check or mate sign: `Sd8-b7`, `a7*b8=Q`, `0-0-0`.
pub fn long_algebraic(p: &Position, m: Move) -> String {
    if m.is_castle() {
        let short = m.to() as u32 > m.from() as u32;
        return if short { "0-0" } else { "0-0-0" }.to_owned();
    }
    let letter = |role| match role {
        Role::Pawn => "",
        Role::Knight => "S",
        Role::Bishop => "B",
        Role::Rook => "R",
        Role::Queen => "Q",
        Role::King => "K",
    };
    let piece = p.role_at(m.from()).map_or("", letter);
    let dash = if p.is_capture(m) { '*' } else { '-' };
    let mut text = format!("{piece}{}{dash}{}", m.from(), m.to());
    match m.kind() {
        MoveKind::EnPassant => text.push_str(" ep."),
        MoveKind::Promotion(role) => {
            let _ = write!(text, "={}", letter(role));
        }
        _ => {}
    }
    text
}

/// The sign for check or mate, with a blank before it; empty if it is neither.
fn check_sign(after: &Position) -> &'static str {
    match (after.in_check(), after.is_checkmate()) {
        (_, true) => " #",
        (true, _) => " +",
        _ => "",
    }
}

/// The whole solution of the problem in `p`, as lines of text.
pub fn write_solution(p: &Position, solution: &Solution) -> String {
    let mut out = String::new();
    if !solution.set_play.is_empty() {
        write_defences(&mut out, &p.pass(), &solution.set_play, 1);
        out.push('\n');
    }
    for attack in &solution.tries {
        write_attack(&mut out, p, attack, 1, " ?");
        for &reply in &attack.refutations {
            let after = p.play(attack.m);
            let sign = check_sign(&after.play(reply));
            let text = long_algebraic(&after, reply);
            let _ = write!(out, "    but\n      1...{text}{sign} !\n");
        }
        out.push('\n');
    }
    for attack in &solution.keys {
        write_attack(&mut out, p, attack, 1, " !");
        out.push('\n');
    }
    out
}

/// An attacking move with number `number`, and what follows.
fn write_attack(out: &mut String, p: &Position, attack: &Attack, number: usize, mark: &str) {
    let indent = if number == 1 { 3 } else { 8 * number - 6 };
    let after = p.play(attack.m);
    let text = long_algebraic(p, attack.m);
    let sign = check_sign(&after);
    let _ = write!(out, "{:indent$}{number}.{text}{sign}{mark}", "");
    if !attack.threats.is_empty() {
        out.push_str(" threat:\n");
        for threat in &attack.threats {
            write_attack(out, &after.pass(), threat, number + 1, "");
        }
    } else if attack.zugzwang {
        out.push_str(" zugzwang.\n");
    } else {
        out.push('\n');
    }
    write_defences(out, &after, &attack.defences, number);
}

fn write_defences(out: &mut String, p: &Position, defences: &[Defence], number: usize) {
    let indent = 8 * number - 2;
    for defence in defences {
        let after = p.play(defence.reply);
        let text = long_algebraic(p, defence.reply);
        let sign = check_sign(&after);
        let dual = if defence.attacks.len() > 1 {
            "   [dual]"
        } else {
            ""
        };
        let _ = writeln!(out, "{:indent$}{number}...{text}{sign}{dual}", "");
        for attack in &defence.attacks {
            write_attack(out, &after, attack, number + 1, "");
        }
    }
}
