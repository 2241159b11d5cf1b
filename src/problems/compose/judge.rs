//! Evaluation of positions as problems, for the search that composes them.

use super::{Error, Result, Work};
use base::limits::Allowance;
use games::chess::Position;
use solve::mate::{Extent, Key, Options, Solution, Solver, Verdict as Solved};

/// An opinion of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opinion {
    /// The more the better; only to be compared.
    pub(super) score: i32,
    /// A mate in N, none shorter, one key.
    pub(super) sound: bool,
    /// Sound, and with a key and defences that one likes to see.
    pub(super) good: bool,
    /// True if the key leaves the defender in zugzwang: it gives no check and threatens nothing.
    pub(super) zugzwang: bool,
}

/// A solver with an opinion.
pub(super) struct Judge {
    solver: Solver,
    moves: u32,
}

/// Positions that may be visited for one opinion: more is no problem for people either.
const NODES: u64 = 400_000;

const HOPELESS: Opinion = Opinion {
    score: -1000,
    sound: false,
    good: false,
    zugzwang: false,
};

impl Judge {
    pub(super) fn new(moves: u32) -> Result<Judge> {
        let options = Options {
            hash_mb: 8,
            ..Options::default()
        };
        let solver = Solver::new(options).map_err(Error::invalid)?;
        Ok(Judge { solver, moves })
    }

    pub(super) fn opinion(&mut self, position: &Position) -> Opinion {
        let limits = Allowance {
            nodes: Some(NODES),
            ..Allowance::default()
        };
        // One move more shows how near a position without a mate is.
        let report = self.solver.solve(position, self.moves + 1, limits, |_| {});
        let score = match report.verdict {
            Solved::Mate(least) if least == self.moves => 0,
            // Shorter is further away than longer, which often only lacks a piece.
            Solved::Mate(least) if least > self.moves => -300,
            Solved::Mate(least) => -400 - 50 * (self.moves - least) as i32,
            Solved::NoMate => -500,
            Solved::Undecided => -600,
        };
        if score < 0 {
            return Opinion { score, ..HOPELESS };
        }
        let Some(keys) = self.solver.keys(position, self.moves, limits).keys else {
            return HOPELESS;
        };
        let [key] = keys.as_slice() else {
            let cooks = keys.len().min(10) as i32;
            return Opinion {
                score: -20 * cooks,
                ..HOPELESS
            };
        };
        let extent = Extent::default();
        let solution = self
            .solver
            .solution(position, self.moves, &keys, extent, limits);
        match solution {
            Ok(solution) => opinion_of_play(position, key, self.moves, &solution),
            Err(_) => Opinion {
                score: 1,
                ..HOPELESS
            },
        }
    }
}

fn opinion_of_play(position: &Position, key: &Key, moves: u32, solution: &Solution) -> Opinion {
    let work = Work::of(position, moves, std::slice::from_ref(key), 0);
    let pieces = position.occupied().count() as i32;
    let Some(attack) = solution.keys.first() else {
        return HOPELESS;
    };
    let single = attack
        .defences
        .iter()
        .filter(|defence| defence.attacks.len() == 1);
    let mut mates: Vec<_> = single.map(|defence| defence.attacks[0].m).collect();
    if let [threat] = attack.threats.as_slice() {
        mates.push(threat.m);
    }
    mates.sort_unstable();
    mates.dedup();
    let variety = mates.len();
    let duals = attack
        .defences
        .iter()
        .filter(|defence| defence.attacks.len() > 1)
        .count();
    let threats = attack.threats.len();
    let mut score = 100 + 20 * variety.min(6) as i32;
    score -= 10 * duals.min(8) as i32 + 10 * threats.saturating_sub(1).min(5) as i32;
    score -= pieces;
    score += if work.quiet_key { 60 } else { 0 };
    // A key that gives the king a square to go to surprises; one that takes squares does not.
    let flights = |p: &Position| {
        let king = p.king(p.turn());
        let moves = p.legal_moves();
        moves.iter().filter(|m| m.from() == king).count() as i32
    };
    let (before, after) = (
        flights(&position.pass()),
        flights(&position.play(key.first)),
    );
    score += 8 * (after - before).clamp(-3, 3);
    let good = work.quiet_key && variety >= 2 && duals <= 2 + variety && work.defences >= 2;
    Opinion {
        score,
        sound: true,
        good: good || (moves == 1 && work.defences == 0),
        zugzwang: attack.zugzwang,
    }
}
