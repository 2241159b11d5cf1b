//! The last plies of a game, searched to the end: the margin under best play.
//!
//! Alpha-beta with null windows after the first move, a table, and an order of moves that keeps the
//! rivals' choice small. Values are whole balls: of the owner's side less those of the best rival.
//! Between two sides that is the plain minimax value. With more, it is the paranoid one: what the
//! owner's side is sure of, whatever all others do.

use super::board::{Balls, Cell, Setting};
use super::table::{Known, Table, UNBOUNDED};
use crate::games::rolit::CellSet;
use arrayvec::ArrayVec;

/// The most cells that a board has.
pub(crate) const MOST_CELLS: usize = 289;

/// With fewer empty cells than this the table costs more than it saves.
const TABLE_FROM: u32 = 5;

/// With fewer empty cells than this moves are taken as they come.
const SORT_FROM: u32 = 4;

/// A search to the end of the game.
pub(crate) struct Exact<'a, S> {
    pub setting: &'a Setting<S>,
    pub table: &'a Table,
    /// Positions looked at.
    pub nodes: u64,
    /// Asked now and then, with the number of positions: whether to give up.
    pub halt: &'a mut dyn FnMut(u64) -> bool,
    pub halted: bool,
}

impl<S: CellSet> Exact<'_, S> {
    /// The value of a position to the side of `seat`, which is to move, if it lies between `alpha`
    /// and `beta`; otherwise a bound on its side of them. Nonsense once the search has `halted`.
    pub fn value<const N: usize>(
        &mut self,
        balls: &Balls<S, N>,
        seat: usize,
        empties: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(512) && (self.halt)(self.nodes) {
            self.halted = true;
        }
        if empties == 0 {
            let margin = self.setting.margin(balls);
            return if self.setting.with_owner(seat) {
                margin
            } else {
                -margin
            };
        }
        if self.halted {
            return 0;
        }
        if empties < SORT_FROM {
            return self.few(balls, seat, empties, alpha, beta);
        }
        let key = self.setting.key(balls, seat);
        let known = match empties >= TABLE_FROM {
            true => self.table.get(key),
            false => None,
        };
        if let Some(known) = known {
            let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
        }
        let moves = self.ordered(balls, seat, known.and_then(|known| known.best));
        let (mut best, mut best_cell) = (-i32::from(UNBOUNDED), None);
        for (_, cell) in moves {
            let child = balls.played(cell, seat);
            let low = alpha.max(best);
            let mut value = match best_cell {
                None => self.below(&child, seat, empties, low, beta),
                Some(_) => self.below(&child, seat, empties, low, low + 1),
            };
            if best_cell.is_some() && value > low && value < beta && !self.halted {
                value = self.below(&child, seat, empties, value, beta);
            }
            if self.halted {
                return 0;
            }
            if value > best {
                (best, best_cell) = (value, Some(cell));
                if best >= beta {
                    break;
                }
            }
        }
        if empties >= TABLE_FROM {
            let (mut lower, mut upper) = (-UNBOUNDED, UNBOUNDED);
            if let Some(known) = known {
                (lower, upper) = (known.lower, known.upper);
            }
            if best > alpha {
                lower = lower.max(best as i16);
            }
            if best < beta {
                upper = upper.min(best as i16);
            }
            let known = Known {
                lower,
                upper,
                depth: empties as u16,
                best: best_cell,
            };
            self.table.put(key, known);
        }
        best
    }

    /// The value of a child to the side that has just moved.
    #[inline(always)]
    pub fn below<const N: usize>(
        &mut self,
        child: &Balls<S, N>,
        seat: usize,
        empties: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let next = self.setting.after(seat);
        match self.setting.with_owner(next) == self.setting.with_owner(seat) {
            true => self.value(child, next, empties - 1, alpha, beta),
            false => -self.value(child, next, empties - 1, -beta, -alpha),
        }
    }

    /// The value with few empty cells left, moves taken as they come.
    fn few<const N: usize>(
        &mut self,
        balls: &Balls<S, N>,
        seat: usize,
        empties: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut best = -i32::from(UNBOUNDED);
        self.setting.legal(balls, seat).for_each(|cell| {
            if best < beta {
                let child = balls.played(cell, seat);
                best = best.max(self.below(&child, seat, empties, alpha.max(best), beta));
            }
        });
        best
    }

    /// All moves, the likely best first: the one known to be best, then those that leave the next
    /// player, if it is a rival, the fewest legal cells.
    pub fn ordered<const N: usize>(
        &self,
        balls: &Balls<S, N>,
        seat: usize,
        first: Option<Cell>,
    ) -> ArrayVec<(i32, Cell), MOST_CELLS> {
        let mut moves = ArrayVec::new();
        let next = self.setting.after(seat);
        let rival = self.setting.with_owner(next) != self.setting.with_owner(seat);
        self.setting.legal(balls, seat).for_each(|cell| {
            let order = if first == Some(cell) {
                -1
            } else {
                let child = balls.played(cell, seat);
                let replies = self.setting.legal(&child, next).count() as i32;
                if rival { replies } else { 64 - replies }
            };
            if !moves.is_full() {
                moves.push((order, cell));
            }
        });
        moves.sort_unstable();
        moves
    }
}
