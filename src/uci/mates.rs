//! Exact mates over UCI: `go mate N` and the custom command `verify N`, both answered by the mate
//! solver instead of the searcher.

use base::limits::Limits;
use engine::search::{Bound, Control, Decision, Info, Report, score};
use games::Game;
use games::chess::Position;
use players::EngineOptions;
use solve::mate::{Inquiry, MAX_MOVES, Options, Solver, Verdict, WantedKeys};
use std::time::Duration;

/// Answer of the solver to `go mate N`.
pub(super) enum Answer {
    /// A mate, with its report sent.
    Mate(Decision),
    /// There is none in so many moves.
    NoMate,
    /// The limits came first, or there was no room; after so many nodes.
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

/// The question after a mate in at most `n` moves, or in as many as the solver goes to.
fn asked(n: u32) -> Inquiry {
    Inquiry::new(n.min(MAX_MOVES) as i32)
}

/// Decides whether there is a mate in at most `n` moves, and reports it with its line. A game is played, so the fifty-move
/// rule counts; threefold repetition does not: not to be asked where positions of the game have come back.
pub(super) fn go_mate(
    options: &EngineOptions,
    position: &Position,
    n: u32,
    limits: &Limits,
    control: &Control,
    report: &dyn Fn(Report),
) -> Answer {
    let Some(mut solver) = solver(options, true) else {
        return Answer::Undecided(0);
    };
    let time = limits.time(Game::turn(position), options.overhead());
    // Half of it: what is left is for the searcher, should the solver not come to an end.
    let inquiry = asked(n).within(time.map(|time| time.soft / 2), limits.nodes);
    let Ok(answer) = solver.inquire(position, inquiry, Some(control.flag()), |_| {}) else {
        return Answer::Undecided(0);
    };
    let solved = answer.report;
    match solved.verdict {
        Verdict::NoMate => Answer::NoMate,
        Verdict::Mate(moves) if solved.pv.len() == 2 * moves as usize - 1 => {
            let plies = solved.pv.len();
            let decision = Decision {
                best: solved.pv.first().copied(),
                ponder: solved.pv.get(1).copied(),
                score: score::mate_in(plies),
                bound: Bound::Exact,
                nodes: solved.nodes,
                depth: plies,
            };
            report(Report::Info(Info {
                depth: plies,
                seldepth: plies,
                multipv: 1,
                score: decision.score,
                bound: Bound::Exact,
                nodes: solved.nodes,
                tbhits: 0,
                time_us: micros(solved.time),
                hashfull: 0,
                pv: solved.pv,
            }));
            Answer::Mate(decision)
        }
        Verdict::Mate(_) | Verdict::Undecided => Answer::Undecided(solved.nodes),
    }
}

/// Every first move that mates in at most `n` moves, one sentence each, the verdict last. As problems are: without the
/// fifty-move rule.
pub(super) fn verify(
    options: &EngineOptions,
    position: &Position,
    n: u32,
    control: &Control,
) -> Vec<String> {
    let Some(mut solver) = solver(options, false) else {
        return vec!["no room for the solver's tables".to_owned()];
    };
    let inquiry = Inquiry {
        keys: Some(WantedKeys::Asked),
        ..asked(n)
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

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
