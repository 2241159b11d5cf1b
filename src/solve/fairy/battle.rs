//! Play against a defender on a fairy board: exact truths with a table.

use super::board::{Board, FairyMove};
use crate::mate::budget::{NodeCounter, Stopped};
use crate::stipulation::{Aim, Field, Play, Prover, Stipulation};
use std::collections::HashMap;

impl Field for Board {
    type Move = FairyMove;

    const NONE: FairyMove = FairyMove::new(0, 0, super::board::NONE);

    fn moves(&self) -> Vec<FairyMove> {
        self.legal_moves()
    }

    fn after(&self, m: FairyMove) -> Board {
        self.play(m)
    }

    fn passed(&self) -> Board {
        self.pass()
    }

    fn is_checked(&self) -> bool {
        self.in_check()
    }

    fn written(&self, m: FairyMove) -> String {
        Board::text(self, m)
    }

    fn short(&self, m: FairyMove) -> String {
        Board::text(self, m) + super::check_of(&self.play(m)).trim_start()
    }

    fn text(&self) -> String {
        self.forsyth()
    }
}

/// Numbers of moves within which the attacker succeeds, and does not.
#[derive(Clone, Copy)]
struct Known {
    proved: u32,
    refuted: u32,
}

/// Search of one stipulation's play on a fairy board.
pub(super) struct FairyBattle<'a> {
    play: Play,
    aim: Aim,
    quodlibet: bool,
    pub(super) counter: NodeCounter<'a>,
    known: HashMap<u128, Known>,
    most: usize,
}

impl<'a> FairyBattle<'a> {
    /// A search that remembers at most so many positions.
    pub(super) fn new(
        asked: Stipulation,
        quodlibet: bool,
        counter: NodeCounter<'a>,
        most: usize,
    ) -> FairyBattle<'a> {
        FairyBattle {
            play: asked.play(),
            aim: asked.aim(),
            quodlibet,
            counter,
            known: HashMap::new(),
            most,
        }
    }

    fn can_end(&self, p: &Board) -> bool {
        !p.endings(self.aim).is_empty()
    }

    fn answer(
        &mut self,
        p: &Board,
        n: u32,
        find: impl FnOnce(&mut Self) -> Result<bool, Stopped>,
    ) -> Result<bool, Stopped> {
        self.counter.tick()?;
        // The aim may ask where a man stood in the diagram.
        let key = p.key(self.aim == Aim::Circuit);
        let unknown = Known {
            proved: u32::MAX,
            refuted: 0,
        };
        let known = self.known.get(&key).copied().unwrap_or(unknown);
        if known.proved <= n {
            return Ok(true);
        }
        if n > 0 && known.refuted >= n {
            return Ok(false);
        }
        let found = find(self)?;
        if self.known.len() >= self.most {
            self.known.clear();
        }
        let entry = self.known.entry(key).or_insert(unknown);
        match found {
            true => entry.proved = entry.proved.min(n),
            false => entry.refuted = entry.refuted.max(n),
        }
        Ok(found)
    }

    fn attacked(&mut self, p: &Board, n: u32) -> Result<bool, Stopped> {
        if self.quodlibet && self.can_end(p) {
            return Ok(true);
        }
        if !self.may_attack(p) {
            return Ok(false);
        }
        for m in p.legal_moves() {
            if self.succeeds(&p.play(m), n - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn defended(&mut self, p: &Board, left: u32) -> Result<bool, Stopped> {
        if left == 0 && self.play != Play::Self_ {
            return Ok(false);
        }
        if self.play == Play::ParrySeries && !p.in_check() {
            return self.attack(&p.pass(), left);
        }
        let replies = p.legal_moves();
        for &reply in &replies {
            let child = p.play(reply);
            let reached = self.play == Play::Self_ && self.is_reached(&child);
            if !reached && (left == 0 || !self.attack(&child, left)?) {
                return Ok(false);
            }
        }
        Ok(!replies.is_empty())
    }
}

impl Prover for FairyBattle<'_> {
    type Field = Board;

    fn style(&self) -> Play {
        self.play
    }

    fn may_attack(&self, p: &Board) -> bool {
        self.play != Play::Reflex || !self.can_end(p)
    }

    fn attack(&mut self, p: &Board, n: u32) -> Result<bool, Stopped> {
        self.answer(p, n, |battle| battle.attacked(p, n))
    }

    fn succeeds(&mut self, p: &Board, left: u32) -> Result<bool, Stopped> {
        // What the last move has done is not in the table.
        if self.ends_itself(p) {
            return Ok(true);
        }
        match self.play {
            Play::Reflex | Play::SemiReflex if self.can_end(p) => Ok(true),
            _ => self.defended(p, left),
        }
    }

    fn ends_itself(&self, p: &Board) -> bool {
        let own = matches!(self.play, Play::Direct | Play::ParrySeries);
        (own || self.quodlibet) && self.is_reached(p)
    }

    fn is_reached(&self, p: &Board) -> bool {
        self.aim.is_reached_on(p)
    }

    fn endings(&self, p: &Board) -> Vec<FairyMove> {
        p.endings(self.aim)
    }
}
