//! Key of a position by which duplicate problems are found: equal for positions that are the same problem.
//!
//! Two positions are twins if one becomes the other by something that changes no solution:
//!
//! - other move counters: the fifty-move rule has no part in a problem;
//! - the board turned upside down with the colours exchanged: the attacker is White in the key;
//! - left and right exchanged, where nobody may castle;
//! - any other turn or reflection of the board, where nobody may castle and there are no pawns.
//!
//! Problems that are no direct mates are duplicates only if they also have the same stipulation and terms ([`key_of`]).
//! Because terms may name squares, which do not turn with the board, such positions may only differ in the move
//! counters.
//!
//! An en-passant square counts where the capture is legal, as everywhere in this program.

use super::error::Result;
use super::{Draft, Stipulation};
use games::chess::Position;
use shakmaty::fen::Fen;
use shakmaty::{Bitboard, Board, Color, Setup, Square};
use solve::stipulation::Aim;
use std::fmt::Write as _;

/// Returns the key of a position: of all equivalent positions, the first four fields of the FEN that comes first as
/// text. The keys of two positions are equal if and only if the positions are equivalent.
pub fn twin_key(position: &Position) -> String {
    let texts = ways_to_stand(position).into_iter();
    texts.map(|setup| text(&setup)).min().unwrap_or_default()
}

/// Returns the positions that are equivalent to a position and have White as the attacker: first the unturned one, then
/// the one with left and right exchanged, then the others.
fn ways_to_stand(position: &Position) -> Vec<Setup> {
    let mut setup = position.to_setup();
    if setup.turn == Color::Black {
        mirror_colors(&mut setup);
    }
    let turns = Turn::allowed(setup.castling_rights.any(), setup.board.pawns().any());
    turns.iter().map(|turn| turn.of(&setup)).collect()
}

/// Returns the key of a problem: for an ordinary direct mate that of its position, whatever the number of moves; else
/// that of the position with its fairy pieces, followed by stipulation, conditions, options and twins.
///
/// # Errors
/// [`Error::Position`](crate::Error::Position) or [`Error::Invalid`](crate::Error::Invalid) if the draft is not a valid
/// problem.
pub fn key_of(draft: &Draft) -> Result<String> {
    if draft.is_mate() {
        return Ok(twin_key(&draft.position()?));
    }
    let terms = &draft.terms;
    let (mut setup, _) = draft.setup()?;
    let mut men = terms.men()?;
    let names_squares = matches!(draft.stipulation, Stipulation::Other(other) if matches!(other.aim(), Aim::Target(_)));
    let stays = names_squares || !terms.conditions.is_empty() || !terms.twins.is_empty();
    if setup.turn == Color::Black && !stays {
        mirror_colors(&mut setup);
        for (man, square) in &mut men {
            man.side = man.side.map(Color::other);
            *square = square.flip_vertical();
        }
    }
    let pawns = setup.board.pawns().any() || men.iter().any(|(man, _)| man.kind.has_pawns_way());
    let turns = Turn::allowed(stays || setup.castling_rights.any(), pawns);
    let texts = turns.iter().map(|turn| {
        let mut pieces: Vec<String> = { men.iter() }
            .map(|(man, square)| crate::terms::piece_text(*man, turn.target(*square)))
            .collect();
        pieces.sort_unstable();
        format!("{} {}", text(&turn.of(&setup)), pieces.join(", "))
    });
    let mut key = texts.min().unwrap_or_default();
    let set_play = "SetPlay".to_owned();
    let sorted = |words: &[String]| {
        let mut words: Vec<&String> = words.iter().filter(|word| **word != set_play).collect();
        words.sort_unstable();
        words.into_iter().cloned().collect::<Vec<_>>().join(" ")
    };
    // Writing to a string cannot fail.
    let _ = write!(
        key,
        " {} {} {} {}",
        draft.stipulation,
        sorted(&terms.conditions),
        sorted(&terms.options),
        terms.twins.join("; ")
    );
    Ok(key)
}

/// Turns the board upside down and exchanges the colours.
fn mirror_colors(setup: &mut Setup) {
    setup.board.mirror();
    setup.castling_rights = setup.castling_rights.flip_vertical();
    setup.ep_square = setup.ep_square.map(Square::flip_vertical);
    setup.turn = setup.turn.other();
}

/// A rotation or reflection of the board, or the identity.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Turn {
    Not,
    LeftRight,
    UpDown,
    Diagonal,
    AntiDiagonal,
    Quarter,
    Half,
    ThreeQuarters,
}

impl Turn {
    /// All turns: first the identity, then the exchange of left and right, then the others.
    const ALL: [Turn; 8] = [
        Turn::Not,
        Turn::LeftRight,
        Turn::UpDown,
        Turn::Diagonal,
        Turn::AntiDiagonal,
        Turn::Quarter,
        Turn::Half,
        Turn::ThreeQuarters,
    ];

    /// Returns the turns that change no solution: the first if the position has to `stay` as it is, the first two if
    /// there are `pawns`, else all.
    pub(crate) fn allowed(stay: bool, pawns: bool) -> &'static [Turn] {
        match (stay, pawns) {
            (true, _) => &Turn::ALL[..1],
            (false, true) => &Turn::ALL[..2],
            (false, false) => &Turn::ALL,
        }
    }

    /// Returns the square that a piece on `square` goes to.
    pub(crate) fn target(self, square: Square) -> Square {
        match self {
            Turn::Not => square,
            Turn::LeftRight => square.flip_horizontal(),
            Turn::UpDown => square.flip_vertical(),
            Turn::Diagonal => square.flip_diagonal(),
            Turn::AntiDiagonal => square.flip_anti_diagonal(),
            Turn::Quarter => square.rotate_90(),
            Turn::Half => square.rotate_180(),
            Turn::ThreeQuarters => square.rotate_270(),
        }
    }

    fn of(self, setup: &Setup) -> Setup {
        let mut turned = setup.clone();
        let board: &mut Board = &mut turned.board;
        match self {
            Turn::Not => {}
            Turn::LeftRight => {
                board.flip_horizontal();
                turned.ep_square = turned.ep_square.map(Square::flip_horizontal);
            }
            // Without pawns there is no en-passant square to be turned.
            Turn::UpDown => board.flip_vertical(),
            Turn::Diagonal => board.flip_diagonal(),
            Turn::AntiDiagonal => board.flip_anti_diagonal(),
            Turn::Quarter => board.rotate_90(),
            Turn::Half => board.rotate_180(),
            Turn::ThreeQuarters => board.rotate_270(),
        }
        turned
    }
}

fn text(setup: &Setup) -> String {
    let setup = Setup {
        promoted: Bitboard::EMPTY,
        ..setup.clone()
    };
    let fen = Fen::try_from_setup(setup).unwrap_or_else(|lossy| lossy.ignore());
    let text = fen.to_string();
    let end = text
        .match_indices(' ')
        .nth(3)
        .map_or(text.len(), |(i, _)| i);
    text[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shakmaty::{Piece, Role};

    fn key(fen: &str) -> String {
        twin_key(&Position::from_fen(fen, false).expect(fen))
    }

    #[test]
    fn twins_differ_by_counters_colours_and_reflections_only() {
        let same = [
            (
                "8/8/8/8/8/k1K5/8/7R w - -",
                "8/8/8/8/8/k1K5/8/7R w - - 33 70",
            ),
            ("8/8/8/8/8/k1K5/8/7R w - -", "8/8/8/8/8/5K1k/8/R7 w - -"),
            ("8/8/8/8/8/k1K5/8/7R w - -", "7r/8/K1k5/8/8/8/8/8 b - -"),
            ("8/8/8/8/8/k1K5/8/7R w - -", "R7/8/8/8/8/2K5/8/2k5 w - -"),
            (
                "8/8/8/3pP3/8/k1K5/8/8 w - d6",
                "8/8/8/3Pp3/8/5K1k/8/8 w - e6",
            ),
        ];
        for (one, other) in same {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        let different = [
            ("8/8/8/8/8/k1K5/8/7R w - -", "8/8/8/8/8/k1K5/8/7R b - -"),
            ("8/8/8/8/8/k1K5/8/7R w - -", "8/8/8/8/8/k1K5/8/6R1 w - -"),
            ("8/P7/8/8/8/k1K5/8/8 w - -", "8/8/8/8/5K1k/8/7P/8 w - -"),
            (
                "8/8/8/3pP3/8/k1K5/8/8 w - d6",
                "8/8/8/3pP3/8/k1K5/8/8 w - -",
            ),
            ("8/8/8/8/8/k7/8/4K2R w K -", "8/8/8/8/8/k7/8/4K2R w - -"),
            ("8/8/8/8/8/k7/8/4K2R w K -", "8/8/8/8/8/7k/8/R2K4 w - -"),
        ];
        for (one, other) in different {
            assert_ne!(key(one), key(other), "{one} {other}");
        }
    }

    #[test]
    fn other_problems_are_the_same_with_the_same_stipulation_and_terms() {
        let of = |fen: &str, asked: &str, change: &dyn Fn(&mut Draft)| {
            let mut draft = Draft::new(fen, asked.parse().expect(asked));
            change(&mut draft);
            key_of(&draft).expect(fen)
        };
        let plain = |fen: &str, asked: &str| of(fen, asked, &|_| {});
        let (one, mirrored) = ("8/8/8/8/8/k1K5/8/7R b - -", "8/8/8/8/8/5K1k/8/R7 b - -");
        let colours = "7r/8/K1k5/8/8/8/8/8 w - -";
        assert_eq!(plain(one, "h#2"), plain(mirrored, "h#2"));
        assert_eq!(plain(one, "h#2"), plain(colours, "h#2"));
        assert_ne!(plain(one, "h#2"), plain(one, "h#3"));
        assert_ne!(plain(one, "h#2"), plain(one, "#2"));
        assert_ne!(plain(one, "hzd42"), plain(mirrored, "hzd42"));
        let with = |piece: &'static str| {
            move |draft: &mut Draft| draft.terms.pieces.push(piece.to_owned())
        };
        let hopper = of(one, "h#2", &with("Neutral Gd4"));
        assert_eq!(hopper, of(mirrored, "h#2", &with("Neutral Ge4")));
        assert_ne!(hopper, of(mirrored, "h#2", &with("Neutral Gd4")));
        assert_ne!(hopper, of(one, "h#2", &with("White Gd4")));
        let twin = of(one, "h#2", &|draft| {
            draft.terms.twins.push("Move h1 g1".to_owned())
        });
        assert_ne!(twin, plain(one, "h#2"));
        let circe = of(one, "h#2", &|draft| {
            draft.terms.conditions.push("Circe".to_owned())
        });
        assert_ne!(circe, plain(one, "h#2"));
        let set = of(one, "h#2", &|draft| {
            draft.terms.options.push("SetPlay".to_owned())
        });
        assert_eq!(set, plain(one, "h#2"));
    }

    #[test]
    fn castling_rights_follow_the_colours() {
        assert_eq!(
            key("4k2r/8/8/8/8/8/P7/4K3 b k -"),
            key("4k3/p7/8/8/8/8/8/4K2R w K -")
        );
    }

    /// Pieces with their files and ranks, the side to move, and the square of an en-passant capture.
    type Pieces = (Vec<(i8, i8, Piece)>, Color, Option<(i8, i8)>);

    fn pieces(p: &Position) -> Pieces {
        let place = |s: Square| (s.file() as i8, s.rank() as i8);
        let on = |s| p.piece_at(s).map(|piece| (place(s).0, place(s).1, piece));
        let mut all: Vec<_> = Square::ALL.into_iter().filter_map(on).collect();
        all.sort_by_key(|(file, rank, _)| (*file, *rank));
        (all, p.turn(), p.ep_square().map(place))
    }

    /// The slow way: is there a symmetry that carries one position into the other? No castling.
    fn are_twins(a: &Position, b: &Position) -> bool {
        let pawnless = a.role(Role::Pawn).is_empty();
        let goal = pieces(b);
        (0..16).any(|symmetry| {
            let [files, ranks, swapped, colors] = [1, 2, 4, 8].map(|bit| symmetry & bit != 0);
            if !pawnless && (swapped || ranks != colors) {
                return false;
            }
            let carry = |(file, rank): (i8, i8)| {
                let (file, rank) = if swapped { (rank, file) } else { (file, rank) };
                (
                    if files { 7 - file } else { file },
                    if ranks { 7 - rank } else { rank },
                )
            };
            let (all, turn, ep) = pieces(a);
            let color = |c: Color| if colors { c.other() } else { c };
            let mut all: Vec<_> = all
                .into_iter()
                .map(|(file, rank, piece)| {
                    let (file, rank) = carry((file, rank));
                    (file, rank, piece.role.of(color(piece.color)))
                })
                .collect();
            all.sort_by_key(|(file, rank, _)| (*file, *rank));
            (all, color(turn), ep.map(carry)) == goal
        })
    }

    fn some_position() -> impl Strategy<Value = Position> {
        let roles = prop::sample::select(Role::ALL.to_vec());
        let piece = (0..64u32, roles, any::<bool>());
        let pieces = prop::collection::vec(piece, 0..3);
        (0..64u32, 0..64u32, pieces, any::<bool>()).prop_filter_map(
            "legal",
            |(white, black, pieces, turn)| {
                let mut setup = Setup::empty();
                for (square, role, color) in pieces {
                    let color = Color::from_white(color);
                    if role != Role::King {
                        setup
                            .board
                            .set_piece_at(Square::new(square), role.of(color));
                    }
                }
                setup
                    .board
                    .set_piece_at(Square::new(white), Role::King.of(Color::White));
                setup
                    .board
                    .set_piece_at(Square::new(black), Role::King.of(Color::Black));
                setup.turn = Color::from_white(turn);
                Position::from_setup(&setup, false).ok()
            },
        )
    }

    fn carried(p: &Position, turn: usize, colors: bool) -> Position {
        let mut setup = Turn::ALL[turn].of(&p.to_setup());
        if colors {
            mirror_colors(&mut setup);
        }
        Position::from_setup(&setup, false).unwrap_or(*p)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn the_key_says_what_the_slow_way_says(
            a in some_position(), other in some_position(), turn in 0..8usize, colors: bool,
            moved in 0..64u32,
        ) {
            let turned = carried(&a, turn, colors);
            let mut setup = turned.to_setup();
            // Nearly the same, by one piece.
            if let Some(piece) = setup.board.remove_piece_at(Square::new(moved)) {
                setup.board.set_piece_at(Square::new(63 - moved), piece);
            }
            let near = Position::from_setup(&setup, false).unwrap_or(turned);
            for b in [turned, near, other] {
                prop_assert_eq!(twin_key(&a) == twin_key(&b), are_twins(&a, &b), "{} {}", a.fen(), b.fen());
            }
        }
    }
}
