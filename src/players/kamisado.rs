//! The Kamisado player: alpha-beta for a first answer, then an exact solver (the prover) until the round is solved.
//!
//! Each iteration goes one ply deeper. It asks the prover if some move at the root wins within so many plies, or if all
//! moves lose; up to a depth of [`SHALLOW`] plies alpha-beta provides the score and a move for the case that nothing is
//! proved. As a round cannot be drawn, an unlimited search ends with its exact value.

mod alphabeta;
mod player;

pub use alphabeta::{AlphaBeta, DECIDED, SearchResult, WIN, evaluate};
pub use player::Weaker;

use crate::{Report, Request};
use base::limits::Budget;
use base::memory::OutOfMemory;
use games::Game;
use games::kamisado::{Match, Move, Position};
use solve::kamisado::{MAX_PLIES, Prover, Value};

/// Maximum depth of the iterations in which alpha-beta takes part, in plies.
pub const SHALLOW: u8 = 8;

/// Value of a point of a match, in hundredths.
const POINT: i32 = 500;

/// Exact value of a round, with a line of best play to its end.
type Proof = (Value, Vec<Move>);

/// Count of the positions visited by one search.
#[derive(Clone, Copy)]
struct Spent {
    /// Count of the prover when the search began.
    start: u64,
    /// Number of positions that alpha-beta has visited.
    elsewhere: u64,
}

impl Spent {
    fn by(self, prover: &Prover) -> u64 {
        prover.nodes() - self.start + self.elsewhere
    }
}

/// The strongest Kamisado player.
#[derive(Debug)]
pub struct KamisadoPlayer {
    prover: Prover,
}

impl KamisadoPlayer {
    /// Creates a player whose prover has a table of `hash_mb` mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is not enough memory.
    pub fn new(hash_mb: usize) -> Result<KamisadoPlayer, OutOfMemory> {
        let prover = Prover::new(hash_mb)?;
        Ok(KamisadoPlayer { prover })
    }

    /// Searches a round until it is solved or the budget is spent. Reports every iteration; returns the line and the
    /// report of the last. `None` if there are no moves.
    fn think(
        &mut self,
        request: &Request<Match>,
        mut moves: Vec<Move>,
        budget: &Budget,
    ) -> Option<(Vec<Move>, Report)> {
        let game = request.game.position();
        let here = game.round();
        let stop = &mut |nodes| budget.is_spent(nodes);
        moves.first()?;
        let depth = request.limits.depth;
        let depth = depth.and_then(|plies| u8::try_from(plies).ok());
        let last = depth.unwrap_or(MAX_PLIES).clamp(1, MAX_PLIES);
        let mut latest: Option<SearchResult> = None;
        let mut report = None;
        let mut spent = Spent {
            start: self.prover.nodes(),
            elsewhere: 0,
        };
        for depth in 1..=last {
            let Some(proof) = self.proof(here, &moves, depth, spent, stop) else {
                break;
            };
            if let Some((value, line)) = proof {
                let plies = i32::from(value.plies());
                let sign = if value.is_win() { 1 } else { -1 };
                let nodes = spent.by(&self.prover);
                let report = player::report(game, depth, sign * (WIN - plies), nodes, &line);
                (request.report)(&report);
                return Some((line, report));
            }
            if depth <= SHALLOW {
                let base = spent.by(&self.prover);
                let mut count = |n| stop(base + n);
                let mut search = AlphaBeta::new(&mut count);
                let Some(found) = search.search(here, &moves, depth) else {
                    break;
                };
                spent.elsewhere += search.nodes;
                // The best move so far is searched first in the next iteration.
                moves.sort_by_key(|m| *m != found.best);
                latest = Some(found);
            }
            if let Some(found) = &latest {
                let nodes = spent.by(&self.prover);
                let new = player::report(game, depth, found.score, nodes, &found.line);
                (request.report)(&new);
                report = Some(new);
            }
            if budget.is_past_aim() {
                break;
            }
        }
        if let (Some(found), Some(report)) = (latest, report) {
            return Some((found.line, report));
        }
        // If there was no time for any iteration, a search of one ply finds a move.
        let mut never = |_| false;
        let found = AlphaBeta::new(&mut never).search(here, &moves, 1)?;
        let report = player::report(game, 1, found.score, moves.len() as u64, &found.line);
        Some((found.line, report))
    }

    /// Proves that some move wins within `depth` plies or that all lose, with the line to the end. The inner `None`
    /// means that neither is proved; the outer one means that the search was stopped.
    fn proof(
        &mut self,
        here: &Position,
        moves: &[Move],
        depth: u8,
        spent: Spent,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Option<Proof>> {
        // In a round without sumo towers, wins take an odd number of plies and losses an even one.
        let may_win = here.has_sumo() || depth % 2 == 1;
        let may_lose = here.has_sumo() || depth.is_multiple_of(2);
        let mut all_lose = may_lose;
        for &m in moves {
            let child = here.play(m);
            let base = spent.by(&self.prover);
            let stop = &mut |n| stop(base + n);
            if may_win && self.is_decided(here, &child, true, depth - 1, stop)? {
                return Some(Some((Value::Win(depth), self.whole(here, m, stop)?)));
            }
            all_lose = all_lose && self.is_decided(here, &child, false, depth - 1, stop)?;
        }
        if !all_lose {
            return Some(None);
        }
        let mut slowest: Option<(Move, u8)> = None;
        for &m in moves {
            let base = spent.by(&self.prover);
            let stop = &mut |n| stop(base + n);
            let solution = self.prover.solve(&here.play(m), stop).ok()?;
            let plies = solution.value.plies() + 1;
            if slowest.is_none_or(|(_, most)| plies > most) {
                slowest = Some((m, plies));
            }
        }
        let (m, plies) = slowest?;
        Some(Some((Value::Loss(plies), self.whole(here, m, stop)?)))
    }

    /// Returns true if `child` is won (or lost, if `won` is false) within `plies` for the side to move at its parent.
    /// `None` means that the search was stopped.
    fn is_decided(
        &mut self,
        parent: &Position,
        child: &Position,
        won: bool,
        plies: u8,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        let same_side = child.turn() == parent.turn();
        match (child.is_over(), same_side == won) {
            // The side to move at the end of a round has lost.
            (true, _) => Some(same_side != won),
            (_, true) => self.prover.wins_within(child, plies, stop).ok(),
            (_, false) => self.prover.loses_within(child, plies, stop).ok(),
        }
    }

    /// Returns the move `m` followed by best play to the end of the round; `None` if the search was stopped.
    fn whole(
        &mut self,
        here: &Position,
        m: Move,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Vec<Move>> {
        let solution = self.prover.solve(&here.play(m), stop).ok()?;
        let mut line = vec![m];
        line.extend(solution.line);
        Some(line)
    }
}
