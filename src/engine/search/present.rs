//! Results of root moves in a form that can be reported: a mate only with its whole line, a bound as a bound, a known
//! endgame with the tablebases' result.

use super::deepening::Finished;
use super::driver::micros;
use super::info::{Info, Report, is_whole_mating_line};
use super::root::{RootLine, RootMove};
use super::score::{self, Score};
use super::table::Bound;
use super::worker::Shared;
use games::chess::{Move, Position};

/// Score reported for a mate whose line is not complete: a win, but not counted in moves.
const UNPROVEN_WIN: Score = 10_000;

/// Result of a root move in a form that can be reported.
pub(super) struct Presentable {
    pub score: Score,
    pub bound: Bound,
    pub depth: usize,
    pub seldepth: usize,
    pub pv: Vec<Move>,
}

pub(super) fn presentable(
    position: &Position,
    shared: &Shared<'_>,
    root: &RootMove,
    depth: usize,
) -> Presentable {
    let bound_only = |score: Score, bound| Presentable {
        score: score.clamp(-UNPROVEN_WIN, UNPROVEN_WIN),
        bound,
        depth: depth.max(1),
        seldepth: root.seldepth.max(1),
        pv: vec![root.m],
    };
    if let Some(known) = root.known {
        return by_tables(position, root, known, depth);
    }
    if let Some(score) = root.raised {
        return bound_only(score, Bound::Lower);
    }
    match &root.line {
        Some(line) => {
            let whole =
                !score::is_mate(line.score) || is_whole_mating_line(position, &line.pv, line.score);
            if !whole {
                let bound = if line.score > 0 {
                    Bound::Lower
                } else {
                    Bound::Upper
                };
                return bound_only(line.score, bound);
            }
            Presentable {
                score: line.score,
                bound: Bound::Exact,
                depth: line.depth,
                seldepth: line.seldepth,
                pv: line.pv.clone(),
            }
        }
        // The search was aborted before the first iteration was complete.
        None if root.score > -score::INFINITE => bound_only(root.score, Bound::Lower),
        None => {
            let child = crate::eval::evaluate(shared.eval, shared.network, &position.play(root.m));
            bound_only(-child, Bound::Exact)
        }
    }
}

/// Creates the result of a root move that the tablebases know: theirs is the score; the line, and a mate on the way,
/// are the search's.
fn by_tables(position: &Position, root: &RootMove, known: Score, depth: usize) -> Presentable {
    let agrees = |line: &&RootLine| {
        let same = line.score.signum() == known.signum();
        same && is_whole_mating_line(position, &line.pv, line.score)
    };
    Presentable {
        score: root.line.as_ref().filter(agrees).map_or(known, |l| l.score),
        bound: Bound::Exact,
        depth: root.line.as_ref().map_or(depth.max(1), |line| line.depth),
        seldepth: root.seldepth.max(1),
        pv: match &root.line {
            Some(line) => line.pv.clone(),
            None => vec![root.m],
        },
    }
}

/// Reports one line of a thread's result.
pub(super) fn report_line(
    position: &Position,
    shared: &Shared<'_>,
    depth: usize,
    result: &Finished,
    index: usize,
) {
    let Some(report) = shared.report else {
        return;
    };
    let line = presentable(position, shared, &result.root_moves[index], depth);
    report(Report::Info(Info {
        depth: line.depth,
        seldepth: line.seldepth.max(line.pv.len()),
        multipv: index + 1,
        score: line.score,
        bound: line.bound,
        nodes: shared.total_nodes(),
        tbhits: shared.total_tbhits(),
        time_us: micros(shared.control.elapsed()),
        hashfull: shared.table.hashfull(),
        pv: line.pv,
    }));
}
