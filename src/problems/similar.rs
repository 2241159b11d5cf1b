//! Similarity of two problems: the number of pieces on the same squares after the best mirroring, turning and shifting,
//! and the fairy conditions that both have.
//!
//! The side to move is White in both. The board is mirrored only if nobody may castle, turned only if there are also no
//! pawns, and shifted by files and ranks only if nobody may castle.

use super::error::Result;
use super::improve::shift;
use super::problem::Draft;
use super::terms::piece_name;
use super::twin::Turn;
use serde::Serialize;
use shakmaty::{Color, Square};
use solve::fairy::{Kind, Man};
use std::collections::HashMap;

/// Similarity of another problem to a given one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Likeness {
    /// Percentage of the pieces and conditions of both problems that they have in common, the pieces on the same
    /// squares, from 0 to 100.
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
    /// Pieces and conditions that only the given problem has.
    pub missing: Vec<String>,
    /// Pieces and conditions that only the other problem has, the pieces with their squares after turning and shifting
    /// the position if these are on the board.
    pub added: Vec<String>,
}

/// Pieces on their squares, in the order of the squares.
type Pieces = Vec<(Man, Square)>;

/// Parts of a problem that are compared, with White as the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagram {
    pieces: Pieces,
    /// True if somebody may castle.
    castles: bool,
    conditions: Vec<String>,
}

impl Diagram {
    /// Creates the diagram of a problem; the position need not be legal.
    ///
    /// # Errors
    /// [`Error::Position`](crate::Error::Position) or [`Error::Invalid`](crate::Error::Invalid) if the draft does not
    /// describe a board.
    pub fn of(draft: &Draft) -> Result<Diagram> {
        let (setup, _) = draft.setup()?;
        let on_board = setup.board.clone().into_iter();
        let man = |(square, piece): (Square, shakmaty::Piece)| {
            (Man::new(Some(piece.color), Kind::of(piece.role)), square)
        };
        let mut pieces: Pieces = on_board.map(man).collect();
        pieces.extend(draft.terms.men()?);
        if setup.turn == Color::Black {
            for (man, square) in &mut pieces {
                man.side = man.side.map(Color::other);
                *square = square.flip_vertical();
            }
        }
        pieces.sort_by_key(|(_, square)| *square);
        let mut conditions = draft.terms.conditions.clone();
        conditions.sort_unstable();
        conditions.dedup();
        Ok(Diagram {
            pieces,
            castles: setup.castling_rights.any(),
            conditions,
        })
    }
}

/// Returns the shift of `other` after which most of its pieces stand as in `given`, as files and ranks, and the number
/// of these pieces. Of several equally good shifts it returns the smallest one. If `may_shift` is false, only no shift
/// is tried.
fn best_shift(given: &Pieces, other: &Pieces, may_shift: bool) -> ((i32, i32), u32) {
    let mut votes: HashMap<(i32, i32), u32> = HashMap::new();
    for (man, square) in other {
        for (_, target) in given.iter().filter(|(given, _)| given == man) {
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

/// Returns the similarity of another problem to a given one, with the mirroring, turning and shifting for which it is
/// greatest.
pub fn likeness(given: &Diagram, other: &Diagram) -> Likeness {
    let stay = given.castles || other.castles;
    // Only what is allowed for both positions may be done.
    let mut all = given.pieces.iter().chain(&other.pieces);
    let pawns = all.any(|(man, _)| man.kind.has_pawns_way());
    let ways = Turn::allowed(stay, pawns).iter().enumerate();
    let best = ways
        .map(|(way, turn)| {
            let mut turned = other.pieces.clone();
            for (_, square) in &mut turned {
                *square = turn.target(*square);
            }
            turned.sort_by_key(|(_, square)| *square);
            let found = best_shift(&given.pieces, &turned, !stay);
            (way, turned, found)
        })
        .max_by_key(|&(way, _, (by, count))| (count, by == (0, 0), std::cmp::Reverse(way)));
    let (way, turned, (by, alike)) = best.unwrap_or((0, Vec::new(), ((0, 0), 0)));
    let mut like = described(&given.pieces, &turned, way, by);
    let without = |these: &[String], those: &[String]| -> Vec<String> {
        let others = these.iter().filter(|one| !those.contains(one));
        others.cloned().collect()
    };
    let missing = without(&given.conditions, &other.conditions);
    let common = given.conditions.len() - missing.len();
    like.missing.extend(missing);
    let added = without(&other.conditions, &given.conditions);
    like.added.extend(added);
    let size = |diagram: &Diagram| diagram.pieces.len() + diagram.conditions.len();
    let alike = 200 * (alike as usize + common);
    let percent = alike.checked_div(size(given) + size(other)).unwrap_or(0);
    like.percent = u32::try_from(percent).unwrap_or(100);
    like
}

/// Returns the differences between the pieces of two positions, of which `other` has been turned in the way `way` and
/// is shifted by the files and ranks `by`; the percentage is set by the caller.
fn described(given: &Pieces, other: &Pieces, way: usize, by: (i32, i32)) -> Likeness {
    let mut matched: Vec<Square> = Vec::new();
    let mut added: Vec<(Man, Option<Square>)> = Vec::new();
    for &(man, square) in other {
        match shift(square, by.0, by.1) {
            Some(to) if given.contains(&(man, to)) => matched.push(to),
            to => added.push((man, to)),
        }
    }
    let mut missing = given.clone();
    missing.retain(|(_, square)| !matched.contains(square));
    let mut moved = Vec::new();
    missing.retain(|&(man, from)| {
        let Some(index) = added
            .iter()
            .position(|(other, to)| *other == man && to.is_some())
        else {
            return true;
        };
        if let (_, Some(to)) = added.remove(index) {
            moved.push(format!("{}{from}-{to}", name(man)));
        }
        false
    });
    let counts = |pieces: &Pieces| {
        let mut counts: HashMap<Man, usize> = HashMap::new();
        for (man, _) in pieces {
            *counts.entry(*man).or_default() += 1;
        }
        counts
    };
    Likeness {
        percent: 0,
        turned: way > 0,
        files: by.0,
        ranks: by.1,
        same_men: counts(given) == counts(other),
        moved,
        missing: missing
            .iter()
            .map(|&(man, square)| format!("{}{square}", name(man)))
            .collect(),
        added: added
            .iter()
            .map(|&(man, square)| match square {
                Some(square) => format!("{}{square}", name(man)),
                None => name(man),
            })
            .collect(),
    }
}

/// Returns the name of a piece: its letter in FEN if that can express it, else such as `Neutral G`.
fn name(man: Man) -> String {
    match (man.kind.role(), man.side) {
        (Some(role), Some(color)) if man == Man::new(Some(color), man.kind) => {
            role.of(color).char().to_string()
        }
        _ => piece_name(man),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn like(given: &str, other: &str) -> Likeness {
        with(given, other, |_| {})
    }

    /// Compares a position with another one, whose terms are changed.
    fn with(given: &str, other: &str, change: impl FnOnce(&mut crate::Terms)) -> Likeness {
        let draft = |fen: &str| Draft::new(fen, crate::Stipulation::Mate(2));
        let mut changed = draft(other);
        change(&mut changed.terms);
        let diagram = |draft: &Draft| Diagram::of(draft).expect("a board");
        likeness(&diagram(&draft(given)), &diagram(&changed))
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

    #[test]
    fn fairy_pieces_conditions_and_boards_without_kings_are_compared() {
        let circe = with(GIVEN, GIVEN, |terms| {
            terms.conditions.push("Circe".to_owned())
        });
        assert_eq!((circe.percent, circe.same_men), (92, true), "{circe:?}");
        assert_eq!(
            (circe.missing, circe.added),
            (vec![], vec!["Circe".to_owned()])
        );
        let hopper = with(GIVEN, GIVEN, |terms| {
            terms.pieces.push("Neutral Gh8".to_owned())
        });
        assert_eq!((hopper.percent, hopper.same_men), (92, false), "{hopper:?}");
        assert_eq!(hopper.added, ["Neutral Gh8"]);
        let alone = with(
            "8/8/8/8/8/8/8/R7 w - - 0 1",
            "8/8/8/8/8/8/8/7R w - - 0 1",
            |terms| {
                terms.pieces.push("Black Royal Gd4".to_owned());
            },
        );
        assert_eq!((alone.percent, alone.turned), (66, true), "{alone:?}");
    }
}
