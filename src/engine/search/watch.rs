//! Room for somebody who looks for forced mates beside the search.
//!
//! The search judges, and passes long mates by; a prover proves, and knows nothing else. A [`Watch`] is
//! given turns in the midst of the search, on the first thread, so that one thread stays one thread and
//! the same number of nodes brings the same result everywhere. What it proves stands above what the
//! search thinks, until the search itself sees a shorter mate.

use super::info::{Info, Report, is_whole_mating_line};
use super::root::RootLine;
use super::score::{self, Score};
use super::table::Bound;
use super::worker::Worker;
use super::{MAX_PLY, driver::micros};
use base::limits::Allowance;
use games::chess::{Move, Position};

/// A mate that is proved, for the side to move at the root or against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Greatest number of moves that the attacker needs, at least 1; negative if it is the side to move that is mated.
    pub mate_in: i32,
    /// The line, to mate.
    pub line: Vec<Move>,
}

/// Looks for mates beside the search.
pub trait Watch: Send {
    /// Another game begins: what has been learned so far is forgotten.
    fn new_game(&mut self);

    /// A search of this position begins.
    fn begin(&mut self, position: &Position);

    /// Asked now and then by the search, which has visited `searched` nodes and thinks `score` of the
    /// position. Works as long as it holds for right, within the allowance: by nodes if these are
    /// given, which makes it the same on every machine; by time if they are not. Returns the nodes spent, and
    /// a proof if there is a new one.
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
    /// Gives the watch its turn. What it proves is reported at once.
    #[cold]
    pub(super) fn give_turn(&mut self) {
        let Some(watch) = &mut self.watch else {
            return;
        };
        let shared = self.shared;
        let line = self.root_moves.first().and_then(|root| root.line.as_ref());
        // What ends by nodes or by depth is to be the same on every machine.
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

    /// Puts what is proved above what the search thinks, unless that is a shorter mate.
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

/// Returns true if the proved score says more than the search's: a sooner mate for the side to move, any mate against
/// it that the search does not see or sees later.
fn is_better(proved: Score, thought: Score) -> bool {
    if proved > 0 {
        proved > thought
    } else {
        thought > proved
    }
}

/// Mate finder to be called during one search, if any.
pub(super) type Watching<'a> = Option<&'a mut (dyn Watch + 'static)>;
