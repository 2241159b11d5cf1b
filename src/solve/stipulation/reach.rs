//! Tables of the number of moves that a man needs, on an empty board, to stand on a square or to guard the squares
//! around a king.
//!
//! All numbers are lower bounds: other men can only make a man slower. Squares are numbered from the view of the side
//! that mates, whose pawns move up. A *field* is a king's square and those next to it, as a set of nine bits.

use games::chess::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, ray, rook_attacks,
};
use games::chess::{Bitboard, Color, Square};
use std::sync::{LazyLock, OnceLock};

/// Index of a kind of man: pieces by role, and pawns by the greatest number of captures that they can make.
pub(super) type Kind = usize;
pub(super) const KNIGHT: Kind = 0;
pub(super) const BISHOP: Kind = 1;
pub(super) const ROOK: Kind = 2;
pub(super) const QUEEN: Kind = 3;
pub(super) const KING: Kind = 4;
/// The first kind of pawn, which cannot capture; then follow those that can capture once, twice, and any number of
/// times.
pub(super) const PAWN: Kind = 5;
pub(super) const MOST_CAPTURES: usize = 3;
const KINDS: usize = PAWN + MOST_CAPTURES + 1;

/// Bit of the king's own square in a field.
pub(super) const CENTRE: u16 = 1 << 4;
/// Bit beside those of a field: the two kings must not stand next to each other.
pub(super) const APART: u16 = 1 << 9;

/// Bit beside those of a field: a man stands on a line to the king behind another man, which it may pin.
pub(super) const PINS: u16 = 1 << 10;

/// Number of moves that stands for "impossible".
const NEVER: u8 = u8::MAX;
/// The greatest number of moves that a [`Way`] can store; greater numbers are stored as this one.
const MOST_MOVES: u8 = 7;

/// Squares of a field that a man guards after a number of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way(u16);

impl Way {
    fn new(moves: u8, guards: u16) -> Way {
        Way(u16::from(moves.min(MOST_MOVES)) << 12 | guards)
    }

    /// Returns the number of moves that it takes, at least one.
    #[inline(always)]
    pub(super) fn moves(self) -> u32 {
        u32::from(self.0 >> 12)
    }

    /// Returns the squares that are guarded then.
    #[inline(always)]
    pub(super) fn guards(self) -> u16 {
        self.0 & 0xfff
    }
}

/// Number of moves of a man, its kind after them, and the square to which it comes.
type Arrival = (u8, u8, u8);

type Table<T> = Vec<[T; 64]>;

/// The tables of the numbers of moves.
pub(super) struct Reach {
    /// By kind (up to [`KING`]) and square: moves to every square; two to its own square.
    moves: Table<u8>,
    /// By kind and square: moves of a man of the mated side to every square, whether promoted or not.
    blocks: Table<u8>,
    /// By kind and square: the squares from which a man of the mated side comes there in at most so many moves, by
    /// their number.
    near: Vec<[u64; MOST_MOVES as usize + 1]>,
    /// By kind and square: the squares that a man guards in the field of each king.
    guards: Table<u16>,
    /// The same as `guards` for a man that does not attack the king: if it would, another man stands in between.
    quiet: Table<u16>,
    /// By square of a king: the squares of its field that are on the board.
    fields: [u16; 64],
    /// By squares of a king and of a man: the bit of the man's square in the king's field, without the king's own
    /// square.
    beside: Table<u16>,
    /// By kind, square and king, computed when first needed: the ways of men, and the ways of men that do not attack
    /// the king.
    ways: [Vec<OnceLock<Box<[Way]>>>; 2],
    /// By kind and square: the squares that a man can reach, the nearest first.
    arrivals: Vec<OnceLock<Box<[Arrival]>>>,
}

pub(super) static REACH: LazyLock<Reach> = LazyLock::new(Reach::new);

fn at(kind: Kind, square: usize) -> usize {
    kind * 64 + square
}

fn square(index: usize) -> Square {
    Square::new(index as u32)
}

fn apart(a: usize, b: usize) -> u32 {
    square(a).distance(square(b))
}

/// Returns the squares of the field of a king that are in `set`.
fn within(king: usize, set: Bitboard) -> u16 {
    compress(king, set & king_area(king))
}

/// Returns the square of a king and those next to it.
fn king_area(king: usize) -> Bitboard {
    king_attacks(square(king)) | Bitboard(1 << king)
}

/// Returns a set of squares of a king's area as bits of its field; other squares of the set may appear, too.
#[inline(always)]
fn compress(king: usize, set: Bitboard) -> u16 {
    // The three ranks of the field, from its lowest square on.
    let rows = set.0.rotate_right(king as u32 + 64 - 9);
    (rows & 7 | rows >> 5 & 0o70 | rows >> 10 & 0o700) as u16
}

/// Returns the square that a bit stands for in the field of a king.
#[inline(always)]
pub(super) fn square_of(king: usize, bit: u16) -> usize {
    let index = bit.trailing_zeros() as usize;
    king + index % 3 + 8 * (index / 3) - 9
}

/// Returns the squares that a man attacks on an empty board; a pawn attacks upwards.
fn attacks(kind: Kind, from: usize) -> Bitboard {
    let from = square(from);
    let diagonal = bishop_attacks(from, Bitboard::EMPTY);
    let straight = rook_attacks(from, Bitboard::EMPTY);
    match kind {
        KNIGHT => knight_attacks(from),
        BISHOP => diagonal,
        ROOK => straight,
        QUEEN => diagonal | straight,
        KING => king_attacks(from),
        _ => pawn_attacks(Color::White, from),
    }
}

/// Returns the part of the field of a king that a man on `from` guards.
fn guards(kind: Kind, from: usize, king: usize) -> u16 {
    if from == king {
        return 0;
    }
    let field = within(king, attacks(kind, from));
    match kind {
        KING if apart(from, king) < 2 => 0,
        KING => field | APART,
        _ => field,
    }
}

/// Returns the part that a man guards if it does not attack the king: nothing if it certainly does, else without the
/// squares on its line to the king that are not between the two.
fn quiet(kind: Kind, from: usize, king: usize) -> u16 {
    let field = guards(kind, from, king);
    if field & CENTRE == 0 {
        return field;
    }
    if !matches!(kind, BISHOP | ROOK | QUEEN) || apart(from, king) < 2 {
        return 0;
    }
    let line = ray(square(from), square(king));
    let front = between(kind, from, king);
    field & !within(king, line & !Bitboard(front)) | PINS
}

/// Returns the squares between a man and a king that it attacks.
pub(super) fn between(kind: Kind, from: usize, king: usize) -> u64 {
    match kind {
        BISHOP | ROOK | QUEEN => games::chess::attacks::between(square(from), square(king)).0,
        _ => 0,
    }
}

/// Conditions for a man to go from one square to another in a single move.
pub(super) struct Step {
    /// Squares that must be empty.
    pub(super) clear: u64,
    /// True if there must be a man to capture.
    pub(super) captures: bool,
}

/// Returns the least number of moves that a pawn, which moves up, needs to a square with at most `captures` captures;
/// [`NEVER`] if it cannot reach it. On the last rank it has been promoted.
fn pawn_moves(captures: usize, from: usize, to: usize) -> u8 {
    let files = (from % 8).abs_diff(to % 8);
    let (low, high) = (from / 8, to / 8);
    if files > captures || high <= low || files > high - low {
        return NEVER;
    }
    let ranks = high - low;
    // Unless all moves are captures, the first one can be a double step.
    let double = low == 1 && ranks >= 2 && files <= ranks - 2;
    (ranks - usize::from(double)) as u8
}

impl Reach {
    fn new() -> Reach {
        let mut moves = vec![[NEVER; 64]; PAWN * 64];
        for (index, row) in moves.iter_mut().enumerate() {
            let (kind, from) = (index / 64, index % 64);
            let mut seen = Bitboard::from_square(square(from));
            let mut new = seen;
            for count in 1..=MOST_MOVES {
                let next = new.into_iter().fold(Bitboard::EMPTY, |all, from| {
                    all | attacks(kind, from as usize)
                });
                new = next & !seen;
                seen |= new;
                for to in new {
                    row[to as usize] = count;
                }
            }
            row[from] = 2;
        }
        let table = |of: fn(Kind, usize, usize) -> u16| -> Table<u16> {
            let row = |index| std::array::from_fn(|king| of(index / 64, index % 64, king));
            (0..(PAWN + 1) * 64).map(row).collect()
        };
        let mut reach = Reach {
            moves,
            blocks: Vec::new(),
            near: Vec::new(),
            guards: table(guards),
            quiet: table(quiet),
            fields: std::array::from_fn(|king| within(king, Bitboard::FULL)),
            beside: (0..64)
                .map(|king| {
                    std::array::from_fn(|from| {
                        within(king, Bitboard::from_square(square(from))) & !CENTRE
                    })
                })
                .collect(),
            ways: [(); 2].map(|()| (0..KINDS * 64 * 64).map(|_| OnceLock::new()).collect()),
            arrivals: (0..KINDS * 64).map(|_| OnceLock::new()).collect(),
        };
        reach.blocks = reach.moves[..KING * 64].to_vec();
        // Kings cannot block squares for themselves.
        reach.blocks.extend([[NEVER; 64]; 64]);
        for captures in 0..=MOST_CAPTURES {
            for from in 0..64 {
                let row = reach.pawn_blocks(captures, from);
                reach.blocks.push(row);
            }
        }
        reach.near = vec![[0; MOST_MOVES as usize + 1]; KINDS * 64];
        for (index, row) in reach.blocks.iter().enumerate() {
            let (kind, from) = (index / 64, index % 64);
            for (to, &least) in row.iter().enumerate() {
                let near = &mut reach.near[at(kind, to)];
                near.iter_mut()
                    .skip(usize::from(least))
                    .for_each(|near| *near |= 1 << from);
            }
        }
        reach
    }

    /// Returns the least number of moves that a pawn of the mated side, which moves down, needs to every square with at
    /// most `captures` captures, perhaps promoted on the way; [`NEVER`] for squares that it cannot reach.
    fn pawn_blocks(&self, captures: usize, from: usize) -> [u8; 64] {
        let mut row = [NEVER; 64];
        let up = |square: usize| square ^ 56;
        for (to, least) in row.iter_mut().enumerate().skip(8) {
            *least = pawn_moves(captures, up(from), up(to));
        }
        for first in 0..8 {
            let before = pawn_moves(captures, up(from), up(first));
            if before == NEVER {
                continue;
            }
            row[first] = row[first].min(before);
            for kind in [QUEEN, KNIGHT] {
                for (to, least) in row.iter_mut().enumerate() {
                    *least = (*least).min(before.saturating_add(self.moves[at(kind, first)][to]));
                }
            }
        }
        row
    }

    /// Returns the single move of a man to a square, if there is one.
    pub(super) fn step(&self, kind: Kind, from: usize, to: usize) -> Option<Step> {
        if kind < PAWN {
            let is_one = self.moves[at(kind, from)][to] == 1;
            return is_one.then(|| Step {
                clear: between(kind, from, to),
                captures: false,
            });
        }
        let is_one = pawn_moves(kind - PAWN, from, to) == 1;
        let captures = from % 8 != to % 8;
        is_one.then(|| Step {
            clear: if captures {
                0
            } else {
                between(ROOK, from, to) | 1 << to
            },
            captures,
        })
    }

    /// Returns the squares of the field of a king.
    #[inline(always)]
    pub(super) fn field(&self, king: usize) -> u16 {
        self.fields[king]
    }

    /// Returns the squares of the field of the king on `king` that a man on `from` guards on an empty board, as bits;
    /// with [`APART`] if the man is a king.
    #[inline(always)]
    pub(super) fn guards(&self, kind: Kind, from: usize, king: usize) -> u16 {
        self.guards[at(kind.min(PAWN), from)][king]
    }

    /// Returns the part of the field of a king that a man guards which does not move. If it attacks the king, it does
    /// so from afar: another man, the last that moved, has left the line.
    #[inline(always)]
    pub(super) fn stands(&self, kind: Kind, from: usize, king: usize) -> u16 {
        let field = self.guards(kind, from, king);
        if field & CENTRE != 0 && self.quiet(kind, from, king) == 0 {
            field & !CENTRE
        } else {
            field
        }
    }

    /// Returns the part of the field of a king that a man guards which does not attack the king, with [`PINS`] if
    /// another man must stand in between; nothing if the man attacks the king from an adjacent square.
    #[inline(always)]
    pub(super) fn quiet(&self, kind: Kind, from: usize, king: usize) -> u16 {
        self.quiet[at(kind.min(PAWN), from)][king]
    }

    /// Returns the bit of a square next to a king in its field, for a man of the mated side; 0 for other squares.
    #[inline(always)]
    pub(super) fn beside(&self, from: usize, king: usize) -> u16 {
        self.beside[king][from]
    }

    /// Returns the squares of the field of a king that are in `set`.
    #[inline(always)]
    pub(super) fn compress(&self, king: usize, set: Bitboard) -> u16 {
        compress(king, set) & self.fields[king]
    }

    /// Returns the number of moves that a king needs from one square to another; 0 if they are the same.
    #[inline(always)]
    pub(super) fn king_moves(&self, from: usize, to: usize) -> u32 {
        if from == to {
            0
        } else {
            u32::from(self.moves[at(KING, from)][to])
        }
    }

    /// Returns the least number of moves that a man of the mated side needs to another square, perhaps promoted on the
    /// way; [`NEVER`] if it cannot reach it. A king counts as unable to, as it cannot block its own squares.
    #[inline(always)]
    pub(super) fn blocks(&self, kind: Kind, from: usize, to: usize) -> u32 {
        u32::from(self.blocks[at(kind, from)][to])
    }

    /// Returns the squares from which a man of the mated side may come to a square in at most `moves` moves.
    #[inline(always)]
    pub(super) fn near(&self, kind: Kind, to: usize, moves: u32) -> Bitboard {
        match moves.min(u32::from(MOST_MOVES)) {
            // Greater numbers of moves are not counted.
            most if most < u32::from(MOST_MOVES) => {
                Bitboard(self.near[at(kind, to)][most as usize])
            }
            _ => Bitboard::FULL,
        }
    }

    /// Returns the ways of a man to guard squares of the field of a king by moving, the shortest first; if `quiet`,
    /// those in which it does not attack the king. Ways that guard no more than another way, and no sooner, are left
    /// out.
    #[inline(always)]
    pub(super) fn ways(&self, quiet: bool, kind: Kind, from: usize, king: usize) -> &[Way] {
        self.ways[usize::from(quiet)][at(kind, from) * 64 + king]
            .get_or_init(|| self.find_ways(quiet, kind, from, king))
    }

    /// Returns the squares that a man can reach in at most `most` moves, but at least one, the nearest first: the
    /// number of moves, the man's kind then, and the square. A pawn may have been promoted to anything.
    #[inline(always)]
    pub(super) fn arrivals(
        &self,
        kind: Kind,
        from: usize,
        most: u32,
    ) -> impl Iterator<Item = (u32, Kind, usize)> {
        let all = self.arrivals[at(kind, from)].get_or_init(|| self.find_arrivals(kind, from));
        let wide =
            |&(moves, kind, to): &Arrival| (u32::from(moves), Kind::from(kind), usize::from(to));
        all.iter()
            .map(wide)
            .take_while(move |&(moves, ..)| moves <= most)
    }

    fn find_arrivals(&self, kind: Kind, from: usize) -> Box<[Arrival]> {
        let mut all = Vec::new();
        let mut add = |moves: u8, kind: Kind, to: usize| {
            if moves != NEVER {
                all.push((moves.min(MOST_MOVES), kind as u8, to as u8));
            }
        };
        if kind < PAWN {
            for to in 0..64 {
                add(self.moves[at(kind, from)][to], kind, to);
            }
        } else {
            for to in 0..56 {
                add(pawn_moves(kind - PAWN, from, to), PAWN, to);
            }
            for role in [KNIGHT, BISHOP, ROOK, QUEEN] {
                let mut row = [NEVER; 64];
                for last in 56..64 {
                    let before = pawn_moves(kind - PAWN, from, last);
                    for (to, least) in row.iter_mut().enumerate() {
                        let after = if to == last {
                            0
                        } else {
                            self.moves[at(role, last)][to]
                        };
                        *least = (*least).min(before.saturating_add(after));
                    }
                }
                for (to, least) in row.into_iter().enumerate() {
                    add(least, role, to);
                }
            }
        }
        all.sort_unstable();
        all.into_boxed_slice()
    }

    #[cold]
    fn find_ways(&self, quiet: bool, kind: Kind, from: usize, king: usize) -> Box<[Way]> {
        let guarded = |kind, to| {
            if quiet {
                self.quiet(kind, to, king)
            } else {
                self.guards(kind, to, king)
            }
        };
        let all = self.arrivals(kind, from, u32::from(MOST_MOVES));
        let all = all.map(|(moves, kind, to)| (moves as u8, guarded(kind, to)));
        let mut all: Vec<(u8, u16)> = all.filter(|&(_, guarded)| guarded != 0).collect();
        // Among equally quick ways, the one that guards most comes first.
        all.sort_unstable_by_key(|&(moves, guarded)| {
            (moves, u16::MAX - guarded.count_ones() as u16, guarded)
        });
        let mut best: Vec<(u8, u16)> = Vec::new();
        for (moves, guarded) in all {
            if best.iter().all(|&(_, other)| guarded & !other != 0) {
                best.push((moves, guarded));
            }
        }
        best.into_iter()
            .map(|(moves, guarded)| Way::new(moves, guarded))
            .collect()
    }
}

#[cfg(test)]
mod tests;
