//! Evaluation of positions as problems, for the search that composes problems and the one that improves them.

use super::{Error, Result, Work};
use crate::themes::themes_by;
use base::limits::Allowance;
use games::chess::Position;
use solve::mate::{Extent, Key, Options, Solution, Solver, Verdict as Solved};
use solve::themes::Found;
use std::sync::atomic::AtomicBool;

/// Evaluation of a position as a problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opinion {
    /// Score, which is greater for better problems; its unit has no meaning.
    pub(super) score: i32,
    /// True if there is a mate in N, none in fewer moves, and one key.
    pub(super) sound: bool,
    /// True if the position is sound and its key and defences are attractive.
    pub(super) good: bool,
    /// True if the key leaves the defender in zugzwang: it gives no check and threatens nothing.
    pub(super) zugzwang: bool,
}

/// Properties of a sound problem on which its score depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Merits {
    /// Number of pieces on the board, kings included.
    pub(crate) men: i32,
    /// Number of different moves that are the only answer to some defence, or the only threat.
    pub(crate) variety: i32,
    /// Number of defences against the key that have more than one answer.
    pub(crate) duals: i32,
    /// Number of duals in the whole play after the key.
    pub(crate) all_duals: i32,
    /// Number of threats of the key.
    pub(crate) threats: i32,
    /// Number of threats of the key that mate sooner than the stipulation requires.
    pub(crate) short_threats: i32,
    pub(crate) check: bool,
    pub(crate) capture: bool,
    pub(crate) promotion: bool,
    /// Number of squares that the key makes accessible to the king, minus the number of those that it takes away.
    pub(crate) flights: i32,
    /// Number of legal replies to the key.
    defences: u32,
    zugzwang: bool,
}

/// Verdict on a position with a mate in N and none in fewer moves.
pub(crate) enum Played {
    /// There is one key, with the solution.
    Sound(Box<(Key, Solution, Merits)>),
    /// There are several keys.
    Cooked(Vec<Key>),
    /// A limit was reached before all keys were known.
    NoKeys,
    /// A limit was reached before the whole solution was known.
    NoSolution,
}

/// Verdict on a position as a mate in N: whether N is the least number of moves, and how many keys there are.
pub(crate) enum Look {
    /// There is a mate in N, and none in fewer moves.
    Exact(Played),
    /// There is a mate in fewer moves, in the number given.
    Short(u32),
    /// There is no mate in N.
    NoMate,
    /// A limit was reached before this was decided.
    Undecided,
}

/// A solver that evaluates positions.
pub(crate) struct Judge {
    solver: Solver,
    moves: u32,
}

/// Maximum number of positions that are visited for one evaluation; a problem that takes more would be too hard for
/// people too.
const NODES: u64 = 400_000;

const HOPELESS: Opinion = Opinion {
    score: -1000,
    sound: false,
    good: false,
    zugzwang: false,
};

impl Judge {
    pub(crate) fn new(moves: u32) -> Result<Judge> {
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
        // One move more than required, to see how close a position without a mate is.
        let report = self.solver.solve(position, self.moves + 1, limits, |_| {});
        let score = match report.verdict {
            Solved::Mate(least) if least == self.moves => 0,
            // A mate that is too short is worse than one that is too long, where often only one piece is missing.
            Solved::Mate(least) if least > self.moves => -300,
            Solved::Mate(least) => -400 - 50 * (self.moves - least) as i32,
            Solved::NoMate => -500,
            Solved::Undecided => -600,
        };
        if score < 0 {
            return Opinion { score, ..HOPELESS };
        }
        match self.played(position, limits) {
            Played::Sound(sound) => sound.2.opinion(self.moves),
            Played::Cooked(keys) => Opinion {
                score: -20 * keys.len().min(10) as i32,
                ..HOPELESS
            },
            Played::NoKeys => HOPELESS,
            Played::NoSolution => Opinion {
                score: 1,
                ..HOPELESS
            },
        }
    }

    /// Decides if a position is sound, within a number of visited positions. Earlier positions do not influence the
    /// result.
    pub(crate) fn look(&mut self, position: &Position, nodes: u64, stop: &AtomicBool) -> Look {
        self.solver.clear();
        let limits = |nodes| Allowance {
            nodes: Some(nodes),
            stop: Some(stop),
            ..Allowance::default()
        };
        let report = self
            .solver
            .solve(position, self.moves, limits(nodes), |_| {});
        match report.verdict {
            Solved::Mate(least) if least < self.moves => Look::Short(least),
            Solved::Mate(_) => {
                let left = nodes.saturating_sub(report.nodes);
                Look::Exact(self.played(position, limits(left)))
            }
            Solved::NoMate => Look::NoMate,
            Solved::Undecided => Look::Undecided,
        }
    }

    /// Returns the themes of a sound position; `None` if `stop` or the limit of positions ended the search.
    pub(crate) fn themes(&mut self, position: &Position, stop: &AtomicBool) -> Option<Vec<Found>> {
        let found = themes_by(&mut self.solver, position, self.moves, stop);
        found.ok().flatten()
    }

    /// Returns the keys and the play of a position that has a mate in N and none in fewer moves.
    fn played(&mut self, position: &Position, limits: Allowance) -> Played {
        let Some(keys) = self.solver.keys(position, self.moves, limits).keys else {
            return Played::NoKeys;
        };
        let [key] = keys.as_slice() else {
            return Played::Cooked(keys);
        };
        let extent = Extent::default();
        let solution = self
            .solver
            .solution(position, self.moves, &keys, extent, limits);
        match solution {
            Ok(solution) => match Merits::of(position, key, self.moves, &solution) {
                Some(merits) => Played::Sound(Box::new((*key, solution, merits))),
                None => Played::NoKeys,
            },
            Err(_) => Played::NoSolution,
        }
    }
}

impl Merits {
    fn of(position: &Position, key: &Key, moves: u32, solution: &Solution) -> Option<Merits> {
        let work = Work::of(position, moves, std::slice::from_ref(key), 0);
        let attack = solution.keys.first()?;
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
        let duals = attack
            .defences
            .iter()
            .filter(|defence| defence.attacks.len() > 1)
            .count();
        let short = attack.threats.iter().filter(|t| t.mate_in + 1 < moves);
        // A key that gives the king a flight square is surprising; one that takes such squares is not.
        let flights = |p: &Position| {
            let king = p.king(p.turn());
            let moves = p.legal_moves();
            moves.iter().filter(|m| m.from() == king).count() as i32
        };
        // A side that is in check cannot pass.
        let flights = if position.in_check() {
            0
        } else {
            flights(&position.play(key.first)) - flights(&position.pass())
        };
        Some(Merits {
            men: position.occupied().count() as i32,
            variety: mates.len() as i32,
            duals: duals as i32,
            all_duals: solution.duals().len() as i32,
            threats: attack.threats.len() as i32,
            short_threats: short.count() as i32,
            check: position.gives_check(key.first),
            capture: position.is_capture(key.first),
            promotion: key.first.promoted().is_some(),
            flights,
            defences: work.defences,
            zugzwang: attack.zugzwang,
        })
    }

    fn quiet_key(&self) -> bool {
        !(self.check || self.capture || self.promotion)
    }

    /// Returns the score, which is greater for better problems; its unit has no meaning.
    pub(crate) fn score(&self) -> i32 {
        let mut score = 100 + 20 * self.variety.min(6);
        score -= 10 * self.duals.min(8) + 10 * (self.threats - 1).clamp(0, 5);
        score -= self.men;
        score += if self.quiet_key() { 60 } else { 0 };
        score + 8 * self.flights.clamp(-3, 3)
    }

    fn opinion(&self, moves: u32) -> Opinion {
        let good = self.quiet_key()
            && self.variety >= 2
            && self.duals <= 2 + self.variety
            && self.defences >= 2;
        Opinion {
            score: self.score(),
            sound: true,
            good: good || (moves == 1 && self.defences == 0),
            zugzwang: self.zugzwang,
        }
    }
}
