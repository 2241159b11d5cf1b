//! Similarity of two positions: the number of pieces on the same squares after the best mirroring, turning and
//! shifting.
//!
//! The attacker is White in both positions. The board is mirrored only if nobody may castle, turned only if there are
//! also no pawns, and shifted by files and ranks only if nobody may castle.

use super::improve::shift;
use super::twin::ways_to_stand;
use games::chess::Position;
use serde::Serialize;
use shakmaty::{Bitboard, Board, Piece, Square};
use std::collections::HashMap;

/// Similarity of another position to a given one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Likeness {
    /// Percentage of the pieces of both positions that stand on the same squares, from 0 to 100.
    pub percent: u32,
    /// True if the other position is mirrored or turned, apart from an exchange of colours.
    pub turned: bool,
    /// Number of files by which the other position is shifted to the right; may be negative.
    pub files: i32,
    /// Number of ranks by which the other position is shifted up; may be negative.
    pub ranks: i32,
    /// True if both positions have the same pieces, wherever they stand.
    pub same_men: bool,
    /// Pieces of the given position that stand on another square in the other one, with both squares: `Rf3-f4`.
    pub moved: Vec<String>,
    /// Pieces that only the given position has.
    pub missing: Vec<String>,
    /// Pieces that only the other position has, with their squares after turning and shifting it if these are on the
    /// board.
    pub added: Vec<String>,
}

/// Returns the shift of `other` after which most of its pieces stand as in `given`, as files and ranks, and the number
/// of these pieces. Of several equally good shifts it returns the smallest one.
fn best_shift(given: &Board, other: &Board, may_shift: bool) -> ((i32, i32), u32) {
    let mut votes: HashMap<(i32, i32), u32> = HashMap::new();
    for (square, man) in other.clone() {
        for target in given.by_piece(man) {
            let by = (
                target.file() as i32 - square.file() as i32,
                target.rank() as i32 - square.rank() as i32,
            );
            if may_shift || by == (0, 0) {
                *votes.entry(by).or_default() += 1;
            }
        }
    }
    let length = |by: (i32, i32)| by.0.abs() + by.1.abs();
    let best = votes
        .into_iter()
        .max_by_key(|&(by, count)| (count, -length(by), by));
    best.unwrap_or(((0, 0), 0))
}

/// Returns the similarity of another position to a given one, with the mirroring, turning and shifting for which it is
/// greatest.
pub fn likeness(given: &Position, other: &Position) -> Likeness {
    let given_setup = ways_to_stand(given).swap_remove(0);
    let castles = given_setup.castling_rights.any() || other.to_setup().castling_rights.any();
    let pawns = given_setup.board.pawns().any();
    let mut ways = ways_to_stand(other);
    // Only what is allowed for both positions may be done.
    ways.truncate(match (castles, pawns) {
        (true, _) => 1,
        (false, true) => 2,
        (false, false) => ways.len(),
    });
    let board = &given_setup.board;
    let best = ways
        .iter()
        .enumerate()
        .map(|(way, setup)| (way, &setup.board, best_shift(board, &setup.board, !castles)))
        .max_by_key(|&(way, _, (by, count))| (count, by == (0, 0), std::cmp::Reverse(way)));
    let Some((way, other, (by, count))) = best else {
        return described(board, &Board::empty(), 0, (0, 0), 0);
    };
    described(board, other, way, by, count)
}

fn described(given: &Board, other: &Board, way: usize, by: (i32, i32), alike: u32) -> Likeness {
    let men = (given.occupied().count() + other.occupied().count()) as u32;
    let mut missing: Vec<(Piece, Square)> = Vec::new();
    let mut matched = Bitboard::EMPTY;
    let mut added: Vec<(Piece, Option<Square>)> = Vec::new();
    for (square, man) in other.clone() {
        match shift(square, by.0, by.1) {
            Some(to) if given.piece_at(to) == Some(man) => matched.add(to),
            to => added.push((man, to)),
        }
    }
    for (square, man) in given.clone() {
        if !matched.contains(square) {
            missing.push((man, square));
        }
    }
    let mut moved = Vec::new();
    missing.retain(|&(man, from)| {
        let Some(index) = added
            .iter()
            .position(|(other, to)| *other == man && to.is_some())
        else {
            return true;
        };
        if let (_, Some(to)) = added.remove(index) {
            moved.push(format!("{}{from}-{to}", man.char()));
        }
        false
    });
    let named = |man: Piece, square: Option<Square>| match square {
        Some(square) => format!("{}{square}", man.char()),
        None => man.char().to_string(),
    };
    let count = |board: &Board, man| board.by_piece(man).count();
    let kinds = |board: &Board| -> Vec<(char, usize)> {
        let mut kinds: Vec<_> = board
            .clone()
            .into_iter()
            .map(|(_, man)| (man.char(), count(board, man)))
            .collect();
        kinds.sort_unstable();
        kinds
    };
    Likeness {
        percent: (200 * alike).checked_div(men).unwrap_or(0),
        turned: way > 0,
        files: by.0,
        ranks: by.1,
        same_men: kinds(given) == kinds(other),
        moved,
        missing: missing
            .iter()
            .map(|&(man, square)| named(man, Some(square)))
            .collect(),
        added: added
            .iter()
            .map(|&(man, square)| named(man, square))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn like(given: &str, other: &str) -> Likeness {
        let position = |fen: &str| Position::from_fen(fen, false).expect(fen);
        likeness(&position(given), &position(other))
    }

    const GIVEN: &str = "8/8/8/2k5/8/1PN2R2/1K4Q1/8 w - - 0 1";

    #[test]
    fn mirrored_turned_shifted_and_exchanged_positions_are_the_same() {
        // The position itself, shifted by a file, mirrored, and with colours exchanged.
        for (other, turned, files, ranks) in [
            (GIVEN, false, 0, 0),
            ("8/8/8/3k4/8/2PN2R1/2K4Q/8 w - - 0 1", false, -1, 0),
            ("8/8/2k5/8/1PN2R2/1K4Q1/8/8 w - - 0 1", false, 0, -1),
            ("8/8/8/5k2/8/2R2NP1/1Q4K1/8 w - - 0 1", true, 0, 0),
            ("8/1k4q1/1pn2r2/8/2K5/8/8/8 b - - 0 1", false, 0, 0),
            ("8/1q4k1/2r2np1/8/5K2/8/8/8 b - - 0 1", true, 0, 0),
        ] {
            let found = like(GIVEN, other);
            assert_eq!(found.percent, 100, "{other}: {found:?}");
            assert_eq!(
                (found.turned, found.files, found.ranks),
                (turned, files, ranks),
                "{other}"
            );
            assert!(found.same_men && found.moved.is_empty(), "{found:?}");
            assert!(found.missing.is_empty() && found.added.is_empty());
        }
        // A quarter turn is one without pawns alone.
        let (rook, turned) = (
            "8/8/8/8/8/k1K5/8/7R w - - 0 1",
            "R7/8/8/8/8/2K5/8/2k5 w - - 0 1",
        );
        assert_eq!(like(rook, turned).percent, 100);
        let (pawn, turned) = (
            "8/8/8/8/8/k1K5/5P2/7R w - - 0 1",
            "R7/8/1P6/8/8/2K5/8/2k5 w - - 0 1",
        );
        assert!(like(pawn, turned).percent < 100);
    }

    #[test]
    fn differences_are_named() {
        // A rook elsewhere, a knight less, a pawn more: four of six men stand alike.
        let found = like(GIVEN, "8/8/8/2k5/5R2/1P5p/1K4Q1/8 w - - 0 1");
        assert_eq!(found.moved, ["Rf3-f4"]);
        assert_eq!(
            (found.missing, found.added),
            (vec!["Nc3".to_owned()], vec!["ph3".to_owned()])
        );
        assert_eq!((found.percent, found.same_men), (66, false));
        // Castling is tied to its squares.
        let castle = like(
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        );
        assert!(!castle.turned && castle.percent < 100, "{castle:?}");
    }
}
