//! The last plies of a game, searched to the end: the margin under best play.
//!
//! Alpha-beta with null windows after the first move, a table, and a move order that leaves the rivals few replies.
//! Values are whole balls: of the owner's side less those of the best rival. With two sides that is the minimax value;
//! with more sides it is the paranoid value: the result of which the owner's side is certain, whatever all others do.

use super::board::{Balls, Cell, Setting};
use super::symmetry::Symmetries;
use super::table::{BoundTable, TableEntry, UNBOUNDED};
use arrayvec::ArrayVec;
use games::rolit::CellSet;

/// The greatest number of cells of a board.
pub const MOST_CELLS: usize = 289;

/// Least number of empty cells with which the table is used: below, it costs more than it saves.
const TABLE_FROM: u32 = 5;

/// Least number of empty cells with which moves are sorted.
const SORT_FROM: u32 = 4;

/// Least number of empty cells with which the children are looked up in the table before one is searched.
const LOOK_AHEAD_FROM: u32 = 9;

/// Least number of empty cells with which symmetrical positions share an entry.
const SYMMETRY_FROM: u32 = 16;

/// Weights for sorting moves, found by experiments on five small boards: the number of nodes fell to a third of that
/// with replies and corners alone.
mod order {
    /// For each reply that is left to a rival, or taken from a partner.
    pub const REPLY: i32 = 6;
    /// For a corner, or another cell that is never turned.
    pub const CORNER: i32 = -14;
    /// For a cell beside an empty corner.
    pub const BESIDE_CORNER: i32 = 8;
    /// For each cell from which the mover can capture afterwards.
    pub const CAPTURE: i32 = -2;
    /// For each ball of the mover that touches an empty cell afterwards.
    pub const FRONTIER: i32 = 1;
    /// For each ball turned.
    pub const FLIP: i32 = -2;
}

/// A search to the end of the game.
pub struct Exact<'a, S> {
    /// The board, the rules and the seat for which values are computed.
    pub setting: &'a Setting<S>,
    /// Table of the values of positions.
    pub table: &'a BoundTable,
    /// Number of positions visited.
    pub nodes: u64,
    /// Called at intervals with the number of positions visited; returns true to end the search.
    pub halt: &'a mut dyn FnMut(u64) -> bool,
    /// True once the search has been ended by `halt`; its values are then meaningless.
    pub halted: bool,
    /// Symmetries of the board, by which equal positions share a table entry; `None` to do without. They are used only
    /// with many empty cells, where they are worth their cost.
    pub symmetries: Option<&'a Symmetries>,
}

impl<S: CellSet> Exact<'_, S> {
    /// Returns the value of a position for the side of `seat`, which is to move, if it lies between `alpha` and `beta`;
    /// otherwise an upper bound that is at most `alpha` or a lower bound that is at least `beta`. The result is
    /// meaningless if `halted` is set.
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
        let (key, image) = self.key(balls, seat, empties);
        let known = if empties >= TABLE_FROM {
            self.table.get(key)
        } else {
            None
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
        let moves = self.ordered(balls, seat, self.known_best(known, image));
        if empties >= LOOK_AHEAD_FROM
            && let Some(value) = self.look_ahead(balls, seat, empties, &moves, beta)
        {
            return value;
        }
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
            let image_of = |cell| self.symmetries.map_or(cell, |all| all.to(image, cell));
            let best_cell = best_cell.map(image_of);
            let known = TableEntry::after(known, best, (alpha, beta), empties, best_cell);
            self.table.put(key, known);
        }
        best
    }

    /// Returns the key of a position, which with many empty cells is shared with its symmetrical images, and the number
    /// of the image that the key belongs to.
    #[inline(always)]
    fn key<const N: usize>(&self, balls: &Balls<S, N>, seat: usize, empties: u32) -> (u64, usize) {
        match self.symmetries {
            Some(all) if empties >= SYMMETRY_FROM => {
                all.least(balls, |image| self.setting.key(image, seat))
            }
            _ => (self.setting.key(balls, seat), 0),
        }
    }

    /// Returns the best cell of `known`, the entry of a position in the table of bounds, mapped back from the symmetric
    /// image with the number `image`, under which the position is stored; `None` if there is no entry, or it has no
    /// best cell.
    fn known_best(&self, known: Option<TableEntry>, image: usize) -> Option<Cell> {
        let cell = known?.best?;
        Some(self.symmetries.map_or(cell, |all| all.from(image, cell)))
    }

    /// Returns a value of at least `beta` that the table of bounds proves by one of the children; `None` if there is
    /// none.
    fn look_ahead<const N: usize>(
        &self,
        balls: &Balls<S, N>,
        seat: usize,
        empties: u32,
        moves: &[(i32, Cell)],
        beta: i32,
    ) -> Option<i32> {
        let next = self.setting.after(seat);
        let same = self.setting.with_owner(next) == self.setting.with_owner(seat);
        let bound = |(_, cell): &(i32, Cell)| {
            let child = balls.played(*cell, seat);
            let known = self.table.get(self.key(&child, next, empties - 1).0)?;
            let bound = if same { known.lower } else { -known.upper };
            (i32::from(bound) >= beta).then_some(i32::from(bound))
        };
        moves.iter().find_map(bound)
    }

    /// Returns the value of a child for the side that has just moved.
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
        if self.setting.with_owner(next) == self.setting.with_owner(seat) {
            self.value(child, next, empties - 1, alpha, beta)
        } else {
            -self.value(child, next, empties - 1, -beta, -alpha)
        }
    }

    /// Returns the value of a position with few empty cells; moves are not sorted.
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

    /// Returns all moves, the likely best first: the one known to be best, then those that leave the next player, if it
    /// is a rival, the fewest legal cells.
    pub fn ordered<const N: usize>(
        &self,
        balls: &Balls<S, N>,
        seat: usize,
        first: Option<Cell>,
    ) -> ArrayVec<(i32, Cell), MOST_CELLS> {
        let mut moves = ArrayVec::new();
        let next = self.setting.after(seat);
        let empty = self.setting.playable & !balls.occupied;
        let beside_corner = (empty & self.setting.corners).neighbours();
        let before = balls.of[seat].count();
        let rival = self.setting.with_owner(next) != self.setting.with_owner(seat);
        self.setting.legal(balls, seat).for_each(|cell| {
            let order = if first == Some(cell) {
                i32::MIN
            } else {
                let child = balls.played(cell, seat);
                let replies = self.setting.legal(&child, next).count() as i32;
                let own = child.of[seat];
                let left = empty & !S::single(cell);
                let captures = S::run_ends(own, child.occupied & !own) & left;
                let frontier = own & left.neighbours();
                let corner = i32::from(self.setting.corners.contains(cell));
                let beside = i32::from(beside_corner.contains(cell));
                let freedom = if rival { replies } else { -replies };
                order::REPLY * freedom
                    + order::CORNER * corner
                    + order::BESIDE_CORNER * beside
                    + order::CAPTURE * captures.count() as i32
                    + order::FRONTIER * frontier.count() as i32
                    + order::FLIP * (own.count() - before) as i32
            };
            if !moves.is_full() {
                moves.push((order, cell));
            }
        });
        moves.sort_unstable();
        moves
    }
}
