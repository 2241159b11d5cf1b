//! Solutions of play against a defender: keys, tries, set play, threats and variations, by the same conventions as
//! those of a mate in N ([`mate`](crate::mate)).

use super::Extent;
use super::field::{Field, Prover};
use super::inquiry::Inquiry;
use super::kinds::Play;
use crate::mate::budget::Stopped;
use crate::mate::{Attack, Defence, MAX_MOVES_SHOWN, Solution, SolutionError};
use games::chess::Move;
use std::ops::RangeInclusive;

/// Type of the moves on the boards of a prover.
type MoveOf<B> = <<B as Prover>::Field as Field>::Move;

/// Parts of the play after a first move that are to be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Depth {
    /// True to include the threats of the first move.
    pub(crate) threats: bool,
    /// True to include the defences, and everything after them.
    pub(crate) variations: bool,
}

/// Play after a key that has been made already, in a position with the defender to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostKey<M = Move> {
    /// Play after the key, and the replies that refute it. Its field `m`, the move, is meaningless.
    pub play: Attack<M>,
    /// True if the attacker succeeds, whatever the defender replies.
    pub works: bool,
}

/// First move of the attacker, with the result of the search after it.
#[derive(Clone, Debug)]
pub(crate) struct FirstMove<M> {
    /// First move of the attacker.
    pub(crate) m: M,
    /// Result of the search after it; `None` until that has ended.
    pub(crate) result: Option<FirstResult<M>>,
}

/// Result of the search after a first move.
#[derive(Clone, Debug)]
pub(crate) enum FirstResult<M> {
    /// The move succeeds in this number of moves.
    Key(u32),
    /// The move fails; the replies that refute it if these are few enough for a try, else none.
    Fails(Vec<M>),
}

/// Adds to a solution the keys and tries that were found but are not in it, without what follows them; `n` is the
/// number of moves in the stipulation.
pub(crate) fn add_found<M: Copy + Eq>(firsts: &[FirstMove<M>], n: u32, solution: &mut Solution<M>) {
    let has = |all: &[Attack<M>], m: M| all.iter().any(|attack| attack.m == m);
    for first in firsts {
        match &first.result {
            Some(FirstResult::Key(length)) if !has(&solution.keys, first.m) => {
                solution.keys.push(bare(first.m, *length));
            }
            Some(FirstResult::Fails(refutations))
                if !refutations.is_empty() && !has(&solution.tries, first.m) =>
            {
                let refutations = refutations.clone();
                solution.tries.push(Attack {
                    refutations,
                    ..bare(first.m, n)
                });
            }
            _ => {}
        }
    }
}

/// Builds a solution from the results of a [`Prover`], most of which are in that one's table.
pub(crate) struct Builder<'b, B> {
    pub(crate) battle: &'b mut B,
    depth: Depth,
    shown: usize,
}

impl<'b, B: Prover> Builder<'b, B> {
    pub(crate) fn new(battle: &'b mut B, depth: Depth) -> Builder<'b, B> {
        Builder {
            battle,
            depth,
            shown: 0,
        }
    }

    /// Returns the numbers of moves in which the attacker may succeed, the least first, if it has `n`.
    fn lengths(&self, n: u32) -> RangeInclusive<u32> {
        if self.battle.is_exact() {
            n.max(1)..=n
        } else {
            1..=n
        }
    }

    /// Returns true if the play may end with `left` more moves of the attacker.
    fn may_end(&self, left: u32) -> bool {
        left == 0 || !self.battle.is_exact()
    }

    /// Returns the least number of moves, up to `n`, in which a first move that led to `after` succeeds; `None` if it
    /// does not.
    pub(crate) fn length(&mut self, after: &B::Field, n: u32) -> Result<Option<u32>, Stopped> {
        for length in self.lengths(n) {
            if self.battle.succeeds(after, length - 1)? {
                return Ok(Some(length));
            }
        }
        Ok(None)
    }

    /// Returns the replies that refute a first move that led to `after`, with `left` moves to come; an empty list if
    /// there are more than `most`.
    pub(crate) fn refutations(
        &mut self,
        after: &B::Field,
        left: u32,
        most: usize,
    ) -> Result<Vec<MoveOf<B>>, Stopped> {
        let mut refutations = Vec::new();
        let no_reply = left == 0 && self.battle.style() != Play::Self_;
        if no_reply {
            return Ok(refutations);
        }
        for reply in self.battle.replies(after, left) {
            if self.is_answered(&after.after(reply), left)? {
                continue;
            }
            if refutations.len() == most {
                return Ok(Vec::new());
            }
            refutations.push(reply);
        }
        Ok(refutations)
    }

    /// Returns the first moves of the attacker in `p`, who has `n` moves.
    pub(crate) fn first_moves(&self, p: &B::Field, n: u32) -> Vec<FirstMove<MoveOf<B>>> {
        if !self.battle.may_attack(p) {
            return Vec::new();
        }
        let moves = self.battle.attacks(p, n).into_iter();
        moves.map(|m| FirstMove { m, result: None }).collect()
    }

    /// Decides whether a first move that led to `after` succeeds within `n` moves. If it does not, and at most `tries`
    /// replies refute it, finds these.
    pub(crate) fn judge(
        &mut self,
        after: &B::Field,
        n: u32,
        tries: usize,
    ) -> Result<FirstResult<MoveOf<B>>, Stopped> {
        Ok(match self.length(after, n)? {
            Some(length) => FirstResult::Key(length),
            None if tries > 0 => FirstResult::Fails(self.refutations(after, n - 1, tries)?),
            None => FirstResult::Fails(Vec::new()),
        })
    }

    /// Leaves out, from now on, everything that follows first moves, because there is too much.
    pub(crate) fn show_first_moves_only(&mut self) {
        self.depth.variations = false;
        self.depth.threats = false;
    }

    /// Returns what [`first`](Builder::first) returns. If that is too long, sets `extent` accordingly, and returns this
    /// move, and later all others, without what follows.
    pub(crate) fn as_far_as_can_be_read(
        &mut self,
        p: &B::Field,
        m: MoveOf<B>,
        n: u32,
        extent: &mut Extent,
    ) -> Result<Attack<MoveOf<B>>, SolutionError> {
        match self.first(p, m, n) {
            Err(SolutionError::TooLong) => {
                *extent = Extent::TooLong;
                self.show_first_moves_only();
                Ok(bare(m, n))
            }
            attack => attack,
        }
    }

    fn is_answered(&mut self, child: &B::Field, left: u32) -> Result<bool, Stopped> {
        if self.reaches(child) {
            // Too early it refutes.
            return Ok(self.may_end(left));
        }
        Ok(left > 0 && self.battle.attack(child, left)?)
    }

    /// Returns true if a reply that led to `child` reaches the aim of a selfmate.
    fn reaches(&self, child: &B::Field) -> bool {
        self.battle.style() == Play::Self_ && self.battle.is_reached(child)
    }

    /// Builds a first move with `n` moves left, itself included, and those parts of the play after it that are to be
    /// found.
    pub(crate) fn first(
        &mut self,
        p: &B::Field,
        m: MoveOf<B>,
        n: u32,
    ) -> Result<Attack<MoveOf<B>>, SolutionError> {
        if self.depth.variations {
            return self.attack(p, m, n);
        }
        let mut attack = bare(m, n);
        if self.depth.threats {
            self.threaten(&p.after(m), &mut attack)?;
        }
        Ok(attack)
    }

    /// Sets the threats of a move, or that it leaves the defender in zugzwang.
    fn threaten(
        &mut self,
        after: &B::Field,
        attack: &mut Attack<MoveOf<B>>,
    ) -> Result<(), SolutionError> {
        let over = after.moves().is_empty() || !self.must_end(after, attack.mate_in - 1).is_empty();
        if after.is_checked() || over {
            return Ok(());
        }
        attack.threats = self.shortest(&after.passed(), attack.mate_in - 1)?;
        attack.zugzwang = attack.threats.is_empty();
        Ok(())
    }

    /// Returns the replies that reach the aim, if the defender must play one of these; else none.
    fn must_end(&self, after: &B::Field, left: u32) -> Vec<MoveOf<B>> {
        match self.battle.style() {
            Play::Reflex | Play::SemiReflex if self.may_end(left) => self.battle.endings(after),
            _ => Vec::new(),
        }
    }

    /// Builds an attacking move with `n` moves left, itself included, and all that follows.
    fn attack(
        &mut self,
        p: &B::Field,
        m: MoveOf<B>,
        n: u32,
    ) -> Result<Attack<MoveOf<B>>, SolutionError> {
        self.shown += 1;
        if self.shown > MAX_MOVES_SHOWN {
            return Err(SolutionError::TooLong);
        }
        let mut attack = bare(m, n);
        self.follow(&p.after(m), &mut attack)?;
        Ok(attack)
    }

    /// Finds the keys and, if requested, the tries among the first moves `firsts`, and stores the results of those
    /// without one. Calls `hear` for each of the latter with its index, the number of first moves, and the number of
    /// keys before it.
    pub(crate) fn keys(
        &mut self,
        p: &B::Field,
        asked: &Inquiry,
        firsts: &mut [FirstMove<MoveOf<B>>],
        extent: &mut Extent,
        solution: &mut Solution<MoveOf<B>>,
        hear: &mut dyn FnMut(MoveOf<B>, usize, usize, usize),
    ) -> Result<(), SolutionError> {
        let n = asked.stipulation.moves();
        if asked.set_play {
            match self.set_play(p, n) {
                Err(SolutionError::TooLong) => {
                    *extent = Extent::TooLong;
                    self.show_first_moves_only();
                }
                set => solution.set_play = set?,
            }
        }
        let most = asked.most.unwrap_or(usize::MAX);
        let count = firsts.len();
        for (index, first) in firsts.iter_mut().enumerate() {
            if solution.keys.len() >= most {
                *extent = Extent::Enough;
                break;
            }
            let m = first.m;
            if first.result.is_none() {
                hear(m, index, count, solution.keys.len());
                first.result = Some(self.judge(&p.after(m), n, asked.tries)?);
            }
            match &first.result {
                Some(FirstResult::Key(length)) => {
                    let key = self.as_far_as_can_be_read(p, m, *length, extent)?;
                    solution.keys.push(key);
                }
                Some(FirstResult::Fails(refutations)) if !refutations.is_empty() => {
                    let mut attempt = self.as_far_as_can_be_read(p, m, n, extent)?;
                    attempt.refutations.clone_from(refutations);
                    solution.tries.push(attempt);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the play after a key that has been made already and led to `after`, for a stipulation of `n` moves. If
    /// that is too long, sets `extent` accordingly and returns only the refutations.
    pub(crate) fn after_key(
        &mut self,
        after: &B::Field,
        n: u32,
        extent: &mut Extent,
    ) -> Result<PostKey<MoveOf<B>>, SolutionError> {
        let works = self.battle.succeeds(after, n - 1)?;
        let mut play = bare(<B::Field as Field>::NONE, n);
        match self.follow(after, &mut play) {
            Err(SolutionError::TooLong) => {
                *extent = Extent::TooLong;
                play = bare(<B::Field as Field>::NONE, n);
                if !works {
                    play.refutations = self.refutations(after, n - 1, usize::MAX)?;
                }
            }
            followed => followed?,
        }
        Ok(PostKey { play, works })
    }

    /// Fills in everything that follows an attacking move that led to `after`.
    fn follow(
        &mut self,
        after: &B::Field,
        attack: &mut Attack<MoveOf<B>>,
    ) -> Result<(), SolutionError> {
        let n = attack.mate_in;
        if self.may_end(n - 1) && self.battle.ends_itself(after) {
            attack.mate_in = 1;
            return Ok(());
        }
        let ends = self.must_end(after, n - 1);
        if !ends.is_empty() {
            attack.mate_in = 1;
            attack.defences = ends.into_iter().map(last).collect();
            return Ok(());
        }
        // Without threats every reply is shown, as Popeye does.
        if self.depth.threats {
            self.threaten(after, attack)?;
        }
        for reply in self.battle.replies(after, n - 1) {
            let child = after.after(reply);
            if self.reaches(&child) {
                if self.may_end(n - 1) {
                    attack.defences.push(last(reply));
                } else {
                    attack.refutations.push(reply);
                }
                continue;
            }
            if !attack.threats.is_empty() && self.all_work(&attack.threats, &child)? {
                continue;
            }
            let attacks = self.shortest(&child, n - 1)?;
            let length =
                |attacks: &[Attack<MoveOf<B>>]| attacks.first().map(|attack| attack.mate_in);
            match (length(&attacks), length(&attack.threats)) {
                (None, _) => attack.refutations.push(reply),
                // The reply only hastens the end, so it is no defence.
                (Some(now), Some(threat)) if now < threat => {}
                _ => attack.defences.push(Defence { reply, attacks }),
            }
        }
        Ok(())
    }

    /// Returns true if every threat still succeeds in as few moves in `child`, the position after a reply.
    fn all_work(
        &mut self,
        threats: &[Attack<MoveOf<B>>],
        child: &B::Field,
    ) -> Result<bool, SolutionError> {
        if !self.battle.may_attack(child) {
            return Ok(false);
        }
        for threat in threats {
            let attacks = self.battle.attacks(child, threat.mate_in);
            let works = attacks.contains(&threat.m)
                && self
                    .battle
                    .succeeds(&child.after(threat.m), threat.mate_in - 1)?;
            if !works {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the shortest ways to succeed within `n` moves, each with what follows; none if there is no way.
    fn shortest(&mut self, p: &B::Field, n: u32) -> Result<Vec<Attack<MoveOf<B>>>, SolutionError> {
        let mut attacks = Vec::new();
        for length in self.lengths(n) {
            if !self.battle.attack(p, length)? {
                continue;
            }
            for m in self.battle.attacks(p, length) {
                if self.battle.succeeds(&p.after(m), length - 1)? {
                    attacks.push(self.attack(p, m, length)?);
                }
            }
            break;
        }
        Ok(attacks)
    }

    /// Returns the set play of the diagram `p`: the replies if the defender begins, each with the attacks that are
    /// ready for it, for a stipulation of `n` moves. Empty if the side to move in `p` is in check.
    pub(crate) fn set_play(
        &mut self,
        p: &B::Field,
        n: u32,
    ) -> Result<Vec<Defence<MoveOf<B>>>, SolutionError> {
        let mut set = Vec::new();
        if p.is_checked() {
            return Ok(set);
        }
        let passed = p.passed();
        let ends = self.must_end(&passed, n - 1);
        if !ends.is_empty() {
            return Ok(ends.into_iter().map(last).collect());
        }
        for reply in self.battle.replies(&passed, n - 1) {
            let child = passed.after(reply);
            if self.reaches(&child) {
                if self.may_end(n - 1) {
                    set.push(last(reply));
                }
                continue;
            }
            let attacks = self.shortest(&child, n - 1)?;
            if !attacks.is_empty() {
                set.push(Defence { reply, attacks });
            }
        }
        Ok(set)
    }
}

fn bare<M>(m: M, n: u32) -> Attack<M> {
    Attack {
        m,
        mate_in: n,
        threats: Vec::new(),
        zugzwang: false,
        defences: Vec::new(),
        refutations: Vec::new(),
    }
}

/// Returns a reply that reaches the aim, so that nothing follows.
fn last<M>(reply: M) -> Defence<M> {
    Defence {
        reply,
        attacks: Vec::new(),
    }
}
