//! Proofs as files.
//!
//! A certificate is text: a header, the position and the claim, then one line for every position
//! that the proof passes through.
//!
//! ```text
//! atalaya mate certificate 1
//! fen 8/8/8/8/8/5k2/8/5K1R w - - 0 1
//! rules problem
//! claim mate 2
//! a 2 h1h3 8/8/8/8/8/5k2/8/5K1R w - -
//! ```
//!
//! `claim mate N`: the side to move mates in at most N. Then `a n move position` says: with this
//! side to move, this move mates in at most n. `claim mated N`: the side to move is mated within
//! N. `claim none N`: no mate in N; `claim survives N`: the side to move is not
//! mated within N; then `d n move position` says: with the defender to move, this
//! reply survives n further attacking moves. Lines where one move remains are left out: that a
//! move mates, or that none does, the checker sees for itself. `rules fifty` instead of `problem`
//! says that the fifty-move rule counted. Castling is written as king takes rook.

use super::budget::{Budget, Limits, Stopped};
use super::finder::Numberings;
use super::refuter::Refuter;
use super::table::Key;
use super::{MAX_MOVES, Side, Solver, take_turns};
use crate::games::chess::Position;
use std::collections::HashMap;
use std::fmt::Write;

/// What a certificate can claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The side to move mates in at most this many moves.
    Mate(u32),
    /// The side to move is mated in at most this many moves.
    Mated(u32),
    /// The side to move does not mate in this many moves.
    NoMate(u32),
    /// The side to move is not mated within this many moves.
    NotMated(u32),
}

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// The limits came first.
    #[error("the limits ended the search before the proof was complete")]
    Stopped,
    /// The search says otherwise.
    #[error("the claim is not true")]
    Untrue,
    /// More lines than is sensible to write.
    #[error("the proof needs more than {MAX_LINES} lines")]
    TooLong,
}

/// The most positions a certificate may hold.
pub const MAX_LINES: usize = 4_000_000;

impl From<Stopped> for CertificateError {
    fn from(_: Stopped) -> CertificateError {
        CertificateError::Stopped
    }
}

impl Solver {
    /// The proof of a claim, as text.
    ///
    /// # Errors
    /// [`CertificateError`] if the claim is not true, or the proof is too long or takes too long.
    pub fn certificate(
        &mut self,
        p: &Position,
        claim: Claim,
        limits: Limits,
    ) -> Result<String, CertificateError> {
        let budget = Budget::new(limits);
        let (word, n, side) = match claim {
            Claim::Mate(n) => ("mate", n, Side::Attacks),
            Claim::Mated(n) => ("mated", n, Side::Defends),
            Claim::NoMate(n) => ("none", n, Side::Attacks),
            Claim::NotMated(n) => ("survives", n, Side::Defends),
        };
        let n = n.min(MAX_MOVES);
        let fifty = self.fifty_matters(p, n);
        let rules = if fifty { "fifty" } else { "problem" };
        let mut text = String::from("atalaya mate certificate 1\n");
        let _ = write!(text, "fen {}\nrules {rules}\nclaim {word} {n}\n", p.fen());
        let mut writer = Writer {
            refuter: self.refuter(p, n, &budget, side),
            numberings: &self.numberings,
            fifty,
            text,
            written: HashMap::new(),
        };
        match claim {
            Claim::Mate(_) => writer.attack(p, n)?,
            Claim::Mated(_) => writer.replies(p, n)?,
            Claim::NoMate(_) => writer.no_attack(p, n)?,
            Claim::NotMated(_) => {
                if writer.refuter.defend(p, n.max(1))? {
                    return Err(CertificateError::Untrue);
                }
                writer.hold(p, n)?;
            }
        }
        Ok(writer.text)
    }
}

struct Writer<'a> {
    refuter: Refuter<'a>,
    numberings: &'a Numberings,
    fifty: bool,
    text: String,
    /// The length for which a position has its line: least for attacks, greatest for defences.
    written: HashMap<Key, u32>,
}

impl Writer<'_> {
    fn line(
        &mut self,
        kind: char,
        n: u32,
        p: &Position,
        m: crate::games::chess::Move,
    ) -> Result<(), CertificateError> {
        if self.written.len() > MAX_LINES {
            return Err(CertificateError::TooLong);
        }
        let fen = p.fen();
        // The clock belongs to the position only where it matters.
        let fields = if self.fifty { 5 } else { 4 };
        let fields: Vec<&str> = fen.split(' ').take(fields).collect();
        let _ = writeln!(
            self.text,
            "{kind} {n} {} {}",
            p.with_chess960(true).move_text(m),
            fields.join(" ")
        );
        Ok(())
    }

    fn attack(&mut self, p: &Position, n: u32) -> Result<(), CertificateError> {
        let key = self.refuter.key(p);
        if self.written.get(&key).is_some_and(|&length| length <= n) {
            return Ok(());
        }
        // What the table has forgotten may have been found by either search.
        if self.refuter.known_proof(p, n).is_none() && n > 0 {
            take_turns(&mut self.refuter, self.numberings, p, n, Side::Attacks)?;
        }
        let Some((length, m)) = self.refuter.proof(p, n)? else {
            return Err(CertificateError::Untrue);
        };
        self.written.insert(key, length);
        if length > 1 {
            self.line('a', length, p, m)?;
            self.replies(&p.play(m), length - 1)?;
        }
        Ok(())
    }

    fn replies(&mut self, p: &Position, n: u32) -> Result<(), CertificateError> {
        for r in p.legal_moves() {
            self.attack(&p.play(r), n)?;
        }
        Ok(())
    }

    fn no_attack(&mut self, p: &Position, n: u32) -> Result<(), CertificateError> {
        if self.refuter.attack(p, n.max(1))? {
            return Err(CertificateError::Untrue);
        }
        for m in p.legal_moves() {
            if n > 1 {
                self.hold(&p.play(m), n - 1)?;
            }
        }
        Ok(())
    }

    fn hold(&mut self, p: &Position, n: u32) -> Result<(), CertificateError> {
        let key = self.refuter.key(p);
        if self.written.get(&key).is_some_and(|&length| length >= n) {
            return Ok(());
        }
        self.written.insert(key, n);
        match self.refuter.refutation(p, n)? {
            // The checker finds the last reply for itself.
            Some(r) if n > 1 => {
                self.line('d', n, p, r)?;
                self.no_attack(&p.play(r), n)
            }
            _ => Ok(()),
        }
    }
}
