//! Solutions in the notation problemists read, after Popeye's: long algebraic moves with S for the
//! knight and `*` for captures, `!` for keys and `?` for tries, threats or zugzwang after them,
//! defences indented, all mates of equal length below each.

use super::tree::{Attack, Defence, Solution};
use crate::stipulation::Field;
use games::chess::{Move, MoveKind, Position, Role};
use std::fmt::Write;

/// Returns a move as Popeye writes it, without check or mate sign: `Sd8-b7`, `a7*b8=Q`, `0-0-0`.
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

/// Returns ` #` for mate or ` +` for check in the position after a move; empty if it is neither.
pub(crate) fn check_sign(after: &Position) -> &'static str {
    match (after.in_check(), after.is_checkmate()) {
        (_, true) => " #",
        (true, _) => " +",
        _ => "",
    }
}

/// Returns the whole solution of the problem in `p`, as lines of text.
pub fn write_solution(p: &Position, solution: &Solution) -> String {
    write_solution_with(p, solution, &|after| check_sign(after).to_owned())
}

/// Function from the position after a move to the sign written behind that move: a sign with a blank before it, or
/// nothing.
pub(crate) type Sign<'a, P> = &'a dyn Fn(&P) -> String;

/// Returns the whole solution as [`write_solution`] does, with `sign` in place of the signs for check and mate.
pub(crate) fn write_solution_with<P: Field>(
    p: &P,
    solution: &Solution<P::Move>,
    sign: Sign<P>,
) -> String {
    let writer = Writer { sign };
    let mut out = String::new();
    if !solution.set_play.is_empty() {
        writer.defences(&mut out, &p.passed(), &solution.set_play, 1);
        out.push('\n');
    }
    for attack in &solution.tries {
        writer.attack(&mut out, p, attack, 1, " ?");
        // Each of them once, however many replies refute it.
        if !attack.refutations.is_empty() {
            out.push_str("    but\n");
        }
        for &reply in &attack.refutations {
            let after = p.after(attack.m);
            let sign = sign(&after.after(reply));
            let text = after.written(reply);
            let _ = writeln!(out, "      1...{text}{sign} !");
        }
        out.push('\n');
    }
    for attack in &solution.keys {
        writer.attack(&mut out, p, attack, 1, " !");
        out.push('\n');
    }
    out
}

/// Returns the play after a key that is made already and led to `after`, with the replies that refute it.
pub(crate) fn write_post_key<P: Field>(after: &P, key: &Attack<P::Move>, sign: Sign<P>) -> String {
    let writer = Writer { sign };
    let mut out = String::new();
    writer.what_follows(&mut out, after, key, 1);
    // Remove the line break before the first reply.
    out = out.trim_start_matches('\n').to_owned();
    for &reply in &key.refutations {
        let sign = sign(&after.after(reply));
        let text = after.written(reply);
        let _ = write!(out, "      1...{text}{sign}\n        refutes.\n");
    }
    out
}

struct Writer<'a, P> {
    sign: Sign<'a, P>,
}

impl<P: Field> Writer<'_, P> {
    /// Writes an attacking move with the number `number`, and what follows.
    fn attack(&self, out: &mut String, p: &P, attack: &Attack<P::Move>, number: usize, mark: &str) {
        let indent = if number == 1 { 3 } else { 8 * number - 6 };
        let after = p.after(attack.m);
        let text = p.written(attack.m);
        let sign = (self.sign)(&after);
        let _ = write!(out, "{:indent$}{number}.{text}{sign}{mark}", "");
        self.what_follows(out, &after, attack, number);
    }

    /// Writes what follows an attacking move that led to `after`: threats or zugzwang, and the replies.
    fn what_follows(&self, out: &mut String, after: &P, attack: &Attack<P::Move>, number: usize) {
        if !attack.threats.is_empty() {
            out.push_str(" threat:\n");
            for threat in &attack.threats {
                self.attack(out, &after.passed(), threat, number + 1, "");
            }
        } else if attack.zugzwang {
            out.push_str(" zugzwang.\n");
        } else {
            out.push('\n');
        }
        self.defences(out, after, &attack.defences, number);
    }

    fn defences(&self, out: &mut String, p: &P, defences: &[Defence<P::Move>], number: usize) {
        let indent = 8 * number - 2;
        for defence in defences {
            let after = p.after(defence.reply);
            let text = p.written(defence.reply);
            let sign = (self.sign)(&after);
            let dual = if defence.attacks.len() > 1 {
                "   [dual]"
            } else {
                ""
            };
            let _ = writeln!(out, "{:indent$}{number}...{text}{sign}{dual}", "");
            for attack in &defence.attacks {
                self.attack(out, &after, attack, number + 1, "");
            }
        }
    }
}
