//! Alpha-beta search: finds the same values as minimax with fewer nodes.
//!
//! Values are those for the owner of the search, as in [`Minimax`](super::Minimax): its side maximises them, all others
//! minimise them. The window from alpha to beta is narrowed from both sides, promising moves are searched first, and a
//! table stores positions that may be reached again. None of this changes a value: a table entry is used only at
//! exactly the depth to which it was searched.

use super::deepen::{Frame, INFINITE, Tally, deepen};
use super::evaluate::outcome_value;
use super::table::{Entry, StrategyTable, from_table, to_table};
use super::{Bound, Choice, Evaluate, Failure, Player, Request};
use std::cmp::Reverse;

/// Player that searches by alpha-beta to a fixed depth, or as deep as time or nodes allow.
#[derive(Debug, Default)]
pub struct AlphaBeta;

/// Depth in plies if neither depth, time nor nodes are limited.
const DEFAULT_DEPTH: u32 = 4;

impl<G: Evaluate> Player<G> for AlphaBeta {
    fn answer(&mut self, request: &Request<G>) -> Result<Choice<G::Move>, Failure> {
        // The table is used for one search only, because its values belong to the owner of the search.
        let mut tree = Tree {
            owner: request.game.position().turn(),
            table: StrategyTable::default(),
            killers: Vec::new(),
        };
        let below_root = |child: &G, frame: Frame, tally: &mut Tally, pv: &mut Vec<G::Move>| {
            tree.search(child, frame, tally, pv)
        };
        deepen(request, DEFAULT_DEPTH, below_root)
    }
}

/// State of one alpha-beta search: its table and killer moves, and the seat for which it evaluates positions.
struct Tree<G: Evaluate> {
    /// Seat for which positions are evaluated.
    owner: usize,
    table: StrategyTable<G::Move>,
    /// Killer moves, by ply from the root: the last two moves that caused a cutoff.
    killers: Vec<[Option<G::Move>; 2]>,
}

impl<G: Evaluate> Tree<G> {
    /// Returns the value of `position` for the owner if it lies between alpha and beta; otherwise a bound of the value,
    /// outside the window (fail-soft). Writes the line that leads to it into `pv`.
    fn search(
        &mut self,
        position: &G,
        frame: Frame,
        tally: &mut Tally,
        pv: &mut Vec<G::Move>,
    ) -> i32 {
        pv.clear();
        if tally.spend() {
            return 0;
        }
        let Frame { depth, ply, .. } = frame;
        if let Some(outcome) = position.outcome() {
            return outcome_value(position, outcome, self.owner, ply);
        }
        if depth == 0 {
            tally.horizon = true;
            return position.evaluate_for(self.owner);
        }
        let key = position.search_key(depth);
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| entry.depth == depth) {
            let value = from_table(entry.value, ply);
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::None => false,
                Bound::Lower => value >= frame.beta,
                Bound::Upper => value <= frame.alpha,
            };
            if enough {
                tally.horizon |= entry.horizon;
                self.remembered_line(position, depth, pv);
                return value;
            }
        }

        // The flag is kept for each subtree, because a table entry stores that of its own subtree.
        let horizon_above = std::mem::replace(&mut tally.horizon, false);
        let maximizes = position.allied(position.turn(), self.owner);
        let (mut alpha, mut beta) = (frame.alpha, frame.beta);
        let mut best = if maximizes { -INFINITE } else { INFINITE };
        let mut best_move = None;
        let mut below = Vec::new();
        for m in self.ordered(position, known.map(|entry| entry.best), ply) {
            let next = Frame {
                depth: depth - 1,
                ply: ply + 1,
                alpha,
                beta,
            };
            let value = self.search(&position.play(m), next, tally, &mut below);
            if tally.exhausted {
                return 0;
            }
            if best_move.is_none() || (maximizes && value > best) || (!maximizes && value < best) {
                (best, best_move) = (value, Some(m));
                pv.clear();
                pv.push(m);
                pv.append(&mut below);
            }
            if maximizes {
                alpha = alpha.max(best)
            } else {
                beta = beta.min(best)
            }
            if alpha >= beta {
                self.note_killer(ply, m);
                break;
            }
        }
        if let Some(best_move) = best_move {
            let bound = if best >= frame.beta {
                Bound::Lower
            } else if best <= frame.alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            self.table.insert(Entry {
                key,
                value: to_table(best, ply),
                depth,
                bound,
                horizon: tally.horizon,
                best: best_move,
            });
        }
        tally.horizon |= horizon_above;
        best
    }

    /// Returns all moves, the most promising first: the hash table's move, then by their promise, killer moves before
    /// others of equal promise.
    fn ordered(&self, position: &G, first: Option<G::Move>, ply: u32) -> Vec<G::Move> {
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        let mut moves = position.legal_moves();
        moves.sort_by_cached_key(|m| {
            let promise = position.promise(*m);
            Reverse((first == Some(*m), promise, killers.contains(&Some(*m))))
        });
        moves
    }

    fn note_killer(&mut self, ply: u32, m: G::Move) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(m) {
            *second = first.replace(m);
        }
    }

    /// Appends to `pv` the line of best play from `position` that the hash table holds from a search to `depth`, at
    /// most `depth` moves.
    fn remembered_line(&self, position: &G, depth: u32, pv: &mut Vec<G::Move>) {
        let mut here = position.clone();
        for depth in (1..=depth).rev() {
            let entry = self.table.get(here.search_key(depth));
            let Some(entry) = entry.filter(|entry| entry.depth == depth) else {
                return;
            };
            if here.outcome().is_some() || !here.legal_moves().contains(&entry.best) {
                return;
            }
            pv.push(entry.best);
            here = here.play(entry.best);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, MATE_VALUE, Minimax, minimax::minimax};
    use super::*;
    use base::limits::Budget;
    use games::chess::Position;
    use games::kamisado::Match;
    use games::{Game, Line, rolit};
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use std::sync::atomic::AtomicBool;

    /// Searches one tree repeatedly with random depths, plies and windows: with everything that its table then holds,
    /// each result must be the true value or a bound on the right side of it.
    fn search_with_any_window<G: Evaluate>(start: &G, rng: &mut StdRng) {
        let mut tally = Tally::new(Budget::new(None, None, None));
        let owner = start.turn();
        let mut tree = Tree {
            owner,
            table: StrategyTable::default(),
            killers: Vec::new(),
        };
        for _ in 0..60 {
            let (depth, ply) = (rng.random_range(1..=4), rng.random_range(0..6));
            // Positions further down are searched, too, so that their table entries are met in later searches from
            // above.
            let mut here = start.clone();
            for _ in 0..rng.random_range(0..3) {
                let moves = here.legal_moves();
                match moves.choose(rng) {
                    Some(m) if here.outcome().is_none() => here = here.play(*m),
                    _ => {}
                }
            }
            let mut pv = Vec::new();
            let value = minimax(&here, owner, depth, ply, &mut tally, &mut pv);
            let alpha = match rng.random_range(0..3) {
                0 => -INFINITE,
                _ => (value + rng.random_range(-150..150)).clamp(-MATE_VALUE, MATE_VALUE - 1),
            };
            let beta = match rng.random_range(0..3) {
                0 => INFINITE,
                _ => alpha + rng.random_range(1..200),
            };
            let frame = Frame {
                depth,
                ply,
                alpha,
                beta,
            };
            let found = tree.search(&here, frame, &mut tally, &mut pv);
            let right = match found {
                _ if found <= alpha => value <= found,
                _ if found >= beta => value >= found,
                _ => value == found,
            };
            let text = here.text();
            assert!(
                right,
                "{text}: {found} in {alpha}..{beta} for {value}, depth {depth} ply {ply}"
            );
        }
    }

    #[test]
    fn whatever_the_table_holds_every_answer_is_the_value_or_a_sound_bound() {
        let mut rng = StdRng::seed_from_u64(1);
        for fen in [
            "8/8/8/3k4/3p4/8/3P4/3K4 w - - 0 1",
            "7k/8/5K2/6Q1/8/8/8/8 w - - 0 80",
            "k7/2K5/8/8/8/8/7Q/8 w - - 92 80",
            "7K/5k1P/8/8/8/8/6q1/8 b - - 3 80",
        ] {
            let start = Position::from_fen(fen, false).expect(fen);
            for _ in 0..4 {
                search_with_any_window(&start, &mut rng);
            }
        }
        for players in ["RG", "RYG", "RYGB", "RYGB:RG/YB"] {
            let mut start = rolit::Position::official_for(players).expect(players);
            for _ in 0..12 {
                search_with_any_window(&start, &mut rng);
                for _ in 0..5 {
                    let moves = start.legal_moves();
                    start = moves.choose(&mut rng).map_or(start, |m| start.play(*m));
                }
            }
        }
        for _ in 0..20 {
            let mut start = Match::start();
            for _ in 0..rng.random_range(2..12) {
                let mut moves = start.legal_moves();
                moves.retain(|m| start.play(*m).outcome().is_none());
                start = moves.choose(&mut rng).map_or(start, |m| start.play(*m));
            }
            search_with_any_window(&start, &mut rng);
        }
    }

    #[test]
    fn alphabeta_and_minimax_agree_on_the_score_and_alphabeta_visits_fewer_nodes() {
        let stop = AtomicBool::new(false);
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4",
            "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
            "8/8/8/8/8/5k2/3q4/7K b - - 0 1",
        ] {
            let line = Line::new(Position::from_fen(fen, false).expect(fen));
            for depth in 1..=3 {
                let limits = Limits {
                    depth: Some(depth),
                    ..Limits::default()
                };
                let slow = Minimax
                    .choose(&line, &limits, &stop)
                    .expect("a move")
                    .report;
                let fast = AlphaBeta
                    .choose(&line, &limits, &stop)
                    .expect("a move")
                    .report;
                assert_eq!(slow.score, fast.score, "{fen} depth {depth}");
                assert!(fast.nodes <= slow.nodes, "{fen} depth {depth}");
            }
        }
    }

    #[test]
    fn under_a_move_time_the_search_deepens() {
        let stop = AtomicBool::new(false);
        let time = std::time::Duration::from_millis(250);
        let limits = Limits {
            movetime: Some(time),
            ..Limits::default()
        };
        let line = Line::new(Position::start());
        let choice = AlphaBeta.choose(&line, &limits, &stop).expect("a move");
        assert!(choice.report.depth >= Some(2), "{choice:?}");
        assert!(choice.report.nodes > Some(500));
    }
}
