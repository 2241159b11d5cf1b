//! The root: the moves that may be chosen, and the results of the search for each of them.

use super::info::Report;
use super::node::Window;
use super::score::{self, Score};
use super::tablebase::score_of_rank;
use super::worker::Worker;
use super::{MAX_PLY, Searcher};
use games::Line;
use games::chess::{Move, Position};
use std::cmp::Reverse;
use std::time::Duration;

/// Time before which the root move being searched is not reported.
const CURRENT_MOVE_AFTER: Duration = Duration::from_millis(1000);

/// A move at the root and its results.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// Legal move of the root position.
    pub m: Move,
    /// Its score in this iteration, or −[`score::INFINITE`] if it has not beaten alpha.
    pub score: Score,
    /// Its rank by the tablebases; higher is better, and all are equal if the tablebases do not know the root.
    pub rank: i32,
    /// Exact result of the move by the tablebases; `None` if they do not know it.
    pub known: Option<Score>,
    /// Nodes searched below the move, over all iterations.
    pub nodes: u64,
    /// The line of its last exact score, if any.
    pub line: Option<RootLine>,
    /// Lower bound of its score in this iteration, set by a search that only showed the score to be higher than
    /// expected; `None` otherwise.
    pub raised: Option<Score>,
    /// The deepest ply reached in its last search.
    pub seldepth: usize,
}

/// A line with an exact score.
#[derive(Clone, Debug)]
pub struct RootLine {
    /// Score of the best move, from the point of view of the side to move.
    pub score: Score,
    /// The depth of the iteration in which it was found.
    pub depth: usize,
    /// The deepest ply reached.
    pub seldepth: usize,
    /// Moves of the line, the root move first.
    pub pv: Vec<Move>,
}

impl Searcher {
    /// Returns the legal moves the search may choose from, ranked by the tablebases if these know the position. Only
    /// moves of `among` are returned, or all if none of these is legal.
    pub(super) fn root_moves(&self, game: &Line<Position>, among: &[Move]) -> Vec<RootMove> {
        let position = game.position();
        let legal = position.legal_moves();
        let chosen = |m: &&Move| among.contains(m);
        let restricted = legal.iter().any(|m| chosen(&m));
        let moves: Vec<Move> = legal
            .iter()
            .filter(|m| !restricted || chosen(m))
            .copied()
            .collect();
        let known = |child: &Position| {
            game.past_keys().contains(&child.key()) || position.key() == child.key()
        };
        let ranks = self
            .settings
            .tablebases
            .as_ref()
            .and_then(|tables| tables.rank_root(position, &moves, known));
        let mut roots: Vec<RootMove> = moves
            .into_iter()
            .enumerate()
            .map(|(index, m)| (m, ranks.as_ref().map(|ranks| ranks[index])))
            .map(|(m, rank)| RootMove {
                m,
                score: -score::INFINITE,
                rank: rank.unwrap_or(0),
                known: rank.map(score_of_rank),
                nodes: 0,
                line: None,
                raised: None,
                seldepth: 0,
            })
            .collect();
        roots.sort_by_key(|root| Reverse(root.rank));
        roots
    }
}

impl Worker<'_> {
    /// Returns true if a root move may be searched for the present line. If the tablebases rank the moves, only moves
    /// of the best rank are searched for the first line, and those of the next best for the following ones.
    pub fn may_search_root_move(&self, index: usize) -> bool {
        self.root_moves[index].rank == self.root_moves[self.pv_index].rank
    }

    /// Reports the root move being searched, once the search has lasted a second. `count` is its number among the moves
    /// searched for the present line, from 1.
    pub fn announce_root_move(&self, current: Move, count: usize) {
        let shared = self.shared;
        let Some(report) = shared.report.filter(|_| self.id == 0) else {
            return;
        };
        if shared.control.elapsed() >= CURRENT_MOVE_AFTER {
            report(Report::CurrentMove {
                depth: self.root_depth,
                current,
                number: self.pv_index + count,
            });
        }
    }

    /// Stores the score that the search of a root move has returned.
    pub fn note_root_score(
        &mut self,
        index: usize,
        number: usize,
        score: Score,
        Window { alpha, beta }: Window,
        nodes: u64,
    ) {
        let root = &mut self.root_moves[index];
        root.nodes += nodes;
        root.seldepth = self.seldepth;
        let exact = score < beta || score::is_mate(score);
        if number == 1 || score > alpha {
            root.score = score;
            root.raised = (!exact).then_some(score);
        }
        if score > alpha && exact {
            self.note_root_line(index, score);
        }
    }

    /// Stores the line of a root move with an exact score.
    fn note_root_line(&mut self, index: usize, score: Score) {
        let mut pv = vec![self.root_moves[index].m];
        pv.extend(self.pv(1).iter().take(MAX_PLY - 1));
        self.root_moves[index].line = Some(RootLine {
            score,
            depth: self.root_depth,
            seldepth: self.seldepth,
            pv,
        });
    }
}
