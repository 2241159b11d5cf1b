//! The full solution of a problem: set play, tries and keys with everything that can follow.
//!
//! Conventions, after Popeye's:
//!
//! - After an attacking move that is not check, *threats* are the moves that would mate in the
//!   moves left if the defender passed. Without any, the defender is in *zugzwang*.
//! - A reply is shown as a *defence* if it defeats at least one threat: that threat no longer mates,
//!   and nothing mates sooner. In zugzwang, and after a check, every reply is shown.
//! - After a reply only the shortest mates are shown. Several moves there are *duals*.
//! - A *try* is a first move that fails to exactly one reply, its *refutation*.
//! - *Set play* is what White has ready for Black's moves in the diagram, were it Black's turn.

use super::budget::Stopped;
use super::one::{is_mate, mates_in_one};
use super::refuter::Refuter;
use super::{Key, MAX_MOVES, Side, Solver};
use base::limits::Allowance;
use base::say;
use games::Lang;
use games::chess::{Move, Position};
use serde::{Deserialize, Serialize};

/// An attacking move and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack<M = Move> {
    /// Move of the side that mates.
    pub m: M,
    /// Number of moves to mate, this one included.
    pub mate_in: u32,
    /// Threats of the move; empty after a check and in zugzwang.
    pub threats: Vec<Attack<M>>,
    /// True if the defender is in zugzwang: not in check, and nothing is threatened.
    pub zugzwang: bool,
    /// The replies to be shown.
    pub defences: Vec<Defence<M>>,
    /// Replies that avoid the mate: one after a try, none after a key.
    pub refutations: Vec<M>,
}

/// A reply and the mates it allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence<M = Move> {
    /// Defence against the move before it.
    pub reply: M,
    /// The shortest mates after it; more than one are duals.
    pub attacks: Vec<Attack<M>>,
}

/// The solution of a problem in N moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M = Move> {
    /// Set play: replies in the diagram after which a mate is ready; empty unless requested.
    pub set_play: Vec<Defence<M>>,
    /// First moves with exactly one refutation; empty unless requested.
    pub tries: Vec<Attack<M>>,
    /// First moves that mate within the number of moves.
    pub keys: Vec<Attack<M>>,
}

impl<M> Default for Solution<M> {
    fn default() -> Solution<M> {
        Solution {
            set_play: Vec::new(),
            tries: Vec::new(),
            keys: Vec::new(),
        }
    }
}

/// A position in which the attacker has a choice of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dual {
    /// The moves that lead to the position, the last one being the defence.
    pub line: Vec<Move>,
    /// The moves that mate equally fast.
    pub moves: Vec<Move>,
}

/// Parts of a [`Solution`] to find besides the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Extent {
    /// True to find the tries: first moves that fail to exactly one reply.
    pub tries: bool,
    /// True to find the set play: the mates that are ready before the key.
    pub set_play: bool,
}

/// Reason why there is no solution to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum SolutionError {
    /// The keys, with which the solution begins, were not found.
    Keys,
    /// The limits ended the search first.
    Stopped,
    /// The solution has more than [`MAX_MOVES_SHOWN`] attacking moves, too many for a reader.
    TooLong,
}

impl SolutionError {
    /// Returns the error message in a language.
    pub fn text(self, lang: Lang) -> String {
        match self {
            SolutionError::Keys => say!(lang, "mate-solution-keys").to_owned(),
            SolutionError::Stopped => say!(lang, "mate-solution-stopped").to_owned(),
            SolutionError::TooLong => say!(lang, "mate-solution-too-long", most = MAX_MOVES_SHOWN),
        }
    }
}

/// The greatest number of attacking moves in a solution.
pub const MAX_MOVES_SHOWN: usize = 200_000;

impl From<Stopped> for SolutionError {
    fn from(_: Stopped) -> SolutionError {
        SolutionError::Stopped
    }
}

impl Solution {
    /// Returns every dual in the play after the keys, without the threats.
    pub fn duals(&self) -> Vec<Dual> {
        let mut duals = Vec::new();
        for key in &self.keys {
            collect_duals(key, &mut vec![key.m], &mut duals);
        }
        duals
    }
}

fn collect_duals(attack: &Attack, line: &mut Vec<Move>, duals: &mut Vec<Dual>) {
    for defence in &attack.defences {
        line.push(defence.reply);
        if defence.attacks.len() > 1 {
            duals.push(Dual {
                line: line.clone(),
                moves: defence.attacks.iter().map(|a| a.m).collect(),
            });
        }
        for next in &defence.attacks {
            line.push(next.m);
            collect_duals(next, line, duals);
            line.pop();
        }
        line.pop();
    }
}

impl Solver {
    /// Finds everything that follows the given keys (see [`Solver::keys`]) of a mate in `n`, with tries and set play if
    /// `extent` says so.
    ///
    /// # Errors
    /// [`SolutionError`] if the limits end the search first or the solution is too long to read.
    pub fn solution(
        &mut self,
        p: &Position,
        n: u32,
        keys: &[Key],
        extent: Extent,
        limits: Allowance,
    ) -> Result<Solution, SolutionError> {
        let n = n.min(MAX_MOVES);
        let budget = limits.begin();
        let mut builder = Builder {
            refuter: self.refuter(p, n, &budget, Side::Attacks),
            shown: 0,
        };
        let mut solution = Solution::default();
        if extent.set_play && n > 1 && !p.in_check() {
            let passed = p.pass();
            for reply in passed.legal_moves() {
                let attacks = builder.shortest(&passed.play(reply), n - 1)?;
                if !attacks.is_empty() {
                    solution.set_play.push(Defence { reply, attacks });
                }
            }
        }
        if extent.tries && n > 1 {
            for &m in &p.legal_moves() {
                let is_key = keys.iter().any(|key| key.first == m);
                if !is_key && builder.fails_to_one(&p.play(m), n - 1)? {
                    solution.tries.push(builder.attack(p, m, n)?);
                }
            }
        }
        for key in keys {
            solution
                .keys
                .push(builder.attack(p, key.first, key.mate_in)?);
        }
        Ok(solution)
    }
}

struct Builder<'a> {
    refuter: Refuter<'a>,
    shown: usize,
}

impl Builder<'_> {
    /// Builds an attacking move with `n` moves left, itself included, and all that follows.
    fn attack(&mut self, p: &Position, m: Move, n: u32) -> Result<Attack, SolutionError> {
        self.shown += 1;
        if self.shown > MAX_MOVES_SHOWN {
            return Err(SolutionError::TooLong);
        }
        let mut attack = Attack {
            m,
            mate_in: n,
            threats: Vec::new(),
            zugzwang: false,
            defences: Vec::new(),
            refutations: Vec::new(),
        };
        let after = p.play(m);
        if n <= 1 || is_mate(&after) {
            attack.mate_in = 1;
            return Ok(attack);
        }
        let replies = after.legal_moves();
        if !after.in_check() && !replies.is_empty() {
            attack.threats = self.shortest(&after.pass(), n - 1)?;
            attack.zugzwang = attack.threats.is_empty();
        }
        for reply in replies {
            let child = after.play(reply);
            if !attack.threats.is_empty() && self.all_work(&attack.threats, &child)? {
                continue;
            }
            let attacks = self.shortest(&child, n - 1)?;
            let length = |attacks: &[Attack]| attacks.first().map(|attack| attack.mate_in);
            match (length(&attacks), length(&attack.threats)) {
                (None, _) => attack.refutations.push(reply),
                // The reply only hastens the mate, so it is no defence.
                (Some(mate), Some(threat)) if mate < threat => {}
                _ => attack.defences.push(Defence { reply, attacks }),
            }
        }
        Ok(attack)
    }

    /// Returns true if every threat still mates in as few moves in `child`, the position after a reply.
    fn all_work(&mut self, threats: &[Attack], child: &Position) -> Result<bool, SolutionError> {
        for threat in threats {
            let works = child.is_legal(threat.m) && {
                let after = child.play(threat.m);
                match threat.mate_in {
                    1 => is_mate(&after),
                    n => self.refuter.defend(&after, n - 1)?,
                }
            };
            if !works {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the shortest mates within `n` moves, each with what follows; none if there is no mate.
    fn shortest(&mut self, p: &Position, n: u32) -> Result<Vec<Attack>, SolutionError> {
        let mut attacks = Vec::new();
        for length in 1..=n {
            if !self.refuter.attack(p, length)? {
                continue;
            }
            if length == 1 {
                for m in mates_in_one(p) {
                    attacks.push(self.attack(p, m, 1)?);
                }
                return Ok(attacks);
            }
            for &m in &p.legal_moves() {
                if self.refuter.defend(&p.play(m), length - 1)? {
                    attacks.push(self.attack(p, m, length)?);
                }
            }
            return Ok(attacks);
        }
        Ok(attacks)
    }

    /// Returns true if exactly one reply survives `n` more attacking moves. A move that stalemates is no try.
    fn fails_to_one(&mut self, p: &Position, n: u32) -> Result<bool, SolutionError> {
        // A move that leads to a draw at once fails without any reply.
        if self.refuter.drawn(p) {
            return Ok(false);
        }
        let mut holding = 0;
        for reply in p.legal_moves() {
            if !self.refuter.attack(&p.play(reply), n)? {
                holding += 1;
                if holding > 1 {
                    return Ok(false);
                }
            }
        }
        Ok(holding == 1)
    }
}
