//! Evaluation of a position by its likely end: an estimate of the final margin, in hundredths of a ball.
//!
//! The share of each seat is a weighted sum of features of its balls: the kinds of cell on which they lie, the number
//! that can never be turned again, the number that touch empty cells, the number of cells from which it could capture,
//! and whose turn it is. The weights change as the board fills. The value of a position is the share of the owner's
//! side less that of its best opponent.

use super::weights::{self, FEATURES, STAGES, Weights};
use games::rolit::{Cell, CellSet};
use solve::rolit::board::{Balls, Setting};

/// Number of kinds of cell, which are those of an 8 × 8 board up to symmetry; see [`kind`]. They are the first
/// features.
pub(super) const KINDS: usize = 10;
/// Feature: balls on the edge beside an empty corner. `INSIDE_CORNER` counts those diagonally beside one.
const BESIDE_CORNER: usize = 10;
const INSIDE_CORNER: usize = 11;
/// Feature: balls that can never be turned, because they are connected to edges or corners.
const STABLE: usize = 12;
/// Feature: balls with an empty neighbour.
const FRONTIER: usize = 13;
/// Feature: cells from which the seat could capture.
const CAPTURES: usize = 14;
/// Feature: 1 if the seat could not capture from any cell, otherwise 0.
const FREE: usize = 15;
/// Feature: empty corners that the seat may play. `CORNERS_NOW` is the same if it is to move, otherwise 0.
const CORNERS: usize = 16;
const CORNERS_NOW: usize = 17;
/// First of four features for the number of plies until the seat is to move: 0, 1, 2, or 3 and more.
const TURN: usize = 18;

/// Evaluation for the boards of one game.
pub struct Eval<S> {
    /// Cells of the board by their kind, from 0; see [`kind`].
    kinds: [S; KINDS],
    corners: S,
    /// For each of the four directions of a line, the cells at an end of such a line.
    ends: [S; 4],
    /// Weights by the number of empty cells.
    weights: Vec<[i32; FEATURES]>,
}

impl<S: CellSet> Eval<S> {
    /// Creates the evaluation for a setting's board and number of seats.
    pub fn new(setting: &Setting<S>) -> Eval<S> {
        let playable = setting.playable;
        let ends = playable
            .moved()
            .map(|[one, other]| playable & !(one & other));
        let edges = ends.iter().fold(S::EMPTY, |set, ends| set | *ends);
        let square = playable == full_square();
        let mut kinds = [S::EMPTY; KINDS];
        playable.for_each(|cell| {
            let kind = if square {
                kind_on_square(cell)
            } else {
                kind(cell, setting.corners, edges)
            };
            kinds[kind] = kinds[kind] | S::single(cell);
        });
        let weights = match (square, setting.seats) {
            (true, 2) => &weights::TWO,
            (true, _) => &weights::MANY,
            (false, 2) => &weights::OTHER_TWO,
            (false, _) => &weights::OTHER_MANY,
        };
        let cells = playable.count();
        Eval {
            kinds,
            corners: setting.corners,
            ends,
            weights: (0..=cells)
                .map(|empties| blend(weights, empties, cells))
                .collect(),
        }
    }

    /// Returns the value of a position for the owner, with `seat` to move.
    pub fn value<const N: usize>(
        &self,
        setting: &Setting<S>,
        balls: &Balls<S, N>,
        seat: usize,
        empties: u32,
    ) -> i32 {
        let weights = &self.weights[empties as usize];
        let view = self.view(setting, balls);
        setting.lead(|of| {
            let mut sum = 0;
            self.features(setting, balls, &view, of, seat, |feature, count| {
                sum += weights[feature] * count;
            });
            sum
        }) / 16
    }

    /// Returns the sets of cells from which the features of every seat are computed and which depend on no seat, such
    /// as the empty cells.
    fn view<const N: usize>(&self, setting: &Setting<S>, balls: &Balls<S, N>) -> View<S> {
        let empty = setting.playable & !balls.occupied;
        let beside = empty.neighbours();
        View {
            empty,
            beside,
            beside_corner: (self.corners & empty).neighbours(),
            contact: balls.occupied.neighbours() & empty,
        }
    }

    /// Calls `add` with the features of the balls of the seat `of`, `seat` being to move. Features that are not
    /// reported are 0.
    #[inline(always)]
    fn features<const N: usize>(
        &self,
        setting: &Setting<S>,
        balls: &Balls<S, N>,
        view: &View<S>,
        of: usize,
        seat: usize,
        mut add: impl FnMut(usize, i32),
    ) {
        let own = balls.of[of];
        for (kind, cells) in self.kinds.iter().enumerate() {
            add(kind, (own & *cells).count() as i32);
        }
        if view.beside_corner != S::EMPTY {
            let beside = own & view.beside_corner;
            let inside = (beside & self.kinds[4]).count() as i32;
            add(INSIDE_CORNER, inside);
            add(BESIDE_CORNER, beside.count() as i32 - inside);
        }
        add(STABLE, self.stable(own).count() as i32);
        add(FRONTIER, (own & view.beside).count() as i32);
        let captures = S::run_ends(own, balls.occupied & !own) & view.empty;
        let mut playable = captures;
        if captures == S::EMPTY {
            add(FREE, 1);
        } else {
            add(CAPTURES, captures.count() as i32);
        }
        if captures == S::EMPTY || !setting.duty {
            playable = view.contact;
        }
        let corners = (playable & self.corners).count() as i32;
        add(CORNERS, corners);
        let plies = if of >= seat {
            of - seat
        } else {
            of + setting.seats - seat
        };
        if plies == 0 {
            add(CORNERS_NOW, corners);
        }
        add(TURN + plies.min(3), 1);
    }

    /// Returns the balls of a seat that can never be turned: on each line through them they lie at an end of the line
    /// or beside another such ball.
    fn stable(&self, own: S) -> S {
        let mut stable = own & self.corners;
        if stable == S::EMPTY {
            return stable;
        }
        loop {
            let held = stable.moved();
            let more = (0..4).fold(own, |set, line| {
                let [one, other] = held[line];
                set & (self.ends[line] | one | other)
            });
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }

    /// Returns the features of every seat, by seat, less their mean over all seats, for fitting the weights. `seat` is
    /// the seat to move.
    pub fn relative_features<const N: usize>(
        &self,
        setting: &Setting<S>,
        balls: &Balls<S, N>,
        seat: usize,
    ) -> Vec<[f64; FEATURES]> {
        let view = self.view(setting, balls);
        let seats = setting.seats;
        let mut rows = vec![[0.0; FEATURES]; seats];
        for (of, row) in rows.iter_mut().enumerate() {
            let add = |feature: usize, count| row[feature] += f64::from(count);
            self.features(setting, balls, &view, of, seat, add);
        }
        for feature in 0..FEATURES {
            let mean = rows.iter().map(|row| row[feature]).sum::<f64>() / seats as f64;
            rows.iter_mut().for_each(|row| row[feature] -= mean);
        }
        rows
    }
}

/// Sets of cells of a position that the features of all seats have in common.
struct View<S> {
    empty: S,
    /// Cells that touch an empty cell.
    beside: S,
    /// Cells that touch an empty corner.
    beside_corner: S,
    /// Empty cells that touch a ball.
    contact: S,
}

/// Returns the cells of the official board, 8 × 8.
fn full_square<S: CellSet>() -> S {
    let cells = (0..8).flat_map(|rank| (0..8).filter_map(move |file| Cell::new(file, rank)));
    cells.fold(S::EMPTY, |set, cell| set | S::single(cell))
}

/// Returns the kind of a cell of an 8 × 8 board: 0 corner, then as b1, c1, d1, b2, c2, d2, c3, d3, d4, up to symmetry.
fn kind_on_square(cell: Cell) -> usize {
    let fold = |n: usize| n.min(7 - n.min(7));
    let (a, b) = (fold(cell.file()), fold(cell.rank()));
    let (low, high) = (a.min(b), a.max(b));
    [[0, 1, 2, 3], [1, 4, 5, 6], [2, 5, 7, 8], [3, 6, 8, 9]][low][high]
}

/// Returns the kind of a cell of any other board, by the most similar kind of cell on 8 × 8. Corners are cells at an
/// end of all lines through them, edges those at an end of some lines.
fn kind<S: CellSet>(cell: Cell, corners: S, edges: S) -> usize {
    let at_corner = corners.neighbours().contains(cell);
    if corners.contains(cell) {
        0
    } else if edges.contains(cell) {
        if at_corner { 1 } else { 2 }
    } else if at_corner {
        4
    } else if edges.neighbours().contains(cell) {
        6
    } else {
        9
    }
}

/// Returns the weights for a number of empty cells, interpolated between the two nearest stages, times 16.
fn blend(weights: &Weights, empties: u32, cells: u32) -> [i32; FEATURES] {
    let span = (cells.max(1) * 16) as usize;
    let place = (cells - empties) as usize * 16 * (STAGES - 1);
    let stage = (place / span).min(STAGES - 2);
    let share = ((place - stage * span) * 16 / span) as i32;
    std::array::from_fn(|feature| {
        let (from, to) = (weights[stage][feature], weights[stage + 1][feature]);
        i32::from(from) * (16 - share) + i32::from(to) * share
    })
}
