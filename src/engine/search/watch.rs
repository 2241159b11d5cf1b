//! Interface for a mate finder that works beside the search.
//!
//! The search evaluates and may miss long mates; a mate finder only proves mates. A [`Watch`] gets turns in the midst
//! of the search, on the first thread, so that a search on one thread remains single-threaded and the same number of
//! nodes gives the same result on every machine. A mate that it proves overrides the search's result, until the search
//! itself finds a shorter mate.

use super::info::{Info, Report, is_whole_mating_line};
use super::root::RootLine;
use super::score::{self, Score};
use super::table::Bound;
use super::worker::Worker;
use super::{MAX_PLY, driver::micros};
use base::limits::Allowance;
use games::chess::{Move, Position};

/// A proved mate, by the side to move at the root or against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Greatest number of moves that the attacker needs, at least 1; negative if the side to move is mated.
    pub mate_in: i32,
    /// The line, up to the mate.
    pub line: Vec<Move>,
}

/// Mate finder that works beside the search.
pub trait Watch: Send {
    /// Clears what has been learned, because another game begins.
    fn new_game(&mut self);

    /// Prepares for a search of this position.
    fn begin(&mut self, position: &Position);

    /// Called at intervals by the search, which has visited `searched` nodes and has the score `score` for the
    /// position, if any. Works as long as it sees fit within the allowance: nodes, which makes the result the same on
    /// every machine, or time. Returns the nodes spent, and a proof if there is a new one.
    fn turn(
        &mut self,
        searched: u64,
        score: Option<Score>,
        allowed: Allowance,
    ) -> (u64, Option<Proof>);
}

impl Proof {
    fn score(&self) -> Score {
        let plies = self.line.len();
        if self.mate_in > 0 {
            score::mate_in(plies)
        } else {
            score::mated_in(plies)
        }
    }
}

impl Worker<'_> {
    /// Lets the mate finder work for a while, if there is one. A mate that it proves is stored, and reported if it is
    /// better than the search's result so far.
    #[cold]
    pub(super) fn give_turn(&mut self) {
        let Some(watch) = &mut self.watch else {
            return;
        };
        let shared = self.shared;
        let line = self.root_moves.first().and_then(|root| root.line.as_ref());
        // A search limited by nodes or depth must be the same on every machine.
        let counted = shared.node_limit.min(shared.soft_node_limit) != u64::MAX
            || shared.max_depth < MAX_PLY - 1;
        let allowed = Allowance {
            time: shared
                .budget
                .map(|budget| budget.hard.saturating_sub(shared.on_the_clock())),
            nodes: counted.then(|| shared.node_limit.saturating_sub(shared.total_nodes())),
            stop: Some(shared.control.flag()),
        };
        let (nodes, proof) = watch.turn(self.nodes, line.map(|line| line.score), allowed);
        if nodes > 0 {
            shared.watched.set(shared.watched.get() + nodes);
        }
        let Some(proof) = proof.filter(|proof| proof.line.len() <= MAX_PLY) else {
            return;
        };
        let better = line.is_none_or(|line| is_better(proof.score(), line.score));
        if let Some(report) = shared.report.filter(|_| better) {
            report(Report::Info(Info {
                depth: self.root_depth.max(1),
                seldepth: proof.line.len(),
                multipv: 1,
                score: proof.score(),
                bound: Bound::Exact,
                nodes: shared.total_nodes(),
                tbhits: shared.total_tbhits(),
                time_us: micros(shared.control.elapsed()),
                hashfull: shared.table.hashfull(),
                pv: proof.line.clone(),
            }));
        }
        self.proof = Some(proof);
    }

    /// Puts the proved mate first among the root moves, unless the search has found a shorter mate.
    pub(super) fn believe_proof(&mut self, position: &Position) {
        let Some(proof) = &self.proof else {
            return;
        };
        let seen = self.root_moves[0].line.as_ref().filter(|line| {
            self.root_moves[0].raised.is_none()
                && !is_better(proof.score(), line.score)
                && is_whole_mating_line(position, &line.pv, line.score)
        });
        let Some(index) = self
            .root_moves
            .iter()
            .position(|root| Some(&root.m) == proof.line.first())
            .filter(|_| seen.is_none())
        else {
            return;
        };
        let mut root = self.root_moves.remove(index);
        root.score = proof.score();
        root.raised = None;
        root.line = Some(RootLine {
            score: proof.score(),
            depth: self.root_depth.max(1),
            seldepth: proof.line.len(),
            pv: proof.line.clone(),
        });
        self.root_moves.insert(0, root);
    }
}

/// Returns true if the proved score is better information than the search's: a shorter mate by the side to move, or a
/// mate against it that the search does not see or sees later.
fn is_better(proved: Score, thought: Score) -> bool {
    if proved > 0 {
        proved > thought
    } else {
        thought > proved
    }
}

/// Mate finder for one search, if any.
pub(super) type Watching<'a> = Option<&'a mut (dyn Watch + 'static)>;
