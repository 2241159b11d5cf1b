//! The checker of certificates: reads a proof and follows it move by move.
//!
//! It shares no code with the solver. Its only rules of chess are shakmaty's, and it believes
//! nothing that the file says: a line only tells it which move to try first. What it accepts is
//! therefore proved by its own walk through the game tree. See `certificate` for the format.

use base::lang::{Lang, Text};
use base::messages::Key;
use base::{key, say, told};
use games::chess::localized;
use shakmaty::fen::{Epd, Fen};
use shakmaty::uci::UciMove;
use shakmaty::{
    Bitboard, Castles, CastlingMode, Chess, FromSetup, Move, MoveList, Position, PositionError,
    Rank, Role,
};
use std::collections::HashMap;

/// Result of checking a certificate that proves its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Position of the certificate, as FEN.
    pub fen: String,
    /// The claim, as a clause.
    pub claim: Text,
    /// True if the fifty-move rule was taken into account; false if not, as in problems.
    pub fifty: bool,
    /// Number of lines of the certificate.
    pub lines: usize,
    /// Number of positions visited by the checker.
    pub positions: u64,
}

/// Reason why a certificate does not prove its claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum CheckError {
    /// A line of the file does not have the expected form.
    Form {
        /// Number of the line, from 1.
        line: usize,
        /// Text of the line.
        text: String,
        /// Description of the text expected there.
        expected: Key,
    },
    /// The file has no line for a position that the proof needs; the position is given as text.
    Missing(String),
    /// The file has a line that the proof does not need.
    Unreached {
        /// Number of the line, from 1.
        line: usize,
        /// Text of the line.
        text: String,
    },
    /// A move of the certificate does not do what its line says.
    Fails {
        /// Position in which the proof fails.
        position: String,
        /// Reason why it fails.
        reason: Text,
    },
}

impl CheckError {
    /// Returns the error message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            CheckError::Form {
                line,
                text,
                expected,
            } => {
                let expected = expected.text(lang);
                say!(lang, "mate-check-form", line, text, expected)
            }
            CheckError::Missing(position) => say!(lang, "mate-check-missing", position),
            CheckError::Unreached { line, text } => {
                say!(lang, "mate-check-unreached", line, text)
            }
            CheckError::Fails { position, reason } => {
                let reason = reason.get(lang);
                say!(lang, "mate-check-fails", position, reason)
            }
        }
    }
}

/// Checks a certificate. Its position is read as one of standard chess, unless `chess960` is true or its castling field
/// names files.
///
/// # Errors
/// [`CheckError`] names what is wrong with the file or with its proof.
pub fn verify(text: &str, chess960: bool) -> Result<Checked, CheckError> {
    let mut lines = text.lines().enumerate();
    let mut header = |start: &str, expected| {
        let (index, line) = lines.next().unwrap_or((0, ""));
        let form = || form(index, line, expected);
        line.strip_prefix(start)
            .ok_or_else(form)
            .map(|rest| (index, rest.to_owned()))
    };
    let version = key!("mate-expected-version");
    let (index, more) = header("atalaya mate certificate 1", version)?;
    if !more.is_empty() {
        return Err(form(index, text.lines().next().unwrap_or(""), version));
    }
    let (fen_line, fen) = header("fen ", key!("mate-expected-fen"))?;
    let (_, rules) = header("rules ", key!("mate-expected-rules"))?;
    let (claim_line, claim) = header("claim ", key!("mate-expected-claim"))?;
    let fifty = match rules.as_str() {
        "problem" => false,
        "fifty" => true,
        _ => {
            return Err(form(fen_line + 1, &rules, key!("mate-expected-rules")));
        }
    };
    let root =
        read_position(&fen).ok_or_else(|| form(fen_line, &fen, key!("mate-expected-position")))?;
    if !chess960 && !has_usable_rights(&fen) {
        return Err(form(fen_line, &fen, key!("mate-expected-castling")));
    }
    let claim_form = || form(claim_line, &claim, key!("mate-expected-claimed"));
    let (kind, n) = claim.split_once(' ').ok_or_else(claim_form)?;
    let n: u32 = n
        .parse()
        .ok()
        .filter(|n| *n <= 127)
        .ok_or_else(claim_form)?;

    let mut walk = Walk {
        fifty,
        attacks: HashMap::new(),
        defences: HashMap::new(),
        settled: HashMap::new(),
        reached: Vec::new(),
        positions: 0,
    };
    let lines: Vec<(usize, &str)> = lines.collect();
    for &(index, line) in &lines {
        walk.read_line(line)
            .ok_or_else(|| form(index, line, key!("mate-expected-line")))?;
    }
    let claim = match kind {
        "mate" => {
            walk.mates(&root, n)?;
            told!("mate-claim-mate", n)
        }
        "mated" => {
            walk.is_mated(&root, n)?;
            told!("mate-claim-mated", n)
        }
        "none" => {
            walk.does_not_mate(&root, n)?;
            told!("mate-claim-none", n)
        }
        "survives" => {
            if root.is_checkmate() {
                return Err(Walk::fails(&root, told!("mate-reason-mate")));
            }
            walk.survives(&root, n)?;
            told!("mate-claim-survives", n)
        }
        _ => return Err(claim_form()),
    };
    if let Some(place) = walk.reached.iter().position(|reached| !reached) {
        let (index, text) = lines[place];
        return Err(CheckError::Unreached {
            line: index + 1,
            text: text.to_owned(),
        });
    }
    Ok(Checked {
        fen,
        claim,
        fifty,
        lines: lines.len(),
        positions: walk.positions,
    })
}

fn form(index: usize, text: &str, expected: Key) -> CheckError {
    CheckError::Form {
        line: index + 1,
        text: text.to_owned(),
        expected,
    }
}

fn read_position(text: &str) -> Option<Chess> {
    let setup = text.parse::<Fen>().ok()?.into_setup();
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_ep_square)
        .ok()
}

/// Returns true if the castling field of a FEN is valid in standard chess, or if it names files.
fn has_usable_rights(text: &str) -> bool {
    // Written anew here, because the checker shares no code with the solver.
    let field = text.split_whitespace().nth(2).unwrap_or("-");
    let usual = field.chars().all(|letter| "KQkq-".contains(letter));
    let castles = |fen: Fen| Castles::from_setup(&fen.into_setup(), CastlingMode::Standard);
    !usual || text.parse().is_ok_and(|fen| castles(fen).is_ok())
}

/// Key of a position in the proof: the position, and its halfmove clock if the fifty-move rule counts (else 0).
type Node = (Chess, u32);

/// Move and length that a line of the file gives for its position.
#[derive(Clone)]
struct Proposal {
    length: u32,
    m: UciMove,
    /// Index of the line in the file.
    place: usize,
}

struct Walk {
    fifty: bool,
    /// Moves that the file gives for positions with the attacker to move, and the lengths it gives for them.
    attacks: HashMap<Node, Vec<Proposal>>,
    /// Replies that the file gives for positions with the defender to move, and the lengths they are said to survive.
    defences: HashMap<Node, Vec<Proposal>>,
    /// For each line of the file, true if the walk has used it.
    reached: Vec<bool>,
    /// Results established so far: for each position the least length of a mate and the greatest length without one, in
    /// moves.
    settled: HashMap<Node, (u32, u32)>,
    positions: u64,
}

impl Walk {
    fn read_line(&mut self, line: &str) -> Option<()> {
        let mut words = line.splitn(4, ' ');
        let kind = words.next()?;
        let n: u32 = words.next()?.parse().ok()?;
        let m: UciMove = words.next()?.parse().ok()?;
        let position = read_position(words.next()?)?;
        let node = self.node(&position);
        let list = match kind {
            "a" => self.attacks.entry(node).or_default(),
            "d" => self.defences.entry(node).or_default(),
            _ => return None,
        };
        list.push(Proposal {
            length: n,
            m,
            place: self.reached.len(),
        });
        self.reached.push(false);
        Some(())
    }

    fn node(&self, p: &Chess) -> Node {
        (p.clone(), if self.fifty { p.halfmoves() } else { 0 })
    }

    fn drawn(&self, p: &Chess) -> bool {
        self.fifty && p.halfmoves() >= 100
    }

    fn fails(p: &Chess, reason: Text) -> CheckError {
        let position = name(p);
        CheckError::Fails { position, reason }
    }

    fn play(p: &Chess, m: &UciMove) -> Result<Chess, CheckError> {
        let illegal = || Walk::fails(p, told!("mate-reason-illegal", m));
        let m = m.to_move(p).map_err(|_| illegal())?;
        p.clone().play(m).map_err(|_| illegal())
    }

    /// Proves that the side to move mates in at most `n` moves.
    fn mates(&mut self, p: &Chess, n: u32) -> Result<(), CheckError> {
        self.positions += 1;
        let node = self.node(p);
        if self.settled.get(&node).is_some_and(|s| s.0 <= n) {
            return Ok(());
        }
        if self.drawn(p) {
            return Err(Walk::fails(p, told!("mate-reason-fifty")));
        }
        let proposal = self.attacks.get(&node).and_then(|list| {
            let usable = list.iter().filter(|line| (2..=n).contains(&line.length));
            usable.min_by_key(|line| line.length).cloned()
        });
        let length = match proposal {
            Some(Proposal { length, m, place }) => {
                self.reached[place] = true;
                let child = Walk::play(p, &m)?;
                self.is_mated(&child, length - 1)?;
                length
            }
            None if n > 0 && has_mate_in_one(p)? => 1,
            None => return Err(CheckError::Missing(name(p))),
        };
        let settled = self.settled.entry(node).or_insert((u32::MAX, 0));
        settled.0 = settled.0.min(length);
        Ok(())
    }

    /// Proves that the side to move is mated now, or will be within `n` moves whatever it plays.
    ///
    /// # Errors
    /// [`CheckError`] if the certificate does not prove this.
    fn is_mated(&mut self, p: &Chess, n: u32) -> Result<(), CheckError> {
        self.positions += 1;
        if p.is_checkmate() {
            return Ok(());
        }
        let replies = moves_of(p)?;
        if replies.is_empty() {
            return Err(Walk::fails(p, told!("mate-reason-stalemate")));
        }
        if self.drawn(p) {
            return Err(Walk::fails(p, told!("mate-reason-fifty")));
        }
        if n == 0 {
            return Err(Walk::fails(p, told!("mate-reason-no-moves-left")));
        }
        for r in replies {
            let mut child = p.clone();
            child.play_unchecked(r);
            self.mates(&child, n)?;
        }
        Ok(())
    }

    /// Proves that the side to move does not mate in `n` moves.
    ///
    /// # Errors
    /// [`CheckError`] if the certificate does not prove this.
    fn does_not_mate(&mut self, p: &Chess, n: u32) -> Result<(), CheckError> {
        self.positions += 1;
        let node = self.node(p);
        if n == 0 || self.drawn(p) || self.settled.get(&node).is_some_and(|s| s.1 >= n) {
            return Ok(());
        }
        for m in moves_of(p)? {
            let mut child = p.clone();
            child.play_unchecked(m);
            if child.is_checkmate() {
                return Err(Walk::fails(p, mate_by(&m)));
            }
            if n > 1 {
                self.survives(&child, n - 1)?;
            }
        }
        let settled = self.settled.entry(node).or_insert((u32::MAX, 0));
        settled.1 = settled.1.max(n);
        Ok(())
    }

    /// Proves that the side to move, which is not mated, survives `n` more moves of the other side.
    fn survives(&mut self, p: &Chess, n: u32) -> Result<(), CheckError> {
        self.positions += 1;
        if n == 0 || moves_of(p)?.is_empty() || self.drawn(p) {
            return Ok(());
        }
        let node = self.node(p);
        let proposal = self
            .defences
            .get(&node)
            .and_then(|list| list.iter().find(|line| line.length >= n).cloned());
        match proposal {
            Some(Proposal { m, place, .. }) => {
                self.reached[place] = true;
                self.does_not_mate(&Walk::play(p, &m)?, n)
            }
            None if n == 1 => {
                for r in moves_of(p)? {
                    let mut child = p.clone();
                    child.play_unchecked(r);
                    if self.drawn(&child) || !has_mate_in_one(&child)? {
                        return Ok(());
                    }
                }
                Err(Walk::fails(p, told!("mate-reason-mate-in-one")))
            }
            None => Err(CheckError::Missing(name(p))),
        }
    }
}

/// Returns the reason why a position has a mate after all: a move that mates, with the piece letter of the language.
fn mate_by(m: &Move) -> Text {
    let name = m.to_string();
    Text::of(|lang| say!(lang, "mate-reason-mates", m = localized(&name, lang)))
}

fn name(p: &Chess) -> String {
    Epd::from_position(p, shakmaty::EnPassantMode::Legal).to_string()
}

fn has_mate_in_one(p: &Chess) -> Result<bool, CheckError> {
    Ok(moves_of(p)?.into_iter().any(|m| {
        let mut child = p.clone();
        child.play_unchecked(m);
        child.is_checkmate()
    }))
}

/// Returns the legal moves. shakmaty's list has room for 218, the most that a game can have, and some more; a board
/// full of queens may have more than that, which is an error.
fn moves_of(p: &Chess) -> Result<MoveList, CheckError> {
    let (own, pawns) = (p.us(), p.our(Role::Pawn));
    let pieces = (own & !pawns).into_iter();
    let reach: usize = pieces
        .map(|square| (p.board().attacks_from(square) & !own).count())
        .sum();
    // A pawn has two steps and two captures, each of which may promote to four roles; and there is castling.
    let last_but_one = Bitboard::from(p.turn().fold_wb(Rank::Seventh, Rank::Second));
    let most = reach + 4 * pawns.count() + 12 * (pawns & last_but_one).count() + 2;
    if most > MoveList::new().capacity() {
        return Err(Walk::fails(p, told!("mate-reason-too-many-moves")));
    }
    Ok(p.legal_moves())
}
