//! Analysis of a finished game of chess, a position a part, as [`analysis`] does it.

use super::Engines;
use super::perform::Control;
use analysis::puzzles::{Missed, missed};
use analysis::{AnalysisLimits, Evaluation, NODES, push};
use base::limits::Limits;
use games::Line;
use games::chess::Position;
use serde::Serialize;
use store::{Analysis, Part};

/// Result of a part: the evaluation, and what the player before has missed.
#[derive(Serialize)]
struct Looked<'a> {
    #[serde(flatten)]
    found: Option<&'a Evaluation>,
    /// The puzzle before the last move, if that was a mistake where one move was clearly best.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<Missed>,
}

/// The game up to a ply.
fn line(of: &Analysis, ply: usize) -> Result<Line<Position>, String> {
    let start = Position::from_fen(&of.start, of.chess960);
    let mut line = Line::new(start.map_err(|error| error.to_string())?);
    for text in of.moves.iter().take(ply) {
        let m = line.position().parse_move(text);
        line.play(m.map_err(|error| error.to_string())?);
    }
    Ok(line)
}

/// Analyses a position.
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
    // A puzzle begins with the opponent's move.
    let puzzle = match ply.checked_sub(1).filter(|last| is_mistake && *last > 0) {
        Some(last) => {
            let limits = Limits::to_nodes(NODES);
            missed(&line(of, last)?, &limits, control.stop, engines.chooser()?)
        }
        None => None,
    };
    Part::of(&Looked { found, puzzle })
}
