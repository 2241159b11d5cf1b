//! Lines as Popeye writes them: `1.Rh1-g1 Sf3-e5 2.Rg1-g7 Qd2-d8 #`.

use super::field::Field;
use super::kinds::{Aim, Play};
use super::lines::Line;
use crate::mate::notation::{Sign, check_sign};
use games::chess::Position;

/// Returns the function that writes the sign behind a move that reaches the aim or gives check.
pub(crate) fn sign_of(aim: Aim) -> fn(&Position) -> String {
    match aim {
        Aim::Stalemate => |after| {
            if Aim::Stalemate.is_reached(after) {
                " =".to_owned()
            } else {
                check_sign(after).to_owned()
            }
        },
        // The end of a proof game may be mate, but has no sign for it.
        Aim::Diagram => |after| if after.in_check() { " +" } else { "" }.to_owned(),
        _ => |after| check_sign(after).to_owned(),
    }
}

/// A move of a line with its number.
pub(crate) struct Numbered<P: Field> {
    /// The number before the move: `1.`, `1...`, or empty.
    pub(crate) number: String,
    pub(crate) before: P,
    pub(crate) m: P::Move,
    pub(crate) after: P,
}

/// Numbering of the moves of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) play: Play,
    /// In help play and proof games the number of half-moves before the first one written: one if the first move is the
    /// second of its pair, one more in set play.
    pub(crate) before: usize,
}

impl Count {
    /// Returns the moves of a line with their numbers and the positions before and after them, and the position in
    /// which its [ends](Line::ends) are played.
    pub(crate) fn walk<P: Field>(self, p: &P, line: &Line<P::Move>) -> (Vec<Numbered<P>>, P) {
        let mut walked = Vec::with_capacity(line.moves.len());
        let mut p = p.clone();
        let last = line.moves.len() - 1;
        let (mut series, mut replies) = (0, false);
        for (index, &m) in line.moves.iter().enumerate() {
            let number = match self.play {
                play if play.alternates() => self.number(index),
                Play::SeriesHelp if index == last => String::new(),
                _ if replies => String::new(),
                _ => {
                    // Introduction and series are numbered each by itself.
                    series = if index == line.intro { 1 } else { series + 1 };
                    format!("{series}.")
                }
            };
            let after = p.after(m);
            walked.push(Numbered {
                number,
                before: std::mem::replace(&mut p, after.clone()),
                m,
                after,
            });
            if self.parries() {
                let is_end = self.play == Play::ParrySeriesHelp && index + 1 == last;
                let was_reply = replies;
                replies = !was_reply && (p.is_checked() || is_end);
                if !was_reply && !replies && index < last {
                    p = p.passed();
                }
            } else if index + 1 != line.intro && self.passes(index, last) {
                p = p.passed();
            }
        }
        (walked, p)
    }

    /// Writes a line without a line break. `sign` returns the sign behind a last move, `check` the one for check behind
    /// other moves.
    pub(crate) fn write<P: Field>(
        self,
        p: &P,
        line: &Line<P::Move>,
        sign: Sign<P>,
        check: Sign<P>,
    ) -> String {
        let mut words = Vec::new();
        if self.before == 2 {
            // The first pair of moves has no move of either side.
            words.push("1... ...".to_owned());
        }
        let (walked, p) = self.walk(p, line);
        let last = walked.len() - 1;
        for (index, made) in walked.iter().enumerate() {
            let text = made.before.written(made.m);
            // Before its end a line may pass through positions that fulfil the aim.
            let ends = index == last && line.ends.is_empty();
            // A mate on the way, after which both sides are mated, is written as a check.
            let sign = if ends {
                sign(&made.after)
            } else {
                check(&made.after).replace('#', "+")
            };
            words.push(format!("{}{text}{sign}", made.number));
        }
        if !line.ends.is_empty() {
            let one = |&m: &P::Move| format!("{}{}", p.written(m), sign(&p.after(m)));
            let ends = line.ends.iter().map(one);
            words.push(ends.collect::<Vec<_>>().join(" / "));
        }
        if self.play.is_proof_game() {
            words.push("dia".to_owned());
        }
        words.join(" ")
    }

    /// Returns true for a series in which the other side replies to checks.
    fn parries(self) -> bool {
        matches!(
            self.play,
            Play::ParrySeries | Play::ParryHelpSeries | Play::ParrySeriesHelp
        )
    }

    /// Returns true if the other side makes no move after the move at `index`; `last` is the index of the last move.
    fn passes(self, index: usize, last: usize) -> bool {
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
