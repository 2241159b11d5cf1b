//! The chess engine as a [`Player`]: its searcher's limits and reports in the words of a match.

use super::{ChessEngine, Choice, Failure, Limits, Player, Question, Report, Score};
use engine::search::{self, Control, Info, score};
use games::Line;
use games::chess::{Move, Position};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Plays for a result: with its book and at its set strength, unless its options say that it analyses.
impl Player<Position> for ChessEngine {
    fn new_game(&mut self, _: &Position) -> Result<(), Failure> {
        ChessEngine::new_game(self);
        Ok(())
    }

    fn show_depth(&mut self, depth: &Arc<AtomicU32>) {
        self.shown_depth = Some(Arc::clone(depth));
    }

    fn choose(
        &mut self,
        line: &Line<Position>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Choice<Move>, Failure> {
        let control = Control::watching(stop);
        let last: Mutex<(Option<Info>, Report)> = Mutex::default();
        let shown = self.shown_depth.clone();
        let note = |said: search::Report| {
            if let (search::Report::Info(info), Some(shown)) = (&said, &shown) {
                shown.store(u32::try_from(info.depth).unwrap_or(u32::MAX), Relaxed);
            }
            if let search::Report::Info(info) = said
                && let Ok(mut last) = last.lock()
            {
                note_mate(&mut last.1, &info, limits.mate_within);
                if info.multipv == 1 {
                    last.0 = Some(info);
                }
            }
        };
        let question = Question {
            game: line,
            limits,
            among: &[],
            at_leisure: false,
            is_analysis: false,
        };
        let decision = self.answer(question, &control, &note);
        let elapsed = control.elapsed();
        if stop.load(Relaxed) {
            return Err(Failure::Interrupted);
        }
        let chosen = decision
            .best
            .ok_or_else(|| Failure::IllegalMove("(none)".to_owned()))?;
        let (info, mut report) = last.into_inner().unwrap_or_default();
        report.nodes = Some(decision.nodes);
        if let Some(info) = info {
            report.score = Some(match score::mate_moves(info.score) {
                Some(moves) => Score::Mate(moves),
                None => Score::Centipawns(info.score),
            });
            report.depth = u32::try_from(info.depth).ok();
            let mut here = *line.position();
            for m in info.pv {
                report.pv.push(here.move_text(m));
                here = here.play(m);
            }
        }
        if let Some(patience) = limits.patience.filter(|patience| elapsed > *patience) {
            return Err(Failure::TooLate(elapsed.max(patience)));
        }
        Ok(Choice {
            chosen,
            elapsed,
            report,
        })
    }
}

/// Notes when a mate in time was first announced.
fn note_mate(report: &mut Report, info: &Info, within: Option<u32>) {
    let announced = score::mate_moves(info.score).and_then(|moves| u32::try_from(moves).ok());
    let in_time = |moves: u32| moves > 0 && within.is_some_and(|within| moves <= within);
    if report.mate_found.is_none() && announced.is_some_and(in_time) {
        report.mate_found = Some((Duration::from_micros(info.time_us), info.nodes));
    }
}
