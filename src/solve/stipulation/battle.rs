//! One side against the other: direct play, selfmates, reflexmates.
//!
//! The attacker is the side that begins. An *attack* node looks for one move after which the other side cannot avoid
//! the aim, a *defence* node tests whether all replies lead there:
//!
//! | play | the aim is reached by | a defence node holds out if |
//! |---|---|---|
//! | direct | the attacker's move | a reply leads to no attack |
//! | `s` | the defender's move, whatever it is | a reply neither reaches the aim nor leads to an attack |
//! | `r`, `semi-r` | the defender's move, which it must make if it can | it cannot reach the aim, and a reply leads to no attack |
//!
//! In `r` the attacker, too, must reach the aim if it can, and has then failed. In a quodlibet of `s` or `semi-r` it
//! may do so, and has then succeeded. All results mean *in at most so many moves*, so they are stored in the same kind
//! of table as those of mates in N.

use super::kinds::{Aim, Play, Stipulation};
use super::lines::endings;
use super::net::{Nets, Places};
use crate::mate::budget::{NodeCounter, Stopped};
use crate::mate::one::mate_in_one;
use crate::mate::table::{Key, NEVER, ProofTable, TableEntry};
use games::chess::{Color, Move, MoveList, Position};

/// Search for one stipulation, with one side as the attacker.
pub(crate) struct Battle<'a> {
    play: Play,
    aim: Aim,
    /// True if the attacker may also reach the aim itself (quodlibet).
    quodlibet: bool,
    attacker: Color,
    table: &'a ProofTable,
    pub(super) counter: NodeCounter<'a>,
    /// For each number of moves left: replies that refuted, most recent first.
    holds: Vec<[Move; 2]>,
    nets: Nets,
}

impl<'a> Battle<'a> {
    pub(super) fn new(
        asked: Stipulation,
        quodlibet: bool,
        attacker: Color,
        table: &'a ProofTable,
        counter: NodeCounter<'a>,
    ) -> Battle<'a> {
        Battle {
            play: asked.play(),
            aim: asked.aim(),
            quodlibet,
            attacker,
            table,
            counter,
            holds: vec![[Move::NONE; 2]; asked.moves() as usize + 1],
            nets: Nets::new(
                asked.aim(),
                match asked.play() {
                    Play::Direct => attacker,
                    _ => attacker.other(),
                },
            ),
        }
    }

    pub(super) fn play(&self) -> Play {
        self.play
    }

    pub(super) fn aim(&self) -> Aim {
        self.aim
    }

    /// Returns true if the attacker may begin from `p`: in a reflexmate it may not if it can reach the aim at once.
    pub(super) fn may_attack(&self, p: &Position) -> bool {
        self.play != Play::Reflex || !can_end(p, self.aim)
    }

    /// Returns true if the attacker, to move, succeeds in at most `n` ≥ 1 moves.
    pub(super) fn attack(&mut self, p: &Position, n: u32) -> Result<bool, Stopped> {
        self.counter.tick()?;
        if self.play == Play::Direct && n == 1 {
            return Ok(can_end(p, self.aim));
        }
        if self.quodlibet && can_end(p, self.aim) {
            return Ok(true);
        }
        let key = Key::new(p, self.attacker, false);
        let known = self.table.probe(key);
        if known.proved <= n || known.refuted >= n {
            return Ok(known.proved <= n);
        }
        if !self.may_attack(p) || self.is_out_of_reach(p, n) {
            self.store(key, n, None);
            return Ok(false);
        }
        let moves = self.in_order(p, known.best, n);
        // Nearly all attacks that succeed quickly are found with one move fewer.
        for length in [n - 1, n] {
            let worth_it = length == n || (length > known.refuted && n > 2);
            for m in moves.iter().filter(|_| worth_it && length > 0) {
                if self.succeeds(&p.play(*m), length - 1)? {
                    self.store(key, length, Some(*m));
                    return Ok(true);
                }
            }
        }
        self.store(key, n, None);
        Ok(false)
    }

    /// Returns the attacking moves with `n` moves left: the table of results's move, then checks, then the rest. Last
    /// moves are not sorted, because nearly all of them fail.
    fn in_order(&self, p: &Position, best: Move, n: u32) -> MoveList {
        let checks_first = n > 1 && matches!(self.play, Play::Direct | Play::Self_);
        let (mut moves, mut quiet) = (MoveList::new(), MoveList::new());
        for &m in &p.legal_moves() {
            if m == best {
                moves.insert(0, m);
            } else if checks_first && !p.gives_check(m) {
                quiet.push(m);
            } else {
                moves.push(m);
            }
        }
        moves.extend(quiet);
        moves
    }

    /// Returns true if the attacker, having moved, succeeds in at most `left` more moves, whatever the defender
    /// replies.
    pub(super) fn succeeds(&mut self, p: &Position, left: u32) -> Result<bool, Stopped> {
        self.counter.tick()?;
        if self.ends_itself(p) {
            return Ok(true);
        }
        match self.play {
            Play::Reflex | Play::SemiReflex if can_end(p, self.aim) => return Ok(true),
            Play::Self_ => {}
            _ if left == 0 => return Ok(false),
            _ => {}
        }
        if left == 0 {
            return Ok(self.is_forced(p));
        }
        let replies = p.legal_moves();
        if replies.is_empty() {
            return Ok(false);
        }
        let key = Key::new(p, self.attacker, false);
        let known = self.table.probe(key);
        if known.proved <= left || known.refuted >= left {
            return Ok(known.proved <= left);
        }
        let killers = self.holds[left as usize];
        let first = [known.best, killers[0], killers[1]];
        let first = first.into_iter().filter(|m| replies.contains(m));
        let all = first.chain(replies.iter().copied());
        for reply in all {
            if !self.is_answered(&p.play(reply), left)? {
                if killers[0] != reply {
                    self.holds[left as usize] = [reply, killers[0]];
                }
                self.store_reply(key, left, reply);
                return Ok(false);
            }
        }
        self.store(key, left, Some(Move::NONE));
        Ok(true)
    }

    /// Returns true if the attacker has just reached the aim against the defender, where that solves: in direct play
    /// and in a quodlibet.
    pub(super) fn ends_itself(&self, p: &Position) -> bool {
        (self.play == Play::Direct || self.quodlibet) && self.aim.is_reached(p)
    }

    /// Returns true if, in a selfmate, the defender has a last reply and every such reply reaches the aim. Replies that
    /// have refuted elsewhere are tried before all are generated.
    fn is_forced(&mut self, p: &Position) -> bool {
        let aim = self.aim;
        let holds = |reply: Move| !aim.is_reached(&p.play(reply));
        let killers = self.holds[0];
        if killers.into_iter().any(|m| p.is_legal(m) && holds(m)) {
            return false;
        }
        let replies = p.legal_moves();
        let held = replies.iter().copied().find(|&reply| holds(reply));
        if let Some(reply) = held {
            self.holds[0] = [reply, killers[0]];
        }
        held.is_none() && !replies.is_empty()
    }

    /// Returns true if a reply that led to `child` does not refute, with `left` ≥ 1 attacking moves left.
    pub(super) fn is_answered(&mut self, child: &Position, left: u32) -> Result<bool, Stopped> {
        if self.play == Play::Self_ && self.aim.is_reached(child) {
            return Ok(true);
        }
        self.attack(child, left)
    }

    /// Returns true if it is certain that the aim is not reached within `n` moves of the attacker, who is to move.
    fn is_out_of_reach(&mut self, p: &Position, n: u32) -> bool {
        let helping = match self.play {
            Play::Direct => n - 1,
            _ => n,
        };
        let loser = match self.play {
            Play::Direct => self.attacker.other(),
            _ => self.attacker,
        };
        // In a quodlibet either side may be mated; a side without a king may be stalemated anywhere.
        (self.aim == Aim::Mate || p.has_king(loser))
            && !self.quodlibet
            && !self.nets.net(p, n).places(Places::ALL, helping).any()
    }

    /// Stores that an attack succeeds in `n` moves by the move `success`, or that it does not (`None`).
    fn store(&self, key: Key, n: u32, success: Option<Move>) {
        let known = match success {
            Some(best) => TableEntry {
                proved: n,
                refuted: 0,
                best,
            },
            None => TableEntry {
                proved: NEVER,
                refuted: n,
                best: Move::NONE,
            },
        };
        self.table.store(key, known);
    }

    fn store_reply(&self, key: Key, n: u32, best: Move) {
        let known = TableEntry {
            proved: NEVER,
            refuted: n,
            best,
        };
        self.table.store(key, known);
    }
}

/// Returns true if the side to move can reach the aim at once.
pub(super) fn can_end(p: &Position, aim: Aim) -> bool {
    match aim {
        Aim::Mate => mate_in_one(p).is_some(),
        Aim::Stalemate | Aim::Diagram => {
            let mut any = false;
            endings(p, aim, |_| any = true);
            any
        }
        // Other aims are solved on fairy boards only.
        _ => false,
    }
}
