//! Analysis of a finished game of chess by the crate [`analysis`], one position in each part of the job.

use super::Engines;
use super::perform::Control;
use analysis::puzzles::{Missed, missed};
use analysis::{AnalysisLimits, Evaluation, NODES, push};
use base::limits::Limits;
use games::Line;
use games::chess::Position;
use serde::Serialize;
use store::{Analysis, Part};

/// Result of a part: the evaluation of the position, and a puzzle if the last move was a mistake.
#[derive(Serialize)]
struct Looked<'a> {
    #[serde(flatten)]
    found: Option<&'a Evaluation>,
    /// Puzzle from the position before the last move, if that move was a mistake and one other move was clearly best.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<Missed>,
}

/// Returns the game up to a ply. The error is a sentence.
fn line(of: &Analysis, ply: usize) -> Result<Line<Position>, String> {
    let start = Position::from_fen(&of.start, of.chess960);
    let mut line = Line::new(start.map_err(|error| error.to_string())?);
    for text in of.moves.iter().take(ply) {
        let m = line.position().parse_move(text);
        line.play(m.map_err(|error| error.to_string())?);
    }
    Ok(line)
}

/// Analyses the position at ply `ply` of a game; `before` is the result of the previous part, if there is one.
pub(super) fn part(
    of: &Analysis,
    ply: usize,
    before: Option<&str>,
    engines: &mut Engines,
    control: &Control,
) -> Result<Part, String> {
    let look = AnalysisLimits {
        limits: &Limits::to_nodes(NODES),
        is_end: ply == of.moves.len(),
        stop: control.stop,
        on_line: &|_| {},
    };
    let found = engines.analyst()?.evaluate(&line(of, ply)?, look);
    let found = found.ok_or("there is no evaluation")?;
    let mut known = Vec::new();
    if let Some(before) = before {
        let mut before: Evaluation =
            serde_json::from_str(before).map_err(|error| error.to_string())?;
        before.turn = found.turn.other();
        known.push(before);
    }
    let played = ply.checked_sub(1).and_then(|last| of.moves.get(last));
    push(&mut known, found, played.map(String::as_str));
    let found = known.last();
    let is_mistake = found.is_some_and(|found| found.judgement.is_some());
    // A puzzle begins with the opponent's move, so it needs a ply before the mistake.
    let puzzle = match ply.checked_sub(1).filter(|last| is_mistake && *last > 0) {
        Some(last) => {
            let limits = Limits::to_nodes(NODES);
            missed(&line(of, last)?, &limits, control.stop, engines.chooser()?)
        }
        None => None,
    };
    Part::of(&Looked { found, puzzle })
}
