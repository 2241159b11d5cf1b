//! Evaluation of a position by its likely end: a guess at the final margin, in hundredths of a ball.
//!
//! A seat's share is a weighted sum of what can be seen of its balls: on which kinds of cell they
//! lie, how many can never be turned again, how many touch empty cells, how many cells it could
//! capture from, and whose turn it is. The weights change as the board fills. A position's value is
//! the share of the owner's side less that of its best rival.

use super::weights::{self, FEATURES, STAGES, Weights};
use games::rolit::{Cell, CellSet};
use solve::rolit::board::{Balls, Setting};

/// Kinds of cell, by symmetry those of an 8 × 8 board; see [`kind`].
pub(super) const KINDS: usize = 10;
/// Beside an empty corner: on the edge, and inside.
const BESIDE_CORNER: usize = 10;
const INSIDE_CORNER: usize = 11;
/// Balls that can never be turned, because they hold on to edges.
const STABLE: usize = 12;
/// Balls with an empty neighbour.
const FRONTIER: usize = 13;
/// Cells that capture.
const CAPTURES: usize = 14;
/// No cell captures.
const FREE: usize = 15;
/// Corners that may be played; and when it is this seat's turn.
const CORNERS: usize = 16;
const CORNERS_NOW: usize = 17;
/// To move in so many plies, 3 for all beyond.
const TURN: usize = 18;

/// The evaluation for the boards of one game.
pub struct Eval<S> {
    /// The cells of each kind.
    kinds: [S; KINDS],
    corners: S,
    /// By line through a cell: where one of the cell's neighbours on it is missing.
    ends: [S; 4],
    /// The weights by the number of empty cells.
    weights: Vec<[i32; FEATURES]>,
}

impl<S: CellSet> Eval<S> {
    /// The evaluation for a setting's board and number of seats.
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

    /// The value of a position to the owner, with `seat` to move.
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

    /// Returns the sets of cells that are the same for all seats.
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

    /// Calls `add` with the features of a seat's balls that are not 0.
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

    /// The balls of a seat that no run can ever reach from both sides: on each line through them
    /// they lie at an end, or beside another such ball.
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

    /// The features of every seat less their mean, for fitting the weights.
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

/// Sets of cells of a position that are the same for all seats.
struct View<S> {
    empty: S,
    /// Cells that touch an empty cell.
    beside: S,
    /// Cells that touch an empty corner.
    beside_corner: S,
    /// Empty cells that touch a ball.
    contact: S,
}

/// The cells of the official board, 8 × 8.
fn full_square<S: CellSet>() -> S {
    let cells = (0..8).flat_map(|rank| (0..8).filter_map(move |file| Cell::new(file, rank)));
    cells.fold(S::EMPTY, |set, cell| set | S::single(cell))
}

/// The kind of a cell of an 8 × 8 board: corner, b1, c1, d1, b2, c2, d2, c3, d3, d4, and their like.
fn kind_on_square(cell: Cell) -> usize {
    let fold = |n: usize| n.min(7 - n.min(7));
    let (a, b) = (fold(cell.file()), fold(cell.rank()));
    let (low, high) = (a.min(b), a.max(b));
    [[0, 1, 2, 3], [1, 4, 5, 6], [2, 5, 7, 8], [3, 6, 8, 9]][low][high]
}

/// The kind of a cell of any other board, named by its like on 8 × 8. Corners are cells that no
/// run can pass, edges those that some runs cannot.
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

/// The weights at a number of empty cells, between those of the nearest stages, times 16.
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
