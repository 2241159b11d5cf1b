//! The chess engine together with the exact mate solver, whose proved moves it prefers.
//!
//! If it must mate in a given number of moves ([`Limits::mate_within`]), it plays a key move of the shortest mate that
//! the solver has proved. If it must avoid a mate ([`Limits::mated_within`]), it plays a reply after which there is no
//! mate in time, if there is one; otherwise the one after which the mate takes longest, and of those the one that
//! leaves the attacker the fewest mating moves. If the solver does not decide within the time for the move, or if no
//! mate is requested, the engine chooses the move.

use super::deepen::texts;
use super::{
    ChessEngine, Choice, EngineError, EngineOptions, Failure, Limits, Player, Report, Request,
    Score,
};
use base::limits::{Allowance, Budget, Control};
use engine::eval::network::Network;
use games::chess::{Move, Position};
use games::{Game, Line};
use solve::mate::{self, Solver, Verdict};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Size of the solver's tables, in mebibytes.
const SOLVER_MB: usize = 32;

/// Time for which the engine chooses among moves that are equally good for the solver, if nothing limits it.
const GLANCE: Duration = Duration::from_millis(200);

/// Maximum number of positions for counting the attacker's mating moves after one reply.
const WAYS: u64 = 100_000;

/// Maximum number of nodes of a proof if only the depth is limited.
const PROOF: u64 = 1_000_000;

/// A chess engine with an exact mate solver, whose proved moves it prefers where a mate or a defence against one is
/// requested.
pub struct Prover {
    engine: ChessEngine,
    solver: Solver,
}

impl Prover {
    /// Creates an engine with these options and a solver of its own. `seed` seeds the engine's random choices.
    ///
    /// # Errors
    /// [`EngineError`]: there is not enough memory, or a file cannot be read.
    pub fn new(options: EngineOptions, seed: u64) -> Result<Prover, EngineError> {
        let network = Arc::clone(Network::embedded());
        let engine = ChessEngine::with_network(options, network, seed)?;
        let solver = Solver::new(mate::Options {
            hash_mb: SOLVER_MB,
            ..mate::Options::default()
        })?;
        Ok(Prover { engine, solver })
    }

    /// Returns the solver, with what it has proved so far.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// Returns the shortest mate in at most `n` moves, if the solver finds one with what is left of the budget.
    fn mate(&mut self, p: &Position, n: u32, account: &Budget) -> Option<mate::Report> {
        let report = self.solver.solve(p, n, account.remainder(), |_| {});
        account.spend(report.nodes);
        (report.proved.is_some() && !report.pv.is_empty()).then_some(report)
    }

    /// Returns the replies that resist longest against an attacker who has `n` moves left, all of them equally good:
    /// those without a mate, otherwise those that are undecided at the end of the budget, otherwise those with the
    /// longest mate. `None` if there is no legal move.
    fn defences(&mut self, p: &Position, n: u32, account: &Budget) -> Option<Vec<Move>> {
        let mut open = Vec::new();
        let mut undecided = Vec::new();
        let mut mated: Vec<(u32, Move)> = Vec::new();
        for m in p.legal_moves() {
            let report = self
                .solver
                .solve(&p.play(m), n, account.remainder(), |_| {});
            account.spend(report.nodes);
            match (report.verdict, report.proved) {
                (Verdict::NoMate, _) => open.push(m),
                (_, Some(length)) => mated.push((length, m)),
                (_, None) => undecided.push(m),
            }
        }
        if !open.is_empty() {
            return Some(open);
        }
        if !undecided.is_empty() {
            return Some(undecided);
        }
        let longest = mated.iter().map(|(length, _)| *length).max()?;
        mated.retain(|(length, _)| *length == longest);
        let mut fewest = usize::MAX;
        let mut best = Vec::new();
        for (_, m) in mated {
            let left = account.remainder();
            let allowance = Allowance {
                nodes: Some(left.nodes.map_or(WAYS, |nodes| nodes.min(WAYS))),
                ..left
            };
            let ways = self.solver.keys(&p.play(m), n, allowance).keys;
            let ways = ways.map_or(usize::MAX, |keys| keys.len());
            if ways < fewest {
                best.clear();
                fewest = ways;
            }
            if ways <= fewest {
                best.push(m);
            }
        }
        Some(best)
    }

    /// Returns the engine's move, among the moves of `among` or all moves if it is empty, and the nodes spent on it.
    fn engine_move(
        &mut self,
        line: &Line<Position>,
        limits: &Limits,
        among: &[Move],
        stop: &AtomicBool,
    ) -> Result<(Move, u64), Failure> {
        let control = Control::watching(stop);
        let request = Request {
            among,
            full_strength: !among.is_empty(),
            ..Request::new(line, limits, &control)
        };
        let decision = self.engine.search(&request, &|_| {});
        let chosen = decision.best.or_else(|| among.first().copied());
        Ok((chosen.ok_or_else(Failure::no_move)?, decision.nodes))
    }
}

impl Player<Position> for Prover {
    fn new_game(&mut self, _: &Position, _: &AtomicBool) -> Result<(), Failure> {
        self.engine.forget();
        self.solver.clear();
        Ok(())
    }

    fn answer(&mut self, request: &Request<Position>) -> Result<Choice<Move>, Failure> {
        let (line, limits, control) = (request.game, request.limits, request.control);
        let (p, stop) = (line.position(), control.flag());
        if limits.mate_within.is_none() && limits.mated_within.is_none() {
            return self.engine.answer(request);
        }
        let time = Budget::time_of_move(limits, Game::turn(p)).map(|time| time.soft);
        // Proofs may take three quarters of the time; the engine answers within the rest. A limit of depth does not
        // bound a proof, which gets a limit of nodes in that case.
        let by_depth = time.is_none() && limits.depth.is_some();
        let nodes = limits.nodes.or(by_depth.then_some(PROOF));
        let account = Budget::new(time.map(|time| time * 3 / 4), nodes, Some(stop));
        let mut report = Report::default();
        let mut among = Vec::new();
        if let Some(n) = limits.mate_within {
            if let Some(mate) = self.mate(p, n, &account) {
                // The length is at most `n`, so it fits into the type.
                report.score = mate.proved.map(|moves| Score::Mate(moves as i32));
                report.mate_found = Some((control.elapsed(), mate.nodes));
                report.nodes = Some(mate.nodes);
                report.pv = texts(p, &mate.pv);
                among.push(mate.pv[0]);
            }
        } else if let Some(n) = limits.mated_within {
            among = self.defences(p, n, &account).unwrap_or_default();
        }
        if control.is_abandoned() {
            return Err(Failure::Interrupted);
        }
        let chosen = match among.as_slice() {
            [only] => *only,
            _ => {
                let rest = time.map(|time| time.saturating_sub(control.elapsed()));
                let unlimited = time.is_none() && limits.nodes.is_none() && limits.depth.is_none();
                let glance = (unlimited || !among.is_empty()).then_some(GLANCE);
                let left = |nodes: u64| nodes.saturating_sub(account.nodes()).max(1);
                let limits = Limits {
                    nodes: limits.nodes.map(left),
                    clocks: Limits::default().clocks,
                    movetime: rest.into_iter().chain(glance).min(),
                    ..*limits
                };
                let (chosen, nodes) = self.engine_move(line, &limits, &among, stop)?;
                report.nodes = Some(nodes);
                chosen
            }
        };
        let elapsed = control.elapsed();
        let patience = limits.patience.filter(|patience| elapsed > *patience);
        if let Some(patience) = patience.filter(|_| !control.is_abandoned()) {
            return Err(Failure::TooLate(elapsed.max(patience)));
        }
        request.answered(chosen, None, report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    fn prover() -> Prover {
        Prover::new(EngineOptions::with_hash(1), 1).expect("memory")
    }

    fn answer(prover: &mut Prover, p: &Position, limits: &Limits) -> Move {
        let stop = AtomicBool::new(false);
        let choice = prover.choose(&Line::new(*p), limits, &stop);
        choice.expect("a move").chosen
    }

    fn attack(n: u32) -> Limits {
        Limits {
            mate_within: Some(n),
            ..Limits::default()
        }
    }

    fn hold(n: u32) -> Limits {
        Limits {
            mated_within: Some(n),
            ..Limits::default()
        }
    }

    #[test]
    fn it_mates_in_the_least_number_against_its_own_longest_defence() {
        for fen in [
            "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
            "7k/8/5K2/p7/8/8/8/6R1 w - - 0 1",
            "7n/1P1b4/2R3p1/1k4p1/7R/K1r5/2P3p1/6B1 w - - 0 1",
        ] {
            let mut prover = prover();
            let mut p = Position::from_fen(fen, false).expect(fen);
            let report = prover.solver.solve(&p, 5, Allowance::default(), |_| {});
            let n = report.proved.expect("a mate");
            for left in (1..=n).rev() {
                p = p.play(answer(&mut prover, &p, &attack(left)));
                if left > 1 {
                    assert!(!p.is_checkmate(), "{fen}: too soon for its longest defence");
                    p = p.play(answer(&mut prover, &p, &hold(left - 1)));
                }
            }
            assert!(p.is_checkmate(), "{fen}");
        }
    }

    #[test]
    fn it_finds_the_one_reply_that_holds() {
        // After 1.Ra2? only one reply of Black's refutes: there is no mate in one after it.
        let p = Position::from_fen("kbK5/pp6/1P6/8/8/8/R7/8 b - - 0 1", false).expect("legal");
        let mut solver = Solver::new(mate::Options {
            hash_mb: 1,
            ..mate::Options::default()
        })
        .expect("memory");
        let reply = answer(&mut prover(), &p, &hold(1));
        let after = p.play(reply);
        let report = solver.solve(&after, 1, Allowance::default(), |_| {});
        assert_eq!(report.verdict, Verdict::NoMate, "{}", p.san(reply));
    }

    #[test]
    fn where_nodes_or_plies_are_limited_a_proof_has_an_end() {
        // Neither is decided within the time; the flag only ends a test that has failed.
        let stop = AtomicBool::new(false);
        let (tell, told) = std::sync::mpsc::channel::<()>();
        let flag = &stop;
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let _ = told.recv_timeout(Duration::from_secs(60));
                flag.store(true, Relaxed);
            });
            let by_nodes = Limits {
                nodes: Some(1000),
                ..Limits::default()
            };
            let by_depth = Limits {
                depth: Some(2),
                ..Limits::default()
            };
            for limits in [by_nodes, by_depth] {
                for asked in [attack(30), hold(30)] {
                    let limits = Limits {
                        mate_within: asked.mate_within,
                        mated_within: asked.mated_within,
                        ..limits
                    };
                    let line = Line::new(Position::start());
                    let choice = prover().choose(&line, &limits, &stop);
                    assert!(choice.is_ok(), "{choice:?}");
                }
            }
            drop(tell);
        });
    }

    #[test]
    fn with_hardly_any_time_it_still_answers() {
        let p = Position::start();
        let limits = Limits {
            movetime: Some(Duration::from_millis(20)),
            mated_within: Some(5),
            ..Limits::default()
        };
        assert!(p.is_legal(answer(&mut prover(), &p, &limits)));
    }
}
