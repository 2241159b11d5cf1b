//! The features that the classical evaluation counts, each with a weight for the middlegame and
//! one for the endgame.
//!
//! A feature is an index into one flat table of weights. Groups of features follow one another; [`GROUPS`] lists them
//! for printing and tuning.

use games::chess::{Color, Square};

macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident: $len:expr;)*) => {
        groups!(@offsets 0; $($(#[$doc])* $name: $len;)*);
        /// Every group: its name, its first index and its length.
        pub const GROUPS: &[(&str, usize, usize)] = &[$((stringify!($name), $name, $len)),*];
    };
    (@offsets $start:expr;) => {
        /// Number of features.
        pub const COUNT: usize = $start;
    };
    (@offsets $start:expr; $(#[$doc:meta])* $name:ident: $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: usize = $start;
        groups!(@offsets $start + $len; $($rest)*);
    };
}

groups! {
    /// Material, by role from pawn to queen.
    MATERIAL: 5;
    /// Square of a piece, by role from pawn to king, then by square of half a board; see [`half_board`].
    PIECE_SQUARE: 6 * 32;
    /// Knight, by number of safe squares attacked.
    KNIGHT_MOBILITY: 9;
    /// Bishop, by number of safe squares attacked.
    BISHOP_MOBILITY: 14;
    /// Rook, by number of safe squares attacked.
    ROOK_MOBILITY: 15;
    /// Queen, by number of safe squares attacked.
    QUEEN_MOBILITY: 28;
    /// Two bishops or more.
    BISHOP_PAIR: 1;
    /// A bishop, for each own pawn on squares of its colour.
    BISHOP_PAWNS: 1;
    /// A knight or bishop on a square that a pawn defends and no enemy pawn can ever attack.
    OUTPOST: 2;
    /// A rook on a file without pawns, or without own pawns.
    ROOK_FILE: 2;
    /// A rook on the seventh rank.
    ROOK_SEVENTH: 1;
    /// A passed pawn, by rank.
    PASSED: 8;
    /// A passed pawn whose next square is free, by rank.
    PASSED_FREE: 8;
    /// A passed pawn on the fourth rank or further, by distance of its own king to its next square.
    PASSED_OWN_KING: 8;
    /// A passed pawn on the fourth rank or further, by distance of the enemy king to its next square.
    PASSED_ENEMY_KING: 8;
    /// A pawn without own pawns on the neighbouring files.
    ISOLATED: 1;
    /// A pawn with an own pawn in front of it.
    DOUBLED: 1;
    /// A pawn that no pawn can support and whose next square a pawn attacks.
    BACKWARD: 1;
    /// A pawn beside another, by rank.
    PHALANX: 8;
    /// A pawn that a pawn defends, by rank.
    SUPPORTED: 8;
    /// The nearest own pawn on the king's file, by ranks in front of the king (0: none).
    SHELTER_KING_FILE: 8;
    /// The nearest own pawn on a file next to the king's, by ranks in front of the king (0: none).
    SHELTER_NEXT_FILE: 8;
    /// The nearest enemy pawn on the king's file or a neighbouring one, by ranks in front of the king (0: none).
    STORM: 8;
    /// Pressure on the enemy king, in attack units.
    KING_DANGER: 40;
    /// A knight, bishop, rook or queen that an enemy pawn attacks.
    PAWN_THREAT: 4;
    /// A rook or queen that an enemy minor piece attacks.
    MINOR_THREAT: 2;
    /// A queen that an enemy rook attacks.
    ROOK_THREAT: 1;
    /// A pawn or piece (pawn, minor, rook, queen) attacked and not defended.
    HANGING: 4;
    /// The right to move.
    TEMPO: 1;
}

/// Returns the index of a square on half a board, as `color` sees it: squares on the files e to h are mirrored to d to
/// a, so that the table has half as many weights to be learned.
#[inline(always)]
pub fn half_board(square: Square, color: Color) -> usize {
    let square = square as usize ^ color.fold_wb(0, 56);
    let file = square & 7;
    (square >> 3) * 4 + file.min(7 - file)
}
