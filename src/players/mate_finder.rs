//! Mate solver that runs beside the searcher, mostly where a mate is likely.
//!
//! Its attempts, which grow longer, alternate between two aims: to find any mate, by narrow forcing lines first, and to
//! find the shortest one by proving shorter lengths impossible. Once a mate is proved it looks for shorter ones until
//! none is left. How much it works depends on the searcher's score and on the kings: most where one side is far ahead,
//! much where a king has hardly any square to go to, a little elsewhere.
//!
//! A node of the solver takes several times as long as one of the search. If a search is limited by nodes or by depth,
//! the solver gets a share of the nodes; otherwise a share of the time.

use base::limits::Allowance;
use base::time::Instant;
use engine::search::score::{self, Score};
use engine::search::{Proof, Watch};
use games::chess::{Color, FIFTY_MOVES, Position, Square};
use shakmaty::attacks;
use solve::mate::{Inquiry, Options, Report, Solver, Verdict};
use std::time::Duration;

/// Number of nodes of the search before the solver begins, so that short searches are not slowed down.
const HEAD_START: u64 = 50_000;

/// Number of nodes that an attempt may spend beyond its share, to end properly and to read out its line.
const RESERVE: u64 = 25_000;

/// Number of nodes of the first attempts.
const FIRST_SHARE: u64 = 20_000;

/// Number of nodes of the longest attempts, so that they delay the search's reports by a few tenths of a second at
/// most.
const LAST_SHARE: u64 = 640_000;

/// Score in centipawns from which the solver works most.
const FAR_AHEAD: Score = 200;

/// Greatest number of squares that a king can go to for which a mate of it counts as likely.
const FEW_FLIGHTS: u32 = 2;

/// Amount of work on the mates by one side, relative to that of the search.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Number of solver nodes for each node of the search, at first.
    first: f64,
    /// Number of solver nodes after which the rate changes to `then`.
    long: u64,
    /// Number of solver nodes for each node of the search after that.
    then: f64,
    /// Share of the time, 0 to 1, if nodes are not limited.
    time: f64,
}

/// Effort where the side is far ahead.
const AHEAD: Effort = Effort {
    first: 6.0,
    long: 4_000_000,
    then: 1.0,
    time: 0.4,
};

/// Effort where the side is not far ahead, but the other king can hardly move.
const FEW_FLIGHTS_LEFT: Effort = Effort {
    first: 4.0,
    long: 2_000_000,
    then: 0.1,
    time: 0.1,
};

/// Effort in all other positions.
const UNLIKELY: Effort = Effort {
    first: 0.5,
    long: 1_000_000,
    then: 0.02,
    time: 0.03,
};

/// Longest attempt where time is shared out, as a part of the time since the search began; [`SHORT_ATTEMPT`] if that is
/// longer.
const LONG_ATTEMPT: f64 = 0.1;
const SHORT_ATTEMPT: Duration = Duration::from_millis(20);

/// Maximum length of the mates that are looked for, in moves.
const LONGEST: u32 = 40;

/// Mates up to at least this length are looked for, even if the fifty-move rule may end the game before: beyond it,
/// positions that differ in their move counters cannot share table entries.
const SHORTEST: u32 = 12;

/// Maximum length up to which shorter lengths are proved impossible one after the other.
const LADDER: u32 = 30;

/// Mate solver that runs beside a searcher.
pub struct MateFinder {
    hash_mb: usize,
    /// Solver; `None` until it is first needed.
    solver: Option<Solver>,
    position: Position,
    began: Instant,
    sides: [Side; 2],
}

/// State of the search for mates by one side.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// True if the side to move is the one that mates, false if it is mated.
    attacks: bool,
    /// Maximum length of the mates that are looked for, in moves.
    longest: u32,
    /// True if the king to be mated has few squares to go to.
    few_flights: bool,
    spent: u64,
    spent_time: Duration,
    proved: Option<u32>,
    refuted: u32,
    /// True if the next attempt looks for any mate, false if it looks for the shortest one.
    any: bool,
    share: u64,
    done: bool,
}

impl Side {
    fn new(attacks: bool, position: &Position) -> Side {
        let king = if attacks {
            position.turn().other()
        } else {
            position.turn()
        };
        let before_fifty = (FIFTY_MOVES - 1).saturating_sub(position.halfmoves()) / 2;
        Side {
            attacks,
            longest: before_fifty.clamp(SHORTEST, LONGEST),
            few_flights: flights(position, king) <= FEW_FLIGHTS,
            spent: 0,
            spent_time: Duration::ZERO,
            proved: None,
            refuted: 0,
            any: true,
            share: FIRST_SHARE,
            done: false,
        }
    }

    /// Returns the effort on mates by this side; `score` is the search's score from its point of view.
    fn effort(&self, score: Score) -> Effort {
        match (score >= FAR_AHEAD, self.few_flights) {
            (true, _) => AHEAD,
            (false, true) => FEW_FLIGHTS_LEFT,
            (false, false) => UNLIKELY,
        }
    }

    /// Returns the number of nodes that should have been spent with an effort when the search has visited `searched`
    /// nodes.
    fn due(searched: u64, effort: Effort) -> f64 {
        let early = (searched as f64 * effort.first).min(effort.long as f64);
        early + (searched as f64 - early / effort.first) * effort.then
    }

    /// Returns the maximum length of the mate that the next attempt looks for, and the number of nodes for it.
    fn question(&self) -> (u32, u64) {
        if !self.any {
            let most = self.proved.unwrap_or(LADDER.min(self.longest));
            let from_below = most.max(self.refuted + 1);
            return (from_below, self.share);
        }
        match self.proved {
            None => (self.longest, 3 * self.share),
            Some(n) => (self.longest.min(n - 1), self.share),
        }
    }

    /// Switches to the other kind of attempt.
    fn advance(&mut self) {
        self.any = !self.any;
        if self.any {
            self.share = (2 * self.share).min(LAST_SHARE);
        }
    }

    /// Records the result of an attempt at length `asked`. Returns true if a shorter mate has been proved.
    fn learn(&mut self, report: &Report, asked: u32) -> bool {
        self.refuted = self.refuted.max(report.refuted);
        if report.verdict == Verdict::NoMate {
            self.refuted = self.refuted.max(asked);
        }
        let shorter = report
            .proved
            .filter(|n| self.proved.is_none_or(|known| *n < known));
        self.proved = shorter.or(self.proved);
        self.done =
            self.proved.is_some_and(|n| n <= self.refuted + 1) || self.refuted >= self.longest;
        shorter.is_some()
    }
}

impl MateFinder {
    /// Creates a solver that uses `hash_mb` mebibytes, which are allocated when they are first needed.
    pub fn new(hash_mb: usize) -> MateFinder {
        MateFinder {
            hash_mb,
            solver: None,
            position: Position::start(),
            began: Instant::now(),
            sides: [true, false].map(|attacks| Side::new(attacks, &Position::start())),
        }
    }

    fn attempt(&mut self, index: usize, allowed: Allowance) -> Option<Proof> {
        let left = allowed.nodes.unwrap_or(u64::MAX).checked_sub(RESERVE)?;
        let side = &mut self.sides[index];
        let any = side.any;
        let (length, share) = side.question();
        let nodes = left.min(share);
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert(
                Solver::new(Options {
                    hash_mb: self.hash_mb,
                    threads: 1,
                    fifty: true,
                    any_length: true,
                })
                .ok()?,
            ),
        };
        let sign = if side.attacks { 1 } else { -1 };
        let inquiry = Inquiry {
            find: any,
            ..Inquiry::new(sign * length as i32)
        }
        .within(allowed.time, Some(nodes));
        let report = solver
            .inquire(&self.position, inquiry, allowed.stop, |_| {})
            .ok()?
            .report;
        // An attempt that the tables answer without a search counts as one node.
        side.spent += report.nodes.max(1);
        let shorter = side.learn(&report, length);
        if !(any && shorter) {
            // When a mate was found, the same kind of attempt is repeated for a shorter one.
            side.advance();
        }
        let n = report.proved.filter(|_| shorter)?;
        let plies = 2 * n as usize - usize::from(side.attacks);
        (report.pv.len() == plies).then(|| Proof {
            mate_in: sign * n as i32,
            line: report.pv,
        })
    }
}

impl Watch for MateFinder {
    fn new_game(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }

    fn begin(&mut self, position: &Position) {
        self.position = *position;
        self.began = Instant::now();
        self.sides = [true, false].map(|attacks| Side::new(attacks, position));
    }

    fn turn(
        &mut self,
        searched: u64,
        score: Option<Score>,
        mut allowed: Allowance,
    ) -> (u64, Option<Proof>) {
        if searched < HEAD_START {
            return (0, None);
        }
        let score = score.unwrap_or(0);
        let elapsed = self.began.elapsed();
        if allowed.nodes.is_none() {
            let longest = elapsed.mul_f64(LONG_ATTEMPT).max(SHORT_ATTEMPT);
            allowed.time = Some(allowed.time.map_or(longest, |time| time.min(longest)));
        }
        let mut most_due = None;
        for (index, sign) in [(0, 1), (1, -1)] {
            let side = &mut self.sides[index];
            if let Some(moves) = score::mate_moves(score)
                && moves * sign > 0
                && side.proved.is_none_or(|n| n > moves.unsigned_abs())
            {
                // The search has found this mate, so the solver looks for a shorter one.
                side.proved = Some(moves.unsigned_abs());
            }
            let effort = side.effort(score * sign);
            let due = Side::due(searched, effort) - side.spent as f64;
            let in_time =
                allowed.nodes.is_some() || side.spent_time <= elapsed.mul_f64(effort.time);
            if !side.done && in_time && due > 0.0 && most_due.is_none_or(|(_, most)| due > most) {
                most_due = Some((index, due));
            }
        }
        let Some((index, _)) = most_due else {
            return (0, None);
        };
        let before = self.sides[index].spent;
        let began = Instant::now();
        let proof = self.attempt(index, allowed);
        self.sides[index].spent_time += began.elapsed();
        (self.sides[index].spent - before, proof)
    }
}

/// Returns the number of squares next to a king that are neither occupied by its own pieces nor attacked.
fn flights(position: &Position, color: Color) -> u32 {
    let king = position.king(color);
    let others = position.occupied().without(king);
    let free = |square: Square| {
        !position.color(color).contains(square)
            && position
                .attackers_of(color.other(), square, others)
                .is_empty()
    };
    attacks::king_attacks(king)
        .into_iter()
        .filter(|square| free(*square))
        .count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::MateWatch;
    use crate::{ChessEngine, EngineOptions, Request};
    use base::limits::Limits;
    use engine::search::{Bound, Control, Decision, Info, is_whole_mating_line};
    use games::Line;
    use std::sync::Mutex;

    /// A mate in two whose key move the search alone does not find within 300,000 nodes.
    const QUIET_KEY: &str = "3N3K/B2bRB2/1Qp4p/1R1pppp1/1P2k3/r3pNP1/2P1P3/b2r3q w - - 0 1";
    /// The side to move is mated.
    const LOST: &str = "8/8/8/8/8/2k5/1q6/3K4 w - - 0 1";

    fn engine(mode: MateWatch) -> ChessEngine {
        ChessEngine::new(EngineOptions {
            mate_watch: mode,
            ..EngineOptions::with_hash(16)
        })
        .expect("16 MB")
    }

    /// Returns the decision and the last line reported.
    fn think(engine: &mut ChessEngine, fen: &str, limits: Limits) -> (Decision, Info) {
        let position = Position::from_fen(fen, false).expect("a position");
        let last = Mutex::new(None);
        let report = |said| {
            if let engine::search::Report::Info(info) = said
                && info.bound == Bound::Exact
            {
                *last.lock().expect("no panic") = Some(info);
            }
        };
        let (game, control) = (Line::new(position), Control::new(false));
        let request = Request::analysis(&game, &limits, &control);
        let decision = engine.search(&request, &report);
        let info = last.into_inner().expect("no panic").expect("a line");
        if score::is_mate(info.score) {
            assert!(
                is_whole_mating_line(&position, &info.pv, info.score),
                "{info:?}"
            );
        }
        (decision, info)
    }

    #[test]
    fn what_the_search_does_not_see_the_solver_proves_in_the_same_nodes() {
        let limits = Limits::to_nodes(130_000);
        let mut alone = engine(MateWatch::Off);
        let mut watched = engine(MateWatch::Analysis);
        // The same engine is used for all positions, as in practice.
        for _ in 0..2 {
            let (_, info) = think(&mut alone, QUIET_KEY, limits);
            assert_ne!(score::mate_moves(info.score), Some(2), "{info:?}");
            let (decision, info) = think(&mut watched, QUIET_KEY, limits);
            assert_eq!(score::mate_moves(info.score), Some(2), "{info:?}");
            assert_eq!(decision.best, info.pv.first().copied());
            assert_eq!(decision.score, info.score);
            assert!(decision.nodes <= 130_000, "{decision:?}");
        }
    }

    #[test]
    fn mates_are_looked_for_as_far_as_the_fifty_move_rule_cannot_end_the_game() {
        for (clock, longest) in [(0, 40), (19, 40), (20, 39), (60, 19), (75, 12), (99, 12)] {
            let fen = format!("8/8/8/8/8/2k5/1q6/3K4 w - - {clock} 90");
            let position = Position::from_fen(&fen, false).expect("a position");
            let side = Side::new(false, &position);
            assert_eq!(side.question(), (longest, 3 * FIRST_SHARE), "{clock}");
        }
    }

    #[test]
    fn the_same_nodes_bring_the_same_result() {
        let limits = Limits::to_nodes(150_000);
        let run = || {
            let mut engine = engine(MateWatch::Analysis);
            [QUIET_KEY, LOST, QUIET_KEY].map(|fen| think(&mut engine, fen, limits).0)
        };
        assert_eq!(run(), run());
    }

    #[test]
    fn another_game_begins_as_if_there_had_been_none() {
        let limits = Limits::to_nodes(150_000);
        let mut engine = engine(MateWatch::Analysis);
        let [first, second] = [(); 2].map(|()| {
            engine.forget();
            let (decision, info) = think(&mut engine, QUIET_KEY, limits);
            (decision, info.nodes, info.depth)
        });
        assert_eq!(first, second);
    }

    #[test]
    fn where_nodes_are_not_limited_the_solver_keeps_to_its_share_of_the_time() {
        // Kings with few squares to go to, and neither side ahead: as in most games.
        let castled = "r2q2k1/pp1rbppp/4pn2/2P5/1P3B2/6P1/P3QPBP/1R3RK1 w - - 0 1";
        let position = Position::from_fen(castled, false).expect("a position");
        let mut finder = MateFinder::new(16);
        for _ in 0..2 {
            finder.begin(&position);
            let began = Instant::now();
            let mut longest = Duration::ZERO;
            // The solver is asked repeatedly, as by a search that visits very many nodes.
            while began.elapsed() < Duration::from_millis(1500) {
                let asked = Instant::now();
                let (_, proof) = finder.turn(1 << 40, Some(50), Allowance::default());
                assert_eq!(proof, None);
                longest = longest.max(asked.elapsed());
            }
            let spent: Duration = finder.sides.iter().map(|side| side.spent_time).sum();
            assert!(finder.sides.iter().all(|side| side.spent > 0));
            // The limit is two shares of a tenth of the time, plus the last attempt of each side.
            assert!(spent < began.elapsed().mul_f64(0.4), "{spent:?}");
            assert!(longest < began.elapsed().mul_f64(0.4), "{longest:?}");
        }
    }

    #[test]
    fn on_the_clock_nobody_watches_unless_asked_to() {
        let mut limits = Limits::to_nodes(130_000);
        limits.clocks[0] = Some(base::limits::Clock {
            remaining: std::time::Duration::from_secs(3600),
            ..Default::default()
        });
        let (_, info) = think(&mut engine(MateWatch::Analysis), QUIET_KEY, limits);
        assert_ne!(score::mate_moves(info.score), Some(2));
        let (_, info) = think(&mut engine(MateWatch::Always), QUIET_KEY, limits);
        assert_eq!(score::mate_moves(info.score), Some(2));
    }

    #[test]
    fn a_mate_against_the_side_to_move_is_proved_too() {
        let mut finder = MateFinder::new(16);
        let position = Position::from_fen(LOST, false).expect("a position");
        finder.begin(&position);
        let allowed = Allowance {
            nodes: Some(1_000_000),
            ..Allowance::default()
        };
        let mut best: Option<Proof> = None;
        for turn in 1..200 {
            let (_, proof) = finder.turn(HEAD_START * turn, Some(-900), allowed);
            best = proof.or(best);
        }
        let proof = best.expect("a proof");
        assert!(proof.mate_in < 0, "{proof:?}");
        let sooner = score::mated_in(proof.line.len());
        assert!(
            is_whole_mating_line(&position, &proof.line, sooner),
            "{proof:?}"
        );
        assert!(finder.sides[1].done, "{:?}", finder.sides);
    }
}
