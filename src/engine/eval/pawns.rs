//! The classical evaluation of pawns: pawn structure, shelter of the kings, passed pawns.
//!
//! Pawns move seldom, so what depends only on pawns and kings is cached in a [`PawnTable`] by the pawns' key;
//! [`count_pawns_and_kings`] counts the same without a table.

use super::classical::{Packed, Sum, Tally};
use super::features::*;
use games::chess::{Bitboard, Color, File, Position, Square};

const FILE_A: Bitboard = Bitboard::from_file(File::A);
const FILE_H: Bitboard = Bitboard::from_file(File::H);

/// Returns all squares in front of a set, in the direction in which a colour's pawns move.
pub(super) fn front_fill(set: Bitboard, color: Color) -> Bitboard {
    let mut bits = u64::from(set);
    if color.is_white() {
        bits |= bits << 8;
        bits |= bits << 16;
        bits |= bits << 32;
        Bitboard(bits << 8)
    } else {
        bits |= bits >> 8;
        bits |= bits >> 16;
        bits |= bits >> 32;
        Bitboard(bits >> 8)
    }
}

pub(super) fn beside(set: Bitboard) -> Bitboard {
    (set & !FILE_A).shift(-1) | (set & !FILE_H).shift(1)
}

pub(super) fn relative_rank(square: Square, color: Color) -> usize {
    color.relative_rank(square.rank()) as usize
}

/// Counts the features that depend on pawns and kings alone. Returns the passed pawns of both colours.
#[inline(always)]
pub(super) fn count_pawns_and_kings(
    position: &Position,
    pawns: &[Bitboard; 2],
    attacks: &[Bitboard; 2],
    tally: &mut impl Tally,
) -> Bitboard {
    count_kings(position, pawns, tally);
    count_pawns(pawns, attacks, tally)
}

#[inline(always)]
fn count_kings(position: &Position, pawns: &[Bitboard; 2], tally: &mut impl Tally) {
    for us in Color::ALL {
        let (own, enemy) = (pawns[us as usize], pawns[us.other() as usize]);
        count_king(us, position.king(us), own, enemy, tally);
    }
}

/// Counts the features that depend on pawns alone. Returns the passed pawns of both colours.
#[inline(always)]
fn count_pawns(pawns: &[Bitboard; 2], attacks: &[Bitboard; 2], tally: &mut impl Tally) -> Bitboard {
    let white = count_pawns_of(Color::White, pawns, attacks, tally);
    white | count_pawns_of(Color::Black, pawns, attacks, tally)
}

#[inline(always)]
fn count_pawns_of(
    us: Color,
    pawns: &[Bitboard; 2],
    attacks: &[Bitboard; 2],
    tally: &mut impl Tally,
) -> Bitboard {
    let them = us.other();
    let sign = us.fold_wb(1, -1);
    let forward = us.fold_wb(8, -8);
    let (own, enemy) = (pawns[us as usize], pawns[them as usize]);
    tally.add(MATERIAL, sign * own.count() as i32);

    let own_cover = attacks[us as usize];
    let enemy_cover = attacks[them as usize];
    let enemy_front = front_fill(enemy, them);
    let stoppers = enemy_front | beside(enemy_front);
    let behind_own = front_fill(own, them);
    let files = front_fill(own, Color::White) | front_fill(own, Color::Black) | own;
    let neighbours = beside(files);
    // Squares that an own pawn defends or can come to defend.
    let supportable = own_cover | front_fill(own_cover, us);
    let phalanx = own & beside(own);
    let passed = own & !behind_own & !stoppers;

    for square in own {
        let rank = relative_rank(square, us);
        tally.add(PIECE_SQUARE + half_board(square, us), sign);
        let next = Bitboard::from_square(square).shift(forward);
        if own_cover.contains(square) {
            tally.add(SUPPORTED + rank, sign);
        }
        if phalanx.contains(square) {
            tally.add(PHALANX + rank, sign);
        }
        if !neighbours.contains(square) {
            tally.add(ISOLATED, sign);
        } else if !(supportable | beside(own)).contains(square) && (next & enemy_cover).any() {
            tally.add(BACKWARD, sign);
        }
        if behind_own.contains(square) {
            tally.add(DOUBLED, sign);
        } else if passed.contains(square) {
            tally.add(PASSED + rank, sign);
        }
    }
    passed
}

/// Counts the features of passed pawns that depend on other pieces: free next squares, and the distances of the kings.
#[inline(always)]
pub(super) fn count_passed(position: &Position, passed: Bitboard, tally: &mut impl Tally) {
    for square in passed {
        let us = Color::from_white(position.color(Color::White).contains(square));
        let sign = us.fold_wb(1, -1);
        let rank = relative_rank(square, us);
        let next = Bitboard::from_square(square).shift(us.fold_wb(8, -8));
        let Some(stop) = next.first() else { continue };
        if position.role_at(stop).is_none() {
            tally.add(PASSED_FREE + rank, sign);
        }
        if rank >= 3 {
            let distance = |color| position.king(color).distance(stop) as usize;
            tally.add(PASSED_OWN_KING + distance(us), sign);
            tally.add(PASSED_ENEMY_KING + distance(us.other()), sign);
        }
    }
}

/// Counts the own pawns in front of a king, and the enemy pawns that advance against it.
#[inline(always)]
fn count_king(
    us: Color,
    king: Square,
    own_pawns: Bitboard,
    enemy_pawns: Bitboard,
    tally: &mut impl Tally,
) {
    let sign = us.fold_wb(1, -1);
    let home = relative_rank(king, us);
    let in_front = front_fill(Bitboard::from_rank(king.rank()), us);
    // Returns the number of ranks from the king to the nearest pawn of a set in front of it; 0 if there is none.
    let nearest = |pawns: Bitboard| {
        let pawns = pawns & in_front;
        let pawn = us.fold_wb(pawns.first(), pawns.last());
        pawn.map_or(0, |pawn| relative_rank(pawn, us) - home)
    };
    let centre = (king.file() as u32).clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let squares = Bitboard::from_file(File::new(file));
        let group = if file == king.file() as u32 {
            SHELTER_KING_FILE
        } else {
            SHELTER_NEXT_FILE
        };
        tally.add(group + nearest(own_pawns & squares), sign);
        tally.add(STORM + nearest(enemy_pawns & squares), sign);
    }
}

/// Number of pawn structures that a table holds.
const ENTRIES: usize = 2048;

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    /// Sum of the pawns' features.
    pawns: Packed,
    passed: Bitboard,
    /// Squares of the kings, Black's and White's, for which `shelter` was counted; the same square twice if it was not.
    kings: [Square; 2],
    /// Sum of the kings' features behind these pawns.
    shelter: Packed,
}

/// Cache of the counts of pawns and kings, by the key of the pawns. Belongs to one thread.
pub struct PawnTable(Box<[Entry; ENTRIES]>);

impl Default for PawnTable {
    fn default() -> PawnTable {
        // An empty entry is correct for a board without pawns, whose key is zero.
        PawnTable(Box::new(
            [Entry {
                key: 0,
                pawns: 0,
                passed: Bitboard::EMPTY,
                kings: [Square::A1; 2],
                shelter: 0,
            }; ENTRIES],
        ))
    }
}

impl PawnTable {
    /// Adds to `sum` what [`count_pawns_and_kings`] counts, from the hash table if it has it. Returns the passed pawns
    /// of both colours.
    #[inline(always)]
    pub(super) fn look_up(
        &mut self,
        position: &Position,
        pawns: &[Bitboard; 2],
        attacks: &[Bitboard; 2],
        sum: &mut Sum,
    ) -> Bitboard {
        let key = position.keys().pawn();
        let entry = &mut self.0[key as usize & (ENTRIES - 1)];
        let kings = [Color::Black, Color::White].map(|color| position.king(color));
        if entry.key != key {
            let mut fresh = Sum(0);
            entry.passed = count_pawns(pawns, attacks, &mut fresh);
            entry.pawns = fresh.0;
            entry.key = key;
            entry.kings = [Square::A1; 2];
        }
        if entry.kings != kings {
            let mut fresh = Sum(0);
            count_kings(position, pawns, &mut fresh);
            entry.shelter = fresh.0;
            entry.kings = kings;
        }
        sum.0 += entry.pawns + entry.shelter;
        entry.passed
    }
}

#[cfg(test)]
mod tests {
    use super::super::classical::{evaluate, evaluate_with};
    use super::*;
    use games::chess::START_FEN;

    /// One table for all positions, so that what it remembers of one is there for the next.
    #[test]
    fn an_evaluation_with_a_table_is_the_one_without() {
        let mut table = PawnTable::default();
        let mut state = 7_u64;
        let mut random = move |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize % below
        };
        for start in [
            START_FEN,
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/8/8/8/8/8/8/QR2K3 w - - 0 1",
            "8/P1k5/8/8/8/8/1p3K2/8 b - - 0 1",
        ] {
            for _ in 0..40 {
                let mut position = Position::from_fen(start, false).expect(start);
                for _ in 0..60 {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    position = position.play(moves[random(moves.len())]);
                    let with_table = evaluate_with(&position, &mut table);
                    assert_eq!(with_table, evaluate(&position), "{}", position.fen());
                }
            }
        }
    }
}
