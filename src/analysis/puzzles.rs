//! Puzzles made from games: positions after a mistake, or with a missed chance, in which one move is clearly the
//! best.
//!
//! A puzzle goes on as long as the solver's next move is clearly the best, too. The engine must search with `MultiPV`
//! at least 2.

use super::report::{Phase, takes};
use super::{AnalysisLimits, Analyst, Evaluation, motifs};
use base::limits::Limits;
use games::Line;
use games::chess::Position;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// Least chance to win after the best move, from 0 to 1.
const WINNING: f64 = 0.65;
/// Least difference between the chances to win of the best and the second-best move, from 0 to 1.
const CLEARLY: f64 = 0.2;
/// Maximum number of the solver's moves.
const MOST: usize = 5;
/// Puzzle that begins in a position of a game whose best move was missed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missed {
    /// Solution in UCI notation: the solver's move first, then both sides' in turn.
    pub moves: Vec<String>,
    /// Themes of the puzzle: `mateIn2`, `endgame`.
    pub themes: Vec<String>,
}

/// Returns the puzzle that begins in the last position of a game, where another move was a mistake; `None` if no move
/// there is clearly best. The analyst must search with `MultiPV` at least 2.
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

/// Returns the themes of a puzzle: its phase, the mate, its motifs and its length. `solution` is in UCI notation. The
/// theme `missed` is added if `is_missed` is true: the player of the game missed the solution.
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

/// Returns true if the move that led to the position at `ply`, or the move played in it, was an inaccuracy, a mistake
/// or a blunder.
pub fn is_wrong(known: &[Evaluation], ply: usize) -> bool {
    let judged = |ply: usize| {
        known
            .get(ply)
            .is_some_and(|found| found.judgement.is_some())
    };
    judged(ply) || judged(ply + 1)
}

/// Returns true if the best move wins and is clearly better than the second-best.
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
        // The best move is the only legal one.
        None => best >= WINNING,
    }
}

/// Returns the solution of a puzzle that begins in the last position of a game, in UCI notation; `None` if no move
/// there is clearly best, or if only one move is legal.
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
