//! Zobrist keys: one random number per feature of a position, combined by exclusive or.
//!
//! The numbers are this project's own (splitmix64 from a fixed seed, computed at compile time), so the keys are the
//! same on every machine and build. Opening books use Polyglot's numbers instead; shakmaty computes those keys, only
//! at the root.

use base::mixing::splitmix;
use shakmaty::{Color, Role, Square};

/// The keys that a [`Position`](super::Position) keeps up to date with every move.
///
/// Correction histories and pawn tables index by the partial keys; the transposition table and
/// the repetition test by the full one. The partial keys are kept per class of piece, so that
/// updating them needs no branch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    pub(super) full: u64,
    /// Keys of pawns, minor pieces, major pieces and kings.
    class: [u64; 4],
    /// Keys of Black's and White's pieces without pawns, then of Black's and White's pawns.
    side: [u64; 4],
}

/// Index into `Keys::class`, by role.
const CLASS: [u8; 8] = [0, 0, 1, 1, 2, 2, 3, 3];

impl Keys {
    /// Keys of an empty board, White to move.
    pub(super) const EMPTY: Keys = Keys {
        full: 0,
        class: [0; 4],
        side: [0; 4],
    };

    /// Updates the keys for a piece that is added to a square or removed from it.
    #[inline(always)]
    pub(super) fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.mix(
            color,
            role,
            PIECE[color as usize][role as usize & 7][square as usize],
        );
    }

    /// Updates the keys for a piece that moves from one square to another.
    #[inline(always)]
    pub(super) fn shift(&mut self, color: Color, role: Role, from: Square, to: Square) {
        let numbers = &PIECE[color as usize][role as usize & 7];
        self.mix(color, role, numbers[from as usize] ^ numbers[to as usize]);
    }

    /// Returns the full key after a piece has moved from one square to another, capturing `captured`, with the other
    /// side to move. Castling rights and the en-passant file are not updated.
    #[inline(always)]
    pub(super) fn full_after(
        &self,
        color: Color,
        role: Role,
        (from, to): (Square, Square),
        captured: Option<Role>,
    ) -> u64 {
        let own = &PIECE[color as usize][role as usize & 7];
        // The numbers of role 0 are zero, so "no capture" changes nothing.
        let enemy = &PIECE[color.other() as usize][captured.map_or(0, |role| role as usize & 7)];
        self.full ^ TURN ^ own[from as usize] ^ own[to as usize] ^ enemy[to as usize]
    }

    #[inline(always)]
    fn mix(&mut self, color: Color, role: Role, key: u64) {
        self.full ^= key;
        self.class[CLASS[role as usize & 7] as usize & 3] ^= key;
        self.side[color as usize | usize::from(role == Role::Pawn) << 1] ^= key;
    }

    /// Key of the pieces, the side to move, the castling rights and the file of a legal en-passant capture.
    #[inline(always)]
    pub const fn full(&self) -> u64 {
        self.full
    }

    /// Key of the pawns of both colours.
    #[inline(always)]
    pub const fn pawn(&self) -> u64 {
        self.class[0]
    }

    /// Key of the knights, bishops and kings of both colours.
    #[inline(always)]
    pub const fn minor(&self) -> u64 {
        self.class[1] ^ self.class[3]
    }

    /// Key of the rooks, queens and kings of both colours.
    #[inline(always)]
    pub const fn major(&self) -> u64 {
        self.class[2] ^ self.class[3]
    }

    /// Key of the pieces of one colour without its pawns.
    #[inline(always)]
    pub const fn non_pawn(&self, color: Color) -> u64 {
        self.side[color as usize]
    }
}

const fn splitmix64(state: &mut u64) -> u64 {
    let number = splitmix(*state);
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    number
}

struct Numbers {
    piece: [[[u64; 64]; 8]; 2],
    castling: [u64; 64],
    ep_file: [u64; 8],
    turn: u64,
}

const fn numbers() -> Numbers {
    let mut state = 0x0a7a_1a7a_2026_1120;
    let mut n = Numbers {
        piece: [[[0; 64]; 8]; 2],
        castling: [0; 64],
        ep_file: [0; 8],
        turn: splitmix64(&mut state),
    };
    let mut color = 0;
    while color < 2 {
        // Roles are numbered from 1 to 6; slots 0 and 7 only round the table up to a power of two.
        let mut role = 1;
        while role < 7 {
            let mut square = 0;
            while square < 64 {
                n.piece[color][role][square] = splitmix64(&mut state);
                square += 1;
            }
            role += 1;
        }
        color += 1;
    }
    let mut square = 0;
    while square < 64 {
        n.castling[square] = splitmix64(&mut state);
        square += 1;
    }
    let mut file = 0;
    while file < 8 {
        n.ep_file[file] = splitmix64(&mut state);
        file += 1;
    }
    n
}

static PIECE: [[[u64; 64]; 8]; 2] = numbers().piece;

/// Numbers of castling rights, by the square of the rook.
pub(super) static CASTLING: [u64; 64] = numbers().castling;

/// Numbers of en-passant files, by the file of the capture.
pub(super) static EP_FILE: [u64; 8] = numbers().ep_file;

/// Number that is included when Black is to move.
pub(super) const TURN: u64 = numbers().turn;
