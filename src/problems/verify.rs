//! A problem's verdict: solvable or not, least length, keys, cooks, shorter mates, and a proof.
//!
//! Begin with [`Verifier::judge`]. There is no database here: it takes a position and says what it
//! found, and another thread may end it. What it finds depends on the problem alone: the tables are
//! empty at each one's beginning, so that the nodes (and the difficulty, which counts them) are the same
//! on every machine. The memory of the tables is kept from one problem to the next.
//!
//! A problem in N is *verified* if there is a mate in N or fewer, and *refuted* if there is none; both are
//! proved. Whether it is sound, too, say the keys: see [`Verdict::unique_key`].
//!
//! Any other problem is verified if it and each of its twins has a solution, refuted if one has none; it is sound if each
//! has as many as its author intends. Of these there are no keys, no proof and no difficulty.

use super::difficulty::{Work, difficulty};
use super::error::{Error, Result};
use super::formats::parts;
use super::problem::Solved;
use super::{Draft, FoundKey, State, Stipulation};
use base::limits::Allowance;
use games::chess::Position;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use solve::mate;
use solve::mate::{Answer, Inquiry, Options, Solver, VerdictWord, WantedKeys};
use solve::stipulation::{self, Extent};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The longest proof that is kept as text, in bytes. Of a longer one there is only the hash.
pub const LONGEST_PROOF: usize = 64 * 1024;

/// Table size of one verifier where nobody says otherwise, in mebibytes.
pub const HASH_MB: usize = 64;

/// Solutions beyond those intended after which a problem is cooked enough.
const MORE: usize = 9;

/// Positions that may be visited again for the proof beyond what the verdict took.
const PROOF_NODES: u64 = 10_000;

/// Greatest number of visited positions of a verdict for which a proof is written: the proof of a
/// longer search would be of a size that nobody reads, and take as long as the verdict.
const MOST_NODES_WITH_PROOF: u64 = 50_000_000;

/// Progress of a verification: the bounds on the length of the mate that are proved so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// There is no mate in so many moves.
    pub refuted: u32,
    /// There is a mate in at most so many moves.
    pub proved: Option<u32>,
}

/// Verdict on a problem, found by verifying it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// [`State::Verified`] or [`State::Refuted`].
    pub state: State,
    /// N.
    pub moves: u32,
    /// The least number of moves in which there is a mate.
    pub least: Option<u32>,
    /// All first moves that mate in at most N.
    pub keys: Vec<FoundKey>,
    /// True if there is exactly one key, and no mate in fewer than N moves; of another problem, if there are as many
    /// solutions as intended.
    pub unique_key: bool,
    /// Numbers of solutions of the problem and its twins, if it is no direct mate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<Solved>,
    /// The proof; `None` if it would take more work than the verdict.
    pub certificate: Option<Certificate>,
    /// Positions visited for verdict and keys.
    pub nodes: u64,
    /// Wall-clock time, in milliseconds.
    pub time_ms: u64,
    /// From 0 (trivial) to 100, before anybody has tried it.
    pub difficulty: f64,
    /// Level of difficulty, 1 to 5.
    pub band: u8,
}

/// A proof of a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// SHA-256 of its text, in hexadecimal.
    pub hash: String,
    /// Its text, if it is at most [`LONGEST_PROOF`] long: see `solve::mate::check`.
    #[serde(skip)]
    pub proof: Option<String>,
}

/// Outcome of a verification.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// With a verdict.
    Decided(Verdict),
    /// The time was up before everything was known.
    Undecided(Progress),
    /// Somebody stopped it.
    Stopped,
}

/// Verifies one problem after the other.
#[derive(Debug)]
pub struct Verifier {
    solver: Solver,
}

impl Verifier {
    /// A verifier with so many threads and tables of so many mebibytes.
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

    /// Verifies a problem of any kind; otherwise as [`verify`](Verifier::verify).
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
        let parts = parts(draft).map_err(Error::Invalid)?;
        let intended = draft.terms.intended.unwrap_or(1);
        let most = usize::from(intended) + MORE;
        let mut solver = stipulation::Solver::new(HASH_MB).map_err(Error::invalid)?;
        let start = Instant::now();
        let (mut solutions, mut nodes) = (Vec::new(), 0);
        for part in parts {
            let inquiry = stipulation::Inquiry {
                time: time.map(|time| time.saturating_sub(start.elapsed())),
                most: Some(most),
                duplex: false,
                set_play: false,
                ..part.inquiry
            };
            let answer = solver.solve_any(&part.subject, &inquiry, Some(stop), |_| {});
            nodes += answer.nodes;
            let Some(found) = answer.summaries.first() else {
                continue;
            };
            match found.extent {
                Extent::Stopped if stop.load(Relaxed) => return Ok(Outcome::Stopped),
                Extent::Stopped => return Ok(Outcome::Undecided(Progress::default())),
                _ => {}
            }
            solutions.push(Solved {
                twin: part.twin,
                stipulation: inquiry.stipulation.to_string(),
                solutions: u32::try_from(found.count).unwrap_or(u32::MAX),
                more: found.extent == Extent::Enough,
            });
        }
        let solved = solutions.iter().all(|part| part.solutions > 0);
        Ok(Outcome::Decided(Verdict {
            state: if solved {
                State::Verified
            } else {
                State::Refuted
            },
            moves: draft.stipulation.moves(),
            least: None,
            keys: Vec::new(),
            unique_key: solutions
                .iter()
                .all(|part| part.solutions == u32::from(intended)),
            solutions,
            certificate: None,
            nodes,
            time_ms: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
            difficulty: 0.0,
            band: 0,
        }))
    }

    /// Verifies a direct mate, within a time if one is given. Raising `stop` ends it within milliseconds;
    /// `progress` hears of each bound on the length as it is proved.
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
        // At most MAX_MOVES, which is small.
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
            nodes: answer.report.nodes,
            time_ms: u64::try_from(answer.report.time.as_millis()).unwrap_or(u64::MAX),
            difficulty: difficulty.value,
            band: difficulty.band,
        }))
    }

    /// The proof of an answer. What the tables still have of the search costs nothing; for what they
    /// have not, at most as many positions are visited as for the verdict.
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
