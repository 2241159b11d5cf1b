//! Solutions in the notation problemists read, after Popeye's: long algebraic moves with S for the
//! knight and `*` for captures, `!` for keys and `?` for tries, threats or zugzwang after them,
//! defences indented, all mates of equal length below each.

use super::tree::{Attack, Defence, Solution};
use crate::stipulation::Field;
use base::say;
use games::Lang;
use games::chess::{Move, MoveKind, Position, Role};
use games::pgn::letters::Letters;
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

/// Letters of king, queen, rook, bishop and knight in Popeye's notation.
const LETTERS: [char; 5] = ['K', 'Q', 'R', 'B', 'S'];

/// Returns moves in Popeye's notation with the piece letters of a language: `Sd8-b7` is `Cd8-b7` in Spanish. English
/// letters stay as they are, `S` for the knight among them, and so do the codes of fairy pieces with two characters.
pub fn localized(text: &str, lang: Lang) -> String {
    let (letters, english) = (Letters::of(lang), Letters::of(Lang::EN));
    if letters == english {
        return text.to_owned();
    }
    let is_code = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
    let mut localized = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut before = None;
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        // The digit of a square may stand before a letter, but a letter or digit behind it makes a code of two.
        let alone =
            !before.is_some_and(|c: char| c.is_ascii_uppercase()) && !next.is_some_and(is_code);
        match LETTERS.iter().position(|letter| *letter == c) {
            Some(piece) if alone => localized += letters.pieces()[piece],
            _ => localized.push(c),
        }
        before = Some(c);
    }
    localized
}

/// Returns the whole solution of the problem in `p`, as lines of text, in English.
pub fn write_solution(p: &Position, solution: &Solution) -> String {
    write_solution_in(p, solution, Lang::EN)
}

/// Returns the whole solution of the problem in `p`, as lines of text, with the words and piece letters of a language.
pub fn write_solution_in(p: &Position, solution: &Solution, lang: Lang) -> String {
    let sign = |after: &Position| check_sign(after).to_owned();
    Writer { sign: &sign, lang }.solution(p, solution)
}

/// Function from the position after a move to the sign written behind that move: a sign with a blank before it, or
/// nothing.
pub(crate) type Sign<'a, P> = &'a dyn Fn(&P) -> String;

/// Writer of a solution in a language.
pub(crate) struct Writer<'a, P> {
    /// Signs behind moves.
    pub(crate) sign: Sign<'a, P>,
    /// Language of the words and of the piece letters.
    pub(crate) lang: Lang,
}

impl<P: Field> Writer<'_, P> {
    /// Returns the whole solution of the problem in `p`, as lines of text.
    pub(crate) fn solution(&self, p: &P, solution: &Solution<P::Move>) -> String {
        let mut out = String::new();
        if !solution.set_play.is_empty() {
            self.defences(&mut out, &p.passed(), &solution.set_play, 1);
            out.push('\n');
        }
        for attack in &solution.tries {
            self.attack(&mut out, p, attack, 1, " ?");
            // Each of them once, however many replies refute it.
            if !attack.refutations.is_empty() {
                let _ = writeln!(out, "    {}", say!(self.lang, "mate-tree-but"));
            }
            let after = p.after(attack.m);
            for &reply in &attack.refutations {
                let _ = writeln!(out, "      1...{} !", self.made(&after, reply).0);
            }
            out.push('\n');
        }
        for attack in &solution.keys {
            self.attack(&mut out, p, attack, 1, " !");
            out.push('\n');
        }
        out
    }

    /// Returns the play after a key that is made already and led to `after`, with the replies that refute it.
    pub(crate) fn post_key(&self, after: &P, key: &Attack<P::Move>) -> String {
        let mut out = String::new();
        self.what_follows(&mut out, after, key, 1);
        // Remove the line break before the first reply.
        out = out.trim_start_matches('\n').to_owned();
        for &reply in &key.refutations {
            let refutes = say!(self.lang, "mate-tree-refutes");
            let text = self.made(after, reply).0;
            let _ = write!(out, "      1...{text}\n        {refutes}\n");
        }
        out
    }

    /// Returns a move as text with its sign, and the position after it.
    fn made(&self, p: &P, m: P::Move) -> (String, P) {
        let after = p.after(m);
        let text = localized(&p.written(m), self.lang);
        let sign = (self.sign)(&after);
        (text + &sign, after)
    }

    /// Writes an attacking move with the number `number`, and what follows.
    fn attack(&self, out: &mut String, p: &P, attack: &Attack<P::Move>, number: usize, mark: &str) {
        let indent = if number == 1 { 3 } else { 8 * number - 6 };
        let (text, after) = self.made(p, attack.m);
        let _ = write!(out, "{:indent$}{number}.{text}{mark}", "");
        self.what_follows(out, &after, attack, number);
    }

    /// Writes what follows an attacking move that led to `after`: threats or zugzwang, and the replies.
    fn what_follows(&self, out: &mut String, after: &P, attack: &Attack<P::Move>, number: usize) {
        if !attack.threats.is_empty() {
            let _ = writeln!(out, " {}", say!(self.lang, "mate-tree-threat"));
            for threat in &attack.threats {
                self.attack(out, &after.passed(), threat, number + 1, "");
            }
        } else if attack.zugzwang {
            let _ = writeln!(out, " {}", say!(self.lang, "mate-tree-zugzwang"));
        } else {
            out.push('\n');
        }
        self.defences(out, after, &attack.defences, number);
    }

    fn defences(&self, out: &mut String, p: &P, defences: &[Defence<P::Move>], number: usize) {
        let indent = 8 * number - 2;
        for defence in defences {
            let (text, after) = self.made(p, defence.reply);
            let dual = if defence.attacks.len() > 1 {
                format!("   [{}]", say!(self.lang, "mate-tree-dual"))
            } else {
                String::new()
            };
            let _ = writeln!(out, "{:indent$}{number}...{text}{dual}", "");
            for attack in &defence.attacks {
                self.attack(out, &after, attack, number + 1, "");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_have_the_letters_of_the_language_and_fairy_pieces_their_codes() {
        let (english, spanish) = (
            "Sd8-b7 a7*b8=Q + 0-0-0 Kb1*c2[f3=S][+wRa1] RHa1-a3 B1c1-e3 nSb1-c3 #",
            "Cd8-b7 a7*b8=D + 0-0-0 Rb1*c2[f3=C][+wTa1] RHa1-a3 B1c1-e3 nCb1-c3 #",
        );
        assert_eq!(localized(english, Lang::EN), english);
        assert_eq!(localized(english, Lang::ES), spanish);
    }
}
