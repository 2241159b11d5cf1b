//! Retro analysis: the last moves that may have led to a position, and what follows from them by the conventions of
//! problem chess.
//!
//! - A side can have moved last if one of its moves can be taken back so that the position before is possible.
//! - Castling is allowed unless it is proved that it is not: here, that each of the last moves of a side which can be
//!   taken back was made by its king or that rook.
//! - Taking en passant is allowed only if it is proved that the pawn has just made its double step: that no other last
//!   move can be taken back.
//!
//! A position is taken to be possible if its men can come from a game (no more than sixteen of a side, no more promoted
//! men than pawns that are gone), the side that does not move is not in check, and the moves before can be taken back
//! as well, for [`DEPTH`] half-moves, one more if a check must be explained. Conditions that need a longer analysis
//! (the pawns' captures, a game from the initial position) are not examined, so "can" means only that nothing was found
//! against it, while "cannot" is proved.

use games::chess::{Bitboard, Color, File, Piece, Position, Rank, Role, Square, attacks};
use serde::Serialize;
use shakmaty::Board;

/// Number of half-moves that the analysis takes back.
pub const DEPTH: u32 = 2;

/// A last move that can be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Retraction {
    mover: Color,
    from: Square,
    to: Square,
    /// Square to which the rook returns if the move was castling.
    rook: Option<Square>,
    /// True if the move was a double step of a pawn.
    double: bool,
    before: Board,
}

/// Results of the retro analysis of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Retro {
    /// Number of last moves of White, and of Black, that can be taken back; `None` if the other side cannot be to move,
    /// because this side is in check.
    pub last_moves: [Option<usize>; 2],
    /// Rights to castle of the rooks that stand on their initial squares with their king on its own.
    pub castling: Vec<Castling>,
    /// Pawns that may have made a double step as the last move, and the right to take each of them en passant.
    pub en_passant: Vec<EnPassant>,
}

/// A right to castle that a position's FEN claims, and what the analysis of the last moves says about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Castling {
    /// Square of the rook.
    #[serde(serialize_with = "as_text")]
    pub rook: Square,
    /// True if castling is allowed by convention; false if it is proved that king or rook has moved.
    pub allowed: bool,
}

/// A pawn that may be taken en passant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EnPassant {
    /// Square behind the pawn, to which the capturing pawn goes.
    #[serde(serialize_with = "as_text")]
    pub square: Square,
    /// True if it is proved that the pawn has just come there by a double step.
    pub allowed: bool,
}

fn as_text<S: serde::Serializer>(square: &Square, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(square)
}

impl Retro {
    /// Analyses the position `p`; castling and en passant are those of its side to move.
    pub fn of(p: &Position) -> Retro {
        let board = board_of(p);
        let last_moves = [Color::White, Color::Black].map(|mover| {
            // The side that has just moved cannot be in check.
            let legal = !attacked(&board, mover);
            legal.then(|| possible(&board, mover, DEPTH).count())
        });
        Retro {
            last_moves,
            castling: castling(&board, p.turn().other()),
            en_passant: en_passant(p, &board),
        }
    }

    /// Returns the side that is to move, if it is proved that the other side has made the last move; `None` if that is
    /// not proved.
    pub fn to_move(&self) -> Option<Color> {
        match self.last_moves.map(|count| count.unwrap_or(0) > 0) {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }

    /// Returns true if neither side can have moved last, so that no game leads to the position.
    pub fn is_impossible(&self) -> bool {
        self.last_moves.iter().all(|count| count.unwrap_or(0) == 0)
    }
}

fn board_of(p: &Position) -> Board {
    let mut board = Board::empty();
    for square in p.occupied() {
        if let Some(piece) = p.piece_at(square) {
            board.set_piece_at(square, piece);
        }
    }
    board
}

/// Returns true if the king of a side is attacked.
fn attacked(board: &Board, color: Color) -> bool {
    let king = board.king_of(color);
    king.is_some_and(|king| {
        board
            .attacks_to(king, color.other(), board.occupied())
            .any()
    })
}

/// Returns the last moves of `mover` that can be taken back so that the position before is possible, analysed for
/// `depth` half-moves in all.
fn possible(board: &Board, mover: Color, depth: u32) -> impl Iterator<Item = Retraction> {
    retractions(board, mover)
        .into_iter()
        .filter(move |retraction| is_possible(&retraction.before, mover, depth - 1))
}

/// Returns false if it is proved within `depth` further half-moves that no position with these men and `next` to move
/// is possible. The side that is not to move must not be in check.
fn is_possible(board: &Board, next: Color, depth: u32) -> bool {
    if depth == 0 && !attacked(board, next) || *board == Board::new() && next.is_white() {
        return true;
    }
    possible(board, next.other(), depth.max(1)).next().is_some()
}

/// Returns the rights to castle of the rooks on their initial squares, if `mover` has made the last move.
fn castling(board: &Board, mover: Color) -> Vec<Castling> {
    let mut found = Vec::new();
    for color in [Color::White, Color::Black] {
        let home = color.relative_rank(Rank::First);
        let king = Square::from_coords(File::E, home);
        if board.king_of(color) != Some(king) {
            continue;
        }
        for file in [File::H, File::A] {
            let rook = Square::from_coords(file, home);
            if board.piece_at(rook) != Some(Role::Rook.of(color)) {
                continue;
            }
            let stays = |retraction: &Retraction| {
                retraction.mover != color
                    || retraction.to != king
                        && retraction.to != rook
                        && retraction.rook != Some(rook)
            };
            // Last moves that leave this king and this rook unmoved.
            let mut lasts = possible(board, mover, DEPTH).filter(stays);
            let allowed = lasts.any(|last| {
                mover == color
                    || last.before == Board::new()
                    || possible(&last.before, mover.other(), 1).any(|before| stays(&before))
            });
            found.push(Castling {
                rook,
                allowed: allowed || *board == Board::new(),
            });
        }
    }
    found
}

/// Returns the pawns that the side to move could take en passant.
fn en_passant(p: &Position, board: &Board) -> Vec<EnPassant> {
    let (us, them) = (p.turn(), p.turn().other());
    let all: Vec<Retraction> = possible(board, them, DEPTH).collect();
    let doubles = all.iter().filter(|retraction| retraction.double);
    let candidates = doubles.filter_map(|double| {
        let behind = double.to.offset(us.fold_wb(8, -8))?;
        let takers = attacks::pawn_attacks(them, behind) & board.by_piece(Role::Pawn.of(us));
        let legal = takers.into_iter().any(|taker| {
            let mut after = board.clone();
            after.discard_piece_at(taker);
            after.discard_piece_at(double.to);
            after.set_piece_at(behind, Role::Pawn.of(us));
            !attacked(&after, us)
        });
        legal.then(|| EnPassant {
            square: behind,
            allowed: all
                .iter()
                .all(|other| other.double && other.to == double.to),
        })
    });
    candidates.collect()
}

/// Returns true if a side can have that many men of each kind in a game.
fn can_have(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let of = |role: Role| board.by_piece(role.of(color));
        let bishops = of(Role::Bishop);
        let beyond = |count: usize, initial: usize| count.saturating_sub(initial);
        let promoted = beyond(of(Role::Knight).count(), 2)
            + beyond((bishops & Bitboard::LIGHT_SQUARES).count(), 1)
            + beyond((bishops & Bitboard::DARK_SQUARES).count(), 1)
            + beyond(of(Role::Rook).count(), 2)
            + beyond(of(Role::Queen).count(), 1);
        of(Role::Pawn).count() + promoted <= 8
    })
}

/// Returns all moves of `mover` that can be taken back, without regard to the moves before them.
fn retractions(board: &Board, mover: Color) -> Vec<Retraction> {
    let mut found = Taking {
        board,
        mover,
        found: Vec::new(),
    };
    for to in board.by_color(mover) {
        if let Some(role) = board.role_at(to) {
            found.of_man(role, to);
        }
    }
    found.castling();
    found.found
}

/// Collects the moves that can be taken back.
struct Taking<'a> {
    board: &'a Board,
    mover: Color,
    found: Vec<Retraction>,
}

impl Taking<'_> {
    fn of_man(&mut self, role: Role, to: Square) {
        let mover = self.mover;
        let empty = !self.board.occupied();
        let back = mover.fold_wb(-8, 8);
        if role != Role::Pawn {
            let from = attacks::attacks(to, role.of(mover), self.board.occupied()) & empty;
            for from in from {
                self.with_captures(role, from, to, true);
            }
            let last = mover.relative_rank(Rank::Eighth);
            if to.rank() == last && role != Role::King {
                self.pawn(to, back, last);
            }
            return;
        }
        self.pawn(to, back, to.rank());
        // A double step, and a capture en passant.
        let rank = mover.relative_rank(to.rank());
        let step = |from: Square, by: i32| from.offset(by).filter(|&square| empty.contains(square));
        if rank == Rank::Fourth
            && let Some(from) = step(to, back).and_then(|passed| step(passed, back))
        {
            self.add(Role::Pawn, from, to, None, true);
        }
        if rank == Rank::Sixth
            && let (Some(pawn), Some(_)) = (step(to, back), step(to, -back))
        {
            for from in attacks::pawn_attacks(mover.other(), to) & empty {
                self.add(Role::Pawn, from, to, Some((pawn, Role::Pawn)), false);
            }
        }
    }

    /// Steps and captures of a pawn that came to `to`, perhaps to be promoted there.
    fn pawn(&mut self, to: Square, back: i32, rank: Rank) {
        let home = self.mover.relative_rank(Rank::Second);
        if rank == home {
            return;
        }
        let empty = !self.board.occupied();
        if let Some(from) = to.offset(back).filter(|&from| empty.contains(from)) {
            self.add(Role::Pawn, from, to, None, false);
        }
        for from in attacks::pawn_attacks(self.mover.other(), to) & empty {
            self.with_captures(Role::Pawn, from, to, false);
        }
    }

    /// Adds the retractions of a man's move from `from` to `to`: one without a capture if `quiet` is true, and one for
    /// each man that the move may have captured.
    fn with_captures(&mut self, role: Role, from: Square, to: Square, quiet: bool) {
        if quiet {
            self.add(role, from, to, None, false);
        }
        if self.board.by_color(self.mover.other()).count() == 16 {
            return;
        }
        for captured in [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ] {
            let at_an_end = matches!(to.rank(), Rank::First | Rank::Eighth);
            if captured != Role::Pawn || !at_an_end {
                self.add(role, from, to, Some((to, captured)), false);
            }
        }
    }

    /// Adds the retraction of a move: the man goes back to `from` as a `role`, and the man that it captured reappears.
    /// `double` is true if the move was a double step of a pawn.
    fn add(
        &mut self,
        role: Role,
        from: Square,
        to: Square,
        captured: Option<(Square, Role)>,
        double: bool,
    ) {
        let mut before = self.board.clone();
        before.discard_piece_at(to);
        before.set_piece_at(from, role.of(self.mover));
        if let Some((square, role)) = captured {
            before.set_piece_at(square, role.of(self.mover.other()));
        }
        self.keep(from, to, None, double, before);
    }

    fn keep(
        &mut self,
        from: Square,
        to: Square,
        rook: Option<Square>,
        double: bool,
        before: Board,
    ) {
        let mover = self.mover;
        let possible = !attacked(&before, mover.other())
            && before.by_color(mover.other()).count() <= 16
            && can_have(&before);
        if possible {
            self.found.push(Retraction {
                mover,
                from,
                to,
                rook,
                double,
                before,
            });
        }
    }

    fn castling(&mut self) {
        let rank = self.mover.relative_rank(Rank::First);
        let on = |file| Square::from_coords(file, rank);
        let man = |role: Role| -> Piece { role.of(self.mover) };
        let (king, rook) = (man(Role::King), man(Role::Rook));
        let home = on(File::E);
        for (king_at, rook_at, corner, between) in [
            (File::G, File::F, File::H, None),
            (File::C, File::D, File::A, Some(File::B)),
        ] {
            let [king_at, rook_at, corner] = [king_at, rook_at, corner].map(on);
            let stand = self.board.piece_at(king_at) == Some(king)
                && self.board.piece_at(rook_at) == Some(rook);
            let mut free = Bitboard::from_square(home) | corner;
            if let Some(file) = between {
                free |= on(file);
            }
            if !stand || (free & self.board.occupied()).any() {
                continue;
            }
            let mut before = self.board.clone();
            before.discard_piece_at(king_at);
            before.discard_piece_at(rook_at);
            before.set_piece_at(home, king);
            before.set_piece_at(corner, rook);
            let enemy = self.mover.other();
            // A king may not castle out of check, nor through an attacked square.
            let safe = [home, rook_at, king_at].into_iter().all(|square| {
                before
                    .attacks_to(square, enemy, before.occupied())
                    .is_empty()
            });
            if safe {
                self.keep(home, king_at, Some(rook_at), false, before);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    fn retro(fen: &str) -> Retro {
        Retro::of(&Position::from_fen(fen, false).expect(fen))
    }

    #[test]
    fn the_move_that_was_played_can_be_taken_back() {
        let mut chance = Chance::new(49);
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/PPPp1p2/8/4P3/4p3/8/pppP1P2/R3K2R w KQkq - 0 1",
            "4k3/1P1p4/8/2P5/5p2/8/4P1p1/R3K2R w KQ - 0 1",
        ];
        let (mut specials, mut captures) = (0, 0);
        for game in 0..300 {
            let mut p = Position::from_fen(starts[game % starts.len()], false).expect("legal");
            for _ in 0..40 {
                let legal = p.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let m = chance.of(&legal);
                let after = p.play(m);
                let before = board_of(&p);
                let taken = retractions(&board_of(&after), p.turn());
                let found = taken
                    .iter()
                    .filter(|retraction| retraction.before == before);
                assert_eq!(found.count(), 1, "{} {m:?}", p.fen());
                captures += usize::from(p.is_capture(m));
                specials += usize::from(m.is_castle() || p.ep_square().is_some());
                p = after;
            }
        }
        assert!(specials > 30 && captures > 500, "{specials} {captures}");
    }

    #[test]
    fn what_follows_from_the_last_move() {
        // Black, whose last moves could only be the king's, may not castle; White's king has been at home all the time.
        let found = retro("r3k3/p1ppp3/8/8/8/8/8/4K2R w K - 0 1");
        let allowed = |found: &Retro| -> Vec<(String, bool)> {
            let rights = found.castling.iter();
            rights
                .map(|right| (right.rook.to_string(), right.allowed))
                .collect()
        };
        assert_eq!(
            allowed(&found),
            [("h1".to_owned(), true), ("a8".to_owned(), false)]
        );
        // If it is Black's turn, White may have taken what Black moved before.
        let found = retro("r3k3/p1ppp3/8/8/8/8/8/4K2R b K - 0 1");
        assert!(allowed(&found).contains(&("a8".to_owned(), true)));
        let start = retro("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!(start.castling.iter().all(|right| right.allowed));
        assert_eq!(start.castling.len(), 4);
    }

    #[test]
    fn en_passant_is_proved_by_the_only_last_move() {
        // On g6 the pawn would have given check, it has taken nothing, and nothing else of Black's can have moved.
        let found = retro("kN6/pp6/5P1P/5PpK/8/8/8/8 w - - 0 1");
        let [pawn] = found.en_passant.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!((pawn.square, pawn.allowed), (Square::G6, true));
        // The king may have moved as well.
        let open = retro("7k/8/8/5PpK/8/8/8/8 w - - 0 1");
        assert_eq!(open.en_passant.len(), 1);
        assert!(!open.en_passant[0].allowed, "{open:?}");
    }

    #[test]
    fn a_side_that_cannot_have_moved_last_is_to_move() {
        // Black's pawns have never moved, and its king can have come from no square.
        let found = retro("kN6/pp6/8/8/8/8/8/7K b - - 0 1");
        assert_eq!(found.last_moves[1], Some(0));
        assert_eq!(found.to_move(), Some(Color::Black));
        // A side in check has not moved last.
        let check = retro("k6R/8/8/8/8/8/8/7K b - - 0 1");
        assert_eq!(
            (check.last_moves[1], check.to_move()),
            (None, Some(Color::Black))
        );
        assert_eq!(retro("k7/8/8/8/8/8/8/7K w - - 0 1").to_move(), None);
        // Both kings and all other men are shut in.
        let none = retro("kN6/pp6/8/8/8/8/PP6/Kn6 w - - 0 1");
        assert!(!none.is_impossible(), "the knights have moved");
    }
}
