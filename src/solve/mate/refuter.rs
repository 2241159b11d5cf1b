//! The refuter: a depth-bounded search that decides exactly whether there is a mate in at most n.
//!
//! An *attack* node looks for one move that mates, a *defence* node for one reply that avoids mate. Every attack node
//! is deepened from the least length that is not yet refuted, so the shortest proof is found first, and each iteration
//! leaves its refuting replies in the table for the next. For the last move only checks are generated (see
//! [`one`](super::one)); the last move but one has a loop of its own, because nearly all nodes are there.
//!
//! No defence is ever pruned: whether the defender is in zugzwang depends on all replies.

use super::Side;
use super::budget::{NodeCounter, Stopped};
use super::one::mate_in_one;
use super::table::{Key, MAX_LENGTH, NEVER, ProofTable, TableEntry};
use games::chess::{Color, FIFTY_MOVES, Move, MoveList, Position};

/// One thread's search for mates by one side.
pub(super) struct Refuter<'a> {
    pub(super) table: &'a ProofTable,
    pub(super) counter: NodeCounter<'a>,
    attacker: Color,
    /// True if the fifty-move rule counts.
    fifty: bool,
    /// For each number of moves left: attacking moves that mated, most recent first.
    mates: Vec<[Move; 2]>,
    /// For each number of moves left: replies that refuted, most recent first.
    holds: Vec<[Move; 2]>,
    /// Score of replies by origin and target: how often they have refuted.
    history: Box<[[u32; 64]; 64]>,
    /// Number of the thread, 0 for the main one. Each thread tries attacks in another order, so that they divide the
    /// work through the shared table.
    helper: usize,
}

impl<'a> Refuter<'a> {
    pub(super) fn new(
        table: &'a ProofTable,
        counter: NodeCounter<'a>,
        attacker: Color,
        fifty: bool,
    ) -> Refuter<'a> {
        let lengths = MAX_LENGTH as usize + 1;
        Refuter {
            table,
            counter,
            attacker,
            fifty,
            mates: vec![[Move::NONE; 2]; lengths],
            holds: vec![[Move::NONE; 2]; lengths],
            history: Box::new([[0; 64]; 64]),
            helper: 0,
        }
    }

    /// Returns another search on the same table, which counts its nodes with `counter`.
    pub(super) fn with_counter<'b>(&self, counter: NodeCounter<'b>) -> Refuter<'b>
    where
        'a: 'b,
    {
        Refuter::new(self.table, counter, self.attacker, self.fifty)
    }

    /// Returns the same search as that of helper thread `number`, with its own order of moves.
    pub(super) fn helping(mut self, number: usize) -> Refuter<'a> {
        self.helper = number;
        self
    }

    pub(super) fn key(&self, p: &Position) -> Key {
        Key::new(p, self.attacker, self.fifty)
    }

    /// Returns true if a position, which is not mate, is drawn by the fifty-move rule.
    pub(super) fn drawn(&self, p: &Position) -> bool {
        self.fifty && p.halfmoves() >= FIFTY_MOVES
    }

    /// Calls [`attack`](Refuter::attack) or [`defend`](Refuter::defend), depending on `side`.
    pub(super) fn decide(&mut self, p: &Position, n: u32, side: Side) -> Result<bool, Stopped> {
        match side {
            Side::Attacks => self.attack(p, n),
            Side::Defends => self.defend(p, n),
        }
    }

    /// Returns true if the attacker, to move, mates in at most `n` ≥ 1 moves.
    pub(super) fn attack(&mut self, p: &Position, n: u32) -> Result<bool, Stopped> {
        self.counter.tick()?;
        if self.drawn(p) {
            return Ok(false);
        }
        if n == 1 {
            return Ok(mate_in_one(p).is_some());
        }
        let key = self.key(p);
        let known = self.table.probe(key);
        if known.proved <= n {
            return Ok(true);
        }
        if known.refuted >= n {
            return Ok(false);
        }
        if known.refuted == 0
            && let Some(m) = mate_in_one(p)
        {
            self.store_proved(key, 1, m);
            return Ok(true);
        }
        let mut from = known.refuted.max(1) + 1;
        if from == 2 {
            if let Some(m) = self.attack_in_two(p)? {
                self.store_proved(key, 2, m);
                return Ok(true);
            }
            self.store_refuted(key, 2, Move::NONE);
            from = 3;
        }
        if from > n {
            return Ok(false);
        }
        let moves = self.ordered_attacks(p, known.best, n);
        for length in from..=n {
            for &m in &moves {
                if self.defend(&p.play(m), length - 1)? {
                    let killers = &mut self.mates[length as usize];
                    if killers[0] != m {
                        *killers = [m, killers[0]];
                    }
                    self.store_proved(key, length, m);
                    return Ok(true);
                }
            }
            self.store_refuted(key, length, Move::NONE);
        }
        Ok(false)
    }

    /// Returns a first move of a mate in exactly two, in a position without a mate in one; `None` if there is none.
    fn attack_in_two(&mut self, p: &Position) -> Result<Option<Move>, Stopped> {
        let killer = self.mates[2][0];
        if killer != Move::NONE && p.is_legal(killer) && self.defend_last(&p.play(killer))? {
            return Ok(Some(killer));
        }
        for &m in &p.legal_moves() {
            if m != killer && self.defend_last(&p.play(m))? {
                self.mates[2] = [m, killer];
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// Returns the attacking moves, the likeliest to mate first: `best`, the table of truths's move, those that mated
    /// elsewhere with `n` moves left, then those that leave the fewest replies, checks before quiet moves.
    fn ordered_attacks(&mut self, p: &Position, best: Move, n: u32) -> Vec<Move> {
        let killers = self.mates[n as usize];
        let mut scored: Vec<(u32, Move)> = p
            .legal_moves()
            .into_iter()
            .map(|m| {
                let child = p.play(m);
                let score = if m == best {
                    0
                } else {
                    let replies = child.count_legal_moves() as u32;
                    let quiet = if child.in_check() { 0 } else { 40 };
                    let killer = if killers.contains(&m) { 0 } else { 20 };
                    1 + replies + quiet + killer
                };
                (score, m)
            })
            .collect();
        scored.sort_by_key(|&(score, _)| score);
        if self.helper > 0 && n >= 4 && scored.len() > 2 {
            let skip = self.helper * 7 % (scored.len() - 1);
            scored[1..].rotate_left(skip);
        }
        scored.into_iter().map(|(_, m)| m).collect()
    }

    /// Returns true if the defender, to move, is mated at once, or after every reply within `n` ≥ 1 more attacking
    /// moves.
    pub(super) fn defend(&mut self, p: &Position, n: u32) -> Result<bool, Stopped> {
        if n == 1 {
            return self.defend_last(p);
        }
        self.counter.tick()?;
        let key = self.key(p);
        let known = self.table.probe(key);
        if known.proved <= n {
            return Ok(true);
        }
        if known.refuted >= n {
            return Ok(false);
        }
        let mut replies = p.legal_moves();
        if replies.is_empty() {
            return Ok(p.in_check());
        }
        if self.drawn(p) {
            return Ok(false);
        }
        self.order_replies(p, &mut replies, known.best, n);
        if known.best == Move::NONE || known.refuted + 2 < n {
            self.sift(p, &mut replies, n)?;
        }
        let mut model: Option<Position> = None;
        for &r in &replies {
            let child = p.play(r);
            if let Some(model) = &model
                && self.simulate_attack(&child, model, n)?
            {
                continue;
            }
            if !self.attack(&child, n)? {
                self.note_hold(r, n);
                self.store_refuted(key, n, r);
                return Ok(false);
            }
            model = Some(child);
        }
        self.store_proved(key, n, Move::NONE);
        Ok(true)
    }

    /// Moves the replies to the front that last longest against shorter attacks.
    fn sift(&mut self, p: &Position, replies: &mut MoveList, n: u32) -> Result<(), Stopped> {
        let mut standing = replies.len();
        for length in [1, n.saturating_sub(2)] {
            if length == 0 || standing <= 1 || (length == 1 && n < 2) {
                continue;
            }
            let mut kept = MoveList::new();
            let mut lost = MoveList::new();
            for &r in &replies[..standing] {
                if self.attack(&p.play(r), length)? {
                    lost.push(r);
                } else {
                    kept.push(r);
                }
            }
            standing = kept.len();
            for (slot, r) in replies.iter_mut().zip(kept.into_iter().chain(lost)) {
                *slot = r;
            }
        }
        Ok(())
    }

    /// Returns true if every reply allows a mate in one: a defence node with one attacking move left.
    fn defend_last(&mut self, p: &Position) -> Result<bool, Stopped> {
        self.counter.tick()?;
        let killers = self.holds[1];
        for killer in killers {
            if killer != Move::NONE && p.is_legal(killer) && !self.drawn(p) {
                let child = p.play(killer);
                if self.drawn(&child) || mate_in_one(&child).is_none() {
                    if killer != killers[0] {
                        self.holds[1] = [killer, killers[0]];
                    }
                    return Ok(false);
                }
            }
        }
        let mut replies = p.legal_moves();
        if replies.is_empty() {
            return Ok(p.in_check());
        }
        if self.drawn(p) {
            return Ok(false);
        }
        self.order_replies(p, &mut replies, Move::NONE, 1);
        for &r in &replies {
            if killers.contains(&r) {
                continue;
            }
            let child = p.play(r);
            if self.drawn(&child) || mate_in_one(&child).is_none() {
                self.note_hold(r, 1);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Sorts replies, the likeliest to avoid mate first: `best`, the table of truths's move, then those that refuted
    /// elsewhere with `n` moves left, then the others.
    fn order_replies(&self, p: &Position, replies: &mut MoveList, best: Move, n: u32) {
        let killers = self.holds[n as usize];
        replies.sort_by_cached_key(|&r| {
            let score = if r == best {
                u32::MAX
            } else if r == killers[0] {
                u32::MAX - 1
            } else if r == killers[1] {
                u32::MAX - 2
            } else {
                let capture = if p.is_capture(r) { 1 << 8 } else { 0 };
                capture + self.history[r.from() as usize][r.to() as usize]
            };
            std::cmp::Reverse(score)
        });
    }

    fn note_hold(&mut self, r: Move, n: u32) {
        let killers = &mut self.holds[n as usize];
        if killers[0] != r {
            *killers = [r, killers[0]];
        }
        let count = &mut self.history[r.from() as usize][r.to() as usize];
        *count += n * n;
        if *count > 1 << 20 {
            for count in self.history.iter_mut().flatten() {
                *count /= 2;
            }
        }
    }

    pub(super) fn store_proved(&self, key: Key, n: u32, best: Move) {
        let known = TableEntry {
            proved: n,
            refuted: 0,
            best,
        };
        self.table.store(key, known);
    }

    pub(super) fn store_refuted(&self, key: Key, n: u32, best: Move) {
        let known = TableEntry {
            proved: NEVER,
            refuted: n,
            best,
        };
        self.table.store(key, known);
    }
}

/// Moves and lines of a proof, read from the table of truths or searched again if the table has lost them.
impl Refuter<'_> {
    /// Returns a move that mates in at most `n` by one look or by the table of truths, without a search, and the number
    /// of moves to mate that is known for it; `None` if the table of truths knows no such move or the position is a
    /// draw.
    pub(super) fn known_proof(&self, p: &Position, n: u32) -> Option<(u32, Move)> {
        if n == 0 || self.drawn(p) {
            return None;
        }
        if let Some(m) = mate_in_one(p) {
            return Some((1, m));
        }
        let known = self.table.probe(self.key(p));
        (known.proved <= n && p.is_legal(known.best)).then_some((known.proved, known.best))
    }

    /// Returns a move that mates in at most `n`, searched for if it is not known, and its length; `None` if there is no
    /// mate.
    pub(super) fn proof(&mut self, p: &Position, n: u32) -> Result<Option<(u32, Move)>, Stopped> {
        if let Some(proof) = self.known_proof(p, n) {
            return Ok(Some(proof));
        }
        if n == 0 || !self.attack(p, n)? {
            return Ok(None);
        }
        if let Some(proof) = self.known_proof(p, n) {
            return Ok(Some(proof));
        }
        // The table has lost the entry already: test move by move.
        for &m in &p.legal_moves() {
            let child = p.play(m);
            if n > 1 && self.defend(&child, n - 1)? {
                return Ok(Some((n, m)));
            }
        }
        Ok(None)
    }

    /// Returns a reply that survives `n` more attacking moves; `None` if the position ends without mate (stalemate, or
    /// a draw by the fifty-move rule) or if there is no such reply.
    pub(super) fn refutation(&mut self, p: &Position, n: u32) -> Result<Option<Move>, Stopped> {
        if self.drawn(p) {
            return Ok(None);
        }
        let known = self.table.probe(self.key(p));
        if known.refuted >= n && p.is_legal(known.best) {
            return Ok(Some(known.best));
        }
        for r in p.legal_moves() {
            if !self.attack(&p.play(r), n)? {
                return Ok(Some(r));
            }
        }
        Ok(None)
    }

    /// Returns the line from an attack node with a mate in at most `n`; cut short if the limits are reached. With
    /// `exact`, `n` is known to be the least number of moves, and the line then has 2n − 1 plies.
    pub(super) fn line(&mut self, p: &Position, n: u32, exact: bool) -> Vec<Move> {
        let mut line = Vec::new();
        let mut p = *p;
        let mut left = n;
        while let Ok(Some((length, m))) = self.proof(&p, left) {
            line.push(m);
            p = p.play(m);
            let Some((r, length)) = self.longest_defence(&p, length - 1, exact) else {
                break;
            };
            line.push(r);
            p = p.play(r);
            left = length;
        }
        line
    }

    /// Returns the line from a defence node that is mated within `n`; see [`line`](Refuter::line).
    pub(super) fn line_of_defence(&mut self, p: &Position, n: u32, exact: bool) -> Vec<Move> {
        let Some((r, length)) = self.longest_defence(p, n, exact) else {
            return Vec::new();
        };
        let mut line = vec![r];
        line.extend(self.line(&p.play(r), length, exact));
        line
    }

    /// Returns the reply that delays a mate within `n` for longest, and the number of moves within which it is mated;
    /// `None` if there is no legal reply. With `exact` the reply is searched for; else it is read from the table of
    /// truths, which may not know the longest.
    fn longest_defence(&mut self, p: &Position, n: u32, exact: bool) -> Option<(Move, u32)> {
        let known = self.table.probe(self.key(p));
        if n > 1 && known.refuted + 1 >= n && p.is_legal(known.best) {
            return Some((known.best, n));
        }
        let replies = p.legal_moves();
        let mut longest = (*replies.first()?, n);
        let mut length = 0;
        for &r in &replies {
            let child = p.play(r);
            if exact && n > 1 && matches!(self.attack(&child, n - 1), Ok(false)) {
                return Some((r, n));
            }
            let proved = self.table.probe(self.key(&child)).proved;
            if !exact && proved <= n && proved > length {
                length = proved;
                longest = (r, proved);
            }
        }
        Some(longest)
    }
}
