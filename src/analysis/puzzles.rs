//! Puzzles made from games: where one move is clearly the best after a mistake, or was missed.
//!
//! A puzzle goes on as long as the solver's next move is clearly the best, too. The engine must show two lines of each
//! position that is asked about.

use super::report::{Phase, takes};
use super::{AnalysisLimits, Analyst, Evaluation, motifs};
use base::limits::Limits;
use games::Line;
use games::chess::Position;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// Least chance to win that the best move gives its side, from 0 to 1.
const WINNING: f64 = 0.65;
/// Least difference to the chance of the second-best move.
const CLEARLY: f64 = 0.2;
/// Most moves of the solver.
const MOST: usize = 5;
/// A move that was missed in a game, as a puzzle that begins in that position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missed {
    /// The solution in UCI's form: the solver's first, then both sides' in turn.
    pub moves: Vec<String>,
    /// Words about it: `mateIn2`, `endgame`.
    pub themes: Vec<String>,
}

/// The puzzle in a game's last position, in which another move was a mistake; `None` if no move there is clearly best. The
/// analyst must show two lines.
pub fn missed(
    start: &Line<Position>,
    limits: &Limits,
    stop: &AtomicBool,
    analyst: &mut Analyst,
) -> Option<Missed> {
    let look = AnalysisLimits {
        limits,
        is_end: false,
        stop,
        on_line: &|_| {},
    };
    let found = analyst.evaluate(start, look)?;
    let moves = solution(start, &found, limits, stop, analyst)?;
    let themes = themes(start.position(), &found, &moves, true);
    Some(Missed { moves, themes })
}

/// Words about a puzzle with its solution in UCI's form: its phase, the mate, its motifs, its length.
pub fn themes(
    position: &Position,
    found: &Evaluation,
    solution: &[String],
    is_missed: bool,
) -> Vec<String> {
    let phase = Phase::of(position, found.ply);
    let mut themes = vec![phase.word().to_owned()];
    if phase == Phase::Endgame {
        themes.extend(motifs::endgame(position).map(str::to_owned));
    }
    if let Some(mate) = found.mate {
        themes.push("mate".to_owned());
        themes.push(format!("mateIn{}", mate.abs()));
    }
    if takes(position, found) {
        themes.push("hangingPiece".to_owned());
    }
    let mut here = *position;
    let made = solution.iter().map_while(|text| {
        let m = here.parse_move(text).ok()?;
        here = here.play(m);
        Some(m)
    });
    let shown = motifs::motifs(position, &made.collect::<Vec<_>>());
    themes.extend(shown.into_iter().map(|motif| motif.word().to_owned()));
    let length = match solution.len().div_ceil(2) {
        1 => "oneMove",
        2 => "short",
        3 => "long",
        _ => "veryLong",
    };
    themes.push(length.to_owned());
    if is_missed {
        themes.push("missed".to_owned());
    }
    themes
}

/// Returns true if the move that led to a position, or the one that was played in it, was a mistake.
pub fn is_wrong(known: &[Evaluation], ply: usize) -> bool {
    let judged = |ply: usize| {
        known
            .get(ply)
            .is_some_and(|found| found.judgement.is_some())
    };
    judged(ply) || judged(ply + 1)
}

/// Returns true if the best move wins, and clearly more than the second-best.
fn is_clear(found: &Evaluation) -> bool {
    let sign = |chance: f64| found.turn.fold_wb(chance, 1.0 - chance);
    let best = Evaluation {
        mate: found.mate.or(found.announced),
        ..found.clone()
    };
    let best = sign(best.chance());
    match found.others.first() {
        Some(second) => {
            let second = Evaluation {
                score: Some(second.score),
                mate: second.mate,
                ..found.clone()
            };
            best >= WINNING && best - sign(second.chance()) >= CLEARLY
        }
        // The only legal move.
        None => best >= WINNING,
    }
}

/// The moves of a puzzle that begins in a game's last position, in UCI's form; `None` if no move there is clearly best, or
/// if there is nothing to be chosen.
pub fn solution(
    start: &Line<Position>,
    found: &Evaluation,
    limits: &Limits,
    stop: &AtomicBool,
    analyst: &mut Analyst,
) -> Option<Vec<String>> {
    if found.others.is_empty() || !is_clear(found) {
        return None;
    }
    let mut line = start.clone();
    let mut here = found.clone();
    let mut moves: Vec<String> = Vec::new();
    loop {
        let best = here.best.clone()?;
        line.play(line.position().parse_move(&best).ok()?);
        moves.push(best);
        if moves.len() >= 2 * MOST - 1 || line.outcome().is_some() {
            return Some(moves);
        }
        let mut look = |line: &Line<Position>| {
            let look = AnalysisLimits {
                limits,
                is_end: true,
                stop,
                on_line: &|_| {},
            };
            analyst.evaluate(line, look)
        };
        let mut after = line.clone();
        let Some(reply) = look(&line).and_then(|found| found.best) else {
            return Some(moves);
        };
        after.play(after.position().parse_move(&reply).ok()?);
        match look(&after).filter(|next| next.best.is_some() && is_clear(next)) {
            Some(next) => {
                moves.push(reply);
                (line, here) = (after, next);
            }
            None => return Some(moves),
        }
    }
}
