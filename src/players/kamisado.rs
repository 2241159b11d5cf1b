//! The Kamisado player: alpha-beta for a first answer, and the prover until it knows.
//!
//! Iterations go by plies. Each asks the prover whether some root move wins within so many, or all
//! lose; up to [`SHALLOW`] plies alpha-beta gives the score and the move to fall back on. As every
//! round is won for one side, an unlimited search ends with its exact value.

mod alphabeta;
mod at_strength;
mod player;
mod searcher;

pub use alphabeta::{AlphaBeta, DECIDED, Found, WIN, evaluate};
pub use at_strength::AtStrength;
pub use searcher::KamisadoSearcher;

use crate::Bounds;
use base::memory::OutOfMemory;
use games::Game;
use games::kamisado::{Fill, Match, MatchMove, Move, Position};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use solve::kamisado::{MAX_PLIES, Prover, Value};

/// The deepest iteration that alpha-beta takes part in.
pub const SHALLOW: u8 = 8;

/// Value of a point of a match, in hundredths.
const POINT: i32 = 500;

/// Playing strength on this game's own scale. The four levels that every game has are [`Level`](super::Level)'s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Any legal move.
    Random,
    /// Wins at once if it can, lets nobody else do so, and otherwise runs as far as it can.
    Greedy,
    /// Alpha-beta to so many plies.
    Depth(u8),
    /// The prover.
    Perfect,
}

impl Strength {
    /// Strengths by number: 0 random, 1 greedy, 2 to 9 alpha-beta to so many plies, 10 perfect.
    pub fn numbered(number: u8) -> Option<Strength> {
        Some(match number {
            0 => Strength::Random,
            1 => Strength::Greedy,
            2..=9 => Strength::Depth(number),
            10 => Strength::Perfect,
            _ => return None,
        })
    }
}

/// Report on a search under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The iteration, in plies.
    pub depth: u8,
    /// The score for the side to move: hundredths, or a decided one (see [`WIN`]).
    pub score: i32,
    /// The exact distance to the end of the round in plies, if it is proved.
    pub proved: Option<Value>,
    /// Positions looked at.
    pub nodes: u64,
    /// The best line: to the end of the round, if that is proved.
    pub line: Vec<Move>,
}

/// An exact value, with a line of best play to the end of the round.
type Proof = (Value, Vec<Move>);

/// Counts the positions of one search.
#[derive(Clone, Copy)]
struct Spent {
    /// The prover's count when it began.
    start: u64,
    /// Positions that alpha-beta has looked at.
    elsewhere: u64,
}

impl Spent {
    fn by(self, prover: &Prover) -> u64 {
        prover.nodes() - self.start + self.elsewhere
    }
}

/// The player.
#[derive(Debug)]
pub struct KamisadoPlayer {
    prover: Prover,
}

impl KamisadoPlayer {
    /// A player whose prover has a table of `hash_mb` mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not have that much.
    pub fn new(hash_mb: usize) -> Result<KamisadoPlayer, OutOfMemory> {
        let prover = Prover::new(hash_mb)?;
        Ok(KamisadoPlayer { prover })
    }

    /// Forgets what it has learnt.
    pub fn clear(&mut self) {
        self.prover.clear();
    }

    /// Chooses a move of a match at a strength. `None` if the match is over.
    pub fn choose_at(
        &mut self,
        game: &Match,
        strength: Strength,
        rng: &mut StdRng,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<MatchMove> {
        if game.is_between_rounds() {
            return Some(MatchMove::Regroup(self.regroup(game)));
        }
        let here = game.round();
        let moves = here.legal_moves();
        let step = match strength {
            Strength::Random => moves.choose(rng).copied(),
            Strength::Greedy => greedy(here, &moves, rng),
            Strength::Depth(depth) => {
                let found = AlphaBeta::new(stop).search(here, non_empty(&moves)?, depth);
                found.map(|found| found.best).or(moves.first().copied())
            }
            Strength::Perfect => {
                let thought = self.think(here, &Bounds::depth(None), stop, &mut |_| {});
                thought.and_then(|thought| thought.line.first().copied())
            }
        };
        step.map(MatchMove::Step)
    }

    /// Chooses how to regroup: the way that leaves the loser, who begins, the worse round.
    pub fn regroup(&mut self, game: &Match) -> Fill {
        let worth = |fill| {
            let next = game.play(MatchMove::Regroup(fill));
            let moves = next.round().legal_moves();
            let mut never = |_| false;
            let found = AlphaBeta::new(&mut never).search(next.round(), &moves, 3);
            found.map_or(0, |found| found.score)
        };
        if worth(Fill::Left) <= worth(Fill::Right) {
            Fill::Left
        } else {
            Fill::Right
        }
    }

    /// Searches a round until it is solved, the bounds are met, or `stop` says so. Reports every
    /// iteration; returns the last. `None` if the round is over.
    pub fn think(
        &mut self,
        here: &Position,
        bounds: &Bounds<Move>,
        stop: &mut dyn FnMut(u64) -> bool,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let mut moves = here.legal_moves();
        if !bounds.moves.is_empty() {
            moves.retain(|m| bounds.moves.contains(m));
        }
        non_empty(&moves)?;
        let depth = bounds.depth.and_then(|plies| u8::try_from(plies).ok());
        let last = depth.unwrap_or(MAX_PLIES).clamp(1, MAX_PLIES);
        let mut thought: Option<Thought> = None;
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
                let last = Thought {
                    depth,
                    score: sign * (WIN - plies),
                    proved: Some(value),
                    nodes: spent.by(&self.prover),
                    line,
                };
                report(&last);
                return Some(last);
            }
            if depth <= SHALLOW {
                let base = spent.by(&self.prover);
                let mut count = |n| stop(base + n);
                let mut search = AlphaBeta::new(&mut count);
                let Some(found) = search.search(here, &moves, depth) else {
                    break;
                };
                spent.elsewhere += search.nodes;
                let Found { best, score, line } = found;
                // The best move so far is looked at first next time.
                moves.sort_by_key(|m| *m != best);
                thought = Some(Thought {
                    depth,
                    score,
                    proved: None,
                    nodes: 0,
                    line,
                });
            }
            if let Some(thought) = &mut thought {
                (thought.depth, thought.nodes) = (depth, spent.by(&self.prover));
                report(thought);
            }
        }
        thought.or_else(|| self.first_thought(here, &moves))
    }

    /// Something to play when there was no time at all.
    fn first_thought(&self, here: &Position, moves: &[Move]) -> Option<Thought> {
        let mut never = |_| false;
        let found = AlphaBeta::new(&mut never).search(here, moves, 1)?;
        Some(Thought {
            depth: 1,
            score: found.score,
            proved: None,
            nodes: moves.len() as u64,
            line: found.line,
        })
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
        // In a plain round wins take an odd number of plies and losses an even one.
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

    /// Returns true if a child is won (or lost) for the side to move at its parent within `plies`. `None` means that
    /// the search was stopped.
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
            // The side to move has lost.
            (true, _) => Some(same_side != won),
            (_, true) => self.prover.wins_within(child, plies, stop).ok(),
            (_, false) => self.prover.loses_within(child, plies, stop).ok(),
        }
    }

    /// A move and the best play after it, to the end of the round.
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

fn non_empty(moves: &[Move]) -> Option<&[Move]> {
    (!moves.is_empty()).then_some(moves)
}

/// A win at once; else, of the moves that do not let the opponent win at once, one that goes
/// furthest; ties by lot.
fn greedy(here: &Position, moves: &[Move], rng: &mut StdRng) -> Option<Move> {
    let worth = |m: &Move| {
        let child = here.play(*m);
        let wins = child.is_over() && child.turn() != here.turn();
        let loses = child.turn() != here.turn() && child.can_win_now();
        let rows = (i32::from(m.to / 8) - i32::from(m.from / 8)).abs();
        (wins, !loses, rows)
    };
    let best = moves.iter().map(worth).max()?;
    let ties: Vec<_> = moves.iter().filter(|m| worth(m) == best).collect();
    Some(*ties[rng.random_range(0..ties.len())])
}
