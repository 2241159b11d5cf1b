//! The solver: the value of a position with best play to its end, and a line of such play.

use super::board::{Balls, Setting, with_balls};
use super::exact::Exact;
use super::symmetry::Symmetries;
use super::table::BoundTable;
use base::memory::OutOfMemory;
use games::Game;
use games::rolit::{Cell, CellSet, Position};

/// Exact solution of a Rolit position: the result of best play, and moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The final balls of the side to move less those of its best rival, if the side to move maximises this margin and
    /// all others minimise it.
    pub margin: i32,
    /// A line of best play to the end of the game.
    pub line: Vec<Cell>,
    /// Number of positions visited.
    pub nodes: u64,
}

/// Error: the search was stopped before the value was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped after {nodes} positions: the margin is from {at_least} to {at_most}")]
pub struct Aborted {
    /// The margin is at least this.
    pub at_least: i32,
    /// The margin is at most this.
    pub at_most: i32,
    /// Positions looked at.
    pub nodes: u64,
}

/// Solver of positions. Its table of results is kept for later searches.
#[derive(Debug)]
pub struct Solver {
    table: BoundTable,
}

impl Solver {
    /// Creates a solver with a table of `mb` mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not have that much.
    pub fn new(mb: usize) -> Result<Solver, OutOfMemory> {
        let table = BoundTable::new(mb)?;
        Ok(Solver { table })
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Finds the value of a position and a line of best play.
    ///
    /// `stop` is called at intervals with the number of positions visited so far; it returns true to end the search.
    ///
    /// # Errors
    /// [`Aborted`] if `stop` ended the search.
    pub fn solve(
        &mut self,
        position: &Position,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Solution, Aborted> {
        self.table.grow_older();
        with_balls!(position, solve(position, &self.table, stop))
    }

    /// Returns the legal moves with which the side to move still reaches at least the [margin](Solution::margin)
    /// `margin`. `stop` is called as by [`solve`](Self::solve); if it ends the search, the list is incomplete.
    pub fn keeping(
        &mut self,
        position: &Position,
        margin: i32,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Vec<Cell> {
        with_balls!(position, keeping(position, &self.table, stop, margin))
    }
}

/// Returns the moves at the root that keep the margin.
fn keeping<S: CellSet, const N: usize>(
    setting: &Setting<S>,
    balls: &Balls<S, N>,
    position: &Position,
    table: &BoundTable,
    halt: &mut dyn FnMut(u64) -> bool,
    margin: i32,
) -> Vec<Cell> {
    let (owner, left) = (setting.owner, setting.empties(balls).saturating_sub(1));
    let symmetries = Symmetries::of(setting.playable);
    let mut exact = Exact {
        setting,
        table,
        nodes: 0,
        halt,
        halted: false,
        symmetries: Some(&symmetries),
    };
    let next = setting.after(owner);
    let same = setting.with_owner(next);
    let mut kept = Vec::new();
    for cell in position.legal_moves() {
        let child = balls.played(cell, owner);
        // Values are those for the side to move.
        let (target, question) = if same {
            (margin, margin)
        } else {
            (-margin, 1 - margin)
        };
        let value = exact.value(&child, next, left, question - 1, question);
        if exact.halted {
            break;
        }
        if (same && value >= target) || (!same && value <= target) {
            kept.push(cell);
        }
    }
    kept
}

/// Finds the margin by a series of tests whether it is at least some number, the first of which is 0 or 1 (who wins):
/// each costs a fraction of a search with an open window.
fn solve<S: CellSet, const N: usize>(
    setting: &Setting<S>,
    balls: &Balls<S, N>,
    position: &Position,
    table: &BoundTable,
    halt: &mut dyn FnMut(u64) -> bool,
) -> Result<Solution, Aborted> {
    let cells = setting.playable.count() as i32;
    let empties = setting.empties(balls);
    let symmetries = Symmetries::of(setting.playable);
    let mut exact = Exact {
        setting,
        table,
        nodes: 0,
        halt,
        halted: false,
        symmetries: Some(&symmetries),
    };
    let mut ask = |at_least: i32, balls: &Balls<S, N>, seat: usize, empties: u32| {
        let value = exact.value(balls, seat, empties, at_least - 1, at_least);
        (value, exact.nodes, exact.halted)
    };
    let (mut low, mut high) = (-cells, cells);
    let mut guess = 0;
    let mut nodes = 0;
    while low < high {
        let question = if guess == low { guess + 1 } else { guess };
        let (value, so_far, halted) = ask(question, balls, setting.owner, empties);
        nodes = so_far;
        if halted {
            return Err(Aborted {
                at_least: low,
                at_most: high,
                nodes,
            });
        }
        if value >= question {
            low = value;
        } else {
            high = value;
        }
        guess = value;
    }
    let mut line = Vec::new();
    let mut here = *position;
    let (mut balls, mut seat, mut left) = (*balls, setting.owner, empties);
    // The value of the line, for the side to move.
    let mut margin = low;
    while left > 0 {
        let next = setting.after(seat);
        let same = setting.with_owner(next) == setting.with_owner(seat);
        let mut found = None;
        for cell in here.legal_moves() {
            let child = balls.played(cell, seat);
            let target = if same { margin } else { -margin };
            // Test whether the child has the same value for the side that has just moved.
            let question = if same { target } else { target + 1 };
            let (value, so_far, halted) = ask(question, &child, next, left - 1);
            nodes = so_far;
            if halted {
                break;
            }
            if (same && value >= target) || (!same && value <= target) {
                found = Some((cell, child, target));
                break;
            }
        }
        let Some((cell, child, target)) = found else {
            return Err(Aborted {
                at_least: low,
                at_most: high,
                nodes,
            });
        };
        line.push(cell);
        here = here.play(cell);
        (balls, seat, left, margin) = (child, next, left - 1, target);
    }
    Ok(Solution {
        margin: low,
        line,
        nodes,
    })
}
