//! The chess engine as a [`Player`]: conversion of the searcher's reports, and requests for a mate, which the mate
//! solver answers.

use super::deepen::texts;
use super::{
    ChessEngine, Choice, EngineError, EngineOptions, Failure, Limits, Player, Report, Request,
    Score,
};
use base::limits::Control;
use engine::search::{self, Bound, Decision, Info, has_come_back, score};
use games::chess::{Move, Position};
use solve::mate::{Inquiry, MAX_MOVES, Options, Solver, Verdict, WantedKeys};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Plays with its book and at its set strength, unless its options or the request ask for an analysis.
impl Player<Position> for ChessEngine {
    fn new_game(&mut self, _: &Position, _: &AtomicBool) -> Result<(), Failure> {
        self.forget();
        Ok(())
    }

    fn configure(&mut self, options: &EngineOptions) -> Result<Option<String>, EngineError> {
        let other = options.tablebases != self.options().tablebases;
        self.set_options(options.clone())?;
        let found = self.tablebases().filter(|_| other);
        Ok(found
            .map(|(files, pieces)| format!("found {files} tablebase files, up to {pieces} pieces")))
    }

    fn prepare(&mut self) {
        self.take_memory();
    }

    fn clear_hash(&mut self) {
        self.clear_table();
    }

    fn answer(&mut self, request: &Request<Position>) -> Result<Choice<Move>, Failure> {
        let (game, control) = (request.game, request.control);
        let position = game.position();
        let mate_within = request.limits.mate_within;
        // The last report on the best line, and the time and nodes at which a mate in time was first announced.
        let last: Mutex<(Report, Option<(Duration, u64)>)> = Mutex::default();
        let note = |said: search::Report| {
            let info = match said {
                search::Report::Info(info) => info,
                search::Report::CurrentMove {
                    depth,
                    current,
                    number,
                } => {
                    return (request.report)(&Report {
                        depth: Some(depth as u32),
                        current: Some((position.move_text(current), number)),
                        ..Report::default()
                    });
                }
            };
            let report = report(position, &info);
            (request.report)(&report);
            if let Ok(mut last) = last.lock() {
                if last.1.is_none() && is_mate_within(&info, mate_within) {
                    last.1 = Some((Duration::from_micros(info.time_us), info.nodes));
                }
                if info.multipv == 1 {
                    last.0 = report;
                }
            }
        };
        let mut limits = *request.limits;
        // A limit of depth also limits the length of the mates that are looked for.
        let deep_enough = |n: u32| limits.depth.is_none_or(|depth| depth >= 2 * n - 1);
        let solvable = |n: &u32| {
            request.among.is_empty()
                && (1..=MAX_MOVES).contains(n)
                && deep_enough(*n)
                && !has_come_back(game)
        };
        let solved = limits
            .mate
            .filter(solvable)
            .map(|n| (n, find_mate(self.options(), position, n, &limits, control)));
        let decision = match solved {
            Some((_, MateAnswer::Mate(info))) => {
                let decision = Decision {
                    best: info.pv.first().copied(),
                    ponder: info.pv.get(1).copied(),
                    score: info.score,
                    bound: Bound::Exact,
                    nodes: info.nodes,
                    depth: info.depth,
                };
                note(search::Report::Info(info));
                decision
            }
            other => {
                match other {
                    Some((n, MateAnswer::NoMate)) => {
                        let remark = format!("there is no mate in {n} for the side to move");
                        (request.report)(&Report {
                            remark: Some(remark),
                            ..Report::default()
                        });
                        // A short search finds a move to play, and mates by the other side.
                        let deep = 2 * n.min(8);
                        limits.depth = Some(limits.depth.unwrap_or(deep).min(deep));
                    }
                    Some((_, MateAnswer::Undecided(spent))) => {
                        let left = |nodes: u64| nodes.saturating_sub(spent).max(1);
                        limits.nodes = limits.nodes.map(left);
                    }
                    Some((_, MateAnswer::Mate(_))) | None => {}
                }
                let request = Request {
                    limits: &limits,
                    ..*request
                };
                self.search(&request, &note)
            }
        };
        let chosen = decision.best.ok_or_else(Failure::no_move)?;
        let (mut report, mate_found) = last.into_inner().unwrap_or_default();
        report.nodes = Some(decision.nodes);
        report.mate_found = mate_found;
        let elapsed = control.elapsed();
        let patience = limits.patience.filter(|patience| elapsed > *patience);
        if let Some(patience) = patience.filter(|_| !control.is_abandoned()) {
            return Err(Failure::TooLate(elapsed.max(patience)));
        }
        request.answered(chosen, decision.ponder, report)
    }
}

/// Returns true if `info` announces a mate by the side to move in at most `within` moves, and false if `within` is
/// `None`.
fn is_mate_within(info: &Info, within: Option<u32>) -> bool {
    let announced = score::mate_moves(info.score).and_then(|moves| u32::try_from(moves).ok());
    let in_time = |moves: u32| moves > 0 && within.is_some_and(|within| moves <= within);
    announced.is_some_and(in_time)
}

/// Converts a report of the searcher; `position` is the one that was searched.
fn report(position: &Position, info: &Info) -> Report {
    Report {
        score: Some(match score::mate_moves(info.score) {
            Some(moves) => Score::Mate(moves),
            None => Score::Centipawns(info.score),
        }),
        bound: info.bound,
        wdl: Some(
            if info.score == score::DRAW && games::Game::outcome(position).is_some() {
                [0, 1000, 0]
            } else {
                win_draw_loss(info.score)
            },
        ),
        depth: u32::try_from(info.depth).ok(),
        seldepth: u32::try_from(info.seldepth).ok().filter(|plies| *plies > 0),
        rank: info.multipv.saturating_sub(1),
        nodes: Some(info.nodes),
        tbhits: info.tbhits,
        hashfull: info.hashfull,
        pv: texts(position, &info.pv),
        ..Report::default()
    }
}

/// Score at which winning and not winning are equally likely, in centipawns. Both constants are fitted by `atalaya
/// train wdl` to the scores and results of 183,188 positions of the network's games of 1,000 nodes a move (seed 39).
const EVEN_CHANCE: f64 = 129.0;
/// Scale on which chances change around `EVEN_CHANCE`, in centipawns: the smaller, the faster.
const SPREAD: f64 = 103.0;

/// Returns the chances of win, draw and loss in permille, which add up to 1000: two logistic curves, one for winning
/// around `EVEN_CHANCE`, and its mirror image for losing.
pub fn win_draw_loss(score: i32) -> [u32; 3] {
    if score::is_decided(score) {
        return if score > 0 {
            [1000, 0, 0]
        } else {
            [0, 0, 1000]
        };
    }
    let chance = |score: f64| 1000.0 / (1.0 + ((EVEN_CHANCE - score) / SPREAD).exp());
    let win = chance(f64::from(score)).round() as u32;
    let loss = chance(f64::from(-score)).round() as u32;
    [win, 1000 - win - loss, loss]
}

/// Answer of the solver to a request for a mate.
enum MateAnswer {
    /// A mate was found, with its line.
    Mate(Info),
    /// Proof that there is no mate within the requested number of moves.
    NoMate,
    /// The search for mates ended at its limits after this many nodes, or with 0 because there was no memory for it.
    Undecided(u64),
}

fn solver(options: &EngineOptions, fifty: bool) -> Option<Solver> {
    Solver::new(Options {
        hash_mb: options.hash_mb.max(16),
        threads: options.threads,
        fifty,
        any_length: false,
    })
    .ok()
}

/// Creates an inquiry for a mate in at most `n` moves, or in the solver's maximum number if that is less.
fn inquiry(n: u32) -> Inquiry {
    Inquiry::new(n.min(MAX_MOVES) as i32)
}

/// Decides if there is a mate in at most `n` moves. The fifty-move rule counts, as in a game; threefold repetition does
/// not, so this must not be used where positions of the game have been repeated.
fn find_mate(
    options: &EngineOptions,
    position: &Position,
    n: u32,
    limits: &Limits,
    control: &Control,
) -> MateAnswer {
    let Some(mut solver) = solver(options, true) else {
        return MateAnswer::Undecided(0);
    };
    let time = limits.time(games::Game::turn(position), options.overhead());
    // The solver gets half of the time, so that some is left for the searcher if no mate is decided.
    let inquiry = inquiry(n).within(time.map(|time| time.soft / 2), limits.nodes);
    let Ok(answer) = solver.inquire(position, inquiry, Some(control.flag()), |_| {}) else {
        return MateAnswer::Undecided(0);
    };
    let solved = answer.report;
    match solved.verdict {
        Verdict::NoMate => MateAnswer::NoMate,
        Verdict::Mate(moves) if solved.pv.len() == 2 * moves as usize - 1 => {
            let plies = solved.pv.len();
            MateAnswer::Mate(Info {
                depth: plies,
                seldepth: plies,
                multipv: 1,
                score: score::mate_in(plies),
                bound: Bound::Exact,
                nodes: solved.nodes,
                tbhits: 0,
                time_us: u64::try_from(solved.time.as_micros()).unwrap_or(u64::MAX),
                hashfull: 0,
                pv: solved.pv,
            })
        }
        Verdict::Mate(_) | Verdict::Undecided => MateAnswer::Undecided(solved.nodes),
    }
}

/// Returns a sentence for every first move that mates in at most `n` moves, followed by one with the verdict. As in
/// problems, the fifty-move rule does not count.
pub(super) fn verify(
    position: &Position,
    n: u32,
    options: &EngineOptions,
    control: &Control,
) -> Vec<String> {
    let Some(mut solver) = solver(options, false) else {
        return vec!["no room for the solver's tables".to_owned()];
    };
    let inquiry = Inquiry {
        keys: Some(WantedKeys::Asked),
        ..inquiry(n)
    };
    let keys = match solver.inquire(position, inquiry, Some(control.flag()), |_| {}) {
        Ok(answer) => answer.keys,
        Err(error) => return vec![error.to_string()],
    };
    let Some(keys) = keys else {
        return vec![format!("verdict undecided: mate in {n}")];
    };
    let mut lines: Vec<String> = keys
        .iter()
        .map(|key| {
            let text = position.move_text(key.first);
            format!("key {text} mate in {}", key.mate_in)
        })
        .collect();
    lines.push(match keys.iter().map(|key| key.mate_in).min() {
        Some(least) => format!("verdict mate in {least}, keys: {}", keys.len()),
        None => format!("verdict no mate in {n}"),
    });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        let mut last = 0;
        for score in (-31_000..=31_000).step_by(7) {
            let [win, draw, loss] = win_draw_loss(score);
            assert_eq!(win + draw + loss, 1000);
            assert!(win >= last);
            last = win;
        }
        assert_eq!(win_draw_loss(0)[0], win_draw_loss(0)[2]);
    }
}
