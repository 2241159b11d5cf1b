//! Solutions of a problem that is no ordinary direct mate, and of each of its twins.
//!
//! [`solve()`] asks the solver for them within limits, and says if the problem is sound: if it and each of its twins have as
//! many solutions as the author intends, none of them in fewer moves.

use super::Draft;
use super::formats::parts;
use super::problem::Solved;
use games::Text;
use solve::stipulation::{Extent, Inquiry, Solver, Soundness};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Solutions of a problem and of each of its twins.
#[derive(Clone, Debug)]
pub(crate) struct Solutions {
    /// Numbers of solutions, of the problem itself and then of its twins; with duplex, of each of them with the sides
    /// exchanged, too.
    pub(crate) solved: Vec<Solved>,
    /// Each solution as text that is the same for the same moves: the letter of the twin and the moves; only the first move
    /// where one side plays against the other.
    pub(crate) texts: Vec<String>,
    /// True if there are as many solutions as intended, none of them in fewer moves.
    pub(crate) is_sound: bool,
    /// Rules that are not those of chess, by Popeye's names.
    pub(crate) rules: Vec<String>,
    /// Number of positions visited.
    pub(crate) nodes: u64,
}

/// Limits of a search for solutions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolutionLimits {
    /// Number of solutions beyond the intended ones at which the search ends.
    pub(crate) surplus: usize,
    /// Time for the problem with all its twins, if it is limited.
    pub(crate) time: Option<Duration>,
    /// Number of positions that may be visited for the problem, and as many for each twin; `None` for any number.
    pub(crate) nodes: Option<u64>,
}

/// Returns the number of solutions that the author of a problem intends.
pub(crate) fn intended(draft: &Draft) -> usize {
    draft.terms.intended.unwrap_or(1).into()
}

/// Searches for the solutions of a problem. Returns `None` if the limits or `stop` ended the search before all were known
/// that are looked for.
///
/// # Errors
/// The message about what cannot be solved.
pub(crate) fn solve(
    solver: &mut Solver,
    draft: &Draft,
    limits: SolutionLimits,
    stop: &AtomicBool,
) -> Result<Option<Solutions>, Text> {
    let intended = intended(draft);
    let start = Instant::now();
    let mut all = Solutions {
        solved: Vec::new(),
        texts: Vec::new(),
        is_sound: true,
        rules: Vec::new(),
        nodes: 0,
    };
    for part in parts(draft)? {
        let time = limits.time;
        let inquiry = Inquiry {
            time: time.map(|time| time.saturating_sub(start.elapsed())),
            nodes: limits.nodes,
            most: Some(intended + limits.surplus),
            set_play: false,
            ..part.inquiry
        };
        let answer = solver.solve_any(&part.subject, &inquiry, Some(stop), |_| {});
        all.nodes += answer.nodes;
        for rule in part.subject.rules(&inquiry) {
            if !all.rules.contains(&rule) {
                all.rules.push(rule);
            }
        }
        for found in &answer.summaries {
            if found.extent == Extent::Stopped {
                return Ok(None);
            }
            let mut stipulation = inquiry.stipulation.to_string();
            if found.duplex {
                stipulation += " duplex";
            }
            all.is_sound &= found.soundness(intended) == Soundness::Sound;
            all.solved.push(Solved {
                twin: part.twin.clone(),
                stipulation,
                solutions: u32::try_from(found.count).unwrap_or(u32::MAX),
                more: found.extent == Extent::Enough,
                short: found.is_short,
            });
        }
        for part_record in &answer.record.parts {
            let lines = part_record.lines.iter();
            let lines = lines.map(|line| {
                if line.uci.is_empty() {
                    line.text.clone()
                } else {
                    line.uci.join(" ")
                }
            });
            let keys = part_record.keys.iter().map(|key| key.uci.clone());
            let texts = lines.chain(keys);
            all.texts
                .extend(texts.map(|text| format!("{} {text}", part.twin)));
        }
    }
    Ok(Some(all))
}
