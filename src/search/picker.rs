//! The staged move picker: the table's move first, then good captures, killers, quiet moves and
//! at last the captures that lose material. A stage is generated only when it is reached.

use super::history::{Earlier, Histories};
use super::params;
use crate::games::chess::{MAX_MOVES, Move, MoveList, Position, Role, exchange_value};
use arrayvec::ArrayVec;

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

/// Moves beside their scores.
struct Scored {
    moves: MoveList,
    scores: ArrayVec<i32, MAX_MOVES>,
}

/// Hands out the legal moves of a position, most promising first.
pub struct MovePicker {
    stage: Stage,
    table_move: Move,
    killers: [Move; 2],
    next_killer: usize,
    scored: Scored,
    next: usize,
    bad_captures: ArrayVec<Move, MAX_MOVES>,
    /// Of the quiet moves only those that give check.
    checks_only: bool,
    left_out: usize,
    /// No quiet moves from here on.
    captures_only: bool,
    /// No bad captures either.
    quiescence: bool,
    see_threshold: i32,
}

impl MovePicker {
    /// All moves. `table_move` and `killers` may be [`Move::NONE`]; the table's move must be
    /// legal, killers are checked here.
    pub fn new(table_move: Move, killers: [Move; 2]) -> MovePicker {
        MovePicker {
            stage: Stage::Table,
            table_move,
            killers,
            next_killer: 0,
            scored: Scored {
                moves: MoveList::new(),
                scores: ArrayVec::new(),
            },
            next: 0,
            bad_captures: ArrayVec::new(),
            checks_only: false,
            left_out: 0,
            captures_only: false,
            quiescence: false,
            see_threshold: 0,
        }
    }

    /// Captures and promotions only, and of these only such as win at least `see_threshold`
    /// centipawns in the exchange. `table_move` must be one of them or [`Move::NONE`].
    pub fn captures(table_move: Move, see_threshold: i32) -> MovePicker {
        MovePicker {
            captures_only: true,
            quiescence: true,
            see_threshold,
            ..MovePicker::new(table_move, [Move::NONE; 2])
        }
    }

    /// Of the quiet moves that have not been handed out yet, leaves out those that do not give
    /// check. Killers are handed out all the same.
    #[inline]
    pub fn only_checks(&mut self, position: &Position) {
        self.checks_only = true;
        if self.stage == Stage::Quiets {
            self.keep_checks(position);
        }
    }

    /// Whether the move handed out last is one of the quiet moves, which come best first.
    #[inline(always)]
    pub fn is_at_quiets(&self) -> bool {
        self.stage == Stage::Quiets
    }

    /// What the move handed out last was worth when the quiet moves were put in order; `None` if it
    /// is not one of these.
    #[inline(always)]
    pub fn quiet_score(&self) -> Option<i32> {
        match self.stage {
            Stage::Quiets => self.scored.scores.get(self.next.wrapping_sub(1)).copied(),
            _ => None,
        }
    }

    /// Whether [`only_checks`](MovePicker::only_checks) has been said.
    #[inline(always)]
    pub fn is_only_checks(&self) -> bool {
        self.checks_only
    }

    /// How many quiet moves have been left out because they do not give check.
    #[inline(always)]
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Keeps of the moves not handed out yet those that give check.
    fn keep_checks(&mut self, position: &Position) {
        let checks = position.checks();
        let Scored { moves, scores } = &mut self.scored;
        let mut kept = self.next;
        for at in self.next..moves.len() {
            if checks.include(position, moves[at]) {
                moves[kept] = moves[at];
                if at < scores.len() {
                    scores[kept] = scores[at];
                }
                kept += 1;
            } else if moves[at] != self.table_move && !self.killers.contains(&moves[at]) {
                // Those two have been handed out before.
                self.left_out += 1;
            }
        }
        moves.truncate(kept);
        scores.truncate(kept);
    }

    /// Leaves out the quiet moves that have not been handed out yet.
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

    /// The next move, or `None` when all have been handed out.
    pub fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        earlier: &Earlier,
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
                    self.scored.moves.clear();
                    position.captures_into(&mut self.scored.moves);
                    self.score(|m| capture_score(position, histories, m));
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.select() {
                    Some(m) if position.see_at_least(m, self.threshold()) => return Some(m),
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
                    self.scored.moves.clear();
                    position.quiets_into(&mut self.scored.moves);
                    self.next = 0;
                    if self.checks_only {
                        self.scored.scores.clear();
                        self.keep_checks(position);
                    }
                    let quiet = histories.quiets(position, earlier);
                    self.score(|m| quiet.value(position, m));
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

    /// What the capture selected last has to gain by exchange at least to be a good one.
    #[inline(always)]
    fn threshold(&self) -> i32 {
        // What has been worth much, or takes much, may lose something; quiescence has its own measure.
        let score = self.scored.scores[self.next - 1];
        let loss = if self.quiescence {
            0
        } else {
            score * params::order_see() / 16_384
        };
        self.see_threshold - loss
    }

    /// After the quiet moves come the bad captures; quiescence does without them.
    fn end_quiets(&mut self) {
        self.stage = if self.quiescence {
            Stage::Done
        } else {
            Stage::BadCaptures
        };
        self.next = 0;
    }

    /// Scores the moves just generated, the table's move left out.
    #[inline(always)]
    fn score(&mut self, score: impl Fn(Move) -> i32) {
        let Scored { moves, scores } = &mut self.scored;
        self.next = 0;
        let table_move = self.table_move;
        if let Some(at) = moves.iter().position(|m| *m == table_move) {
            moves.remove(at);
        }
        scores.clear();
        scores.extend(moves.iter().map(|m| score(*m)));
    }

    /// Takes the best of what is left, the first of equals: a selection sort that stops as soon as
    /// the search does.
    #[inline(always)]
    fn select(&mut self) -> Option<Move> {
        let moves = &mut self.scored.moves[self.next..];
        let scores = &mut self.scored.scores[self.next..];
        let (mut best, mut most) = (0, *scores.first()?);
        for (at, &score) in scores.iter().enumerate() {
            // Selected, not branched upon: which move is best cannot be guessed.
            (best, most) = if score > most {
                (at, score)
            } else {
                (best, most)
            };
        }
        scores.swap(0, best);
        moves.swap(0, best);
        self.next += 1;
        Some(moves[0])
    }
}

fn is_quiet_and_legal(position: &Position, m: Move) -> bool {
    m != Move::NONE && m.promoted().is_none() && position.is_legal(m) && !position.is_capture(m)
}

/// Most valuable victim first, corrected by experience.
fn capture_score(position: &Position, histories: &Histories, m: Move) -> i32 {
    let victim = position.captured(m).map_or(0, exchange_value);
    let promotion = match m.promoted() {
        Some(Role::Queen) => params::order_queen(),
        Some(_) => -params::order_underpromotion(),
        None => 0,
    };
    params::order_victim() * (victim + promotion) + histories.capture(position, m)
}
