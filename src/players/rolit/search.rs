//! Search of positions that are not near the end of the game: alpha-beta to a fixed depth, with [`Eval`] at its leaves.
//!
//! The owner's side maximises the value, all others minimise it. Moves after the first are searched with a null window;
//! a table, killer moves and a history order them. There is no pruning that could change the value at a depth: a search
//! that begins with an empty table finds the same value as plain minimax.

use super::eval::Eval;
use crate::POINT;
use arrayvec::ArrayVec;
use games::rolit::{Cell, CellSet};
use solve::rolit::board::{Balls, Setting};
use solve::rolit::exact::MOST_CELLS;
use solve::rolit::table::{BoundTable, TableEntry, UNBOUNDED};

/// Bound that is greater than every value.
pub(super) const INFINITE: i32 = UNBOUNDED as i32;

/// Value that distinguishes the table keys of this search from those of the exact one.
const SALT: u64 = 0x5851_f42d_4c95_7f2d;

/// State of a search to a depth.
pub(super) struct Search<'a, S> {
    pub setting: &'a Setting<S>,
    pub eval: &'a Eval<S>,
    /// Transposition table; `None` for a search without one.
    pub table: Option<&'a BoundTable>,
    pub nodes: u64,
    /// Function that is called at intervals with the number of positions visited; the search ends if it returns true.
    pub halt: &'a mut dyn FnMut(u64) -> bool,
    pub halted: bool,
    /// Killer moves by number of plies left: the last two moves that caused a cutoff.
    pub killers: Vec<[Option<Cell>; 2]>,
    /// History scores by seat and cell: the more often a move caused a cutoff, and the deeper the search below, the
    /// higher.
    pub history: Vec<[i32; MOST_CELLS]>,
}

/// Moves with the keys by which they are sorted in ascending order.
type Moves = ArrayVec<(i32, Cell), MOST_CELLS>;

impl<S: CellSet> Search<'_, S> {
    /// Returns the value of a position for the side of `seat`, which is to move, if it lies between `alpha` and `beta`;
    /// otherwise a bound outside the window. Meaningless once the search has `halted`.
    pub fn value<const N: usize>(
        &mut self,
        balls: &Balls<S, N>,
        (seat, empties, depth): (usize, u32, u32),
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) && (self.halt)(self.nodes) {
            self.halted = true;
        }
        if self.halted {
            return 0;
        }
        if empties == 0 || depth == 0 {
            let value = match empties {
                0 => POINT * self.setting.margin(balls),
                _ => self.eval.value(self.setting, balls, seat, empties),
            };
            let value = value.clamp(1 - INFINITE, INFINITE - 1);
            return if self.setting.with_owner(seat) {
                value
            } else {
                -value
            };
        }
        let key = self.setting.key(balls, seat) ^ SALT;
        let known = self.table.and_then(|table| table.get(key));
        let enough = known.filter(|known| u32::from(known.depth) >= depth.min(empties));
        if let Some(known) = enough {
            let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
        }
        let moves = self.ordered(balls, (seat, depth), known.and_then(|known| known.best));
        let (mut best, mut best_cell) = (-INFINITE, None);
        for (_, cell) in moves {
            let child = balls.played(cell, seat);
            let low = alpha.max(best);
            let value = self.child(
                &child,
                (seat, empties, depth),
                low,
                beta,
                best_cell.is_none(),
            );
            if self.halted {
                return 0;
            }
            if value > best {
                (best, best_cell) = (value, Some(cell));
                if best >= beta {
                    self.reward(seat, depth, cell);
                    break;
                }
            }
        }
        if let Some(table) = self.table {
            let before = enough.filter(|known| u32::from(known.depth) == depth);
            let depth = depth.min(empties);
            let known = TableEntry::after(before, best, (alpha, beta), depth, best_cell);
            table.put(key, known);
        }
        best
    }

    /// Returns the value of a child for the side that has just moved, with the window from `low` to `beta`. `first` is
    /// true for the first child of a node; all others are searched with a null window at first.
    pub fn child<const N: usize>(
        &mut self,
        child: &Balls<S, N>,
        at: (usize, u32, u32),
        low: i32,
        beta: i32,
        first: bool,
    ) -> i32 {
        if first {
            return self.below(child, at, low, beta);
        }
        let value = self.below(child, at, low, low + 1);
        if value > low && value < beta && !self.halted {
            return self.below(child, at, value, beta);
        }
        value
    }

    fn below<const N: usize>(
        &mut self,
        child: &Balls<S, N>,
        (seat, empties, depth): (usize, u32, u32),
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let next = self.setting.after(seat);
        let at = (next, empties - 1, depth - 1);
        if self.setting.with_owner(next) == self.setting.with_owner(seat) {
            self.value(child, at, alpha, beta)
        } else {
            -self.value(child, at, -beta, -alpha)
        }
    }

    /// Returns all moves, the most promising first: the hash table's move, killer moves, then by the evaluation of the
    /// position after them (if the remaining search is deep) or by history.
    pub fn ordered<const N: usize>(
        &self,
        balls: &Balls<S, N>,
        (seat, depth): (usize, u32),
        first: Option<Cell>,
    ) -> Moves {
        let mut moves = Moves::new();
        let killers = self
            .killers
            .get(depth as usize)
            .copied()
            .unwrap_or_default();
        let next = self.setting.after(seat);
        let sign = if self.setting.with_owner(seat) { 1 } else { -1 };
        let empties = self.setting.empties(balls);
        self.setting.legal(balls, seat).for_each(|cell| {
            let order = if first == Some(cell) {
                i32::MIN
            } else if depth >= 3 {
                let child = balls.played(cell, seat);
                let value = self.eval.value(self.setting, &child, next, empties - 1);
                -sign * value - self.history[seat][cell.index()].min(4000) / 40
            } else if killers.contains(&Some(cell)) {
                -1_000_000
            } else {
                -self.history[seat][cell.index()]
            };
            if !moves.is_full() {
                moves.push((order, cell));
            }
        });
        moves.sort_unstable();
        moves
    }

    /// Returns the line that the hash table holds, which begins with a move at the root.
    pub fn line<const N: usize>(
        &self,
        balls: &Balls<S, N>,
        root: Cell,
        (seat, empties, depth): (usize, u32, u32),
    ) -> Vec<Cell> {
        let mut line = vec![root];
        let (mut balls, mut seat) = (balls.played(root, seat), self.setting.after(seat));
        for depth in (1..depth.min(empties)).rev() {
            let key = self.setting.key(&balls, seat) ^ SALT;
            let known = self.table.and_then(|table| table.get(key));
            let exact = known.filter(|k| u32::from(k.depth) == depth && k.lower == k.upper);
            let Some(cell) = exact.and_then(|known| known.best) else {
                break;
            };
            if !self.setting.legal(&balls, seat).contains(cell) {
                break;
            }
            line.push(cell);
            (balls, seat) = (balls.played(cell, seat), self.setting.after(seat));
        }
        line
    }

    fn reward(&mut self, seat: usize, depth: u32, cell: Cell) {
        self.history[seat][cell.index()] += (depth * depth) as i32;
        let depth = depth as usize;
        if self.killers.len() <= depth {
            self.killers.resize(depth + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[depth];
        if *first != Some(cell) {
            *second = first.replace(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;
    use games::rolit::{Position, Shape, Size};
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};
    use solve::rolit::board::with_balls;

    /// Returns the value for the owner by the definition: its side takes the best, all others the worst.
    fn plain<S: CellSet, const N: usize>(
        setting: &Setting<S>,
        eval: &Eval<S>,
        balls: &Balls<S, N>,
        (seat, empties, depth): (usize, u32, u32),
    ) -> i32 {
        if empties == 0 {
            return POINT * setting.margin(balls);
        }
        if depth == 0 {
            return eval.value(setting, balls, seat, empties);
        }
        let mut values = Vec::new();
        setting.legal(balls, seat).for_each(|cell| {
            let at = (setting.after(seat), empties - 1, depth - 1);
            values.push(plain(setting, eval, &balls.played(cell, seat), at));
        });
        let best = if setting.with_owner(seat) {
            values.into_iter().max()
        } else {
            values.into_iter().min()
        };
        best.expect("a legal move")
    }

    /// Computes the value by plain minimax, by the search without a table, and by the search with one.
    fn three_ways<S: CellSet, const N: usize>(
        setting: &Setting<S>,
        balls: &Balls<S, N>,
        depth: u32,
    ) -> [i32; 3] {
        let eval = Eval::new(setting);
        let at = (setting.owner, setting.empties(balls), depth);
        let searched = |table: Option<&BoundTable>| {
            let mut search = Search {
                setting,
                eval: &eval,
                table,
                nodes: 0,
                halt: &mut |_| false,
                halted: false,
                killers: Vec::new(),
                history: vec![[0; MOST_CELLS]; setting.seats],
            };
            search.value(balls, at, -INFINITE, INFINITE)
        };
        let table = BoundTable::new(1).expect("memory");
        [
            plain(setting, &eval, balls, at),
            searched(None),
            searched(Some(&table)),
        ]
    }

    #[test]
    fn with_and_without_a_table_the_value_is_that_of_plain_minimax() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
        let official = |players| Position::official_for(players).expect("a game");
        let students =
            |shape, players| Position::students_for(shape, Size::Small, players).expect("a game");
        let starts = [
            (official("RG"), 4),
            (official("RYG"), 4),
            (official("RYGB"), 4),
            (official("RYGB:RG/YB"), 4),
            (students(Shape::Diamond, "YRGLO"), 3),
            (students(Shape::Circle, "YRGL:YG/RL"), 2),
        ];
        for (start, depth) in starts {
            for _ in 0..12 {
                let mut p = start;
                for _ in 0..rng.random_range(0..p.empty_cells() - 1) {
                    let moves = p.legal_moves();
                    p = p.play(moves[rng.random_range(0..moves.len())]);
                }
                let [plain, bare, with_table] = with_balls!(&p, three_ways(depth));
                assert_eq!(bare, plain, "{}", p.text());
                assert_eq!(with_table, plain, "{}", p.text());
            }
        }
    }
}
