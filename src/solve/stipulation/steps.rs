//! Solutions as moves with the positions after them, for a board on which to replay them, and the soundness of a
//! problem.

use super::field::Field;
use super::lines::Line;
use super::notation::Count;
use super::{Extent, Part};
use crate::mate::{Attack, Defence};
use games::chess::{Move, Position};
use serde::Serialize;

/// A move, and the moves that can follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Its number: `1.`, `1...`, or empty.
    pub number: String,
    /// The move in standard algebraic notation with English letters; on a fairy board as Popeye writes it.
    pub san: String,
    /// The position after the move; on a fairy board in Popeye's Forsyth notation.
    pub fen: String,
    /// True for a move on a fairy board, whose letters are those of Popeye.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fairy: bool,
    /// Kind of move: `threat` for a move that is threatened, `zugzwang` for one that leaves the defender in zugzwang,
    /// `refutation` for a reply that refutes, else `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// Moves that can follow.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<Step>,
}

/// Verdict about a problem, by the number of solutions that its author intends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Soundness {
    /// The number of solutions is the intended one.
    Sound,
    /// There are more solutions than intended.
    Cooked,
    /// There are fewer solutions than intended, but at least one.
    Fewer,
    /// There is a solution in fewer moves.
    Short,
    /// There is no solution.
    None,
    /// The limits ended the search before the verdict.
    Open,
    /// The sides cannot be exchanged.
    Illegal,
}

/// Results for one side beginning, as moves with positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// True if the sides are exchanged.
    pub duplex: bool,
    /// Verdict about the problem.
    pub soundness: Soundness,
    /// Number of solutions found.
    pub count: usize,
    /// True if all solutions were found.
    pub complete: bool,
    /// Number of moves of the shortest key, where one side plays against the other; `None` if there is no key, and in
    /// help play and series.
    pub least: Option<u32>,
    /// True if some moves are not shown because there are too many.
    pub too_long: bool,
    /// Set play, in which the other side begins, of play against a defender.
    pub set_play: Vec<Step>,
    /// First moves that solve.
    pub keys: Vec<Step>,
    /// First moves that fail to one reply.
    pub tries: Vec<Step>,
    /// Lines of set play, in which the other side begins, of help play and series.
    pub set_lines: Vec<Vec<Step>>,
    /// Lines that solve, of help play and series.
    pub lines: Vec<Vec<Step>>,
}

impl Soundness {
    /// Returns the verdict about a problem with `intended` solutions, of which a search has found `count`; `is_short`
    /// is true if one of these has fewer moves than the stipulation says.
    pub(super) fn of(count: usize, is_short: bool, extent: Extent, intended: usize) -> Soundness {
        match (count, extent) {
            (_, Extent::Illegal) => Soundness::Illegal,
            _ if count > intended => Soundness::Cooked,
            _ if is_short => Soundness::Short,
            // There may be more solutions.
            (_, Extent::Stopped | Extent::Enough) => Soundness::Open,
            (0, _) => Soundness::None,
            _ if count < intended => Soundness::Fewer,
            _ => Soundness::Sound,
        }
    }
}

impl<P: Field> Part<P> {
    /// Returns the verdict about a problem with `intended` solutions.
    pub fn soundness(&self, intended: usize) -> Soundness {
        Soundness::of(self.count(), self.is_short(), self.extent, intended)
    }

    /// Returns the moves of the solution with positions, at most `room` of them, and the verdict if `intended`
    /// solutions are intended.
    pub(crate) fn played(&self, intended: usize, mut room: usize) -> Played {
        let (position, solution) = (&self.position, &self.solution);
        let keys = attacks(position, &solution.keys, 0, &mut room);
        let solving = lines(self.count_of(false), position, &self.lines, &mut room);
        let set_play = if solution.set_play.is_empty() {
            Some(Vec::new())
        } else {
            defences(&position.passed(), &solution.set_play, 1, &mut room)
        };
        let set_lines = if self.set_lines.is_empty() {
            Some(Vec::new())
        } else {
            let passed = position.passed();
            lines(self.count_of(true), &passed, &self.set_lines, &mut room)
        };
        let tries = attacks(position, &solution.tries, 0, &mut room);
        let shown = [keys.is_some(), set_play.is_some(), tries.is_some()];
        let lines_shown = [solving.is_some(), set_lines.is_some()];
        Played {
            duplex: self.duplex,
            soundness: self.soundness(intended),
            count: self.count(),
            complete: matches!(self.extent, Extent::All | Extent::TooLong),
            least: solution.keys.iter().map(|key| key.mate_in).min(),
            too_long: self.extent == Extent::TooLong
                || shown.iter().chain(&lines_shown).any(|shown| !shown),
            set_play: set_play.unwrap_or_default(),
            keys: keys.unwrap_or_default(),
            tries: tries.unwrap_or_default(),
            set_lines: set_lines.unwrap_or_default(),
            lines: solving.unwrap_or_default(),
        }
    }
}

/// Returns first moves of a solution with all that follows; `None` if these are more moves than `room`, which is
/// reduced by their number.
pub fn steps_of(p: &Position, all: &[Attack<Move>], room: &mut usize) -> Option<Vec<Step>> {
    attacks(p, all, 0, room)
}

/// Returns attacking moves `ply` half-moves after the diagram, with all that follows; `None` if there is not enough
/// room.
fn attacks<P: Field>(
    p: &P,
    all: &[Attack<P::Move>],
    ply: usize,
    room: &mut usize,
) -> Option<Vec<Step>> {
    let steps = all.iter().map(|attack| {
        let (mut step, after) = step(p, attack.m, ply, room)?;
        if attack.zugzwang {
            step.kind = Some("zugzwang");
        }
        if !attack.threats.is_empty() {
            let mut threats = attacks(&after.passed(), &attack.threats, ply + 2, room)?;
            for threat in &mut threats {
                threat.kind = Some("threat");
            }
            step.next.extend(threats);
        }
        let replies = defences(&after, &attack.defences, ply + 1, room)?;
        step.next.extend(replies);
        for refutation in &attack.refutations {
            let (mut reply, _) = self::step(&after, *refutation, ply + 1, room)?;
            reply.san.push('!');
            reply.kind = Some("refutation");
            step.next.push(reply);
        }
        Some(step)
    });
    steps.collect()
}

fn defences<P: Field>(
    p: &P,
    all: &[Defence<P::Move>],
    ply: usize,
    room: &mut usize,
) -> Option<Vec<Step>> {
    let steps = all.iter().map(|defence| {
        let (mut reply, here) = step(p, defence.reply, ply, room)?;
        reply.next = attacks(&here, &defence.attacks, ply + 1, room)?;
        Some(reply)
    });
    steps.collect()
}

fn lines<P: Field>(
    count: Count,
    p: &P,
    all: &[Line<P::Move>],
    room: &mut usize,
) -> Option<Vec<Vec<Step>>> {
    let lines = all.iter().map(|line| {
        let (walked, end) = count.walk(p, line);
        *room = room.checked_sub(walked.len() + line.ends.len())?;
        let made = |before: &P, m: P::Move, after: &P, number: String| Step {
            number,
            san: before.short(m),
            fen: after.text(),
            fairy: !P::HAS_SAN,
            kind: None,
            next: Vec::new(),
        };
        let steps = walked
            .into_iter()
            .map(|walked| made(&walked.before, walked.m, &walked.after, walked.number));
        let ends = line.ends.iter();
        let ends = ends.map(|&m| made(&end, m, &end.after(m), String::new()));
        Some(steps.chain(ends).collect())
    });
    lines.collect()
}

fn step<P: Field>(p: &P, m: P::Move, ply: usize, room: &mut usize) -> Option<(Step, P)> {
    *room = room.checked_sub(1)?;
    let after = p.after(m);
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    let step = Step {
        number: format!("{}{dots}", ply / 2 + 1),
        san: p.short(m),
        fen: after.text(),
        fairy: !P::HAS_SAN,
        kind: None,
        next: Vec::new(),
    };
    Some((step, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_ended_early_proves_only_cooks_and_short_solutions() {
        let of = |count, is_short, extent| Soundness::of(count, is_short, extent, 1);
        for extent in [Extent::Enough, Extent::Stopped] {
            assert_eq!(of(1, false, extent), Soundness::Open, "{extent:?}");
            assert_eq!(of(0, false, extent), Soundness::Open, "{extent:?}");
            assert_eq!(of(1, true, extent), Soundness::Short, "{extent:?}");
            assert_eq!(of(2, false, extent), Soundness::Cooked, "{extent:?}");
        }
        assert_eq!(of(1, false, Extent::All), Soundness::Sound);
        assert_eq!(of(1, false, Extent::TooLong), Soundness::Sound);
    }
}
