//! The boards and provers from which solutions are put together: of chess, and of fairy problems.

use super::battle::Battle;
use super::kinds::{Aim, Play};
use super::lines::endings;
use crate::mate::budget::Stopped;
use crate::mate::long_algebraic;
use games::chess::{Move, Position};

/// Position of some kind of chess.
pub(crate) trait Field: Clone {
    /// Its moves.
    type Move: Copy + PartialEq;

    /// A move that is none.
    const NONE: Self::Move;

    /// Returns the legal moves.
    fn moves(&self) -> Vec<Self::Move>;

    /// Returns the position after a move.
    fn after(&self, m: Self::Move) -> Self;

    /// Returns the position with the other side to move.
    fn passed(&self) -> Self;

    /// Returns true if the side to move is in check.
    fn is_checked(&self) -> bool;

    /// The move as Popeye writes it, without a sign.
    fn written(&self, m: Self::Move) -> String;

    /// The move as short as people write it, with its sign.
    fn short(&self, m: Self::Move) -> String;

    /// The position as text: FEN, or Forsyth's notation for fairy pieces.
    fn text(&self) -> String;
}

impl Field for Position {
    type Move = Move;

    const NONE: Move = Move::NONE;

    fn moves(&self) -> Vec<Move> {
        self.legal_moves().to_vec()
    }

    fn after(&self, m: Move) -> Position {
        self.play(m)
    }

    fn passed(&self) -> Position {
        self.pass()
    }

    fn is_checked(&self) -> bool {
        self.in_check()
    }

    fn written(&self, m: Move) -> String {
        long_algebraic(self, m)
    }

    fn short(&self, m: Move) -> String {
        let sign = match Aim::Stalemate.is_reached(&self.play(m)) {
            true => "=",
            false => "",
        };
        self.san(m) + sign
    }

    fn text(&self) -> String {
        self.fen()
    }
}

/// A search of play against a defender.
pub(crate) trait Prover {
    /// Its boards.
    type Field: Field;

    /// Returns the kind of play.
    fn style(&self) -> Play;

    /// Returns true if the attacker may begin: in a reflexmate it may not if it can reach the aim at once.
    fn may_attack(&self, p: &Self::Field) -> bool;

    /// Returns true if the attacker, to move, succeeds in at most `n` ≥ 1 moves.
    fn attack(&mut self, p: &Self::Field, n: u32) -> Result<bool, Stopped>;

    /// Returns true if the attacker, having moved, succeeds in at most `left` more moves, whatever the defender replies.
    fn succeeds(&mut self, p: &Self::Field, left: u32) -> Result<bool, Stopped>;

    /// Returns true if the attacker, having moved, has reached the aim itself as it may.
    fn ends_itself(&self, p: &Self::Field) -> bool;

    /// Returns true if the last move has reached the aim.
    fn is_reached(&self, p: &Self::Field) -> bool;

    /// Returns the moves that reach the aim at once.
    fn endings(&self, p: &Self::Field) -> Vec<<Self::Field as Field>::Move>;
}

impl Prover for Battle<'_> {
    type Field = Position;

    fn style(&self) -> Play {
        self.play()
    }

    fn may_attack(&self, p: &Position) -> bool {
        Battle::may_attack(self, p)
    }

    fn attack(&mut self, p: &Position, n: u32) -> Result<bool, Stopped> {
        Battle::attack(self, p, n)
    }

    fn succeeds(&mut self, p: &Position, left: u32) -> Result<bool, Stopped> {
        Battle::succeeds(self, p, left)
    }

    fn ends_itself(&self, p: &Position) -> bool {
        Battle::ends_itself(self, p)
    }

    fn is_reached(&self, p: &Position) -> bool {
        self.aim().is_reached(p)
    }

    fn endings(&self, p: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        endings(p, self.aim(), |m| moves.push(m));
        moves
    }
}
