//! Verification of a problem: whether it is solvable, the least number of moves, keys, cooks, shorter mates, and a
//! proof.
//!
//! Begin with [`Verifier::judge`]. It needs no database: it takes a problem, returns a verdict, and can be stopped by
//! another thread. The verdict depends on the problem alone: the tables are emptied before each problem, so that the
//! number of visited positions (and the difficulty, which depends on it) is the same on every machine. The memory of
//! the tables is reused for the next problem.
//!
//! A direct mate in N is *verified* if there is a mate in at most N moves, and *refuted* if there is none; both are
//! proved. [`Verdict::unique_key`] tells if it is also sound.
//!
//! Any other problem is verified if it and each of its twins have a solution, and refuted if one of them has none; it
//! is sound if each has as many solutions as its author intends, none of them in fewer moves. There are no keys, no proof and no difficulty of such
//! problems.

use super::difficulty::{Work, difficulty};
use super::error::{Error, Result};
use super::problem::Solved;
use super::solutions::{self, SolutionLimits};
use super::{Draft, FoundKey, State, Stipulation};
use base::lang::Lang;
use base::limits::Allowance;
use base::say;
use games::chess::Position;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use solve::mate;
use solve::mate::{Answer, Inquiry, Options, Solver, VerdictWord, WantedKeys};
use solve::stipulation;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Maximum size of a proof that is kept as text, in bytes. Of a longer one only the hash is kept.
pub const LONGEST_PROOF: usize = 64 * 1024;

/// Default size of a verifier's tables, in mebibytes.
pub const HASH_MB: usize = 64;

/// Version of the program, for its verdicts.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Number of solutions beyond those intended by the author at which the search for more of them ends.
const MORE: usize = 9;

/// Number of positions that may be visited for the proof in addition to as many as the verdict has taken.
const PROOF_NODES: u64 = 10_000;

/// Greatest number of visited positions of a verdict for which a proof is written: the proof of a
/// longer search would be of a size that nobody reads, and take as long as the verdict.
const MOST_NODES_WITH_PROOF: u64 = 50_000_000;

/// Progress of a verification: the bounds on the length of the mate that are proved so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Greatest number of moves in which there is proved to be no mate; 0 before the first proof.
    pub refuted: u32,
    /// Number of moves in which, or in fewer, there is proved to be a mate; `None` as long as no mate is proved.
    pub proved: Option<u32>,
}

/// Verdict on a problem: the result of its verification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Result of the verification: [`State::Verified`] or [`State::Refuted`], never [`State::Draft`].
    pub state: State,
    /// N, the number of moves in the stipulation.
    pub moves: u32,
    /// Least number of moves in which there is a mate; `None` if the problem is refuted, or is no direct mate.
    pub least: Option<u32>,
    /// All first moves that mate in at most N moves; none of a problem that is no direct mate.
    pub keys: Vec<FoundKey>,
    /// True if the problem is sound: a direct mate with exactly one key and no mate in fewer than N moves, or another
    /// problem with as many solutions as intended, none of them in fewer moves.
    pub unique_key: bool,
    /// Numbers of solutions of the problem and each of its twins; empty for a direct mate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<Solved>,
    /// Proof of the verdict; `None` if it would take more work than the verdict, or if the problem is no direct mate.
    pub certificate: Option<Certificate>,
    /// Rules that are not those of chess, by Popeye's names: conditions, fairy pieces, missing kings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Version of the program that found the verdict; empty if it is not known.
    #[serde(default)]
    pub version: String,
    /// Number of positions visited for the verdict and the keys.
    pub nodes: u64,
    /// Time that the verification took (wall clock), in milliseconds.
    pub time_ms: u64,
    /// Difficulty estimated before anybody has tried the problem, from 0 (trivial) to 100; 0 if it is no direct mate.
    pub difficulty: f64,
    /// Level of difficulty, from 1 to 5; 0 if the problem is no direct mate.
    pub band: u8,
}

/// Proof of a verdict about a mate in N, which can be checked without the solver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// SHA-256 of the proof's text, in hexadecimal.
    pub hash: String,
    /// Text of the proof, which `solve::mate::check` reads; `None` if it is longer than [`LONGEST_PROOF`] bytes.
    #[serde(skip)]
    pub proof: Option<String>,
}

/// Returns the sentence that certifies a sound problem as computer-tested: `C+`, with the version of the program that found the
/// verdict, the `rules` that are not those of chess (empty if there are none), and the time in milliseconds. `None` if the
/// version is not known (empty): verdicts older than the version's column have none.
pub fn computer_tested(version: &str, rules: &str, time_ms: u64, lang: Lang) -> Option<String> {
    let seconds = format!("{:.2}", time_ms as f64 / 1000.0);
    match (version, rules) {
        ("", _) => None,
        (_, "") => Some(say!(lang, "problem-tested", version, seconds)),
        _ => Some(say!(lang, "problem-tested-rules", version, rules, seconds)),
    }
}

/// Outcome of the verification of a problem.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The verification has ended with a verdict.
    Decided(Verdict),
    /// The time limit was reached before there was a verdict; the value is the bounds proved until then.
    Undecided(Progress),
    /// The stop flag was set before there was a verdict.
    Stopped,
}

/// Solver that verifies one problem after the other, with tables that it keeps.
#[derive(Debug)]
pub struct Verifier {
    solver: Solver,
}

impl Verifier {
    /// Creates a verifier with a number of threads, and tables of `hash_mb` mebibytes.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the tables do not fit in memory.
    pub fn new(threads: usize, hash_mb: usize) -> Result<Verifier> {
        let options = Options {
            hash_mb,
            threads,
            fifty: false,
            any_length: false,
        };
        let solver = Solver::new(options).map_err(Error::invalid)?;
        Ok(Verifier { solver })
    }

    /// Verifies a problem of any kind; `time`, `stop` and `progress` are as for [`verify`](Verifier::verify). There is
    /// no progress on a problem that is no direct mate.
    ///
    /// # Errors
    /// [`Error::Position`] if `fen` is no position, [`Error::Invalid`] for a problem that cannot be solved.
    pub fn judge(
        &mut self,
        draft: &Draft,
        time: Option<Duration>,
        stop: &AtomicBool,
        progress: impl FnMut(Progress),
    ) -> Result<Outcome> {
        if draft.is_mate() {
            return self.verify(&draft.fen, draft.stipulation, time, stop, progress);
        }
        let mut solver = stipulation::Solver::new(HASH_MB).map_err(Error::invalid)?;
        let start = Instant::now();
        let limits = SolutionLimits {
            surplus: MORE,
            time,
            nodes: None,
        };
        let Some(found) =
            solutions::solve(&mut solver, draft, limits, stop).map_err(Error::Invalid)?
        else {
            return Ok(if stop.load(Relaxed) {
                Outcome::Stopped
            } else {
                Outcome::Undecided(Progress::default())
            });
        };
        let solved = found.solved.iter().all(|part| part.solutions > 0);
        Ok(Outcome::Decided(Verdict {
            state: if solved {
                State::Verified
            } else {
                State::Refuted
            },
            moves: draft.stipulation.moves(),
            least: None,
            keys: Vec::new(),
            unique_key: found.is_sound,
            solutions: found.solved,
            certificate: None,
            rules: found.rules,
            version: VERSION.to_owned(),
            nodes: found.nodes,
            time_ms: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
            difficulty: 0.0,
            band: 0,
        }))
    }

    /// Verifies a direct mate, within `time` if that is given. Setting `stop` ends the work within milliseconds;
    /// `progress` is called with the bounds on the length of the mate each time that a better one is proved.
    ///
    /// # Errors
    /// [`Error::Position`] if `fen` is no position.
    pub fn verify(
        &mut self,
        fen: &str,
        stipulation: Stipulation,
        time: Option<Duration>,
        stop: &AtomicBool,
        mut progress: impl FnMut(Progress),
    ) -> Result<Outcome> {
        let position = Position::from_stored_fen(fen)?;
        let moves = stipulation.moves();
        // The conversion cannot fail: the number is at most MAX_MOVES.
        let inquiry = Inquiry {
            keys: Some(WantedKeys::Asked),
            ..Inquiry::new(moves as i32).within(time, None)
        };
        self.solver.clear();
        let mut reached = Progress::default();
        let answer = self
            .solver
            .inquire(&position, inquiry, Some(stop), |news| {
                match news {
                    mate::Progress::Refuted(n) => reached.refuted = n,
                    mate::Progress::Proved(n) => reached.proved = Some(n),
                }
                progress(reached);
            })
            .map_err(Error::invalid)?;
        let (state, keys) = match (answer.verdict_word(), &answer.keys) {
            (VerdictWord::Mate, Some(keys)) => (State::Verified, keys.as_slice()),
            (VerdictWord::NoMate, _) => (State::Refuted, &[][..]),
            _ if stop.load(Relaxed) => return Ok(Outcome::Stopped),
            _ => return Ok(Outcome::Undecided(reached)),
        };
        let certificate = self.certificate(&answer, stop);
        let work = Work::of(&position, moves, keys, answer.report.nodes);
        let difficulty = difficulty(&work, None);
        Ok(Outcome::Decided(Verdict {
            state,
            moves,
            least: answer.report.proved,
            unique_key: matches!(keys, [key] if key.mate_in == moves),
            keys: keys
                .iter()
                .map(|key| FoundKey::of(&position, key))
                .collect(),
            solutions: Vec::new(),
            certificate,
            rules: Vec::new(),
            version: VERSION.to_owned(),
            nodes: answer.report.nodes,
            time_ms: u64::try_from(answer.report.time.as_millis()).unwrap_or(u64::MAX),
            difficulty: difficulty.value,
            band: difficulty.band,
        }))
    }

    /// Returns the proof of an answer; `None` if that would take too much work. What the tables still hold of the
    /// search costs nothing; for the rest, at most [`PROOF_NODES`] more positions are visited than for the verdict.
    fn certificate(&mut self, answer: &Answer, stop: &AtomicBool) -> Option<Certificate> {
        let nodes = answer.report.nodes;
        if nodes > MOST_NODES_WITH_PROOF {
            return None;
        }
        let allowance = Allowance {
            nodes: Some(nodes.saturating_add(PROOF_NODES)),
            ..answer.left(Some(stop))
        };
        let claim = answer.claim()?;
        let proof = self
            .solver
            .certificate(&answer.position, claim, allowance)
            .ok()?;
        let digest = Sha256::digest(proof.as_bytes());
        Some(Certificate {
            hash: format!("{digest:x}"),
            proof: (proof.len() <= LONGEST_PROOF).then_some(proof),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solve::mate::check;

    fn verdict(fen: &str, moves: u32) -> Verdict {
        let mut verifier = Verifier::new(1, 4).expect("4 MB");
        let stop = AtomicBool::new(false);
        match verifier.verify(fen, Stipulation::Mate(moves), None, &stop, |_| {}) {
            Ok(Outcome::Decided(verdict)) => verdict,
            other => panic!("{fen}: {other:?}"),
        }
    }

    /// The only key is a quiet one: 1.Kc7.
    const SOUND: &str = "k7/8/2K5/8/8/8/8/1R6 w - - 0 1";

    #[test]
    fn a_verdict_has_its_keys_and_a_proof_that_holds() {
        let sound = verdict(SOUND, 2);
        assert_eq!((sound.state, sound.least), (State::Verified, Some(2)));
        let keys: Vec<&str> = sound.keys.iter().map(|key| key.uci.as_str()).collect();
        assert_eq!((keys, sound.unique_key), (vec!["c6c7"], true));
        let certificate = sound.certificate.expect("it is short");
        let proof = certificate.proof.expect("it is short");
        check::verify(&proof, false).expect("it holds");
        assert!(proof.contains("claim mate 2"), "{proof}");
        assert_eq!(certificate.hash.len(), 64);
    }

    #[test]
    fn what_cannot_be_solved_is_refuted_and_that_is_proved_too() {
        let refuted = verdict(SOUND, 1);
        assert_eq!((refuted.state, refuted.least), (State::Refuted, None));
        assert!(refuted.keys.is_empty() && !refuted.unique_key);
        let proof = refuted.certificate.and_then(|c| c.proof).expect("short");
        check::verify(&proof, false).expect("it holds");
        assert!(proof.contains("claim none 1"), "{proof}");
    }

    #[test]
    fn cooks_and_shorter_mates_are_found() {
        let cooked = verdict("k7/7R/1K6/8/8/8/8/6Q1 w - - 0 1", 1);
        assert!(cooked.keys.len() > 1 && !cooked.unique_key, "{cooked:?}");
        let short = verdict("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", 2);
        assert_eq!((short.state, short.least), (State::Verified, Some(1)));
        assert!(short.keys.iter().any(|k| k.uci == "e1e8" && k.mate_in == 1));
        assert!(!short.unique_key, "a shorter mate spoils it");
    }

    #[test]
    fn what_was_solved_before_changes_nothing() {
        let mut verifier = Verifier::new(1, 4).expect("4 MB");
        let stop = AtomicBool::new(false);
        let mut of = |fen: &str| {
            let outcome = verifier.verify(fen, Stipulation::Mate(2), None, &stop, |_| {});
            match outcome.expect("a position") {
                Outcome::Decided(verdict) => Verdict {
                    time_ms: 0,
                    ..verdict
                },
                other => panic!("{other:?}"),
            }
        };
        let first = of(SOUND);
        of("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
        assert_eq!(of(SOUND), first);
        assert_eq!(of(SOUND), first);
    }

    #[test]
    fn time_and_the_stop_flag_end_it_without_a_verdict() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let mut verifier = Verifier::new(1, 4).expect("4 MB");
        let mut end = |time, stop| {
            let stop = AtomicBool::new(stop);
            verifier
                .verify(start, Stipulation::Mate(9), time, &stop, |_| {})
                .expect("a position")
        };
        assert_eq!(end(None, true), Outcome::Stopped);
        let undecided = end(Some(Duration::from_millis(1)), false);
        assert!(matches!(undecided, Outcome::Undecided(_)), "{undecided:?}");
    }
}
