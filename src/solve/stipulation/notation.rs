//! Lines as Popeye writes them: `1.Rh1-g1 Sf3-e5 2.Rg1-g7 Qd2-d8 #`.

use super::kinds::{Aim, Play};
use super::lines::Line;
use crate::mate::long_algebraic;
use crate::mate::notation::{Sign, check_sign};
use games::chess::{Move, Position};

/// The sign behind a move that reaches the aim or gives check.
pub(super) fn sign_of(aim: Aim) -> Sign {
    match aim {
        Aim::Mate => check_sign,
        Aim::Stalemate => |after| {
            if Aim::Stalemate.is_reached(after) {
                " ="
            } else {
                check_sign(after)
            }
        },
        // A mate is no aim of a game.
        Aim::Diagram => |after| if after.in_check() { " +" } else { "" },
    }
}

/// Numbering of the moves of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) play: Play,
    pub(super) aim: Aim,
    /// In help play and proof games the half-moves before the first one written: one where the first move is the
    /// second of its pair, one more in set play.
    pub(super) before: usize,
}

impl Count {
    /// One line, without an end of line.
    pub(super) fn write(self, p: &Position, line: &Line) -> String {
        let mut words = Vec::new();
        let mut p = *p;
        let last = line.moves.len() - 1;
        if self.play == Play::Help && self.before == 2 {
            // Neither side has moved in the first pair.
            words.push("1... ...".to_owned());
        }
        for (index, &m) in line.moves.iter().enumerate() {
            let number = match self.play {
                play if play.alternates() => self.number(index),
                Play::SeriesHelp if index == last => String::new(),
                _ => format!("{}.", index + 1),
            };
            let after = p.play(m);
            // A series may go through positions that would be its aim.
            let sign = if index == last || self.play.alternates() {
                sign_of(self.aim)
            } else {
                check_sign
            };
            let text = long_algebraic(&p, m);
            words.push(format!("{number}{text}{}", sign(&after)));
            p = after;
            if self.passes(index, last) {
                p = p.pass();
            }
        }
        if !line.ends.is_empty() {
            let sign = sign_of(self.aim);
            let one = |&m: &Move| format!("{}{}", long_algebraic(&p, m), sign(&p.play(m)));
            let ends = line.ends.iter().map(one);
            words.push(ends.collect::<Vec<_>>().join(" / "));
        }
        if self.play.is_proof_game() {
            words.push("dia".to_owned());
        }
        words.join(" ")
    }

    /// Returns true if the other side makes no move of its own after the move at `index`; `last` is the index of the
    /// last.
    pub(super) fn passes(self, index: usize, last: usize) -> bool {
        match self.play {
            Play::Series | Play::SeriesSelf | Play::SeriesReflex => index < last,
            Play::SeriesHelp => index + 1 < last,
            _ => false,
        }
    }

    fn number(self, index: usize) -> String {
        let ply = index + self.before;
        match (ply % 2, index) {
            (0, _) => format!("{}.", ply / 2 + 1),
            (_, 0) => format!("{}...", ply / 2 + 1),
            _ => String::new(),
        }
    }
}
