//! Composing: a position is verified with its progress, then its solution is worked out as a tree to be
//! clicked through.

use super::super::verify::{Outcome, Progress, Verdict};
use super::super::{Error, State, Stipulation};
use super::Thinker;
use super::task::{Part, Watch};
use base::limits::Allowance;
use games::chess::{Move, Position};
use serde::{Deserialize, Serialize};
use solve::mate::{Attack, Extent, Options, Solver};
use std::time::Duration;

/// The verdict, and the tree.
pub(super) const PARTS: usize = 2;
/// Time limit of a verification that a page asks for while a problem is being composed. Problems that are stored are
/// verified by jobs with limits of their own.
const MOST: Duration = Duration::from_secs(60);
/// Maximum time for working out the solution.
const SOLUTION: Duration = Duration::from_secs(20);
/// The solver's table, in mebibytes.
const HASH_MB: usize = 32;
/// The most moves of a tree that a page is given.
const MOST_SHOWN: usize = 4000;

/// A position to be verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Composing {
    /// The position.
    fen: String,
    /// N.
    moves: u32,
}

/// Result of the first part.
#[derive(Default, Serialize, Deserialize)]
struct Found {
    /// None if its time was up.
    verdict: Option<Verdict>,
    /// Text of the proof, which the verdict does not show.
    #[serde(default)]
    proof: Option<String>,
    /// Progress when the time was up; `None` if there is a verdict.
    progress: Option<Progress>,
}

/// The solution of a problem, to be clicked through.
#[derive(Serialize)]
struct Tree {
    keys: Vec<Node>,
    tries: Vec<Node>,
}

/// A move, and what can follow.
#[derive(Serialize)]
struct Node {
    /// As people write it.
    san: String,
    /// The position after it.
    fen: String,
    /// `threat` for a move that is threatened, `zugzwang` for one that leaves the defender in zugzwang.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    next: Vec<Node>,
}

/// Nodes of attacks, as long as there is room.
fn attacks(p: &Position, all: &[Attack], room: &mut usize) -> Option<Vec<Node>> {
    all.iter()
        .map(|attack| {
            let (mut node, after) = node(p, attack.m, room)?;
            if attack.zugzwang {
                node.kind = Some("zugzwang");
            }
            if !attack.threats.is_empty() {
                let passed = after.pass();
                let mut threats = attacks(&passed, &attack.threats, room)?;
                for threat in &mut threats {
                    threat.kind = Some("threat");
                }
                node.next.extend(threats);
            }
            for defence in &attack.defences {
                let (mut reply, here) = self::node(&after, defence.reply, room)?;
                reply.next = attacks(&here, &defence.attacks, room)?;
                node.next.push(reply);
            }
            for refutation in &attack.refutations {
                let (mut reply, _) = self::node(&after, *refutation, room)?;
                reply.san.push('!');
                node.next.push(reply);
            }
            Some(node)
        })
        .collect()
}

fn node(p: &Position, m: Move, room: &mut usize) -> Option<(Node, Position)> {
    *room = room.checked_sub(1)?;
    let after = p.play(m);
    let node = Node {
        san: p.san(m),
        fen: after.fen(),
        kind: None,
        next: Vec::new(),
    };
    Some((node, after))
}

impl Composing {
    /// A position and N.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::Invalid`].
    pub fn new(fen: &str, moves: u32) -> Result<Composing, Error> {
        let position = Position::from_fen(fen, false)?;
        let stipulation = format!("#{moves}").parse::<Stipulation>();
        stipulation.map_err(|error| Error::Invalid(error.told()))?;
        Ok(Composing {
            fen: position.fen(),
            moves,
        })
    }

    /// Returns the verdict in the result of the first part, with its proof.
    pub fn verdict_of(result: &str) -> Option<Verdict> {
        let found: Found = serde_json::from_str(result).ok()?;
        let mut verdict = found.verdict?;
        if let Some(certificate) = &mut verdict.certificate {
            certificate.proof = found.proof;
        }
        Some(verdict)
    }

    pub(super) fn part(
        &self,
        number: usize,
        before: Option<&str>,
        thinker: &mut Thinker,
        watch: &Watch,
    ) -> Result<Part, String> {
        if number == 0 {
            return self.verdict(thinker, watch);
        }
        let verdict = before.and_then(Composing::verdict_of);
        let verified = verdict.filter(|verdict| verdict.state == State::Verified);
        Part::of(&verified.and_then(|verdict| self.tree(&verdict, watch)))
    }

    fn verdict(&self, thinker: &mut Thinker, watch: &Watch) -> Result<Part, String> {
        let text = |error: Error| error.to_string();
        let stipulation = Stipulation::Mate(self.moves);
        let verifier = thinker.verifier().map_err(text)?;
        let outcome = verifier.verify(
            &self.fen,
            stipulation,
            Some(MOST),
            watch.stop,
            watch.progress,
        );
        let mut found = Found::default();
        match outcome.map_err(text)? {
            Outcome::Decided(verdict) => {
                let certificate = verdict.certificate.as_ref();
                found.proof = certificate.and_then(|certificate| certificate.proof.clone());
                found.verdict = Some(verdict);
            }
            Outcome::Undecided(progress) => found.progress = Some(progress),
            Outcome::Stopped => return Err("it was stopped".to_owned()),
        }
        Part::of(&found)
    }

    /// The tree of a verified problem; `None` if it is too long to show.
    fn tree(&self, verdict: &Verdict, watch: &Watch) -> Option<Tree> {
        let p = Position::from_stored_fen(&self.fen).ok()?;
        let options = Options {
            hash_mb: HASH_MB,
            ..Options::default()
        };
        let mut solver = Solver::new(options).ok()?;
        let keys = verdict.keys.iter().map(|key| key.on(&p));
        let keys = keys.collect::<Result<Vec<_>, _>>().ok()?;
        let extent = Extent {
            tries: true,
            set_play: false,
        };
        let allowance = Allowance {
            time: Some(SOLUTION),
            nodes: None,
            stop: Some(watch.stop),
        };
        let solution = solver.solution(&p, verdict.moves, &keys, extent, allowance);
        let solution = solution.ok()?;
        let mut room = MOST_SHOWN;
        Some(Tree {
            keys: attacks(&p, &solution.keys, &mut room)?,
            tries: attacks(&p, &solution.tries, &mut room)?,
        })
    }
}
