//! The interface of boards and searches from which solutions are built, implemented for orthodox chess and for fairy
//! boards.

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

/// Position on a board of orthodox chess or on a fairy board.
pub(crate) trait Field: Clone + Sync {
    /// Move on such a board.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// Type of the search for help play and series.
    type Search<'a>: LineSearch<Field = Self>;
    /// Type of the search for play against a defender.
    type Battle<'a>: Prover<Field = Self>;

    /// A value that stands for no move.
    const NONE: Self::Move;
    /// True if moves have UCI notation and standard algebraic notation; false if they have only Popeye's.
    const HAS_SAN: bool;

    /// Returns true if stipulations of this kind are solved on this kind of board.
    fn solves(asked: Stipulation) -> bool;

    /// Creates a search for at most `most` lines of `asked` in which `first` begins. `table` may contain results of
    /// searches of the same kind of play. `plan` is that of a proof game.
    fn search<'a>(
        asked: Stipulation,
        first: Color,
        table: &'a ProofTable,
        counter: NodeCounter<'a>,
        most: usize,
        plan: Option<&'a Plan>,
    ) -> Self::Search<'a>;

    /// Creates a search of play against a defender, for this attacker.
    fn battle<'a>(
        asked: Stipulation,
        quodlibet: bool,
        attacker: Color,
        table: &'a ProofTable,
        counter: NodeCounter<'a>,
    ) -> Self::Battle<'a>;

    /// Returns the plan of a proof game from this position to another; `None` if such a board has no proof games.
    fn plan(&self, to: &Self) -> Option<Plan>;

    /// Returns the side to move.
    fn side(&self) -> Color;

    /// Returns the numbers of White's, Black's and neutral men.
    fn men(&self) -> [usize; 3];

    /// Returns the legal moves.
    fn moves(&self) -> Vec<Self::Move>;

    /// Returns the position after a move.
    fn after(&self, m: Self::Move) -> Self;

    /// Returns the position with the other side to move.
    fn passed(&self) -> Self;

    /// Returns true if the side to move is in check.
    fn is_checked(&self) -> bool;

    /// Returns the move as Popeye writes it, without signs for check or the aim.
    fn written(&self, m: Self::Move) -> String;

    /// Returns the move in short notation for people, with its sign.
    fn short(&self, m: Self::Move) -> String;

    /// Returns the move in UCI notation and in standard algebraic notation; both as Popeye writes it if it has neither.
    fn coordinates(&self, m: Self::Move) -> [String; 2];

    /// Returns the sign behind the move that led here: of the aim if it is reached, else for check.
    fn sign(&self, aim: Aim) -> String;

    /// Returns the sign behind the move that led here for check or mate, whatever the aim.
    fn check(&self) -> String;

    /// Returns the moves that reach the aim at once.
    fn endings(&self, aim: Aim) -> Vec<Self::Move>;

    /// Returns true if a move reaches the aim at once.
    fn can_end(&self, aim: Aim) -> bool {
        !self.endings(aim).is_empty()
    }

    /// Returns the position as text: FEN, or Forsyth notation for fairy pieces.
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

/// Search for lines of help play and of series.
pub(crate) trait LineSearch {
    /// Board on which the lines are searched: orthodox or fairy.
    type Field: Field;

    /// Finds the lines from `p` that begin with `first`, a legal move, and have `count` moves in all; in a series, at
    /// most `count` moves before those of the other side. The search itself collects them.
    ///
    /// # Errors
    /// [`Ended`] if the limits were reached, or the requested number of lines was found.
    fn after(
        &mut self,
        p: &Self::Field,
        first: <Self::Field as Field>::Move,
        count: u32,
    ) -> Result<(), Ended>;

    /// Returns the second moves of lines of help play, for `p`, the position after the first move, with `left` moves
    /// remaining; each with the squares on which the king may be mated in the end.
    fn seconds(
        &mut self,
        p: &Self::Field,
        left: u32,
    ) -> Vec<(<Self::Field as Field>::Move, Places)>;

    /// Finds the lines of help play from `p` that begin with these two moves, have `count` moves in all, and end with
    /// the king on one of the `places`.
    fn after_two(
        &mut self,
        p: &Self::Field,
        moves: [<Self::Field as Field>::Move; 2],
        count: u32,
        places: Places,
    ) -> Result<(), Ended>;

    /// Returns the first moves of lines from `p`: the legal ones, and others that reach the aim.
    fn firsts(&self, p: &Self::Field) -> Vec<<Self::Field as Field>::Move> {
        p.moves()
    }

    /// Returns the lines found so far and removes them from the search.
    fn take_found(&mut self) -> Vec<Line<<Self::Field as Field>::Move>>;

    /// Adds the nodes counted so far to the shared budget.
    fn settle(&mut self);
}

/// A search of play against a defender.
pub(crate) trait Prover {
    /// Board on which the play is searched: orthodox or fairy.
    type Field: Field;

    /// Returns the kind of play.
    fn style(&self) -> Play;

    /// Returns true if the aim must be reached with the last move that is stipulated, and no earlier.
    fn is_exact(&self) -> bool {
        false
    }

    /// Returns the moves that the attacker has in `p` with `n` ≥ 1 moves left.
    fn attacks(&self, p: &Self::Field, _n: u32) -> Vec<<Self::Field as Field>::Move> {
        p.moves()
    }

    /// Returns the replies that the defender has in `p` with `left` more moves of the attacker.
    fn replies(&self, p: &Self::Field, _left: u32) -> Vec<<Self::Field as Field>::Move> {
        p.moves()
    }

    /// Returns true if the attacker may begin from `p`: in a reflexmate it may not if it can reach the aim at once.
    fn may_attack(&self, p: &Self::Field) -> bool;

    /// Returns true if the attacker, to move, succeeds in at most `n` ≥ 1 moves; in exactly `n` if the search is
    /// [exact](Prover::is_exact).
    fn attack(&mut self, p: &Self::Field, n: u32) -> Result<bool, Stopped>;

    /// Returns true if the attacker, after its move that led to `p`, succeeds in at most `left` more moves, whatever
    /// the defender replies; in exactly `left` if the search is exact.
    fn succeeds(&mut self, p: &Self::Field, left: u32) -> Result<bool, Stopped>;

    /// Returns true if the attacker has just reached the aim against the defender, where that solves: in direct play
    /// and in a quodlibet.
    fn ends_itself(&self, p: &Self::Field) -> bool;

    /// Returns true if the last move has reached the aim.
    fn is_reached(&self, p: &Self::Field) -> bool;

    /// Returns the moves that reach the aim at once.
    fn endings(&self, p: &Self::Field) -> Vec<<Self::Field as Field>::Move>;

    /// Adds the nodes counted so far to the shared budget.
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
