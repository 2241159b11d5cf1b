//! Requests of a page to the engine and the solvers, and their answers.
//!
//! A request is the bytes of a network file, or JSON: `{"do": "evaluate", "start": "", "moves": ["e2e4"], "nodes":
//! 50000}`. An answer is JSON, too: an [`Evaluation`], a [`Solved`], `{}` for a network, or `{"refused": "…"}`. The
//! page has checked the position with the rules before, so error messages are in English and meant for programmers.
//!
//! A search cannot be interrupted by a request; a page that wants to end it terminates the web worker in which it runs.

use crate::answer::language;
use crate::inquiring::Problemist;
use crate::mates::Finder;
use analysis::{AnalysedLine, AnalysisLimits, Analyst, Evaluation};
use base::limits::Limits;
use base::time::Instant;
use engine::eval::network::{Network, Weights};
use engine::search::{Info, Searcher, Settings};
use games::chess::Position;
use games::kamisado::{Deadlock, Match, Towers};
use games::rolit::{self, Rules};
use games::{Game, Lang, Line, Variant, kamisado};
use serde::{Deserialize, Serialize};
use solve::kamisado::{Prover, Unknown, Value};
use solve::question::Question;
use solve::rolit::{Aborted, Solver};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Memory of the searcher and of each solver, in mebibytes.
const MEMORY_MB: usize = 32;
/// Longest mate, in moves, that ends a search without a node limit once it is found: a mate of this length can be
/// proved by the solver.
const PROVABLE: u32 = 8;
/// Time between two reports of a solver's progress.
const NEWS: Duration = Duration::from_millis(300);

/// The engine and the solvers of a page, each created when it is first needed.
#[derive(Default)]
pub struct Thinker {
    network: Option<Arc<Network>>,
    analyst: Option<(usize, Analyst)>,
    finder: Option<Finder>,
    prover: Option<Prover>,
    solver: Option<Solver>,
    problemist: Problemist,
}

/// Request of a page to the engine or the solvers, as JSON.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// Evaluates the last position of a chess game. Progress is reported as [`News`], one for each line found.
    Evaluate {
        /// FEN of the start; empty for the usual one.
        start: String,
        /// True if castling follows the rules of Chess960.
        #[serde(default)]
        chess960: bool,
        /// Moves in UCI's form.
        moves: Vec<String>,
        /// Number of positions to search. Without it the search ends after `time_ms`, or when it has found a mate of at
        /// most [`PROVABLE`] moves.
        #[serde(default)]
        nodes: Option<u64>,
        /// Time for the search, in milliseconds; unlimited if missing.
        #[serde(default)]
        time_ms: Option<u64>,
        /// Number of best lines to find (MultiPV).
        #[serde(default = "one")]
        lines: usize,
        /// True if the game ends with this position, so that it counts as a draw if the rules make it one.
        #[serde(default)]
        is_end: bool,
    },
    /// Searches for a forced mate in the last position of a chess game; the answer is a line, or `null` if no mate is
    /// proved.
    Mate {
        /// FEN of the start; empty for the usual one.
        start: String,
        /// True if castling follows the rules of Chess960.
        #[serde(default)]
        chess960: bool,
        /// Moves in UCI's form.
        moves: Vec<String>,
        /// Time for the search, in milliseconds.
        time_ms: u64,
    },
    /// Solves a position of Kamisado or Rolit. Progress is reported as `{"nodes": 1000000}`.
    Solve {
        /// Name of the game.
        game: String,
        /// The position in the game's own text form.
        text: String,
        /// Name of the rules: `mutual` or `cycle` for Kamisado, `official` or `students` for Rolit; empty for the first.
        #[serde(default)]
        rules: String,
        /// Time for the search, in milliseconds.
        time_ms: u64,
    },
    /// Solves a problem that is being composed. The answer is a [`Reply`](solve::question::Reply), or `{"refused": …,
    /// "fault": …}`: an error message and a code for its kind.
    Inquire {
        /// Position, and what is to be found out about it.
        question: Question,
        /// Time for the search, in milliseconds.
        time_ms: u64,
        /// Language of error messages.
        #[serde(deserialize_with = "language")]
        lang: Lang,
    },
}

fn one() -> usize {
    1
}

/// Progress of a search for the best move: a line that it has found.
#[derive(Debug, Serialize)]
struct News {
    /// Rank of the line, from 1.
    rank: usize,
    depth: usize,
    nodes: u64,
    time_ms: u64,
    #[serde(flatten)]
    line: AnalysedLine,
}

/// Exact value of a position for its side to move, or how far the solver has come.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Solved {
    /// Kamisado: true if the side to move wins the round, false if it loses.
    pub wins: Option<bool>,
    /// Kamisado: plies until the round ends; without `wins`, the number of plies within which neither side can force
    /// the end.
    pub plies: Option<u8>,
    /// Rolit: least and greatest margin of the side to move, in balls; equal if the value is exact.
    pub margin: Option<[i32; 2]>,
    /// Moves that keep the value, in the game's own form; incomplete if the time ended first.
    pub best: Vec<String>,
    /// A line of best play.
    pub line: Vec<String>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Function called with the progress of a search, as JSON.
type OnProgress<'a> = &'a (dyn Fn(&str) + Sync);

impl Thinker {
    /// Answers a request; `progress` is called with intermediate results, as JSON, while the search runs.
    pub fn answer(&mut self, request: &[u8], progress: OnProgress) -> String {
        let refused = |why: String| serde_json::json!({ "refused": why }).to_string();
        self.answered(request, progress).unwrap_or_else(refused)
    }

    fn answered(&mut self, request: &[u8], progress: OnProgress) -> Result<String, String> {
        if !request.starts_with(b"{") {
            let weights = Weights::from_bytes(request).map_err(text)?;
            self.network = Some(Arc::new(Network::new(&weights)));
            self.analyst = None;
            return Ok("{}".to_owned());
        }
        match serde_json::from_slice(request).map_err(text)? {
            Request::Evaluate {
                start,
                chess960,
                moves,
                nodes,
                time_ms,
                lines,
                is_end,
            } => {
                let game = line(&start, chess960, &moves)?;
                let limits = Limits {
                    nodes,
                    movetime: time_ms.map(Duration::from_millis),
                    mate: nodes.is_none().then_some(PROVABLE),
                    ..Limits::default()
                };
                let found = self.evaluate(&game, &limits, lines, is_end, progress)?;
                serde_json::to_string(&found).map_err(text)
            }
            Request::Mate {
                start,
                chess960,
                moves,
                time_ms,
            } => {
                let game = line(&start, chess960, &moves)?;
                let finder = match &mut self.finder {
                    Some(finder) => finder,
                    none => none.insert(Finder::new(MEMORY_MB).map_err(text)?),
                };
                let found = finder.find(game.position(), Duration::from_millis(time_ms));
                serde_json::to_string(&found).map_err(text)
            }
            Request::Solve {
                game,
                text: position,
                rules,
                time_ms,
            } => {
                let begun = Instant::now();
                let mut told = begun;
                let mut stop = |nodes: u64| {
                    if told.elapsed() >= NEWS {
                        told = Instant::now();
                        progress(&format!("{{\"nodes\":{nodes}}}"));
                    }
                    begun.elapsed() >= Duration::from_millis(time_ms)
                };
                let solved = match game.as_str() {
                    Match::NAME => self.kamisado(&position, &rules, &mut stop)?,
                    rolit::Position::NAME => self.rolit(&position, &rules, &mut stop)?,
                    _ => return Err(format!("there is no solver of '{game}'")),
                };
                serde_json::to_string(&solved).map_err(text)
            }
            Request::Inquire {
                question,
                time_ms,
                lang,
            } => self.problemist.answer(&question, time_ms, lang),
        }
    }

    fn evaluate(
        &mut self,
        game: &Line<Position>,
        limits: &Limits,
        lines: usize,
        is_end: bool,
        progress: OnProgress,
    ) -> Result<Option<Evaluation>, String> {
        let analyst = match &mut self.analyst {
            Some((known, analyst)) if *known == lines => analyst,
            other => {
                let network = self.network.clone().ok_or("there is no network yet")?;
                let settings = Settings {
                    multipv: lines,
                    ..Settings::with_network(network)
                };
                let searcher = Searcher::with_settings(MEMORY_MB, settings).map_err(text)?;
                let analyst = Analyst::with(Box::new(searcher)).map_err(text)?;
                &mut other.insert((lines, analyst)).1
            }
        };
        let position = game.position();
        let told = |info: &Info| {
            let news = News {
                rank: info.multipv,
                depth: info.depth,
                nodes: info.nodes,
                time_ms: info.time_us / 1000,
                line: AnalysedLine::new(position, info.score, &info.pv),
            };
            if let Ok(news) = serde_json::to_string(&news) {
                progress(&news);
            }
        };
        let look = AnalysisLimits {
            limits,
            is_end,
            stop: &AtomicBool::new(false),
            on_line: &told,
        };
        Ok(analyst.evaluate(game, look))
    }

    fn kamisado(
        &mut self,
        position: &str,
        rules: &str,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Solved, String> {
        let deadlock = match rules {
            "" | "mutual" => Deadlock::Mutual,
            "cycle" => Deadlock::Cycle,
            other => return Err(format!("expected the rules mutual or cycle, not '{other}'")),
        };
        let rules = kamisado::Rules {
            deadlock,
            towers: Towers::Some, // The page has checked the position by the options of its game.
        };
        let game = Match::parse(position, 1, rules).map_err(text)?;
        let here = *game.round();
        let prover = match &mut self.prover {
            Some(prover) => prover,
            none => none.insert(Prover::new(MEMORY_MB).map_err(text)?),
        };
        let solution = match prover.solve(&here, stop) {
            Ok(solution) => solution,
            Err(Unknown::Stopped { depth, nodes }) => {
                return Ok(Solved {
                    plies: Some(depth),
                    nodes,
                    ..Solved::default()
                });
            }
            Err(error) => return Err(error.to_string()),
        };
        let keeps = |prover: &mut Prover, m, stop: &mut dyn FnMut(u64) -> bool| {
            let next: kamisado::Position = here.play(m);
            let same = next.turn() == here.turn();
            match solution.value {
                Value::Win(plies) if same => prover.wins_within(&next, plies - 1, stop),
                Value::Win(plies) => prover.loses_within(&next, plies - 1, stop),
                Value::Loss(0 | 1) => Ok(true),
                Value::Loss(plies) if same => Ok(!prover.loses_within(&next, plies - 2, stop)?),
                Value::Loss(plies) => Ok(!prover.wins_within(&next, plies - 2, stop)?),
            }
        };
        let mut best = Vec::new();
        for m in here.legal_moves() {
            match keeps(prover, m, stop) {
                Ok(true) => best.push(here.move_text(m)),
                Ok(false) => {}
                Err(_) => break,
            }
        }
        Ok(Solved {
            wins: Some(solution.value.is_win()),
            plies: Some(solution.value.plies()),
            best,
            line: texts(&here, &solution.line),
            nodes: solution.nodes,
            ..Solved::default()
        })
    }

    fn rolit(
        &mut self,
        position: &str,
        rules: &str,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Solved, String> {
        let rules = match rules {
            "" => Rules::Official,
            named => named.parse().map_err(text)?,
        };
        let here = rolit::Position::parse(position, rules).map_err(text)?;
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert(Solver::new(MEMORY_MB).map_err(text)?),
        };
        let solution = match solver.solve(&here, stop) {
            Ok(solution) => solution,
            Err(Aborted {
                at_least,
                at_most,
                nodes,
            }) => {
                return Ok(Solved {
                    margin: Some([at_least, at_most]),
                    nodes,
                    ..Solved::default()
                });
            }
        };
        let line = texts(&here, &solution.line);
        let best = solver.keeping(&here, solution.margin, stop);
        let best = best.into_iter().map(|cell| here.move_text(cell)).collect();
        Ok(Solved {
            margin: Some([solution.margin; 2]),
            best,
            line,
            nodes: solution.nodes,
            ..Solved::default()
        })
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The moves of a line in the game's own form.
fn texts<G: Game>(start: &G, moves: &[G::Move]) -> Vec<String> {
    let mut here = start.clone();
    let mut texts = Vec::new();
    for m in moves {
        texts.push(here.move_text(*m));
        here = here.play(*m);
    }
    texts
}

/// Returns the game of chess that begins at the FEN `start`, empty for the usual start position, and continues with
/// `moves`. If `chess960` is true, castling is written as king takes rook.
///
/// # Errors
/// A sentence: the position is not valid, or a move is not legal.
fn line(start: &str, chess960: bool, moves: &[String]) -> Result<Line<Position>, String> {
    let start = match start {
        "" => Position::start(),
        fen => Position::from_fen(fen, chess960).map_err(text)?,
    };
    let mut line = Line::new(start);
    for text in moves {
        let here = line.position();
        let mut legal = here.legal_moves().into_iter();
        let m = legal.find(|m| here.move_text(*m) == *text);
        let m = m.ok_or_else(|| format!("'{text}' is not a legal move"))?;
        line.play(m);
    }
    Ok(line)
}

#[cfg(test)]
mod tests;
