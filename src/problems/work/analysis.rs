//! Analysis of a finished game of chess, a position a part, as [`analysis`] does it.

use super::Thinker;
use super::task::{Part, Watch};
use analysis::{AnalysisLimits, Evaluation, NODES, push};
use base::limits::Limits;
use games::Line;
use games::chess::Position;
use serde::{Deserialize, Serialize};

/// A game to be analysed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analysis {
    /// Starting position, as FEN.
    start: String,
    /// True if castling is written as in Chess960.
    chess960: bool,
    /// The moves, in UCI's form.
    moves: Vec<String>,
}

impl Analysis {
    /// Creates the analysis of a game.
    pub fn of(line: &Line<Position>) -> Analysis {
        Analysis {
            start: line.start().fen(),
            chess960: line.start().is_chess960(),
            moves: line.move_texts(),
        }
    }

    pub(super) fn parts(&self) -> usize {
        self.moves.len() + 1
    }

    /// The game up to a ply.
    fn line(&self, ply: usize) -> Result<Line<Position>, String> {
        let start = Position::from_fen(&self.start, self.chess960);
        let mut line = Line::new(start.map_err(|error| error.to_string())?);
        for text in self.moves.iter().take(ply) {
            let m = line.position().parse_move(text);
            line.play(m.map_err(|error| error.to_string())?);
        }
        Ok(line)
    }

    pub(super) fn part(
        &self,
        ply: usize,
        before: Option<&str>,
        thinker: &mut Thinker,
        watch: &Watch,
    ) -> Result<Part, String> {
        let look = AnalysisLimits {
            limits: &Limits::to_nodes(NODES),
            is_end: ply == self.moves.len(),
            stop: watch.stop,
            heard: &|_| {},
        };
        let found = thinker.analyst()?.evaluate(&self.line(ply)?, look);
        let found = found.ok_or("there is no evaluation")?;
        let mut known = Vec::new();
        if let Some(before) = before {
            let mut before: Evaluation =
                serde_json::from_str(before).map_err(|error| error.to_string())?;
            before.turn = found.turn.other();
            known.push(before);
        }
        let played = ply.checked_sub(1).and_then(|last| self.moves.get(last));
        push(&mut known, found, played.map(String::as_str));
        Part::of(&known.last())
    }
}
