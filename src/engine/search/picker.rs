//! The staged move picker: the table's move first, then good captures, killers, quiet moves and finally the captures
//! that lose material. A stage is generated only when it is reached.

use super::history::{Histories, MoveContext, Quiets};
use super::params;
use arrayvec::ArrayVec;
use games::chess::{
    Bitboard, Checks, MAX_MOVES, Move, MoveList, Position, Role, Sink, Square, exchange_value,
    origin,
};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Table,
    MakeCaptures,
    GoodCaptures,
    Killers,
    MakeQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// A move with its score and its index in the list, packed so that the best move is the greatest number: the score in
/// the upper 32 bits, 65,535 minus the index in the next 16 (so that the first of equal moves is the greatest), the
/// move in the rest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Scored(i64);

impl Scored {
    #[inline(always)]
    fn new(m: Move, score: i32, place: usize) -> Scored {
        Scored(i64::from(score) << 32 | i64::from(!(place as u16)) << 16 | i64::from(m.bits()))
    }

    #[inline(always)]
    fn m(self) -> Move {
        Move::from_bits(self.0 as u16)
    }

    #[inline(always)]
    fn score(self) -> i32 {
        (self.0 >> 32) as i32
    }

    #[inline(always)]
    fn place(self) -> usize {
        usize::from(!((self.0 >> 16) as u16))
    }

    #[inline(always)]
    fn at(self, place: usize) -> Scored {
        Scored::new(self.m(), self.score(), place)
    }
}

/// Returns the legal moves of a position one after the other, most promising first.
pub struct MovePicker {
    stage: Stage,
    table_move: Move,
    killers: [Move; 2],
    next_killer: usize,
    scored: ArrayVec<Scored, MAX_MOVES>,
    next: usize,
    bad_captures: ArrayVec<Move, MAX_MOVES>,
    /// True if quiet moves that do not give check are left out.
    checks_only: bool,
    left_out: usize,
    /// True if no quiet moves are returned from here on.
    captures_only: bool,
    /// True if captures that lose material are left out as well.
    quiescence: bool,
    see_threshold: i32,
    /// The squares that the opponent attacks, if they are known.
    attacked: Option<Bitboard>,
    /// Ways in which the side to move can give check; `None` until first needed.
    checks: Option<Checks>,
}

impl MovePicker {
    /// Creates a picker of all moves. `table_move` and `killers` may be [`Move::NONE`]; the transposition table's move
    /// must be legal, killers are checked here. `attacked` are the squares that the opponent attacks, if they are
    /// known: this only makes the generation faster.
    #[inline(always)]
    pub fn new(table_move: Move, killers: [Move; 2], attacked: Option<Bitboard>) -> MovePicker {
        MovePicker::with(table_move, killers, attacked, None)
    }

    /// Creates a picker of captures and promotions only, and of these only those that win at least `see_threshold`
    /// centipawns by static exchange evaluation. `table_move` must be one of them or [`Move::NONE`].
    #[inline(always)]
    pub fn captures(table_move: Move, see_threshold: i32) -> MovePicker {
        MovePicker::with(table_move, [Move::NONE; 2], None, Some(see_threshold))
    }

    // A single literal, because the struct is large and would be copied if it were updated or moved.
    #[inline(always)]
    fn with(
        table_move: Move,
        killers: [Move; 2],
        attacked: Option<Bitboard>,
        quiescence: Option<i32>,
    ) -> MovePicker {
        MovePicker {
            stage: Stage::Table,
            table_move,
            killers,
            next_killer: 0,
            scored: ArrayVec::new(),
            next: 0,
            bad_captures: ArrayVec::new(),
            checks_only: false,
            left_out: 0,
            captures_only: quiescence.is_some(),
            quiescence: quiescence.is_some(),
            see_threshold: quiescence.unwrap_or(0),
            attacked,
            checks: None,
        }
    }

    /// Returns true if a legal move of the position gives check.
    #[inline(always)]
    pub fn gives_check(&mut self, position: &Position, m: Move) -> bool {
        self.checks(position).include(position, m)
    }

    /// Returns true if a legal move wins at least `threshold` centipawns by static exchange evaluation.
    #[inline(always)]
    pub fn see_at_least(&self, position: &Position, m: Move, threshold: i32) -> bool {
        position.see_with(m, threshold, self.attacked)
    }

    #[inline(always)]
    fn checks(&mut self, position: &Position) -> &Checks {
        self.checks.get_or_insert_with(|| position.checks())
    }

    /// Leaves out, from now on, quiet moves that do not give check. Killers are still returned.
    #[inline]
    pub fn only_checks(&mut self, position: &Position) {
        self.checks_only = true;
        if self.stage == Stage::Quiets {
            self.keep_checks(position);
        }
    }

    /// Returns true if the move returned last is one of the quiet moves, which are returned in order of their scores.
    #[inline(always)]
    pub fn is_at_quiets(&self) -> bool {
        self.stage == Stage::Quiets
    }

    /// Returns the score by which the move returned last was sorted among the quiet moves; `None` if it is not one of
    /// these.
    #[inline(always)]
    pub fn quiet_score(&self) -> Option<i32> {
        match self.stage {
            Stage::Quiets => {
                let last = self.scored.get(self.next.wrapping_sub(1));
                last.map(|scored| scored.score())
            }
            _ => None,
        }
    }

    /// Returns true if [`only_checks`](MovePicker::only_checks) has been called.
    #[inline(always)]
    pub fn is_only_checks(&self) -> bool {
        self.checks_only
    }

    /// Returns the number of quiet moves left out because they do not give check.
    #[inline(always)]
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Removes the quiet moves not returned yet that do not give check.
    fn keep_checks(&mut self, position: &Position) {
        let checks = *self.checks(position);
        let mut kept = self.next;
        for at in self.next..self.scored.len() {
            let m = self.scored[at].m();
            if checks.include(position, m) {
                self.scored[kept] = self.scored[at].at(kept);
                kept += 1;
            } else if !self.killers.contains(&m) {
                // Killers have been returned before.
                self.left_out += 1;
            }
        }
        self.scored.truncate(kept);
    }

    /// Leaves out the quiet moves that have not been returned yet.
    pub fn skip_quiets(&mut self) {
        if matches!(
            self.stage,
            Stage::Killers | Stage::MakeQuiets | Stage::Quiets
        ) {
            self.stage = Stage::BadCaptures;
            self.next = 0;
        } else if self.stage < Stage::Killers {
            self.captures_only = true;
        }
    }

    /// Returns the next move, or `None` if there are no more.
    pub fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        earlier: &MoveContext,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeCaptures;
                    if self.table_move != Move::NONE {
                        return Some(self.table_move);
                    }
                }
                Stage::MakeCaptures => {
                    self.make_captures(position, histories);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.select() {
                    Some(m) if self.see_at_least(position, m, self.threshold()) => return Some(m),
                    Some(m) => self.bad_captures.push(m),
                    None if self.captures_only => self.end_quiets(),
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers => match self.killers.get(self.next_killer) {
                    Some(&m) => {
                        self.next_killer += 1;
                        if m != self.table_move && is_quiet_and_legal(position, m) {
                            return Some(m);
                        }
                    }
                    None => self.stage = Stage::MakeQuiets,
                },
                Stage::MakeQuiets => {
                    self.make_quiets(position, &histories.quiets(position, earlier));
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.select() {
                    Some(m) if self.killers.contains(&m) => {}
                    Some(m) => return Some(m),
                    None => self.end_quiets(),
                },
                Stage::BadCaptures => {
                    let Some(&m) = self.bad_captures.get(self.next) else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    self.next += 1;
                    return Some(m);
                }
                Stage::Done => return None,
            }
        }
    }

    /// Returns the least exchange value, in centipawns, with which the capture selected last counts as good.
    #[inline(always)]
    fn threshold(&self) -> i32 {
        // A capture with a high score may lose something; quiescence has a threshold of its own.
        let score = self.scored[self.next - 1].score();
        let loss = if self.quiescence {
            0
        } else {
            score * params::order_see() / 16_384
        };
        self.see_threshold - loss
    }

    /// Goes on to the losing captures, or to the end in quiescence search.
    fn end_quiets(&mut self) {
        self.stage = if self.quiescence {
            Stage::Done
        } else {
            Stage::BadCaptures
        };
        self.next = 0;
    }

    /// Generates and scores the captures and promotions, the transposition table's move left out.
    #[inline(never)]
    fn make_captures(&mut self, position: &Position, histories: &Histories) {
        let mut moves = MoveList::new();
        position.captures_into(&mut moves);
        self.begin();
        for &m in &moves {
            self.add(m, || capture_score(position, histories, m));
        }
    }

    /// Generates and scores the quiet moves, the transposition table's move left out.
    #[inline(never)]
    fn make_quiets(&mut self, position: &Position, quiets: &Quiets) {
        self.begin();
        if self.checks_only {
            let mut moves = MoveList::new();
            let checks = *self.checks(position);
            let [first, second] = self.killers;
            let apart = [self.table_move, first, second];
            self.left_out += position.quiet_checks_into(&checks, self.attacked, apart, &mut moves);
            for &m in &moves {
                self.add(m, || quiets.value(position, m));
            }
        } else {
            let attacked = self.attacked;
            let mut sink = ScoredQuiets {
                picker: self,
                position,
                quiets,
            };
            position.generate::<false, true>(attacked, &mut sink);
        }
    }

    /// Starts a new list of moves.
    #[inline(always)]
    fn begin(&mut self) {
        self.next = 0;
        self.scored.clear();
    }

    /// Appends a move with its score, unless it is the transposition table's.
    #[inline(always)]
    fn add(&mut self, m: Move, score: impl FnOnce() -> i32) {
        if m != self.table_move {
            let place = self.scored.len();
            self.scored.push(Scored::new(m, score(), place));
        }
    }

    /// Returns the best of the remaining moves, the first of equal ones; `None` if no move remains. This is one step of
    /// a selection sort, so that moves that are never asked for need not be sorted.
    #[inline(always)]
    fn select(&mut self) -> Option<Move> {
        let next = self.next;
        let best = self.scored[next..].iter().copied().max()?;
        let first = self.scored[next];
        self.scored[best.place()] = first.at(best.place());
        self.scored[next] = best;
        self.next += 1;
        Some(best.m())
    }
}

/// Scores quiet moves while they are generated; what depends only on the piece is looked up once for all its moves.
struct ScoredQuiets<'a> {
    picker: &'a mut MovePicker,
    position: &'a Position,
    quiets: &'a Quiets<'a>,
}

impl Sink for ScoredQuiets<'_> {
    #[inline(never)]
    fn piece(&mut self, _: Role, from: Square, to: Bitboard) {
        if to.is_empty() {
            return;
        }
        // A queen comes as a bishop and as a rook.
        let Some(role) = self.position.role_at(from) else {
            return;
        };
        let values = self.quiets.of_piece(role, from);
        for to in to {
            self.picker.add(Move::normal(from, to), || values.to(to));
        }
    }

    #[inline(never)]
    fn pawns(&mut self, to: Bitboard, offset: i32) {
        for to in to {
            let from = origin(to, offset);
            let values = self.quiets.of_piece(Role::Pawn, from);
            self.picker.add(Move::normal(from, to), || values.to(to));
        }
    }

    fn promotions(&mut self, _: Bitboard, _: i32) {
        debug_assert!(false, "a promotion is not quiet");
    }

    #[inline(always)]
    fn special(&mut self, m: Move) {
        self.picker.add(m, || self.quiets.value(self.position, m));
    }
}

fn is_quiet_and_legal(position: &Position, m: Move) -> bool {
    m != Move::NONE && m.promoted().is_none() && position.is_legal(m) && !position.is_capture(m)
}

/// Returns the score of a capture: most valuable victim first, corrected by its history.
fn capture_score(position: &Position, histories: &Histories, m: Move) -> i32 {
    let victim = position.captured(m).map_or(0, exchange_value);
    let promotion = match m.promoted() {
        Some(Role::Queen) => params::order_queen(),
        Some(_) => -params::order_underpromotion(),
        None => 0,
    };
    params::order_victim() * (victim + promotion) + histories.capture(position, m)
}
