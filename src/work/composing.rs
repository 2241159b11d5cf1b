//! Composing: a position is verified with its progress, then its solution is worked out as a tree to be
//! clicked through.

use super::Engines;
use super::perform::Control;
use base::limits::Allowance;
use games::chess::{Move, Position};
use problems::verify::{Outcome, Verdict};
use problems::{Error, State, Stipulation};
use serde::Serialize;
use solve::mate::{Attack, Extent, Options, Solver};
use std::time::Duration;
use store::{Composed, Composing, Part};

/// Time limit of a verification that a page asks for while a problem is being composed. Problems that are stored are
/// verified by jobs with limits of their own.
const MOST: Duration = Duration::from_secs(60);
/// Maximum time for working out the solution.
const SOLUTION: Duration = Duration::from_secs(20);
/// The solver's table, in mebibytes.
const HASH_MB: usize = 32;
/// The most moves of a tree that a page is given.
const MOST_SHOWN: usize = 4000;

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

/// Does a part: finds the verdict, or works out the solution.
pub(super) fn part(
    of: &Composing,
    number: usize,
    before: Option<&str>,
    engines: &mut Engines,
    control: &Control,
) -> Result<Part, String> {
    if number == 0 {
        return self::verdict(of, engines, control);
    }
    let verdict = before.and_then(Composing::verdict_of);
    let verified = verdict.filter(|verdict| verdict.state == State::Verified);
    Part::of(&verified.and_then(|verdict| tree(of, &verdict, control)))
}

fn verdict(of: &Composing, engines: &mut Engines, control: &Control) -> Result<Part, String> {
    let text = |error: Error| error.to_string();
    let stipulation = Stipulation::Mate(of.moves);
    let verifier = engines.verifier().map_err(text)?;
    let outcome = verifier.verify(
        &of.fen,
        stipulation,
        Some(MOST),
        control.stop,
        control.progress,
    );
    let mut found = Composed::default();
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
fn tree(of: &Composing, verdict: &Verdict, control: &Control) -> Option<Tree> {
    let p = Position::from_stored_fen(&of.fen).ok()?;
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
        stop: Some(control.stop),
    };
    let solution = solver.solution(&p, verdict.moves, &keys, extent, allowance);
    let solution = solution.ok()?;
    let mut room = MOST_SHOWN;
    Some(Tree {
        keys: attacks(&p, &solution.keys, &mut room)?,
        tries: attacks(&p, &solution.tries, &mut room)?,
    })
}
