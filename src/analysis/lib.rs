//! Analysis of a chess game: evaluates each position, finds its best move and judges the move that was played.
//! Announced mates are proved by the exact solver.
//!
//! An [`Analyst`] evaluates one position at a time, so that its caller (the command `analyse`, the web site) can show
//! results early, run other jobs in between, or stop. [`push`] judges the move between two positions. `accuracy`
//! computes the statistics of a side, `report` those of a player over many games, `record` annotates the PGN of the
//! game, `graph` draws the evaluations, `puzzles` makes puzzles, and `motifs` names the tactical motifs of a line.
//!
//! A loss is measured in the chance to win, not in pawns: falling from +15 to +9 loses little, falling from 0 to −3
//! loses the game. The chance of a score of `c` hundredths of a pawn is `1 / (1 + exp(-0.00368 c))`, the curve
//! published by Lichess; the thresholds of inaccuracies, mistakes and blunders are from there, too.

base::messages!("analysis");
use catalogue::CATALOGUE;

pub mod accuracy;
pub mod graph;
pub mod motifs;
pub mod puzzles;
pub mod record;
pub mod report;

use base::limits::{Allowance, Limits};
use base::memory::OutOfMemory;
use engine::search::{Bound, Control, Decision, Info, Report, Searcher, score};
use games::Line;
use games::chess::{Color, Move, Position};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use players::{ChessEngine, EngineError, EngineOptions, Request};
use serde::{Deserialize, Serialize};
use solve::mate::{Options, Solver};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Default number of nodes for each position: about a second of search.
pub const NODES: u64 = 120_000;
/// Longest mate that the solver tries to prove, in moves.
const MOST_MATE: u32 = 8;
/// Limits of the proof of one mate: time, and number of nodes.
const PROOF: (Duration, u64) = (Duration::from_secs(3), 3_000_000);
/// Size of the solver's hash table, in mebibytes.
const SOLVER_MB: usize = 16;
/// Score of a won position, in hundredths of a pawn; greater scores are cut to it.
const WON: i32 = 10_000;
/// Maximum number of moves of a line that are shown.
const SHOWN: usize = 12;

/// Least loss for each judgement, as a difference of chances to win (0 to 1); the worst judgement first.
const JUDGED: [(f64, Judgement); 3] = [
    (0.15, Judgement::Blunder),
    (0.10, Judgement::Mistake),
    (0.05, Judgement::Inaccuracy),
];

/// Judgement of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// Loses at least 0.05 of the chance to win.
    Inaccuracy,
    /// Loses at least 0.10 of the chance to win.
    Mistake,
    /// Loses at least 0.15 of the chance to win.
    Blunder,
}

/// A line found by the search (principal variation) and its score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysedLine {
    /// Score in hundredths of a pawn, positive if White stands better.
    pub score: i32,
    /// Number of moves to the mate that the search announces: positive if White mates, negative if Black does; `None`
    /// if it announces none.
    pub mate: Option<i32>,
    /// Moves of the line, in SAN.
    pub line: Vec<String>,
}

impl AnalysedLine {
    /// Creates a line from the position where it begins, the search's score for the side to move, and the moves.
    pub fn new(position: &Position, value: i32, moves: &[Move]) -> AnalysedLine {
        let sign = position.turn().fold_wb(1, -1);
        AnalysedLine {
            score: sign * value.clamp(-WON, WON),
            mate: score::mate_moves(value).map(|n| sign * n),
            line: names(position, moves),
        }
    }
}

/// Evaluation of a position of a game. The side to move is left out of the JSON form: the reader must supply it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// Number of plies played before the position.
    pub ply: usize,
    /// Side to move.
    #[serde(skip, default = "white")]
    pub turn: Color,
    /// Score in hundredths of a pawn, positive if White stands better; `None` if unknown.
    pub score: Option<i32>,
    /// Number of moves to a proved mate: positive if White mates, negative if Black does, 0 if the position is
    /// checkmate; `None` if no mate is proved.
    pub mate: Option<i32>,
    /// Number of moves to the mate that the search announces, proved or not, with the sign of `mate`; `None` if it
    /// announces none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announced: Option<i32>,
    /// Best move, in UCI notation; `None` if the game is over or it is unknown.
    pub best: Option<String>,
    /// Best move, in SAN; `None` if `best` is.
    pub best_name: Option<String>,
    /// Principal variation in SAN; the best move is its first.
    pub line: Vec<String>,
    /// Further lines, best first, if `MultiPV` asks for more than one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<AnalysedLine>,
    /// Depth of the search, in plies.
    pub depth: usize,
    /// Nodes of the search.
    pub nodes: u64,
    /// Chance to win, from 0 to 1, lost by the move that led to this position; `None` for the first position. [`push`]
    /// sets it.
    pub loss: Option<f64>,
    /// Judgement of the move that led to this position; `None` if it was the best move or lost too little.
    pub judgement: Option<Judgement>,
}

fn white() -> Color {
    Color::White
}

impl Evaluation {
    /// Creates the evaluation of a position about which nothing is known yet.
    fn unknown(ply: usize, turn: Color) -> Evaluation {
        Evaluation {
            ply,
            turn,
            score: None,
            mate: None,
            announced: None,
            best: None,
            best_name: None,
            line: Vec::new(),
            others: Vec::new(),
            depth: 0,
            nodes: 0,
            loss: None,
            judgement: None,
        }
    }

    /// Chance to win for White, from 0 to 1.
    pub fn chance(&self) -> f64 {
        match (self.mate, self.score) {
            (None, Some(score)) => chance_of(score),
            // The position is checkmate: the sign of the score says who has won.
            (Some(0), Some(score)) if score > 0 => 1.0,
            (Some(mate), _) if mate > 0 => 1.0,
            (Some(_), _) => 0.0,
            (None, None) => 0.5,
        }
    }

    /// Evaluation for display: `+0.35`, `#3` for a mate by White, `#-3` for a mate by Black, `?` if it is unknown.
    pub fn text(&self) -> String {
        match (self.mate.or(self.announced), self.score) {
            (Some(0), Some(score)) if score < 0 => "#-0".to_owned(),
            (Some(mate), _) => format!("#{mate}"),
            (None, Some(score)) => format!("{:+.2}", f64::from(score) / 100.0),
            (None, None) => "?".to_owned(),
        }
    }
}

/// Converts a score in hundredths of a pawn to the chance to win, from 0 to 1.
fn chance_of(score: i32) -> f64 {
    1.0 / (1.0 + (-0.003_68 * f64::from(score)).exp())
}

/// Appends the evaluation of the next position, and judges the move `played` (in UCI notation) that led to it.
pub fn push(known: &mut Vec<Evaluation>, mut found: Evaluation, played: Option<&str>) {
    if let Some(before) = known.last() {
        let change = found.chance() - before.chance();
        let loss = match before.turn {
            Color::White => -change,
            Color::Black => change,
        };
        let loss = loss.max(0.0);
        found.loss = Some(loss);
        // The best move loses only by the inaccuracy of the search.
        let is_best = played.is_some() && before.best.as_deref() == played;
        let judged = JUDGED.iter().find(|(least, _)| loss >= *least);
        found.judgement = judged.map(|(_, word)| *word).filter(|_| !is_best);
    }
    known.push(found);
}

/// Parameters for the evaluation of a position.
#[derive(Clone, Copy)]
pub struct AnalysisLimits<'a> {
    /// Limits of the search.
    pub limits: &'a Limits,
    /// True if the game ended in the position: draws by rule, such as repetition, are then evaluated as draws.
    pub is_end: bool,
    /// Flag that ends the search when it is set.
    pub stop: &'a AtomicBool,
    /// Function that is called with each line the search reports.
    pub on_line: &'a (dyn Fn(&Info) + Sync),
}

/// Search for the best move of a position: the complete engine, or the bare searcher in the browser.
pub trait PositionSearch: Send {
    /// Searches the last position of a game and returns the decision; `report` is called with each line on the way.
    fn search(
        &mut self,
        game: &Line<Position>,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(Report) + Sync),
    ) -> Decision;

    /// Clears the hash table and everything else learned from earlier searches.
    fn forget(&mut self);
}

impl PositionSearch for Searcher {
    fn search(
        &mut self,
        game: &Line<Position>,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(Report) + Sync),
    ) -> Decision {
        self.go(game, limits, control, report)
    }

    fn forget(&mut self) {
        self.new_game();
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
impl PositionSearch for ChessEngine {
    fn search(
        &mut self,
        game: &Line<Position>,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(Report) + Sync),
    ) -> Decision {
        self.search(&Request::analysis(game, limits, control), report)
    }

    fn forget(&mut self) {
        ChessEngine::forget(self);
    }
}

/// Engine and exact solver that evaluate positions.
pub struct Analyst {
    engine: Box<dyn PositionSearch>,
    solver: Solver,
}

impl Analyst {
    /// Creates an analyst with an engine. The engine's option `MultiPV` is the number of lines per position.
    ///
    /// # Errors
    /// [`EngineError`] if there is not enough memory, or a file of the engine cannot be read.
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub fn new(options: EngineOptions) -> Result<Analyst, EngineError> {
        Ok(Analyst::with(Box::new(ChessEngine::new(options)?))?)
    }

    /// Creates an analyst that uses the given search.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is not enough memory for the solver.
    pub fn with(engine: Box<dyn PositionSearch>) -> Result<Analyst, OutOfMemory> {
        Ok(Analyst {
            engine,
            solver: Solver::new(Options {
                hash_mb: SOLVER_MB,
                ..Options::default()
            })?,
        })
    }

    /// Clears everything learned from earlier games.
    pub fn new_game(&mut self) {
        self.engine.forget();
        self.solver.clear();
    }

    /// Evaluates the last position of a game. Returns `None` if `stop` was set before a move was found; if it was set
    /// later, the evaluation is that of the depth reached.
    pub fn evaluate(&mut self, game: &Line<Position>, look: AnalysisLimits) -> Option<Evaluation> {
        let position = game.position();
        let turn = position.turn();
        let sign = turn.fold_wb(1, -1);
        let mut found = Evaluation::unknown(game.moves().len(), turn);
        let over = game.outcome();
        if let Some(outcome) = over.filter(|_| look.is_end || position.count_legal_moves() == 0) {
            let (white, black) = (outcome.winners.contains(0), outcome.winners.contains(1));
            found.score = Some(WON * (i32::from(white) - i32::from(black)));
            found.mate = (white != black).then_some(0);
            return Some(found);
        }
        let lines: Mutex<Vec<Info>> = Mutex::default();
        let report = |said| {
            if let (Report::Info(info), Ok(mut lines)) = (said, lines.lock())
                && info.bound == Bound::Exact
            {
                (look.on_line)(&info);
                lines.retain(|known: &Info| known.multipv != info.multipv);
                lines.push(info);
            }
        };
        let control = Control::watching(look.stop);
        let decision = self.engine.search(game, look.limits, &control, &report);
        if look.stop.load(Relaxed) && decision.depth == 0 {
            return None;
        }
        let best = decision.best?;
        let mut lines = lines.into_inner().unwrap_or_default();
        lines.sort_by_key(|info| info.multipv);
        let seen = |value, moves: &[Move]| AnalysedLine::new(position, value, moves);
        let first = lines.iter().position(|info| info.pv.first() == Some(&best));
        let main = match first.map(|at| lines.remove(at)) {
            Some(info) => seen(decision.score, &info.pv),
            None => seen(decision.score, &[best]),
        };
        found.others = lines
            .iter()
            .map(|info| seen(info.score, &info.pv))
            .collect();
        found.best = Some(position.move_text(best));
        found.best_name = Some(position.san(best));
        found.score = Some(main.score);
        found.announced = main.mate;
        found.line = main.line;
        (found.depth, found.nodes) = (decision.depth, decision.nodes);
        if let Some(moves) = score::mate_moves(decision.score) {
            found.mate = self.proved(position, moves, look.stop).map(|n| sign * n);
        }
        Some(found)
    }

    /// Tries to prove the mate that the engine announces, and returns the number of moves; `None` if it is not
    /// proved.
    fn proved(&mut self, position: &Position, moves: i32, stop: &AtomicBool) -> Option<i32> {
        let n = moves.unsigned_abs();
        if n > MOST_MATE {
            return None;
        }
        let within = Allowance {
            time: Some(PROOF.0),
            nodes: Some(PROOF.1),
            stop: Some(stop),
        };
        let report = if moves > 0 {
            self.solver.find(position, n, within)
        } else {
            self.solver.find_mated(position, n, within)
        };
        let least = report.proved?;
        Some(moves.signum() * i32::try_from(least).ok()?)
    }
}

/// Names of a line's moves in SAN, up to the first illegal move and at most [`SHOWN`].
fn names(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut here = *position;
    let mut names = Vec::new();
    for &m in moves.iter().take(SHOWN) {
        if !here.is_legal(m) {
            break;
        }
        names.push(here.san(m));
        here = here.play(m);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::chess::START_FEN;

    fn game(fen: &str, moves: &str) -> Line<Position> {
        let mut line = Line::new(Position::from_fen(fen, false).expect(fen));
        for text in moves.split_whitespace() {
            line.play(line.position().parse_move(text).expect(text));
        }
        line
    }

    fn look(
        analyst: &mut Analyst,
        game: &Line<Position>,
        is_end: bool,
        nodes: u64,
    ) -> Option<Evaluation> {
        let look = AnalysisLimits {
            limits: &Limits::to_nodes(nodes),
            is_end,
            stop: &AtomicBool::new(false),
            on_line: &|_| {},
        };
        analyst.evaluate(game, look)
    }

    /// Evaluations of a game at some nodes a position.
    fn analysed(fen: &str, moves: &str) -> Vec<Evaluation> {
        let line = game(fen, moves);
        let mut analyst = Analyst::new(EngineOptions::with_hash(8)).expect("memory");
        let mut known = Vec::new();
        for ply in 0..=line.moves().len() {
            let (here, is_end) = (line.at_ply(ply), ply == line.moves().len());
            let found = look(&mut analyst, &here, is_end, 20_000);
            let played = ply
                .checked_sub(1)
                .map(|last| line.move_texts()[last].clone());
            push(&mut known, found.expect("not stopped"), played.as_deref());
        }
        known
    }

    #[test]
    fn the_fools_mate_is_a_blunder_that_allows_a_proved_mate() {
        let known = analysed(START_FEN, "f2f3 e7e5 g2g4 d8h4");
        assert_eq!(
            known[3].judgement,
            Some(Judgement::Blunder),
            "{:?}",
            known[3]
        );
        assert_eq!(
            (known[3].mate, known[3].best_name.as_deref()),
            (Some(-1), Some("Qh4#"))
        );
        assert_eq!((known[4].mate, known[4].score), (Some(0), Some(-WON)));
        assert_eq!((known[4].judgement, known[4].loss), (None, Some(0.0)));
        assert_eq!(
            (known[3].text(), known[4].text()),
            ("#-1".to_owned(), "#-0".to_owned())
        );
    }

    #[test]
    fn who_moves_is_known_where_black_begins_and_draws_by_rule_count_at_the_end_only() {
        // Black gives its queen away.
        let known = analysed("4k3/8/8/8/3q4/8/8/R3K2R b KQ - 0 1", "d4d1 e1d1");
        assert_eq!(known[1].judgement, Some(Judgement::Blunder), "{known:?}");
        let start = "r3k2r/pppq1ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 0 1";
        let line = game(start, "f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6");
        assert!(line.outcome().is_some());
        let mut analyst = Analyst::new(EngineOptions::with_hash(8)).expect("memory");
        let end = look(&mut analyst, &line, true, 5_000).expect("over");
        assert_eq!((end.score, end.best), (Some(0), None));
        let on = look(&mut analyst, &line, false, 5_000).expect("searched");
        assert!(on.best.is_some());
    }

    #[test]
    fn losses_are_measured_in_chances_and_the_best_move_is_never_blamed() {
        let at = |ply, score, turn| Evaluation {
            score: Some(score),
            best: Some("e2e4".to_owned()),
            ..Evaluation::unknown(ply, turn)
        };
        for (before, after, played, expected) in [
            (1500, 900, "a2a3", None),
            (0, -300, "a2a3", Some(Judgement::Blunder)),
            (0, -130, "a2a3", Some(Judgement::Mistake)),
            (0, -70, "a2a3", Some(Judgement::Inaccuracy)),
            (0, -300, "e2e4", None),
            (0, 300, "a2a3", None),
        ] {
            let mut known = vec![at(0, before, Color::White)];
            push(&mut known, at(1, after, Color::Black), Some(played));
            assert_eq!(known[1].judgement, expected, "{before} to {after}");
            // The same for the other side.
            let mut known = vec![at(0, -before, Color::Black)];
            push(&mut known, at(1, -after, Color::White), Some(played));
            assert_eq!(known[1].judgement, expected, "{before} to {after}, Black");
        }
    }
}
