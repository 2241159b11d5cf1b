//! The boards and provers from which solutions are put together: of chess, and of fairy problems.

use super::battle::Battle;
use super::kinds::{Aim, Play, Stipulation};
use super::lines::{Ended, Line, Search, endings};
use super::net::Places;
use super::notation::sign_of;
use crate::mate::budget::{NodeCounter, Stopped};
use crate::mate::long_algebraic;
use crate::mate::notation::check_sign;
use crate::mate::table::ProofTable;
use crate::proofgame::Plan;
use games::chess::{Color, Move, Position};
use std::fmt::Debug;

/// Position of some kind of chess.
pub(crate) trait Field: Clone + Sync {
    /// Its moves.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// Its search of help play and series.
    type Search<'a>: LineSearch<Field = Self>;
    /// Its search of play against a defender.
    type Battle<'a>: Prover<Field = Self>;

    /// A move that is none.
    const NONE: Self::Move;
    /// True if moves have coordinates and standard algebraic notation, else only Popeye's text says them.
    const HAS_SAN: bool;

    /// Returns true if this stipulation is solved on such a board.
    fn solves(asked: Stipulation) -> bool;

    /// Returns a search for at most `most` lines of `asked` in which `first` begins. `table` may hold what searches of the
    /// same kind of play have left there.
    fn search<'a>(
        asked: Stipulation,
        first: Color,
        table: &'a ProofTable,
        counter: NodeCounter<'a>,
        most: usize,
        plan: Option<&'a Plan>,
    ) -> Self::Search<'a>;

    /// Returns a search of play against a defender, for this attacker.
    fn battle<'a>(
        asked: Stipulation,
        quodlibet: bool,
        attacker: Color,
        table: &'a ProofTable,
        counter: NodeCounter<'a>,
    ) -> Self::Battle<'a>;

    /// Returns the plan of a proof game from this position to another.
    fn plan(&self, to: &Self) -> Option<Plan>;

    /// Side to move.
    fn side(&self) -> Color;

    /// Numbers of White's and Black's men, and of neutral ones.
    fn men(&self) -> [usize; 3];

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

    /// The move in UCI's form, and in standard algebraic notation; both as Popeye writes it if it has neither.
    fn coordinates(&self, m: Self::Move) -> [String; 2];

    /// The sign behind the move that led here: of the aim if it is reached, else for check.
    fn sign(&self, aim: Aim) -> String;

    /// The sign behind the move that led here for check or mate alone.
    fn check(&self) -> String;

    /// Returns the moves that reach the aim at once.
    fn endings(&self, aim: Aim) -> Vec<Self::Move>;

    /// Returns true if a move reaches the aim at once.
    fn can_end(&self, aim: Aim) -> bool {
        !self.endings(aim).is_empty()
    }

    /// The position as text: FEN, or Forsyth's notation for fairy pieces.
    fn text(&self) -> String;
}

impl Field for Position {
    type Move = Move;
    type Search<'a> = Search<'a>;
    type Battle<'a> = Battle<'a>;

    const NONE: Move = Move::NONE;
    const HAS_SAN: bool = true;

    fn solves(asked: Stipulation) -> bool {
        asked.is_ordinary()
    }

    fn search<'a>(
        asked: Stipulation,
        first: Color,
        table: &'a ProofTable,
        counter: NodeCounter<'a>,
        most: usize,
        plan: Option<&'a Plan>,
    ) -> Search<'a> {
        Search::new(asked, first, table, counter, most).with_plan(plan)
    }

    fn battle<'a>(
        asked: Stipulation,
        quodlibet: bool,
        attacker: Color,
        table: &'a ProofTable,
        counter: NodeCounter<'a>,
    ) -> Battle<'a> {
        Battle::new(asked, quodlibet, attacker, table, counter)
    }

    fn plan(&self, to: &Position) -> Option<Plan> {
        Some(Plan::new(self, to))
    }

    fn side(&self) -> Color {
        self.turn()
    }

    fn men(&self) -> [usize; 3] {
        let count = |color| self.color(color).count();
        [count(Color::White), count(Color::Black), 0]
    }

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
        let sign = if Aim::Stalemate.is_reached(&self.play(m)) {
            "="
        } else {
            ""
        };
        self.san(m) + sign
    }

    fn coordinates(&self, m: Move) -> [String; 2] {
        [self.move_text(m), self.san(m)]
    }

    fn sign(&self, aim: Aim) -> String {
        sign_of(aim)(self)
    }

    fn check(&self) -> String {
        check_sign(self).to_owned()
    }

    fn endings(&self, aim: Aim) -> Vec<Move> {
        let mut moves = Vec::new();
        endings(self, aim, |m| moves.push(m));
        moves
    }

    fn can_end(&self, aim: Aim) -> bool {
        super::battle::can_end(self, aim)
    }

    fn text(&self) -> String {
        self.fen()
    }
}

/// Search for lines of help play and series.
pub(crate) trait LineSearch {
    /// Its boards.
    type Field: Field;

    /// Finds the lines from `p` that begin with `first`, a legal move, and have `count` moves in all (in a series at most so
    /// many before the other side's).
    fn after(
        &mut self,
        p: &Self::Field,
        first: <Self::Field as Field>::Move,
        count: u32,
    ) -> Result<(), Ended>;

    /// Returns the moves with which a line of help play may go on in `p`, the position after its first move, where `left`
    /// moves remain, each with the squares on which the king may be mated in the end.
    fn seconds(
        &mut self,
        p: &Self::Field,
        left: u32,
    ) -> Vec<(<Self::Field as Field>::Move, Places)>;

    /// Finds the lines of help play from `p` that begin with these two and have `count` moves in all, of those that end on
    /// one of the `places`.
    fn after_two(
        &mut self,
        p: &Self::Field,
        moves: [<Self::Field as Field>::Move; 2],
        count: u32,
        places: Places,
    ) -> Result<(), Ended>;

    /// Takes the lines found so far.
    fn take_found(&mut self) -> Vec<Line<<Self::Field as Field>::Move>>;

    /// Hands the nodes counted so far over to the account.
    fn settle(&mut self);
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

    /// Hands the nodes counted so far over to the account.
    ///
    /// # Errors
    /// [`Stopped`] if the limits are reached.
    fn settle(&mut self) -> Result<(), Stopped>;
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
        Field::endings(p, self.aim())
    }

    fn settle(&mut self) -> Result<(), Stopped> {
        self.counter.settle()
    }
}
