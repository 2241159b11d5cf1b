//! The solution of play against a defender: keys, tries, set play, threats and variations, by the same
//! conventions as those of a mate in N ([`mate`](crate::mate)).

use super::Extent;
use super::battle::Battle;
use super::kinds::Play;
use super::lines::endings;
use crate::mate::budget::Stopped;
use crate::mate::{Attack, Defence, MAX_MOVES_SHOWN, SolutionError};
use games::chess::{Move, MoveList, Position};

/// Parts of the play after a first move that are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Depth {
    /// True to include the threats of the first move.
    pub(super) threats: bool,
    /// The defences, and everything after them.
    pub(super) variations: bool,
}

/// Play after a key that is made already, in a position with the defender to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostKey {
    /// Play after the key, and the replies that refute it. The move of this value has no meaning.
    pub play: Attack,
    /// True if the attacker succeeds, whatever the defender replies.
    pub works: bool,
}

/// Builds the solution by asking a [`Battle`] again and again, whose table knows most answers.
pub(super) struct Builder<'b, 'a> {
    pub(super) battle: &'b mut Battle<'a>,
    depth: Depth,
    shown: usize,
}

impl<'b, 'a> Builder<'b, 'a> {
    pub(super) fn new(battle: &'b mut Battle<'a>, depth: Depth) -> Builder<'b, 'a> {
        Builder {
            battle,
            depth,
            shown: 0,
        }
    }

    /// The least number of moves, up to `n`, in which a first move that led to `after` succeeds.
    pub(super) fn length(&mut self, after: &Position, n: u32) -> Result<Option<u32>, Stopped> {
        for length in 1..=n {
            if self.battle.succeeds(after, length - 1)? {
                return Ok(Some(length));
            }
        }
        Ok(None)
    }

    /// The replies that hold against a first move that led to `after`, with `left` moves to come; none if there are
    /// more than `most`.
    pub(super) fn refutations(
        &mut self,
        after: &Position,
        left: u32,
        most: usize,
    ) -> Result<Vec<Move>, Stopped> {
        let mut refutations = Vec::new();
        if left == 0 && self.battle.play() != Play::Self_ {
            return Ok(refutations);
        }
        for reply in after.legal_moves() {
            if self.is_answered(&after.play(reply), left)? {
                continue;
            }
            if refutations.len() == most {
                return Ok(Vec::new());
            }
            refutations.push(reply);
        }
        Ok(refutations)
    }

    /// From here on of no first move what follows it, because there is too much to be read.
    pub(super) fn show_first_moves_only(&mut self) {
        self.depth.variations = false;
        self.depth.threats = false;
    }

    /// As [`first`](Builder::first); but if that is too much to be read, `extent` says so, and neither this move nor those
    /// after it are given with what follows.
    pub(super) fn as_far_as_can_be_read(
        &mut self,
        p: &Position,
        m: Move,
        n: u32,
        extent: &mut Extent,
    ) -> Result<Attack, SolutionError> {
        match self.first(p, m, n) {
            Err(SolutionError::TooLong) => {
                *extent = Extent::TooLong;
                self.show_first_moves_only();
                Ok(bare(m, n))
            }
            attack => attack,
        }
    }

    fn is_answered(&mut self, child: &Position, left: u32) -> Result<bool, Stopped> {
        let reached = self.battle.play() == Play::Self_ && self.battle.aim().is_reached(child);
        Ok(reached || left > 0 && self.battle.attack(child, left)?)
    }

    /// A first move with `n` moves left, itself included, and what follows as far as it is wanted.
    pub(super) fn first(&mut self, p: &Position, m: Move, n: u32) -> Result<Attack, SolutionError> {
        if self.depth.variations {
            return self.attack(p, m, n);
        }
        let mut attack = bare(m, n);
        if self.depth.threats {
            self.threaten(&p.play(m), &mut attack)?;
        }
        Ok(attack)
    }

    /// Fills in what a move threatens, or that it leaves the defender in zugzwang.
    fn threaten(&mut self, after: &Position, attack: &mut Attack) -> Result<(), SolutionError> {
        let over = after.count_legal_moves() == 0 || !self.must_end(after).is_empty();
        if after.in_check() || over {
            return Ok(());
        }
        attack.threats = self.shortest(&after.pass(), attack.mate_in - 1)?;
        attack.zugzwang = attack.threats.is_empty();
        Ok(())
    }

    /// The replies that reach the aim, where the defender must not play anything else.
    fn must_end(&self, after: &Position) -> MoveList {
        let mut replies = MoveList::new();
        if matches!(self.battle.play(), Play::Reflex | Play::SemiReflex) {
            endings(after, self.battle.aim(), |m| replies.push(m));
        }
        replies
    }

    /// An attacking move with `n` moves left, itself included, and all that follows.
    fn attack(&mut self, p: &Position, m: Move, n: u32) -> Result<Attack, SolutionError> {
        self.shown += 1;
        if self.shown > MAX_MOVES_SHOWN {
            return Err(SolutionError::TooLong);
        }
        let mut attack = bare(m, n);
        self.follow(&p.play(m), &mut attack)?;
        Ok(attack)
    }

    /// Returns the play after a key that is made already and led to `after`, for a stipulation of `n` moves. If that is
    /// too much to be read, `extent` says so, and only the refutations are given.
    pub(super) fn after_key(
        &mut self,
        after: &Position,
        n: u32,
        extent: &mut Extent,
    ) -> Result<PostKey, SolutionError> {
        let works = self.battle.succeeds(after, n - 1)?;
        let mut play = bare(Move::NONE, n);
        match self.follow(after, &mut play) {
            Err(SolutionError::TooLong) => {
                *extent = Extent::TooLong;
                play = bare(Move::NONE, n);
                if !works {
                    play.refutations = self.refutations(after, n - 1, usize::MAX)?;
                }
            }
            followed => followed?,
        }
        Ok(PostKey { play, works })
    }

    /// Fills in all that follows an attacking move that led to `after`.
    fn follow(&mut self, after: &Position, attack: &mut Attack) -> Result<(), SolutionError> {
        let n = attack.mate_in;
        if self.battle.ends_itself(after) {
            attack.mate_in = 1;
            return Ok(());
        }
        let ends = self.must_end(after);
        if !ends.is_empty() {
            attack.mate_in = 1;
            attack.defences = ends.into_iter().map(last).collect();
            return Ok(());
        }
        // Without threats every reply is shown, as Popeye does.
        if self.depth.threats {
            self.threaten(after, attack)?;
        }
        for reply in after.legal_moves() {
            let child = after.play(reply);
            if self.battle.play() == Play::Self_ && self.battle.aim().is_reached(&child) {
                attack.defences.push(last(reply));
                continue;
            }
            if !attack.threats.is_empty() && self.all_work(&attack.threats, &child)? {
                continue;
            }
            let attacks = self.shortest(&child, n - 1)?;
            let length = |attacks: &[Attack]| attacks.first().map(|attack| attack.mate_in);
            match (length(&attacks), length(&attack.threats)) {
                (None, _) => attack.refutations.push(reply),
                // It only hastens the end.
                (Some(now), Some(threat)) if now < threat => {}
                _ => attack.defences.push(Defence { reply, attacks }),
            }
        }
        Ok(())
    }

    /// Returns true if every threat still succeeds as fast after a reply.
    fn all_work(&mut self, threats: &[Attack], child: &Position) -> Result<bool, SolutionError> {
        if !self.battle.may_attack(child) {
            return Ok(false);
        }
        for threat in threats {
            let works = child.is_legal(threat.m)
                && self
                    .battle
                    .succeeds(&child.play(threat.m), threat.mate_in - 1)?;
            if !works {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The shortest ways to succeed within `n` moves, each with what follows; none if there is no way.
    fn shortest(&mut self, p: &Position, n: u32) -> Result<Vec<Attack>, SolutionError> {
        let mut attacks = Vec::new();
        for length in 1..=n {
            if !self.battle.attack(p, length)? {
                continue;
            }
            for m in p.legal_moves() {
                if self.battle.succeeds(&p.play(m), length - 1)? {
                    attacks.push(self.attack(p, m, length)?);
                }
            }
            break;
        }
        Ok(attacks)
    }

    /// Returns the set play of the diagram `p`: the replies if the defender begins, each with the attacks that are
    /// ready for it, for a stipulation of `n` moves. Empty if the side to move in `p` is in check.
    pub(super) fn set_play(&mut self, p: &Position, n: u32) -> Result<Vec<Defence>, SolutionError> {
        let mut set = Vec::new();
        if p.in_check() {
            return Ok(set);
        }
        let passed = p.pass();
        let ends = self.must_end(&passed);
        if !ends.is_empty() {
            return Ok(ends.into_iter().map(last).collect());
        }
        for reply in passed.legal_moves() {
            let child = passed.play(reply);
            if self.battle.play() == Play::Self_ && self.battle.aim().is_reached(&child) {
                set.push(last(reply));
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

fn bare(m: Move, n: u32) -> Attack {
    Attack {
        m,
        mate_in: n,
        threats: Vec::new(),
        zugzwang: false,
        defences: Vec::new(),
        refutations: Vec::new(),
    }
}

/// A reply that reaches the aim.
fn last(reply: Move) -> Defence {
    Defence {
        reply,
        attacks: Vec::new(),
    }
}
