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
//! `claim mate N`: the side to move mates in at most N. Then `a n move position` says: with this side to move, this
//! move mates in at most n. `claim mated N`: the side to move is mated within N. `claim none N`: no mate in N; `claim
//! survives N`: the side to move is not mated within N; then `d n move position` says: with the defender to move, this
//! reply survives n further attacking moves. Positions with one move left have no line: the checker finds out by itself
//! whether a move mates. `rules fifty` instead of `problem` says that the fifty-move rule counted. Castling is written
//! as king takes rook. Every line is needed: the checker refuses a file with a line that its walk does not reach.

use super::budget::Stopped;
use super::finder::Numberings;
use super::refuter::Refuter;
use super::table::Key;
use super::turns::take_turns;
use super::{MAX_MOVES, Side, Solver};
use base::limits::Allowance;
use base::say;
use games::Lang;
use games::chess::{Move, Position};
use std::collections::HashMap;
use std::fmt::Write;

/// Statement about a mate that a certificate proves.
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

/// Reason why no certificate can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum CertificateError {
    /// The limits ended the search first.
    Stopped,
    /// The claim is false.
    Untrue,
    /// The proof has more than [`MAX_LINES`] lines.
    TooLong,
}

impl CertificateError {
    /// Returns the error message in a language.
    pub fn text(self, lang: Lang) -> String {
        match self {
            CertificateError::Stopped => say!(lang, "mate-certificate-stopped").to_owned(),
            CertificateError::Untrue => say!(lang, "mate-certificate-untrue").to_owned(),
            CertificateError::TooLong => {
                say!(lang, "mate-certificate-too-long", most = MAX_LINES)
            }
        }
    }
}

/// The greatest number of lines of a certificate.
pub const MAX_LINES: usize = 4_000_000;

impl From<Stopped> for CertificateError {
    fn from(_: Stopped) -> CertificateError {
        CertificateError::Stopped
    }
}

impl Solver {
    /// Returns the proof of a claim, as text.
    ///
    /// # Errors
    /// [`CertificateError`] if the claim is not true, or the proof is too long or takes too long.
    pub fn certificate(
        &mut self,
        p: &Position,
        claim: Claim,
        limits: Allowance,
    ) -> Result<String, CertificateError> {
        let budget = limits.begin();
        let (word, n, side) = match claim {
            Claim::Mate(n) => ("mate", n, Side::Attacks),
            Claim::Mated(n) => ("mated", n, Side::Defends),
            Claim::NoMate(n) => ("none", n, Side::Attacks),
            Claim::NotMated(n) => ("survives", n, Side::Defends),
        };
        let n = n.min(MAX_MOVES);
        let fifty = self.fifty_matters(p, n);
        let mut writer = Writer {
            refuter: self.refuter(p, n, &budget, side),
            numberings: &self.numberings,
            found: HashMap::new(),
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
        let rules = if fifty { "fifty" } else { "problem" };
        let mut text = String::from("atalaya mate certificate 1\n");
        let _ = write!(text, "fen {}\nrules {rules}\nclaim {word} {n}\n", p.fen());
        let mut lines = Lines {
            refuter: &writer.refuter,
            found: &writer.found,
            fifty,
            text,
            reached: HashMap::new(),
        };
        match claim {
            Claim::Mate(_) => lines.attack(p),
            Claim::Mated(_) => lines.replies(p),
            Claim::NoMate(_) => lines.no_attack(p, n),
            Claim::NotMated(_) => lines.hold(p, n),
        }
        Ok(lines.text)
    }
}

/// For each position the length of its proof (the least for an attack, the greatest for a defence) and the move. There
/// is no move where the checker finds it by itself.
type ProvedPositions = HashMap<Key, (u32, Option<Move>)>;

/// Search for the moves of a certificate. It collects the positions that the proof needs in `found`, which [`Lines`]
/// then writes as text.
struct Writer<'a> {
    refuter: Refuter<'a>,
    numberings: &'a Numberings,
    found: ProvedPositions,
}

impl Writer<'_> {
    fn note(&mut self, key: Key, n: u32, m: Option<Move>) -> Result<(), CertificateError> {
        self.found.insert(key, (n, m));
        if self.found.len() > MAX_LINES {
            Err(CertificateError::TooLong)
        } else {
            Ok(())
        }
    }

    fn attack(&mut self, p: &Position, n: u32) -> Result<(), CertificateError> {
        let key = self.refuter.key(p);
        if self.found.get(&key).is_some_and(|found| found.0 <= n) {
            return Ok(());
        }
        // If the table has lost the proof, search for it again.
        if self.refuter.known_proof(p, n).is_none() && n > 0 {
            take_turns(&mut self.refuter, self.numberings, p, n, Side::Attacks)?;
        }
        let Some((length, m)) = self.refuter.proof(p, n)? else {
            return Err(CertificateError::Untrue);
        };
        self.note(key, length, (length > 1).then_some(m))?;
        if length > 1 {
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
        // The checker needs no further moves of a drawn game.
        for &m in &p.legal_moves() {
            if n > 1 && !self.refuter.drawn(p) {
                self.hold(&p.play(m), n - 1)?;
            }
        }
        Ok(())
    }

    fn hold(&mut self, p: &Position, n: u32) -> Result<(), CertificateError> {
        let key = self.refuter.key(p);
        if self.found.get(&key).is_some_and(|found| found.0 >= n) {
            return Ok(());
        }
        // The checker finds the last reply by itself.
        let reply = self.refuter.refutation(p, n)?.filter(|_| n > 1);
        self.note(key, n, reply)?;
        match reply {
            Some(r) => self.no_attack(&p.play(r), n),
            None => Ok(()),
        }
    }
}

/// Writes the lines of the proof in the order in which the checker walks through it. If a position has got a better
/// move meanwhile, lines that only its first move needed are left out.
struct Lines<'a> {
    refuter: &'a Refuter<'a>,
    found: &'a ProvedPositions,
    fifty: bool,
    text: String,
    /// Length for which each position has been written so far.
    reached: HashMap<Key, u32>,
}

impl Lines<'_> {
    fn line(&mut self, kind: char, n: u32, p: &Position, m: Move) {
        let fen = p.fen();
        // The halfmove clock is part of the position only under the fifty-move rule.
        let fields = if self.fifty { 5 } else { 4 };
        let fields: Vec<&str> = fen.split(' ').take(fields).collect();
        let m = p.with_chess960(true).move_text(m);
        let _ = writeln!(self.text, "{kind} {n} {m} {}", fields.join(" "));
    }

    fn attack(&mut self, p: &Position) {
        let key = self.refuter.key(p);
        if let Some(&(length, Some(m))) = self.found.get(&key)
            && self.reached.insert(key, length).is_none()
        {
            self.line('a', length, p, m);
            self.replies(&p.play(m));
        }
    }

    fn replies(&mut self, p: &Position) {
        for r in p.legal_moves() {
            self.attack(&p.play(r));
        }
    }

    fn no_attack(&mut self, p: &Position, n: u32) {
        for &m in &p.legal_moves() {
            if n > 1 && !self.refuter.drawn(p) {
                self.hold(&p.play(m), n - 1);
            }
        }
    }

    fn hold(&mut self, p: &Position, n: u32) {
        let key = self.refuter.key(p);
        let Some(&(length, Some(r))) = self.found.get(&key) else {
            return;
        };
        let before = self.reached.get(&key).copied();
        if before.is_none() {
            self.line('d', length, p, r);
        }
        if before.is_none_or(|reached| reached < n) {
            self.reached.insert(key, n);
            self.no_attack(&p.play(r), n);
        }
    }
}
