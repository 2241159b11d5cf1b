//! Fairy boards as boards of the common solver: implementation of [`Field`].

use super::battle::FairyBattle;
use super::board::{Board, FairyMove, NONE};
use super::lines::Lines;
use crate::mate::budget::NodeCounter;
use crate::mate::table::{Key, ProofTable};
use crate::proofgame::Plan;
use crate::stipulation::{Aim, Field, Stipulation};
use games::chess::Color;

impl Field for Board {
    type Move = FairyMove;
    type Search<'a> = Lines<'a>;
    type Battle<'a> = FairyBattle<'a>;

    const NONE: FairyMove = FairyMove::new(0, 0, NONE);
    const HAS_SAN: bool = false;

    fn solves(asked: Stipulation) -> bool {
        !asked.play().is_proof_game()
    }

    fn search<'a>(
        asked: Stipulation,
        first: Color,
        table: &'a ProofTable,
        counter: NodeCounter<'a>,
        most: usize,
        _plan: Option<&'a Plan>,
    ) -> Lines<'a> {
        Lines::new(asked, first, table, counter, most)
    }

    fn battle<'a>(
        asked: Stipulation,
        quodlibet: bool,
        attacker: Color,
        table: &'a ProofTable,
        counter: NodeCounter<'a>,
    ) -> FairyBattle<'a> {
        FairyBattle::new(asked, quodlibet, attacker, table, counter)
    }

    fn plan(&self, _to: &Board) -> Option<Plan> {
        None
    }

    fn side(&self) -> Color {
        self.turn()
    }

    fn men(&self) -> [usize; 3] {
        self.counts()
    }

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
        Board::text(self, m) + self.play(m).check().trim_start()
    }

    fn coordinates(&self, m: FairyMove) -> [String; 2] {
        [Board::text(self, m), Board::text(self, m)]
    }

    fn sign(&self, aim: Aim) -> String {
        if aim.is_reached_on(self) {
            aim.signs(self)
        } else {
            self.check()
        }
    }

    fn check(&self) -> String {
        let sign = match self.in_check() {
            true if self.legal_moves().is_empty() => " #",
            true => " +",
            false => "",
        };
        sign.to_owned()
    }

    fn endings(&self, aim: Aim) -> Vec<FairyMove> {
        Board::endings(self, aim)
    }

    fn text(&self) -> String {
        self.forsyth()
    }
}

impl Board {
    /// Returns the table key of this position with `left` moves left; `side` is the side that is to reach the aim, or
    /// that begins.
    pub(super) fn table_key(&self, aim: Aim, side: Color, left: u32) -> Key {
        // Only the aim "circuit" depends on the squares in the diagram.
        let key = self.key(aim == Aim::Circuit);
        let more = u64::from(left) << 1 | u64::from(side.is_white());
        Key {
            a: (key >> 64) as u64 ^ more.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            b: key as u64 ^ more.wrapping_mul(0xd6e8_feb8_6659_fd93),
        }
    }
}
