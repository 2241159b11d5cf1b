//! The finder: depth-first proof-number search over nodes (position, moves left).
//!
//! A proof number estimates how much is left to prove before mate is forced, a disproof number how
//! much before it is refuted; the search always goes where the least is left, and so follows
//! narrow, forcing lines far deeper than a search by length could. Moves left are part of the
//! node: the graph has no cycles, and what it proves is a mate in at most n.
//!
//! - Proof numbers start as the number of replies that a move leaves. (Adding the king's flights was tried: it cost
//!   half as many nodes again over the test suite.)
//! - Thresholds are widened by a quarter (the 1+ε trick), so that the search does not hop between
//!   lines that are nearly equal.
//! - At attack nodes the disproof number is the greatest among the moves plus one for each other
//!   open move, not their sum: lines that join would be counted twice (weak proof-number search).
//! - Once one reply is answered, its proof is tried on the others: see [`simulate`](super::simulate).
//! - A *restricted* pass considers only attacking moves that leave few replies, and none that repeats a position. It
//!   has numbers of its own, and can find a mate but not refute one.
//! - In a search for a mate of any length, the numbers belong to positions, whatever the moves left; what is proved
//!   always belongs to a length.
//! - A reply that allows a mate in one is answered as soon as it is generated, without a node.
//! - Nodes with few moves left are searched by the [`Refuter`], which decides them exactly.
//!
//! Sources: Nagai, "Df-pn algorithm for searching AND/OR trees" (2002); Pawlewicz and Lew,
//! "Improving depth-first PN-search: 1+ε trick" (2006); Ueda et al., "Weak proof-number search"
//! (2008).

use super::Side;
use super::budget::Stopped;
use super::one::{is_mate, mate_in_one};
use super::refuter::Refuter;
use super::table::{Key, NEVER};
use base::memory::{AtomicTable, OutOfMemory};
use games::chess::{Move, Position};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Proof number and disproof number: estimates of how much is left to prove and to disprove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

/// The infinite proof or disproof number: a proof (or refutation) is impossible, because the other number is zero.
const INFINITE: u32 = (1 << 22) - 1;

impl Numbers {
    const PROVED: Numbers = Numbers {
        proof: 0,
        disproof: INFINITE,
    };
    const REFUTED: Numbers = Numbers {
        proof: INFINITE,
        disproof: 0,
    };

    const fn decided(truth: bool) -> Numbers {
        if truth {
            Numbers::PROVED
        } else {
            Numbers::REFUTED
        }
    }
}

/// Initial proof number of a position after a reply that gives no check, in a search for a mate of any length.
/// Because each leaf costs this much, a long line of checks looks no better for being long.
const QUIET: u32 = 3;

/// Stands for the number of moves left in the keys under which a search for a mate of any length stores its numbers.
/// It is greater than every real number of moves.
const ANY: u32 = NEVER + 1;

/// Converts a sum to a number below [`INFINITE`].
fn clamp(number: u64) -> u32 {
    number.min(u64::from(INFINITE) - 1) as u32
}

/// The finder's own table: proof and disproof numbers of nodes not yet decided. Decided nodes go to the table of
/// truths.
#[derive(Debug)]
pub(super) struct Numberings {
    memory: AtomicTable,
    /// Number of cache lines in use, a power of two, less one. Grows with use, like that of the table of truths; the
    /// content is lost then.
    mask: AtomicUsize,
    /// Number of entries that have been filled since the table last grew or was cleared.
    filled: AtomicUsize,
}

/// Mask of the bits of the key that an entry keeps.
const TAG: u64 = !0 << 50;

/// Number of cache lines in use at first: 512 KiB.
const FIRST_LINES: usize = 1 << 13;

impl Numberings {
    pub(super) fn new(mb: usize) -> Result<Numberings, OutOfMemory> {
        Ok(Numberings {
            memory: AtomicTable::new(mb.max(1))?,
            mask: AtomicUsize::new(FIRST_LINES - 1),
            filled: AtomicUsize::new(0),
        })
    }

    /// Returns the cache line of the table to which a key belongs.
    fn line(&self, key: Key) -> &[AtomicU64; 8] {
        &self.memory.lines()[key.a as usize & self.mask.load(Relaxed)].0
    }

    /// Counts a newly used entry, and doubles the memory in use when half of it is full.
    fn count_filled(&self) {
        let mask = self.mask.load(Relaxed);
        let filled = self.filled.fetch_add(1, Relaxed);
        let most = (self.memory.lines().len() + 1).next_power_of_two() / 2;
        if filled > 2 * mask && mask + 1 < most {
            self.mask.store(((mask + 1) * 16).min(most) - 1, Relaxed);
            self.filled.store(0, Relaxed);
        }
    }

    fn probe(&self, key: Key) -> Option<Numbers> {
        self.line(key).chunks_exact(2).find_map(|pair| {
            let word = pair[1].load(Relaxed);
            let same = (word ^ key.a) & TAG == 0 && pair[0].load(Relaxed) ^ word == key.b;
            same.then_some(Numbers {
                proof: (word & 0x3f_ffff) as u32,
                disproof: (word >> 22 & 0x3f_ffff) as u32,
            })
        })
    }

    /// Stores the numbers of a node below which `work` nodes were searched. If the line is full, the entry with the
    /// least work is replaced.
    fn store(&self, key: Key, numbers: Numbers, work: u64) {
        let line = self.line(key);
        let effort = u64::from(64 - work.leading_zeros());
        let (mut victim, mut least) = (0, u64::MAX);
        for (i, pair) in line.chunks_exact(2).enumerate() {
            let word = pair[1].load(Relaxed);
            let check = pair[0].load(Relaxed);
            if (word ^ key.a) & TAG == 0 && check ^ word == key.b {
                (victim, least) = (i, u64::MAX);
                break;
            }
            let theirs = if word | check == 0 {
                0
            } else {
                1 + (word >> 44 & 63)
            };
            if theirs < least {
                (victim, least) = (i, theirs);
            }
        }
        let word = key.a & TAG
            | effort << 44
            | u64::from(numbers.disproof) << 22
            | u64::from(numbers.proof);
        if least == 0 {
            self.count_filled();
        }
        line[2 * victim + 1].store(word, Relaxed);
        line[2 * victim].store(word ^ key.b, Relaxed);
    }

    /// Removes all numbers, and shrinks the table to its initial size.
    pub(super) fn clear(&self) {
        let used = self.mask.swap(FIRST_LINES - 1, Relaxed) + 1;
        self.filled.store(0, Relaxed);
        for word in self.memory.lines()[..used].iter().flat_map(|l| &l.0) {
            word.store(0, Relaxed);
        }
    }
}

/// A child of the node that is being searched.
struct Child {
    m: Move,
    numbers: Numbers,
}

/// A depth-first proof-number search. It uses a refuter for short lengths, and its table of truths.
pub(super) struct Finder<'s, 'a> {
    pub(super) refuter: &'s mut Refuter<'a>,
    pub(super) numberings: &'s Numberings,
    /// Nodes expanded so far; the difference gives the work behind an entry.
    expanded: u64,
    /// Nodes with at most this many moves left are searched by the refuter.
    exact: u32,
    /// Attacking moves that leave more replies than this are not considered. Such a restricted pass may find a mate,
    /// but its refutations hold only for itself. `None`: no restriction.
    most_replies: Option<u32>,
    /// True if the numbers of a position serve for any number of moves left.
    any_length: bool,
    /// Positions with the defender to move on the path from the root to the current node.
    path: Vec<Key>,
}

impl<'s, 'a> Finder<'s, 'a> {
    pub(super) fn new(refuter: &'s mut Refuter<'a>, numberings: &'s Numberings) -> Finder<'s, 'a> {
        Finder {
            refuter,
            numberings,
            expanded: 0,
            exact: 2,
            most_replies: None,
            any_length: false,
            path: Vec::new(),
        }
    }

    /// Returns the finder, set to search for a mate of any length if `any_length` is true: the numbers of a position
    /// are then the same for any number of moves left, so that what was learned on a short path is not learned again on
    /// a long one. Refutations still hold for one length each.
    pub(super) fn any_length(mut self, any_length: bool) -> Finder<'s, 'a> {
        self.any_length = any_length;
        self
    }

    /// Returns the finder, restricted to attacking moves that leave at most `replies` replies. Its
    /// [`decide`](Finder::decide) can prove a mate, but not that there is none.
    pub(super) fn restricted(mut self, replies: u32) -> Finder<'s, 'a> {
        self.most_replies = Some(replies);
        self
    }

    /// Decides whether the attacker mates in at most `n` moves (or, with the defender to move, in at most `n` after
    /// any reply), and returns true if so. Decides either way unless it is stopped.
    pub(super) fn decide(&mut self, p: &Position, n: u32, side: Side) -> Result<bool, Stopped> {
        let most = Numbers {
            proof: INFINITE,
            disproof: INFINITE,
        };
        let numbers = match side {
            Side::Attacks => self.search_attack(p, n, most)?,
            Side::Defends => self.search_defence(p, n, most)?,
        };
        Ok(numbers.proof == 0)
    }

    /// Returns the key of (position, moves left) in the finder's own table, which differs for each restriction.
    fn node_key(&self, key: Key, n: u32) -> Key {
        let pass = self.most_replies.map_or(0, |most| most + 1);
        let salt = u64::from(n + (pass << 8)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Key {
            a: key.a ^ salt,
            b: key.b ^ salt.rotate_left(32),
        }
    }

    /// Returns the numbers stored for (position, moves left), if any.
    fn stored_numbers(&self, key: Key, n: u32) -> Option<Numbers> {
        let own = self.numberings.probe(self.node_key(key, n));
        if self.any_length {
            own.or_else(|| self.numberings.probe(self.node_key(key, ANY)))
        } else {
            own
        }
    }

    /// Stores the numbers of an undecided node with `n` moves left, on which `work` nodes have been spent.
    fn keep(&self, key: Key, n: u32, numbers: Numbers, work: u64) {
        let n = if self.any_length { ANY } else { n };
        self.numberings.store(self.node_key(key, n), numbers, work);
    }

    /// Returns the greatest number of moves that the proof of a node takes; `n` if the table of truths has lost it.
    fn proved_length(&self, p: &Position, n: u32) -> u32 {
        self.refuter.table.probe(self.refuter.key(p)).proved.min(n)
    }

    /// Returns the numbers of an attack node, known or estimated.
    fn look_up_attack(&self, p: &Position, n: u32) -> Numbers {
        let key = self.refuter.key(p);
        let known = self.refuter.table.probe(key);
        if known.proved <= n {
            return Numbers::PROVED;
        }
        if known.refuted >= n {
            return Numbers::REFUTED;
        }
        if let Some(numbers) = self.stored_numbers(key, n) {
            return numbers;
        }
        if !self.refuter.drawn(p)
            && let Some(m) = mate_in_one(p)
        {
            self.refuter.store_proved(key, 1, m);
            return Numbers::PROVED;
        }
        Numbers {
            proof: if self.any_length && !p.in_check() {
                QUIET
            } else {
                1
            },
            disproof: 1,
        }
    }

    /// Returns the numbers of a defence node, known or estimated.
    fn look_up_defence(&self, p: &Position, n: u32) -> Numbers {
        let key = self.refuter.key(p);
        let known = self.refuter.table.probe(key);
        if known.proved <= n {
            return Numbers::PROVED;
        }
        if known.refuted >= n {
            return Numbers::REFUTED;
        }
        if let Some(numbers) = self.stored_numbers(key, n) {
            return numbers;
        }
        let replies = p.count_legal_moves() as u32;
        if replies == 0 {
            return Numbers::decided(is_mate(p));
        }
        Numbers {
            proof: replies,
            disproof: 1,
        }
    }

    /// Returns true if this pass considers the attacking move that led to `after`.
    fn looks_at(&self, after: &Position) -> bool {
        self.most_replies
            .is_none_or(|most| after.count_legal_moves() as u32 <= most)
    }

    /// Returns true if a restricted pass has been in this position on its way: no mate needs to repeat a position. A
    /// pass that is to refute always gets false, because what it stores must hold however a position was reached.
    fn comes_back(&self, after: &Position) -> bool {
        self.most_replies.is_some() && self.path.contains(&self.refuter.key(after))
    }

    /// Stores that the position with the key `key` has no mate in at most `n` moves. This goes to the table of truths;
    /// in a restricted pass, for which alone it holds, it goes to the numbers of this pass instead. `work` is the
    /// number of nodes spent on it.
    fn note_refuted(&self, key: Key, n: u32, best: Move, work: u64) {
        match self.most_replies {
            None => self.refuter.store_refuted(key, n, best),
            Some(_) => {
                let node = self.node_key(key, n);
                self.numberings.store(node, Numbers::REFUTED, work);
            }
        }
    }

    fn search_attack(&mut self, p: &Position, n: u32, limit: Numbers) -> Result<Numbers, Stopped> {
        if n <= self.exact || self.refuter.drawn(p) {
            return Ok(Numbers::decided(self.refuter.attack(p, n)?));
        }
        self.refuter.counter.tick()?;
        self.expanded += 1;
        let start = self.expanded;
        let mut children: Vec<Child> = Vec::new();
        for &m in &p.legal_moves() {
            let child = p.play(m);
            let numbers = if self.looks_at(&child) && !self.comes_back(&child) {
                self.look_up_defence(&child, n - 1)
            } else {
                Numbers::REFUTED
            };
            children.push(Child { m, numbers });
        }
        let key = self.refuter.key(p);
        loop {
            let (mut best, mut least, mut second) = (0, INFINITE, INFINITE);
            let (mut greatest, mut open) = (0, 0u64);
            for (i, child) in children.iter().enumerate() {
                let Numbers { proof, disproof } = child.numbers;
                if disproof > 0 {
                    open += 1;
                    greatest = greatest.max(disproof);
                }
                if proof < least {
                    (best, second, least) = (i, least, proof);
                } else if proof < second {
                    second = proof;
                }
            }
            if least == 0 {
                let m = children[best].m;
                let child = p.play(m);
                let after = if is_mate(&child) {
                    0
                } else {
                    self.proved_length(&child, n - 1)
                };
                self.refuter.store_proved(key, 1 + after, m);
                return Ok(Numbers::PROVED);
            }
            if open == 0 {
                self.note_refuted(key, n, Move::NONE, self.expanded - start);
                return Ok(Numbers::REFUTED);
            }
            let numbers = Numbers {
                proof: least,
                disproof: clamp(u64::from(greatest) + open - 1),
            };
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                let work = self.expanded - start;
                self.keep(key, n, numbers, work);
                return Ok(numbers);
            }
            let others = u32::try_from(open - 1).unwrap_or(INFINITE);
            let child_limit = Numbers {
                proof: limit.proof.min(widened(second)),
                disproof: if limit.disproof == INFINITE {
                    INFINITE
                } else {
                    limit.disproof - others
                },
            };
            let child = p.play(children[best].m);
            self.path.push(self.refuter.key(&child));
            let numbers = self.search_defence(&child, n - 1, child_limit);
            self.path.pop();
            children[best].numbers = numbers?;
        }
    }

    fn search_defence(&mut self, p: &Position, n: u32, limit: Numbers) -> Result<Numbers, Stopped> {
        if n <= self.exact {
            return Ok(Numbers::decided(self.refuter.defend(p, n)?));
        }
        self.refuter.counter.tick()?;
        self.expanded += 1;
        let start = self.expanded;
        let replies = p.legal_moves();
        if replies.is_empty() {
            return Ok(Numbers::decided(p.in_check()));
        }
        if self.refuter.drawn(p) {
            return Ok(Numbers::REFUTED);
        }
        let key = self.refuter.key(p);
        let mut children: Vec<Child> = Vec::new();
        for r in replies {
            let numbers = self.look_up_attack(&p.play(r), n);
            children.push(Child { m: r, numbers });
        }
        loop {
            let (mut best, mut least, mut second) = (0, INFINITE, INFINITE);
            let mut sum = 0u64;
            for (i, child) in children.iter().enumerate() {
                let Numbers { proof, disproof } = child.numbers;
                sum += u64::from(proof);
                if disproof < least {
                    (best, second, least) = (i, least, disproof);
                } else if disproof < second {
                    second = disproof;
                }
            }
            if least == 0 {
                self.note_refuted(key, n, children[best].m, self.expanded - start);
                return Ok(Numbers::REFUTED);
            }
            if sum == 0 {
                let lengths = children.iter().map(|c| self.proved_length(&p.play(c.m), n));
                let longest = lengths.max().unwrap_or(n);
                self.refuter.store_proved(key, longest, Move::NONE);
                return Ok(Numbers::PROVED);
            }
            let numbers = Numbers {
                proof: clamp(sum),
                disproof: least,
            };
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                let work = self.expanded - start;
                self.keep(key, n, numbers, work);
                return Ok(numbers);
            }
            let child = &children[best];
            let child_limit = Numbers {
                proof: if limit.proof == INFINITE {
                    INFINITE
                } else {
                    limit.proof - numbers.proof + child.numbers.proof
                },
                disproof: limit.disproof.min(widened(second)),
            };
            let model = p.play(child.m);
            children[best].numbers = self.search_attack(&model, n, child_limit)?;
            if children[best].numbers.proof == 0 {
                let open = children
                    .iter_mut()
                    .filter(|child| child.numbers.proof > 0 && child.numbers.disproof > 0);
                for child in open {
                    if self.refuter.simulate_attack(&p.play(child.m), &model, n)? {
                        child.numbers = Numbers::PROVED;
                    }
                }
            }
        }
    }
}

/// Returns a threshold a quarter above the second-best number.
fn widened(second: u32) -> u32 {
    // Just below infinity no number lies between, and the child would be searched again in vain.
    if second >= INFINITE - 1 {
        INFINITE
    } else {
        clamp(u64::from(second) + u64::from(second) / 4 + 1)
    }
}

const _: () = assert!(ANY < 256, "lengths fit the salt of node keys");

#[cfg(test)]
mod tests;
