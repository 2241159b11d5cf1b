//! The first layer of the network along a line of search: updated when an evaluation needs it, by the changes since the
//! last update.
//!
//! Each ply of the line stores the changes that its move has made on the board. An evaluation goes back to the last ply
//! that is up to date and applies the changes from there. If a king crosses the middle of the board or comes to another
//! king bucket, every input of its side's view changes; then the *refresh cache* helps: for each view it keeps the
//! board of the last refresh, and only the difference to that board is applied (the method is known as Finny tables).

use super::features::VIEWS;
use super::simd::Block;
use super::{Code, Network, View, side};
use arrayvec::ArrayVec;
use games::chess::{Bitboard, Color, Move, MoveKind, Position, Role, Square};
use std::sync::Arc;

/// Changes made by a move, and which views are up to date after it.
#[derive(Clone, Copy, Debug, Default)]
struct Ply {
    adds: [Code; 2],
    subs: [Code; 2],
    added: u8,
    removed: u8,
    ready: [bool; 2],
    /// For each view, true if the move has replaced it by another view.
    turned: [bool; 2],
    /// Number of null moves made since, which change nothing.
    nulls: u8,
}

/// The board of a view's last refresh.
#[derive(Clone, Copy)]
struct RefreshedBoard {
    colors: [Bitboard; 2],
    roles: [Bitboard; 6],
}

impl RefreshedBoard {
    /// Returns the code of the piece on a square; `None` if the square is empty.
    fn code(&self, square: Square) -> Option<Code> {
        let at = self.roles.iter().position(|role| role.contains(square))?;
        let color = Color::from_white(self.colors[Color::White as usize].contains(square));
        Some(Code::new(color, ROLES[at], square))
    }
}

const ROLES: [Role; 6] = Role::ALL;

/// The accumulators of the positions of a line of search.
pub struct Accumulators {
    network: Arc<Network>,
    /// The plies from the root; those after `top` are unused.
    plies: Vec<Ply>,
    /// The index of the present position in `plies`.
    top: usize,
    /// Accumulators of all plies, each with one row of `blocks` blocks for each side: indexed by `[ply][view][block]`.
    units: Vec<Block>,
    /// Boards of the last refreshes of all views, by [`View::number`].
    seen: [RefreshedBoard; VIEWS],
    /// Accumulators of the boards of `seen`, from which the next refresh of a view begins: `[view number][block]`.
    refreshed: Vec<Block>,
    blocks: usize,
}

impl Accumulators {
    /// Creates the accumulators, with memory for lines of `plies` plies. [`Accumulators::reset`] must be called before
    /// the first position.
    pub fn new(network: Arc<Network>, plies: usize) -> Accumulators {
        let blocks = network.kernels.blocks();
        let empty = RefreshedBoard {
            colors: [Bitboard::EMPTY; 2],
            roles: [Bitboard::EMPTY; 6],
        };
        let refreshed = network.bias.repeat(VIEWS);
        let mut accumulators = Accumulators {
            network,
            plies: vec![Ply::default(); plies + 1],
            top: 0,
            units: vec![Block::ZERO; 2 * blocks * (plies + 1)],
            seen: [empty; VIEWS],
            refreshed,
            blocks,
        };
        accumulators.reset();
        accumulators
    }

    /// Returns the network whose first layer the accumulators hold.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Starts a line: the next position evaluated, or moved from, is its root.
    pub fn reset(&mut self) {
        self.top = 0;
        self.plies[0] = Ply {
            turned: [true; 2],
            ..Ply::default()
        };
    }

    #[inline(always)]
    fn next(&mut self) -> &mut Ply {
        self.top += 1;
        if self.top == self.plies.len() {
            self.plies.push(Ply::default());
            let units = self.units.len() + 2 * self.blocks;
            self.units.resize(units, Block::ZERO);
        }
        &mut self.plies[self.top]
    }

    /// Records a legal move from a position. Costs little: the sums are computed at the next evaluation.
    #[inline]
    pub fn push(&mut self, position: &Position, m: Move) {
        let us = position.turn();
        let (from, to) = (m.from(), m.to());
        let Some(role) = position.role_at(from) else {
            debug_assert!(false, "{m:?} starts on an empty square");
            return self.push_null();
        };
        let mut ply = Ply {
            subs: [Code::new(us, role, from), Code::default()],
            removed: 1,
            added: 1,
            ..Ply::default()
        };
        match m.kind() {
            MoveKind::Normal | MoveKind::Promotion(_) => {
                let role_then = m.promoted().unwrap_or(role);
                ply.adds[0] = Code::new(us, role_then, to);
                if let Some(taken) = position.role_at(to) {
                    ply.subs[1] = Code::new(us.other(), taken, to);
                    ply.removed = 2;
                }
                if role == Role::King {
                    ply.turned[side(us)] = self.turns(us, from, to);
                }
            }
            MoveKind::EnPassant => {
                ply.adds[0] = Code::new(us, role, to);
                let pawn = Square::from_coords(to.file(), from.rank());
                ply.subs[1] = Code::new(us.other(), Role::Pawn, pawn);
                ply.removed = 2;
            }
            MoveKind::Castle => {
                let (king, rook) = m.castled();
                ply.adds = [Code::new(us, role, king), Code::new(us, Role::Rook, rook)];
                ply.subs[1] = Code::new(us, Role::Rook, to);
                ply.added = 2;
                ply.removed = 2;
                ply.turned[side(us)] = self.turns(us, from, king);
            }
        }
        *self.next() = ply;
    }

    /// Returns true if a king's step changes its side's view.
    #[inline(always)]
    fn turns(&self, color: Color, from: Square, to: Square) -> bool {
        let view = |king| View::new(color, king, self.network.king_buckets);
        view(from) != view(to)
    }

    /// Records a null move.
    #[inline]
    pub fn push_null(&mut self) {
        self.plies[self.top].nulls += 1;
    }

    /// Takes back the last move.
    ///
    /// # Panics
    /// In debug builds, if the position is the root.
    #[inline(always)]
    pub fn pop(&mut self) {
        let nulls = &mut self.plies[self.top].nulls;
        if *nulls > 0 {
            *nulls -= 1;
            return;
        }
        debug_assert!(self.top > 0, "nothing to take back");
        self.top = self.top.saturating_sub(1);
    }

    /// Returns the evaluation in centipawns from the side to move. `position` must be the one to which the moves have
    /// led.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        self.update(position, Color::White);
        self.update(position, Color::Black);
        let own = self.row(self.top, position.turn());
        let opponent = self.row(self.top, position.turn().other());
        let pieces = position.occupied().count();
        let row = |start: usize| &self.units[start..start + self.blocks];
        self.network.output(row(own), row(opponent), pieces)
    }

    /// Returns the index in `units` at which the blocks of a view begin.
    #[inline(always)]
    fn row(&self, ply: usize, color: Color) -> usize {
        (2 * ply + side(color)) * self.blocks
    }

    /// Brings a view of the present position up to date.
    fn update(&mut self, position: &Position, color: Color) {
        let side = side(color);
        let mut ply = self.top;
        while !self.plies[ply].ready[side] {
            if self.plies[ply].turned[side] {
                return self.refresh(position, color);
            }
            ply -= 1;
        }
        // No king move since has changed the view, so the king's present square gives the view of all these plies.
        let view = View::of(position, color, self.network.king_buckets);
        while ply < self.top {
            ply += 1;
            let Ply {
                adds,
                subs,
                added,
                removed,
                ..
            } = self.plies[ply];
            let adds = adds.map(|code| view.input(code));
            let subs = subs.map(|code| view.input(code));
            let (before, here) = (self.row(ply - 1, color), self.row(ply, color));
            let (done, rest) = self.units.split_at_mut(here);
            self.network.kernels.apply(
                &self.network.rows,
                &done[before..before + self.blocks],
                &mut rest[..self.blocks],
                &adds[..usize::from(added)],
                &subs[..usize::from(removed)],
            );
            self.plies[ply].ready[side] = true;
        }
    }

    /// Brings a view of the present position up to date from the board of its last refresh.
    fn refresh(&mut self, position: &Position, color: Color) {
        let view = View::of(position, color, self.network.king_buckets);
        let seen = &mut self.seen[view.number()];
        let now = RefreshedBoard {
            colors: [Color::Black, Color::White].map(|color| position.color(color)),
            roles: ROLES.map(|role| position.role(role)),
        };
        // Usually few squares differ.
        let mut changed = Bitboard::EMPTY;
        for (old, new) in seen.colors.iter().zip(&now.colors) {
            changed |= *old ^ *new;
        }
        for (old, new) in seen.roles.iter().zip(&now.roles) {
            changed |= *old ^ *new;
        }
        let mut adds = ArrayVec::<u16, 64>::new();
        let mut subs = ArrayVec::<u16, 64>::new();
        for square in changed {
            adds.extend(now.code(square).map(|code| view.input(code)));
            subs.extend(seen.code(square).map(|code| view.input(code)));
        }
        *seen = now;
        debug_assert!(
            adds.iter()
                .chain(&subs)
                .all(|i| usize::from(*i) * self.blocks < self.network.rows.len())
        );
        let here = self.row(self.top, color);
        let cached = view.number() * self.blocks;
        let cached = &mut self.refreshed[cached..cached + self.blocks];
        let target = &mut self.units[here..here + self.blocks];
        let rows = &self.network.rows;
        self.network
            .kernels
            .apply(rows, cached, target, &adds, &subs);
        cached.copy_from_slice(target);
        self.plies[self.top].ready[side(color)] = true;
    }
}
