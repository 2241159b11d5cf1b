//! Search where one side plays against the other on a fairy board: decides exactly, with a table of what is proved.

use super::board::{Board, FairyMove};
use crate::mate::budget::{NodeCounter, Stopped};
use crate::mate::table::{NEVER, ProofTable, TableEntry};
use crate::stipulation::{Aim, Play, Prover, Stipulation};
use games::chess::{Color, Move};

/// Nodes between two updates of the shared budget: each node costs about a hundred of those of orthodox chess.
pub(super) const INTERVAL: u64 = 8;

/// Search for one stipulation in which one side plays against the other, on a fairy board.
pub(crate) struct FairyBattle<'a> {
    play: Play,
    aim: Aim,
    quodlibet: bool,
    /// True if the aim must be reached with the last move that is stipulated, and no earlier.
    exact: bool,
    attacker: Color,
    table: &'a ProofTable,
    counter: NodeCounter<'a>,
}

impl<'a> FairyBattle<'a> {
    pub(super) fn new(
        asked: Stipulation,
        quodlibet: bool,
        attacker: Color,
        table: &'a ProofTable,
        counter: NodeCounter<'a>,
    ) -> FairyBattle<'a> {
        FairyBattle {
            play: asked.play(),
            aim: asked.aim(),
            quodlibet,
            exact: asked.is_exact(),
            attacker,
            table,
            counter: counter.at_every(INTERVAL),
        }
    }

    fn can_end(&self, p: &Board) -> bool {
        !p.endings(self.aim).is_empty()
    }

    /// Returns true if the play may end with `left` more moves of the attacker.
    fn may_end(&self, left: u32) -> bool {
        left == 0 || !self.exact
    }

    /// Returns true if the attacker may reach the aim itself.
    fn may_end_itself(&self) -> bool {
        self.quodlibet || matches!(self.play, Play::Direct | Play::ParrySeries)
    }

    fn answer(
        &mut self,
        p: &Board,
        n: u32,
        find: impl FnOnce(&mut Self) -> Result<bool, Stopped>,
    ) -> Result<bool, Stopped> {
        self.counter.tick()?;
        // In an exact number of moves each number is a question of its own.
        let number = if self.exact { n } else { 0 };
        let key = p.table_key(self.aim, self.attacker, number);
        let known = self.table.probe(key);
        if known.proved <= n || n > 0 && known.refuted >= n {
            return Ok(known.proved <= n);
        }
        let found = find(self)?;
        let entry = TableEntry {
            proved: if found { n } else { NEVER },
            refuted: if found { 0 } else { n },
            best: Move::NONE,
        };
        self.table.store(key, entry);
        Ok(found)
    }

    fn attacked(&mut self, p: &Board, n: u32) -> Result<bool, Stopped> {
        if self.quodlibet && self.may_end(n - 1) && self.can_end(p) {
            return Ok(true);
        }
        if !self.may_attack(p) {
            return Ok(false);
        }
        for m in self.attacks(p, n) {
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
        let replies = self.replies(p, left);
        for &reply in &replies {
            let child = p.play(reply);
            let reached = self.play == Play::Self_ && self.is_reached(&child);
            let works = if reached {
                self.may_end(left)
            } else {
                left > 0 && self.attack(&child, left)?
            };
            if !works {
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

    fn is_exact(&self) -> bool {
        self.exact
    }

    fn attacks(&self, p: &Board, n: u32) -> Vec<FairyMove> {
        if self.may_end_itself() && self.may_end(n - 1) {
            p.moves_to(self.aim)
        } else {
            p.legal_moves()
        }
    }

    fn replies(&self, p: &Board, left: u32) -> Vec<FairyMove> {
        if self.play == Play::Self_ && self.may_end(left) {
            p.moves_to(self.aim)
        } else {
            p.legal_moves()
        }
    }

    fn may_attack(&self, p: &Board) -> bool {
        self.play != Play::Reflex || !self.can_end(p)
    }

    fn attack(&mut self, p: &Board, n: u32) -> Result<bool, Stopped> {
        self.answer(p, n, |battle| battle.attacked(p, n))
    }

    fn succeeds(&mut self, p: &Board, left: u32) -> Result<bool, Stopped> {
        // The aim may depend on the last move, which is not part of the table's key.
        if self.may_end(left) && self.ends_itself(p) {
            return Ok(true);
        }
        match self.play {
            Play::Reflex | Play::SemiReflex if self.may_end(left) && self.can_end(p) => Ok(true),
            _ => self.defended(p, left),
        }
    }

    fn ends_itself(&self, p: &Board) -> bool {
        self.may_end_itself() && self.is_reached(p)
    }

    fn is_reached(&self, p: &Board) -> bool {
        self.aim.is_reached_on(p)
    }

    fn endings(&self, p: &Board) -> Vec<FairyMove> {
        p.endings(self.aim)
    }

    fn settle(&mut self) -> Result<(), Stopped> {
        self.counter.settle()
    }
}
