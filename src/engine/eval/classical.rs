//! The classical evaluation: a weighted count of features, blended between middlegame and endgame
//! by the material left.
//!
//! Every term is linear in its weight, so one pass serves two purposes: [`evaluate`] sums the
//! weights, and [`trace`] lists the counted features for printing and tuning.

use super::features::*;
use super::pawns::{
    PawnTable, beside, count_passed, count_pawns_and_kings, front_fill, relative_rank,
};
use super::weights::WEIGHTS;
use games::chess::attacks::{
    bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use games::chess::{Bitboard, Color, Position, Role, Square, pawn_attack_set};

/// Middlegame and endgame value packed in one number, the endgame value in the high half. It has 64 bits because
/// positions with dozens of queens would overflow 16 bits for each value.
pub(super) type Packed = i64;

const fn pack(middlegame: i16, endgame: i16) -> Packed {
    ((endgame as i64) << 32) + middlegame as i64
}

/// Returns the middlegame and endgame value of a packed sum.
#[inline(always)]
const fn unpack(packed: Packed) -> (i32, i32) {
    let middlegame = packed as i32;
    let endgame = (packed - middlegame as i64) >> 32;
    (middlegame, endgame as i32)
}

static PACKED: [Packed; COUNT] = {
    let mut table = [0; COUNT];
    let mut index = 0;
    while index < COUNT {
        table[index] = pack(WEIGHTS[index].0, WEIGHTS[index].1);
        index += 1;
    }
    table
};

/// Returns the weights in use, by feature: middlegame and endgame, in centipawns.
pub fn weights() -> &'static [(i16, i16)] {
    &WEIGHTS
}

/// Receiver of counted features: positive counts for White, negative for Black.
pub(super) trait Tally {
    fn add(&mut self, feature: usize, count: i32);
}

pub(super) struct Sum(pub Packed);

impl Tally for Sum {
    #[inline(always)]
    fn add(&mut self, feature: usize, count: i32) {
        self.0 += PACKED[feature] * i64::from(count);
    }
}

/// The features of a position, as `(index, count)`; counts are positive for White, negative for Black.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Features and their counts, in the order of counting.
    pub features: Vec<(usize, i32)>,
}

impl Tally for Trace {
    fn add(&mut self, feature: usize, count: i32) {
        self.features.push((feature, count));
    }
}

/// The greatest game phase: that of all pieces on the board.
pub const MAX_PHASE: i32 = 24;

/// Returns the game phase, a measure of the pieces left: [`MAX_PHASE`] at the start, 0 with pawns only.
pub fn phase(position: &Position) -> i32 {
    let weights = [
        (Role::Knight, 1),
        (Role::Bishop, 1),
        (Role::Rook, 2),
        (Role::Queen, 4),
    ];
    let phase: i32 = weights
        .iter()
        .map(|(role, weight)| position.role(*role).count() as i32 * weight)
        .sum();
    phase.min(MAX_PHASE)
}

/// The greatest result of [`scale`]: the endgame score counts in full.
pub const FULL_SCALE: i32 = 64;

/// Returns the share of one side's endgame advantage that can be turned into a win, in 1/64.
pub fn scale(position: &Position, stronger: Color) -> i32 {
    let pawns = position.pieces(stronger, Role::Pawn);
    let value = |color| -> i32 {
        let count = |role| position.pieces(color, role).count() as i32;
        3 * (count(Role::Knight) + count(Role::Bishop))
            + 5 * count(Role::Rook)
            + 9 * count(Role::Queen)
    };
    let weaker = stronger.other();
    if pawns.is_empty() {
        let surplus = value(stronger) - value(weaker);
        if surplus <= 3 {
            // Without pawns, an advantage of no more than a minor piece does not win.
            return if value(stronger) <= 3 { 2 } else { 10 };
        }
        let knights_only = position.pieces(stronger, Role::Knight).count() == 2
            && value(stronger) == 6
            && position.pieces(weaker, Role::Pawn).is_empty();
        if knights_only {
            return 0;
        }
    }
    let bishops = |color| position.pieces(color, Role::Bishop);
    let one_each = bishops(stronger)
        .single_square()
        .zip(bishops(weaker).single_square());
    if one_each.is_some_and(|(a, b)| a.is_light() != b.is_light()) {
        let bare = value(stronger) == 3 && value(weaker) == 3;
        return if bare {
            (16 + 5 * pawns.count() as i32).min(FULL_SCALE)
        } else {
            52
        };
    }
    (42 + 6 * pawns.count() as i32).min(FULL_SCALE)
}

/// Returns the evaluation in centipawns from the side to move.
pub fn evaluate(position: &Position) -> i32 {
    let mut sum = Sum(0);
    count(position, &mut sum, count_pawns_and_kings);
    finish(position, sum)
}

/// Returns the same as [`evaluate`], using a table of the counts of pawns and kings, which is filled meanwhile.
pub fn evaluate_with(position: &Position, table: &mut PawnTable) -> i32 {
    let mut sum = Sum(0);
    count(position, &mut sum, |position, pawns, attacks, sum| {
        table.look_up(position, pawns, attacks, sum)
    });
    finish(position, sum)
}

fn finish(position: &Position, sum: Sum) -> i32 {
    let white = blend(position, unpack(sum.0));
    position.turn().fold_wb(white, -white)
}

/// Blends middlegame and endgame sums, from White's side, into one number of centipawns by the game phase.
fn blend(position: &Position, (middlegame, endgame): (i32, i32)) -> i32 {
    let stronger = Color::from_white(endgame > 0);
    let endgame = endgame * scale(position, stronger) / FULL_SCALE;
    let phase = phase(position);
    (middlegame * phase + endgame * (MAX_PHASE - phase)) / MAX_PHASE
}

/// Returns the features that [`evaluate`] counts in a position.
pub fn trace(position: &Position) -> Trace {
    let mut trace = Trace::default();
    count(position, &mut trace, count_pawns_and_kings);
    trace
}

impl Trace {
    /// Returns the sum of the `len` features from the index `first` on, in centipawns for middlegame and endgame, from
    /// White's side.
    pub fn group(&self, first: usize, len: usize) -> (i32, i32) {
        let inside = self
            .features
            .iter()
            .filter(|(f, _)| (first..first + len).contains(f));
        inside.fold((0, 0), |(mg, eg), (feature, count)| {
            let (a, b) = WEIGHTS[*feature];
            (mg + i32::from(a) * count, eg + i32::from(b) * count)
        })
    }
}

/// Squares that one side attacks, by kind of piece.
struct Attacks {
    pawns: Bitboard,
    minors: Bitboard,
    rooks: Bitboard,
    all: Bitboard,
}

/// Counts all features. `pawns_and_kings` counts those that depend on pawns and kings alone, and returns the passed
/// pawns.
#[inline(always)]
fn count<T: Tally>(
    position: &Position,
    tally: &mut T,
    pawns_and_kings: impl FnOnce(&Position, &[Bitboard; 2], &[Bitboard; 2], &mut T) -> Bitboard,
) {
    let pawns = [Color::Black, Color::White].map(|color| position.pieces(color, Role::Pawn));
    let pawn_attacks = [
        pawn_attack_set(pawns[0], Color::Black),
        pawn_attack_set(pawns[1], Color::White),
    ];
    let passed = pawns_and_kings(position, &pawns, &pawn_attacks, tally);
    count_passed(position, passed, tally);
    let white = count_side(position, Color::White, &pawns, &pawn_attacks, tally);
    let black = count_side(position, Color::Black, &pawns, &pawn_attacks, tally);
    count_threats(position, Color::White, &white, &black, tally);
    count_threats(position, Color::Black, &black, &white, tally);
    tally.add(TEMPO, position.turn().fold_wb(1, -1));
}

#[inline(always)]
fn count_side(
    position: &Position,
    us: Color,
    pawns: &[Bitboard; 2],
    pawn_attacks: &[Bitboard; 2],
    tally: &mut impl Tally,
) -> Attacks {
    let them = us.other();
    let sign = us.fold_wb(1, -1);
    let own_pawns = pawns[us as usize];
    let enemy_pawns = pawns[them as usize];
    let enemy_cover = pawn_attacks[them as usize];
    // Squares that an enemy pawn attacks or may come to attack.
    let enemy_reach = {
        let files = beside(enemy_pawns);
        enemy_cover | front_fill(files, them)
    };
    let occupied = position.occupied();
    let king = position.king(us);
    let enemy_king = position.king(them);
    let zone = king_attacks(enemy_king) | Bitboard::from_square(enemy_king);
    let wide_zone = zone | zone.shift(them.fold_wb(8, -8));

    let mut attacks = Attacks {
        pawns: pawn_attacks[us as usize],
        minors: Bitboard::EMPTY,
        rooks: Bitboard::EMPTY,
        all: pawn_attacks[us as usize] | king_attacks(king),
    };
    let checks_straight = rook_attacks(enemy_king, occupied);
    let checks_diagonal = bishop_attacks(enemy_king, occupied);
    let mut danger = 0;
    let mut attackers = 0;

    let blocked = own_pawns & occupied.shift(us.fold_wb(-8, 8));
    let area = !(enemy_cover | blocked | king);
    let queens = position.role(Role::Queen);
    let own_queens = position.pieces(us, Role::Queen);
    let xray_diagonal = occupied & !queens;
    let xray_straight = occupied & !(own_queens | position.pieces(us, Role::Rook));

    tally.add(PIECE_SQUARE + 5 * 32 + half_board(king, us), sign);
    for square in position.color(us) & !own_pawns & !Bitboard::from_square(king) {
        let Some(role) = position.role_at(square) else {
            continue;
        };
        tally.add(MATERIAL + role as usize - 1, sign);
        tally.add(
            PIECE_SQUARE + (role as usize - 1) * 32 + half_board(square, us),
            sign,
        );
        let (reached, mobility, unit, checks) = match role {
            Role::Knight => (
                knight_attacks(square),
                KNIGHT_MOBILITY,
                2,
                knight_attacks(enemy_king),
            ),
            Role::Bishop => (
                bishop_attacks(square, xray_diagonal),
                BISHOP_MOBILITY,
                2,
                checks_diagonal,
            ),
            Role::Rook => (
                rook_attacks(square, xray_straight),
                ROOK_MOBILITY,
                3,
                checks_straight,
            ),
            _ => (
                queen_attacks(square, occupied),
                QUEEN_MOBILITY,
                4,
                checks_straight | checks_diagonal,
            ),
        };
        tally.add(mobility + (reached & area).count(), sign);
        if (reached & wide_zone).any() {
            attackers += 1;
            danger += unit + (reached & zone & !enemy_cover).count() as i32;
        }
        danger += 2 * i32::from((reached & checks & !position.color(us) & !enemy_cover).any());
        attacks.all |= reached;
        match role {
            Role::Rook => {
                attacks.rooks |= reached;
                count_rook(us, square, own_pawns, enemy_pawns, tally);
            }
            Role::Knight | Role::Bishop => {
                attacks.minors |= reached;
                let outpost = pawn_attacks[us as usize].contains(square)
                    && !enemy_reach.contains(square)
                    && relative_rank(square, us) >= 3;
                if outpost {
                    tally.add(OUTPOST + usize::from(role == Role::Bishop), sign);
                }
                if role == Role::Bishop {
                    let same = if square.is_light() {
                        Bitboard::LIGHT_SQUARES
                    } else {
                        Bitboard::DARK_SQUARES
                    };
                    tally.add(BISHOP_PAWNS, sign * (own_pawns & same).count() as i32);
                }
            }
            _ => {}
        }
    }
    if position.pieces(us, Role::Bishop).more_than_one() {
        tally.add(BISHOP_PAIR, sign);
    }
    // A single attacker counts only if its side has a queen.
    if attackers > 1 || (attackers == 1 && own_queens.any()) {
        let danger = if own_queens.any() { danger } else { danger / 2 };
        tally.add(KING_DANGER + danger.clamp(0, 39) as usize, sign);
    }
    attacks
}

#[inline(always)]
fn count_rook(
    us: Color,
    square: Square,
    own_pawns: Bitboard,
    enemy_pawns: Bitboard,
    tally: &mut impl Tally,
) {
    let sign = us.fold_wb(1, -1);
    let file = Bitboard::from_file(square.file());
    if (file & own_pawns).is_empty() {
        tally.add(ROOK_FILE + usize::from((file & enemy_pawns).any()), sign);
    }
    if relative_rank(square, us) == 6 {
        tally.add(ROOK_SEVENTH, sign);
    }
}

/// Counts threats of `us` against the pieces of the other side, to the disadvantage of the latter.
#[inline(always)]
fn count_threats(
    position: &Position,
    us: Color,
    ours: &Attacks,
    theirs: &Attacks,
    tally: &mut impl Tally,
) {
    let sign = us.fold_wb(1, -1);
    let enemy = position.color(us.other());
    let minors = enemy & (position.role(Role::Knight) | position.role(Role::Bishop));
    let rooks = enemy & position.role(Role::Rook);
    let queens = enemy & position.role(Role::Queen);
    let number = |set: Bitboard| sign * set.count() as i32;

    let by_pawn = enemy & ours.pawns;
    if by_pawn.any() {
        tally.add(PAWN_THREAT, number(by_pawn & position.role(Role::Knight)));
        tally.add(
            PAWN_THREAT + 1,
            number(by_pawn & position.role(Role::Bishop)),
        );
        tally.add(PAWN_THREAT + 2, number(by_pawn & rooks));
        tally.add(PAWN_THREAT + 3, number(by_pawn & queens));
    }
    tally.add(MINOR_THREAT, number(ours.minors & rooks));
    tally.add(MINOR_THREAT + 1, number(ours.minors & queens));
    tally.add(ROOK_THREAT, number(ours.rooks & queens));
    let loose = enemy & ours.all & !theirs.all;
    if loose.any() {
        tally.add(HANGING, number(loose & position.role(Role::Pawn)));
        tally.add(HANGING + 1, number(loose & minors));
        tally.add(HANGING + 2, number(loose & rooks));
        tally.add(HANGING + 3, number(loose & queens));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITIONS: [&str; 5] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/5k2/4b3/3pP3/3P1B2/5K2/8/8 b - - 0 1",
        "2r3k1/1q3pp1/p3p2p/1p1nP3/3P4/P4N2/1P1Q1PPP/2R3K1 b - - 2 25",
    ];

    fn mirrored(position: &Position) -> Position {
        let mut setup = position.to_setup();
        setup.mirror();
        Position::from_setup(&setup, false).expect("the mirror image is legal")
    }

    #[test]
    fn a_mirrored_position_is_worth_the_same_to_its_mover() {
        for fen in POSITIONS {
            let position = Position::from_fen(fen, false).expect(fen);
            assert_eq!(evaluate(&position), evaluate(&mirrored(&position)), "{fen}");
        }
    }

    #[test]
    fn the_trace_adds_up_to_the_evaluation() {
        for fen in POSITIONS {
            let position = Position::from_fen(fen, false).expect(fen);
            let white = blend(&position, trace(&position).group(0, COUNT));
            assert_eq!(
                position.turn().fold_wb(white, -white),
                evaluate(&position),
                "{fen}"
            );
        }
    }

    #[test]
    fn packing_loses_nothing() {
        for (mg, eg) in [(0, 0), (5, -7), (-5, 7), (-300, -300), (1200, 900)] {
            assert_eq!(unpack(pack(mg, eg)), (i32::from(mg), i32::from(eg)));
            assert_eq!(unpack(-pack(mg, eg)), (-i32::from(mg), -i32::from(eg)));
        }
    }

    #[test]
    fn extra_material_is_worth_more_and_dead_endings_little() {
        let score = |fen| evaluate(&Position::from_fen(fen, false).expect(fen));
        assert!(score("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1") > 500);
        assert!(score("4k3/8/8/8/8/8/8/3NK3 w - - 0 1").abs() < 60);
        assert!(score("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1").abs() < 60);
    }
}
